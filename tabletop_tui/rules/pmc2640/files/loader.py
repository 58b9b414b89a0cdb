"""What PMC 2640's files offer: the army list, armies composed from it, scenarios with their tables.

All that is Wrong in a file or in a set-up's data leaves here as a BadFile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, between, one_of
from tabletop_tui.rulebook.book_files import BookFiles, check_seated, shelve
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.pmc2640.files.file_formats import (
    LIBRARY,
    ArmyFile,
    CatalogueFile,
    MapFile,
    PieceTable,
    ScenarioFile,
)
from tabletop_tui.rules.pmc2640.files.validation import (
    MOST_UNITS,
    check_army,
    check_location,
    check_piece,
    check_scenario,
    check_table,
    in_play,
    objective_spot,
    plain,
)
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army, UnitType
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.skirmish.map_files import made_of
from tabletop_tui.table.bases import Spots

SEATS = 2
QUICK = "quick-start"
Catalogue = dict[str, UnitType]
"""Every unit type by its id."""


def _locations(file: ScenarioFile, ground: TableMap) -> Spots:
    """The locations that count in this scenario: the map's three, the one objective of Capture, or none."""
    if file.type == "capture":
        objective = file.objective or objective_spot(ground)
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


class Pmc2640Files(BookFiles[Catalogue, Army, TableMap, Scenario]):
    """Catalogues, armies, maps and scenarios of PMC 2640."""

    library = LIBRARY
    force_kind, force_class, scenario_class = "army", Army, Scenario

    def plain(self) -> Strict:
        return plain()

    def in_play(self) -> Strict:
        return in_play()

    def joined(self, sources: Sequence[tuple[Path, Any]]) -> Catalogue:
        found: Catalogue = {}
        shelve(sources, {"unit": found})
        return found

    def compose(self, file: ArmyFile, catalogue: Catalogue) -> Army:
        """The army that a file describes; Wrong, with the rule, if it may not be composed so."""
        faults = Faults()
        with faults.of():
            a_line(file.summary, "summary")
        chosen: list[UnitType] = []
        for name, count in file.units.items():
            with faults.of("units"):
                if name not in catalogue:
                    raise one_of(name, catalogue, "unit")
                between(count, 1, MOST_UNITS, name)
                chosen += [catalogue[name]] * count
        army = Army(file.name, file.priority, tuple(chosen))
        if len(chosen) == sum(file.units.values()):  # else nobody knows what is in it
            with faults.of():
                check_army(army)
        faults.raise_any()
        return army

    def force_info(self, file: ArmyFile, force: Army) -> tuple[str, int]:
        return f"Priority {force.priority}", force.tiers

    def force_order(self, info: ForceInfo) -> Any:
        return info.data["priority"], info.name

    def table(self, file: MapFile) -> TableMap:
        """The table that a map file describes."""
        a_name(file.name)
        a_line(file.summary, "summary")
        walls = made_of(file.piece, parts_of)
        pieces = tuple(part for parts in walls for part in parts)
        places = [f"piece[{number}]" for number, parts in enumerate(walls) for _ in parts]
        found = TableMap(file.name, file.width, file.height, pieces, file.locations)
        check_table(found, places)
        return found

    def scenario(self, file: ScenarioFile, table: TableMap) -> Scenario:
        check_seated(file.forces, SEATS, "army")
        ground = TableMap(table.name, table.width, table.height, table.pieces, _locations(file, table))
        reserves = file.late, file.every, file.arrivals
        scenario = Scenario(
            file.name, file.type, ground, file.priority, file.turns, file.target, file.generator, *reserves
        )
        check_scenario(scenario)
        return scenario

    def scenario_info(self, file: ScenarioFile, scenario: Scenario, name: str, data: dict[str, Any]) -> ScenarioInfo:
        size = f"Priority {scenario.priority}, {scenario.table.width:g} x {scenario.table.height:g} in"
        length = "; ".join(filter(None, (f"{scenario.turns} turns, then a die may end it", scenario.reserves)))
        return ScenarioInfo(
            *(name, file.name, file.summary, SEATS, size, list(file.forces), data, [], length),
            same_task=file.type != "destroy",
        )

    def scenario_order(self, info: ScenarioInfo) -> Any:
        return info.id != QUICK, info.data.get("priority", 1), info.name

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        plan = self.scenario_of(scenario.data, scenario.id)
        return refuse(plan, [self.force_of(force.data, force.id) for force in forces])

    def words_of_catalogue(self, file: CatalogueFile) -> str:
        return f": {len(file.unit)} units"

    def words_of_force(self, file: ArmyFile, info: ForceInfo, folders: Sequence[Path]) -> str:
        return f"{info.faction}, {len(info.data['units'])} units, {info.cost} points"

    def words_of_table(self, table: TableMap) -> str:
        return f"{table.width:g} x {table.height:g} in, {len(table.pieces)} pieces of terrain"

    def words_of_scenario(self, file: ScenarioFile, info: ScenarioInfo) -> str:
        return f"{file.type}, {info.size}"


BOOK = Pmc2640Files()
