"""What a set-up says of itself, and what of it tells nothing about the dice to come."""

from attrs import evolve

from tabletop_tui.engine.setup import LessonSetup, SeatSetup, Setup, player_words

SETUP = Setup("toy", {"name": "Fort relief"}, [SeatSetup("Red", 0), SeatSetup("Blue", 1, "steady:2")], seed=7)


def test_who_plays_is_a_person_or_a_computer_of_some_kind():
    assert [player_words(seat.player) for seat in SETUP.seats] == ["a person", "computer (steady, 2)"]


def test_a_game_is_called_by_its_name_and_its_scenario():
    assert SETUP.called == "Fort relief"
    assert evolve(SETUP, name="Thursday cup").called == "Thursday cup (Fort relief)"
    assert evolve(SETUP, scenario={}).called == "toy", "a scenario without a name is its rulebook's"


def test_nothing_is_left_that_tells_which_dice_will_come():
    lesson = LessonSetup("eyes#1", dice=[["R-1", [6]]], offer=["shoot"], enemy=[["R-2", "B1"]])
    bare = evolve(SETUP, faces=[1, 2], lesson=lesson).without_dice()
    assert (bare.seed, bare.faces, bare.lesson) == (0, None, LessonSetup("eyes#1", offer=["shoot"]))
    assert evolve(bare, seed=7, faces=None, lesson=None) == SETUP
