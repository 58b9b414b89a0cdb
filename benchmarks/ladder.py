"""The ladder of the levels: who beats whom how often, and a rating for each on one scale, in every rulebook.

python -m benchmarks.ladder                      docs/levels.md and play/ladder.toml, from the rows of RESULTS.md
python -m benchmarks.ladder mechcom -n 40        first play every pair of PAIRS until it has so many games
python -m benchmarks.ladder mechcom -n 100 --pair greedy greedy     games that tell what luck does

A row is written after each game and goes on where it stopped, so a series may be broken off. `--anew` begins the rows
that it plays at nothing: for players or rules that have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import click
from attrs import evolve

from benchmarks.luck_adjustment import (
    REROLLS,
    Adjustment,
    Measured,
    Row,
    adjustment,
    luck_rows,
    measured,
    write_luck,
)
from benchmarks.page import RESULTS
from benchmarks.ratings import rated
from benchmarks.strength import TITLE, Strength, matches, strength, written
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.win_rates import WinCount, wilson
from tabletop_tui.play.rating_ladder import ANCHOR, FILE, Meeting
from tabletop_tui.rulebook.registry import system, system_ids

ROW = re.compile(
    r"\| (?P<book>\w+): (?P<scenarios>[^|]+) \| (?P<first>\S+) : (?P<second>\S+) \| "
    r"\d+: (?P<won>\d+) won, (?P<drawn>\d+) drawn, (?P<lost>\d+) lost \|[^|]*\| (?P<day>[\d-]+) \|"
)
PAIRS = (("easy", "random"), ("fair", "easy"), ("strong", "fair"), ("strong", "greedy"), ("fair", "greedy"))
"""Who plays whom."""
SCENARIO = {
    "armymen": "quick-start",
    "crimsondusk": "quick-start",
    "mechcom": "canyon-deathmatch",
    "pmc2640": "quick-start",
    "techcommander": "elimination",
}
JUDGED = {
    "armymen": "2026-11-27",
    "crimsondusk": "2026-11-27",
    "mechcom": "2026-11-27",
    "pmc2640": "2026-11-27",
    "techcommander": "2026-11-27",
}
"""Since which day the computers of a rulebook judge as they do now: to be changed with how they judge."""
ORDER = ("random", "easy", "greedy", "fair", "strong")
PAGE = Path(__file__).parents[1] / "docs" / "levels.md"
DATA = Path(__file__).parents[1] / "tabletop_tui" / "play" / FILE
HEAD = f"""# How strong the levels are

