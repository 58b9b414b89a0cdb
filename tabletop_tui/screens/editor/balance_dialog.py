"""Whom a scenario favours: a small series of games between computers, told as it comes in; closing it stops it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Generator, Sequence

from textual import events
from textual.widget import Widget

from tabletop_tui.engine.wording import counted
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.match_workers import WorkersLost
from tabletop_tui.lab.pairings import Match
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.series_summary import summaries
from tabletop_tui.lab.summary_lines import summary_lines
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.widgets.panels import Page
from tabletop_tui.widgets.styled_text import TextLine

GAMES = 20
"""So many games tell of a great unfairness, and of no small one."""
WORKERS = 2
SMALL = "So few games show only a great difference; tabletop-tui lab plays more."


class Balance(Dialog[None]):
    """The series of these matches, as far as it has come."""

    DEFAULT_CSS = """
    Balance > Vertical { width: 94%; max-width: 102; height: 94%; }
    """

    def __init__(self, title: str, matches: Sequence[Match], workers: int = WORKERS) -> None:
        super().__init__()
        self.heading, self.matches, self.workers_wanted = title, matches, workers
        self.records: list[GameRecord] = []
        self.wrong = ""
        self._closed = False
        self._games: Generator[GameRecord] = play(self.matches, workers=self.workers_wanted)

    def inside(self) -> Widget:
        return Page(self.tabletop.colours, self.tabletop.glyphs)

    def on_mount(self) -> None:
        self.show_hint([(" Esc", "hint-key"), (" stop and close", "hint")])
        self.draw()
        self.run_worker(self._play(), group="balance")

    async def _play(self) -> None:
        """Take the games as they come to an end."""
        try:
            while (record := await to_thread(self._next)) is not None:
                self.records.append(record)
                self.draw()
        except WorkersLost as error:
            self.wrong = str(error)
            self.draw()

    def _next(self) -> GameRecord | None:
        """The next game, in a thread of its own: there, too, the series is stopped once nobody looks any longer."""
        record = next(self._games, None)
        if self._closed:
            self._games.close()
        return record

    def on_unmount(self) -> None:
        self._closed = True

    @property
    def done(self) -> bool:
        return len(self.records) == len(self.matches)

    def draw(self) -> None:
        if not self.is_open:
            return
        count, most = len(self.records), len(self.matches)
        told = f"{counted(most, 'game')}" if self.done else f"{count} of {most} games"
        self.show_title([(f" {self.heading}", "status"), (f"  {told}", "status-dim")])
        self.query_one(Page).show(self.lines())

    def lines(self) -> list[TextLine]:
        """What the games so far tell."""
        lines: list[TextLine] = [[(self.wrong, "bad")]] if self.wrong else []
        for record in self.records:
            if record.fault:
                lines.append([(f"A game ended by a fault: {record.fault}", "bad")])
        for summary in summaries(self.records):
            lines += [[(line, "text")] for line in summary_lines(summary)]
        if not self.records and not self.wrong:
            lines.append([("The first games are being played.", "dim")])
        return [*lines, [], [(SMALL, "dim")]]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = self.query_one(Page)
        if event.key in ("escape", "enter", "q", "b"):
            self.close(None)
        elif event.key in ("down", "up", "j", "k"):
            page.scroll_lines(1 if event.key in ("down", "j") else -1)
        elif event.key in ("pagedown", "pageup", "space"):
            page.scroll_lines((-1 if event.key == "pageup" else 1) * (page.size.height - 1))
