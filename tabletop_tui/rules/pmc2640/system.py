"""PMC 2640 as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.rulebook import Rulebook, Saver, opening_seats
from tabletop_tui.engine.system import Setup
from tabletop_tui.rules.pmc2640 import catalogue, greedy, show
from tabletop_tui.rules.pmc2640.battle import SEAT_LETTERS, Battle, Unit
from tabletop_tui.rules.pmc2640.checks import plain
from tabletop_tui.rules.pmc2640.muster import ArmyMuster
from tabletop_tui.rules.pmc2640.setup import SetUp, new_battle
from tabletop_tui.rules.pmc2640.tables import TableMap

PACKAGE = "tabletop_tui.rules.pmc2640"
SAVER = Saver(PACKAGE, Battle, Unit, "type", ("table", "scenario", "armies", "seat_names"))


class Pmc2640(Rulebook):
    """The rulebook of PMC 2640: Hell on Echidna."""

    id = "pmc2640"
    name = "PMC 2640: Hell on Echidna"
    units = "inches"
    version = 1
    seats = (2, 2)
    stages: tuple[str, ...] = show.STAGES
    overlays: tuple[str, ...] = show.OVERLAYS
    package = PACKAGE
    catalogue = catalogue
    show = show
    greedy = greedy

    def muster(self, folders: Sequence[Path]) -> ArmyMuster:
        return ArmyMuster(folders)

    def start(self, setup: Setup) -> Game:
        names = opening_seats(setup, len(SEAT_LETTERS))
        scenario = catalogue.scenario_of(setup.scenario)
        armies = tuple(catalogue.army_of(seat.force) for seat in setup.seats)
        battle = new_battle(scenario, armies, names)
        return Game(self, setup, battle, [SetUp()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game) -> dict[str, Any]:
        battle: Battle = game.state
        # The terrain is in the set-up, unless it was made at the start of the game.
        made = battle.table is not battle.scenario.table
        return SAVER.dump(game) | {"table": plain().unstructure(battle.table) if made else None}

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        game = SAVER.load(self.start(setup), data)
        if data["table"] is not None:
            game.state.table = plain().structure(data["table"], TableMap)
        return game

    # ------------------------------------------------------------------ leaving
    def concede(self, game: Game, seat: int) -> None:
        battle: Battle = game.state
        loser, winner = battle.seat_names[seat], battle.seat_names[1 - seat]
        game.emit(Event(f"{loser} gives up", ("PMC-OBJ-1",), seat))
        game.end(Ended(f"{loser} gives up: {winner} wins", ("PMC-OBJ-1",), None, (1 - seat,)))

    def agree_draw(self, game: Game) -> None:
        game.end(Ended("The players agree on a draw", ("PMC-OBJ-1",), None, ()))


SYSTEM = Pmc2640()
