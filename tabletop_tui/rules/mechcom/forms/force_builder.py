"""Putting a squad together: mechs of one faction, their profiles and pilots, held against a Budget (MC-ARMY, MC-PILOT).

The Budget belongs to the scenario and is no part of the squad's file; here it is what the player builds to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot, Troop
from tabletop_tui.rulebook.force_facts import values_of
from tabletop_tui.rules.mechcom.files import loader
from tabletop_tui.rules.mechcom.files.file_formats import LIBRARY, SYSTEM
from tabletop_tui.rules.mechcom.files.squad_building import SquadFile, build, over_budget
from tabletop_tui.rules.mechcom.files.validation import BASE
from tabletop_tui.rules.mechcom.shown.views import stat_line, weapon_words
from tabletop_tui.rules.mechcom.state.profiles import FACTIONS, STATS, PilotEntry, Sheet, Squad, equip

BUDGETS = (500, 750, 1000, 1250, 1500, 2000, 3000)
NOBODY = "none"


class SquadMuster(Muster):
    """Squads of MECHCOM."""

    kind: ClassVar[str] = "squad"
    rows: ClassVar[str] = "mech"
    counted_in: ClassVar[str] = "points"
    named_rows: ClassVar[bool] = True
    source = LIBRARY

    def __init__(self, folders: Sequence[Path]) -> None:
        self.catalogue = loader.BOOK.catalogue(folders, wrong=[])

    def blank(self) -> Force:
        head = {"system": SYSTEM, "kind": self.kind, "name": "New squad", "faction": FACTIONS[0]}
        return {**head, "budget": 1000, self.rows: []}

    def read(self, path: Path) -> Force:
        force = super().read(path)
        return {**force, "budget": next((budget for budget in BUDGETS if budget >= self.cost(force)), self.cost(force))}

    def table(self, force: Force) -> Force:
        return {key: value for key, value in force.items() if key != "budget"}

    def new_row(self, entry: str) -> Force:
        return {"mech": entry}

    # ------------------------------------------------------------------ what is sold and what is bought
    def sells(self, force: Force) -> list[Offer]:
        offers = []
        for mech in self.catalogue.mechs.values():
            faction = self.catalogue.faction[mech.id]
            card = sheet_card(equip(mech, faction, "", None))
            offers.append(Offer(mech.id, mech.name, mech.cost, faction, card))
        return sorted(offers, key=lambda offer: (offer.group != force["faction"], offer.group))

    def bought(self, force: Force) -> list[Bought]:
        rows = []
        for row in force[self.rows]:
            pilot = self._pilot(row)
            sheet = equip(self.catalogue.mechs[row["mech"]], force["faction"], _profile(row), pilot)
            name = f"{row['name']} ({sheet.name})" if row.get("name") else sheet.name
            note = f"{pilot.name} ({pilot.type})" if pilot else ""
            rows.append(Bought(name, sheet.cost, sheet_card(sheet), note=note))
        return rows

    def troops(self, force: Force) -> Iterator[Troop]:
        for row in force[self.rows]:
            sheet = equip(self.catalogue.mechs[row["mech"]], force["faction"], _profile(row), self._pilot(row))
            weapons = tuple(
                {**values_of(one), **values_of(one.perks), "melee": one.melee, "range": one.range or 0}
                for one in sheet.weapons
            )
            values = {**values_of(sheet), **values_of(sheet.stats), "piloted": bool(sheet.pilot)}
            yield Troop(row["mech"], sheet.name, values | dict.fromkeys(sheet.effects, True), weapons)

    def _pilot(self, row: Force) -> PilotEntry | None:
        return self.catalogue.pilots[row["pilot"]] if row.get("pilot") else None

    def cards(self, force: Force) -> list[tuple[int, Card]]:
        """The mechs', then those of what they deploy."""
        found = super().cards(force)
        if not force[self.rows]:
            return found
        squad = self.compose(LIBRARY.structure(self.table(force)))
        return [*found, *((1, sheet_card(sheet)) for sheet in squad.deployables.values())]

    # ------------------------------------------------------------------ what can be chosen
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        if row is None:
            factions = tuple(Offer(name, name, chosen=name == force["faction"]) for name in FACTIONS)
            budget = force["budget"]
            sums = (Offer(str(n), f"{n} points", chosen=n == budget) for n in sorted({*BUDGETS, budget}))
            return [Slot("faction", "Faction", factions), Slot("budget", "Budget", tuple(sums))]
        bought = force[self.rows][row]
        mech = self.catalogue.mechs[bought["mech"]]
        profiles, taken = {BASE: 0, **mech.profiles}, _profile(bought) or BASE
        kinds = tuple(Offer(name, name, cost, chosen=name == taken) for name, cost in profiles.items())
        return [Slot("profile", "Profile", kinds), Slot("pilot", "Pilot", self._crew(force, bought.get("pilot", "")))]

    def _crew(self, force: Force, taken: str) -> tuple[Offer, ...]:
        """Nobody, then all pilots, those that this faction may hire first."""
        crew = [Offer(NOBODY, "no pilot", chosen=not taken)]
        hired = self.catalogue.of(force["faction"], self.catalogue.pilots)
        for pilot in sorted(self.catalogue.pilots.values(), key=lambda pilot: pilot.id not in hired):
            kind = dict.fromkeys((pilot.type, self.catalogue.faction[pilot.id]))
            words, card = f"{pilot.name} ({', '.join(kind)})", pilot_card(pilot)
            crew.append(Offer(pilot.id, words, pilot.cost, card=card, chosen=pilot.id == taken))
        return tuple(crew)

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        if row is None:
            return {**force, slot: int(offer) if slot == "budget" else offer}
        return self.with_row(force, row, **{slot: "" if offer in (BASE, NOBODY) else offer})

    # ------------------------------------------------------------------ what is allowed
    def limits(self, force: Force) -> list[Line]:
        cost, budget = self.cost(force), force["budget"]
        mood = "bad" if over_budget("", cost, budget) else ""
        return [
            Line("Faction", force["faction"], rules=("MC-ARMY-2",)),
            Line("Budget", f"{cost}/{budget} points", rules=("MC-ARMY-4",), mood=mood),
            Line("Mechs", str(len(force[self.rows])), rules=("MC-ARMY-3",)),
        ]

    def compose(self, file: Any) -> Squad:
        assert isinstance(file, SquadFile)
        return build(file, self.catalogue)

    def refuse(self, force: Force) -> Refusal | None:
        if not force[self.rows]:
            return None
        return together([self.wrong(force), over_budget(force["name"], self.cost(force), force["budget"])])


