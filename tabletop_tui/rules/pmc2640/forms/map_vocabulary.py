"""What a map of PMC 2640 is made of, and the book's terrain generator at work on one (PMC-SETUP-2)."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import evolve

from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rulebook.map_vocabulary import Data, MapAdvice, PieceKey, PlaceForm, TableForm, TerrainForm
from tabletop_tui.rulebook.system import System
from tabletop_tui.rules.pmc2640.files.file_formats import LIBRARY
from tabletop_tui.rules.pmc2640.files.loader import BOOK
from tabletop_tui.rules.pmc2640.files.validation import AREA, LARGEST_TABLE, PIECE_KINDS
from tabletop_tui.rules.pmc2640.shown.views import LOOKS, level_of, terrain_lines
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, UNIT
from tabletop_tui.rules.pmc2640.state.terrain_state import LOCATION_RADIUS
from tabletop_tui.rules.pmc2640.turn.setup import new_battle
from tabletop_tui.rules.pmc2640.turn.terrain_generator import ChoosePlacing, GenerateTerrain


def advice(data: Data) -> tuple[MapAdvice, ...]:
    sides = [side for side in ("width", "height") if isinstance(data.get(side), int | float) and data[side] % AREA]
    return tuple(
        MapAdvice(f"the {side} is not a multiple of {AREA} in, the side of an area", "PMC-SETUP-2") for side in sides
    )


FORM = TableForm(
    UNIT,
    LOOKS["open"],
    tuple(
        TerrainForm(
            name,
            LOOKS[name],
            (KINDS[name].rule,),
            KINDS[name].category == "linear",
            level_of(KINDS[name]),
            does=tuple(line.words for line in terrain_lines(KINDS[name])),
        )
        for name in PIECE_KINDS
    ),
    sides=(AREA, LARGEST_TABLE),
    usual=((48.0, 48.0), (72.0, 48.0), (72.0, 72.0), (96.0, 72.0)),
    keys=(PieceKey("id", "id, for scenarios", str, lambda _: ""),),
    places=(PlaceForm("locations", "L", "possible location", LOOKS["location"], ("PMC-FIND-1",), LOCATION_RADIUS),),
    advice=advice,
    generates=("PMC-SETUP-2", "PMC-SETUP-3", "PMC-SETUP-4"),
)


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
