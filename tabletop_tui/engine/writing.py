"""Plain data as a TOML file, in the form in which the shipped rosters are written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize

from tabletop_tui.engine.sound import shown_error
from tabletop_tui.engine.system import BadFile


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as TOML: plain values first, then tables, then lists of tables. Nothing nests deeper."""
    lines = [_pair(key, value) for key, value in table.items() if not _is_table(value)]
    for key, value in table.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(key)}]", *(_pair(name, item) for name, item in value.items())]
        elif _is_table(value):
            for row in value:
                lines += ["", f"[[{_key(key)}]]", *(_pair(name, item) for name, item in row.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))


def _pair(key: str, value: Any) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool | int | float | str):  # TOML writes these as JSON does
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    raise TypeError(f"{type(value).__name__} has no place in a file")


def file_stem(name: str, otherwise: str) -> str:
    """A name as the name of a file on any machine, without its ending: plain small letters, digits and dashes."""
    plain = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or otherwise


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
