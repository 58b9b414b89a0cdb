"""Answers race: many are sifted to a few, and these are played on until they are told apart or the time is over.

Sifting is by successive halving: all are played on a few times, the better half as often again, and so on. For the few
that are left a good way of going on is looked for. Then they are played on anew, so that no number is good because it
was chosen for being good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tabletop_tui.coach.answer_comparison import (
    BLOCK,
    FEWEST,
    ComparisonProgress,
    Difference,
    Play,
    Trial,
    difference,
    ranked,
)

FINALISTS = 3
"""So many answers are left after sifting."""
SIFTING, GOING_ON = 0.4, 0.7
"""The share of the time that sifting may take; then the answers whose turn has not come are left out. And the share
that is over when no way of going on is looked for any more."""
OVERTIME = 2.0
"""So many times its time a race takes at most for FEWEST playouts of each; it does not break off what is played."""
LEAST, MOST = 24, 96
"""So often each of the last few is played on before they count as told apart; and how often at most."""
TELLING = 0.005
"""The least chance by which answers are told apart: one activation of many is seldom worth more than a few
hundredths."""
DECIDED = 3.0
"""By so many errors they are: whoever looks again and again sooner or later finds two errors by chance."""
AFRESH = 32
"""The playouts of the last few are numbered from there at least: all those before may have chosen them."""
Spent = Callable[[], float]
"""Which share of the time is over; above 1 when all of it is."""
Further = Callable[[Trial], Iterator[tuple[Trial, int]]]
"""A trial with a plan that gets longer; each time it is said how many playouts that took."""


def race(
    play: Play, trials: Sequence[Trial], spent: Spent, further: Further | None = None
) -> Iterator[ComparisonProgress]:
    """Compare answers, the likeliest first; it is said before each is played on how far this has come."""
    done = 0
    for progress in sift(play, trials, spent):
        yield progress
        trials, done = progress.trials, progress.done
    first = len(trials[0].values)
    known = trials = trials[:FINALISTS]
    if further is not None:
        for progress in go_on(trials, further, spent):
            yield ComparisonProgress(done + progress.done, tuple(known))
            trials = progress.trials
        done, first = done + progress.done, max(first, AFRESH)
    trials = [trial.anew for trial in trials]
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


def go_on(trials: Sequence[Trial], further: Further, spent: Spent) -> Iterator[ComparisonProgress]:
    """Look for good ways of going on, from the best answer first, as long as there is time."""
    done, found = 0, [*trials]
    yield ComparisonProgress(done, tuple(found))
    for place, trial in enumerate(trials):
        for longer, playouts in further(trial):
            found[place] = longer
            done += playouts
            yield ComparisonProgress(done, tuple(found))
            if spent() > GOING_ON:
                return


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
