"""A scenario of PMC 2640, ready to play (PMC-OBJ): its type, how long it lasts, when reserves may come."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap

ScenarioType = Literal["find-and-secure", "capture", "destroy"]
LAST_SURE_TURN = 12
FIRST_LATE_TURN, LATE_TURNS = 3, 2
"""From this turn on, every so many turns, units of the second half may arrive (PMC-FIND-3)."""


@frozen
class Scenario:
    """A scenario ready to play."""

    name: str
    type: ScenarioType
    table: TableMap
    """The table before the battle; a terrain generator adds to it when the game begins."""
    priority: int = 1
    turns: int = LAST_SURE_TURN
    """After this turn a die may end the battle (PMC-FIND-8)."""
    target: str = ""
    """The building that the attacker of Destroy has to demolish."""
    generator: Literal["", "wasteland"] = ""
    late: int = FIRST_LATE_TURN
    """The first turn in which units of the second half may arrive ..."""
    every: int = LATE_TURNS
    """... and every so many turns after it; ..."""
    arrivals: int = 0
    """... so many of each side at most, as many as the Priority level says where it is 0 (PMC-RES-1, PMC-FIND-3)."""

    def may_arrive(self, turn: int) -> int:
        """How many units in reserve each side may bring on in this turn, from the second on."""
        comes = turn >= self.late and (turn - self.late) % self.every == 0
        return (self.arrivals or self.priority) if comes else 0

    @property
    def reserves(self) -> str:
        """When later reserves may come, in words; '' as in the book."""
        if (self.late, self.every, self.arrivals) == (FIRST_LATE_TURN, LATE_TURNS, 0):
            return ""
        often = "each turn" if self.every == 1 else f"every {self.every} turns"
        return f"reserves from turn {self.late}, {often}, {self.arrivals or self.priority} a side"
