"""Placing and moving a unit of several models on an open table by one spot: answers, formations, fields.

A rulebook says only what it forbids and what it costs (`StandField.refuse_models`, `MarchField.judge_march`); how an
answer is read, where each model ends and by which way it goes is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise, repeat, starmap
from math import atan2, ceil, degrees, dist, hypot, inf, nan
from typing import ClassVar, TypeVar

from attrs import define, evolve

from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.skirmish.incremental_search import Searching
from tabletop_tui.table import formations
from tabletop_tui.table.bases import TINY, place_of
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.length_units import LengthUnit
from tabletop_tui.table.points import Spot, Spots, parse_spot, spot_text
from tabletop_tui.table.polygons import Box, bounds

T = TypeVar("T")
TRIES = 12
"""So often a place is looked for by chance before all are listed."""
LATTICE = 1.0
"""The raster on which places are offered; any place between is as good."""
HALF_WAY = 0.75 * LATTICE
"""No place is further than this from the nearest of the raster."""
EVERY = 25
"""Every so many of all places is tried first, where any will do."""
ROUNDED = 0.02
"""Models stand at places to the hundredth, so their way may be this much shorter than that of their middle."""


# ---------------------------------------------------------------- answers
@frozen
class Plan:
    """A movement as an answer says it: waypoints, then a formation, a turn, and models moved by themselves."""

    waypoints: tuple[Spot, ...]
    formation: str = "keep"
    turn: float = 0.0
    """Degrees clockwise, on from how the unit would stand or face else."""
    nudges: tuple[tuple[int, Spot], ...] = ()
    """For a model, counted from 0, how far it stands from its place in the formation."""
    surface: str = ""
    """The piece on which the unit ends, if the answer says it."""

    @property
    def stance(self) -> str:
        """The formation of those who have none to keep."""
        return "block" if self.formation == "keep" else self.formation

    def nudged(self, models: Sequence[Spot]) -> Spots:
        """The places with those models moved; a number that no model has moves none."""
        if not self.nudges:
            return tuple(models)
        by = dict(self.nudges)
        return tuple(
            (round(x + by[number][0], 2), round(y + by[number][1], 2)) if number in by else (x, y)
            for number, (x, y) in enumerate(models)
        )


def plan_of(spots: Sequence[str]) -> Plan | Refusal:
    """Read an answer: places 'x,y', then perhaps 'form=line', 'turn=90', 'model3=0.5,-0.25' (the third model).

    And 'on=bridge' says on which of several surfaces the unit ends.
    """
    waypoints: list[Spot] = []
    formation, turn, surface = "keep", 0.0, ""
    nudges: dict[int, Spot] = {}
    for text in spots:
        key, equals, value = text.partition("=")
        spot = parse_spot(value if equals else text)
        number = key.removeprefix("model")
        if not equals:
            if spot is None:
                return Refusal(f"{text!r} is no place; places are written x,y")
            waypoints.append(spot)
        elif key == "form" and value in formations.FORMATIONS:
            formation = value
        elif key == "turn" and value.lstrip("-").isdecimal() and len(value) < 5:
            turn = float(value)
        elif key == "on" and value:
            surface = value
        elif spot is not None and key != number and number.isdecimal() and len(number) < 3:
            nudges[int(number) - 1] = spot
        else:
            return Refusal(f"{text!r} is neither a place nor form=..., turn=..., on=... or model1=...")
    if not waypoints:
        return Refusal("give a place")
    return Plan(tuple(waypoints), formation, turn, tuple(nudges.items()), surface)


class Planned:
    """A field that is answered by plans: an answer is read here, and all behind this door works with the Plan."""

    def refuse_plan(self, plan: Plan) -> Refusal | None:
        """Why this cannot be, or None."""
        raise NotImplementedError

    def bases(self, plan: Plan) -> Sequence[tuple[float, float, float]]:
        """Where each model would stand, allowed or not, as (x, y, radius); [] if there is no saying."""
        raise NotImplementedError

    def complete(self, plan: Plan) -> Plan:
        """What is meant besides what an answer says; a rulebook may fill in the way to a single place."""
        return plan

    def cost_of(self, plan: Plan) -> str:
        """What it takes, in the rulebook's words."""
        return ""

    def way(self, plan: Plan) -> Sequence[Spot]:
        """The places by which a complete plan leads that is not refused."""
        return plan.waypoints

    # ------------------------------------------------------------------ answers
    def parsed(self, spots: Sequence[str]) -> Plan | Refusal:
        """What an answer says, word by word."""
        return plan_of(spots)

    def read(self, spots: Sequence[str]) -> Plan | Refusal:
        """What an answer means."""
        plan = self.parsed(spots)
        return plan if isinstance(plan, Refusal) else self.complete(plan)

    def meant(self, spots: Sequence[str]) -> Plan:
        """The same for an answer that makes sense."""
        plan = self.read(spots)
        assert isinstance(plan, Plan), plan
        return plan

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        plan = self.parsed(spots)
        return plan if isinstance(plan, Refusal) else self.refuse_plan(plan)

    def cost(self, spots: Sequence[str]) -> str:
        plan = self.parsed(spots)
        return "" if isinstance(plan, Refusal) else self.cost_of(plan)

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        plan = self.parsed(spots)
        if isinstance(plan, Refusal) or self.refuse_plan(plan) is not None:
            return []
        return [*map(spot_text, self.way(self.complete(plan)))]

    def stands(self, spots: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        plan = self.read(spots)
        return [] if isinstance(plan, Refusal) else self.bases(plan)


# ---------------------------------------------------------------- a whole unit
class UnitField(Planned, Searching):
    """A field for a whole unit, which stands somewhere in the end."""

    radius: float

    def ends(self, plan: Plan) -> Spots:
        """Where the models stand in the end."""
        raise NotImplementedError

    def final_facing(self, plan: Plan) -> float:
        """Which way a single model then faces, in degrees clockwise from north."""
        raise NotImplementedError

    @property
    def single(self) -> bool:
        """Whether it is one model, that faces some way."""
        raise NotImplementedError

    def bases(self, plan: Plan) -> Sequence[tuple[float, float, float]]:
        return [(x, y, self.radius) for x, y in self.ends(plan)]

    def places(self, spots: Sequence[str]) -> tuple[Spots, float]:
        """Where the models end and which way a single one faces; the answer must make sense."""
        plan = self.meant(spots)
        return self.ends(plan), self.final_facing(plan)

    def faces(self, spots: Sequence[str]) -> float | None:
        plan = self.read(spots)
        return None if not self.single or isinstance(plan, Refusal) else self.final_facing(plan)


# ---------------------------------------------------------------- standing
@define
class StandField(UnitField):
    """Places for a whole unit in a formation around a spot, without a way to them."""

    count: int
    radius: float
    spacing: float
    """Between the middles of neighbours in a formation, in table units."""
    facing: float = 0.0
    """How a single model faces unless the answer turns it, in degrees from north."""

    def refuse_models(self, models: Spots) -> Refusal | None:
        """Why the models cannot stand there."""
        raise NotImplementedError

    def candidates(self) -> list[Spot]:
        """The spots of the raster that might do."""
        raise NotImplementedError

    @property
    def forms(self) -> Sequence[str]:
        return formations.FORMATIONS[1:] if self.count > 1 else ()

    @property
    def single(self) -> bool:
        return self.count == 1

    def final_facing(self, plan: Plan) -> float:
        return (self.facing + plan.turn) % 360

    def ends(self, plan: Plan) -> Spots:
        return plan.nudged(formations.formed(plan.stance, self.count, self.spacing, plan.turn, plan.waypoints[-1]))

    def box(self, plan: Plan) -> Box:
        """What the box around them surely covers, as long as none is moved by itself."""
        box = formations.formation_box(plan.stance, self.count, self.spacing, plan.turn)
        return formations.shifted_box(box, plan.waypoints[-1])

    def might_stand(self, box: Box) -> bool:
        """Whether models may stand there whose box covers this one, before any is looked at; a rulebook knows."""
        return True

    def refuse_plan(self, plan: Plan) -> Refusal | None:
        return self.refuse_models(self.ends(plan))

    def is_free(self, spot: Spot) -> bool:
        """Whether the unit can stand around a spot in a block."""
        return self.has_place(Plan((spot,)))

    def has_place(self, plan: Plan) -> bool:
        """Whether the unit can stand so; no model is moved by itself."""
        return self.might_stand(self.box(plan)) and self.refuse_models(self.ends(plan)) is None

    def sifted(self, spots: Iterable[Spot]) -> Iterable[Spot]:
        """Those of some places that are not out of the question for a block; a rulebook may see so of many at once."""
        return spots

    def fitting(self, spots: Sequence[Spot]) -> Iterable[bool]:
        """Of each of these places whether the unit can stand around it; a rulebook may find it for all at once."""
        return map(self.is_free, spots)

    def survey(self) -> Iterator[tuple[str, str] | None]:
        spots = [*self.sifted(self.candidates())]
        for spot, is_free in zip(spots, self.fitting(spots), strict=True):
            yield (spot_text(spot), "") if is_free else None

    def cells_for(self, shape: Sequence[str]) -> Mapping[str, str]:
        plan = self.meant(["0,0", *shape])
        return {spot_text(spot): "" for spot in self.candidates() if self.has_place(evolve(plan, waypoints=(spot,)))}

    def has_room(self) -> bool:
        """Whether there is any place at all; looked for only until one is found."""
        return any(map(self.is_free, self.sifted(self.candidates())))

    def sample(self, chooser: Chooser) -> str:
        free = filter(self.is_free, by_chance(self.candidates(), chooser))
        return next(map(spot_text, free), "")


# ---------------------------------------------------------------- moving
@define
class MarchField(UnitField):
    """Where a unit can move within an allowance: all models go the same way, and then to their places."""

    length_unit: ClassVar[LengthUnit]
    """The rulebook's unit of length."""
    models: Spots
    radius: float
    facing: float
    allowance: float
    spacing: float
    may_stay: bool = False

    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        """What the rulebook says to these ways, one a model, of which the longest is so long."""
        raise NotImplementedError

    @property
    def single(self) -> bool:
        return len(self.models) == 1

    @cached_property
    def middle(self) -> Spot:
        """Where they stand as their unit's place is told: who is said to stay there stays exactly where he is."""
        return place_of(self.models)

    @cached_property
    def offsets(self) -> list[Spot]:
        """The models, seen from their middle."""
        x, y = self.middle
        return [(u - x, v - y) for u, v in self.models]

    @cached_property
    def extent(self) -> Box:
        """The box around them, seen from their middle."""
        return bounds(self.offsets)

    @property
    def forms(self) -> Sequence[str]:
        """How the models can stand around the spot: as they stand now, or in one of the formations."""
        return () if self.single else formations.FORMATIONS

    def ends(self, plan: Plan) -> Spots:
        end, still = plan.waypoints[-1], self.single or (plan.formation == "keep" and not plan.turn)
        if still and end == self.middle and not plan.nudges:
            return self.models  # who came into contact may stand between two hundredths
        if self.single:
            return formations.shifted([(0.0, 0.0)], end)
        x, y = self.middle
        if plan.formation == "keep":
            return plan.nudged(formations.shifted(formations.turned(self.offsets, plan.turn), end))
        shape = formations.turned(formations.formation(plan.formation, len(self.models), self.spacing), plan.turn)
        return plan.nudged(assigned(self.models, formations.shifted(shape, end), (end[0] - x, end[1] - y)))

    def final_facing(self, plan: Plan) -> float:
        """A single model ends facing along its last leg, turned on from there by what the answer says."""
        if not self.single:
            return self.facing
        here = self.models[0]
        course = [here, *(here if spot == self.middle else spot for spot in plan.waypoints)]
        headings = [heading(a, b) for a, b in pairwise(course) if dist(a, b) > TINY]
        return ((headings[-1] if headings else self.facing) + plan.turn) % 360

    def tracks(self, plan: Plan, ends: Spots | None = None) -> list[list[Spot]]:
        """The way of each model, its start first."""
        ends = ends or self.ends(plan)
        if len(plan.waypoints) == 1:
            return [[spot, end] for spot, end in zip(self.models, ends, strict=True)]
        x, y = self.middle
        moves = [(u - x, v - y) for u, v in plan.waypoints[:-1]]
        return [
            [spot, *((spot[0] + dx, spot[1] + dy) for dx, dy in moves), end]
            for spot, end in zip(self.models, ends, strict=True)
        ]

    def judge_answer(self, plan: Plan) -> Judgement:
        """Why this movement is refused, if it is, and what it takes."""
        return self.judge_plan(self.complete(plan))

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        """The same for a plan that is complete; where its models end may be known already."""
        ends, facing = ends or self.ends(plan), self.final_facing(plan)
        tracks = self.tracks(plan, ends)
        straight = len(plan.waypoints) == 1
        length = max(starmap(dist, tracks)) if straight else longest(tracks)
        if length < TINY and facing == self.facing and self.may_stay:
            return None, 0.0
        return self.judge_march(tracks, ends, length, facing)

    def refuse_plan(self, plan: Plan) -> Refusal | None:
        return self.judge_answer(plan)[0]

    def cost_of(self, plan: Plan) -> str:
        return f"{self.judge_answer(plan)[1]:.1f} of {self.allowance:g} {self.length_unit.short}"

    def way(self, plan: Plan) -> Sequence[Spot]:
        return self.middle, *plan.waypoints

    def survey(self) -> Iterator[tuple[str, str] | None]:
        """The places of the raster that the middle of the unit can move to, with what it takes."""
        if self.may_stay:
            yield spot_text(self.middle), "0"
        spots = self.sifted(self.raster())
        for spot, taken in zip(spots, self.known(spots), strict=True):
            if taken == taken:  # not nan
                yield (spot_text(spot), f"{taken:.0f}") if taken < inf else None
            else:
                refusal, taken = self.judge_answer(Plan((spot,)))
                yield (spot_text(spot), f"{taken:.0f}") if refusal is None else None

    def sifted(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        """Those of some places that are near enough; a rulebook may see so of all at once."""
        return [*filter(self.might_go, spots)]

    def known(self, spots: Sequence[Spot]) -> Sequence[float]:
        """What it takes to go to places, as far as that is found for all at once: inf where it surely cannot go there,
        nan where that has to be judged."""
        return [nan] * len(spots)

    @cached_property
    def spread(self) -> float:
        """How far its models are from their middle."""
        return max(hypot(*offset) for offset in self.offsets)

    @property
    def on_hundredths(self) -> bool:
        """Whether its models, wherever they go together, stand to each other as they do now."""
        return all((round(x, 2), round(y, 2)) == (x, y) for x, y in self.models)

    def sample(self, chooser: Chooser) -> str:
        """A place by chance: a few tries within the allowance, and only then the raster place by place."""
        (x, y), reach = self.middle, int(self.allowance)
        for _ in range(TRIES):
            spot = (float(round(x) + chooser.randint(-reach, reach)), float(round(y) + chooser.randint(-reach, reach)))
            if self.can_go(spot):
                return spot_text(spot)
        return next(map(spot_text, filter(self.can_go, by_chance(self.raster(), chooser))), "")

    def might_go(self, spot: Spot) -> bool:
        """Whether a place is near enough, before anything is looked at more closely; a rulebook knows its table."""
        return dist(self.middle, spot) <= self.allowance + ROUNDED

    def can_go(self, spot: Spot) -> bool:
        return self.might_go(spot) and self.judge_answer(Plan((spot,)))[0] is None

    def goes_straight(self, plan: Plan) -> bool:
        """Whether it can simply go so; a rulebook that looks for ways round things does not look for them here."""
        return self.judge_answer(plan)[0] is None

    def raster(self) -> list[Spot]:
        """The places of the raster within the allowance."""
        return [*raster_around(self.middle, self.allowance)]

    def can_move(self) -> bool:
        """Whether there is any place but its own to move to; looked for only until one is found."""
        return any(map(self.can_go, self.raster()))


Judgement = tuple[Refusal | None, float]


@lru_cache(maxsize=64)
def raster_around(middle: Spot, reach: float) -> Spots:
    """The places of the raster within reach of a place, but for that place itself."""
    x, y = map(round, middle)
    steps = [(x + column, y + row, sure) for column, row, sure in lattice(reach)]
    return tuple((u, v) for u, v, sure in steps if sure or TINY < dist(middle, (u, v)) <= reach)


@lru_cache(maxsize=64)
def lattice(reach: float) -> tuple[tuple[float, float, bool], ...]:
    """The raster around one of its places, as far as it may be within reach of a place beside that one.

    With each place, whether it surely is, and not that place itself; else that has to be measured.
    """
    far = ceil(reach / LATTICE)
    steps = [number * LATTICE for number in range(-far, far + 1)]
    places = [(column, row, hypot(column, row)) for column in steps for row in steps]
    return tuple(
        (column, row, HALF_WAY < away < reach - HALF_WAY) for column, row, away in places if away <= reach + HALF_WAY
    )


def all_over(spots: Sequence[Spot]) -> Iterator[Spot]:
    """These places, before all some from all over: where many will do, one of them most likely does."""
    return chain(spots[EVERY // 2 :: EVERY], spots)


def by_chance(spots: list[T], chooser: Chooser) -> Iterator[T]:
    """These places in an order of chance, each once; the order is made only as far as it is asked for."""
    for last in range(len(spots) - 1, -1, -1):
        pick = chooser.randint(0, last)
        spots[pick], spots[last] = spots[last], spots[pick]
        yield spots[last]


def longest(tracks: Sequence[Sequence[Spot]]) -> float:
    """How long the longest of these ways is."""
    return max(added(starmap(dist, pairwise(way))) for way in tracks)


def assigned(models: Spots, ends: Spots, by: Spot) -> Spots:
    """The ends in the order of the models, each model taking the nearest that is still free."""
    free, order = list(ends), []
    for x, y in models:
        there = x + by[0], y + by[1]
        away = [*map(dist, free, repeat(there))]
        order.append(free.pop(away.index(min(away))))
    return tuple(order)


def heading(a: Spot, b: Spot) -> float:
    """The direction from a to b, in degrees clockwise from north."""
    return round(degrees(atan2(b[0] - a[0], a[1] - b[1])) % 360, 1)
