"""Putting an army together: units by Tier, held against the limits of a Priority level (PMC-ARMY)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot, Troop
from tabletop_tui.rulebook.force_facts import values_of
from tabletop_tui.rules.pmc2640.files import loader
from tabletop_tui.rules.pmc2640.files.file_formats import LIBRARY, SYSTEM, ArmyFile
from tabletop_tui.rules.pmc2640.files.force_composition import (
    VEHICLES,
    per_tier,
    points_allowed,
    refuse_too_much,
    tier_rule,
)
from tabletop_tui.rules.pmc2640.shown.views import type_lines
from tabletop_tui.rules.pmc2640.state.profiles import ROMAN, Army, UnitType

PRIORITIES = (1, 2, 3, 4, 5, 6)


class ArmyMuster(Muster):
    """Armies of PMC 2640: a file says how many there are of each unit, so a row is a kind of unit."""

    kind: ClassVar[str] = "army"
    rows: ClassVar[str] = "units"
    counted_in: ClassVar[str] = "Tiers"
    source = LIBRARY

    def __init__(self, folders: Sequence[Path]) -> None:
        self.catalogue = loader.BOOK.catalogue(folders, wrong=[])

    def blank(self) -> Force:
        return {"system": SYSTEM, "kind": self.kind, "name": "New army", "priority": 1, self.rows: {}}

    # ------------------------------------------------------------------ what is sold and what is bought
    def sells(self, force: Force) -> list[Offer]:
        offers = [
            Offer(kind.id, kind.name, kind.tier, "Vehicles" if kind.vehicle else "Infantry", type_card(kind))
            for kind in self.catalogue.values()
        ]
        return sorted(offers, key=lambda offer: offer.group)

    def bought(self, force: Force) -> list[Bought]:
        rows = []
        for name, count in force[self.rows].items():
            kind = self.catalogue[name]
            rows.append(Bought(kind.name, kind.tier * count, type_card(kind), count, f"Tier {ROMAN[kind.tier]}"))
        return rows

    def troops(self, force: Force) -> Iterator[Troop]:
        """Its only weapon has the values of the unit, as the army list prints them."""
        for kind in self._units(force):
            yield Troop(kind.id, kind.name, values_of(kind), (values_of(kind),))

    def singly(self, force: Force) -> list[Force]:
        return [{"unit": kind.id} for kind in self._units(force)]

    def _units(self, force: Force) -> list[UnitType]:
        return [self.catalogue[name] for name, count in force[self.rows].items() for _ in range(count)]

    # ------------------------------------------------------------------ what can be chosen
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is not None:
            return []
        level = force.get("priority", 1)
        levels = sorted({*PRIORITIES, level})
        return [Slot("priority", "Priority", tuple(Offer(str(n), f"Priority {n}", chosen=n == level) for n in levels))]

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        return {**force, "priority": int(offer)}

    def add(self, force: Force, entry: str) -> Force:
        units = force[self.rows]
        return {**force, self.rows: {**units, entry: units.get(entry, 0) + 1}}

    def copy(self, force: Force, row: int) -> Force:
        return self.add(force, list(force[self.rows])[row])

    def remove(self, force: Force, row: int) -> Force:
        """One less of this kind of unit."""
        entry = list(force[self.rows])[row]
        units = {name: count - (name == entry) for name, count in force[self.rows].items()}
        return {**force, self.rows: {name: count for name, count in units.items() if count}}

    # ------------------------------------------------------------------ what is allowed
    def limits(self, force: Force) -> list[Line]:
        units, level = self._units(force), force.get("priority", 1)
        points, allowed = self.cost(force), points_allowed(level)
        lines = [Line("Tiers", f"{points}/{allowed}", rules=("PMC-ARMY-2",), mood="bad" if points > allowed else "")]
        for tier, count, fewest, most in per_tier(units, level):
            span = f"{fewest} or more" if most is None else f"{fewest} to {most}" if most else "none"
            mood = "bad" if count < fewest or (most is not None and count > most) else ""
            lines.append(Line(f"Tier {ROMAN[tier]}", f"{count} ({span})", rules=(tier_rule(level),), mood=mood))
        counts = (
            ("Vehicles", sum(unit.vehicle for unit in units), VEHICLES * level, "PMC-ARMY-5"),
            ("Command", sum(unit.command > 0 for unit in units), level, "PMC-ARMY-7"),
        )
        lines += [
            Line(label, f"{count}/{most}", rules=(rule,), mood="bad" if count > most else "")
            for label, count, most, rule in counts
        ]
        return lines

    def compose(self, file: Any) -> Army:
        assert isinstance(file, ArmyFile)
        return loader.BOOK.compose(file, self.catalogue)

    def refuse(self, force: Force) -> Refusal | None:
        units, level = self._units(force), force.get("priority", 1)
        return refuse_too_much(units, level) or self._no_room(units, level)

    def _no_room(self, units: Sequence[UnitType], level: int) -> Refusal | None:
        """Why these units leave too little for those that an army must have, or None."""
        missing = {tier: fewest - count for tier, count, fewest, _ in per_tier(units, level) if count < fewest}
        left = points_allowed(level) - sum(unit.tier for unit in units)
        if sum(tier * count for tier, count in missing.items()) <= left:
            return None
        wanted = ", ".join(f"{count} of Tier {ROMAN[tier]}" for tier, count in missing.items())
        return Refusal(f"{counted(left, 'Tier')} would be left, and the army still needs {wanted}", tier_rule(level))


def type_card(kind: UnitType) -> Card:
    """A unit type before any battle."""
    word = "Structure" if kind.vehicle else "Morale"
    head = (
        Line("Models", str(kind.size), rules=("PMC-STAT-1",)),
        Line(word, str(kind.morale), rules=("PMC-VEH-1" if kind.vehicle else "PMC-STAT-5",)),
    )
    return Card(kind.name, None, (*head, *type_lines(kind)))
