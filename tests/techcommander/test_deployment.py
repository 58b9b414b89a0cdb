"""Deployment, hot drops, raids."""

from __future__ import annotations

from math import dist

import pytest
from attrs import evolve

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.rules.techcommander.deployment.deployment import Content, Deploying, PlaceUnit, RollDrops, place_field
from tabletop_tui.rules.techcommander.deployment.hot_drops import DropField, drop_field
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED
from tabletop_tui.rules.techcommander.state.infiltration import can_infiltrate
from tabletop_tui.rules.techcommander.state.surface_heights import floors
from tabletop_tui.rules.techcommander.turn.setup import SetUp
from tabletop_tui.rules.techcommander.ways.move_field import refuse_place
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.hidden_share import GROUND
from tests.playing import load, options, play, run
from tests.techcommander.build import box, field, named, said, unit


def deploying(*sides, **scenario):
    """A game in which nobody is placed yet."""
    return run(field(*sides, **{"hot_drops": False, **scenario}), SetUp())


def refusal_of(game, *answer):
    with pytest.raises(Refused) as caught:
        game.answer(list(answer))
    return caught.value.refusal


@pytest.mark.rule("TC-SKIR-3", "TC-SKIR-2")
def test_the_base_has_to_be_within_12_of_the_start():
    game = deploying([unit("dwarf")], [unit("dwarf")])
    # the start of Red is 14,76; a Dwarf is 6 across
    assert refusal_of(game, "29.01,76").rule == "TC-SKIR-3"
    play(game, ["29,76"])
    assert named(game, "A1").at == (29.0, 76.0)


@pytest.mark.rule("TC-SKIR-5")
def test_deployment_closes_when_all_are_content_with_no_change_since():
    game = deploying([unit("dwarf")], [unit("stingray")])
    play(game, ["14,76"], ["76,14"])
    assert (game.question.seat, set(options(game))) == (0, {"content", "move"})
    play(game, "content")
    assert game.question.seat == 1
    play(game, "move", ["70,14"])  # so Red is asked once more
    assert game.question.seat == 0
    play(game, "content")
    assert game.question.seat == 1
    load(game, 3, 4)
    play(game, "content")
    assert game.state.turn == 2  # it was set up in turn 1
    assert named(game, "B1").at == (70.0, 14.0)


@pytest.mark.rule("TC-SKIR-4", "TC-INFIL-2")
def test_troops_start_infiltrated_unless_declared_otherwise_and_rallied_if_their_player_likes():
    game = deploying([unit("marine"), unit("marine"), unit("dwarf")], [unit("dwarf")])
    play(game, "A1", ["14,76"], "A2", ["18,76"], ["20,70"], ["76,14"])
    assert [named(game, name).infiltrated for name in ("A1", "A2", "A3")] == [True, True, False]
    play(game, "hide", "A2", "rally")
    assert not named(game, "A2").infiltrated
    assert [named(game, name).group for name in ("A1", "A2", "A3")] == ["A1", "A1", ""]
    assert "rally" not in options(game)


def test_who_is_moved_away_from_his_group_is_no_longer_in_it():
    game = deploying([unit("marine"), unit("marine")], [unit("dwarf")])
    play(game, "A1", ["14,76"], ["18,76"], ["76,14"], "rally", "move", "A2", ["24,76"])
    assert {named(game, name).group for name in ("A1", "A2")} == {""}


# ---------------------------------------------------------------- hot drops
def dropping(*dice, **scenario):
    """A2 is to drop; everybody else stands."""
    red = [unit("dwarf"), unit("marine")]
    return run(field(red, [unit("dwarf")], dice=dice, **scenario), SetUp())


@pytest.mark.rule("TC-HOT-1", "TC-HOT-2")
def test_drops_are_announced_first_and_come_last_and_nobody_else_moves_then():
    game = dropping(8)
    assert (game.question.seat, set(options(game))) == (0, {"done", "A1", "A2"})
    play(game, "A2", "done", "done")
    assert game.question.about == "A1"
    play(game, ["14,76"], ["76,14"], "content", "content")
    assert game.question.about == "A2"
    play(game, ["35,76"])
    assert (game.question.seat, set(options(game))) == (0, {"content", "move"})
    play(game, "move")
    assert game.question.about == "A2"
    load(game, 3, 4)
    play(game, ["14,55"], "content")
    assert game.state.turn == 2  # it was set up in turn 1


@pytest.mark.rule("TC-HOT-4")
def test_a_drop_lands_at_12_and_the_roll_to_the_nearest_part_of_its_base():
    game = dropping(8)
    play(game, "A2", "done", "done", ["14,76"], ["76,14"], "content", "content")
    # 12 + 8 = 20 from 14,76 to the edge of a base 2 across: its middle at 21, half a centimetre more or less
    assert refusal_of(game, "36,76").rule == "TC-HOT-4"
    assert refusal_of(game, "34,76").rule == "TC-HOT-4"
    play(game, ["35.5,76"])
    assert "A2 Marine drops at 35.5, 76" in said(game)


