"""Reading TechCommander files: catalogues, forces, scenarios. Whatever is wrong in one is a BadFile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, attempt, between, broken, one_of
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.techcommander.files.file_formats import (
    LIBRARY,
    CatalogueFile,
    Choice,
    ForceFile,
    MapFile,
    PieceTable,
    ScenarioFile,
    files,
    read,
)
from tabletop_tui.rules.techcommander.files.force_limits import refuse_build, refuse_force, sheet_of
from tabletop_tui.rules.techcommander.files.spawn_pool import refuse_pools
from tabletop_tui.rules.techcommander.files.validation import (
    TERRAIN,
    check_force,
    check_piece,
    check_scenario,
    check_table,
    plain,
)
from tabletop_tui.rules.techcommander.state.profiles import Catalogue, Force, Sheet
from tabletop_tui.rules.techcommander.state.terrain import Battlefield, Feature, Scenario
from tabletop_tui.skirmish.map_files import check_kind, made_of, places_of


# ---------------------------------------------------------------- what is sold, and forces
def whole_catalogue(
    folders: Sequence[Path], extra: Path | None = None, wrong: list[BadFile] | None = None
) -> Catalogue:
    """All that the catalogues in these folders sell together, and `extra` if it is not among them."""
    paths = files(folders, "catalogue", wrong, extra)
    found = Catalogue()
    shelves: dict[str, dict[str, Any]] = {"weapon": found.weapons, "gear": found.gear, "unit": found.units}
    for path in paths:
        file: CatalogueFile = read(path)
        for what, shelf in shelves.items():
            for number, entry in enumerate(getattr(file, what)):
                if any(entry.id in other for other in shelves.values()):
                    place = f"{what}[{number}].id"
                    raise BadFile(path, place, f"{entry.id!r} is sold already; rename one")
                shelf[entry.id] = entry
    for path in paths:
        attempt(path, lambda path=path: check_cards(read(path), found))  # type: ignore[misc]
    return found


def check_cards(file: CatalogueFile, sold: Catalogue) -> None:
    """Whether all that units are built with is sold somewhere, and they may be built so."""
    things = {**sold.weapons, **sold.gear}
    for number, card in enumerate(file.unit):
        for what in ("standard", "integrated", "build"):
            for place, name in enumerate(getattr(card, what)):
                if name not in things:
                    raise one_of(name, things, "weapon or gear").inside(f"unit[{number}].{what}[{place}]")
        if (refusal := refuse_build(sheet_of(card, sold))) is not None:
            raise broken(refusal).inside(f"unit[{number}].build")


def list_forces(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
    """Every force in the folders, the small ones first."""
    sold = whole_catalogue(folders, wrong=wrong)
    found = each(files(folders, "force", wrong), lambda path: _force(path, sold), wrong)
    return sorted(found, key=lambda force: (force.cost, force.name))


def read_force(path: Path, folders: Sequence[Path]) -> ForceInfo:
    """One force, which may lie anywhere; what it holds is looked up in the folders."""
    return _force(path, whole_catalogue(folders))


def _force(path: Path, sold: Catalogue) -> ForceInfo:
    file = LIBRARY.read_as(ForceFile, path)
    force = attempt(path, lambda: compose(file, sold))
    return ForceInfo(path.stem, force.name, f"{force.cost} AC", force.cost, file.summary, plain().unstructure(force))


def compose(file: ForceFile, sold: Catalogue) -> Force:
    """The force that a file describes; Wrong if it may not be composed so."""
    faults = Faults()
    with faults.of():
        a_line(file.summary, "summary")
    sheets: list[Sheet] = []
    for number, choice in enumerate(file.unit):
        with faults.of(f"unit[{number}]"):
            sheets.append(built(choice, sold))
    force = Force(file.name, tuple(sheets))
    with faults.of():
        check_force(force)
    faults.raise_any()
    return force


def built(choice: Choice, sold: Catalogue) -> Sheet:
    """A unit of a force; Wrong if it may not be built so."""
    if choice.unit not in sold.units:
        raise one_of(choice.unit, sold.units, "unit").inside("unit")
    things = {**sold.weapons, **sold.gear}
    for place, name in enumerate(choice.build or ()):
        if name not in things:
            raise one_of(name, things, "weapon or gear").inside(f"build[{place}]")
    sheet = sheet_of(sold.units[choice.unit], sold, choice.build, choice.name)
    if (refusal := refuse_build(sheet)) is not None:
        raise broken(refusal)
    return sheet


def force_of(data: Any, where: Path | str = "force") -> Force:
    """The force in a set-up's data; BadFile, which names `where`, if it is not sound."""
    force: Force = attempt(where, lambda: plain().structure(data, Force))
    return force


