"""MECHCOM as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.reinforcements import as_far_as, place_for
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.engine.spawned_units import Births
from tabletop_tui.engine.wording import listed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.base_system import Rulebook, Saver
from tabletop_tui.rulebook.scenario_script_files import with_story
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told
from tabletop_tui.rules.mechcom.attacking import resolve_attack
from tabletop_tui.rules.mechcom.computer import answer_values, side_features
from tabletop_tui.rules.mechcom.files.loader import BOOK
from tabletop_tui.rules.mechcom.forms import map_vocabulary, scenario_form, state_validation
from tabletop_tui.rules.mechcom.forms.force_builder import SquadMuster
from tabletop_tui.rules.mechcom.forms.position_form import FORM
from tabletop_tui.rules.mechcom.shooting import shot_calculator
from tabletop_tui.rules.mechcom.shown import objective_holders, views
from tabletop_tui.rules.mechcom.shown.side_view import side_view
from tabletop_tui.rules.mechcom.state import profiles, stalemate
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.deployment_zones import arrival_zones
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech, placing_spots
from tabletop_tui.rules.mechcom.turn import concede
from tabletop_tui.rules.mechcom.turn.setup import SetUp, new_battle


class Mechcom(Rulebook[Battle]):
    """The rulebook of MECHCOM."""

    id = "mechcom"
    units = "hexes"
    version = 2
    seats = (2, 6)
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    statuses: tuple[Badge, ...] = views.STATUSES
    grades = views.GRADES
    package = "tabletop_tui.rules.mechcom"
    offers = (resolve_attack.EVADE, resolve_attack.SHIELD)
    catalogue = BOOK
    show = views
    greedy = answer_values
    foresight = side_features
    position = FORM
    map_form = map_vocabulary.FORM
    scenario_form = scenario_form.FORM

    def muster(self, folders: Sequence[Path]) -> SquadMuster:
        return SquadMuster(folders)

    # ------------------------------------------------------------------ a game
    def start(self, setup: Setup) -> Game[Battle]:
        read = BOOK.scenario_of if setup.position is None else BOOK.scenario_in_play
        scenario = read(setup.scenario)
        squads = tuple(BOOK.force_of(seat.force) for seat in setup.seats)
        if len(squads) != scenario.seats:
            raise BadFile("set-up", "seats", f"{scenario.name} is for {scenario.seats} players, not {len(squads)}")
        teams = tuple(seat.team for seat in setup.seats)
        battle = new_battle(scenario, squads, teams, tuple(seat.name for seat in setup.seats))
        return with_story(Game(self, setup, battle, [SetUp()], dice_of(setup.dice, setup.seed)))

    def dump(self, game: Game[Battle]) -> dict[str, Any]:
        return SAVER.dump(game)

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Battle]:
        return SAVER.load(self.start(setup), data)

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        return shot_calculator.facts(BOOK.catalogue(folders).mechs)

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        return shot_calculator.asked(BOOK.catalogue(folders).mechs, told, table)

    def table_shot(self, game: Game[Battle], shooter: str, target: str, weapon: str = "") -> TableShot:
        return shot_calculator.on_table(game.state, shooter, target, weapon)

    def units_of(self, battle: Battle) -> dict[str, Any]:
        return battle.models

    def arrival_places(self, game: Game[Battle]) -> tuple[str, ...]:
        return arrival_zones(game.state)

    def refuse_arrival(self, game: Game[Battle], unit: str, at: str) -> str:
        zones = self.arrival_places(game)
        return "" if at in ("", *zones) else f"give a zone, {listed(zones, 'or')}, not {at!r} (MC-SETUP-4)"

    def arrival(self, game: Game[Battle], unit: str) -> Step | None:
        mech = game.state.models[unit]
        return PlaceMech(unit) if placing_spots(game.state, mech, place_for(game, unit)) else None

    def costs(self, game: Game[Battle]) -> dict[str, int]:
        return {model.id: model.sheet.cost for model in game.state.models.values()}

    def holders(self, game: Game[Battle]) -> list[Held]:
        return list(objective_holders.holders(game.state))

    def sight_from(self, game: Game[Battle], unit: str, spot: str) -> Overlay:
        other = game.clone()
        other.state.stand(unit, spot)
        return self.overlay(other, "sight", unit)

    def shot_reach(self, game: Game[Battle], unit: str) -> float:
        return max((float(weapon.range or 1) for weapon in game.state.models[unit].sheet.weapons), default=0.0)

    def audit(self, game: Game[Battle]) -> None:
        state_validation.audit(game, as_far_as(game, self.start(game.setup)).state)

    def side_view(self, game: Game[Battle], unit: str, spot: str) -> SideView | None:
        return side_view(game, unit, spot)

    # ------------------------------------------------------------------ leaving
    def fights_on(self, game: Game[Battle], seat: int) -> bool:
        return seat not in game.state.conceded

    def concede(self, game: Game[Battle], seat: int) -> None:
        concede.concede(game, seat)

    def agree_draw(self, game: Game[Battle]) -> None:
        game.end(Ended("The players agree on a draw", ("MC-END-3",), None, ()), settled=True)


def _model(battle: Battle, saved: Mapping[str, Any]) -> Model:
    """What a mech has deployed. ValueError if its squad has no such thing."""
    seat = saved["seat"]
    known = battle.squads[seat].deployables.values() if seat is not None else ()
    sheet = next((sheet for sheet in known if sheet.name == saved["sheet"]), None)
    if sheet is None:
        raise ValueError(f"nobody can have deployed {saved['id']!r}")
    return Model(saved["id"], seat, sheet)


NAMES = Names(
    __package__ or __name__,
    Saved(Model, unsaved="sheet"),
    Saved(Battle, unsaved="map scenario squads teams seat_names models"),
    Saved(stalemate.OfferStalemate, "offer draw"),
    Saved(profiles.Deploy, "deploy effect"),
    Saved(profiles.ClearCondition, "clear condition effect"),
    Saved(profiles.Restore, "restore effect"),
)
"""What saved games hold and do not call as the program does; an id stays where something is renamed."""
SAVER = Saver[Battle](NAMES, "models", Births("sheet", _model))
SYSTEM = Mechcom()
