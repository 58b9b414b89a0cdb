"""The end of a battle as lines: who won, points by round, luck in words, what decided it, who fell to whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tabletop_tui.coach.analysis_findings import SeatFindings
from tabletop_tui.coach.luck_analysis import GOOD
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.wording import counted
from tabletop_tui.reports.analysis_lines import account_words
from tabletop_tui.reports.battle_course import Story
from tabletop_tui.reports.battle_figures import Report
from tabletop_tui.school.rules_newly_met import ChapterMet
from tabletop_tui.screens.battle.pages.digest_page import Last, deed_lines
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of, wrap
from tabletop_tui.widgets.view_text import luck_bar, roster_line, seat_sign

NAME = 22
"""The widest name of a unit in the list of who fell to whom."""

CHAPTER = 28
"""The widest name of a chapter."""


def section(title: str, width: int, glyphs: Glyphs, right: str = "") -> TextLine:
    """A heading on a thin line, with something at its right."""
    rule = glyphs.rule
    left: TextLine = [(f"{rule} ", "dim"), (title, "head"), (" ", "dim")]
    end: TextLine = [(f" {right} ", "dim"), (rule, "dim")] if right else []
    return [*left, (rule * max(0, width - width_of(left) - width_of(end)), "dim"), *end]


# ---------------------------------------------------------------- the left column
LABEL = 11
"""The columns of 'turn 10-12'."""


def left_column(
    found: Report,
    story: Story,
    over: Ended | None,
    width: int,
    colours: Palette,
    glyphs: Glyphs,
    why: Sequence[TextLine] = (),
) -> list[TextLine]:
    """Who won and why, the figures round by round, luck, and what decided it; `why` comes after who won."""
    lines: list[TextLine] = [[], *verdict_lines(found, over, width, colours), *why]
    if story.rounds:
        counts = story.counts[:1].upper() + story.counts[1:]
        lines += [[], section(f"{counts} after each {found.called}", width, glyphs)]
        lines += chart(found, story, width, colours, glyphs)
    if story.turnings:
        keys = "1" if len(story.turnings) == 1 else f"1-{len(story.turnings)}"
        lines += [[], section("What decided it", width, glyphs, f"{keys} watch")]
        lines += turning_lines(found, story, width, colours)
    lines += [[], section("Luck", width, glyphs), *luck_lines(found, width, colours, glyphs)]
    if any(side.by_unit for side in found.sides):
        lines += [
            [],
            section("Dice by unit", width, glyphs, "good, of so many, expected"),
            *dice_lines(found, colours, glyphs),
        ]
    return lines


def chance_lines(sides: Sequence[SeatFindings], width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """With what chance each side began, and what errors and dice made of it; [] where nobody has analysed the game."""
    told = [(seat, side, words) for seat, side in enumerate(sides) if (words := account_words(side))]
    if not told:
        return []
    lines: list[TextLine] = [[], section("The chance, by the analysis", width, glyphs)]
    for seat, side, words in told:
        lines += wrap([(f" {side.name} ", colours.seat_name(seat)), (words, "text")], width, "   ")
    return lines


def why_lines(title: str, told: Sequence[str], ways: Sequence[TextLine], width: int, glyphs: Glyphs) -> list[TextLine]:
    """The reasons of a battle's end, a sentence each, and after a first game by which keys one plays on."""
    lines: list[TextLine] = [[], section(title, width, glyphs)]
    for said in told:
        lines += wrap([(f" {said}", "text")], width, "   ")
    return [*lines, *(line for way in ways for line in wrap(way, width, "   "))]


def last_lines(last: Last, width: int, glyphs: Glyphs) -> list[TextLine]:
    """The last deeds, each in brief; [] where nothing was done."""
    told = [line for deed in last.deeds for line in deed_lines(deed, 0, width - 1, last.signs)]
    return [[], section("What happened last", width, glyphs), *told] if told else []


