"""Melee beforehand: exact chances of wounds, of its end, and both sides' strikes."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.rules.armymen.melee.melee import Fight, Melee
from tabletop_tui.rules.armymen.melee.melee_odds import fates, melee_fates, side_of
from tests.armymen.build import act, box, field, gunners, jeep, riflemen, stand, unit
from tests.playing import play, run

rule = pytest.mark.rule


def chances(game, answer):
    return {chance.what: chance.probability for chance in game.preview(answer).chances}


@rule("AMC-MELEE-4", "AMC-MELEE-8", "AMC-GEN-3")
def test_the_odds_of_a_charge_are_those_of_the_dice():
    game = field([gunners(10, 10)], [gunners(10, 16)])
    act(game, "A1", "charge")
    # None, one or two of two dice get through: 9/16, 6/16, 1/16; of one die 1/4. Nothing happens in 27/64.
    assert chances(game, "B1") == pytest.approx(
        {"any wound": 7 / 16, "more wounds": 6 / 16 * 3 / 4 + 1 / 16, "destroys it": 28 / 37, "is destroyed": 16 / 37}
    )
    jeep_ = field([gunners(10, 10)], [jeep(10, 16)])
    act(jeep_, "A1", "charge")
    assert chances(jeep_, "B1") == pytest.approx({"any wound": 1 / 16}), "both hit, one is left, two dice to block"


@rule("AMC-TERR-4", "AMC-TERR-5", "AMC-ACT-3")
def test_the_odds_know_height_and_who_hunkers():
    hill = (box("hill", 5, 5, 15, 12),)
    level = field([gunners(10, 10)], [gunners(10, 16)])
    down = field([gunners(10, 10)], [gunners(10, 16)], pieces=hill)
    up = field([gunners(10, 16)], [gunners(10, 10)], pieces=hill)
    both = field([gunners(10, 10)], [gunners(10, 16)], pieces=(box("hill", 5, 5, 15, 20),))
    found = {}
    for name, game in (("level", level), ("down", down), ("up", up), ("both", both)):
        act(game, "A1", "charge")
        found[name] = chances(game, "B1")
    assert found["both"] == found["level"]
    assert found["down"]["any wound"] == pytest.approx(1 - 0.75**3)
    assert found["up"]["any wound"] == pytest.approx(found["level"]["any wound"])
    assert found["up"]["is destroyed"] > found["level"]["is destroyed"] > found["down"]["is destroyed"]
    unit(level, "B1").hunkered = True
    assert side_of(unit(level, "B1"), 0).blocks == 1
    assert chances(level, "B1")["any wound"] == pytest.approx(2 / 4 * 1 / 4 + 1 / 4 * (1 / 4 + 1 / 8 + 1 / 8))


@rule("AMC-MELEE-7", "AMC-MELEE-8", "AMC-MORALE-4", "AMC-MORALE-6")
def test_the_end_of_a_melee_is_foretold():
    game = field([gunners(10, 10, 3)], [riflemen(11.1, 10, 5, "bayonets")])
    one, other = unit(game, "A1"), unit(game, "B1")
    stand(game, "B1", (11.1, 10), (11.1, 11.1))
    gone, lost = fates(side_of(one, 1), side_of(other, 0), 3, 2)
    ends = [0, 0]
    for seed in range(200):
        probe = game.clone()
        probe.dice = SeededDice(seed=seed)
        run(probe, Fight(Melee("A1", "B1")))
        while probe.question is not None:
            play(probe, "0")
        ends[0] += unit(probe, "B1").destroyed
        ends[1] += unit(probe, "A1").destroyed
    assert (gone, lost) == (pytest.approx(ends[0] / 200, abs=0.07), pytest.approx(ends[1] / 200, abs=0.07))
    other.pinned = True
    assert melee_fates(game.state, one, other) == (pytest.approx(0.5 + 0.5 * gone), pytest.approx(0.5 * lost))


@cache
def by_hand(mine, theirs):
    """The same for men with fists, who need a 4 for everything, by every way in which the dice can fall."""
    gone = lost = again = Fraction(0)
    dice = (mine + 1, mine + 1, theirs, theirs, 1)  # attack and block, attack and block, and the test
    for coins in product((0, 1), repeat=sum(dice)):
        attack, block, answer, parry, test = (coins[sum(dice[:n]) : sum(dice[: n + 1])] for n in range(5))
        wounds = max(0, sum(attack) - sum(block[: sum(attack)]))
        taken = max(0, sum(answer) - sum(parry[: sum(answer)]))
        share = Fraction(1, 2 ** len(coins))
        if wounds >= theirs or taken >= mine:
            gone += share * (wounds >= theirs)
            lost += share * (taken >= mine)
        elif wounds == taken == 0:
            again += share
        elif wounds != taken and not test[0]:
            gone += share * (wounds > taken)
            lost += share * (taken > wounds)
        else:
            then = by_hand(mine - taken, theirs - wounds)
            gone, lost = gone + share * then[0], lost + share * then[1]
    return gone / (1 - again), lost / (1 - again)


@rule("AMC-MELEE-7", "AMC-MELEE-8")
@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_the_end_of_a_melee_is_foretold_exactly(mine, theirs):
    game = field([riflemen(10, 10)], [riflemen(20, 10)])
    found = fates(side_of(unit(game, "A1"), 1), side_of(unit(game, "B1"), 0), mine, theirs)
    assert found == pytest.approx([float(chance) for chance in by_hand(mine, theirs)])


@rule("AMC-DMG-5", "AMC-DMG-7", "AMC-MELEE-7", "AMC-VEH-4")
def test_the_side_of_a_vehicle_is_shown_with_what_it_means():
    game = field([gunners(10, 10)], [jeep(10, 16, 0)])
    act(game, "A1", "charge", "B1")
    # One wound in sixteen; then the damage, 1/9 in front and 5/9 behind, and the test for fewer wounds.
    assert chances(game, ["10,14"])["destroyed at once"] == pytest.approx(1 / 16 * (1 - 8 / 9 * 1 / 2))
    assert chances(game, ["10,18"])["destroyed at once"] == pytest.approx(1 / 16 * (1 - 4 / 9 * 1 / 2))
    assert melee_fates(game.state, unit(game, "A1"), unit(game, "B1")) == (1, 0), "it is fought until it is destroyed"
    lines = {line.label: line.value for line in game.preview(["10,18"]).lines}
    assert (lines["side hit"], lines["strikes back"]) == ("rear", "never")


@rule("AMC-MELEE-3", "AMC-WPN-6")
def test_both_sides_strikes_are_shown():
    game = field([riflemen(10, 10, 5, "bayonets")], [gunners(10, 20, 3)])
    act(game, "A1", "charge")
    assert [(line.label, line.value, line.rules) for line in game.preview("B1").lines] == [
        ("target", "B1 Gunners", ()),
        ("strikes", "Bayonet, 5 models, 11 dice", ("AMC-MELEE-3", "AMC-MELEE-4")),
        ("strikes back", "Fists, 3 models, 3 dice", ("AMC-MELEE-3",)),
    ]
    assert game.preview("B1").expected == pytest.approx(11 / 4)


@rule("AMC-MORALE-4")
def test_what_a_pinned_target_needs_is_shown():
    game = field([gunners(10, 10)], [riflemen(10, 16)])
    act(game, "A1", "charge")
    assert "Pinned" not in {line.label for line in game.preview("B1").lines}
    unit(game, "B1").pinned = True
    assert {line.label: line.value for line in game.preview("B1").lines}["Pinned"] == "it survives 50%"


@rule("AMC-MELEE-1", "AMC-MELEE-2", "AMC-MELEE-3")
def test_from_the_chosen_side_only_those_who_get_there_are_counted():
    game = field([riflemen(10, 10, 10, "bayonets")], [gunners(10, 23, 3)])
    game.dice = SeededDice(seed=1)
    stand(game, "A1", *[(10, 11 - n) for n in range(10)])
    act(game, "A1", "charge")
    best = strikes_of(game, "B1")
    assert best == "Bayonet, 4 of 10 models, 9 dice", "those who will get there from the best side"
    whoever = melee_fates(game.state, unit(game, "A1"), unit(game, "B1"))[0]
    play(game, "B1")
    side = [next(iter(game.question.field.cells()))]
    shown, those = strikes_of(game, side), chances(game, side)["destroys it"]
    play(game, side)
    told = next(event.text for event in game.events if "strike: Attack dice" in event.text)
    ((dice, models),) = re.findall(r"dice (\d+) = \d+ from (\d+)", told)
    assert int(models) < 10
    assert shown == f"Bayonet, {models} of 10 models, {dice} dice"
    assert those < whoever, "fewer dice, smaller chances"


@rule("AMC-MELEE-2", "AMC-MELEE-3")
def test_those_who_will_have_closed_up_are_counted_among_those_who_strike_back():
    game = field([gunners(10, 10)], [riflemen(10, 20)])
    stand(game, "B1", (10, 20), (10, 24), (10, 30))
    act(game, "A1", "charge", "B1")
    assert strikes_of(game, ["10,19"], "strikes back") == "Fists, 2 of 3 models, 2 dice"


def strikes_of(game, answer, label="strikes"):
    return next(line.value for line in game.preview(answer).lines if line.label == label)


def test_without_blows_there_is_no_end_of_a_melee():
    game = field([gunners(10, 10)], [gunners(10, 16)])
    a, b = unit(game, "A1"), unit(game, "B1")
    assert melee_fates(game.state, a, b, (0, 0)) == (0, 0)
    assert melee_fates(game.state, a, b, (1, 1)) == melee_fates(game.state, a, b)
    assert melee_fates(game.state, a, b, (0, 1))[1] > melee_fates(game.state, a, b)[1]
