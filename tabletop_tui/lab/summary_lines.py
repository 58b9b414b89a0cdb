"""A summary as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabletop_tui.engine.outcome_chances import side_percents
from tabletop_tui.engine.wording import counted
from tabletop_tui.lab.pairings import Match
from tabletop_tui.lab.series_summary import Rates, Spread, Summary
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.play.position_files import opened
from tabletop_tui.rulebook.registry import system

RATES = ("", "won", "drawn", "lost", "wins")
AS_SHIPPED = "By seat, as shipped"
UNITS = ("unit", "cost", "fielded", "lost", "harm", "earned", "for each point")
EARNED = (
    "Lost: how often in a game. Harm, earned: in a game; earned is what the enemies had cost that it took off the "
    "table, and of those that it hurt the share that was lost."
)


def groups(summary: Summary) -> Iterator[tuple[str, Rates]]:
    """The rates worth telling, under their headings: of players and forces only where there are two at least."""
    if len(summary.players) > 1:
        yield "By player", summary.players
    if len(summary.forces) > 1:
        yield "By force", summary.forces
    yield "By seat", summary.seats
    if summary.shipped and summary.shipped != summary.seats:
        yield AS_SHIPPED, summary.shipped


def summary_lines(summary: Summary) -> Iterator[str]:
    """The whole of it."""
    yield f"{summary.name} ({summary.scenario}): {counted(summary.games, 'game')}, {summary.drawn} drawn"
    for title, rates in groups(summary):
        yield ""
        yield from _table((title, *RATES[1:]), [rate_row(name, tally) for name, tally in rates.items()])
    yield ""
    rounds, answers, seconds = (spread_words(one) for one in (summary.rounds, summary.answers, summary.seconds))
    yield f"{summary.called.capitalize()}s: {rounds}. Answers: {answers}. Seconds: {seconds}."
    for force in dict.fromkeys(unit.force for unit in summary.units):
        yield ""
        yield from _table((force, *UNITS[1:]), unit_rows(summary, force))


def foretold_words(match: Match) -> str:
    """What was foretold of a game before its first answer, by the number of which the coach speaks."""
    game = opened(system(match.setup.system), match.setup)
    seats = match.setup.seats
    shares = [game.system.prospects(game, seat).share for seat in range(len(seats))]
    told = zip(seats, side_percents(shares, [one.team for one in seats]), strict=True)
    said = ", ".join(f"{one.name} {share}" for one, share in told)
    return f"Foretold at the start, as shipped: {said}; a draw counts half."


def spread_words(spread: Spread) -> str:
    """As in '4 to 9, mean 6.2'."""
    return f"{spread.least:g} to {spread.most:g}, mean {_mean_words(spread.mean)}"


def _mean_words(mean: float) -> str:
    """In three digits, or in as many as the whole number has."""
    return f"{mean:.3g}" if mean < 100 else f"{mean:.0f}"


def rate_row(name: str, tally: WinCount) -> list[str]:
    return [name, str(tally.won), str(tally.drawn), str(tally.lost), str(tally)]


def unit_rows(summary: Summary, force: str) -> list[list[str]]:
    """The units of a force, the one that earned most for its cost first."""
    return [
        [
            *(unit.name, str(unit.cost), str(unit.fielded), f"{unit.loss:.0%}", f"{unit.harm / unit.fielded:.1f}"),
            *(f"{unit.earned / unit.fielded:.1f}", f"{unit.worth:.2f}"),
        ]
        for unit in summary.units
        if unit.force == force
    ]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Columns, the first to the left and the others to the right."""
    rows = [heads, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
