"""Overrun (TC-OVERRUN-1): a machine drives straight ahead over whoever is in its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import Any, cast

from attrs import define, evolve, field

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.body_attack_rolls import rolled_damage
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tabletop_tui.rules.techcommander.ways.hindrance import ignores_ground
from tabletop_tui.rules.techcommander.ways.march_protocol import surfaces
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.skirmish.interruptible_march import Due, March, whole_units
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.bases import HUNDREDTH
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.intervals import common, united
from tabletop_tui.table.points import Spot, Spots

OVERRUN = "overrun"
"""The key of the action."""


@define
class OverrunField(MoveField):
    """Straight ahead, over units of either side."""

    line: tuple[Spot, ...] = field(default=(), kw_only=True)
    """Two places on the line that it has begun, from the first to the second; () where it may still choose."""

    @property
    def turns(self) -> bool:
        return False

    @property
    def plain(self) -> bool:
        return not self.line  # every straight way will do

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        (end,) = ends or self.ends(plan)
        if len(plan.waypoints) > 1 or not self.is_ahead(end):
            return Refusal("an overrun goes straight", "TC-OVERRUN-1"), 0.0
        return super().judge_plan(plan, ends)

    def is_ahead(self, spot: Spot) -> bool:
        """Whether a place lies on the line, as far as hundredths allow, and not behind."""
        if not self.line or spot == self.middle:
            return True
        end = self.ahead(dist(self.middle, spot))
        return dist(end, spot) <= HUNDREDTH

    def ahead(self, far: float) -> Spot:
        """The place so far on along the line."""
        (x, y), (u, v) = self.line
        share = far / dist(*self.line)
        return to_hundredths((self.middle[0] + (u - x) * share, self.middle[1] + (v - y) * share))

    def raster(self) -> list[Spot]:
        """The whole centimetres of the line, once there is one."""
        if not self.line:
            return super().raster()
        return [self.ahead(far) for far in whole_units(1.0, self.allowance)]


class Overruns:
    """Whoever is met on the way of an overrun may dodge, or is run over; each only once (TC-OVERRUN-2)."""

    prefix = "overrun:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        doing, whole = game.state.doing, cast(Any, march)
        if doing is None or doing.kind != OVERRUN or whole.units != doing.units:
            return
        battle = game.state
        mover, (path,) = battle.units[whole.units[0]], march.paths
        grounds = [(part, on) for part, on in surfaces(battle, whole, (mover, path))]
        for other in battle.on_table():
            key = f"{self.prefix}{other.id}"
            if other.id == mover.id or key in doing.watched:
                continue
            met = path.near(other.at, mover.radius + other.radius - CLOSE)
            level = tuple(part for part, on in grounds if on == other.on or is_driven_over(battle, mover, other.on))
            for begin, end in common(met, united(level)):
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


def is_driven_over(battle: Battle, mover: Unit, on: str) -> bool:
    """Whether one whose jets carry it over everything still drives over a surface: a hill or a ramp."""
    return ignores_ground(mover) and on != GROUND and battle.table.piece(on).type.climbs == "ramp"


def overrun_field(
    battle: Battle, unit: Unit, share: float = 1.0, slowed: tuple[str, ...] = (), line: tuple[Spot, ...] = ()
) -> OverrunField:
    """Where an overrun may go with this share of the speed of a machine, the first leg of it or a later one."""
    return OverrunField(
        unit.models,
        unit.radius,
        unit.facing,
        share * unit.speed,
        2 * unit.radius,
        True,
        battle=battle,
        unit=unit,
        blocked=False,
        slowed=slowed,
        line=line,
    )