def _profile(row: Force) -> str:
    profile: str = row.get("profile", "")
    return "" if profile == BASE else profile


# ---------------------------------------------------------------- cards
def sheet_card(sheet: Sheet) -> Card:
    """A sheet before any battle."""
    lines = [stat_line(sheet.tallies[stat]) for stat in STATS if sheet.kind == "mech" or getattr(sheet.stats, stat)]
    lines += gear_lines(sheet)
    if sheet.pilot:
        lines.append(Line("Pilot", sheet.pilot, rules=("MC-PILOT-1",)))
    return Card(sheet.name, None, tuple(lines))


def pilot_card(pilot: PilotEntry) -> Card:
    """What a pilot brings."""
    lines = [Line(stat.capitalize(), f"{value:+d}", rules=("MC-PILOT-1",)) for stat, value in pilot.bonus.items()]
    return Card(pilot.name, None, (*lines, *gear_lines(pilot)))


def gear_lines(what: Sheet | PilotEntry) -> list[Line]:
    """Weapons and abilities."""
    lines = [Line(weapon.name, weapon_words(weapon), rules=("MC-SHEET-8",), gear=True) for weapon in what.weapons]
    for gift in what.abilities:
        said = f"[{gift.bracket}] {gift.text}".strip()
        lines.append(Line(gift.name, said, rules=("MC-SHEET-7",), gear=True))
    return lines
