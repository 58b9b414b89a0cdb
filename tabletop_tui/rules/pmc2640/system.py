"""PMC 2640 as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import fields, resolve_types
from cattrs import Converter

from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.saved import step_converter
from tabletop_tui.engine.system import BadFile, ForceInfo, ScenarioInfo, Setup
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.engine.view import Card, Line, Overlay, RosterLine, Rule, Standing, TableScene
from tabletop_tui.rules.pmc2640 import catalogue, greedy, overlays, show
from tabletop_tui.rules.pmc2640.battle import SEAT_LETTERS, Battle, Location, Unit, Wreck
from tabletop_tui.rules.pmc2640.checks import plain
from tabletop_tui.rules.pmc2640.setup import SetUp, new_battle
from tabletop_tui.rules.pmc2640.tables import TableMap

STATIC = ("table", "scenario", "armies", "seat_names", "units")
"""Fields of a battle that its set-up gives, or that are written in a way of their own."""


class Pmc2640:
    """The rulebook of PMC 2640: Hell on Echidna."""

    id = "pmc2640"
    name = "PMC 2640: Hell on Echidna"
    units = "inches"
    version = 1
    seats = (2, 2)
    stages: tuple[str, ...] = show.STAGES
    overlays: tuple[str, ...] = overlays.OVERLAYS

    # ------------------------------------------------------------------ files
    def scenarios(self, folders: Sequence[Path]) -> list[ScenarioInfo]:
        return catalogue.list_scenarios(folders)

    def forces(self, folders: Sequence[Path]) -> list[ForceInfo]:
        return catalogue.list_forces(folders)

    def scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo:
        return catalogue.read_scenario(path, folders)

    def force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        return catalogue.read_force(path, folders)

    def check(self, path: Path, folders: Sequence[Path]) -> str:
        return catalogue.check_file(path, folders)

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        return catalogue.fits(scenario, forces)

    # ------------------------------------------------------------------ a game
    def start(self, setup: Setup) -> Game:
        scenario = catalogue.scenario_of(setup.scenario)
        armies = tuple(catalogue.army_of(seat.force) for seat in setup.seats)
        if len(armies) != len(SEAT_LETTERS):
            raise BadFile("set-up", "seats", f"a battle is for {len(SEAT_LETTERS)} players, not {len(armies)}")
        battle = new_battle(scenario, armies, tuple(seat.name for seat in setup.seats))
        return Game(self, setup, battle, [SetUp()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game) -> dict[str, Any]:
        battle: Battle = game.state
        converter = self._converter
        data = {
            field.name: converter.unstructure(getattr(battle, field.name), field.type) for field in self._battle_fields
        }
        # The terrain is in the set-up, unless it was made at the start of the game.
        data["table"] = None if battle.table is battle.scenario.table else plain().unstructure(battle.table)
        data["units"] = [
            {name: converter.unstructure(value) for name, value in unit.__dict__.items() if name != "type"}
            for unit in battle.units.values()
        ]
        data["agenda"] = [converter.unstructure(step, Step) for step in game.agenda]
        return data

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        game = self.start(setup)
        battle: Battle = game.state
        converter = self._converter
        for field in self._battle_fields:
            setattr(battle, field.name, converter.structure(data[field.name], field.type))
        if data["table"] is not None:
            battle.table = plain().structure(data["table"], TableMap)
        for saved in data["units"]:
            kind = battle.units[saved["id"]].type
            battle.units[saved["id"]] = converter.structure({**saved, "type": kind}, Unit)
        game.agenda = [converter.structure(step, Step) for step in data["agenda"]]
        return game

    @cached_property
    def _converter(self) -> Converter:
        from tabletop_tui.rules.pmc2640.profiles import UnitType

        converter = step_converter("tabletop_tui.rules.pmc2640")
        converter.register_structure_hook(UnitType, lambda value, _: value)
        return converter

    @cached_property
    def _battle_fields(self) -> list[Any]:
        for cls in (Battle, Location, Wreck, Unit):
            resolve_types(cls)
        return [field for field in fields(Battle) if field.name not in STATIC]

    # ------------------------------------------------------------------ what is shown
    def standing(self, game: Game) -> Standing:
        return show.standing(game)

    def scene(self, game: Game) -> TableScene:
        return show.scene(game)

    def roster(self, game: Game) -> list[RosterLine]:
        return show.roster(game)

    def card(self, game: Game, unit: str) -> Card | None:
        return show.card(game, unit)

    def spot(self, game: Game, spot: str) -> list[Line]:
        return show.spot(game, spot)

    def overlay(self, game: Game, name: str, unit: str) -> Overlay:
        return overlays.overlay(game, name, unit)

    def reference(self) -> list[Rule]:
        return self._reference

    @cached_property
    def _reference(self) -> list[Rule]:
        text = files(__package__).joinpath("reference.toml").read_text(encoding="utf-8")
        return [Rule(**rule) for rule in tomllib.loads(text)["rule"]]

    # ------------------------------------------------------------------ leaving, and the computer's valuation
    def concede(self, game: Game, seat: int) -> None:
        battle: Battle = game.state
        loser, winner = battle.seat_names[seat], battle.seat_names[1 - seat]
        game.emit(Event(f"{loser} gives up", ("PMC-OBJ-1",), seat))
        game.end(Ended(f"{loser} gives up: {winner} wins", ("PMC-OBJ-1",), None, (1 - seat,)))

    def agree_draw(self, game: Game) -> None:
        game.end(Ended("The players agree on a draw", ("PMC-OBJ-1",), None, ()))

    def appraise(self, game: Game, answer: Answer) -> float:
        return greedy.appraise(game, answer)


SYSTEM = Pmc2640()
