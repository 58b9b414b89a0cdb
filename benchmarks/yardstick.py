"""Chess as a yardstick: what other work on the machine does to a measurement it does to python-chess beside it too."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import median, quantiles
from time import thread_time

import chess

SHARE = 0.5
"""So long chess is played for each second that is measured ..."""
LUMP = 0.02
"""... in lumps of so many seconds."""
LEAST = 0.2
"""Of less than so many seconds of chess nothing is told."""


def chess_game() -> Iterator[None]:
    """Random moves without end, one after another."""
    chooser = random.Random(1)
    while True:
        board = chess.Board()
        for _ in range(200):
            if board.is_game_over(claim_draw=False):
                break
            board.push(chooser.choice(list(board.legal_moves)))
            yield


class Yardstick:
    """Seconds of a processor, told in random moves of python-chess that are played in turns with what is measured."""

    def __init__(self) -> None:
        self._game = chess_game()
        self._measured = self._played = 0.0
        self._moves = 0

    def timed(self, work: Callable[[], object]) -> float:
        """Seconds of a processor that work takes."""
        start = thread_time()
        work()
        took = thread_time() - start
        self._measured += took
        if self._measured * SHARE > self._played + LUMP:
            self._play(self._measured * SHARE)
        return took

    def _play(self, until: float) -> None:
        while self._played < until:
            start = thread_time()
            for _ in range(50):
                next(self._game)
            self._moves += 50
            self._played += thread_time() - start

    @property
    def move(self) -> float:
        """Seconds that a move of chess takes here and now."""
        self._play(LEAST)
        return self._played / self._moves


def late(seconds: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(seconds, n=20)[18] if len(seconds) > 1 else seconds[0]


def shown(seconds: list[float]) -> str:
    """Median, 95th percentile and longest, in the unit that fits."""
    middle = median(seconds)
    scale, unit = (1e6, "µs") if middle < 1e-3 else (1e3, "ms")
    return f"{middle * scale:.1f} {unit} (p95 {late(seconds) * scale:.1f}, max {max(seconds) * scale:.1f})"
