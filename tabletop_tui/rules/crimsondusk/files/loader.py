"""Reading Crimson Dusk files: catalogues, forces, scenarios. Whatever is wrong in one is a BadFile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, attempt, between, one_of
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.crimsondusk.files.file_formats import (
    LIBRARY,
    CatalogueFile,
    ForceFile,
    MapFile,
    ModelTable,
    ScenarioFile,
    SectionTable,
    VehicleTable,
    files,
    read,
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
from tabletop_tui.rules.crimsondusk.state.points import soldier_points, vehicle_points
from tabletop_tui.rules.crimsondusk.state.profiles import Catalogue, Force, Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.terrain import CONVOY, LINES, UNEVEN, UNIT, Battlefield, Scenario
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


# ---------------------------------------------------------------- the catalogue
def whole_catalogue(
    folders: Sequence[Path], extra: Path | None = None, wrong: list[BadFile] | None = None
) -> Catalogue:
    """All that the catalogues in these folders hold together, and `extra` if it is not among them."""
    found = Catalogue()
    for path in files(folders, "catalogue", wrong, extra):
        file: CatalogueFile = read(path)
        for what, shelf in SHELVES.items():
            known: dict[str, Any] = getattr(found, shelf)
            for number, entry in enumerate(getattr(file, what)):
                if entry.id in known:
                    raise BadFile(path, f"{what}[{number}].id", f"there is a {what} {entry.id!r} already; rename one")
                known[entry.id] = entry
    return found


def named(names: Sequence[str], known: Mapping[str, T], what: str, place: str) -> tuple[T, ...]:
    """The entries of these ids; Wrong for one that there is not."""
    faults = Faults()
    for number, name in enumerate(names):
        if name not in known:
            with faults.of(f"{place}[{number}]"):
                raise one_of(name, known, what)
    faults.raise_any()
    return tuple(known[name] for name in names)


# ---------------------------------------------------------------- forces
def list_forces(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
    """Every force in the folders, the small ones first."""
    stock = whole_catalogue(folders, wrong=wrong)
    found = each(files(folders, "force", wrong), lambda path: _force(path, stock), wrong)
    return sorted(found, key=lambda force: (force.cost, force.name))


def read_force(path: Path, folders: Sequence[Path]) -> ForceInfo:
    """One force, which may lie anywhere; what it carries is looked up in the folders."""
    return _force(path, whole_catalogue(folders))


def _force(path: Path, stock: Catalogue) -> ForceInfo:
    file = LIBRARY.read_as(ForceFile, path)
    force = attempt(path, lambda: compose(file, stock))
    return ForceInfo(path.stem, force.name, "", force.cost, file.summary, plain().unstructure(force))


def compose(file: ForceFile, stock: Catalogue) -> Force:
    """The force that a file describes; Wrong, with the rule, if it may not be composed so."""
    faults = Faults()
    with faults.of():
        a_line(file.summary, "summary")
    sheets: list[Sheet] = []
    for number, table in enumerate(file.section):
        with faults.of(f"section[{number}]"):
            sheets.append(section_of(table, stock))
    for number, vehicle in enumerate(file.vehicle):
        with faults.of(f"vehicle[{number}]"):
            sheets.append(vehicle_of(vehicle, stock))
    faults.raise_any()
    force = Force(file.name, tuple(sheets))
    check_force(force)
    return force


def section_of(table: SectionTable, stock: Catalogue) -> Sheet:
    """A section as its table composes it."""
    men: list[Soldier] = []
    for number, model in enumerate(table.model):
        between(model.count, 1, MOST_MEN, f"model[{number}].count")
        try:
            man = soldier_of(table, model, stock)
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


def vehicle_of(table: VehicleTable, stock: Catalogue) -> Sheet:
    """A vehicle as its table composes it (CD-PASS-1)."""
    sheet = vehicle_sheet(table, stock)
    for man in sheet.men:
        check_soldier(man)
    check_sheet(sheet)
    return sheet


def vehicle_sheet(table: VehicleTable, stock: Catalogue) -> Sheet:
    """The same, allowed or not."""
    if table.type not in stock.vehicles:
        raise one_of(table.type, stock.vehicles, "vehicle").inside("type")
    kind = stock.vehicles[table.type]
    arms = ModelTable(1, table.arms, (), {}, table.ammunition)
    man = soldier_of(table, arms, stock)
    loads = tuple(one.id for one in named(table.ammunition, stock.ammunition, "ammunition", "ammunition"))
    mounted = tuple(loaded(weapon, loads) for weapon in named(table.weapons, stock.weapons, "weapon", "weapons"))
    cost = vehicle_points(kind, (man,) * kind.crew, mounted)
    return Sheet(table.name, (man,) * kind.crew, False, kind.size, cost, kind, mounted)


def soldier_of(table: SectionTable | VehicleTable, model: ModelTable, stock: Catalogue) -> Soldier:
    """One kind of model of a section, or the crew of a vehicle."""
    if table.armour not in stock.armours:
        raise one_of(table.armour, stock.armours, "armour").inside("armour")
    armour = stock.armours[table.armour]
    traits = {**({armour.trait: 1} if armour.trait else {}), **table.traits, **model.traits}
    check_traits(traits, stock)
    loads = named(model.ammunition, stock.ammunition, "ammunition", "ammunition")
    carried = [one.id for one in loads]
    weapons = tuple(loaded(one, carried) for one in named(model.weapons, stock.weapons, "weapon", "weapons"))
    return Soldier(
        table.quality,
        table.ap,
        table.sm,
        table.mm,
        armour.av,
        table.cb if isinstance(table, SectionTable) else 0,
        weapons,
        named(model.blades, stock.blades, "blade", "blades"),
        traits,
        loads,
    )


def loaded(weapon: Weapon, carried: Sequence[str]) -> Weapon:
    """A weapon with the ammunition that its bearer carries for it."""
    return evolve(weapon, ammunition=tuple(name for name in weapon.ammunition if name in carried))


def check_traits(traits: Mapping[str, int], stock: Catalogue) -> None:
    """Wrong for a trait that there is not, or for a number that it cannot have."""
    named(tuple(traits), stock.traits, "trait", "traits")
    for name, number in traits.items():
        trait = stock.traits[name]
        low, high = (trait.low, trait.high) if trait.high else (1, 1)
        between(number, low, high, f"traits.{name}")


def force_of(data: Any, where: Path | str = "force") -> Force:
    """The force in a set-up's data; BadFile, which names `where`, if it is not sound."""
    force: Force = attempt(where, lambda: plain().structure(data, Force))
    return force


