"""Moves that end in base contact (TC-ADJ-1, TC-RANGE-7, TC-BASE-1, TC-BASE-9): beside a unit, or against a piece."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, radians

from attrs import define, field

from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.landing_places import RoomField
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan, by_chance
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots, spot_text

STEP = 5
"""Around a base places of contact are offered every so many degrees; any between are as good."""


def ring(middle: Spot, reach: float, step: int = STEP) -> list[Spot]:
    """Places at a distance from a middle, to the hundredth."""
    x, y = middle
    angles = [radians(degrees) for degrees in range(0, 360, step)]
    return [(round(x + reach * sin(angle), 2), round(y - reach * cos(angle), 2)) for angle in angles]


def rim(piece: Feature, reach: float) -> list[Spot]:
    """Places at a distance from a piece, about a centimetre from each other."""
    shape = piece.shape.buffer(reach).exterior
    count = max(8, int(shape.length))
    points = (shape.interpolate(number / count, normalized=True) for number in range(count))
    return [(round(point.x, 2), round(point.y, 2)) for point in points]


@define
class ContactField(MoveField):
    """Where a unit can move so that its base ends against a unit or a piece of terrain."""

    target: str = field(kw_only=True)
    rule: str = field(kw_only=True)

    def spots(self) -> list[Spot]:
        """The places of contact that are offered, within reach."""
        if self.target in self.battle.units:
            other = self.battle.units[self.target]
            found = ring(other.at, other.radius + self.radius)
        else:
            found = rim(self.battle.table.piece(self.target), self.radius + CLOSE / 2)
        return [spot for spot in found if self.might_go(spot)]

    def touches_target(self, spot: Spot) -> bool:
        if self.target in self.battle.units:
            other = self.battle.units[self.target]
            return dist(spot, other.at) <= self.radius + other.radius + CLOSE
        return self.battle.table.piece(self.target).figure.distance(spot) <= self.radius + CLOSE

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        refusal, taken = super().judge_plan(plan, ends)
        if refusal is not None:
            return refusal, taken
        (end,) = ends or self.ends(plan)
        if not self.touches_target(end):
            return Refusal(f"not in contact with {self.called}", self.rule), taken
        if self.target in self.battle.units and self.end_surface(plan) != self.battle.units[self.target].on:
            return Refusal(f"not on the surface on which {self.called} stands", self.rule), taken
        return None, taken

    def end_surface(self, plan: Plan) -> str:
        (track,) = self.tracks(plan)
        still = all(a == b for a, b in pairwise(track))
        return plan.surface or self.unit.on if still else self.course(plan).on

    @property
    def called(self) -> str:
        battle = self.battle
        return battle.units[self.target].name if self.target in battle.units else battle.table.piece(self.target).called

    def raster(self) -> list[Spot]:
        return self.spots()

    def survey(self) -> Iterator[tuple[str, str] | None]:
        for spot in (self.middle, *self.spots()):
            refusal, taken = self.judge_answer(Plan((spot,)))
            yield (spot_text(spot), f"{taken:.0f}") if refusal is None else None

    def sample(self, chooser: Chooser) -> str:
        spots = [self.middle, *self.spots()]
        free = (spot for spot in by_chance(spots, chooser) if self.judge_answer(Plan((spot,)))[0] is None)
        return next(map(spot_text, free), "")

    def otherwise(self) -> Iterator[list[str]]:
        return iter(())

    def can_touch(self) -> bool:
        """Whether there is any way into contact; looked for only until one is found."""
        return any(self.judge_answer(Plan((spot,)))[0] is None for spot in (self.middle, *self.spots()))


def contact_field(battle: Battle, unit: Unit, target: str, rule: str, share: float = 1.0) -> ContactField:
    """Where a unit can move, with this share of its speed, into contact with a unit or a piece."""
    return ContactField(
        unit.models,
        unit.radius,
        unit.facing,
        share * unit.speed,
        2 * unit.radius,
        True,
        battle=battle,
        unit=unit,
        target=target,
        rule=rule,
    )


def in_reach(battle: Battle, unit: Unit, target: str) -> bool:
    """Whether a target is near enough for a move into contact, as the crow flies."""
    if target in battle.units:
        other = battle.units[target]
        return dist(unit.at, other.at) - unit.radius - other.radius <= unit.speed
    return battle.table.piece(target).figure.distance(unit.at) - unit.radius <= unit.speed


# ---------------------------------------------------------------- put down beside something
@define
class BesideField(RoomField):
    """Where a unit finds room in base contact with a base that stands there, or stood there."""

    keep: float = field(kw_only=True)
    """The radius of that base, in centimetres."""
    inside: bool = field(default=False, kw_only=True)
    """Whether it may stand where that base stood as well."""

    def refuse_models(self, models: Spots) -> Refusal | None:
        refusal = super().refuse_models(models)
        if refusal is None and not self.inside and dist(models[0], self.spot) < self.reach - 2 * CLOSE:
            return Refusal("not beside it", self.rule)
        return refusal

    def candidates(self) -> list[Spot]:
        within = super().candidates() if self.inside else []
        return [*ring(self.spot, self.keep + self.radius), *within]

    def has_room(self) -> bool:
        fine = ring(self.spot, self.keep + self.radius, 1)
        return any(map(self.is_free, self.candidates())) or any(map(self.is_free, fine))

    def otherwise(self) -> Iterator[list[str]]:
        if not self.cells():
            yield from ([spot_text(spot)] for spot in ring(self.spot, self.keep + self.radius, 1) if self.is_free(spot))


def beside_field(
    battle: Battle, unit: Unit, spot: Spot, keep: float, on: str, rule: str, inside: bool = False
) -> BesideField:
    """Where a unit can be put down beside a base."""
    return BesideField(
        1,
        unit.radius,
        2 * unit.radius,
        unit.facing,
        battle=battle,
        unit=unit,
        spot=spot,
        reach=keep + unit.radius + CLOSE,
        on=on,
        rule=rule,
        keep=keep,
        inside=inside,
    )
