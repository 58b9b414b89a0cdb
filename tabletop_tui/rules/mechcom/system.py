"""MECHCOM as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.codec import AGENDA
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.base import Rulebook
from tabletop_tui.rules.mechcom import concede, evaluation, loader, state_validation, views
from tabletop_tui.rules.mechcom.battle import BUILDING, ICE, Battle, Model
from tabletop_tui.rules.mechcom.force_builder import SquadMuster
from tabletop_tui.rules.mechcom.position import FORM
from tabletop_tui.rules.mechcom.profiles import Sheet, Squad
from tabletop_tui.rules.mechcom.saved_ids import NAMES
from tabletop_tui.rules.mechcom.setup import SetUp, new_battle


class Mechcom(Rulebook):
    """The rulebook of MECHCOM."""

    id = "mechcom"
    units = "hexes"
    version = 1
    seats = (2, 6)
    stages: tuple[str, ...] = views.STAGES
    overlays: tuple[str, ...] = views.OVERLAYS
    package = "tabletop_tui.rules.mechcom"
    catalogue = loader
    show = views
    greedy = evaluation
    position = FORM

    def muster(self, folders: Sequence[Path]) -> SquadMuster:
        return SquadMuster(folders)

    # ------------------------------------------------------------------ a game
    def start(self, setup: Setup) -> Game:
        read = loader.scenario_of if setup.position is None else loader.scenario_in_play
        scenario = read(setup.scenario)
        squads = tuple(loader.squad_of(seat.force) for seat in setup.seats)
        if len(squads) != scenario.seats:
            raise BadFile("set-up", "seats", f"{scenario.name} is for {scenario.seats} players, not {len(squads)}")
        teams = tuple(seat.team for seat in setup.seats)
        battle = new_battle(scenario, squads, teams, tuple(seat.name for seat in setup.seats))
        return Game(self, setup, battle, [SetUp()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game) -> dict[str, Any]:
        battle: Battle = game.state
        models = [{**NAMES.write(model), "sheet": model.sheet.name} for model in battle.models.values()]
        return {**NAMES.write(battle), "models": models, AGENDA: NAMES.write_agenda(game)}

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        game = self.start(setup)
        battle: Battle = game.state
        NAMES.fill(battle, data)
        battle.models = {saved["id"]: _model(battle, saved) for saved in data["models"]}
        game.agenda = NAMES.read_agenda(data)
        return game

    def audit(self, game: Game) -> None:
        state_validation.audit(game, self.start(game.setup).state)

    # ------------------------------------------------------------------ leaving
    def concede(self, game: Game, seat: int) -> None:
        concede.concede(game, seat)

    def agree_draw(self, game: Game) -> None:
        game.end(Ended("The players agree on a draw", ("MC-END-3",), None, ()))


def _model(battle: Battle, saved: Mapping[str, Any]) -> Model:
    model = Model(saved["id"], saved["seat"], _sheet(battle, saved))
    NAMES.fill(model, saved)
    return model


def _sheet(battle: Battle, saved: Mapping[str, Any]) -> Sheet:
    """The sheet of a saved model, from its squad or the neutral ones."""
    if saved["seat"] is None:
        return ICE if saved["sheet"] == ICE.name else BUILDING
    squad: Squad = battle.squads[saved["seat"]]
    if saved["parent"]:
        return {sheet.name: sheet for sheet in squad.deployables.values()}[saved["sheet"]]
    return squad.mechs[int(saved["id"][1:]) - 1]


SYSTEM = Mechcom()
