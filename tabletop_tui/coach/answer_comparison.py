"""Answers compared by what games come to that are played on from each: means, and how sure they are.

A value is a chance, which counts a win 1 and a draw half. Playout number k has the same dice for every answer,
so answers are compared playout by playout, and most of the luck falls out of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any, Protocol

from attrs import evolve, field

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.engine.question import Answer
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.outcome_prediction import Outlook

BLOCK = 4
"""So many playouts of each answer are played between two looks at the clock."""
SURE = 2.0
"""A difference of so many errors is no chance."""
FEWEST = 8
"""From fewer playouts nothing is sure."""
WORTHWHILE = 0.03
"""The least chance that is worth a word."""


Plan = tuple[Answer, ...]
"""An answer to the question that waits, and to one's own questions after it; then it is gone on with as a rule."""


@frozen
class Fate:
    """How a unit stood at the end of a playout."""

    unit: str
    name: str
    """With its tag: 'B1 Typhon'."""
    own: bool
    """Whether it is of the side that thinks."""
    health: float
    """From 1 to 0, which is what a lost one has."""
    lost: bool


@frozen
class Ending:
    """How a game stood at the end of a playout, for the seat that thinks."""

    prospects: Prospects
    outlook: Outlook | None
    """None where it was over, or where the rulebook has no opinion."""
    fates: tuple[Fate, ...] = ()

    def fate(self, unit: str) -> Fate | None:
        return next((one for one in self.fates if one.unit == unit), None)


class Play(Protocol):
    """Plays on from plans for a question."""

    def __call__(self, plan: Plan, playouts: range) -> list[float]:
        """For a plan the chance that the seat has at the end of each of these playouts."""
        ...

    def endings(self, plan: Plan, most: int) -> list[Ending]:
        """What the last so many playouts of a plan ended with."""
        ...


class Appraiser(Protocol):
    """Plays on from answers: what play/thinking does, or what stands in for it in a test."""

    def __call__(self, game: Game[Any], seat: int, seed: int) -> Play:
        """What plays on from answers to the question that waits; what it has seen makes its later playouts quick."""
        ...


# ---------------------------------------------------------------- one answer, and two
@frozen
class Trial:
    """An answer and what was found for it, playout by playout."""

    answer: Answer
    values: list[float] = field(factory=list)
    then: Plan = ()
    """How it is gone on with, as far as that is planned."""

    @property
    def plan(self) -> Plan:
        return (self.answer, *self.then)

    @property
    def anew(self) -> Trial:
        """The same, of which nothing is known."""
        return evolve(self, values=[])

    @property
    def share(self) -> float:
        """The mean."""
        return mean(self.values) if self.values else 0.5

    @property
    def error(self) -> float:
        """The standard error of the mean; 1 where there is nothing to judge it by."""
        return error_of(self.values)

    def on(self, play: Play, playouts: range) -> Trial:
        """The same played on so many times more."""
        return evolve(self, values=self.values + play(self.plan, playouts))


@frozen
class Difference:
    """By how much one answer is better than another, and how sure that is."""

    by: float
    error: float
    playouts: int

    @property
    def sure(self) -> bool:
        """Whether it is no chance. A handful of playouts that happen to agree say nothing of that."""
        return self.playouts >= FEWEST and self.by > SURE * self.error

    @property
    def clear(self) -> bool:
        """Whether it is no chance, and worth a word."""
        return self.sure and self.by >= WORTHWHILE


def difference(better: Trial, other: Trial) -> Difference:
    """By how much the first of two trials of the same playouts is better."""
    differences = [one - two for one, two in zip(better.values, other.values, strict=True)]
    return Difference(mean(differences) if differences else 0.0, error_of(differences), len(differences))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean; 1 for fewer than two values."""
    count = len(values)
    if count < 2:
        return 1.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (count - 1) / count)


# ---------------------------------------------------------------- many, the worse ones dropped on the way
@frozen
class Stage:
    """So many of the answers are left, and each of them is played on so many times more."""

    answers: int
    playouts: int


@frozen
class ComparisonProgress:
    """How far a comparison has come."""

    done: int
    """Playouts so far."""
    trials: tuple[Trial, ...]
    """Those that are still compared, the best first; as many playouts were played of one as of another."""
    over: bool = False
    """Whether it has come to its end."""


def compare(
    play: Play,
    trials: Sequence[Trial],
    stages: Sequence[Stage],
    keep: Sequence[Answer] = (),
    first: int = 0,
    ruled_out: Callable[[Trial, Sequence[Trial]], bool] | None = None,
    least: int = 0,
) -> Iterator[ComparisonProgress]:
    """Compare answers in stages, each with fewer of them; those to `keep` stay to the end.

    Playouts are counted from `first` on. It is said after each answer how far this has come; whoever does not go on to
    the end has what there was by then. The last stage is played anew and counts alone: the best of many uncertain
    numbers is too good to be true. What is `ruled_out` is dropped at once; where all is, so far as it is not to be
    kept, the best of it stays, and the comparison ends in whatever stage it is, after `least` playouts of each.
    """
    done = 0
    for stage in stages:
        trials = best_of(trials, stage.answers, keep)
        known = tuple(trials)
        if stage is stages[-1]:
            trials = [trial.anew for trial in trials]
        end = first + stage.playouts
        for start in range(first, end, BLOCK):
            playouts = range(start, min(start + BLOCK, end))
            before, going = tuple(ranked(trials)) if trials[0].values else known, list[Trial]()
            for trial in trials:
                yield ComparisonProgress(done, before)
                going.append(trial.on(play, playouts))
                done += len(playouts)
            trials = going
            if ruled_out is not None:
                left = [trial for trial in trials if trial.answer in keep or not ruled_out(trial, trials)]
                if len(left) <= len(keep):
                    left = best_of(trials, len(keep) + 1, keep)
                    if len(left[0].values) >= least:
                        yield ComparisonProgress(done, tuple(left), over=True)
                        return
                trials = left
        first = end
    yield ComparisonProgress(done, tuple(ranked(trials)), over=True)


def ranked(trials: Sequence[Trial]) -> list[Trial]:
    """The best first; of equals the one that was named first."""
    return sorted(trials, key=lambda trial: -trial.share)


def best_of(trials: Sequence[Trial], most: int, keep: Sequence[Answer]) -> list[Trial]:
    """So many of them, the best ones, those to keep among them; before the first playout, those named first."""
    kept = [trial for trial in trials if trial.answer in keep]
    others = [trial for trial in ranked(trials) if trial.answer not in keep]
    return ranked([*kept, *others[: max(0, most - len(kept))]])
