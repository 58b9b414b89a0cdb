"""Dug in, ambush, infiltration, scans."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tabletop_tui.engine.option_order import careful
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.aiming.digging_in import declaring
from tabletop_tui.rules.techcommander.aiming.return_fire import could_hit
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo
from tabletop_tui.rules.techcommander.anytime.anytime_windows import UnitsNamed
from tabletop_tui.rules.techcommander.shooting.firing import Fire
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, REVEALED
from tabletop_tui.rules.techcommander.state.infiltration import can_infiltrate, hidden_from, presume, reveal
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit
from tabletop_tui.rules.techcommander.turn.turn import Reset
from tabletop_tui.rules.techcommander.unit_actions.ambush import reaction_tally
from tabletop_tui.rules.techcommander.unit_actions.scanning import Scan, scan_range, scan_tally
from tests.playing import load, options, play, refused, run, unread
from tests.techcommander.build import Placed, act, box, field, named, said, stock, unit

rule = pytest.mark.rule


def shot(game, name="A1", copy="lance-1", target="B1", dice=1):
    return run(game, Fire(Salvo(name, (copy,), ((target, dice),))))


# ---------------------------------------------------------------- dug in
@rule("TC-DIGIN-1", "TC-DUG-1", "TC-DUG-6")
def test_dug_in_by_an_action_until_it_leaves_its_place():
    game = act(field([unit("dwarf", 20, 40)], []), "A1", "dig-in", ["27.5,40"])
    assert named(game, "A1").dug_in
    assert refused(act(field([unit("dwarf", 20, 40)], []), "A1", "dig-in"), ["27.6,40"]) == "TC-MOVE-1"
    act(game, "A1", "post-up", ["27.5,40", "turn=90"])
    assert named(game, "A1").dug_in, "turning on the spot does not end it"
    act(game, "A1", "move", ["30,40"])
    assert not named(game, "A1").dug_in


@rule("TC-POSTUP-5", "TC-READY-4")
@pytest.mark.parametrize("waits", [{"posted": 90.0}, {"readied": 1}])
def test_who_waits_by_an_action_of_this_turn_is_not_made_to_give_that_up_by_enter(waits):
    """Of two units the other is marked; of its own actions only what keeps it is taken unasked."""
    mine = [unit("dwarf", 20, 20, "lance", acted=1, **waits), unit("dwarf", 20, 60, "lance")]
    game = field(mine, [unit("stingray", 118, 78)], pieces=(box("wall", 40, 0, 44, 79),))

    def marked() -> str:
        options = game.question.options
        return options[careful(options, partial(SYSTEM.appraise, game))].key

    run(game, ChooseUnit(0))
    assert marked() == "A2"
    run(game, ChooseAction(("A1",)))
    assert marked() == "pass"
    asked = {one.key: game.question.warning(one.key) for one in game.question.options if one.refusal is None}
    assert {"dig-in", "move", "ready-up", "post-up"} <= asked.keys()
    assert [key for key, warning in asked.items() if not warning] == ["pass"]
    assert "A1 Dwarf is no longer" in asked["dig-in"]
    named(game, "A1").acted = 0
    run(game, ChooseAction(("A1",)))
    assert marked() != "pass", "in the next turn it may do something else"
    assert not game.question.warning("dig-in")


@rule("TC-DUG-2", "TC-DIGIN-2", "TC-REACT-2")
def test_crew_and_troops_that_have_not_acted_dig_in_by_announcement_when_an_enemy_is_named():
    mine = [unit("marine", 30, 40), unit("marine", 30, 44, acted=1), unit("dwarf", 30, 60), unit("crew", 30, 50)]
    game = field([unit("dwarf", 40, 40, "lance")], mine)
    run(game, UnitsNamed(("A1",)))
    assert options(game) == {"dig:all": "", "dig:B1": "", "dig:B4": "", "pass": ""}
    play(game, "dig:all")
    assert [one.dug_in for one in game.state.units.values()] == [False, True, False, False, True]
    assert (named(game, "B1").acted, game.question) == (0, None)


@rule("TC-DUG-4", "TC-DUG-5")
def test_a_dug_in_unit_shoots_back_once_a_turn_after_the_attack_and_keeps_its_weapon():
    game = field([unit("dwarf", 20, 40, "lance", "lance")], [unit("marine", 34, 40, dug_in=True)])
    load(game, 20)
    shot(game)
    assert game.question.seat == 1
    load(game, 20)
    offered = game.question.options
    assert offered[careful(offered, partial(SYSTEM.appraise, game))].key == "return", "it costs nothing"
    play(game, "return", "rocket-tube-1", "A1")
    assert (named(game, "B1").fired, named(game, "B1").returned) == ((), True)
    assert named(game, "B1").left("rocket-tube-1") == 0
    load(game, 20)
    shot(game, copy="lance-2")
    assert game.question is None


@rule("TC-DUG-4")
def test_hit_into_the_red_it_makes_its_gut_check_first_and_it_is_not_asked_without_a_shot():
    game = field([unit("dwarf", 20, 40, "autocannon")], [unit("marine", 34, 40, dug_in=True)])
    load(game, 1, 1)
    shot(game, copy="autocannon-1", dice=2)
    assert named(game, "B1").life == 2
    load(game, 11)
    offered = game.question.options
    assert offered[careful(offered, partial(SYSTEM.appraise, game))].key == "pass", "the check may cost something"
    play(game, "return")
    assert named(game, "B1").limps, "no fire control any more"
    assert "gut check" in said(game)
    far = field([unit("dwarf", 5, 5, "lance")], [unit("marine", 80, 80, dug_in=True)])
    assert not could_hit(far.state, named(far, "B1"), named(far, "A1"))
    load(far, 20)
    shot(far)
    assert far.question is None


# ---------------------------------------------------------------- ambush
def behind(*dice, ambusher=None, **state):
    """A Ninja or another 10 behind a posted-up Dwarf that looks east."""
    mine = ambusher or unit("ninja", 20, 40)
    game = field([mine], [unit("dwarf", 36, 40, "lance", "autocannon", posted=90.0, **state)])
    load(game, *dice)
    return act(game, "A1", "ambush", "B1")


@rule("TC-AMBUSH-1")
def test_an_ambush_starts_and_ends_behind_a_posted_up_unit():
    front = field([unit("ninja", 60, 40)], [unit("dwarf", 36, 40, posted=90.0)])
    act(front, "A1")
    assert options(front)["ambush"] == "TC-AMBUSH-1"
    game = behind()
    assert refused(game, ["36.5,30"]) == "TC-AMBUSH-1"
    assert refused(game, ["35.5,30"]) == ""
    assert refused(game, ["42,40"])


@rule("TC-AMBUSH-2")
def test_21_an_unmoved_tier_1_troop_with_suppression_gear_is_reacted_to_on_4_or_less():
    card = evolve(stock().units["marine"], tier=1)
    gear = evolve(stock().gear["smoke"], id="suppressor", does="suppression")
    troop = Placed(Sheet(card, (stock().weapons["rifle"],), (gear,)), (20, 40))
    game = field([troop], [])
    assert reaction_tally(named(game, "A1"), hidden=False).total == 4
    assert reaction_tally(named(game, "A1"), hidden=True).total == 2
    assert reaction_tally(named(field([unit("ninja", 20, 40, moved=5.0)], []), "A1"), False).total == 8


@rule("TC-AMBUSH-3")
def test_a_surprised_unit_that_is_hit_is_no_longer_posted_up_and_has_acted():
    game = behind(20, 1)
    play(game, ["20,40"], "B1")
    assert (named(game, "B1").posted, named(game, "B1").done) == (None, True)
    missed = behind(20, 20)
    play(missed, ["20,40"], "B1")
    assert (named(missed, "B1").posted, named(missed, "B1").done) == (90.0, False)


@rule("TC-AMBUSH-4")
def test_one_that_reacts_shoots_back_afterwards_and_nothing_speaks_for_its_shot():
    game = behind(1, 1)
    play(game, ["20,40"], "B1")
    assert game.question.seat == 1
    assert named(game, "B1").posted == 90.0
    cost = next(option.cost for option in game.question.options if option.key == "A1")
    assert cost == "10 or less", "no AC1, no fire control, no Wet Wire Jacks"


# ---------------------------------------------------------------- infiltration
@rule("TC-INFIL-1", "TC-INFIL-2", "TC-ECBS-3")
def test_only_those_with_a_system_hide_and_not_once_revealed_or_dropped_this_turn():
    game = field([unit("marine", 10, 10), unit("crew", 20, 10), unit("dwarf", 30, 10), unit("marine", 40, 10)], [])
    assert [can_infiltrate(one) for one in game.state.units.values()] == [True, False, False, True]
    reveal(game, named(game, "A4"), "TC-INFIL-8")
    for one in game.state.units.values():
        presume(one)
    assert [one.infiltrated for one in game.state.units.values()] == [True, False, False, False]
    assert HOT_DROPPED != REVEALED


@rule("TC-INFIL-5", "TC-INFIL-6", "TC-STATUS-1")
def test_only_the_highest_initiative_acts_without_a_stealth_roll():
    for order, dice, hidden in (((1, 0), (), True), ((0, 1), (10,), True), ((0, 1), (11,), False)):
        game = field([unit("marine", 10, 10, infiltrated=True)], [unit("marine", 60, 60)], order=order)
        load(game, *dice)
        run(game, BeginAction("move", ("A1",)))
        assert (named(game, "A1").hidden, unread(game)) == (hidden, ())


@rule("TC-INFIL-6")
def test_passing_is_not_acting():
    game = field([unit("marine", 10, 10, infiltrated=True)], [unit("marine", 60, 60)])
    run(game, ChooseUnit(0))
    play(game, "A1", "pass")
    assert named(game, "A1").hidden


@rule("TC-INFIL-7", "TC-REVEALED-1", "TC-REVEALED-2", "TC-PHASE-8")
def test_who_is_revealed_can_be_targeted_by_all_to_the_end_of_the_turn():
    game = field([unit("marine", 30, 40, infiltrated=True)], [unit("dwarf", 50, 40)], [unit("dwarf", 30, 60)])
    enemies = [named(game, "B1"), named(game, "C1")]
    assert all(hidden_from(game.state, enemy, named(game, "A1")) for enemy in enemies)
    reveal(game, named(game, "A1"), "TC-INFIL-6")
    assert not any(hidden_from(game.state, enemy, named(game, "A1")) for enemy in enemies)
    run(game, Reset())
    assert named(game, "A1").hidden, "infiltrated again"


@rule("TC-INFIL-9", "TC-INFIL-10")
def test_crew_and_troops_within_6_that_made_no_full_move_see_the_infiltrated():
    def sees(gap, who="marine", **state):
        radius = 1.0 if who in ("marine", "crew") else 3.0
        game = field([unit(who, 30, 40, **state)], [unit("marine", 30 + radius + gap + 1, 40, infiltrated=True)])
        assert named(game, "B1").on_table, "all know where it is"
        return not hidden_from(game.state, named(game, "A1"), named(game, "B1"))

    assert sees(6.0)
    assert not sees(6.1)
    assert not sees(3.0, "dwarf")
    assert sees(6.0, "crew", moved=11.0), "18 and 4 for what it does not carry: half of 22"
    assert not sees(6.0, "crew", moved=11.1)


# ---------------------------------------------------------------- scans
@rule("TC-SCAN-1", "TC-SCAN-2", "TC-INFIL-8")
def test_a_scan_reveals_the_infiltrated_within_the_speed_of_the_scanner():
    near, far = unit("marine", 39, 40, infiltrated=True), unit("marine", 39.1, 50, infiltrated=True)
    game = field([unit("dwarf", 20, 40)], [near, far])
    assert scan_range(named(game, "A1")) == 15
    load(game, 12)
    run(game, Scan(("A1",)))
    assert [named(game, name).hidden for name in ("B1", "B2")] == [False, True]
    load(game, 13)
    again = field([unit("dwarf", 20, 40)], [near])
    load(again, 13)
    run(again, Scan(("A1",)))
    assert named(again, "B1").hidden


@rule("TC-SCAN-3")
def test_the_scanner_itself_is_revealed_whatever_it_rolls_and_whoever_is_first():
    game = field([unit("marine", 20, 40, infiltrated=True)], [unit("dwarf", 60, 40)], order=(1, 0))
    load(game, 20)
    act(game, "A1", "scan", ["20,40"])
    assert not named(game, "A1").hidden


@rule("TC-SCAN-5", "TC-SCAN-2")
def test_a_scan_needs_12_11_after_half_a_move_8_after_more_and_gear_helps():
    def needed(moved, *gear):
        sheet = Sheet(stock().units["dwarf"], (), gear)
        return scan_tally(named(field([Placed(sheet, (20, 40), state=(("moved", moved),))], []), "A1")).total

    assert [needed(moved) for moved in (0.0, 7.5, 7.6)] == [12, 11, 8]
    assert needed(0.0, evolve(stock().gear["smoke"], id="eyes", does="scanner", value=2)) == 14


@rule("TC-SCAN-4")
def test_an_msv_that_has_not_acted_scans_for_free_and_then_takes_its_other_action():
    game = field([unit("dwarf", 20, 40)], [unit("marine", 30, 40, infiltrated=True)])
    load(game, 12)
    act(game, "A1", "free-scan")
    assert not named(game, "B1").hidden
    assert game.question.about == "A1"
    assert options(game)["free-scan"] == "TC-SCAN-4"
    play(game, "move", ["20,45"])
    assert named(game, "A1").acted == 2
    assert game.state.purse(0) == 3, "one action of its player"
    run(game, EndAction(("A1",)))


@rule("TC-ECBS-2")
def test_every_suit_of_the_list_jumps_and_crew_do_not():
    troops = [card for card in stock().units.values() if card.kind == "troop"]
    assert troops
    assert all(Sheet(card).jumps for card in troops)
    assert not named(field([unit("crew", 10, 10)], []), "A1").sheet.jumps


@rule("TC-DUG-2", "TC-INFIL-9", "TC-ATTACHED-1")
def test_whoever_is_aboard_of_a_carrier_counts_from_where_that_stands():
    enemies = [unit("hunter-iv", 20, 30), unit("marine", aboard="B1", hatch=True)]
    game = field([unit("marine", 20, 20, infiltrated=True)], enemies)
    marine, rider = named(game, "A1"), named(game, "B2")
    assert not hidden_from(game.state, rider, marine), "6 between the bases: 3 + 6 + 1"
    named(game, "B1").models = ((20.0, 30.1),)
    assert hidden_from(game.state, rider, marine)
    offers = declaring(game.state, 0, ("B2",))
    assert [offer.key for offer in offers]
    rider.infiltrated = True
    assert hidden_from(game.state, marine, rider)
