"""Real dice at the table: rolls that follow each other given in one go, and other dice from the middle of a game on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.play.session_view import SessionView


class RealDice(SessionView):
    """The part of a session that takes the faces of several rolls."""

    def asked_after(self, answers: Sequence[Answer]) -> DiceQuestion | Assign | None:
        """The roll that is asked for as soon as these were given, one after the other, or what goes by a default.

        None where a person is asked anything else, or a computer; so it is after no dice. Refused where one of the
        answers does not fit.
        """
        trial = self.game.clone()
        for number, answer in enumerate(answers):
            if not isinstance(trial.question, DiceQuestion | Assign):
                raise Refused(Refusal(f"no dice are rolled after the first {number} of these answers"))
            trial.answer(deepcopy(answer))
            trial.run()
        question = trial.question
        if isinstance(question, DiceQuestion):
            return question
        return question if isinstance(question, Assign) and self.players[question.seat] is None else None

    def answer_in_a_row(self, answers: Sequence[Answer]) -> list[Event]:
        """Give rolls that follow each other, and who takes what of them, each an answer of its own; what happened.

        Refused, with nothing changed, if one of them does not fit.
        """
        self.asked_after(answers)
        happened: list[Event] = []
        for answer in answers:
            assert self.question is not None
            happened += self._play(Entry(self.question.seat, deepcopy(answer)))
        self.events = happened + self._go_on()
        return self.events

    def change_dice(self) -> list[Event]:
        """From here on the players roll real dice, or the program does where they did; what happened.

        Refused, with nothing changed, in a lesson, which has its own dice, while steps wait, and when all is over.
        """
        if (refusal := self.refuse_other_dice()) is not None:
            raise Refused(refusal)
        # By a seed of its own: no face that was seen before comes again, and taking this back gives no other dice.
        fresh = Random(f"{self.setup.seed} dice {len(self.history)}").getrandbits(32)
        source = {"seeded": fresh} if self.game.dice.kind == "typed" else {"typed": 0}
        self.events = self._play(Entry(-1, source, kind="dice")) + self._go_on()
        return self.events

    def refuse_other_dice(self) -> Refusal | None:
        """Why the dice cannot be changed now, or None."""
        if self.setup.lesson is not None:
            return Refusal("a lesson has its own dice")
        if self.over is not None:
            return Refusal("the game is over")
        if None not in self.players:
            return Refusal("nobody at the table plays who could roll real dice")
        return Refusal("steps are still to be run: they are run with the dice as they are") if self.pending else None

    def _play(self, entry: Entry) -> list[Event]:
        """Do an entry and write it down."""
        raise NotImplementedError

    def _go_on(self) -> list[Event]:
        """What goes on by itself behind an answer."""
        raise NotImplementedError


def is_source(source: dict[Any, Any]) -> bool:
    """Whether a record names dice to be taken: {"typed": 0} or {"seeded": seed}."""
    return len(source) == 1 and all(
        kind in ("typed", "seeded") and type(seed) is int and 0 <= seed < 2**32 for kind, seed in source.items()
    )
