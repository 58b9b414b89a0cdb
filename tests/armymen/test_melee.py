"""Charges and melee (AMC-MELEE, AMC-MORALE-4, AMC-TERR-4, AMC-TERR-5)."""

from __future__ import annotations

from math import dist

import pytest

from tabletop_tui.rules.armymen.melee import CloseUp, Fight, Melee, Settle, strikers
from tests.armymen.build import (
    act,
    box,
    field,
    gunners,
    load,
    options,
    play,
    riflemen,
    run,
    said,
    stand,
    tank,
    unit,
    unread,
)

rule = pytest.mark.rule


def charge(game, *dice):
    """A1 charges B1, whatever side it may choose."""
    load(game, *dice)
    act(game, "A1", "charge", "B1")
    while game.question is not None and game.question.seat == 0 and "charge" in game.question.prompt.lower():
        play(game, next(iter(game.question.legal())))
    return game


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


@rule("AMC-MELEE-3")
def test_models_within_two_inches_strike_with_fists_or_bayonets():
    game = field([gunners(10, 10, 3)], [gunners(10, 16)])
    stand(game, "A1", (10, 13), (10, 13.1), (10, 12.9))
    assert strikers(unit(game, "A1"), unit(game, "B1")) == 2, "exactly 2 in from base to base is near enough"
    game = field([riflemen(10, 10, 5, "bayonets")], [gunners(30, 30, 3)])
    assert (unit(game, "A1").melee.attacks, unit(game, "B1").melee.attacks) == (2, 1)


@rule("AMC-MELEE-4", "AMC-MELEE-5", "AMC-GEN-3")
def test_the_charger_has_one_die_more_and_both_sides_strike_and_block():
    game = field([gunners(10, 10)], [gunners(10, 11.1)])
    fight(game, *(4, 4, 4, 4, 4, 4), *(4, 4, 1, 1, 1))
    assert unread(game) == ()
    assert "A1 1 Gunners strikes: Attack dice 2 = 1 1 Fists, +1 charging" in said(game)


@rule("AMC-TERR-4", "AMC-TERR-5")
def test_height_gives_a_die_to_whoever_was_above_at_the_start():
    hill = box("hill", 5, 5, 15, 15)
    down = field([gunners(10, 10)], [gunners(10, 20)], pieces=(hill,))
    charge(down, 4, 1, 1, 1, 1)
    assert "A1 1 Gunners strikes: Attack dice 3 = 1 1 Fists, +1 charging, +1 height" in said(down)
    up = field([gunners(10, 20)], [gunners(10, 10)], pieces=(hill,))
    charge(up, 4, 1, 1, 1, 1)
    assert "B1 1 Gunners strikes: Attack dice 2 = 1 1 Fists, +1 height" in said(up)
    level = field([gunners(10, 14)], [gunners(10, 8)], pieces=(hill,))
    charge(level, 4, 1, 1, 1)
    assert "height" not in said(level)


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
    fight(game)
    assert "there is no melee" in said(game)
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
    assert "0 wounds on B1" in said(game), "one hit, two dice to block"
    assert unread(game) == ()


@rule("AMC-WPN-1")
def test_who_has_no_bayonets_fights_with_fists():
    game = field([riflemen(10, 10, 5)], [gunners(10, 20)])
    assert unit(game, "A1").melee.name == "Fists"
    act(game, "A1", "charge")
    assert "Fists, 5 models" in "".join(line.value for line in game.preview("B1").lines)
    assert options(game)["B1"] == ""
