"""Why one answer is better than another, from what the games that were played out ended with.

The chance at the end of a playout is a sum of what counts of the sides. So it can be said which of that makes the
difference between two answers: each reason names something of which a side had more, or less, on average over the very
playouts by which the answers were compared, and by which the better one's chance is higher beyond doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.coach.answer_comparison import FEWEST, SURE, Ending, error_of, mean
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.engine.wording import percent
from tabletop_tui.rulebook.feature_words import Idea
from tabletop_tui.rulebook.outcome_prediction import Outlook, Weighed

MOST = 3
"""So many reasons are told at most."""
WORTH = 0.02
"""The least gain in strength that is a reason; in an even game a hundredth of it is a quarter of that in chance."""
YOURS, THEIRS = "your", "the enemy's"


@frozen
class Reason:
    """Of what a side has more, or less, after the better one of two answers."""

    idea: Idea
    own: bool
    """Whether that is one's own side."""
    by: float
    """By how much more of the idea's first feature it has on average; below 0 for less."""
    gain: float
    """What all of the idea adds to the difference of the sides' strengths."""

    @property
    def words(self) -> str:
        return self.idea.words(YOURS if self.own else THEIRS, more=self.by > 0)


def reasons(ideas: Sequence[Idea], better: Sequence[Ending], other: Sequence[Ending]) -> list[Reason]:
    """Why the first of two answers is better, the weightiest first; [] where it cannot be said.

    Both have the same playouts. Those in which either game was over tell nothing of what counts.
    """
    pairs = [
        (one.outlook, two.outlook)
        for one, two in zip(better, other, strict=False)
        if one.outlook is not None and two.outlook is not None
    ]
    if len(pairs) < FEWEST:
        return []
    found = [reason for idea in ideas for own in (True, False) if (reason := _reason(idea, own, pairs)) is not None]
    return sorted(found, key=lambda one: -one.gain)[:MOST]


def _reason(idea: Idea, own: bool, pairs: Sequence[tuple[Outlook, Outlook]]) -> Reason | None:
    """The reason that an idea gives for one of the sides, None where it gives none."""
    if idea.mirrored and not own:
        return None
    lead, sign = idea.features[0], 1 if own else -1
    by = [_sum(one, own, (lead,), worth=False) - _sum(two, own, (lead,), worth=False) for one, two in pairs]
    gain = [sign * (_sum(one, own, idea.features) - _sum(two, own, idea.features)) for one, two in pairs]
    first = [sign * (_sum(one, own, (lead,)) - _sum(two, own, (lead,))) for one, two in pairs]
    if mean(gain) < WORTH or mean(gain) < SURE * error_of(gain) or mean(first) <= 0:
        return None
    if abs(mean(by)) <= SURE * error_of(by):
        return None
    return Reason(idea, own, mean(by), mean(gain))


def _sum(outlook: Outlook, own: bool, features: Sequence[str], *, worth: bool = True) -> float:
    """What one side, or the others on average, has of these features, or what that is worth."""
    sides: Sequence[Weighed] = (outlook.own,) if own else outlook.others
    whole = sum((side.worth if worth else side.features).get(name, 0.0) for side in sides for name in features)
    return whole / len(sides)


# ---------------------------------------------------------------- what an answer comes to
@frozen
class Outcome:
    """What the playouts of an answer come to on average."""

    prospects: Prospects
    own: float | None
    """Which share of what is left of one's own force now is left then ..."""
    enemies: float | None
    """... and of the enemies'; None where that cannot be said."""
    over: float
    """In which share of them the game was over."""


def outcome(ideas: Sequence[Idea], now: Outlook | None, endings: Sequence[Ending]) -> Outcome | None:
    """What these playouts come to; None where there are none. The first idea is the one of what is left of a force."""
    if not endings:
        return None
    win, draw, loss = (mean([getattr(one.prospects, name) for one in endings]) for name in ("win", "draw", "loss"))
    going = [one.outlook for one in endings if one.outlook is not None]
    over = 1 - len(going) / len(endings)
    left = [
        _left(ideas[0], own, now, going) if now is not None and ideas and not over else None for own in (True, False)
    ]
    return Outcome(Prospects(win, draw, loss), left[0], left[1], over)


def _left(force: Idea, own: bool, now: Outlook, later: Sequence[Outlook]) -> float | None:
    """Which share of what one side has of its force now it has later, on average."""
    before, lead = _sum(now, own, force.features[:1], worth=False), force.features[:1]
    return mean([_sum(one, own, lead, worth=False) for one in later]) / before if before > 0 else None


def outcome_words(one: Outcome) -> str:
    """What is left then, in words: 'you keep 96% of your force, the enemy 83%'; '' where nothing can be said."""
    if one.own is None or one.enemies is None:
        return ""
    return f"on average you keep {percent(min(1.0, one.own))} of your force, the enemy {percent(min(1.0, one.enemies))}"
