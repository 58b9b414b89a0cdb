"""What Army Men's files offer: the army list, armies bought from it, scenarios with their tables.

All that is Wrong in a file or in a set-up's data leaves here as a BadFile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, broken, one_of
from tabletop_tui.rulebook.book_files import BookFiles, check_seated, shelve
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.rules.armymen.files.file_formats import LIBRARY, ArmyFile, CatalogueFile, ScenarioFile
from tabletop_tui.rules.armymen.files.force_composition import BOOK_POINTS, equip, refuse_army, refuse_choice
from tabletop_tui.rules.armymen.files.validation import (
    check_army,
    check_piece,
    check_scenario,
    check_table,
    in_play,
    plain,
)
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.profiles import FISTS, Army, Catalogue, Choice, Sheet
from tabletop_tui.rules.armymen.state.scenario import Scenario
from tabletop_tui.rules.armymen.state.terrain import LINES
from tabletop_tui.skirmish.map_files import MapFile, PieceShape, made_of, places_of
from tabletop_tui.table.terrain_pieces import Piece

SEATS = 2


# ---------------------------------------------------------------- the army list and armies
def check_list(file: CatalogueFile, catalogue: Catalogue) -> None:
    """Whether all that a catalogue names is sold somewhere."""
    for number, unit in enumerate(file.unit):
        if unit.weapon and unit.weapon not in catalogue.weapons:
            raise one_of(unit.weapon, catalogue.weapons, "weapon").inside(f"unit[{number}].weapon")
        for place, name in enumerate(unit.upgrades):
            if name not in catalogue.upgrades:
                raise one_of(name, catalogue.upgrades, "upgrade").inside(f"unit[{number}].upgrades[{place}]")
    for number, upgrade in enumerate(file.upgrade):
        if upgrade.weapon and upgrade.weapon not in catalogue.weapons:
            raise one_of(upgrade.weapon, catalogue.weapons, "weapon").inside(f"upgrade[{number}].weapon")
    if file.unit and FISTS not in catalogue.weapons:
        raise Wrong(f"give a weapon {FISTS!r}, for units without another in melee", "weapon")


def check_known(choice: Choice, catalogue: Catalogue) -> None:
    """Whether the list sells all that a choice names."""
    if choice.unit not in catalogue.units:
        raise one_of(choice.unit, catalogue.units, "unit").inside("unit")
    faults = Faults()
    for index, name in enumerate(choice.upgrades):
        if name not in catalogue.upgrades:
            with faults.of(f"upgrades[{index}]"):
                raise one_of(name, catalogue.upgrades, "upgrade")
    faults.raise_any()


# ---------------------------------------------------------------- tables
def piece_of(number: int, shape: PieceShape) -> Piece:
    """The piece of terrain that a map file describes; Wrong if there is no such piece."""
    piece = shape.piece(number, LINES)
    check_piece(piece)
    return piece


# ---------------------------------------------------------------- all of it
class ArmyMenFiles(BookFiles[Catalogue, Army, Battlefield, Scenario]):
    """Catalogues, armies, maps and scenarios of Army Men."""

    library = LIBRARY
    force_kind, force_class, scenario_class = "army", Army, Scenario

    def plain(self) -> Strict:
        return plain()

    def in_play(self) -> Strict:
        return in_play()

    def joined(self, sources: Sequence[tuple[Path, Any]]) -> Catalogue:
        found = Catalogue()
        shelve(sources, {"weapon": found.weapons, "unit": found.units, "upgrade": found.upgrades})
        return found

    def check_catalogue(self, file: CatalogueFile, catalogue: Catalogue) -> None:
        check_list(file, catalogue)

    def compose(self, file: ArmyFile, catalogue: Catalogue) -> Army:
        """The army that a file describes; Wrong, with the rule, if it may not be composed so."""
        faults = Faults()
        with faults.of():
            a_line(file.summary, "summary")
        sheets: list[Sheet] = []
        for number, choice in enumerate(file.unit):
            with faults.of(f"unit[{number}]"):
                check_known(choice, catalogue)
                if choice.size in dict(catalogue.units[choice.unit].costs):
                    # It counts against the limits of the army, whatever is wrong with its upgrades.
                    sheets.append(equip(choice, catalogue))
                if (refusal := refuse_choice(choice, catalogue)) is not None:
                    raise broken(refusal)
        army = Army(file.name, tuple(sheets), file.points)
        if len(sheets) == len(file.unit):  # else nobody knows what it costs
            with faults.of():
                check_army(army)
        faults.raise_any()
        return army

    def force_info(self, file: ArmyFile, force: Army) -> tuple[str, int]:
        return f"for {force.points} points", force.cost

    def force_order(self, info: ForceInfo) -> Any:
        return info.data.get("points", BOOK_POINTS), info.name

    def table(self, file: MapFile) -> Battlefield:
        """The table that a map file describes."""
        a_name(file.name)
        a_line(file.summary, "summary")
        found = Battlefield(file.name, file.width, file.height, tuple(made_of(file.piece, piece_of)))
        check_table(found, places_of(found.pieces))
        return found

    def scenario(self, file: ScenarioFile, table: Battlefield) -> Scenario:
        check_seated(file.forces, SEATS, "army")
        scenario = Scenario(file.name, table, file.points, file.rounds)
        check_scenario(scenario)
        return scenario

    def scenario_info(self, file: ScenarioFile, scenario: Scenario, name: str, data: dict[str, Any]) -> ScenarioInfo:
        size = f"{scenario.points} points, {scenario.table.width:g} x {scenario.table.height:g} in"
        length = counted(scenario.rounds, "round")
        return ScenarioInfo(name, file.name, file.summary, SEATS, size, list(file.forces), data, [], length)

    def scenario_order(self, info: ScenarioInfo) -> Any:
        return info.data.get("points", BOOK_POINTS), info.name

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        """Why these armies may not play this scenario, or None."""
        armies = [self.force_of(force.data, force.id) for force in forces]
        points = self.scenario_of(scenario.data, scenario.id).points
        if len(armies) != SEATS:
            return Refusal(f"{scenario.name} is for {SEATS} players, not for {len(armies)}", "AMC-PREP-3")
        broken = ((army, refusal) for army in armies if (refusal := refuse_army(army.units, points)) is not None)
        return together(Refusal(f"{army.name}: {one.why}", one.rule) for army, refusal in broken for one in refusal.all)

    def words_of_catalogue(self, file: CatalogueFile) -> str:
        return f": {len(file.unit)} units, {len(file.upgrade)} upgrades, {len(file.weapon)} weapons"

    def words_of_force(self, file: ArmyFile, info: ForceInfo, folders: Sequence[Path]) -> str:
        return f"{len(info.data['units'])} units, {info.cost} of {file.points} points"

    def words_of_table(self, table: Battlefield) -> str:
        return f"{table.width:g} x {table.height:g} in, {len(table.pieces)} pieces of terrain"


BOOK = ArmyMenFiles()
