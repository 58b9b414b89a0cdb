"""What one rule leaves behind for another: pins and slow weapons, leaders who fall, wrecks that slide, halved Ac/Dc."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import hits_on
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.orders.reorganising import TakeCharge
from tabletop_tui.rules.crimsondusk.state.skill_tests import command_bonus
from tabletop_tui.rules.crimsondusk.state.units import SPLIT
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, bend, slow
from tabletop_tui.rules.crimsondusk.turn.initiative import initiative_tally
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn
from tabletop_tui.rules.crimsondusk.vehicles.driving import TakeSpeed
from tests.crimsondusk.build import (
    activate,
    battle_of,
    box,
    field,
    leader,
    line,
    man,
    section,
    soldier,
    squad,
    unit,
    vehicle,
)
from tests.playing import options, play, run, unread

rule = pytest.mark.rule
SHELL = Hit(30, 0, "a shell")


@rule("CD-WPN-3", "CD-PIN-8", "CD-WND-2")
@pytest.mark.parametrize(("mark", "fires"), [({}, True), ({"stunned": 2}, False)])
def test_a_pin_does_not_interrupt_the_loading_of_a_missile_and_a_stun_does(mark, fires):
    men = soldier("Rg", "missile-launcher"), *[soldier("Rg", "rifle")] * 3
    game = activate(field([section(10, 10, *men)], [vehicle(50, 10, "tank")], dice=(1, 1)))
    each = {"A1-1": "fire:missile-launcher", "A1-2": "nothing", "A1-3": "nothing", "A1-4": "nothing"}
    for orders in ({**each, "A1-1": "nothing", "A1-4": "aim:rifle"}, each, each):
        play(game, "each", orders)
    assert (man(game, "A1-1").paid, game.question) == (2, None), "AP 2 and 3 of 3"
    battle, gunners = battle_of(game), unit(game, "A1")
    gunners.pinned_from = gunners.pinned_to = 2
    if mark:
        gunners.alter(["A1-1"], **mark, paid=0, loading="")
    battle.turn, gunners.activated, gunners.spent = 2, False, 0
    game.agenda.clear()
    activate(game)
    assert battle.points_of(gunners) == 2
    if fires:
        play(game, "each", each)
        assert (game.question.about, "B1" in options(game)) == ("A1", True), "at whom?"
    else:
        play(game, "each")
        assert game.refuse(each) is not None


@rule("CD-INIT-3", "CD-CHAR-8")
def test_a_pinned_leader_has_no_say_in_the_initiative_and_still_helps_his_section():
    game = field([squad(10, 10), leader(10, 11.5, cb=2)], [leader(60, 40)])
    before = initiative_tally(battle_of(game), 0).total
    one = unit(game, "A2")
    one.pinned_from, one.pinned_to = 1, 2
    assert (before, initiative_tally(battle_of(game), 0).total) == (3, 1), "veterans still count"
    assert command_bonus(battle_of(game), unit(game, "A1")) == (2, "A2")


@rule("CD-REORG-9", "CD-COH-4")
def test_when_a_leader_in_charge_falls_his_men_are_a_section_below_its_minimum():
    game = field([leader(10, 11.5), squad(10, 10, 7)], [leader(60, 40)])
    unit(game, "A2").alter(["A2-1", "A2-2", "A2-3"], part=SPLIT)
    run(game, TakeCharge("A1", "A2"))
    taken = unit(game, "A1")
    assert (taken.left, taken.fewest, taken.confused_from) == (4, 4, 0)
    kill(game, taken, ["A1-1"], "CD-WND-1")
    assert (taken.left, taken.confused_from, unit(game, "A2").confused_from) == (3, 2, 0)
    assert command_bonus(battle_of(game), taken) == (0, "")


@rule("CD-COH-4", "CD-COH-5", "CD-MWIN-3")
def test_who_is_confused_anew_while_confused_is_tested_a_turn_later():
    game = field([squad(10, 10, 4)], [leader(60, 40)], dice=(1,))
    kill(game, unit(game, "A1"), ["A1-4"], "CD-WND-1")
    assert unit(game, "A1").confused_from == 2
    kill(game, unit(game, "A1"), ["A1-3"], "CD-WND-1")
    assert unit(game, "A1").confused_from == 2, "further losses do not trigger it again"


@rule("CD-VDAM-8", "CD-VEH-3", "CD-VEH-4")
def test_a_halved_acdc_changes_bends_and_turns_on_the_spot():
    tank = unit(field([vehicle(20, 24, "tank")], [leader(60, 40)]), "A1")
    assert (slow(tank, 7, firm=False), bend(tank, 8, firm=False)) == (True, 6)
    tank.alter_hull(halvings=1)
    assert (acdc(tank), slow(tank, 4, firm=False), slow(tank, 5, firm=False)) == (4, True, False)
    assert [bend(tank, speed, firm=False) for speed in (7, 8, 11, 12)] == [6, 12, 12, 18]


@rule("CD-VEH-2", "CD-VDAM-9", "CD-VDAM-5")
@pytest.mark.parametrize(
    ("mark", "low", "high"),
    [
        ({}, 11, 30),
        ({"engine": False}, 11, 11),
        ({"dazed": 1}, 11, 25),
        ({"halvings": 1}, 17, 29),
        ({"stays": 1}, 0, 0),
    ],
)
def test_what_lies_on_a_tank_at_25_bounds_its_next_speed(mark, low, high):
    game = field([vehicle(20, 24, "tank")], [leader(60, 40)])
    unit(game, "A1").alter_hull(speed=25, **mark)
    run(game, TakeSpeed("A1"))
    found = (game.question.low, game.question.high) if game.question else (unit(game, "A1").hull.speed,) * 2
    assert found == (low, high)


@rule("CD-VTGT-5", "CD-VMEL-3", "CD-COLL-1")
def test_a_wreck_that_slides_on_rams_who_stands_there_and_stops_at_a_wall():
    game = field([vehicle(20, 24, "car")], [squad(26, 24, 1)], dice=(10, 1, 10))
    unit(game, "A1").alter_hull(speed=25)
    run(game, *hits_on(unit(game, "A1"), (SHELL,), (), "B1"))
    assert (unit(game, "B1").gone, unit(game, "A1").models, unread(game)) == ("killed", ((30.0, 24.0),), ())
    wall = line("high-wall", (26, 20), (26, 28))
    game = field([vehicle(20, 24, "car")], [squad(60, 40)], (wall,), dice=(10,))
    unit(game, "A1").alter_hull(speed=25)
    run(game, *hits_on(unit(game, "A1"), (SHELL,), (), "B1"))
    assert unit(game, "A1").models[0][0] == pytest.approx(24.5, abs=0.05)
    assert unit(game, "A1").hull.speed == 0


@rule("CD-PIN-8", "CD-PASS-2", "CD-GTG-6")
def test_who_serves_a_pin_does_not_board_and_who_lies_crawls_up_to_a_vehicle():
    game = field([vehicle(20, 24, "truck"), squad(18.5, 21, 3)], [squad(60, 40)])
    unit(game, "A2").pinned_from = unit(game, "A2").pinned_to = 1
    assert options(activate(game, "A2"))["board:A1"] == "CD-PIN-8"
    for y, refusal in ((20.8, ""), (20.2, "CD-PASS-2")):
        game = field([vehicle(20, 24, "truck"), squad(20, y, 1)], [squad(60, 40)])
        unit(game, "A2").ground = True
        assert options(activate(game, "A2"))["board:A1"] == refusal


@rule("CD-VEH-5", "CD-VEH-1")
def test_who_was_bogged_at_speed_begins_from_a_standing_start():
    scrub = box("scrub", 24, 20, 30, 28)
    game = field([vehicle(18, 24, "car")], [leader(60, 40)], (scrub,), dice=(3, 5))
    unit(game, "A1").alter_hull(speed=20)
    activate(game, "A1", 20, "drive", ["straight=rest"])
    assert (unit(game, "A1").hull.bogged, unit(game, "A1").hull.speed) == (scrub.id, 0)
    game.agenda.clear()
    battle = battle_of(game)
    battle.turn = 2
    unit(game, "A1").activated = False
    activate(game, "A1")
    assert unit(game, "A1").hull.bogged == ""
    assert (game.question.low, game.question.high) == (-10, 10), "it stands on rough ground"


@rule("CD-SR-TOUGH", "CD-EQ-MEDI", "CD-COH-4")
def test_who_gets_up_again_is_no_loss_but_the_fall_has_confused_his_section():
    game = field([squad(10, 10, 4, tough=5)], [leader(60, 40)], dice=(5, 5, 1))
    kill(game, unit(game, "A1"), ["A1-4"], "CD-WND-1")
    game.agenda.clear()
    run(game, BeginTurn())
    one = unit(game, "A1")
    assert (one.left, one.start, battle_of(game).is_confused(one)) == (4, 4, True)
