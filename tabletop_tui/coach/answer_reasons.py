"""Why one answer is better than another, from what the games that were played out ended with.

The chance at the end of a playout is a sum of what counts of the sides. So it can be said which of that makes the
difference between two answers: each reason names something of which a side had more, or less, on average over the very
playouts by which the answers were compared, and by which the better one's chance is higher beyond doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.coach.answer_comparison import FEWEST, SURE, Ending, error_of, mean
from tabletop_tui.coach.unit_fates import fate_words
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.engine.wording import percent
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.feature_words import Idea
from tabletop_tui.rulebook.outcome_prediction import Outlook, Weighed

MOST = 3
"""So many reasons are told at most."""
WORTH = 0.02
"""The least gain in strength that is a reason; in an even game a hundredth of it is a quarter of that in chance."""
LEAST = 0.01
"""The least difference that is a reason: a hundredth of a force, or of what else is counted. What is less rounds to the
same figures, and a reader would see no difference."""


@frozen
class Reason:
    """Of what a side has more, or less, after the better one of two answers."""

    idea: Idea
    own: bool
    """Whether that is one's own side."""
    by: float
    """By how much more of the idea's amount it has on average; below 0 for less."""
    gain: float
    """What all of the idea adds to the difference of the sides' strengths."""

    @property
    def words(self) -> str:
        return self.idea.words(own=self.own, more=self.by > 0)


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
    telling = [idea for idea in ideas if not idea.passing]
    found = [reason for idea in telling for own in (True, False) if (reason := _reason(idea, own, pairs)) is not None]
    return sorted(found, key=lambda one: -one.gain)[:MOST]


def _reason(idea: Idea, own: bool, pairs: Sequence[tuple[Outlook, Outlook]]) -> Reason | None:
    """The reason that an idea gives for one of the sides, None where it gives none."""
    if idea.mirrored and not own:
        return None
    lead, sign = idea.features[0], 1 if own else -1
    gain = [sign * (_worth(one, own, idea.features) - _worth(two, own, idea.features)) for one, two in pairs]
    first = [sign * (_worth(one, own, (lead,)) - _worth(two, own, (lead,))) for one, two in pairs]
    if mean(gain) < WORTH or mean(gain) < SURE * error_of(gain) or mean(first) <= 0:
        return None
    amounts = [(_amount(one, own, idea), _amount(two, own, idea)) for one, two in pairs]
    by = [one - two for one, two in amounts if one is not None and two is not None]
    if len(by) < FEWEST or abs(mean(by)) < max(LEAST, SURE * error_of(by)):
        return None
    if mean(by) * sum(_has(one, own, lead) - _has(two, own, lead) for one, two in pairs) <= 0:
        return None  # it has more because more of it is left, and of that a smaller share
    return Reason(idea, own, mean(by), mean(gain))


def why_better(ideas: Sequence[Idea], better: Sequence[Ending], other: Sequence[Ending]) -> tuple[str, ...]:
    """Why the first of two answers is better, in clauses; losses name the units that are lost, where it is they."""
    found = list[str]()
    for reason in reasons(ideas, better, other):
        named = fate_words(reason.own, better, other) if reason.idea is ideas[0] else []
        found += named or [reason.words]
    return tuple(found)


def _sides(outlook: Outlook, own: bool) -> Sequence[Weighed]:
    return (outlook.own,) if own else outlook.others


def _amount(outlook: Outlook, own: bool, idea: Idea) -> float | None:
    """What an idea compares of one side, or of the others on average; None where none of them has it."""
    found = [amount for side in _sides(outlook, own) if (amount := idea.amount(side.features)) is not None]
    return mean(found) if found else None


def _has(outlook: Outlook, own: bool, feature: str) -> float:
    """What one side, or the others on average, has of a feature."""
    return mean([side.features.get(feature, 0.0) for side in _sides(outlook, own)])


def _worth(outlook: Outlook, own: bool, features: Sequence[str]) -> float:
    """What that is worth, of several features."""
    return mean([sum(side.worth.get(name, 0.0) for name in features) for side in _sides(outlook, own)])


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
    lead = force.features[0]
    before = _has(now, own, lead)
    return mean([_has(one, own, lead) for one in later]) / before if before > 0 else None


def outcome_words(one: Outcome) -> str:
    """What is left then, in words: 'you keep 96% of your force, the enemy 83%'; '' where nobody loses anything to
    speak of, or nothing can be said."""
    if one.own is None or one.enemies is None:
        return ""
    if min(one.own, one.enemies) >= 1 - LEAST / 2:
        return ""
    own, enemies = (percent(min(1.0, left)) for left in (one.own, one.enemies))
    return f"on average you keep {own} of your force, the enemy {enemies}"
