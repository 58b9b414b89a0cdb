"""Views of a game as lines of text: standing, unit cards, rosters, previews, rules. It reads plain data alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest

from attrs import evolve

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.events import Event, Fell
from tabletop_tui.engine.game_standing import Nearness
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.wording import percent
from tabletop_tui.rulebook.force_builder import Budget
from tabletop_tui.table.points import place_words
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette, badge_role
from tabletop_tui.widgets.styled_text import Span, TextLine, clip, spread, width_of, wrap

MOODS = {"": "strong", "good": "good", "bad": "bad", "dim": "dim", "head": "head"}
NOTES = 48
"""From this width on, a roster says what is the matter with a unit."""
MELEE = "M"
"""In place of a range, where room is narrow."""
TAG = 3
"""The columns of a unit's tag."""
LUCK = 6
"""The cells of a bar of luck to either side."""
COUNT, LEAST_NAME = 5, 8
"""The columns of what is left of a unit, and so many letters of its name at least where statuses stand beside it."""
AROUND = 2
"""So many lines of a roster are kept in view around the unit in hand."""
BARRED = 30
"""From so many columns on chances are bars."""
WIDE = 28
"""From this width on, tallies are written out."""


# ---------------------------------------------------------------- numbers with their reasons
def tally_lines(tally: Tally, width: int) -> list[TextLine]:
    """A number's reasons, each with its rule, one a line."""
    lines = [spread([(f"  {tally.base} {tally.source or tally.name}", "text")], [(tally.rule, "rule")], width)]
    lines += [
        spread([(f"  {modifier.value:+d} {modifier.reason}", "text")], [(modifier.rule, "rule")], width)
        for modifier in tally.modifiers
    ]
    return [*lines, [(f"  = {tally.name} {tally.total}", "strong")]]


# ---------------------------------------------------------------- cards and previews
def card_lines(
    card: Card, width: int, colours: Palette, full: bool = False, badges: Sequence[Badge] = ()
) -> list[TextLine]:
    """A unit card, the signs of its statuses at the right of its title.

    The short form packs short lines in pairs, the full one gives every reason and rule.
    """
    signs = [piece for badge in badges for piece in (badge_sign(badge), (" ", colours.token(card.seat)))]
    title = card.title.ljust(width - width_of(signs))[: max(1, width - width_of(signs))]
    lines: list[TextLine] = [[(title, colours.token(card.seat)), *signs]]
    for columns, part in groupby(card.lines, lambda line: line.columns and line.columns.heads):
        found = list(part)
        table = table_lines(found, width, full) if columns else []
        if table:
            lines += table
        else:
            lines += [piece for line in found for piece in full_line(line, width)] if full else packed(found, width)
    return lines


def table_lines(lines: Sequence[Line], width: int, rules: bool = False) -> list[TextLine]:
    """Lines as rows under their headings, each with its rules if they are wanted; nothing where they cannot fit.

    Where it is narrow the headings are the short ones, the last columns give way, and a name may stand in a row of its
    own above its numbers; no row is ever wrapped.
    """
    rows = [line.columns for line in lines if line.columns is not None]
    short, count = rows[0].short or rows[0].heads, len(rows[0].heads)
    tries = [(rows[0].heads, count, 2), (short, count, 2), (short, count, 1), (short, count - 1, 1)]
    for heads, kept, gap in tries:
        table = [heads[:kept], *(row.cells[:kept] for row in rows)]
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        if sum(wide) + gap * (kept - 1) <= width:
            return _table(lines, table, wide, gap, rules)
    for kept in range(count, 1, -1):
        numbers = [tuple(MELEE if cell == "melee" else cell for cell in row.cells[:kept]) for row in rows]
        wide = [max(map(len, column)) for column in zip(short[:kept], *numbers, strict=True)]
        wide[0] = width - sum(wide[1:]) - kept + 1
        if wide[0] >= 1:
            name = short[0] if len(short[0]) <= wide[0] else ""
            return _table(lines, [(name, *short[1:kept]), *numbers], wide, 1, rules)
    return []


def _table(
    lines: Sequence[Line], table: Sequence[Sequence[str]], wide: Sequence[int], gap: int, rules: bool
) -> list[TextLine]:
    """The rows of a table with columns so wide; a name that is longer than its column stands above its row."""
    right = [all(map(_is_number, column)) for column in zip(*table[1:], strict=True)]

    def row(cells: Sequence[str], role: str) -> TextLine:
        pairs = zip(cells, wide, right, strict=True)
        padded = [cell.rjust(room) if number else cell.ljust(room) for cell, room, number in pairs]
        return [((" " * gap).join(padded).rstrip(), role)]

    found = [row(table[0], "dim")]
    for line, cells in zip(lines, table[1:], strict=True):
        role = MOODS.get(line.mood, "strong")
        if len(cells[0]) > wide[0]:
            found.append([(cells[0], role)])
            cells = ("", *cells[1:])
        behind: TextLine = [("  " + " ".join(line.rules), "rule")] if rules else []
        found.append([*row(cells, role), *behind])
    return found


