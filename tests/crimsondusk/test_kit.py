"""Equipment and special rules: the tough, medics, jump packs, infiltrators, monsters."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, RollDamage
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitMan
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import down, patients
from tabletop_tui.rules.crimsondusk.state.skill_tests import command_bonus
from tabletop_tui.rules.crimsondusk.state.vehicles import riders
from tabletop_tui.rules.crimsondusk.turn.setup import Deploy, deploy_field, refuse_placing
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn, EndTurn
from tests.crimsondusk.build import (
    activate,
    battle_of,
    box,
    field,
    leader,
    man,
    section,
    soldier,
    squad,
    unit,
    vehicle,
)
from tests.playing import allowed, options, play, run, unread

rule = pytest.mark.rule


def begin(game, *dice):
    """The next turn begins; both roll for initiative last."""
    game.agenda.clear()
    game.dice.unread = (*dice, 9, 1)
    run(game, BeginTurn())
    return game


# ---------------------------------------------------------------- the tough
def tough(size=5, number=6):
    return squad(10, 10, size, tough=number)


@rule("CD-SR-TOUGH")
@pytest.mark.parametrize(("face", "left"), [(6, 5), (5, 4)])
def test_the_tough_get_up_at_the_start_of_the_next_turn(face, left):
    game = field([tough()], [leader(40, 40)])
    kill(game, unit(game, "A1"), ["A1-3"], "CD-WND-1")
    assert unit(game, "A1").left == 4, "for the moment it counts as killed"
    begin(game, face)
    assert unit(game, "A1").left == left
    assert unread(game) == ()
    if left == 5:
        assert unit(game, "A1").spot_of("A1-3") == (13.0, 10)
    begin(game)
    assert unread(game) == (), "one roll only"


@rule("CD-SR-TOUGH")
def test_who_gets_up_where_somebody_stands_now_finds_the_nearest_place():
    game = field([tough(), leader(40, 10)], [leader(40, 40)])
    kill(game, unit(game, "A1"), ["A1-5"], "CD-WND-1")
    unit(game, "A2").models = ((16.2, 10.0),)
    begin(game, 10)
    x, y = unit(game, "A1").spot_of("A1-5")
    assert (x - 16.2) ** 2 + (y - 10) ** 2 >= 1
    assert (x - 16.2) ** 2 + (y - 10) ** 2 < 1.05
    assert x < 16.2


@rule("CD-SR-TOUGH")
def test_a_section_of_the_tough_is_not_beaten_before_they_have_rolled():
    game = field([tough(2)], [leader(40, 40)], dice=(10, 1, 9, 1))
    kill(game, unit(game, "A1"), ["A1-1", "A1-2"], "CD-WND-1")
    assert not battle_of(game).side(0)
    assert len(down(battle_of(game), 0)) == 2
    run(game, EndTurn())
    assert unread(game) == ()
    assert [one.id for one in unit(game, "A1").men] == ["A1-1"]
    assert not unit(game, "A1").gone


def down_aboard(game, name, who):
    """A section rides in A1, and one of it, or of the crew, is killed."""
    found = unit(game, "A2")
    found.aboard, found.models = "A1", ()
    kill(game, unit(game, name), [who], "CD-WND-1")
    return game


@rule("CD-SR-TOUGH")
@pytest.mark.parametrize(("face", "left"), [(6, 5), (5, 4)])
def test_the_tough_get_up_in_the_vehicle_that_they_ride_in(face, left):
    game = down_aboard(field([vehicle(20, 24, "truck"), tough()], [leader(60, 40)]), "A2", "A2-3")
    unit(game, "A1").models = ((30.0, 24.0),)
    begin(game, face)
    assert unread(game) == ()
    assert (unit(game, "A2").left, unit(game, "A2").models, unit(game, "A2").aboard) == (left, (), "A1")


@rule("CD-SR-TOUGH")
def test_who_lies_in_a_vehicle_that_his_section_has_left_gets_up_beside_it():
    game = down_aboard(field([vehicle(20, 24, "truck"), tough()], [leader(60, 40)]), "A2", "A2-3")
    unit(game, "A1").models = ((30.0, 24.0),)
    section_ = unit(game, "A2")
    section_.aboard, section_.models = "", ((20.0, 10.0), (21.5, 10.0), (23.0, 10.0), (24.5, 10.0))
    begin(game, 6)
    x, y = section_.spot_of("A2-3")
    assert 1.75 + 0.5 <= ((x - 30) ** 2 + (y - 24) ** 2) ** 0.5 < 2.35


@rule("CD-SR-TOUGH")
def test_a_tough_section_that_was_wiped_out_aboard_is_aboard_again():
    game = field([vehicle(20, 24, "truck"), tough(2)], [leader(60, 40)])
    unit(game, "A2").aboard, unit(game, "A2").models = "A1", ()
    kill(game, unit(game, "A2"), ["A2-1", "A2-2"], "CD-WND-1")
    begin(game, 10, 1)
    assert (unit(game, "A2").gone, unit(game, "A2").aboard, unit(game, "A2").left) == ("", "A1", 1)
    assert [one.id for one in riders(battle_of(game), unit(game, "A1"))] == ["A2"]


@rule("CD-SR-TOUGH")
def test_those_on_the_ground_get_up_first_and_one_aboard_joins_them_there():
    game = field([vehicle(20, 24, "truck"), tough(2)], [leader(60, 40)])
    section_ = unit(game, "A2")
    down_aboard(game, "A2", "A2-2")
    section_.aboard, section_.models = "", ((10.0, 10.0),)
    kill(game, section_, ["A2-1"], "CD-WND-1")
    begin(game, 6, 6)
    assert [one.id for one in section_.men] == ["A2-1", "A2-2"]
    assert (section_.aboard, section_.models[0]) == ("", (10.0, 10.0))
    assert section_.models[1][1] > 20, "beside the vehicle"


@rule("CD-SR-TOUGH")
def test_tough_members_of_a_crew_get_up_at_their_posts_or_leave_their_wreck():
    game = down_aboard(field([vehicle(20, 24, "truck", tough=6), tough()], [leader(60, 40)]), "A1", "A1-1")
    assert [one.id for one in unit(game, "A1").crew] == ["A1-2"]
    begin(game, 6)
    assert [one.id for one in unit(game, "A1").crew] == ["A1-2", "A1-1"]
    game = field([vehicle(20, 24, "truck", tough=6)], [leader(60, 40)])
    hit = Hit(30, 0, "shell")
    game.agenda.clear()
    game.dice.unread = (10, 10)
    run(game, *(HitMan("A1", "A1", name, hit, "B1") for name in ("A1-1", "A1-2")))
    assert unit(game, "A1").gone
    assert not battle_of(game).side(0)
    begin(game, 6, 10)
    crew = unit(game, "A1c")
    assert (crew.gone, crew.aboard, crew.left, crew.start) == ("", "A1", 2, 2)


@rule("CD-EQ-MEDI")
def test_a_medic_aboard_treats_those_who_fell_there_and_nobody_else():
    men = soldier("Rg", "assault-rifle", medi_pack=1), *[soldier("Rg", "assault-rifle")] * 4
    game = field([vehicle(20, 24, "truck"), section(10, 10, *men), squad(20, 20)], [leader(60, 40)], dice=(5,))
    kill(game, unit(game, "A3"), ["A3-1"], "CD-WND-1")
    down_aboard(game, "A2", "A2-2")
    activate(game, "A2", "heal", "heal", "heal")
    assert allowed(game) == ["A2-2"], "A3-1 lies outside"
    play(game, "A2-2")
    assert (unit(game, "A2").left, unit(game, "A2").models) == (5, ())


@rule("CD-EQ-MEDI")
def test_nobody_outside_treats_those_in_a_vehicle():
    medic = section(20, 20.5, soldier("Rg", medi_pack=1), *[soldier()] * 3)
    game = field([vehicle(20, 24, "truck"), squad(10, 10), medic], [leader(60, 40)])
    down_aboard(game, "A2", "A2-2")
    assert options(activate(game, "A3"))["heal"] == "CD-EQ-MEDI"


# ---------------------------------------------------------------- medics
def medics(*dice):
    men = soldier("Rg", "assault-rifle", medi_pack=1), *[soldier("Rg", "assault-rifle")] * 4
    game = field([section(10, 10, *men)], [leader(40, 40)], dice=dice)
    kill(game, unit(game, "A1"), ["A1-2", "A1-5"], "CD-WND-1")
    return game


@rule("CD-EQ-MEDI")
def test_a_medic_brings_one_comrade_back_with_three_ap_and_a_test():
    game = activate(medics(5), "A1", "heal", "heal", "heal")
    assert allowed(game) == ["A1-2"], "A1-5 fell further away than the spacing"
    play(game, "A1-2")
    assert unit(game, "A1").spot_of("A1-2") == (11.5, 10)
    assert unit(game, "A1").left == 4


@rule("CD-EQ-MEDI")
def test_a_medic_brings_a_leader_back_who_fell_beside_him():
    men = soldier("Rg", "assault-rifle", medi_pack=1), *[soldier()] * 3
    game = field([section(10, 10, *men), leader(10, 13), leader(10, 7)], [leader(40, 40)], dice=(5,))
    kill(game, unit(game, "A2"), ["A2-1"], "CD-WND-1")
    kill(game, unit(game, "A3"), ["A3-1"], "CD-WND-1")
    unit(game, "A1").models = ((10, 10), (11.5, 10), (13, 10), (14.5, 10))
    activate(game, "A1", "heal", "heal", "heal", "A2-1")
    assert (unit(game, "A2").gone, unit(game, "A2").models) == ("", ((10, 13),))
    assert command_bonus(battle_of(game), unit(game, "A1")) == (1, "A2")


@rule("CD-EQ-MEDI")
def test_a_failed_test_brings_nobody_back():
    game = activate(medics(4), "A1", "heal", "heal", "heal", "A1-2")
    assert unit(game, "A1").left == 3


@rule("CD-EQ-MEDI", "CD-TURN-4")
def test_only_who_fell_since_the_turn_before_can_be_treated():
    game = medics()
    battle = battle_of(game)
    for expected in (1, 1, 0):
        medic = man(game, "A1-1")
        assert len(patients(battle, unit(game, "A1"), medic)) == expected
        battle.turn += 1
    activate(game, "A1")
    assert options(game)["heal"] == "CD-EQ-MEDI"


@rule("CD-EQ-MEDI")
def test_a_break_loses_what_was_done():
    game = activate(medics(5), "A1", "heal", "move", ["13,10.5"])
    assert man(game, "A1-1").paid == 0


# ---------------------------------------------------------------- jump packs
WOODS = box("woods", 10, 5, 14, 20)


def jumper(x, y, *dice):
    return field([leader(x, y, jump_pack=1, av=8)], [leader(60, 40)], (WOODS,), dice)


@rule("CD-EQ-JUMP-2")
def test_who_lands_in_difficult_terrain_takes_a_test_or_p_4():
    game = activate(jumper(9, 10, 3, 5), "A1", "move", ["12,10"])
    assert unread(game) == ()
    assert unit(game, "A1").gone, "3 fails, 5 + 4 is over 8"
    game = activate(jumper(9, 10, 4), "A1", "move", ["12,10"])
    assert unread(game) == ()
    assert unit(game, "A1").living


@rule("CD-EQ-JUMP-2", "CD-EQ-JUMP-1")
def test_who_starts_in_it_is_tested_too_who_leaps_over_it_is_not():
    game = activate(jumper(13, 10, 4), "A1", "move", ["16,10"])
    assert unread(game) == ()
    game = field([leader(9.5, 10, jump_pack=1)], [leader(60, 40)], (box("woods", 10, 5, 12, 20),))
    activate(game, "A1", "move", ["13,10"])
    assert not [event for event in game.events if isinstance(event, Rolled)]


# ---------------------------------------------------------------- infiltrators
@rule("CD-SR-INFILTRATE")
def test_infiltrators_come_after_all_others_anywhere_out_of_sight_and_fifteen_away():
    game = field([squad(0, 0, 4, infiltrate=1), squad(0, 0, 4)], [squad(10, 10, 4)], (box("house", 20, 5, 30, 15),))
    battle = battle_of(game)
    for name in ("A1", "A2"):
        unit(game, name).models = ()
    refusal = refuse_placing(battle, unit(game, "A1"))
    assert refusal is not None
    assert refusal.rule == "CD-SR-INFILTRATE"
    run(game, Deploy(0))
    assert game.question.about == "A2", "the only one that may be placed now"
    game.agenda.clear()
    unit(game, "A2").models = ((10.0, 45.0), (11.5, 45.0), (13.0, 45.0), (14.5, 45.0))
    aim = deploy_field(battle, unit(game, "A1"))

    def why(x, y):
        refusal = aim.refuse([f"{x},{y}"])
        return "" if refusal is None else refusal.rule

    assert why(36, 10) == "", "behind the house"
    assert why(50, 30) == "CD-SR-INFILTRATE", "in sight"
    assert why(26, 17) == "CD-SR-INFILTRATE", "too near"
    assert why(40, 44) == "", "the own strip as anybody"
    placed = deploy_field(battle, unit(game, "A2"))
    assert placed.refuse(["36,10"]) is not None


@rule("CD-SR-INFILTRATE")
def test_exactly_fifteen_is_enough():
    game = field([leader(0, 0, infiltrate=1)], [leader(10, 20)], (box("house", 14, 16, 20, 24),))
    unit(game, "A1").models = ()
    aim = deploy_field(battle_of(game), unit(game, "A1"))
    assert aim.refuse(["26,20"]) is None
    refusal = aim.refuse(["25.99,20"])
    assert refusal is not None
    assert refusal.rule == "CD-SR-INFILTRATE"


# ---------------------------------------------------------------- monsters
@rule("CD-EQ-MONSTER-1", "CD-EQ-MONSTER-2")
def test_a_monster_of_25_survives_the_first_hit_of_an_rpg_and_not_the_second():
    game = field([leader(40, 40)], [section(10, 10, soldier("Rg", av=12, monster=25), size=2.0)], dice=(1, 1))
    hit = Hit(5, 12, "RPG")
    run(game, RollDamage("B1", (("B1-1", hit),), "A1"))
    assert man(game, "B1-1").harm == 24, "1 + 12 is over 12, so AT counts, and twice"
    run(game, RollDamage("B1", (("B1-1", hit),), "A1"))
    assert unit(game, "B1").gone
