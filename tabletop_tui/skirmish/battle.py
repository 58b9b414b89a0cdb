"""What battles on an open table have alike: units and battles that are copied quickly, and findings about the table.

A rulebook derives its `Unit` and its `Battle`, attrs classes with a dict; collections that are inside are replaced when
they change, never altered in place, but for those that `Battle.copied` names.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import does
from tabletop_tui.table.bases import place_of
from tabletop_tui.table.formations import shifted
from tabletop_tui.table.points import Spots, parse_spot
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.region_cache import Kept


class TableUnit:
    """A unit of models that stand on a table."""

    id: str
    seat: int
    models: Spots
    sheet: Any
    """Its profile."""

    def clone(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    @property
    def name(self) -> str:
        return f"{self.id} {self.sheet.name}"

    def does(self, verb: str) -> str:
        """What it does, with its name before: 'A2 Riflemen shoot'. The verb is given for a single one."""
        return does(self.name, verb)

    @property
    def why_gone(self) -> str:
        """Why it is in the battle no more, as a sentence; '' while it is."""
        raise NotImplementedError


U = TypeVar("U", bound=TableUnit)
T = TypeVar("T")


class TableBattle(Generic[U]):
    """A battle on an open table: its units by id, and what was found out about where they can go."""

    units: dict[str, U]
    kept: Kept
    """No part of the game, and not saved."""
    seat_names: tuple[str, ...]
    later: Mapping[str, U] = MappingProxyType({})
    """The units that a scenario's story is still to bring (`engine/reinforcements.py`); not saved, and replaced."""
    copied: ClassVar[tuple[str, ...]] = ()
    """The dicts that are altered in place."""

    def clone(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.units = {name: unit.clone() for name, unit in self.units.items()}
        new.kept = self.kept.clone()
        for name in self.copied:
            new.__dict__[name] = new.__dict__[name].copy()
        return new

    def stand(self, unit_id: str, where: str) -> None:
        """Put a unit as it stands with its middle at another place, to look from there; only of a copy."""
        unit, place = self.units[unit_id], parse_spot(where)
        assert place is not None, where
        x, y = place_of(unit.models)
        unit.models = shifted(unit.models, (place[0] - x, place[1] - y))

    def ground(self) -> Hashable:
        """What else than where models stand tells what can be found out about the table."""
        raise NotImplementedError

    def find(self, key: Hashable, work: Callable[[], tuple[T, Box]], room: bool = False, own: Hashable = None) -> T:
        """What `work` finds, with the box of the table that it hangs on; found once as long as nothing moves there.

        With `room` it is whether there is room for somebody, and `own` what else it hangs on.
        """
        ground = self.ground()
        if not self.kept.holds(ground):
            self.kept.look([unit.models for unit in self.units.values()], ground)
        found: T = self.kept.find(key, work, room, own)
        return found

    def on_table(self) -> Iterator[U]:
        return (unit for unit in self.units.values() if unit.models)


# ---------------------------------------------------------------- why a unit that is named is not among the options
Reason = Callable[[Any], Refusal | None]
"""Of a unit."""


def gone(rule: str) -> Reason:
    """It is in the battle no more."""
    return lambda unit: Refusal(unit.why_gone, rule) if unit.why_gone else None


def not_of(battle: TableBattle[Any], seat: int, rule: str) -> Reason:
    """It is gone, or of another side than the question is about."""

    def reason(unit: TableUnit) -> Refusal | None:
        if unit.why_gone:
            return Refusal(unit.why_gone, rule)
        return Refusal(f"{unit.does('belongs')} to {battle.seat_names[unit.seat]}", rule) if unit.seat != seat else None

    return reason


def always(what: str, rule: str) -> Reason:
    """What is said of all that are left; its verb is given for a single one."""
    verb, _, rest = what.partition(" ")
    return lambda unit: Refusal(f"{unit.does(verb)} {rest}", rule)