def _is_number(cell: str) -> bool:
    """Whether a cell belongs to a column of numbers: such stand at the right."""
    return not cell or cell in ("melee", "M", "-") or cell.lstrip("+-D")[:1].isdigit()


def packed(lines: Iterable[Line], width: int) -> list[TextLine]:
    """Lines of a card, two in a row where both are short."""
    rows: list[TextLine] = []
    waiting: Line | None = None
    half = width // 2

    def within(line: Line, room: int) -> TextLine | None:
        """The line if it fits, with its short label if it has to be."""
        tries = [one_line(line), *([one_line(line, short=True)] if line.short and width < WIDE else [])]
        return next((found for found in tries if width_of(found) <= room), None)

    for line in lines:
        if waiting is not None:
            left, right = within(waiting, half - 1), within(line, width - half)
            if left is not None and right is not None:
                rows.append([*left, (" " * (half - width_of(left)), "text"), *right])
                waiting = None
                continue
            rows.append(one_line(waiting))
            waiting = None
        if line.mood != "head" and within(line, half - 1) is not None:
            waiting = line
        else:
            rows += wrap(one_line(line), width, "  ")
    return rows if waiting is None else [*rows, one_line(waiting)]


def one_line(line: Line, short: bool = False) -> TextLine:
    """Label and value; the label in its short form if that is asked for."""
    mood = MOODS.get(line.mood, "strong")
    if not line.value:
        return [(line.label, mood)]
    label = line.short if short and line.short else line.label
    return [(label + " ", "head" if line.mood == "head" else "dim"), (line.value, mood)]


def full_line(line: Line, width: int) -> list[TextLine]:
    """A line with the reasons of its number and the rules behind it."""
    lines = wrap([*one_line(line), ("  " + " ".join(line.rules), "rule")], width, "  ")
    if line.tally is not None and line.tally.modifiers:
        lines += tally_lines(line.tally, width)
    return lines


def preview_lines(preview: Preview, width: int, title: str = "", glyphs: Glyphs | None = None) -> list[TextLine]:
    """What an answer would need and do: numbers with reasons, exact chances, what is to be expected.

    A heading that only repeats `title` is left out. With `glyphs` chances are bars where there is room.
    """
    lines: list[TextLine] = []
    for line in preview.lines:
        if line.mood == "head" and line.value == title:
            continue
        lines += wrap(one_line(line), width, "  ")
        if line.tally is not None and line.tally.modifiers:
            if width >= WIDE:
                lines += tally_lines(line.tally, width)
            else:
                lines += [[(f" {modifier.value:+d} {modifier.reason}", "dim")] for modifier in line.tally.modifiers]
    shares = [chance.probability for chance in preview.chances]
    for (what, value), share in zip_longest(chances_of(preview), shares):
        if share is not None and glyphs is not None and width >= BARRED:
            lines.append(chance_bar(what, value, share, width, glyphs))
        else:
            lines += named_value(what, value, width)
    return lines


