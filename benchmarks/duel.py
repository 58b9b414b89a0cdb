"""A player of today against the same player as another checkout of the project has it: mirrored games.

python -m benchmarks.duel mechcom/quick-start ../before -n 40                     greedy of here against greedy of there
python -m benchmarks.duel armymen/quick-start ../before -n 20 --player imagined   how imagined games go on, likewise

The other checkout plays in a process of its own, which is told all answers. Rules must be the same in both, else its
answers are refused here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from attrs import define, field

from benchmarks.strength import BENCHED, matches
from tabletop_tui.engine.codec import read_setup, write_setup
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.play.computer_protocol import Computer
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.rulebook.registry import system

HERE, THERE = "here", "there"
MOST_ANSWERS = 20_000


@define
class Table:
    """A game and who plays all of its seats."""

    game: Game[Any]
    players: list[Computer]

    @classmethod
    def of(cls, setup: Setup, player: str) -> Table:
        kind = (BENCHED | COMPUTERS)[player]
        return cls(system(setup.system).start(setup), [kind(setup.seed, seat) for seat in range(len(setup.seats))])

    def choose(self, number: int) -> Answer:
        question = self.game.advance()
        assert question is not None
        return self.players[question.seat].choose(self.game.imagine(0), number)

    def take(self, answer: Answer) -> None:
        self.game.advance()
        self.game.events = []
        self.game.answer(answer)


@define
class Elsewhere:
    """The same in the process of another checkout."""

    process: subprocess.Popen[str] = field(repr=False)

    def ask(self, *words: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(words), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise click.ClickException("the other checkout does not answer any more: its reason stands above")
        return json.loads(line)


@contextmanager
def elsewhere(folder: Path) -> Iterator[Elsewhere]:
    """A process whose modules are those of another checkout, but for this one, which may not be there yet."""
    places = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", f"exec(open({__file__!r}).read())", "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=places, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Elsewhere(process)
        finally:
            process.kill()


def serve() -> None:
    """What runs there."""
    table = None
    for line in sys.stdin:
        word, *rest = json.loads(line)
        answer = None
        if word == "start":
            table = Table.of(read_setup(rest[0]), rest[1])
        elif table is not None and word == "choose":
            answer = table.choose(rest[0])
        elif table is not None:
            table.take(rest[0])
        print(json.dumps(answer), flush=True)


def duel(setup: Setup, player: str, other: Elsewhere) -> WinCount:
    """A game in which the seats called `here` are played here: what they made of it."""
    table = Table.of(setup, player)
    other.ask("start", write_setup(setup), player)
    for number in range(MOST_ANSWERS):
        question = table.game.advance()
        if question is None:
            break
        mine = setup.seats[question.seat].player == HERE
        answer = table.choose(number) if mine else other.ask("choose", number)
        other.ask("take", answer)
        table.take(answer)
    assert table.game.result is not None
    winners = {setup.seats[seat].team for seat in table.game.result.winners} or {0, 1}
    own = next(seat.team for seat in setup.seats if seat.player == HERE)
    return WinCount.of(1 / len(winners) if own in winners else 0.0)


@click.command()
@click.argument("word")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-n", "--games", default=40, show_default=True, help="How many games.")
@click.option("--player", default="greedy", show_default=True, help="Who plays, here and there.")
@click.option("--seed", default=1, show_default=True, help="The seed of the first game.")
def main(word: str, folder: Path, games: int, player: str, seed: int) -> None:
    """Play RULEBOOK/SCENARIO between a player of here and that of the checkout in FOLDER."""
    COMPUTERS[HERE] = COMPUTERS[THERE] = COMPUTERS["greedy"]
    tally = WinCount()
    with elsewhere(folder.resolve()) as other:
        for match in matches(word, (HERE, THERE), games, seed):
            tally += duel(match.setup, player, other)
            print(f"\r{word}, {player} of here against {folder.name}: {tally.games} games, {tally}", end="", flush=True)
    print()


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
