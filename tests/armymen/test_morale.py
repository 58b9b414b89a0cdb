"""Morale: Pinned units and their tests (AMC-MORALE)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.damage.damage import Morale
from tabletop_tui.rules.armymen.melee.melee import Fight, Melee
from tabletop_tui.rules.armymen.state.victory import points
from tabletop_tui.rules.armymen.turn.turn import NextActivation
from tests.armymen.build import (
    act,
    battle_of,
    field,
    gunners,
    inside,
    jeep,
    recruits,
    riflemen,
    said,
    stand,
    tank,
    unit,
    veterans,
)
from tests.playing import load, options, play, run, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- morale
@rule("AMC-MORALE-1", "AMC-MORALE-2")
def test_half_or_less_after_shooting_takes_a_test_and_is_pinned():
    game = field([], [riflemen(10, 25, 10)])
    for left, dice, pinned in ((6, (), False), (5, (4,), False), (5, (3,), True)):
        unit(game, "B1").pinned = False
        stand(game, "B1", *[(10, 25 + n) for n in range(left)])
        unit(game, "B1").arms = (("rifle",),) * left
        load(game, *dice)
        run(game, Morale("B1"))
        assert unread(game) == ()
        assert unit(game, "B1").pinned == pinned
    run(game, Morale("B1"))
    assert unread(game) == (), "who is Pinned already does not test again"


@rule("AMC-MORALE-1")
def test_half_is_not_rounded_and_single_models_never_test():
    game = field([], [riflemen(10, 25, 5), gunners(30, 30, 1)])
    stand(game, "B1", (10, 25), (10, 26.5), (10, 28))
    run(game, Morale("B1"), Morale("B2"))
    assert unread(game) == (), "3 of 5 are more than half"


@rule("AMC-MORALE-3", "AMC-MORALE-5", "AMC-MORALE-6")
def test_a_pinned_unit_is_tested_when_it_is_activated():
    game = field([riflemen(10, 10), riflemen(30, 10)], [riflemen(10, 40)], dice=(4,))
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    act(game, "A1")
    assert not unit(game, "A1").pinned
    assert "hold" in options(game)
    game.agenda.clear()
    load(game, 3)
    act(game, "A2")
    assert unit(game, "A2").destroyed
    assert not game.agenda


# ---------------------------------------------------------------- the boundary cases
@rule("AMC-MORALE-1")
@pytest.mark.parametrize(
    ("size", "left", "tested"),
    [(10, 6, False), (10, 5, True), (10, 4, True), (5, 3, False), (5, 2, True), (3, 2, False), (3, 1, True)],
)
def test_half_of_the_original_size_is_not_rounded(size, left, tested):
    one = riflemen(10, 25, size) if size > 3 else gunners(10, 25, size)
    game = field([], [one], dice=(6,))
    target = unit(game, "B1")
    target.models, target.arms = target.models[:left], target.arms[:left]
    run(game, Morale("B1"))
    assert (unread(game) == ()) is tested
    assert not target.pinned


@rule("AMC-MORALE-1")
def test_a_unit_bought_as_one_model_never_tests():
    game = field([], [gunners(10, 25), tank(30, 30)])
    run(game, Morale("B1"), Morale("B2"))
    assert not game.events


@rule("AMC-MORALE-1")
def test_a_unit_that_is_wiped_out_does_not_test():
    game = field([], [riflemen(10, 25)])
    game.state.destroy(unit(game, "B1"))
    run(game, Morale("B1"))
    assert not game.events


@rule("AMC-MORALE-1", "AMC-SHOOT-4")
def test_the_test_is_repeated_for_each_shooting_that_removes_models_and_only_then():
    game = field([gunners(10, 10)], [riflemen(10, 25)])
    stand(game, "B1", (10, 25), (10, 26.5), (10, 28))
    load(game, 6, 1, 1, 1)
    act(game, "A1", "hold", "B1")
    load(game, 5)
    play(game, "0")
    assert unread(game) == (), "two of five: tested"
    load(game, 6, 1, 1, 4)
    act(game, "A1", "hold", "B1")
    assert unread(game) == (), "blocked: nobody is lost, nobody is tested"
    load(game, 6, 1, 1, 1)
    act(game, "A1", "hold", "B1")
    load(game, 2)
    play(game, "0")
    assert unit(game, "B1").pinned
    assert unread(game) == ()


@rule("AMC-MORALE-1", "AMC-MELEE-6")
def test_casualties_in_melee_cause_no_morale_test():
    game = field([riflemen(10, 10)], [riflemen(12, 10)])
    # The chargers wound three times and are not wounded; the one die after that is the test for fewer wounds.
    load(game, *(4, 4, 4, 1, 1, 1), *(1, 1, 1), *[1] * 5)
    run(game, Fight(Melee("A1", "B1")))
    load(game, 3)
    play(game, "rest")
    assert unread(game) == ()
    assert "B1 Riflemen lose 3, 2 left" in said(game)
    assert unit(game, "B1").destroyed
    assert "morale" not in said(game)


@rule("AMC-MORALE-3", "AMC-MORALE-5", "AMC-ACT-1")
def test_the_test_comes_before_the_action_is_chosen_and_pinned_ends():
    game = field([riflemen(10, 10)], [riflemen(10, 40)])
    unit(game, "A1").pinned = True
    load(game, 4)
    act(game, "A1")
    assert not unit(game, "A1").pinned
    assert unit(game, "A1").activated
    assert "hold" in options(game)


@rule("AMC-MORALE-6", "AMC-PREP-11")
def test_a_failed_test_destroys_the_unit_and_counts_for_the_enemy():
    game = field([riflemen(10, 10)], [riflemen(10, 40)], dice=(3,))
    unit(game, "A1").pinned = True
    act(game, "A1")
    assert unit(game, "A1").destroyed
    assert points(battle_of(game)) == (0, 25)
    assert game.question is None


@rule("AMC-MORALE-3", "AMC-UNIT-2", "AMC-UNIT-5")
def test_recruits_and_veterans_re_roll_these_tests_too():
    game = field([recruits(10, 10), veterans(20, 10)], [riflemen(10, 40)])
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    load(game, 4, 3)
    act(game, "A1")
    assert unit(game, "A1").destroyed
    load(game, 3, 4)
    act(game, "A2")
    assert not unit(game, "A2").pinned


@rule("AMC-MORALE-2")
def test_pinned_is_marked_and_lasts():
    game = field([], [riflemen(10, 25)], dice=(1,))
    stand(game, "B1", (10, 25))
    run(game, Morale("B1"))
    assert unit(game, "B1").status == "Pinned"
    assert "B1 Riflemen are Pinned" in said(game)


@rule("AMC-MORALE-3", "AMC-VUNIT-4")
def test_a_pinned_unit_inside_a_vehicle_is_tested_all_the_same():
    game = field([jeep(10, 10), riflemen(1, 1)], [riflemen(10, 40)], dice=(1,))
    rider = inside(game, "A2", "A1")
    rider.pinned = True
    act(game, "A2")
    assert rider.destroyed
    assert battle_of(game).passengers(unit(game, "A1")) == []


@rule("AMC-MORALE-3", "AMC-MORALE-6", "AMC-DMG-2")
def test_what_activating_would_cost_is_shown_beforehand():
    game = field([veterans(10, 10), riflemen(20, 10), jeep(30, 10)], [riflemen(10, 40)], dice=(6, 1))
    unit(game, "A1").pinned = unit(game, "A3").rattled = True
    run(game, NextActivation())
    pinned, damaged = game.preview("A1"), game.preview("A3")
    assert [(line.label, line.value) for line in pinned.lines] == [("Pinned", "4+ 75% or destroyed")]
    assert {chance.what: chance.probability for chance in pinned.chances} == {"may act": 0.75, "is destroyed": 0.25}
    assert {chance.what: chance.probability for chance in damaged.chances} == {
        "may act": 0.5,
        "loses its activation": 0.5,
    }
    assert game.preview("A2") is None, "it simply acts"
