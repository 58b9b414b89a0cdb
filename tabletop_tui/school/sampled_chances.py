"""Chances of a task that has too many courses to follow them all: the share of imagined games that meet its goal.

Run so and so has the same dice for every answer, so that two answers are told apart by fewer runs than each needs for
itself. In the first runs the learner's later answers are tried in turn; in those that count he gives the best he found.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf, log, sqrt
from statistics import fmean, stdev
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players.scripted_player import Written
from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.records import frozen
from tabletop_tui.school.exact_chances import Node, state_key
from tabletop_tui.school.lesson_files import Task
from tabletop_tui.school.task_judging import answered

TRIALS, RUNS = 60, 200
"""So many games are imagined after an answer to find out how to go on, and so many for its chance."""
FEW = 6
"""So many answers are compared where there are many."""
MOST_ANSWERS = 200
"""A game that is not decided by then has not met the goal."""
CURIOSITY = 0.7
"""How much an answer that was seldom tried is preferred while trying."""
CLEARLY = 2.0
"""A difference of so many standard errors is none of chance."""

PATIENCE = 30_000
"""So many answers are imagined for the chances of a task."""
TOO_LONG = (
    f"what may come of it is not found out with {PATIENCE} imagined answers; let it end sooner (until), offer fewer "
    "actions (offer), name the places that count (places), or write what the enemy does (enemy, seat)"
)


class TooLong(Exception):
    """The imagined games take more answers than whoever asked wants to wait for."""


@frozen
class Share:
    """Which runs met the goal, 1 or 0 each."""

    met: Sequence[int]

    @property
    def chance(self) -> float:
        return fmean(self.met)

    @property
    def error(self) -> float:
        """Its standard error; one run of them all is never left out, for nothing is certain by trying."""
        return max(_error(self.met), 1 / len(self.met))

    def behind(self, other: Share) -> float:
        """How much chance it gives away to another; 0 where that may well be chance."""
        gains = [its - mine for its, mine in zip(other.met, self.met, strict=True)]
        loss = fmean(gains)
        return loss if loss > CLEARLY * _error(gains) else 0.0


def _error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values))


class _Tries:
    """What each answer to a question has come to so far."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers
        self.played, self.met = [0] * len(answers), [0] * len(answers)

    def next(self) -> int:
        """The one to try: each once, then the promising ones more often."""
        total = log(sum(self.played) + 1)

        def promise(one: int) -> float:
            played = self.played[one]
            return self.met[one] / played + CURIOSITY * sqrt(total / played) if played else float("inf")

        return max(range(len(self.answers)), key=promise)

    def best(self) -> int:
        return max(range(len(self.answers)), key=lambda one: self.met[one] / max(1, self.played[one]))


class Runs:
    """The chances of one task by imagined games."""

    def __init__(
        self, task: Task, enemies: dict[int, Written], trials: int = TRIALS, runs: int = RUNS, most: float = inf
    ) -> None:
        """`most` answers are given in all games together before it is TooLong."""
        self.left = most
        self.task, self.enemies, self.trials, self.runs = task, enemies, trials, runs
        self._tries: dict[Hashable, _Tries] = {}
        self._shares: dict[Hashable, Share] = {}
        self._replies = Replies(FEW)

    def of(self, node: Node, answer: Answer) -> Share:
        """What becomes of an answer."""
        key = (_key(node), repr(answer))
        if key not in self._shares:
            for number in range(self.trials):
                self._run(node, answer, self.runs + number, trying=True)
            self._shares[key] = Share([self._run(node, answer, number, trying=False) for number in range(self.runs)])
        return self._shares[key]

    def all(self, node: Node) -> list[tuple[Answer, Share]]:
        """A few answers to the question that waits, and what becomes of each."""
        return [(answer, self.of(node, answer)) for answer in self.answers(node.game)]

    def best(self, node: Node) -> Share:
        """What becomes of the best of them."""
        return max((share for _, share in self.all(node)), key=lambda share: share.chance)

    def answers(self, game: Game[Any]) -> list[Answer]:
        """What the learner might answer."""
        question = game.question
        assert question is not None
        if isinstance(question, Place):
            listed = [place.split() for place in self.task.goal.places]
            if fitting := [answer for answer in listed if question.refuse(answer) is None]:
                return list(fitting)
        return list(question.suggest(FEW)) or self._replies.ranked(game, SplitMix64(0, self.task.seat))

    def _run(self, node: Node, first: Answer, number: int, trying: bool) -> int:
        """Whether the goal is met in one game after this answer."""
        game, progress, given, answer = node.game.imagine(number), node.progress, node.given, first
        path: list[tuple[_Tries, int]] = []
        for count in range(MOST_ANSWERS):
            question = game.question
            if progress.state != "open" or question is None:
                break
            self.left -= 1
            if self.left < 0:
                raise TooLong
            mine = question.seat == self.task.seat
            if not mine:
                answer, which = self.enemies[question.seat].choice(game.imagine(number), given)
                given = given if which is None else given | {which}
            elif count:
                answer = self._later(Node(game, progress, given), number, path, trying)
            progress = answered(self.task, progress, game, answer, mine)
        met = int(progress.state == "done")
        for tries, one in path if trying else ():
            tries.played[one] += 1
            tries.met[one] += met
        return met

    def _later(self, node: Node, number: int, path: list[tuple[_Tries, int]], trying: bool) -> Answer:
        """An answer of the learner after the one that is looked at."""
        key = _key(node)
        known = self._tries.get(key)
        if not trying and known is None:
            return self._replies.ranked(node.game, SplitMix64(number, self.task.seat))[0]
        tries = known or self._tries.setdefault(key, _Tries(self.answers(node.game)))
        one = tries.next() if trying else tries.best()
        path.append((tries, one))
        return tries.answers[one]


def _key(node: Node) -> Hashable:
    return (state_key(node.game), node.progress.key, node.given)
