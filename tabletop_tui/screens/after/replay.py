"""The replay screen: a recorded game walked through answer by answer, on the battle screen's own map and panels.

Nothing is written; only playing on from here makes a game, with a journal of its own.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from datetime import UTC, datetime

from textual.timer import Timer
from textual.worker import Worker, WorkerState

from tabletop_tui import paths
from tabletop_tui.bindings import REPLAY, Command
from tabletop_tui.coach import blunder_puzzles, blunder_schedule
from tabletop_tui.coach.analysis import Analysis
from tabletop_tui.coach.analysis_findings import Findings, findings_of, on_file
from tabletop_tui.coach.blunder_schedule import OwnBlunder
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Shot, starts_round
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.outcome_chances import side_percents
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.engine.wording import percent
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import file_stem
from tabletop_tui.play.journal import date_of, free_path
from tabletop_tui.play.players import PLAYER_WORDS, PLAYERS
from tabletop_tui.play.position_files import name_fault
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_figures import report
from tabletop_tui.screens.after.result_lines import report_lines
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem, Sheet
from tabletop_tui.screens.battle.film_state import rolls_of
from tabletop_tui.screens.battle.prompt_lines import Prompt, spot_words
from tabletop_tui.screens.battle.side_panel import READABLE, plain
from tabletop_tui.screens.battle.view import BattleView
from tabletop_tui.widgets.log_lines import log_lines, numbered
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.question_list import Listing
from tabletop_tui.widgets.styled_text import TextLine, wrap

DELAYS = (1.2, 0.6, 0.25, 0.08)
"""Seconds between two answers, at each speed."""
FILMS = (1.0, 0.4, 0.0, 0.0)
"""How long the film of an answer is at each speed, as a share of its usual length."""


class ReplayScreen(BattleView):
    """A game to look at. The session holds what lies behind (`history`) and what is still to come (`undone`)."""

    commands = REPLAY
    BINDINGS = bindings(REPLAY)
    help_notes = ("With shift the cursor keys go five steps.",)

    def __init__(self, session: Session, blunder: OwnBlunder | None = None) -> None:
        """With an own blunder it is asked what one would answer now, where it was made."""
        super().__init__(session, spectating=True)
        self.blunder = blunder
        self.pace = 1
        """The speed: an index into DELAYS."""
        self.timer: Timer | None = None
        """Runs while the replay plays."""
        self.model.mode = "look"  # the cursor always only looks, unless it measures
        self.analysis: Analysis | None = None
        self.found: Findings | None = None
        """What the coach has found, as soon as that is known."""

    @property
    def session(self) -> Session:
        return self.model.session

    def on_mount(self) -> None:
        self.take_in()
        if self.session.notice:
            self.note(self.session.notice)
        try:
            self.analysis = on_file(self.session)
        except BadFile as error:
            self.note(error.brief)
        if self.analysis is not None:
            self.run_worker(self.analysis.game.standing, name="standing", thread=True)

    # ------------------------------------------------------------------ where the replay stands
    @property
    def place(self) -> int:
        """How many answers have been given."""
        return len(self.session.history)

    @property
    def last(self) -> int:
        """How many there are in the whole recording."""
        return self.place + len(self.session.undone)

    def rounds(self) -> list[int]:
        """After how many answers each round began."""
        return [number for number, events in enumerate(self.session.parts()) if any(map(starts_round, events))]

    def take_in(self, happened: Sequence[Event] = ()) -> None:
        """Show the game as it now stands, after a film of what happened if there is to be one."""
        self.model.events, self.model.rolls = list(self.session.log()), rolls_of(self.model.answered)
        self.model.log_back, self.model.notice = 0, ""
        first = self.show_game(happened)
        self.field.go_to(self.scene_of_action())
        if first:
            self.share_room(self.size.width, self.size.height)
        self.redraw_panels()
        self.projector.roll()

    def film_pace(self) -> float:
        """Playing fast there is no time for films."""
        return super().film_pace() * (FILMS[self.pace] if self.timer is not None else 1.0)

    def go(self, number: int) -> None:
        """To where so many answers had been given."""
        forth = number == self.place + 1
        try:
            happened = self.session.go_to(max(0, min(number, self.last)))
        except BadFile as error:
            self.note(error.brief)
            return
        self.take_in(happened if forth else ())

    def scene_of_action(self) -> str:
        """The spot of the unit that the last answer was about, '' for none."""
        for kind in (Moved, Shot, Harmed, Fell):
            for event in self.model.answered:
                if isinstance(event, kind):
                    return self.model.where.get(event.unit, "")
        question = self.model.question
        return self.model.where.get(question.about, "") if question is not None else ""

    # ------------------------------------------------------------------ drawing
    def marks(self) -> Marks:
        """The way that was just gone and the line of the last shot, besides what is marked in a battle."""
        marks = super().marks()
        painter = self.field.painter
        if self.model.tape or painter is None or self.model.film:
            return marks
        for event in self.model.answered:
            if isinstance(event, Moved):
                marks.path = tuple(spot for spot in event.path if painter.has(spot))
            elif isinstance(event, Shot) and all(map(painter.has, event.spots)) and event.spots:
                marks.sight = dict.fromkeys(painter.line(event.spots[0], event.spots[-1]), "clear")
        return marks

    def prompt_words(self) -> Prompt:
        if self.model.notice:
            return Prompt(self.model.notice, "prompt-wait")
        if self.model.tape:
            return Prompt(f"Measuring: {spot_words(self.model)}. Esc ends", "prompt-wait")
        if self.blunder is not None and self.place == self.blunder.answer:
            return Prompt("Your blunder: what would you answer now? Enter chooses", "prompt-wait")
        stands = f"Replay: answer {self.place} of {self.last}"
        if self.timer is not None:
            return Prompt(f"{stands}, playing at speed {self.pace + 1} of {len(DELAYS)}", "prompt-wait")
        over = f": {self.session.over.text}" if self.session.over is not None else f", chance: {self.chances()}"
        return Prompt(f"{stands}{over}", "prompt")

    def chances(self) -> str:
        """The chance of each seat: by the analysis where there is one, else as the game stands."""
        game, seats, found = self.model.game, self.session.setup.seats, self.found
        if found is not None and self.place < len(found.standing):
            shares: Sequence[float] = found.standing[self.place]
        else:
            shares = [game.system.prospects(game, seat).share for seat in range(len(seats))]
        told = zip(seats, side_percents(shares, [seat.team for seat in seats]), strict=True)
        return ", ".join(f"{seat.name} {share}" for seat, share in told)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.name == "standing" and event.state == WorkerState.SUCCESS and self.analysis is not None:
            self.analysis.standing = event.worker.result or []
            self.found = findings_of(self.session, self.analysis)
            self.draw_bars()

    def hint_line(self, width: int) -> TextLine:
        ids = [
            "play",
            "forth",
            "back",
            "continue",
            "next-round",
            "last-round",
            "events",
            "faster",
            "results",
            "analysis",
        ]
        every = [
            *(f"replay.{name}" for name in ids),
            "battle.legend",
            "battle.happened",
            "battle.explain",
            "battle.card",
            "battle.log",
            "replay.quit",
        ]
        return self.hints(every, width, "battle.keys")

    def asked(self) -> Listing:
        """The question that was asked here, and the answer that it was given."""
        question, width = self.model.question, min(READABLE, self.panels.side.size.width - 1)
        if question is None or width < 1:
            return plain([])
        lines = wrap([(question.prompt, "head")], width)
        undone = self.session.undone
        if undone and (self.blunder is None or self.place != self.blunder.answer):
            lines += wrap([("answer: ", "dim"), (entry_words(question, undone[-1]), "strong")], width)[:3]
        return plain(lines)

    # ------------------------------------------------------------------ what is of use now
    def why_not(self, command: Command) -> str:
        if command.id in ("replay.play", "replay.forth", "replay.end") and not self.session.undone:
            return "This is the end of what is recorded" if self.timer is None else ""
        if command.id in ("replay.back", "replay.start") and not self.session.history:
            return "This is the beginning"
        if command.id == "replay.next-round" and not any(number > self.place for number in self.rounds()):
            return f"No further {self.model.standing.called} is recorded"
        if command.id == "replay.last-round" and not self.session.history:
            return "This is the beginning"
        if command.id == "replay.analysis" and not self.last:
            return "Nothing has been answered yet"
        if command.id == "replay.continue" and self.session.over is not None:
            return "The battle is over here: go back to where it is to be played on"
        return super().why_not(command)

    def run_command(self, command: Command) -> None:
        if not self.has_class("small") or command.id == "replay.quit":
            super().run_command(command)

    # ------------------------------------------------------------------ going through the game
    def do_play(self) -> None:
        if self.blunder is not None and self.place == self.blunder.answer:
            self.ask(self.blunder)
        elif self.timer is None:
            self.timer = self.set_interval(DELAYS[self.pace], self.play_on)
            self.draw_bars()
        else:
            self.pause()

    def ask(self, blunder: OwnBlunder) -> None:
        """What would be answered now; the next time this blunder comes back hangs on it."""
        given = self.session.undone[-1].answer
        offered = blunder_puzzles.choices(self.model.game, blunder, given)
        items = [ListItem(str(place), [(words, "text")]) for place, (_, words) in enumerate(offered)]

        def chosen(key: str | None) -> None:
            if key is not None:
                self.blunder = None
                self.note("The coach looks at it")
                self.run_worker(self._judge(blunder, given, *offered[int(key)]))

        self.tabletop.push_screen(Choose(blunder.asked, items), chosen)

    async def _judge(self, blunder: OwnBlunder, given: Answer, answer: Answer, words: str) -> None:
        """Say whether that was well answered, and when the blunder comes back; the screen goes on meanwhile."""
        game = self.model.game.imagine(0)
        well = await to_thread(blunder_puzzles.is_well, game, blunder, given, answer)
        try:
            due = blunder_schedule.answered(blunder, well, datetime.now(UTC))
        except BadFile as error:
            self.note(error.brief)
            return
        self.note("")
        self.redraw_panels()
        better: list[TextLine] = [] if well else [[("Better: ", "head"), (blunder.better, "strong")]]
        lines: list[TextLine] = [
            [("Your answer now: ", "head"), (words, "strong")],
            *better,
            [(f"In the game you answered: {blunder.said}. It cost {percent(blunder.cost)} of the chance.", "text")],
            [(f"This comes back on {due.day} {due:%B}. C plays on from here.", "dim")],
        ]
        self.tabletop.push_screen(Sheet("Well answered" if well else "Not yet", lines))

    def pause(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
            self.draw_bars()

    def play_on(self) -> None:
        """The next answer; nothing while another screen lies over this one."""
        if self.tabletop.screen is not self or self.model.film:
            return
        if self.session.undone:
            self.go(self.place + 1)
        if not self.session.undone:
            self.pause()

    def do_faster(self) -> None:
        self.pace = (self.pace + 1) % len(DELAYS)
        if self.timer is not None:
            self.timer.stop()
            self.timer = self.set_interval(DELAYS[self.pace], self.play_on)
        self.note(f"Speed {self.pace + 1} of {len(DELAYS)}")

    def step_to(self, number: int) -> None:
        """Go there by hand: the replay no longer plays by itself."""
        self.pause()
        self.go(number)

    def do_forth(self) -> None:
        self.step_to(self.place + 1)

    def do_back(self) -> None:
        self.step_to(self.place - 1)

    def do_next_round(self) -> None:
        self.step_to(next(number for number in self.rounds() if number > self.place))

    def do_last_round(self) -> None:
        self.step_to(max((number for number in self.rounds() if number < self.place), default=0))

    def do_start(self) -> None:
        self.step_to(0)

    def do_end(self) -> None:
        self.step_to(self.last)

    def do_events(self) -> None:
        """A list of all events of the recording; the one that is taken is where the replay goes."""
        self.pause()
        parts = self.session.parts()
        numbers = [number for number, events in enumerate(parts) for _ in events]
        told = numbered([event for events in parts for event in events])
        lines = log_lines(told, self.tabletop.colours, self.tabletop.glyphs)
        items = [ListItem(str(number), line) for number, line in zip(numbers, lines, strict=True)]
        listed = Choose("To which event?", items, "no event fits")
        listed.index = next((place for place, number in enumerate(numbers) if number > self.place), len(items)) - 1

        def take(key: str | None) -> None:
            if key is not None:
                self.go(int(key))

        self.tabletop.push_screen(listed, take)

    # ------------------------------------------------------------------ figures, playing on, leaving
    def do_results(self) -> None:
        self.pause()
        found = report(self.model.game, self.model.events, self.place)
        lines = report_lines(found, self.tabletop.colours, self.tabletop.glyphs)
        self.tabletop.push_screen(Sheet("The battle up to here", lines, "a"))

    def do_analysis(self) -> None:
        """What each answer cost; what is chosen there is gone to."""
        self.pause()

        def chosen(answer: int | None) -> None:
            if answer is not None:
                self.go(answer)

        self.tabletop.open_screen("analysis", self.session, then=chosen)

    def do_continue(self) -> None:
        """Who plays each seat from here on, one after the other, then what the new game is called."""
        self.pause()
        self._ask_player([])

    def _ask_player(self, chosen: list[str]) -> None:
        seats = self.session.setup.seats
        if len(chosen) == len(seats):
            self._ask_name(chosen)
            return
        seat = seats[len(chosen)]
        known = [seat.player, *(name for name in PLAYERS if name != seat.player)]
        was = f"  as until now: {PLAYER_WORDS.get(seat.player, seat.player)}"
        items = [ListItem(known[0], [("The same", "strong"), (was, "dim")])]
        items += [ListItem(name, [(PLAYER_WORDS.get(name, name), "text")]) for name in known[1:]]

        def taken(player: str | None) -> None:
            if player is not None:
                self._ask_player([*chosen, player])

        self.tabletop.push_screen(Choose(f"Who plays {seat.name} from here?", items), taken)

    def _ask_name(self, players: list[str]) -> None:
        def taken(name: str | None) -> None:
            if name is None:
                return
            now = datetime.now()
            path = free_path(paths.games(), self.session.setup.system, file_stem(name, "continued"), now)
            try:
                self.session.record_to(path, date_of(now), players)
            except BadFile as error:
                self.note(error.brief)
                return
            self.close()
            self.tabletop.play(self.session)

        told = "a new game begins here; this one stays as it is"
        ask = AskText("What is the new game called?", name_fault, "continued", told)
        self.tabletop.push_screen(ask, taken)

    def do_out(self) -> None:
        if self.model.tape or self.model.overlay_name:
            self.model.tape = self.model.overlay_name = ""
            self.model.mode = "look"
            self.draw_cursor()
        else:
            self.do_quit()

    def do_quit(self) -> None:
        self.pause()
        self.projector.drop()
        self.session.close()
        if self.close():
            self.tabletop.leave()

    # ------------------------------------------------------------------ the cursor
    def do_move(self, direction: str, steps: int) -> None:
        if self.field.move_cursor(direction, steps):
            self.cursor_moved()

    def do_look(self) -> None:
        """Describe what lies under the cursor."""
        self.model.tape, self.model.mode = "", "look"
        self.note("; ".join(f"{line.label} {line.value}".strip() for line in self.model.spot_lines()))

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        self.cursor_moved()


def entry_words(question: Question, entry: Entry) -> str:
    """What was answered to a question, as a reader sees it."""
    if entry.kind == "order":
        return ", ".join(f"standing order, {kind}: {order}" for kind, order in entry.answer.items())
    if entry.kind != "answer":
        return "a draw is agreed" if entry.kind == "draw" else "gives up"
    if isinstance(question, Assign):
        return question.said(entry.answer)
    option = question.option(entry.answer) if isinstance(question, Pick) else None
    return option.label if option is not None else answer_words(entry.answer)


def answer_words(answer: object) -> str:
    """A recorded answer as a reader sees it."""
    if isinstance(answer, dict):
        return ", ".join(f"{key}: {value}" for key, value in answer.items() if value)
    if isinstance(answer, list | tuple):
        return " ".join(map(answer_words, answer))
    return str(answer)
