"""A line of sight from the side as rows of text: heights and distances to scale, each in its own."""

from __future__ import annotations

from itertools import groupby
from math import ceil

from tabletop_tui.engine.views import SideView, Upright
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import Role, TextLine, spread

AXIS = 5
"""The columns in which the heights stand."""
EYE, RAY = "◉", "·"
BODY = ("█", "▄")
"""A cell that something fills, and one whose lower half it fills."""
ASCII_SIGNS = {EYE: "@", RAY: ".", BODY[0]: "#", BODY[1]: "="}
PARTS = 2
"""How many heights are told apart within one row."""


def side_view_lines(view: SideView, width: int, height: int, glyphs: Glyphs) -> list[TextLine]:
    """So many rows: what it is and what comes of it, the picture, the ground with names."""
    head = spread([("From the side ", "head"), (view.title, "text")], [(view.said, view.mood or "strong")], width)
    picture = _Picture(view, width - AXIS, max(1, height - 2))
    rows = [[(picture.height_of(row), "dim"), *_runs(cells)] for row, cells in enumerate(picture.rows())]
    lines: list[TextLine] = [head, *rows, [(" " * AXIS, "dim"), (picture.names(), "dim")]]
    return lines if glyphs.halves else [[(_ascii(text), role) for text, role in line] for line in lines]


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
        """What stands beside a row: how high its middle is."""
        return f"{self._up(row, (PARTS - 1) / 2):4.1f} "

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
            return sign, "bad" if any(low <= middle <= top for low, top in view.hidden) else "good"
        return self._ray(column, row)

    def _filled(self, one: Upright, column: int, heights: list[float]) -> str:
        """The sign of a cell of which something fills all or the lower half, '' for any other."""
        if not self._column(one.begin) <= column <= self._column(one.end):
            return ""
        full = [one.bottom <= height <= one.top for height in heights]
        return BODY[0] if all(full) else BODY[1] if full[0] else ""

    def _ray(self, column: int, row: int) -> tuple[str, Role]:
        """The lines from the eye to the borders of what is hidden, and to the target's top."""
        share = self._along(column) / max(self.view.target.begin, 0.01)
        if not 0 < share < 1:
            return " ", "text"
        for end, role in self._rays():
            if self._holds(row, self.view.eye + (end - self.view.eye) * self._along(column) / self._middle):
                return RAY, role
        return " ", "text"

    @property
    def _middle(self) -> float:
        return (self.view.target.begin + self.view.target.end) / 2

    def _rays(self) -> list[tuple[float, str]]:
        target = self.view.target
        borders = {end for span in self.view.hidden for end in span} - {target.bottom, target.top}
        return [*((end, "bad") for end in sorted(borders)), (target.top, "text"), (target.bottom, "text")]

    def _holds(self, row: int, height: float) -> bool:
        """Whether a height lies in a row; what is on the border of two lies in the upper one."""
        return self.height - 1 - row == min(self.height - 1, int(height * self.height / self.high))
