"""Deathmatches: spawns, caps, chips and points, survivors, wagers, crews, teams, the end."""

from __future__ import annotations

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.deployment.spawning import (
    CallUnits,
    ChooseSpawned,
    DrawSpawns,
    EnterUnits,
    RollSpawns,
)
from tabletop_tui.rules.techcommander.files.spawn_pool import room, stock, used
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative, is_highest
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn import turn
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import FillPurses, ResolveDamage
from tabletop_tui.rules.techcommander.victory.deathmatch_end import EndRound, chips_left
from tabletop_tui.rules.techcommander.victory.deathmatch_points import CountSurvivors
from tabletop_tui.rules.techcommander.victory.wagers import ClaimWager
from tests.playing import allowed, load, options, play, refused, run, unread
from tests.techcommander.build import ROSTERS, SCENARIOS, field, named, said, unit
from tests.techcommander.test_whole_games import setup

POOL = [unit(name) for name in ("pigeonhawk", "dwarf", "stingray", "hunter-iv", "marine", "pirate", "ninja")]


def deathmatch(*sides, **more):
    return field(*sides, pool=POOL, game="deathmatch", **more)


def points(game):
    return [player.score for player in game.state.players]


def pools(*names):
    forces = {force.id: force for force in SYSTEM.forces([ROSTERS])}
    return [forces[name] for name in names]


def scenario(name):
    return SYSTEM.scenario(SCENARIOS / "techcommander" / f"{name}.toml", [SCENARIOS])


# ---------------------------------------------------------------- pools and caps
@pytest.mark.rule("TC-DM-1")
def test_the_pool_is_what_a_player_brings_each_unit_as_often_as_he_likes():
    game = deathmatch([], [])
    assert set(stock(game.state, 0)) == {"pigeonhawk", "dwarf", "stingray", "hunter-iv", "marine", "pirate", "ninja"}
    assert SYSTEM.fits(scenario("deathmatch"), pools("training-pool", "starter-pool")) is None
    assert SYSTEM.fits(scenario("elimination"), pools("training-pool", "training-pool")).rule == "TC-GAME-2"


@pytest.mark.rule("TC-DM-2", "TC-DM-14")
def test_the_maps_of_deathmatches_have_six_spawn_points_and_two_alternates_and_a_large_cap_is_4_to_12():
    for name in ("deathmatch", "deathmatch-three", "deathmatch-teams", "deathmatch-large"):
        table = scenario(name).data["table"]
        assert (len(table["starts"]), len(table["alternates"])) == (6, 2)
    large = scenario("deathmatch-large").data
    assert (large["cap"], large["most_cap"]) == (4, 12)


@pytest.mark.rule("TC-DM-4", "TC-DM-5", "TC-DM-6", "TC-RESPAWN-2")
def test_a_force_is_any_mix_within_the_cap_of_3():
    game = deathmatch([], [])
    run(game, ChooseSpawned(0))
    question = game.question
    legal = (["stingray", "pirate"], ["pigeonhawk"], ["marine"] * 3, ["hunter-iv"])
    assert [refused(game, answer) for answer in legal] == [""] * 4
    for answer in (["dwarf"], ["stingray", "stingray"], ["marine"] * 4, []):
        assert refused(game, answer) == "TC-DM-5"
    assert all(question.refuse(answer) is None for answer in question.legal())


@pytest.mark.rule("TC-RESPAWN-2", "TC-DMCREW-6")
def test_survivors_count_against_the_cap_and_crew_may_push_a_force_over_it():
    game = deathmatch([unit("stingray", 20, 20)], [unit("marine", 60, 60)])
    assert (used(game.state, 0), room(game.state, 0)) == (2, 1)
    run(game, ChooseSpawned(0))
    assert refused(game, []) == ""
    assert refused(game, ["marine"]) == ""
    assert refused(game, ["stingray"]) == "TC-DM-5"
    crowd = deathmatch([unit("crew", 10 + 5 * n, 10) for n in range(4)], [unit("marine", 60, 60, off_cap=True)])
    assert room(crowd.state, 0) == 0
    assert room(crowd.state, 1) == 3
    load(crowd, 2)
    run(crowd, DrawSpawns())
    assert crowd.state.players[0].spawn == -1


def test_two_builds_of_one_name_are_refused():
    pool = pools("training-pool")[0].data
    odd = {**pool, "units": [dict(sheet) for sheet in pool["units"]]}
    dwarf = next(sheet for sheet in odd["units"] if sheet["card"]["id"] == "dwarf")
    dwarf["gear"] = dwarf["gear"][:-1]
    plan = setup("deathmatch", 1)
    plan.seats[0].force, plan.seats[1].force = pool, odd
    with pytest.raises(BadFile, match="two builds called Dwarf"):
        SYSTEM.start(plan)


