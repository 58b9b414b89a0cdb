"""Exact chances of a task: every roll branches into all its outcomes, and the learner plays on as well as can be.

A roll of several dice branches by classes of faces. Which faces are alike is found by trying: those that leave the same
state behind. Courses that have come to the same state are joined. The enemy answers as it would in play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations_with_replacement, islice
from marshal import dumps
from math import comb, factorial
from typing import Any

from attrs import define, evolve

from tabletop_tui.engine.dice import Dice, Roll
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.play.players.scripted_player import Written
from tabletop_tui.records import frozen
from tabletop_tui.school.lesson_files import Task
from tabletop_tui.school.task_judging import Progress, follow

MOST = 20_000
"""So many courses are looked at for one task."""
MOST_ANSWERS = 3_000
"""And so many answers: three times as many as any shipped task takes."""
FEW = 10
"""A roll of no more outcomes than this needs no classes of faces."""
TRIED = 3
"""So many times it is tried out which faces of a roll are alike."""
UNLIKELY = 1e-6
MOST_PLACES = 400


class TooMany(Exception):
    """There are more courses than are looked at."""

    def __init__(self) -> None:
        super().__init__(f"more than {MOST} courses of play, or {MOST_ANSWERS} answers")


# ---------------------------------------------------------------- dice that branch
class _Fork(Exception):
    """A roll whose faces have yet to be said."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(roll.why)
        self.roll = roll


@define(slots=False)
class ForkDice(Dice):
    """Dice that stop where a face is wanted that nobody has said."""

    kind = "forked"

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        raise _Fork(roll)


@frozen(eq=False)
class Branch:
    """A course of the game, with its weight and what it has come to."""

    weight: float
    game: Game[Any]
    progress: Progress

    @property
    def ends(self) -> bool:
        """Whether it has come to a question, or the task is decided."""
        return self.progress.state != "open" or not self.game.agenda or self.game.waiting

    @property
    def key(self) -> Hashable:
        """The same for courses that are alike from here on."""
        decided = self.progress.state != "open"
        return self.progress.state if decided else (state_key(self.game), self.progress.key)


def state_key(game: Game[Any]) -> Hashable:
    """The same for games that stand alike."""
    if game.result is not None:
        return f"over {game.result.winners}"
    return dumps(game.system.dump(game), 0)  # of this version, for it writes equal data alike


