"""Positions of TechCommander written by hand, and those that are written of games."""

from __future__ import annotations

from random import Random

import pytest
from attrs import fields_dict

from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.journal import digest
from tabletop_tui.play.position_files import game_of
from tabletop_tui.play.position_setup import written
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.rules.techcommander.state.battle import Player
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.playing import allowed

ASKED = ("ChooseUnit", "ChooseAction")


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(registry._registered, SYSTEM.id, SYSTEM)


def duel(*units, **keys):
    """A Dwarf and two marines against a Pigeonhawk, a Stingray and a pirate in the yard, as these entries have them."""
    usual = {
        "A1": {"at": "10,50"},
        "A2": {"at": "14,56"},
        "A3": {"at": "6,56"},
        "B1": {"at": "50,10"},
        "B2": {"at": "44,6"},
        "B3": {"at": "56,6"},
    }
    for entry in units:
        usual[entry["id"]] = entry
    listed = [{"id": name, **entry} for name, entry in usual.items()]
    forces = [{"force": "cadre"}, {"force": "corsairs"}]
    return {"system": "techcommander", "scenario": "quick-start", "go": "A", "seat": forces, "unit": listed, **keys}


def state(game):
    return digest(game.system.dump(game))


def test_it_is_as_it_was_written():
    game = game_of(
        duel(
            {"id": "A1", "at": "22,46", "life": 4, "acted": 1, "fired": ["lance-1"], "uses": {"smoke-1": 2}},
            {"id": "A2", "at": "20,40", "infiltrated": True, "statuses": ["revealed"]},
            {"id": "B2", "at": "30,45", "dug-in": True, "facing": 90},
            turn=2,
            order=[1, 0],
            ruins=["t1"],
            damage={"t2": 5},
        )
    )
    battle = game.state
    assert (battle.turn, battle.order, battle.ruins, battle.damage) == (2, (1, 0), ("t1",), {"t2": 5})
    dwarf = battle.units["A1"]
    assert (dwarf.at, dwarf.life, dwarf.in_the_red, dwarf.left("smoke-1")) == ((22.0, 46.0), 4, True, 4)
    assert battle.units["A2"].has("revealed")
    assert (game.question.seat, set(allowed(game))) == (0, {"A1", "A2", "A3"})


def test_a_unit_may_be_about_to_act():
    game = game_of(duel(go="A1"))
    assert game.question.about == "A1"
    assert "attack" in allowed(game)


def test_crew_may_have_come_in_play():
    game = game_of(duel({"id": "B4", "sheet": "Crew", "at": "40,10"}))
    assert game.state.units["B4"].sheet.kind == "crew"
    assert "B4 Crew" in game.state.units["B4"].name


@pytest.mark.parametrize(
    ("entry", "keys", "said"),
    [
        ({"id": "A1", "at": "what"}, {}, "give a place"),
        ({"id": "A1", "at": "10,50", "statuses": ["tired"]}, {}, "status"),
        ({"id": "A1"}, {}, "nowhere"),
        ({"id": "C1", "at": "10,50"}, {}, "C1"),
        ({"id": "B9", "sheet": "Crew", "at": "40,10"}, {}, "the next one is B4"),
        ({"id": "A1", "at": "10,50"}, {"order": [0]}, "order"),
        ({"id": "A1", "at": "10,50", "done": True}, {"go": "A1"}, "cannot be given an order"),
        ({"id": "A1", "at": "30,30"}, {"go": "Q"}, "go"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(entry, keys, said):
    with pytest.raises((Wrong, BadFile)) as caught:
        game_of(duel(entry, **keys))
    assert said in str(caught.value)


@pytest.mark.parametrize("scenario", ["quick-start", "recon", "invasion", "four-way"])
def test_what_is_written_of_a_game_gives_it_back(scenario):
    session = Session.new(new_game.set_table(*new_game.find_scenario(f"techcommander/{scenario}"), seed=4))
    chooser, compared = Random(4), 0
    while session.question is not None and compared < 8:
        if type(session.game.agenda[-1]).__name__ in ASKED and chooser.random() < 0.2:
            again = game_of({"system": "techcommander", **written(session.game).table()})
            assert state(again) == state(session.game)
            compared += 1
        session.answer(session.question.sample(chooser))
    assert compared > 3


def test_units_are_bought_one_by_one():
    units = [
        {"id": "A1", "unit": "dwarf", "build": ["lance", "smoke"], "name": "Scout", "at": "20,50"},
        {"id": "B1", "unit": "marine", "at": "50,10"},
    ]
    game = game_of({"system": "techcommander", "scenario": "quick-start", "go": "A", "unit": units})
    assert game.state.units["A1"].name == "A1 Scout"
    assert list(game.state.units["A1"].weapons()) == ["lance-1"]
    assert isinstance(game.setup, Setup)


def test_all_that_a_player_has_is_said_and_read_again():
    """Every attribute of a player but for what ends with the set-up."""
    told = {field.name for field in SYSTEM.position.seat_fields}
    assert set(fields_dict(Player)) - told == {"conceded", "content"}
    game = game_of(duel())
    game.advance()
    game.state.alter(0, rescues=True, wagers=True, appeals=True, ninjas=2, chooses_spawn=True, overwatch=True)
    game.state.alter(1, boost=2, bids=(2,), overwatch=True, overwatch_ends=True)
    position = written(game)
    assert position.seats[0]["rescues"] is True
    assert position.seats[1]["bids"] == [2]
    again = game_of({"system": "techcommander", **position.table()})
    assert again.state.players == game.state.players
