"""Charges and melee (AMC-MELEE, AMC-MORALE-4, AMC-TERR-4, AMC-TERR-5)."""

from __future__ import annotations

from math import dist

import pytest

from tabletop_tui.engine.events import Fell
from tabletop_tui.rules.armymen.melee.melee import Charged, CloseUp, Fight, Melee, Settle, strikers
from tabletop_tui.rules.armymen.sight.sight import arc
from tests.armymen.build import (
    act,
    box,
    charge,
    field,
    gunners,
    jeep,
    recruits,
    riflemen,
    said,
    snipers,
    stand,
    tank,
    unit,
    veterans,
)
from tests.playing import load, options, play, run, unread

rule = pytest.mark.rule


def fight(game, *dice, high=0, low=0):
    load(game, *dice)
    run(game, Fight(Melee("A1", "B1", high, low)))
    return game


@rule("AMC-MELEE-1", "AMC-MELEE-2")
def test_chargers_go_into_contact_and_the_defenders_follow_three_inches():
    game = field([riflemen(10, 10, 5)], [riflemen(10, 24, 5)])
    enemies = unit(game, "B1").models
    unit(game, "B1").pinned = True  # and destroyed before it can close up
    charge(game, 1)
    near = sorted(min(dist(a, b) for b in enemies) for a in unit(game, "A1").models)
    assert near[0] == pytest.approx(1.0, abs=0.03), "base to base"
    assert near[2] < 1.1
    game = field([riflemen(10, 10, 5)], [riflemen(10, 20, 5)])
    before = unit(game, "B1").models
    run(game, CloseUp("B1", "A1"))
    moves = [dist(a, b) for a, b in zip(before, unit(game, "B1").models, strict=True)]
    assert max(moves) == pytest.approx(3.0, abs=0.26)
    assert max(moves) <= 3.0


@rule("AMC-MELEE-2", "AMC-VEH-4")
def test_a_charged_vehicle_stays_where_it_is_and_does_not_strike():
    game = field([riflemen(10, 10, 5)], [tank(10, 22)])
    run(game, CloseUp("B1", "A1"))
    assert unit(game, "B1").models == ((10, 22),)
    assert strikers(unit(game, "B1"), unit(game, "A1")) == 0


@rule("AMC-VEH-4", "AMC-TERR-5", "AMC-GEN-3")
def test_a_vehicle_that_is_charged_from_below_has_no_die_to_strike_with():
    game = field([gunners(10, 10)], [tank(10, 22, 180)], pieces=(box("hill", 5, 18, 15, 26),))
    load(game, *(4, 4), *[1] * 4, *(6, 6))
    act(game, "A1", "charge", "B1", ["10,20"])
    assert unit(game, "B1").destroyed
    assert "B1 Tank strikes" not in said(game)
    assert unread(game) == ()


@rule("AMC-MELEE-3")
def test_models_within_two_inches_strike_with_fists_or_bayonets():
    game = field([gunners(10, 10, 3)], [gunners(10, 16)])
    stand(game, "A1", (10, 13), (10, 13.1), (10, 12.9))
    assert strikers(unit(game, "A1"), unit(game, "B1")) == 2, "exactly 2 in from base to base is near enough"
    stand(game, "A1", (5.3, 10))
    stand(game, "B1", (8.3, 10))
    assert strikers(unit(game, "A1"), unit(game, "B1")) == 1, "whatever the last digits of its numbers are"
    for x, count in ((14.25, 1), (14.3, 0)):
        game = field([gunners(x, 10)], [tank(10, 10)])
        assert strikers(unit(game, "A1"), unit(game, "B1")) == count, "from the edge of a vehicle"
    game = field([riflemen(10, 10, 5, "bayonets")], [gunners(30, 30, 3)])
    assert (unit(game, "A1").melee.attacks, unit(game, "B1").melee.attacks) == (2, 1)


@rule("AMC-MELEE-4", "AMC-MELEE-5", "AMC-GEN-3")
def test_the_charger_has_one_die_more_and_both_sides_strike_and_block():
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    fight(game, *(4, 4, 4, 4, 4, 4), *(4, 4, 1, 1, 1))
    assert unread(game) == ()
    assert "A1 Gunner strikes: Attack dice 2 = 1 from 1 model with Fists, +1 charging" in said(game)


