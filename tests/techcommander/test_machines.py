"""Machines as weapons and as carriers: rams, overruns, tramples, jumps; crews, passengers, hatches, loot."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import movement
from tabletop_tui.rules.techcommander.close_combat.death_from_above import crash_tally
from tabletop_tui.rules.techcommander.close_combat.ramming import Ram, ram_tally
from tabletop_tui.rules.techcommander.close_combat.trampling import most_trampled, refuse_victim
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.moving.overrunning import overrun_field
from tabletop_tui.rules.techcommander.state.battle import Cloud
from tabletop_tui.rules.techcommander.state.distances import adjacent
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tabletop_tui.rules.techcommander.ways.base_contact_moves import contact_field
from tests.playing import allowed, options, play, refused, run, unread
from tests.techcommander.build import act, box, field, named, stock, unit
from tests.techcommander.situations import played

TRUCK = {"seats": 3, "hatch": 1, "crew": 2, "locomotion": "wheeled"}


def truck(x, y, **state):
    """A vehicle of AC2 with three seats and one hatch."""
    return unit("stingray", x, y, card_changes=TRUCK, **state)


# ---------------------------------------------------------------- contact
@pytest.mark.rule("TC-ADJ-1", "TC-RANGE-7", "TC-BASE-1")
def test_contact_is_base_to_base():
    game = field([unit("dwarf", 20, 20), unit("dwarf", 26, 20), unit("dwarf", 20, 26.1)], [])
    one, two, three = (named(game, name) for name in ("A1", "A2", "A3"))
    assert adjacent(one, two)
    assert not adjacent(one, three)
    where = contact_field(game.state, three, "A1", "TC-RAM-1")
    assert where.refuse(["14,20"]) is None
    assert where.refuse(["13.9,20"]) is not None


# ---------------------------------------------------------------- rams
@pytest.mark.rule("TC-RAM-1", "TC-RAM-2", "TC-RAM-3", "TC-SMOKE-7")
def test_24_a_ram_through_smoke():
    """Situation 24: AC6 rams AC4 through smoke: 14 or less; die 5: 30 damage, 7 life, and 15 to itself, 2 life."""

    def build():
        game = field(
            [unit("dwarf", 20, 45, "plating", card_changes={"ac": 6})], [unit("dwarf", 38, 45), unit("marine", 30, 60)]
        )
        game.state.clouds = (Cloud((30.0, 45.0), 4.0, 9.0),)
        return game

    assert ram_tally(build().state, named(build(), "A1"), "B1").total == 14
    game = build()
    assert "B2" not in options(act(game, "A1", "ram"))
    steps, answers = (BeginAction("ram", ("A1",)), ChooseMove("A1"), Ram("A1", "B1")), (["31,45"],)
    done = played(build, steps, answers, (14, 5))
    assert (named(done, "B1").life, named(done, "A1").life) == (13, 18)
    missed = played(build, steps, (*answers, ["27,45"]), (15,))  # TC-RAM-4
    assert (named(missed, "B1").life, named(missed, "A1").at) == (20, (27.0, 45.0))


@pytest.mark.rule("TC-RAM-2", "TC-RAM-4")
def test_a_ram_without_smoke_has_two_for_fire_control_and_a_miss_leaves_the_rest_of_the_speed():
    game = act(field([unit("dwarf", 20, 45)], [unit("stingray", 35, 45)], dice=(15,)), "A1", "ram", "B1")
    assert ram_tally(game.state, named(game, "A1"), "B1").total == 14
    short = field([unit("dwarf", 20, 45, crew=1)], [unit("stingray", 35, 45)])
    assert ram_tally(short.state, named(short, "A1"), "B1").total == 12
    play(game, ["30,45"])  # 10 of 15
    assert refused(game, ["24.9,45"]) == "TC-MOVE-1"
    play(game, ["25,45"])
    assert named(game, "A1").at == (25.0, 45.0)


@pytest.mark.rule("TC-RAM-1", "TC-RAM-3")
def test_a_wall_can_be_rammed():
    rocks = (box("rocks", 30, 40, 40, 50, ac=2),)
    game = act(field([unit("dwarf", 20, 45)], [], pieces=rocks, dice=(14, 10)), "A1", "ram", rocks[0].id)
    play(game, ["26.99,45"])
    assert (rocks[0].id in game.state.ruins, named(game, "A1").life) == (True, 15)


# ---------------------------------------------------------------- overruns
@pytest.mark.rule("TC-OVERRUN-1", "TC-OVERRUN-2", "TC-OVERRUN-3", "TC-OVERRUN-4")
def test_an_overrun_goes_straight_over_friends_and_enemies():
    sides = (
        [unit("dwarf", 20, 45, "lance"), unit("marine", 26, 45)],
        [unit("marine", 30, 45), unit("stingray", 30, 70)],
    )
    assert overrun_field(*(lambda g: (g.state, named(g, "A1")))(field(*sides))).refuse(["25,45", "30,50"]) is not None
    game = act(field(*sides, dice=(13, 2, 12)), "A1", "overrun", ["35,45"])
    assert game.question.seat == 0
    play(game, "dodge")  # 13 fails: 2 x AC4 = 8
    assert (named(game, "A2").life, game.question.seat) == (12, 1)
    play(game, "dodge", ["30,50"])
    assert (named(game, "B1").at, named(game, "B1").life, named(game, "A1").at) == ((30.0, 50.0), 20, (35.0, 45.0))
    declined = act(field(*sides, dice=(2, 3)), "A1", "overrun", ["35,45"])
    play(declined, "pass", "pass")
    assert [named(declined, name).life for name in ("A2", "B1")] == [12, 8]


# ---------------------------------------------------------------- tramples
@pytest.mark.rule("TC-TRAMPLE-1", "TC-TRAMPLE-2", "TC-TRAMPLE-4")
def test_an_msv_tramples_a_rallied_group_hidden_or_not():
    group = [unit("marine", 28 + 3 * n, 45, group="B1", infiltrated=True) for n in range(3)]
    game = act(field([unit("dwarf", 20, 45)], group, dice=(13, 3, 12)), "A1", "trample", "B1")
    assert refused(game, ["20,45"]) == "TC-TRAMPLE-1"
    play(game, ["29.5,49"])
    play(game, "B1", "dodge")
    assert named(game, "B1").life == 8
    play(game, "B2", "dodge", ["31,40"], "hold")
    assert (named(game, "B2").life, named(game, "B3").life, unread(game)) == (20, 20, ())
    assert most_trampled(named(game, "A1")) == 7
    alone = act(field([unit("dwarf", 20, 45)], [unit("marine", 28, 45)]), "A1")
    assert options(alone)["trample"] == "TC-TRAMPLE-1"
    away = act(field([unit("dwarf", 20, 45)], [unit("marine", 31.6 + 3 * n, 45, group="B1") for n in range(2)]), "A1")
    assert options(away)["trample"] == "TC-TRAMPLE-1"  # 7.6 away, 7.5 allowed


@pytest.mark.rule("TC-TRAMPLE-3")
def test_nobody_is_trampled_where_no_msv_could_stand():
    weak = box("bridge", 30, 40, 60, 50, top=4.0, bottom=3.0, ac=3)
    game = field([unit("dwarf", 20, 45)], [unit("marine", 35, 45, on=weak.id), unit("marine", 35, 60)], pieces=(weak,))
    dwarf = named(game, "A1")
    assert refuse_victim(game.state, dwarf, named(game, "B1")) is not None
    assert refuse_victim(game.state, dwarf, named(game, "B2")) is None
    under = field([unit("dwarf", 20, 45)], [unit("marine", 35, 45)], pieces=(weak,))
    assert refuse_victim(under.state, named(under, "A1"), named(under, "B1")) is not None


# ---------------------------------------------------------------- jumps
@pytest.mark.rule("TC-DFA-1", "TC-DFA-2", "TC-DFA-3")
def test_death_from_above():
    hawk = unit("pigeonhawk", 20, 45, "lance")
    assert "death-from-above" not in options(act(field([unit("dwarf", 20, 45)], [unit("dwarf", 30, 45)]), "A1"))
    game = act(field([hawk], [unit("dwarf", 38, 45)], dice=(14, 8, 9)), "A1", "death-from-above", "B1")
    assert refused(game, ["30,45"]) == "TC-DFA-1"
    play(game, ["32.5,45"])
    assert named(game, "B1").life == 20 - (3 * 20 + 8) // 4
    assert named(game, "A1").life == 20 - 3
    missed = act(field([hawk], [unit("dwarf", 38, 45)], dice=(15,)), "A1", "death-from-above", "B1", ["32.5,45"])
    assert (named(missed, "B1").life, named(missed, "A1").at) == (20, (32.5, 45.0))
    hidden = act(
        field([hawk], [unit("marine", 38, 45, infiltrated=True), unit("dwarf", 30, 30)]), "A1", "death-from-above"
    )
    assert options(hidden)["B1"] == "TC-ATK-3"


@pytest.mark.rule("TC-POP-1")
def test_pop_and_shoot_comes_down_where_it_began():
    wall = (box("rocks", 30, 40, 34, 50, top=6.0),)
    game = act(
        field([unit("pigeonhawk", 20, 45, "lance")], [unit("dwarf", 40, 45)], pieces=wall), "A1", "pop-and-shoot"
    )
    assert game.refuse(21) is not None  # its speed of 20
    play(game, 15)
    assert named(game, "A1").at == (20.0, 45.0)


@pytest.mark.rule("TC-JUMPASLT-1")
def test_a_jump_assault_fires_from_up_there_and_drops_straight_down():
    game = act(field([unit("pigeonhawk", 20, 45, "lance")], [unit("dwarf", 60, 45)]), "A1", "jump-assault")
    play(game, ["40,45"])
    assert game.refuse(21) is not None
    play(game, 20)
    assert (named(game, "A1").at, named(game, "A1").on) == ((40.0, 45.0), "ground")


# ---------------------------------------------------------------- carriers
@pytest.mark.rule("TC-LOAD-1", "TC-LOAD-2", "TC-VEH-3", "TC-VEH-2", "TC-ATTACHED-1", "TC-ATTACHED-2", "TC-ATTACHED-3")
def test_a_carrier_takes_those_in_contact_aboard():
    crowd = [unit("marine", 20 + dx, 45 + dy) for dx, dy in ((3, 0), (-3, 0), (0, 3), (0, -3))]
    game = act(field([truck(20, 45), *crowd], []), "A1", "load", "load-first")
    play(game, "A2", "A3", "A4")
    assert options(game)["A5"] == "TC-VEH-3"  # three seats; the crew of two needs none
    play(game, "done", ["31,45"])
    assert [named(game, name).aboard for name in ("A2", "A3", "A4", "A5")] == ["A1", "A1", "A1", ""]
    assert [named(game, name).on_table for name in ("A2", "A5")] == [False, True]
    assert set(allowed(act(game, "A2"))) == {"disembark", "pass"}


@pytest.mark.rule("TC-LOAD-1")
def test_it_may_move_first():
    game = act(field([truck(20, 45), unit("marine", 34, 45)], []), "A1", "load", "move-first")
    assert refused(game, ["32.1,45"]) == "TC-MOVE-1"
    play(game, ["31,45"], "A2", "done")
    assert named(game, "A2").aboard == "A1"


@pytest.mark.rule("TC-OFFLOAD-1", "TC-OFFLOAD-2")
def test_of_two_who_are_set_down_one_attacks_and_one_waits():
    """Situation 27: one attacks at -1, one waits: carrier and the first have acted, the second has not."""

    def build():
        mates = [unit("marine", None, 0, "rifle", aboard="A1") for _ in range(2)]
        return field([truck(20, 45), *mates], [unit("dwarf", 20, 60)])

    game = act(build(), "A1", "offload", "offload-first", "A2", ["20,48"])
    assert options(game)["attack"] == ""
    play(game, "attack")
    assert named(game, "A2").moved > 0
    assert (named(game, "A1").acted, named(game, "A2").acted) == (1, 1)
    other = act(build(), "A1", "offload", "move-first", ["20,50"], "A3", ["20,53"], "wait", "done")
    assert (named(other, "A1").acted, named(other, "A3").acted, named(other, "A3").at) == (1, 0, (20.0, 53.0))
    half = act(build(), "A1", "offload", "offload-first", "A2", ["20,48"], "move", ["20,55"], "done", ["20,40"])
    assert (named(half, "A2").at, named(half, "A2").acted) == ((20.0, 55.0), 1)


@pytest.mark.rule("TC-OFFLOAD-3", "TC-OFFLOAD-4", "TC-OFFLOAD-5", "TC-ACT-8", "TC-ACT-9", "TC-DISEMBARK-3", "TC-CREW-1")
def test_its_own_crew_may_be_set_down_and_has_acted():
    game = act(field([truck(20, 45)], [unit("dwarf", 60, 60)]), "A1", "offload", "offload-first", "crew", ["20,48"])
    crew = named(game, "A2")
    assert (crew.ac, crew.speed, crew.life, crew.done) == (1, 22.0, 20, True)
    assert game.state.doing.units == ("A1", "A2")
    assert (named(game, "A1").crewed, named(game, "A1").abandoned) == (False, False)
    play(game, "crew", ["20,42"], "done")
    assert named(game, "A1").abandoned
    run(game, ChooseUnit(0))
    assert options(game)["A1"] == "TC-DISEMBARK-3"


@pytest.mark.rule("TC-OFFLOAD-3", "TC-OFFLOAD-1")
def test_crew_is_not_set_down_where_there_is_no_room_beside_the_carrier():
    """Rocks on all sides leave half a centimetre around the truck, and a crewmember is two across."""
    sides = ((10, 35, 17.5, 55), (22.5, 35, 30, 55), (17.5, 35, 22.5, 42.5), (17.5, 47.5, 22.5, 55))
    rocks = [box("rocks", *corners) for corners in sides]
    game = act(field([truck(20, 45)], [unit("dwarf", 60, 60)], pieces=rocks), "A1", "offload", "offload-first")
    assert options(game)["crew"] == "TC-OFFLOAD-1"
    assert options(game)["done"] == ""


@pytest.mark.rule("TC-OFFLOAD-3")
def test_who_has_acted_is_set_down_and_does_nothing_more():
    game = act(field([truck(20, 45), unit("marine", None, aboard="A1", acted=1)], []), "A1", "offload", "offload-first")
    play(game, "A2", ["20,48"])
    assert "done" in options(game)


@pytest.mark.rule("TC-BOARD-1", "TC-BOARD-2")
def test_people_board_as_passengers_or_as_crew():
    sides = [truck(20, 45, crew=1), unit("crew", 28, 45)], [unit("dwarf", 60, 60)]
    game = act(field(*sides), "A2", "board", ["23,45"])
    assert set(allowed(game)) == {"A1:passenger", "A1:crew", "stay"}
    play(game, "A1:crew")
    assert (named(game, "A1").crewed, named(game, "A1").acted, named(game, "A2").crewing) == (True, 1, True)
    rides = act(field(*sides), "A2", "board", ["23,45"], "A1:passenger")
    assert (named(rides, "A1").crew, named(rides, "A1").acted, named(rides, "A2").aboard) == (1, 0, "A1")


@pytest.mark.rule("TC-BOARD-2", "TC-DISEMBARK-3")
def test_an_enemy_machine_that_nobody_crews_may_be_taken_over():
    game = act(field([unit("crew", 28, 45)], [truck(20, 45, crew=0)]), "A1", "board", ["23,45"])
    assert set(allowed(game)) == {"B1:crew", "stay"}
    play(game, "B1:crew")
    assert (named(game, "B1").seat, named(game, "B1").abandoned) == (0, False)
    manned = act(field([unit("crew", 28, 45)], [truck(20, 45)]), "A1")
    assert options(manned)["board"] == "TC-BOARD-1"


@pytest.mark.rule("TC-DISEMBARK-1", "TC-DISEMBARK-2")
def test_a_passenger_gets_off_and_may_return_in_the_same_action():
    def aboard():
        return field([truck(20, 45), unit("marine", None, aboard="A1")], [])

    game = act(aboard(), "A2", "disembark", ["23,45"])
    assert refused(game, ["32.6,45"]) == "TC-MOVE-1"  # half of 18, from where it got off
    play(game, ["32,45"])
    assert (named(game, "A2").at, named(game, "A2").aboard) == ((32.0, 45.0), "")
    assert (named(game, "A2").acted, game.state.players[0].base) == (0, 3), "an action of its player, none of its own"
    back = act(aboard(), "A2", "disembark", ["23,45"], ["23,45"], "A1:passenger")
    assert (named(back, "A2").aboard, named(back, "A1").acted) == ("A1", 0)


@pytest.mark.rule("TC-EVAC-1")
def test_a_crewmember_at_the_edge_of_his_side_is_safe():
    def at(x, y):
        return act(field([unit("crew", x, y)], []), "A1")  # starts at 14, 76: the bottom and the left are as near

    assert options(at(14, 89))["evacuate"] == ""
    assert options(at(14, 76))["evacuate"] == ""
    assert options(at(45, 1))["evacuate"] == "TC-EVAC-1"
    game = play_on(at(14, 89), "evacuate")
    assert (named(game, "A1").gone, game.state.players[0].deaths) == ("evacuated", 0)
    assert "evacuate" not in options(act(field([unit("marine", 14, 89)], []), "A1"))


def play_on(game, *answers):
    play(game, *answers)
    return game


# ---------------------------------------------------------------- hatches
@pytest.mark.rule("TC-UNBUT-1", "TC-UNBUT-2", "TC-UNBUT-3", "TC-UNBUT-4", "TC-ATTACHED-4")
def test_who_stands_in_a_hatch_may_fire_once_as_his_carrier_acts():
    """Situation 26: -4, within OPT only, once per action of the host."""

    def build():
        gunner = unit("marine", None, 0, "rifle", aboard="A1", hatch=True)
        return field([truck(20, 45), gunner, unit("marine", None, 0, "rifle", aboard="A1")], [unit("dwarf", 45, 45)])

    game = act(build(), "A1", "move", ["30,45"])
    assert (game.question.seat, "A2" in options(game), "A3" in options(game)) == (0, True, False)
    play(game, "A2")
    assert named(game, "A2").hatch_fired
    still = act(build(), "A1", "move", ["20,50"])  # 12 and the bases: out of range
    assert game.question is not None
    assert still.question is None or "A2" not in options(still)


@pytest.mark.rule("TC-ATTACHED-4", "TC-ATTACHED-5")
def test_the_first_to_get_in_stands_in_the_hatch_the_others_are_inside():
    game = act(field([truck(20, 45), unit("marine", 23, 45), unit("marine", 17, 45)], []), "A1", "load", "load-first")
    play(game, "A2", "A3")
    assert [named(game, name).hatch for name in ("A2", "A3")] == [True, False]


# ---------------------------------------------------------------- survivors and loot
@pytest.mark.rule("TC-PHASE-7", "TC-CREW-1")
def test_of_a_lost_carrier_each_rolls_to_get_out():
    """Situation 28: one of two troops gets out, one stays: he is lost with it, to whoever eliminated the carrier."""

    def build():
        mates = [unit("marine", None, 0, "rifle", aboard="A1") for _ in range(2)]
        return field([truck(20, 45, life=-1, killer=1, crew=1), *mates], [unit("dwarf", 60, 60)])

    game = played(build, (ResolveDamage(),), ("try", ["20,45"], ["22,45"]), (10, 11, 10))
    assert [named(game, name).gone for name in ("A1", "A2", "A3", "A4")] == ["eliminated", "", "eliminated", ""]
    assert (named(game, "A4").sheet.name, game.state.players[1].score) == ("Crew", 1)
    assert {named(game, "A2").at, named(game, "A4").at} == {(20.0, 45.0), (22.0, 45.0)}
    lost = run(build(), ResolveDamage())
    play(lost, "leave")
    assert game.state.players[1].kills == 1
    assert lost.state.players[1].kills == 2


@pytest.mark.rule("TC-LOOT-1", "TC-LOOT-2", "TC-LOOT-3")
def test_a_looter_takes_what_it_can_carry_when_damage_is_resolved():
    looted = unit("marine", 28, 45, "rocket-tube", life=-2, acted=1)
    game = act(field([unit("marine", 20, 45, "rifle"), unit("marine", 40, 45)], [looted]), "A1", "loot", ["26,45"])
    play(game, "B1")
    assert named(game, "B1").looter == "A1"
    assert options(act(game, "A2"))["loot"] == "TC-LOOT-1"  # once a turn
    named(game, "B1").life = 3  # repaired meanwhile
    game.agenda.clear()
    run(game, ResolveDamage())
    play(game, "take:rocket-tube-1", "drop:rifle-1", "done")
    assert list(named(game, "A1").weapons()) == ["rocket-tube-1"]
    assert list(named(game, "B1").weapons()) == []
    fresh = act(field([unit("marine", 20, 45)], [unit("marine", 28, 45, life=-2)]), "A1")
    assert options(fresh)["loot"] == "TC-LOOT-1"


# ---------------------------------------------------------------- vehicles
@pytest.mark.rule("TC-VEH-4")
def test_every_vehicle_fires_on_the_move_at_one_less():
    game = field([unit("stingray", 20, 45, moved=24.0)], [unit("dwarf", 40, 45)])
    assert [one.value for one in movement(aim(game, "A1", "tank-gun-1", "B1"))] == [-1]
    legs = field([unit("dwarf", 20, 45, "lance", moved=15.0)], [unit("dwarf", 40, 45)])
    assert [one.value for one in movement(aim(legs, "A1", "lance-1", "B1"))] == [-4]


@pytest.mark.rule("TC-VEH-1")
def test_vehicles_are_what_they_are():
    vehicles = [card for card in stock().units.values() if card.kind == "vehicle"]
    assert vehicles
    assert all(not card.mounts and card.integrated for card in vehicles)


@pytest.mark.rule("TC-SMOKE-8")
def test_smoke_around_its_target_hampers_death_from_above():
    game = field([unit("pigeonhawk", 20, 45, "lance")], [unit("marine", 38, 45), unit("dwarf", 38, 60)])
    hawk, marine, dwarf = (named(game, name) for name in ("A1", "B1", "B2"))
    game.state.clouds = (Cloud((38.0, 45.0), 4.0, 2.0), Cloud((38.0, 60.0), 4.0, 2.0))
    assert crash_tally(game.state, hawk, marine).total == 10 + 1 - 2
    assert crash_tally(game.state, hawk, dwarf).total == 10 + 4  # 2 of its 5 are in the smoke


def aim(game, name, copy, target):
    return aim_at(game.state, Salvo(name, (copy,)), named(game, target))
