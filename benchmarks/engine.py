"""Random play with the journal on, against python-chess in the same run; clone, undo, load, memory."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, thread_time

import chess
from attrs import evolve

from benchmarks.games import CASES, Case, models, setup, under_way
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.play.session import Session

SECONDS = 4.0
THOUGHTS = 40
"""So many answers of a strong player are timed."""
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


def decisions(case: Case, folder: Path) -> float:
    """Answers a second of random players with the journal on."""
    table = setup(case, 0)
    answers, seed, start = 0, 0, perf_counter()
    while perf_counter() - start < SECONDS:
        seed += 1
        session = Session.new(evolve(table, seed=seed), folder / f"play-{seed}.jsonl")
        while session.question is not None and perf_counter() - start < 2 * SECONDS:
            session.computer_answers()
        answers += len(session.history)
        session.close()
    return answers / (perf_counter() - start)


def questions(case: Case) -> list[float]:
    """Seconds from an answer to the next question with all that it offers, in a game of people."""
    chooser, found, start = random.Random(5), [], perf_counter()
    session = Session.new(setup(case, 5, "keyboard"))
    while session.question is not None and perf_counter() - start < 2 * SECONDS:
        answer = session.question.sample(chooser)
        before = perf_counter()
        session.answer(answer)
        if session.question is not None:
            deque(session.question.legal(), maxlen=0)
        found.append(perf_counter() - before)
    return found


def thoughts(case: Case) -> list[float]:
    """Seconds of a processor that a strong player takes for an answer, in a game of greedy ones."""
    session, found = Session.new(setup(case, 3, "greedy")), []
    strong = [COMPUTERS["strong"](3, seat) for seat in range(len(session.setup.seats))]
    while (question := session.question) is not None and len(found) < THOUGHTS:
        number, begun = len(session.history), session.system.standing(session.game).round > 0
        if begun and not isinstance(question, DiceQuestion) and number % 3 == 0:
            start = thread_time()
            strong[question.seat].choose(session.game.imagine(1), number)
            found.append(thread_time() - start)
        session.computer_answers()
    return found


def rows() -> Iterator[Row]:
    """One row a measurement: what, and the figure."""
    for case in CASES:
        with tempfile.TemporaryDirectory() as place:
            yield from case_rows(case, Path(place))


def case_rows(case: Case, folder: Path) -> Iterator[Row]:
    """The yardstick is taken before and after, for a machine's speed may change within a run."""
    name, before, speed, after = case.label, chess_moves(), decisions(case, folder), chess_moves()
    chess = (before + after) / 2
    yield f"{name}: models at the start", str(models(case))
    yield (
        f"{name}: random play, journal on",
        f"{speed:,.0f} decisions/s ({speed / chess:.2f} of python-chess's {chess:,.0f} moves/s)",
    )
    yield f"{name}: answer to next question with all options", shown(questions(case))
    path = folder / "long.jsonl"
    session = under_way(case, path, 60)
    yield f"{name}: clone in mid-question", shown(timed(session.game.clone, 500))
    session.close()
    path.unlink()
    session = under_way(case, path, 600)
    late = len(session.history)
    yield f"{name}: undo after {late} answers", shown(timed(session.undo, 20))
    session.close()
    yield f"{name}: load a journal of {late} answers", shown(timed(partial(Session.replay, path), 3))
    yield f"{name}: a strong player's answer, time of a processor", shown(thoughts(case))
    tracemalloc.start()
    held = under_way(case, folder / "held.jsonl", 300, seed=77)
    size = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    yield f"{name}: memory of a session of {len(held.history)} answers", f"{size:.1f} MB"
    held.close()
