"""Saved games at a glance: what a journal is of, when it was begun, how far it came. Nothing is replayed for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from tabletop_tui import paths
from tabletop_tui.engine.setup import PERSON, player_words
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.journal import MOST_RECORDS
from tabletop_tui.rulebook.metadata import About
from tabletop_tui.rulebook.registry import about


@frozen
class SavedGame:
    """One journal at a glance."""

    path: Path
    date: str
    system: About
    """Its rulebook."""
    scenario: str
    who: str
    """Whether people or computers play, in a word or two."""
    seats: str
    """Who plays each seat."""
    round: int
    """The round that was under way."""
    finished: bool
    damaged: bool = False


def glance(path: Path) -> SavedGame:
    """A journal at a glance: its header and its records. The checksums are looked at only when it is loaded."""
    try:
        lines = read_file.content(path, read_file.LARGEST_JOURNAL).splitlines()[: MOST_RECORDS + 1]
        header, *records = (_record(line) for line in lines)
        setup, date = header["setup"], str(header.get("begun", ""))
        system = about(str(setup["system"]))
        scenario = str(setup["scenario"].get("name", path.stem))
        who, seats = who_sits(setup["seats"])
    except (BadFile, ValueError, LookupError, TypeError, AttributeError):
        return SavedGame(path, "", about(""), path.stem, "", "", 0, False, damaged=True)
    return SavedGame(path, date, system, scenario, who, seats, *_how_far(records))


def _record(line: bytes) -> dict[str, Any]:
    """The record of a line; {} for one that is damaged."""
    try:
        record = read_file.json_of(line)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _how_far(records: Iterable[Mapping[str, Any]]) -> tuple[int, bool]:
    """The round that was under way, and whether the game is over."""
    answers, ends, finished = 0, [0], False
    for record in records:
        if record.keys() & {"seat", "concede", "draw"}:
            answers += 1
        elif "digest" in record:
            ends.append(answers)
        elif isinstance(back := record.get("back"), int):
            answers, finished = back, False
            ends = [end for end in ends if end <= answers]
        finished = finished or "end" in record
    return len(ends), finished


def who_sits(seats: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Whether people or computers play, in a word or two, and who plays each seat."""
    people = [seat["player"] == PERSON for seat in seats]
    word = "hot seat" if all(people) else "with computer" if any(people) else "computers"
    return word, ", ".join(f"{seat['name']}: {player_words(seat['player'])}" for seat in seats)


def last_unfinished() -> SavedGame | None:
    """The game to go on with: the one whose journal was written last, if it is not over."""
    return next((game for game in map(glance, paths.played_last()[:9]) if not game.finished), None)
