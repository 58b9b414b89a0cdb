"""Facts of a force that is being put together: what it costs, and how many units, or weapons, in it are of a kind.

A condition on a force is written as those on battles are: `{ fact = "cost", at_most = 300 }`; or with the values of
its units, `{ units = { move = 5, weapon = { range = 24 } }, least = 2 }`, or of its weapons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from attrs import asdict

from tabletop_tui.engine.goals import AskFact, Condition, Totals
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted, listed
from tabletop_tui.files.validation import Wrong, number, one_of, shown
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.force_builder import Force, Muster, Troop, Value

TROOPS = "its units"
"""The fact that is a list of all units, for conditions on these."""
COUNT = "of."
"""What stands before the id of something sold: so many of it were bought."""
OF_FORCES = {
    "cost": "what all of it costs",
    "units": "how many units there are",
    "legal": "it may be fielded as it is",
    "of.ID": "how many of this were bought",
    "KEY": "what a file of such a force says of the whole: points, priority, budget",
}
"""What can be asked of a force in every rulebook."""


class ForceFacts:
    """The facts of one force, by name."""

    def __init__(self, muster: Muster, force: Force) -> None:
        self.muster, self.force = muster, force
        self.troops: tuple[Troop, ...] = tuple(muster.troops(force))
        self.fault: Refusal | None = muster.fault(force)

    def __call__(self, name: str) -> Any:
        if name == TROOPS:
            return self.troops
        if name == "cost":
            return self.muster.cost(self.force)
        if name == "units":
            return len(self.troops)
        if name == "legal":
            return self.fault is None
        if name.startswith(COUNT):
            return sum(one.entry == name.removeprefix(COUNT) for one in self.troops)
        value = self.force.get(name)
        if not isinstance(value, int | float | str):
            raise one_of(name, [*OF_FORCES, *self.force], "fact of a force")
        return value


@frozen
class Wanted:
    """What one value of a unit or weapon should be: at least or at most so much, or just this."""

    name: str
    is_: Value | None = None
    least: float | None = None
    most: float | None = None

    def fits(self, values: Mapping[str, Value]) -> bool:
        value = values.get(self.name, 0)
        if self.is_ is not None:
            return value == self.is_ or (self.is_ is False and not value)
        if isinstance(value, str):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        name = self.name.replace("_", " ")
        if isinstance(self.is_, bool):
            return name if self.is_ else f"no {name}"
        if self.is_ is not None:
            return f"{name} {self.is_}"
        return f"{name} {self.least:g} or more" if self.least is not None else f"{name} {self.most:g} or less"


@frozen
class Holds(Condition):
    """So many units of a force, or so many weapons in it, that are like this."""

    what: Literal["units", "weapons"]
    like: tuple[Wanted, ...]
    weapon: tuple[Wanted, ...] = ()
    """Of units: what one weapon of such a unit is like."""
    least: float = 1
    most: float | None = None

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        count = self.count(ask(TROOPS))
        return count >= self.least and (self.most is None or count <= self.most)

    def count(self, troops: Iterable[Troop]) -> int:
        """How many there are."""
        if self.what == "weapons":
            return sum(fitting(self.like, weapon) for one in troops for weapon in one.weapons)
        return sum(
            fitting(self.like, one.values)
            and (not self.weapon or any(fitting(self.weapon, weapon) for weapon in one.weapons))
            for one in troops
        )

    def told(self, ask: AskFact) -> str:
        """How many there are, and how many are wanted, in a clause."""
        count = self.count(ask(TROOPS))
        kind = [str(one) for one in self.like]
        kind += [f"a weapon with {listed([str(one) for one in self.weapon])}"] if self.weapon else []
        there = (
            f"there {'is' if count == 1 else 'are'} {counted(count, self.what[:-1]) if count else f'no {self.what}'}"
        )
        said = f"{there} with {listed(kind)}" if kind else there
        if self.most is not None and count > self.most:
            return f"{said} (wanted: {self.most:g} or fewer)"
        return f"{said} (wanted: {self.least:g})" if count < self.least and self.least > 1 else said


def fitting(wanted: Iterable[Wanted], values: Mapping[str, Value]) -> bool:
    """Whether all of these values are as they are wanted."""
    return all(one.fits(values) for one in wanted)


def holds_of(table: Mapping[str, Any]) -> Holds:
    """The condition of a table with `units` or `weapons`. Wrong, with its place, if it is none."""
    what: Literal["units", "weapons"] = "units" if "units" in table else "weapons"
    for key in table:
        if key not in (what, "least", "at_most"):
            raise one_of(key, (what, "least", "at_most"), "key")
    like = table[what]
    if not isinstance(like, Mapping):
        raise Wrong(f"give a table of values, as {{ range = 24 }}, not {shown(like)}", what)
    weapon = like.get("weapon", {}) if what == "units" else {}
    rest = {key: value for key, value in like.items() if not (what == "units" and key == "weapon")}
    counts = {key: _number(table, key) for key in ("least", "at_most")}
    least = counts["least"] if counts["least"] is not None else 1 if counts["at_most"] is None else 0
    return Holds(what, _wanted(rest, what), _wanted(weapon, f"{what}.weapon"), least, counts["at_most"])


def _number(table: Mapping[str, Any], key: str) -> float | None:
    try:
        return number(table[key]) if key in table else None
    except Wrong as wrong:
        raise wrong.inside(key) from None


def _wanted(table: Any, place: str) -> tuple[Wanted, ...]:
    if not isinstance(table, Mapping):
        raise Wrong(f"give a table of values, not {shown(table)}", place)
    return tuple(_value(name, value, f"{place}.{name}") for name, value in table.items())


def _value(name: str, value: Any, place: str) -> Wanted:
    if isinstance(value, Mapping) and len(value) == 1:
        ((key, inner),) = value.items()
        if key in ("least", "at_most") and isinstance(inner, int | float):
            return Wanted(name, least=inner) if key == "least" else Wanted(name, most=inner)
        if key == "is" and isinstance(inner, str | int | float):
            return Wanted(name, inner)
    if isinstance(value, bool | str):
        return Wanted(name, value)
    if isinstance(value, int | float):
        return Wanted(name, least=value)
    raise Wrong(f"give a number, a text, true or false, or {{ at_most = 3 }}, not {shown(value)}", place)


def check_values(condition: Condition, sold: Iterable[Troop]) -> None:
    """Wrong for a value that nothing has which the rulebook sells."""
    if not isinstance(condition, Holds):
        return
    troops = list(sold)
    units = {name for one in troops for name in one.values}
    weapons = {name for one in troops for weapon in one.weapons for name in weapon}
    asked = [(one.name, weapons if condition.what == "weapons" else units) for one in condition.like]
    for name, known in [*asked, *((one.name, weapons) for one in condition.weapon)]:
        if name not in known:
            raise one_of(name, sorted(known), "value")


def values_of(thing: Any) -> dict[str, Value]:
    """The plain values of a line of a rulebook: numbers, words, yes and no."""
    return {key: value for key, value in asdict(thing, recurse=False).items() if isinstance(value, int | float | str)}