# ---------------------------------------------------------------- spawns
@pytest.mark.rule("TC-DM-3", "TC-SPAWN-1")
def test_those_who_tie_for_a_spawn_point_roll_again():
    game = deathmatch([], [], [])
    for seat in range(3):
        game.state.alter(seat, spawn=-1)
    load(game, 4, 2, 4, 2, 5, 1, 5)
    run(game, RollSpawns((0, 1, 2)))
    # 4 and 4 tie; they roll 2, which is taken, and 5; the one that is left rolls 1.
    assert [player.spawn for player in game.state.players] == [0, 1, 4]
    assert unread(game) == (5,)


@pytest.mark.rule("TC-SPAWN-2", "TC-SPAWN-3", "TC-RESPAWN-1", "TC-RESPAWN-3")
def test_units_are_chosen_once_the_points_are_known_and_put_down_within_12():
    game = deathmatch([], [unit("dwarf", 45, 45), unit("marine", 30, 30)])
    load(game, 1)
    run(game, DrawSpawns(), CallUnits())
    assert game.state.players[0].spawn == 0
    assert "14,76" in game.question.prompt
    play(game, ["marine"])
    assert refused(game, ["14,62.9"]) == "TC-SKIR-3"
    play(game, ["14,63"])
    assert named(game, "A1").at == (14, 63)
    assert named(game, "A1").hidden
    assert named(game, "A1").entered == 0
    assert game.question is None


@pytest.mark.rule("TC-SPAWN-4")
def test_teams_may_have_spawn_points_of_their_own():
    game = deathmatch([], [], [], [], teams=(0, 0, 1, 1), spawns=((0, 3), (1, 2)))
    for seat in range(4):
        game.state.alter(seat, spawn=-1)
    load(game, 1, 2, 1, 2)
    run(game, RollSpawns((0, 1, 2, 3)))
    assert [player.spawn for player in game.state.players] == [0, 3, 1, 2]


def test_a_unit_without_room_waits_for_the_next_deployment():
    crowd = [unit("colossus", x, y) for x in range(4, 90, 8) for y in range(4, 90, 8)]
    game = deathmatch([], crowd)
    game.state.born(0, stock(game.state, 0)["dwarf"])
    run(game, EnterUnits(0))
    assert game.question is None
    assert not named(game, "A1").in_play
    assert not named(game, "A1").gone


@pytest.mark.rule("TC-SKULL-2")
def test_a_skull_is_placed_before_the_units_where_there_is_none():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)])
    names = [type(step).__name__ for step in turn.arriving(game.state)]
    assert names == ["PlaceSkull", "DrawSpawns", "CashIn", "CallUnits"]
    game.state.skull = (45.0, 45.0)
    assert [type(step).__name__ for step in turn.arriving(game.state)] == ["DrawSpawns", "CashIn", "CallUnits"]


# ---------------------------------------------------------------- actions and teams
@pytest.mark.rule("TC-DM-9", "TC-DM-10")
def test_each_player_has_two_base_actions_one_at_a_time_and_more_after_them():
    game = deathmatch(
        [unit("marine", 10 + 5 * n, 10) for n in range(4)], [unit("marine", 10 + 5 * n, 60) for n in range(4)]
    )
    game.state.alter(1, overwatch=True)
    run(game, FillPurses())
    assert [(player.base, player.command) for player in game.state.players] == [(2, 0), (2, 1)]
    run(game, NextGo())
    seats = []
    while game.question is not None:
        seats.append(game.question.seat)
        play(game, allowed(game)[0], "pass")
    assert seats == [0, 1, 0, 1, 1]


@pytest.mark.rule("TC-DM-7", "TC-DM-8")
def test_captains_roll_and_say_who_acts_and_teams_alternate():
    sides = [[unit("marine", 10 + 5 * n, 10 + 20 * seat, dug_in=True) for n in range(3)] for seat in range(4)]
    game = deathmatch(*sides, teams=(0, 1, 0, 1))
    load(game, 15, 3)
    run(game, RollInitiative())
    assert game.state.order == (1, 3, 0, 2)
    assert [is_highest(game.state, seat) for seat in range(4)] == [True, False, True, False]
    run(game, FillPurses(), NextGo())
    acted = []
    while game.question is not None:
        if set(options(game)) <= set("ABCD"):
            assert game.question.seat in (0, 1)
            play(game, allowed(game)[-1])
            continue
        acted.append(game.question.seat)
        play(game, allowed(game)[0], "pass")
    assert acted == [3, 2, 3, 2, 1, 0, 1, 0]