@rule("AMC-TERR-4", "AMC-TERR-5")
def test_height_gives_a_die_to_whoever_was_above_at_the_start():
    hill = box("hill", 5, 5, 15, 15)
    down = field([gunners(10, 10)], [gunners(10, 20)], pieces=(hill,))
    charge(down, 4, 1, 1, 1, 1)
    assert "A1 Gunner strikes: Attack dice 3 = 1 from 1 model with Fists, +1 charging, +1 from above" in said(down)
    up = field([gunners(10, 20)], [gunners(10, 10)], pieces=(hill,))
    charge(up, 4, 1, 1, 1, 1)
    assert "B1 Gunner strikes: Attack dice 2 = 1 from 1 model with Fists, +1 charged from below" in said(up)
    level = field([gunners(10, 14)], [gunners(10, 8)], pieces=(hill,))
    charge(level, 4, 1, 1, 1)
    assert "from above" not in said(level)
    assert "from below" not in said(level)


@rule("AMC-MELEE-6")
def test_models_about_to_fall_still_strike():
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    fight(game, 4, 4, 1, 1, 4, 1)
    assert unit(game, "A1").destroyed
    assert unit(game, "B1").destroyed, "the struck unit struck back before it was removed"


@rule("AMC-MELEE-7")
def test_the_unit_that_caused_fewer_wounds_is_tested_and_may_be_destroyed():
    for face, gone in ((3, True), (4, False)):
        game = field([riflemen(10, 10, 5)], [riflemen(12, 10, 5)])
        load(game, face, *[1] * 40)
        game.push(Settle(Melee("A1", "B1"), 2, 1))
        game.step()
        assert unit(game, "B1").destroyed == gone
        assert not unit(game, "A1").destroyed


@rule("AMC-MELEE-7")
def test_equal_wounds_test_nobody_and_a_wiped_out_unit_ends_it():
    game = field([riflemen(10, 10, 5)], [riflemen(12, 10, 5)])
    game.push(Settle(Melee("A1", "B1"), 0, 0))
    game.step()
    assert unread(game) == ()
    assert len(game.agenda) == 3, "both close up and fight on"
    game = field([riflemen(10, 10, 5)], [riflemen(12, 10, 5)])
    game.state.destroy(unit(game, "B1"))
    run(game, Settle(Melee("A1", "B1"), 5, 0))
    assert not game.agenda


@rule("AMC-MELEE-8", "AMC-MELEE-4")
def test_they_fight_until_one_is_destroyed_with_the_same_bonus_in_every_round():
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    # Two rounds without a wound, then the charger wounds and is not wounded.
    fight(game, *(1, 1, 1), *(1, 1, 1), *(4, 1, 1, 1))
    assert unit(game, "B1").destroyed
    assert said(game).count("+1 charging") == 3
    assert not game.agenda


@rule("AMC-MELEE-1", "AMC-MELEE-8")
def test_where_nobody_is_near_enough_there_is_no_melee():
    game = field([gunners(10, 10)], [gunners(30, 30)])
    game.state.thinned = ("A1",)
    fight(game)
    assert "there is no melee" in said(game)
    assert not game.agenda


@rule("AMC-MELEE-8", "AMC-MELEE-1")
@pytest.mark.parametrize(("again", "thinned"), [(True, ("A1",)), (True, ()), (False, ())])
def test_a_melee_goes_on_until_they_have_come_near_enough_again(again, thinned):
    game = field([gunners(10, 10)], [gunners(10, 24)], dice=(4, 4, 1, 1, 1))
    game.state.thinned = thinned
    run(game, Fight(Melee("A1", "B1"), again))
    assert said(game).count("closes up") == 4, "13 in: twice 3 in each, and the last inch"
    assert unit(game, "B1").destroyed
    assert unread(game) == ()


@rule("AMC-MELEE-8")
def test_who_stands_behind_a_wall_of_bases_goes_round_it_to_fight_on():
    game = field([gunners(10, 10)], [gunners(10, 15), riflemen(30, 30, 10)], dice=(4, 4, 1, 1, 1))
    unit(game, "B2").models = tuple((round(10 + 1.02 * n, 2), 12.0) for n in range(-4, 6))
    unit(game, "B1").models = ((10, 16.0),)
    run(game, Fight(Melee("A1", "B1"), again=True))
    assert unit(game, "B1").destroyed
    assert unread(game) == ()


@rule("AMC-MELEE-8")
def test_where_no_way_is_left_the_melee_is_over():
    pen = [tank(4.2, 1.75), tank(1.75, 4.2), tank(5.2, 5.2)]
    game = field([gunners(0.6, 0.6), *pen], [gunners(12, 12)])
    run(game, Fight(Melee("A1", "B1"), again=True))
    assert "No way leads from one to the other" in said(game)
    assert not game.agenda


