"""What came of a task of a lesson: its outcome, the sentence about it, stars and chances."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.records import frozen

Outcome = Literal["done", "nearly", "missed"]


@frozen
class Verdict:
    """What came of a task."""

    outcome: Outcome
    say: str
    stars: int = 0
    chance: float | None = None
    """Of odds: the chance that the learner's answers left, whatever the dice did."""
    best: float | None = None
    rules: tuple[str, ...] = ()
    """The rules of the lesson that came up in the task, those of its review first."""
