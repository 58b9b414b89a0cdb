"""Levels: how much a computer player thinks, as numbers of playouts, so that every machine decides alike."""

from __future__ import annotations

from functools import partial

from attrs import field, frozen

from tabletop_tui.play.thinking.playouts import Horizon
from tabletop_tui.play.thinking.replies import Replies


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
    replies: Replies = field(factory=partial(Replies, 4))
    opening: Replies = field(factory=partial(Replies, 10))
    """How the answers are found that race."""


LEVELS = {"easy": Level(12, 2, 0), "fair": Level(32, 5, 1), "strong": Level(96, 8, 2)}
