"""How one would go on after an answer: the best way that is found up to the next die, or until somebody else is asked.

An answer is worth what the best way of going on from it is worth. So the chance that is told before it and the one that
is told at the next question, with no die between, are the same number, as far as the same way is found there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from tabletop_tui.coach.answer_comparison import BLOCK, Plan, Play, Trial, difference, ranked
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.play.thinking.playout_policy import at_first_sight

AHEAD = 4
"""So many of one's own answers after the first are looked at."""
WAYS, PLACES = 4, 8
"""So many answers are tried at each of these questions; where a place is asked for, so many places."""
LAST = 2
"""So many of them, beside the usual one, are played on once more."""
FEW = 6
"""Among so many answers the usual one is looked for."""


def after(game: Game[Any], plan: Plan, seed: int) -> Game[Any] | None:
    """An imagined game after a plan; None where a die is rolled on the way, or something of it is not legal there."""
    mind = game.imagine(seed)
    for place, answer in enumerate(plan):
        if place and (mind.question is None or mind.dice.drawn or mind.refuse(answer) is not None):
            return None
        mind.answer(answer)
        mind.run()
    return None if mind.dice.drawn else mind


def is_ones_own(mind: Game[Any] | None, seat: int) -> bool:
    """Whether the same seat is asked on about the unit that acts."""
    question = mind.question if mind is not None else None
    return question is not None and question.seat == seat and bool(question.about)


def usual(game: Game[Any]) -> Answer | None:
    """The answer to the question that waits that the rulebook values most; None where it suggests none."""
    assert game.question is not None
    answers = game.question.suggest(FEW)
    return max(answers, key=lambda one: at_first_sight(game, one)) if answers else None


def gone_on(game: Game[Any], trial: Trial, play: Play, seed: int) -> Iterator[tuple[Trial, int]]:
    """A trial with its plan made longer, question by question; told after so many playouts each time.

    The playouts by which a way is chosen are those numbered from 0; they say nothing of how good it is, for it was
    chosen for them.
    """
    assert game.question is not None
    seat, found = game.question.seat, trial
    mind = after(game, trial.plan, seed)
    while mind is not None and is_ones_own(mind, seat) and len(found.then) < AHEAD:
        ways = candidates(mind, PLACES if isinstance(mind.question, Place) else WAYS)
        tries = [Trial(trial.answer, then=(*found.then, way)) for way in ways]
        for numbers in (range(BLOCK), range(BLOCK, 2 * BLOCK)):
            for place, one in enumerate(tries):
                tries[place] = one.on(play, numbers)
                yield found, BLOCK
            tries = [*tries[:1], *ranked(tries[1:])[:LAST]]
        then = best_way(tries) if tries else usual(mind)
        if then is None:
            return
        found = evolve(trial, then=(*found.then, then))
        yield found, 0
        mind = after(game, found.plan, seed)


def best_way(tries: list[Trial]) -> Answer:
    """The last answer of the best of these plans; of the first, the usual one, where none is clearly better."""
    known = tries[0]
    best = ranked(tries)[0]
    lead = difference(best, known)
    return (best if lead.by > lead.error else known).plan[-1]