@rule("AMC-VEH-4", "AMC-WPN-2", "AMC-MELEE-7")
def test_infantry_can_wear_a_vehicle_down():
    game = field([riflemen(10, 10, 5)], [tank(10, 13.3)])
    stand(game, "A1", (8.5, 11.6), (10, 11.05), (11.5, 11.6), (8.5, 10.5), (11.5, 10.5))
    # Six dice hit, halved to three; six dice do not block; three damage rolls from the front; then the test fails.
    unit(game, "B1").facing = 0
    fight(game, *[4] * 6, *[1] * 6, *[1, 1] * 3, 3)
    assert unit(game, "B1").destroyed
    assert unread(game) == ()


@rule("AMC-MORALE-4", "AMC-MORALE-5", "AMC-MORALE-6")
def test_a_pinned_unit_is_tested_when_it_is_charged():
    game = field([gunners(10, 10)], [gunners(10, 18)])
    unit(game, "B1").pinned = True
    charge(game, 3)
    assert unit(game, "B1").destroyed
    assert not game.agenda
    game = field([gunners(10, 10)], [gunners(10, 18)])
    unit(game, "B1").pinned = True
    charge(game, 4, *(4, 4, 1, 1), 1)
    assert "no longer Pinned" in said(game)
    assert not unit(game, "B1").activated, "it keeps its activation"


@rule("AMC-MELEE-5", "AMC-ACT-3")
def test_hunker_helps_in_melee_and_cover_does_not():
    game = field([gunners(10, 10)], [gunners(10, 11.1)], pieces=(box("woods", 5, 5, 15, 15),))
    unit(game, "B1").hunkered = True
    fight(game, *(4, 1, 1, 4, 1), *(4, 4, 1, 1, 1, 1))
    assert "No wound on B1 Gunner" in said(game), "one hit, two dice to block"
    assert unread(game) == ()


@rule("AMC-WPN-1")
def test_who_has_no_bayonets_fights_with_fists():
    game = field([riflemen(10, 10, 5)], [gunners(10, 20)])
    assert unit(game, "A1").melee.name == "Fists"
    act(game, "A1", "charge")
    assert "Fists, 5 models" in "".join(line.value for line in game.preview("B1").lines)
    assert options(game)["B1"] == ""


# ---------------------------------------------------------------- the boundary cases
@rule("AMC-MELEE-3", "AMC-WPN-1", "AMC-WPN-5", "AMC-WPN-6")
@pytest.mark.parametrize(("upgrades", "dice"), [((), 3), (("bayonets",), 6)])
def test_each_striker_has_his_weapons_attacks(upgrades, dice):
    game = field([riflemen(10, 10, 5, *upgrades)], [gunners(10, 40)])
    stand(game, "A1", (10, 39), (11, 39), (9, 39), (20, 20))
    fight(game, *[4] * (dice + 1), *[1] * (dice + 1), 1)
    assert unread(game) == ()
    assert f"Attack dice {dice + 1} = {dice}" in said(game)


@rule("AMC-MELEE-3", "AMC-UPG-2")
def test_a_bayonet_does_not_add_to_fists_and_grenades_are_no_melee_weapon():
    game = field([riflemen(10, 10, 5, "bayonets", "c4", "bazooka")], [gunners(10, 20)])
    one = unit(game, "A1")
    assert (one.melee.name, one.melee.attacks) == ("Bayonet", 2)


@rule("AMC-MELEE-7")
@pytest.mark.parametrize(("wounds", "taken", "loser"), [(1, 0, "B1"), (0, 1, "A1"), (3, 2, "B1")])
def test_only_who_caused_fewer_wounds_is_tested(wounds, taken, loser):
    game = field([riflemen(10, 10)], [riflemen(12, 10)], dice=(3,))
    run(game, Settle(Melee("A1", "B1"), wounds, taken))
    assert [one.id for one in game.state.units.values() if one.destroyed] == [loser]
    assert unread(game) == ()


@rule("AMC-MELEE-7", "AMC-MELEE-8")
@pytest.mark.parametrize("equal", [0, 2])
def test_equal_wounds_make_another_round(equal):
    game = field([gunners(10, 10, 3)], [gunners(12, 10, 3)])
    game.push(Settle(Melee("A1", "B1"), equal, equal))
    game.step()
    assert unread(game) == ()
    steps = [(step.unit, step.enemy) for step in game.agenda[::-1] if isinstance(step, CloseUp)]
    assert steps == [("A1", "B1"), ("B1", "A1")], "the charger closes up first"
    assert isinstance(game.agenda[0], Fight)


