"""Series of games, greedy against greedy: who wins each scenario, with an interval; written into docs/balance.md.

python -m benchmarks.balance crimsondusk                 every scenario of a rulebook for two
python -m benchmarks.balance crimsondusk/convoy -n 40    one of them, so many games
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from time import perf_counter

import click
from attrs import field, frozen

from tabletop_tui.engine.setup import SEAT_NAMES
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

PAGE = Path(__file__).parents[1] / "docs" / "balance.md"
GAMES = 200
Z = 1.96
"""Normal deviate of an interval that holds the true rate 95 times in 100."""
ROLES = {"crimsondusk/convoy"}
"""Scenarios in which the seats have different tasks, so that forces which change seats play another battle."""
HEAD = """# Balance

How often each side wins where the greedy computer player plays both. A draw counts half. Where both seats have the
same task, the forces change seats in every second game, so that neither profits from its seat. The interval holds the
true rate 95 times in 100 (Wilson's). `python -m benchmarks.balance RULEBOOK` plays the games again and writes this
page.
"""
COLUMNS = "| scenario | first force, second force | games | won, drawn, lost | first force wins | Red wins |"


@frozen
class Tally:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The share of the games that were won, a draw counted half; a half where none was played."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the rate."""
        if not self.games:
            return 0.0, 1.0
        count, rate = self.games, self.rate
        middle = (rate + Z * Z / (2 * count)) / (1 + Z * Z / count)
        half = Z / (1 + Z * Z / count) * sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    def turned(self) -> Tally:
        """The same as the other side sees it."""
        return Tally(self.lost, self.drawn, self.won)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.rate:.0%} ({low:.0%} to {high:.0%})"


@frozen
class Series:
    """The games of a scenario for two: as shipped, and with the forces on each other's seats where that is the same."""

    name: str
    forces: tuple[str, str]
    shipped: Tally = field(factory=Tally)
    """As Red sees it, who has the first force there."""
    swapped: Tally = field(factory=Tally)
    """As Red sees it, who has the second force there."""

    @property
    def first(self) -> Tally:
        """As the first force sees it."""
        return self.shipped + self.swapped.turned()

    @property
    def red(self) -> Tally:
        return self.shipped + self.swapped

    def row(self) -> str:
        first = self.first
        counts = f"{first.won}, {first.drawn}, {first.lost}"
        red = str(self.red) if self.swapped.games else "the same"
        return f"| {self.name} | {', '.join(self.forces)} | {first.games} | {counts} | {first} | {red} |"


# ---------------------------------------------------------------- playing
def outcome(found: System, scenario: ScenarioInfo, forces: Sequence[ForceInfo], seed: int) -> Tally:
    """One game, as the first seat sees it."""
    session = Session.new(new_game.set_table(found, scenario, forces, ["greedy"] * 2, seed=seed))
    session.run()
    over = session.over
    session.close()
    assert over is not None, f"{scenario.name}, seed {seed}: the game has no end"
    if not over.winners or len(over.winners) > 1:
        return Tally(drawn=1)
    return Tally(won=1) if over.winners[0] == 0 else Tally(lost=1)


def play(found: System, scenario: ScenarioInfo, games: int) -> Series:
    """A series of a scenario for two, with the forces that it ships with."""
    forces = [new_game.find_force(found, name) for name in scenario.forces[:2]]
    other = forces[::-1]
    alike = forces[0].id != forces[1].id and found.fits(scenario, other) is None
    swaps = alike and scenario_word(found, scenario) not in ROLES
    shipped, swapped = Tally(), Tally()
    for seed in range(1, games + 1):
        if swaps and seed % 2 == 0:
            swapped += outcome(found, scenario, other, seed)
        else:
            shipped += outcome(found, scenario, forces, seed)
    return Series(scenario.name, (forces[0].name, forces[1].name), shipped, swapped)


def scenario_word(found: System, scenario: ScenarioInfo) -> str:
    return f"{found.id}/{scenario.id}"


def chosen(words: Sequence[str]) -> Iterator[tuple[System, ScenarioInfo]]:
    """The scenarios for two that are meant: RULEBOOK for all of it, RULEBOOK/SCENARIO for one."""
    for word in words:
        if "/" in word:
            yield new_game.find_scenario(word)
        else:
            found = system(word)
            yield from ((found, scenario) for scenario in new_game.scenarios_of(found) if scenario.seats == 2)


# ---------------------------------------------------------------- the page
def section(title: str, rows: Sequence[str]) -> str:
    lines = [f"## {title}", "", COLUMNS, "|---|---|---|---|---|---|", *rows]
    return "\n".join(lines) + "\n"


def kept(page: str) -> dict[str, list[str]]:
    """The rows that a page has, by the title of their section."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        found[title] = [line for line in body.splitlines() if line.startswith("| ") and line != COLUMNS]
    return found


def written(page: str, title: str, series: Series) -> str:
    """A page with the row of a series in place of the one that it had."""
    rows = kept(page)
    mine = rows.setdefault(title, [])
    mine[:] = sorted([row for row in mine if not row.startswith(f"| {series.name} |")] + [series.row()])
    return "\n".join([HEAD, *(section(name, rows[name]) for name in sorted(rows))])


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("-n", "--games", default=GAMES, show_default=True, help="How many games of each scenario.")
@click.option("--write/--no-write", default=True, show_default=True, help="Write docs/balance.md.")
def main(words: tuple[str, ...], games: int, write: bool) -> None:
    """Play RULEBOOK or RULEBOOK/SCENARIO, greedy against greedy, and print who wins."""
    for found, scenario in chosen(words):
        start = perf_counter()
        series = play(found, scenario, games)
        seconds = (perf_counter() - start) / games
        red = f"; {SEAT_NAMES[0]} {series.red}" if series.swapped.games else ""
        print(f"{series.name}: {series.forces[0]} {series.first}{red}; {seconds:.1f} s a game", flush=True)
        if write:
            page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            PAGE.write_text(written(page, found.name, series), encoding="utf-8")


if __name__ == "__main__":
    main()
