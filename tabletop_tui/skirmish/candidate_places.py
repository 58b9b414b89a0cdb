"""A few good places for a unit, found without looking at all of them: what it may want there, and how it gets there.

A rulebook says what a unit may want (`interest`, registered for its fields): places that are fought for, enemies and
the range to them, terrain to be covered by or to hide behind. From that come aims, and for each aim the place in reach
that is nearest to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, singledispatch
from itertools import chain, islice
from math import ceil, dist, floor, hypot, radians
from operator import attrgetter
from typing import Any

import numpy as np
from attrs import evolve

from tabletop_tui.engine.option_order import each_once, in_turn
from tabletop_tui.records import frozen
from tabletop_tui.skirmish.unit_place_fields import LATTICE, MarchField, Plan, StandField, UnitField, heading
from tabletop_tui.table.bases import TINY, centre
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle
from tabletop_tui.table.region_shapes import Values
from tabletop_tui.table.terrain_pieces import Piece

VEERS = (0.0, 20.0, -20.0, 45.0, -45.0)
"""By so many degrees a way to an aim may veer where the straight one is not free ..."""
SHARES = (1.0, 0.6, 0.3)
"""... and so much of the allowance it may take."""
A_FEW = 4
"""So many pieces of terrain, the nearest, are looked at as cover, and as many to hide behind."""
INSIDE = 1.0
"""So deep a place in cover is, and so far behind a piece one that is hidden, in units of the raster."""
STAND_TRIES = 24
"""So many places, those nearest to an aim, are tried for a unit that is put down."""
SPREAD = 16
"""In so many directions a unit may go that has no aim there."""
MOST_TRIES = 120
"""So many ways are judged at most; where most are refused, all would take long."""
TURN = 15
"""Turns are offered in steps of so many degrees."""


@frozen(kw_only=True)
class Interest:
    """What a unit may want of a place."""

    goals: tuple[tuple[Spot, float], ...] = ()
    """Places that are fought for, each with how near to it will do."""
    enemies: tuple[Spot, ...] = ()
    """The middles of enemy units ..."""
    names: tuple[str, ...] = ()
    """... and what each of them is called."""
    range: float = 0.0
    """How near it wants to be to an enemy."""
    cover: Sequence[Piece] = ()
    """Terrain in or behind which it is covered."""
    walls: Sequence[Piece] = ()
    """Terrain behind which it is not seen."""
    called: Callable[[Any], str] = attrgetter("name")
    """What a piece of terrain is called."""
    contacts: tuple[Spot, ...] = ()
    """Exact places, to the hundredth, where it stands against somebody whom it wants to reach, the best first."""

    def front(self, spot: Spot) -> Spot | None:
        """The enemy nearest to a place."""
        return min(self.enemies, key=lambda enemy: dist(enemy, spot), default=None)

    def named(self, enemy: Spot) -> str:
        """The enemy whose middle that is."""
        return self.names[self.enemies.index(enemy)] if self.names else "the nearest enemy"


@singledispatch
def interest(field: object) -> Interest:
    """What the unit of a field may want; a rulebook registers it for its own fields."""
    return Interest()


@frozen
class Aim:
    """A place, and how near to it a unit wants to come."""

    spot: Spot
    near: float = 0.0


# ---------------------------------------------------------------- what a place is good for
def reasons(field: UnitField, spots: Sequence[str]) -> list[str]:
    """What is good about the end of an allowed answer, of all that its unit may want: measured from its middle."""
    plan = field.read([*spots])
    if not isinstance(plan, Plan):
        return []
    wants, there = interest(field), centre(field.ends(plan))
    here = field.middle if isinstance(field, MarchField) else None
    touching = ["in contact"] * any(dist(there, spot) <= TINY for spot in wants.contacts)
    return [*touching, *goal_reasons(wants, here, there), *enemy_reasons(wants, here, there)]


def goal_reasons(wants: Interest, here: Spot | None, there: Spot) -> Iterator[str]:
    """Whether it comes to what is fought for, or nearer to it."""
    if not wants.goals:
        return
    spot, near = min(wants.goals, key=lambda goal: dist(goal[0], there) - goal[1])
    if dist(spot, there) <= near:
        yield "at what is fought for"
    elif here is not None and dist(here, spot) - dist(there, spot) >= LATTICE:
        yield "nearer to what is fought for"


def enemy_reasons(wants: Interest, here: Spot | None, there: Spot) -> Iterator[str]:
    """What it is against the nearest enemy: in or behind cover, at a good range, or further away from it."""
    front = wants.front(there)
    lying = next((piece for piece in wants.cover if not piece.line and piece.holds(there)), None)
    if lying is not None:
        yield f"in {wants.called(lying)}"
    if front is None:
        return
    outside = (piece for piece in (*wants.walls, *wants.cover) if not piece.holds(there))
    if (wall := next((piece for piece in outside if piece.crossed(front, there)), None)) is not None:
        yield f"{wants.called(wall)} on the line to {wants.named(front)}"
    if here is None:
        return
    feared = wants.front(here) or front
    before, now = dist(here, feared), dist(there, front)
    if now <= wants.range < before:
        yield f"at a good range of {wants.named(front)}"
    elif now - before >= LATTICE:
        yield f"further away from {wants.named(feared)}"


# ---------------------------------------------------------------- aims
def aims(here: Spot, wants: Interest, reach: float) -> Iterator[Aim]:
    """What a unit may go for from a place, one of each kind in turn: goal, enemy, cover, hiding, retreat."""
    goals = sorted(wants.goals, key=lambda goal: dist(goal[0], here))
    enemies = sorted(wants.enemies, key=lambda enemy: dist(enemy, here))
    front = enemies[0] if enemies else None
    near = [piece for piece in nearest(wants.cover, here) if piece.figure.distance(here) <= reach]
    walls = [piece for piece in nearest(wants.walls, here) if piece.figure.distance(here) <= reach]
    return in_turn(
        (Aim(spot, near) for spot, near in goals),
        (Aim(enemy, wants.range) for enemy in enemies[:A_FEW]),
        chain.from_iterable(covered(piece, here, front) for piece in near),
        (Aim(behind(piece, front)) for piece in walls if front is not None),
        (Aim((2 * here[0] - enemy[0], 2 * here[1] - enemy[1])) for enemy in enemies[:1]),
        (Aim(enemy) for enemy in enemies[:2]),
    )


def nearest(pieces: Sequence[Piece], here: Spot) -> list[Piece]:
    """The pieces nearest to a place, by their boxes."""
    return sorted(pieces, key=lambda piece: dist(box_middle(piece.figure.box), here))[:A_FEW]


def covered(piece: Piece, here: Spot, front: Spot | None) -> Iterator[Aim]:
    """In a piece of terrain, at its near side and in its middle, and behind it as seen from the enemy."""
    if not piece.line:
        edge, middle = piece.figure.nearest(here), box_middle(piece.figure.box)
        if edge != here:
            yield Aim(moved(edge, heading(edge, middle), min(INSIDE, dist(edge, middle))))
        yield Aim(middle)
    if front is not None:
        yield Aim(behind(piece, front))


def behind(piece: Piece, front: Spot) -> Spot:
    """A place right behind a piece as seen from an enemy."""
    left, top, right, bottom = piece.figure.box
    middle = box_middle(piece.figure.box)
    away, far = heading(front, middle), hypot(right - left, bottom - top) / 2
    steps = (moved(middle, away, LATTICE * number / 2) for number in range(2 * ceil(far) + 3))
    free = (spot for spot in steps if piece.figure.distance(spot) >= INSIDE)
    return next(free, moved(middle, away, far + INSIDE))


def moved(spot: Spot, towards: float, by: float) -> Spot:
    """A place so far from another in a direction, clockwise from north."""
    angle = radians(towards)
    return spot[0] + by * sin(angle), spot[1] - by * cos(angle)


# ---------------------------------------------------------------- moving
def suggested(field: UnitField) -> Iterator[Plan]:
    """Plans that a field allows, each another one, the likeliest first."""
    if isinstance(field, MarchField):
        return each_once(_marches(field, interest(field)))
    assert isinstance(field, StandField)
    return each_once(_stands(field, interest(field)))


class _Judge:
    """What a field says to plans, as long as not too many were asked for."""

    def __init__(self, field: MarchField) -> None:
        self.field, self._left = field, MOST_TRIES

    def allows(self, plan: Plan, *, round_things: bool = False) -> bool:
        """Whether a plan is allowed, be it on a way round things, which takes longer to find."""
        self._left -= 1
        if self._left < 0:
            return False
        return self.field.refuse_plan(plan) is None if round_things else self.field.goes_straight(plan)

    def near(self, ideal: Spot, tries: int = 1, *, round_things: bool = False) -> Iterator[Plan]:
        """The allowed places of the raster around a place, of so many that are tried, the nearest first."""
        x, y = ideal
        corners = {(float(u), float(v)) for u in (floor(x), ceil(x)) for v in (floor(y), ceil(y))}
        others = (spot for spot in corners if spot != self.field.middle and self.field.might_go(spot))
        for spot in sorted(others, key=lambda corner: (dist(corner, ideal), corner))[:tries]:
            plan = Plan((spot,))
            if self.allows(plan, round_things=round_things):
                yield plan

    def towards(self, aim: Aim) -> Plan | None:
        """The place nearest to an aim that the unit can come to, by a way round things, or veering, or less far."""
        here = self.field.middle
        far = dist(here, aim.spot) - aim.near
        if far <= 0:
            return None
        course, most = heading(here, aim.spot), min(far, self.field.allowance)
        ideal = moved(here, course, most)
        aside = ((course + veer, share * most) for share in SHARES for veer in VEERS)
        others = chain.from_iterable(self.near(moved(here, *way)) for way in islice(aside, 1, None))
        return next(chain(self.near(ideal, 4), self.near(ideal, 2, round_things=True), others), None)

    def shaped(self, plan: Plan, wants: Interest) -> Iterator[Plan]:
        """The same place in a line towards the enemy; of a single model turned to face him."""
        field, spot = self.field, plan.waypoints[-1]
        front = wants.front(spot)
        if front is None:
            return
        course, here = heading(spot, front), field.middle
        if field.single:
            others = [evolve(plan, turn=_steps(course - field.final_facing(field.complete(plan))))]
        elif field.forms:  # to form up takes some of the way
            ways = (moved(here, heading(here, spot), share * dist(here, spot)) for share in SHARES)
            others = [Plan(((float(round(x)), float(round(y))),), "line", _steps(course) % 180) for x, y in ways]
        else:
            others = []
        yield from islice((other for other in others if other != plan and self.allows(other)), 1)


def _marches(field: MarchField, wants: Interest) -> Iterator[Plan]:
    here, judge = field.middle, _Judge(field)
    near = islice((spot for spot in wants.contacts if dist(here, spot) <= field.allowance), MOST_TRIES // 4)
    yield from islice(filter(judge.allows, (Plan((spot,)) for spot in near)), A_FEW)
    if field.may_stay and judge.allows(Plan((here,))):
        yield Plan((here,))
        if field.single:
            yield from judge.shaped(Plan((here,)), wants)
    shapes = 2
    for aim in aims(here, wants, field.allowance):
        plan = judge.towards(aim)
        if plan is not None:
            yield plan
            if shapes:
                yield from judge.shaped(plan, wants)
                shapes -= 1
    for round_things in (False, True):
        for share in SHARES:
            for number in range(SPREAD):
                spot = moved(here, 360.0 * number / SPREAD, share * field.allowance)
                yield from islice(judge.near(spot, round_things=round_things), 1)


def _steps(turn: float) -> float:
    """A turn to the nearest step, from -180 to 180."""
    return float(round(((turn + 180) % 360 - 180) / TURN) * TURN)


# ---------------------------------------------------------------- standing
def _stands(field: StandField, wants: Interest) -> Iterator[Plan]:
    spots = field.candidates()
    if not spots:
        return
    middle, places, is_free = spots[len(spots) // 2], np.array(spots), cache(field.is_free)
    for aim in aims(middle, wants, max(dist(middle, spots[0]), dist(middle, spots[-1]))):
        found = next((Plan((spot,)) for spot in field.sifted(_tries(spots, places, aim)) if is_free(spot)), None)
        if found is not None:
            yield found
            yield from _facing(field, found, wants)
    every = max(1, len(spots) // (3 * SPREAD))
    yield from (Plan((spot,)) for spot in spots[every // 2 :: every] if is_free(spot))


def _tries(spots: Sequence[Spot], places: Values, aim: Aim) -> list[Spot]:
    """The spots, also given as rows x, y, that suit an aim best, the best first."""
    some: Sequence[int] = range(len(spots))
    if len(spots) > STAND_TRIES:  # most are left out at once, by sums that may differ from `dist` in the last digit
        off = np.abs(np.hypot(*(places - aim.spot).T) - aim.near)
        some = np.flatnonzero(off <= np.partition(off, STAND_TRIES)[STAND_TRIES] + TINY).tolist()
    best = sorted((spots[number] for number in some), key=lambda spot: abs(dist(spot, aim.spot) - aim.near))
    return best[:STAND_TRIES]


def _facing(field: StandField, plan: Plan, wants: Interest) -> Iterator[Plan]:
    """The same place in a line, turned towards the enemy."""
    front = wants.front(plan.waypoints[-1])
    if front is None or field.single:
        return
    other = evolve(plan, formation="line", turn=_steps(heading(plan.waypoints[-1], front)) % 180)
    if field.refuse_plan(other) is None:
        yield other
