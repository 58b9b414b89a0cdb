"""The roster panel beside the map: as many units of each side as fit. Data in, rows of text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from attrs import frozen

from tabletop_tui.engine.views import Nearness, RosterLine
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.styles import Palette
from tabletop_tui.widgets.view_text import first_shown, lost_last, roster_lines, shares


@frozen
class Shown:
    """The roster as it is shown."""

    lines: list[TextLine]
    tops: dict[int, int]
    """For each side the first of its units that is shown, to be handed in the next time."""


def roster_panel(
    roster: Sequence[RosterLine],
    names: Sequence[str],
    width: int,
    height: int,
    colours: Palette,
    glyphs: Glyphs,
    unit: str = "",
    nearness: Nearness | None = None,
    tops: Mapping[int, int] | None = None,
    more_key: str = "",
) -> Shown:
    """The units of all sides in so many rows, that in hand (`unit`) among them; `more_key` shows those left out."""
    lines = roster_lines(roster, names, width, colours, glyphs, unit, nearness, below=True)
    if len(lines) <= height:  # room for all, with their statuses in words
        return Shown(lines, {})
    shown, found = units_shown(roster, height, unit, tops or {})
    lines = roster_lines(shown, names, width, colours, glyphs, unit, nearness)
    if left := len(roster) - len(shown):
        lines.append([(f"{left} more: {more_key}", "dim")])
    return Shown(lines, found)


def units_shown(
    roster: Sequence[RosterLine], height: int, unit: str, tops: Mapping[int, int]
) -> tuple[list[RosterLine], dict[int, int]]:
    """As many units as fit, each side in its own place, and which of each side is the first that is shown."""
    sides = [lost_last(lines) for _, lines in groupby(roster, key=lambda line: line.seat)]
    counts = shares([len(side) for side in sides], height - 2 * len(sides))
    shown, found = list[RosterLine](), dict[int, int]()
    for number, (side, count) in enumerate(zip(sides, counts, strict=True)):
        first = found[number] = first_shown(side, unit, count, tops.get(number, 0))
        shown += side[first : first + count]
    return shown, found
