"""Hints: the best answers to the question that waits, what they lead to, and whether they differ at all."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from tabletop_tui.coach.answer_words import Ahead, line_of_play, line_words
from tabletop_tui.coach.candidates import candidates
from tabletop_tui.coach.comparing import WORTHWHILE, Appraiser, ComparisonProgress, Difference, Trial, difference
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.racing import FINALISTS, TELLING, Spent, race
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.engine.wording import listed, percent
from tabletop_tui.play.players.greedy import BestSoFar, is_open

LOOKED_AT = 16
AROUND, PLACES = 0.5, 100
"""Seconds in which a still better place is looked for around the likeliest, as the greedy player does; and how many
places are looked at for that."""
SECONDS = 5.0
"""How long a hint is thought about, where its answers are not told apart before."""
SEED = 0x51D
"""The seed of what is imagined: it is the same for each position, so that two hints for it differ only where there was
not time for as many playouts."""


@frozen
class Hint:
    """One of the best answers."""

    answer: Answer
    line: tuple[Ahead, ...]
    """It in words, then how one would go on."""
    share: float
    """The chance that it leads to ..."""
    error: float
    behind: Difference
    """... and by how much that is less than what the best one leads to."""

    @property
    def words(self) -> str:
        return self.line[0].words

    @property
    def told(self) -> tuple[str, ...]:
        """What it leads to, piece by piece."""
        return line_words(self.line)

    @property
    def alike(self) -> bool:
        """Whether it is as good as the best one, as far as can be told."""
        return not self.behind.sure or self.behind.by < TELLING


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
        return [number for number, hint in enumerate(self.hints, 1) if hint.alike]

    @property
    def verdict(self) -> str:
        """What the comparison comes to, in a sentence."""
        alike, count = self.alike, len(self.hints)
        if not self.playouts:
            return "There was no time to play anything out: this is what the rulebook's quick valuation puts first."
        told = f"as far as {self.playouts} playouts of each can tell"
        if len(alike) == 1:
            return f"The first one {self._leads}, {told}."
        if len(alike) == count:
            return f"These {count} are alike, {told}: take the one that you like."
        return f"{listed([str(number) for number in alike])} are alike, {told}."

    @property
    def _leads(self) -> str:
        if not self.whole:
            return "seems the best"
        if all(hint.behind.clear for hint in self.hints[1:]):
            return "is clearly the best"
        return f"is the best, but by less than {percent(WORTHWHILE)} of chance"


@frozen
class Thinking:
    """How far a thought has come."""

    advice: Advice | None
    done: int = 0
    """Playouts so far."""
    over: bool = False
    wrong: str = ""
    """Why there is no advice."""

    @property
    def ended(self) -> Thinking:
        """The same, thought no further."""
        wrong = "" if self.advice is not None else "The coach was stopped before it found anything."
        return self if self.over else evolve(self, over=True, wrong=wrong)


@define
class Thought:
    """A thought about the question that waits in a game; `on` goes on with it, answer by answer."""

    game: Game[Any]
    appraise: Appraiser
    progress: ComparisonProgress | None = None
    considered: int = 0
    _lines: dict[str, tuple[Ahead, ...]] = field(factory=dict)

    def on(self, spent: Spent) -> Iterator[ComparisonProgress]:
        """Think, and say before each playout how far it has come; nothing where there is nothing to choose."""
        question = self.game.question
        answers = worth_a_look(self.game.imagine(SEED))
        self.considered = len(answers)
        if question is not None and answers:
            for progress in race(self.appraise(self.game, question.seat, SEED), answers, spent):
                self.progress = progress
                yield progress

    def advice(self) -> Advice | None:
        """What was found so far; None before there was anything to choose from."""
        question, progress = self.game.question, self.progress
        if question is None or progress is None:
            return None
        best = progress.trials[0]
        hints = tuple(self._hint(trial, best) for trial in progress.trials[:FINALISTS])
        return Advice(question.seat, hints, self.considered, len(best.values), progress.over)

    def _hint(self, trial: Trial, best: Trial) -> Hint:
        key = repr(trial.answer)
        if key not in self._lines:
            self._lines[key] = tuple(line_of_play(self.game, trial.answer, SEED))
        return Hint(trial.answer, self._lines[key], trial.share, trial.error, difference(best, trial))


def worth_a_look(game: Game[Any]) -> list[Answer]:
    """The answers that race, the likeliest first; [] without a choice."""
    answers, question = candidates(game, LOOKED_AT), game.question
    if not answers or not isinstance(question, Place) or not is_open(question):
        return answers
    look = BestSoFar(game, PLACES, monotonic() + AROUND)
    look.at(answers[:1])
    look.around()
    return [*look.best[:1], *(answer for answer in answers if answer != look.best[0])][:LOOKED_AT]


def think(position: Snapshot, seconds: float = SECONDS) -> Iterator[Thinking]:
    """A job for another process: a hint for a position, told whenever it has come further, in about so many seconds.

    Where games take so long to imagine that a few playouts of the best take longer, it takes longer.
    """
    begun = monotonic()
    thought, done = Thought(position.game(), appraise), 0
    for progress in thought.on(lambda: (monotonic() - begun) / seconds):
        done = progress.done
        yield Thinking(thought.advice(), done)
    advice = thought.advice()
    yield Thinking(advice, done, over=True, wrong="" if advice is not None else "There is only one answer here.")
