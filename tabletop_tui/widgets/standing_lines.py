"""Where a battle stands, in full: goal, score, who holds what, how far each side is from winning, the phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.wording import counted
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import seat_sign

NEXT = "What comes next"


def standing_lines(
    standing: Standing, held: Sequence[Held], names: Sequence[str], colours: Palette, glyphs: Glyphs
) -> list[TextLine]:
    """The goal, the score, who holds what and why, and how far each side is from winning."""
    lines: list[TextLine] = [[("The goal: ", "dim"), (standing.goal, "text")]]
    if standing.shown_scores:
        score: TextLine = [(f"The score, in {standing.points}: ", "dim")]
        for seat, points in enumerate(standing.shown_scores):
            score += [seat_sign(seat, colours, glyphs), (f" {names[seat]} ", "text"), (f"{points}   ", "strong")]
        lines.append(score)
    lines += [[("How far: ", "dim"), (said, "text")] for said in lead_words(standing, names)]
    lines += nearness_lines(standing.nearness, colours, glyphs)
    if held:
        lines += [[], [("Who holds what", "head")], *held_lines(held, names, colours, glyphs)]
    return lines


def score_said(score: int, points: str) -> str:
    """As in '3 points', '1 point', '1 VP'."""
    return f"{score} {points.removesuffix('s') if score == 1 else points}"


def lead_words(standing: Standing, names: Sequence[str]) -> Iterator[str]:
    """By how much the first is ahead, and how long the battle may go on."""
    left = standing.last - standing.round
    time = f"{counted(left, standing.called)} after this one" if left > 0 else f"the last {standing.called}"
    if standing.open_end:
        time = f"{counted(left, standing.called)} more, then a die may end it" if left > 0 else "a die may end it now"
    if len(standing.shown_scores) > 1:
        first, second = sorted(standing.shown_scores, reverse=True)[:2]
        leading = [names[seat] for seat, score in enumerate(standing.shown_scores) if score == first]
        ahead = score_said(first - second, standing.points)
        lead = f"{leading[0]} leads by {ahead}" if len(leading) == 1 else "the score is level"
        yield f"{lead}; {time}" if standing.last and standing.round else lead
    elif standing.last and standing.round:
        yield time


def held_lines(held: Sequence[Held], names: Sequence[str], colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """For each thing that is fought for who holds it and why."""
    lines: list[TextLine] = []
    for one in held:
        line: TextLine = [(f"{one.name} ", "strong")]
        for seat in one.seats:
            line += [seat_sign(seat, colours, glyphs), (f" {names[seat]} ", colours.seat_name(seat))]
        if not one.seats:
            line.append(("nobody ", "dim"))
        lines.append([*line, (f" {one.why}", "text"), (f"  {' '.join(one.rules)}", "rule")])
    return lines


def nearness_lines(near: Nearness | None, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """How near each side is to losing, and how that is counted; nothing where nobody loses by losses alone."""
    if near is None:
        return []
    rules = (f"  {' '.join(near.rules)}", "rule")
    return [[seat_sign(seat, colours, glyphs), (f" {told}", "text"), rules] for seat, told in enumerate(near.told)]


def board_lines(standing: Standing, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """What each seat holds, and what is there for all; nothing where a rulebook has no such thing."""
    lines: list[TextLine] = [
        [seat_sign(seat, colours, glyphs), (f" {held}", "text")] for seat, held in enumerate(standing.board)
    ]
    common: TextLine = [(standing.common, "dim")]
    return [*lines, common] if standing.common else lines


def track_lines(standing: Standing, stages: Sequence[str], agenda: Sequence[str], glyphs: Glyphs) -> list[TextLine]:
    """The phases of a round with the present one marked, then the steps still to run."""
    lines: list[TextLine] = [[(standing.name, "head")]]
    for stage in stages:
        now = stage == standing.phase
        lines.append([(f"{glyphs.now if now else ' '} {stage}", "strong" if now else "dim")])
    if agenda:
        lines += [[], [(NEXT, "head")]]
        marks = [glyphs.pointer, *[" "] * len(agenda)]
        lines += [[(f"{mark} ", "key"), (step, "text")] for mark, step in zip(marks, agenda, strict=False)]
    return lines
