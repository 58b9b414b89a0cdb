"""The folder of a series: what was asked for, a line for each game that was played, and the tables made of these."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from attrs import asdict, define, field, fields

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.locks import appended, lock
from tabletop_tui.files.read_file import content, json_of
from tabletop_tui.files.safe_text import in_spreadsheet
from tabletop_tui.files.validation import Wrong, between, shown, shown_error, within
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.lab.match_record import GameRecord, SeatRecord, UnitRecord
from tabletop_tui.play.new_game import LARGEST_SEED
from tabletop_tui.records import frozen

Made = TypeVar("Made")
GAMES, ASKED = "games.jsonl", "series.json"
LONGEST = 1_000_000
"""Bytes of a game."""
LARGEST_FIGURE = 10**9
LONGEST_TEXT = 5000
MOST_GAMES = 100_000
"""So many games a series has at most."""


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
    """A folder in which a series is kept, so that it can be taken up again. Only one lab at a time has it."""

    path: Path
    _file: BinaryIO
    """Of the games, locked."""
    records: dict[str, GameRecord] = field(factory=dict)
    """The games that came to an end, by the keys of their matches."""

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Folder]:
        """A folder, made if it is not there, with the games that it holds. BadFile if it cannot be used.

        A last line that was not finished, when the program or the machine came to its end, is taken away.
        """
        try:
            path.mkdir(parents=True, exist_ok=True)
            file = appended(path / GAMES)
        except (OSError, ValueError) as error:
            raise BadFile(path, "", f"cannot be used as a folder: {shown_error(error)}") from None
        with file:
            try:
                lock(file)
            except BlockingIOError:
                raise BadFile(path, "", "another lab plays there; wait for its end, or name another folder") from None
            folder = cls(path, file)
            folder._read()
            yield folder

    def _read(self) -> None:
        """Take in the games, a line at a time, and take away the last one if it was not finished."""
        self._file.seek(0)
        for number in count(1):
            begun = self._file.tell()
            line = self._file.readline(LONGEST + 1)
            if not line.endswith(b"\n"):
                break
            record = _record(line, self.path / GAMES, number)
            if len(self.records) >= MOST_GAMES and record.key not in self.records:
                raise BadFile(self.path / GAMES, f"line {number}", f"a series has at most {MOST_GAMES} games")
            self.records[record.key] = record
        if len(line) > LONGEST:
            raise BadFile(self.path / GAMES, f"line {number}", f"no game is longer than {LONGEST} bytes; delete it")
        if line:
            self._file.truncate(begun)

    def add(self, record: GameRecord) -> None:
        """Put a game down; it is on the disk when this is done. One that ended by a fault is to be played again."""
        if record.fault:
            return
        self.records[record.key] = record
        try:
            if not os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path / GAMES)):
                raise OSError("another file has taken its place")
            self._file.write(json.dumps(asdict(record)).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadFile(self.path / GAMES, "", f"cannot be written: {shown_error(error)}") from None

    # ------------------------------------------------------------------ what was asked for
    @property
    def asked(self) -> Asked:
        """What was asked for when the series was begun. BadFile where that is not known."""
        path = self.path / ASKED
        if not os.path.lexists(path):
            raise BadFile(self.path, "", "holds no series; name the scenarios that are to be played")
        return _structured(content(path), Asked, path, "", "is no series of the lab; name the scenarios anew")

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


def _record(line: bytes, path: Path, number: int) -> GameRecord:
    return _structured(line, GameRecord, path, f"line {number}", "is no game of the lab; delete the line")


def _structured(data: bytes, kind: type[Made], path: Path, line: str, fix: str) -> Made:
    """What the lab wrote as JSON; BadFile for what it would not write."""
    try:
        made: Made = _READER.structure(json_of(data), kind)
    except Wrong as wrong:
        raise BadFile(path, ": ".join(filter(None, (line, wrong.place))), f"{wrong.fix}; this {fix}") from None
    except (ValueError, RecursionError):
        raise BadFile(path, line, fix) from None
    return made


def _check_asked(asked: Asked) -> None:
    between(asked.games, 1, MOST_GAMES, "games")
    between(asked.seed, 0, LARGEST_SEED, "seed")


def _check_game(record: GameRecord) -> None:
    """Wrong for figures that no game can have, on which the tables and plots rely."""
    for name in ("rounds", "answers", "seconds"):
        within(getattr(record, name), 0, LARGEST_FIGURE, name)
    for number, seat in enumerate(record.seats):
        within(seat.won, 0, 1, f"seats[{number}].won")
    for number, unit in enumerate(record.units):
        between(unit.seat, 0, len(record.seats) - 1, f"units[{number}].seat")
        for name in ("cost", "lost", "left", "harm", "earned"):
            within(getattr(unit, name), 0, LARGEST_FIGURE, f"units[{number}].{name}")


def _whole(value: Any, _: Any = int) -> int:
    if type(value) is not int or abs(value) > 2**64:  # as a seed
        raise Wrong(f"give a whole number, not {shown(value)}")
    return value


def _number(value: Any, _: Any = float) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST_FIGURE:
        raise Wrong(f"give a number, not {shown(value)}")
    return float(value)


def _text(value: Any, _: Any = str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Wrong(f"give a text of at most {LONGEST_TEXT} letters, not {shown(value)}")
    value.encode()  # half a letter is a ValueError
    return value


_READER = Strict({Asked: _check_asked, GameRecord: _check_game})
for _kind, _hook in ((int, _whole), (float, _number), (str, _text)):
    _READER.register_structure_hook(_kind, _hook)


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
