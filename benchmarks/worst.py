"""Questions that took the most calls in games by chance, kept as scenario, seed and answers.

python -m benchmarks.worst             write worst.jsonl anew for cases of which a game fits the rules no longer
python -m benchmarks.worst NAME ...    and for the cases of these names
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
from attrs import asdict, frozen

from benchmarks.calls import counted
from benchmarks.games import CASES, Case, setup
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.session import Session

FILE = Path(__file__).with_name("worst.jsonl")
SEEDS = range(1, 13)
"""The games in which they are looked for ..."""
GAMES, QUESTIONS = 3, 5
"""... and of how many of these so many are kept, a case."""


@frozen
class Worst:
    """A game of people who answer by chance, and which of its answers are followed by questions that cost the most."""

    scenario: str
    seed: int
    worst: list[int]
    answers: list[Any]

    @property
    def case(self) -> Case:
        return next(case for case in CASES if case.scenario == self.scenario)

    def begun(self) -> Session:
        """The game before its first answer."""
        return Session.new(setup(self.case, self.seed, "keyboard"))


@cache
def _kept() -> list[Worst]:
    return [Worst(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def games(label: str) -> list[Worst]:
    """The games that are kept of a case."""
    return [game for game in _kept() if game.case.label == label]


def found(case: Case) -> Iterator[Worst]:
    """The games of a case that have its worst questions."""
    costs: list[tuple[int, int, int]] = []
    played: dict[int, list[Any]] = {}
    for seed in SEEDS:
        chooser = random.Random(seed)
        session = Session.new(setup(case, seed, "keyboard"))
        given: list[Any] = []  # not all of the history: where only one answer is left it may be given unasked
        while session.question is not None and len(given) < 700:
            answer = session.question.sample(chooser)
            given.append(answer)

            def ask(session: Session = session, answer: Any = answer) -> None:
                session.answer(answer)
                if session.question is not None:
                    list(session.question.legal())

            costs.append((counted(ask).calls, seed, len(given) - 1))
        played[seed] = given
    costs.sort(reverse=True)
    seeds = list(dict.fromkeys(seed for _, seed, _ in costs[: 4 * QUESTIONS]))[:GAMES]
    kept = [(seed, number) for _, seed, number in costs if seed in seeds][:QUESTIONS]
    for seed in seeds:
        if numbers := sorted(number for other, number in kept if other == seed):
            yield Worst(case.scenario, seed, numbers, played[seed][: numbers[-1] + 1])


def is_sound(game: Worst) -> bool:
    """Whether the rules still take every answer of a game."""
    session = game.begun()
    try:
        for answer in game.answers:
            session.answer(answer)
    except Refused:
        return False
    return True


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Write worst.jsonl anew for the cases of NAMES, and for those of which a game fits the rules no longer."""
    kept = list[Worst]()
    for case in CASES:
        old = games(case.label)
        kept += old if case.label not in names and all(map(is_sound, old)) else found(case)
    lines = [json.dumps(asdict(game), separators=(",", ":"), ensure_ascii=False) for game in kept]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{sum(len(game.worst) for game in kept)} questions in {len(kept)} games: {FILE}")


if __name__ == "__main__":
    main()
