"""The dice tray: the dice of a roll as they lie on the table, what was needed, which count, and the rolls before it."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.roll_wording import (
    came_words,
    dice_words,
    event_needs,
    kinds_words,
    reasons,
    roll_needs,
    sum_words,
)
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.log_lines import roll_spans
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import Span, TextLine, clip, width_of, wrap
from tabletop_tui.widgets.view_text import seat_sign

DIE = 3
"""A die is so many cells wide and high."""
STACKED = 6
"""From this height on, the words stand above and below the dice, not beside them."""
WORDS = 30
"""So many columns are kept for words beside the dice."""
Die = tuple[str, bool | None]
"""What lies on top (a blank while it rolls), and whether it counts (None: that is not known, or not the question)."""


def tray_lines(
    rolls: Sequence[Rolled],
    held: Roll | None,
    lying: int | None,
    size: tuple[int, int],
    colours: Palette,
    glyphs: Glyphs,
) -> list[TextLine]:
    """The tray in `size` columns and rows: the dice held in the hand or the last of `rolls`, then the rolls before.

    Of the last roll only the first `lying` dice have come to lie (None: all).
    """
    width, height = size
    before = list(rolls)
    if held is not None:
        dice: list[Die] = [(" ", None)] * held.count
        head: Span = (held.why, "strong")
        need = f"{roll_needs(held)}: {reasons(held.need.number)}" if held.need is not None else ""
        words: list[TextLine] = [[(need, "text")], [(f"{dice_words(held.count, held.sides)} to be thrown", "key")]]
        seat: int | None = held.seat
    elif before:
        last = before.pop()
        dice = [die(last, place, lying) for place in range(last.dice)]
        head, seat = (last.why, "strong"), last.seat
        whole = lying is None or lying >= last.dice
        words = [[(_reasons(last, whole), "text")], [result(last) if whole else ("", "text")]]
    else:
        return []
    lines: list[TextLine] = [[seat_sign(seat, colours, glyphs), (" ", "text"), head], *words]
    if height >= STACKED:
        lines = [*lines[:2], *dice_rows(dice, width, glyphs), *lines[2:]]
    else:
        lines = _beside(dice_rows(dice, max(DIE + 1, width - WORDS), glyphs), lines)
    lines += [[("  ", "text"), *roll_spans(roll)] for roll in reversed(before)]
    return [clip(line, width, glyphs.ellipsis) for line in lines[:height]]


def _beside(dice: list[TextLine], words: list[TextLine]) -> list[TextLine]:
    """Dice at the left, words at the right; a single row of dice stands beside the second line of words."""
    if len(dice) < DIE:
        dice = [[], *dice, []][:DIE]
    room = max(map(width_of, dice)) + 2
    return [[*row, (" " * (room - width_of(row)), "text"), *line] for row, line in zip(dice, words, strict=False)]


def die(roll: Rolled, place: int, lying: int | None = None) -> Die:
    """One die of a roll, a blank one if it is still rolling; + and - where the faces were not told."""
    if lying is not None and place >= lying:
        return " ", None
    face = str(roll.faces[place]) if roll.faces else "-+"[roll.good[place]]
    return face, roll.good[place] if roll.good else None


def dice_rows(dice: Sequence[Die], width: int, glyphs: Glyphs) -> list[TextLine]:
    """The dice side by side, each three by three cells; in one row where there are too many for that."""
    if len(dice) * (DIE + 1) > width or any(len(face) > 1 for face, _ in dice):
        return [[(f"[{face}]" if good else f" {face.replace(' ', '.')} ", _ink(good)) for face, good in dice]]
    rows: list[TextLine] = [[] for _ in range(DIE)]
    for face, good in dice:
        shape = glyphs.dice[bool(good)]
        parts = shape[:DIE], shape[DIE] + face + shape[DIE + 2], shape[2 * DIE :]
        for row, part in zip(rows, parts, strict=True):
            row += [(part, _ink(good)), (" ", "text")]
    return rows


def _ink(good: bool | None) -> str:
    return "strong" if good is None else "good" if good else "dim"


def _reasons(roll: Rolled, whole: bool) -> str:
    """What was needed or, as soon as the `whole` roll lies there, how the sum comes out, with the reasons."""
    if roll.adds is not None:
        words = f"{sum(roll.faces)}{sum_words(roll)}" if whole else f"{roll.adds.name} {roll.adds.total}"
        return ": ".join(filter(None, (words, reasons(roll.adds))))
    if roll.need is None:
        return ""
    return ": ".join(filter(None, (event_needs(roll), reasons(roll.need.number))))


def result(roll: Rolled) -> Span:
    """What came of a roll, in a few words."""
    came = came_words(roll)
    if not roll.good:
        return came, "strong" if came else "text"
    return came, "good" if any(roll.good) else "dim"


# ---------------------------------------------------------------- dice that wait to be thrown
def waiting_lines(roll: Roll, name: str, width: int) -> list[TextLine]:
    """Whose dice, how many, what for, and each reason of what is needed."""
    lines = wrap([(f"{name} rolls {dice_words(roll.count, roll.sides)}", "head")], width) + wrap(
        [(roll.why, "text")], width
    )
    if roll.need is None:
        return lines
    if roll.count > 1 and roll.kinds[1:]:
        example = "+".join(["1"] * len(roll.kinds[1:]))
        kinds = " + ".join(f"how many show {kind}" for kind in kinds_words(roll))
        lines += wrap([(f"={example}", "key"), (f" tells {kinds}", "text")], width, "  ")
    need = roll.need.number
    lines += [
        *wrap([(roll_needs(roll), "strong")], width, "  "),
        *wrap([(f" {need.base} {need.source or need.name}", "dim")], width, "  "),
    ]
    for modifier in need.modifiers:
        lines += wrap([(f" {modifier.value:+d} {modifier.reason}", "dim"), (f" {modifier.rule}", "rule")], width, "  ")
    return lines


def waiting_words(roll: Roll) -> str:
    """The same in one line, the most important first."""
    if roll.need is None:
        return f"{dice_words(roll.count, roll.sides)}: {roll.why}"
    parts = reasons(roll.need.number)
    return f"{dice_words(roll.count, roll.sides)}, {roll_needs(roll)}: {roll.why}{f' ({parts})' if parts else ''}"
