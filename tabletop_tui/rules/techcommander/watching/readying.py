"""Ready (TC-READY-1, TC-READIED-1): who waits for an enemy to come into the optimum range of one of his weapons."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.aiming.returns import READIED
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.watching.coverage import Entry, optimum_ranges, parts_within, ready_copies
from tabletop_tui.rules.techcommander.ways.marches import Marching, ways
from tabletop_tui.table.bases import TINY


@frozen
class ReadyUp(Step):
    title = "Ready up"
    says = "The unit completes its action by an attack when an enemy comes into the optimum range of a weapon."
    unit: str
    rules = ("TC-READY-1", "TC-READIED-1", "TC-READY-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        unit.readied, unit.ready_moved = battle.turn, unit.moved > TINY
        game.emit(Status(f"{unit.name} is ready", self.rules, unit.seat, unit.id, "ready"))


def entries(battle: Battle, watcher: Unit, march: Marching) -> Iterator[Entry]:
    """Where an enemy moves inside the optimum range of a weapon: it may be attacked with that one (TC-READY-2).

    Nobody else may be (TC-READY-3), and it not if it is still infiltrated after its stealth roll (TC-READY-5).
    """
    if not watcher.readied:
        return
    ready = ready_copies(watcher)
    for mover, path in ways(battle, march):
        for reach in optimum_ranges(watcher, ready):
            copies = tuple(copy for copy in ready if watcher.sheet.arms[copy].opt == reach)
            parts = parts_within(battle, watcher, march, (mover, path), reach)
            for at in march.entries(parts, lambda at: True):
                yield Entry(at, READIED, watcher.id, mover.id, copies)
