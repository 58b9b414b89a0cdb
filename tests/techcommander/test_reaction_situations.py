"""Situations 19 to 23 of the book, each played in four ways: typed, at the pace of the dice, saved, taken back."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit
from tests.techcommander.build import Placed, field, named, stock, unit
from tests.techcommander.situations import played

rule = pytest.mark.rule


def needs(game):
    """What the dice must not have passed, roll by roll."""
    return [event.need.number.total for event in game.events if getattr(event, "need", None)]


@rule("TC-READY-2")
def test_19_readied_after_moving_half_it_shoots_at_1_less():
    def build():
        return field([unit("marine", 20, 40, "rifle")], [unit("dwarf", 46, 40, "lance"), unit("dwarf", 80, 80)])

    steps = ChooseAction(("A1",)), ChooseAction(("B1",))
    answers = ["ready-up", ["20,44"], "move", ["35,40"], "readied:A1:B1", "B1"]
    end = played(build, steps, answers, [1])
    assert needs(end) == [10 + 4 - 1]
    assert named(end, "B1").life == 20 - 10 // 4


@rule("TC-POSTUP-2", "TC-POSTUP-3")
def test_20_posted_up_with_two_weapons_it_fires_at_two_of_three():
    def build():
        mine = [unit("dwarf", 20, 40, "lance", "autocannon", posted=90.0)]
        return field(mine, [unit("marine", 50, 36 + 4 * n) for n in range(3)])

    steps = [ChooseAction((f"B{n}",)) for n in (1, 2, 3)]
    answers = ["move", ["40,36"], "posted:A1:B1", "B1", "move", ["40,40"], "posted:A1:B2", "B2", "move", ["40,44"]]
    end = played(build, steps, answers, [20, 20, 20])
    assert named(end, "A1").fired == ("lance-1", "autocannon-1")
    assert named(end, "B3").at == (40.0, 44.0)


@rule("TC-AMBUSH-2", "TC-AMBUSH-4")
def test_21_an_unmoved_tier_1_troop_with_suppression_gear_is_reacted_to_on_4():
    def build():
        gear = evolve(stock().gear["smoke"], id="suppressor", does="suppression")
        card = evolve(stock().units["marine"], tier=1)
        troop = Placed(Sheet(card, (stock().weapons["rifle"],), (gear,)), (24, 40))
        return field([troop], [unit("dwarf", 36, 40, "lance", posted=90.0)])

    answers = ["ambush", "B1", ["24,40"], "B1", "A1"]
    end = played(build, [ChooseAction(("A1",))], answers, [4, 20, 20])
    assert needs(end) == [4, 10 + 4, 10]
    assert named(end, "B1").posted == 90.0


@rule("TC-SCAN-5", "TC-RALLY-13")
def test_22_a_supporting_scan_after_more_than_half_a_move_needs_8_and_comes_last():
    def build():
        mine = [unit("marine", 20 + 5 * n, 40, "rifle", group="A1") for n in range(3)]
        return field(mine, [unit("marine", 30, 66, infiltrated=True, acted=1), unit("marine", 25, 66, acted=1)])

    parts = {"A1": "acts", "A2": "scans", "A3": "acts"}
    answers = ["A1+A2+A3", parts, "rallied-attack", ["25,52"], "B2"]
    end = played(build, [ChooseUnit(0)], answers, [20, 20, 8])
    assert needs(end)[-1] == 8
    assert not named(end, "B1").hidden


@rule("TC-RED-2", "TC-RED-3", "TC-RED-5")
def test_23_an_msv_in_the_red_rolls_in_each_of_its_two_actions():
    def build():
        return field([unit("dwarf", 20, 40, "lance", life=4)], [unit("dwarf", 60, 40, "lance")])

    steps = ChooseAction(("A1",)), ChooseAction(("A1",))
    answers = ["move", ["35,40"], "attack", ["35,40"], "B1"]
    end = played(build, steps, answers, [10, 11, 20])
    assert needs(end) == [10, 10, 10 + 4 + 1], "no fire control, but the Wet Wire Jacks"
    assert not named(end, "A1").limps, "it ends with the action"
