"""All that is wrong with a position at once: what hides further faults is left out, and the rest is read again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from cattrs import BaseValidationError
from cattrs.errors import CattrsError

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.position import AT, ID, MODELS, SEAT_LETTERS, SEATS, UNITS

FAULTS = (
    *(LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RuntimeError, StopIteration),
    *(BaseValidationError, CattrsError, Refused),
)
"""What comes of data in which somebody has changed what does not go together."""
MOST_READINGS = 8
"""So often a position with faults is read again at most."""
NEEDED = (AT, MODELS, ID)
"""The keys without which a unit is left out as a whole."""
WHOLE = ("scenario", "map", UNITS, SEATS)
"""What nothing more is read without."""
IN_LIST = re.compile(rf"({UNITS}|{SEATS})\[(\d+)\](?:\.(.*))?")
UNIT_ID = re.compile(r"\b([A-L])(\d{1,3})\b")


def all_wrong(
    table: Mapping[str, Any], wrong: Wrong, read: Callable[[Mapping[str, Any]], object], kind: str = ""
) -> Wrong:
    """What is wrong with a position of which a first reading found this; `read` reads it, and is Wrong likewise.

    A fault that only comes of what was left out is not told. `kind` is the key that says what a unit is.
    """
    trial, faults = Trial(table, kind), wrong.all
    found = {(one.place, one.fix): one for one in faults}
    for _ in range(MOST_READINGS):
        if not trial.leave_out([one.place for one in faults]):
            break
        try:
            read(trial.table)
            break
        except Wrong as more:
            faults = more.all
        except (BadFile, *FAULTS):  # what is left goes together no longer, of which the file is no cause
            break
        for one in filter(trial.is_new, faults):
            told = Wrong(trial.in_old_names(one.fix), trial.as_written(one.place), one.refusal)
            found.setdefault((told.place, told.fix), told)
    first, *rest = found.values()
    return Wrong(first.fix, first.place, first.refusal, tuple(rest))


class Trial:
    """A position without what is wrong with it; its units are numbered anew where some are left out."""

    def __init__(self, table: Mapping[str, Any], kind: str) -> None:
        self.table, self.kind = deepcopy(dict(table)), kind
        units = self.table.get(UNITS)
        self.units: list[Any] = units if isinstance(units, list) else []
        self.count = len(self.units)
        self.numbers = [*range(self.count)]
        """For each unit its number in the position as it was written."""
        self.names: dict[str, str] = {}
        """For each id what it was as it was written."""
        self.left_out = set[str]()
        """The places of what was left out, as they were written, and the names of whoever was."""

    def leave_out(self, places: Sequence[str]) -> bool:
        """Take out what is wrong at these places; whether any of it could be, and each side has somebody."""
        dropped, done = set[int](), False
        for place in places:
            inside = IN_LIST.fullmatch(place)
            if inside is None:
                out = self._leave_out_of_battle(place)
            else:
                out = self._leave_out_key(inside[1], int(inside[2]), (inside[3] or "").strip("'\""))
                if not out and inside[1] == UNITS:
                    dropped.add(int(inside[2]))
            if out:
                self.left_out.add(self.as_written(place))
            done |= out
        self.left_out |= {self.as_written(f"{UNITS}[{number}]") for number in dropped}
        return self._drop(dropped) and (done or bool(dropped))

    def _leave_out_of_battle(self, place: str) -> bool:
        if place.startswith(f"{SEATS}."):  # of all seats together
            seats = self.table.get(SEATS)
            listed = [one for one in seats if isinstance(one, dict)] if isinstance(seats, list) else []
            taken = [one.pop(place.partition(".")[2], None) for one in listed]
            return any(value is not None for value in taken)
        key = re.split(r"[.\[]", place)[0].strip("'\"")
        if key == "go":
            self.table[key] = SEAT_LETTERS[0]
            for told in ("answers", "dice"):  # of somebody else's activation
                self.table.pop(told, None)
            return True
        return key not in WHOLE and self.table.pop(key, None) is not None

    def _leave_out_key(self, part: str, number: int, place: str) -> bool:
        """Take a key out of a unit or a seat; False where it cannot be, or is not there."""
        listed = self.table.get(part)
        entry = listed[number] if isinstance(listed, list) and number < len(listed) else None
        for key in (place, re.split(r"[.\[]", place)[0]):
            if not isinstance(entry, dict) or key not in entry or key in NEEDED:
                continue
            odd = entry.pop(key)
            if part == UNITS and key == self.kind:
                known = [one[key] for one in self.units if isinstance(one, dict) and one.get(key, odd) != odd]
                entry |= {key: known[0]} if known else {}
            return True
        return False

    def _drop(self, dropped: set[int]) -> bool:
        names = [str(one.get(ID, "")) if isinstance(one, dict) else "" for one in self.units]
        kept = [number for number in range(len(self.units)) if number not in dropped]
        if {name[:1] for name in names} != {names[number][:1] for number in kept}:
            return False
        if not dropped:
            return True
        staying, fresh, counted = {names[number] for number in kept}, {}, dict[str, int]()
        for name in (names[number] for number in kept):
            if UNIT_ID.fullmatch(name) and name[0] not in self._given():
                counted[name[0]] = counted.get(name[0], 0) + 1
                fresh[name] = f"{name[0]}{counted[name[0]]}"
        self.left_out |= {self.names.get(name, name) for name in {*names} - staying}
        self.units = [self.units[number] for number in kept]
        self.numbers = [self.numbers[number] for number in kept]
        self.names = {new: self.names.get(name, name) for name, new in fresh.items()}
        if self.table.get("go") in {*names} - staying:
            self._leave_out_of_battle("go")
        self.table = {key: _renamed(value, fresh) for key, value in {**self.table, UNITS: self.units}.items()}
        self.units = self.table[UNITS]
        return True

    def _given(self) -> str:
        """The letters of the sides whose force is named: its units keep their numbers."""
        seats = self.table.get(SEATS)
        listed = enumerate(seats) if isinstance(seats, list) else ()
        return "".join(SEAT_LETTERS[n : n + 1] for n, seat in listed if isinstance(seat, dict) and "force" in seat)

    def is_new(self, fault: Wrong) -> bool:
        """Whether a fault is there for another reason than what was left out."""
        words = {word[0] for word in UNIT_ID.finditer(self.in_old_names(fault.fix))}
        if fault.place == UNITS and len(self.units) < self.count:
            return False  # somebody of a whole force, of whom nothing is said now
        return self.as_written(fault.place) not in self.left_out and not words & self.left_out

    def as_written(self, place: str) -> str:
        """A place of what is left as it is in the position as it was written."""
        inside = IN_LIST.fullmatch(place)
        if inside is None or inside[1] != UNITS or int(inside[2]) >= len(self.numbers):
            return place
        return f"{UNITS}[{self.numbers[int(inside[2])]}]" + (f".{inside[3]}" if inside[3] else "")

    def in_old_names(self, said: str) -> str:
        return UNIT_ID.sub(lambda name: self.names.get(name[0], name[0]), said)


def _renamed(value: Any, fresh: Mapping[str, str]) -> Any:
    """A value with the ids of units in it, as they are called now."""
    if isinstance(value, str):
        found = re.fullmatch(r"([A-L]\d{1,3})(c?(?:-\d+)?)", value)
        return fresh.get(found[1], found[1]) + found[2] if found else value
    if isinstance(value, list):
        return [_renamed(one, fresh) for one in value]
    if isinstance(value, dict):
        return {_renamed(key, fresh): _renamed(one, fresh) for key, one in value.items()}
    return value
