"""Small battles for rule tests: place a few sections, load the dice, answer, look.

A section stands where `at` says, in a row from there to the right, 1.5 units from middle to middle (gaps of 0.5).
Bases are 1 unit across, so a gap of g between two models means g + 1 between their middles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.state.battle import Battle, new_battle
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.profiles import BASE, Catalogue, Force, Quality, Sheet, Soldier
from tabletop_tui.rules.crimsondusk.state.scenario import Scenario
from tabletop_tui.rules.crimsondusk.state.terrain import LINES
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.turn.activation import Activate
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.terrain_pieces import Piece
from tests.playing import by_hand, play, run

ROSTERS = Path(__file__).parents[2] / "rosters"
STEP = 1.5


@frozen
class Placed:
    sheet: Sheet
    models: Spots
    heading: float = 0.0
    """Of a vehicle, in degrees from north."""


@cache
def stock() -> Catalogue:
    return BOOK.catalogue([ROSTERS])


def soldier(
    quality: Quality = "Rg", *arms: str, ap: int = 3, av: int = 8, sm: int = 0, mm: int = 0, cb: int = 0, **traits: int
) -> Soldier:
    """One with these weapons and blades; traits as quick_strike=1."""
    weapons = tuple(stock().weapons[name] for name in arms if name in stock().weapons)
    blades = tuple(stock().blades[name] for name in arms if name in stock().blades)
    assert len(weapons) + len(blades) == len(arms), arms
    return Soldier(
        quality, ap, sm, mm, av, cb, weapons, blades, {key.replace("_", "-"): n for key, n in traits.items()}
    )


def section(x: float, y: float, *men: Soldier, size: float = BASE, name: str = "Section") -> Placed:
    step = STEP * size
    return Placed(Sheet(name, men, size=size), tuple((x + step * number, y) for number in range(len(men))))


def squad(x: float, y: float, size: int = 5, quality: Quality = "Rg", *arms: str, **changes: Any) -> Placed:
    """So many alike, with assault rifles unless something else is said."""
    return section(x, y, *[soldier(quality, *(arms or ("assault-rifle",)), **changes)] * size)


def leader(x: float, y: float, cb: int = 1, quality: Quality = "Vt", *arms: str, **changes: Any) -> Placed:
    man = soldier(quality, *(arms or ("assault-rifle",)), cb=cb, **changes)
    return Placed(Sheet("Leader", (man,), personality=True), ((x, y),))


def vehicle(
    x: float, y: float, kind: str, *guns: str, quality: Quality = "Rg", heading: float = 90.0, **changes: Any
) -> Placed:
    """A vehicle of the list with these weapons, heading east unless something else is said."""
    known = stock().vehicles[kind]
    crew = (soldier(quality, **changes),) * known.crew
    mounted = tuple(stock().weapons[name] for name in guns)
    return Placed(Sheet(known.name, crew, False, known.size, 0, known, mounted), ((x, y),), heading)


def at(placed: Placed, *spots: Spot) -> Placed:
    """The same at other places."""
    return Placed(placed.sheet, spots)


# ---------------------------------------------------------------- terrain
def box(kind: str, left: float, top: float, right: float, bottom: float) -> Piece:
    return Piece(f"{kind}-{left:g}-{top:g}", kind, ((left, top), (right, top), (right, bottom), (left, bottom)))


def line(kind: str, *points: Spot) -> Piece:
    assert kind in LINES
    return Piece(f"{kind}-{points[0][0]:g}-{points[0][1]:g}", kind, points, line=True)


# ---------------------------------------------------------------- battles
def field(
    mine: Sequence[Placed], theirs: Sequence[Placed] = (), pieces: tuple[Piece, ...] = (), dice: tuple[int, ...] = ()
) -> Game[Battle]:
    """A battle in turn 1 with an empty agenda: A1, A2 ... against B1, B2 ..."""
    sides = (mine, theirs)
    forces = tuple(Force(f"Force {n}", tuple(one.sheet for one in side)) for n, side in enumerate(sides))
    battle = new_battle(Scenario("Test", Battlefield("Test", 72, 48, pieces)), forces, ("Red", "Blue"))
    battle.turn, battle.phase, battle.edges = 1, "Activation", ("south", "north")
    for seat, side in enumerate(sides):
        for number, placed in enumerate(side, 1):
            found = battle.units[f"{'AB'[seat]}{number}"]
            found.models = placed.models
            if found.hull is not None:
                found.alter_hull(heading=placed.heading)
    return by_hand("crimsondusk", battle, dice)


def activate(game: Game[Battle], name: str = "A1", *answers: Answer) -> Game[Battle]:
    """Activate a unit and answer, first what it does with its first AP."""
    run(game, Activate(name))
    play(game, *answers)
    return game


# ---------------------------------------------------------------- looking
def battle_of(game: Game[Battle]) -> Battle:
    return game.state


def unit(game: Game[Battle], name: str) -> Unit:
    return game.state.units[name]


def man(game: Game[Battle], name: str) -> Man:
    return unit(game, name.partition("-")[0]).man(name)


def said(game: Game[Battle]) -> str:
    return "\n".join(event.text for event in game.events)


def told_rules(game: Game[Battle]) -> set[str]:
    return {rule for event in game.events for rule in event.rules}


def lose(game: Game[Battle], name: str, count: int) -> None:
    """Take the last models of a unit off."""
    found = unit(game, name)
    found.drop([man.id for man in found.men[-count:]])


# ---------------------------------------------------------------- answers that give labels
def labelled(game: Game[Battle], *labels: str, rest: str = "") -> Answer:
    """An answer to the waiting Assign: these labels for the first items, and for the others `rest` or the default."""
    question = game.question
    assert isinstance(question, Assign), question
    keys = [item.key for item in question.items]
    others = {key: rest or question.default[key] for key in keys}
    return others | dict(zip(keys, labels, strict=False))


def assign(game: Game[Battle], *labels: str, rest: str = "") -> None:
    """Give that answer."""
    play(game, labelled(game, *labels, rest=rest))


def each(game: Game[Battle], *labels: str) -> None:
    """Spend the next AP model by model; whoever has no label does nothing."""
    play(game, "each")
    assign(game, *labels, rest="nothing")
