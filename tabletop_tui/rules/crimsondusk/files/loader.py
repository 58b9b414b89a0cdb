"""Reading Crimson Dusk files: catalogues, forces, scenarios. Whatever is wrong in one is a BadFile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.typed_lengths import centimetres_of
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, between, one_of
from tabletop_tui.rulebook.book_files import BookFiles, check_seated, shelve
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.crimsondusk.files.file_formats import (
    LIBRARY,
    CatalogueFile,
    ForceFile,
    ModelTable,
    ScenarioFile,
    SectionTable,
    TableFile,
    VehicleTable,
)
from tabletop_tui.rules.crimsondusk.files.validation import (
    MOST_MEN,
    check_force,
    check_piece,
    check_scenario,
    check_sheet,
    check_soldier,
    check_table,
    plain,
)
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.points import soldier_points, vehicle_points
from tabletop_tui.rules.crimsondusk.state.profiles import Catalogue, Force, Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.scenario import CONVOY, UNEVEN, Scenario
from tabletop_tui.rules.crimsondusk.state.terrain import LINES, UNIT
from tabletop_tui.skirmish.map_files import PieceShape, made_of, places_of
from tabletop_tui.table.terrain_pieces import Piece

SEATS = 2
SHELVES = {
    "weapon": "weapons",
    "blade": "blades",
    "armour": "armours",
    "trait": "traits",
    "ammunition": "ammunition",
    "vehicle": "vehicles",
}
"""The tables of a catalogue file, and where they go."""
T = TypeVar("T")


def named(names: Sequence[str], known: Mapping[str, T], what: str, place: str) -> tuple[T, ...]:
    """The entries of these ids; Wrong for one that there is not."""
    faults = Faults()
    for number, name in enumerate(names):
        if name not in known:
            with faults.of(f"{place}[{number}]"):
                raise one_of(name, known, what)
    faults.raise_any()
    return tuple(known[name] for name in names)


# ---------------------------------------------------------------- sections and vehicles
def section_of(table: SectionTable, catalogue: Catalogue) -> Sheet:
    """A section as its table composes it."""
    men: list[Soldier] = []
    for number, model in enumerate(table.model):
        between(model.count, 1, MOST_MEN, f"model[{number}].count")
        try:
            man = soldier_of(table, model, catalogue)
            check_soldier(man)
            men += [man] * model.count
        except Wrong as wrong:
            raise wrong.inside(f"model[{number}]") from None
    sheet = section_sheet(table, men)
    check_sheet(sheet)
    return sheet


def section_sheet(table: SectionTable, men: Sequence[Soldier]) -> Sheet:
    """A section of these men, allowed or not."""
    return Sheet(table.name, tuple(men), table.personality, table.size, sum(map(soldier_points, men)))


def vehicle_of(table: VehicleTable, catalogue: Catalogue) -> Sheet:
    """A vehicle as its table composes it (CD-PASS-1)."""
    sheet = vehicle_sheet(table, catalogue)
    for man in sheet.men:
        check_soldier(man)
    check_sheet(sheet)
    return sheet


def vehicle_sheet(table: VehicleTable, catalogue: Catalogue) -> Sheet:
    """The same, allowed or not."""
    if table.type not in catalogue.vehicles:
        raise one_of(table.type, catalogue.vehicles, "vehicle").inside("type")
    kind = catalogue.vehicles[table.type]
    arms = ModelTable(1, table.arms, (), {}, table.ammunition)
    man = soldier_of(table, arms, catalogue)
    loads = tuple(one.id for one in named(table.ammunition, catalogue.ammunition, "ammunition", "ammunition"))
    mounted = tuple(loaded(weapon, loads) for weapon in named(table.weapons, catalogue.weapons, "weapon", "weapons"))
    cost = vehicle_points(kind, (man,) * kind.crew, mounted)
    return Sheet(table.name, (man,) * kind.crew, False, kind.size, cost, kind, mounted)


def soldier_of(table: SectionTable | VehicleTable, model: ModelTable, catalogue: Catalogue) -> Soldier:
    """One kind of model of a section, or the crew of a vehicle."""
    if table.armour not in catalogue.armours:
        raise one_of(table.armour, catalogue.armours, "armour").inside("armour")
    armour = catalogue.armours[table.armour]
    traits = {**({armour.trait: 1} if armour.trait else {}), **table.traits, **model.traits}
    check_traits(traits, catalogue)
    loads = named(model.ammunition, catalogue.ammunition, "ammunition", "ammunition")
    carried = [one.id for one in loads]
    weapons = tuple(loaded(one, carried) for one in named(model.weapons, catalogue.weapons, "weapon", "weapons"))
    return Soldier(
        table.quality,
        table.ap,
        table.sm,
        table.mm,
        armour.av,
        table.cb if isinstance(table, SectionTable) else 0,
        weapons,
        named(model.blades, catalogue.blades, "blade", "blades"),
        traits,
        loads,
    )


def loaded(weapon: Weapon, carried: Sequence[str]) -> Weapon:
    """A weapon with the ammunition that its bearer carries for it."""
    return evolve(weapon, ammunition=tuple(name for name in weapon.ammunition if name in carried))


def check_traits(traits: Mapping[str, int], catalogue: Catalogue) -> None:
    """Wrong for a trait that there is not, or for a number that it cannot have."""
    named(tuple(traits), catalogue.traits, "trait", "traits")
    for name, number in traits.items():
        trait = catalogue.traits[name]
        low, high = (trait.low, trait.high) if trait.high else (1, 1)
        between(number, low, high, f"traits.{name}")


# ---------------------------------------------------------------- tables
def piece_of(number: int, shape: PieceShape) -> Piece:
    """The piece of terrain that a map file describes; Wrong if there is no such piece."""
    piece = shape.piece(number, LINES)
    check_piece(piece)
    return piece


# ---------------------------------------------------------------- all of it
class CrimsonDuskFiles(BookFiles[Catalogue, Force, Battlefield, Scenario]):
    """Catalogues, forces, maps and scenarios of Crimson Dusk."""

    library = LIBRARY
    force_class, scenario_class = Force, Scenario

    def plain(self) -> Strict:
        return plain()

    def joined(self, sources: Sequence[tuple[Path, Any]]) -> Catalogue:
        found = Catalogue()
        shelve(sources, {what: getattr(found, shelf) for what, shelf in SHELVES.items()})
        return found

    def compose(self, file: ForceFile, catalogue: Catalogue) -> Force:
        """The force that a file describes; Wrong, with the rule, if it may not be composed so."""
        faults = Faults()
        with faults.of():
            a_line(file.summary, "summary")
        sheets: list[Sheet] = []
        for number, table in enumerate(file.section):
            with faults.of(f"section[{number}]"):
                sheets.append(section_of(table, catalogue))
        for number, vehicle in enumerate(file.vehicle):
            with faults.of(f"vehicle[{number}]"):
                sheets.append(vehicle_of(vehicle, catalogue))
        faults.raise_any()
        force = Force(file.name, tuple(sheets))
        check_force(force)
        return force

    def force_info(self, file: ForceFile, force: Force) -> tuple[str, int]:
        return "", force.cost

    def table(self, file: TableFile) -> Battlefield:
        """The table that a map file describes."""
        a_name(file.name)
        a_line(file.summary, "summary")
        if file.unit:
            try:
                centimetres_of(file.unit)
            except Wrong as wrong:
                raise wrong.inside("unit") from None
        found = Battlefield(file.name, file.width, file.height, tuple(made_of(file.piece, piece_of)))
        check_table(found, places_of(found.pieces))
        return found

    def scenario(self, file: ScenarioFile, table: Battlefield) -> Scenario:
        check_seated(file.forces, SEATS)
        scenario = Scenario(
            *(file.name, table, file.turns, max(file.limits, default=file.points), file.strip),
            *(file.mission, file.limits, file.goal, file.house),
        )
        check_scenario(scenario)
        return scenario

    def scenario_info(self, file: ScenarioFile, scenario: Scenario, name: str, data: dict[str, Any]) -> ScenarioInfo:
        allowed, table = " against ".join(map(str, file.limits)) or str(scenario.points), scenario.table
        size = f"{allowed} points, {table.width:g} x {table.height:g} {UNIT.short}"
        return ScenarioInfo(
            *(name, file.name, file.summary, SEATS, size, list(file.forces), data, [], f"{scenario.turns} turns"),
            same_task=file.mission not in UNEVEN,
        )

    def scenario_order(self, info: ScenarioInfo) -> Any:
        return info.data.get("points", 275), info.name

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        """Why these forces may not play this scenario, or None."""
        if len(forces) != SEATS:
            return Refusal(f"{scenario.name} is for {SEATS} players, not for {len(forces)}", "CD-TURN-3")
        return together(self._unfit(self.scenario_of(scenario.data, scenario.id), forces))

    def _unfit(self, scenario: Scenario, forces: Sequence[ForceInfo]) -> Iterator[Refusal]:
        for seat, info in enumerate(forces):
            if info.cost > (allowed := scenario.allowed(seat)):
                yield Refusal(f"{info.name} costs {info.cost}, {allowed} are allowed", "CD-PTS-1")
            sheets = self.force_of(info.data, info.id).sections
            if scenario.mission == "assassinate" and not any(sheet.personality for sheet in sheets):
                yield Refusal(f"{info.name} has no personality to be hunted", "CD-TURN-3")
            if scenario.mission == "convoy" and seat == CONVOY and not any(sheet.vehicle for sheet in sheets):
                yield Refusal(f"{info.name} has no vehicle for a convoy", "CD-TURN-3")

    def words_of_catalogue(self, file: CatalogueFile) -> str:
        vehicles = f", {len(file.vehicle)} vehicles" if file.vehicle else ""
        return f": {len(file.weapon)} weapons, {len(file.blade)} blades, {len(file.trait)} traits{vehicles}"

    def words_of_force(self, file: ForceFile, info: ForceInfo, folders: Sequence[Path]) -> str:
        return f"{len(info.data['sections'])} sections, {info.cost} points"

    def words_of_table(self, table: Battlefield) -> str:
        return f"{table.width:g} x {table.height:g} {UNIT.short}, {len(table.pieces)} pieces of terrain"


BOOK = CrimsonDuskFiles()
