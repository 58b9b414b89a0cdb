"""How many units of each side stand outside of the view of a map, as arrows with counts on its rim."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.style import Style
from textual.geometry import Region

from tabletop_tui.widgets.map.shared.map_painter import Painter

ARROWS = {True: {"w": "◂", "e": "▸", "n": "▴", "s": "▾"}, False: {"w": "<", "e": ">", "n": "^", "s": "v"}}
"""The arrow to each side, with Unicode and without."""
Arrows = dict[int, list[tuple[int, str, Style]]]
"""For each row of the map: from which column of the view on what is written, and how."""


def beyond(painter: Painter[Any], view: Region) -> Arrows:
    """The arrows of a view, each on its side's colour; none where all of the map is in view."""
    found = Arrows()
    if view.width >= painter.width and view.height >= painter.height:
        return found
    sides: dict[str, Counter[int]] = {side: Counter() for side in "wens"}
    for token in painter.scene.tokens:
        if token.seat is not None and token.kind == "unit" and painter.has(token.spot):
            x, y = painter.corner(token.spot)[0], painter.tag_row(token.spot)
            if side := _side((x + 1, y), view):
                sides[side][token.seat] += 1
    signs, taken = ARROWS[painter.glyphs.halves], painter.taken()
    middle, centre = view.y + view.height // 2, view.width // 2

    def put(row: int, at: int, text: str, seat: int) -> None:
        found.setdefault(row, []).append((at, text, painter.palette.token(seat)))

    def free(row: int, at: int, size: int) -> bool:
        """Whether neither a unit nor another arrow stands there."""
        others = any(at < left + len(text) and left < at + size for left, text, _ in found.get(row, ()))
        return not others and not any(taken(view.x + column, row) for column in range(at, at + size))

    rows = sorted(range(view.y, min(view.bottom, painter.height)), key=lambda row: (abs(row - middle), row < middle))
    for side in "we":
        for seat, count in sorted(sides[side].items()):
            text = f"{signs[side]}{count}" if side == "w" else f"{count}{signs[side]}"
            last = view.width - len(text)
            # At the rim, or where that is full of units further in.
            places = ((row, depth if side == "w" else last - depth) for depth in range(last + 1) for row in rows)
            row, at = next((place for place in places if free(*place, len(text))), (middle, 0 if side == "w" else last))
            put(row, at, text, seat)
    for side, row in (("n", view.y), ("s", view.bottom - 1)):
        for seat, count in sorted(sides[side].items()):
            text = f"{signs[side]}{count}"
            columns = sorted(range(view.width - len(text) + 1), key=lambda at: (abs(at - centre), at < centre))
            put(row, next((at for at in columns if free(row, at, len(text))), centre), text, seat)
    return found


def _side(at: tuple[int, int], view: Region) -> str:
    """Beyond which side of a view a cell lies; '' for one that is in it."""
    x, y = at
    if not view.x <= x < view.right:
        return "w" if x < view.x else "e"
    if not view.y <= y < view.bottom:
        return "n" if y < view.y else "s"
    return ""