# ---------------------------------------------------------------- points
def killed(game, victim, killer, damage=200):
    run(game, BeginAction("attack", (killer,), True))
    strike(game, named(game, victim), Blow(damage, killer, named(game, killer).seat))
    run(game, EndAction((killer,)))


@pytest.mark.rule("TC-PTS-2", "TC-DM-11")
def test_points_and_chips_stay_and_one_who_was_healed_is_scored_again():
    game = deathmatch([unit("dwarf", 10, 10)], [unit("stingray", 30, 10, life=10)])
    killed(game, "B1", "A1")
    killed(game, "B1", "A1")
    named(game, "B1").life = 4
    assert (points(game), game.state.players[0].kills, game.state.players[1].deaths) == ([2, 0], 1, 1)
    killed(game, "B1", "A1")
    assert (points(game), game.state.players[0].kills, game.state.players[1].deaths) == ([4, 0], 2, 2)


@pytest.mark.rule("TC-PTS-4")
def test_5_points_for_a_machine_from_full_life_to_none_in_one_action():
    game = deathmatch([unit("dwarf", 10, 10)], [unit("stingray", 30, 10), unit("stingray", 40, 10, life=19)])
    killed(game, "B1", "A1")
    assert points(game) == [2 + 5, 0]
    killed(game, "B2", "A1")
    assert points(game) == [2 + 5 + 2, 0]


@pytest.mark.rule("TC-PTS-4")
def test_it_has_to_be_one_unit_but_may_take_several_blows():
    game = deathmatch(
        [unit("dwarf", 10, 10), unit("marine", 10, 30)], [unit("stingray", 30, 10), unit("stingray", 40, 10)]
    )
    run(game, BeginAction("attack", ("A1",), True))
    strike(game, named(game, "B1"), Blow(20, "A1", 0))
    strike(game, named(game, "B1"), Blow(20, "A1", 0))
    assert points(game) == [7, 0]
    strike(game, named(game, "B2"), Blow(20, "A2", 0))
    strike(game, named(game, "B2"), Blow(20, "A1", 0))
    assert points(game) == [9, 0]


@pytest.mark.rule("TC-PTS-5")
def test_5_points_for_a_trooper_only_if_a_trooper_did_it():
    game = deathmatch([unit("marine", 10, 10), unit("dwarf", 10, 40)], [unit("marine", 30, 10), unit("marine", 40, 10)])
    killed(game, "B1", "A1")
    assert points(game) == [6, 0]
    killed(game, "B2", "A2")
    assert points(game) == [7, 0]


@pytest.mark.rule("TC-PTS-8")
def test_who_set_it_off_scores_a_perk_earns_no_bonus_and_own_doing_is_nobodys():
    game = deathmatch([unit("dwarf", 10, 10)], [unit("stingray", 30, 10), unit("dwarf", 60, 10)])
    run(game, BeginAction("attack", ("A1",), True))
    strike(game, named(game, "B1"), Blow(200, "", 0, cause="bombardment"))
    assert points(game) == [2, 0]
    strike(game, named(game, "A1"), Blow(200, "", 0, cause="bombardment"))
    strike(game, named(game, "B2"), Blow(200, "", None, cause="skull"))
    assert points(game) == [2, 0]
    assert [player.deaths for player in game.state.players] == [1, 2]


@pytest.mark.rule("TC-PTS-7", "TC-DMCREW-5")
def test_survivors_of_a_full_turn_bring_5_and_1_each():
    game = deathmatch(
        [unit("dwarf", 10, 10), unit("marine", 20, 10), unit("crew", 30, 10, entered=1)],
        [unit("marine", 60, 10, entered=1)],
        [unit("marine", 60, 60, life=0)],
    )
    run(game, CountSurvivors())
    assert points(game) == [7, 0, 0]
    assert used(game.state, 0) == 6


# ---------------------------------------------------------------- wagers
@pytest.mark.rule("TC-WAGER-1", "TC-PERK-3", "TC-PERK-4")
def test_who_has_lost_all_may_wager_on_one_unit_when_he_comes_back():
    game = deathmatch([], [unit("marine", 60, 60)])
    game.state.alter(0, deaths=1, boost=2, bids=(2,))
    run(game, CountSurvivors())
    assert game.state.players[0].wagers
    assert not game.state.players[1].wagers
    assert (game.state.players[0].boost, game.state.players[0].bids) == (0, ())
    back = deathmatch([unit("marine", 10, 10), unit("marine", 20, 10)], [unit("marine", 60, 60)])
    back.state.alter(0, wagers=True)
    run(back, ClaimWager(0), ClaimWager(1))
    assert set(options(back)) == {"A1", "A2", "nobody"}
    play(back, "A2")
    assert named(back, "A2").wager
    assert not back.state.players[0].wagers
    assert back.question is None


