"""An answer that was given, judged: what it cost against the best that is found, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop_tui.coach.answer_comparison import (
    FEWEST,
    SURE,
    WORTHWHILE,
    Appraiser,
    ComparisonProgress,
    Difference,
    Play,
    Stage,
    Trial,
    compare,
    difference,
    ranked,
)
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.coach.answer_words import called, line_of_play, line_words
from tabletop_tui.coach.best_continuation import gone_on
from tabletop_tui.coach.mistake_rules import rules_behind
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Answer
from tabletop_tui.records import frozen

LOOKED_AT = 10
"""So many answers are compared with the one that was given."""
PLAYOUTS = 32
"""So often an answer and the best other one are played on at most ..."""
LEAST = 16
"""... and at least; between, no longer than until it is beyond doubt that it was no error."""
DECIDED = 3.0
"""By so many errors an answer is no better before that: of few playouts the error is not known well."""
CHECKED = 2
"""What looks like an error is played on so many times as often."""
AGAIN = 1 << 20
"""The number of the first playout then."""
LEAST_TOLD = 0.0005
"""What is beyond doubt less than that is told nowhere, and not looked at again."""
DIGITS = 4
"""What is found is kept to so many digits, so that it is the same wherever it was kept."""


@frozen
class Judgement:
    """What an answer was worth. Shares are those of the seat that gave it."""

    seat: int
    asked: str
    """The question, ..."""
    said: str
    """... the answer in words, ..."""
    led_to: tuple[str, ...]
    """... and what it could lead to."""
    best: str
    """The best other one that was found ..."""
    would_lead: tuple[str, ...]
    best_answer: Answer
    cost: float
    """... and by how much more it leads to on average; below 0 where it leads to less ..."""
    error: float
    """... with the standard error of that."""
    share: float
    """The chance to which the answer that was given leads on average ..."""
    share_error: float
    """... with its error."""
    considered: int
    playouts: int
    rules: tuple[str, ...] = ()
    """The rules in which the two answers differ, then those of the question."""

    @property
    def lost(self) -> Difference:
        """By how much the other one is better."""
        return Difference(self.cost, self.error, self.playouts)

    @property
    def sure(self) -> bool:
        """Whether it is better, and not by chance."""
        return self.lost.sure

    @property
    def blunder(self) -> bool:
        """Whether it is so much better that it is worth a word."""
        return self.lost.clear


def stages(playouts: int) -> tuple[Stage, ...]:
    """How answers are compared with the one that was given: the last stage is for that and the best other one."""
    return Stage(LOOKED_AT, max(2, playouts // 8)), Stage(4, max(2, 3 * playouts // 8)), Stage(2, max(2, playouts))


def judge(
    appraise: Appraiser, game: Game[Any], entry: Entry, seed: int = 0, playouts: int = PLAYOUTS
) -> Judgement | None:
    """Judge what was answered to the question that waits; None where there was no choice, and before the first round.

    What a deployment is worth shows only much later than anything is played on to.
    What looks like an error is looked at once more, and the second look counts alone: of many differences some are
    large by chance. No more is played once no other answer is better beyond doubt: that the best of them was chosen
    for its number only makes that harder to say.
    """
    question = game.question
    if question is None or entry.kind != "answer" or game.system.standing(game).round == 0:
        return None
    answers = candidates(game.imagine(seed), LOOKED_AT, entry.answer)
    if not answers:
        return None
    play = appraise(game, entry.seat, seed)

    def no_better(other: Trial, trials: Sequence[Trial]) -> bool:
        lost = difference(other, next(trial for trial in trials if trial.answer == entry.answer))
        doubt = SURE if lost.playouts >= LEAST else DECIDED
        return lost.playouts >= FEWEST and lost.by + doubt * lost.error < WORTHWHILE

    answered = [Trial(one) for one in answers]
    found = last_of(compare(play, answered, stages(playouts), [entry.answer], 0, no_better, LEAST))
    given, other = given_and_best(found.trials, entry.answer)
    if may_be_error(difference(other, given)):
        again = [Stage(2, CHECKED * playouts)]
        longer = [longest(game, trial, play, seed) for trial in (given, other)]
        found = last_of(compare(play, longer, again, first=AGAIN))
        given, other = given_and_best(found.trials, entry.answer)
    return judgement(game, given, other, len(answers), seed)


def longest(game: Game[Any], trial: Trial, play: Play, seed: int) -> Trial:
    """An answer with the best way that is found of going on from it: what is done badly later is not its fault."""
    *_, (longer, _) = ((trial.anew, 0), *gone_on(game, trial.anew, play, seed))
    return longer


def may_be_error(lost: Difference) -> bool:
    """Whether an answer that lost so much is worth a second look."""
    return (lost.sure and lost.by >= LEAST_TOLD) or (lost.by > lost.error and lost.by >= WORTHWHILE)


def last_of(steps: Iterator[ComparisonProgress]) -> ComparisonProgress:
    """Where a comparison ends."""
    *_, last = steps
    return last


def given_and_best(trials: Sequence[Trial], answer: Answer) -> tuple[Trial, Trial]:
    """The trial of this answer, and the best of the others."""
    given = next(trial for trial in trials if trial.answer == answer)
    return given, ranked([trial for trial in trials if trial is not given])[0]


def judgement(game: Game[Any], given: Trial, other: Trial, considered: int, seed: int) -> Judgement:
    """What two trials of the same playouts say of the first one's answer."""
    assert game.question is not None
    lost, mind = difference(other, given), game.imagine(seed)
    return Judgement(
        game.question.seat,
        game.question.prompt,
        called(mind, given.answer),
        line_words(line_of_play(game, given.plan, seed)),
        called(mind, other.answer),
        line_words(line_of_play(game, other.plan, seed)),
        other.answer,
        round(lost.by, DIGITS),
        round(lost.error, DIGITS),
        round(given.share, DIGITS),
        round(given.error, DIGITS),
        considered,
        len(given.values),
        rules_behind(mind, given.answer, other.answer),
    )
