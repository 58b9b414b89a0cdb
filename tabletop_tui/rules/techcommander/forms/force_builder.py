"""Putting a force together: units with their standard builds or others (TC-GAME-2, TC-MSV-5, TC-MSV-19, TC-ECBS-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.rulebook.force_builder import Bought, Budget, Force, Muster, Offer, Slot, Troop
from tabletop_tui.rulebook.force_facts import values_of
from tabletop_tui.rules.techcommander.files import loader
from tabletop_tui.rules.techcommander.files.file_formats import LIBRARY, SYSTEM, ForceFile
from tabletop_tui.rules.techcommander.files.force_composition import (
    free_power,
    free_weight,
    paid,
    power_of,
    refuse_build,
    sheet_of,
    weight_of,
)
from tabletop_tui.rules.techcommander.files.sheet_cards import sheet_card
from tabletop_tui.rules.techcommander.state.profiles import A_TON, KIND_WORDS, Sheet, kilograms
from tabletop_tui.rules.techcommander.state.profiles import Force as Composed

SIZES = (6, 12, 20)
"""The AC of the scenarios."""
OURS = "ours: the book prints no cards"


class UnitMuster(Muster):
    """Forces of TechCommander."""

    kind: ClassVar[str] = "force"
    rows: ClassVar[str] = "unit"
    counted_in: ClassVar[str] = "AC"
    named_rows: ClassVar[bool] = True
    source = LIBRARY

    def __init__(self, folders: Sequence[Path]) -> None:
        self.catalogue = loader.BOOK.catalogue(folders, wrong=[])

    def blank(self) -> Force:
        return {"system": SYSTEM, "kind": self.kind, "name": "New force", "size": SIZES[1], self.rows: []}

    # ------------------------------------------------------------------ files
    def read(self, path: Path) -> Force:
        """With the smallest size of a scenario that holds it."""
        force = super().read(path)
        cost = self.cost(force)
        return {**force, "size": next((size for size in SIZES if size >= cost), cost)}

    def table(self, force: Force) -> Force:
        return {key: value for key, value in force.items() if key != "size"}

    def compose(self, file: Any) -> Composed:
        assert isinstance(file, ForceFile)
        return loader.BOOK.compose(file, self.catalogue)

    # ------------------------------------------------------------------ what is sold and what is bought
    def new_row(self, entry: str) -> Force:
        return {"unit": entry}

    def sells(self, force: Force) -> list[Offer]:
        found = []
        for card in self.catalogue.units.values():
            sheet = sheet_of(card, self.catalogue)
            found.append(Offer(card.id, f"{card.name}, AC{card.ac}", card.ac, KIND_WORDS[card.kind], sheet_card(sheet)))
        return found

    def bought(self, force: Force) -> list[Bought]:
        sheets = [self.sheet(row) for row in force[self.rows]]
        return [Bought(sheet.name, sheet.ac, sheet_card(sheet), note=self.words(sheet)) for sheet in sheets]

    def troops(self, force: Force) -> Iterator[Troop]:
        """With the kinds of gear that it has, as the list names them."""
        for row in force[self.rows]:
            sheet = self.sheet(row)
            values = {**values_of(sheet.card), "speed": sheet.speed, "command": sheet.command, "jump": sheet.jumps}
            gear = {one.does: True for one in sheet.gear if one.does not in values}
            yield Troop(row["unit"], sheet.name, values | gear, tuple(map(values_of, sheet.weapons)))

    def sheet(self, row: Force) -> Sheet:
        """A row as it is composed, allowed or not."""
        return sheet_of(self.catalogue.units[row["unit"]], self.catalogue, row.get("build"), row.get("name", ""))

    def words(self, sheet: Sheet) -> str:
        """What was added to its chassis: '2 Devastator, Smoke'."""
        counts = Counter(self.thing(one).name for one in sheet.loose)
        return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())

    def thing(self, name: str) -> Any:
        return self.catalogue.weapons.get(name) or self.catalogue.gear[name]

    # ------------------------------------------------------------------ what can be chosen
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is None:
            now = force["size"]
            sizes = (Offer(str(n), f"{n} AC", chosen=n == now) for n in sorted({*SIZES, now}))
            return [Slot("size", "AC of the force", tuple(sizes))]
        sheet = self.sheet(force[self.rows][row])
        if sheet.kind == "vehicle":
            return []
        counts = Counter(sheet.loose)
        shelves = (("weapons", "Weapons", self.catalogue.weapons), ("gear", "Gear", self.catalogue.gear))
        return [Slot(name, label, self.counted(sheet, shelf, counts), counts=True) for name, label, shelf in shelves]

    def counted(self, sheet: Sheet, shelf: Iterable[str], counts: Counter[str]) -> tuple[Offer, ...]:
        """What such a unit could carry at all, with how many of it there are."""
        things = [(name, self.thing(name)) for name in shelf]
        able = [(name, thing) for name, thing in things if thing.portable == sheet.on_foot or counts[name]]
        return tuple(Offer(name, f"{thing.name}, {load_words(thing)}", count=counts[name]) for name, thing in able)

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        return {**force, "size": int(offer)}

    def put_count(self, force: Force, row: int | None, slot: str, offer: str, count: int) -> Force:
        """The build with so many of it; the standard build again is not written down (TC-MSV-5)."""
        assert row is not None
        table = force[self.rows][row]
        standard = list(self.catalogue.units[table["unit"]].build)
        build = list(table.get("build", standard))
        while build.count(offer) > max(0, count):
            build.reverse()
            build.remove(offer)
            build.reverse()
        build += [offer] * (count - build.count(offer))
        rows = list(force[self.rows])
        kept = {key: value for key, value in table.items() if key != "build"}
        rows[row] = kept if Counter(build) == Counter(standard) else {**kept, "build": build}
        return self.with_rows(force, rows)

    # ------------------------------------------------------------------ what is allowed
    def budgets(self, force: Force, row: int | None) -> list[Budget]:
        if row is None:
            return [Budget("AC", self.cost(force), force["size"], "AC", "TC-GAME-2")]
        sheet = self.sheet(force[self.rows][row])
        things = paid(sheet)
        if sheet.on_foot:
            return [Budget("weight", weight_of(things), sheet.card.capacity, "kg", "TC-EQUIP-1")]
        if sheet.kind == "vehicle":
            return []
        return [
            Budget("weight", weight_of(things) / A_TON, free_weight(sheet.card), "t", "TC-MSV-13"),
            Budget("power", power_of(things), free_power(sheet.card), "", "TC-MSV-13"),
            Budget("mounts", len(sheet.weapons), sheet.card.mounts, "", "TC-MSV-18"),
        ]

    def limits(self, force: Force) -> list[Line]:
        cost, size = self.cost(force), force["size"]
        return [
            Line("AC", f"{cost}/{size}", rules=("TC-GAME-2",), mood="bad" if cost > size else ""),
            Line("Units are", OURS, rules=("TC-GEN-1",), mood="dim"),
        ]

    def refuse(self, force: Force) -> Refusal | None:
        cost, size = self.cost(force), force["size"]
        over = Refusal(f"{cost} AC, {size} allowed", "TC-GAME-2") if cost > size else None
        built = (refuse_build(self.sheet(row)) for row in force[self.rows])
        return together([over, *built])


def load_words(thing: Any) -> str:
    """What it weighs, and the power that it takes."""
    weight = f"{kilograms(thing):g} kg" if thing.portable else f"{thing.weight:g} t"
    return f"{weight}, {thing.power:g} power" if thing.power else weight