def chance_bar(what: str, value: str, share: float, width: int, glyphs: Glyphs, name_room: int = 0) -> TextLine:
    """A chance as a bar between its name and its figure; the bar has a third of the line, or what the name leaves."""
    cells = max(0, min(width // 3, width - 6 - name_room))
    full, half, empty = glyphs.bar
    halves = round(share * cells * 2)
    bar = (full * (halves // 2) + half * (halves % 2)).ljust(cells, empty)[:cells]
    room = width - cells - 6
    name = clip([(what, "text")], room, glyphs.ellipsis)
    pad = " " * (room - width_of(name) + 1)
    return [*name, (pad, "text"), (bar, "good" if share > 0 else "dim"), (f"{value:>5}", "strong")]


def named_value(what: str, value: str, width: int) -> list[TextLine]:
    """Words at the left and a figure at the right, in two lines or more where one is too short for both."""
    *lines, last = wrap([(what, "text")], width)
    if width_of(last) + 1 + len(value) > width:
        lines, last = [*lines, last], []
    return [*lines, spread(last, [(value, "strong")], width)]


def chances_of(preview: Preview) -> list[tuple[str, str]]:
    """The exact chances, and how much damage or the like is to be expected, as words and figures."""
    found = [(chance.what, percent(chance.probability)) for chance in preview.chances]
    if preview.expected is not None:
        found.append((preview.expects, f"{preview.expected:{'.1f' if preview.expected >= 1 else '.2f'}} expected"))
    return found


# ---------------------------------------------------------------- rosters
def shares(sizes: Sequence[int], room: int) -> list[int]:
    """So many lines for each of several lists: all it has, or where room is scarce an even share of it."""
    found = [0] * len(sizes)
    for waiting, place in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        found[place] = min(sizes[place], max(0, room) // (len(sizes) - waiting))
        room -= found[place]
    return found


def first_shown(lines: Sequence[RosterLine], unit: str, count: int, before: int) -> int:
    """Where a view of so many lines begins, that of a unit among them; scrolled by as little as that asks."""
    at = next((number for number, line in enumerate(lines) if line.unit == unit), None)
    margin = min(AROUND, (count - 1) // 2)
    first = before if at is None else min(max(before, at - count + 1 + margin), at - margin)
    return max(0, min(first, len(lines) - count))


def roster_lines(
    roster: Sequence[RosterLine],
    names: Sequence[str],
    width: int,
    colours: Palette,
    glyphs: Glyphs,
    unit: str = "",
    nearness: Nearness | None = None,
    below: bool = False,
) -> list[TextLine]:
    """All units, side by side; the unit in hand has a pointer, the lost stand at the end of their side and say so.

    A side's heading says how near it is to losing. With `below`, what is the matter with a unit stands in words in a
    line of its own.
    """
    lines: list[TextLine] = []
    for seat, side in groupby(roster, key=lambda entry: entry.seat):
        lines += [*([[]] if lines else []), side_heading(seat, names, width, colours, glyphs, nearness)]
        for entry in lost_last(side):
            told = bool(below and entry.badges and entry.state != "lost")
            inline = evolve(entry, badges=()) if told else entry
            lines.append(roster_line(inline, width, colours, glyphs, entry.unit == unit))
            if told:
                lines += badge_rows(entry.badges, width)
    return lines


def side_heading(
    seat: int, names: Sequence[str], width: int, colours: Palette, glyphs: Glyphs, nearness: Nearness | None
) -> TextLine:
    """A side by its sign and name; at the right how near it is to losing: '1 mech', '3 to rout'."""
    ink = colours.heading(seat)
    heading: TextLine = [(f"{seat_sign(seat, colours, glyphs)[0]} {names[seat]}", ink or colours.seat_name(seat))]
    near: TextLine = []
    if nearness is not None:
        left = nearness.left[seat]
        called = nearness.called.removesuffix("s") if left == 1 else nearness.called
        near = [(f"{left} {called}", ink or "dim")]
    return spread(heading, near, width, ink or "text") if near or ink else heading


def lost_last(side: Iterable[RosterLine]) -> list[RosterLine]:
    """The units of a side, those that are lost at its end."""
    return sorted(side, key=lambda entry: entry.state == "lost")


def badge_rows(badges: Sequence[Badge], width: int) -> list[TextLine]:
    """Statuses in words under a unit's name, in as many rows as they need."""
    rows: list[TextLine] = []
    for badge in badges:
        piece: TextLine = [*badge_said(badge), ("  ", "text")]
        if rows and width_of(rows[-1]) + width_of(piece) - 2 <= width:
            rows[-1] += piece
        else:
            rows.append([(" " * (TAG + 2), "text"), *piece])
    return rows


def badge_sign(badge: Badge) -> Span:
    """The sign of a status, as it stands on the map."""
    return badge.sign, badge_role(badge.mood)


def badge_said(badge: Badge) -> TextLine:
    """The same with its words behind it; words that say no more than the sign are left out."""
    return [badge_sign(badge), *([(f" {badge.said}", "text")] if badge.said != badge.sign else [])]


@lru_cache(maxsize=1024)
def roster_line(entry: RosterLine, width: int, colours: Palette, glyphs: Glyphs, in_hand: bool = False) -> TextLine:
    """A unit's tag and name, then what is known of it; not to be changed.

    What is left of it and its bar have columns of their own at the right; before them stands as much as there is room
    for: what is the matter with it goes before what it has done, and that before its place. Names are cut first.
    """
    lost, done = entry.state == "lost", entry.state == "done"
    tag = f"{entry.tag}{glyphs.done if done else ''}".ljust(TAG + 1)
    left: TextLine = [
        (glyphs.pointer if in_hand else " ", "key"),
        (tag[:TAG], "dim" if lost else "acting" if in_hand else colours.token(entry.seat, done)),
        (f"{tag[TAG:]}{entry.name}", "dim" if lost or done else "text"),
    ]
    if lost:
        told = entry.note if entry.note and width_of(left) + len(entry.note) < width else "lost"
        end: TextLine = [(told, "dim")]
        rights: list[TextLine] = []
    else:
        count = f"{entry.left.brief:>{COUNT}} " if entry.left is not None else ""
        end = [(count, "dim" if done else "text"), *health(entry.health, glyphs)]
        words = entry.state if not done else ""
        state: TextLine = [(f"{words} ", "dim")] if words else []
        spot: TextLine = [(f"{place_words(entry.spot, 0)} ", "dim")] if entry.spot else []
        note = badge_words(entry, True)
        signs = [piece for badge in entry.badges for piece in (badge_sign(badge), (" ", "text"))]
        wide = [[*note, *state, *spot], [*note, *state]] if width >= NOTES else []
        rights = [*wide, [*signs, *state], signs]
        bare = entry.left is not None and not entry.left.left
        if words and not entry.spot and (bare or (entry.health >= 1 and width < NOTES)):
            end, rights = state, []  # in another unit, or whole and not there yet: no bar tells anything
            end = _ended(end)
    room = width - width_of(end) - 1
    fits = [right for right in rights if width_of(left) + width_of(right) <= room]
    least = [right for right in rights[-1:] if width_of(right) <= room - TAG - LEAST_NAME]
    return spread(left, [*next(iter([*fits, *least]), []), *end], width)


def _ended(line: TextLine) -> TextLine:
    """Without the space at its end."""
    return [*line[:-1], (line[-1][0].rstrip(" "), line[-1][1])] if line else []


def with_fates(roster: list[RosterLine], events: Iterable[Event]) -> list[RosterLine]:
    """The roster with what became of each lost unit, and by whom, as the events tell it."""
    if all(line.state != "lost" for line in roster):
        return roster
    fates = {event.unit: event.fate for event in events if isinstance(event, Fell) and event.fate}
    return [evolve(line, note=fates.get(line.unit, line.note)) if line.state == "lost" else line for line in roster]


def badge_words(entry: RosterLine, wide: bool) -> TextLine:
    """What is the matter with a unit: each status by its sign, and in words where there is room."""
    note: TextLine = [(f"{entry.note} ", "dim")] if wide and entry.note else []
    words = (badge_said(badge) if wide else [badge_sign(badge)] for badge in entry.badges)
    return [*(piece for word in words for piece in (*word, (" ", "text"))), *note]


def fares(entry: RosterLine) -> str:
    """How a unit fares, where there is little room: 'P 4/10'."""
    return " ".join([*(badge.sign for badge in entry.badges), *([entry.left.brief] if entry.left is not None else [])])


def health(share: float, glyphs: Glyphs, cells: int = 4) -> TextLine:
    """What is left of a unit as a bar, and as dots what is lost; that of a whole one is quiet."""
    full, half, _ = glyphs.bar
    halves = max(round(share * cells * 2), 1 if share > 0 else 0)
    if share < 1:
        halves = min(halves, cells * 2 - 1)
    text = full * (halves // 2) + half * (halves % 2)
    role = "dim" if share >= 1 else "good" if share > 1 / 2 else "bad"
    return [(text, role), *([(glyphs.lost * (cells - len(text)), "dim")] if len(text) < cells else [])]


def luck_bar(away: float, glyphs: Glyphs) -> TextLine:
    """Luck as a bar from its middle, to the right what was good: so many standard deviations, three at most."""
    cells = min(LUCK, round(abs(away) * LUCK / 3))
    bar, rest, none = glyphs.bar[0] * cells, glyphs.lost * (LUCK - cells), glyphs.lost * LUCK
    if away > 0:
        return [(f"{none}|", "dim"), (bar, "good"), (rest, "dim")]
    return [(rest, "dim"), (bar, "bad"), (f"|{none}", "dim")]


def budget_line(budget: Budget, glyphs: Glyphs, cells: int = 6) -> TextLine:
    """As in 'Weight 12/20 kg', with a bar of what is used."""
    full, half, empty = glyphs.bar
    halves = min(2 * cells, round(budget.share * cells * 2))
    bar = (full * (halves // 2) + half * (halves % 2)).ljust(cells, empty)
    words = f"{budget.name} {budget.used:g}/{budget.most:g}{' ' * bool(budget.unit)}{budget.unit} "
    return [(words, "bad" if budget.share > 1 else "text"), (bar, "bad" if budget.share > 1 else "good")]


def seat_sign(seat: int | None, colours: Palette, glyphs: Glyphs) -> Span:
    """The sign of a seat, so that nothing hangs on its colour."""
    return (" " if seat is None else glyphs.seats[seat % len(glyphs.seats)], colours.seat_name(seat))


# ---------------------------------------------------------------- rules
def rule_lines(rule: Rule) -> list[TextLine]:
    """One rule of the reference, in our own words."""
    lines: list[TextLine] = [[(rule.title or rule.section, "head"), (f"  {rule.id}", "rule")], [(rule.text, "text")]]
    if rule.ruling:
        lines.append([("Ruling: ", "strong"), (rule.ruling, "text")])
    if rule.open:
        lines.append([("Not built yet: ", "bad"), (rule.open, "text")])
    return [*lines, []]
