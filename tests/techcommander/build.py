"""Small battles for rule tests: place a few units, load the dice, answer, look.

Bases: AC1 2 cm across, AC2 vehicles 4, AC3 vehicles 6, MSVs of AC3, AC4 and above 5, 6 and 8. So a gap of g between
a Dwarf and a Stingray means g + 3 + 2 between their middles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import SEAT_NAMES
from tabletop_tui.rules.techcommander.files.force_composition import sheet_of
from tabletop_tui.rules.techcommander.files.loader import BOOK
from tabletop_tui.rules.techcommander.state.battle import Battle, Doing, Unit, new_battle, new_unit
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield
from tabletop_tui.rules.techcommander.state.profiles import CREW, Catalogue, Force, Gear, Sheet, Weapon
from tabletop_tui.rules.techcommander.state.scenario import Scenario
from tabletop_tui.rules.techcommander.state.terrain import LINES, Feature
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.table.points import Spot
from tests.playing import by_hand, play, run

ROSTERS = Path(__file__).parents[2] / "rosters"
SCENARIOS = Path(__file__).parents[2] / "scenarios"


@frozen
class Placed:
    sheet: Sheet
    at: Spot | None
    """None for one that is not on the table yet."""
    facing: float = 0.0
    on: str = "ground"
    state: tuple[tuple[str, Any], ...] = ()
    """Attributes of the unit that are other than usual."""


@cache
def stock() -> Catalogue:
    return BOOK.catalogue([ROSTERS])


def unit(
    card: str,
    x: float | None = None,
    y: float = 0.0,
    *build: str,
    facing: float = 0.0,
    on: str = "ground",
    card_changes: dict[str, Any] | None = None,
    **state: Any,
) -> Placed:
    """A unit of the list at a place, with its standard build or another one; `state` says what lies on it."""
    known = evolve(stock().units[card], **(card_changes or {})) if card != "crew" else None
    sheet = CREW if known is None else sheet_of(known, stock(), build or None)
    return Placed(sheet, None if x is None else (x, y), facing, on, tuple(state.items()))


# ---------------------------------------------------------------- terrain
def box(kind: str, x: float, y: float, u: float, v: float, **changes: Any) -> Feature:
    """A piece with sides along the table, from x,y to u,v; changes as ac=4, top=8.0."""
    return Feature(f"{kind}-{x:g}-{y:g}", kind, ((x, y), (u, y), (u, v), (x, v)), **changes)


def line(kind: str, *points: Spot, **changes: Any) -> Feature:
    assert kind in LINES
    return Feature(f"{kind}-{points[0][0]:g}-{points[0][1]:g}", kind, points, "", True, **changes)


# ---------------------------------------------------------------- battles
def field(
    *sides: Sequence[Placed],
    pieces: tuple[Feature, ...] = (),
    dice: tuple[int, ...] = (),
    teams: Sequence[int] = (),
    order: Sequence[int] = (),
    pool: Sequence[Placed] = (),
    **scenario: Any,
) -> Game[Battle]:
    """A battle in turn 1 with an empty agenda: A1, A2 ... against B1, B2 ...; purses are full, seats act in order."""
    starts = ((14.0, 76.0), (76.0, 14.0), (76.0, 76.0), (14.0, 14.0), (45.0, 80.0), (45.0, 10.0))
    table = Battlefield("Test", 90.0, 90.0, pieces, starts, ((45.0, 45.0), (30.0, 45.0)))
    forces = tuple(Force(f"Force {n}", tuple(one.sheet for one in (*side, *pool))) for n, side in enumerate(sides))
    set_up = Scenario("Test", table, **{"seats": len(sides), **scenario})
    known = tuple(teams) or tuple(range(len(sides)))
    battle = new_battle(set_up, forces, known, SEAT_NAMES[: len(sides)])
    battle.turn, battle.phase, battle.round, battle.order = 1, "Action", 1, tuple(order) or tuple(range(len(sides)))
    for seat, side in enumerate(sides):
        battle.alter(seat, base=battle.base_actions, spawn=seat)
        for number, placed in enumerate(side, 1):
            name = f"{'ABCDEF'[seat]}{number}"
            found = battle.units.setdefault(name, new_unit(name, seat, placed.sheet))
            found.models, found.facing, found.on = (placed.at,) if placed.at else (), placed.facing, placed.on
            for name, value in placed.state:
                assert hasattr(found, name), name
                setattr(found, name, value)
    return by_hand("techcommander", battle, dice, SEAT_NAMES[: len(sides)], known)


def act(game: Game[Battle], name: str = "A1", *answers: Answer) -> Game[Battle]:
    """Give a unit an action and answer, first which it is."""
    run(game, ChooseAction((name,)))
    play(game, *answers)
    return game


def doing(game: Game[Battle], name: str, kind: str = "attack") -> Game[Battle]:
    """As if this unit had begun such an action."""
    found = named(game, name)
    game.state.doing = Doing(kind, found.seat, (name,))
    return game


# ---------------------------------------------------------------- looking
def named(game: Game[Battle], name: str) -> Unit:
    return game.state.units[name]


def said(game: Game[Battle]) -> str:
    return "\n".join(event.text for event in game.events)


def told_rules(game: Game[Battle]) -> set[str]:
    return {rule for event in game.events for rule in event.rules}


# ---------------------------------------------------------------- what the list does not sell
def armed(
    card: str, x: float, y: float, *carried: Weapon | Gear, card_changes: dict[str, Any] | None = None, **state: Any
) -> Placed:
    """A unit with weapons and gear made for a test; `facing` and `on` are parts of its state."""
    known = evolve(stock().units[card], **(card_changes or {}))
    weapons = tuple(one for one in carried if isinstance(one, Weapon))
    gear = tuple(one for one in carried if isinstance(one, Gear))
    return Placed(Sheet(known, weapons, gear), (x, y), state=tuple(state.items()))


def gun(**changes: Any) -> Weapon:
    """A weapon of one shot, 10 damage, OPT 20; id 'gun'."""
    return Weapon(**{"id": "gun", "name": "Gun", "shots": 1, "damage": 10, "opt": 20.0, **changes})


def kit(does: Any, **changes: Any) -> Gear:
    """A piece of gear; its id is what it does."""
    return Gear(**{"id": does, "name": does.capitalize(), "does": does, **changes})