# ---------------------------------------------------------------- scenarios
def list_scenarios(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """Every scenario in the folders, the small battles first."""
    found = each(files(folders, "scenario", wrong), lambda path: read_scenario(path, folders), wrong)
    return sorted(found, key=lambda info: (info.data.get("points", 275), info.name))


def read_scenario(path: Path, folders: Sequence[Path]) -> ScenarioInfo:
    """One scenario, which may lie anywhere; its map is looked up beside it, then in the folders."""
    file = LIBRARY.read_as(ScenarioFile, path)
    where = LIBRARY.beside(file.map, "map", path, folders)
    table: Battlefield = attempt(where, lambda: table_of_file(read(where)))

    def work() -> Scenario:
        a_line(file.summary, "summary")
        if file.forces and len(file.forces) != SEATS:
            raise Wrong(f"give a force for each of the {SEATS} seats, not {len(file.forces)}", "forces")
        scenario = Scenario(
            *(file.name, table, file.turns, max(file.limits, default=file.points), file.strip),
            *(file.mission, file.limits, file.goal, file.house),
        )
        check_scenario(scenario)
        return scenario

    scenario = attempt(path, work)
    allowed = " against ".join(map(str, file.limits)) or str(scenario.points)
    size = f"{allowed} points, {table.width:g} x {table.height:g} {UNIT.short}"
    data = plain().unstructure(scenario)
    length = f"{scenario.turns} turns"
    return ScenarioInfo(
        *(path.stem, file.name, file.summary, SEATS, size, list(file.forces), data, [], length),
        same_task=file.mission not in UNEVEN,
    )


def piece_of(number: int, shape: PieceShape) -> Piece:
    """The piece of terrain that a map file describes; Wrong if there is no such piece."""
    piece = shape.piece(number, LINES)
    check_piece(piece)
    return piece


def table_of_file(file: MapFile) -> Battlefield:
    """The table that a map file describes."""
    a_name(file.name)
    a_line(file.summary, "summary")
    found = Battlefield(file.name, file.width, file.height, tuple(made_of(file.piece, piece_of)))
    check_table(found, places_of(found.pieces))
    return found


def scenario_of(data: Any, where: Path | str = "scenario") -> Scenario:
    """The scenario in a set-up's data; BadFile, which names `where`, if it is not sound."""
    scenario: Scenario = attempt(where, lambda: plain().structure(data, Scenario))
    return scenario


# ---------------------------------------------------------------- do they go together
def fits(scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
    """Why these forces may not play this scenario, or None."""
    if len(forces) != SEATS:
        return Refusal(f"{scenario.name} is for {SEATS} players, not for {len(forces)}", "CD-TURN-3")
    return together(_unfit(scenario_of(scenario.data, scenario.id), forces))


def _unfit(scenario: Scenario, forces: Sequence[ForceInfo]) -> Iterator[Refusal]:
    for seat, info in enumerate(forces):
        if info.cost > (allowed := scenario.allowed(seat)):
            yield Refusal(f"{info.name} costs {info.cost}, {allowed} are allowed", "CD-PTS-1")
        sheets = force_of(info.data, info.id).sections
        if scenario.mission == "assassinate" and not any(sheet.personality for sheet in sheets):
            yield Refusal(f"{info.name} has no personality to be hunted", "CD-TURN-3")
        if scenario.mission == "convoy" and seat == CONVOY and not any(sheet.vehicle for sheet in sheets):
            yield Refusal(f"{info.name} has no vehicle for a convoy", "CD-TURN-3")


# ---------------------------------------------------------------- any file
def check_file(path: Path, folders: Sequence[Path]) -> str:
    """Read a file of any kind and say in a few words what it is."""
    file = read(path)
    if isinstance(file, CatalogueFile):
        whole_catalogue(folders, path)
        vehicles = f", {len(file.vehicle)} vehicles" if file.vehicle else ""
        return f"catalogue: {len(file.weapon)} weapons, {len(file.blade)} blades, {len(file.trait)} traits{vehicles}"
    if isinstance(file, ForceFile):
        force = read_force(path, folders)
        return f"force {force.name}: {len(force.data['sections'])} sections, {force.cost} points"
    if isinstance(file, MapFile):
        table: Battlefield = attempt(path, lambda: table_of_file(file))
        return (
            f"map {file.name}: {table.width:g} x {table.height:g} {UNIT.short}, {len(table.pieces)} pieces of terrain"
        )
    info = read_scenario(path, folders)
    return f"scenario {info.name}: {info.size}"
