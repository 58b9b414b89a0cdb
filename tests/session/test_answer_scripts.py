"""Positions and scripts from Python: a map in a table, the end of a round, offers passed, dice that are counted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop_tui import BadFile, BadScript, IfAsked, Refused, follow, new_position
from tabletop_tui.engine.events import Began, Reached, Rolled
from tabletop_tui.play.position_files import game_of, opened, setup_in
from tabletop_tui.rulebook.registry import system

Table = dict[str, Any]
RIFLES = {"quality": "Rg", "armour": "flak", "model": [{"count": 4, "weapons": ["rifle"]}]}
WALL = {"kind": "house", "box": [18, 12, 30, 22]}
DUSK: Table = {
    "system": "crimsondusk",
    "map": {"width": 48, "height": 48, "piece": [WALL]},
    "unit": [
        {"id": "A1", "name": "First", "at": "10,20", **RIFLES},
        {"id": "B1", "name": "Second", "at": "10,30", **RIFLES},
    ],
}
ENDS: dict[str, Table] = {
    "mechcom": {
        "map": {"ground": "0. 0. 1. 0. 0. 0. 0. 0.\n" * 8},
        "unit": [{"id": "A1", "mech": "sentinel", "at": "0303"}, {"id": "B1", "mech": "magpie", "at": "0505"}],
    },
    "pmc2640": {
        "map": {"width": 48, "height": 48},
        "unit": [{"id": "A1", "unit": "regulars", "at": "10,10"}, {"id": "B1", "unit": "scouts", "at": "10,30"}],
    },
    "armymen": {
        "map": "backyard",
        "unit": [{"id": "A1", "unit": "riflemen", "at": "10,20"}, {"id": "B1", "unit": "snipers", "at": "30,20"}],
    },
    "crimsondusk": DUSK,
    "techcommander": {
        "map": {"width": 90, "height": 90, "starts": [[12, 78], [78, 12]]},
        "unit": [{"id": "A1", "unit": "marine", "at": "20,20"}, {"id": "B1", "unit": "dwarf", "at": "40,40"}],
    },
}


@pytest.mark.parametrize("book", sorted(ENDS))
def test_at_the_end_of_a_round_the_next_one_begins_with_its_rolls(book):
    """Nobody is asked to act any more; the first dice are those for who goes first, and the players throw them."""
    table = {"system": book, **ENDS[book], "go": "end"}
    game = new_position(table, dice="typed")
    assert type(game.question).__name__ == "DiceQuestion"
    happened = follow(game, [], dice=[2, 5])
    rounds = [event.number for event in (*game.log(), *happened) if isinstance(event, Began) and event.level == "round"]
    assert rounds[-1] == 2
    assert [event.faces for event in happened if isinstance(event, Rolled)] == [(2,), (5,)]
    assert game.question is not None


@pytest.mark.parametrize("book", sorted(ENDS))
def test_such_a_position_opens_as_one_that_was_saved(book):
    setup = setup_in({"system": book, **ENDS[book], "go": "end"})
    again = opened(system(book), setup)
    assert json.loads(json.dumps(system(book).dump(again))) == setup.position


def test_a_melee_is_fought_at_the_end_of_the_turn():
    """Of two sections in contact nobody is activated: what is asked first is about their melee."""
    one, other = ([[x, y] for x in (20.0, 21.5, 23.0, 24.5)] for y in (20.0, 21.0))
    units = [
        {"id": "A1", "name": "First", "models": one, "foes": ["B1"], **RIFLES},
        {"id": "B1", "name": "Second", "models": other, "foes": ["A1"], **RIFLES},
    ]
    game = new_position({**DUSK, "map": {"width": 48, "height": 48}, "unit": units, "go": "end"})
    assert [event.text for event in game.log()][-1] == "Melee"
    assert game.question.rules[0].startswith("CD-MEL")


def test_what_is_wrong_with_a_map_in_a_table_is_told_at_its_place():
    with pytest.raises(BadFile, match=r"map\.piece\[0\]\.kind: unknown .* 'lava'"):
        game_of({**DUSK, "map": {"width": 48, "height": 48, "piece": [{"kind": "lava", "box": [1, 1, 5, 5]}]}})


# ---------------------------------------------------------------- every stat
def test_a_position_may_give_a_stat_by_itself():
    units = [
        {"id": "A1", "name": "First", "at": "10,20", "av": 9, **RIFLES},
        {"id": "B1", "name": "Car", "type": "car", "weapons": ["lmg"], "at": "20,40", "av": 12, "dam": 33, "size": 3.0},
    ]
    battle = game_of({**DUSK, "unit": units}).state
    assert {man.soldier.av for man in battle.units["A1"].men} == {9}
    kind = battle.units["B1"].sheet.vehicle
    assert (kind.av, kind.dam, battle.units["B1"].sheet.size) == (12, 33, 3.0)
    with pytest.raises(BadFile, match=r"unit\[0\]\.av: give a number above 0, up to 20"):
        game_of({**DUSK, "unit": [{**units[0], "av": 21}, units[1]]})


# ---------------------------------------------------------------- scripts
def watched() -> Table:
    """A1 comes round a corner into the sight of B1, which is on overwatch."""
    units = [
        {"id": "A1", "name": "First", "at": "16,17", **RIFLES},
        {"id": "B1", "name": "Second", "at": "34,26", "overwatch": True, **RIFLES},
    ]
    return {**DUSK, "unit": units}


COMES = ["A1", "move", ["16,19"], "move", ["16,21"], "move", ["16,23"]]


def test_what_is_merely_offered_is_passed():
    """The answers of the mover lead past the overwatch, which is still on."""
    game = new_position(watched())
    follow(game, COMES[:5])
    assert game.game.state.units["B1"].overwatch
    assert {entry.answer for entry in game.history[5:]} == {"pass"}, "it is asked anew as more of its men see"


def test_an_answer_for_an_offer_is_given_where_it_is_asked_and_else_left_out():
    script = [*COMES[:5], IfAsked("on overwatch: fire, or wait?", "fire"), *COMES[5:]]
    game = new_position(watched())
    follow(game, script)
    calm = new_position({**watched(), "unit": [{**unit, "overwatch": False} for unit in watched()["unit"]]})
    follow(calm, script)
    told = ["\n".join(event.text for event in one.log()) for one in (game, calm)]
    assert ["from overwatch at A1 First" in text for text in told] == [True, False]


def test_a_script_that_does_not_fit_is_told_with_its_place():
    table = {"system": "techcommander", **ENDS["techcommander"], "go": "end"}
    with pytest.raises(BadScript, match="1 dice to roll, 0 in the script"):
        follow(new_position(table, dice="typed"), [], dice=[3])
    with pytest.raises(BadScript, match="these dice of the script were not rolled: 9 1"):
        follow(new_position(table, dice="typed"), [], dice=[3, 4, 9, 1])
    with pytest.raises(Refused, match="B1 Second cannot be named now") as refused:
        follow(new_position(DUSK), ["B1"])
    assert "answer 1 of the script, to Pick(seat 0: 'Activate which unit?'" in refused.value.__notes__[0]


# ---------------------------------------------------------------- what happened, as data
def test_totals_and_who_was_reached_are_data_of_events():
    """A grenade among four men: the blast names them one by one; totals are those that the log says."""
    thrower = {"quality": "El", "cb": 1, "personality": True, "model": [{"weapons": ["grenade-launcher"]}]}
    units = [
        {"id": "A1", "name": "First", "models": [[20.0, 24.0]], **thrower},
        {"id": "B1", "name": "Second", "models": [[19.0, 30.0], [20.5, 30.0], [19.0, 31.5], [20.5, 31.5]], **RIFLES},
    ]
    game = new_position({**DUSK, "map": {"width": 48, "height": 48}, "unit": units, "dice": [10, 10, 10, 10, 10]})
    follow(game, ["A1", "shoot"])
    while game.question is not None and not any(isinstance(event, Reached) for event in game.log()):
        game.answer(next(game.question.legal()))
    blast = next(event for event in game.log() if isinstance(event, Reached))
    assert blast.who, blast.text
    assert set(blast.who) <= {"B1-1", "B1-2", "B1-3", "B1-4"}
    ends = new_position({"system": "crimsondusk", **ENDS["crimsondusk"], "go": "end", "dice": [4, 9]})
    rolls = [event for event in ends.log() if isinstance(event, Rolled)][:2]
    assert [roll.total for roll in rolls] == [4, 9]
