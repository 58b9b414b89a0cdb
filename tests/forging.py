"""Positions changed by hand, by chance: values, types, keys, references, places, steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import System
from tests.spoiling import places

JUNK: tuple[Any, ...] = (None, -3, 0, 1, 99, 10**6, "what", "", "A1", [], {}, [[1, 2]], 1e9, 0.5, -0.0, True, False)
Way = tuple[Any, ...]


def a_position(scenario: str, seed: int, answers: int) -> Setup:
    """The set-up of a game as it stands after so many random answers, or some more if dice are asked for just then."""
    session, chooser = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=seed)), Random(seed)
    while session.question is not None:
        saved = evolve(session.setup, position=json.loads(json.dumps(session.system.dump(session.game))))
        if len(session.history) >= answers and not isinstance(session.question, DiceQuestion):
            return saved
        session.answer(session.question.sample(chooser))
    return saved


# ---------------------------------------------------------------- what somebody might do to one
def at(data: Any, way: Way) -> Any:
    for key in way:
        data = data[key]
    return data


def put(data: Any, way: Way, value: Any) -> None:
    at(data, way[:-1])[way[-1]] = value


def ways(data: Any, chooser: Random, kind: Callable[[Any], bool] = lambda value: True) -> Way:
    """The way to some value of this kind; () if there is none. Every step and every unit has the same chance."""
    found = [way for way in places(data) if way and kind(at(data, way))]
    tops = sorted({way[:2] for way in found}, key=repr)
    if not tops:
        return ()
    top = chooser.choice(tops)
    return chooser.choice([way for way in found if way[:2] == top])


def junk(data: Any, chooser: Random) -> None:
    put(data, ways(data, chooser), chooser.choice(JUNK))


def other_number(data: Any, chooser: Random) -> None:
    if way := ways(data, chooser, lambda value: type(value) in (int, float)):
        value = at(data, way)
        put(data, way, chooser.choice([value + 1, value - 1, -value, value * 2, 0, 7, 99, value + 0.5]))


def removed(data: Any, chooser: Random) -> None:
    way = ways(data, chooser)
    del at(data, way[:-1])[way[-1]]


def doubled(data: Any, chooser: Random) -> None:
    if way := ways(data, chooser, lambda value: isinstance(value, list) and bool(value)):
        items = at(data, way)
        items.insert(chooser.randrange(len(items) + 1), json.loads(json.dumps(chooser.choice(items))))


def emptied(data: Any, chooser: Random) -> None:
    if way := ways(data, chooser, lambda value: isinstance(value, list | dict | str) and bool(value)):
        put(data, way, type(at(data, way))())


def other_word(data: Any, chooser: Random) -> None:
    """One text in place of another: another id, another phase, another step."""
    words = sorted({value for value in (at(data, way) for way in places(data)) if isinstance(value, str)})
    if way := ways(data, chooser, lambda value: isinstance(value, str)):
        put(data, way, chooser.choice(words))


def swapped(data: Any, chooser: Random) -> None:
    """The values of one key of two units, or of two steps, exchanged."""
    one, other = (ways(data, chooser, lambda value: isinstance(value, dict)) for _ in range(2))
    if one and other:
        mine, theirs = at(data, one), at(data, other)
        if keys := sorted(mine.keys() & theirs.keys()):
            key = chooser.choice(keys)
            mine[key], theirs[key] = theirs[key], mine[key]


def copied(data: Any, chooser: Random) -> None:
    """The value of one key of a unit, or of a step, as it is in another: on top of each other, in one vehicle."""
    one, other = (ways(data, chooser, lambda value: isinstance(value, dict)) for _ in range(2))
    if one and other and (keys := sorted(at(data, one).keys() & at(data, other).keys())):
        key = chooser.choice(keys)
        at(data, one)[key] = json.loads(json.dumps(at(data, other)[key]))


def turned_over(data: Any, chooser: Random) -> None:
    if way := ways(data, chooser, lambda value: isinstance(value, bool)):
        put(data, way, not at(data, way))


def fewer_steps(data: Any, chooser: Random) -> None:
    if agenda := data.get("agenda"):
        del agenda[chooser.randrange(len(agenda))]


def moved(data: Any, chooser: Random) -> None:
    """Models somewhere else on the table, or off it; a mech in another hex."""
    if way := ways(
        data, chooser, lambda value: isinstance(value, list) and len(value) == 2 and type(value[0]) is float
    ):
        put(data, way, [chooser.choice([-5.0, 1.0, 12.0, 24.0, 47.9, 500.0]) for _ in range(2)])
    elif way := ways(data, chooser, lambda value: isinstance(value, str) and len(value) == 4 and value.isdecimal()):
        put(data, way, f"{chooser.randrange(14):02}{chooser.randrange(20):02}")


CHANGES = (
    *(junk, other_number, other_number, removed, doubled, emptied, other_word, other_word),
    *(swapped, swapped, copied, copied, turned_over, turned_over, fewer_steps, moved, moved),
)


def forged(setup: Setup, chooser: Random) -> Setup:
    """The same with one to three things of its state changed."""
    data = json.loads(json.dumps(setup.position))
    for _ in range(chooser.choice((1, 1, 1, 2, 3))):
        chooser.choice(CHANGES)(data, chooser)
    return evolve(setup, position=data)


# ---------------------------------------------------------------- what a player does then
def looked_over(system: System, game: Game) -> None:
    """All that a screen asks of a game."""
    system.scene(game)
    system.standing(game)
    for line in system.roster(game):
        system.card(game, line.unit)
        if line.spot:
            system.spot(game, line.spot)
            for name in system.overlays:
                overlay = system.overlay(game, name, line.unit)
                repr(overlay)


def answers(game: Game, chooser: Random, number: int) -> Iterator[Game]:
    """The game after each of so many random answers."""
    if game.question is None:
        game.advance()  # a position may stand at the end of a round, before dice are rolled
    for _ in range(number):
        if (question := game.question) is None:
            assert game.result is not None, "nobody is asked, and it is not over"
            return
        answer = question.sample(chooser)
        game.preview(answer)
        game.answer(answer)
        for _ in range(5000):
            if game.step() is None:
                break
        else:
            raise AssertionError("there is no end to the steps")
        yield game


def opens_and_plays(system: System, setup: Setup, chooser: Random, number: int = 50) -> bool:
    """Whether a position is opened; then it is looked over and played on without any fault."""
    try:
        game = position_files.opened(system, setup)
    except BadFile:
        return False
    looked_over(system, game)
    for place, later in enumerate(answers(game, chooser, number)):
        if place % 25 == 10:
            looked_over(system, later)
    return True
