"""How the coach plays on from an answer: the playouts of the computer players, as shares of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.thinking.playouts import Playouts


def appraise(game: Game[Any], answers: Sequence[Answer], seat: int, playouts: range, seed: int) -> list[list[float]]:
    """For each answer the share of the game that `seat` has where each of these playouts ends."""
    games = Playouts(game, seat, seed)
    return [[share_of(value) for value in games.estimate([answer], playouts).values] for answer in answers]


def share_of(value: float) -> float:
    """A value from -1 (lost) to 1 (won) as a share of the game from 0 to 1."""
    return (1 + value) / 2
