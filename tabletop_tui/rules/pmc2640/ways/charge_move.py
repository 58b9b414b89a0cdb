"""Going at an enemy (PMC-ASSLT-1, PMC-ASSLT-2, PMC-ASSLT-4, PMC-ASSLT-6): who is in reach, the way, contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from math import dist, inf

from attrs import evolve
from shapely import MultiLineString, get_coordinates, segmentize

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.rules.pmc2640.ways.movement_limits import crossings, enemies_in_the_way, penalty
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings, box_around
from tabletop_tui.rules.pmc2640.ways.pathfinding import Detours
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_ends, refuse_stand
from tabletop_tui.rules.pmc2640.ways.standing_regions import ACROSS, room_for, standing_region
from tabletop_tui.skirmish.interruptible_march import Tracks
from tabletop_tui.table import formations, region_shapes
from tabletop_tui.table.bases import HUNDREDTH, TINY, Spot, Spots
from tabletop_tui.table.corner_paths import BEYOND, Way
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.polygons import near_any

ROUNDABOUT = 12.0
"""So much longer than the straight way a charge under way is looked for, if its first model has fallen."""
BACK = (0.25, 0.5, 1.0, 2.0)
"""How far from where it should a unit may stop short, in inches, if there is no room for all its models."""
RIM_STEP = 0.2
"""Inches between the places along the free rim of a foe at which contact is tried."""


# ---------------------------------------------------------------- the way
def no_contact(battle: Battle, unit: Unit, target: Unit, reach: float) -> Refusal | None:
    """Why a unit cannot reach another within `reach` inches, or None (PMC-ASSLT-1)."""
    far = distances.distance(battle, unit, target)
    if far > reach + TINY:
        return Refusal(f"{UNIT.said(far, reach)} away, {reach:g} can be reached", "PMC-ASSLT-1")
    if charge_way(battle, unit, target, reach) is None:
        return Refusal("no way there within reach", "PMC-ASSLT-1")
    return None


def charge_way(battle: Battle, unit: Unit, target: Unit, reach: float) -> Way | None:
    """The shortest way by which some model comes into contact within `reach` inches, terrain paid for.

    Where the model stands, the corners where it turns, and where it is in contact; None if there is no such way.
    """
    far = reach + unit.type.radius + target.type.radius  # as far as the middles of the foes
    around = Surroundings(battle, unit, box_around(unit.models, far), target.id)
    straight = nearest_way(battle, unit, target)
    length, taken = inches_of(around, straight)
    if length > reach + TINY:
        return None
    if taken <= length + TINY:
        return straight
    best, limit = (straight, taken - TINY) if taken <= reach + TINY else (None, reach + TINY)
    detours = Detours(around, ((0.0, 0.0),), unit.models, reach, lambda spot: to_contact(battle, unit, target, spot))
    for past in detours.worth_trying(best is not None, ()):
        beside_others = [(spot, spot) for spot in rims(battle, unit, target, detours.outlines(past, False))]
        for cost, way, corner in (detours.past if past else detours.through).found():
            if cost > limit:
                break
            straight_on = [(contact_at(unit, target, way[-1], mark), mark) for mark in marks(battle, target, way[-1])]
            for spot, ahead in (*straight_on, *beside_others):
                if cost + dist(way[-1], spot) <= limit and (corner is None or corner.grazed(ahead)):
                    _, taken = inches_of(around, longer := (*way, spot))
                    if taken <= limit:
                        best, limit = longer, taken - TINY
    return best


def rims(battle: Battle, unit: Unit, target: Unit, outlines: Iterable[Spots]) -> Spots:
    """Where a model is in contact just beside something else: so a way may end that cannot go straight at its foe."""
    if target.building:
        far, walls = unit.type.radius, battle.table.by_id[target.building]
        rim, foot = region_shapes.grown(walls.shape, far).boundary, walls.figure.nearest
    else:
        far = unit.type.radius + target.type.radius
        rim, foot = (
            region_shapes.disc_rim(target.models, far),
            lambda spot: min(target.models, key=lambda foe: dist(foe, spot)),
        )
    found = get_coordinates(rim.intersection(MultiLineString([(*line, line[0]) for line in outlines]))).tolist()
    return tuple([at_distance(foot((x, y)), (x, y), far) for x, y in found])


def nearest_of(spots: Spots, spot: Spot) -> Spot:
    return min(spots, key=lambda other: dist(other, spot))


def at_distance(mark: Spot, spot: Spot, inches: float) -> Spot:
    """The place so far from a mark, seen from there in the direction of a spot."""
    share = inches / dist(mark, spot)
    return mark[0] + (spot[0] - mark[0]) * share, mark[1] + (spot[1] - mark[1]) * share


def to_contact(battle: Battle, unit: Unit, target: Unit, spot: Spot) -> float:
    """How far it is at least from a place into contact."""
    return min(dist(spot, contact_at(unit, target, spot, mark)) for mark in marks(battle, target, spot))


def nearest_way(battle: Battle, unit: Unit, target: Unit) -> Way:
    """The shortest straight line to contact, whatever is in the way."""
    pairs = ((spot, mark) for spot in unit.models for mark in marks(battle, target, spot))
    spot, mark = min(pairs, key=lambda pair: dist(*pair))
    return spot, contact_at(unit, target, spot, mark)


def marks(battle: Battle, target: Unit, spot: Spot) -> Spots:
    """What a charge from a spot can be aimed at: the bases of the target, or the nearest point of its walls."""
    return (battle.table.by_id[target.building].figure.nearest(spot),) if target.building else target.models


def contact_at(unit: Unit, target: Unit, spot: Spot, mark: Spot) -> Spot:
    """Where a model that goes straight from a spot to a mark is in contact."""
    far = unit.type.radius + (0.0 if target.building else target.type.radius)
    return at_distance(mark, spot, far) if dist(spot, mark) > far else spot


def inches_of(around: Surroundings, way: Way) -> tuple[float, float]:
    """The length of a model's way, and what it takes with its terrain; infinitely much if something is in the way.

    A wall between it and its foe at the end is one that it has to cross, too; area terrain slows who enters it.
    """
    length = added(dist(a, b) for a, b in pairwise(way))
    foes = around.battle.units[around.touching].models
    over = (*way, min(foes, key=lambda foe: dist(foe, way[-1]))) if foes else way
    refusal, walls, _ = crossings(around, [over])
    slowed = crossings(around, [way])[2]
    barred = refusal is not None or enemies_in_the_way(around, [way]) is not None
    return length, inf if barred else length + penalty(around.unit, walls, slowed)


# ---------------------------------------------------------------- going it
def approach(battle: Battle, unit: Unit, target: Unit) -> Tracks:
    """The ways of the models up to 1 in from the target, or as near before it as they can stand (PMC-ASSLT-4)."""
    return close_in(battle, unit, target, CLEARANCE)


def touch(battle: Battle, unit: Unit, target: Unit) -> None:
    """Into base contact: if one model can reach, all are taken to (PMC-ASSLT-6)."""
    unit.models = tuple(track[-1] for track in close_in(battle, unit, target, 0.0))


def close_in(battle: Battle, unit: Unit, target: Unit, left: float) -> Tracks:
    """The ways until the nearest bases are `left` inches apart, formed otherwise or one by one with little room.

    Where there is none on one side of a wall either, some models stay behind it; where the first model has none, it
    goes to another side of its foe.
    """
    reach = distances.distance(battle, unit, target) + ROUNDABOUT
    way = charge_way(battle, unit, target, reach) or nearest_way(battle, unit, target)
    x, y = way[0]
    for walked, split in goals(battle, unit, target, way, left):
        formed = arrivals(unit, way[0], walked[-1], way[-1])
        for models in chain(formed, packed(battle, unit, target, walked[-1], left, split)):
            if not crowded(unit, target, models, left) and refuse_stand(battle, unit, models, target.id, split) is None:
                turns = [formations.shifted(unit.models, (u - x, v - y)) for u, v in walked[1:-1]]
                return tuple(zip(unit.models, *turns, models, strict=True))
    return tuple((spot, spot) for spot in last_place(battle, unit, target, way, left))


def last_place(battle: Battle, unit: Unit, target: Unit, way: Way, left: float) -> Spots:
    """Where the models stand as before, as far along the way as they can, to the hundredth; where they are if nowhere.

    That is for who stops before the target: contact needs a place in contact.
    """
    length = added(dist(a, b) for a, b in pairwise(way)) - left
    for hundredths in range(int(length / HUNDREDTH), 0, -1) if left else ():
        (x, y), (u, v) = way[0], up_to(way, hundredths * HUNDREDTH)[-1]
        models = formations.shifted(unit.models, (u - x, v - y))
        if not crowded(unit, target, models, left) and refuse_stand(battle, unit, models, target.id, True) is None:
            return models
    return unit.models


def goals(battle: Battle, unit: Unit, target: Unit, way: Way, left: float) -> Iterator[tuple[Way, bool]]:
    """How far the first model may go, the best first, and whether a wall may then be between the models."""
    length = added(dist(a, b) for a, b in pairwise(way)) - left
    for split in (False, True):
        if length > TINY:
            yield up_to(way, length), split
    if not left:
        for split in (False, True):
            yield from (((*way[:-1], spot), split) for spot in beside(battle, unit, target, way))
    for back in BACK:
        if length - back > TINY:
            yield up_to(way, length - back), True


def beside(battle: Battle, unit: Unit, target: Unit, way: Way) -> list[Spot]:
    """Where else the first model may be in contact, without a wall that nobody can cross in its way; nearest first.

    These are places along all of the rim around the target on which a model can stand.
    """
    if not target.models:
        return []
    far = unit.type.radius + target.type.radius
    around = Surroundings(battle, unit, box_around((*unit.models, *target.models), far), target.id)
    rim = region_shapes.disc_rim(target.models, far).intersection(standing_region(around))
    spots = [(x, y) for x, y in get_coordinates(segmentize(rim, RIM_STEP)).tolist()]
    free = [spot for spot in spots if crossings(around, [(way[-2], spot)])[0] is None]
    return sorted(free, key=lambda spot: dist(spot, way[-1]))


def packed(battle: Battle, unit: Unit, target: Unit, front: Spot, left: float, split: bool) -> Iterator[Spots]:
    """Where the models may stand one by one, with the first of them at the front; looked for last."""
    around = Surroundings(battle, unit, box_around((front,), ACROSS), target.id)
    region = standing_region(around)
    if target.models:
        region = region_shapes.outside(
            region, [region_shapes.discs(target.models, unit.type.radius + target.type.radius + left - BEYOND)]
        )

    def allowed(spot: Spot) -> bool:
        return not crowded(unit, target, (spot,), left) and refuse_ends(around, (spot,), split) is None

    whole = room_for(around, region, unit.left, allowed)
    found = evolve(whole, parted=None).around(front) if split else whole.around(front)
    if found:
        yield found


def crowded(unit: Unit, target: Unit, models: Spots, left: float) -> bool:
    """Whether some model would be nearer to the target than it should, or on it."""
    keep = unit.type.radius + target.type.radius + left - BEYOND
    return bool(target.models) and near_any(models, target.models, keep)


def up_to(way: Way, inches: float) -> Way:
    """The first so many inches of a way."""
    walked = [way[0]]
    for a, b in pairwise(way):
        far = dist(a, b)
        if inches <= far:
            share = inches / far if far else 0.0
            return (*walked, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        walked.append(b)
        inches -= far
    return tuple(walked)


def arrivals(unit: Unit, lead: Spot, front: Spot, end: Spot) -> Iterator[Spots]:
    """Where the models may stand when their first one is at the front: as they stood before, or in a formation."""
    yield formations.shifted(unit.models, (front[0] - lead[0], front[1] - lead[1]))
    for name in ("block", "column", "line", "wedge"):
        for angle in range(0, 360, 30):
            shape = formations.turned(formations.formation(name, unit.left, 1.0), float(angle))
            x, y = min(shape, key=lambda spot: dist((spot[0] + front[0], spot[1] + front[1]), end))
            yield formations.shifted(shape, (front[0] - x, front[1] - y))
