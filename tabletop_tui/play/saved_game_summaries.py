"""Saved games at a glance: what a journal is of, when it was begun, how far it came. Nothing is replayed for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.engine.setup import PERSON, player_words
from tabletop_tui.engine.wording import listed
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.records import frozen
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
    names: tuple[str, ...] = ()
    """The names of the seats."""
    winners: tuple[int, ...] | None = None
    """Which seats won; () for a draw, None while nobody has."""
    scores: tuple[int, ...] = ()
    """The score at the end."""

    people: tuple[bool, ...] = ()
    """Of each seat whether a person plays it."""
    name: str = ""
    """What the players call the game."""

    @property
    def called(self) -> str:
        """The game by its own name, where it has one, and its scenario."""
        return f"{self.name} ({self.scenario})" if self.name else self.scenario

    @property
    def sides(self) -> str:
        """Who won, and who played: 'Red won: Red 250 v. Blue (computer) 80', 'a draw: Ann v. Ben'."""
        said = []
        for seat, (name, person) in enumerate(zip(self.names, self.people, strict=True)):
            score = f" {self.scores[seat]}" if any(self.scores) and seat < len(self.scores) else ""
            said.append(f"{name}{'' if person else ' (computer)'}{score}")
        won = listed([name for seat, name in enumerate(self.names) if seat in (self.winners or ())])
        came = f"{won} won: " if won else "a draw: " if self.winners == () else ""
        return f"{came}{' v. '.join(said)}"


def glance(path: Path) -> SavedGame:
    """A journal at a glance: its header and its records. The checksums are looked at only when it is loaded."""
    try:
        lines = read_file.content(path, read_file.LARGEST_JOURNAL).splitlines()[: read_file.MOST_RECORDS + 1]
        header, *records = (_record(line) for line in lines)
        setup, date = header["setup"], str(header.get("begun", ""))
        system = about(str(setup["system"]))
        scenario = str(setup["scenario"].get("name", path.stem))
        who, seats = who_sits(setup["seats"])
    except (BadFile, ValueError, LookupError, TypeError, AttributeError):
        return SavedGame(path, "", about(""), path.stem, "", "", 0, False, damaged=True)
    names = tuple(str(seat["name"]) for seat in setup["seats"])
    people = tuple(seat["player"] == PERSON for seat in setup["seats"])
    under_way, end = _how_far(records)
    under_way += max(0, _begun_in(setup, system) - 1)
    winners, scores = (_numbers(end, "winners"), _numbers(end, "scores")) if end is not None else (None, ())
    game = SavedGame(path, date, system, scenario, who, seats, under_way, end is not None, False, names)
    return evolve(game, winners=winners, scores=scores, people=people, name=str(setup.get("name", "")))


def _begun_in(setup: Mapping[str, Any], system: About) -> int:
    """The round in which a game begins: the first, or that of the position from which it is played on."""
    position = setup.get("position")
    state = position.get("state", position) if isinstance(position, dict) else None
    begun = state.get(system.round) if isinstance(state, dict) else None
    return begun if isinstance(begun, int) else 1


def _numbers(end: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """A list of numbers in the record of the end; () where it has none."""
    found = end.get(key)
    return tuple(found) if isinstance(found, list) and all(isinstance(one, int) for one in found) else ()


def _record(line: bytes) -> dict[str, Any]:
    """The record of a line; {} for one that is damaged."""
    try:
        record = read_file.json_of(line)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _how_far(records: Iterable[Mapping[str, Any]]) -> tuple[int, Mapping[str, Any] | None]:
    """The round that was under way, and the record of the end if the game is over."""
    answers, ends = 0, [0]
    finished: Mapping[str, Any] | None = None
    for record in records:
        if record.keys() & {"seat", "concede", "draw"}:
            answers += 1
        elif "digest" in record:
            ends.append(answers)
        elif isinstance(back := record.get("back"), int):
            answers, finished = back, None
            ends = [end for end in ends if end <= answers]
        if "end" in record:
            finished = end if isinstance(end := record["end"], dict) else {}
            if len(ends) > 1 and ends[-1] == answers:
                ends.pop()  # the last round was played to its end, and no other was under way
    return len(ends), finished


def who_sits(seats: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Whether people or computers play, in a word or two, and who plays each seat."""
    people = [seat["player"] == PERSON for seat in seats]
    word = "hot seat" if all(people) else "with computer" if any(people) else "computers"
    return word, ", ".join(f"{seat['name']}: {player_words(seat['player'])}" for seat in seats)


def last_unfinished() -> SavedGame | None:
    """The game to go on with: the one whose journal was written last, if it is not over."""
    return next((game for game in map(glance, paths.played_last()[:9]) if not game.finished), None)
