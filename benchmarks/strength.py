"""How strong computer players are: mirrored series with the same force on both sides, with an interval.

python -m benchmarks.strength armymen -n 40 --first strong --second greedy
python -m benchmarks.strength pmc2640/quick-start -n 200 --workers 2 --write     also writes it into RESULTS.md
python -m benchmarks.strength mechcom --playouts 40                 the first player imagines at most so many games
python -m benchmarks.strength armymen --first imagined              whoever plays in imagined games is as good as greedy
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any

import click
from attrs import evolve, field, frozen

from benchmarks.luck_adjustment import seat_of
from benchmarks.page import RESULTS
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.pairings import Match, matches_of
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.play import new_game
from tabletop_tui.play.computer_protocol import Computer
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players import COMPUTERS, Planning
from tabletop_tui.play.thinking.difficulty_levels import LEVELS
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ScenarioInfo, System

TITLE = "## Strength"
HEAD = """
Mirrored games, the same force on both sides; a draw counts half. The interval holds the true rate 95 times in 100
(Wilson's). `python -m benchmarks.strength RULEBOOK --first strong --second greedy -n 200 --write` writes a row anew.

| rulebook and scenarios | players | games | the first wins | played |
|---|---|---|---|---|
"""
SCENARIOS = {
    "armymen": ("quick-start", "backyard"),
    "crimsondusk": ("quick-start", "crossroads"),
    "mechcom": ("quick-start", "canyon-deathmatch"),
    "pmc2640": ("quick-start", "glass-valley-find"),
    "techcommander": ("elimination",),
}
"""Those of a rulebook by which players are compared, in which both sides have the same task."""


class Imagined:
    """Whoever plays in the games that a level imagines: he should be as good as the greedy player."""

    def __init__(self, seed: int, seat: int) -> None:
        self._luck, self._replies = SplitMix64(seed, seat), LEVELS["strong"].replies

    def choose(self, game: Game[Any], number: int) -> Answer:
        return self._replies.ranked(game, self._luck.at(number))[0]


IMAGINED = "imagined"
BENCHED: dict[str, Callable[[int, int], Computer]] = {IMAGINED: Imagined}
"""Players that nobody is offered."""


@frozen
class Strength:
    """What came of a series."""

    name: str
    players: tuple[str, str]
    tally: WinCount = field(factory=WinCount)
    faults: tuple[str, ...] = ()

    def row(self) -> str:
        games = self.tally.games
        counts = f"{games}: {self.tally.won} won, {self.tally.drawn} drawn, {self.tally.lost} lost"
        cells = (self.name, " : ".join(self.players), counts, str(self.tally), str(date.today()))
        return f"| {' | '.join(cells)} |"


def chosen(word: str) -> Iterator[tuple[System, ScenarioInfo]]:
    """The scenarios that are meant by RULEBOOK or RULEBOOK/SCENARIO."""
    if "/" in word:
        yield new_game.find_scenario(word)
        return
    found = system(word)
    for scenario in SCENARIOS.get(word, ()):
        yield new_game.find_scenario(f"{found.id}/{scenario}")


def matches(word: str, players: tuple[str, str], games: int, first_seed: int) -> list[Match]:
    """The games of a series, shared out among its scenarios. Each side has the first force that suits both of them."""
    found = list(chosen(word))
    played: list[Match] = []
    for number, (rulebook, scenario) in enumerate(found):
        share = games * (number + 1) // len(found) - games * number // len(found)
        force = _same_force(rulebook, scenario)
        played += matches_of(rulebook, scenario, forces=force, players=players, games=share, first_seed=first_seed)
    return played


def _same_force(rulebook: System, scenario: ScenarioInfo) -> list[str]:
    for name in scenario.forces:
        force = new_game.find_force(rulebook, name)
        if rulebook.fits(scenario, [force, force]) is None:
            return [name, name]
    raise click.ClickException(f"{scenario.name}: no force of its own can fight itself")


def strength(word: str, players: tuple[str, str], records: Sequence[GameRecord]) -> Strength:
    """How the first player did."""
    tally, faults = WinCount(), []
    for record in records:
        if record.fault:
            faults.append(f"{record.fault}; again: {record.command}")
            continue
        tally += WinCount.of(record.seats[seat_of(record, players)].won)
    names = ", ".join(sorted({record.scenario.partition("/")[2] for record in records}))
    return Strength(f"{word.partition('/')[0]}: {names}", players, tally, tuple(faults))


def written(page: str, found: Strength) -> str:
    """A page of results with the row of this series in place of the one that it had."""
    before, _, section = page.partition(TITLE)
    rows = [line for line in section.splitlines() if re.match(r"\| \w+: ", line)]
    key = found.row().split("|")[1:3]
    rows = sorted([row for row in rows if row.split("|")[1:3] != key] + [found.row()])
    return f"{before.rstrip()}\n\n{TITLE}\n{HEAD}" + "\n".join(rows) + "\n"


def with_playouts(name: str, playouts: int) -> str:
    """The name of a level that imagines at most so many games at each question. Only this process knows it."""
    if name not in LEVELS:
        raise click.ClickException(f"--playouts is for a level, and {name} is none; the levels: {', '.join(LEVELS)}")
    changed = f"{name} by {playouts} playouts"
    COMPUTERS[changed] = partial(Planning, level=evolve(LEVELS[name], playouts=playouts))
    return changed


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("-n", "--games", default=40, show_default=True, help="How many games.")
@click.option("--first", default="strong", show_default=True, help="The player that is measured ...")
@click.option("--second", default="greedy", show_default=True, help="... against this one.")
@click.option("--playouts", type=click.IntRange(1), help="The first one imagines so many games; on one processor only.")
@click.option("--seed", default=1, show_default=True, help="The seed of the first game.")
@click.option("--workers", default=1, show_default=True, help="On how many processors.")
@click.option("--write", is_flag=True, help="Write the row into RESULTS.md.")
def main(
    words: tuple[str, ...],
    games: int,
    first: str,
    second: str,
    playouts: int | None,
    seed: int,
    workers: int,
    write: bool,
) -> None:
    """Play RULEBOOK, or RULEBOOK/SCENARIO, between two players and print how often the first one wins."""
    if {first, second} & set(BENCHED):
        if workers > 1:
            raise click.UsageError(f"{IMAGINED} plays on one processor: leave --workers at 1")
        COMPUTERS.update(BENCHED)  # only this process knows them
    if playouts is not None:
        if workers > 1:
            raise click.UsageError("--playouts is for one processor: leave --workers at 1")
        first = with_playouts(first, playouts)
    for word in words:
        records = []
        for record in play(matches(word, (first, second), games, seed), workers=workers):
            records.append(record)
            found = strength(word, (first, second), records)
            print(f"\r{found.row()}", end="", flush=True)
            if write:  # after each game, for a series may be broken off
                RESULTS.write_text(written(RESULTS.read_text(encoding="utf-8"), found), encoding="utf-8")
        print("", *found.faults, sep="\n", flush=True)


if __name__ == "__main__":
    main()
