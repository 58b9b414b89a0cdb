"""On which parts of its way a model is in sight of an eye: between borders that are roots of equations of its legs.

What hides it is judged by sight itself, between each two borders; here is only where that can change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from math import asin, atan2, dist, sqrt

import numpy as np

from tabletop_tui.rules.crimsondusk.sight.sight import RIM, Blind, blocked, through_wood
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.intervals import Spans, common, united, where
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Figure, Leg, bounds, links, overlap
from tabletop_tui.table.terrain_pieces import Piece

REAL = 1e-6
"""A root of a polynomial counts as real if its imaginary part is no more than this."""


def exposed(path: Path, eye: Spot, reach: float, blinds: Sequence[Blind]) -> Spans:
    """Where a model on its way is in sight of an eye and no further from it than `reach`, in units."""
    near = path.near(eye, reach)
    return common(near, in_sight(path, eye, blinds)) if near else ()


MOST_KEPT = 1 << 12
_kept: dict[Hashable, Spans] = {}
"""What was found, by all that it hangs on: whoever thinks ahead goes the same ways before the same eyes."""


def in_sight(path: Path, eye: Spot, blinds: Sequence[Blind]) -> Spans:
    """Where a model on its way is in sight of an eye."""
    key = path.points, eye, tuple(map(_as_it_stands, blinds))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = _in_sight(path, eye, blinds)
    return found


def _as_it_stands(blind: Blind) -> Hashable:
    """What a line of sight may be blocked by, as a value: a unit by where it stands."""
    assert isinstance(blind, partial), blind
    thing, *others = blind.args
    return (
        (blind.func, thing.models, thing.radius, thing.spacing)
        if isinstance(thing, Unit)
        else (blind.func, thing, *others)
    )


def _in_sight(path: Path, eye: Spot, blinds: Sequence[Blind]) -> Spans:
    found = []
    for (begin, end), leg in path.legs:
        parts = where(changes(blinds, eye, leg), partial(clear, list(blinds), eye, leg))
        found += [tuple(end if share == 1 else begin + share * (end - begin) for share in part) for part in parts]
    return united((begin, end) for begin, end in found)


def clear(blinds: list[Blind], eye: Spot, leg: Leg, share: float) -> bool:
    """Whether an eye sees what has gone this share of a leg."""
    (ax, ay), (bx, by) = leg
    return blocked(blinds, eye, (ax + (bx - ax) * share, ay + (by - ay) * share)) is None


# ---------------------------------------------------------------- where it can change
def changes(blinds: Iterable[Blind], eye: Spot, leg: Leg) -> Iterator[float]:
    """The shares of a leg at which something may begin or cease to hide it from an eye.

    What lies beside the triangle of eye and leg meets none of the lines between them.
    """
    looks = bounds((eye, *leg))
    for blind in blinds:
        assert isinstance(blind, partial), blind
        thing = blind.args[0]
        if isinstance(thing, Piece) and overlap(thing.figure.box, looks):
            yield from by_figure(thing.figure, eye, leg)
            if blind.func is through_wood:
                yield from by_depth(thing, blind.args[1], eye, leg)
        elif isinstance(thing, Unit) and overlap(thing.box, looks, max(thing.radius, thing.spacing)):
            yield from by_unit(thing, eye, leg)
        elif isinstance(thing, Cloud):
            yield from by_circle(thing.spot, thing.radius, eye, leg)


def by_figure(figure: Figure, eye: Spot, leg: Leg) -> Iterator[float]:
    """Where the line to the eye grazes a corner, and where the leg itself crosses a side."""
    for corner in figure.points:
        yield from on_line(leg, (eye, corner))
    for side in figure.sides:
        yield from on_line(leg, side)


def by_unit(unit: Unit, eye: Spot, leg: Leg) -> Iterator[float]:
    """The same for the bases of a section and the lines between its neighbours (CD-LOS-5)."""
    for spot in unit.models:
        yield from by_circle(spot, unit.radius, eye, leg)
        yield from on_line(leg, (eye, spot))
    for link in links(unit.models, unit.radius, unit.spacing):
        yield from on_line(leg, link)


def by_circle(middle: Spot, radius: float, eye: Spot, leg: Leg) -> Iterator[float]:
    """Where the line to the eye touches a circle, and where the leg itself crosses it."""
    yield from on_circle(leg, middle, radius)
    far = dist(eye, middle)
    if far <= radius:
        return
    middle_way, half = atan2(middle[1] - eye[1], middle[0] - eye[0]), asin(radius / far)
    for angle in (middle_way - half, middle_way + half):
        yield from on_line(leg, (eye, (eye[0] + cos(angle), eye[1] + sin(angle))))


def by_depth(piece: Piece, radii: tuple[float, float], eye: Spot, leg: Leg) -> Iterator[float]:
    """Where either is just as deep in a wood as one sees (CD-LOS-2, CD-LOS-4)."""
    yield from on_circle(leg, eye, RIM + sum(radii))
    for side in piece.figure.sides:
        (cx, cy), (dx, dy) = side
        for share in on_circle(side, eye, RIM + radii[0]):
            yield from on_line(leg, (eye, (cx + (dx - cx) * share, cy + (dy - cy) * share)))
        yield from behind_side(leg, eye, side, RIM + radii[1])


def behind_side(leg: Leg, eye: Spot, side: Leg, depth: float) -> list[float]:
    """Where so much of the line to the eye lies behind the straight line along a side: a quartic equation.

    With k the distance of the leg from that line, e that of the eye, and v the line to the eye: k |v| = depth |k - e|.
    """
    (ax, ay), (bx, by) = leg
    (cx, cy), (dx, dy) = side
    nx, ny = dy - cy, cx - dx
    steep, k = nx * (bx - ax) + ny * (by - ay), nx * (ax - cx) + ny * (ay - cy)
    rest, square = k - nx * (eye[0] - cx) - ny * (eye[1] - cy), depth * depth
    ux, uy, vx, vy = bx - ax, by - ay, ax - eye[0], ay - eye[1]
    u, w, v = ux * ux + uy * uy, 2 * (ux * vx + uy * vy), vx * vx + vy * vy
    quartic = (
        steep * steep * u,
        steep * steep * w + 2 * steep * k * u,
        steep * steep * v + 2 * steep * k * w + k * k * u - square * steep * steep,
        2 * steep * k * v + k * k * w - 2 * square * steep * rest,
        k * k * v - square * rest * rest,
    )
    if has_no_root(*quartic):
        return []
    return [float(root.real) for root in np.roots(quartic) if abs(root.imag) < REAL]


def has_no_root(a: float, b: float, c: float, d: float, e: float) -> bool:
    """Whether ax^4 + bx^3 + cx^2 + dx + e surely has no root from 0 to 1: all its Bernstein coefficients have one sign.

    A root that nearly is one has them all but 0, and is not ruled out.
    """
    bernstein = e, e + d / 4, e + d / 2 + c / 6, e + 3 * d / 4 + c / 2 + b / 4, e + d + c + b + a
    near = 1e-9 * (abs(a) + abs(b) + abs(c) + abs(d) + abs(e))
    return min(bernstein) > near or max(bernstein) < -near


# ---------------------------------------------------------------- lines and circles
def on_line(leg: Leg, line: Leg) -> Iterator[float]:
    """At which share of it a leg is on the straight line through two places; not at all if it runs along it."""
    (ax, ay), (bx, by) = leg
    (cx, cy), (dx, dy) = line
    ux, uy = dx - cx, dy - cy
    turn = ux * (by - ay) - uy * (bx - ax)
    if turn:
        yield (uy * (ax - cx) - ux * (ay - cy)) / turn


def on_circle(leg: Leg, middle: Spot, radius: float) -> Iterator[float]:
    """At which shares of it the straight line along a leg is on a circle."""
    (ax, ay), (bx, by) = leg
    dx, dy, x, y = bx - ax, by - ay, ax - middle[0], ay - middle[1]
    square, half = dx * dx + dy * dy, dx * x + dy * y
    under = half * half - square * (x * x + y * y - radius * radius)
    if square and under >= 0:
        yield from ((-half - sqrt(under)) / square, (-half + sqrt(under)) / square)
