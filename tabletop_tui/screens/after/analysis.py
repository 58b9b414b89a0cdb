"""The analysis of a game: its curve, what answers cost, turning points, blunders, luck; each leads into the replay.

It is made in processes beside the screen, can be stopped, and goes on where it was.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from textual.app import ComposeResult

from tabletop_tui import paths
from tabletop_tui.bindings import ANALYSIS, Command
from tabletop_tui.coach import blunder_schedule, player_record
from tabletop_tui.coach.analysis import Analysis, Team, played
from tabletop_tui.coach.analysis_findings import Findings, findings_of
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import file_stem
from tabletop_tui.play.journal import date_of
from tabletop_tui.play.session import Session
from tabletop_tui.process.worker_process import Failed
from tabletop_tui.reports.analysis_export import write_analysis
from tabletop_tui.reports.analysis_lines import (
    HEADS,
    SHARE,
    AnalysisLine,
    account_words,
    answers_words,
    dice_words,
    in_order,
    nothing_words,
    progress_words,
    told,
)
from tabletop_tui.reports.export import title_of
from tabletop_tui.screens.after.result_lines import section
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap
from tabletop_tui.widgets.view_text import seat_sign
from tabletop_tui.widgets.win_chance_curve import curve_lines, halves_of

LISTEN = 0.25
"""Seconds between two looks at what was found."""
ORDER = "Every answer that was judged, and every roll that needed something, in order"
MOODS = {True: "good", False: "bad", None: "text"}


class AnalysisScreen(DrawnScreen[int]):
    """The analysis of a session's game. With the path of its journal it opens the replay over itself; without, it
    closes with the number of answers before the place that was chosen."""

    commands = ANALYSIS
    BINDINGS = bindings(ANALYSIS)
    help_notes = (
        SHARE,
        "A blunder lies more than two errors behind another answer, in playouts of its own.",
    )
    DEFAULT_CSS = """
    AnalysisScreen #analysis-head, AnalysisScreen #analysis-said, AnalysisScreen #analysis-hints { height: 1; }
    AnalysisScreen #analysis-curve { height: 8; }
    AnalysisScreen #analysis-sides { height: auto; }
    AnalysisScreen #analysis-list { height: 1fr; }
    """

    def __init__(self, session: Session, path: Path | None = None) -> None:
        super().__init__()
        self.session, self.path = session, path
        self.under = self.tabletop.session
        """The game of the screen below."""
        self.index = self.top = 0
        self.every = False
        """Whether all answers are listed."""
        self.wrong = ""
        self.team: Team | None = None
        self.waiting = False
        """Whether it was stopped for one that was opened over it."""
        self.found: Findings | None = None

    def compose(self) -> ComposeResult:
        looks = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(*looks, "status", id="analysis-head")
        yield Panel(*looks, id="analysis-curve")
        yield Panel(*looks, id="analysis-sides")
        yield Panel(*looks, id="analysis-list")
        yield Panel(*looks, "prompt", id="analysis-said")
        yield Panel(*looks, "hint", id="analysis-hints")

    def on_mount(self) -> None:
        super().on_mount()
        for screen in self.app.screen_stack:
            if isinstance(screen, AnalysisScreen) and screen is not self:
                screen.give_way()
        try:
            self.team = Team(Analysis(played(self.session)))
        except BadFile as error:
            self.wrong = str(error)
        else:
            self._find()
            self.team.start()
            self.set_interval(LISTEN, self.listen)

    def on_unmount(self) -> None:
        if self.team is not None:
            self.team.stop()

    def on_screen_resume(self) -> None:
        self.tabletop.session = self.under  # a replay that was opened from here has left it
        self.go_on()

    def on_resize(self, event: object) -> None:
        self.draw_soon()

    # ------------------------------------------------------------------ one at a time
    def give_way(self) -> None:
        """Let an analysis that is opened over this one have the processor; what was found so far is kept."""
        self.listen()
        if self.team is not None and self.team.busy:
            self.waiting = True
            self.team.stop()

    def go_on(self) -> None:
        """Go on after having given way, with what the other one has found of the same game."""
        if self.team is None or not self.waiting:
            return
        self.waiting = False
        try:
            self.team.analysis.look()
        except BadFile as error:
            self.wrong = f"The analysis cannot go on: {error}"
        else:
            self._find()
            self.team.start()
        self.draw()

    # ------------------------------------------------------------------ what is found
    def listen(self) -> None:
        """Take in what was found in the meantime."""
        if self.team is None or not self.team.busy:
            return
        try:
            heard = self.team.listen()
        except (Failed, BadFile) as error:
            self.team.stop()
            self.wrong = f"The analysis cannot go on: {error}"
            self.draw()
            return
        if heard or not self.team.busy:
            self._find()
            self._put_on_record()
            self.draw()

    def _put_on_record(self) -> None:
        """What was found of a whole game goes on the player's record."""
        found = self.found
        if found is None or found.todo or not found.changes:
            return
        try:
            game = player_record.of_session(self.session, date_of(datetime.now()))
            if game is not None:
                player_record.keep(player_record.with_findings(game, self.session, found))
                blunder_schedule.keep(self.session, found, datetime.now(UTC))
        except BadFile as error:
            self.wrong = str(error)

    def _find(self) -> None:
        assert self.team is not None
        marked = self.marked
        self.found = findings_of(self.session, self.team.analysis)
        listed = self.listed
        if marked is not None:  # what is marked stays so, wherever it stands now
            same = (place for place, one in enumerate(listed) if one.is_same(marked))
            self.index = next(same, min(self.index, max(0, len(listed) - 1)))

    @property
    def listed(self) -> list[AnalysisLine]:
        if self.found is None:
            return []
        return in_order(self.found) if self.every else told(self.found)

    @property
    def marked(self) -> AnalysisLine | None:
        listed = self.listed
        return listed[self.index] if self.index < len(listed) else None

    # ------------------------------------------------------------------ drawing
    def panel(self, name: str) -> Panel:
        return self.query_one(f"#analysis-{name}", Panel)

    def draw(self) -> None:
        if not self.is_open:
            return
        width, height = self.size.width, self.size.height
        self.panel("head").show([clip([(" Analysis", "status"), (f"  {self._stands()}", "status-dim")], width)])
        sides = self._side_lines(width, height)
        self.panel("sides").show(sides)
        self.panel("sides").styles.height = len(sides)
        rows = max(4, min(16, height // 3 - 1))
        self.panel("curve").styles.height = rows + 1
        self.panel("curve").show(self._curve(width - 2, rows))
        self.panel("list").show(self._rows(width, max(1, height - rows - 1 - len(sides) - 3)))
        said = self.wrong or self.notice or self._says()
        self.panel("said").show([clip([(f" {said}", "prompt-bad" if self.wrong else "prompt")], width)])
        names = ("watch", "learn", "all", "pause", "write", "back")
        self.panel("hints").show([self.hints([f"analysis.{name}" for name in names], width, "analysis.keys")])

    def _stands(self) -> str:
        title = f"{title_of(self.session.setup)}: "
        if self.found is None:
            return title
        going = ""
        if self.found.done < self.found.total:
            going = ", going on" if self.team is not None and self.team.busy else ", stopped"
        return f"{title}{progress_words(self.found)}{going}"

    def _says(self) -> str:
        one = self.marked
        if one is None:
            return "The coach looks at one answer after another; what it finds stands here at once"
        said = f"Enter: the replay before answer {one.answer + 1}"
        if one.chapter is None:
            return f"{said}, to look about or to play on from there"
        return f"{said}; {self.commands.keys('analysis.learn', self.tabletop.keymap)[0]}: {one.chapter.called}"

    def _curve(self, width: int, rows: int) -> list[TextLine]:
        found = self.found
        if found is None or not found.standing:
            return []
        seat = 0
        roles = halves_of(self.tabletop.colours, len(found.sides), self.tabletop.glyphs)
        mark = self.marked.answer if self.marked is not None else None
        glyphs = self.tabletop.glyphs
        lines = curve_lines(found.shares(seat), found.span, found.round_starts, width, rows, roles, glyphs, mark)
        return [[(" ", "text"), *line] for line in lines]

    def _side_lines(self, width: int, height: int) -> list[TextLine]:
        """What the answers and what the dice of each side came to."""
        found, colours, glyphs = self.found, self.tabletop.colours, self.tabletop.glyphs
        if found is None:
            return []
        lines: list[TextLine] = []
        for seat, side in enumerate(found.sides):
            name: TextLine = [seat_sign(seat, colours, glyphs), (f" {side.name}  ", colours.seat_name(seat))]
            answers: TextLine = [(answers_words(side), "text")]
            more = (account_words(side), f"dice: {dice_words(side)}")
            rows: list[TextLine] = [[(" ", "text"), *name, *answers]]
            rows += [[("      ", "text"), (words, "dim")] for words in more if words]
            lines += rows[: max(1, min(3, height // 4 // len(found.sides)))]
        return [clip(line, width, glyphs.ellipsis) for line in lines]

    def _rows(self, width: int, height: int) -> list[TextLine]:
        """The list from where it is scrolled to, so that the marked line is seen whole."""
        lines, first, last = self._lines(width - 2)
        self.top = max(min(self.top, max(0, first - 1)), last - height, 0)
        return lines[self.top : self.top + height]

    def _lines(self, width: int) -> tuple[list[TextLine], int, int]:
        """All rows; the first of the marked entry, and the one after its last."""
        glyphs, listed = self.tabletop.glyphs, self.listed
        lines: list[TextLine] = []
        marks = 0, 0
        parts = {ORDER: ("answer", "roll")} if self.every else {head: (kind,) for kind, head in HEADS.items()}
        for head, kinds in parts.items():
            lines.append([(" ", "text"), *section(head, width, glyphs)])
            own = [(place, one) for place, one in enumerate(listed) if one.kind in kinds]
            for place, one in own:
                begin = len(lines)
                lines += self._entry(one, place == self.index, width)
                if place == self.index:
                    marks = begin, len(lines)
            if not own:
                lines.append([(f"   {nothing_words(kinds[0], self.found)}", "dim")])
        return lines, *marks

    def _entry(self, one: AnalysisLine, marked: bool, width: int) -> list[TextLine]:
        """An entry as one line; the marked one whole, with what is to be said of it."""
        glyphs = self.tabletop.glyphs
        begin = f"{glyphs.pointer if marked else ' '} {one.when}: "
        if not marked:
            return [clip([(f" {begin}", "dim"), (one.head, MOODS[one.good])], width, glyphs.ellipsis)]
        lines = wrap([(f" {begin}", "key"), (one.head, "strong")], width, "     ")
        for more in one.more:
            lines += wrap([("     ", "text"), (more, "text")], width, "       ")
        return lines

    # ------------------------------------------------------------------ commands
    def run_command(self, command: object) -> None:
        self.notice = ""
        super().run_command(command)  # type: ignore[arg-type]

    def do_move(self, step: int) -> None:
        if listed := self.listed:
            self.index = max(0, min(len(listed) - 1, self.index + step))
        self.draw()

    def why_not(self, command: Command) -> str:
        if command.id == "analysis.learn" and (self.marked is None or self.marked.chapter is None):
            return "Mark a blunder that a chapter teaches about: “to learn” stands under it"
        return ""

    def do_learn(self) -> None:
        """The chapter for the marked blunder, over the analysis, which waits meanwhile."""
        one = self.marked
        assert one is not None
        assert one.chapter is not None
        self.give_way()
        self.tabletop.open_screen("chapters", self.session.system, one.chapter.key)

    def do_all(self) -> None:
        """Every answer and roll, or only what is worth a look; the same place stays marked, if it can."""
        before = self.marked
        self.every = not self.every
        places = [one.answer for one in self.listed]
        self.index = places.index(before.answer) if before is not None and before.answer in places else 0
        self.draw()

    def do_pause(self) -> None:
        if self.team is None:
            return
        if self.team.busy:
            self.team.stop()
            self.notice = "Stopped: what was found is kept; Space goes on"
        elif self.team.analysis.over:
            self.notice = "Every answer has been looked at"
        else:
            self.wrong = ""
            self.team.start()
        self.draw()

    def do_watch(self) -> None:
        one = self.marked
        if one is None:
            self.note("Nothing is marked yet")
        elif self.path is None:
            self.close(one.answer)
        else:
            try:
                self.tabletop.open_screen("replay", Session.replay(self.path, one.answer))
            except BadFile as error:
                self.note(str(error))

    def do_write(self) -> None:
        """A page beside the player's reports; where it lies is said."""
        if self.found is None:
            return
        title = title_of(self.session.setup)
        stem = self.path.stem if self.path is not None else file_stem(title, "game")
        try:
            to = write_analysis(self.found, title, paths.reports() / f"{stem}-analysis.html", overwrite=True)
        except BadFile as error:
            self.note(str(error))
        else:
            self.note(f"Written: {to}")

    def do_back(self) -> None:
        self.close(None)
