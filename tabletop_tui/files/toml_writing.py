"""Plain data as a TOML file, and files written whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import shown_error


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
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # a disk may find out late that it is full
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None
    finally:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)
