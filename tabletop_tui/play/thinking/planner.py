"""The planner: chooses by playouts, and departs from the greedy answer only where something is clearly better.

A plan is what a seat answers in one activation, question by question. Plans race: all play a few paired games, the
better half goes on, and the best of them are changed in one place and race too. What wins is the plan's first answer;
the next question is thought about anew, so that a game that was loaded goes on as it would have.
"""

from __future__ import annotations

from math import ceil
from time import thread_time
from typing import Any

from attrs import define, evolve, field

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.thinking.difficulty_levels import SLIPS, Level
from tabletop_tui.play.thinking.playout_policy import at_first_sight
from tabletop_tui.play.thinking.playouts import Estimate, Playouts, Turn, difference, share_by_size
from tabletop_tui.play.thinking.setup_planning import is_set_up, whole_plans
from tabletop_tui.rulebook.stalemate import DrawOffer
from tabletop_tui.rulebook.system import Intricate, Wary

FIRST_LAP = 2
"""Games that each plan has at first; what comes to the same as the greedy one in twice as many is given up."""
NEXT_BEST = 2
"""A plan is changed to one of so many answers that seemed best after its own."""
LEAST = 0.01
"""An answer has to be better than the greedy one by more than this: so much may lie beyond the horizon ..."""
SURE = 8
"""The fewest games after which a plan may win."""
HOPE = 1.5
"""A plan is given up once it would not win even if it were better by so many standard errors."""
SET_UPS, FEW_SET_UPS = 120, 40
"""A whole first round is imagined so often at most at one question of the set-up; the fewer, if that takes long."""
SECONDS = 4.0
"""So long a processor may work at one question, the look for the greedy answer included, whatever the level says: for
slow machines, and for the rare question whose games take very long. Only there may a game that was loaded go on
otherwise."""


@define(eq=False)
class Runner:
    """A plan in the race, with what its games came to."""

    plan: list[Answer]
    values: list[float] = field(factory=list)
    turns: list[Turn] = field(factory=list)
    """What the seat answered in its first game, by this plan and after it."""
    ended: bool = False
    """Whether a game came to its end; then there are but three values, and the same one says little."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    def estimate(self) -> Estimate:
        return Estimate(self.plan[0], tuple(self.values))


class Race:
    """The plans for one question, over paired games."""

    def __init__(
        self,
        games: Playouts,
        level: Level,
        first: Answer,
        luck: SplitMix64,
        *,
        cautious: bool = True,
        since: float | None = None,
    ) -> None:
        """`since` is when the processor began with the question, by `thread_time`: now, unless it is told."""
        self.games, self.level, self.luck, self.cautious = games, level, luck, cautious
        self.runners = [Runner([first])]
        self._before = games.game.system.evaluate(games.game, games.seat)
        self._started = thread_time() if since is None else since

    @property
    def known(self) -> Runner:
        """The one to beat: the greedy player's answer."""
        return self.runners[0]

    @property
    def left(self) -> int:
        """How many games may still be played; none on a machine that takes too long."""
        late = thread_time() - self._started > SECONDS
        return 0 if late else self.level.playouts - self.games.played

    def enter(self, plan: list[Answer]) -> bool:
        """Let a plan race, if it is a new one; whether it is."""
        new = all(runner.plan != plan for runner in self.runners)
        if new:
            self.runners.append(Runner(plan))
        return new

    def run(self, runner: Runner, games: int) -> None:
        """Play on with a plan until it has had so many games."""
        for number in range(len(runner.values), games):
            if self.left <= 0:
                return
            course = self.games.play(runner.plan, number)
            runner.values.append(self.level.style.liking(course.value, self._before))
            runner.turns = runner.turns or course.turns
            runner.ended |= course.ended

    def best(self, count: int) -> list[Runner]:
        """Those that have done best beside the one to beat, and may still beat it."""
        known = self.known.estimate()
        others = []
        for runner in self.runners[1:]:
            if runner.values:
                gain, error = difference(runner.estimate(), known)
                soon = SURE if runner.ended else 2 * FIRST_LAP
                alike = gain == error == 0 and len(runner.values) < soon
                if gain + HOPE * error > LEAST or alike:
                    others.append((gain, runner))
        others.sort(key=lambda one: -one[0])
        return [runner for _, runner in others[:count]]

    def changed(self, runner: Runner) -> list[Answer] | None:
        """Its plan with another answer to one of the later questions; None where there was nothing to choose."""
        open_to = [place for place, turn in enumerate(runner.turns) if turn.others and place]
        if not open_to:
            return None
        place = self.luck.choice(open_to)
        others = runner.turns[place].others[:NEXT_BEST]
        return [*(turn.answer for turn in runner.turns[:place]), self.luck.choice(others)]

    def decide(self) -> Answer:
        """The answer that wins the race. Each lap takes as many games as all before it, of half as many plans."""
        width, games = self.level.width, FIRST_LAP
        for runner in self.runners[: width + 1]:
            self.run(runner, games)
        while self.left > 0 and (leading := self.best(width)):
            if games > FIRST_LAP:
                self._change([self.known, *leading][: self.level.changes], games)
            width, games = (width + 1) // 2, 2 * games
            leading = self.best(width)
            self.run(self.known, games)
            for runner in leading:
                self.run(runner, games)
        return self._winner()

    def _change(self, leading: list[Runner], games: int) -> None:
        """Let changed plans run after those that lead."""
        for runner in leading:
            plan = self.changed(runner)
            if plan is not None and self.enter(plan):
                self.run(self.runners[-1], games)

    def _winner(self) -> Answer:
        """The best plan that beats the known one by more than the dice can explain, and more than it seems worse."""
        known, winner, most = self.known.estimate(), self.known.plan[0], 0.0
        for runner in self.runners[1:]:
            if len(runner.values) < SURE:
                continue
            gain, error = difference(runner.estimate(), known)
            surplus = gain - self._wanted(runner.plan[0], error)
            if surplus > most:
                most, winner = surplus, runner.plan[0]
        return winner

    def _wanted(self, answer: Answer, error: float) -> float:
        """By how much an answer has to be better than the known one: by more, the worse it seems at first sight."""
        game, least = self.games.game, LEAST + self.level.doubt * error
        if not self.cautious:
            return least
        first = at_first_sight(game, self.known.plan[0])
        worse = max(0.0, first - at_first_sight(game, answer))
        worry = game.system.worry if isinstance(game.system, Wary) else 0.0
        return least * (1.0 + worse / (1.0 + abs(first))) + worry * worse


