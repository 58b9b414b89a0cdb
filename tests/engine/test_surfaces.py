"""Surfaces above each other: an answer says on which the unit ends; it is offered, judged, saved and shown."""

from __future__ import annotations

import json

import pytest

from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.skirmish.placement import Plan, plan_of
from tests.example.snails import SNAILS
from tests.playing import refused

SETUP = Setup("snails", {"name": "Garden"}, [SeatSetup("Red", 0), SeatSetup("Blue", 1)], seed=1)


@pytest.fixture
def game():
    """The first snail stands beside the plank, which begins at 20."""
    found = SNAILS.start(SETUP)
    found.state.at = (18.0, 10.0), (5.0, 30.0)
    return found


def test_an_answer_says_on_which_surface_the_unit_ends():
    assert plan_of(["12,5", "on=bridge"]) == Plan(((12.0, 5.0),), surface="bridge")
    assert plan_of(["12,5"]).surface == ""


def test_both_surfaces_are_offered_and_what_is_offered_is_taken(game):
    answers = list(game.question.legal())
    assert ["21,10"] in answers
    assert ["21,10", "on=plank"] in answers
    assert ["19,10", "on=plank"] not in answers
    assert all(game.refuse(answer) is None for answer in answers)


def test_climbing_counts_as_the_rulebook_says(game):
    assert game.refuse(["23,10", "on=plank"]) is None, "5 along and 4 up"
    assert refused(game, ["24,10", "on=plank"]) == "SNAIL-2"
    assert game.refuse(["24,10"]) is None, "6 along, under it"


def test_a_surface_that_is_not_there_is_refused(game):
    assert "no room to stand on 'plank'" in game.refuse(["19,10", "on=plank"]).why
    assert "no room to stand on 'roof'" in game.refuse(["21,10", "on=roof"]).why


def test_who_is_up_stays_up_in_the_saved_game_and_on_the_map(game):
    game.answer(["22,10", "on=plank"])
    assert game.state.on == ("plank", "ground")
    assert any("22,10^4" in event.text for event in game.events)
    again = SNAILS.load(SETUP, json.loads(json.dumps(SNAILS.dump(game))))
    assert again.state == game.state
    assert [[badge.brief for badge in token.badges] for token in SNAILS.scene(again).tokens] == [["^4"], []]


def test_going_down_counts_too(game):
    game.state.at, game.state.on = ((22.0, 10.0), (5.0, 30.0)), ("plank", "ground")
    assert game.refuse(["26,16"]) is None, "7.2 along the plank, for it stays there unless it says otherwise"
    assert refused(game, ["26,16", "on=ground"]) == "SNAIL-2"
    assert ["22,11", "on=ground"] in list(game.question.legal())
    assert refused(game, ["27,13"]) == "SNAIL-2", "5.8 along and 4 down"
