"""The battle screen: what the keys do. Every change goes through the session; the view draws what came of it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from textual import events

from tabletop_tui.commands import BATTLE, Command
from tabletop_tui.engine.assign import Assign
from tabletop_tui.engine.events import Began, Closed, Event, Rolled
from tabletop_tui.engine.question import Answer, Grouped, Pick, Place, Question
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.recording import note_fault
from tabletop_tui.play.session import Session
from tabletop_tui.screens import gc_tuning
from tabletop_tui.screens.base import Dialog
from tabletop_tui.screens.battle.answer import END, Draft
from tabletop_tui.screens.battle.inspection import COMPUTER_PLAYS
from tabletop_tui.screens.battle.layout import PAUSE
from tabletop_tui.screens.battle.orders import BattleDialogs
from tabletop_tui.screens.command_screen import bindings
from tabletop_tui.screens.dialogs import AskText, Confirm, HandOver
from tabletop_tui.screens.lessons import lesson_of
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.panels import Panel

LOOK_AHEAD = 0.5
"""So many seconds after a battle has been opened, what a first look at sight needs is found out."""


class BattleScreen(BattleDialogs):
    """A battle at one keyboard."""

    BINDINGS = bindings(BATTLE)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.at_keyboard: int | None = None
        """The seat whose player was asked last; None before the first."""
        self._asked: Question | None = None
        self._left_at = ""
        """Where the cursor was left until it is known where a unit can be placed; '' once it is."""
        self._pressed = ("", 0.0)
        """The key that committed something last, and when it was pressed last."""

    def on_mount(self) -> None:
        self.session.patient = True
        self.speed = self.tabletop.options.speed
        self.events = list(self.session.log())
        self.take_rolls(self.session.history[-1].events if self.session.history else self.events)
        self.take_in()
        self.call_computer()
        self.call_after_refresh(gc_tuning.settle)
        self.set_timer(LOOK_AHEAD, self._look_ahead)

    def _look_ahead(self) -> None:
        """A first look at sight, for what it finds out about the terrain: nobody has to wait for that later."""
        unit = next((line.unit for line in self.roster if line.unit in self.where), "")
        if unit and "sight" in self.game.system.overlays:
            self.game.system.overlay(self.game, "sight", unit)

    # ------------------------------------------------------------------ the game has changed
    def take_in(self, happened: Sequence[Event] = ()) -> None:
        """Show the game as it now stands, after a film of what happened if there is to be one."""
        self.turn += 1
        if self.notice == COMPUTER_PLAYS:
            self.notice = ""  # true no longer
        first = self.show_game(happened)
        self._new_question()
        if first:
            self.share_room(self.size.width, self.size.height)
        self.redraw_panels()
        self.tell_notice()
        self.roll_film(self._after_film)
        self.set_timer(PAUSE, partial(self._rest, self.turn))

    def _rest(self, turn: int) -> None:
        if not self.session.is_safe:
            self.run_worker(self._make_safe_beside(), group="disk")
        if turn == self.turn:
            gc_tuning.tidy()

    async def _make_safe_beside(self) -> None:
        """Bring what was answered down to the disk while the play goes on: that may take long."""
        try:
            await to_thread(self.session.make_safe)
        except BadFile as error:
            self.note(error.brief)

    def make_safe(self) -> bool:
        """The same, waiting until it is done; False if that fails, or if the game had to go to another file."""
        try:
            self.session.look_after()
            self.session.make_safe()
        except BadFile as error:
            self.note(error.brief)
            return False
        return not self.tell_notice()

    def _after_film(self) -> None:
        if self.session.over is not None:
            self._show_result()
        elif self.question is not None and self.person_asked:
            self.offer_digest()
            self._hand_over(self.question.seat)
        elif self.session.held is not None:
            self.look_at(next(reversed([*self.marks().sight]), ""))

    def _hand_over(self, seat: int) -> None:
        """Where it was asked for, hide the map until the next person sits at the keyboard."""
        before, self.at_keyboard = self.at_keyboard, seat
        people = self.session.players.count(None)
        if seat != before and people > 1 and self.tabletop.options.hand_over:
            self.tabletop.push_screen(HandOver(self.names[seat], self.tabletop.colours.token(seat)))

    def _new_question(self) -> None:
        question = self.question
        if question is self._asked:
            return
        self._asked = question
        self.draft = None
        if question is None or not self.person_asked:
            return
        end_key = BATTLE.keys("battle.end-activation", self.tabletop.keymap)[0]
        self.draft = Draft(question, self.letters_taken(isinstance(question, Assign)), end_key)
        self.mode = self.tape = self._left_at = ""
        self.top_option = 0
        about = self.where.get(question.about, "")
        if self.draft.piece is not None:
            self.follow_way()
        elif isinstance(question, Place):
            self.begin_at(question, about)
        elif not self.follow_option():
            self.field.go_to(about)

    def begin_at(self, question: Place, about: str) -> None:
        """Where the cursor lies first: on the unit, or beside another one at the nearest place that is offered."""
        active = self.standing.active
        if isinstance(question.field, Grouped):
            self.field.go_to(question.field.here)
            return
        if about and (question.about == active or question.refuse([about]) is None):
            self.field.go_to(about)
            return
        if about:
            self.field.go_to(self.where.get(active, about))
        if self._found(question.field):
            self.field.go_to(self.field.nearest(question.field.cells()) or about)
        else:
            self._left_at = self.field.cursor

    def all_found(self) -> None:
        if self._left_at and self._left_at == self.field.cursor and isinstance(self.question, Place):
            self.field.go_to(self.field.nearest(self.question.field.cells()))
            self.draw_cursor()
        else:
            super().all_found()
        self._left_at = ""

    def follow_option(self) -> bool:
        """Lay the cursor on the target of the highlighted option, if it has one on the table."""
        self.pointed = False
        option = self.draft.option if self.draft else None
        spot = self.spot_of(option.target) if option and option.target else ""
        if spot:
            self.field.go_to(spot)
        return bool(spot)

    def show_events(self, happened: list[Event]) -> None:
        """The game has changed: show what came of it."""
        self.events += happened
        self.log_back = 0
        self.take_rolls(happened)
        self.take_in(happened)

    def attempt(self, deed: Callable[[], list[Event]]) -> bool:
        """Do something to the game through the session and show what came of it; False if it was refused."""
        try:
            happened = deed()
        except Refused as refused:
            self.note(str(refused.refusal))
            return False
        except BadFile as error:
            self.note(error.brief)
            return False
        self.show_events(happened)
        self.call_computer()
        return True

    def take_back(self, deed: Callable[[], object]) -> None:
        """Take something back through the session."""
        try:
            deed()
        except (Refused, BadFile) as error:
            self.note(str(error.refusal) if isinstance(error, Refused) else error.brief)
            return
        self.events = list(self.session.log())
        self.log_back, self._asked, self.rolls = 0, None, []
        self.nothing_new()
        self.take_in()
        self.call_computer()

    def _show_result(self) -> None:
        self.tabletop.open_screen("results", self.session, then=self._after_result)

    def _after_result(self, choice: str | None) -> None:
        if choice == "leave":
            self.do_quit()
        elif choice == "undo":
            self.do_undo()
        elif choice == "log":
            self.do_log()

    # ------------------------------------------------------------------ keys that belong to the question
    async def on_key(self, event: events.Key) -> None:
        if self.finish_film() and self.tabletop.screen is not self:
            # What waited for the end of the film lies over this screen now, and nobody has read it yet: a key that was
            # meant for the map must not put it away.
            event.stop()
            event.prevent_default()
            self._pass_on(event)
            return
        if self.draft is None or self.mode:
            return
        if self.take_key(self.draft, event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def _pass_on(self, event: events.Key) -> None:
        """What a key does that ended a film, where something else than the map has come after it."""
        if isinstance(page := self.tabletop.screen, Dialog):
            page.take_for_map(event)

    def take_key(self, draft: Draft, key: str, character: str) -> bool:
        """A key that belongs to the question does its work; False for every other key."""
        said, self.notice = self.notice, ""
        if key == "backspace" and draft.back():
            self.lay_on_way()
        elif (did := draft.press(character or key)) is not None:
            self.notice = draft.barred
            if did != "typed":
                self.follow_option()
            if did == "chosen":
                if self.held(key):
                    self.notice = f"{character} was held down: press it once more"
                else:
                    self.commit()
        else:
            self.notice = said
            return False
        self.draw_cursor()
        return True

    def run_command(self, command: Command) -> None:
        """Do a command; what was said before it is no longer shown."""
        self.finish_film()
        self.running = False
        said, self.notice = self.notice, ""
        super().run_command(command)
        if said and not self.notice:
            self.draw_prompt()

    def held(self, key: str) -> bool:
        """Whether this key is only being held down since it last committed something."""
        last, when = self._pressed
        self._pressed = key, monotonic()
        return key == last and self._pressed[1] - when < self.tabletop.options.guard

    def do_commit(self) -> None:
        if self.mode:
            self.do_back()
        elif self.held("enter"):
            self.note("Enter was held down: press it once more")
        elif self.session.pending:
            self.do_step()
        elif self.session.over is not None:
            self._show_result()
        else:
            self.commit()

    def commit(self) -> None:
        """Answer the question as the draft stands."""
        draft = self.draft
        if draft is None:
            self.note("Nobody at the keyboard is asked just now")
            return
        if draft.open_group():
            self.draw_cursor()
            return
        answer = draft.answer(self.field.cursor)
        if answer is None:
            self.note(draft.wanted().capitalize())
        elif draft.piece is None or draft.question.refuse(answer) is None or not self.add_piece():
            self.answer(answer)

    def answer(self, answer: Answer) -> None:
        """Answer the question; refused, the reason is shown and nothing changes."""
        self.attempt(lambda: self.session.answer(answer))

    def do_back(self) -> None:
        if self.mode or self.tape:
            self.mode = self.tape = ""
            if self.draft is not None:
                self.draft.in_hand = 0
        elif self.overlay_name:
            self.overlay_name = ""
        elif self.draft is not None and self.draft.back():
            self.lay_on_way()
        elif why := self._no_way_back():
            self.note(why)
            return
        else:
            self.take_back(self.session.undo)
            return
        self.draw_cursor()

    def _no_way_back(self) -> str:
        """Why Esc does not take the last answer back, '' if it does: only a choice that is still wholly open.

        Which unit is to act is such a choice until it has done something.
        """
        history = self.session.history
        undo = BATTLE.keys("battle.undo", self.tabletop.keymap)[0]
        if not history:
            return "Nothing to back out of"
        last = history[-1]
        if self.session.pending:
            return f"Steps of the rules are being run: {undo} takes the last answer back"
        if not last.person or self.question is None or self.question.seat != last.seat:
            return f"The last answer was not yours: {undo} takes it back all the same"
        if last.dice or any(isinstance(event, Rolled) for event in last.events):
            return f"Dice were rolled: {undo} takes the last answer back"
        turns = [event for event in last.events if isinstance(event, Began | Closed) and event.level != "phase"]
        if any(isinstance(event, Closed) or event.unit != last.answer for event in turns):
            return f"The activation before is done: {undo} takes it back"
        return ""

    def do_next(self, step: int = 1) -> None:
        if self.draft is not None and not self.mode:
            if self.draft.options:
                self.draft.cycle(step)
                self.follow_option()
                self.draw_cursor()
                return
            if self.draft.piece is not None:
                self.next_way(step)
                return
            if isinstance(self.draft.question, Place):
                self._cycle(self.offered(self.draft.question), step)
                return
        self._cycle([line.spot for line in self.roster if line.unit in self.where], step)

    def do_previous(self) -> None:
        self.do_next(-1)

    def _cycle(self, spots: list[str], step: int) -> None:
        if not spots:
            return
        cursor = self.field.cursor
        place = spots.index(cursor) + step if cursor in spots else 0
        self.lay_cursor(spots[place % len(spots)])

    def do_end_activation(self) -> None:
        question = self.question
        if isinstance(question, Pick) and question.option(END) is not None:
            if not self.held(END):
                self.answer(END)
        else:
            self.note("Finish or leave this choice first; then the activation can be ended")

    # ------------------------------------------------------------------ cursor and mouse
    def do_move(self, direction: str, steps: int) -> None:
        if self.mode == "model" and self.draft is not None:
            self.draft.nudge(direction, steps)
            self.draw_cursor()
        elif self.draft is not None and self.draft.piece is not None and not self.mode:
            self.draft.steer(direction, steps)
            self.follow_way()
        elif self.field.move_cursor(direction, steps):
            self.cursor_moved()

    def cursor_moved(self) -> None:
        """The cursor lies on another spot: an option about what stands there is highlighted."""
        self.pointed = True
        draft = self.draft
        if draft is not None and not self.mode and (unit := self.unit_here):
            place = draft.about(unit)
            if place is not None:
                draft.highlight(place)
        self.draw_cursor()

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        if self.finish_film() and self.tabletop.screen is not self:
            return
        if event.again:
            self.do_commit()
        elif self.draft is not None and self.draft.piece is not None and not self.mode:
            self.drive_to(self.field.cursor)
        else:
            self.cursor_moved()

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        event.stop()
        if self.finish_film() and self.tabletop.screen is not self:
            return
        if event.panel.id == "side" and self.draft is not None and self.draft.options:
            place = self.option_at.get(event.line)
            again = place == self.draft.index
            if place is not None and self.draft.highlight(place):
                self.follow_option()
                bought = again and self.draft.buy_one()
                self.draw_cursor()
                if again and not bought:
                    self.commit()
        elif event.panel.id == "log":
            self.do_log()

    # ------------------------------------------------------------------ the game
    def do_undo(self) -> None:
        self.take_back(self.session.undo)

    def do_redo(self) -> None:
        self.take_back(self.session.redo)

    def do_undo_activation(self) -> None:
        self.take_back(lambda: self.session.back_to("activation"))

    def do_undo_round(self) -> None:
        self.take_back(lambda: self.session.back_to("round"))

    def do_question(self) -> None:
        """Note a question about the rules, to be settled later."""

        def check(typed: str) -> str:
            return note_fault(typed.strip()) if typed.strip() else "type the question, as 'may it turn first?'"

        def noted(text: str | None) -> None:
            if text is not None:
                self.attempt(lambda: self.session.note(text.strip()))

        self.tabletop.push_screen(AskText("A question about the rules, for later", check), noted)

    def do_concede(self) -> None:
        question = self.question
        assert question is not None
        name = self.names[question.seat]

        def confirmed(yes: bool | None) -> None:
            if yes:
                self.attempt(lambda: self.session.concede(question.seat))

        self.tabletop.push_screen(Confirm(f"{name} gives up?", f"{name} leaves the battle to the others."), confirmed)

    def do_draw(self) -> None:
        def confirmed(yes: bool | None) -> None:
            if yes:
                self.attempt(self.session.agree_draw)

        self.tabletop.push_screen(Confirm("A draw?", "All players agree that nobody wins."), confirmed)

    def do_quit(self) -> None:
        if not self.make_safe():
            return  # told once; who quits again, quits
        self.turn += 1
        self.drop_film()
        self.workers.cancel_all()
        self.session.close()
        gc_tuning.release()
        self.tabletop.leave()


def open_battle(session: Session) -> BattleScreen:
    """The battle screen on a game. A first game is explained from where it stands, step by step."""
    screen = BattleScreen(session)
    screen.lesson = lesson_of(session)
    if screen.lesson is not None and not screen.lesson.is_over(session) and session.pace == "run":
        session.pace = "step"
    return screen
