"""Playouts: what an answer leads to, in games that are imagined on to a horizon and valued there.

Playouts are paired: game number so and so has the same dice for every answer, so that two answers are told apart by
far fewer games than each of them would need for itself.

games = Playouts(game, seat=0, seed=1)
one, other = (games.estimate([answer], range(24)) for answer in answers)
gain, error = difference(one, other)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from math import ceil, inf, sqrt
from statistics import fmean, stdev
from typing import Any, Literal

from attrs import define, evolve, field

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.play.thinking.stratified_dice import Levelled
from tabletop_tui.play.thinking.transpositions import KnownPosition, SharedGame, Transpositions
from tabletop_tui.records import frozen

Horizon = Literal["activation", "reply", "round"]
"""To where a game is imagined: the end of the activation under way; an enemy's after it; the end of the round."""
MOST_STEPS = 3_000
MOST_ANSWERS = 80
"""An imagined game that has not come to its horizon by then is valued where it stands."""
USUAL = 27
"""So many units a battle has at most, as a rule. In one of more each answer takes longer, and fewer are imagined."""


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
class PlayoutResult:
    """A playout: what it came to and what the seat that thinks answered on its way."""

    value: float
    turns: list[Turn] = field(factory=list)
    ended: bool = False
    """Whether the game was over there."""
    game: Game[Any] | None = field(default=None, eq=False)
    """How it stood there; to be looked at before the next playout, which may go on from it."""


@define
class ImaginedGame(SharedGame):
    """An imagined game on its way to the horizon."""

    rest: list[Answer] = field(factory=list)
    """What is left of the plan."""
    end: End = field(kw_only=True)
    turns: list[Turn] = field(factory=list)
    answers: int = 0
    steps: int = MOST_STEPS
    """How many more steps may run."""
    chanced: bool = False
    """Whether chance has decided among equal answers."""

    def copy(self) -> ImaginedGame:
        game = self.game if self.known is not None else self.game.clone()
        return evolve(self, game=game, rest=[*self.rest], end=copy(self.end), turns=[*self.turns])

    def over(self) -> bool:
        """Whether what has happened since the last look leads to the horizon."""
        happened, self.happened = self.happened, ()
        return bool(happened) and self.end.reached(happened)


def share_by_size(game: Game[Any]) -> float:
    """The share of the usual thinking that an answer gets: 1 in a battle of the usual size, less in a larger one."""
    return min(1.0, USUAL / max(1, len(game.system.roster(game))))


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
        one_stem: bool = True,
    ) -> None:
        """`one_stem`: which of equal answers is given before the first die is drawn once for all games of a plan, as
        the levels of computers were measured. Else it is drawn for each game, and the error that is told has it in it.
        """
        self.game, self.seat, self.seed, self.one_stem = game, seat, seed, one_stem
        self.horizon: Horizon = horizon
        self.played = 0
        """How many games have been imagined."""
        self._positions = Transpositions(replies or Replies())
        self._levelled = Levelled(seed)
        self._stems: dict[str, ImaginedGame] = {}
        """For each plan, how far all its games are one."""
        self._most_answers = ceil(MOST_ANSWERS * share_by_size(game))
        self._active = bool(game.system.standing(game).active)

    def play(self, plan: Sequence[Answer], number: int) -> PlayoutResult:
        """Game `number`, in which the seat answers by a plan as long as that is legal. The plan's first answer is.

        Up to the first die, or the first answer that chance gives, all games of a plan are one, which is played once.
        """
        self.played += 1
        key = repr(plan)
        stem = self._stems.get(key)
        way = self._begun(plan) if stem is None else stem.copy()
        way.dice = self._levelled.dice(number)
        luck = SplitMix64(self.seed, number)
        while way.steps and way.answers < self._most_answers:
            if way.game.waiting:
                if stem is None and not way.dice.index and (self.one_stem or not way.chanced):
                    self._stems[key] = way.copy()
                position = self._positions.at(way)
                if way.end.replied and position.seat == self.seat and not way.game.system.standing(way.game).active:
                    break
                self._answer(way, position, luck)
            elif not way.game.agenda:
                break
            else:
                self._positions.step(way)
                way.steps -= 1
            if way.over():
                break
        value = way.game.system.evaluate(way.game, self.seat)
        return PlayoutResult(value, way.turns, way.game.result is not None, way.game)

    def _begun(self, plan: Sequence[Answer]) -> ImaginedGame:
        game = self.game.imagine(self.seed)
        end = End(self.horizon, game.setup.seats, self.seat, self._active)
        return ImaginedGame(game, SeededDice(), rest=list(plan), end=end)

    def _answer(self, way: ImaginedGame, position: KnownPosition, luck: SplitMix64) -> None:
        luck = luck.at(way.answers)
        if position.seat != self.seat:
            answer = position.ranked(luck)[0]
            way.chanced = way.chanced or position.by_chance
        else:
            turn = self._turn(position, way.rest, luck, first=not way.turns)
            way.turns.append(turn)
            answer = turn.answer
            way.chanced = way.chanced or bool(turn.others and position.by_chance)
        passage = position.after(answer)
        way.come(passage)
        way.steps = max(0, way.steps - passage.steps)
        way.answers += 1

    def _turn(self, position: KnownPosition, rest: list[Answer], luck: SplitMix64, *, first: bool) -> Turn:
        """The next answer of the plan; where that is over or does not fit any more, the best of a few."""
        if rest:
            answer = rest.pop(0)
            if first or position.allows(answer):
                return Turn(answer, ())
            rest.clear()
        best, *others = position.ranked(luck)
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
