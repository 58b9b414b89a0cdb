"""Keys of a position that say one of a few things: a side, several sides, a unit.

A file names a side by its letter, as ids of units do; older files count sides from 0. Screens call it by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from attrs import field

from tabletop_tui.engine.wording import listed
from tabletop_tui.files.validation import Wrong, shown
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.rulebook.position_form import Choices, PositionField

MOST_SIDES = 3
"""Of so many sides all orders are offered; of more there are too many for a list."""


def side_of(battle: Any, value: Any) -> int:
    """The side that a file names, counted from 0. Wrong for what names none."""
    sides = range(len(battle.seat_names))
    at = SEAT_LETTERS.find(value) if isinstance(value, str) and len(value) == 1 else value
    if type(at) is int and at in sides:
        return at
    known = [f"{SEAT_LETTERS[side]} ({battle.seat_names[side]})" for side in sides]
    raise Wrong(f"give a side by its letter, {listed(known, 'or')}, not {shown(value)}")


@frozen
class WhichSide(PositionField):
    """A key that names a side, or nobody."""

    nobody: tuple[str, Any] | None = field(default=None, kw_only=True)
    """The word for nobody, and what the battle holds then."""

    def get(self, battle: Any, thing: Any) -> Any:
        held = getattr(thing, self.name)
        if self.nobody is not None and held == self.nobody[1]:
            return self.nobody[0]
        return None if held is None else SEAT_LETTERS[held]

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        nobody = self.nobody is not None and value in self.nobody
        setattr(thing, self.name, self.nobody[1] if self.nobody and nobody else side_of(battle, value))

    def said(self, value: Any) -> Any:
        if self.nobody is not None and value == self.nobody[1]:
            return self.nobody[0]
        return SEAT_LETTERS[value] if type(value) is int and 0 <= value < len(SEAT_LETTERS) else value

    def choices(self, battle: Any, sides: Sequence[str]) -> Choices:
        nobody: Choices = [] if self.nobody is None else [(self.nobody[0], self.nobody[0])]
        return [*((SEAT_LETTERS[side], name) for side, name in enumerate(sides)), *nobody]


@frozen
class SomeSides(PositionField):
    """A key that names several sides, in an order if the battle keeps one."""

    def get(self, battle: Any, thing: Any) -> Any:
        held = getattr(thing, self.name)
        return [SEAT_LETTERS[side] for side in (held if self.ordered(thing) else sorted(held))]

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        if not isinstance(value, list | tuple):
            raise Wrong(f"give a list of sides, as {shown([*SEAT_LETTERS[: len(battle.seat_names)]])}")
        sides = [side_of(battle, one) for one in value]
        self.check(battle, sides)
        setattr(thing, self.name, tuple(sides) if self.ordered(thing) else frozenset(sides))

    def check(self, battle: Any, sides: Sequence[int]) -> None:
        """Wrong for sides that cannot stand there."""

    def ordered(self, thing: Any) -> bool:
        return isinstance(getattr(thing, self.name), tuple)

    def said(self, value: Any) -> Any:
        known = range(len(SEAT_LETTERS))
        if not isinstance(value, list | tuple):
            return value
        return [SEAT_LETTERS[one] if type(one) is int and one in known else one for one in value]

    def choices(self, battle: Any, sides: Sequence[str]) -> Choices:
        if len(sides) > MOST_SIDES:
            return []
        numbers = range(len(sides))
        found = [*permutations(numbers)] if self.ordered(battle) else [(), *((one,) for one in numbers)]
        return [([SEAT_LETTERS[at] for at in some], ", ".join(sides[at] for at in some) or "nobody") for some in found]


@frozen
class WhichUnit(PositionField):
    """A key that names a unit."""

    fits: Callable[[Any], bool] = field(default=lambda unit: True, kw_only=True)
    """Whether a unit may stand there at all."""

    def choices(self, battle: Any, sides: Sequence[str]) -> Choices:
        return [(unit.id, unit.id) for unit in battle.units.values() if self.fits(unit)]
