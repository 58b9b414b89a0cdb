"""What the coach has found about a game, kept in a file, so that no answer is judged twice.

Lines of JSON: a head, then a line for each judgement, in whichever order they were found. Each names its position by a
key that hangs on the set-up and on every answer and die before it. So lines stay true when answers are taken back, when
a game goes on, and when an analysis was stopped; a last line that was cut off is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import asdict, fields

from tabletop_tui.coach.judging import Judgement
from tabletop_tui.engine.codec import write_setup
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import shown_error

FORMAT = 1
SUFFIX = ".jsonl"
ANEW = "delete the file; the analysis is then made anew"
_encode = json.JSONEncoder(separators=(",", ":"), sort_keys=True, allow_nan=False).encode
TEXTS = ("asked", "said", "best")
PIECES = ("led_to", "would_lead")
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


def kept_playouts(path: Path) -> int | None:
    """With how many playouts a file was made; None where there is none, or it does not say so."""
    if not path.exists():
        return None
    line = read_file.content(path, read_file.LARGEST_JOURNAL).partition(b"\n")[0]
    try:
        head = read_file.json_of(line)
    except (ValueError, RecursionError):
        return None
    found = head.get("playouts") if isinstance(head, dict) else None
    return found if type(found) is int and 0 < found <= 1000 else None


# ---------------------------------------------------------------- the file
class JudgementFile:
    """The judgements of a game, by the key of their position; made with other playouts or rules, it begins anew."""

    def __init__(self, path: Path, rules: int, playouts: int, seats: int) -> None:
        """BadFile if the file is there and cannot be used for a game of so many seats."""
        self.path, self.seats = path, seats
        self.head = {"analysis": FORMAT, "rules": rules, "playouts": playouts}
        self.known: dict[str, Judgement | None] = {}
        """By the key; None for what is not judged."""
        self._size = 0
        """The bytes that are sound."""
        self._read()

    def _read(self) -> None:
        if not self.path.exists():
            return
        data = read_file.content(self.path, read_file.LARGEST_JOURNAL)
        for number, line in enumerate(data.splitlines(keepends=True), 1):
            if not line.endswith(b"\n"):
                return  # it was being written when the program ended
            found = self._record(number, line)
            if number == 1:
                if found != self.head:
                    return
            else:
                key, judgement = self._judgement(number, found)
                self.known[key] = judgement
            self._size += len(line)

    def _record(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            found = read_file.json_of(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise BadFile(self.path, f"line {number}", f"this is no line of an analysis; {ANEW}")
        return found

    def _judgement(self, number: int, found: dict[str, Any]) -> tuple[str, Judgement | None]:
        key = found.pop("at", None)
        if isinstance(key, str) and found == {"judged": False}:
            return key, None
        if not isinstance(key, str) or not is_judgement(found) or found["seat"] >= self.seats:
            raise BadFile(self.path, f"line {number}", f"this is no judgement of an answer; {ANEW}")
        texts = {name: clean(found[name]) for name in TEXTS}
        pieces = {name: tuple(map(clean, found[name])) for name in PIECES}
        return key, Judgement(**{**found, **texts, **pieces})

    def keep(self, key: str, judgement: Judgement | None) -> None:
        """Put a judgement down; BadFile if that cannot be done."""
        record = {"judged": False} if judgement is None else asdict(judgement)
        lines = [] if self._size else [self.head]
        data = "".join(f"{_encode(one)}\n" for one in [*lines, {"at": key, **record}]).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "r+b" if self._size else "wb") as file:
                file.truncate(self._size)
                file.seek(self._size)
                file.write(data)
        except (OSError, ValueError) as error:
            raise BadFile(self.path, "", f"cannot be written: {shown_error(error)}") from None
        self._size += len(data)
        self.known[key] = judgement


def is_judgement(found: dict[str, Any]) -> bool:
    """Whether these are the fields of a judgement, each of its kind."""
    return (
        found.keys() == {one.name for one in fields(Judgement)}
        and all(isinstance(found[name], str) for name in TEXTS)
        and all(isinstance(found[name], list) and all(isinstance(one, str) for one in found[name]) for name in PIECES)
        and all(type(found[name]) in (int, float) and -1 <= found[name] <= 1 for name in FIGURES)
        and all(type(found[name]) is int and found[name] >= 0 for name in COUNTS)
    )
