"""Moving on the plane: how far, around what, where a base finds room."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.unit_actions.fire_on_the_move import Leg
from tests.playing import play, refused
from tests.techcommander.build import act, box, field, named, unit


@pytest.mark.rule("TC-MOVE-1", "TC-MOVEACT-1", "TC-STAT-5")
def test_a_move_is_as_long_as_the_speed_at_most_and_ends_facing_any_way():
    game = act(field([unit("dwarf", 20, 20)], []), "A1", "move")
    assert refused(game, ["35.1,20"]) == "TC-MOVE-1"
    game.answer(["35,20", "turn=90"])
    game.advance()
    assert named(game, "A1").at == (35.0, 20.0)
    assert named(game, "A1").facing == 180.0


@pytest.mark.rule("TC-MOVE-7")
def test_the_base_ends_wholly_on_the_table():
    game = act(field([unit("dwarf", 10, 10)], []), "A1", "move")
    assert refused(game, ["2.9,10"]) == "TC-MOVE-7"
    assert refused(game, ["3,10"]) == ""


@pytest.mark.rule("TC-MOVE-8")
def test_friends_do_not_block_the_way_enemies_do_and_no_two_bases_overlap_in_the_end():
    walker = unit("marine", 20, 20, card_changes={"jump": False})
    game = act(field([walker, unit("marine", 25, 20)], [unit("marine", 20, 25)]), "A1", "move")
    assert refused(game, ["30,20"]) == ""
    assert refused(game, ["26,20"]) == "TC-MOVE-8"
    assert refused(game, ["20,21", "20,30"]) == "TC-MOVE-8"
    assert refused(game, ["20,30"]) == ""  # round it


@pytest.mark.rule("TC-MOVE-4", "TC-BASE-10", "TC-BASE-11", "TC-MOVE-5")
def test_a_model_goes_through_a_gap_in_which_its_base_cannot_stop():
    gap = (box("building", 0, 30, 38, 40), box("building", 42, 30, 90, 40))
    game = act(field([unit("dwarf", 40, 26)], [], pieces=gap), "A1", "move")
    assert refused(game, ["40,35"]) == "TC-BASE-11"
    narrow = (box("building", 0, 30, 38.6, 40), box("building", 41.4, 30, 90, 40))
    speedy = unit("dwarf", 40, 26, card_changes={"speed": 30})
    through = act(field([speedy], [], pieces=gap), "A1", "move")
    assert refused(through, ["40,44"]) == ""
    blocked = act(field([speedy], [], pieces=narrow), "A1", "move")
    assert refused(blocked, ["40,44"]) == "TC-MOVE-4"


@pytest.mark.rule("TC-HIND-3", "TC-AUTO-3")
def test_the_legs_of_a_vehicle_that_stops_to_fire_are_one_move_and_a_piece_slows_it_once():
    swamp = box("swamp", 20, 0, 60, 40)
    game = field([unit("stingray", 10, 20)], [unit("dwarf", 80, 80)], pieces=(swamp,))
    act(game, "A1", "attack", ["22,20"])  # 12 of 24, and 12 for the swamp: nothing is left
    plain = field([unit("stingray", 10, 20, card_changes={"speed": 40})], [unit("dwarf", 80, 80)], pieces=(swamp,))
    act(plain, "A1", "attack", ["22,20"])  # 12 of 40, and 20 for the swamp: 8 are left
    play(plain, "hold")
    assert isinstance(plain.agenda[-1], Leg)
    assert plain.refuse(["30,20"]) is None, "it has paid for the swamp"
    assert plain.refuse(["30.1,20"]) is not None


@pytest.mark.rule("TC-ATK-3", "TC-COVER-6")
def test_the_preview_of_a_move_tells_who_could_shoot_at_it_there_and_on_what_number():
    house = (box("building", 30, 0, 34, 24),)
    game = act(field([unit("dwarf", 20, 26)], [unit("stingray", 44, 12)], pieces=house), "A1", "move")

    def exposed(spot: str) -> str:
        shown = game.preview([spot])
        assert shown is not None
        return next(line.value for line in shown.lines if line.label == "exposed to")

    assert exposed("20,13") == "nobody", "behind the house"
    assert exposed("20,40").startswith("B1 on ")
    assert exposed("20,40").endswith(" or less")
    assert named(game, "A1").at == (20.0, 26.0), "nothing has moved"
    named(game, "B1").life = 0
    assert exposed("20,40").startswith("B1 on "), "it may still act until the turn ends (TC-PHASE-5)"
    named(game, "B1").done = True
    assert exposed("20,40") == "nobody", "a wreck that has acted shoots no more"