class Forker:
    """Runs games on through all their rolls; counts how often it has to."""

    def __init__(self, task: Task, most: int = MOST) -> None:
        self.task, self.left = task, most
        self._classes: dict[Hashable, list[list[tuple[int, ...]]]] = {}

    def branches(self, game: Game[Any], progress: Progress) -> list[Branch]:
        """All courses from here until the task is decided or somebody is asked; those that stand alike are joined."""
        now = {None: Branch(1.0, game, progress)}
        done: dict[Hashable, Branch] = {}
        while now:
            after: dict[Hashable, Branch] = {}
            for branch in now.values():
                for one in self._one_roll(branch):
                    into, key = (done if one.ends else after), one.key
                    known = into.get(key)
                    into[key] = one if known is None else evolve(known, weight=known.weight + one.weight)
            now = after  # type: ignore[assignment]
        total = sum(one.weight for one in done.values())
        return [evolve(one, weight=one.weight / total) for one in done.values()]

    def _one_roll(self, branch: Branch) -> Iterator[Branch]:
        """On through the steps to the end, or through the next step that rolls."""
        game, progress = branch.game.clone(), branch.progress
        game.dice = ForkDice()
        while not Branch(1, game, progress).ends:
            before = game.clone()
            try:
                game.step()
            except _Fork as fork:
                for weight, after in self._step(before, (), fork.roll, branch.weight):
                    yield Branch(weight, after, follow(self.task, progress, after.events, after))
                return
            happened, game.events = game.events, []
            progress = follow(self.task, progress, happened, game)
        yield Branch(branch.weight, game, progress)

    def _step(
        self, before: Game[Any], faces: tuple[int, ...], roll: Roll, weight: float
    ) -> Iterator[tuple[float, Game[Any]]]:
        """The next step with every outcome of this roll, and of those that it makes after it.

        What is too unlikely (ties that are rolled again and again) is left out; the rest is weighed without it.
        """
        for chance, more in self._outcomes(before, faces, roll):
            if weight * chance < UNLIKELY:
                continue
            self._spend()
            try:
                yield weight * chance, _stepped(before, faces + more)
            except _Fork as fork:
                yield from self._step(before, faces + more, fork.roll, weight * chance)

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooMany

    # ------------------------------------------------------------------ outcomes of a roll
    def _outcomes(
        self, before: Game[Any], faces: tuple[int, ...], roll: Roll
    ) -> Iterator[tuple[float, tuple[int, ...]]]:
        sides = range(roll.lowest, roll.highest + 1)
        if roll.count == 1 or comb(len(sides) + roll.count - 1, roll.count) <= FEW:
            groups: list[tuple[int, ...]] = [(side,) for side in sides]
        else:
            groups = self._alike(before, faces, roll)
        chances = [len(group) / len(sides) for group in groups]
        for chosen in combinations_with_replacement(range(len(groups)), roll.count):
            weight = float(factorial(roll.count))
            for number in set(chosen):
                times = chosen.count(number)
                weight *= chances[number] ** times / factorial(times)
            yield weight, tuple(groups[number][0] for number in chosen)

    def _alike(self, before: Game[Any], faces: tuple[int, ...], roll: Roll) -> list[tuple[int, ...]]:
        """The faces of one die, those together that come to the same beside any others.

        Rolls for the same thing are tried out so many times; afterwards faces that ever made a difference go apart.
        """
        need = roll.need
        same = (type(before.agenda[-1]), len(faces), roll.why, roll.sides, need and (need.number.total, need.sense))
        tried = self._classes.setdefault(same, [])
        if len(tried) < TRIED:
            tried.append(self._tried_out(before, faces, roll))
        apart: dict[Hashable, list[int]] = {}
        for face in range(roll.lowest, roll.highest + 1):
            name = tuple(next(n for n, group in enumerate(groups) if face in group) for groups in tried)
            apart.setdefault(name, []).append(face)
        return [tuple(group) for group in apart.values()]

    def _tried_out(self, before: Game[Any], faces: tuple[int, ...], roll: Roll) -> list[tuple[int, ...]]:
        low, high, count = roll.lowest, roll.highest, roll.count
        found: dict[Hashable, list[int]] = {}
        for face in range(low, high + 1):
            trials = ((face,) * count, (face, *(low,) * (count - 1)), (face, *(high,) * (count - 1)))
            name = tuple(self._came(before, faces + trial) for trial in trials)
            counts = roll.need.counts(face) if roll.need is not None else None
            found.setdefault((name, counts, face == high), []).append(face)
        return [tuple(group) for group in found.values()]

    def _came(self, before: Game[Any], faces: tuple[int, ...]) -> Hashable:
        """What a step comes to with these faces; where it rolls on, with the lowest and with the highest ones."""
        self._spend()
        try:
            return state_key(_stepped(before, faces))
        except _Fork as fork:
            roll = fork.roll
        ends = (
            (roll.lowest,) * roll.count,
            (roll.highest,) * roll.count,
            (roll.highest, *(roll.lowest,) * (roll.count - 1)),
        )
        came: list[Hashable] = [roll.count]
        for more in ends:
            try:
                came.append(state_key(_stepped(before, faces + more)))
            except _Fork as fork:
                came.append((fork.roll.count, fork.roll.why))
        return tuple(came)


def _stepped(before: Game[Any], faces: tuple[int, ...]) -> Game[Any]:
    """The game after its next step with these faces; _Fork where it wants more."""
    game = before.clone()
    game.dice = ForkDice(unread=faces)
    game.step()
    return game


