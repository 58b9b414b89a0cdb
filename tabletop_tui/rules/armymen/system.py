"""Army Men as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import listed
from tabletop_tui.rulebook.base_system import Duel, Saver
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told
from tabletop_tui.rules.armymen.computer import answer_values, side_features
from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.forms import map_vocabulary, scenario_form, state_validation
from tabletop_tui.rules.armymen.forms.force_builder import ArmyMuster
from tabletop_tui.rules.armymen.forms.position_form import FORM
from tabletop_tui.rules.armymen.reactions import guarded_march
from tabletop_tui.rules.armymen.shooting import shot_calculator
from tabletop_tui.rules.armymen.shown import views
from tabletop_tui.rules.armymen.state.battle import Battle, Unit, new_battle
from tabletop_tui.rules.armymen.state.terrain import UNIT
from tabletop_tui.rules.armymen.turn.setup import OPPOSITE, PlaceUnit, SetUp
from tabletop_tui.rules.armymen.ways.deploy_field import deploy_field

NAMES = Names(
    __package__ or __name__,
    Saved(Unit, unsaved="sheet"),
    Saved(guarded_march.UnitMarch, "march"),
    Saved(Battle, unsaved="table scenario armies seat_names units"),
)
"""What saved games hold and do not call as the program does; an id stays where something is renamed."""


class ArmyMen(Duel[Battle]):
    """The rulebook of Army Men Combat v2.0."""

    id = "armymen"
    units = UNIT.name
    version = 4
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    statuses: tuple[Badge, ...] = views.STATUSES
    grades = views.GRADES
    end_rule = "AMC-PREP-12"
    package = "tabletop_tui.rules.armymen"
    offers = (guarded_march.GUARD_FIRE,)
    catalogue = BOOK
    show = views
    greedy = answer_values
    foresight = side_features
    saver = Saver[Battle](NAMES)
    position = FORM
    map_form = map_vocabulary.FORM
    scenario_form = scenario_form.FORM

    def muster(self, folders: Sequence[Path]) -> ArmyMuster:
        return ArmyMuster(folders)

    def first_battle(self, setup: Setup, names: tuple[str, ...]) -> tuple[Battle, Step]:
        if setup.position is not None:
            armies = tuple(BOOK.force_in_play(seat.force) for seat in setup.seats)
            return new_battle(BOOK.scenario_in_play(setup.scenario), armies, names), SetUp()
        armies = tuple(BOOK.force_of(seat.force) for seat in setup.seats)
        return new_battle(BOOK.scenario_of(setup.scenario), armies, names), SetUp()

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        return shot_calculator.facts(BOOK.catalogue(folders))

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        return shot_calculator.asked(BOOK.catalogue(folders), told, table)

    def table_shot(self, game: Game[Battle], shooter: str, target: str, weapon: str = "") -> TableShot:
        return shot_calculator.on_table(game.state, shooter, target, weapon)

    def arrival_places(self, game: Game[Battle]) -> tuple[str, ...]:
        return tuple(OPPOSITE)

    def refuse_arrival(self, game: Game[Battle], unit: str, at: str) -> str:
        edges = self.arrival_places(game)
        return "" if at in ("", *edges) else f"give an edge, {listed(edges, 'or')}, not {at!r} (AMC-PREP-9)"

    def arrival(self, game: Game[Battle], unit: str) -> Step | None:
        field = deploy_field(game.state, game.state.units[unit], place_for(game, unit))
        return PlaceUnit(unit) if field is not None else None

    def costs(self, game: Game[Battle]) -> dict[str, int]:
        return {unit.id: unit.sheet.cost for unit in game.state.units.values()}

    def sight_from(self, game: Game[Battle], unit: str, spot: str) -> Overlay:
        other = game.clone()
        other.state.stand(unit, spot)
        return self.overlay(other, "sight", unit)

    def shot_reach(self, game: Game[Battle], unit: str) -> float:
        return max((float(weapon.range) for weapon in game.state.units[unit].weapons), default=0.0)

    def audit(self, game: Game[Battle]) -> None:
        state_validation.audit(game)


SYSTEM = ArmyMen()