@rule("AMC-MELEE-7")
def test_wounds_count_even_beyond_the_models_there_are():
    game = field([riflemen(10, 10)], [gunners(10, 11.1)])
    stand(game, "A1", (10, 10), (9, 10.6))
    # Three hits on one man; he strikes back once and is not blocked: nobody is tested, he is gone.
    fight(game, *(4, 4, 4), *(1, 1, 1), 4, 1)
    assert unit(game, "B1").destroyed
    assert game.question is not None, "the charger chooses whom it lost"
    play(game, "0")
    assert unread(game) == ()
    assert not game.agenda


@rule("AMC-MELEE-5", "AMC-MELEE-7", "AMC-ACT-3")
def test_more_blocks_than_hits_are_no_wounds_and_no_fewer_than_none():
    game = field([gunners(10, 10)], [gunners(11, 10)])
    unit(game, "B1").hunkered = True
    first, second = (*(4, 1), *(4, 4), 1), (*(4, 1), *(1, 1), 1)  # strikes, blocks, strikes of the other
    fight(game, *first, *second)
    assert unread(game) == (), "0 to 0: nobody is tested, they fight on"
    assert unit(game, "B1").destroyed
    assert unit(game, "A1").on_table


@rule("AMC-MELEE-6", "AMC-MELEE-7")
def test_both_may_be_wiped_out_and_casualties_are_chosen_by_their_owners():
    game = field([gunners(10, 10, 3)], [gunners(11.1, 10, 3)])
    # Four dice of the charger: two hits, none blocked; three of the defender: one hit, not blocked; the test is passed.
    fight(game, *(4, 4, 1, 1), *(1, 1), *(4, 1, 1), 1)
    assert game.question.seat == 1
    assert "2 to remove" in game.question.prompt
    play(game, "rest")
    assert game.question.seat == 0
    load(game, 4, *(4, 4, 1), *(1, 1), 1)
    play(game, "0")
    # 1 of B1 is left against 2 of A1: they fight again, and it is wiped out.
    assert unit(game, "B1").destroyed
    assert unit(game, "A1").left == 2
    assert unread(game) == ()


@rule("AMC-MELEE-7")
def test_only_the_wounds_of_this_round_are_compared():
    game = field([gunners(10, 10, 3)], [gunners(11.1, 10, 3)])
    # The charger wounds once and the test is passed; in the next round the defender wounds and the charger fails.
    fight(game, *(4, 1, 1, 1), 1, *(1, 1, 1))
    load(game, 4, *(1, 1, 1, 1), *(4, 1), 1)
    play(game, "0")
    load(game, 3)
    play(game, "0")
    assert unit(game, "A1").destroyed
    assert not unit(game, "B1").destroyed
    assert unread(game) == ()


@rule("AMC-MELEE-5", "AMC-UNIT-8", "AMC-UNIT-9")
def test_snipers_are_nothing_special_in_melee():
    game = field([snipers(10, 10)], [gunners(10, 11.1)])
    # Both miss; one hit of two is blocked, as by anybody; one hit of two is not.
    fight(game, *(3, 3), 1, *(3, 4), 4, 1, *(1, 4), 1, 1)
    assert unit(game, "B1").destroyed
    assert unread(game) == ()


@rule("AMC-MELEE-5", "AMC-UNIT-2", "AMC-UNIT-5")
def test_recruits_and_veterans_roll_again_in_melee_too():
    game = field([recruits(10, 10)], [veterans(10, 20)])
    stand(game, "A1", (10, 10))
    stand(game, "B1", (10, 11.1))
    # Two dice hit, one again: one hit. The veteran blocks at the second try. He strikes at the second try, is blocked
    # first, then not: the recruit is gone.
    fight(game, *(4, 4, 4, 1), *(1, 4), *(1, 4), *(4, 1))
    assert unit(game, "A1").destroyed
    assert unread(game) == ()


@rule("AMC-MELEE-4", "AMC-WPN-2", "AMC-DMG-5")
def test_a_lone_man_with_fists_can_hurt_a_tank():
    game = field([gunners(10, 10)], [tank(10, 12.25, 180)])
    # One hit of two is halved to nothing and nobody is tested; two are one; the tank's four dice fail; the rear.
    fight(game, *(4, 1), *(4, 4), *(1, 1, 1, 1), *(5, 1))
    assert unit(game, "B1").destroyed
    assert unread(game) == ()
    assert said(game).count("+1 charging") == 2


@rule("AMC-MELEE-7", "AMC-VEH-4", "AMC-DMG-2")
def test_a_vehicle_that_survives_its_wounds_is_tested_and_fights_on():
    game = field([gunners(10, 10)], [jeep(10, 11.75, 0)])
    # Two hits are one, not blocked by two dice; a 2 from the front; the test is passed; then again, and it fails.
    fight(game, *(4, 4), *(1, 1), *(2, 2), 4, *(4, 4), *(1, 1), *(4, 4), 3)
    jeep_ = unit(game, "B1")
    assert jeep_.destroyed
    assert unread(game) == ()
    assert "caused fewer wounds" in said(game)


