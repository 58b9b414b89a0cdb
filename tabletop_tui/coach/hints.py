"""Hints: the best answers to the question that waits, what they lead to, and whether they differ at all."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from tabletop_tui.coach.answer_words import Ahead, line_of_play
from tabletop_tui.coach.appraisal import appraise
from tabletop_tui.coach.candidates import candidates
from tabletop_tui.coach.comparing import Appraiser, Gap, Progress, Stage, Trial, compare, gap
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer

SHOWN = 3
LOOKED_AT = 16
STAGES = (Stage(LOOKED_AT, 4), Stage(10, 8), Stage(5, 16), Stage(SHOWN, 64))
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
    def told(self) -> list[str]:
        """What it leads to, piece by piece; without answers in between that only say which."""
        own, *later = self.line
        found = [*own.effects]
        for one in later:
            found += [f"then {one.words}", *one.effects]
        return found


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
    def alike(self) -> int:
        """How many of the hints, from the first on, are so near to each other that nobody can say which is best."""
        return sum(not hint.behind.clear for hint in self.hints)

    @property
    def verdict(self) -> str:
        """What the comparison comes to, in a sentence."""
        alike, count = self.alike, len(self.hints)
        if not self.playouts:
            return "There was no time to play anything out: this is what the rulebook's quick valuation puts first."
        if count > 1 and alike == count:
            return f"These {count} are alike, as far as {self.playouts} playouts of each can tell."
        if alike > 1:
            return f"The first {alike} are alike, as far as {self.playouts} playouts of each can tell."
        sure = "is clearly best" if self.whole else "seems best so far"
        return f"The first one {sure}, by {self.playouts} playouts of each."


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
        wrong = "" if self.advice is not None else "The thought was ended before it came to anything."
        return self if self.over else evolve(self, over=True, wrong=wrong)


@define
class Thought:
    """A thought about the question that waits in a game; `on` goes on with it, block by block."""

    game: Game[Any]
    appraise: Appraiser
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
            for progress in compare(self.appraise, self.game, answers, question.seat, SEED, STAGES):
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
    thought = Thought(position.game(), appraise)
    end = monotonic() + seconds
    for progress in thought.on():
        yield Thinking(thought.advice(), progress.done, progress.total)
        if monotonic() > end:
            break
    thought.over = True
    wrong = "" if thought.progress is not None else "There is only one answer here."
    yield Thinking(thought.advice(), over=True, wrong=wrong)
