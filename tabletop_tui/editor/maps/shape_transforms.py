"""The shapes of pieces of terrain as map files write them: moved, turned, resized, mirrored.

A piece is the plain table of a file: its kind, and one of `points`, `circle` and `box`, which may be `turned`. What is
moved stays written as it was, so that a box that stands askew keeps its sides and its angle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, degrees, dist
from typing import Any

from tabletop_tui.editor.maps.symmetry import plain, rounded
from tabletop_tui.files.map_shapes import corners_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.table.formations import turned
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, Figure, bounds, overlap

Piece = dict[str, Any]
SHAPES = ("points", "circle", "box", "turned")


def numbers(value: object, count: int | None = None) -> list[float] | None:
    """A list of plain numbers, of so many if it is said; None for anything else."""
    if not isinstance(value, list | tuple) or (count is not None and len(value) != count):
        return None
    sound = all(isinstance(n, int | float) and not isinstance(n, bool) and abs(n) < 1e6 for n in value)
    return [float(n) for n in value] if sound else None


def spots_in(value: object) -> list[Spot]:
    """The places of a list of pairs; what is no pair is left out."""
    pairs = [numbers(pair, 2) for pair in value] if isinstance(value, list | tuple) else []
    return [(pair[0], pair[1]) for pair in pairs if pair is not None]


def angle_of(piece: Mapping[str, Any]) -> float:
    """By how many degrees a box is turned clockwise."""
    (angle,) = numbers([piece.get("turned", 0.0)]) or (0.0,)
    return angle


def outline(piece: Mapping[str, Any]) -> Spots:
    """The corners of a piece, () for one that has no sound shape."""
    points = tuple(spots_in(piece.get("points")))
    circle, box = (tuple(numbers(piece.get(key)) or ()) for key in ("circle", "box"))
    try:
        return corners_of(points, circle, box, angle_of(piece) if box else 0.0)
    except Wrong:
        return ()


def extent(piece: Mapping[str, Any]) -> Box:
    """The box around a piece; all zero for one without a shape."""
    corners = outline(piece)
    return bounds(corners) if corners else (0.0, 0.0, 0.0, 0.0)


def middle(piece: Mapping[str, Any]) -> Spot:
    """The middle of a piece, about which it is turned and resized."""
    if (circle := numbers(piece.get("circle"), 3)) is not None:
        return circle[0], circle[1]
    left, top, right, bottom = extent(piece)
    return (left + right) / 2, (top + bottom) / 2


def reaches(piece: Mapping[str, Any], spot: Spot, line: bool, near: float) -> bool:
    """Whether a place lies on a piece, or so near to it."""
    corners = outline(piece)
    if len(corners) < 2 or not overlap(bounds(corners), (*spot, *spot), near):
        return False
    return Figure(corners, not line).distance(spot) <= near


# ---------------------------------------------------------------- changes of one piece
def moved(piece: Piece, dx: float, dy: float) -> Piece:
    return _through(piece, lambda spot: (spot[0] + dx, spot[1] + dy))


def mirrored(piece: Piece, image: Callable[[Spot], Spot]) -> Piece:
    """A piece under a mirror, a half or a quarter turn: what is straight stays so."""
    return _through(piece, image)


def turned_by(piece: Piece, by: float) -> Piece:
    """A piece turned clockwise about its middle."""
    x, y = middle(piece)

    def image(spot: Spot) -> Spot:
        ((u, v),) = turned([(spot[0] - x, spot[1] - y)], by)
        return u + x, v + y

    return _through(piece, image)


def resized(piece: Piece, factor: float) -> Piece:
    """A piece so many times as large, about its middle."""
    x, y = middle(piece)
    found = _through(piece, lambda spot: (x + (spot[0] - x) * factor, y + (spot[1] - y) * factor))
    if (circle := numbers(piece.get("circle"), 3)) is not None:
        found["circle"] = [*found["circle"][:2], plain(circle[2] * factor)]
    return found


def _through(piece: Piece, image: Callable[[Spot], Spot]) -> Piece:
    """A piece with each of its places put through a map of the table."""
    found = dict(piece)
    if "points" in piece:
        found["points"] = [list(rounded(image(spot))) for spot in spots_in(piece["points"])]
    if (circle := numbers(piece.get("circle"), 3)) is not None:
        found["circle"] = [*rounded(image((circle[0], circle[1]))), plain(circle[2])]
    if (box := numbers(piece.get("box"), 4)) is not None:
        there = _box_through(box, angle_of(piece), image)
        kept = [(key, value) for key, value in found.items() if key != "turned"]
        found = {one: said for key, value in kept for one, said in (there if key == "box" else {key: value}).items()}
    return found


def _box_through(box: Sequence[float], angle: float, image: Callable[[Spot], Spot]) -> dict[str, Any]:
    """A box, turned or not, put through a map that keeps right angles: its middle, its sides, the way it is turned."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    at = image((x, y))
    sides = turned([((right - left) / 2, 0.0), (0.0, (bottom - top) / 2)], angle)
    (u, v), (p, q) = (image((x + dx, y + dy)) for dx, dy in sides)
    wide, high = 2 * dist((u, v), at), 2 * dist((p, q), at)
    found = degrees(atan2(v - at[1], u - at[0])) if wide else 0.0
    return box_of(at, wide, high, found)


