"""Small battles for rule tests: place a few units, load the dice, answer, look.

Units stand where `at` says; infantry in a column from there downwards, 0.9 in from middle to middle.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army, UnitType
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.turn.setup import new_battle
from tests.playing import by_hand

RIFLES = UnitType("rifles", "Rifles", 2, 4, 4, 2, 18, 9, 2, 4)
BUGGY = UnitType("buggy", "Buggy", 1, 1, 12, 3, 12, 8, 1, 3, vehicle=True, turn_cost=1)
STEP = 0.9


@frozen
class Placed:
    type: UnitType
    x: float
    y: float
    facing: float = 0.0


def rifles(x: float, y: float, **changes: Any) -> Placed:
    """Four riflemen: Move 4, Firepower 2, Range 18, Defence 9, Assault 2, Morale 4, unless changed."""
    return Placed(evolve(RIFLES, **changes), x, y)


def buggy(x: float, y: float, facing: float = 0.0, **changes: Any) -> Placed:
    return Placed(evolve(BUGGY, **changes), x, y, facing)


def box(name: str, kind: str, left: float, top: float, right: float, bottom: float) -> MapPiece:
    return MapPiece(name, kind, ((left, top), (right, top), (right, bottom), (left, bottom)))


def wall(name: str, x0: float, y0: float, x1: float, y1: float, kind: str = "low-wall") -> MapPiece:
    return MapPiece(name, kind, ((x0, y0), (x1, y1)))


def field(
    *sides: list[Placed], pieces: tuple[MapPiece, ...] = (), dice: tuple[int, ...] = (), **rest: Any
) -> Game[Battle]:
    """A battle in turn 1, Action phase, with an empty agenda: one list of placed units a seat."""
    armies = tuple(Army(f"Army {n}", 1, tuple(unit.type for unit in side)) for n, side in enumerate(sides))
    table = TableMap("Test", 48, 48, pieces, rest.get("locations", ()))
    battle = new_battle(Scenario("Test", "find-and-secure", table), armies, ("Red", "Blue"))
    battle.turn, battle.phase, battle.edges = 1, "Action", ("south", "north")
    for seat, side in enumerate(sides):
        for number, placed in enumerate(side, 1):
            found = battle.units[f"{'AB'[seat]}{number}"]
            found.reserve, found.facing = "", placed.facing
            found.models = tuple((placed.x, round(placed.y + STEP * n, 2)) for n in range(placed.type.size))
    return by_hand("pmc2640", battle, dice)


def in_reserve(game: Game[Battle], *names: str, half: str = "second") -> Game[Battle]:
    """Take units off the table into the reserve."""
    for name in names:
        unit(game, name).models, unit(game, name).reserve = (), half
    return game


def unit(game: Game[Battle], name: str) -> Unit:
    return game.state.units[name]


def battle_of(game: Game[Battle]) -> Battle:
    return game.state
