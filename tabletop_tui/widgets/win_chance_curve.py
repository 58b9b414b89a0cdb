"""The curve of a game as rows: how large the share of one side was when each answer had been given."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.widgets.colour_arithmetic import blend, legible
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette, style
from tabletop_tui.widgets.styled_text import Role, TextLine

Halves = tuple[Role, Role] | tuple[Role, Role, Role]
"""The roles of both parts of an area, and perhaps of the line in the middle of the first."""

PAPER_SHARE = 0.35
"""How much of the paper is in the colours of an area, which is large."""
EIGHTHS = " ▁▂▃▄▅▆▇█"
AXIS = 5
"""The columns of the figures at the left."""


def curve_lines(
    shares: Sequence[tuple[int, float]],
    span: tuple[int, int],
    rounds: Sequence[tuple[int, int]],
    width: int,
    height: int,
    roles: Halves,
    glyphs: Glyphs,
    mark: int | None = None,
) -> list[TextLine]:
    """An area of so many rows, and below it where each round began.

    `shares` and `rounds` are (number of the answer, share or round), in order; `span` is the first answer and the
    last. `roles` are those of the side whose share it is, of what is left to the others, and of the line in the middle
    of the former where its ground can have a colour. A column is marked in which answer `mark` lies.
    """
    room = max(8, width - AXIS)
    levels = columns(shares, span, room)
    rows: list[TextLine] = []
    for row in range(height):
        said = {0: "100%", height // 2: " 50%", height - 1: "  0%"}.get(row, "")
        cells = "".join(cell(level, height - 1 - row, height, glyphs, row == height // 2) for level in levels)
        known = [level is not None for level in levels]
        rows.append([(f"{said:>{AXIS - 1}} ", "dim"), *coloured(cells, known, roles, row == height // 2, glyphs)])
    rows.append([(" " * AXIS, "dim"), *foot(rounds, span, room, mark, glyphs)])
    return rows


def columns(shares: Sequence[tuple[int, float]], span: tuple[int, int], room: int) -> list[float | None]:
    """The share in each column: the last one that was known there; None before the first and after the last."""
    levels: list[float | None] = [None] * room
    for place, (answer, share) in enumerate(shares):
        following = shares[place + 1][0] if place + 1 < len(shares) else answer + 1
        for column in range(column_of(answer, span, room), column_of(following, span, room)):
            levels[column] = share
        levels[column_of(answer, span, room)] = share
    return levels


def column_of(answer: int, span: tuple[int, int], room: int) -> int:
    """The column in which an answer lies; those before the first one lie in its column."""
    first, last = span
    return max(0, min(room - 1, (answer - first) * room // max(1, last - first)))


def cell(level: float | None, row: int, height: int, glyphs: Glyphs, middle: bool) -> str:
    """What stands in a cell; the lowest row is row 0."""
    if level is None:
        return " "
    eighths = round(level * height * 8) - row * 8
    empty = glyphs.grid if middle else " "
    if glyphs.halves:
        return EIGHTHS[min(8, eighths)] if eighths > 0 else empty
    return "#" if eighths >= 4 else empty


def halves_of(colours: Palette, seats: int, glyphs: Glyphs) -> Halves:
    """The roles of the area of the first side and of what is left: of two sides each has its colour."""
    first, second = colours.token(0).bgcolor, colours.token(1).bgcolor
    if seats != 2 or not glyphs.halves or first is None or second is None:
        return colours.seat_name(0), "dim"
    if colours.mix:
        paper = colours.role("text").bgcolor
        first, second = blend(first, paper, PAPER_SHARE), blend(second, paper, PAPER_SHARE)
    ink = colours.token(1).color
    return style(first, second), style(legible(ink, second), second), style(legible(ink, first), first)


def coloured(cells: str, known: Sequence[bool], roles: Halves, middle: bool, glyphs: Glyphs) -> TextLine:
    """The cells of a row in spans: those of the one side, the rest, and what is not known."""
    line: TextLine = []
    for sign, told in zip(cells, known, strict=True):
        role = "dim" if not told else roles[0] if sign in EIGHTHS[1:] or sign == "#" else roles[1]
        if middle and sign == EIGHTHS[-1] and len(roles) == 3:
            sign, role = glyphs.grid, roles[2]
        if line and line[-1][1] == role:
            line[-1] = (line[-1][0] + sign, role)
        else:
            line.append((sign, role))
    return line


def foot(
    rounds: Sequence[tuple[int, int]], span: tuple[int, int], room: int, mark: int | None, glyphs: Glyphs
) -> TextLine:
    """The number of each round below the answer with which it began, and a mark."""
    signs = [" "] * room
    for answer, number in rounds:
        at, text = column_of(answer, span, room), str(number)
        if (
            answer >= span[0]
            and at + len(text) <= room
            and all(sign == " " for sign in signs[max(0, at - 1) : at + len(text)])
        ):
            signs[at : at + len(text)] = text
    if mark is None:
        return [("".join(signs), "dim")]
    at = column_of(mark, span, room)
    before, after = "".join(signs[:at]), "".join(signs[at + 1 :])
    return [(before, "dim"), (glyphs.up, "key"), (after, "dim")]
