"""What PMC 2640's files offer: the army list, armies composed from it, scenarios with their tables.

All that is Wrong in a file or in a set-up's data leaves here as a BadFile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, attempt, between, one_of
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.pmc2640.files.file_formats import (
    LIBRARY,
    ArmyFile,
    CatalogueFile,
    MapFile,
    PieceTable,
    ScenarioFile,
    files,
    read,
)
from tabletop_tui.rules.pmc2640.files.validation import (
    MOST_UNITS,
    check_army,
    check_location,
    check_piece,
    check_scenario,
    check_table,
    in_play,
    plain,
)
from tabletop_tui.rules.pmc2640.state.maps import MapPiece, Scenario, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army, UnitType
from tabletop_tui.skirmish.map_files import made_of
from tabletop_tui.table.bases import Spots

SEATS = 2
QUICK = "quick-start"


# ---------------------------------------------------------------- the army list and armies
def catalogue(
    folders: Sequence[Path], extra: Path | None = None, wrong: list[BadFile] | None = None
) -> dict[str, UnitType]:
    """Every unit type of the catalogues in these folders by its id, and `extra` if it is not among them."""
    paths = files(folders, "catalogue", wrong, extra)
    found: dict[str, UnitType] = {}
    where: dict[str, Path] = {}
    for path in paths:
        file: CatalogueFile = read(path)
        for number, unit in enumerate(file.unit):
            if unit.id in found:
                fix = f"{where[unit.id]} has a unit {unit.id!r} already; rename one"
                raise BadFile(path, f"unit[{number}].id", fix)
            found[unit.id], where[unit.id] = unit, path
    return found


def list_forces(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
    """Every army in the folders, the small ones first."""
    units = catalogue(folders, wrong=wrong)
    found = each(files(folders, "army", wrong), lambda path: _force(path, units), wrong)
    return sorted(found, key=lambda force: (force.data["priority"], force.name))


def read_force(path: Path, folders: Sequence[Path]) -> ForceInfo:
    """One army, which may lie anywhere; its units are looked up in the folders."""
    return _force(path, catalogue(folders))


def _force(path: Path, units: dict[str, UnitType]) -> ForceInfo:
    file = LIBRARY.read_as(ArmyFile, path)
    army = attempt(path, lambda: compose(file, units))
    data = plain().unstructure(army)
    return ForceInfo(path.stem, army.name, f"Priority {army.priority}", army.tiers, file.summary, data)


def compose(file: ArmyFile, units: dict[str, UnitType]) -> Army:
    """The army that a file describes; Wrong, with the rule, if it may not be composed so."""
    faults = Faults()
    with faults.of():
        a_line(file.summary, "summary")
    chosen: list[UnitType] = []
    for name, count in file.units.items():
        with faults.of("units"):
            if name not in units:
                raise one_of(name, units, "unit")
            between(count, 1, MOST_UNITS, name)
            chosen += [units[name]] * count
    army = Army(file.name, file.priority, tuple(chosen))
    if len(chosen) == sum(file.units.values()):  # else nobody knows what is in it
        with faults.of():
            check_army(army)
    faults.raise_any()
    return army


def army_of(data: Any, where: Path | str = "army") -> Army:
    """The army in a set-up's data; BadFile, which names `where`, if it is not sound."""
    army: Army = attempt(where, lambda: plain().structure(data, Army))
    return army


def army_in_play(data: Any) -> Army:
    """The same of a position, which need not be fit to begin a battle with."""
    army: Army = attempt("army", lambda: in_play().structure(data, Army))
    return army


