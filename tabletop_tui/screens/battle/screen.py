"""The battle screen: what the keys do. Every change goes through the session; the view draws what came of it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Sequence
from functools import partial

from textual import events

from tabletop_tui.bindings import BATTLE, Command
from tabletop_tui.bindings.command import PLACING
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base import gc_tuning, table_picture
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.key_repeat import KeyGuard
from tabletop_tui.screens.base.popup_page import Below
from tabletop_tui.screens.battle.answer_dialogs import Orders
from tabletop_tui.screens.battle.answer_draft import DIGITS, Draft
from tabletop_tui.screens.battle.answer_navigation import Navigation
from tabletop_tui.screens.battle.answer_prefill import prefill
from tabletop_tui.screens.battle.clocks import TICK, Clocks
from tabletop_tui.screens.battle.coaching import Coaching
from tabletop_tui.screens.battle.confirmations import when_sure
from tabletop_tui.screens.battle.film_state import rolls_of
from tabletop_tui.screens.battle.pace import Pace
from tabletop_tui.screens.battle.panels import LogPanel, SidePanel
from tabletop_tui.screens.battle.place_keys import PlaceKeys
from tabletop_tui.screens.battle.prompt_lines import HELP_NOTES, PASSING, goes_back, hinted
from tabletop_tui.screens.battle.repeat_setup import AsBefore
from tabletop_tui.screens.battle.screen_protocols import PAUSE
from tabletop_tui.screens.battle.sight_light_source import look_ahead
from tabletop_tui.screens.battle.undo_and_concede_commands import GameControl
from tabletop_tui.screens.battle.view import BattleView
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of

PLACED = {"battle.next": " good place  ", "battle.end-activation": " stop here  "}
"""What commands do in other words where a place is asked for."""
ANSWERING = frozenset(f"battle.{name}" for name in ["commit", "waypoint", "back", "next", "previous", "end-activation"])
"""Commands that answer, or that begin to."""
IN_LIST = {"n": -1, "s": 1}
"""The steps of the cursor that go through a list instead, where a question is one: up and down."""
LOOK_AHEAD = 0.5
"""So many seconds after a battle has been opened, what first looks at sight need is found out."""


class BattleScreen(BattleView):
    """A battle at one keyboard."""

    BINDINGS = bindings(BATTLE)
    help_notes = HELP_NOTES

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.pace = Pace(self)
        self.places = PlaceKeys(self)
        self.coaching = Coaching(self, self.reading, self.places)
        self.course = GameControl(self)
        self.clocks = Clocks(self)
        self.before = AsBefore(self)
        self.navigation = Navigation(self, self.places, self.coaching.tutor)
        others = Orders(self), self.course, self.before, self.navigation
        self.parts = (*self.parts, self.pace, self.places, self.coaching, *others)
        self._asked: Question | None = None
        self._left_at = ""
        """Where the cursor was left until it is known where a unit can be placed; '' once it is."""
        self.guard = KeyGuard()
        self._told = ""
        """What the session had to say last."""

    @property
    def session(self) -> Session:
        return self.model.session

    def on_mount(self) -> None:
        self.session.patient = True
        self.pace.speed = self.tabletop.options.speed
        self.model.events = list(self.session.log())
        self.model.rolls = rolls_of(self.model.answered) or rolls_of(self.model.events)[-1:]
        self.take_in()
        self.pace.make_ready()
        self.pace.call_computer()
        self.call_after_refresh(gc_tuning.settle)
        self.set_timer(LOOK_AHEAD, partial(look_ahead, self))
        if self.session.clock is not None:
            self.set_interval(TICK, self.clocks.look)

    # ------------------------------------------------------------------ the game has changed
    def take_in(self, happened: Sequence[Event] = ()) -> None:
        """Show the game as it now stands, after a film of what happened if there is to be one."""
        self.pace.turn_over()
        if self.model.notice in PASSING:
            self.model.notice = ""
        first = self.show_game(happened)
        self._new_question()
        if first:
            self.share_room(self.size.width, self.size.height)
        self.redraw_panels()
        self.fit_question(shrink=True)
        self.tell_notice()
        self.projector.roll(self._after_film)
        self.set_timer(PAUSE, partial(self._rest, self.pace.turn))

    def _rest(self, turn: int) -> None:
        if not self.session.is_safe:
            self.run_worker(self._make_safe_beside(), group="disk")
        if turn == self.pace.turn:
            self.coaching.think_ahead()
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
        elif self.model.question is not None and self.model.person_asked:
            if self.before.go_on():
                return  # the next question is another one, after another film
            self.reading.tell_by_itself(Below(self.guard, self._is_command, self._hand_on))
            self.clocks.look()
        elif self.session.held is not None:
            self.look_at(next(reversed([*self.marks().sight]), ""))

    def _new_question(self) -> None:
        question = self.model.question
        if question is self._asked:
            return
        self._asked = question
        self.model.draft = None
        if question is None or not self.model.person_asked:
            return
        end_key = self.key_of("battle.end-activation")
        keymap, vi_keys = self.tabletop.keymap, self.tabletop.options.vi_keys
        taken = frozenset(BATTLE.letters(keymap, isinstance(question, Assign), vi_keys))
        self.model.draft = Draft(question, taken, end_key, self.model.worth_of(question))
        self.model.draft.asked_after = self.model.asked_after
        self.model.mode = self.model.tape = self._left_at = ""
        self.panels.side.top = 0
        about = self.model.where.get(question.about, "")
        if self.model.draft.piece is not None:
            self.places.follow_way()
        elif isinstance(question, Place):
            self.begin_at(question, about)
        elif not self.follow_option():
            self.field.go_to(about)
        self.places.lead_on(about)
        self.coaching.follow()

    def begin_at(self, question: Place, about: str) -> None:
        """Where the cursor lies first: as the model says, or at the nearest place that is offered."""
        if not about and self.places.begin(question):
            return
        if spot := self.model.first_spot(question):
            self.field.go_to(spot)
            return
        if about:
            self.field.go_to(self.model.where.get(self.model.standing.active, about))
        if self.model.found(question.field):
            self.field.go_to(self.field.nearest(question.field.cells()) or about)
        else:
            self._left_at = self.field.cursor
            self.search_soon()

    def all_found(self) -> None:
        if self._left_at and self._left_at == self.field.cursor and isinstance(self.model.question, Place):
            self.field.go_to(self.field.nearest(self.model.question.field.cells()))
            self.draw_cursor()
        else:
            super().all_found()
        self._left_at = ""

    def follow_option(self) -> bool:
        """Lay the cursor on the target of the highlighted option, if it has one on the table."""
        self.model.pointed = False
        option = self.model.draft.option if self.model.draft else None
        spot = self.model.spot_of(option.target) if option and option.target else ""
        if spot:
            self.field.go_to(spot)
        return bool(spot)

    def show_events(self, happened: list[Event]) -> None:
        """The game has changed: show what came of it."""
        self.model.events += happened
        self.model.steps.take(happened)
        self.model.log_back = 0
        self.model.take_rolls(happened)
        self.take_in(happened)

    def attempt(self, deed: Callable[[], list[Event]]) -> bool:
        """Do something to the game through the session and show what came of it; False if it was refused."""
        self.clocks.stop()
        try:
            happened = deed()
        except Refused as refused:
            self.note(self.places.refused(refused.refusal))
            return False
        except BadFile as error:
            self.note(error.brief)
            return False
        self.show_events(happened)
        self.pace.call_computer()
        return True

    def take_back(self, deed: Callable[[], object]) -> None:
        """Take something back through the session."""
        self.clocks.stop()
        self.before.forget()
        try:
            deed()
        except (Refused, BadFile) as error:
            self.note(str(error.refusal) if isinstance(error, Refused) else error.brief)
            return
        self.model.events = list(self.session.log())
        self.model.log_back, self._asked, self.model.rolls = 0, None, []
        self.model.steps.ran = None
        self.reading.since.nothing_new()
        self.take_in()
        self.pace.call_computer()

    def on_screen_resume(self) -> None:
        self.clocks.look()

    def _show_result(self) -> None:
        self.tabletop.open_screen("results", self.session, self.reading.last_deeds(), then=self._after_result)

    def _after_result(self, choice: str | None) -> None:
        if choice == "leave":
            self.do_quit()
        elif choice == "undo":
            self.course.do_undo()
        elif choice == "log":
            self.reading.do_log()

    # ------------------------------------------------------------------ keys that belong to the question
    async def on_key(self, event: events.Key) -> None:
        self.guard.arrived = event.time
        if self.finish_film() and self.tabletop.screen is not self:
            # What waited for the end of the film lies over this screen now, and nobody has read it yet: a key that was
            # meant for the map must not put it away.
            event.stop()
            event.prevent_default()
            self._pass_on(event)
            return
        if self.model.draft is None or self.model.mode:
            return
        if self.take_key(self.model.draft, event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def _is_command(self, event: events.Key) -> bool:
        """Whether a key does something else than to answer, or to begin an answer."""
        command = self.commands.pressed(event.key, event.character, self.tabletop.keymap)
        if command is None or command.group in ("Cursor", PLACING) or command.id in ANSWERING:
            return False
        return self.model.draft is None or event.character not in self.model.draft.letters

    def _hand_on(self, event: events.Key) -> None:
        """A key that was pressed over a page that came by itself, and is the battle's: heard once that is away."""
        self.tabletop.hear_again(event)

    def _pass_on(self, event: events.Key) -> None:
        """What a key does that ended a film, where something else than the map has come after it."""
        if isinstance(page := self.tabletop.screen, Dialog):
            page.take_for_map(event)

    def take_key(self, draft: Draft, key: str, character: str) -> bool:
        """A key that belongs to the question does its work; False for every other key."""
        said, self.model.notice = self.model.notice, ""
        mark, at = (draft.index, draft.chosen), (self.field.cursor, self.model.pointed)
        if key == "backspace" and draft.back():
            self.places.lay_on_way()
        elif (did := draft.press(character or key)) is not None:
            self.model.notice = draft.barred
            if did != "typed":
                self.follow_option()
            if did == "chosen":
                if self.held(key):
                    self.model.notice = f"{character} came as from a held key: press it once more"
                elif self.commit():
                    return True  # all is drawn
                elif draft.turn_down(*mark):
                    cursor, self.model.pointed = at
                    self.field.go_to(cursor)
        elif character in DIGITS and character and isinstance(draft.question, Pick):
            self.model.notice = f"No option has the number {character}"
        else:
            self.model.notice = said
            return False
        self.draw_cursor()
        return True

    def run_command(self, command: Command) -> None:
        self.pace.running = False
        super().run_command(command)

    def held(self, key: str) -> bool:
        """Whether this key came without the gap that a finger makes, as one does that is held down."""
        return self.guard.holds(key, self.tabletop.options.guard)

    def do_commit(self) -> None:
        if self.model.mode:
            self.navigation.do_back()
        elif self.held("enter"):
            self.note("Enter came as from a held key: press it once more")
        elif self.session.pending:
            self.pace.do_step()
        elif self.session.over is not None:
            self._show_result()
        else:
            self.commit()

    def commit(self) -> bool:
        """Answer the question as the draft stands; whether it was answered."""
        draft = self.model.draft
        if draft is None:
            self.note("Nobody at the keyboard is asked just now")
        elif draft.open_group():
            self.draw_cursor()
        elif draft.leads(self.field.cursor) and self.places.lead():
            pass  # the next Enter goes there
        elif (answer := draft.answer(self.field.cursor)) is None:
            if (number := self.model.usual_number(draft.question)) is not None:
                prefill(draft, number)
                self.draw_cursor()
            else:
                self.note(draft.wanted().capitalize())
        elif draft.piece is None or draft.question.refuse(answer) is None or not self.places.add_piece():
            return self.answer(answer)
        return False

    def answer(self, answer: Answer) -> bool:
        """Answer the question, at once or when its player has said that he is sure; whether it was.

        He is asked once at most: by the tutor, where one is wanted and has a better answer, else for what is given up.
        Where the answer is refused the reason is shown and nothing changes.
        """
        tutor, give = self.coaching.tutor, partial(self.give, answer)
        if tutor.wanted and not tutor.holds:
            self.coaching.look_first(answer, partial(when_sure, self, answer, give), give)
            return False
        tutor.drop()
        return when_sure(self, answer, give)

    def mark_another(self, answer: Answer) -> None:
        self.navigation.mark_another(answer)

    def give(self, answer: Answer) -> bool:
        row = [one for _, one in self.model.draft.row()] if self.model.draft is not None else []
        more = len(row) > 1 and answer == row[0]
        session = self.session
        act = partial(session.answer_in_a_row, row) if more else partial(session.answer, answer)
        return self.attempt(partial(session.and_obvious, act))

    # ------------------------------------------------------------------ cursor and mouse
    def do_move(self, direction: str, steps: int) -> None:
        if self.model.mode == "model" and self.model.draft is not None:
            self.model.draft.nudge(direction, steps)
            self.draw_cursor()
        elif self.model.draft is not None and self.model.draft.piece is not None and not self.model.mode:
            self.model.draft.steer(direction, steps)
            self.places.follow_way()
        elif steps == 1 and direction in IN_LIST and self.model.lists:
            self.navigation.do_next(IN_LIST[direction])
        elif self.field.move_cursor(direction, steps):
            self.cursor_moved()

    def cursor_moved(self) -> None:
        """The cursor lies on another spot: an option about what stands there is highlighted."""
        self.model.pointed = True
        draft = self.model.draft
        if draft is not None:
            draft.start = ""
        if draft is not None and not self.model.mode and (unit := self.model.unit_here):
            place = draft.about(unit)
            if place is not None:
                draft.highlight(place)
        self.draw_cursor()

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        self.guard.arrived = event.time
        if self.finish_film() and self.tabletop.screen is not self:
            return
        if event.again:
            self.do_commit()
        elif self.model.draft is not None and self.model.draft.piece is not None and not self.model.mode:
            self.places.drive_to(self.field.cursor)
        else:
            self.cursor_moved()

    def on_side_panel_option_clicked(self, event: SidePanel.OptionClicked) -> None:
        event.stop()
        draft = self.model.draft
        if (self.finish_film() and self.tabletop.screen is not self) or draft is None:
            return
        again = event.place == draft.index
        if draft.highlight(event.place):
            self.follow_option()
            bought = again and draft.buy_one()
            self.draw_cursor()
            if again and not bought:
                self.commit()

    def on_log_panel_opened(self, event: LogPanel.Opened) -> None:
        if self.finish_film() and self.tabletop.screen is not self:
            event.stop()
            return
        super().on_log_panel_opened(event)

    # ------------------------------------------------------------------ what is said
    def hint_line(self, width: int) -> TextLine:
        """Context first: what the question is answered with, then the commands that are of use."""
        line, names = hinted(self.model)
        answering = self.model.draft.letters if self.model.draft is not None else {}
        keys = {name: BATTLE.keys(f"battle.{name}", self.tabletop.keymap) for name in names}
        back = goes_back(self.model)
        names = [name for name in names if not {*keys[name]} <= answering.keys() and (back or name != "back")]
        if self.session.over is not None:
            line = [(" ", "hint"), *self.hint("battle.commit")[:1], (" result ", "hint")]
        rest = self.hints([f"battle.{name}" for name in names], width - width_of(line), "battle.keys")
        return clip([*line, *rest], width, self.tabletop.glyphs.ellipsis)

    def hint(self, command_id: str) -> TextLine:
        key, *rest = super().hint(command_id)
        said = PLACED.get(command_id) if isinstance(self.model.question, Place) else None
        return [key, (said, "hint")] if said else [key, *rest]

    def tell_notice(self) -> bool:
        """Say what the session has to say about its journal, once; whether it had something new."""
        told, self._told = self._told, self.session.notice
        if self._told and self._told != told:
            self.note(self._told)
            return True
        return False

    def film_pace(self) -> float:
        return super().film_pace() * self.pace.film_share()

    def do_settings(self) -> None:
        def changed(_: None) -> None:
            self.pace.speed = self.tabletop.options.speed
            self.redraw_panels()

        self.tabletop.open_screen("settings", then=changed)

    # ------------------------------------------------------------------ the end
    def on_unmount(self) -> None:
        self.coaching.close()

    def do_quit(self) -> None:
        if not self.make_safe():
            return  # told once; who quits again, quits
        self.clocks.keep()
        self.pace.end()
        table_picture.of_battle(self.session, self.field.painter)
        self.projector.drop()
        self.workers.cancel_all()
        self.session.close()
        gc_tuning.release()
        if self.close():
            self.tabletop.leave()


def open_battle(session: Session) -> BattleScreen:
    """The battle screen on a game. A first game is explained at every question, with what both sides did."""
    screen = BattleScreen(session)
    if session.guided:
        from tabletop_tui.screens.learning.first_game_guide import lesson_of

        screen.model.lesson = lesson_of(session)
    return screen
