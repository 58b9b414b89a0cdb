"""A line of sight from the side as rows of text: heights and distances to scale, each in its own."""

from __future__ import annotations

from itertools import groupby
from math import ceil

from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import Role, TextLine, clip, spread

AXIS = 6
"""The columns in which the heights stand."""
EYE, TICK = "◉", "┤"
RAYS = (".", "˙")
"""A point of a line in the lower half of a row, and one in the upper half."""
BODY = {(True, True): "█", (True, False): "▄", (False, True): "▀"}
"""A cell by whether its lower and its upper half are filled."""
HIDDEN = "▒"
"""What of the target cannot be seen: no colour is needed to tell it from the rest."""
ASCII_SIGNS = {EYE: "@", TICK: "|", RAYS[1]: "'", "█": "#", "▄": "=", "▀": '"', HIDDEN: "%", "…": "~"}
KEYED = 7
"""From so many rows on, one tells what the lines are."""
PARTS = 2
"""How many heights are told apart within one row."""


def side_view_lines(view: SideView, width: int, height: int, glyphs: Glyphs) -> list[TextLine]:
    """So many rows: what it is and what comes of it, the picture, the ground with names."""
    head = spread([("From the side ", "head"), (view.title, "text")], [(view.said, view.mood or "strong")], width)
    key = [_key(view, width)] if height >= KEYED else []
    picture = _Picture(view, width - AXIS, max(1, height - 2 - len(key)))
    rows = [[(picture.height_of(row), "dim"), *_runs(cells)] for row, cells in enumerate(picture.rows())]
    lines: list[TextLine] = [head, *key, *rows, [(" " * AXIS, "dim"), (picture.names(), "dim")]]
    return lines if glyphs.halves else [[(_ascii(text), role) for text, role in line] for line in lines]


def _key(view: SideView, width: int) -> TextLine:
    """What each sign of the picture says."""
    line: TextLine = [(" " * AXIS, "text"), (EYE, "key"), (f" eye, {view.eye:g} up", "dim")]
    if (lowest := view.lowest) is not None:
        past = f"lowest line past {lowest.name}" if lowest.name else "lowest line that passes"
        line += [("   . ˙ .", "bad"), (f" {past}", "dim")]
    line += [("   . ˙ .", "text"), (" line to its top", "dim")]
    if view.hidden:
        line += [("   " + HIDDEN * 2, "bad"), (" hidden", "dim")]
    return clip(line, width)


def _ascii(text: str) -> str:
    return "".join(ASCII_SIGNS.get(sign, sign) for sign in text)


def _runs(cells: list[tuple[str, Role]]) -> TextLine:
    """Cells of one role that stand beside each other as one span."""
    return [("".join(sign for sign, _ in run), role) for role, run in groupby(cells, key=lambda cell: cell[1])]


class _Picture:
    """The picture of a view in cells."""

    def __init__(self, view: SideView, width: int, height: int) -> None:
        self.view, self.width, self.height = view, width, height
        everything = (view.viewer, view.target, *view.between)
        self.first = view.viewer.begin
        self.long = max(view.target.end - self.first, 0.01)
        self.high = ceil(max(view.eye, *(one.top for one in everything)))

    def rows(self) -> list[list[tuple[str, Role]]]:
        return [[self._cell(column, row) for column in range(self.width)] for row in range(self.height)]

    def height_of(self, row: int) -> str:
        """What stands beside a row: the whole height that lies in it, the highest of several; else nothing."""
        low, top = (edge * self.high / self.height for edge in (self.height - row - 1, self.height - row))
        whole = ceil(top) - 1
        return f"{whole:>4g}{TICK} " if whole >= low else " " * AXIS

    def names(self) -> str:
        """The names of what is between, each below its middle, as far as there is room."""
        line = [" "] * self.width
        for one in sorted((*self.view.between, self.view.target), key=lambda one: one.begin):
            words = f"{one.name} {one.top:g}"
            start = min(self._column((one.begin + one.end) / 2) - len(words) // 2, self.width - len(words))
            if start >= 0 and not "".join(line[max(0, start - 1) : start + len(words) + 1]).strip():
                line[start : start + len(words)] = words
        return "".join(line)

    # ------------------------------------------------------------------ places
    def _up(self, row: int, part: float) -> float:
        """How high a part of a row is, the lowest part being 0."""
        return (self.height - row - 1 + (part + 0.5) / PARTS) * self.high / self.height

    def _along(self, column: int) -> float:
        return self.first + (column + 0.5) * self.long / self.width

    def _column(self, along: float) -> int:
        return min(self.width - 1, max(0, int((along - self.first) * self.width / self.long)))

    # ------------------------------------------------------------------ cells
    def _cell(self, column: int, row: int) -> tuple[str, Role]:
        view, heights = self.view, [self._up(row, part) for part in range(PARTS)]
        if column == self._column(0.0) and self._holds(row, view.eye):
            return EYE, "key"
        for one, role in ((view.viewer, "key"), *((body, "dim") for body in view.between)):
            if sign := self._filled(one, column, heights):
                return sign, role
        if sign := self._filled(view.target, column, heights):
            middle = self._up(row, (PARTS - 1) / 2)
            return (HIDDEN, "bad") if any(low <= middle <= top for low, top in view.hidden) else (sign, "good")
        return self._ray(column, row)

    def _filled(self, one: Upright, column: int, heights: list[float]) -> str:
        """The sign of a cell of which something fills all or the lower half, '' for any other."""
        if not self._column(one.begin) <= column <= self._column(one.end):
            return ""
        low, high = (one.bottom <= height <= one.top for height in heights)
        return BODY.get((low, high), "")

    def _ray(self, column: int, row: int) -> tuple[str, Role]:
        """The lines from the eye to the upper border of what is hidden, and to the target's top; every other column."""
        share = self._along(column) / max(self.view.target.begin, 0.01)
        if not 0 < share < 1 or column % 2:
            return " ", "text"
        for end, role in self._rays():
            height = self.view.eye + (end - self.view.eye) * self._along(column) / self._middle
            if self._holds(row, height):
                return RAYS[height * self.height / self.high % 1 >= 0.5], role
        return " ", "text"

    @property
    def _middle(self) -> float:
        return (self.view.target.begin + self.view.target.end) / 2

    def _rays(self) -> list[tuple[float, str]]:
        target = self.view.target
        borders = {top for _, top in self.view.hidden} - {target.top}
        return [*((end, "bad") for end in sorted(borders)), (target.top, "text")]

    def _holds(self, row: int, height: float) -> bool:
        """Whether a height lies in a row; what is on the border of two lies in the upper one."""
        return self.height - 1 - row == min(self.height - 1, int(height * self.height / self.high))
