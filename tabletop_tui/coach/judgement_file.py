"""What the coach has found about a game, kept in a file, so that no answer is judged twice.

Lines of JSON: a head says by which version of the rules and with how many playouts the lines after it were made; then
comes a line for each judgement, in whichever order they were found. Each names its position by a key that hangs on the
set-up and on every answer and die before it. So lines stay true when answers are taken back, when a game goes on, and
when an analysis was stopped.

Several analyses of a game, in one program or in several, share its file: lines are only ever added, under a lock, and
after reading what somebody else has added. Only a last line that was cut off is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import asdict, fields

from tabletop_tui.coach.answer_judging import PLAYOUTS, Judgement
from tabletop_tui.engine.codec import write_setup
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import appended, wait_for
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import shown_error

FORMAT = 1
SUFFIX = ".jsonl"
HEAD = {"analysis", "rules", "playouts"}
MOST_PLAYOUTS = 1000
Made = tuple[int, int]
"""By which version of the rules something was found, and with how many playouts."""
ANEW = "delete the file; the analysis is then made anew"
_encode = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False).encode
TEXTS = ("asked", "said", "best")
PIECES = ("led_to", "would_lead", "rules")
FIGURES = ("cost", "error", "share", "share_error")
COUNTS = ("seat", "considered", "playouts")


# ---------------------------------------------------------------- which position
def position_keys(setup: Setup, opening_dice: Sequence[int], entries: Sequence[Entry]) -> Iterator[str]:
    """The key of the position before each entry; a game that was judged under other rules has other keys."""
    state = blake2b(_encode([write_setup(setup), list(opening_dice)]).encode(), digest_size=12)
    for entry in entries:
        state.update(_encode([entry.seat, entry.kind, entry.answer]).encode())
        yield state.hexdigest()  # what was answered is judged, but not the dice that came of it
        state.update(_encode(list(entry.dice or ())).encode())


def file_name(setup: Setup, opening_dice: Sequence[int]) -> str:
    """What the file of a game is called: every course of the same set-up and dice is kept in one."""
    text = _encode([write_setup(setup), list(opening_dice)]).encode()
    return f"{setup.system}-{blake2b(text, digest_size=8).hexdigest()}{SUFFIX}"


# ---------------------------------------------------------------- the file
class JudgementFile:
    """The judgements of a game, by the key of their position; those of other rules or playouts stay beside them."""

    def __init__(self, path: Path, rules: int, seats: int, playouts: int | None = None) -> None:
        """BadFile if the file is there and cannot be used for a game of so many seats.

        Where no number of playouts is named, it is the one that was used last, if any.
        """
        self.path, self.seats = path, seats
        self._found: dict[Made, dict[str, Judgement | None]] = {}
        self._under: Made | None = None
        """How the lines after the last head were made; None for another format, which is left alone."""
        self._size = self._lines = 0
        """How many bytes and lines were read; they are whole."""
        self.look()
        self.made: Made = rules, playouts or (self._under[1] if self._under is not None else PLAYOUTS)

    @property
    def playouts(self) -> int:
        return self.made[1]

    @property
    def known(self) -> Mapping[str, Judgement | None]:
        """What was found by these rules with so many playouts, by the key; None for what is not judged."""
        return self._found.get(self.made, {})

    def look(self) -> None:
        """Take in what was added since the last look, by whomever; BadFile if that cannot be used."""
        data = read_file.content(self.path, read_file.LARGEST_JOURNAL) if os.path.exists(self.path) else b""
        if len(data) < self._size:  # somebody has deleted it, or begun it anew
            self._size, self._lines, self._under = 0, 0, None
        for line in data[self._size :].splitlines(keepends=True):
            if not line.endswith(b"\n"):
                return  # it is being written, or was when a program ended
            self._take(self._lines + 1, line)
            self._size += len(line)
            self._lines += 1

    def _take(self, number: int, line: bytes) -> None:
        try:
            found = read_file.json_of(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not (is_head(found) or number > 1):
            raise BadFile(self.path, f"line {number}", f"this is no line of an analysis; {ANEW}")
        if is_head(found):
            self._under = (found["rules"], found["playouts"]) if found["analysis"] == FORMAT else None
        elif self._under is not None:
            key, judgement = self._judgement(number, found)
            self._found.setdefault(self._under, {})[key] = judgement

    def _judgement(self, number: int, found: dict[str, Any]) -> tuple[str, Judgement | None]:
        key = found.pop("at", None)
        if isinstance(key, str) and found == {"judged": False}:
            return key, None
        found.setdefault("rules", [])  # lines from before it was kept
        if not isinstance(key, str) or not is_judgement(found) or found["seat"] >= self.seats:
            raise BadFile(self.path, f"line {number}", f"this is no judgement of an answer; {ANEW}")
        texts = {name: clean(found[name]) for name in TEXTS}
        pieces = {name: tuple(map(clean, found[name])) for name in PIECES}
        return key, Judgement(**{**found, **texts, **pieces})

    def keep(self, key: str, judgement: Judgement | None) -> None:
        """Put a judgement down, unless somebody else has; BadFile if that cannot be done."""
        record = {"at": key, **({"judged": False} if judgement is None else asdict(judgement))}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with appended(self.path) as file:
                wait_for(file)
                self.look()
                if key in self.known:
                    return
                lines = [record] if self._under == self.made else [self._head(), record]
                file.truncate(self._size)
                file.write("".join(f"{_encode(one)}\n" for one in lines).encode())
        except (OSError, ValueError) as error:
            raise BadFile(self.path, "", f"cannot be written: {shown_error(error)}") from None
        self.look()

    def _head(self) -> dict[str, int]:
        rules, playouts = self.made
        return {"analysis": FORMAT, "rules": rules, "playouts": playouts}


def is_head(found: dict[str, Any]) -> bool:
    """Whether this is a head, be it of another format."""
    numbers = all(type(found.get(name)) is int and found[name] > 0 for name in HEAD)
    return numbers and found.keys() == HEAD and found["playouts"] <= MOST_PLAYOUTS


def is_judgement(found: dict[str, Any]) -> bool:
    """Whether these are the fields of a judgement, each of its kind."""
    return (
        found.keys() == {one.name for one in fields(Judgement)}
        and all(isinstance(found[name], str) for name in TEXTS)
        and all(isinstance(found[name], list) and all(isinstance(one, str) for one in found[name]) for name in PIECES)
        and all(type(found[name]) in (int, float) and -1 <= found[name] <= 1 for name in FIGURES)
        and all(type(found[name]) is int and found[name] >= 0 for name in COUNTS)
    )
