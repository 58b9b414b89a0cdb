"""Deployment, rounds, activations, actions, and the mission."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Moved
from tabletop_tui.rules.armymen.files.validation import check_table
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.victory import points, score
from tabletop_tui.rules.armymen.system import SYSTEM
from tabletop_tui.rules.armymen.turn.actions import MayShoot
from tabletop_tui.rules.armymen.turn.setup import Deploy, PlaceUnit, SetUp
from tabletop_tui.rules.armymen.turn.turn import Activate, BeginRound, EndRound, NextActivation
from tests.armymen.build import (
    act,
    artillery,
    battle_of,
    box,
    field,
    gunners,
    inside,
    jeep,
    recruits,
    riflemen,
    said,
    stand,
    tank,
    unit,
)
from tests.playing import allowed, load, options, play, refused, run, unread

rule = pytest.mark.rule


def unplaced(game):
    """The same battle with every unit still to be placed."""
    for one in game.state.units.values():
        one.models = ()
    return game


# ---------------------------------------------------------------- the table
@rule("AMC-PREP-1", "AMC-PREP-2")
def test_the_table_is_48_inches_square_and_has_five_pieces_of_terrain():
    pieces = tuple(box("woods", 4 * n, 10, 4 * n + 3, 13) for n in range(5))
    check_table(Battlefield("Full", 48, 48, pieces))
    with pytest.raises(ValueError, match="AMC-PREP-2"):
        check_table(Battlefield("Bare", 48, 48, pieces[:4]))
    with pytest.raises(ValueError, match="48"):
        check_table(Battlefield("Narrow", 47, 48, pieces))


# ---------------------------------------------------------------- deployment
@rule("AMC-PREP-6", "AMC-PREP-7")
@pytest.mark.parametrize(("dice", "winner"), [((5, 2), 0), ((2, 5), 1), ((3, 3, 6, 6, 1, 2), 1)])
def test_the_winner_of_the_roll_off_picks_an_edge_and_the_other_has_the_opposite(dice, winner):
    game = unplaced(field([riflemen(10, 40)], [riflemen(10, 5)], dice=dice))
    run(game, SetUp())
    assert not unread(game)
    assert game.question.seat == winner
    assert allowed(game) == ["north", "south", "west", "east"]
    play(game, "east")
    edges = battle_of(game).edges
    assert (edges[winner], edges[1 - winner]) == ("east", "west")
    assert game.question.seat == winner, "the winner places first"


@rule("AMC-PREP-7")
@pytest.mark.parametrize(("edge", "other"), [("north", "south"), ("south", "north"), ("west", "east")])
def test_opposite_edges(edge, other):
    game = unplaced(field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1)))
    run(game, SetUp())
    play(game, edge)
    assert battle_of(game).edges == (edge, other)


@rule("AMC-PREP-8")
def test_one_unit_each_in_turn_and_the_rest_at_the_end():
    game = unplaced(field([riflemen(1, 1)], [riflemen(1, 1), gunners(1, 1), gunners(1, 1)]))
    run(game, Deploy(1))
    asked = []
    for answer in ("B2", ["10,3"], ["10,44"], "B1", ["20,6"], ["30,6"]):
        asked.append(game.question.seat)
        if answer == "B1":
            assert allowed(game) == ["B1", "B3"], "B2 is placed already"
            assert list(options(game)) == ["B1", "B2", "B3"], "each keeps its number"
        play(game, answer)
    assert asked == [1, 1, 0, 1, 1, 1], "of a last one there is nothing to choose"
    assert game.question is None
    assert all(one.models for one in battle_of(game).units.values())


@rule("AMC-PREP-9", "AMC-PREP-1")
def test_wholly_within_twelve_inches_of_the_own_edge_and_on_the_table():
    game = unplaced(field([gunners(1, 1)], [gunners(1, 1)]))
    run(game, PlaceUnit("A1"))
    assert refused(game, ["20,36.49"]) == "AMC-PREP-9"
    assert refused(game, ["20,36.5"]) == ""
    assert refused(game, ["20,47.5"]) == ""
    assert refused(game, ["20,47.51"]) == "AMC-PREP-1"
    assert refused(game, ["0.49,40"]) == "AMC-PREP-1"
    assert refused(game, ["0.5,40"]) == ""


@rule("AMC-PREP-9")
@pytest.mark.parametrize(
    ("edge", "inside", "outside", "facing"),
    [
        ("north", "20,11.5", "20,11.6", 180),
        ("south", "20,36.5", "20,36.4", 0),
        ("west", "11.5,20", "11.6,20", 90),
        ("east", "36.5,20", "36.4,20", 270),
    ],
)
def test_the_strip_of_each_edge(edge, inside, outside, facing):
    game = unplaced(field([gunners(1, 1), jeep(1, 1)], [gunners(1, 1)]))
    battle_of(game).edges = (edge, "south")
    run(game, PlaceUnit("A1"))
    assert refused(game, [inside]) == ""
    assert refused(game, [outside]) == "AMC-PREP-9"
    assert all(refused(game, [cell]) == "" for cell in game.question.field.cells())
    play(game, [inside])
    run(game, PlaceUnit("A2"))
    cell = next(iter(game.question.field.cells()))
    play(game, [cell, "turn=90"])
    assert unit(game, "A2").facing == (facing + 90) % 360, "the owner turns it as he likes"


@rule("AMC-PREP-9", "AMC-MOVE-1", "AMC-MOVE-2", "AMC-MOVE-3")
def test_units_are_placed_in_coherency_and_more_than_an_inch_off_others():
    game = unplaced(field([riflemen(1, 1), gunners(1, 1)], [gunners(1, 1)]))
    unit(game, "A2").models = ((20, 40),)
    run(game, PlaceUnit("A1"))
    assert refused(game, ["30,42", "model1=-4,0"]) == "AMC-MOVE-1"
    assert refused(game, ["20,42"]) == "AMC-MOVE-3"
    (x, y, _), *_ = game.question.field.stands(["30,40"])
    x, y = 30 + 22 - x, 40 + 40 - y  # here the first model stands beside the other unit, exactly 1 in off
    assert refused(game, [f"{x:g},{y:g}"]) == "AMC-MOVE-3"
    assert refused(game, [f"{x + 0.01:g},{y:g}"]) == ""


@rule("AMC-PREP-9")
def test_a_unit_for_which_no_place_is_left_stays_out_and_counts_as_lost():
    game = unplaced(field([riflemen(1, 1), riflemen(1, 1)], [gunners(1, 1)]))
    battle = battle_of(game)
    blocker = unit(game, "A1")
    blocker.models = tuple((x + 0.5, y + 0.5) for x in range(0, 48, 2) for y in range(36, 48, 2))
    unit(game, "B1").models = ((20, 5),)
    run(game, Deploy(0))
    assert unit(game, "A2").destroyed
    assert points(battle) == (0, 25)
    assert game.question is None


@rule("AMC-PREP-8", "AMC-PREP-9")
def test_a_unit_that_found_no_place_is_not_offered_again():
    game = unplaced(field([riflemen(1, 1), gunners(1, 1), gunners(1, 1)], [gunners(1, 1)]))
    battle_of(game).destroy(unit(game, "A1"))
    run(game, Deploy(0))
    assert options(game) == {"A1": "AMC-PREP-9", "A2": "", "A3": ""}


@rule("AMC-PREP-9")
def test_where_room_is_short_a_unit_may_stand_base_to_base():
    game = unplaced(field([riflemen(1, 1), riflemen(1, 1)], [gunners(1, 1)]))
    # A gap of 5.4 in between the others: three columns of the usual block and 1 in on both sides need 6 in.
    columns = (*[n + 0.1 for n in range(18)], *[n + 0.5 for n in range(23, 48)])
    unit(game, "A1").models = tuple((x, y / 2) for y in range(73, 96) for x in columns)
    run(game, PlaceUnit("A2"))
    assert game.question.field.cells()
    assert all(refused(game, [cell]) == "" for cell in game.question.field.cells())


@rule("AMC-PREP-9", "AMC-PREP-1")
@pytest.mark.parametrize(
    ("edge", "cells"),
    [
        ("north", [(x, y) for x in range(1, 48) for y in range(1, 12)]),
        ("south", [(x, y) for x in range(1, 48) for y in range(37, 48)]),
        ("west", [(x, y) for x in range(1, 12) for y in range(1, 48)]),
        ("east", [(x, y) for x in range(37, 48) for y in range(1, 48)]),
    ],
)
def test_every_place_of_the_strip_is_offered(edge, cells):
    game = unplaced(field([gunners(1, 1), riflemen(1, 1)], [gunners(1, 1)]))
    battle_of(game).edges = (edge, "south")
    run(game, PlaceUnit("A1"))
    assert set(game.question.field.cells()) == {f"{x},{y}" for x, y in cells}
    game.agenda.clear()
    run(game, PlaceUnit("A2"))
    spot = {"north": "24,11", "south": "24,37", "west": "11,24", "east": "37,24"}[edge]
    assert refused(game, [spot]) == "AMC-PREP-9", "some of the block, not all of it, stand outside"


# ---------------------------------------------------------------- rounds
@rule("AMC-ROUND-2")
def test_the_higher_of_die_and_waiting_units_activates():
    game = field([riflemen(10, 40), riflemen(20, 40), riflemen(30, 40)], [riflemen(10, 5)], dice=(2, 3))
    run(game, NextActivation())
    assert game.question.seat == 0, "2 + 3 against 3 + 1"
    game = field([riflemen(10, 40), riflemen(20, 40)], [riflemen(10, 5)], dice=(2, 3, 2, 4))
    run(game, NextActivation())
    assert game.question.seat == 1, "a tie (4 : 4), then 4 : 5"
    assert not unread(game)


@rule("AMC-ROUND-2", "AMC-ROUND-1")
def test_one_player_may_activate_twice_in_a_row_and_who_has_none_left_is_skipped():
    mine = [riflemen(10, 40), riflemen(20, 40), riflemen(30, 40)]
    game = field(mine, [riflemen(10, 5)], dice=(6, 1, 6, 1, 6, 1))
    run(game, NextActivation())
    play(game, "A1", "hunker")
    assert game.question.seat == 0
    assert options(game) == {"A1": "AMC-ROUND-1", "A2": "", "A3": ""}
    play(game, "A2", "hunker")
    assert game.question.about == "A3", "he wins again, and there is nothing to choose"
    play(game, "hunker")
    assert game.question.about == "B1"
    assert not unread(game), "he alone has units left: nobody rolls"
    play(game, "hunker")
    assert game.question is None


@rule("AMC-ROUND-2")
def test_destroyed_units_do_not_count_and_those_in_transports_do():
    game = field([riflemen(10, 40), jeep(20, 40), riflemen(30, 40)], [riflemen(10, 5)])
    battle = battle_of(game)
    inside(game, "A1", "A2")
    battle.destroy(unit(game, "A3"))
    assert [one.id for one in battle.waiting(0)] == ["A1", "A2"]


@rule("AMC-ROUND-1")
def test_a_new_round_activates_all_again_and_ends_nothing_else():
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1))
    one, other = unit(game, "A1"), unit(game, "B1")
    one.activated = other.activated = True
    one.guarding, other.hunkered, other.pinned = True, True, True
    game.push(BeginRound())
    game.step()
    assert battle_of(game).round == 2
    assert (one.activated, other.activated) == (False, False)
    assert (one.guarding, other.hunkered, other.pinned) == (True, True, True)


@rule("AMC-ROUND-1", "AMC-MORALE-3")
def test_there_is_no_passing_even_with_a_pinned_unit():
    game = field([riflemen(10, 40), riflemen(20, 40)], [riflemen(10, 5)], dice=(6, 1))
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    run(game, NextActivation())
    assert list(options(game)) == ["A1", "A2"]


@rule("AMC-ROUND-2", "AMC-MORALE-3")
def test_a_pinned_unit_that_is_the_last_one_is_tested_at_once():
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1, 1))
    unit(game, "A1").pinned = True
    run(game, NextActivation())
    assert unit(game, "A1").destroyed
    assert not unread(game)
    assert game.question.about == "B1"


# ---------------------------------------------------------------- actions
@rule("AMC-ACT-1", "AMC-VEH-1")
def test_infantry_has_six_actions_and_vehicles_three():
    game = field([riflemen(10, 30), tank(20, 30), artillery(30, 30)], [riflemen(10, 25)])
    run(game, Activate("A1"))
    assert allowed(game) == ["hold", "hunker", "guard", "advance", "rush", "charge"]
    for name in ("A2", "A3"):
        game.agenda.clear()
        run(game, Activate(name))
        assert allowed(game) == ["hold", "advance", "rush"]
        barred = {key: why for key, why in options(game).items() if why}
        assert barred == dict.fromkeys(("hunker", "guard", "charge"), "AMC-VEH-1")


@rule("AMC-ACT-2")
def test_hold_shoots_without_a_move_and_asks_nothing_where_there_is_no_target():
    game = field([riflemen(20, 30)], [riflemen(20, 20)])
    act(game, "A1")
    assert game.question.option("hold").label == "Hold and shoot"
    play(game, "hold")
    assert allowed(game) == ["B1", "hold", "each"]
    far = field([riflemen(20, 40)], [riflemen(20, 3)])
    act(far, "A1")
    assert far.question.option("hold").label == "Hold: nobody to shoot at"
    play(far, "hold")
    assert far.question is None
    assert unit(far, "A1").activated


@rule("AMC-ACT-3")
def test_hunker_lasts_until_the_next_activation():
    game = field([riflemen(20, 30)], [riflemen(20, 20)])
    act(game, "A1", "hunker")
    assert unit(game, "A1").hunkered
    assert game.question is None, "it does not shoot"
    run(game, Activate("A1"))
    assert not unit(game, "A1").hunkered


@rule("AMC-ACT-4", "AMC-GUARD-1")
def test_guard_lasts_until_the_next_activation():
    game = field([riflemen(20, 30)], [riflemen(20, 20)])
    act(game, "A1", "guard")
    assert unit(game, "A1").guarding
    assert not unit(game, "A1").hunkered
    assert game.question is None, "it neither moves nor shoots now"
    run(game, Activate("A1"))
    assert not unit(game, "A1").guarding


@rule("AMC-ACT-5")
def test_advance_moves_six_inches_and_shoots_then():
    game = field([riflemen(20, 30)], [riflemen(20, 5)], dice=(1,) * 5)
    act(game, "A1", "advance")
    assert refused(game, ["20,26.99"]) == "AMC-ACT-5"
    play(game, ["20,27"])
    assert unit(game, "A1").models[0] == (20, 24)
    assert allowed(game) == ["B1", "hold", "each"]
    play(game, "B1")
    assert game.question is None
    assert not unread(game)


@rule("AMC-ACT-5")
def test_an_advance_may_be_shorter_or_none():
    game = field([riflemen(20, 30)], [riflemen(20, 20)])
    act(game, "A1", "advance", ["20,33"])
    assert unit(game, "A1").models[0] == (20, 30)
    assert allowed(game) == ["B1", "hold", "each"]


@rule("AMC-ACT-6")
def test_rush_moves_twelve_inches_and_does_not_shoot():
    game = field([riflemen(20, 30)], [riflemen(30, 15)])
    act(game, "A1", "rush")
    assert refused(game, ["20,20.99"]) == "AMC-ACT-6"
    play(game, ["20,21"])
    assert unit(game, "A1").models[0] == (20, 18)
    assert game.question is None


@rule("AMC-ACT-7", "AMC-MOVE-4")
def test_charge_is_offered_where_an_enemy_can_be_reached():
    game = field([riflemen(20, 30)], [riflemen(20, 5), riflemen(40, 5)])
    run(game, Activate("A1"))
    assert options(game)["charge"] == "AMC-MOVE-4"
    stand(game, "B1", (20, 17))
    game.agenda.clear()
    run(game, Activate("A1"))
    play(game, "charge")
    assert options(game) == {"B1": "", "B2": "AMC-MOVE-4"}


@rule("AMC-ACT-5", "AMC-GUARD-3")
def test_who_is_wiped_out_on_the_way_does_not_shoot():
    game = field([riflemen(20, 30)], [riflemen(20, 20)])
    battle_of(game).destroy(unit(game, "A1"))
    run(game, MayShoot("A1"))
    assert game.question is None


# ---------------------------------------------------------------- the mission
@rule("AMC-PREP-10")
def test_the_game_ends_after_round_four():
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1))
    battle_of(game).round = 3
    game.push(EndRound())
    game.advance()
    assert game.result is None
    assert battle_of(game).round == 4
    game.agenda.clear()
    run(game, EndRound())
    assert game.result is not None
    assert game.question is None


@rule("AMC-PREP-10")
def test_a_side_that_is_wiped_out_does_not_end_the_game():
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(4,))
    battle_of(game).destroy(unit(game, "B1"))
    unit(game, "A1").pinned = True
    run(game, EndRound())
    play(game, "hunker")
    assert battle_of(game).round == 3, "the only unit left acts on, round after round"
    assert game.question.seat == 0


@rule("AMC-PREP-11")
def test_destroyed_and_pinned_enemies_are_worth_their_full_price():
    game = field(
        [riflemen(10, 40, 10, "bazooka", "bayonets"), jeep(20, 40, 0, "apc")],
        [riflemen(10, 5), recruits(20, 5, 10), tank(30, 5)],
    )
    battle = battle_of(game)
    assert points(battle) == (0, 0)
    battle.destroy(unit(game, "A1"))
    unit(game, "B2").pinned = True
    assert points(battle) == (30, 70)
    stand(game, "B1", (10, 5))
    unit(game, "B3").rattled = unit(game, "B3").stuck = True
    assert points(battle) == (30, 70), "who is hurt and stands counts nothing"
    battle.destroy(unit(game, "B2"))
    assert points(battle) == (30, 70), "nobody counts twice"
    battle.destroy(unit(game, "A2"))
    assert points(battle) == (30, 180)


@rule("AMC-PREP-12")
@pytest.mark.parametrize(("lost", "winners"), [(("B1",), (0,)), (("A1",), (1,)), (("A1", "B1"), ()), ((), ())])
def test_more_points_win_and_equal_ones_are_a_draw(lost, winners):
    game = field([riflemen(10, 40)], [riflemen(10, 5)])
    for name in lost:
        battle_of(game).destroy(unit(game, name))
    score(game)
    assert game.result.winners == winners
    assert battle_of(game).scores == points(battle_of(game))
    assert ("A draw" in said(game)) is (not winners)


@rule("AMC-PREP-10", "AMC-PREP-12")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_gives_up_loses_whatever_the_points(seat):
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1))
    run(game, NextActivation())
    battle_of(game).destroy(unit(game, "AB"[1 - seat] + "1"))
    SYSTEM.concede(game, seat)
    assert game.result.winners == (1 - seat,)
    assert game.question is None


@rule("AMC-PREP-12")
def test_the_players_may_agree_on_a_draw():
    game = field([riflemen(10, 40)], [riflemen(10, 5)], dice=(6, 1))
    run(game, NextActivation())
    SYSTEM.agree_draw(game)
    assert game.result.winners == ()


def test_what_happens_is_told_in_order():
    game = field([riflemen(10, 40)], [riflemen(10, 5)])
    act(game, "A1", "rush", ["10,40"])
    moved = [event for event in game.events if isinstance(event, Moved)]
    assert [event.text for event in moved] == ["A1 Riflemen rush to 10, 40"]
    load(game, 1)
    assert unread(game) == (1,)
