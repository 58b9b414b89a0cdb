"""The analysis of a journal for the command line: run to its end, then said, and written where that is wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from tabletop_tui.coach.analysis import Analysis, Found, played
from tabletop_tui.coach.analysis_findings import Findings, findings_of
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.play.session import Session
from tabletop_tui.reports.analysis_export import write_analysis
from tabletop_tui.reports.analysis_lines import plain_lines
from tabletop_tui.reports.export import title_of
from tabletop_tui.widgets.glyphs import choose
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.win_chance_curve import curve_lines

WIDTH, HEIGHT = 78, 9
Watch = Callable[[Iterable[Found], int], AbstractContextManager[Iterable[Found]]]
"""Shows how far something has come while it is gone through."""


def analyse(journal: Path, to: Path | None, overwrite: bool, playouts: int | None, watch: Watch) -> Iterator[str]:
    """Judge what is still to be judged of the game of a journal; what it comes to, line by line."""
    session = Session.replay(journal)
    analysis = Analysis(played(session), playouts=playouts)
    with watch(analysis.go_on(appraise), len(analysis.todo)) as going:
        for _ in going:
            pass
    found, title = findings_of(session, analysis), title_of(session.setup)
    if to is not None:
        yield f"Written: {write_analysis(found, title, to, overwrite)}"
        return
    yield f"{title}, {session.system.name}"
    yield from curve_text(found)
    yield from plain_lines(found)


def curve_text(found: Findings) -> Iterator[str]:
    """The curve of the first seat."""
    seat = 0
    yield f"{found.names[seat]}'s share of the game, answer by answer; below, the {found.called}s"
    looks = WIDTH, HEIGHT, ("text", "text"), choose(os.environ)
    lines = curve_lines(found.shares(seat), found.span, found.round_starts, *looks)
    yield from (text_of(line).rstrip() for line in lines)
    yield ""
