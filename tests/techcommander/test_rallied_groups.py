"""Rallied groups: who is in one, who takes part, how they move, attack and fall apart."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.anytime.anytime_windows import AfterAction
from tabletop_tui.rules.techcommander.anytime.group_questions import ChooseGroups, could_rally
from tabletop_tui.rules.techcommander.state.rallied_groups import can_rally, holds, rally, regroup
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit
from tests.playing import allowed, load, options, play, refused, run, unread
from tests.techcommander.build import field, named, said, unit

rule = pytest.mark.rule


def squad(*places, who="marine", group="A1", **state):
    return [unit(who, x, y, "rifle", group=group, **state) for x, y in places]


def row(count, gap=3.0, y=40.0, x=20.0):
    """So many places in a row, so far apart from base to base."""
    return [(x + n * (gap + 2), y) for n in range(count)]


def groups(game):
    return [one.group for one in game.state.units.values()]


ACT = {"A1": "acts", "A2": "acts", "A3": "acts"}


def going(game, kind, parts=None, key="A1+A2+A3"):
    """Name the group, say who takes part, and choose the action."""
    run(game, ChooseUnit(0))
    play(game, key, parts or ACT, kind)
    return game


# ---------------------------------------------------------------- who is rallied
@rule("TC-RALLY-1", "TC-RALLY-3", "TC-RANGE-6")
def test_a_chain_of_links_of_3_and_no_two_more_than_12_apart():
    def holds_in(*places):
        game = field([unit("marine", *place) for place in places], [])
        return holds(game.state, list(game.state.units.values()))

    assert holds_in(*row(3, 3.0))
    assert not holds_in(*row(3, 3.1))
    assert holds_in(*row(4, 8 / 3)), "14 between the middles of the outer ones, 12 between their bases"
    assert not holds_in(*row(4, 2.7))
    able = field([unit("marine", 10, 10), unit("dwarf", 30, 10), unit("stingray", 50, 10), unit("crew", 60, 10)], [])
    assert [can_rally(one) for one in able.state.units.values()] == [True, False, False, True]
    buggy = field([unit("stingray", 10, 10, card_changes={"rallies": True})], [])
    assert can_rally(named(buggy, "A1"))


@rule("TC-RALLY-2", "TC-RALLY-5", "TC-RALLY-14", "TC-RALLY-15")
def test_groups_are_formed_split_and_joined_before_an_action_and_all_are_told():
    game = field([unit("marine", *place) for place in row(4)], [unit("marine", 70, 70)])
    run(game, ChooseUnit(0))
    play(game, "rally")
    two = {"A1": "1", "A2": "1", "A3": "2", "A4": "2"}
    assert refused(game, {**two, "A2": "2", "A4": "1"}) == "TC-RALLY-3"
    assert refused(game, {**two, "A2": "alone"}) == "TC-RALLY-1"
    play(game, two)
    assert groups(game)[:4] == ["A1", "A1", "A3", "A3"]
    assert "A1+A2" in options(game)
    play(game, "rally", {**two, "A3": "1", "A4": "alone"})
    assert groups(game)[:4] == ["A1", "A1", "A1", ""]
    assert "are rallied" in said(game)
    assert named(game, "A1").acted == 0


@rule("TC-REACT-2", "TC-MOVE-2", "TC-MOVE-3")
def test_after_any_action_groups_and_facings_are_open_to_whoever_wants_to_be_asked():
    game = field([unit("marine", *place) for place in row(2)], [unit("marine", 70, 70)])
    run(game, AfterAction(1))
    assert game.question is None
    game.system = SYSTEM
    game.orders = {(0, "rally"): "always", (0, "turn"): "always"}
    run(game, AfterAction(1))
    assert allowed(game) == ["rally", "turn", "infiltrate", "pass"]
    play(game, "turn", "A2", ["25,40", "turn=90"])
    assert (named(game, "A2").facing, named(game, "A2").at) == (90.0, (25, 40))


@rule("TC-RALLY-16")
def test_a_group_that_is_cut_falls_into_smaller_ones():
    game = field(squad(*row(5)), [])
    named(game, "A3").models = ()
    regroup(game)
    assert groups(game) == ["A1", "A1", "", "A4", "A4"]
    named(game, "A5").models = ((60.0, 60.0),)
    regroup(game)
    assert groups(game) == ["A1", "A1", "", "", ""]


@rule("TC-RALLY-17")
def test_survivors_beside_each_other_can_be_rallied_at_once():
    game = field([unit("crew", 20, 40), unit("crew", 23, 40)], [])
    assert [one.id for one in could_rally(game.state, 0)] == ["A1", "A2"]
    rally(game, list(game.state.units.values()))
    assert groups(game) == ["A1", "A1"]


# ---------------------------------------------------------------- who takes part
@rule("TC-RALLY-4", "TC-RALLY-6", "TC-UNIT-6", "TC-RALLY-8")
def test_a_group_acts_for_one_action_at_the_pace_of_its_slowest():
    game = field([*squad((20, 40), (25, 40)), unit("marine", 30, 40, group="A1")], [unit("marine", 80, 80)])
    speeds = [one.speed for one in game.state.units.values()][:3]
    assert min(speeds) == speeds[2] == 18, "a rifle and a rocket tube"
    going(game, "move")
    assert refused(game, ["25,58.1"]) == "TC-RALLY-6"
    play(game, ["25,58"])
    assert [one.at for one in game.state.units.values()][:3] == [(20.0, 58.0), (25.0, 58.0), (30.0, 58.0)]
    assert [one.acted for one in game.state.units.values()][:3] == [1, 1, 1]
    assert game.state.purse(0) == 3


@rule("TC-RALLY-9", "TC-RALLY-10", "TC-RALLY-11")
def test_some_act_some_only_come_along_and_who_has_acted_stays_within_reach():
    game = field(squad(*row(3)), [unit("marine", 80, 80)])
    named(game, "A3").acted = 1
    run(game, ChooseUnit(0))
    play(game, "A1+A2+A3")
    assert refused(game, {**ACT}) == "TC-ACT-1"
    assert refused(game, {"A1": "stays", "A2": "comes", "A3": "stays"}) == "TC-RALLY-9"
    play(game, {"A1": "acts", "A2": "comes", "A3": "stays"}, "move")
    assert refused(game, ["24,46"]) == "TC-RALLY-3", "A3 has acted and would be left behind"
    play(game, ["24,42"])
    assert [one.acted for one in game.state.units.values()][:3] == [1, 0, 1]
    assert named(game, "A2").at != (25, 40)
    assert groups(game)[:3] == ["A1", "A1", "A1"]


@rule("TC-RALLY-12", "TC-RALLY-13", "TC-SCAN-5")
def test_22_a_supporting_scan_after_a_long_move_needs_8_and_reveals_last():
    game = field(squad(*row(3)), [unit("marine", 30, 66, infiltrated=True, acted=1), unit("marine", 25, 66, acted=1)])
    going(game, "rallied-attack", {"A1": "acts", "A2": "scans", "A3": "acts"})
    play(game, ["25,52"])
    assert game.state.doing.scans == ("A2",)
    assert options(game)["B1"] == "TC-INFIL-3", "not revealed before all are done"
    load(game, 20, 20, 8)
    play(game, "B2")
    needs = [event.need.number.total for event in game.events if getattr(event, "need", None)]
    assert needs[-1] == 8
    assert not named(game, "B1").hidden
    assert unread(game) == ()
    assert [one.acted for one in game.state.units.values()][:3] == [1, 1, 1]


# ---------------------------------------------------------------- their attacks
@rule("TC-RALATK-1", "TC-RALLY-7", "TC-RALLY-18")
def test_all_hits_of_a_rallied_attack_are_added_up_before_armour_and_division():
    game = field(squad(*row(3)), [unit("dwarf", 25, 52, "lance", "plating")])
    going(game, "rallied-attack")
    load(game, 1, 1, 1)
    play(game, ["25,40"], "B1")
    assert named(game, "B1").life == 20 - (30 - 6) // 4, "three hits of 10, plating 6 once, AC4"
    assert all(one.fired == ("rifle-1",) for one in list(game.state.units.values())[:3])


@rule("TC-RALFREE-1")
def test_weapons_free_each_at_his_own_target_from_where_he_is_or_from_a_jump():
    game = field(squad(*row(3)), [unit("dwarf", 25, 52, "lance"), unit("dwarf", 33, 52, "lance")])
    going(game, "rallied-weapons-free")
    load(game, 20, 20, 20)
    play(game, "attack")
    assert next(option.cost for option in game.question.options if option.key == "B1") == "14 or less", "10 and AC4"
    play(game, "B1", "attack", "B2", "pop", 5)
    cost = next(option.cost for option in game.question.options if option.key == "B2")
    assert cost == "13 or less", "10, AC4, -1 from the jump"
    play(game, "B2")
    assert [one.moved for one in game.state.units.values()][:3] == [0, 0, 0]


@rule("TC-RALASLT-1", "TC-RALASLT-2", "TC-RALASLT-3")
def test_an_assault_goes_at_the_nearest_until_it_is_eliminated_and_movement_counts_for_nothing():
    enemies = [unit("marine", x, 54, acted=1) for x in (20, 24, 70)]
    game = field(squad(*row(3, 0.5)), enemies)
    named(game, "B1").life = 5
    going(game, "rallied-assault")
    assert options(game) == {"B1": "", "hold": ""}, "the third stands alone"
    play(game, "B1", ["20,46"], ["22.5,46"], ["25,46"])
    assert next(option.cost for option in game.question.options if option.key == "B1") == "11 or less"
    load(game, 1, 20, 20)
    play(game, "B1")
    assert named(game, "B1").eliminated
    assert next(iter(options(game))) == "B2"
    play(game, "B2", "B2")
    assert unread(game) == ()


@rule("TC-RALLY-18", "TC-RALLY-4")
def test_a_group_digs_in_readies_posts_up_and_passes_as_one():
    for kind, state in (("dig-in", "dug_in"), ("ready-up", "readied"), ("pass", "done")):
        game = field(squad(*row(3)), [unit("marine", 80, 80)])
        going(game, kind)
        if kind != "pass":
            play(game, ["25,40"])
        assert all(getattr(one, state) for one in list(game.state.units.values())[:3])
        assert game.state.purse(0) == 3


def test_the_question_of_groups_is_well_put():
    game = field(squad(*row(3)), [])
    run(game, ChooseGroups(0))
    assert game.question.refuse(game.question.default) is None
