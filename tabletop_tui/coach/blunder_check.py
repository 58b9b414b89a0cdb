"""The tutor: whether an answer that is about to be given is a clear blunder, and what would be better."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from tabletop_tui.coach.answer_comparison import (
    BLOCK,
    SURE,
    WORTHWHILE,
    Difference,
    Ending,
    Plan,
    Play,
    Stage,
    Trial,
    compare,
    difference,
)
from tabletop_tui.coach.answer_reasons import why_better
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.coach.answer_words import called, line_of_play, line_words
from tabletop_tui.coach.best_continuation import gone_on
from tabletop_tui.coach.candidate_race import AFRESH, Spent
from tabletop_tui.coach.hints import SEED, Advice
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import Reasoned

PAUSE = 1.0
"""Seconds for which an answer is held back at most."""
GRAVE = 0.06
"""The least chance for which somebody is asked whether he is sure."""
PLAYOUTS = 48
LONGER = 0.4
"""The share of the time that is over when no way of going on is looked for any more."""
RIVALS = 4
"""So many other answers are tried first, where none is known to be good."""
TUTORED = {"easy": {"easy"}, "fair": {"easy", "fair"}}
"""The levels of the computers against which the tutor sits beside the player, by what the player wants."""


def is_wanted(when: str, setup: Setup) -> bool:
    """Whether the tutor is to speak in a game, where a player wants it 'always', 'never', or up to a level."""
    if setup.lesson is not None or when == "never":
        return False
    players = {seat.player.partition(":")[0] for seat in setup.seats}
    return when == "always" or bool(TUTORED[when] & players)


@frozen
class Doubt:
    """An answer beside a better one."""

    said: str
    leads: tuple[str, ...]
    """What it leads to."""
    better: str
    would_lead: tuple[str, ...]
    lost: Difference
    """By how much the other one is better ..."""
    plan: Plan
    """... which it is, and how it is gone on with ..."""
    share: float
    """... and the chance to which it leads."""
    why: tuple[str, ...] = ()

    @property
    def grave(self) -> bool:
        """Whether that is no chance, and worth a question: what is lost even if two errors of it are only noise."""
        return is_grave(self.lost) and self.lost.by - SURE * self.lost.error >= WORTHWHILE


def is_grave(lost: Difference) -> bool:
    return lost.sure and lost.by >= GRAVE


def plans_of(advice: Advice | None, answer: Answer) -> tuple[Plan, Plan]:
    """How an answer is best gone on with, and the best other one with that, as far as the advice knows; () for none."""
    hints = advice.hints if advice is not None and advice.playouts else ()
    plans = [(hint.answer, *hint.then) for hint in hints]
    own, other = (next((one for one in plans if (one[0] == answer) is own), ()) for own in (True, False))
    return own or (answer,), other


def is_sound(advice: Advice | None, answer: Answer) -> bool:
    """Whether it is known already that an answer is as good as any, so that nothing has to be looked at."""
    if advice is None or not advice.whole:
        return False
    return any(hint.answer == answer and not is_grave(hint.behind) for hint in advice.hints)


def doubts(position: Snapshot, own: Plan, rival: Plan = (), seconds: float = PAUSE) -> Iterator[Doubt | None]:
    """A job for another process: in how far an answer is to be doubted, told as that gets surer; last of all the end.

    None where there is nothing to compare it with. Of plans that only name an answer a way of going on is looked for.
    """
    game, begun = position.game(), monotonic()
    question, answer = game.question, own[0]

    def spent() -> float:
        return (monotonic() - begun) / seconds

    rival = rival or best_other(game, answer, spent)
    if question is None or not rival:
        yield None
        return
    play = appraise(game, question.seat, SEED + 1)
    mine, other = (longer(game, play, plan, spent) for plan in (own, rival))
    for progress in compare(play, [mine, other], [Stage(2, PLAYOUTS)], [answer, rival[0]], first=AFRESH):
        trials = {repr(trial.answer): trial for trial in progress.trials}
        given, better = trials[repr(answer)], trials[repr(other.answer)]
        lost = difference(better, given)
        if progress.over or spent() > 1 or (is_grave(lost) and lost.playouts >= PLAYOUTS // 2):
            yield doubt(game, play, given, better)
            return
        yield None


def longer(game: Game[Any], play: Play, plan: Plan, spent: Spent) -> Trial:
    """A plan with a good way of going on, as far as there is time to look for one."""
    found = Trial(plan[0], then=plan[1:])
    if len(plan) == 1:
        for trial, _ in gone_on(game, found, play, SEED):
            found = trial
            if spent() > LONGER:
                break
    return found


def best_other(game: Game[Any], answer: Answer, spent: Spent) -> Plan:
    """The best of a few other answers, by a few playouts as long as there is time; () where there is none."""
    others = [one for one in candidates(game.imagine(SEED), RIVALS + 1, answer) if one != answer]
    if game.question is None or not others:
        return ()
    best: list[Trial] = [Trial(others[0])]
    play = appraise(game, game.question.seat, SEED)
    for progress in compare(play, [Trial(one) for one in others], [Stage(RIVALS, BLOCK)]):
        best = list(progress.trials)
        if spent() > 1:
            break
    return (best[0].answer,)


def doubt(game: Game[Any], play: Play, given: Trial, other: Trial) -> Doubt:
    """A doubt in words."""
    mind, count = game.imagine(SEED), len(given.values)
    leads, would_lead = (line_words(line_of_play(game, one.plan, SEED)) for one in (given, other))
    ideas = game.system.ideas if isinstance(game.system, Reasoned) else ()
    endings: list[list[Ending]] = [play.endings(one.plan, count) for one in (other, given)]
    why = why_better(ideas, *endings) if count else ()
    lost = difference(other, given)
    return Doubt(
        called(mind, given.answer), leads, called(mind, other.answer), would_lead, lost, other.plan, other.share, why
    )