@pytest.mark.rule("TC-HOT-3")
def test_a_drop_is_neither_infiltrated_nor_rallied_this_turn():
    game = dropping(8)
    play(game, "A2", "done", "done", ["14,76"], ["76,14"], "content", "content", ["35,76"])
    marine = named(game, "A2")
    assert (marine.infiltrated, marine.group, marine.has(HOT_DROPPED)) == (False, "", True)
    assert not can_infiltrate(marine)
    assert "hide" not in options(game)


@pytest.mark.rule("TC-HOT-5")
def test_two_dice_say_how_far_on_a_large_table():
    game = run(field([unit("marine")], [unit("dwarf", 80, 80)], dice=(8, 9), large=True))
    game.state.alter(0, hot=("A1",))
    run(game, RollDrops())
    assert game.agenda[-2] == Deploying((("A1", 29),))


@pytest.mark.rule("TC-HOT-6")
def test_no_drop_lands_nearer_than_12_to_an_enemy():
    game = field([unit("marine")], [unit("dwarf", 35, 76)])
    run(game, PlaceUnit("A1", 20))
    # a Dwarf (3) at 35,76 keeps a marine (1) out of 16 around it; its ring runs at 21 around 14,76
    assert str(refusal_of(game, "33.19,67")) == "5.2 cm from B1 Dwarf, 12 cm needed [TC-HOT-6]"
    assert str(refusal_of(game, "28.93,61.23")) == "11.97 cm from B1 Dwarf, 12 cm needed [TC-HOT-6]"
    x, y = 14.0, 55.0
    assert dist((x, y), (35.0, 76.0)) > 16
    play(game, ["14,55"])
    assert named(game, "A1").at == (x, y)


@pytest.mark.rule("TC-HOT-4")
def test_without_room_at_that_distance_the_next_greater_one_counts():
    wall = box("rocks", 0, 34, 90, 90)  # nothing is free south of 34
    game = field([unit("marine")], [unit("dwarf", 80, 10)], pieces=(wall,))
    found = drop_field(game.state, named(game, "A1"), 20)
    ((_, far),) = found.rings
    assert isinstance(found, DropField)
    assert far == pytest.approx(76 - 33 - 1, abs=0.1)  # north of the rocks: the middle at 33, from 76
    assert found.refuse_models(((14.0, 33.0),)) is None


@pytest.mark.rule("TC-HOT-4")
@pytest.mark.parametrize(
    ("points", "far", "counted"),
    [
        (((14.0, 76.0), (20.0, 60.0)), 5, ((20.0, 60.0), 60 - 33 - 1)),  # the nearer of two that have no room so near
        (((20.0, 60.0), (14.0, 76.0)), 5, ((20.0, 60.0), 60 - 33 - 1)),
        (((45.0, 60.0), (45.0, 76.0)), 99, ((45.0, 76.0), dist((45, 76), (1, 1)) - 1)),  # of those so far, the farther
        (((45.0, 76.0), (45.0, 60.0)), 99, ((45.0, 76.0), dist((45, 76), (1, 1)) - 1)),
    ],
)
def test_of_two_points_without_room_that_counts_which_is_nearest_to_what_was_rolled(points, far, counted):
    wall = box("rocks", 0, 34, 90, 90)  # nothing is free south of 34
    game = field([unit("marine")], [unit("dwarf", 88, 20)], pieces=(wall,))
    game.state.drops = points
    ((point, away),) = drop_field(game.state, named(game, "A1"), far).rings
    assert point == counted[0]
    assert away == pytest.approx(counted[1], abs=0.1)


@pytest.mark.rule("TC-HOT-7")
def test_nobody_drops_in_a_deathmatch():
    game = field([], [], game="deathmatch")
    steps = field([unit("marine")], [unit("dwarf")])
    SetUp().run(game)
    SetUp().run(steps)
    announced = [[type(step).__name__ for step in one.agenda].count("AnnounceDrops") for one in (game, steps)]
    assert announced == [0, 2]


# ---------------------------------------------------------------- raids
@pytest.mark.rule("TC-SCEN-3")
def test_the_defender_of_a_raid_stands_anywhere_and_the_attacker_drops_from_two_points():
    game = field(
        [unit("dwarf")], [unit("marine"), unit("marine")], dice=(8, 3), missions=("raid",), attacker=1, hot_drops=True
    )
    run(game, SetUp())
    play(game, ["70,70"], "content", ["10,10"], ["10,60"])
    assert game.state.drops == ((10.0, 10.0), (10.0, 60.0))
    play(game, "B1", ["31,10"])  # 20 from the first point
    play(game, ["10,44"])  # 15 from the second
    load(game, 3, 4)
    play(game, "content")
    assert game.state.turn == 2  # it was set up in turn 1


