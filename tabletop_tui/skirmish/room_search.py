"""Whether a unit finds room anywhere, where no place of the raster will do: in formation, else one model by one.

A rulebook says in which region a single model may stand; whether all of them may is judged as any other answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import chain, compress, islice, repeat, starmap, tee
from math import dist, inf
from operator import le
from typing import Any

import numpy as np
from attrs import define, evolve
from shapely.geometry.base import BaseGeometry

from tabletop_tui.skirmish.candidate_places import reasons, suggested
from tabletop_tui.skirmish.unit_place_fields import MarchField, Plan, StandField, assigned
from tabletop_tui.table import formations, region_places, region_shapes
from tabletop_tui.table.bases import HUNDREDTH, TINY, place_of
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, spot_text
from tabletop_tui.table.reachability import meeting_region, rough_disc
from tabletop_tui.table.rough_fit import RoughFit

TURNS = (0.0, 90.0, *(float(turn) for turn in range(15, 360, 15) if turn != 90))
"""How a formation is turned when it looks for room: straight and across first."""
STEPS = (0.25, 0.05, 0.01)
"""The steps by which a place is made better, and those beside its own that a unit may take."""
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
Worth = Callable[[Spots], Any]
"""What it is worth to have the models at some places; anything that can be compared."""
MOST_OFFERED = 20
"""So many places are offered where the raster has none."""
A_FEW, MOST_LOOKED_AT, MOST_ENDS, MOST_WAYS = 8, 6000, 2000, 400
"""So many places are tried at a time for each formation; so many are looked at and so many tried in each region; to so
many of them ways are looked for."""
AT_ONCE = 64
"""So many places are looked at together."""
FINE = 0.25
"""So far from each other places are tried where a region does not tell everything."""


# ---------------------------------------------------------------- answers
def words_of(plan: Plan) -> list[str]:
    """The answer that means a plan."""
    form = [] if plan.formation == "keep" else [f"form={plan.formation}"]
    turn = [f"turn={plan.turn:g}"] if plan.turn else []
    nudges = [f"model{number + 1}={spot_text(by)}" for number, by in plan.nudges]
    return [*map(spot_text, plan.waypoints), *form, *turn, *nudges]


def hint_of(plan: Plan) -> str:
    """How a unit finds room, for the end of a question: where and in which formation, but not each model's place."""
    words = [word for word in words_of(plan) if not word.startswith("model")]
    return f" (as {' '.join(words)}{', each model where there is room' if plan.nudges else ''})"


def nudges_to(models: Spots, ends: Spots) -> tuple[tuple[int, Spot], ...]:
    """By how much each model has to be moved by itself to come from its place to its end."""
    moved = [to_hundredths((u - x, v - y)) for (x, y), (u, v) in zip(models, ends, strict=True)]
    return tuple((number, by) for number, by in enumerate(moved) if by != (0.0, 0.0))


def to_hundredths(spot: Spot) -> Spot:
    """The place as it is kept."""
    return round(spot[0], 2), round(spot[1], 2)


def polished(plan: Plan, worth: Callable[[Plan], Any], allowed: Callable[[Plan], bool]) -> Plan:
    """The plan with its place moved to where it is worth more, by ever smaller steps down to a hundredth."""
    most = worth(plan)
    for step in STEPS:
        better = True
        while better:
            (x, y), better = plan.waypoints[-1], False
            for dx, dy in SIDES:
                there = to_hundredths((x + dx * step, y + dy * step))
                other = evolve(plan, waypoints=(*plan.waypoints[:-1], there))
                if (more := worth(other)) > most and allowed(other):
                    plan, most, better = other, more, True
                    break
    return plan


def spread_out(plans: Iterable[Plan], least: float) -> Iterator[Plan]:
    """Those of these plans that end at least so far from each one before."""
    taken: list[Spot] = []
    for plan in plans:
        spot = plan.waypoints[-1]
        if all(dist(spot, other) >= least for other in taken):
            taken.append(spot)
            yield plan


@lru_cache(maxsize=1 << 8)
def shapes(count: int, spacing: float) -> tuple[tuple[str, float, tuple[Spot, ...]], ...]:
    """Every formation at every turn that is another one, by its name and turn."""
    found: dict[frozenset[Spot], tuple[str, float, tuple[Spot, ...]]] = {}
    for turn in TURNS if count > 1 else TURNS[:1]:
        for name in formations.FORMATIONS[1:] if count > 1 else ("keep",):
            offsets = formations.turned(formations.formation("block" if name == "keep" else name, count, spacing), turn)
            found.setdefault(frozenset(map(to_hundredths, offsets)), (name, turn, tuple(offsets)))
    return tuple(found.values())


