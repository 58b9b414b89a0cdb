"""Kill perks: what they cost, when they may be had, what they bring."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.anytime.air_strikes import (
    AirStrike,
    ChooseLine,
    ChooseSpot,
    FireInTheSky,
    strike_tally,
)
from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.anytime.kill_perks import (
    APPEALING,
    BETWEEN,
    CashIn,
    HiredGun,
    Requisition,
    in_hand,
)
from tabletop_tui.rules.techcommander.state.battle import Bubble
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import named, unit
from tests.techcommander.test_deathmatch import deathmatch, points


def rich(chips, *sides, **more):
    """A battle in which the first player holds so many chips."""
    game = deathmatch(*(sides or ([unit("marine", 10, 10)], [unit("dwarf", 60, 60)])), **more)
    game.state.alter(0, kills=chips)
    return game


def before(game):
    run(game, BeforeAction(0))
    return options(game) if game.question is not None else {}


# ---------------------------------------------------------------- chips
@pytest.mark.rule("TC-PERK-1", "TC-DM-12", "TC-DM-13")
def test_perks_cost_chips_which_still_count_as_kills():
    game = rich(5)
    listed = before(game)
    assert listed["strike"] == ""
    assert [listed[key] for key in ("hired-gun", "fire", "thunder")] == ["TC-PERK-1"] * 3
    play(game, "strike", "none")
    assert (in_hand(game.state, 0), game.state.players[0].kills) == (0, 5)
    assert game.question is None


@pytest.mark.rule("TC-PERK-1")
def test_nobody_is_asked_at_an_opponents_place_or_without_chips():
    game = rich(9)
    run(game, BeforeAction(1))
    assert game.question is None
    poor = rich(0)
    run(poor, CashIn(BETWEEN))
    assert poor.question is None


@pytest.mark.rule("TC-PERK-2", "TC-DM-12", "TC-RESPAWN-2")
def test_the_cap_goes_up_by_one_a_chip_to_the_highest():
    game = rich(3, most_cap=5)
    run(game, CashIn(BETWEEN))
    play(game, "cap", "cap")
    assert game.state.players[0].cap == 5
    assert options(game)["cap"] == "TC-PERK-2"
    play(game, "pass")
    assert in_hand(game.state, 0) == 1


@pytest.mark.rule("TC-PERK-3", "TC-PERK-4")
def test_boosts_change_the_next_roll_do_not_stack_and_cancel():
    game = rich(3)
    run(game, CashIn(BETWEEN))
    play(game, "boost-up")
    assert options(game)["boost-up"] == "TC-PERK-3"
    play(game, "pass")
    load(game, 9, 10)
    run(game, RollInitiative())
    assert game.state.order == (1, 0)
    run(game, CashIn(BETWEEN))
    play(game, "boost-down")
    assert game.state.players[0].boost == 0
    lower = rich(1)
    run(lower, CashIn(BETWEEN))
    play(lower, "boost-down")
    load(lower, 11, 10)
    run(lower, RollInitiative())
    assert lower.state.order == (0, 1)


@pytest.mark.rule("TC-PERK-5", "TC-DM-2")
def test_an_appeal_moves_a_drawn_spawn_to_an_alternate_one():
    game = rich(2)
    run(game, CashIn(BETWEEN))
    assert options(game)["appeal"] == "TC-PERK-5"
    play(game, "pass")
    game.state.alter(0, spawn=3)
    game.state.alter(1, spawn=6)
    run(game, CashIn(APPEALING))
    play(game, "appeal")
    assert set(options(game)) == {"8"}
    play(game, "8")
    assert game.state.players[0].spawn == 7
    assert game.question is None


# ---------------------------------------------------------------- scans, strikes, help
@pytest.mark.rule("TC-PERK-6")
def test_an_orbital_scan_reveals_all_infiltrated_enemies():
    game = rich(
        3,
        [unit("marine", 10, 10, infiltrated=True)],
        [unit("ninja", 60, 60, infiltrated=True), unit("ninja", 80, 80, infiltrated=True)],
    )
    before(game)
    play(game, "orbital-scan")
    assert [named(game, name).hidden for name in ("A1", "B1", "B2")] == [True, False, False]


@pytest.mark.rule("TC-PERK-7")
def test_a_remote_strike_is_as_the_skull_of_the_patriot():
    game = rich(5, [unit("marine", 10, 10)], [unit("stingray", 60, 60)])
    assert strike_tally(game.state, named(game, "B1")).total == 14
    before(game)
    play(game, "strike")
    load(game, 15, 14)
    play(game, "B1")
    assert named(game, "B1").life == 20 - 60 // 2
    assert points(game) == [2, 0]


@pytest.mark.rule("TC-PERK-7")
def test_missiles_splash_whoever_stands_close_to_a_small_target():
    game = rich(5, [unit("marine", 63, 60)], [unit("marine", 60, 60), unit("marine", 60, 64.1)])
    load(game, 13, 14)
    run(game, AirStrike(0, "B1"))
    # 10 + AC1 + 2 = 13: one hit; its splash of 10 takes the friend 2 away, not the enemy 3.1 away.
    assert [named(game, name).life for name in ("A1", "B1", "B2")] == [10, -40, 20]


@pytest.mark.rule("TC-PERK-8")
def test_a_hired_gun_is_a_random_ac4_msv_at_a_random_point_outside_the_cap():
    game = rich(7, [unit("marine", 10, 10), unit("herald", 40, 40)], [unit("dwarf", 60, 60)])
    load(game, 1, 2)
    run(game, HiredGun(0))
    play(game, ["70,14"])
    assert (named(game, "A3").sheet.name, named(game, "A3").off_cap) == ("Herald", True)
    assert unread(game) == ()


@pytest.mark.rule("TC-PERK-9")
def test_fire_in_the_sky_harms_everybody_within_6_each_by_his_own_dice():
    game = rich(10, [unit("dwarf", 39, 30)], [unit("stingray", 30, 30), unit("stingray", 30, 38.1)])
    before(game)
    play(game, "fire")
    load(game, 12, 5, 5, 5, 5, 1, 1, 1, 2)
    play(game, ["30,30"])
    # A1 is 9 - 3 = 6 away and takes 20 - 12 of plating over AC4; B1 takes 5 over AC2; B2 is 8.1 - 2 = 6.1 away.
    assert (named(game, "A1").life, named(game, "B1").life, named(game, "B2").life) == (18, 18, 20)
    assert unread(game) == ()


@pytest.mark.rule("TC-PERK-10")
def test_a_miss_moves_straight_away_from_the_nearest_spawn_point():
    game = deathmatch([unit("marine", 10, 60)], [unit("marine", 14, 36)])
    load(game, 13, 10, 3, 3, 3, 4)
    run(game, FireInTheSky(0, (14.0, 26.0)))  # from 14,14 to the south
    assert named(game, "B1").life == 7
    on_it = deathmatch([unit("marine", 10, 40)], [unit("marine", 24, 14)])
    load(on_it, 20, 10, 3, 1, 1, 1, 1)
    run(on_it, FireInTheSky(0, (14.0, 14.0)))  # on a spawn point: a D12, 3 is east
    assert named(on_it, "B1").life == 16


@pytest.mark.rule("TC-PERK-11")
def test_thunder_bombs_a_line_of_2d20_friends_too():
    game = rich(15, [unit("marine", 40, 37), unit("marine", 40, 38)], [unit("stingray", 50, 30)])
    before(game)
    play(game, "thunder", ["30,30"])
    load(game, 11, 12, 1, 1, 1, 1, 2, 2, 2, 2)
    play(game, ["80,30"])
    # The line ends at 53,30; A1's base is 6.0 from it, A2's 7.0.
    assert (named(game, "A1").life, named(game, "A2").life, named(game, "B1").life) == (16, 20, 16)
    assert unread(game) == ()


# ---------------------------------------------------------------- by chance
@pytest.mark.rule("TC-PERK-12")
def test_requisition_brings_one_of_five_perks_by_a_die():
    assert "requisition" not in before(rich(5))
    assert before(rich(5, requisition=True))["requisition"] == ""
    assert rolled(5).question.options[0].key == "up"
    assert rolled(6, 2).question.about == "A2"
    assert not named(rolled(15), "B1").hidden
    assert type(rolled(19).agenda[-1]).__name__ == "ChooseStrike"
    assert isinstance(rolled(20).agenda[-1], ChooseLine)
    boosted = rolled(1)
    play(boosted, "down")
    assert boosted.state.players[0].boost == -2


def rolled(face, *more):
    game = rich(3, [unit("marine", 10, 10)], [unit("ninja", 60, 60, infiltrated=True)], requisition=True)
    load(game, face, *more)
    run(game, Requisition(0))
    return game


@pytest.mark.rule("TC-DM-8")
def test_the_captain_cashes_in_for_his_team():
    game = rich(0, *([unit("marine", 10 + 20 * n, 10)] for n in range(4)), teams=(0, 1, 0, 1))
    game.state.alter(2, kills=5)
    run(game, BeforeAction(2))
    assert game.question.seat == 0
    assert options(game)["strike:C"] == ""
    assert options(game)["boost-up:C"] == "TC-DM-8"


def test_any_spot_of_the_table_may_be_named():
    game = rich(10)
    run(game, ChooseSpot(0))
    assert game.refuse(["0,90"]) is None
    assert game.refuse(["91,10"]) is not None


@pytest.mark.rule("TC-HIT-9", "TC-SKB-1")
def test_gear_of_whoever_is_struck_counts_against_missiles_from_the_air():
    game = rich(5, [unit("marine", 10, 10)], [unit("herald", 60, 60)])
    before(game)
    play(game, "strike", "B1")
    assert game.question.seat == 1
    assert "16 or less" in game.question.prompt
    play(game, "ecm-1")
    assert "14 or less" in game.question.prompt, "no fire control"
    load(game, 14, 15, 10)
    play(game, "anti-missile-1")
    assert named(game, "B1").life == 20, "one hits and is stopped"
    assert named(game, "B1").left("anti-missile-1") == named(game, "B1").sheet.kit["anti-missile-1"].rounds - 1


@pytest.mark.rule("TC-BUBBLE-6", "TC-BUBBLE-9", "TC-SKB-1")
def test_a_shield_is_struck_in_place_of_whoever_is_inside():
    game = rich(5, [unit("marine", 10, 10)], [unit("marine", 60, 60)])
    game.state.bubbles = (Bubble("bubble-1", 1, (60.0, 60.0)),)
    assert strike_tally(game.state, named(game, "B1")).total == 10 + 5 + 2
    load(game, 17, 18)
    run(game, AirStrike(0, "B1"))
    assert (named(game, "B1").life, game.state.bubbles[0].life) == (20, 0)
