"""What Army Men's files offer: the army list, armies bought from it, scenarios with their tables.

All that is Wrong in a file or in a set-up's data leaves here as a BadFile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, attempt, broken, one_of
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.armymen.files.file_formats import (
    LIBRARY,
    ArmyFile,
    CatalogueFile,
    MapFile,
    ScenarioFile,
    files,
    read,
)
from tabletop_tui.rules.armymen.files.force_limits import equip, refuse_army, refuse_choice
from tabletop_tui.rules.armymen.files.validation import (
    check_army,
    check_piece,
    check_scenario,
    check_table,
    in_play,
    plain,
)
from tabletop_tui.rules.armymen.state.profiles import FISTS, Army, ArmyList, Choice, Sheet
from tabletop_tui.rules.armymen.state.terrain import LINES, Battlefield, Scenario
from tabletop_tui.skirmish.map_files import PieceShape, made_of, places_of
from tabletop_tui.table.terrain_pieces import Piece

SEATS = 2


# ---------------------------------------------------------------- the army list and armies
def army_list(folders: Sequence[Path], extra: Path | None = None, wrong: list[BadFile] | None = None) -> ArmyList:
    """All that the catalogues in these folders sell together, and `extra` if it is not among them."""
    paths = files(folders, "catalogue", wrong, extra)
    found = ArmyList()
    for path in paths:
        file: CatalogueFile = read(path)
        for what in ("weapon", "unit", "upgrade"):
            known: dict[str, Any] = getattr(found, f"{what}s")
            for number, entry in enumerate(getattr(file, what)):
                if entry.id in known:
                    raise BadFile(path, f"{what}[{number}].id", f"there is a {what} {entry.id!r} already; rename one")
                known[entry.id] = entry
    for path in paths:
        attempt(path, lambda path=path: check_list(read(path), found))  # type: ignore[misc]
    return found


def check_list(file: CatalogueFile, sold: ArmyList) -> None:
    """Whether all that a catalogue names is sold somewhere."""
    for number, unit in enumerate(file.unit):
        if unit.weapon and unit.weapon not in sold.weapons:
            raise one_of(unit.weapon, sold.weapons, "weapon").inside(f"unit[{number}].weapon")
        for place, name in enumerate(unit.upgrades):
            if name not in sold.upgrades:
                raise one_of(name, sold.upgrades, "upgrade").inside(f"unit[{number}].upgrades[{place}]")
    for number, upgrade in enumerate(file.upgrade):
        if upgrade.weapon and upgrade.weapon not in sold.weapons:
            raise one_of(upgrade.weapon, sold.weapons, "weapon").inside(f"upgrade[{number}].weapon")
    if file.unit and FISTS not in sold.weapons:
        raise Wrong(f"give a weapon {FISTS!r}, for units without another in melee", "weapon")


def list_forces(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
    """Every army in the folders, the small ones first."""
    sold = army_list(folders, wrong=wrong)
    found = each(files(folders, "army", wrong), lambda path: _force(path, sold), wrong)
    return sorted(found, key=lambda force: (force.data.get("points", 300), force.name))


def read_force(path: Path, folders: Sequence[Path]) -> ForceInfo:
    """One army, which may lie anywhere; what it buys is looked up in the folders."""
    return _force(path, army_list(folders))


def _force(path: Path, sold: ArmyList) -> ForceInfo:
    file = LIBRARY.read_as(ArmyFile, path)
    army = attempt(path, lambda: compose(file, sold))
    return ForceInfo(
        path.stem, army.name, f"for {army.points} points", army.cost, file.summary, plain().unstructure(army)
    )


def compose(file: ArmyFile, sold: ArmyList) -> Army:
    """The army that a file describes; Wrong, with the rule, if it may not be composed so."""
    faults = Faults()
    with faults.of():
        a_line(file.summary, "summary")
    sheets: list[Sheet] = []
    for number, choice in enumerate(file.unit):
        with faults.of(f"unit[{number}]"):
            check_known(choice, sold)
            if choice.size in dict(sold.units[choice.unit].costs):
                # It counts against the limits of the army, whatever is wrong with its upgrades.
                sheets.append(equip(choice, sold))
            if (refusal := refuse_choice(choice, sold)) is not None:
                raise broken(refusal)
    army = Army(file.name, tuple(sheets), file.points)
    if len(sheets) == len(file.unit):  # else nobody knows what it costs
        with faults.of():
            check_army(army)
    faults.raise_any()
    return army


def check_known(choice: Choice, sold: ArmyList) -> None:
    """Whether the list sells all that a choice names."""
    if choice.unit not in sold.units:
        raise one_of(choice.unit, sold.units, "unit").inside("unit")
    faults = Faults()
    for index, name in enumerate(choice.upgrades):
        if name not in sold.upgrades:
            with faults.of(f"upgrades[{index}]"):
                raise one_of(name, sold.upgrades, "upgrade")
    faults.raise_any()


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
    """Every scenario in the folders, the small battles first."""
    found = each(files(folders, "scenario", wrong), lambda path: read_scenario(path, folders), wrong)
    return sorted(found, key=lambda info: (info.data.get("points", 300), info.name))


def read_scenario(path: Path, folders: Sequence[Path]) -> ScenarioInfo:
    """One scenario, which may lie anywhere; its map is looked up beside it, then in the folders."""
    file = LIBRARY.read_as(ScenarioFile, path)
    where = LIBRARY.beside(file.map, "map", path, folders)
    table: Battlefield = attempt(where, lambda: table_of_file(read(where)))

    def work() -> Scenario:
        a_line(file.summary, "summary")
        if file.forces and len(file.forces) != SEATS:
            raise Wrong(f"give an army for each of the {SEATS} seats, not {len(file.forces)}", "forces")
        scenario = Scenario(file.name, table, file.points, file.rounds)
        check_scenario(scenario)
        return scenario

    scenario = attempt(path, work)
    size = f"{scenario.points} points, {table.width:g} x {table.height:g} in"
    data = plain().unstructure(scenario)
    length = counted(scenario.rounds, "round")
    return ScenarioInfo(path.stem, file.name, file.summary, SEATS, size, list(file.forces), data, [], length)


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


def scenario_in_play(data: Any) -> Scenario:
    """The same of a position, which need not be fit to begin a battle with."""
    scenario: Scenario = attempt("scenario", lambda: in_play().structure(data, Scenario))
    return scenario


# ---------------------------------------------------------------- do they go together
def fits(scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
    """Why these armies may not play this scenario, or None."""
    armies = [army_of(force.data, force.id) for force in forces]
    points = scenario_of(scenario.data, scenario.id).points
    if len(armies) != SEATS:
        return Refusal(f"{scenario.name} is for {SEATS} players, not for {len(armies)}", "AMC-PREP-3")
    broken = ((army, refusal) for army in armies if (refusal := refuse_army(army.units, points)) is not None)
    return together(Refusal(f"{army.name}: {one.why}", one.rule) for army, refusal in broken for one in refusal.all)


# ---------------------------------------------------------------- any file
def check_file(path: Path, folders: Sequence[Path]) -> str:
    """Read a file of any kind and say in a few words what it is."""
    file = read(path)
    if isinstance(file, CatalogueFile):
        army_list(folders, path)
        return f"catalogue: {len(file.unit)} units, {len(file.upgrade)} upgrades, {len(file.weapon)} weapons"
    if isinstance(file, ArmyFile):
        force = read_force(path, folders)
        return f"army {force.name}: {len(force.data['units'])} units, {force.cost} of {file.points} points"
    if isinstance(file, MapFile):
        table: Battlefield = attempt(path, lambda: table_of_file(file))
        return f"map {file.name}: {table.width:g} x {table.height:g} in, {len(table.pieces)} pieces of terrain"
    info = read_scenario(path, folders)
    return f"scenario {info.name}: {info.size}"
