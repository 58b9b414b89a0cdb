"""The journal: one append-only file of JSON lines in which a game is whole.

The first line is the header, every further line one record. Each line ends with a checksum over itself and all lines
before it, so a line that was damaged, lost, repeated or put elsewhere is noticed, not replayed.

The records (session.py writes and replays them):
    {"start": [4, 2]}                                 the dice drawn before the first question
    {"seat": 0, "answer": "A1", "dice": [6, 1]}       an answer and the dice it drew
    {"seat": 1, "order": {"dodge": "never"}}          what a seat wants to be asked about; "dice" as above
    {"dice from": {"typed": 0}}                       the table takes other dice, or {"seeded": seed}; "dice" as above
    {"concede": 1}   {"draw": true}                   leaving the game; "dice" as above
    {"back": 12}                                      undo to where 12 answers had been given
    {"digest": "9c0f..."}                             the digest of the state here, at the end of a round (`digest`)
    {"note": "..."}                                   a remark
    {"taken back": "..."}                             what was taken back here, in a journal that was written anew
    {"clock": [61.5, 0.0]}                            the seconds that each seat has thought so far
    {"flag": 0}                                       the time of this seat is used up
    {"end": {"winners": [0], "scores": [3, 1]}}       the game is over
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from attrs import define, field

from tabletop_tui import __version__
from tabletop_tui.engine.codec import read_setup, write_setup
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.setup import HIDDEN, SHOWN, LessonSetup, Setup
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import lock
from tabletop_tui.files.safe_text import is_clean
from tabletop_tui.records import frozen

FORMAT = 1
SUFFIX = ".jsonl"
LONGEST_VERSION = 40
LONGEST_VERSIONS = 200
DECIMALS = 6
"""To so many places a digest looks at floats: what comes after differs between machines, and no rule asks for it."""
Record = dict[str, Any]
BESIDE = frozenset(["note", "taken back", "clock", "flag"])
"""The records that say nothing of how the game goes on."""

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_canonical = json.JSONEncoder(separators=(",", ":"), allow_nan=False, sort_keys=True).encode
_TAIL = len(',"check":"00000000"}')


class JournalError(BadFile):
    """A journal that cannot be read, written or replayed."""


class JournalTaken(JournalError):
    """A new journal of a name that another one has."""


class JournalLost(JournalError):
    """A journal under way that can keep the game no longer: gone, cut, replaced, made read-only, or full."""


class Misfit(Exception):
    """A record that does not fit the game: what is wrong with it."""


def made_with() -> str:
    """The versions of what reckons here: Python, and those of its libraries that the game has loaded."""
    loaded = [(name, sys.modules.get(name)) for name in ("numpy", "shapely")]
    found = [f"{name} {library.__version__}" for name, library in loaded if library is not None]
    geos = getattr(sys.modules.get("shapely"), "geos_version_string", "")
    return ", ".join([f"Python {platform.python_version()}", *found, *([f"GEOS {geos}"] if geos else [])])


@frozen
class Header:
    """The first line: all that a game starts from, and the versions it was written by."""

    setup: Setup
    rules: int
    """The version of the system's rules."""
    app: str = __version__
    guided: bool = False
    """Whether the player of the first seat is told what to do and why: a rulebook's first game."""
    begun: str = ""
    """The date and time (`date_of`) when the game was begun, for lists; '' where nobody has said."""
    made_with: str = field(factory=made_with)
    """The versions of what reckons, `Python 3.11.7, numpy 2.4.6`; '' where nobody has said."""

    def record(self) -> str:
        """The header as a line without checksum."""
        told: Record = {"begun": self.begun} if self.begun else {}
        told |= {"guided": True} if self.guided else {}
        told |= {"with": self.made_with} if self.made_with else {}
        head = {"journal": FORMAT, "app": self.app, "rules": self.rules}
        return encode({**head, **told, "setup": write_setup(self.setup)})


@define
class Recording:
    """A journal as it was read."""

    path: Path
    header: Header
    records: list[tuple[int, Record]]
    """Each with the number of its line."""
    notice: str
    """What was dropped at the end of the file, '' if nothing."""
    size: int
    """The bytes that are sound; what follows them was dropped."""
    check: int
    """The checksum so far."""

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        last = next((record for _, record in reversed(self.records) if not record.keys() & BESIDE), {})
        return "end" in last


