"""Putting an army together: units of two sizes with upgrades, and points (AMC-PREP-3 to AMC-PREP-5, AMC-UPG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot, Troop
from tabletop_tui.rulebook.force_facts import values_of
from tabletop_tui.rules.armymen.files import loader
from tabletop_tui.rules.armymen.files.file_formats import LIBRARY, SYSTEM, ArmyFile
from tabletop_tui.rules.armymen.files.force_composition import (
    BOOK_POINTS,
    SUPPORTS,
    equip,
    refuse_army,
    vehicles_allowed,
)
from tabletop_tui.rules.armymen.state.profiles import Army, Choice, Sheet

POINTS = (100, 200, 300, 400, 500, 600, 800, 1000, 1500)


class ArmyMuster(Muster):
    """Armies of Army Men."""

    kind: ClassVar[str] = "army"
    rows: ClassVar[str] = "unit"
    counted_in: ClassVar[str] = "points"
    source = LIBRARY

    def __init__(self, folders: Sequence[Path]) -> None:
        self.catalogue = loader.BOOK.catalogue(folders, wrong=[])

    def blank(self) -> Force:
        return {"system": SYSTEM, "kind": self.kind, "name": "New army", "points": BOOK_POINTS, self.rows: []}

    def new_row(self, entry: str) -> Force:
        return {"unit": entry, "size": self.catalogue.units[entry].costs[0][0]}

    # ------------------------------------------------------------------ what is sold and what is bought
    def sells(self, force: Force) -> list[Offer]:
        offers = []
        for kind in self.catalogue.units.values():
            size, cost = kind.costs[0]
            group = "Vehicles" if kind.vehicle else "Support" if kind.support else "Soldiers"
            offers.append(
                Offer(kind.id, kind.name, cost, group, sheet_card(equip(Choice(kind.id, size), self.catalogue)))
            )
        return offers

    def bought(self, force: Force) -> list[Bought]:
        sheets = self._sheets(force)
        return [
            Bought(sheet.listed_as, sheet.cost, sheet_card(sheet), note=", ".join(sheet.bought)) for sheet in sheets
        ]

    def troops(self, force: Force) -> Iterator[Troop]:
        for row, sheet in zip(force[self.rows], self._sheets(force), strict=True):
            weapons = tuple(values_of(sheet.weapons[name]) for arms in sheet.arms for name in arms)
            values = {**values_of(sheet), "bayonets": "bayonets" in row.get("upgrades", ())}
            yield Troop(row["unit"], sheet.listed_as, values, weapons)

    def _sheets(self, force: Force) -> list[Sheet]:
        return [equip(_choice(row), self.catalogue) for row in force[self.rows]]

    # ------------------------------------------------------------------ what can be chosen
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is None:
            points = force.get("points", BOOK_POINTS)
            sums = (Offer(str(n), points_words(n), chosen=n == points) for n in sorted({*POINTS, points}))
            return [Slot("points", "Points", tuple(sums))]
        choice = _choice(force[self.rows][row])
        kind = self.catalogue.units[choice.unit]
        slots = []
        if len(kind.costs) > 1:
            sizes = tuple(
                Offer(str(size), f"{size} models", cost, chosen=size == choice.size) for size, cost in kind.costs
            )
            slots.append(Slot("size", "Size", sizes))
        upgrades = tuple(
            Offer(
                name,
                self.catalogue.upgrades[name].name,
                self.catalogue.upgrades[name].cost,
                chosen=name in choice.upgrades,
            )
            for name in kind.upgrades
        )
        return [*slots, Slot("upgrades", "Upgrades", upgrades, many=True)] if upgrades else slots

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        if row is None:
            return {**force, "points": int(offer)}
        if slot == "size":
            return self.with_row(force, row, size=int(offer))
        old = force[self.rows][row].get("upgrades", [])
        new = [name for name in old if name != offer] if offer in old else [*old, offer]
        return self.with_row(force, row, upgrades=new)

    # ------------------------------------------------------------------ what is allowed
    def limits(self, force: Force) -> list[Line]:
        sheets, points = self._sheets(force), force.get("points", BOOK_POINTS)
        refusal = refuse_army(sheets, points) if sheets else None
        broken = [one.rule for one in refusal.all] if refusal else []
        vehicles = sum(sheet.cost for sheet in sheets if sheet.vehicle)
        lines = [
            ("Points", f"{sum(sheet.cost for sheet in sheets)}/{points}", "AMC-PREP-3"),
            ("Vehicles", f"{vehicles}/{vehicles_allowed(points)} points", "AMC-PREP-4"),
            ("Support units", f"{sum(sheet.support for sheet in sheets)}/{SUPPORTS}", "AMC-PREP-5"),
        ]
        return [Line(label, value, rules=(rule,), mood="bad" if rule in broken else "") for label, value, rule in lines]

    def compose(self, file: Any) -> Army:
        assert isinstance(file, ArmyFile)
        return loader.BOOK.compose(file, self.catalogue)

    def refuse(self, force: Force) -> Refusal | None:
        return self.wrong(force) if force[self.rows] else None


def points_words(points: int) -> str:
    """A size of game: only one is the rulebook's (AMC-PREP-3)."""
    return f"{points} points" if points == BOOK_POINTS else f"{points} points, ours"


def _choice(row: Force) -> Choice:
    return Choice(row["unit"], row.get("size", 1), tuple(row.get("upgrades", ())))


def sheet_card(sheet: Sheet) -> Card:
    """A unit before any battle."""
    lines = [] if sheet.vehicle else [Line("Models", str(sheet.size), rules=("AMC-ARMY-2",))]
    lines.append(Line("Moves", f"{sheet.advance}/{sheet.rush} in", rules=("AMC-ACT-5", "AMC-ACT-6")))
    if sheet.armour:
        lines.append(Line("Block", f"+{sheet.armour}", rules=("AMC-VEH-5",)))
    lines.append(Line("Worth", f"{sheet.cost} pts", rules=("AMC-PREP-11",)))
    for name, weapon in sheet.weapons.items():
        count = sum(name in arms for arms in sheet.arms)
        if count:
            lines.append(Line(weapon.name, f"{count}x {weapon.range} in, {weapon.words}", rules=("AMC-SHOOT-1",)))
        elif name == sheet.melee and not sheet.vehicle:
            lines.append(Line(weapon.name, f"{weapon.words} in melee", rules=("AMC-MELEE-3",)))
    lines += [Line(words, rules=(rule,)) for words, rule in sheet.special_rules]
    if sheet.bought:
        lines.append(Line("upgrades", ", ".join(sheet.bought), rules=("AMC-UPG-1",), mood="dim"))
    return Card(sheet.listed_as, None, tuple(lines))
