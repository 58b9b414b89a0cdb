"""Quality tests: four or more, and who rolls again (AMC-GEN-2, AMC-UNIT-2 to 5)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.state.quality_tests import chance, quality_tests
from tests.armymen.build import field, gunners, recruits, riflemen, snipers, unit, veterans
from tests.playing import unread

rule = pytest.mark.rule


@rule("AMC-GEN-2")
@pytest.mark.parametrize(("face", "good"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_four_or_more_is_a_success(face, good):
    game = field([riflemen(10, 10)], [riflemen(40, 40)], dice=(face,))
    assert quality_tests(game, unit(game, "A1"), 1, "x") == good


@rule("AMC-UNIT-2", "AMC-UNIT-5")
def test_nothing_is_rolled_again_for_nothing():
    game = field([recruits(10, 10)], [veterans(40, 40)], dice=(1, 2, 4, 5))
    assert quality_tests(game, unit(game, "A1"), 2, "x") == 0
    assert quality_tests(game, unit(game, "B1"), 2, "x") == 2
    assert quality_tests(game, unit(game, "B1"), 0, "x") == 0
    assert len(game.events) == 2


@rule("AMC-UNIT-2", "AMC-UNIT-5")
@pytest.mark.parametrize(
    ("who", "dice", "good", "rule_id", "single"),
    [
        (recruits(10, 10), (4, 1, 6, 3, 4), 1, "AMC-UNIT-2", 1 / 4),
        (veterans(10, 10), (4, 1, 2, 3, 4), 2, "AMC-UNIT-5", 3 / 4),
    ],
    ids=["recruits", "veterans"],
)
def test_recruits_roll_their_successes_again_once_and_veterans_their_failures(who, dice, good, rule_id, single):
    game = field([who], [riflemen(40, 40)], dice=dice)
    assert quality_tests(game, unit(game, "A1"), 3, "x") == good
    assert not unread(game)
    assert game.events[-1].rules == (rule_id,)
    assert chance(unit(game, "A1")) == single


@rule("AMC-UNIT-3", "AMC-UNIT-6")
def test_others_roll_once():
    game = field([riflemen(10, 10), gunners(20, 10)], [riflemen(40, 40)], dice=(4, 3, 4, 3))
    assert [quality_tests(game, unit(game, name), 2, "x") for name in ("A1", "A2")] == [1, 1]
    assert not unread(game)


@rule("AMC-UNIT-8")
def test_snipers_need_two_when_they_shoot_and_four_else():
    game = field([snipers(10, 10)], [riflemen(40, 40)], dice=(2, 1, 3, 4))
    sniper = unit(game, "A1")
    assert quality_tests(game, sniper, 2, "x", shooting=True) == 1
    assert quality_tests(game, sniper, 2, "x") == 1
    assert (chance(sniper, shooting=True), chance(sniper)) == (5 / 6, 1 / 2)
