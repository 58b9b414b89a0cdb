"""The skull: where it lies, who claims it, and what each of them does."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.deployment.spawning import DrawSpawns, EnterUnits
from tabletop_tui.rules.techcommander.moving.unit_march import march_of
from tabletop_tui.rules.techcommander.skulls.skulls import ADVANCED, BASIC, PlaceSkull, TurnSkull
from tabletop_tui.rules.techcommander.state.battle import REVEALED, Cloud
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tabletop_tui.rules.techcommander.victory.deathmatch_end import EndRound
from tabletop_tui.rules.techcommander.victory.deathmatch_points import CountSurvivors
from tests.playing import allowed, load, options, play, refused, run, unread
from tests.techcommander.build import box, named, told_rules, unit
from tests.techcommander.test_deathmatch import deathmatch, points


def turned(game, face, name="A1", *more):
    """As if this unit had claimed the skull and rolled this face, with these dice after it."""
    game.state.claimed = name
    load(game, face, *more)
    run(game, TurnSkull())
    return game


# ---------------------------------------------------------------- where it lies
@pytest.mark.rule("TC-SKULL-3")
@pytest.mark.parametrize(
    ("dice", "there"),
    [
        ((1, 3, 10, 5), (29.0, 76.0)),  # spawn 1 at 14,76; 3 is east; 15 away
        ((4, 6, 20, 20), (14.0, 54.0)),  # spawn 4 at 14,14; 6 is south
        ((3, 3, 20, 20), (89.0, 76.0)),  # off the table: where a trooper has room at the edge
        ((4, 3, 6, 10), (28.0, 14.0)),  # in the building: the last place before it
    ],
)
def test_a_skull_lies_so_far_from_a_spawn_point_in_a_direction_of_the_clock(dice, there):
    game = deathmatch([], [], pieces=(box("building", 29, 8, 34, 20),))
    load(game, *dice)
    run(game, PlaceSkull())
    assert game.state.skull == pytest.approx(there, abs=0.011)


# ---------------------------------------------------------------- who claims it
@pytest.mark.rule("TC-SKULL-1", "TC-SKULL-5", "TC-PTS-6")
def test_who_passes_by_in_contact_claims_it_and_goes_on():
    game = deathmatch([unit("marine", 10, 10), unit("stingray", 10, 30)], [unit("marine", 60, 60)])
    game.state.skull = (20.0, 11.0)
    run(game, BeginAction("move", ("A1",)), march_of(("A1",), (((10, 10), (30, 10)),), (90,)))
    assert named(game, "A1").at == (30, 10)
    assert game.state.skull is None
    assert game.state.claimed == "A1"
    assert points(game) == [10, 0]
    game.state.skull = (20.0, 30.0)
    run(game, EndAction(("A1",)), BeginAction("move", ("A2",)), march_of(("A2",), (((10, 30), (24, 30)),), (90,)))
    assert points(game) == [10, 0]


@pytest.mark.rule("TC-SKULL-5")
def test_one_a_little_too_far_does_not_and_one_that_stands_by_it_does_when_it_acts():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)])
    game.state.skull = (20.0, 11.03)
    run(game, BeginAction("move", ("A1",)), march_of(("A1",), (((10, 10), (30, 10)),), (90,)), EndAction(("A1",)))
    assert game.state.skull is not None
    game.state.skull = (30.0, 11.0)
    assert points(game) == [0, 0]
    run(game, BeginAction("attack", ("A1",)))
    assert points(game) == [10, 0]


@pytest.mark.rule("TC-SKULL-6", "TC-SKULL-7")
def test_the_effect_comes_after_the_action_out_of_the_table_that_was_chosen():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)]), 7)
    assert named(game, "A1").life == named(game, "B1").life == 10
    assert game.state.claimed == ""
    advanced = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], advanced=True), 6)
    assert advanced.state.marked == "B1"
    assert [skull.name for skull in BASIC.values()].count("Spring") == 3
    assert set(BASIC) == set(ADVANCED) == set(range(1, 21))


@pytest.mark.rule(
    "TC-SKB-8", "TC-SKB-12", "TC-SKB-13", "TC-SKB-15", "TC-SKB-19", "TC-SKB-20",
    "TC-SKA-3", "TC-SKA-4", "TC-SKA-7", "TC-SKA-9", "TC-SKA-10", "TC-SKA-11", "TC-SKA-12", "TC-SKA-13",
    "TC-SKA-14", "TC-SKA-15", "TC-SKA-16", "TC-SKA-17", "TC-SKA-18", "TC-SKA-20",
)  # fmt: skip
def test_the_tables_repeat_what_they_say_they_repeat():
    same = {8: 5, 12: 1, 13: 6, 15: 2, 19: 14, 20: 5}
    assert all(BASIC[face].effect is BASIC[other].effect for face, other in same.items())
    like_basic = {3: 3, 4: 4, 7: 7, 9: 9, 10: 10, 11: 11, 12: 1, 13: 6, 14: 14, 15: 2, 16: 16, 17: 17, 18: 18, 20: 5}
    assert all(ADVANCED[face].effect is BASIC[other].effect for face, other in like_basic.items())
    assert all(skull.rule == f"TC-SKB-{face}" for face, skull in BASIC.items())
    assert all(skull.rule == f"TC-SKA-{face}" for face, skull in ADVANCED.items())


# ---------------------------------------------------------------- the basic table
@pytest.mark.rule("TC-SKB-1")
def test_patriot_fires_two_missiles_whatever_lies_between():
    wall = box("tower", 40, 0, 44, 80)
    game = deathmatch(
        [unit("marine", 10, 10)],
        [unit("dwarf", 80, 10, dug_in=True), unit("stingray", 80, 40), unit("marine", 60, 60, infiltrated=True)],
        pieces=(wall,),
    )
    turned(game, 1)
    assert options(game) == {"B1": "", "B2": "", "B3": "TC-INFIL-3", "none": ""}
    # 10 + AC4 + 2 - 2 dug in = 14; 120 damage less 12 of plating over AC4 = 27
    load(game, 14, 15)
    play(game, "B1")
    assert named(game, "B1").life == 20 - (60 - 12) // 4
    turned(game, 1)
    load(game, 14, 14)
    play(game, "B2")
    assert points(game) == [2, 0]  # no bonus for a single action


@pytest.mark.rule("TC-SKB-2")
def test_anger_goes_to_the_nearest_enemy_an_infiltrated_one_too_and_attacks_unmoved():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 40, 10, infiltrated=True), unit("dwarf", 60, 10)])
    turned(game, 2)
    assert set(options(game)) == {"B1", "decline"}
    play(game, "B1")
    assert refused(game, ["37.5,10"]) == "TC-SKB-2"
    play(game, ["38,10"])
    assert game.question.about == "A1"
    assert named(game, "A1").moved == 0
    shot = aim_at(game.state, Salvo("A1", ("rifle-1",)), named(game, "B1"))
    assert shot.range == 0
    assert "hold" in options(game) or allowed(game)
    acted = named(game, "A1").acted
    game.answer("hold" if "hold" in options(game) else allowed(game)[-1])
    game.advance()
    assert named(game, "A1").acted == acted == 0
    assert game.state.doing is None


@pytest.mark.rule("TC-SKB-2")
def test_anger_may_be_declined():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 40, 10)]), 2)
    play(game, "decline")
    assert named(game, "A1").at == (10, 10)
    assert game.question is None


@pytest.mark.rule("TC-SKB-3")
def test_under_the_tempest_nothing_hides_anybody_until_the_claimer_is_removed():
    wall = box("tower", 40, 0, 44, 80)
    game = deathmatch([unit("marine", 10, 10)], [unit("dwarf", 80, 10)], pieces=(wall,))
    aim = aim_at(game.state, Salvo("A1", ("rifle-1",)), named(game, "B1"))
    assert aim.band.word == "blocked"
    turned(game, 3)
    aim = aim_at(game.state, Salvo("A1", ("rifle-1",)), named(game, "B1"))
    assert aim.band.word == "no cover"
    assert aim.range == 66


@pytest.mark.rule("TC-SKB-4")
def test_death_takes_2d20_life_of_the_claimer():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)]), 4, "A1", 12, 9)
    assert named(game, "A1").life == -1
    assert [player.deaths for player in game.state.players] == [1, 0]
    assert points(game) == [0, 0]


@pytest.mark.rule("TC-SKB-5")
def test_spring_heals_all_of_a_players_units_even_those_eliminated():
    game = deathmatch([unit("marine", 10, 10), unit("dwarf", 30, 10, life=-5)], [unit("dwarf", 60, 60, life=3)])
    turned(game, 5)
    assert [named(game, name).life for name in ("A1", "A2", "B1")] == [20, 20, 3]
    assert game.question is None


@pytest.mark.rule("TC-SKB-5")
def test_spring_brings_a_trooper_or_cap_where_nobody_needs_healing():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("dwarf", 60, 60)]), 5)
    assert set(options(game)) == {"marine", "pirate", "ninja", "cap", "neither"}
    play(game, "pirate")
    assert refused(game, ["10,15.1"]) == "TC-RALLY-3"
    play(game, ["10,15"])
    assert named(game, "A2").group == named(game, "A1").group == "A1"
    assert not named(game, "A2").off_cap
    turned(game, 5)
    play(game, "cap")
    assert game.state.players[0].cap == 4
    game.state.alter(0, cap=8)
    turned(game, 5)
    assert options(game)["cap"] == "TC-PERK-2"


@pytest.mark.rule("TC-SKB-6")
def test_fire_harms_and_drives_the_claimer_until_something_stops_it():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], pieces=(box("building", 30, 0, 40, 20),))
    turned(game, 6, "A1", 5, 10, 7)
    assert named(game, "A1").life == 15
    play(game, ["10,50"])
    assert named(game, "A1").at == (10, 27)
    turned(game, 6, "A1", 1, 20, 20)
    named(game, "A1").models = ((10, 10),)
    play(game, ["50,10"])
    assert named(game, "A1").at == pytest.approx((29, 10), abs=0.011)


@pytest.mark.rule("TC-SKB-7")
def test_famine_takes_10_life_of_everybody_with_deaths_but_no_kills():
    game = deathmatch(
        [unit("marine", 10, 10, life=20), unit("dwarf", 30, 10, life=10)], [unit("dwarf", 60, 60, life=4)]
    )
    turned(game, 7)
    assert [named(game, name).life for name in ("A1", "A2", "B1")] == [10, 0, -6]
    assert [(player.deaths, player.kills, player.score) for player in game.state.players] == [(1, 0, 0), (1, 0, 0)]


@pytest.mark.rule("TC-SKB-9")
def test_archangel_reveals_everybody():
    game = deathmatch(
        [unit("marine", 10, 10, infiltrated=True)], [unit("ninja", 60, 60, infiltrated=True)], order=(1, 0)
    )
    turned(game, 9)
    assert not named(game, "A1").hidden
    assert not named(game, "B1").hidden


@pytest.mark.rule("TC-SKB-10")
def test_a_hero_brings_50_if_it_survives_the_game_and_20_in_the_last_round():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], turns=2), 10)
    assert (named(game, "A1").hero, points(game)) == (50, [0, 0])
    game.state.turn = 2
    run(game, EndRound())
    assert points(game) == [50, 0]
    fallen = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], turns=2), 10)
    strike(fallen, named(fallen, "A1"), Blow(30, "B1", 1))
    run(fallen, ResolveDamage())
    fallen.state.turn = 2
    run(fallen, EndRound())
    assert points(fallen)[0] == 0
    last = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], turns=1), 10)
    assert (named(last, "A1").hero, points(last)) == (0, [20, 0])


@pytest.mark.rule("TC-SKB-11")
def test_scourge_clears_smoke_for_the_turn_and_reveals_everybody():
    game = deathmatch([unit("marine", 10, 10)], [unit("ninja", 60, 60, infiltrated=True)])
    game.state.clouds = (Cloud((30, 30), 4, 4),)
    turned(game, 11)
    assert (game.state.clouds, game.state.cleared) == ((), True)
    assert named(game, "B1").has(REVEALED)


@pytest.mark.rule("TC-SKB-14")
def test_stupidity_brings_every_opposing_team_15():
    game = turned(deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)], [unit("marine", 60, 10)]), 14)
    assert points(game) == [0, 15, 15]
    teams = deathmatch(*([unit("marine", 10 + 20 * n, 10)] for n in range(4)), teams=(0, 1, 1, 0))
    turned(teams, 14)
    assert points(teams) == [0, 15, 0, 0]


@pytest.mark.rule("TC-SKB-16")
def test_navigator_takes_the_claimer_and_its_group_anywhere_together():
    game = deathmatch(
        [unit("marine", 10, 10, group="A1"), unit("marine", 13, 10, group="A1"), unit("marine", 20, 10)],
        [unit("dwarf", 60, 60)],
    )
    turned(game, 16)
    assert refused(game, ["60,62"]) == "TC-MOVE-8"
    play(game, ["80,80"])
    assert refused(game, ["80,85.1"]) == "TC-RALLY-3"
    play(game, ["80,85"])
    assert (named(game, "A1").at, named(game, "A2").at, named(game, "A3").at) == ((80, 80), (80, 85), (20, 10))
    assert named(game, "A1").group == named(game, "A2").group == "A1"
    assert game.question is None


@pytest.mark.rule("TC-SKB-17")
def test_fate_gives_a_unit_to_an_opponent_who_respawns_it_whole_and_outside_his_cap():
    game = deathmatch(
        [unit("marine", 10, 10), unit("dwarf", 30, 10, life=3)], [unit("marine", 60, 60)], [unit("marine", 60, 10)]
    )
    turned(game, 17)
    assert set(options(game)) == {"A1", "A2"}
    play(game, "A2")
    assert set(options(game)) == {"B", "C"}
    load(game, 6)
    play(game, "C")
    assert game.question.seat == 2
    play(game, ["45,20"])
    given = named(game, "C2")
    assert (given.sheet.name, given.life, given.off_cap, given.at) == ("Dwarf", 20, True, (45, 20))
    assert named(game, "A2").gone
    assert [player.deaths for player in game.state.players] == [0, 0, 0]


@pytest.mark.rule("TC-SKB-18")
def test_overwatch_brings_an_action_a_turn_to_the_end_of_the_turn_of_the_next_skull():
    game = turned(deathmatch([unit("marine", 10, 10), unit("marine", 20, 10)], [unit("marine", 60, 60)]), 18)
    assert (game.state.players[0].command, game.state.players[0].overwatch) == (1, True)
    run(game, CountSurvivors())
    assert game.state.players[0].overwatch
    game.state.skull = (60.0, 61.0)
    run(game, BeginAction("attack", ("B1",)))
    assert game.state.players[0].overwatch
    run(game, CountSurvivors())
    assert not game.state.players[0].overwatch


# ---------------------------------------------------------------- the advanced table
def advanced(*sides, **more):
    return deathmatch(*sides, advanced=True, **more)


@pytest.mark.rule("TC-SKA-1")
def test_conquest_brings_six_troopers_at_a_random_point():
    game = turned(advanced([unit("marine", 10, 10)], [unit("marine", 60, 60)]), 1, "A1", 2)
    assert refused(game, ["marine"] * 5) == "TC-SKA-1"
    assert refused(game, ["dwarf"]) != ""
    play(game, ["marine"] * 3 + ["ninja"] * 3)
    for n in range(6):
        play(game, [f"{70 + 2 * n},14"])
    born = [one for one in game.state.units.values() if one.seat == 0 and one.off_cap]
    assert [one.sheet.name for one in born] == ["Marine"] * 3 + ["Ninja"] * 3
    assert {one.entered for one in born} == {1}


@pytest.mark.rule("TC-SKA-2")
def test_thunder_brings_a_random_ac6():
    game = advanced([unit("marine", 10, 10), unit("colossus", 40, 40)], [unit("marine", 60, 60)])
    turned(game, 2, "A1", 3)
    play(game, ["70,70"])
    assert (named(game, "A3").sheet.name, named(game, "A3").off_cap) == ("Colossus", True)


@pytest.mark.rule("TC-SKA-5")
@pytest.mark.parametrize(
    ("face", "name"), [(1, "Dwarf"), (2, "Dwarf"), (3, "Mammoth"), (4, "Mammoth"), (6, "Colossus")]
)
def test_war_brings_ac4_to_6_by_a_die(face, name):
    game = advanced(
        [unit("marine", 10, 10), unit("colossus", 40, 40), unit("mammoth", 40, 60)], [unit("marine", 60, 60)]
    )
    turned(game, 5, "A1", face, 3)
    play(game, ["70,70"])
    assert named(game, "A4").sheet.name == name


@pytest.mark.rule("TC-SKA-6")
def test_pestilence_marks_the_weakest_enemy_for_the_claimer():
    game = advanced(
        [unit("marine", 10, 10)],
        [unit("dwarf", 30, 10, life=7), unit("stingray", 40, 10, life=7), unit("marine", 50, 10, life=0)],
        [unit("dwarf", 60, 60)],
    )
    turned(game, 6)
    assert set(options(game)) == {"B1", "B2"}
    play(game, "B1")
    strike(game, named(game, "B1"), Blow(200, "C1", 2))
    assert points(game) == [4, 0, 4]
    turned(game, 6)
    strike(game, named(game, "B2"), Blow(200, "A1", 0))
    assert points(game) == [4 + 2 + 2, 0, 4]
    assert game.state.marked == ""


@pytest.mark.rule("TC-SKA-8")
def test_destiny_kills_all_and_four_ninjas_come_with_the_next_respawn_at_a_point_of_choice():
    game = turned(advanced([unit("marine", 10, 10), unit("dwarf", 30, 10)], [unit("marine", 60, 60)], turns=3), 8)
    assert named(game, "A1").eliminated
    assert named(game, "A2").eliminated
    assert [(player.deaths, player.kills) for player in game.state.players] == [(2, 0), (0, 0)]
    load(game, *[20] * 2)
    run(game, ResolveDamage())
    play(game, "leave")
    game.dice.unread = ()
    load(game, 1)
    run(game, DrawSpawns())
    assert game.question.seat == 0
    play(game, "6")
    assert game.state.players[0].spawn == 5
    run(game, EnterUnits(0))
    for n in range(4):
        play(game, [f"{40 + 2 * n},10"])
    ninjas = [one for one in game.state.units.values() if one.in_play and one.seat == 0]
    assert [(one.sheet.name, one.off_cap) for one in ninjas] == [("Ninja", True)] * 4
    assert game.state.players[0].ninjas == 0
    last = turned(advanced([unit("marine", 10, 10)], [unit("marine", 60, 60)], turns=1), 8)
    assert points(last) == [5, 0]
    assert last.state.players[0].ninjas == 0


@pytest.mark.rule("TC-SKA-19")
def test_rebel_brings_four_pirates_at_a_point_of_choice():
    game = turned(advanced([unit("marine", 10, 10)], [unit("marine", 60, 60)]), 19)
    play(game, "2")
    for n in range(4):
        play(game, [f"{70 + 2 * n},14"])
    born = [one for one in game.state.units.values() if one.off_cap]
    assert [one.sheet.name for one in born] == ["Pirate"] * 4
    assert unread(game) == ()
    assert "TC-SKA-19" in told_rules(game)
