"""The shapes of pieces of terrain as map files write them: moved, turned, resized, mirrored, typed as numbers.

A piece is the plain table of a file: its kind, and one of `points`, `circle` and `box`. What is moved stays written as
it was; a box that is turned by less than a quarter is written as its corners.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop_tui.editor.maps.symmetry import plain, rounded
from tabletop_tui.files.map_shapes import corners_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.table.bases import turned
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, Figure, bounds, overlap

Piece = dict[str, Any]
SHAPES = ("points", "circle", "box")
NUMBER = r"-?\d+(?:\.\d+)?"


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


def outline(piece: Mapping[str, Any]) -> Spots:
    """The corners of a piece, () for one that has no sound shape."""
    points = tuple(spots_in(piece.get("points")))
    circle, box = (tuple(numbers(piece.get(key)) or ()) for key in ("circle", "box"))
    try:
        return corners_of(points, circle, box)
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


def turned_by(piece: Piece, degrees: float) -> Piece:
    """A piece turned clockwise about its middle."""
    x, y = middle(piece)

    def image(spot: Spot) -> Spot:
        ((u, v),) = turned([(spot[0] - x, spot[1] - y)], degrees)
        return u + x, v + y

    if "box" in piece and degrees % 90:
        piece = _reshaped(piece, "points", [list(spot) for spot in outline(piece)])
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
        found["box"] = box_between(image((box[0], box[1])), image((box[2], box[3])))
    return found


def box_between(one: Spot, other: Spot) -> list[float]:
    """[left, top, right, bottom] of two corners."""
    (a, b), (c, d) = rounded(one), rounded(other)
    return [min(a, c), min(b, d), max(a, c), max(b, d)]


def _reshaped(piece: Piece, shape: str, value: object) -> Piece:
    """A piece with another shape, which stands where the old one stood."""
    at = next((key for key in piece if key in SHAPES), None)
    if at is None:
        return {**piece, shape: value}
    return {shape if key == at else key: value if key == at else old for key, old in piece.items()}


# ---------------------------------------------------------------- as numbers, measured with a tape
HOW = "6x4 at 12,30 turned 15, r3 at 12,30, or 0,20 18,21 34,22"
HOW_A_LINE = "its length, or its corners as 0,20 18,21"


def written(piece: Mapping[str, Any]) -> str:
    """The shape of a piece as `typed` reads it."""
    if (circle := numbers(piece.get("circle"), 3)) is not None:
        return f"r{circle[2]:g} at {circle[0]:g},{circle[1]:g}"
    if (box := numbers(piece.get("box"), 4)) is not None:
        return f"{box[0]:g},{box[1]:g} to {box[2]:g},{box[3]:g}"
    return " ".join(f"{x:g},{y:g}" for x, y in spots_in(piece.get("points")))


def typed(text: str, here: Spot, line: bool) -> dict[str, Any]:
    """The shape that somebody typed, with its middle `here` where he names no place. Wrong for what is none."""
    words = " ".join(text.lower().replace(";", " ").split())
    turn = re.search(rf" turn(?:ed)? ({NUMBER})$", words)
    words = words[: turn.start()] if turn else words
    place = re.search(rf" ?(?:at|@) ?({NUMBER}) ?, ?({NUMBER})$", words)
    at = (float(place[1]), float(place[2])) if place else here
    words = words[: place.start()] if place else words
    found = _shape_of(words.strip(), at, line)
    if turn and "circle" not in found:
        found = turned_by(found, float(turn[1]))
    return found


def _shape_of(words: str, at: Spot, line: bool) -> dict[str, Any]:
    if size := re.fullmatch(rf"({NUMBER}) ?x ?({NUMBER})", words):
        wide, high = float(size[1]) / 2, float(size[2]) / 2
        return {"box": box_between((at[0] - wide, at[1] - high), (at[0] + wide, at[1] + high))}
    if (radius := re.fullmatch(rf"r ?({NUMBER})", words)) and not line:
        return {"circle": [*rounded(at), plain(float(radius[1]))]}
    if (length := re.fullmatch(NUMBER, words)) and line:
        half = float(length[0]) / 2
        return {"points": [list(rounded((at[0] - half, at[1]))), list(rounded((at[0] + half, at[1])))]}
    pair = rf"({NUMBER}) ?, ?({NUMBER})"
    if (corners := re.fullmatch(rf"{pair} to {pair}", words)) and not line:
        a, b, c, d = map(float, corners.groups())
        return {"box": box_between((a, b), (c, d))}
    spots = [(float(x), float(y)) for x, y in re.findall(pair, words)]
    if len(spots) >= (2 if line else 3) and not re.sub(rf"{pair}| to ", "", words).strip():
        return {"points": [list(rounded(spot)) for spot in spots]}
    raise Wrong(f"type {HOW_A_LINE if line else HOW}")


def put_shape(piece: Piece, shape: Mapping[str, Any]) -> Piece:
    """A piece with another shape."""
    ((key, value),) = shape.items()
    return _reshaped(piece, key, value)


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
    return all(abs(x - u) <= near and abs(y - v) <= near for (x, y), (u, v) in zip(one[1], other[1], strict=True))


def spots_as_lists(spots: Sequence[Spot]) -> list[list[float]]:
    return [list(rounded(spot)) for spot in spots]