Measured in mirrored games, the same force on both sides; a draw counts half a win to each. Ratings are on Elo's scale:
whoever is 400 points ahead wins ten times as often as the other. `{ANCHOR}` stands at 1000 in every rulebook, so
ratings of two rulebooks have nothing else in common. `±` is the standard error; figures in brackets hold the true rate
95 times in 100 (Wilson's interval). Where the level above does not win clearly more, dice or few choices forbid it, or
there were too few games: their number stands beside it.

Dice decide much, so luck is measured, too: what was rolled is rolled {REROLLS} times anew, and luck is the chance
after the real dice less the mean chance after the others. It is nothing on average, whoever plays, and so is the
surplus of good dice. *Luck taken out* is the rate less what the two did, by regression over all other games of the
rulebook; *worth* says how many games with their luck would tell the rate as well. Of games that were played before luck
was measured it is taken as none.

A row that was played before computers judged as they do now is marked as old: a level may be weaker or stronger by now.
Each rulebook says since when they judge so. Ratings are from all rows.

`python -m benchmarks.ladder RULEBOOK -n GAMES` plays on and writes this page; it may be broken off and goes on.
"""


def rows(page: str) -> Iterator[tuple[str, Strength, str]]:
    """The rulebook, the series and the day of each row of RESULTS.md."""
    for found in ROW.finditer(page.partition(TITLE)[2]):
        won, drawn, lost = (int(found[name]) for name in ("won", "drawn", "lost"))
        tally = WinCount(won, drawn, lost, won + drawn / 2)
        name = f"{found['book']}: {found['scenarios']}"
        yield found["book"], Strength(name, (found["first"], found["second"]), tally), found["day"]


def meetings(page: str, book: str) -> list[Meeting]:
    """Who met whom in a rulebook, in all scenarios."""
    found: dict[tuple[str, str], Meeting] = {}
    for one, series, day in rows(page):
        if one == book:
            key, tally = series.players, series.tally
            before = found.get(key, Meeting(*key, 0, 0.0))
            since = min(before.since or day, day)
            found[key] = evolve(
                before, games=before.games + tally.games, shares=before.shares + tally.shares, since=since
            )
    return sorted(found.values(), key=lambda one: (rank(one.first), rank(one.second)))


def rank(player: str) -> int:
    return ORDER.index(player) if player in ORDER else len(ORDER)


def go_on(book: str, pair: tuple[str, str], games: int, workers: int, anew: bool) -> None:
    """Play a pair until it has so many games; its row, and the luck of each game, are written after each."""
    word = f"{book}/{SCENARIO[book]}"
    row = (f"{book}: {SCENARIO[book]}", *pair)
    known = [one for _, one, _ in rows(RESULTS.read_text(encoding="utf-8")) if (one.name, *one.players) == row]
    before = known[0].tally if known and not anew else WinCount()
    luck = [] if anew else luck_rows().get(row, [])
    if pair[0] == pair[1]:
        before = _tally(luck)
    records = []
    left = [evolve(match, rerolls=REROLLS) for match in matches(word, pair, games, 1)[before.games :]]
    for record in play(left, workers=workers):
        records.append(record)
        if not record.fault:
            luck.append(measured(record, pair))
            write_luck(row, luck)
        found = strength(word, pair, records)
        if pair[0] == pair[1]:  # nobody's strength: these games tell about luck alone
            found = evolve(found, name=row[0], tally=_tally(luck))
        else:
            found = evolve(found, name=row[0], tally=before + found.tally)
            RESULTS.write_text(written(RESULTS.read_text(encoding="utf-8"), found), encoding="utf-8")
        print(f"\r{found.row()}", end="", flush=True)
    print()


def _tally(games: Sequence[Measured]) -> WinCount:
    return sum((WinCount.of(one.share) for one in games), WinCount())


# ---------------------------------------------------------------- what is written
def data(page: str) -> str:
    """The ladder as the program reads it."""
    lines = [
        f"# Written by `python -m benchmarks.ladder`, {date.today()}: how strong the levels are, see docs/levels.md."
    ]
    for book in system_ids():
        met = meetings(page, book)
        if not met:
            continue
        lines += ["", f"[{book}]", f'judged = "{JUDGED[book]}"', "meetings = ["]
        lines += [f'    ["{one.first}", "{one.second}", {one.games}, {one.shares}, "{one.since}"],' for one in met]
        lines += ["]", "", f"[{book}.ratings]"]
        ratings = rated(met)
        lines += [
            f"{name} = [{ratings[name].points:.0f}.0, {ratings[name].error:.0f}.0, {ratings[name].games}]"
            for name in sorted(ratings, key=rank)
        ]
    return "\n".join(lines) + "\n"


def levels(page: str) -> str:
    """The page about the levels."""
    return "\n".join([HEAD, *(line for book in system_ids() for line in section(page, book))])


def section(page: str, book: str) -> Iterator[str]:
    met = meetings(page, book)
    if not met:
        return
    ratings = rated(met)
    yield f"## {system(book).name}\n\nComputers judge as they do now since {JUDGED[book]}.\n"
    yield "| level | rating | games |\n|---|---|---|"
    for name in sorted(ratings, key=lambda one: -ratings[one].points):
        one = ratings[name]
        yield f"| {name} | {one.points:.0f}{f' ± {one.error:.0f}' if one.error else ', by agreement'} | {one.games} |"
    known = {row: games for row, games in luck_rows().items() if row[0].startswith(f"{book}: ")}
    without = adjustment(known)
    yield "\n| players | scenario | games | the first wins | luck taken out | worth | played |"
    yield "|---|---|---|---|---|---|---|"
    for one_book, series, day in rows(page):
        if one_book == book:
            low, high = wilson(series.tally.rate, series.tally.games)
            told = f"{series.tally.rate:.0%} ({100 * low:.0f} to {100 * high:.0f})"
            scenario = series.name.partition(": ")[2]
            when = f"{day}, old" if day < JUDGED[book] else day
            fair = without.rate((series.name, *series.players), series.tally)
            adjusted = (str(fair), f"{fair.worth:.0f} games") if fair else ("", "")
            cells = (" : ".join(series.players), scenario, str(series.tally.games), told, *adjusted, when)
            yield f"| {' | '.join(cells)} |"
    yield ""
    yield from luck_words(known, without)


def luck_words(known: Mapping[Row, Sequence[Measured]], without: Adjustment) -> Iterator[str]:
    """What the dice decide in a rulebook, and that games between two of the same show no luck and no winner."""
    for (name, first, second), games in known.items():
        if first == second:
            luck, tally = [game.luck for game in games], _tally(games)
            error = stdev(luck) / sqrt(len(luck))
            yield (
                f"Luck explains {without.explained:.0%} of how games end. In {len(games)} games of {first} against "
                f"itself ({name.partition(': ')[2]}) mean luck was {100 * mean(luck):+.1f} ± {100 * error:.1f} points; "
                f"whoever is called the first won {tally}, with luck taken out "
                f"{without.rate((name, first, second), tally)}.\n"
            )


@click.command()
@click.argument("rulebooks", nargs=-1)
@click.option("-n", "--games", default=0, help="Play until every pair has so many games.")
@click.option("--pair", nargs=2, help="Only these two players.")
@click.option("--workers", default=1, show_default=True, help="On how many processors.")
@click.option("--anew", is_flag=True, help="Begin the rows that are played at nothing.")
def main(rulebooks: tuple[str, ...], games: int, pair: tuple[str, str] | None, workers: int, anew: bool) -> None:
    """Play the levels of RULEBOOKS against each other, and write how strong they are."""
    for book in rulebooks or system_ids() if games else ():
        for one in [pair] if pair else PAIRS:
            go_on(book, one, games, workers, anew)
    page = RESULTS.read_text(encoding="utf-8")
    DATA.write_text(data(page), encoding="utf-8")
    PAGE.write_text(levels(page), encoding="utf-8")


if __name__ == "__main__":
    main()
