"""A scenario of Crimson Dusk, ready to play: mission, goals, allowances. All of it is ours (CD-TURN-3)."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.table.points import Spot

Mission = Literal["clash", "crossroads", "assassinate", "hold-house", "convoy", "last-stand"]
CONVOY, STANDING = 0, 0
"""The seat whose vehicles have to get through, and the one that makes its last stand."""
UNEVEN: tuple[Mission, ...] = ("convoy", "last-stand")
"""In these each side has a task of its own."""


@frozen
class Goal:
    """A place that is fought for."""

    name: str
    spot: Spot


@frozen
class Scenario:
    """A scenario ready to play: all of it is ours, for the book has none (CD-TURN-3)."""

    name: str
    table: Battlefield
    turns: int = 8
    points: int = 275
    strip: float = 8.0
    """How deep the strips are in which both sides begin, in units."""
    mission: Mission = "clash"
    limits: tuple[int, ...] = ()
    """The points that each seat may spend, where they differ."""
    goals: tuple[Goal, ...] = ()
    house: str = ""
    """The name of the building that is fought for."""

    def allowed(self, seat: int) -> int:
        """The points that a seat may spend."""
        return self.limits[seat] if self.limits else self.points
