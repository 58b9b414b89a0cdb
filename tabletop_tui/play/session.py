"""A game, its seats, its journal, undo and redo: what the app and the commands without a screen both drive.

session = Session.new(setup, path)          or Session.load(path)
while session.question is not None:
    if session.waits_for_person:
        session.answer(...)                 # Refused, and nothing changed, if it is not legal
    else:
        session.computer_answers()
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from copy import deepcopy
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Self

from tabletop_tui.engine.dice import WrongDice
from tabletop_tui.engine.events import Began, Closed, Event, Noted, TakenBack, starts_round
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.history import Entry, Halt, Timeline
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.standing_orders import order_of, refuse_orders
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import is_clean
from tabletop_tui.play.computer_rng import imagination
from tabletop_tui.play.journal import (
    Journal,
    JournalError,
    Misfit,
    Record,
    Recording,
    are_faces,
    dice_of,
    digest,
    encode,
    is_digest,
    read,
    record_of,
    start_record,
)
from tabletop_tui.play.journal_recording import note_fault
from tabletop_tui.play.players import Planning, Random, seated
from tabletop_tui.play.position_files import loaded, opened, other_rules
from tabletop_tui.play.real_dice import RealDice, is_source
from tabletop_tui.play.seat_clock import SeatClock
from tabletop_tui.play.thinking.thinking_process import Thinker, ThinkingTask
from tabletop_tui.play.undo_consent import LONGEST_TOLD
from tabletop_tui.play.undo_redo import UndoRedo
from tabletop_tui.rulebook.registry import system

Pace = Literal["run", "step", "dice"]
PACES: tuple[Pace, ...] = ("run", "step", "dice")
WAY_OUT = "watch the game up to there (Right in the list of games, or the command replay), and play on from it with C"
START_ANEW = "start this game anew"
"""What to do about a journal that does not fit the rules as they are now."""


class Session(UndoRedo, RealDice):
    """A game under way at a table. Make one with `new`, `load` or `replay`."""

    def __init__(
        self, setup: Setup, pace: Pace = "run", guided: bool = False, begun: str = "", tried: bool = False
    ) -> None:
        """`tried` says of a position that it was opened before and found to be sound."""
        super().__init__()
        self.setup, self.begun = setup, begun
        self.guided = guided
        """Whether this is a rulebook's first game, explained to the player of the first seat."""
        self.system = system(setup.system)
        self.players = seated(setup)
        self.clock = SeatClock.of(setup)
        self.pace: Pace = pace
        """run: an answer runs on to the next question; step: the steps are run one by one with `step`; dice: an answer
        runs on to the next dice, which `step` throws."""
        self.events: list[Event] = []
        """What happened in the last change."""
        self._course = Timeline(loaded(setup) if tried else opened(self.system, setup))

    # ------------------------------------------------------------------ beginning
    @classmethod
    def new(
        cls,
        setup: Setup,
        path: Path | None = None,
        *,
        pace: Pace = "run",
        guided: bool = False,
        begun: str = "",
        tried: bool = False,
    ) -> Self:
        """A new game, written to a journal at `path`. JournalError if that file exists, BadFile for unsound data."""
        session = cls(setup, pace, guided, begun, tried)
        with nullcontext() if path is None else Journal.begun(path, session._header()) as session.journal:
            session._begin()
        return session

    @classmethod
    def load(cls, path: Path, *, pace: Pace = "run") -> Self:
        """The game of a journal, to play on. JournalError, and nothing touched, if it cannot be replayed whole."""
        journal, recording = Journal.resume(path)
        try:
            session = cls._replayed(recording)
            journal.cut()
            session.journal, session.pace = journal, pace
            if not recording.records:
                session._begin()
            elif session.game.result is not None and not recording.finished:
                session._write([session._end_record()], sync=True, after=len(session.history))
        except BaseException:
            journal.close()
            raise
        return session

    @classmethod
    def replay(cls, path: Path, until: int | None = None, goes_on: Callable[[Self], bool] = lambda _: True) -> Self:
        """The game of a journal, to look at: every answer, die and digest is checked, and nothing is written.

        With `until`, back to where so many answers had been given; `redo` goes on from there. What follows them need
        not fit: it is left out, and `notice` says so. `goes_on` is asked before each record, and ends it there.
        """
        recording = read(path)
        session = cls._replayed(recording, until, goes_on)
        if not recording.records:
            session._begin()
        if until is not None and until < len(session.history):
            session._course.go_to(max(0, until))
        return session

    def _begin(self, dice: tuple[int, ...] | None = None) -> None:
        run = self.pace == "run"
        _, self._opening_dice = self._course.begin(dice, run=run)
        begins = any(map(starts_round, self._course.opening))
        if self.setup.position is not None and not begins:
            standing = self.system.standing(self.game)
            text = standing.name if self.setup.lesson is not None else f"{standing.name}, as the position has it"
            begun = Began(text, (), None, "round", standing.round)
            self._course.opening.insert(0, begun)
        self._write([start_record(self._opening_dice)], sync=None in self.players, after=None)
        self._on_to_dice()
        self.events = self._course.opening

    # ------------------------------------------------------------------ going on
    def halt_at(self, halt: Halt | None) -> None:
        """End each answer where this says so, before the next question: a lesson stops where it is judged."""
        self._course.halt = halt

    def answer(self, value: Answer) -> list[Event]:
        """Answer the waiting question and run on, as the pace says; what happened.

        Refused, with nothing changed, if the answer is not legal. An answer that was taken back before gets the dice
        that it had then. JournalError, with nothing changed, if the answer cannot be written down.
        """
        question = self._course.game.question
        if question is None:
            raise Refused(self._nothing_asked())
        if isinstance(value, list | dict):
            value = deepcopy(value)  # It is kept, and whoever gave it may go on changing it.
        happened = [*self._play(Entry(question.seat, value, person=self._player(question) is None))]
        self.events = happened + self._go_on()
        return self.events

    def _go_on(self) -> list[Event]:
        return self._on_to_dice() + self._same_dice()

    def and_obvious(self, answer: Callable[[], list[Event]]) -> list[Event]:
        """Answer so, for whoever is asked, and then what a person need not be asked; what happened.

        At run pace, where only one answer is legal, that is given, and taken back with the last one. A lesson asks all
        that its solution answers.
        """
        happened = answer()
        while self.pace == "run" and self.setup.lesson is None and (only := self._only_answer()) is not None:
            happened = happened + self._play(Entry(only[0], only[1], person=False))
        self.events = happened
        return happened

    def _only_answer(self) -> tuple[int, Answer] | None:
        """The seat that waits and its only answer, where it is a person who need not be asked."""
        question = self.question
        if question is None or not question.obvious or self._player(question) is not None:
            return None
        legal = [*islice(question.legal(), 2)]
        return (question.seat, legal[0]) if len(legal) == 1 else None

    def _on_to_dice(self) -> list[Event]:
        """At dice pace, run up to the next dice, which then wait."""
        return self._course.throw()[1] if self.pace == "dice" else []

    def _same_dice(self) -> list[Event]:
        """Dice that were typed in before an answer was taken back are not asked for again when it is repeated."""
        happened: list[Event] = []
        undone = self._course.undone
        while undone and type(self.question) is DiceQuestion:
            happened += self._play(undone[-1])
        return happened

    def step(self) -> tuple[Step | None, list[Event]]:
        """At step pace, run one step; at dice pace, throw the dice that wait and run on to the next ones.

        Which step ran last (None if dice have to come first) and what happened.
        """
        step, happened = self._course.throw() if self.pace == "dice" else self._course.step()
        self.events = happened + self._same_dice()
        return step, self.events

    def mark(self) -> None:
        """A place between two steps to which `step_back` goes."""
        self._course.mark()

    def step_back(self) -> None:
        """Back to where the last steps were run from; what was rolled in them is rolled the same again."""
        if not self._course.step_back():
            raise Refused(Refusal("no step has been run since the last answer"))
        self.events = []

    def think(self) -> Answer:
        """What the computer player that is asked answers; one that was taken back is given again. Changes nothing."""
        player = self._player(self.question)
        if isinstance(player, Random) and not self._course.undone:  # it looks at nothing but the question
            return player.choose(self.game, len(self._course.entries))
        return self._thinking(self.game.imagine_asked)()

    def thinking(self, thinker: Thinker | None = None) -> Callable[[], Answer]:
        """The same as a call for another thread: that thinks on a copy of the game, which is taken now.

        With a `thinker`, a player that plans thinks there, in a process of its own; the call waits for it, and is
        Interrupted where the thinker is stopped.
        """
        return self._thinking(self.game.imagine, thinker)

    def _thinking(self, imagine: Callable[[int], Game[State]], thinker: Thinker | None = None) -> Callable[[], Answer]:
        player, undone = self._player(self.question), self._course.undone
        if player is None:
            raise Refused(Refusal("no computer player is asked"))
        if undone and undone[-1].kind == "answer" and not undone[-1].person:
            return partial(getattr, undone[-1], "answer")
        number = len(self._course.entries)
        game = imagine(imagination(self.setup.seed, number))
        if thinker is not None and isinstance(player, Planning):
            return partial(thinker.think, ThinkingTask.about(player, game, number))
        return partial(player.choose, game, number)

    def computer_answers(self) -> list[Event]:
        """One answer of the computer player that is asked; what happened."""
        return self.answer(self.think())

    def run(self, answers: int | None = None) -> list[Event]:
        """Run on, the computer players answering (at most so many times), until a person is asked or the game ends."""
        happened = self.run_steps()
        while self.question is not None and not self.waits_for_person and answers != 0:
            happened += self.computer_answers()
            happened += self.run_steps()
            answers = None if answers is None else answers - 1
        self.events = happened
        return happened

    def run_steps(self) -> list[Event]:
        """Run all steps and throw all dice that wait; what happened."""
        happened: list[Event] = []
        while self.pending:
            happened += self.step()[1]
        return happened

    def order(self, seat: int, kind: str, order: str) -> list[Event]:
        """A seat says beforehand whether it wants to be asked about a kind of offer; steps that wait are run first.

        Refused, with nothing changed, for an order that there is not, or where a computer plays the seat.
        """
        self._check_orders(seat, {kind: order})
        if order_of(self.game, seat, kind) == order:
            return []
        self.events = self.run_steps() + self._play(Entry(seat, {kind: order}, kind="order")) + self._on_to_dice()
        return self.events

    def _check_orders(self, seat: int, orders: dict[str, Any]) -> None:
        refusal = refuse_orders(self.game, seat, orders)
        if refusal is None and self.players[seat] is not None:
            refusal = Refusal("a computer plays this seat and is asked whenever it could matter")
        if refusal is not None:
            raise Refused(refusal)

    def concede(self, seat: int) -> list[Event]:
        """This seat gives up; the game goes on if others still fight."""
        return self._leave(Entry(seat, kind="concede"))

    def agree_draw(self) -> list[Event]:
        """The players agree that nobody wins."""
        return self._leave(Entry(-1, kind="draw"))

    def _leave(self, entry: Entry) -> list[Event]:
        if self.over is not None:
            raise Refused(self._nothing_asked())
        self.events = self.run_steps() + self._play(entry) + self._on_to_dice()
        return self.events

    def change_pace(self, pace: Pace) -> list[Event]:
        """Go on at another pace; what happened where that lets the game run on."""
        self.pace = pace
        self.events = self.run_steps() if pace == "run" else self._on_to_dice()
        return self.events

    def note(self, text: str) -> list[Event]:
        """Write a question about the rules down, to be settled later; it stands in the log from here on."""
        question = self.question
        if fault := note_fault(text):
            raise Refused(Refusal(fault))
        self._write([encode({"note": text})], sync=True, after=len(self.history))
        noted = Noted(f"Question: {text}", question.rules if question is not None else (), note=text)
        self._course.note(noted)
        return [noted]

    def _nothing_asked(self) -> Refusal:
        return Refusal("the game is over" if self.over else "steps are still to be run before the next question")

    # ------------------------------------------------------------------ one change, and its record
    def _play(self, entry: Entry, *, run: bool | None = None) -> list[Event]:
        """Do an entry and write it down; both or neither."""
        course = self._course
        undone = course.undone
        again = bool(undone) and undone[-1].same(entry)
        if again and entry is not undone[-1]:
            entry.dice = undone[-1].dice
        settled = course.answer(entry, run=self.pace == "run" if run is None else run)
        try:
            if self.journal is not None:
                self._write_down(entry, settled)
        except JournalError:
            course.go_to(len(course.entries) - 1)
            course.undone.pop()
            raise
        if again:
            undone.pop()
        elif undone:
            undone.clear()
        self.events = entry.events
        return entry.events

    def _write_down(self, entry: Entry, settled: Game[State]) -> None:
        lines = [record_of(entry), *self._clock_lines()]
        if _round_closed(entry.events) or _round_closed(settled.events):
            lines.append(encode({"digest": digest(self.system.dump(settled))}))
        if settled.result is not None:
            lines.append(self._end_record(settled))
        # What computers play among themselves the seed can play again: only its end has to be safe from a power cut.
        rounds = None in self.players and len(lines) > 1
        self._write(lines, sync=entry.person or rounds or settled.result is not None, after=len(self.history) - 1)

    def _end_record(self, game: Game[State] | None = None) -> str:
        return encode({"end": self._end(game or self.game)})

    def _end(self, game: Game[State]) -> dict[str, Any]:
        winners = list(game.result.winners) if game.result else []
        return {"winners": winners, "scores": list(self.system.standing(game).scores)}

    # ------------------------------------------------------------------ replaying
    @classmethod
    def _replayed(
        cls, recording: Recording, until: int | None = None, goes_on: Callable[[Self], bool] = lambda _: True
    ) -> Self:
        """The session at the end of a recording, without a journal.

        JournalError where a line does not fit, unless `until` answers were given before it: then it ends there. A game
        of older rules is played on as long as it comes to what stands in it, so none of what was mended arose in it.
        """
        path, header = recording.path, recording.header
        try:
            session = cls(header.setup, guided=header.guided, begun=header.begun)
        except (KeyError, ValueError) as error:
            raise JournalError(path, "line 1", str(error.args[0])) from error
        except BadFile as error:
            raise JournalError(path, "line 1", f"the set-up cannot be played: {error}") from error
        older = ""
        if header.rules != session.system.version:
            older = other_rules("the game was begun", header.rules, session.system)
            if header.rules > session.system.version:
                raise JournalError(
                    path, "line 1", f"{older}; play it on with {header.app} of the program, which saved it"
                )
        session.notice = recording.notice
        for place, (line, record) in enumerate(recording.records):
            if place and not goes_on(session):
                break
            try:
                session._repeat(record, first=place == 0)
            except (Refused, WrongDice, Misfit) as error:
                why = f"the answer is refused: {error}" if isinstance(error, Refused) else str(error)
                why = f"{why}; {older}" if older else why
                if place == 0 or until is None or len(session.history) < until:
                    raise JournalError(path, f"line {line}", f"{why}; {WAY_OUT if place else START_ANEW}") from error
                session.notice = f"Left out from line {line} on, for it does not fit: {why}"
                break
        return session

    def _repeat(self, record: Record, *, first: bool) -> None:
        """Do what one record says."""
        match record:
            case {"start": list(dice), **rest} if first and not rest and are_faces(dice):
                self._begin(tuple(dice))
            case _ if first:
                raise Misfit("the record of the beginning is missing")
            case {"seat": int(seat), "answer": answer, **rest} if rest.keys() <= {"dice"}:
                self._repeat_answer(seat, answer, dice_of(record))
            case {"seat": int(seat), "order": dict(orders), **rest} if rest.keys() <= {"dice"}:
                self._check_orders(seat, orders)
                self._play(Entry(seat, orders, dice_of(record), kind="order"))
            case {"dice from": dict(source), **rest} if rest.keys() <= {"dice"} and is_source(source):
                self._play(Entry(-1, source, dice_of(record), kind="dice"))
            case {"concede": int(seat), **rest} if rest.keys() <= {"dice"} and 0 <= seat < len(self.players):
                self._play(Entry(seat, dice=dice_of(record), kind="concede"))
            case {"draw": True, **rest} if rest.keys() <= {"dice"}:
                self._play(Entry(-1, dice=dice_of(record), kind="draw"))
            case {"back": int(number), **rest} if not rest:
                self.go_back(number)
            case {"taken back": str(text), **rest} if not rest and 0 < len(text) <= LONGEST_TOLD and is_clean(text):
                self._course.note(TakenBack(text))
            case {"clock": list(used), **rest} if not rest and self.clock is not None and self.clock.take(used):
                pass
            case {"flag": int(seat), **rest} if not rest and self.clock is not None and 0 <= seat < len(self.players):
                self.clock.told.add(seat)
                self._course.note(self.clock.flag(seat, self.setup.seats[seat].name))
            case {"digest": str(found), **rest} if not rest:
                if not is_digest(found, self.system.dump(self.game)):
                    raise Misfit("the replayed game is not in the state that was recorded here")
            case {"note": str(text), **rest} if not rest and not note_fault(text):
                self.note(text)
            case {"end": end, **rest} if not rest:
                if self.over is None or end != self._end(self.game):
                    raise Misfit("the replayed game has not the end that was recorded here")
            case _:
                raise Misfit(f"this is no record of a game: {repr(record)[:60]}")

    def _repeat_answer(self, seat: int, answer: Answer, dice: tuple[int, ...]) -> None:
        question = self.question
        if question is None:
            raise Refused(self._nothing_asked())
        if question.seat != seat:
            raise Misfit(f"seat {seat} answers, but seat {question.seat} is asked")
        self._play(Entry(seat, answer, dice, person=self._player(question) is None))


def _round_closed(events: list[Event]) -> bool:
    return any(type(event) is Closed and event.level == "round" for event in events)
