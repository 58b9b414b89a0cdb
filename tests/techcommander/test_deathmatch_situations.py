"""Situations of deathmatches, each played typed, at the pace of dice, saved in between, undone and redone."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.anytime.air_strikes import ChooseLine
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.deployment.spawning import CallUnits, DrawSpawns
from tabletop_tui.rules.techcommander.skulls.skulls import PlaceSkull, TurnSkull
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tests.techcommander.build import named, unit
from tests.techcommander.situations import played
from tests.techcommander.test_deathmatch import deathmatch, points


@pytest.mark.rule("TC-DMCREW-1", "TC-DMCREW-2")
def test_28_a_damaged_carrier_pays_its_ac_and_1_for_the_trooper_that_stayed():
    def build():
        game = deathmatch(
            [unit("hunter-iv", 30, 30, life=12), unit("marine", aboard="A1"), unit("marine", aboard="A1")],
            [unit("dwarf", 60, 60)],
        )
        strike(game, named(game, "A1"), Blow(60, "B1", 1))
        return game

    game = played(build, [ResolveDamage()], ["try", ["30,30"]], (4, 15, 11, 18), middle=1)
    assert points(game) == [0, 3 + 1]
    assert named(game, "A2").at == (30, 30)
    assert named(game, "A3").gone


@pytest.mark.rule("TC-SKB-2")
def test_29_anger_takes_the_claimer_to_an_infiltrated_enemy_for_an_unmoved_shot():
    def build():
        game = deathmatch(
            [unit("marine", 10, 10)], [unit("ninja", 40, 10, infiltrated=True, life=9), unit("dwarf", 60, 10)]
        )
        game.state.claimed = "A1"
        return game

    # 10 + AC1 and nothing for movement, range or cover: 11 or less
    game = played(build, [TurnSkull()], ["B1", ["38,10"], "B1"], (2, 11), middle=2)
    assert named(game, "A1").at == (38, 10)
    assert named(game, "A1").fired == ("rifle-1",)
    assert named(game, "B1").life == -1
    assert points(game)[0] == 1


@pytest.mark.rule("TC-PERK-11", "TC-PTS-8")
def test_30_thunder_of_23_takes_a_friend_at_6_by_his_own_dice_and_nobody_scores_him():
    def build():
        return deathmatch([unit("marine", 40, 37, life=5)], [unit("marine", 50, 30)])

    game = played(build, [ChooseLine(0)], [["30,30"], ["80,30"]], (11, 12, 1, 1, 1, 2, 5, 5, 5, 5), middle=1)
    assert named(game, "A1").life == 0
    assert named(game, "B1").life == 0
    assert points(game) == [1, 0]
    assert [player.deaths for player in game.state.players] == [1, 1]


@pytest.mark.rule("TC-SPAWN-2", "TC-SKULL-2")
def test_a_turn_begins_with_the_skull_then_points_then_units():
    def build():
        return deathmatch([], [unit("dwarf", 45, 45), unit("marine", 80, 80)])

    steps = [PlaceSkull(), DrawSpawns(), CallUnits()]
    game = played(build, steps, [["stingray", "marine"], ["14,70"], ["20,76"]], (3, 6, 1, 4, 1), middle=1)
    assert game.state.skull == (76, 81)
    assert [named(game, name).sheet.name for name in ("A1", "A2")] == ["Stingray", "Marine"]


@pytest.mark.rule("TC-SKULL-6", "TC-SKB-17")
def test_a_claim_in_mid_action_takes_effect_once_that_is_over():
    def build():
        game = deathmatch([unit("marine", 10, 10), unit("stingray", 10, 30)], [unit("marine", 60, 60)])
        game.state.skull = (10.0, 11.0)
        return game

    steps = [BeginAction("attack", ("A1",)), EndAction(("A1",)), TurnSkull()]
    game = played(build, steps, ["A2", ["76,76"]], (17, 3), middle=1)
    assert points(game) == [10, 0]
    assert named(game, "B2").sheet.name == "Stingray"
