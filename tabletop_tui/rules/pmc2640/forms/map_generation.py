"""The book's terrain generator at work on a map that is edited (PMC-SETUP-2 to PMC-SETUP-4)."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import evolve

from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rulebook.map_vocabulary import Data, TableForm
from tabletop_tui.rulebook.system import System
from tabletop_tui.rules.pmc2640.files.file_formats import LIBRARY
from tabletop_tui.rules.pmc2640.files.loader import BOOK
from tabletop_tui.rules.pmc2640.forms.map_vocabulary import FORM
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.turn.setup import new_battle
from tabletop_tui.rules.pmc2640.turn.terrain_generator import ChoosePlacing, GenerateTerrain


def with_generator(system: System) -> TableForm:
    """The form, with the generator at work in games of this system."""
    return evolve(FORM, generate=lambda data, seed: generated(system, data, seed))


def generated(system: System, data: Data, seed: int) -> dict[str, Any]:
    """A map with what the generator adds to it. Wrong if the map is none yet.

    The players' choices are made by chance, too; the dice find each piece its place.
    """
    table = BOOK.table(LIBRARY.structure(data))
    battle = new_battle(Scenario(table.name, "capture", table), (), ("North", "South"))
    seats = [SeatSetup(name, seat) for seat, name in enumerate(battle.seat_names)]
    setup = Setup(system.id, {}, seats, seed=seed)
    game = Game(system, setup, battle, [GenerateTerrain()], dice_of(setup.dice, setup.seed))
    chance = Random(seed)
    while (question := game.advance()) is not None:
        by_dice = isinstance(game.agenda[-1], ChoosePlacing)
        game.answer("dice" if by_dice else question.sample(chance))
    before = {piece.id for piece in table.pieces}
    new = [piece for piece in battle.table.pieces if piece.id not in before]
    pieces = [{"kind": piece.kind, "points": [list(spot) for spot in piece.points]} for piece in new]
    return {**data, "piece": [*data.get("piece", ()), *pieces]}
