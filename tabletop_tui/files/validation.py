"""Whether the data of a file or a journal is sound: faults that name a place and a fix, and checks of plain values.

Every rulebook's files use these, so that all of them are held to one standard and speak of faults in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.bad_file import BadFile

LARGEST = 9999
LONGEST_NAME = 60
LONGEST_LINE = 200
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
T = TypeVar("T")


class Wrong(ValueError):
    """Data that cannot be used: the place in it, as in mech[2].weapon[0].range, and what is wanted there."""

    def __init__(self, fix: str, place: str = "", refusal: Refusal | None = None, also: tuple[Wrong, ...] = ()) -> None:
        super().__init__(f"{place}: {fix}" if place else fix)
        self.place, self.fix, self.refusal, self.also = place, fix, refusal, also

    @property
    def all(self) -> tuple[Wrong, ...]:
        """Each fault that was found, this one first."""
        return (self, *self.also)

    def inside(self, place: str) -> Wrong:
        """The same faults, seen from outside `place`."""
        joint = "." if self.place and not self.place.startswith("[") else ""
        also = tuple(other.inside(place) for other in self.also)
        return Wrong(self.fix, f"{place}{joint}{self.place}", self.refusal, also)


def broken(refusal: Refusal, place: str = "") -> Wrong:
    """A fault in a file that is a breach of the rulebook, and as many more as the refusal gives reasons."""
    first, *rest = (Wrong(str(one), place, one) for one in refusal.all)
    return Wrong(first.fix, place, first.refusal, tuple(rest))


class Faults:
    """What is wrong with the parts of one thing, so that all of it is told at once and not one fault after another."""

    def __init__(self) -> None:
        self.found: list[Wrong] = []

    @contextmanager
    def of(self, place: str = "") -> Iterator[None]:
        """Work on one part, at this place: what is Wrong there is put down, and the next part can be looked at."""
        try:
            yield
        except Wrong as wrong:
            self.found += (wrong.inside(place) if place else wrong).all

    def raise_any(self) -> None:
        """Wrong, with all that was found; nothing if all parts are sound."""
        if self.found:
            first, *rest = self.found
            raise Wrong(first.fix, first.place, first.refusal, tuple(rest))


def attempt(where: Path | str, work: Callable[[], T]) -> T:
    """What `work` gives; what is Wrong becomes a BadFile of the file it was found in."""
    try:
        return work()
    except Wrong as wrong:
        first, *rest = (BadFile(where, fault.place, fault.fix) for fault in wrong.all)
        raise BadFile(where, first.place, first.fix, tuple(rest)) from None


# ---------------------------------------------------------------- in the words of a fault
def shown(value: object) -> str:
    """A value as an error quotes it: short, and on one line."""
    try:
        quoted = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists without end
        return "a value too large to show"
    return quoted if len(quoted) <= 40 else f"{quoted[:36]} ..."


def shown_error(error: Exception) -> str:
    """An error's own words, on one line."""
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(words.split())[:200]


def one_of(value: object, allowed: Iterable[str], what: str) -> Wrong:
    """The fault that `value` is none of the allowed words, with the nearest of them."""
    words = sorted(set(allowed))
    near = get_close_matches(value[:LONGEST_NAME], words, 1) if isinstance(value, str) else []
    fix = f"unknown {what} {shown(value)}"
    if near:
        fix += f"; did you mean {near[0]!r}?"
    if not words:
        return Wrong(f"{fix}; there is none to choose")
    return Wrong(f"{fix} (one of: {', '.join(words)})" if len(words) <= 16 else fix)


# ---------------------------------------------------------------- plain values; the second argument is cattrs' type
def whole(value: Any, _: Any = int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(f"give a whole number, not {shown(value)}")
    if abs(value) > LARGEST:
        raise Wrong(f"give a number of at most {LARGEST}, not {shown(value)}")
    return value


def number(value: Any, _: Any = float) -> float:
    """A number with or without decimals."""
    if not isinstance(value, int | float) or isinstance(value, bool) or value != value:
        raise Wrong(f"give a number, not {shown(value)}")
    if abs(value) > LARGEST:
        raise Wrong(f"give a number of at most {LARGEST}, not {shown(value)}")
    return float(value)


def text(value: Any, _: Any = str) -> str:
    if not isinstance(value, str):
        raise Wrong(f"give a text in quotes, not {shown(value)}")
    if not (value.isprintable() or value.replace("\n", "").replace("\t", "").isprintable()):
        raise Wrong(f"give a text without control characters, not {shown(value)}")
    return value


def truth(value: Any, _: Any = bool) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"give true or false, not {shown(value)}")
    return value


# ---------------------------------------------------------------- values of a table, at their place in it
def between(value: int, low: int, high: int, place: str) -> None:
    if not low <= value <= high:
        raise Wrong(f"give a whole number from {low} to {high}, not {value}", place)


def within(value: float, low: float, high: float, place: str) -> None:
    if not low <= value <= high:
        raise Wrong(f"give a number from {low:g} to {high:g}, not {value:g}", place)


def a_name(value: str, place: str = "name") -> None:
    if not value.strip() or len(value) > LONGEST_NAME or not value.isprintable():
        raise Wrong(f"give a name of 1 to {LONGEST_NAME} letters on one line, not {shown(value)}", place)


def a_line(value: str, place: str) -> None:
    """A remark: it may be empty, but must fit on a card."""
    if len(value) > LONGEST_LINE or not value.isprintable():
        raise Wrong(f"give one line of at most {LONGEST_LINE} letters, not {shown(value)}", place)


def an_id(value: str, place: str) -> None:
    if not ID.fullmatch(value):
        raise Wrong(f"give an id of small letters, digits and -, not {shown(value)}", place)


def two_digits(value: str) -> bool:
    """Whether a text is a number from 1 to 99."""
    return value.isascii() and value.isdecimal() and len(value) <= 2 and int(value) > 0
