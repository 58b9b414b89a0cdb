"""Evacuation (TC-EVAC-1): a crewmember at the edge of his side, or where he started, leaves the table safely."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.damage.damage import remove
from tabletop_tui.rules.techcommander.state.battle import EVACUATED, Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, to_spot
from tabletop_tui.table.points import Spot


def start_of(battle: Battle, seat: int) -> Spot | None:
    """The starting position of a seat, None for one that has none yet."""
    spawn = battle.players[seat].spawn
    return (*battle.table.starts, *battle.table.alternates)[spawn] if spawn >= 0 else None


def gaps(battle: Battle, spot: Spot) -> tuple[float, float, float, float]:
    """How far a place is from each edge of the table, in centimetres."""
    return spot[0], spot[1], battle.table.width - spot[0], battle.table.height - spot[1]


def is_safe(battle: Battle, unit: Unit) -> bool:
    """Whether it is at the edge next to its starting position, or there itself (TC-EVAC-1)."""
    start = start_of(battle, unit.seat)
    if start is None:
        return False
    near = gaps(battle, start)
    friendly = [edge for edge, gap in enumerate(near) if gap == min(near)]
    here = gaps(battle, unit.at)
    return to_spot(unit, start) <= CLOSE or any(here[edge] - unit.radius <= CLOSE for edge in friendly)


@frozen
class ToEvacuate(UnitAction):
    family, name, rule, hotkey = "move", "Evacuate", "TC-EVAC-1", "Y"
    says = "It leaves the table, safe: nobody scores for it."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.kind == "crew"

    def refuse(self) -> Refusal | None:
        if not is_safe(self.battle, self.unit):
            return Refusal("not at the edge of its side, nor at its starting position", "TC-EVAC-1")
        return None

    def work(self) -> Sequence[Step]:
        return [Evacuate(self.unit.id)]


@frozen
class Evacuate(Step):
    says = "The crewmember is safe and out of the game; that is no elimination."
    unit: str
    rules = ("TC-EVAC-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is evacuated"

    def run(self, game: Game[Battle]) -> None:
        remove(game, game.state.units[self.unit], EVACUATED)


ACTIONS: tuple[type[UnitAction], ...] = (ToEvacuate,)
