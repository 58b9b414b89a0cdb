"""What an answer is worth to the seat that is asked: the valuation of a greedy player."""

from __future__ import annotations

from tabletop_tui.rulebook.evaluation import appraise as appraise
