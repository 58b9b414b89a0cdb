"""TechCommander as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.engine.spawned_units import Births
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.base_system import Rulebook, Saver
from tabletop_tui.rulebook.scenario_script_files import with_story
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told
from tabletop_tui.rules.techcommander.activation import smoke_launching
from tabletop_tui.rules.techcommander.aiming import defensive_gear, digging_in, return_fire
from tabletop_tui.rules.techcommander.anytime import group_questions, infiltration_declarations, kill_perks
from tabletop_tui.rules.techcommander.computer import answer_values, side_features, wary_values
from tabletop_tui.rules.techcommander.damage import bubble_shield_drops
from tabletop_tui.rules.techcommander.deployment.deploy_fields import field_around, start_of
from tabletop_tui.rules.techcommander.deployment.spawning import PlaceSpawned
from tabletop_tui.rules.techcommander.files.loader import BOOK
from tabletop_tui.rules.techcommander.files.spawn_pool import refuse_pools
from tabletop_tui.rules.techcommander.forms import map_vocabulary, position_form, scenario_form, state_validation
from tabletop_tui.rules.techcommander.forms.force_builder import UnitMuster
from tabletop_tui.rules.techcommander.moving import unit_march
from tabletop_tui.rules.techcommander.passengers import looting
from tabletop_tui.rules.techcommander.reactions import covering_fire, hatch_fire
from tabletop_tui.rules.techcommander.shooting import shot_calculator
from tabletop_tui.rules.techcommander.shown import objective_holders, views
from tabletop_tui.rules.techcommander.shown.overlays import from_the_side
from tabletop_tui.rules.techcommander.skulls import claimer_moves, reinforcement_skulls, skull_effects
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit, new_battle, new_unit
from tabletop_tui.rules.techcommander.state.profiles import CREW
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.turn import concede
from tabletop_tui.rules.techcommander.turn.setup import SetUp
from tabletop_tui.rules.techcommander.ways import dodging
from tabletop_tui.table.points import parse_spot, spot_text


class TechCommander(Rulebook[Battle]):
    """The rulebook of TechCommander MSV."""

    id = "techcommander"
    units = UNIT.name
    version = 6
    seats = (2, 6)
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    statuses: tuple[Badge, ...] = views.STATUSES
    grades = views.GRADES
    offers: tuple[OfferKind, ...] = (
        defensive_gear.GEAR,
        bubble_shield_drops.BUBBLE,
        smoke_launching.SMOKE,
        dodging.KIND,
        hatch_fire.KIND,
        hatch_fire.HAND_DOWN,
        covering_fire.POSTED_FIRE,
        covering_fire.READIED_FIRE,
        covering_fire.SENTRY_FIRE,
        return_fire.RETURN,
        digging_in.DIG_IN,
        group_questions.RALLY,
        group_questions.FACING,
        infiltration_declarations.HIDING,
        *kill_perks.KINDS,
    )
    package = "tabletop_tui.rules.techcommander"
    catalogue = BOOK
    show = views
    greedy = answer_values
    foresight = side_features
    playouts_share = 0.6
    playouts_horizon: Literal["activation", "reply"] = "reply"
    worry = 0.08
    position = position_form.FORM
    map_form = map_vocabulary.FORM
    scenario_form = scenario_form.FORM

    def appraise_warily(self, game: Game[Battle], answer: Answer) -> float:
        return wary_values.appraise(game, answer)

    def muster(self, folders: Sequence[Path]) -> UnitMuster:
        return UnitMuster(folders)

    # ------------------------------------------------------------------ a game
    def start(self, setup: Setup) -> Game[Battle]:
        scenario = BOOK.scenario_of(setup.scenario)
        forces = tuple(BOOK.force_of(seat.force) for seat in setup.seats)
        if len(forces) != scenario.seats:
            raise BadFile("set-up", "seats", f"{scenario.name} is for {scenario.seats} players, not {len(forces)}")
        teams, names = tuple(seat.team for seat in setup.seats), tuple(seat.name for seat in setup.seats)
        if scenario.game == "deathmatch" and (refusal := refuse_pools(forces, scenario.cap)) is not None:
            raise BadFile("set-up", "seats", refusal.why)
        battle = new_battle(scenario, forces, teams, names)
        return with_story(Game(self, setup, battle, [SetUp()], dice_of(setup.dice, setup.seed)))

    def dump(self, game: Game[Battle]) -> dict[str, Any]:
        return SAVER.dump(game)

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Battle]:
        game = SAVER.load(self.start(setup), data)
        looting.refit(game.state)
        return game

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        return shot_calculator.facts(BOOK.catalogue(folders))

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        return shot_calculator.asked(BOOK.catalogue(folders), told, table)

    def table_shot(self, game: Game[Battle], shooter: str, target: str, weapon: str = "") -> TableShot:
        return shot_calculator.on_table(game.state, shooter, target, weapon)

    def arrival_places(self, game: Game[Battle]) -> tuple[str, ...]:
        table = game.state.table
        return tuple(spot_text(spot) for spot in (*table.starts, *table.alternates))

    def refuse_arrival(self, game: Game[Battle], unit: str, at: str) -> str:
        if game.state.scenario.game == "deathmatch":
            return "in a deathmatch units spawn by rules of its own; leave comes and at out (TC-SPAWN-1)"
        spot, table = parse_spot(at), game.state.table
        if at and (spot is None or not (0 <= spot[0] <= table.width and 0 <= spot[1] <= table.height)):
            return f"give the place around which it is put down, as 24,10, not {at!r} (TC-SPAWN-3)"
        return ""

    def arrival(self, game: Game[Battle], unit: str) -> Step | None:
        battle = game.state
        start = parse_spot(place_for(game, unit) or "") or start_of(battle, battle.units[unit].seat)
        return PlaceSpawned(unit, start) if field_around(battle, battle.units[unit], start).has_room() else None

    def costs(self, game: Game[Battle]) -> dict[str, int]:
        return {unit.id: unit.ac for unit in game.state.units.values()}

    def holders(self, game: Game[Battle]) -> list[Held]:
        return list(objective_holders.holders(game.state))

    def sight_from(self, game: Game[Battle], unit: str, spot: str) -> Overlay:
        other = game.clone()
        other.state.stand(unit, spot)
        return self.overlay(other, "sight", unit)

    def audit(self, game: Game[Battle]) -> None:
        state_validation.audit(game)

    def side_view(self, game: Game[Battle], unit: str, spot: str) -> SideView | None:
        return from_the_side(game, unit, spot)

    # ------------------------------------------------------------------ leaving
    def fights_on(self, game: Game[Battle], seat: int) -> bool:
        return not game.state.players[seat].conceded

    def concede(self, game: Game[Battle], seat: int) -> None:
        concede.concede(game, seat)

    def agree_draw(self, game: Game[Battle]) -> None:
        game.end(Ended("The players agree on a draw", ("TC-SCEN-13",), None, ()), settled=True)


def born(battle: Battle, saved: Mapping[str, Any]) -> Unit:
    """A unit that the set-up did not have, of a force, or one of the crew. ValueError for any other."""
    known = (CREW, *(sheet for force in battle.forces for sheet in force.units))
    sheet = next((sheet for sheet in known if sheet.name == saved["sheet"]), None)
    if sheet is None:
        raise ValueError(f"nobody can have brought {saved['id']!r} into the battle")
    return new_unit(saved["id"], saved["seat"], sheet)


NAMES = Names(
    __package__ or __name__,
    Saved(Unit, unsaved="sheet"),
    Saved(Battle, unsaved="table scenario forces teams seat_names units"),
    Saved(unit_march.UnitMarch, "march"),
    Saved(digging_in.Declare, "declare dug in"),
    Saved(skull_effects.Fire, "fire skull"),
    Saved(reinforcement_skulls.Thunder, "thunder skull"),
    Saved(claimer_moves.ChooseContact, "choose anger place"),
)
"""What saved games hold and do not call as the program does; an id stays where something is renamed."""
SAVER = Saver[Battle](NAMES, births=Births("sheet", born))
SYSTEM = TechCommander()
