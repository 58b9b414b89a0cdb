"""What can be seen of a session: its game, the question that waits, what was answered and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.history import Entry, Timeline
from tabletop_tui.engine.question import DiceQuestion, Question
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.journal import digest
from tabletop_tui.play.players import Computer, Planning
from tabletop_tui.rulebook.system import System


class SessionView:
    """The part of a session that only looks. Nothing here changes the game."""

    system: System
    players: list[Computer | None]
    """For each seat its computer player, None for a person."""
    setup: Setup
    _course: Timeline
    _opening_dice: tuple[int, ...]

    # ------------------------------------------------------------------ where the game stands
    @property
    def game(self) -> Game[State]:
        """The game as it now is; another object after undo. Read it, never write it."""
        return self._course.game

    @property
    def question(self) -> Question | None:
        """The question that waits; None when the game is over, or steps are still to be run."""
        return self._course.game.question

    @property
    def pending(self) -> bool:
        """Whether steps wait to be run one by one."""
        game = self._course.game
        return bool(game.agenda) and not game.waiting

    @property
    def held(self) -> Roll | None:
        """At dice pace, the dice that wait to be thrown."""
        return self._course.held

    @property
    def over(self) -> Ended | None:
        return self._course.game.result

    @property
    def seat_to_answer(self) -> int | None:
        """The seat that is asked, None if nobody is."""
        question = self.question
        return None if question is None else question.seat

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to answer now. Real dice are rolled by a person for the computer too."""
        question = self.question
        return question is not None and self._player(question) is None

    @property
    def player_plans(self) -> bool:
        """Whether a computer is asked that takes its time."""
        return isinstance(self._player(self.question), Planning)

    def _player(self, question: Question | None) -> Computer | None:
        if question is None or (type(question) is DiceQuestion and None in self.players):
            return None
        return self.players[question.seat]

    # ------------------------------------------------------------------ how it came there
    @property
    def history(self) -> list[Entry]:
        """Everything that was answered, each with its dice and its events."""
        return self._course.entries

    @property
    def opening_dice(self) -> tuple[int, ...]:
        """The faces drawn before the first question."""
        return self._opening_dice

    @property
    def undone(self) -> list[Entry]:
        """What can be done again, the next one last."""
        return self._course.undone

    def log(self) -> Iterator[Event]:
        """Everything that has happened, from the beginning."""
        return chain.from_iterable(self.parts()[: len(self.history) + 1])

    def parts(self) -> list[list[Event]]:
        """What happened before the first answer, with each answer, and with those taken back."""
        return self._course.parts()

    def copy_at(self, number: int) -> Game[State]:
        """A copy of the game as it was when so many answers had been given; for looking, and for what might be."""
        return self._course.copy_at(number)

    def digest(self) -> str:
        """The digest of the state as it now is."""
        return digest(self.system.dump(self.game))
