"""The roster panel beside the map: as many units of each side as fit. Data in, rows of text out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.game_standing import Nearness
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, spread
from tabletop_tui.widgets.view_text import first_shown, health, lost_last, roster_lines, shares, side_heading

MANY = 20
"""A side with more units is shown as a row a platoon, a number a unit."""
BAR = 8
"""The cells of the bar of a platoon."""
PLATOON = 8
"""So many units, in their order, make a platoon."""


TRACK = 16
"""So many rows are left for the phases and for what comes next."""


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
    if max(Counter(line.seat for line in roster).values(), default=0) > MANY:
        lines = platoon_lines(roster, names, width, colours, glyphs, unit, nearness, bars=True)
        if len(lines) + 2 > height:
            lines = platoon_lines(roster, names, width, colours, glyphs, unit, nearness)
        named = platoon_in_hand(roster, unit)[: max(0, height - len(lines) - TRACK)]
        more = roster_lines(named, names, width, colours, glyphs, unit)[1:] if named else []
        return Shown([*lines, *([[]] if more else []), *more, [], [("more: ", "dim"), (more_key, "key")]], {})
    lines = roster_lines(roster, names, width, colours, glyphs, unit, nearness, below=True)
    if len(lines) <= height:  # room for all, with their statuses in words
        return Shown(lines, {})
    shown, found = units_shown(roster, height, unit, tops or {})
    lines = roster_lines(shown, names, width, colours, glyphs, unit, nearness)
    if left := len(roster) - len(shown):
        lines.append([(f"{left} more: {more_key}", "dim")])
    return Shown(lines, found)


def platoon_lines(
    roster: Sequence[RosterLine],
    names: Sequence[str],
    width: int,
    colours: Palette,
    glyphs: Glyphs,
    unit: str = "",
    nearness: Nearness | None = None,
    bars: bool = False,
) -> list[TextLine]:
    """A row a platoon under the heading of each side: the number of each unit, behind it what is the matter with it.

    With `bars` a row above it says what the platoon is made of, and what is left of it.
    """
    lines = list[TextLine]()
    for seat, of_side in groupby(roster, key=lambda line: line.seat):
        side = [*of_side]
        lines += [*([[]] if lines else []), side_heading(seat, names, width, colours, glyphs, nearness)]
        for first in range(0, len(side), PLATOON):
            letter, platoon = f"{chr(ord('a') + first // PLATOON)} ", side[first : first + PLATOON]
            if bars:
                lines.append(strength(letter, platoon, width, glyphs))
            row: TextLine = [("  " if bars else letter, "head")]
            for line in platoon:
                row += _numbered(line, colours, glyphs, line.unit == unit)
            lines.append(row)
    return lines


def strength(letter: str, platoon: Sequence[RosterLine], width: int, glyphs: Glyphs) -> TextLine:
    """A platoon by the name that most of it has, with a bar of what is left of all of it."""
    share = sum(line.health for line in platoon if line.state != "lost") / len(platoon)
    name = Counter(line.name for line in platoon).most_common(1)[0][0]
    end: TextLine = [*health(share, glyphs, BAR), (f"{share:>5.0%}", "text")]
    return spread([(letter, "head"), (name, "text")], end, width)


def platoon_in_hand(roster: Sequence[RosterLine], unit: str) -> list[RosterLine]:
    """The platoon of the unit in hand; without one, the first that has a unit on the table."""
    found = next((line for line in roster if line.unit == unit), None)
    found = found or next((line for line in roster if line.spot and line.state != "lost"), roster[0])
    side = [line for line in roster if line.seat == found.seat]
    first = side.index(found) // PLATOON * PLATOON
    return side[first : first + PLATOON]


def _numbered(line: RosterLine, colours: Palette, glyphs: Glyphs, in_hand: bool) -> TextLine:
    """The number of a unit in three columns: on its side's colour while it is on the table, faint where it is not."""
    number = line.tag[1:].rjust(2)
    if line.state == "lost":
        return [(f"{number}{glyphs.sight['blocked']}", "dim")]
    badge = next((badge.letter for badge in line.badges if badge.letter), "")
    sign = badge or (glyphs.done if line.state == "done" else " ")
    if not line.spot:
        return [(f"{number} ", "dim")]
    return [
        (number, "acting" if in_hand else colours.token(line.seat, line.state == "done")),
        (sign, "badge" if badge else "dim"),
    ]


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
