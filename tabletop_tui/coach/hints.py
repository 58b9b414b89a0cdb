"""Hints: the best answers to the question that waits, what they lead to, and whether they differ at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from tabletop_tui.coach.answer_words import Ahead, line_of_play, line_words
from tabletop_tui.coach.appraisal import appraise
from tabletop_tui.coach.candidates import candidates
from tabletop_tui.coach.comparing import BLOCK, Appraiser, Gap, Progress, Stage, Trial, compare, gap, planned
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.wording import listed

SHOWN = 3
LOOKED_AT = 16
MOST, LEAST = 64, 16
"""So often each of the answers that are shown is played on, where there is time for that; and how often at least
before more answers are looked at."""
SECONDS = 5.0
"""How long a hint is thought about at most."""
SEED = 0x51D
"""The seed of what is imagined: the same for each position, so that it gets the same hint."""


@frozen
class Hint:
    """One of the best answers."""

    answer: Answer
    line: tuple[Ahead, ...]
    """It in words, then how one would go on."""
    share: float
    """The share of the game that it leads to ..."""
    error: float
    behind: Gap
    """... and by how much that is less than what the best one leads to."""

    @property
    def words(self) -> str:
        return self.line[0].words

    @property
    def told(self) -> tuple[str, ...]:
        """What it leads to, piece by piece."""
        return line_words(self.line)


@frozen
class Advice:
    """What the coach found for a question."""

    seat: int
    hints: tuple[Hint, ...]
    considered: int
    """So many answers were compared ..."""
    playouts: int
    """... and the hints by so many playouts each."""
    whole: bool = True
    """Whether it was thought through to the end; else the first one may only seem to be the best."""

    @property
    def alike(self) -> list[int]:
        """Which hints, counted from 1, are so near to the first that nobody can say which is best; it is among them."""
        return [number for number, hint in enumerate(self.hints, 1) if not hint.behind.clear]

    @property
    def verdict(self) -> str:
        """What the comparison comes to, in a sentence."""
        alike, count = self.alike, len(self.hints)
        if not self.playouts:
            return "There was no time to play anything out: this is what the rulebook's quick valuation puts first."
        told = f"as far as {self.playouts} playouts of each can tell"
        if len(alike) == 1:
            return f"The first one {'is clearly' if self.whole else 'seems'} the best, {told}."
        if len(alike) == count:
            return f"These {count} are alike, {told}: take the one that you like."
        return f"{listed([str(number) for number in alike])} are alike, {told}."


@frozen
class Thinking:
    """How far a thought has come."""

    advice: Advice | None
    done: int = 0
    """Playouts so far ..."""
    total: int = 0
    """... and how many there will be."""
    over: bool = False
    wrong: str = ""
    """Why there is no advice."""

    @property
    def ended(self) -> Thinking:
        """The same, thought no further."""
        wrong = "" if self.advice is not None else "The coach was stopped before it found anything."
        return self if self.over else evolve(self, over=True, wrong=wrong)


def stages_for(playouts: int) -> tuple[Stage, ...]:
    """How so many playouts are shared out: as many answers as may be, but the best ones often enough."""
    for answers in range(LOOKED_AT, SHOWN, -1):
        last = (playouts - planned(answers, early(answers))) // SHOWN // BLOCK * BLOCK
        if last >= LEAST:
            return (*early(answers), Stage(SHOWN, min(last, MOST)))
    return (Stage(SHOWN, min(MOST, max(1, playouts // SHOWN // BLOCK) * BLOCK)),)


def early(answers: int) -> tuple[Stage, ...]:
    """The stages before the last."""
    return Stage(answers, BLOCK), Stage(max(SHOWN, answers // 2), 2 * BLOCK)


@define
class Thought:
    """A thought about the question that waits in a game; `on` goes on with it, block by block."""

    game: Game[Any]
    appraise: Appraiser
    stages: Sequence[Stage]
    progress: Progress | None = None
    considered: int = 0
    over: bool = False
    _lines: dict[str, tuple[Ahead, ...]] = field(factory=dict)

    def on(self) -> Iterator[Progress]:
        """Think, and say after each block how far it has come; nothing where there is nothing to choose."""
        question = self.game.question
        answers = candidates(self.game.imagine(SEED), LOOKED_AT) if question is not None else []
        self.considered = len(answers)
        if question is not None and answers:
            for progress in compare(self.appraise, self.game, answers, question.seat, SEED, self.stages):
                self.progress = progress
                yield progress
        self.over = True

    def advice(self) -> Advice | None:
        """What was found so far; None before the first playout."""
        question, progress = self.game.question, self.progress
        if question is None or progress is None:
            return None
        best = progress.trials[0]
        hints = tuple(self._hint(trial, best) for trial in progress.trials[:SHOWN])
        return Advice(question.seat, hints, self.considered, len(best.values), progress.done == progress.total)

    def _hint(self, trial: Trial, best: Trial) -> Hint:
        key = repr(trial.answer)
        if key not in self._lines:
            self._lines[key] = tuple(line_of_play(self.game, trial.answer, SEED))
        return Hint(trial.answer, self._lines[key], trial.share, trial.error, gap(best, trial))


def think(position: Snapshot, seconds: float = SECONDS) -> Iterator[Thinking]:
    """A job for another process: a hint for a position, told whenever it has come further, for so many seconds."""
    game, begun = position.game(), monotonic()
    question = game.question
    answers = candidates(game.imagine(SEED), 2) if question is not None else []
    if question is None or not answers:
        yield Thinking(None, over=True, wrong="There is only one answer here.")
        return
    first = monotonic()
    appraise(game, answers[:1], question.seat, range(1), SEED)  # how long one takes says how many there can be
    one = monotonic() - first
    thought = Thought(game, appraise, stages_for(int(seconds / max(one, 0.001))))
    for progress in thought.on():
        yield Thinking(thought.advice(), progress.done, progress.total)
        if monotonic() - begun > seconds:
            break
    yield Thinking(thought.advice(), over=True)
