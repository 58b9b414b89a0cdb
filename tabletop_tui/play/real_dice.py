"""Real dice at the table: rolls that follow each other are given in one go."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.play.session_view import SessionView


class RealDice(SessionView):
    """The part of a session that takes the faces of several rolls."""

    def roll_after(self, rolls: Sequence[Sequence[int]]) -> DiceQuestion | None:
        """The roll that is asked for as soon as these were given, one after the other; None where it is none.

        Nobody is asked anything between two such rolls. Refused where one of them does not fit its roll.
        """
        trial = self.game.clone()
        for number, faces in enumerate(rolls):
            if not isinstance(trial.question, DiceQuestion):
                raise Refused(Refusal(f"no dice are rolled after the first {number} of these rolls"))
            trial.answer([*faces])
            trial.run()
        question = trial.question
        return question if isinstance(question, DiceQuestion) else None

    def answer_rolls(self, rolls: Sequence[Sequence[int]]) -> list[Event]:
        """Give the faces of rolls that follow each other, each an answer of its own; what happened.

        Refused, with nothing changed, if one of them does not fit.
        """
        self.roll_after(rolls)
        happened: list[Event] = []
        for faces in rolls:
            assert self.question is not None
            happened += self._play(Entry(self.question.seat, [*faces]))
        self.events = happened + self._go_on()
        return self.events

    def _play(self, entry: Entry) -> list[Event]:
        """Do an entry and write it down."""
        raise NotImplementedError

    def _go_on(self) -> list[Event]:
        """What goes on by itself behind an answer."""
        raise NotImplementedError
