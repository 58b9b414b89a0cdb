"""Changes of a position that a person writes: units come, go, are numbered anew, stand somewhere, are in some state.

A position is a table as a file or a lesson holds it (`rulebook/position.py`). Each function changes the table that it
is given; whether what comes out can be is for the rulebook to say (`position_sketch`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from copy import deepcopy
from typing import Any

from tabletop_tui.rulebook.position import ID, MODELS, SEAT_LETTERS, SEATS, UNITS, seat_of
from tabletop_tui.table.points import parse_spot

Table = MutableMapping[str, Any]
GO = "go"
AT = "at"
PLACES = (AT, MODELS)
"""The keys that say where a unit stands, the one that is written first."""
KEPT_OF_MODELS = "turn=", "form="
NAMES = ("system", "kind", "name", "summary", "scenario", "map")
"""What never speaks of a unit by its id."""
TABLES = ("scenario", "map")
"""The keys that say on which table a position stands."""
FACING = re.compile(r",?\s+facing\s+(\d+)(?:\u00b0)?")
"""How a page says which way a vehicle faces."""
UNIT_ID = re.compile(r"([A-L]\d{1,3})(c?(?:-\d+)?)")
"""An id, perhaps with one of the unit's models behind it."""


def blank(system: str, name: str, where: Mapping[str, Any]) -> dict[str, Any]:
    """A position file with nobody on the table, which is that of a scenario or a map."""
    return {"system": system, "kind": "position", "name": name, **where, GO: SEAT_LETTERS[0]}


def set_table(table: Table, where: Mapping[str, Any]) -> None:
    """The position stands on another table; a scenario or a map is named first."""
    kept = {key: value for key, value in table.items() if key not in TABLES}
    head = {key: kept.pop(key) for key in NAMES if key in kept}
    table.clear()
    table.update({**head, **where, **kept})