@by_identity(1 << 7)
def _rigid(region: BaseGeometry, offsets: tuple[Spot, ...]) -> BaseGeometry:
    """Found once of a region that a rulebook keeps."""
    return region_shapes.rigid(region, offsets)


@by_identity(1 << 5)
def _rough_fit(region: BaseGeometry) -> RoughFit:
    return RoughFit.of(region)


# ---------------------------------------------------------------- standing
@define(slots=False)
class RoomyStandField(StandField):
    """Places for a unit that are found wherever there is room, on the raster or not."""

    def room(self) -> Room:
        """The region in which its models may stand, and how they keep together."""
        raise NotImplementedError

    @cached_property
    def anywhere(self) -> Plan | None:
        """How it finds room at all, or None; asked only where the raster has no place."""
        return next(self.everywhere(), None)

    def everywhere(self) -> Iterator[Plan]:
        """Ways to find room: every formation where it fits, then models packed one beside another."""
        whole = self.room()
        if not whole.is_hopeless(whole.region) and any(True for _ in whole.chances()):
            yield from self._formed(whole)
            yield from self._packed(whole)

    def _formed(self, whole: Room) -> Iterator[Plan]:
        for name, turn, offsets in self._fitting(whole):
            for spot in region_places.spots_in(_rigid(whole.region, offsets)):
                plan = Plan((spot,), name, turn)
                if self._stands(plan):
                    yield plan

    def _fitting(self, whole: Room) -> Iterator[tuple[str, float, tuple[Spot, ...]]]:
        """The formations that might fit somewhere."""
        if not whole.is_hopeless(whole.region):
            rough = _rough_fit(whole.region)
            yield from (shape for shape in shapes(self.count, self.spacing) if rough.holds(shape[2]))

    def _packed(self, whole: Room) -> Iterator[Plan]:
        """One at most: it would be much the same again and again."""
        found = whole.arrangements() if self.count > 1 else ()
        yield from islice((self.as_plan(models) for models in found if self.refuse_models(models) is None), 1)

    def as_plan(self, models: Spots) -> Plan:
        """The plan that puts the models just there."""
        spot = place_of(models)
        block = self.ends(Plan((spot,)))
        return Plan((spot,), nudges=nudges_to(block, assigned(block, models, (0.0, 0.0))))

    def best(self, worth: Worth, near: Sequence[Spot] = (), all_shapes: bool = False) -> Plan | None:
        """Where it stands best, to the hundredth: in the first formation that finds room, or in whichever is best.

        That is at the rim of where the formation fits, or as near as can be to one of some places.
        """
        whole = self.room()
        found: list[tuple[Any, Plan]] = []
        for name, turn, offsets in self._fitting(whole):
            rim = region_places.rim_of(_rigid(whole.region, offsets), FINE, near)
            plans = [Plan((spot,), name, turn) for x, y in rim for spot in region_places.hundredths(x, y)]
            ranked = sorted(plans, key=lambda plan: worth(self.ends(plan)), reverse=True)
            if (there := next(filter(self._stands, ranked), None)) is not None:
                there = polished(there, lambda plan: worth(self.ends(plan)), self._stands)
                found.append((worth(self.ends(there)), there))
            if found and not all_shapes:
                break
        if found:
            return max(found, key=lambda pair: pair[0])[1]
        return next(self._packed(whole), None)

    def _stands(self, plan: Plan) -> bool:
        return self.refuse_models(self.ends(plan)) is None

    def has_room(self) -> bool:
        return self.has_block() or self.anywhere is not None

    def has_block(self) -> bool:
        """Whether a block has room at some place of the raster."""
        return super().has_room()

    @property
    def hint(self) -> str:
        """An answer for the end of a question, where the raster has none and a player would have to search long."""
        return "" if self.has_block() or self.anywhere is None else hint_of(self.anywhere)

    def otherwise(self) -> Iterator[list[str]]:
        """What is left where the raster has no place."""
        if not self.cells():
            yield from map(words_of, islice(self.everywhere(), MOST_OFFERED))

    def suggest(self) -> Iterator[list[str]]:
        """A few good places, by what the unit may want."""
        return map(words_of, suggested(self))

    def reasons(self, spots: Sequence[str]) -> Sequence[str]:
        return reasons(self, spots)


