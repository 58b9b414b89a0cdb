"""Playing a battle that a rule test has set up by hand: steps are run, questions answered by word, dice loaded.

The helpers of each rulebook (tests/<system>/build.py) set the battle up and look into its state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from attrs import define

from tabletop_tui.engine.dice import ScriptedDice
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer, Pick
from tabletop_tui.engine.setup import SeatSetup, Setup


@define
class Plain:
    """Stands in for a System where a rule test needs none."""

    id: str


def by_hand(
    system: str,
    battle: Any,
    dice: Sequence[int] = (),
    names: Sequence[str] = ("Red", "Blue"),
    teams: Sequence[int] = (),
) -> Game:
    """A game in this state, with an empty agenda and these dice to come; each seat is a team of its own."""
    seats = [SeatSetup(name, team) for name, team in zip(names, teams or range(len(names)), strict=False)]
    return Game(Plain(system), Setup(system, {}, seats), battle, [], ScriptedDice(unread=tuple(dice)))  # type: ignore[arg-type]


def run(game: Game, *steps: Step) -> Game:
    """Run these steps, the first one first, up to the next question."""
    game.push(*steps)
    game.advance()
    return game


def play(game: Game, *answers: Answer) -> list[Event]:
    """Give these answers one after another; what happened meanwhile."""
    first = len(game.events)
    for answer in answers:
        game.answer(answer)
        game.advance()
    return game.events[first:]


def by_chance(game: Game, answers: int, seed: int) -> Game:
    """The game after so many answers by chance, at the next question."""
    chooser = Random(seed)
    for _ in range(answers):
        question = game.advance()
        assert question is not None
        game.answer(question.sample(chooser))
    game.advance()
    return game


def options(game: Game) -> dict[str, str]:
    """The options of the waiting Pick: key -> '' or the rule id that refuses it (the sentence where no rule does)."""
    question = game.question
    assert isinstance(question, Pick), question
    return {
        option.key: "" if option.refusal is None else option.refusal.rule or option.refusal.why
        for option in question.options
    }


def allowed(game: Game) -> list[str]:
    """The options of the waiting Pick that may be taken."""
    return [key for key, refusal in options(game).items() if not refusal]


def refused(game: Game, answer: Answer) -> str:
    """The rule that refuses an answer to the waiting question (the sentence where no rule does), '' if it is taken."""
    refusal = game.refuse(answer)
    return "" if refusal is None else refusal.rule or refusal.why


def load(game: Game, *faces: int) -> None:
    """The next dice."""
    game.dice.unread = (*game.dice.unread, *faces)


def unread(game: Game) -> tuple[int, ...]:
    """Scripted dice that have not been rolled; a test that loaded the dice right leaves none."""
    return game.dice.unread


class ScriptEnded(Exception):
    """The script has no answer left for the question that waits."""


class Scripted:
    """A player that gives its answers in turn; the game refuses those that are not legal."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = iter(answers)

    def choose(self, game: Game, number: int) -> Answer:
        for answer in self._answers:
            return answer
        raise ScriptEnded(f"the script has no answer to: {game.question.prompt}")
