"""The battle in 20 seconds: what is worth seeing of its moments, each with a line of where the game stands below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from tabletop_tui.engine.events import Ended, Event, Fell, Harmed, Scored, Shot
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.safe_text import clean
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_figures import verdict_of
from tabletop_tui.reports.sharing.cell_drawing import Shown
from tabletop_tui.reports.sharing.cell_rows import Inks, Row, Run, Sheet, cells
from tabletop_tui.reports.sharing.replay_moments import PALETTE, Moment, moments
from tabletop_tui.widgets.terminal_palettes import palette

SECONDS = 20.0
"""So long a film of a battle is at most ..."""
FIRST, LAST = 1.2, 2.5
"""... of which its first picture and its last are seen so long ..."""
LONGEST, SHORTEST = 0.8, 0.1
"""... and each other one no longer, and no shorter."""


def clip(session: Session) -> list[Shown]:
    """The film of a session's game: sheets of one size, and for how long each is seen."""
    every = worth_seeing(list(moments(session)))
    room = SECONDS - FIRST - LAST
    between = every[1:-1]
    if between:
        step = ceil(len(between) * SHORTEST / room)
        between = thinned(between, step)
    each = min(LONGEST, room / max(1, len(between)))
    ends = {id(every[0]): FIRST, id(every[-1]): LAST}
    shown = [every[0], *between, *every[1:][-1:]]
    verdict = f"{verdict_of(session.game)}."
    return [
        (captioned(one, session.setup, verdict if one is every[-1] else ""), ends.get(id(one), each)) for one in shown
    ]


def worth_seeing(every: Sequence[Moment]) -> list[Moment]:
    """The first moment, those whose map differs from the one before, and the last."""
    changed = [after for before, after in pairwise(every) if after.sheet != before.sheet]
    return [every[0], *changed, *(every[-1:] if len(every) > 1 and every[-1] not in changed else ())]


def thinned(every: Sequence[Moment], step: int) -> list[Moment]:
    """One of every so many moments: that in which the gravest thing happened."""
    groups = (every[first : first + step] for first in range(0, len(every), step))
    return [max(group, key=lambda one: max(map(gravity, one.events), default=0)) for group in groups]


def gravity(event: Event) -> int:
    """How much an event is worth a look."""
    kinds: tuple[type[Event], ...] = (Shot, Harmed, Scored, Fell, Ended)
    return next((number + 1 for number, kind in reversed([*enumerate(kinds)]) if isinstance(event, kind)), 0)


def captioned(one: Moment, setup: Setup, verdict: str) -> Sheet:
    """The map with two lines below: where the game stands, and what happened."""
    colours = palette(PALETTE)
    inks = Inks(colours)
    wide = one.sheet.width
    left = [
        (seat.name, sum(line.counts and line.state != "lost" for line in one.roster if line.seat == number))
        for number, seat in enumerate(setup.seats)
    ]
    spans = [(f" {one.standing.name} ", inks.of(colours.role("status")))]
    for number, (name, units) in enumerate(left):
        score = f", {one.standing.scores[number]}" if any(one.standing.scores) else ""
        spans.append((f" {clean(name)} {units}{score} ", inks.of(colours.token(number))))
    gravest = max(one.events, key=gravity, default=None)
    told = verdict or (gravest.text if gravest is not None and gravity(gravest) else one.given.said)
    said = [(f" {clean(told)}", inks.of(colours.role("text")))]
    return Sheet((*one.sheet.rows, _cut(spans, wide, inks), _cut(said, wide, inks)), wide)


def _cut(spans: Sequence[Run], wide: int, inks: Inks) -> Row:
    """Runs as a row of so many cells."""
    row, room = list[Run](), wide
    for text, ink in spans:
        piece = cells(text)[:room]
        room -= len(piece)
        row.append((piece, ink))
    return (*row, (" " * room, inks.of(None)))