# ---------------------------------------------------------------- scenarios
def list_scenarios(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """Every scenario in the folders, the small battles first, the quick start before all."""
    found = each(files(folders, "scenario", wrong), lambda path: read_scenario(path, folders), wrong)
    return sorted(found, key=lambda info: (info.id != QUICK, info.data.get("priority", 1), info.name))


def read_scenario(path: Path, folders: Sequence[Path]) -> ScenarioInfo:
    """One scenario, which may lie anywhere; its map is looked up beside it, then in the folders."""
    file = LIBRARY.read_as(ScenarioFile, path)
    where = LIBRARY.beside(file.map, "map", path, folders)
    ground: TableMap = attempt(where, lambda: table_of_file(read(where)))

    def work() -> Scenario:
        a_line(file.summary, "summary")
        if file.forces and len(file.forces) != SEATS:
            raise Wrong(f"give an army for each of the {SEATS} seats, not {len(file.forces)}", "forces")
        table = TableMap(ground.name, ground.width, ground.height, ground.pieces, _locations(file, ground))
        scenario = Scenario(file.name, file.type, table, file.priority, file.turns, file.target, file.generator)
        check_scenario(scenario)
        return scenario

    scenario = attempt(path, work)
    size = f"Priority {scenario.priority}, {ground.width:g} x {ground.height:g} in"
    data = plain().unstructure(scenario)
    length = f"{scenario.turns} turns, then a die may end it"
    return ScenarioInfo(
        *(path.stem, file.name, file.summary, SEATS, size, list(file.forces), data, [], length),
        same_task=file.type != "destroy",
    )


def _locations(file: ScenarioFile, ground: TableMap) -> Spots:
    """The locations that count in this scenario: the map's three, the one objective of Capture, or none."""
    if file.type == "capture":
        objective = file.objective or (ground.width / 2, ground.height / 2)
        check_location(ground, objective, "objective")
        return (objective,)
    if file.objective is not None:
        raise Wrong(f"only capture has an objective, not {file.type}", "objective")
    return ground.locations if file.type == "find-and-secure" else ()


def parts_of(number: int, table: PieceTable) -> list[MapPiece]:
    """The pieces of terrain that one in a map file stands for; Wrong if there is no such piece."""
    parts = table.parts(number)
    for part in parts:
        check_piece(part)
    return parts


def table_of_file(file: MapFile) -> TableMap:
    """The table that a map file describes."""
    a_name(file.name)
    a_line(file.summary, "summary")
    walls = made_of(file.piece, parts_of)
    pieces = tuple(part for parts in walls for part in parts)
    places = [f"piece[{number}]" for number, parts in enumerate(walls) for _ in parts]
    found = TableMap(file.name, file.width, file.height, pieces, file.locations)
    check_table(found, places)
    return found


def scenario_of(data: Any, where: Path | str = "scenario") -> Scenario:
    """The scenario in a set-up's data; BadFile, which names `where`, if it is not sound."""
    scenario: Scenario = attempt(where, lambda: plain().structure(data, Scenario))
    return scenario


def scenario_in_play(data: Any) -> Scenario:
    """The same of a position, which need not be fit to begin a battle with."""
    scenario: Scenario = attempt("scenario", lambda: in_play().structure(data, Scenario))
    return scenario


# ---------------------------------------------------------------- do they go together
def fits(scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
    """Why these armies may not play this scenario, or None."""
    return refuse(scenario_of(scenario.data, scenario.id), [army_of(force.data, force.id) for force in forces])


def refuse(scenario: Scenario, armies: Sequence[Army]) -> Refusal | None:
    """Why these armies, one a seat, may not play this scenario, or None."""
    if len(armies) != SEATS:
        return Refusal(f"{scenario.name} is for {SEATS} players, not for {len(armies)}", "PMC-GEN-1")
    own = f"this battle is of Priority {scenario.priority}"
    return together(
        Refusal(f"{army.name} is an army for Priority {army.priority}, {own}", "PMC-TIER-2")
        for army in armies
        if army.priority != scenario.priority
    )


# ---------------------------------------------------------------- any file
def check_file(path: Path, folders: Sequence[Path]) -> str:
    """Read a file of any kind and say in a few words what it is."""
    file = read(path)
    if isinstance(file, CatalogueFile):
        catalogue(folders, path)
        return f"catalogue: {len(file.unit)} units"
    if isinstance(file, ArmyFile):
        force = read_force(path, folders)
        size = f"{len(force.data['units'])} units, {force.cost} points"
        return f"army {force.name}: {force.faction}, {size}"
    if isinstance(file, MapFile):
        table: TableMap = attempt(path, lambda: table_of_file(file))
        return f"map {file.name}: {table.width:g} x {table.height:g} in, {len(table.pieces)} pieces of terrain"
    info = read_scenario(path, folders)
    return f"scenario {info.name}: {file.type}, {info.size}"
