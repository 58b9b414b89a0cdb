"""All that a battle holds and that has a place on the table is drawn, in each rulebook: found from its classes.

A field may have a place where its type holds a spot, a hex, a direction, or texts that may be ids of terrain. Each is
changed in a battle in the middle of a game: the scene has to change with it, or `ELSEWHERE` says why it does not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import attrs
import pytest
from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.crimsondusk.damage.building_damage import breakable, ruined
from tabletop_tui.rules.crimsondusk.state import battle as crimsondusk
from tabletop_tui.rules.crimsondusk.state.units import Hull
from tabletop_tui.rules.mechcom.state import battle as mechcom
from tabletop_tui.rules.pmc2640.state import battle as pmc2640
from tabletop_tui.rules.techcommander.state import battle as techcommander

GAMES = {
    "mechcom": ("canyon-flags", 60),
    "pmc2640": ("relay-nine-find", 40),
    "armymen": ("backyard", 40),
    "crimsondusk": ("convoy", 60),
    "techcommander": ("raid", 60),
}
PLACES = re.compile(r"\b(Spots?|Hex|float)\b|\b(tuple|frozenset|list)\[str|\bdict\[str, (int|str)\]")
"""How the type of a field is written that may have a place on the table."""
FIXED = {"Battlefield", "Scenario", "Force", "Army", "Squad", "TableMap", "Map", "Sheet", "UnitType", "Soldier", "Kept"}
"""Classes that nothing in a battle changes, or that are no part of the game."""
SAID, KNOWN = "it says who, or what was used, not where", "units are where `models` or `hex` says"
ELSEWHERE = {
    "Battle.seat_names": SAID,
    "Battle.edges": "read only while units are set up, when the question marks where each may stand",
    "Battle.at": KNOWN,
    "Battle.reacted": SAID,
    "Battle.in_line": "where the others come on is seen when they stand there",
    "Battle.mined": SAID,
    "Battle.thinned": SAID,
    "Model.shots": SAID,
    "Model.uses": SAID,
    "Unit.shot_by": SAID,
    "Unit.arms": SAID,
    "Unit.foes": SAID,
    "Unit.fired": SAID,
    "Unit.uses": SAID,
    "Unit.lost_kit": SAID,
    "Unit.found_kit": SAID,
    "Unit.moved": "how far it has gone; the way is a trace of what happened",
    "Man.moved": "how far he has gone; the way is a trace of what happened",
    "Man.moved_before": "how far he has gone; the way is a trace of what happened",
    "Doing.units": SAID,
    "Doing.scans": SAID,
    "Doing.watched": SAID,
    "Player.hot": SAID,
}
"""What is not in the scene, and why."""


def cloud(kind: type) -> Any:
    return kind("smoke", (9.0, 9.0), 3.0, "A1", 9) if kind is crimsondusk.Cloud else kind((9.0, 9.0), 3.0, 4.0)


HUNG: dict[type, tuple[Callable[[Any], Any], Callable[[Any, Any], None]]] = {
    mechcom.Piece: (lambda one: mechcom.Piece("FA", "flag", 0, "0101"), lambda one, held: one.pieces.update(FA=held)),
    mechcom.Wreck: (lambda one: mechcom.Wreck("A1", 0, "0101", 0, 99), lambda one, held: set_to(one, "wrecks", held)),
    pmc2640.Wreck: (lambda one: pmc2640.Wreck("A1", (9.0, 9.0), 1.0), lambda one, held: set_to(one, "wrecks", held)),
    pmc2640.Location: (
        lambda one: pmc2640.Location("L9", (9.0, 9.0)),
        lambda one, held: one.locations.update({held.id: held}),
    ),
    crimsondusk.Cloud: (lambda one: cloud(crimsondusk.Cloud), lambda one, held: set_to(one, "clouds", held)),
    crimsondusk.Fallen: (
        lambda one: crimsondusk.Fallen(next(iter(one.units.values())).men[0], "A1", (9.0, 9.0), 1),
        lambda one, held: set_to(one, "fallen", held),
    ),
    Hull: (
        lambda one: next(unit.hull for unit in one.on_table() if unit.hull is not None),
        lambda one, held: setattr(next(unit for unit in one.on_table() if unit.hull is not None), "hull", held),
    ),
    techcommander.Cloud: (lambda one: cloud(techcommander.Cloud), lambda one, held: set_to(one, "clouds", held)),
    techcommander.Bubble: (
        lambda one: techcommander.Bubble("bubble-1", 0, (9.0, 9.0)),
        lambda one, held: set_to(one, "bubbles", held),
    ),
}
"""Of each class that others hold: one of it, and how a battle gets it."""


def set_to(battle: Any, name: str, held: Any) -> None:
    setattr(battle, name, (held,))


def values(battle: Any, text: str) -> list[Any]:
    """Values that a field of this type might take, of which one has to show."""
    pieces = [] if isinstance(battle, mechcom.Battle) else [part.id for part in parts_of(battle)]
    single: dict[str, list[Any]] = {
        "Hex": ["0202"],
        "Spot": [(11.0, 12.0)],
        "Spots": [((11.0, 12.0),)],
        "float": [47.0, 2.5],
        "tuple[Spot, ...]": [((11.0, 12.0),)],
        "tuple[str, ...]": [(name,) for name in pieces],
        "frozenset[str]": [frozenset({name}) for name in pieces],
        "frozenset[Hex]": [frozenset({"0202"})],
        "dict[str, int]": [{name: 5} for name in pieces or ["Blinded"]],
        "dict[Hex, str]": [{"0202": "water"}],
        "dict[Hex, int | None]": [{"0202": 0}],
    }
    return single[text.removesuffix(" | None")]


def parts_of(battle: Any) -> list[Any]:
    """What can be shot to pieces, or all pieces of a table."""
    return [*breakable(battle.table)] if isinstance(battle, crimsondusk.Battle) else [*battle.table.pieces]


def scene_with(game: Game[Any], kind: type, name: str, new: Any) -> Any:
    """The scene of a battle of which one field is another; `kind` may be a class that others hold."""
    battle = game.state.clone()
    if kind in HUNG:
        make, hang = HUNG[kind]
        held = make(battle)
        hang(battle, held if new is None else evolve(held, **{name: new}))
    elif new is not None:
        units = battle.models if isinstance(battle, mechcom.Battle) else battle.units
        on_table = [one for one in units.values() if getattr(one, "hex", "") or getattr(one, "models", ())]
        holder = battle if kind is type(battle) else min(on_table, key=lambda one: not getattr(one, "vehicle", False))
        setattr(holder, name, new)
        if name == "ruins" and isinstance(battle, crimsondusk.Battle):
            battle.table = ruined(battle.scenario.table, battle.ruins)
    other = game.clone()
    other.state = battle
    found = game.system.scene(other)
    if isinstance(found, HexScene):
        return {**found.ground}, found.tokens, found.zones
    return found.areas, found.effects, found.tokens, found.bases


@lru_cache
def game_of(book: str) -> Game[Any]:
    """A game under way; who looks at it changes a copy."""
    scenario, answers = GAMES[book]
    found, info = new_game.find_scenario(f"{book}/{scenario}")
    session = Session.new(new_game.set_table(found, info, (), ["greedy", "greedy"], seed=7))
    session.run(answers)
    return session.game


def types_of(kind: type) -> dict[str, str]:
    """The fields of a class with their types as they are written."""
    written = {
        name: text for one in reversed(kind.__mro__) for name, text in vars(one).get("__annotations__", {}).items()
    }
    return {field.name: written[field.name] for field in attrs.fields(kind) if field.init and field.name in written}


def classes_of(kind: type) -> Iterator[type]:
    """This class and those of the state that its fields hold, each once."""
    found, left = dict[type, None](), [kind]
    while left:
        if (one := left.pop()) not in found:
            found[one] = None
            known = vars(sys.modules[one.__module__])
            words = {word for text in types_of(one).values() for word in re.findall(r"\w+", text)}
            held = [known.get(word) for word in words.difference(FIXED)]
            left += [one for one in held if isinstance(one, type) and attrs.has(one)]
    return iter(found)


def placed(kind: type) -> Iterator[tuple[type, str, str]]:
    """The fields that may have a place, each with its type."""
    for one in classes_of(kind):
        yield from ((one, name, text) for name, text in types_of(one).items() if PLACES.search(text))


@pytest.mark.parametrize("book", GAMES)
def test_what_has_a_place_is_drawn(book: str) -> None:
    game = game_of(book)
    asked, silent = [*placed(type(game.state))], list[str]()
    for kind, name, text in asked:
        called = f"{kind.__name__}.{name}"
        if called in ELSEWHERE:
            continue
        before = scene_with(game, kind, name, None)
        if all(scene_with(game, kind, name, new) == before for new in values(game.state, text)):
            silent.append(f"{called}: {text}")
    assert silent == [], f"not in the scene of {book}"
    assert len(asked) >= 7, "the classes were read"


def test_every_reason_is_of_a_field_that_there_is() -> None:
    known = {f"{kind.__name__}.{name}" for book in GAMES for kind, name, _ in placed(type(game_of(book).state))}
    assert set(ELSEWHERE) <= known
    assert len(known) >= 50
