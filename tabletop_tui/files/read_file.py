"""The one door by which files come in: regular files of a sane size, and TOML and JSON that do not take for ever.

A pipe with nobody behind it, a device without an end, a file too large for its kind or nested beyond all sense is
refused with a sentence; nothing waits for it and nothing fills the memory.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import shown_error

LARGEST_TEXT = 1_000_000
"""Bytes of a roster, a scenario, a position, of settings or keys."""
LARGEST_JOURNAL = 16_000_000
"""Bytes of a journal."""
MOST_RECORDS = 50_000
"""The most lines of a journal: some twenty times as many as the longest games have."""
LONGEST_RECORD = 1_000_000
"""Bytes of a line of a journal; the first holds a whole set-up."""
DEEPEST = 64
"""Tables and lists inside each other."""
LONGEST_KEY = 200
ASIDE = r'(?s)"""(?:[^\\]|\\.)*?"""' r"|\'\'\'.*?\'\'\'|#[^\n]*+" r'|"(?:[^"\\\n]|\\.)*+"' r"|'[^'\n]*+'"
"""Texts of several lines, comments, and texts of one line, which may be parts of a key; compiled when first used."""
_PART = r"[\w-]++"
_DOTTED = rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST}}}"
"""A key of more parts than tables may be nested: reading such a key takes time by the square of its parts."""
_UNSAVED: ContextVar[tuple[tuple[Path, str], ...]] = ContextVar("_UNSAVED", default=())
_QUIET = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """The descriptor of a regular file. BadFile for anything else, OSError or ValueError if it cannot be opened."""
    descriptor = os.open(path, flags | _QUIET, 0o666)
    try:
        refuse_irregular(path, os.fstat(descriptor).st_mode)
    except BadFile:
        os.close(descriptor)
        raise
    return descriptor


def refuse_irregular(path: Path, mode: int, why: str = "") -> None:
    """BadFile unless this is the mode of a regular file; `why` begins its sentence."""
    if not stat.S_ISREG(mode):
        what = "is a folder" if stat.S_ISDIR(mode) else "is not a file but a pipe or a device"
        raise BadFile(path, "", f"{why}{what}; name a file")


@contextmanager
def unsaved(path: Path, text: str) -> Iterator[None]:
    """While this lasts, the file of this path reads as if it held this text: one that is being edited."""
    token = _UNSAVED.set((*_UNSAVED.get(), (path, text)))
    try:
        yield
    finally:
        _UNSAVED.reset(token)


def unsaved_text(path: Path) -> str | None:
    """The text that is not saved yet to the file of this path, if it is being edited."""
    return dict(_UNSAVED.get()).get(path)


def content(path: Path, most: int = LARGEST_TEXT) -> bytes:
    """What a regular file of at most so many bytes holds; BadFile if it cannot be had."""
    found = draft.encode() if (draft := unsaved_text(path)) is not None else _stored(path, most)
    if len(found) > most:
        raise BadFile(path, "", f"is larger than {most} bytes, which no such file needs to be")
    return found


def _stored(path: Path, most: int) -> bytes:
    """The same of the disk, cut off one byte behind the most."""
    try:
        with os.fdopen(regular(path), "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadFile(path, "", f"cannot be read: {shown_error(error)}") from None


def text(path: Path, most: int = LARGEST_TEXT) -> str:
    """The same as text, without the mark that some editors put before it."""
    try:
        return content(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(path, f"byte {error.start}", "is not UTF-8 text; save the file as UTF-8") from None


# ---------------------------------------------------------------- TOML and JSON
def toml_table(path: Path) -> dict[str, Any]:
    """What a TOML file holds; BadFile if it is none."""
    found = text(path)
    try:
        return toml_of(found)
    except (ValueError, RecursionError) as error:
        raise BadFile(path, "", f"is not sound TOML: {shown_error(error)}") from None


def toml_of(text: str) -> dict[str, Any]:
    """What a TOML text holds. ValueError or RecursionError if it is none, or nested beyond all sense."""
    bare = re.sub(ASIDE, _bare, text)
    if (key := re.search(_DOTTED, bare)) is not None:
        line = bare.count("\n", 0, key.start()) + 1
        raise ValueError(f"give a key of at most {DEEPEST} parts (at line {line})")
    import tomllib  # here, for at most starts there is nothing to parse

    table = tomllib.loads(text)
    check_depth(table)
    return table


def _bare(aside: re.Match[str]) -> str:
    """What stands for a text or a comment where only keys are looked at: its line breaks, or a part of a key."""
    found = aside.group()
    return "\n" * found.count("\n") if found.startswith(('"""', "'''", "#")) else "text"


def json_of(line: bytes) -> Any:
    """What a line of JSON holds. ValueError or RecursionError if it is none, or nested beyond all sense."""
    found = json.loads(line)
    if line.count(b"[") + line.count(b"{") > DEEPEST:
        check_depth(found)
    return found


def check_depth(data: Any, depth: int = 0) -> None:
    """ValueError if data is nested too deep, or has a key that is too long."""
    if depth > DEEPEST:
        raise ValueError(f"tables and lists may be nested at most {DEEPEST} deep")
    if isinstance(data, dict):
        for key, item in data.items():
            if len(key) > LONGEST_KEY:
                raise ValueError(f"give a key of at most {LONGEST_KEY} letters, not {key[:20]!r}...")
            check_depth(item, depth + 1)
    elif isinstance(data, list):
        for item in data:
            if type(item) in (dict, list):
                check_depth(item, depth + 1)
