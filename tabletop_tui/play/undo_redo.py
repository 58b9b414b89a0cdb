"""Taking answers back and giving them again: one by one, a phase or a round at once, or to any place of the game."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.engine.events import Began, Event, TakenBack
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.wording import counted
from tabletop_tui.play.journal import encode
from tabletop_tui.play.journal_recording import Recorded
from tabletop_tui.play.session_view import SessionView
from tabletop_tui.play.undo_consent import taken_back


class UndoRedo(SessionView, Recorded):
    """The part of a session that goes back and forth along the game."""

    events: list[Event]

    def undo(self, times: int = 1) -> None:
        """Take back the last answer, or so many; with computers at the table, to the last answer of a person."""
        for _ in range(times):
            self.go_back(self.before_last())

    def before_last(self) -> int:
        """How many answers had been given before the last one that `undo` takes back; Refused if there is none."""
        history = self.history
        numbers = range(len(history) - 1, -1, -1)
        number = next((n for n in numbers if history[n].person), None)
        if number is None and history and None not in self.players:
            number = len(history) - 1
        if number is None:
            raise Refused(Refusal("there is nothing to take back"))
        return number

    def redo(self, times: int = 1) -> list[Event]:
        """Do again what was last taken back, and what the computer answered to it; what happened."""
        happened: list[Event] = self.run_steps()
        for _ in range(times):
            undone = self._course.undone
            if not undone:
                raise Refused(Refusal("there is nothing to do again"))
            happened = happened + self._play(undone[-1], run=True)
            while undone and not undone[-1].person and None in self.players:
                happened = happened + self._play(undone[-1], run=True)
        self.events = happened
        return happened

    def beginning(self, level: Literal["activation", "phase", "round"]) -> int:
        """How many answers had been given where this activation, phase or round began, or the one before if the game
        stands there already. Refused if there is no such place."""
        for number in range(len(self.history) - 1, -1, -1):
            events = self.history[number - 1].events if number else self._course.opening
            if any(isinstance(event, Began) and event.level == level for event in events):
                return number
        raise Refused(Refusal(f"there is no earlier {level} to go back to"))

    def go_back(self, number: int) -> None:
        """Back to where `number` answers had been given; among people, what of it counts is told in the log."""
        told = taken_back(self, number) if 0 <= number < len(self.history) else ""
        self._back(number)
        self._course.carry_back()
        if told:
            self._course.note(TakenBack(told))

    def _back(self, number: int) -> None:
        if not 0 <= number < len(self.history):
            raise Refused(
                Refusal(
                    f"only {counted(len(self.history), 'answer')} given so far, so there is no way back to {number}"
                )
            )
        self._write([encode({"back": number})], sync=True, after=len(self.history))
        self._course.go_to(number)
        self.events = []

    def go_to(self, number: int) -> list[Event]:
        """To look: back or, as far as it is known, forth to where `number` answers had been given.

        What happened going forth. The log does not tell that a game was looked at.
        """
        happened = self.run_steps()
        if number < len(self.history):
            self._back(number)
        while len(self.history) < number and self.undone:
            happened = happened + self._play(self.undone[-1], run=True)
        self.events = happened
        return happened

    def run_steps(self) -> list[Event]:
        """Run all steps and throw all dice that wait; what happened."""
        raise NotImplementedError

    def _play(self, entry: Entry, *, run: bool | None = None) -> list[Event]:
        """Do an entry and write it down."""
        raise NotImplementedError
