"""Small battles for rule tests: place a few units bought from the shipped list, load the dice, answer, look.

Infantry stands where `at` says, in a column from there downwards, 1.5 in from middle to middle (gaps of 0.5 in), from
the sixth model on in a second column 1.5 in to the right. Bases of infantry have a radius of 0.5 in.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rules.armymen.damage.damage import DamageRolls
from tabletop_tui.rules.armymen.files.force_composition import equip
from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.state.battle import Battle, Unit, new_battle
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.profiles import Army, Catalogue, Choice, Sheet
from tabletop_tui.rules.armymen.state.scenario import Scenario
from tabletop_tui.rules.armymen.turn.turn import Activate
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.terrain_pieces import Piece
from tests.playing import by_hand, load, play, run

ROSTERS = Path(__file__).parents[2] / "rosters"
STEP = 1.5
ABREAST = 5


@frozen
class Placed:
    sheet: Sheet
    models: Spots
    facing: float = 0.0


@cache
def sold() -> Catalogue:
    return BOOK.catalogue([ROSTERS])


def bought(unit: str, size: int = 1, *upgrades: str) -> Sheet:
    return equip(Choice(unit, size, upgrades), sold())


def infantry(unit: str, x: float, y: float, size: int, *upgrades: str, **changes: Any) -> Placed:
    sheet = evolve(bought(unit, size, *upgrades), **changes)
    return Placed(sheet, tuple((x + STEP * (n // ABREAST), y + STEP * (n % ABREAST)) for n in range(size)))


def riflemen(x: float, y: float, size: int = 5, *upgrades: str, **changes: Any) -> Placed:
    return infantry("riflemen", x, y, size, *upgrades, **changes)


def recruits(x: float, y: float, size: int = 5, *upgrades: str) -> Placed:
    return infantry("recruits", x, y, size, *upgrades)


def veterans(x: float, y: float, size: int = 5, *upgrades: str) -> Placed:
    return infantry("veterans", x, y, size, *upgrades)


def gunners(x: float, y: float, size: int = 1) -> Placed:
    return infantry("gunners", x, y, size)


def snipers(x: float, y: float, size: int = 1) -> Placed:
    return infantry("snipers", x, y, size)


def mortars(x: float, y: float, size: int = 1) -> Placed:
    return infantry("heavy-weapons", x, y, size)


def vehicle(unit: str, x: float, y: float, facing: float, *upgrades: str) -> Placed:
    return Placed(bought(unit, 1, *upgrades), ((x, y),), facing)


def jeep(x: float, y: float, facing: float = 0.0, *upgrades: str) -> Placed:
    """Radius 1.25 in, +1 die to block, room for 5."""
    return vehicle("jeep", x, y, facing, *upgrades)


def tank(x: float, y: float, facing: float = 0.0, *upgrades: str) -> Placed:
    """Radius 1.75 in, +3 dice to block, a Cannon."""
    return vehicle("tank", x, y, facing, *upgrades)


def artillery(x: float, y: float, facing: float = 0.0) -> Placed:
    """Radius 1.25 in, a Cannon, no armour."""
    return vehicle("artillery", x, y, facing)


# ---------------------------------------------------------------- terrain
def box(kind: str, left: float, top: float, right: float, bottom: float) -> Piece:
    return Piece(f"{kind}-{left:g}-{top:g}", kind, ((left, top), (right, top), (right, bottom), (left, bottom)))


def sandbags(x0: float, y0: float, x1: float, y1: float) -> Piece:
    return Piece(f"sandbags-{x0:g}-{y0:g}", "sandbags", ((x0, y0), (x1, y1)), line=True)


# ---------------------------------------------------------------- battles
def field(*sides: list[Placed], pieces: tuple[Piece, ...] = (), dice: tuple[int, ...] = ()) -> Game[Battle]:
    """A battle in round 1 with an empty agenda: one list of placed units a seat."""
    armies = tuple(Army(f"Army {n}", tuple(unit.sheet for unit in side)) for n, side in enumerate(sides))
    battle = new_battle(Scenario("Test", Battlefield("Test", 48, 48, pieces)), armies, ("Red", "Blue"))
    battle.round, battle.phase, battle.edges = 1, "Activation", ("south", "north")
    for seat, side in enumerate(sides):
        for number, placed in enumerate(side, 1):
            found = battle.units[f"{'AB'[seat]}{number}"]
            found.models, found.facing = placed.models, placed.facing
    return by_hand("armymen", battle, dice)


def act(game: Game[Battle], name: str, *answers: Answer) -> list[Event]:
    """Activate a unit and answer: its action first."""
    run(game, Activate(name))
    return play(game, *answers)


def charge(game: Game[Battle], *dice: int) -> Game[Battle]:
    """A1 charges B1 with these dice, from whatever side it may choose."""
    load(game, *dice)
    act(game, "A1", "charge", "B1")
    while game.question is not None and game.question.seat == 0 and "charge" in game.question.prompt.lower():
        play(game, next(iter(game.question.legal())))
    return game


def inside(game, name, vehicle):
    """Put a unit into a vehicle."""
    found = unit(game, name)
    found.models, found.aboard = (), vehicle
    return found


def wrecked(*riders, hits=(1,), upgrades=("truck",), pieces=(), at=(20, 20)):
    """A truck of B with these units inside is destroyed; the waiting question is where the first is put."""
    game = field([gunners(40, 40)], [jeep(*at, 0, *upgrades), *riders], pieces=pieces, dice=(6,))
    for number in range(len(riders)):
        inside(game, f"B{number + 2}", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    load(game, *hits)
    return game


# ---------------------------------------------------------------- looking
def unit(game: Game[Battle], name: str) -> Unit:
    return game.state.units[name]


def said(game: Game[Battle]) -> str:
    return "\n".join(event.text for event in game.events)


def battle_of(game: Game[Battle]) -> Battle:
    return game.state


def stand(game: Game[Battle], name: str, *spots: Spot) -> None:
    """Put the models of a unit at these places; it has lost the others."""
    found = unit(game, name)
    found.models, found.arms = spots, found.arms[: len(spots)]
