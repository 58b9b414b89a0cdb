"""What MECHCOM's files offer: catalogues joined into one, squads built from it, scenarios with their maps.

All that is Wrong in a file or in a set-up's data leaves here as a BadFile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cattrs import Converter

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.validation import (
    LARGEST,
    Wrong,
    a_line,
    a_name,
    attempt,
    between,
    broken,
    one_of,
    shown,
    shown_error,
)
from tabletop_tui.rulebook.book_files import BookFiles, check_seated
from tabletop_tui.rulebook.scenario_script_files import bare
from tabletop_tui.rulebook.stalemate import MOST_ROUNDS, ROUNDS
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.mechcom.files.file_formats import LIBRARY, CatalogueFile, MapFile, ScenarioFile
from tabletop_tui.rules.mechcom.files.sheet_reading import converter
from tabletop_tui.rules.mechcom.files.squad_building import (
    Catalogue,
    SquadFile,
    build,
    check_squad,
    deploys,
    over_budget,
)
from tabletop_tui.rules.mechcom.state.battlefield import Map, battlemap
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, ZONES, edges_to_choose, zone_hexes
from tabletop_tui.rules.mechcom.state.profiles import FACTIONS, MERCENARY, DeployableEntry, MechEntry, PilotEntry, Squad
from tabletop_tui.rules.mechcom.state.scenario import TYPES, Scenario
from tabletop_tui.rules.mechcom.state.victory import rounds_of
from tabletop_tui.table.hexes import Hex, centre_of

SMALLEST_BOARD = 7
"""Rows and columns: two zones and a row between."""
SOLID = ("water", "building", "tower")
"""Ground on which no mech can be set up."""


@cache
def plain() -> Strict:
    """The converter of this package for plain JSON data."""
    return converter()


def _catalogue(sources: Sequence[tuple[Path, CatalogueFile]]) -> Catalogue:
    found = Catalogue()
    of: dict[type, dict[str, Any]] = {
        MechEntry: found.mechs,
        PilotEntry: found.pilots,
        DeployableEntry: found.deployables,
    }
    where: dict[str, Path] = {}
    for path, file in sources:
        for place, entry in file.entries:
            if entry.id in where:
                raise BadFile(path, f"{place}.id", f"{where[entry.id]} has an entry {entry.id!r} already; rename one")
            where[entry.id] = path
            of[type(entry)][entry.id] = entry
            found.faction[entry.id] = file.faction
    return found


def _check_catalogue(file: CatalogueFile, all_: Catalogue) -> None:
    """What a catalogue file may sell, and whether all that it names is for sale somewhere."""
    if file.faction and file.faction not in (*FACTIONS, MERCENARY):
        raise one_of(file.faction, (*FACTIONS, MERCENARY), "faction").inside("faction")
    if file.mechs and file.faction not in FACTIONS:
        raise broken(Refusal("mechs belong to one of the five factions", "MC-ARMY-2"), "faction")
    for place, entry in file.entries:
        if isinstance(entry, PilotEntry):
            if (entry.type == MERCENARY) != (file.faction == MERCENARY):
                why = f"Mercenaries, and only they, are sold in a file of the faction {MERCENARY!r}"
                raise broken(Refusal(why, "MC-PILOT-6"), f"{place}.type")
            for number, name in enumerate(entry.requires):
                if name not in all_.of(file.faction, all_.mechs):
                    raise one_of(name, all_.of(file.faction, all_.mechs), "mech").inside(f"{place}.requires[{number}]")
        for what in deploys(entry):
            if what not in all_.of(file.faction, all_.deployables):
                raise one_of(what, all_.of(file.faction, all_.deployables), "deployable").inside(place)


# ---------------------------------------------------------------- scenarios
def _stalemate(file: ScenarioFile, scenario: Scenario) -> int | None:
    """After how many rounds without progress a draw is offered (MC-OURS-1); None where there is a last round."""
    if rounds_of(scenario):
        if file.stalemate is not None:
            raise Wrong("a scenario with a last round comes to an end by itself; leave this key out", "stalemate")
        return None
    if file.stalemate is None:
        return ROUNDS
    between(file.stalemate, 0, MOST_ROUNDS, "stalemate")
    return file.stalemate


def board_of(name: str, ground: str, place: str, smallest: int = SMALLEST_BOARD) -> Map:
    """The battlemap of this text, of so many rows and columns at least."""
    try:
        board = battlemap(name, ground.strip())
    except ValueError as error:
        raise Wrong(shown_error(error), place) from None
    if min(board.columns, board.rows) < smallest:
        fix = f"a board has at least {smallest} rows and columns, not {board.rows} and {board.columns}"
        raise Wrong(fix, place)
    return board


def check_scenario(scenario: Scenario) -> None:
    """What must hold for a scenario; Wrong if it does not."""
    check_in_play(scenario, SMALLEST_BOARD)
    for seat in range(scenario.seats):
        if room_for(scenario, seat) < 1:
            raise Wrong(f"there is no room to set up for player {seat + 1}", "map")


def check_in_play(scenario: Scenario, smallest: int) -> None:
    """What must hold for a scenario under way, on a board of so many rows and columns at least."""
    a_name(scenario.name)
    a_name(scenario.map_name, "map_name")
    if scenario.type not in TYPES:
        raise one_of(scenario.type, TYPES, "type").inside("type")
    between(scenario.budget, 1, LARGEST, "budget")
    between(scenario.seats, min(ZONES), max(ZONES), "seats")
    between(scenario.rounds, 0, 99, "rounds")
    board = board_of(scenario.map_name, scenario.map, "map", smallest)
    if scenario.type == "control-zone":
        objective = _objective(scenario, board)
        if objective not in board.grid or board.terrain[objective] in (*SOLID, "ice"):
            raise Wrong(f"{shown(objective)} is no hex of the map with firm ground for the Objective", "objective")
    elif scenario.objective:
        raise Wrong(f"only a control-zone has an objective, not a {scenario.type}", "objective")
    if scenario.defender is not None:
        if scenario.type != "control-zone":
            raise Wrong(f"only a control-zone has a defender, not a {scenario.type}", "defender")
        between(scenario.defender, 0, scenario.seats - 1, "defender")


def _objective(scenario: Scenario, board: Map) -> Hex:
    return scenario.objective or min(centre_of(board.grid, board.grid.hexes))


# ---------------------------------------------------------------- do they go together
def refuse(scenario: Scenario, squads: Sequence[Squad]) -> Refusal | None:
    """Why these squads, one a seat, may not play this scenario, or None."""
    if len(squads) != scenario.seats:
        return Refusal(f"{scenario.name} is for {scenario.seats} players, not for {len(squads)}", "MC-SCEN-1")
    found: list[Refusal | None] = []
    for seat, squad in enumerate(squads):
        found.append(over_budget(squad.name, squad.cost, scenario.budget))
        if len(squad.mechs) > (room := room_for(scenario, seat)):
            why = f"{squad.name} has {len(squad.mechs)} mechs, the deployment zone has room for {room}"
            found.append(Refusal(why, "MC-SETUP-4"))
    return together(found)


@lru_cache(maxsize=64)
def room_for(scenario: Scenario, seat: int) -> int:
    """How many mechs can be set up in the smallest zone that this seat may have to take."""
    board = board_of(scenario.map_name, scenario.map, "map")
    objective = _objective(scenario, board)
    edges = edges_to_choose(board.grid, scenario.seats)
    named = edges if scenario.defender is None else (*edges, OBJECTIVE)
    zones = {zone: zone_hexes(board.grid, zone, objective) for zone in named}
    rooms = []
    for zone in (OBJECTIVE,) if seat == scenario.defender else edges:
        # Where zones overlap the other may have come first.
        shared = {spot for other, hexes in zones.items() if other != zone for spot in hexes}
        taken = {objective} if scenario.type == "control-zone" else set()
        rooms.append(sum(board.terrain[spot] not in SOLID for spot in zones[zone] - shared - taken))
    return min(rooms) - (scenario.type == "capture-the-flag")  # each zone has its Flag


# ---------------------------------------------------------------- all of it
class MechcomFiles(BookFiles[Catalogue, Squad, MapFile, Scenario]):
    """Catalogues, squads, maps and scenarios of MECHCOM."""

    library = LIBRARY
    force_kind, force_class, scenario_class = "squad", Squad, Scenario

    def plain(self) -> Strict:
        return plain()

    def joined(self, sources: Sequence[tuple[Path, Any]]) -> Catalogue:
        return _catalogue(sources)

    def check_catalogue(self, file: CatalogueFile, catalogue: Catalogue) -> None:
        _check_catalogue(file, catalogue)

    def compose(self, file: SquadFile, catalogue: Catalogue) -> Squad:
        return build(file, catalogue)

    def force_info(self, file: SquadFile, force: Squad) -> tuple[str, int]:
        return force.faction, force.cost

    def force_order(self, info: ForceInfo) -> Any:
        return FACTIONS.index(info.faction), -info.cost, info.name

    def table(self, file: MapFile) -> MapFile:
        a_name(file.name)
        a_line(file.summary, "summary")
        board_of(file.name, file.ground, "ground")
        return file

    def scenario(self, file: ScenarioFile, table: MapFile) -> Scenario:
        between(file.seats, min(ZONES), max(ZONES), "seats")
        check_seated(file.forces, file.seats, "squad")
        between(file.defender, 0, file.seats, "defender")
        if file.teams and len(file.teams) != file.seats:
            raise Wrong(f"give a team for each of the {file.seats} seats, not {len(file.teams)}", "teams")
        for number, team in enumerate(file.teams):
            between(team, 1, file.seats, f"teams[{number}]")
        if len(set(file.teams)) == 1:
            raise Wrong("give at least two teams", "teams")
        defender = file.defender - 1 if file.defender else None
        scenario = Scenario(
            file.name,
            file.type,
            table.ground.strip(),
            table.name,
            file.budget,
            file.seats,
            file.rounds,
            file.objective,
            defender,
        )
        check_scenario(scenario)
        return scenario

    def scenario_info(self, file: ScenarioFile, scenario: Scenario, name: str, data: dict[str, Any]) -> ScenarioInfo:
        stalemate, rounds = _stalemate(file, scenario), rounds_of(scenario)
        length = f"{rounds} rounds at most" if rounds else "until it is won"
        size, teams = f"{file.budget} points", [team - 1 for team in file.teams]
        return ScenarioInfo(
            *(name, file.name, file.summary, file.seats, size, list(file.forces), data, teams, length, stalemate),
            same_task=scenario.defender is None,
        )

    def scenario_order(self, info: ScenarioInfo) -> Any:
        return info.seats, info.data.get("budget", 1000), info.name

    def structure(self, converter: Converter, data: Any, form: type[Any]) -> Any:
        found = super().structure(converter, data, form)
        if isinstance(found, Squad):
            check_squad(found)
        elif isinstance(found, Scenario):
            check_scenario(found)
        return found

    def scenario_in_play(self, data: Any) -> Scenario:
        """The same of a position, on a board of any size, whether or not squads could be set up there."""

        def work() -> Scenario:
            scenario = plain().structure(bare(data), Scenario)
            check_in_play(scenario, 1)
            return scenario

        return attempt("scenario", work)

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        squads = [self.force_of(force.data, force.id) for force in forces]
        return refuse(self.scenario_of(scenario.data, scenario.id), squads)

    def words_of_catalogue(self, file: CatalogueFile) -> str:
        sold = {"mech": file.mechs, "pilot": file.pilots, "deployable": file.deployables}
        goods = ", ".join(counted(len(entries), what) for what, entries in sold.items())
        return f" of {file.faction or 'all factions'}: {goods}"

    def words_of_force(self, file: SquadFile, info: ForceInfo, folders: Sequence[Path]) -> str:
        catalogue = self.catalogue(folders)
        cost = sum(catalogue.mechs[choice.mech].cost for choice in file.mechs)  # for the advice of MC-ARMY-5
        return f"{info.faction}, {counted(len(file.mechs), 'mech')}, {info.cost} points, {cost} of them for bare mechs"

    def words_of_table(self, table: MapFile) -> str:
        board = board_of(table.name, table.ground, "ground")
        return f"{board.columns} x {board.rows} hexes"

    def words_of_scenario(self, file: ScenarioFile, info: ScenarioInfo) -> str:
        return f"{file.type}, {info.seats} players, {info.size}"


BOOK = MechcomFiles()
