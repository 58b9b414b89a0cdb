"""What the features of a side are about, in words: by it a reason is told why one answer is better than another."""

from __future__ import annotations

from attrs import frozen


@frozen
class Idea:
    """A few features that say much the same.

    The first of them is the one that is compared: `more` is said where a side has more of it, `less` where it has less.
    In both {whose} stands for the side: your, or the enemy's.
    """

    features: tuple[str, ...]
    more: str
    less: str
    mirrored: bool = False
    """Whether what one side has of it the other lacks, so that it is told of one's own side alone."""

    def words(self, whose: str, *, more: bool) -> str:
        return (self.more if more else self.less).format(whose=whose)


def share_of_force(features: tuple[str, ...], which: str, otherwise: str = "") -> Idea:
    """An idea about the share of a force, weighed by price, of which something holds; or `otherwise`."""
    return Idea(
        features,
        f"more of {{whose}} force {which}",
        f"more of {{whose}} force {otherwise}" if otherwise else f"less of {{whose}} force {which}",
    )


def force_left(*features: str) -> Idea:
    """The idea that every rulebook has: what is left of a force, weighed by price."""
    return share_of_force(features, "is left")
