"""Answers race: many are sifted to a few, and these are played on until they are told apart or the time is over.

Sifting is by successive halving: all are played on a few times, the better half as often again, and so on. The few that
are left are then played on anew, so that no number is good because it was chosen for being good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tabletop_tui.coach.comparing import BLOCK, FEWEST, ComparisonProgress, Difference, Play, Trial, difference, ranked
from tabletop_tui.engine.question import Answer

FINALISTS = 3
"""So many answers are left after sifting."""
SIFTING = 0.5
"""The share of the time that sifting may take; then the answers whose turn has not come are left out."""
OVERTIME = 2.0
"""So many times its time a race takes at most for FEWEST playouts of each; it does not break off what is played."""
LEAST, MOST = 16, 256
"""So often each of the last few is played on before they count as told apart; and how often at most."""
TELLING = 0.005
"""The least chance by which answers are told apart: one activation of many is seldom worth more than a few
hundredths."""
DECIDED = 3.0
"""By so many errors they are: whoever looks again and again sooner or later finds two errors by chance."""
Spent = Callable[[], float]
"""Which share of the time is over; above 1 when all of it is."""


def race(play: Play, answers: Sequence[Answer], spent: Spent) -> Iterator[ComparisonProgress]:
    """Compare answers, the likeliest first; it is said before each is played on how far this has come."""
    trials, done = [Trial(answer) for answer in answers], 0
    for progress in sift(play, trials, spent):
        yield progress
        trials, done = [*progress.trials], progress.done
    first = len(trials[0].values)
    known, trials = trials[:FINALISTS], [Trial(trial.answer) for trial in trials[:FINALISTS]]
    while not is_over(trials, spent()):
        going = list[Trial]()
        for trial in trials:
            yield ComparisonProgress(done, tuple(known))
            going.append(trial.on(play, range(first, first + BLOCK)))
            done += BLOCK
        known = trials = ranked(going)
        first += BLOCK
    yield ComparisonProgress(done, tuple(trials), over=True)


def sift(play: Play, trials: Sequence[Trial], spent: Spent) -> Iterator[ComparisonProgress]:
    """Drop the worse ones until few are left; those that are the last said are left."""
    done = 0
    while len(trials) > FINALISTS:
        first, going, late = len(trials[0].values), list[Trial](), False
        more = range(first, first + max(BLOCK, first))
        for trial in trials:
            late = spent() > SIFTING and len(going) >= FINALISTS
            if late:
                break
            yield ComparisonProgress(done, tuple(trials if first or len(going) < FINALISTS else ranked(going)))
            going.append(trial.on(play, more))
            done += len(more)
        left = FINALISTS if late else max(FINALISTS, (len(trials) + 1) // 2)
        trials = ranked(going)[:left]
    yield ComparisonProgress(done, tuple(trials))


def is_over(trials: Sequence[Trial], spent: float) -> bool:
    """Whether the last few were played on often enough."""
    count = len(trials[0].values)
    if spent > 1 and (count >= FEWEST or (count and spent > OVERTIME)):
        return True
    best, *others = trials
    return count >= MOST or (count >= LEAST and all(is_decided(difference(best, other)) for other in others))


def is_decided(lead: Difference) -> bool:
    """Whether it is beyond doubt that a lead is worth telling, or that it is not."""
    doubt = DECIDED * lead.error
    return lead.by - doubt >= TELLING or lead.by + doubt < TELLING
