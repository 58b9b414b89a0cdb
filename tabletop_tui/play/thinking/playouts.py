"""Playouts: what an answer leads to, in games that are imagined on to a horizon and valued there.

Playouts are paired: game number so and so has the same dice for every answer, so that two answers are told apart by
far fewer games than each of them would need for itself.

best, second, *_ = sorted(compare(game, answers, seat=0, playouts=24, seed=1), key=lambda one: -one.mean)
gain, error = difference(best, second)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Literal

from attrs import define, field, frozen

from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.luck import SplitMix64
from tabletop_tui.play.thinking.level_dice import Levelled
from tabletop_tui.play.thinking.replies import Replies

Horizon = Literal["activation", "reply", "round"]
"""To where a game is imagined: the end of the activation under way; an enemy's after it; the end of the round."""
MOST_STEPS = 3_000
MOST_ANSWERS = 80
"""An imagined game that has not come to its horizon by then is valued where it stands."""


@frozen
class Estimate:
    """What an answer led to in each playout: how well the seat stood at the horizon, from -1 to 1."""

    answer: Answer
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean; without end where one playout cannot tell."""
        return _error(self.values)


def difference(one: Estimate, other: Estimate) -> tuple[float, float]:
    """By how much one answer is better than another, and the standard error of that, over the playouts both had."""
    gains = [mine - its for mine, its in zip(one.values, other.values, strict=False)]
    return fmean(gains), _error(gains)


def _error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


@define
class Turn:
    """One answer of the seat that thinks, in a playout."""

    answer: Answer
    others: Sequence[Answer]
    """What else came into question, the best first; () where nothing was weighed."""


@define
class Course:
    """A playout: what it came to and what the seat that thinks answered on its way."""

    value: float
    turns: list[Turn] = field(factory=list)


class Playouts:
    """Imagined games from one question on. Nothing in `game` is changed."""

    def __init__(
        self,
        game: Game[Any],
        seat: int,
        seed: int,
        *,
        horizon: Horizon = "reply",
        replies: Replies | None = None,
    ) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.horizon: Horizon = horizon
        self.played = 0
        """How many games have been imagined."""
        self._replies = replies or Replies()
        self._levelled = Levelled(seed)
        self._active = bool(game.system.standing(game).active)

    def play(self, plan: Sequence[Answer], number: int) -> Course:
        """Game `number`, in which the seat answers by a plan as long as that is legal. The plan's first answer is."""
        self.played += 1
        game = self.game.imagine(self.seed)
        game.dice = self._levelled.dice(number)
        luck = SplitMix64(self.seed, number)
        end = End(self.horizon, game.setup.seats, self.seat, self._active)
        course, answers = Course(0.0), 0
        rest = list(plan)
        steps = MOST_STEPS
        while steps and answers < MOST_ANSWERS:
            if (question := game.question) is not None:
                if end.replied and question.seat == self.seat and not game.system.standing(game).active:
                    break
                if question.seat != self.seat:
                    game.take(self._replies.ranked(game, luck.at(answers))[0])
                else:
                    turn = self._turn(game, rest, luck.at(answers), first=not course.turns)
                    course.turns.append(turn)
                    game.take(turn.answer)
                answers += 1
            elif game.step() is None:
                break
            else:
                steps -= 1
            if game.events:
                happened, game.events = game.events, []
                if end.reached(happened):
                    break
        course.value = game.system.evaluate(game, self.seat)
        return course

    def _turn(self, game: Game[Any], rest: list[Answer], luck: SplitMix64, *, first: bool) -> Turn:
        """The next answer of the plan; where that is over or does not fit any more, the best of a few."""
        if rest:
            answer = rest.pop(0)
            if first or game.refuse(answer) is None:
                return Turn(answer, ())
            rest.clear()
        best, *others = self._replies.ranked(game, luck)
        return Turn(best, others)

    def estimate(self, plan: Sequence[Answer], numbers: Iterable[int]) -> Estimate:
        """What the first answer of a plan leads to in these games."""
        return Estimate(plan[0], tuple(self.play(plan, number).value for number in numbers))


class End:
    """Whether the horizon of a playout has been reached, by what happened."""

    def __init__(self, horizon: Horizon, seats: Sequence[Any], seat: int, active: bool) -> None:
        self._horizon, self._seats, self._team = horizon, seats, seats[seat].team
        self._begun = active
        self.replied = False
        """Whether an enemy has begun to act since."""

    def reached(self, happened: Sequence[Event]) -> bool:
        for event in happened:
            if type(event) is Closed and event.level == "round":
                return True
            if type(event) is Began and event.level == "activation" and self._horizon != "round" and self._ends(event):
                return True
        return False

    def _ends(self, began: Began) -> bool:
        own = began.seat is not None and self._seats[began.seat].team == self._team
        if not self._begun:
            self._begun = own
            return False
        if self._horizon == "activation":
            return True
        if own:
            return self.replied
        self.replied = True
        return False


def compare(
    game: Game[Any],
    answers: Sequence[Answer],
    *,
    seat: int,
    playouts: int,
    seed: int,
    horizon: Horizon = "reply",
    replies: Replies | None = None,
) -> list[Estimate]:
    """What each of these legal answers to the waiting question leads to, in so many paired playouts."""
    games = Playouts(game, seat, seed, horizon=horizon, replies=replies)
    return [games.estimate([answer], range(playouts)) for answer in answers]