@pytest.mark.rule("TC-SCEN-3")
def test_a_raider_lands_at_his_own_distance_from_either_point_and_nowhere_else():
    game = field([unit("dwarf", 80, 80)], [unit("marine")])
    game.state.drops = ((10.0, 10.0), (10.0, 60.0))
    found = place_field(game.state, named(game, "B1"), 20)
    assert found.refuse_models(((31.0, 10.0),)) is None
    assert found.refuse_models(((31.0, 60.0),)) is None
    assert found.refuse_models(((45.0, 10.0),)).rule == "TC-HOT-4"


def test_the_question_says_that_whoever_is_content_has_been_asked():
    game = field([unit("dwarf", 14, 76)], [unit("dwarf", 76, 14)])
    run(game, Content(0))
    play(game, "content")
    assert game.state.players[0].content


# ---------------------------------------------------------------- aboard, on hills and roofs
@pytest.mark.rule("TC-ATTACHED-1", "TC-VEH-3")
def test_troops_may_start_aboard_and_get_off_again_as_long_as_all_are_not_content():
    game = deploying([unit("hunter-iv"), unit("marine"), unit("marine")], [unit("dwarf")])
    play(game, "A1", ["14,76"], "A2", ["20,76"], ["8,76"], ["76,14"], "aboard")
    assert list(options(game)) == ["A2:A1", "A3:A1"]
    play(game, "A2:A1")
    assert (named(game, "A2").aboard, named(game, "A2").models, named(game, "A2").hatch) == ("A1", (), True)
    play(game, "aboard", "A3:A1")
    assert not named(game, "A3").hatch, "there is one hatch"
    assert "aboard" not in options(game)
    play(game, "move", "A2", ["20,76"])
    assert (named(game, "A2").aboard, named(game, "A2").at) == ("", (20.0, 76.0))


@pytest.mark.rule("TC-ATTACHED-1")
def test_there_are_only_so_many_seats():
    game = deploying([unit("wisp"), unit("marine"), unit("marine")], [unit("dwarf")])
    play(game, "A1", ["14,76"], "A2", ["20,76"], ["8,76"], ["76,14"], "aboard", "A3:A1")
    assert "aboard" not in options(game)


@pytest.mark.rule("TC-SKIR-3", "TC-OCC-1")
def test_a_start_on_a_hill_is_on_top_of_it_and_one_on_a_roof_has_to_be_said():
    pieces = (box("hill", 2, 60, 12, 70), box("building", 18, 70, 26, 80, ac=1), box("bridge", 4, 76, 12, 86))
    game = field([unit("marine"), unit("dwarf")], [unit("dwarf")], pieces=pieces)
    run(game, PlaceUnit("A1"))
    play(game, ["8,66"])
    assert (named(game, "A1").on, game.state.foot(named(game, "A1"))) == ("hill-2-60", 2.0)
    run(game, PlaceUnit("A1"))
    play(game, ["8,81"])
    assert named(game, "A1").on == "ground", "under the bridge"
    run(game, PlaceUnit("A1"))
    assert game.refuse(["14,76", "on=bridge-4-76"]).rule == "TC-OCC-1"
    assert ["8,81", "on=bridge-4-76"] in list(game.question.legal())
    play(game, ["8,81", "on=bridge-4-76"])
    assert (named(game, "A1").on, game.state.foot(named(game, "A1"))) == ("bridge-4-76", 4.0)
    run(game, PlaceUnit("A1"))
    play(game, ["22,75"])
    assert named(game, "A1").on == "building-18-70", "there is no room below"
    named(game, "A1").models, named(game, "A1").on = ((14.0, 76.0),), "ground"
    run(game, PlaceUnit("A2"))
    assert game.refuse(["22,75"]) is not None, "a roof of AC1 does not bear a Dwarf"


@pytest.mark.rule("TC-BASE-11")
def test_what_is_open_is_free_on_the_ground_and_nowhere_else():
    """Squares in which nothing is are not asked about; what they say is what asking says."""
    pieces = box("building", 20, 70, 27, 76, top=6.0), box("building", 72, 8, 86, 12, top=8.0)
    game = deploying([unit("dwarf")], [unit("dwarf")], pieces=pieces)
    play(game, ["10,70"])
    place, looked_at = place_field(game.state, named(game, "B1")), 0
    for start in ((14.0, 76.0), (76.0, 14.0)):
        near = evolve(place, start=start)
        spots = near.candidates()
        for spot in filter(near.is_open, spots):
            looked_at += 1
            assert near.look_for_floors(spot) == [GROUND]
            assert not floors(game.state, spot)
            assert refuse_place(game.state, near.unit, spot, GROUND) is None
        assert [near.is_free(spot) for spot in spots] == [near.has_place(Plan((spot,))) for spot in spots]
    assert looked_at > 150
    assert looked_at < len(spots) * 2 - 100
