"""The nearest point of a base that is in sight (TC-RANGE-2): to there the range of a direct shot is measured."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import dist

import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import Body, Eye, open_line
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import bounds, grown, overlap

ENDLESS = 1e4
"""How much larger the shadow is of what is as high as the eye, so that it leaves any table."""
ROUND = 32
"""The corners of a quarter of a circle, where a base or a model is drawn."""


def toward(start: Spot, end: Spot, far: float) -> Spot:
    """The place so far from one on the line to another."""
    share = far / dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def footprints(body: Body) -> Iterator[BaseGeometry]:
    """What a body covers as seen from above, in convex parts."""
    if body.figure is None:
        yield shapely.Point(body.middle).buffer(body.radius, quad_segs=ROUND)
    elif body.figure.convex:
        yield shapely.Polygon(body.figure.points)
    else:
        yield from (shapely.LineString(side) for side in body.figure.sides)


def scaled(shape: BaseGeometry, eye: Eye, height: float, level: float) -> BaseGeometry:
    """Where a shape at some height is seen on the level of a base."""
    size = (eye.height - level) / (eye.height - height) if height < eye.height - TINY else ENDLESS
    return shapely.affinity.scale(shape, size, size, origin=(*eye.spot, 0.0))


def shadow(body: Body, eye: Eye, level: float) -> Iterator[BaseGeometry]:
    """The places of a level that a body hides from an eye above it."""
    if body.top <= level + TINY or body.bottom >= eye.height - TINY:
        return
    for part in footprints(body):
        low, high = (scaled(part, eye, height, level) for height in (max(body.bottom, level), body.top))
        yield shapely.union(low, high).convex_hull


def flat_to_visible(battle: Battle, viewer: Unit, target: Unit, raised: float) -> float | None:
    """How far the middle of a unit is from the nearest point of a base that it sees, as seen from above.

    None where it sees nothing of the base, or the base is above its eye: then the plain nearest points count.
    """
    eye, level = sight.eye_of(battle, viewer, raised), battle.foot(target)
    if level >= eye.height - TINY:
        return None
    box = grown(bounds((viewer.at, target.at)), target.radius)
    between = tuple(body for body in sight.bodies_but(battle, viewer, target) if overlap(body.box, box))
    return flat_past(between, eye, target.at, target.radius, level)


@lru_cache(maxsize=1 << 12)
def flat_past(between: tuple[Body, ...], eye: Eye, middle: Spot, radius: float, level: float) -> float | None:
    """The same from an eye to a base so high up, past what is between."""
    far = dist(eye.spot, middle)
    if far <= radius or open_line(between, eye, toward(middle, eye.spot, radius), level):
        return max(0.0, far - radius)
    base = shapely.Point(middle).buffer(radius, quad_segs=ROUND)
    dark = shapely.union_all([part for body in between for part in shadow(body, eye, level)])
    seen = base.difference(dark)
    return None if seen.is_empty else seen.distance(shapely.Point(eye.spot))


def visible_flat(battle: Battle, viewer: Unit, target: Unit, raised: float = 0.0) -> float | None:
    """The same, kept as long as nothing moves in between."""

    def look() -> tuple[float | None, tuple[float, float, float, float]]:
        return flat_to_visible(battle, viewer, target, raised), grown(bounds((viewer.at, target.at)), target.radius)

    return battle.find(("range", viewer.id, target.id, raised), look, own=(viewer.models, target.models))