# ---------------------------------------------------------------- best play
@frozen(eq=False)
class Node:
    """A question in a course of the game."""

    game: Game[Any]
    progress: Progress
    given: frozenset[int] = frozenset()
    """Which of its written answers the enemy has given."""


class Outlook:
    """The chances of one task."""

    def __init__(self, task: Task, enemies: dict[int, Written], most: int = MOST) -> None:
        self.task, self.enemies = task, enemies
        self.forker = Forker(task, most)
        self.left = MOST_ANSWERS
        self._values: dict[Hashable, float] = {}
        self._after: dict[Hashable, list[tuple[float, Node]]] = {}

    def best(self, node: Node) -> float:
        """The chance that the goal is met from here with best play. TooMany if that cannot be found."""
        if node.progress.state != "open" or node.game.question is None:
            return float(node.progress.state == "done")
        key = self._key(node)
        if key not in self._values:
            mine = node.game.question.seat == self.task.seat
            self._values[key] = self._best_of_all(node) if mine else self._enemy(node)
        return self._values[key]

    def of(self, node: Node, answer: Answer) -> float:
        """The chance with this answer now and best play after it."""
        return sum(weight * self.best(after) for weight, after in self.after(node, answer))

    def _key(self, node: Node) -> Hashable:
        """The same for questions alike from here on; the number of answers counts only if the goal counts it."""
        totals, answers, *rest = node.progress.key
        counted = answers if isinstance(self.task.goal.until, int) else 0
        return (state_key(node.game), totals, counted, *rest, node.given)

    def _best_of_all(self, node: Node) -> float:
        """The best of all that the learner comes to from here before anything is rolled or somebody else is asked.

        His answers may lead back to where he was, as when he takes another weapon in hand and then the first again.
        """
        best, waiting, seen = 0.0, [node], {self._key(node)}
        while waiting:
            here = waiting.pop()
            for answer in self.answers(here.game):
                after = self.after(here, answer)
                if (free := self._free(after)) is None:
                    best = max(best, sum(weight * self.best(one) for weight, one in after))
                elif (key := self._key(free)) in self._values:
                    best = max(best, self._values[key])
                elif key not in seen:
                    seen.add(key)
                    waiting.append(free)
        return best

    def _free(self, after: list[tuple[float, Node]]) -> Node | None:
        """The learner's next question, where nothing else can come of his answer."""
        (_, node), *more = after
        question = node.game.question
        mine = not more and node.progress.state == "open" and question is not None and question.seat == self.task.seat
        return node if mine else None

    def answers(self, game: Game[Any]) -> Iterable[Answer]:
        """What the learner might answer."""
        question = game.question
        assert question is not None
        if isinstance(question, Place):
            if places := self.task.goal.places:
                listed = [place.split() for place in places]
                if fitting := [answer for answer in listed if question.refuse(answer) is None]:
                    return fitting
            return list(islice(question.legal(), MOST_PLACES))
        return list(question.legal())

    def after(self, node: Node, answer: Answer) -> list[tuple[float, Node]]:
        """All that may come of an answer up to the next question."""
        key = (self._key(node), repr(answer))
        if key not in self._after:
            self._after[key] = self._come_of(node, answer)
        return self._after[key]

    def _come_of(self, node: Node, answer: Answer) -> list[tuple[float, Node]]:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        game = node.game.clone()
        assert game.question is not None
        mine = game.question.seat == self.task.seat
        game.answer(answer)
        progress = follow(self.task, evolve(node.progress, answers=node.progress.answers + mine), game.events, game)
        game.events = []
        return [(one.weight, Node(one.game, one.progress, node.given)) for one in self.forker.branches(game, progress)]

    def _enemy(self, node: Node) -> float:
        question = node.game.question
        assert question is not None
        answer, which = self.enemies[question.seat].choice(node.game.imagine(0), node.given)
        given = node.given if which is None else node.given | {which}
        return sum(
            weight * self.best(Node(after.game, after.progress, given)) for weight, after in self.after(node, answer)
        )
