"""Plain data as a TOML file, and what files are called."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import normalize

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.files.write_file import check_place

T = TypeVar("T")
NOTHING = "-"
"""What stands in a file for None, for which TOML has no word."""


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as TOML, tables and lists of tables under headings. TypeError for what has no place in a file."""
    import tomlkit  # here, for nothing is written before the first picture

    def lined(value: Any) -> Any:
        """The same with every text of several lines as such."""
        if isinstance(value, Mapping):
            return {key: lined(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [lined(item) for item in value]
        if isinstance(value, str) and "\n" in value and "\r" not in value:  # a reader drops "\r"
            return tomlkit.string(value, multiline=True)
        return value

    return tomlkit.dumps(lined(table))


def with_dashes(value: Any) -> Any:
    """Data with a dash for what is None; a text of dashes has one dash more."""
    if isinstance(value, Mapping):
        return {key: with_dashes(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [with_dashes(item) for item in value]
    if value is None:
        return NOTHING
    return value + NOTHING if isinstance(value, str) and value and not value.strip(NOTHING) else value


def without_dashes(value: Any, place: str = "") -> Any:
    """The inverse of `with_dashes`; Wrong for what it would never give."""
    if isinstance(value, Mapping):
        return {key: without_dashes(item, f"{place}.{key}".lstrip(".")) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_dashes(item, place) for item in value]
    if isinstance(value, str):
        return (value[:-1] or None) if value and not value.strip(NOTHING) else value
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise Wrong(f"{place} is {value}, and only numbers, texts, true and false have a place there")


def carried_over(now: Mapping[str, T], before: Mapping[str, T], after: Mapping[str, T]) -> dict[str, T]:
    """What stands now, with what was changed from `before` to `after`; what somebody else changed meanwhile stays."""
    kept = {key: value for key, value in now.items() if key in after or key not in before}
    return kept | {key: value for key, value in after.items() if key not in before or before[key] != value}


def file_stem(name: str, otherwise: str) -> str:
    """A name as the name of a file on any machine, without its ending: plain small letters, digits and dashes."""
    plain = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or otherwise


def form_of(path: Path, forms: Sequence[str], overwrite: bool) -> str:
    """In which of these forms a file is wanted, by its ending. BadFile for another, and for a file that is there."""
    form = path.suffix.lower().lstrip(".")
    if form not in forms:
        raise BadFile(path, "", f"name a file that ends in .{', .'.join(forms[:-1])} or .{forms[-1]}")
    check_place(path)
    if os.path.lexists(path) and not overwrite:
        raise BadFile(path, "", "exists already; name another file, or say --overwrite")
    return form
