"""Random play with the journal on, against python-chess in the same run; clone, undo, load, memory."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import chess
from attrs import evolve

from benchmarks.games import LONG, SYSTEMS, setup, under_way
from tabletop_tui.session import Session

SECONDS = 4.0
Row = tuple[str, str]


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Seconds of each of `times` runs."""
    found = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return found


def shown(seconds: list[float]) -> str:
    """Median and 95th percentile, in the unit that fits."""
    middle, late = median(seconds), quantiles(seconds, n=20)[18] if len(seconds) > 1 else seconds[0]
    scale, unit = (1e6, "µs") if middle < 1e-3 else (1e3, "ms")
    return f"{middle * scale:.1f} {unit} (p95 {late * scale:.1f})"


def chess_moves() -> float:
    """Random moves a second of python-chess: the yardstick of this machine at this moment."""
    chooser, moves, start = random.Random(1), 0, perf_counter()
    while perf_counter() - start < SECONDS:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False) and moves % 200 != 199:
            board.push(chooser.choice(list(board.legal_moves)))
            moves += 1
        moves += 1
    return moves / (perf_counter() - start)


def decisions(name: str, folder: Path) -> float:
    """Answers a second of random against random with the journal on."""
    table = setup(name, 0, scenario=LONG)
    answers, seed, start = 0, 0, perf_counter()
    while perf_counter() - start < SECONDS:
        seed += 1
        session = Session.new(evolve(table, seed=seed), folder / f"play-{seed}.jsonl")
        session.run()
        answers += len(session.history)
        session.close()
    return answers / (perf_counter() - start)


def rows() -> Iterator[Row]:
    """One row a measurement: what, and the figure."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in SYSTEMS:
            speed, yardstick = decisions(name, folder), chess_moves()
            yield f"{name}: random play, journal on", f"{speed:,.0f} decisions/s"
            yield "python-chess: random play", f"{yardstick:,.0f} moves/s ({speed / yardstick:.2f} of it for {name})"
            path = folder / "long.jsonl"
            session = under_way(name, path, 60)
            yield f"{name}: clone in mid-question", shown(timed(session.game.clone, 500))
            session.close()
            path.unlink()
            session = under_way(name, path, 1400)
            late = len(session.history)
            yield f"{name}: undo after {late} answers", shown(timed(session.undo, 20))
            session.close()
            yield f"{name}: load a journal of {late} answers", shown(timed(partial(Session.replay, path), 3))
            tracemalloc.start()
            held = under_way(name, folder / "held.jsonl", 1000, seed=77)
            size = tracemalloc.get_traced_memory()[0] / 1e6
            tracemalloc.stop()
            yield f"{name}: memory of a session of {len(held.history)} answers", f"{size:.1f} MB"
            held.close()