def box_of(middle: Spot, wide: float, high: float, angle: float = 0.0) -> dict[str, Any]:
    """The box of this size about this middle, turned clockwise by an angle in degrees."""
    angle = plain((angle + 90) % 180 - 90)
    if angle == -90:
        wide, high, angle = high, wide, 0
    (x, y), (dx, dy) = middle, (wide / 2, high / 2)
    box = box_between((x - dx, y - dy), (x + dx, y + dy))
    return {"box": box, "turned": angle} if angle else {"box": box}


def box_between(one: Spot, other: Spot) -> list[float]:
    """[left, top, right, bottom] of two corners, so finely that a side of 2 3/8 stays one about any middle."""
    (a, b), (c, d) = ((plain(x, 4), plain(y, 4)) for x, y in (one, other))
    return [min(a, c), min(b, d), max(a, c), max(b, d)]


def put_shape(piece: Piece, shape: Mapping[str, Any]) -> Piece:
    """A piece with another shape, which stands where the old one stood."""
    at = next((place for place, key in enumerate(piece) if key in SHAPES), len(piece))
    before = {key: value for key, value in list(piece.items())[:at] if key not in SHAPES}
    after = {key: value for key, value in list(piece.items())[at:] if key not in SHAPES}
    return {**before, **shape, **after}


Stand = tuple[str, Spots]
"""What a piece is and where it stands: its kind, and its corners in an order of their own, however it is written."""


def stand(piece: Mapping[str, Any]) -> Stand:
    return str(piece.get("kind")), tuple(sorted(outline(piece)))


def image_of(one: Stand, image: Callable[[Spot], Spot]) -> Stand:
    """The same under a mirror or a turn."""
    return one[0], tuple(sorted(map(image, one[1])))


def same_stand(one: Stand, other: Stand, near: float = 0.03) -> bool:
    """Whether two are of one kind and stand in the same place, but for what is lost by rounding."""
    if one[0] != other[0] or len(one[1]) != len(other[1]):
        return False
    # Corners are kept in order, which a hundredth may turn around: each is asked for wherever it stands in the other.
    return all(
        any(abs(x - u) <= near and abs(y - v) <= near for u, v in there)
        for here, there in ((one[1], other[1]), (other[1], one[1]))
        for x, y in here
    )


def spots_as_lists(spots: Sequence[Spot]) -> list[list[float]]:
    return [list(rounded(spot)) for spot in spots]
