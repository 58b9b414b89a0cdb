"""Units born in play: their labels, and that they are saved with what they were made of."""

from __future__ import annotations

import json

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.spawned_units import next_label, part_label
from tabletop_tui.rulebook.registry import system
from tests.conformance import a_setup, dumped
from tests.playing import play
from tests.swarm import SWARM, swarm_setup


def test_a_new_unit_gets_the_number_after_the_highest_there_ever_was():
    assert next_label("A", ["A1", "A3a", "B7", "FA"]) == "A4"
    assert next_label("C", ["A1"]) == "C1"
    assert next_label("a", ["A1", "a1", "a2"]) == "a3"


def test_a_part_is_called_after_the_whole_as_long_as_a_map_has_room_for_it():
    assert part_label("A3", ["A3"]) == "A3a"
    assert part_label("A3a", ["A3", "A3a"]) == "A3b"
    assert part_label("A12", ["A3", "A12"]) == "A13"
    assert part_label("A3", ["A3", "A4", *(f"A3{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")]) == "A5"


def begun(*answers: object) -> Game:
    game = SWARM.start(swarm_setup())
    game.advance()
    play(game, *answers)
    return game


def test_what_was_born_is_saved_read_again_and_goes_on():
    game = begun("A1", "spawn", ["0101"], "B2", "split", ["0603"])
    again = SWARM.load(game.setup, json.loads(dumped(game)))
    assert dumped(again) == dumped(game)
    mite, part = again.state.units["A4"], again.state.units["B2a"]
    assert (mite.kind.name, mite.parent, mite.hex) == ("mite", "A1", "0101")
    assert (part.kind.name, part.parent, part.health) == ("drone", "B2", 1)
    assert again.state.units["B2"].health == 2
    assert [line.tag for line in SWARM.roster(again)] == ["A1", "A2", "A3", "B1", "B2", "B3", "A4", "B2a"]
    assert SWARM.card(again, "B2a").title == "B2a drone"


def test_who_has_joined_another_stays_gone_and_its_label_is_not_given_again():
    game = begun("A2", "split", ["0104"], "B2", "rest", "A3", "rest", "B3", "rest")
    game.state.units["A2a"].done = False
    play(game, "A1", "rest", "B1", "rest", "A2a", "join:A2")
    assert game.state.units["A2"].health == 3
    again = SWARM.load(game.setup, json.loads(dumped(game)))
    assert again.state.units["A2a"].hex == ""
    assert part_label("A2", again.state.units) == "A2b"


@pytest.mark.parametrize("kind", ["wasp", ""])
def test_what_was_made_of_nothing_known_is_not_read(kind: str):
    data = json.loads(dumped(begun("A1", "spawn", ["0101"])))
    data["units"][-1]["kind"] = kind
    with pytest.raises(LookupError):
        SWARM.load(swarm_setup(), data)


def test_without_births_a_unit_that_the_set_up_did_not_have_is_refused_with_a_sentence():

    setup = a_setup("armymen", 0)
    data = json.loads(dumped(system("armymen").start(setup)))
    data["units"].append({**data["units"][-1], "id": "B99"})
    with pytest.raises(ValueError, match="'B99' is no unit of this battle"):
        system("armymen").load(setup, data)
