"""Random play with the journal on, clone, undo, load, memory, thinking: in processor time, beside python-chess."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median

from attrs import evolve

from benchmarks.games import Case, setup, size, under_way, wanted
from benchmarks.page import Row
from benchmarks.yardstick import Yardstick, late, shown
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.play.session import Session

SECONDS = 4.0
THOUGHTS = 40
"""So many answers of a strong player are timed."""
MOVES = "chess moves"


def decisions(case: Case, folder: Path) -> Row:
    """Answers a second of random players with the journal on."""
    yard, table = Yardstick(), setup(case, 0)
    answers, seed, spent = 0, 0, 0.0
    while spent < SECONDS:
        seed += 1
        path = folder / f"play-{seed}.jsonl"
        session = Session.new(evolve(table, seed=seed), path)
        while session.question is not None and spent < 2 * SECONDS:
            spent += yard.timed(partial(_some_answers, session))
        answers += len(session.history)
        session.close()
        path.unlink()
    each = spent / answers / yard.move
    told = f"{answers / spent:,.0f} decisions/s ({1 / each:.2g} of python-chess's {1 / yard.move:,.0f} moves/s)"
    return Row(f"{case.label}: random play, journal on", told, each, MOVES)


def _some_answers(session: Session) -> None:
    for _ in range(20):
        if session.question is not None:
            session.computer_answers()


def questions(case: Case) -> Row:
    """From an answer to the next question with all that it offers, in a game of people."""
    yard, chooser, found, seed = Yardstick(), random.Random(5), list[float](), 4
    while sum(found) < SECONDS and seed < 12:
        seed += 1
        session = Session.new(setup(case, seed, "keyboard"))
        while session.question is not None and sum(found) < SECONDS:
            found.append(yard.timed(partial(_ask, session, session.question.sample(chooser))))
    told = f"{shown(found)} of {len(found):,}"
    return Row(f"{case.label}: answer to next question with all options, p95", told, late(found) / yard.move, MOVES)


def _ask(session: Session, answer: object) -> None:
    session.answer(answer)
    if session.question is not None:
        deque(session.question.legal(), maxlen=0)


def thoughts(case: Case) -> Row:
    """What a strong player's answer takes, in a game of greedy ones."""
    yard, session, found = Yardstick(), Session.new(setup(case, 3, "greedy")), list[float]()
    strong = [COMPUTERS["strong"](3, seat) for seat in range(len(session.setup.seats))]
    while (question := session.question) is not None and len(found) < THOUGHTS:
        number, begun = len(session.history), session.system.standing(session.game).round > 0
        if begun and not isinstance(question, DiceQuestion) and number % 3 == 0:
            found.append(yard.timed(partial(strong[question.seat].choose, session.game.imagine(1), number)))
        session.computer_answers()
    what = f"{case.label}: a strong player's answer, p95"
    return Row(what, f"{shown(found)}; mean {fmean(found) * 1e3:.0f} ms", late(found) / yard.move, MOVES)


def repeated(what: str, work: Callable[[], object], times: int, parts: int = 1) -> Row:
    """Work that is done so many times and consists of so many like parts."""
    yard = Yardstick()
    found = [yard.timed(work) for _ in range(times)]
    told = shown(found) + (f", {median(found) / parts * 1e6:.0f} µs each" if parts > 1 else "")
    return Row(what, told, median(found) / parts / yard.move, MOVES + " each" * (parts > 1))


def rows(only: str = "") -> Iterator[Row]:
    """One row a measurement."""
    for case in wanted(only, "engine"):
        with tempfile.TemporaryDirectory() as place:
            yield from case_rows(case, Path(place))


def case_rows(case: Case, folder: Path) -> Iterator[Row]:
    name = case.label
    units, table = size(case)
    yield Row(f"{name}: at the start", f"{units} units on {table}")
    yield decisions(case, folder)
    yield questions(case)
    path = folder / "long.jsonl"
    session = under_way(case, path, 60)
    yield repeated(f"{name}: clone in mid-question", session.game.clone, 500)
    session.close()
    path.unlink()
    session = under_way(case, path, 600)
    late_on = len(session.history)
    yield repeated(f"{name}: undo late in a game", session.undo, 20)
    session.close()
    yield repeated(f"{name}: load a journal of {late_on} answers", partial(Session.replay, path), 3, late_on)
    yield thoughts(case)
    tracemalloc.start()
    held = under_way(case, folder / "held.jsonl", 300, seed=77)
    size_held = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    yield Row(f"{name}: memory of a session of {len(held.history)} answers", f"{size_held:.1f} MB", size_held, "MB")
    held.close()
