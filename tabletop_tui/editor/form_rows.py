"""Rows of a form in which a file is written: what each says, what it may be, and how a typed word is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Literal

from tabletop_tui.files import read_file
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.validation import LONGEST_LINE, Wrong
from tabletop_tui.records import frozen

RowKind = Literal["text", "whole", "number", "truth", "choice", "place", "value", "act"]
"""What a row holds: `value` is anything as TOML writes it, `act` holds nothing and does something."""


@frozen
class FormOption:
    """Something to choose, how it is called, and what it means."""

    value: Any
    words: str
    says: str = ""


@frozen
class Row:
    """A line of a form."""

    key: str
    """Its name within the form, and the place of faults that are told beside it."""
    label: str
    kind: RowKind
    value: Any = None
    """What the file says; None where it says nothing."""
    usual: str = ""
    """What holds then, in words."""
    says: str = ""
    rules: tuple[str, ...] = ()
    options: tuple[FormOption, ...] = ()
    least: float = 0
    most: float = 9999
    group: str = ""
    """The heading it stands under."""
    may_go: bool = True
    """Whether the file may do without it."""
    may_type: bool = False
    """Of a choice: whether something else may be typed."""
    several: bool = False
    """Of a value: whether it is a list, whose words may be typed with nothing but commas between them."""

    @property
    def shown(self) -> str:
        """Its value in words; '' for none."""
        if self.value is None:
            return ""
        for option in self.options:
            if option.value == self.value and type(option.value) is type(self.value):
                return option.words
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return clean(self.value) if isinstance(self.value, str) else as_toml(self.value)

    def next(self, step: int) -> Any:
        """The option behind the one that holds now, or before it."""
        values = [option.value for option in self.options]
        at = values.index(self.value) if self.value in values else -1 if step > 0 else 0
        return values[(at + step) % len(values)]


def as_toml(value: Any) -> str:
    """A value on one line as TOML writes it; a text without quotes."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_bare(str(key))} = {_quoted(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_quoted(one) for one in value)}]"
    if value is None:  # as files have it
        return '"-"'
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_text({"x": key}).partition("=")[2].strip()


def _quoted(value: Any) -> str:
    if not isinstance(value, str):
        return as_toml(value)
    return toml_text({"x": " ".join(value.split("\n"))}).partition("=")[2].strip()


def read(row: Row, typed: str) -> Any:
    """What was typed into a row; None for nothing, where that may be. Wrong for what cannot stand there."""
    word = typed.strip()
    if not word:
        if row.may_go:
            return None
        raise Wrong("this cannot be empty")
    if row.kind in ("whole", "number"):
        return _number(row, word)
    if row.kind == "value" or row.may_type:
        value = value_of(word)
        listed = row.several and not isinstance(value, list | Mapping)
        return [value_of(one.strip()) for one in word.split(",") if one.strip()] if listed else value
    if not word.isprintable() or len(word) > LONGEST_LINE:
        raise Wrong(f"give a text of at most {LONGEST_LINE} letters, on one line")
    return word


def _number(row: Row, word: str) -> int | float:
    wanted = "a whole number" if row.kind == "whole" else "a number"
    try:
        number = int(word) if row.kind == "whole" else float(word)
    except ValueError:
        raise Wrong(f"give {wanted}") from None
    if not isfinite(number) or not row.least <= number <= row.most:
        raise Wrong(f"give {wanted} from {row.least:g} to {row.most:g}")
    return int(number) if isinstance(number, float) and number.is_integer() else number


def value_of(word: str) -> Any:
    """A value as TOML writes it; what is none is a text. Wrong where a list or table is not closed."""
    try:
        return read_file.toml_of(f"it = {word}")["it"]
    except (ValueError, KeyError, RecursionError):
        if word[:1] in "[{\"'":
            raise Wrong(f"as TOML writes it: {word[:20]} is not complete") from None
        return word


# ---------------------------------------------------------------- faults beside their rows
def beside(rows: Sequence[Row], places: Iterable[str]) -> dict[str, int]:
    """For each place of a fault the row that it belongs to, by number; the place of none is left out."""
    found = {}
    for place in places:
        words = place.replace("[", ".").replace("]", "")
        first, dot, rest = words.partition(".")
        # A list that a file writes as [[goal]] may be told of as goals.
        names = (words, f"{first.removesuffix('s')}{dot}{rest}")
        fitting = [
            (len(_stem(row.key)), -number)
            for number, row in enumerate(rows)
            if row.key and any(f"{name}.".startswith(f"{_stem(row.key)}.") for name in names)
        ]
        if fitting:
            found[place] = -max(fitting)[1]
    return found


def _stem(key: str) -> str:
    """The key of a row that adds to a list is that of the list."""
    return key.removesuffix(".+")
