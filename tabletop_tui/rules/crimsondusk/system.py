"""Crimson Dusk as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import evolve

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import listed
from tabletop_tui.rulebook.base_system import Duel, Saver
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told
from tabletop_tui.rules.crimsondusk.computer import answer_values, side_features
from tabletop_tui.rules.crimsondusk.damage.building_damage import ruined
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.forms import map_vocabulary, scenario_form, state_validation
from tabletop_tui.rules.crimsondusk.forms.force_builder import SectionMuster
from tabletop_tui.rules.crimsondusk.forms.position_form import FORM
from tabletop_tui.rules.crimsondusk.moving import section_march
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Charge
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import FIRE
from tabletop_tui.rules.crimsondusk.shooting import shot_calculator
from tabletop_tui.rules.crimsondusk.shown import objective_holders, views
from tabletop_tui.rules.crimsondusk.sight.threats import furthest_of
from tabletop_tui.rules.crimsondusk.state.battle import Battle, new_battle
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.turn.setup import AHEAD, PlaceUnit, SetUp, deploy_field


class MenSaver(Saver[Battle]):
    """Men are saved without their profiles, which the set-up has; they find them again by their ids."""

    def load(self, game: Game[Battle], data: Mapping[str, Any]) -> Game[Battle]:
        battle = game.state
        units = (*battle.units.values(), *battle.later.values())
        profiles = {man.id: man.soldier for unit in units for man in (*unit.men, *unit.crew)}
        loaded = super().load(game, data)
        battle.table = ruined(battle.scenario.table, battle.ruins)
        for unit in battle.units.values():
            unit.men = tuple(evolve(man, soldier=profiles[man.id]) for man in unit.men)
            unit.crew = tuple(evolve(man, soldier=profiles[man.id]) for man in unit.crew)
        battle.fallen = tuple(evolve(one, man=evolve(one.man, soldier=profiles[one.man.id])) for one in battle.fallen)
        return loaded


NAMES = Names(
    __package__ or __name__,
    Saved(Man, unsaved="soldier"),
    Saved(Unit, unsaved="sheet"),
    Saved(Battle, unsaved="table scenario forces seat_names units"),
    Saved(section_march.SectionMarch, "march"),
    Saved(Charge, fields="run=running"),
)
"""What saved games hold and do not call as the program does; an id stays where something is renamed."""


class CrimsonDusk(Duel[Battle]):
    """The rulebook of Crimson Dusk."""

    id = "crimsondusk"
    units = UNIT.name
    version = 6
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    offers = (FIRE,)
    statuses: tuple[Badge, ...] = views.STATUSES
    grades = views.GRADES
    end_rule = "CD-TURN-3"
    package = "tabletop_tui.rules.crimsondusk"
    catalogue = BOOK
    show = views
    greedy = answer_values
    foresight = side_features
    playouts_share = 0.7
    playouts_horizon: Literal["activation", "reply"] = "activation"
    saver = MenSaver(NAMES)
    position = FORM
    map_form = map_vocabulary.FORM
    scenario_form = scenario_form.FORM

    def muster(self, folders: Sequence[Path]) -> SectionMuster:
        return SectionMuster(folders)

    def first_battle(self, setup: Setup, names: tuple[str, ...]) -> tuple[Battle, Step]:
        forces = tuple(BOOK.force_of(seat.force) for seat in setup.seats)
        return new_battle(BOOK.scenario_of(setup.scenario), forces, names), SetUp()

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        return shot_calculator.facts(BOOK.catalogue(folders).weapons)

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        return shot_calculator.asked(BOOK.catalogue(folders).weapons, told, table)

    def table_shot(self, game: Game[Battle], shooter: str, target: str, weapon: str = "") -> TableShot:
        return shot_calculator.on_table(game.state, shooter, target, weapon)

    def arrival_places(self, game: Game[Battle]) -> tuple[str, ...]:
        return tuple(AHEAD)

    def refuse_arrival(self, game: Game[Battle], unit: str, at: str) -> str:
        edges = self.arrival_places(game)
        return "" if at in ("", *edges) else f"give an edge, {listed(edges, 'or')}, not {at!r} (CD-TURN-3)"

    def arrival(self, game: Game[Battle], unit: str) -> Step | None:
        field = deploy_field(game.state, game.state.units[unit], place_for(game, unit))
        return PlaceUnit(unit) if field.has_room() else None

    def costs(self, game: Game[Battle]) -> dict[str, int]:
        return {unit.id: unit.sheet.cost for unit in game.state.units.values()}

    def holders(self, game: Game[Battle]) -> list[Held]:
        return list(objective_holders.holders(game.state))

    def sight_from(self, game: Game[Battle], unit: str, spot: str) -> Overlay:
        other = game.clone()
        other.state.stand(unit, spot)
        return self.overlay(other, "sight", unit)

    def shot_reach(self, game: Game[Battle], unit: str) -> float:
        return furthest_of(game.state.units[unit])

    def audit(self, game: Game[Battle]) -> None:
        state_validation.audit(game)


SYSTEM = CrimsonDusk()
