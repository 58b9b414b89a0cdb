"""Overrun (TC-OVERRUN-1): a machine drives straight ahead over whoever is in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from attrs import define, evolve, frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.aiming.melee_checks import rolled_damage
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tabletop_tui.rules.techcommander.ways.movement_limits import MoveField
from tabletop_tui.skirmish.march import Due, March
from tabletop_tui.skirmish.placement import Judgement, Plan
from tabletop_tui.table.points import Spots

OVERRUN = "overrun"
"""The key of the action."""


@define
class OverrunField(MoveField):
    """Straight ahead, over units of either side."""

    @property
    def turns(self) -> bool:
        return False

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        if len(plan.waypoints) > 1:
            return Refusal("an overrun goes straight", "TC-OVERRUN-1"), 0.0
        return super().judge_plan(plan, ends)


class Overruns:
    """Whoever is met on the way of an overrun may dodge, or is run over; each only once (TC-OVERRUN-2)."""

    prefix = "overrun:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        doing, whole = game.state.doing, cast(Any, march)
        if doing is None or doing.kind != OVERRUN or whole.units != doing.units:
            return
        mover, (path,) = game.state.units[whole.units[0]], march.paths
        for other in game.state.on_table():
            key = f"{self.prefix}{other.id}"
            if other.id == mover.id or other.on != mover.on or key in doing.watched:
                continue
            for begin, end in path.near(other.at, mover.radius + other.radius - CLOSE):
                if end * march.length >= march.done:
                    yield Due(max(round(begin * march.length, 6), march.done), key)

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        battle, whole = game.state, cast(Any, march)
        assert battle.doing is not None
        battle.doing = evolve(battle.doing, watched=(*battle.doing.watched, due.key))
        name, mover = due.key.removeprefix(self.prefix), battle.units[whole.units[0]]
        end = march.tracks[0][-1]
        return [Dodge(name, mover.id, OVERRUN, (RunOver(name, mover.id),), ((end, mover.radius),))]


@frozen
class RunOver(Step):
    says = "Whoever did not dodge takes one D20 times the AC of the machine; armour helps."
    unit: str
    by: str
    rules = ("TC-OVERRUN-3",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.by} runs over {self.unit}"

    def run(self, game: Game[Battle]) -> None:
        unit, mover = game.state.units[self.unit], game.state.units[self.by]
        damage = rolled_damage(game, mover, f"{mover.name} runs over {unit.name}", "TC-OVERRUN-3")
        strike(game, unit, Blow(damage, mover.id, mover.seat, cause="overrun"))


def overrun_field(battle: Battle, unit: Unit) -> OverrunField:
    return OverrunField(
        unit.models,
        unit.radius,
        unit.facing,
        unit.speed,
        2 * unit.radius,
        True,
        battle=battle,
        unit=unit,
        blocked=False,
    )
