"""The end of a battle: who won, points by round, luck, what decided it, who fell to whom, and where to go from here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.worker import Worker, WorkerState

from tabletop_tui import paths
from tabletop_tui.bindings import BATTLE, RESULTS
from tabletop_tui.coach import player_record
from tabletop_tui.coach.analysis import Analysis
from tabletop_tui.coach.analysis_findings import SeatFindings, findings_of, on_file
from tabletop_tui.engine.setup import PERSON, SEAT_NAMES, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import file_stem
from tabletop_tui.play import new_game
from tabletop_tui.play.journal import date_of
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.session import Session
from tabletop_tui.play.setup_checks import told_apart
from tabletop_tui.reports.battle_course import played, story
from tabletop_tui.reports.battle_figures import report
from tabletop_tui.reports.export import Wanted, export
from tabletop_tui.reports.result_reasons import heading, reasons
from tabletop_tui.reports.sharing.cell_drawing import has_pillow
from tabletop_tui.school.rules_newly_met import chapters_met
from tabletop_tui.screens.after.result_lines import (
    chance_lines,
    chapter_lines,
    fate_lines,
    last_lines,
    left_column,
    section,
    why_lines,
)
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.battle.pages.digest_page import Last
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of, wrap

OF_BATTLE = {
    "battle.look": "look",
    "battle.card": "look",
    "battle.undo": "undo",
    "battle.log": "log",
    "battle.keys": "keys",
    "battle.quit": "leave",
}
"""Commands of the battle, with the command of this page that does the same."""
TWO_COLUMNS = 110
"""From this width on, who fell to whom stands beside the rest."""
SCROLLS = {"down": 1, "up": -1, "pagedown": 10, "pageup": -10}


class ResultsScreen(Dialog[str]):
    """Answers 'leave', 'look', 'undo' or 'log'.

    It often comes by itself, after a film, when somebody is about to press a key for the map. So until no key has come
    for a moment it only does what a key does in a battle too; what the key would do here alone has to wait.
    """

    DEFAULT_CSS = """
    ResultsScreen > Vertical { width: 100%; height: 100%; border: none; }
    ResultsScreen.plain > Vertical { border: none; }
    ResultsScreen > Vertical Horizontal { height: 1fr; }
    ResultsScreen #left, ResultsScreen #beside { width: 1fr; }
    ResultsScreen #beside { border: none; background: transparent; }
    ResultsScreen #map-title { height: 1; }
    ResultsScreen Battlefield { height: 1fr; }
    """

    def __init__(self, session: Session, last: Last | None = None) -> None:
        """`last` is what was done at the end, where somebody has just played."""
        super().__init__()
        self.session, self.last = session, last
        self.report = report(session.game, list(session.log()), len(session.history))
        self.scored = any(side.score is not None for side in self.report.sides)
        self.story = story(session, None)
        self.chapters = chapters_met(session) if session.guided else []
        self.following = new_game.next_scenario(session.system, session.setup)
        """The next scenario, and its set-up."""
        self.analysis: Analysis | None = None
        self.sides: Sequence[SeatFindings] = ()
        """What the coach has found of each side, as soon as that is known."""
        self.quiet = monotonic() + self.tabletop.options.unread
        """From when on keys are meant for this page."""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        with Vertical():
            yield Panel(colours, glyphs, "status", id="title")
            with Horizontal():
                yield Page(colours, glyphs, id="left")
                with Vertical(id="beside"):
                    yield Page(colours, glyphs, id="right")
                    yield Panel(colours, glyphs, id="map-title")
                    yield Battlefield(colours, glyphs, zoom=0)
            yield Panel(colours, glyphs, "hint", id="hint")

    def on_mount(self) -> None:
        name = self.session.setup.called
        self.show_title([(" The battle is over", "status"), (f"   {self.session.system.name}: {name}", "status-dim")])
        self.query_one("#beside").display = self.tabletop.size.width >= TWO_COLUMNS
        self.draw_soon()
        self.look_up()
        if self.scored:
            # The game is played once more for the scores of each round, while the rest can be read already.
            self.run_worker(played(self.session).scores, name="scores", thread=True)

    def look_up(self) -> None:
        """Put the game on the player's record, and see what the coach has found of it."""
        try:
            if (game := player_record.of_session(self.session, date_of(datetime.now()))) is not None:
                player_record.keep(game)
            self.analysis = on_file(self.session)
        except BadFile as error:
            self.draw_hint(error.brief)
        if self.analysis is not None:
            self.run_worker(self.analysis.game.standing, name="standing", thread=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.name == "standing" and event.state == WorkerState.SUCCESS and self.analysis is not None:
            self.analysis.standing = event.worker.result or []
            self.sides = findings_of(self.session, self.analysis).sides
            self.draw()
        if event.worker.name == "scores" and event.state == WorkerState.SUCCESS:
            self.story = story(self.session, event.worker.result)
            self.draw()
        elif event.worker.name == "export" and event.worker.is_finished and self.is_open:
            self.written(event.worker)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.draw_soon()

    def on_screen_resume(self) -> None:
        self.tabletop.session = self.session  # a replay that was opened from here has left it

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        if not self.is_open:
            return
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        wide = self.size.width >= TWO_COLUMNS
        left, right = self.query_one("#left", Page), self.query_one("#right", Page)
        self.query_one("#beside").display = wide
        width = (self.size.width // 2 if wide else self.size.width) - 2
        told = [*self.why(width), *(last_lines(self.last, width, glyphs) if self.last is not None else [])]
        lines = left_column(self.report, self.story, self.session.over, width, colours, glyphs, told)
        if (clock := self.session.clock) is not None:
            thought = wrap([(clock.said(self.session.setup), "text")], width - 1)
            lines += [[], section("Time for thinking", width, glyphs), *([(" ", "text"), *line] for line in thought)]
        lines += chance_lines(self.sides, width, colours, glyphs)
        if self.chapters:
            lines += chapter_lines(self.chapters, width, glyphs)
        fell = fate_lines(self.report, self.story, width, colours, glyphs)
        left.show(lines if wide else [*lines, [], *fell])
        right.show([[], [], *fell])
        self.draw_map(width, self.size.height - 6 - sum(len(wrap(line, width)) for line in fell))
        self.draw_hint()

    def why(self, width: int) -> list[TextLine]:
        """After a game against a computer: why the person won or lost it; after a first game also how one plays on."""
        over, seats = self.session.over, self.session.setup.seats
        people = [seat for seat, one in enumerate(seats) if one.player == PERSON]
        if over is None or len(people) != 1 or len(seats) == 1:
            return []
        learner, teams = people[0], [seat.team for seat in seats]
        left = [entry.seat for entry in self.session.history if entry.kind == "concede"]
        told = reasons(self.report, self.story, over, teams, learner, left)
        ways = {"again": "play it again, with new dice"} if self.session.guided else {}
        if self.session.guided and self.following is not None:
            ways["next"] = f"the next scenario: {self.following[0].name}"
        keys: list[TextLine] = [
            [(f" {RESULTS.keys(f'results.{name}', self.tabletop.keymap)[0]} ", "key"), (f" {words}", "text")]
            for name, words in ways.items()
        ]
        return why_lines(heading(over, teams, learner), told, keys, width, self.tabletop.glyphs)

    def draw_map(self, width: int, height: int) -> None:
        """The table at the end below the list, where the whole of it fits."""
        field, title, right = self.query_one(Battlefield), self.query_one("#map-title", Panel), self.query_one("#right")
        scene = self.session.system.scene(self.session.game)
        field.show(scene)
        sizes = enumerate(map_sizes(scene, field.colours, field.glyphs))
        fit = [zoom for zoom, size in sizes if size.width <= width and size.height <= height]
        fits = bool(fit)
        if fits:
            field.zoom_by(fit[-1] - field.zoom)  # as close as the whole table fits
        field.display = title.display = fits
        right.styles.height = self.size.height - 4 - height if fits else "1fr"
        title.show([[(" ", "text"), *section("The table at the end", width, self.tabletop.glyphs)]])

    def draw_hint(self, said: str = "") -> None:
        width, ellipsis = self.size.width, self.tabletop.glyphs.ellipsis
        if said:
            self.show_hint(clip([(f" {said}", "hint")], width, ellipsis))
            return
        line: TextLine = [(" Up Down", "hint-key"), (" scroll  ", "hint")]
        for command in RESULTS.commands:
            if command.name.startswith("watch") or self.why_not(command.name):
                continue
            key = RESULTS.keys(command.id, self.tabletop.keymap)[0]
            piece: TextLine = [(key, "hint-key"), (f" {command.label}  ", "hint")]
            if width_of(line) + width_of(piece) <= width:
                line += piece
        self.show_hint(line)

    # ------------------------------------------------------------------ keys
    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key in SCROLLS:
            for page in self.query(Page):
                page.scroll_lines(SCROLLS[event.key])
            return
        if monotonic() < self.quiet:
            self.quiet = monotonic() + self.tabletop.options.unread
            self.take_for_map(event)
            return
        command = RESULTS.pressed(event.key, event.character, self.tabletop.keymap)
        if command is not None:
            self.take(command.name)

    def take_for_map(self, event: events.Key) -> None:
        """A key that was pressed for the map: it does its work if this page can do the same."""
        command = BATTLE.pressed(event.key, event.character, self.tabletop.keymap)
        if command is not None and command.id in OF_BATTLE:
            self.soon(partial(self.take, OF_BATTLE[command.id]))  # not before the page is whole

    def why_not(self, name: str) -> str:
        """Why a command is of no use here, '' if it is."""
        if name == "next":
            return "" if self.following is not None else "No other scenario is for as many players"
        if name in ("replay", "analysis", "report", "picture") or name.startswith("watch"):
            if self.session.journal is None:
                return "This battle was not saved, so there is nothing to read it from"
            if name.startswith("watch") and int(name[5:]) > len(self.story.turnings):
                return "No such moment is told here"
        return ""

    def take(self, name: str) -> None:
        """Do a command of this page, or close with what is to be done."""
        if why := self.why_not(name):
            self.draw_hint(why)
        elif name == "keys":
            self.tabletop.open_screen("keys", "Keys", RESULTS, self.tabletop.keymap, (), False)
        elif name.startswith("watch"):
            self.open_replay(max(0, self.story.turnings[int(name[5:]) - 1].answer - 1))
        elif name == "replay":
            self.open_replay(0)
        elif name == "analysis":
            assert self.session.journal is not None
            self.tabletop.open_screen("analysis", self.session, self.session.journal.path)
        elif name in ("report", "picture"):
            self.write(name)
        elif name == "again":
            self.begin(new_game.again(self.session.setup), self.session.guided)
        elif name == "rematch":
            self.begin(swapped(self.session.setup))
        elif name == "next":
            self.brief_next()
        else:
            self.close(name)

    def open_replay(self, answer: int) -> None:
        """The replay, from where so many answers had been given; leaving it leads back here."""
        assert self.session.journal is not None
        try:
            self.tabletop.open_screen("replay", Session.replay(self.session.journal.path, answer))
        except BadFile as error:
            self.draw_hint(str(error))

    def write(self, what: str) -> None:
        """A page to step through, or a film, beside the player's other files; it is made while one reads on."""
        assert self.session.journal is not None
        journal = self.session.journal.path
        ending = "html" if what == "report" else "gif" if has_pillow() else "svg"
        to = paths.reports() / f"{journal.stem}.{ending}"
        self.draw_hint(f"Writing {to.name} ...")

        def make() -> Path:
            to.parent.mkdir(parents=True, exist_ok=True)
            return export(journal, to, overwrite=True, wanted=Wanted(replay=ending == "html", film=ending != "html"))

        self.run_worker(make, name="export", thread=True, exit_on_error=False, exclusive=True, group="export")

    def written(self, worker: Worker[Path]) -> None:
        """Say where the file lies, or why there is none."""
        error = worker.error
        if worker.state == WorkerState.SUCCESS and worker.result is not None:
            to, whole = worker.result, f"Written: {worker.result}"
            # Where the path is too long for the line, the file is the part that is looked for.
            self.draw_hint(whole if len(whole) < self.size.width else f"Written to {to.parent.name}: {to.name}")
        elif isinstance(error, OSError):
            self.draw_hint(f"{paths.reports()} cannot be written: {error.strerror}")
        elif isinstance(error, BadFile | new_game.BadChoice):
            self.draw_hint(str(error))
        elif error is not None:
            raise error

    def begin(self, setup: Setup, guided: bool = False) -> None:
        """This battle is left for another one, which explains itself if it is `guided`."""
        try:
            self.tabletop.next_session = new_game.begin(setup, file_stem(setup.called, "battle"), guided=guided)
        except BadFile as error:
            self.draw_hint(error.brief)
        else:
            self.close("leave")

    def brief_next(self) -> None:
        """The briefing of the next scenario lies over this page, and leads to its battle."""
        if self.following is None:
            return
        found, (info, setup) = self.session.system, self.following

        def begin(chosen: Setup) -> None:
            self.soon(lambda: self.begin(chosen))  # once the briefing has closed

        try:
            self.tabletop.open_screen("briefing", found, opened(found, setup), info, begin)
        except BadFile as error:
            self.draw_hint(error.brief)


def swapped(setup: Setup) -> Setup:
    """The same set-up with new dice, in which every player sits one seat further on, with the name given to him.

    It is another game, so that it has no name yet.
    """
    moved = [setup.seats[-1], *setup.seats[:-1]]
    names = [seat.name for seat in setup.seats]
    if setup.position is None:  # else they may be those of the sides
        names = [SEAT_NAMES[place] if seat.name in SEAT_NAMES else seat.name for place, seat in enumerate(moved)]
    sitting = zip(setup.seats, moved, told_apart(names), strict=True)
    seats = [evolve(seat, player=who.player, name=name) for seat, who, name in sitting]
    return new_game.again(evolve(setup, seats=seats))
