"""The folder of a series: what was asked for, a line for each game that was played, and the tables made of these."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from attrs import asdict, define, field, fields, frozen
from cattrs import Converter

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import content
from tabletop_tui.files.safe_text import in_spreadsheet
from tabletop_tui.files.validation import shown_error
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.lab.record import GameRecord, SeatRecord, UnitRecord

GAMES, ASKED = "games.jsonl", "series.json"
LARGEST = 2_000_000_000
"""Bytes of all games of a folder."""
_CONVERTER = Converter(forbid_extra_keys=True)


@frozen
class Asked:
    """What was asked for: the words of the command."""

    scenarios: tuple[str, ...]
    forces: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    seed: int


@define
class Folder:
    """A folder in which a series is kept, so that it can be taken up again."""

    path: Path
    records: dict[str, GameRecord] = field(factory=dict)
    """The games that came to an end, by the keys of their matches."""

    @classmethod
    def opened(cls, path: Path) -> Folder:
        """A folder, made if it is not there, with the games that it holds. BadFile if it cannot be used.

        A last line that was not finished, when the program or the machine came to its end, is taken away.
        """
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(path, "", f"cannot be used as a folder: {shown_error(error)}") from None
        folder = cls(path)
        games = path / GAMES
        if games.exists():
            whole, _, rest = content(games, LARGEST).rpartition(b"\n")
            if rest:
                _cut(games, len(whole) + bool(whole))
            for number, line in enumerate(whole.splitlines(), 1):
                record = _read(line, games, number)
                folder.records[record.key] = record
        return folder

    def add(self, record: GameRecord) -> None:
        """Put a game down; it is on the disk when this is done. One that ended by a fault is to be played again."""
        if record.fault:
            return
        self.records[record.key] = record
        try:
            with open(self.path / GAMES, "a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(record)) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadFile(self.path / GAMES, "", f"cannot be written: {shown_error(error)}") from None

    # ------------------------------------------------------------------ what was asked for
    @property
    def asked(self) -> Asked:
        """What was asked for when the series was begun. BadFile where that is not known."""
        path = self.path / ASKED
        if not path.exists():
            raise BadFile(self.path, "", "holds no series; name the scenarios that are to be played")
        try:
            return _CONVERTER.structure(json.loads(content(path)), Asked)
        except Exception as error:  # whatever is wrong with it, it was not written by the lab
            raise BadFile(path, "", "is no series of the lab; name the scenarios, and it is written anew") from error

    @asked.setter
    def asked(self, asked: Asked) -> None:
        write_beside(self.path / ASKED, json.dumps(asdict(asked), indent=1) + "\n")

    # ------------------------------------------------------------------ tables
    def write_tables(self, records: Sequence[GameRecord]) -> list[Path]:
        """games.csv, a row a game, and units.csv, a row a unit."""
        made = {"games.csv": game_rows(records), "units.csv": unit_rows(records)}
        for name, rows in made.items():
            write_beside(self.path / name, csv_text(rows))
        return [self.path / name for name in made]


def _cut(path: Path, size: int) -> None:
    try:
        with open(path, "r+b") as file:
            file.truncate(size)
    except OSError as error:
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None


def _read(line: bytes, path: Path, number: int) -> GameRecord:
    try:
        return _CONVERTER.structure(json.loads(line), GameRecord)
    except Exception as error:  # whatever is wrong with it, it is no game
        raise BadFile(path, f"line {number}", "is no game of the lab; delete the line") from error


# ---------------------------------------------------------------- rows
def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [in_spreadsheet(value) if isinstance(value, str) else value for value in row] for row in rows
    )
    return out.getvalue()


def game_rows(records: Sequence[GameRecord]) -> list[list[Any]]:
    """A heading, and a row for each game: what was played, how it ended, and how each seat did."""
    most = max((len(record.seats) for record in records), default=0)
    of_seat = [one.name for one in fields(SeatRecord)]
    heads = ["scenario", "seed", "as shipped", "rounds", "answers", "seconds", "ended"]
    rows: list[list[Any]] = [[*heads, *(f"seat {seat} {name}" for seat in range(1, most + 1) for name in of_seat)]]
    for record in records:
        row = [record.scenario, record.seed, record.as_shipped, record.rounds, record.answers, record.seconds]
        rows.append([*row, record.ended, *(value for seat in record.seats for value in asdict(seat).values())])
    return rows


def unit_rows(records: Sequence[GameRecord]) -> list[list[Any]]:
    """A heading, and a row for each unit of each game."""
    of_unit = [one.name for one in fields(UnitRecord) if one.name != "seat"]
    rows: list[list[Any]] = [["scenario", "seed", "seat", "player", "force", "won", *of_unit]]
    for record in records:
        for unit in record.units:
            seat, values = record.seats[unit.seat], asdict(unit)
            del values["seat"]
            rows.append([record.scenario, record.seed, seat.name, seat.player, seat.force, seat.won, *values.values()])
    return rows
