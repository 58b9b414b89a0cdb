"""The tutor: whether an answer that is about to be given is a clear blunder, and what would be better."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from attrs import frozen

from tabletop_tui.coach.answer_words import called, line_of_play, line_words
from tabletop_tui.coach.candidates import candidates
from tabletop_tui.coach.comparing import BLOCK, Difference, Stage, Trial, compare, difference
from tabletop_tui.coach.hints import SEED, Advice
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup

PAUSE = 1.0
"""Seconds for which an answer is held back at most."""
GRAVE = 0.06
"""The least chance for which somebody is asked whether he is sure."""
PLAYOUTS = 48
RIVALS = 4
"""So many other answers are tried first, where none is known to be good."""
TUTORED = "easy"
"""The level of the computer against which the tutor sits beside the player."""


def is_wanted(when: str, setup: Setup) -> bool:
    """Whether the tutor is to speak in a game, where a player wants it 'always', against an 'easy' one, or 'never'."""
    if setup.lesson is not None or when == "never":
        return False
    players = {seat.player.partition(":")[0] for seat in setup.seats}
    return when == "always" or TUTORED in players


@frozen
class Doubt:
    """An answer beside a better one."""

    said: str
    leads: tuple[str, ...]
    """What it leads to."""
    better: str
    would_lead: tuple[str, ...]
    lost: Difference
    """By how much the other one is better."""

    @property
    def grave(self) -> bool:
        """Whether that is no chance, and worth a question."""
        return is_grave(self.lost)


def is_grave(lost: Difference) -> bool:
    return lost.sure and lost.by >= GRAVE


def rival_of(advice: Advice | None, answer: Answer) -> Answer | None:
    """The best other answer that is known; None where nothing is."""
    hints = advice.hints if advice is not None and advice.playouts else ()
    return next((hint.answer for hint in hints if hint.answer != answer), None)


def is_sound(advice: Advice | None, answer: Answer) -> bool:
    """Whether it is known already that an answer is as good as any, so that nothing has to be looked at."""
    if advice is None or not advice.whole:
        return False
    return any(hint.answer == answer and not is_grave(hint.behind) for hint in advice.hints)


def doubts(position: Snapshot, answer: Answer, rival: Answer | None, seconds: float = PAUSE) -> Iterator[Doubt | None]:
    """A job for another process: in how far an answer is to be doubted, told as that gets surer; last of all the end.

    None where there is nothing to compare it with.
    """
    game, end = position.game(), monotonic() + seconds
    question = game.question
    other = rival if rival is not None else best_other(game, answer, end)
    if question is None or other is None:
        yield None
        return
    last = Stage(2, PLAYOUTS)
    play = appraise(game, question.seat, SEED + 1)
    for progress in compare(play, [answer, other], [last], [answer, other]):
        trials = {repr(trial.answer): trial for trial in progress.trials}
        lost = difference(trials[repr(other)], trials[repr(answer)])
        if progress.over or monotonic() > end or (is_grave(lost) and lost.playouts >= PLAYOUTS // 2):
            yield doubt(game, answer, other, lost)
            return
        yield None


def best_other(game: Game[Any], answer: Answer, end: float) -> Answer | None:
    """The best of a few other answers, by a few playouts as long as there is time."""
    others = [one for one in candidates(game.imagine(SEED), RIVALS + 1, answer) if one != answer]
    if game.question is None or not others:
        return None
    best: list[Trial] = [Trial(others[0])]
    play = appraise(game, game.question.seat, SEED)
    for progress in compare(play, others, [Stage(RIVALS, BLOCK)]):
        best = list(progress.trials)
        if monotonic() > end:
            break
    return best[0].answer


def doubt(game: Game[Any], answer: Answer, other: Answer, lost: Difference) -> Doubt:
    """A doubt in words."""
    mind = game.imagine(SEED)
    leads, would_lead = (line_words(line_of_play(game, one, SEED)) for one in (answer, other))
    return Doubt(called(mind, answer), leads, called(mind, other), would_lead, lost)
