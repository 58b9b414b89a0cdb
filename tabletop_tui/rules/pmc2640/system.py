"""PMC 2640 as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.rulebook.base_system import Duel, Saver
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told
from tabletop_tui.rulebook.system import System
from tabletop_tui.rules.pmc2640.computer import answer_values, side_features
from tabletop_tui.rules.pmc2640.files.loader import BOOK
from tabletop_tui.rules.pmc2640.files.validation import plain
from tabletop_tui.rules.pmc2640.forms import scenario_form, state_validation
from tabletop_tui.rules.pmc2640.forms.force_builder import ArmyMuster
from tabletop_tui.rules.pmc2640.forms.map_generation import with_generator
from tabletop_tui.rules.pmc2640.forms.position_form import FORM
from tabletop_tui.rules.pmc2640.moving import reserves
from tabletop_tui.rules.pmc2640.reactions import reaction_fire
from tabletop_tui.rules.pmc2640.shooting import shot_calculator
from tabletop_tui.rules.pmc2640.shown import objective_holders, views
from tabletop_tui.rules.pmc2640.shown.side_view import side_view
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.rules.pmc2640.turn.setup import SetUp, new_battle

NAMES = Names(
    __package__ or __name__,
    Saved(Unit, fields="fate=gone", unsaved="type"),
    Saved(Battle, unsaved="table scenario armies seat_names units"),
)
"""What saved games hold and do not call as the program does; an id stays where something is renamed."""


class Pmc2640(Duel[Battle]):
    """The rulebook of PMC 2640: Hell on Echidna."""

    id = "pmc2640"
    units = UNIT.name
    version = 5
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    statuses: tuple[Badge, ...] = views.STATUSES
    grades = views.GRADES
    end_rule = "PMC-OBJ-1"
    package = "tabletop_tui.rules.pmc2640"
    offers = (reaction_fire.REACTION_FIRE, reserves.ARRIVALS)
    catalogue = BOOK
    show = views
    greedy = answer_values
    foresight = side_features
    saver = Saver[Battle](NAMES)
    position = FORM
    scenario_form = scenario_form.FORM

    @cached_property
    def map_form(self) -> TableForm:
        return with_generator(cast("System", self))

    def muster(self, folders: Sequence[Path]) -> ArmyMuster:
        return ArmyMuster(folders)

    def first_battle(self, setup: Setup, names: tuple[str, ...]) -> tuple[Battle, Step]:
        if setup.position is not None:
            armies = tuple(BOOK.force_in_play(seat.force) for seat in setup.seats)
            return new_battle(BOOK.scenario_in_play(setup.scenario), armies, names), SetUp()
        armies = tuple(BOOK.force_of(seat.force) for seat in setup.seats)
        return new_battle(BOOK.scenario_of(setup.scenario), armies, names), SetUp()

    def dump(self, game: Game[Battle]) -> dict[str, Any]:
        battle = game.state
        # The terrain is in the set-up, unless it was made at the start of the game.
        made = battle.table is not battle.scenario.table
        return super().dump(game) | {"table": plain().unstructure(battle.table) if made else None}

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Battle]:
        game = super().load(setup, data)
        if data["table"] is not None:
            game.state.table = plain().structure(data["table"], TableMap)
        return game

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        return shot_calculator.facts(BOOK.catalogue(folders))

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        return shot_calculator.asked(BOOK.catalogue(folders), told, table)

    def table_shot(self, game: Game[Battle], shooter: str, target: str, weapon: str = "") -> TableShot:
        return shot_calculator.on_table(game.state, shooter, target, weapon)

    def still_sets_up(self, game: Game[Battle]) -> bool:
        """Where the whole force comes on in the first turn, or half of it (PMC-FIND-2, PMC-RES-2)."""
        asked = game.agenda[-1] if game.agenda else None
        return game.state.turn == 1 and isinstance(asked, reserves.ChooseReserve | reserves.PlaceReserve)

    def arrival_places(self, game: Game[Battle]) -> tuple[str, ...]:
        return ()

    def refuse_arrival(self, game: Game[Battle], unit: str, at: str) -> str:
        return "units arrive at the edge of their own side; leave this out (PMC-RES-4)" if at else ""

    def arrival(self, game: Game[Battle], unit: str) -> Step | None:
        return reserves.PlaceReserve(unit) if reserves.has_room(game.state, game.state.units[unit]) else None

    def costs(self, game: Game[Battle]) -> dict[str, int]:
        """Their tiers: armies are bought by these and have no points (PMC-ARMY-2)."""
        return {unit.id: unit.type.tier for unit in game.state.units.values()}

    def side_view(self, game: Game[Battle], unit: str, spot: str) -> SideView | None:
        return side_view(game, unit, spot)

    def holders(self, game: Game[Battle]) -> list[Held]:
        return list(objective_holders.holders(game.state))

    def sight_from(self, game: Game[Battle], unit: str, spot: str) -> Overlay:
        other = game.clone()
        other.state.stand(unit, spot)
        return self.overlay(other, "sight", unit)

    def shot_reach(self, game: Game[Battle], unit: str) -> float:
        return max(float(game.state.units[unit].type.range), AUXILIARY_RANGE)

    def audit(self, game: Game[Battle]) -> None:
        state_validation.audit(game)


SYSTEM = Pmc2640()
