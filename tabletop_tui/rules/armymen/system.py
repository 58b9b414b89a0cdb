"""Army Men as a System: what the shared layers ask of a rulebook, answered by this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.rulebook import Rulebook, Saver, opening_seats
from tabletop_tui.engine.system import Setup
from tabletop_tui.rules.armymen import catalogue, greedy, show
from tabletop_tui.rules.armymen.battle import SEAT_LETTERS, Battle, Unit, new_battle
from tabletop_tui.rules.armymen.muster import ArmyMuster
from tabletop_tui.rules.armymen.setup import SetUp

PACKAGE = "tabletop_tui.rules.armymen"
SAVER = Saver(PACKAGE, Battle, Unit, "sheet", ("table", "scenario", "armies", "seat_names"))


class ArmyMen(Rulebook):
    """The rulebook of Army Men Combat v2.0."""

    id = "armymen"
    name = "Army Men Combat v2.0"
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
        return SAVER.dump(game)

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        return SAVER.load(self.start(setup), data)

    # ------------------------------------------------------------------ leaving
    def concede(self, game: Game, seat: int) -> None:
        battle: Battle = game.state
        loser, winner = battle.seat_names[seat], battle.seat_names[1 - seat]
        game.emit(Event(f"{loser} gives up", ("AMC-PREP-10",), seat))
        game.end(Ended(f"{loser} gives up: {winner} wins", ("AMC-PREP-12",), None, (1 - seat,)))

    def agree_draw(self, game: Game) -> None:
        game.end(Ended("The players agree on a draw", ("AMC-PREP-12",), None, ()))


SYSTEM = ArmyMen()
