"""Putting a force together model by model: the book offers arms and traits, and no lists (CD-CHAR, CD-COH-6, CD-PTS-1).

A row is the table of a section or a vehicle as a file has it, with KIND to tell them apart.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot, Troop
from tabletop_tui.rulebook.force_facts import values_of
from tabletop_tui.rules.crimsondusk.files import loader
from tabletop_tui.rules.crimsondusk.files.file_formats import LIBRARY, SYSTEM, ForceFile
from tabletop_tui.rules.crimsondusk.files.force_composition import HANDS
from tabletop_tui.rules.crimsondusk.files.sheet_cards import sheet_card
from tabletop_tui.rules.crimsondusk.state.points import weapon_points
from tabletop_tui.rules.crimsondusk.state.profiles import FEWEST, QUALITIES, QUALITY_WORDS, Sheet
from tabletop_tui.rules.crimsondusk.state.profiles import Force as Composed

KIND, SECTION, VEHICLE = "kind of row", "section", "vehicle"
MOST_KEPT = 2_000
"""So many rows are kept as they were composed."""
POINTS = (140, 275, 515)
"""The sizes of the scenarios."""
LEADER = "leader"
RIFLE = "assault-rifle"
UNARMED = "unarmed"
APS, MODIFIERS, COMMANDS = (2, 3, 4, 5), (-1, 0, 1, 2), (0, 1, 2, 3)
USUAL = {"quality": "Rg", "ap": 3, "sm": 0, "mm": 0, "cb": 0, "armour": "none"}
"""What a file need not say."""
TYPICAL = "flak"
"""What a new section wears: with the usual values above, that is the typical profile of AV 8 (CD-CHAR-5)."""
OURS = "ours: the book's chapter on points is not in the text"
PSYKERS = "none: their chapter is not in the text"


class SectionMuster(Muster):
    """Forces of Crimson Dusk."""

    kind: ClassVar[str] = "force"
    rows: ClassVar[str] = "unit"
    counted_in: ClassVar[str] = "points"
    named_rows: ClassVar[bool] = True
    source = LIBRARY

    def __init__(self, folders: Sequence[Path]) -> None:
        self.catalogue = loader.BOOK.catalogue(folders, wrong=[])
        self.sheets: dict[str, Sheet] = {}
        """Rows that were composed already, by their text: an offer changes one row of many."""

    def blank(self) -> Force:
        return {"system": SYSTEM, "kind": self.kind, "name": "New force", "points": POINTS[1], self.rows: []}

    # ------------------------------------------------------------------ files
    def read(self, path: Path) -> Force:
        """With the smallest size of a scenario that holds it."""
        force = self.force_of(super().read(path))
        cost = self.cost(force)
        return {**force, "points": next((size for size in POINTS if size >= cost), cost)}

    def force_of(self, table: Mapping[str, Any]) -> Force:
        parts = ((SECTION, table.get(SECTION, [])), (VEHICLE, table.get(VEHICLE, [])))
        units = [{KIND: kind, **row} for kind, rows in parts for row in rows]
        rest = {key: value for key, value in table.items() if key not in (SECTION, VEHICLE)}
        return {**self.blank(), **rest, self.rows: units}

    def singly(self, force: Force) -> list[Force]:
        return [bare(row) for row in force[self.rows]]

    def table(self, force: Force) -> Force:
        found = {key: value for key, value in force.items() if key not in ("points", self.rows)}
        for kind in (SECTION, VEHICLE):
            rows = [bare(row) for row in force[self.rows] if row[KIND] == kind]
            if rows:
                found[kind] = rows
        return found

    def compose(self, file: Any) -> Composed:
        assert isinstance(file, ForceFile)
        return loader.BOOK.compose(file, self.catalogue)

    # ------------------------------------------------------------------ what is sold and what is bought
    def new_row(self, entry: str) -> Force:
        if entry in self.catalogue.vehicles:
            return {KIND: VEHICLE, "name": self.catalogue.vehicles[entry].name, "type": entry}
        if entry == LEADER:
            leader = {"name": "Leader", "personality": True, "quality": "Vt", "armour": "carapace", "cb": 1}
            return {KIND: SECTION, **leader, "model": [{"weapons": [RIFLE]}]}
        quality = next(one for one in QUALITIES if one == entry)
        name = f"{QUALITY_WORDS[quality].capitalize()} section"
        models = [{"count": FEWEST[quality], "weapons": [RIFLE]}]
        return {KIND: SECTION, "name": name, "quality": quality, "armour": TYPICAL, "model": models}

    def row_of(self, bought: Force) -> Force:
        return {KIND: VEHICLE if "type" in bought else SECTION, **bought}

    def sells(self, force: Force) -> list[Offer]:
        people = [(name, "People") for name in (LEADER, *QUALITIES)]
        found = []
        for entry, group in [*people, *((name, "Vehicles") for name in self.catalogue.vehicles)]:
            sheet = self.sheet_of(self.new_row(entry))
            found.append(Offer(entry, sheet.name, sheet.cost, group, sheet_card(sheet)))
        return found

    def bought(self, force: Force) -> list[Bought]:
        sheets = [self.sheet_of(row) for row in force[self.rows]]
        return [Bought(sheet.name, sheet.cost, sheet_card(sheet), note=arms_words(sheet)) for sheet in sheets]

    def troops(self, force: Force) -> Iterator[Troop]:
        """Each weapon of each model counts; of a vehicle, those mounted on it."""
        for row, sheet in zip(force[self.rows], map(self.sheet_of, force[self.rows]), strict=True):
            men, kind = sheet.men, sheet.vehicle
            values = {**(values_of(kind) if kind is not None else {}), "personality": sheet.personality}
            values |= {"vehicle": kind is not None, "quality": sheet.quality, "cost": sheet.cost, "models": len(men)}
            values |= {"av": kind.av if kind is not None else min((man.av for man in men), default=0)}
            values |= {"ap": min((man.ap for man in men), default=0), "cb": max((man.cb for man in men), default=0)}
            values |= {"sm": min((man.sm for man in men), default=0), "mm": min((man.mm for man in men), default=0)}
            held = sheet.mounted if kind is not None else tuple(one for man in men for one in man.weapons)
            entry = (
                kind.id if kind is not None else LEADER if sheet.personality else row.get("quality", USUAL["quality"])
            )
            yield Troop(str(entry), sheet.name, values, tuple(map(values_of, held)))

    def cost(self, force: Force) -> int:
        return sum(self.sheet_of(row).cost for row in force[self.rows])

    def sheet_of(self, row: Force) -> Sheet:
        """A row as it is composed, allowed or not."""
        text = json.dumps(row)
        if text not in self.sheets:
            if len(self.sheets) >= MOST_KEPT:
                self.sheets.clear()
            self.sheets[text] = self.composed(row)
        return self.sheets[text]

    def composed(self, row: Force) -> Sheet:
        heading = {"system": SYSTEM, "kind": self.kind, "name": "Row", row[KIND]: [bare(row)]}
        file: ForceFile = LIBRARY.structure(heading)
        if row[KIND] == VEHICLE:
            return loader.vehicle_sheet(file.vehicle[0], self.catalogue)
        (table,) = file.section
        models = ((loader.soldier_of(table, model, self.catalogue), model.count) for model in table.model)
        return loader.section_sheet(table, [man for man, count in models for _ in range(count)])

    # ------------------------------------------------------------------ what can be chosen
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is None:
            points = force["points"]
            sums = (Offer(str(n), f"{n} points", chosen=n == points) for n in sorted({*POINTS, points}))
            return [Slot("points", "Points, ours", tuple(sums))]
        table = force[self.rows][row]
        if table[KIND] == VEHICLE:
            return [self.qualities(table), self.armours(table), self.mounted(table)]
        numbers = [self.numbers(table, "ap", "AP", APS), self.numbers(table, "sm", "Shooting modifier", MODIFIERS)]
        numbers.append(self.numbers(table, "mm", "Melee modifier", MODIFIERS))
        if table.get("personality"):
            numbers.append(self.numbers(table, "cb", "Command bonus", COMMANDS))
        return [self.models(table), self.qualities(table), self.armours(table), *numbers, self.traits(table)]

    def qualities(self, table: Force) -> Slot:
        now = table.get("quality", USUAL["quality"])
        offers = (Offer(one, QUALITY_WORDS[one].capitalize(), chosen=one == now) for one in QUALITIES)
        return Slot("quality", "Quality", tuple(offers))

    def armours(self, table: Force) -> Slot:
        now = table.get("armour", USUAL["armour"])
        known = self.catalogue.armours.values()
        return Slot(
            "armour", "Armour", tuple(Offer(one.id, f"{one.name}, AV {one.av}", chosen=one.id == now) for one in known)
        )

    def numbers(self, table: Force, key: str, label: str, choices: Sequence[int]) -> Slot:
        now = table.get(key, USUAL[key])
        return Slot(key, label, tuple(Offer(str(one), f"{one}", chosen=one == now) for one in choices))

    def traits(self, table: Force) -> Slot:
        now = table.get("traits", {})
        offers = (Offer(one.id, one.name, chosen=one.id in now) for one in self.catalogue.traits.values())
        return Slot("traits", "Training and equipment of all", tuple(offers), many=True)

    def models(self, table: Force) -> Slot:
        """How many models there are with each kind of arms: those of the section first."""
        counts: Counter[str] = Counter()
        for model in table["model"]:
            counts[loadout_of(model)] += model.get("count", 1)
        others = [one for one in self.loadouts() if one not in counts]
        offers = (Offer(one, self.words_of(one), self.cost_of(one), count=counts[one]) for one in [*counts, *others])
        return Slot("models", "Models", tuple(offers), counts=True)

    def loadouts(self) -> list[str]:
        """What one model can hold, as offers: each weapon, each melee weapon, the two together where hands allow."""
        weapons = [one.id for one in self.catalogue.weapons.values() if one.hands <= HANDS and not one.thrown]
        single = [one.id for one in self.catalogue.weapons.values() if one.pistol]
        blades = [one for one in self.catalogue.blades.values() if one.hands <= HANDS]
        pairs = [f"{pistol}+{blade.id}" for pistol in single for blade in blades if blade.hands == 1]
        return [*weapons, *(blade.id for blade in blades), *pairs, UNARMED]

    def words_of(self, loadout: str) -> str:
        names = {
            one.id: one.name for shelf in (self.catalogue.weapons, self.catalogue.blades) for one in shelf.values()
        }
        parts = loadout.partition("*")[0].split("+")
        return " and ".join(names.get(part, part.capitalize()) for part in parts) + " (special)" * ("*" in loadout)

    def cost_of(self, loadout: str) -> int:
        parts = loadout.partition("*")[0].split("+")
        weapons = (self.catalogue.weapons[one] for one in parts if one in self.catalogue.weapons)
        blades = (self.catalogue.blades[one] for one in parts if one in self.catalogue.blades)
        return sum(map(weapon_points, weapons)) + sum(blade.p + blade.hit for blade in blades)

    def mounted(self, table: Force) -> Slot:
        """The weapons of a vehicle."""
        counts: Counter[str] = Counter(table.get("weapons", []))
        known = [one for one in self.catalogue.weapons.values() if not one.thrown]
        offers = (Offer(one.id, one.name, weapon_points(one), count=counts[one.id]) for one in known)
        return Slot("weapons", "Weapons", tuple(offers), counts=True)

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        if row is None:
            return {**force, "points": int(offer)}
        if slot == "traits":
            old = dict(force[self.rows][row].get("traits", {}))
            if offer in old:
                del old[offer]
            else:
                old[offer] = max(1, self.catalogue.traits[offer].low)
            return self.with_row(force, row, traits=old)
        value: Any = int(offer) if slot in ("ap", "sm", "mm", "cb") else offer
        return self.with_row(force, row, **{slot: value if value != USUAL[slot] else ""})

    def put_count(self, force: Force, row: int | None, slot: str, offer: str, count: int) -> Force:
        assert row is not None
        table = force[self.rows][row]
        if slot == "weapons":
            counts: Counter[str] = Counter(table.get("weapons", []))
            counts[offer] = max(0, count)
            return self.with_row(force, row, weapons=list(counts.elements()))
        models, found = [], False
        for model in table["model"]:
            if loadout_of(model) == offer:
                if not found and count > 0:
                    models.append(counted_model(model, count))
                found = True
            else:
                models.append(model)
        if not found and count > 0:
            models.append(counted_model(self.model_of(offer), count))
        rows = list(force[self.rows])
        rows[row] = {**table, "model": models}
        return self.with_rows(force, rows)

    def model_of(self, loadout: str) -> Force:
        """The table of a model with these arms."""
        parts = [] if loadout == UNARMED else loadout.split("+")
        weapons = [one for one in parts if one in self.catalogue.weapons]
        blades = [one for one in parts if one in self.catalogue.blades]
        return {key: names for key, names in (("weapons", weapons), ("blades", blades)) if names}

    def copy(self, force: Force, row: int) -> Force:
        """The copy keeps the name: a file names each section."""
        rows = list(force[self.rows])
        return self.with_rows(force, [*rows[: row + 1], dict(rows[row]), *rows[row + 1 :]])

    # ------------------------------------------------------------------ what is allowed
    def limits(self, force: Force) -> list[Line]:
        cost, points = self.cost(force), force["points"]
        mood = "bad" if cost > points else ""
        return [
            Line("Points", f"{cost}/{points}", rules=("CD-PTS-1",), mood=mood),
            Line("Points are", OURS, rules=("CD-PTS-1",), mood="dim"),
            Line("Psykers", PSYKERS, rules=("CD-PSY-1",), mood="dim"),
        ]

    def refuse(self, force: Force) -> Refusal | None:
        if not force[self.rows]:
            return None
        return together(one for one in (self.wrong(force), self.over(force)) if one is not None)

    def over(self, force: Force) -> Refusal | None:
        cost, points = self.cost(force), force["points"]
        return Refusal(f"{cost} points, {points} are there", "CD-PTS-1") if cost > points else None


def bare(row: Force) -> Force:
    """A row as a file has it."""
    return {key: value for key, value in row.items() if key != KIND}


def counted_model(model: Force, count: int) -> Force:
    """So many of a model; one is not counted in a file."""
    rest = {key: value for key, value in model.items() if key != "count"}
    return {"count": count, **rest} if count > 1 else rest


def loadout_of(model: Force) -> str:
    """What a model holds, as an offer: its arms, with a star and what else is said of it if anything is."""
    arms = "+".join([*model.get("weapons", []), *model.get("blades", [])]) or UNARMED
    extras = [*model.get("traits", {}), *model.get("ammunition", [])]
    return f"{arms}*{'+'.join(extras)}" if extras else arms


def arms_words(sheet: Sheet) -> str:
    """What its models carry: '5 Assault rifle, LMG'."""
    if sheet.vehicle is not None:
        return ", ".join(weapon.name for weapon in sheet.mounted)
    counts = Counter(man.arms for man in sheet.men)
    return ", ".join(f"{count} {arms}" if count > 1 else arms for arms, count in counts.items())
