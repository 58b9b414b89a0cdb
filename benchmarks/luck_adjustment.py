"""Win rates with the luck of the dice taken out, which are known from fewer games.

Whatever the players do, luck is nothing on average (`tabletop_tui/lab/dice_luck.py`), so a result less any multiple of
its luck has the same mean and scatters less. The multiples, one for luck and one for the surplus of good dice, are
found by regression over all games of a rulebook but the one that is adjusted: so the rate stays unbiased. What was
measured is in LUCK, a line for each row of RESULTS.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from attrs import astuple, frozen

from tabletop_tui.files.write_file import write_beside
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.win_rates import WinCount, wilson

LUCK = Path(__file__).with_name("luck.jsonl")
REROLLS = 8
"""How often each roll is made anew. More explains little more."""
Row = tuple[str, str, str]
"""The rulebook and scenario, and the two players."""


@frozen
class Measured:
    """A game: the first player's share of it, his luck, and his surplus of good dice less that of the other."""

    seed: int
    share: float
    luck: float
    surplus: float


def seat_of(record: GameRecord, players: tuple[str, str]) -> int:
    """Where the first player sits; of two that are the same, now one and now the other is the first."""
    if players[0] == players[1]:
        return record.seed % len(record.seats)
    return next(place for place, seat in enumerate(record.seats) if seat.player == players[0])


def measured(record: GameRecord, players: tuple[str, str]) -> Measured:
    """What a game of two sides says, whose luck was measured."""
    mine = seat_of(record, players)
    own, other = record.luck[mine], record.luck[1 - mine]
    return Measured(record.seed, record.seats[mine].won, round(own.luck, 4), round(own.surplus - other.surplus, 3))


# ---------------------------------------------------------------- what was measured
def luck_rows() -> dict[Row, list[Measured]]:
    """The games of each row whose luck is known."""
    lines = LUCK.read_text(encoding="utf-8").splitlines() if LUCK.exists() else []
    found = [json.loads(line) for line in lines]
    return {tuple(one["row"]): [Measured(*game) for game in one["games"]] for one in found}


def write_luck(row: Row, games: Iterable[Measured]) -> None:
    """Put a row's games in place of those that were there."""
    rows = luck_rows() | {row: list(games)}
    lines = [
        json.dumps({"row": key, "games": [astuple(game) for game in rows[key]]}) for key in sorted(rows) if rows[key]
    ]
    write_beside(LUCK, "\n".join(lines) + "\n")


# ---------------------------------------------------------------- what it comes to
@frozen
class Adjusted:
    """A win rate with luck taken out."""

    rate: float
    worth: float
    """How many games without measured luck would tell the rate as well."""

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of so many games."""
        return wilson(min(1.0, max(0.0, self.rate)), self.worth)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.0%} ({100 * low:.0f} to {100 * high:.0f})"


@frozen
class Adjustment:
    """What luck does in a rulebook: by how much each game is adjusted, and what part of the scatter that explains."""

    shifts: Mapping[Row, Sequence[float]]
    explained: float
    """Of the variance of results within rows: 1 would be all; less than 0 where luck only adds noise."""

    def rate(self, row: Row, tally: WinCount) -> Adjusted | None:
        """A row's rate over all its games, of which some have their luck measured.

        None where all or nothing was won, or no luck was measured.
        """
        shifts = self.shifts.get(row, ())
        if not shifts or not 0 < tally.rate < 1:
            return None
        games = tally.games
        return Adjusted(tally.rate - sum(shifts) / games, games / (1 - self.explained * len(shifts) / games))


def adjustment(rows: Mapping[Row, Sequence[Measured]]) -> Adjustment:
    """For each game of these rows its luck times the multiples that all other games tell."""
    tables = {row: np.array([[one.luck, one.surplus, one.share] for one in games]) for row, games in rows.items()}
    sums = {row: _products(table) for row, table in tables.items()}
    whole = sum(sums.values(), np.zeros((3, 3)))
    shifts: dict[Row, list[float]] = {}
    before = after = 0.0
    for row, table in tables.items():
        shifts[row] = []
        for place, game in enumerate(table):
            others = whole - sums[row] + _products(np.delete(table, place, 0))
            multiples = np.linalg.lstsq(others[:2, :2], others[:2, 2], rcond=None)[0]
            shifts[row].append(float(game[:2] @ multiples))
        before += float(table[:, 2].var() * len(table))
        after += float((table[:, 2] - shifts[row]).var() * len(table))
    return Adjustment(shifts, 1 - after / before if before else 0.0)


def _products(table: np.ndarray) -> np.ndarray:
    """The sums of products of the columns about their means."""
    away = table - table.mean(0) if len(table) else table
    found: np.ndarray = away.T @ away
    return found