# ---------------------------------------------------------------- moving
@define(slots=False)
class RoomyMarchField(MarchField):
    """Where a unit can go, found wherever there is room within its allowance, on the raster or not."""

    def rooms(self) -> Iterator[Room]:
        """The regions in one of which all its models may end, and how they keep together."""
        raise NotImplementedError

    def stops(self) -> Sequence[Spot]:
        """From where a way may go on to its last place: where the unit stands, and the corners that it can reach."""
        return (self.middle,)

    def reach(self) -> BaseGeometry:
        """Where its middle can come, and more."""
        return region_shapes.outer_disc(self.middle, self.allowance)

    @property
    def allowances(self) -> Sequence[float]:
        """How far each model may go."""
        return [self.allowance] * len(self.models)

    def reach_of(self, number: int) -> BaseGeometry:
        """Where the model of a number can come, and more."""
        return rough_disc(self.models[number], self.allowances[number])

    @cached_property
    def reaches(self) -> list[BaseGeometry]:
        """Where each model can come, and more."""
        return [self.reach_of(number) for number in range(len(self.models))]

    def can_end(self, plan: Plan) -> bool:
        """Whether it may end so, by whatever way; looked at before a way is looked for."""
        return True

    @property
    def hint(self) -> str:
        """An answer for the end of a question, where the raster has none and a player would have to search long."""
        return "" if self.can_move() or self.anywhere is None else hint_of(self.anywhere)

    @cached_property
    def anywhere(self) -> Plan | None:
        """Some place to go, or None; asked only where the raster has none."""
        return next(self.everywhere(), None)

    def can_come_together(self) -> bool:
        """Whether a unit that is torn finds room to be one again: in a block, the nearest first, else anyhow."""
        spots = sorted(self.raster(), key=lambda spot: dist(spot, self.middle))
        blocks = (self.judge_plan(Plan((spot,), "block"))[0] is None for spot in spots)
        return any(blocks) or self.anywhere is not None

    def everywhere(self, wanted: Callable[[Plan], bool] = lambda plan: True) -> Iterator[Plan]:
        """Ways to end: as it stands, in every formation, then models packed one beside another.

        Those that are not wanted are not looked at.
        """
        ways = islice(filter(self.can_end, filter(wanted, copy(self.known_ends))), MOST_WAYS)
        return (plan for plan in ways if self.judge_answer(plan)[0] is None)

    def is_only_here(self, cells: Collection[str]) -> bool:
        """Whether of these places there is none but its own."""
        return not cells or (len(cells) == 1 and spot_text(self.middle) in cells)

    def beside(self) -> Iterator[Plan]:
        """What it can do without going far."""
        return (plan for plan in self.nudges() if self.judge_answer(plan)[0] is None)

    def nudges(self) -> Iterator[Plan]:
        """Steps of less than an inch, of all its models and of each for itself."""
        x, y = self.middle
        for step in STEPS:
            yield from (Plan((to_hundredths((x + dx * step, y + dy * step)),)) for dx, dy in SIDES)
        if len(self.models) > 1:
            for step in STEPS:
                for number in range(len(self.models)):
                    yield from (Plan(((x, y),), nudges=((number, (dx * step, dy * step)),)) for dx, dy in SIDES)

    def otherwise(self) -> Iterator[list[str]]:
        """What is left where the raster has no place but its own."""
        if self.is_only_here(self.cells()):
            found = dict.fromkeys(islice(self._spread_out(FINE), MOST_OFFERED // 2))
            others = (plan for plan in self.beside() if plan not in found)
            yield from map(words_of, islice(chain(found, others), MOST_OFFERED))

    def _spread_out(self, least: float) -> Iterator[Plan]:
        """Ways to end elsewhere, at least so far from each one before: what is nearer is not judged at all."""
        taken: list[Spot] = []

        def is_new(plan: Plan) -> bool:
            spot = plan.waypoints[-1]
            return all(dist(spot, other) >= least for other in taken) and self.ends(plan) != self.models

        for plan in self.everywhere(is_new):
            if is_new(plan):
                taken.append(plan.waypoints[-1])
                yield plan

    def suggest(self) -> Iterator[list[str]]:
        """A few good places, by what the unit may want."""
        return map(words_of, suggested(self))

    def reasons(self, spots: Sequence[str]) -> Sequence[str]:
        return reasons(self, spots)

    def can_go_anywhere(self) -> bool:
        """Whether there is anything at all that it can do; what takes longest comes last."""
        return self.can_move() or any(True for _ in self.beside()) or self.anywhere is not None

    @cached_property
    def known_ends(self) -> Iterator[Plan]:
        """All that may be tried. Copies of it are gone through, so each is found once, when first one comes to it."""
        return tee(self._ends(), 1)[0]

    def _ends(self) -> Iterator[Plan]:
        for whole in self.rooms():
            link = whole.link if whole.chain else inf
            whole.narrowed = partial(meeting_region, reaches=self.reaches, link=link, across=whole.across)
            whole.region, whole.focus = whole.narrowed(whole.region), self.middle
            if not whole.is_hopeless(whole.region):
                yield from islice(self._formed(whole, self.reach()), MOST_ENDS)
                yield from self._packed(whole) if len(self.models) > 1 else ()

    def _formed(self, whole: Room, reach: BaseGeometry) -> Iterator[Plan]:
        """A few places in every formation, then some more in each of them."""
        stops, forms = self.stops(), list(self._shapes())
        each, rough = MOST_LOOKED_AT // len(forms), RoughFit.of(whole.region, self.reaches)

        def shaped(name: str, turn: float, offsets: Sequence[Spot]) -> Iterator[Plan]:
            if not (rough.joins(offsets, name == "keep") if self.in_formation else rough.holds(offsets)):
                return
            area = whole.rigid(offsets).intersection(reach)
            spots: Iterator[Spot] = islice(region_places.spots_in(area, stops, FINE), each)
            if self.in_formation:
                spots = self._within_reach(spots, offsets, name == "keep")
            yield from filter(self.is_near, (Plan((spot,), name, turn) for spot in spots))

        plans = list(starmap(shaped, forms))
        while plans:
            left, plans = plans, []
            for some in left:
                found = list(islice(some, A_FEW))
                yield from found
                plans += [some] if found else []

    @property
    def in_formation(self) -> bool:
        """Whether its models end just where a formation has them."""
        return True

    def _within_reach(self, spots: Iterator[Spot], offsets: Sequence[Spot], in_order: bool) -> Iterator[Spot]:
        """Those of these places where a formation has an end near enough for each model, and for each end a model.

        Of all others `is_near` would say so one by one. `in_order` says that each model has its own end.
        """
        models, ends, most = np.array(self.models), np.array(offsets), np.array(self.allowances) + HUNDREDTH
        by = ends - models if in_order else ends[:, None, :] - models
        while some := list(islice(spots, AT_ONCE)):
            away = np.array(some).reshape(-1, *[1] * (by.ndim - 1), 2) + by
            near = np.hypot(away[..., 0], away[..., 1]) <= most
            yield from compress(some, near.all(1) if in_order else near.any(1).all(1) & near.any(2).all(1))

    def is_near(self, plan: Plan) -> bool:
        """Whether no model has further to go than it may, straight on."""
        return all(map(le, map(dist, self.models, self.ends(plan)), [far + TINY for far in self.allowances]))

    def _shapes(self) -> Iterator[tuple[str, float, Sequence[Spot]]]:
        alone = len(self.models) == 1
        yield from (("keep", turn, formations.turned(self.offsets, turn)) for turn in (TURNS[:1] if alone else TURNS))
        if not alone:
            yield from shapes(len(self.models), self.spacing)

    def _packed(self, whole: Room) -> Iterator[Plan]:
        found = filter(None, map(self.matched, whole.arrangements()))
        return filter(self.is_near, map(self.as_plan, found))

    def matched(self, ends: Spots) -> Spots:
        """The ends in the order of the models, so that the longest way is as short as can be, for what each may go.

        () where some model would surely have to go further than it may.
        """
        goes = zip(self.models, self.allowances, strict=True)
        shares = [[away / max(far, TINY) for away in map(dist, repeat(a), ends)] for a, far in goes]
        limit = max((far + TINY) / max(far, TINY) for far in self.allowances) + TINY
        most = sorted({share for row in shares for share in row if share <= limit})
        if not (most and pairing(shares, most[-1])):
            return ()
        low, high = 0, len(most) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if pairing(shares, most[middle]) else (middle + 1, high)
        return tuple(ends[end] for end in pairing(shares, most[low]))

    @property
    def base(self) -> str:
        """The formation from which places of single models are said."""
        return "keep"

    def as_plan(self, ends: Spots) -> Plan:
        """The plan that leads the models just there."""
        plan = Plan((place_of(ends),), self.base)
        return evolve(plan, nudges=nudges_to(self.ends(plan), ends))


def pairing(costs: Sequence[Sequence[float]], most: float) -> list[int]:
    """The number of an end for each model, whose row says what every end costs, none over `most`; [] if that fails."""
    near = [[end for end, cost in enumerate(row) if cost <= most] for row in costs]
    taken: dict[int, int] = {}  # end -> model

    def find(model: int, seen: list[bool]) -> bool:
        for end in near[model]:
            if not seen[end]:
                seen[end] = True
                if end not in taken or find(taken[end], seen):
                    taken[end] = model
                    return True
        return False

    for model, row in enumerate(costs):
        if not find(model, [False] * len(row)):
            return []
    return sorted(taken, key=taken.__getitem__)
