"""Places in a region that are worth a try, to the hundredth: corners, the rim, a raster; those near others first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from math import ceil, dist, floor, gcd, inf, sqrt

import numpy as np
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.table.points import Spot
from tabletop_tui.table.region_shapes import Values

GOLDEN = (sqrt(5) - 1) / 2
EXACT = 0.01
"""What is no further from a hundredth than this, in hundredths, is one."""


def spots_in(area: BaseGeometry, near: Sequence[Spot] = (), step: float = inf) -> Iterator[Spot]:
    """Places of an area to the hundredth: corners, one within each part, a raster; those near some others come first.

    Between them come some from all over. As they are rounded, some may lie beside the area by less than a hundredth.
    """
    if area.is_empty:
        return
    inner = shapely.get_coordinates(shapely.point_on_surface(shapely.get_parts(area)))
    some = [inner, shapely.get_coordinates(area), *([lattice(area, step)] if step < inf else [])]
    places: Values = np.concatenate(some)
    order: Iterable[int] = range(len(places))
    if near:
        away = np.min(np.hypot(places[:, :1] - [x for x, _ in near], places[:, 1:] - [y for _, y in near]), axis=1)
        ranked = np.argsort(away, kind="stable").tolist()
        order = dict.fromkeys(chain.from_iterable(zip(ranked, _strewn(len(places)), strict=True)))
    ideal, below, above = places.tolist(), *(some.tolist() for some in enclosing(places))
    around = (_by_distance(ideal[one], below[one], above[one]) for one in order)
    seen: set[Spot] = set()
    for spot in chain.from_iterable(chain((hundredths(*_nearest(area, spot)) for spot in near), around)):
        if spot not in seen:
            seen.add(spot)
            yield spot


def _strewn(count: int) -> list[int]:
    """So many numbers in an order in which those that come one after another are far from each other."""
    step = max(1, round(count * GOLDEN))
    while gcd(step, count) > 1:
        step += 1
    return [number * step % count for number in range(count)]


def border(area: BaseGeometry) -> BaseGeometry:
    """The borders of all polygons of an area, and its lines and places."""
    return shapely.union_all([part.boundary if part.area else part for part in shapely.get_parts(area).tolist()])


def rim_of(area: BaseGeometry, step: float, near: Sequence[Spot] = ()) -> list[Spot]:
    """The corners of an area, places along its rim at least every `step`, and those nearest to some others."""
    if area.is_empty:
        return []
    corners = [(x, y) for x, y in shapely.get_coordinates(shapely.segmentize(border(area), step)).tolist()]
    return [*(_nearest(area, spot) for spot in near), *corners]


def _nearest(area: BaseGeometry, spot: Spot) -> Spot:
    there, _ = nearest_points(area, Point(spot))
    return there.x, there.y


def hundredths(x: float, y: float) -> list[Spot]:
    """The places to the hundredth around another one, the nearest first."""
    (left, right), (top, bottom) = _both(x), _both(y)
    return _by_distance((x, y), (left, top), (right, bottom))


def _both(value: float) -> tuple[float, float]:
    hundred = value * 100
    near = round(hundred)
    if abs(hundred - near) < EXACT:
        return near / 100, near / 100
    return floor(hundred) / 100, ceil(hundred) / 100


def _by_distance(spot: Sequence[float], below: Sequence[float], above: Sequence[float]) -> list[Spot]:
    """The places to the hundredth around one, of which those before and behind it are known for each axis."""
    (left, top), (right, bottom) = below, above
    if left == right and top == bottom:
        return [(left, top)]
    around = {(left, top), (left, bottom), (right, top), (right, bottom)}
    away = dict(zip(around, map(dist, around, repeat(spot)), strict=True))
    return sorted(around, key=away.__getitem__)


def enclosing(places: Values) -> tuple[Values, Values]:
    """The hundredths below and above each coordinate of many, twice the same where it is one itself."""
    hundred = places * 100
    near = np.rint(hundred)
    exact = np.abs(hundred - near) < EXACT
    return np.where(exact, near, np.floor(hundred)) / 100, np.where(exact, near, np.ceil(hundred)) / 100


def lattice(area: BaseGeometry, step: float) -> Values:
    """The places of a raster that lie in an area, as rows x, y."""
    left, top, right, bottom = area.bounds
    xs = np.arange(ceil(left / step), floor(right / step) + 1) * step
    ys = np.arange(ceil(top / step), floor(bottom / step) + 1) * step
    grid = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
    inside: Values = grid[shapely.contains_xy(area, grid[:, 0], grid[:, 1])] if len(grid) else grid
    return np.round(inside, 2)
