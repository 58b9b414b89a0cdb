"""Levels and styles: how much a computer player thinks, and what it likes.

A level is a number of playouts, not a time, so that a game goes on alike on every machine (but where a
question comes to the planner's limit of seconds).
"""

from __future__ import annotations

from functools import partial

from attrs import field

from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.play.thinking.playouts import Horizon
from tabletop_tui.records import frozen

SLIPS = 3


@frozen
class Style:
    """What a player likes: how much a gain and a loss weigh, against how the side stands before it decides."""

    gain: float = 1.0
    loss: float = 1.0

    def liking(self, value: float, before: float) -> float:
        """How much a player of this style likes to come from one standing to another."""
        change = value - before
        return change * (self.gain if change > 0 else self.loss)


STYLES = {"": Style(), "careful": Style(1.0, 1.6), "bold": Style(1.6, 1.0)}


@frozen
class Level:
    """How much is thought about one question."""

    playouts: int
    """The most games that are imagined."""
    width: int
    """How many answers race against the greedy one."""
    changes: int = 2
    """How many plans are changed after each lap."""
    doubt: float = 1.0
    """An answer has to be better than the greedy one by so many standard errors."""
    horizon: Horizon = "reply"
    replies: Replies = field(factory=partial(Replies, 5))
    """How imagined games go on."""
    opening: Replies = field(factory=partial(Replies, 10))
    """How the answers are found that race."""
    style: Style = field(factory=Style)
    slips: float = 0.0
    """In so large a share of its answers it takes one of the SLIPS best at first sight, and does not think."""


LEVELS = {
    "easy": Level(20, 2, 0, slips=0.5),
    "fair": Level(50, 5, 1, slips=0.22),
    "strong": Level(160, 10, 2, doubt=0.7, opening=Replies(12)),
}
