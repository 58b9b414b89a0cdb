"""How well a side stands, from -1 (lost) to 1 (won): what is alike for all rulebooks.

A rulebook says by how much a seat leads, as any number: 0 is level, 1 a clear advantage, 3 as good as won. Only the end
of a game is worth 1 or -1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import tanh
from typing import Any

from tabletop_tui.engine.game import Game

SURE = 0.98
"""The most that a game under way is worth."""


def value(game: Game[Any], seat: int, lead: float) -> float:
    """What the game is worth to a seat that leads by so much."""
    if game.result is None:
        return SURE * tanh(lead)
    winners = game.result.winners
    return (1.0 if seat in winners else -1.0) if winners else 0.0


def ahead(shares: Mapping[int, float], team: int) -> float:
    """How much more a team has of something than the strongest of the others, as a share of what both have: -1 to 1."""
    mine = shares[team]
    rival = max((share for other, share in shares.items() if other != team), default=0.0)
    return (mine - rival) / (mine + rival) if mine + rival > 0 else 0.0