@rule("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")
def test_the_side_in_melee_is_the_one_most_of_the_nearest_attackers_face():
    game = field([riflemen(10, 10)], [tank(20, 20, 0)])
    tank_ = unit(game, "B1")
    touch = [(20, 22.25), (20.98, 22.03), (17.75, 20)]
    assert arc(tank_, touch) == "rear"
    assert arc(tank_, touch[1:]) == "side", "as many: the better for the vehicle"
    assert arc(tank_, [(20, 22.3), (17.75, 20)]) == "side", "the nearer one alone"


@rule("AMC-TERR-5", "AMC-TERR-4", "AMC-MELEE-8")
def test_height_stays_for_the_whole_melee():
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    fight(game, *(1, 1), *(1, 1), *(4, 1), 1, *(1, 1), low=1)
    assert said(game).count("+1 charged from below") == 2
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    fight(game, *(1, 1, 1), 1, *(4, 1, 1), 1, 1, high=1)
    assert said(game).count("+1 from above") == 2
    assert unread(game) == ()


@rule("AMC-TERR-4", "AMC-TERR-5")
def test_height_is_where_most_models_stood_when_the_charge_began():
    hill = box("hill", 5, 5, 15, 13.2)
    game = field([riflemen(10, 10)], [gunners(10, 20)], pieces=(hill,))
    unit(game, "B1").pinned = True
    load(game, 4, *[1] * 40)
    act(game, "A1", "charge", "B1")
    game.answer(["10,19"])
    assert game.agenda[-2].melee == Melee("A1", "B1", 1, 0), "three of five on the hill"
    game = field([riflemen(10, 10)], [gunners(10, 20)], pieces=(box("hill", 5, 5, 15, 12.9),))
    act(game, "A1", "charge", "B1")
    game.answer(["10,19"])
    assert game.agenda[-2].melee == Melee("A1", "B1", 0, 0), "two of five"


@rule("AMC-MORALE-4")
def test_a_pinned_target_is_tested_before_it_closes_up_and_the_charger_stays_where_it_ended():
    game = field([gunners(10, 10)], [riflemen(10, 14)])
    unit(game, "B1").pinned = True
    load(game, 3)
    act(game, "A1", "charge", "B1", ["10,13"])
    assert unit(game, "A1").models == ((10, 13),)
    assert "close up" not in said(game)
    assert [event.by for event in game.events if isinstance(event, Fell)] == ["A1"]
    assert not game.agenda
    assert unit(game, "A1").on_table


@rule("AMC-TERR-3", "AMC-MELEE-1")
@pytest.mark.parametrize(("dice", "left"), [((1, 1), 0), ((2, 1, 1, 1, 4, 1, 1, 1), 1)])
def test_chargers_cross_mines_before_they_strike(dice, left):
    game = field([gunners(10, 10)], [gunners(10, 16)], pieces=(box("minefield", 5, 12, 15, 13),), dice=dice)
    act(game, "A1", "charge", "B1", ["10,15"])
    assert unit(game, "A1").left == left
    assert unread(game) == (), "blown up, or a round without a wound and one with"


@rule("AMC-TERR-3")
def test_mines_are_rolled_for_once_an_action():
    mines = (box("minefield", 5, 14, 15, 17),)
    game = field([riflemen(10, 10)], [gunners(10, 21)], pieces=mines, dice=(4, 4, 1, 3, 5, 4, 4, 3, 4, 3, 5, 2, 3, 3))
    stand(game, "A1", (10, 10), (10, 4))
    act(game, "A1", "charge", "B1", ["10,20"])
    assert "A1 Riflemen close up" in said(game), "its second model crosses the mines only now"
    assert said(game).count("dangerous terrain: ") == 1
    act(game, "A1", "advance", ["10,15"])
    assert said(game).count("dangerous terrain: ") == 2, "another action"
    assert unread(game) == ()


@rule("AMC-MORALE-4", "AMC-GUARD-3")
def test_a_charger_that_is_wiped_out_on_the_way_makes_no_pinned_test():
    game = field([gunners(10, 10)], [riflemen(10, 14)])
    unit(game, "B1").pinned = True
    game.state.destroy(unit(game, "A1"))
    run(game, Charged(Melee("A1", "B1")))
    assert unit(game, "B1").pinned
    assert not game.agenda
