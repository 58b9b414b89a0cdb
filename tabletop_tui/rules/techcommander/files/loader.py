"""Reading TechCommander files: catalogues, forces, scenarios. Whatever is wrong in one is a BadFile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, between, broken, one_of
from tabletop_tui.rulebook.book_files import BookFiles, check_seated, shelve
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.techcommander.files.file_formats import (
    LIBRARY,
    CatalogueFile,
    Choice,
    ForceFile,
    MapFile,
    PieceTable,
    ScenarioFile,
)
from tabletop_tui.rules.techcommander.files.force_composition import refuse_build, refuse_force, sheet_of
from tabletop_tui.rules.techcommander.files.spawn_pool import refuse_pools
from tabletop_tui.rules.techcommander.files.validation import (
    TERRAIN,
    check_force,
    check_piece,
    check_scenario,
    check_table,
    plain,
)
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield
from tabletop_tui.rules.techcommander.state.profiles import Catalogue, Force, Sheet
from tabletop_tui.rules.techcommander.state.scenario import Scenario
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.skirmish.map_files import check_kind, made_of, places_of


def check_cards(file: CatalogueFile, catalogue: Catalogue) -> None:
    """Whether all that units are built with is sold somewhere, and they may be built so."""
    things = {**catalogue.weapons, **catalogue.gear}
    for number, card in enumerate(file.unit):
        for what in ("standard", "integrated", "build"):
            for place, name in enumerate(getattr(card, what)):
                if name not in things:
                    raise one_of(name, things, "weapon or gear").inside(f"unit[{number}].{what}[{place}]")
        if (refusal := refuse_build(sheet_of(card, catalogue))) is not None:
            raise broken(refusal).inside(f"unit[{number}].build")


def built(choice: Choice, catalogue: Catalogue) -> Sheet:
    """A unit of a force; Wrong if it may not be built so."""
    if choice.unit not in catalogue.units:
        raise one_of(choice.unit, catalogue.units, "unit").inside("unit")
    things = {**catalogue.weapons, **catalogue.gear}
    for place, name in enumerate(choice.build or ()):
        if name not in things:
            raise one_of(name, things, "weapon or gear").inside(f"build[{place}]")
    sheet = sheet_of(catalogue.units[choice.unit], catalogue, choice.build, choice.name)
    if (refusal := refuse_build(sheet)) is not None:
        raise broken(refusal)
    return sheet


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


class TechCommanderFiles(BookFiles[Catalogue, Force, Battlefield, Scenario]):
    """Catalogues, forces, maps and scenarios of TechCommander."""

    library = LIBRARY
    force_class, scenario_class = Force, Scenario

    def plain(self) -> Strict:
        return plain()

    def joined(self, sources: Sequence[tuple[Path, Any]]) -> Catalogue:
        found = Catalogue()
        shelve(sources, {"weapon": found.weapons, "gear": found.gear, "unit": found.units}, no_id_twice=True)
        return found

    def check_catalogue(self, file: CatalogueFile, catalogue: Catalogue) -> None:
        check_cards(file, catalogue)

    def compose(self, file: ForceFile, catalogue: Catalogue) -> Force:
        """The force that a file describes; Wrong if it may not be composed so."""
        faults = Faults()
        with faults.of():
            a_line(file.summary, "summary")
        sheets: list[Sheet] = []
        for number, choice in enumerate(file.unit):
            with faults.of(f"unit[{number}]"):
                sheets.append(built(choice, catalogue))
        force = Force(file.name, tuple(sheets))
        with faults.of():
            check_force(force)
        faults.raise_any()
        return force

    def force_info(self, file: ForceFile, force: Force) -> tuple[str, int]:
        return f"{force.cost} AC", force.cost

    def table(self, file: MapFile) -> Battlefield:
        """The table that a map file describes."""
        a_name(file.name)
        a_line(file.summary, "summary")
        pieces = tuple(made_of(file.piece, feature_of))
        found = Battlefield(file.name, file.width, file.height, pieces, file.starts, file.alternates, file.points)
        check_table(found, places_of(found.pieces))
        return found

    def scenario(self, file: ScenarioFile, table: Battlefield) -> Scenario:
        """The scenario that a file describes; Wrong if it makes no sense."""
        between(file.attacker, 0, file.seats, "attacker")
        check_seated(file.forces, file.seats)
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

    def scenario_info(self, file: ScenarioFile, scenario: Scenario, name: str, data: dict[str, Any]) -> ScenarioInfo:
        fought = f"{scenario.limit} AC" if scenario.game == "skirmish" else f"cap {scenario.cap}"
        size = f"{fought}, {scenario.table.width:g} x {scenario.table.height:g} cm"
        teams, length = [team - 1 for team in file.teams], f"{scenario.turns} turns"
        return ScenarioInfo(
            *(name, file.name, file.summary, file.seats, size, list(file.forces), data, teams, length),
            same_task=not file.attacker,
        )

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        """Why these forces may not play this scenario, or None."""
        plan = self.scenario_of(scenario.data, scenario.id)
        if len(forces) != plan.seats:
            return Refusal(f"{scenario.name} is for {plan.seats} players, not for {len(forces)}", "TC-GAME-1")
        sides = [self.force_of(force.data, force.id) for force in forces]
        if plan.game == "deathmatch":
            return refuse_pools(sides, plan.cap)
        return together([refuse_force(side, plan.limit) for side in sides])

    def words_of_catalogue(self, file: CatalogueFile) -> str:
        return f": {len(file.unit)} units, {len(file.weapon)} weapons, {len(file.gear)} pieces of gear"

    def words_of_force(self, file: ForceFile, info: ForceInfo, folders: Sequence[Path]) -> str:
        return f"{len(info.data['units'])} units, {info.cost} AC"

    def words_of_table(self, table: Battlefield) -> str:
        return f"{table.width:g} x {table.height:g} cm, {len(table.pieces)} pieces of terrain"

    def words_of_scenario(self, file: ScenarioFile, info: ScenarioInfo) -> str:
        return f"{info.seats} players, {info.size}"


BOOK = TechCommanderFiles()
