"""Cells of text as plain data, and of what they are drawn: rows of runs, each a text in one ink.

A cell is one wide and two high. What terminals draw of blocks is drawn as rectangles, so that no font leaves a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from rich.cells import get_character_cell_size
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from tabletop_tui.records import frozen
from tabletop_tui.widgets.palette import Palette

BARE = "#0d1117", "#c9d1d9"
"""The ground and the letters of a picture where a palette leaves them to the terminal."""
FILLER = "\u3000"
"""Stands in the second cell of a letter that is two cells wide."""
Box = tuple[float, float, float, float]
"""Left, top, width and height, as shares of a cell."""


def _quarters(*held: int) -> tuple[Box, ...]:
    """The quarters of a cell, counted from the top left one row by row."""
    return tuple((quarter % 2 / 2, quarter // 2 / 2, 0.5, 0.5) for quarter in held)


BLOCKS: dict[str, tuple[Box, ...]] = {
    "█": ((0, 0, 1, 1),),
    "▀": ((0, 0, 1, 0.5),),
    "▐": ((0.5, 0, 0.5, 1),),
    **{chr(0x2581 + eighths - 1): ((0, 1 - eighths / 8, 1, eighths / 8),) for eighths in range(1, 8)},
    **{chr(0x2590 - eighths): ((0, 0, eighths / 8, 1),) for eighths in range(1, 8)},
    "▔": ((0, 0, 1, 0.125),),
    "▕": ((0.875, 0, 0.125, 1),),
    "▖": _quarters(2),
    "▗": _quarters(3),
    "▘": _quarters(0),
    "▙": _quarters(0, 2, 3),
    "▚": _quarters(0, 3),
    "▛": _quarters(0, 1, 2),
    "▜": _quarters(0, 1, 3),
    "▝": _quarters(1),
    "▞": _quarters(1, 2),
    "▟": _quarters(1, 2, 3),
}
"""Block elements by what of a cell they fill."""


@frozen(cache_hash=True)
class Ink:
    """How a run looks: the colours of its letters and of the ground below, as '#rrggbb'."""

    letters: str
    ground: str
    bold: bool = False
    under: bool = False


Run = tuple[str, Ink]
Row = tuple[Run, ...]


@frozen
class Sheet:
    """A picture of cells."""

    rows: tuple[Row, ...]
    width: int
    """In cells."""

    @property
    def height(self) -> int:
        return len(self.rows)


class Inks:
    """Styles of a terminal as inks; what a style leaves open is the palette's text on its paper."""

    def __init__(self, colours: Palette, theme: TerminalTheme | None = None) -> None:
        text = colours.role("text")
        self.theme = theme
        paper = colours.paper if colours.paper.startswith("#") else BARE[0]
        self.letters = self._hex(text.color) or BARE[1]
        self.ground = self._hex(text.bgcolor) or paper
        self.of = lru_cache(maxsize=1 << 12)(self._of)

    def _hex(self, colour: Color | None) -> str:
        if colour is None or colour.is_default:
            return ""
        return str(colour.get_truecolor(self.theme).hex)

    def _of(self, style: Style | None) -> Ink:
        if style is None:
            return Ink(self.letters, self.ground)
        letters, ground = self._hex(style.color) or self.letters, self._hex(style.bgcolor) or self.ground
        if style.reverse:
            letters, ground = ground, letters
        return Ink(letters, ground, bool(style.bold), bool(style.underline))

    def row(self, segments: Iterable[Segment]) -> Row:
        """A row of cells; neighbours of one ink are one run."""
        runs = ((cells(segment.text), self.of(segment.style)) for segment in segments if not segment.control)
        joined = (("".join(text for text, _ in group), ink) for ink, group in groupby(runs, key=lambda run: run[1]))
        return tuple((text, ink) for text, ink in joined if text)


def cells(text: str) -> str:
    """A text with a character for each cell that it takes."""
    if text.isascii():
        return text
    sized = ((letter, get_character_cell_size(letter)) for letter in text)
    return "".join(letter + FILLER * (size - 1) for letter, size in sized if size)


def boxes(row: Row) -> Iterator[tuple[float, float, float, float, str]]:
    """What of a row is filled with which colour, from the ground up; in cells, a row one high."""
    at = 0
    for text, ink in row:
        yield at, 0, len(text), 1, ink.ground
        at += len(text)
    at = 0
    for text, ink in row:
        for block, count in ((letter, len(list(group))) for letter, group in groupby(text)):
            for left, top, width, height in BLOCKS.get(block, ()):
                if width == 1:
                    yield at, top, count, height, ink.letters
                else:
                    yield from ((at + step + left, top, width, height, ink.letters) for step in range(count))
            at += count


def words(row: Row) -> Iterator[tuple[int, str, Ink]]:
    """What of a row is written: from which cell on, in which ink. Blocks and blanks are no letters."""
    at = 0
    for text, ink in row:
        word = ""
        for place, letter in enumerate(f"{text} "):
            if letter in BLOCKS or letter in (" ", FILLER):
                if word:
                    yield at + place - len(word), word, ink
                word = ""
            else:
                word += letter
        at += len(text)