class Journal:
    """A journal open for writing. Only one process at a time has it."""

    def __init__(self, path: Path, file: BinaryIO, size: int = 0, check: int = 0) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._check = check
        self._lines = 0
        held = os.fstat(file.fileno())
        self._identity = held.st_dev, held.st_ino
        self._touched = held.st_mtime_ns
        """When the file was changed last, as far as is known here (nanoseconds)."""

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """A new journal, on the disk with what is written next; JournalTaken if the file is there already."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = open(path, "xb", buffering=0)  # noqa: SIM115 - it stays open for the whole game
        except OSError as error:
            if os.path.lexists(path):
                raise JournalTaken(path, "", "this file exists already; choose another name") from None
            raise JournalError(path, "", f"the journal cannot be written: {reason(error)}") from error
        journal = cls(path, file)
        journal._lock()
        with journal._or_nothing():
            journal.write([header.record()])
        return journal

    @classmethod
    @contextmanager
    def begun(cls, path: Path, header: Header) -> Iterator[Journal]:
        """A new journal, and what is written to it first. Where that fails (JournalError), no file is left behind."""
        journal = cls.create(path, header)
        with journal._or_nothing():
            yield journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Journal, Recording]:
        """Open a journal to write on; what was damaged at its very end is cut off."""
        try:
            file = os.fdopen(read_file.regular(path, os.O_RDWR), "r+b", buffering=0)
        except (OSError, ValueError) as error:
            raise JournalError(path, "", f"the journal cannot be opened: {reason(error)}") from error
        except BadFile as error:
            raise JournalError(path, error.place, error.fix) from None
        journal = cls(path, file)
        journal._lock()
        try:
            recording = read(path)
        except JournalError:
            journal.close()
            raise
        journal._size, journal._check = recording.size, recording.check
        journal._lines = len(recording.records) + 1
        return journal, recording

    def cut(self) -> None:
        """Cut off what lies behind the sound part, and go on from there. The date of a file that is sound stays."""
        if os.fstat(self._file.fileno()).st_size != self._size:
            self._file.truncate(self._size)
        self._file.seek(self._size)
        self._touched = os.fstat(self._file.fileno()).st_mtime_ns

    def write(self, records: Iterable[str], *, sync: bool = False) -> None:
        """Append records (JSON objects as text), all or none; with `sync`, down to the disk.

        JournalLost, with nothing written, if the file is no longer as it was left; JournalError if it cannot be
        written.
        """
        check, lines = self._check, self._lines
        data = b""
        for record in records:
            lines += 1
            body = record.encode()
            check = crc32(body, check)
            data += b'%b,"check":"%08x"}\n' % (body[:-1], check)
        try:
            self.look()
            if self._size + len(data) > read_file.LARGEST_JOURNAL or lines > read_file.MOST_RECORDS:
                raise JournalLost(self.path, "", "the journal is full")
            if self._file.write(data) != len(data):
                raise OSError("the disk is full")
            if sync:
                os.fsync(self._file.fileno())
            self._touched = os.fstat(self._file.fileno()).st_mtime_ns
        except (OSError, ValueError) as error:
            self._take_back()
            raise JournalError(self.path, "", f"the journal cannot be written: {reason(error)}") from error
        self._size += len(data)
        self._check, self._lines = check, lines

    def look(self) -> None:
        """JournalLost unless the file is still there and as it was left here."""
        try:
            there = os.stat(self.path)
        except OSError:
            raise JournalLost(self.path, "", "the journal is gone") from None
        if (there.st_dev, there.st_ino) != self._identity:
            raise JournalLost(self.path, "", "another file has taken the journal's place")
        if not there.st_mode & 0o222:
            raise JournalLost(self.path, "", "the journal was made read-only")
        if there.st_size != self._size or (there.st_mtime_ns != self._touched and not self._is_whole()):
            raise JournalLost(self.path, "", "the journal was changed by another program")

    def _is_whole(self) -> bool:
        """Whether the file holds what was written here, whoever touched it."""
        try:
            again = read(self.path)
        except JournalError:
            return False
        return (again.size, again.check) == (self._size, self._check)

    def sync(self) -> None:
        """Bring all that was written down to the disk; JournalError if that fails."""
        try:
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            why = f"what was written cannot be made safe from a power cut: {reason(error)}"
            raise JournalError(self.path, "", why) from error

    def _take_back(self) -> None:
        """After a failed write: no half line may stay. A line that cannot be cut off is dropped by the next reader."""
        if not self._file.closed:
            try:
                self.cut()
            except OSError:
                self.close()

    def close(self) -> None:
        """Let go of the file (and with it of the lock)."""
        self._file.close()

    @contextmanager
    def _or_nothing(self) -> Iterator[None]:
        try:
            yield
        except JournalError:
            self.close()
            with suppress(OSError):
                self.path.unlink()
            raise

    def _lock(self) -> None:
        try:
            lock(self._file)
        except BlockingIOError:
            self.close()
            raise JournalError(self.path, "", "this game is open in another window; close it there first") from None


# ---------------------------------------------------------------- records as text
def record_of(entry: Entry) -> str:
    """What a seat did, and the dice it drew, as a line without checksum."""
    dice = entry.dice or ()
    if entry.kind == "answer":
        return answer_record(entry.seat, entry.answer, dice)
    if entry.kind == "order":
        record: Record = {"seat": entry.seat, "order": entry.answer}
    elif entry.kind == "dice":
        record = {"dice from": entry.answer}
    else:
        record = {"concede": entry.seat} if entry.kind == "concede" else {"draw": True}
    return encode({**record, "dice": dice} if dice else record)


def start_record(dice: tuple[int, ...]) -> str:
    """The dice drawn before the first question, as a line without checksum."""
    return encode({"start": dice})


def dice_of(record: Record) -> tuple[int, ...]:
    """The dice of a record; Misfit if they are none."""
    dice = record.get("dice", [])
    if not are_faces(dice):
        raise Misfit(f"{dice!r} are no faces of dice")
    return tuple(dice)


def are_faces(dice: object) -> bool:
    return isinstance(dice, list) and all(type(face) is int for face in dice)


def answer_record(seat: int, answer: Any, dice: tuple[int, ...]) -> str:
    """An answer and its dice as a line without checksum; written by hand, for there are thousands a second."""
    if type(answer) is str:
        text = encode_basestring_ascii(answer)
    elif type(answer) is list and all(type(spot) is str for spot in answer):
        text = f"[{','.join(map(encode_basestring_ascii, answer))}]"
    else:
        text = encode(answer)
    if dice:
        return f'{{"seat":{seat},"answer":{text},"dice":[{",".join(map(str, dice))}]}}'
    return f'{{"seat":{seat},"answer":{text}}}'


def digest(data: Mapping[str, Any]) -> str:
    """The digest of a state given as JSON data, its floats to DECIMALS; the same on every machine."""
    return _digest(_rounded(data))


def is_digest(found: str, data: Mapping[str, Any]) -> bool:
    """Whether a digest is that of a state; programs before this one took it over all that floats have."""
    return found == digest(data) or found == _digest(data)


def _digest(data: Mapping[str, Any]) -> str:
    return blake2b(_canonical(data).encode(), digest_size=16).hexdigest()


def _rounded(data: Any) -> Any:
    kind = type(data)  # looked at first, for most of a state is plain data
    if kind is str or kind is int or kind is bool or data is None:
        return data
    if kind is float or isinstance(data, float):
        return round(data, DECIMALS) + 0.0  # there is one zero
    if kind is dict or isinstance(data, Mapping):
        return {key: _rounded(value) for key, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list | tuple) else data


# ---------------------------------------------------------------- reading
def read(path: Path) -> Recording:
    """Read a whole journal. JournalError unless every line is sound, the last one excepted."""
    try:
        text = read_file.content(path, read_file.LARGEST_JOURNAL)
    except BadFile as error:
        raise JournalError(path, error.place, error.fix) from None
    lines = text.split(b"\n", read_file.MOST_RECORDS)
    whole = len(lines) - 1 if not lines[-1] else len(lines)
    if b"\n" in lines[-1]:
        raise JournalError(path, "", f"the journal has more than {read_file.MOST_RECORDS} lines, which no game needs")
    header: Header | None = None
    records: list[tuple[int, Record]] = []
    notice, size, check = "", 0, 0
    for number, line in enumerate(lines[:whole], 1):
        if len(line) > read_file.LONGEST_RECORD:
            raise JournalError(path, f"line {number}", f"the line is longer than {read_file.LONGEST_RECORD} bytes")
        record = _record(line, check) if number < len(lines) else None
        if record is None:
            if number < whole or header is None:
                raise JournalError(path, f"line {number}", _damaged(number))
            notice = f"{path}: line {number}: the last line was damaged or not finished, and is dropped"
            break
        if header is None:
            header = _header(path, record)
        else:
            records.append((number, record))
        size += len(line) + 1
        check = crc32(_body(line), check)
    if header is None:
        raise JournalError(path, "", "the file is empty, not the journal of a game")
    return Recording(path, header, records, notice, size, check)


def _body(line: bytes) -> bytes:
    return line[:-_TAIL] + b"}"


def _record(line: bytes, check: int) -> Record | None:
    """The record of a line, None if the line is not as it was written."""
    if not line.startswith(b"{") or line[-_TAIL:] != b',"check":"%08x"}' % crc32(_body(line), check):
        return None
    try:
        record = read_file.json_of(_body(line))
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _damaged(number: int) -> str:
    if number == 1:
        return "this is not the first line of a game's journal"
    return "the line is damaged, so the game is not loaded; the lines before it could be copied to a file of their own"


def _header(path: Path, data: Record) -> Header:
    if data.get("journal") != FORMAT:
        found = data.get("journal")
        raise JournalError(path, "line 1", f"the journal is of format {found!r}, and this program reads {FORMAT}")
    try:
        guided, begun, made = data.get("guided", False), data.get("begun", ""), data.get("with", "")
        header = Header(read_setup(data["setup"]), data["rules"], data["app"], guided, begun, made)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(path, "line 1", f"the header does not hold what a game starts from ({error})") from error
    wanted = [("rules", header.rules, int), ("app", header.app, str), ("guided", header.guided, bool)]
    wanted += [("begun", header.begun, str), ("with", header.made_with, str)]
    place = next((place for place, value, kind in wanted if type(value) is not kind), "") or odd_place(header.setup)
    versions = {"app": (header.app, LONGEST_VERSION), "with": (header.made_with, LONGEST_VERSIONS)}
    place = place or next((key for key, (text, most) in versions.items() if len(text) > most or not is_clean(text)), "")
    if place:
        raise JournalError(path, "line 1", f"{place} of the header is not what it should be")
    return header


def odd_place(setup: Setup) -> str:
    """The first entry of a set-up that has not the type it must have, '' if all have."""
    wanted: list[tuple[str, Any, type]] = [
        ("system", setup.system, str),
        ("scenario", setup.scenario, dict),
        ("seed", setup.seed, int),
        ("dice", setup.dice, str),
        ("name", setup.name, str),
    ]
    for number, seat in enumerate(setup.seats):
        wanted += [
            (f"seat {number}: name", seat.name, str),
            (f"seat {number}: team", seat.team, int),
            (f"seat {number}: player", seat.player, str),
            (f"seat {number}: force", seat.force, dict),
        ]
    if setup.stalemate is not None:
        wanted.append(("stalemate", setup.stalemate, int))
    if setup.position is not None:
        wanted.append(("position", setup.position, dict))
    if setup.faces is not None:
        wanted.append(("faces", setup.faces, list))
    if setup.clock is not None:
        wanted.append(("clock", setup.clock, int))
    odd = next((place for place, value, kind in wanted if type(value) is not kind), "")
    return odd or ("lesson" if setup.lesson is not None and not _is_lesson(setup.lesson) else "")


def _is_lesson(lesson: LessonSetup) -> bool:
    """Whether all of it has the types that it must have."""
    lists = (lesson.dice, lesson.offer, lesson.enemy)
    if (
        type(lesson.name) is not str
        or lesson.odds not in (SHOWN, HIDDEN)
        or not all(type(one) is list for one in lists)
    ):
        return False
    pairs = all(type(one) is list and len(one) == 2 and type(one[0]) is str for one in (*lesson.dice, *lesson.enemy))
    return pairs and all(type(word) is str for word in lesson.offer) and all(are_faces(one[1]) for one in lesson.dice)


def reason(error: Exception) -> str:
    """Why the system refused, in its own words."""
    return getattr(error, "strerror", None) or str(error)


# ---------------------------------------------------------------- names
def date_of(now: datetime) -> str:
    """A date and time as headers tell it."""
    return f"{now:%Y-%m-%d %H:%M}"


def free_path(folder: Path, system: str, scenario: str, now: datetime) -> Path:
    """A file name that no game has yet; sorted by name, the games stand in the order of their dates."""
    slug = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in scenario.lower()).split())
    stem = f"{now:%Y-%m-%d_%H-%M-%S}_{system}_{slug or 'game'}"[:100]
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while os.path.lexists(path):
        path = folder / f"{stem}_{number}{SUFFIX}"
        number += 1
    return path