def units_of(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The entries of units, those that are tables."""
    listed = table.get(UNITS, [])
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def seats_of(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The entries of seats, in order; {} for one that is no table."""
    listed = table.get(SEATS)
    return [one if isinstance(one, dict) else {} for one in listed] if isinstance(listed, list) else []


def ids_of(table: Mapping[str, Any]) -> list[str]:
    return [str(one.get(ID, "")) for one in units_of(table)]


def entry_of(table: Mapping[str, Any], unit: str) -> dict[str, Any] | None:
    """The entry of a unit, None if there is none."""
    return next((one for one in units_of(table) if one.get(ID) == unit), None)


def of_seat(table: Mapping[str, Any], seat: int) -> list[str]:
    """The ids of a seat's units, by their numbers."""
    mine = [name for name in ids_of(table) if seat_of(name) == seat and name[1:].isdecimal()]
    return sorted(mine, key=lambda name: int(name[1:]))


# ---------------------------------------------------------------- who is there
def add(table: Table, seat: int, entry: Mapping[str, Any]) -> str:
    """One more unit of a seat, behind its others; its id."""
    mine = of_seat(table, seat)
    name = f"{SEAT_LETTERS[seat]}{int(mine[-1][1:]) + 1 if mine else 1}"
    listed = table[UNITS] = units_of(table)
    after = max((place for place, one in enumerate(listed) if seat_of(str(one.get(ID, ""))) == seat), default=None)
    listed.insert(len(listed) if after is None else after + 1, {ID: name, **deepcopy(dict(entry))})
    return name


def add_all(table: Table, seat: int, entries: Iterable[Mapping[str, Any]]) -> list[str]:
    return [add(table, seat, entry) for entry in entries]


def remove(table: Table, unit: str) -> None:
    """Without a unit; those of its seat behind it are numbered anew, wherever they are named."""
    seat, mine = seat_of(unit), of_seat(table, seat_of(unit))
    table[UNITS] = [one for one in units_of(table) if one.get(ID) != unit]
    if not table[UNITS]:
        del table[UNITS]
    if table.get(GO) == unit:
        table[GO] = SEAT_LETTERS[seat]
    if unit in mine:
        behind = mine[mine.index(unit) + 1 :]
        rename(table, {name: f"{name[0]}{int(name[1:]) - 1}" for name in behind})


def rename(table: Table, names: Mapping[str, str]) -> None:
    """The units of these ids get others, wherever they are named: as a key, in a text, in a list."""

    def anew(value: Any) -> Any:
        if isinstance(value, str):
            found = UNIT_ID.fullmatch(value)
            return names.get(found[1], found[1]) + found[2] if found else value
        if isinstance(value, list):
            return [anew(one) for one in value]
        if isinstance(value, Mapping):
            return {anew(key): one if key in NAMES else anew(one) for key, one in value.items()}
        return value

    for key in list(table):
        if key not in NAMES:
            table[key] = anew(table[key])


def copy(table: Table, unit: str, bought: Iterable[str]) -> str:
    """One more like a unit, as it is bought; its id."""
    entry = entry_of(table, unit) or {}
    return add(table, seat_of(unit), {key: value for key, value in entry.items() if key in bought})


# ---------------------------------------------------------------- where and how they are
def put(table: Table, unit: str, words: Sequence[str]) -> None:
    """Let a unit stand at a place: a hex, "x,y", perhaps with form=... and turn=... behind it; or each model at one."""
    entry = _entry(table, unit)
    for key in PLACES:
        entry.pop(key, None)
    spots = [parse_spot(word) for word in words]
    if len(spots) > 1 and None not in spots:
        entry[MODELS] = [list(spot) for spot in spots if spot is not None]
    else:
        entry[AT] = words[0] if len(words) == 1 else list(words)


def words_typed(text: str) -> list[str]:
    """What is typed, or printed on a page, as `put` takes it: `12,8 form=line`, `12/8, facing 90`, `3/4, 4/4`."""
    text = FACING.sub(r" turn=\1", text)
    return [word.strip(",").replace("/", ",") for word in text.split() if word.strip(",")]


def lift(table: Table, unit: str) -> None:
    """A unit stands nowhere for now."""
    entry = entry_of(table, unit)
    for key in PLACES if entry is not None else ():
        entry.pop(key, None)  # type: ignore[union-attr]


def _entry(table: Table, unit: str) -> dict[str, Any]:
    """The entry of a unit; a new one for a unit of a force that is named whole."""
    entry = entry_of(table, unit)
    if entry is None:
        entry = {ID: unit}
        table[UNITS] = [*units_of(table), entry]
    return entry


def set_of_unit(table: Table, unit: str, key: str, value: Any) -> None:
    """What a unit says under a key; None takes it away."""
    set_or_drop(_entry(table, unit), key, value)


def set_of_seat(table: Table, seat: int, key: str, value: Any) -> None:
    """What a seat says under a key; None takes it away."""
    listed = seats_of(table)
    listed += [{} for _ in range(seat + 1 - len(listed))]
    set_or_drop(listed[seat], key, value)
    while listed and not listed[-1]:
        listed.pop()
    table[SEATS] = listed
    if not listed:
        del table[SEATS]


def set_of_battle(table: Table, key: str, value: Any) -> None:
    """What the position says of the battle; None takes it away."""
    set_or_drop(table, key, value)


def set_or_drop(table: Table, key: str, value: Any) -> None:
    """Have this under a key; None takes the key away."""
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value


def words_at(entry: Mapping[str, Any]) -> list[str]:
    """Where a unit stands, as `put` takes it; [] where `at` does not say."""
    value = entry.get(AT)
    if isinstance(value, str):
        return value.split()
    return [str(one) for one in value] if isinstance(value, list) and value else []


def shaped(words: Sequence[str], key: str, value: str) -> list[str]:
    """The words of a place with this behind it, as `form`, `line`; '' takes it away."""
    kept = [word for word in words if not word.startswith(f"{key}=")]
    return [*kept, f"{key}={value}"] if value else kept


def said(words: Sequence[str], key: str) -> str:
    """What the words of a place say behind a key, '' for nothing."""
    return next((word.removeprefix(f"{key}=") for word in words if word.startswith(f"{key}=")), "")
