"""What the features of a side are about, in words: by it a reason is told why one answer is better than another."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.records import frozen

YOU = {"who": "you", "whose": "your", "s": "", "have": "have", "are": "are"}
ENEMY = {"who": "the enemy", "whose": "the enemy's", "s": "s", "have": "has", "are": "is"}
"""The words for one's own side and for the other one."""
NOTHING = 1e-9


@frozen
class Idea:
    """A few features that say much the same.

    The first of them is the one that is compared: `more` is said where a side has more of it, `less` where it has less.
    Both are whole clauses in which {who} and {whose} stand for the side, and {s}, {have} and {are} for its verbs: 'you
    lose', 'the enemy loses'.
    """

    features: tuple[str, ...]
    more: str
    less: str
    mirrored: bool = False
    """Whether what one side has of it the other lacks, so that it is told of one's own side alone."""
    of: tuple[str, ...] = ()
    """The features that the first one is a part of. Its share of them is compared, so that losses, which are told by
    another idea, are not told once more as fewer units near the enemy or free of a status."""
    besides: tuple[str, ...] = ()
    """What is not to be counted in that: units in reserve."""
    passing: bool = False
    """Whether it says no more than how far the round has come where an imagined game stopped: that is no reason."""

    def words(self, *, own: bool, more: bool) -> str:
        return (self.more if more else self.less).format(**(YOU if own else ENEMY))

    def amount(self, features: Mapping[str, float]) -> float | None:
        """What is compared of a side; None where it has nothing of which that could be a share."""
        lead = features.get(self.features[0], 0.0)
        if not self.of:
            return lead
        whole = sum(features.get(name, 0.0) for name in self.of) - sum(features.get(name, 0.0) for name in self.besides)
        return lead / whole if whole > NOTHING else None


def share_of_force(features: tuple[str, ...], which: str, *of: str, besides: tuple[str, ...] = ()) -> Idea:
    """An idea about the share of a force, weighed by price, of which something holds."""
    more, less = (f"{much} of {{whose}} force {which}" for much in ("more", "less"))
    return Idea(features, more, less, of=of, besides=besides)


def still_to_act(features: tuple[str, ...], of: tuple[str, ...], besides: tuple[str, ...] = ()) -> Idea:
    """The idea about the share of a force that has not acted yet."""
    more, less = (f"{much} of {{whose}} force has still to act" for much in ("more", "less"))
    return Idea(features, more, less, of=of, besides=besides, passing=True)


def spared(features: tuple[str, ...], what: str, *of: str, besides: tuple[str, ...] = ()) -> Idea:
    """An idea about the share of what is left of a force that is spared something bad: it is told of the others."""
    more, less = (f"{much} of {{whose}} force {what}" for much in ("less", "more"))
    return Idea(features, more, less, of=of, besides=besides)


def force_left(*features: str) -> Idea:
    """The idea that every rulebook has: what is left of a force, weighed by price."""
    return Idea(features, "{who} lose{s} less", "{who} lose{s} more")
