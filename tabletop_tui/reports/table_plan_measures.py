"""What is needed to lay out a table with a tape: each piece with its size and where it lies, and what to bring.

A box that stands askew is told by its sides, its middle and its angle, with a diagonal to lay it by.
"""

from __future__ import annotations

from collections import Counter
from math import atan2, degrees, dist

from tabletop_tui.engine.scenes import Area, HexScene, Scene
from tabletop_tui.files.map_shapes import CORNERS
from tabletop_tui.records import frozen
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import bounds

MOST_CORNERS = 6
"""A piece of more corners is told by its middle and how large it is."""
NEAR, SLIGHT = 0.03, 0.3
"""What rounding to the hundredth may do to a length; and, in degrees, to an angle."""


@frozen
class ListedPiece:
    """A piece of terrain in the list: its number on the picture, what it is, and where."""

    number: str
    what: str
    place: str
    size: str
    more: str = ""


def pieces(scene: Scene) -> list[ListedPiece]:
    """All that lies on the table, each with its number and measures; of hexes how many of each kind."""
    if isinstance(scene, HexScene):
        return _tiles(scene)
    return [_piece(number, area, scene.unit) for number, area in enumerate(scene.areas, 1)]


def _piece(number: int, area: Area, unit: str) -> ListedPiece:
    what = area.look.name if area.name in ("", area.look.name) else f"{area.look.name}: {area.name}"
    return ListedPiece(str(number), what, *_measures(area, unit))


def _measures(area: Area, unit: str) -> tuple[str, str, str]:
    """Where a piece lies, how large it is, and what helps to lay it."""
    left, top, right, bottom = bounds(area.points)
    if not area.closed:
        return " to ".join(spot_said(spot) for spot in area.points), f"{_number(_length(area))} {unit} long", ""
    if (oblong := oblong_of(area.points)) is not None:
        size = f"{_number(oblong.wide)} x {_number(oblong.high)} {unit}"
        if not oblong.angle:
            place = f"{_number(left)} from the west, {_number(top)} from the north"
            return place, size, f"a box, its middle at {spot_said(oblong.middle)}{_high(area)}"
        a, c = area.points[0], area.points[2]
        ends = f"one diagonal, {_number(dist(a, c))} {unit} long, from {spot_said(a)} to {spot_said(c)}"
        place = f"its middle at {spot_said(oblong.middle)}, turned {_number(oblong.angle)}° clockwise"
        return place, size, ends + _high(area)
    if (radius := radius_of(area.points)) is not None:
        x, y = (left + right) / 2, (top + bottom) / 2
        return f"its middle at {spot_said((x, y))}", f"radius {_number(radius)} {unit}", "round" + _high(area)
    size = f"{_number(right - left)} x {_number(bottom - top)} {unit} over all"
    if len(area.points) > MOST_CORNERS:
        middle = (left + right) / 2, (top + bottom) / 2
        return f"its middle at {spot_said(middle)}", size, "many corners" + _high(area)
    place = f"{_number(left)} from the west, {_number(top)} from the north"
    return place, size, f"corners {', '.join(spot_said(spot) for spot in area.points)}{_high(area)}"


def _length(area: Area) -> float:
    return sum(dist(a, b) for a, b in zip(area.points, area.points[1:], strict=False))


def to_bring(scene: Scene) -> list[str]:
    """What is to be brought along: so many pieces of each kind and size; of hexes the list says it already."""
    if isinstance(scene, HexScene):
        return []
    known = Counter((area.look.name, _measures(area, scene.unit)[1]) for area in scene.areas)
    return [f"{count} x {name}, {size}" for (name, size), count in sorted(known.items())]


@frozen
class Oblong:
    """A box that stands askew or not: its middle, its sides, and by how many degrees it is turned clockwise."""

    middle: Spot
    wide: float
    high: float
    angle: float


def oblong_of(points: Spots) -> Oblong | None:
    """The box that these corners make, but for what is lost by rounding; None where they make none."""
    if len(points) != 4:
        return None
    a, b, c, d = points
    middle = (a[0] + c[0]) / 2, (a[1] + c[1]) / 2
    if dist(middle, ((b[0] + d[0]) / 2, (b[1] + d[1]) / 2)) > NEAR or abs(dist(a, c) - dist(b, d)) > 2 * NEAR:
        return None
    angle = (degrees(atan2(b[1] - a[1], b[0] - a[0])) + 90) % 180 - 90
    wide, high = (dist(a, b) + dist(c, d)) / 2, (dist(b, c) + dist(d, a)) / 2
    if abs(abs(angle) - 90) < SLIGHT:
        wide, high, angle = high, wide, 0.0
    if abs(angle) < SLIGHT:
        return Oblong(middle, wide, high, 0.0)
    return Oblong(middle, _snapped(wide, 0.05, NEAR), _snapped(high, 0.05, NEAR), _snapped(angle, 1, SLIGHT))


def _snapped(value: float, step: float, near: float) -> float:
    """A round value, where rounding of corners may have made this of it."""
    round_one = round(value / step) * step
    return round_one if abs(value - round_one) <= near else round(value, 2)


def radius_of(points: Spots) -> float | None:
    """The radius of what files write as a circle; None for anything else."""
    left, top, right, bottom = bounds(points)
    radius = (right - left) / 2
    if len(points) != CORNERS or abs(bottom - top - 2 * radius) > 2 * NEAR:
        return None
    middle = (left + right) / 2, (top + bottom) / 2
    return radius if all(abs(dist(spot, middle) - radius) <= NEAR for spot in points) else None


def _high(area: Area) -> str:
    return f", level {area.level}" if area.level else ""


def spot_said(spot: Spot) -> str:
    return f"{_number(spot[0])}/{_number(spot[1])}"


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _tiles(scene: HexScene) -> list[ListedPiece]:
    """How many hexes of each kind and height are needed."""
    kinds: Counter[tuple[str, int]] = Counter()
    where: dict[tuple[str, int], list[str]] = {}
    for spot in scene.grid.hexes:
        ground = scene.ground[spot]
        name = ground.look.name + (f" with {ground.over.name}" if ground.over is not None else "")
        kinds[name, ground.level] += 1
        where.setdefault((name, ground.level), []).append(spot)
    found = []
    for (name, level), count in sorted(kinds.items(), key=lambda one: (one[0][1], one[0][0])):
        spots = where[name, level]
        told = " ".join(spots) if len(spots) <= 24 else "the others"
        found.append(ListedPiece(f"{count} x", name, told, f"level {level}"))
    return found