@pytest.mark.rule("TC-WAGER-2")
def test_the_first_kill_of_a_wager_brings_10_more_and_settles_it():
    game = deathmatch([unit("dwarf", 10, 10, wager=True)], [unit("marine", 30, 10), unit("marine", 40, 10)])
    killed(game, "B1", "A1")
    killed(game, "B2", "A1")
    assert points(game) == [1 + 10 + 1, 0]
    assert not named(game, "A1").wager


@pytest.mark.rule("TC-WAGER-3")
def test_killing_a_wager_before_its_kill_brings_10_more():
    game = deathmatch([unit("dwarf", 10, 10)], [unit("marine", 30, 10, wager=True)])
    killed(game, "B1", "A1")
    named(game, "B1").life = 5
    killed(game, "B1", "A1")
    assert points(game) == [11 + 1, 0]


# ---------------------------------------------------------------- crews
@pytest.mark.rule("TC-DMCREW-1", "TC-DMCREW-2", "TC-DMCREW-3")
def test_passengers_who_stay_to_the_end_are_scored_those_who_get_out_and_the_crew_are_not():
    game = deathmatch(
        [unit("hunter-iv", 30, 30, life=10), unit("marine", aboard="A1"), unit("marine", aboard="A1")],
        [unit("dwarf", 60, 60)],
    )
    killed(game, "A1", "B1")
    assert points(game) == [0, 3]
    load(game, 10, 11, *[20] * named(game, "A1").crew)
    run(game, ResolveDamage())
    play(game, "try")
    assert points(game) == [0, 3 + 1]
    assert named(game, "A3").gone
    assert not named(game, "A2").gone
    assert game.state.players[0].deaths == 2


@pytest.mark.rule("TC-DMCREW-4")
def test_who_tries_to_save_a_crew_gets_no_reinforcements_but_respawns_if_nobody_is_left():
    game = deathmatch([unit("stingray", 30, 30, life=0)], [unit("dwarf", 60, 60), unit("marine", 70, 70)])
    load(game, 20, 20)
    run(game, ResolveDamage())
    play(game, "try")
    load(game, 3)
    run(game, DrawSpawns())
    assert game.state.players[0].spawn == 2
    saved = deathmatch([unit("crew", 30, 30)], [unit("dwarf", 60, 60), unit("marine", 70, 70)])
    saved.state.alter(0, rescues=True)
    run(saved, DrawSpawns())
    assert saved.state.players[0].spawn == -1
    assert not saved.state.players[0].rescues


# ---------------------------------------------------------------- the end
@pytest.mark.rule("TC-DMEND-1", "TC-DM-13")
def test_the_game_ends_at_once_when_the_kill_chips_are_out_spent_ones_too():
    game = deathmatch([unit("dwarf", 10, 10)], [unit("marine", 30, 10), unit("marine", 40, 10)], stock=1)
    game.state.alter(0, kills=1, spent=1)
    assert chips_left(game.state) == (1, 2)
    killed(game, "B1", "A1")
    assert game.result is not None
    assert "kill chips have run out" in game.result.text
    strike(game, named(game, "B2"), Blow(200, "A1", 0))
    assert points(game)[0] == 1


@pytest.mark.rule("TC-DMEND-1", "TC-DMEND-2", "TC-DM-10", "TC-DM-13", "TC-GAME-3")
def test_after_the_last_turn_points_win_then_kills_then_the_victory_is_shared():
    def ended(*players):
        game = deathmatch(*([unit("marine", 10 + 10 * n, 10)] for n in range(3)), turns=1)
        for seat, (score, kills) in enumerate(players):
            game.state.alter(seat, score=score, kills=kills, spent=kills)
        run(game, EndRound())
        return game.result.winners

    assert ended((5, 9), (6, 0), (0, 0)) == (1,)
    assert ended((6, 1), (6, 2), (0, 5)) == (1,)
    assert ended((6, 2), (6, 2), (0, 5)) == (0, 1)


@pytest.mark.rule("TC-DM-8")
def test_the_points_of_a_team_count_together():
    game = deathmatch(*([unit("marine", 10 + 10 * n, 10)] for n in range(4)), teams=(0, 0, 1, 1), turns=1)
    for seat, score in enumerate((9, 0, 5, 5)):
        game.state.alter(seat, score=score)
    run(game, EndRound())
    assert game.result.winners == (2, 3)


def test_losing_all_units_does_not_end_a_deathmatch():
    game = deathmatch([], [unit("marine", 60, 60)])
    run(game, EndRound())
    assert game.result is None
    assert said(game) == ""


def test_nothing_is_asked_before_an_action_of_one_without_chips():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)])
    run(game, BeforeAction(0))
    assert not [key for key in (options(game) if game.question else {}) if key in ("strike", "cap")]
