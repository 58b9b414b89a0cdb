"""Posted up (TC-POSTUP-1, TC-POSTED-1): who covers a half circle, and where on its way an enemy comes into it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.watching.coverage import Entry, optimum_ranges, parts_within, ready_copies
from tabletop_tui.rules.techcommander.ways.marches import Marching, ways
from tabletop_tui.table.motion import path_of
from tabletop_tui.table.points import Spot
from tabletop_tui.table.spans import common

KIND = "posted up"
ARC = 180.0
"""Of what it covers, in degrees."""


@frozen
class PostUp(Step):
    title = "Post up"
    says = "The unit covers the half circle in front of it until it is given another action."
    unit: str
    rules = ("TC-POSTUP-1", "TC-POSTED-1", "TC-POSTUP-5")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.posted = unit.facing
        text = f"{unit.name} is posted up toward {unit.facing:g}°"
        game.emit(Status(text, self.rules, unit.seat, unit.id, "posted up"))


def in_front(unit: Unit, spot: Spot) -> bool:
    """Whether the middle of a base lies in the half circle that a unit covers, its border included."""
    return unit.posted is not None and bool(path_of((spot, spot)).ahead(unit.at, unit.posted, ARC))


def entries(battle: Battle, watcher: Unit, march: Marching) -> Iterator[Entry]:
    """Where somebody comes into the optimum range of a weapon in front of one that is posted up (TC-POSTUP-2).

    Whoever was inside at first does not come into it before he has left; it then attacks with any weapon that it has
    not used this turn (TC-POSTUP-3).
    """
    if watcher.posted is None:
        return
    copies = ready_copies(watcher)
    for mover, path in ways(battle, march):
        front = path.ahead(watcher.at, watcher.posted, ARC)
        for reach in optimum_ranges(watcher, copies):
            parts = common(front, parts_within(battle, watcher, march, (mover, path), reach))
            for at in march.entries(parts, lambda at: True):
                yield Entry(at, KIND, watcher.id, mover.id, copies)