def chapter_lines(chapters: Sequence[ChapterMet], width: int, glyphs: Glyphs) -> list[TextLine]:
    """After a first game: how many rules of each chapter came up, and what those are called that did not."""
    lines: list[TextLine] = [[], section("Rules that came up", width, glyphs, "by chapter")]
    column = min(CHAPTER, max(width_of([(one.name, "text")]) for one in chapters))
    for one in chapters:
        count = f"{one.met:>3} of {one.met + len(one.missing):<3}"
        name: TextLine = clip([(one.name, "text")], column, glyphs.ellipsis)
        pad = " " * (column - width_of(name) + 1)
        row: TextLine = [(f" {one.number:>2}  ", "dim"), *name, (pad, "text"), (f"{count} ", "strong")]
        if one.missing:
            row.append(("not yet: ", "dim"))
            row.append((as_many(one.missing, width - width_of(row)), "text"))
        else:
            row.append(("all", "good"))
        lines.append(clip(row, width, glyphs.ellipsis))
    return lines


def as_many(names: Sequence[str], room: int) -> str:
    """As many names as there is room for, and how many are left out."""
    for count in range(len(names), 0, -1):
        rest = f" and {len(names) - count} more" if count < len(names) else ""
        if width_of([(said := ", ".join(names[:count]) + rest, "text")]) <= room:
            return said
    return f"{len(names)} rules"


def verdict_lines(found: Report, over: Ended | None, width: int, colours: Palette) -> list[TextLine]:
    """Who won, in the winner's colour, and why."""
    winner = over.winners[0] if over is not None and over.winners else None
    role = colours.token(winner) if winner is not None else "status"
    scores = [side.score for side in found.sides if side.score is not None]
    said = " to ".join(map(str, sorted(scores, reverse=True)))
    lines: list[TextLine] = [
        [
            (f" {found.verdict} ", role),
            (f"  {said} {found.sides[0].points}" if said else "", "strong"),
            (f"  {found.length}", "dim"),
        ]
    ]
    if over is not None and over.text != f"{found.verdict.replace(' won', ' wins')} {said}":
        lines += wrap([(over.text, "text")], width, "  ")
    if found.goal:
        lines += wrap([("The goal was: ", "dim"), (found.goal, "dim")], width, "  ")
    for said in found.held:
        lines += wrap([(said, "text")], width, "  ")
    return lines


