"""Places in a region that are worth a try, to the hundredth: corners, the rim, a raster; those near others first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from math import ceil, dist, floor, gcd, inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.table.points import Spot
from tabletop_tui.table.region_shapes import Values

GOLDEN = (sqrt(5) - 1) / 2
EXACT = 0.01
"""What is no further from a hundredth than this, in hundredths, is one."""
ROUNDING = 0.0072
"""A place is rounded to a hundredth that is no further from it than this."""
ASIDE = 1e-5
"""A place no further beside a line than this, in table units, may stand for one on it; regions are off by less."""


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


def placeable(area: BaseGeometry) -> BaseGeometry:
    """An area without those of its lines and points that lead no base to a place of the area to the hundredth.

    No such place lies on them, nor so near to them that a base of a turned formation would be rounded to it. They are
    left where regions only touch, and fall into ever more scraps when they are cut again.
    """
    parts = shapely.get_parts(area)
    idle = shapely.get_dimensions(parts) < 2
    if idle.any():
        idle[idle] = ~_hold_places(parts[idle])
    if idle.any():
        idle[idle] = ~shapely.dwithin(parts[idle], shapely.union_all(parts[~idle]), ROUNDING)
    return shapely.union_all(parts[~idle]) if idle.any() else area


def _hold_places(lines: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which of some lines and points a place to the hundredth lies on."""
    corners, of = shapely.get_coordinates(lines, return_index=True)
    follows = np.append(of[1:] == of[:-1], [False])
    begin = corners * 100
    end = np.where(follows[:, None], np.roll(begin, -1, axis=0), begin)  # its last corner is a point
    steep = np.abs(end - begin)[:, 1] > np.abs(end - begin)[:, 0]
    begin[steep], end[steep] = begin[steep, ::-1], end[steep, ::-1]
    # Along x, or y where it is steep, hundredth by hundredth.
    first = np.ceil(np.minimum(begin, end)[:, 0] - ASIDE * 100)
    count = np.maximum(np.floor(np.maximum(begin, end)[:, 0] + ASIDE * 100) - first + 1, 0).astype(np.int64)
    side = np.repeat(np.arange(len(begin)), count)
    at = first[side] + np.arange(len(side)) - np.repeat(np.cumsum(count) - count, count)
    (x, y), by = begin[side].T, (end - begin)[side]
    across = y + by[:, 1] * np.clip((at - x) / np.where(by[:, 0] != 0, by[:, 0], 1.0), 0.0, 1.0)
    on = np.abs(across - np.rint(across)) <= ASIDE * 100
    return np.bincount(of[side[on]], minlength=len(lines)) > 0


def lattice(area: BaseGeometry, step: float) -> Values:
    """The places of a raster that lie in an area, as rows x, y."""
    left, top, right, bottom = area.bounds
    xs = np.arange(ceil(left / step), floor(right / step) + 1) * step
    ys = np.arange(ceil(top / step), floor(bottom / step) + 1) * step
    grid = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1).reshape(-1, 2)
    inside: Values = grid[shapely.contains_xy(area, grid[:, 0], grid[:, 1])] if len(grid) else grid
    return np.round(inside, 2)
