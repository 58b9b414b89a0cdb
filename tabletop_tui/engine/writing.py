"""Plain data as a TOML file, in the form in which the shipped rosters are written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize

from tabletop_tui.engine.sound import shown_error
from tabletop_tui.engine.system import BadFile

WIDTH = 100
"""What is longer than so many characters in one line gets lines of its own."""


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as TOML: what has no heading first, an entry a line, then the tables and lists of tables with headings.

    Tables within tables need no heading if they are short. The order of entries stays, but that those with headings
    come last. TypeError for what has no place in a file.
    """
    headed = {key for key, value in table.items() if _is_table(value) or _is_rows(value)}
    return "\n".join(_lines(table, headed)) + "\n"


def _lines(table: Mapping[str, Any], headed: set[str], path: str = "") -> Iterator[str]:
    """The lines of a table, with these entries under headings that begin with `path`."""
    yield from (_pair(key, value) for key, value in table.items() if key not in headed)
    for key in (key for key in table if key in headed):
        name, value = f"{path}{_key(key)}", table[key]
        for row in value if isinstance(value, list) else [value]:
            yield ""
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _lines(row, _too_long(row), f"{name}.")


def _too_long(table: Mapping[str, Any]) -> set[str]:
    """The entries that need headings: where one table of several is too long for a line, all, to keep their order."""
    found: set[str] = set()
    for kind in (_is_table, _is_rows):
        pairs = {key: _pair(key, value) for key, value in table.items() if kind(value)}
        if any(len(line) > WIDTH for pair in pairs.values() for line in pair.split("\n")):
            found |= pairs.keys()
    return found


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _pair(key: str, value: Any) -> str:
    if _is_rows(value):
        return "\n".join([f"{_key(key)} = [", *(f"  {_value(row)}," for row in value), "]"])
    if isinstance(value, str) and "\n" in value:
        lines = "\n".join(_value(line)[1:-1] for line in value.split("\n"))
        return f'{_key(key)} = """\n{lines}"""'
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool | int | float | str):  # TOML writes these as JSON does
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise TypeError(f"{type(value).__name__} has no place in a file")


def file_stem(name: str, otherwise: str) -> str:
    """A name as the name of a file on any machine, without its ending: plain small letters, digits and dashes."""
    plain = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or otherwise


def form_of(path: Path, forms: Sequence[str], overwrite: bool) -> str:
    """In which of these forms a file is wanted, by its ending. BadFile for another, and for a file that is there."""
    form = path.suffix.lower().lstrip(".")
    if form not in forms:
        raise BadFile(path, "", f"name a file that ends in .{', .'.join(forms[:-1])} or .{forms[-1]}")
    if path.exists() and not overwrite:
        raise BadFile(path, "", "exists already; name another file, or say --overwrite")
    return form


def write_beside(path: Path, text: str) -> None:
    """Write a file whole: beside its place first, then renamed, so that no half of it is ever seen."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None