def plan(game: Game[Any], first: Answer, level: Level, luck: SplitMix64, since: float | None = None) -> Answer:
    """The answer to the waiting question; `first` is the greedy player's. Nothing in the game is changed."""
    question = game.question
    assert question is not None
    if isinstance(question, (DiceQuestion, DrawOffer)):
        return first  # nothing to think about: a draw is offered only where nothing happens any more
    if level.slips and luck.below(1 << 30) < level.slips * (1 << 30):
        return luck.choice(level.opening.ranked(game, luck)[:SLIPS])
    if is_set_up(game):
        return plan_set_up(game, first, level, luck, since)
    level = fitted(level, game)
    games = Playouts(game, question.seat, luck.below(1 << 40), horizon=level.horizon, replies=level.replies)
    race = Race(games, level, first, luck, since=since)
    for answer in level.opening.ranked(game, luck)[: level.width]:
        if answer != first:
            race.enter([answer])
    if len(race.runners) == 1:
        return first
    return race.decide()


def plan_set_up(game: Game[Any], first: Answer, level: Level, luck: SplitMix64, since: float | None = None) -> Answer:
    """The same before the first round: whole set-ups race, each with the first round played after it."""
    question = game.question
    assert question is not None
    most = FEW_SET_UPS if isinstance(game.system, Intricate) else SET_UPS
    playouts = min(fitted(level, game).playouts, most)
    level = evolve(level, playouts=playouts, horizon="round", width=playouts // SURE, changes=0)
    games = Playouts(game, question.seat, luck.below(1 << 40), horizon="round", replies=level.replies)
    race = Race(games, level, first, luck, cautious=False, since=since)
    for plan in whole_plans(game, question.seat, level.opening, luck, level.width):
        race.enter(plan)
    return first if len(race.runners) == 1 else race.decide()


def fitted(level: Level, game: Game[Any]) -> Level:
    """A level for a game: of one that takes long to imagine fewer games are, or not as far."""
    system = game.system
    share, horizon = share_by_size(game), level.horizon
    if isinstance(system, Intricate):
        share, horizon = share * system.playouts_share, system.playouts_horizon
    if share == 1:
        return level
    playouts, width = max(ceil(level.playouts * share), 3 * SURE), max(ceil(level.width * share), 2)
    return evolve(level, playouts=playouts, width=width, horizon=horizon)
