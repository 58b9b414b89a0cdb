"""How the coach plays on from an answer: the playouts of the computer players, as chances."""

from __future__ import annotations

from typing import Any

from tabletop_tui.coach.comparing import Play
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.thinking.playouts import Playouts


def appraise(game: Game[Any], seat: int, seed: int) -> Play:
    """What plays on from answers to the question that waits, for this seat.

    The first playout of an answer may take a second in a large game; later ones come to positions that are known.
    """
    games = Playouts(game, seat, seed)

    def play(answer: Answer, playouts: range) -> list[float]:
        return [share_of(value) for value in games.estimate([answer], playouts).values]

    return play


def share_of(value: float) -> float:
    """A value from -1 (lost) to 1 (won) as a chance, which counts a draw half."""
    return (1 + value) / 2