# ---------------------------------------------------------------- scenarios
def list_scenarios(folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """Every scenario in the folders, those for few players first."""
    found = each(files(folders, "scenario", wrong), lambda path: read_scenario(path, folders), wrong)
    return sorted(found, key=lambda info: (info.seats, info.name))


def read_scenario(path: Path, folders: Sequence[Path]) -> ScenarioInfo:
    """One scenario, which may lie anywhere; its map is looked up beside it, then in the folders."""
    file = LIBRARY.read_as(ScenarioFile, path)
    where = LIBRARY.beside(file.map, "map", path, folders)
    table: Battlefield = attempt(where, lambda: table_of_file(read(where)))
    scenario = attempt(path, lambda: composed(file, table))
    fought = f"{scenario.limit} AC" if scenario.game == "skirmish" else f"cap {scenario.cap}"
    size = f"{fought}, {table.width:g} x {table.height:g} cm"
    data = plain().unstructure(scenario)
    teams = [team - 1 for team in file.teams]
    length = f"{scenario.turns} turns"
    return ScenarioInfo(
        *(path.stem, file.name, file.summary, file.seats, size, list(file.forces), data, teams, length),
        same_task=not file.attacker,
    )


def composed(file: ScenarioFile, table: Battlefield) -> Scenario:
    """The scenario that a file describes; Wrong if it makes no sense."""
    a_line(file.summary, "summary")
    between(file.attacker, 0, file.seats, "attacker")
    if file.forces and len(file.forces) != file.seats:
        raise Wrong(f"give a force for each of the {file.seats} seats, not {len(file.forces)}", "forces")
    if file.teams and (len(file.teams) != file.seats or len(set(file.teams)) < 2 or min(file.teams) < 1):
        raise Wrong(f"give a team, 1 or higher, for each of the {file.seats} seats, two teams at least", "teams")
    same = ("game", "missions", "seats", "turns", "limit", "tokens", "objectives", "cap", "most_cap", "stock")
    more = ("advanced", "hot_drops", "large", "requisition")
    spawns = tuple(tuple(number - 1 for number in numbers) for numbers in file.spawns)
    check_spawns(spawns, file.teams, table)
    attacker = file.attacker - 1 if file.attacker else None
    given = {name: getattr(file, name) for name in (*same, *more)}
    scenario = Scenario(file.name, table, attacker=attacker, spawns=spawns, **given)
    check_scenario(scenario)
    return scenario


def check_spawns(spawns: Sequence[Sequence[int]], teams: Sequence[int], table: Battlefield) -> None:
    """Whether each team has spawn points of its own, enough for its players (TC-SPAWN-4)."""
    if not spawns:
        return
    names = sorted(set(teams))
    if len(spawns) != len(names):
        raise Wrong(f"give spawn points for each of the {len(names)} teams, not for {len(spawns)}", "spawns")
    for place, (team, numbers) in enumerate(zip(names, spawns, strict=True)):
        for number in numbers:
            between(number + 1, 1, len(table.starts), f"spawns[{place}]")
        if len(set(numbers)) < teams.count(team):
            raise Wrong(f"team {team} has fewer spawn points than players (TC-SPAWN-4)", f"spawns[{place}]")


def feature_of(number: int, table: PieceTable) -> Feature:
    """The piece of terrain that a map file describes; Wrong if there is no such piece."""
    check_kind(table.kind, TERRAIN)
    piece = table.feature(number)
    check_piece(piece)
    return piece


def table_of_file(file: MapFile) -> Battlefield:
    """The table that a map file describes."""
    a_name(file.name)
    a_line(file.summary, "summary")
    pieces = tuple(made_of(file.piece, feature_of))
    found = Battlefield(file.name, file.width, file.height, pieces, file.starts, file.alternates, file.points)
    check_table(found, places_of(found.pieces))
    return found


def scenario_of(data: Any, where: Path | str = "scenario") -> Scenario:
    """The scenario in a set-up's data; BadFile, which names `where`, if it is not sound."""
    scenario: Scenario = attempt(where, lambda: plain().structure(data, Scenario))
    return scenario


# ---------------------------------------------------------------- do they go together
def fits(scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
    """Why these forces may not play this scenario, or None."""
    plan = scenario_of(scenario.data, scenario.id)
    if len(forces) != plan.seats:
        return Refusal(f"{scenario.name} is for {plan.seats} players, not for {len(forces)}", "TC-GAME-1")
    sides = [force_of(force.data, force.id) for force in forces]
    if plan.game == "deathmatch":
        return refuse_pools(sides, plan.cap)
    return together([refuse_force(side, plan.limit) for side in sides])


# ---------------------------------------------------------------- any file
def check_file(path: Path, folders: Sequence[Path]) -> str:
    """Read a file of any kind and say in a few words what it is."""
    file = read(path)
    if isinstance(file, CatalogueFile):
        whole_catalogue(folders, path)
        return f"catalogue: {len(file.unit)} units, {len(file.weapon)} weapons, {len(file.gear)} pieces of gear"
    if isinstance(file, ForceFile):
        force = read_force(path, folders)
        return f"force {force.name}: {len(force.data['units'])} units, {force.cost} AC"
    if isinstance(file, MapFile):
        table: Battlefield = attempt(path, lambda: table_of_file(file))
        return f"map {file.name}: {table.width:g} x {table.height:g} cm, {len(table.pieces)} pieces of terrain"
    info = read_scenario(path, folders)
    return f"scenario {info.name}: {info.seats} players, {info.size}"