def chart(found: Report, story: Story, width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """A bar for each side and round; rounds that ended alike have one together."""
    most = max((figure for one in story.rounds for figure in one.figures), default=0)
    room = max(8, width - LABEL - 3 - len(str(most)) - 2)
    lines: list[TextLine] = []
    if not any(figure for one in story.rounds for figure in one.figures):
        return [[(f" nothing in {counted(len(story.rounds), found.called)}", "dim")]]
    for _, run in groupby(story.rounds, key=lambda one: one.figures):
        first, *more = run
        until = f"-{more[-1].round}" if more else ""
        for seat, figure in enumerate(first.figures):
            label = f"{found.called} {first.round}{until}" if seat == 0 else ""
            length = round(max(0, figure) * room / most) if most else 0
            role = colours.seat_name(seat)
            sign = seat_sign(seat, colours, glyphs)
            lines.append(
                [(f" {label:<{LABEL}}", "dim"), sign, (f" {glyphs.bar[0] * length}", role), (f" {figure}", "strong")]
            )
    return lines


def luck_lines(found: Report, width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """Each side's luck in words with its numbers, then the least likely rolls."""
    lines: list[TextLine] = []
    widest = max(len(side.name) for side in found.sides)
    for seat, side in enumerate(found.sides):
        name = (f" {side.name:<{widest}}  ", colours.seat_name(seat))
        if side.luck.dice:
            bar = luck_bar(side.luck.away, glyphs)
            said = [("  ", "text"), (side.luck.word, "strong"), (f": {side.luck.figures}", "text")]
            lines += wrap([name, *bar, *said], width, "    ")
        else:
            lines.append([name, (str(side.luck), "dim")])
    if found.rolls:
        lines.append([(" The least likely rolls:", "dim")])
        for roll in found.rolls[:3]:
            lines += wrap([(f"  {found.called} {roll.round}: ", "dim"), (roll.text, "text")], width, "    ")
    return lines


def dice_lines(found: Report, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """Each unit's dice in columns, and its luck in words."""
    rolled = [(line, side.by_unit.get(line.unit)) for side in found.sides for line in side.roster]
    name = min(NAME, max((len(line.name) for line, luck in rolled if luck is not None), default=0))
    return [
        [
            (f" {line.tag} ", colours.token(line.seat)),
            (f" {line.name[:name]:<{name}} ", "text"),
            (f"{luck.counted:>4} {luck.dice:>4} {luck.expected:>6.1f}  ", "strong"),
            *luck_bar(luck.away, glyphs),
            (f"  {luck.word}", "dim"),
        ]
        for line, luck in rolled
        if luck is not None
    ]


def turning_lines(found: Report, story: Story, width: int, colours: Palette) -> list[TextLine]:
    """What decided the battle, numbered; each can be watched."""
    lines: list[TextLine] = []
    for number, one in enumerate(story.turnings, 1):
        when = f"{found.called} {one.round}: " if one.round else ""
        swing: TextLine = []
        if one.gainer is not None:
            swing = [(f"  {found.sides[one.gainer].name} {one.swing:+d}", colours.seat_name(one.gainer))]
        lines += wrap([(f" {number}  ", "key"), (when, "dim"), (one.text, "text"), *swing], width, "    ")
    return lines


# ---------------------------------------------------------------- the right column
def fate_lines(found: Report, story: Story, width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """Every unit of every side: what is left of it, or when and to whom it fell."""
    lines: list[TextLine] = [section("Who is left, who fell to whom", width, glyphs)]
    for seat, side in enumerate(found.sides):
        lines += [[]] if seat else []
        sign = seat_sign(seat, colours, glyphs)
        harm = f"damage and casualties dealt {side.harm_dealt}, taken {side.harm_taken}"
        lost = f"  lost {side.lost} of {side.units}; {harm}"
        lines.append([sign, (f" {side.name}", colours.seat_name(seat)), (lost, "dim")])
        name = min(NAME, max((len(line.name) for line in side.roster), default=0))
        lines += [fate_line(line, story, found.called, name, width, colours, glyphs) for line in side.roster]
    return lines


def fate_line(
    line: RosterLine, story: Story, called: str, name: int, width: int, colours: Palette, glyphs: Glyphs
) -> TextLine:
    """One unit of that list."""
    fate = story.fates.get(line.unit)
    gone = line.state == "lost"
    tag = (f" {line.tag} ", "dim" if gone else colours.token(line.seat))
    left = line.left.brief if line.left is not None else ""
    if gone:
        when = f"{called} {fate.round}: " if fate is not None and fate.round else ""
        how = when + (fate.how if fate is not None else line.note or "lost")
    else:
        how = line.told or ("is left" if line.spot else "never came")
    role = "dim" if gone else "text"
    said: TextLine = [tag, (f" {line.name[:name]:<{name}} ", role), (f"{left:>6}  ", role), (how, role)]
    return clip(said, width, glyphs.ellipsis)


# ---------------------------------------------------------------- the figures of a battle under way
def report_lines(found: Report, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """A battle's report as a page: who won, then each side's losses, then its luck, then what is worth remembering."""
    lines: list[TextLine] = [[], [(found.verdict, "strong")], [(found.length, "dim")]]
    if found.goal:
        lines.append([(f"the goal was: {found.goal}", "dim")])
    for seat, side in enumerate(found.sides):
        score = "" if side.score is None else f"  {side.score} {side.points}"
        lines += [[], [seat_sign(seat, colours, glyphs), (f" {side.name}", colours.seat_name(seat)), (score, "strong")]]
        lines.append([(f"  {side.harm}", "text")])
        lines += [[("  ", "text"), *roster_line(line, 60, colours, glyphs)] for line in side.roster]
        lines.append([(f"  dice: {side.luck}", "dim")])
        rounds = {number: luck for number, luck in sorted(side.by_round.items()) if luck.dice}
        if rounds:
            lines.append([(f"  luck by {found.called}: to the right more good dice than expected", "dim")])
        for number, luck in rounds.items():
            figures = f"  {luck.surplus:+5.1f}  {luck.counted} of {luck.dice} good"
            lines.append([(f"  {number:>3} ", "dim"), *luck_bar(luck.away, glyphs), (figures, "text")])
    lines += [[], [(GOOD, "dim")]]
    for heading, texts in (
        ("The heaviest losses", found.by_moment(found.losses)),
        ("The least likely rolls", found.by_moment(found.rolls)),
    ):
        lines += [[], [(heading, "head")]]
        lines += [[("  ", "text"), (text, "text")] for text in texts or ["none"]]
    return lines
