"""Whether a state that was read from a file can be: numbers of a sane size, references to what is there, whole agendas.

Every rulebook adds what must hold for its own battles, in a module of this name. What is wrong is told as Wrong, with
its place in the state as a position's file has it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from tabletop_tui.engine.game import Step
from tabletop_tui.files.validation import LARGEST, Wrong, shown

LONGEST_TEXT = 500
MOST_ITEMS = 2000
"""Entries of one table or list."""
MOST_STEPS = 100
"""Steps on an agenda."""

Holds = Callable[[Any], bool]


def require(holds: bool, fix: str, place: str = "") -> None:
    """Wrong, with this fix, unless it holds."""
    if not holds:
        raise Wrong(fix, place)


# ---------------------------------------------------------------- plain values
def check_values(data: Any, place: str = "") -> None:
    """Wrong for a number, text or list in JSON data that no battle could have."""
    if isinstance(data, Mapping):
        require(len(data) <= MOST_ITEMS, f"give at most {MOST_ITEMS} entries", place)
        for key, item in data.items():
            check_values(item, f"{place}.{key}" if place else str(key))
    elif isinstance(data, list | tuple):
        require(len(data) <= MOST_ITEMS, f"give at most {MOST_ITEMS} entries", place)
        for number, item in enumerate(data):
            check_values(item, f"{place}[{number}]")
    elif isinstance(data, str):
        require(len(data) <= LONGEST_TEXT, f"give a text of at most {LONGEST_TEXT} letters", place)
    elif isinstance(data, int | float):
        # Not by isfinite: a whole number of hundreds of digits is no float.
        require(abs(data) <= LARGEST, f"give a number of at most {LARGEST}, not {shown(data)}", place)


def difference(one: Any, other: Any, place: str = "") -> str | None:
    """The first place where JSON data differs from other data, '1' from '1.0' and 'true' too; None if nowhere."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        if odd := sorted(one.keys() ^ other.keys()):
            return f"{place}.{odd[0]}" if place else odd[0]
        pairs = ((f"{place}.{key}" if place else key, one[key], other[key]) for key in one)
        return next((found for at, a, b in pairs if (found := difference(a, b, at)) is not None), None)
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return place
        numbered = ((f"{place}[{number}]", a, b) for number, (a, b) in enumerate(zip(one, other, strict=True)))
        return next((found for at, a, b in numbered if (found := difference(a, b, at)) is not None), None)
    return None if one == other and isinstance(one, bool) == isinstance(other, bool) else place


# ---------------------------------------------------------------- steps
def parts(value: Any, place: str) -> Iterator[tuple[str, str, Any]]:
    """Every field of a step and of all that it holds: its place, its name, its value."""
    if attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            inner, at = getattr(value, field.name), f"{place}.{field.name}"
            yield at, field.name, inner
            yield from parts(inner, at)
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            yield from parts(inner, f"{place}[{number}]")


def all_steps(value: Any) -> Iterator[Any]:
    """Whatever has fields in a step or a list of steps, the step itself first."""
    if attrs.has(type(value)):
        yield value
        for field in attrs.fields(type(value)):
            yield from all_steps(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from all_steps(inner)


def check_agenda(agenda: Sequence[Step], bottom: Collection[str], fields: Mapping[str, Holds]) -> None:
    """Wrong unless an agenda goes on to the end of the game, and each field that has one of these names holds.

    `bottom` names the steps that can be the last of all to run: those that call what comes after them.
    """
    require(0 < len(agenda) <= MOST_STEPS, f"give 1 to {MOST_STEPS} steps", "agenda")
    last = type(agenda[0]).__name__
    require(last in bottom, f"the first of all steps is one of: {', '.join(sorted(bottom))}; not {last}", "agenda[0]")
    for number, step in enumerate(agenda):
        for place, name, value in parts(step, f"agenda[{number}]"):
            if name in fields and not fields[name](value):
                raise Wrong(f"{shown(value)} cannot be there in this battle", place)


def each(holds: Holds) -> Holds:
    """The same for each of a list."""
    return lambda values: all(map(holds, values))


def number_from(low: float, high: float = LARGEST) -> Holds:
    """Whether a number lies between two others."""
    return lambda value: low <= value <= high
