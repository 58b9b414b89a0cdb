"""Shooting beforehand: exact chances of losses, what is fired, which weapon promises most."""

from __future__ import annotations

from math import comb

import pytest
from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.rules.armymen.shooting.shooting import ChooseTarget
from tabletop_tui.rules.armymen.shooting.shooting_limits import default_fire, promise, usable
from tabletop_tui.rules.armymen.shooting.shooting_odds import fire_losses, losses
from tests.armymen.build import (
    artillery,
    battle_of,
    box,
    field,
    gunners,
    jeep,
    mortars,
    recruits,
    riflemen,
    snipers,
    sold,
    stand,
    tank,
    unit,
    veterans,
)
from tests.playing import play, run

rule = pytest.mark.rule


# ---------------------------------------------------------------- exact chances
@pytest.mark.parametrize(
    ("shooter", "target", "mean"),
    [
        (riflemen(20, 30), riflemen(20, 10, 10), 5 * 0.5 * 0.5),
        (veterans(20, 30), recruits(20, 10, 10), 5 * 0.75 * 0.75),
        (snipers(20, 30, 3), riflemen(20, 10, 10), 3 * 5 / 6),
        (gunners(20, 30, 3), riflemen(20, 10, 10), 9 * 0.25),
        (mortars(20, 30), riflemen(20, 10, 10), 3.5 * 0.25),
    ],
)
@rule("AMC-SHOOT-2", "AMC-SHOOT-3")
def test_the_odds_are_exact(shooter, target, mean):
    game = field([shooter], [target])
    one, other = unit(game, "A1"), unit(game, "B1")
    battle = battle_of(game)
    lost, _ = fire_losses(battle, one, other, default_fire(one, usable(battle, one, other), other), False)
    assert odds.mean(lost) == pytest.approx(mean)
    assert sum(lost) == pytest.approx(1)


def test_the_odds_against_a_vehicle_halve_and_double():
    game = field([riflemen(20, 30, 5)], [jeep(20, 10, 180)])
    one, other = unit(game, "A1"), unit(game, "B1")
    lost, _ = fire_losses(battle_of(game), one, other, ((0, "rifle"), (1, "rifle")), False)
    # A quarter: both hit, one hit is left; a quarter of these is not blocked by two dice.
    assert odds.at_least(lost, 1) == pytest.approx(1 / 16)
    assert lost[0] == pytest.approx(15 / 16)


@rule("AMC-UNIT-9", "AMC-WPN-2")
def test_the_odds_know_that_vehicles_block_snipers_in_full():
    game = field([snipers(20, 30, 3)], [jeep(20, 10, 180)])
    one, other = unit(game, "A1"), unit(game, "B1")
    lost, _ = fire_losses(battle_of(game), one, other, ((0, "sniper-rifle"), (1, "sniper-rifle")), False)
    assert odds.at_least(lost, 1) == pytest.approx(25 / 36 / 4), "two hits are one, against two dice"


def test_the_chances_shown_are_those_of_the_dice():
    """Two rifles at infantry in cover: every way the dice can fall, counted."""
    game = field([riflemen(10, 10, 5)], [riflemen(10, 25, 5)])
    stand(game, "A1", (10, 10), (10, 11.5))
    target, shooter = unit(game, "B1"), unit(game, "A1")
    fire = default_fire(shooter, usable(battle_of(game), shooter, target), target)
    lost, _ = fire_losses(battle_of(game), shooter, target, fire, False)
    assert lost == pytest.approx((0.25 + 0.5 * 0.5 + 0.25 * 0.25, 0.5 * 0.5 + 0.25 * 0.5, 0.25 * 0.25))
    assert odds.mean(losses((0.0, 0.0, 1.0), 1, 0.5)) == pytest.approx((2 * 1 + 1 * 3) / 8)


# ---------------------------------------------------------------- what is shown
def shown(game, answer="B1"):
    if game.question is None:
        run(game, ChooseTarget("A1"))
    return {chance.what: chance.probability for chance in game.preview(answer).chances}


@rule("AMC-MORALE-1", "AMC-MORALE-2")
def test_each_number_of_losses_and_pinned_are_shown():
    game = field([gunners(20, 30)], [riflemen(20, 20)])
    # Three attacks of which a quarter gets through each: 27, 27, 9 and 1 of 64; three lost leave two of five.
    expected = {"any loss": 37 / 64, "1 lost": 27 / 64, "2 lost": 9 / 64, "3 lost": 1 / 64, "Pinned": 1 / 128}
    assert shown(game) == pytest.approx({**expected, "wiped out": 0})
    stand(game, "B1", (20, 20), (20, 21.5), (20, 23))
    half = {"any loss": 37 / 64, "1 lost": 27 / 64, "2 lost": 9 / 64, "Pinned": 18 / 64, "wiped out": 1 / 64}
    assert shown(game) == pytest.approx(half)
    unit(game, "B1").pinned = True
    assert "Pinned" not in shown(game), "it is"
    few = field([gunners(20, 30)], [riflemen(20, 20)])
    stand(few, "B1", (20, 20), (20, 21.5))
    assert shown(few)["Pinned"] == pytest.approx(27 / 128), "one of two lost: none lost is no test"
    many = field([gunners(20, 30)], [riflemen(20, 20, 10)])
    assert "Pinned" not in shown(many), "three of ten at the most"
    lone = field([gunners(20, 30)], [gunners(20, 20)])
    assert shown(lone) == pytest.approx({"any loss": 37 / 64, "wiped out": 37 / 64}), "who came alone does not test"


@rule("AMC-SHOOT-4")
def test_no_more_losses_are_promised_than_there_are_models():
    game = field([gunners(20, 30, 3)], [gunners(20, 20, 3)])
    assert list(shown(game)) == ["any loss", "wiped out", "Pinned", "1 lost", "2 lost"]


@rule("AMC-MORALE-1", "AMC-UNIT-5")
def test_many_losses_are_summed_up_and_veterans_hold():
    game = field([gunners(20, 30, 3)], [veterans(20, 20, 10)])
    found = shown(game)
    assert list(found) == ["any loss", "wiped out", "Pinned", "1 lost", "2 lost", "3 lost", "4 or more lost"]
    assert sum(list(found.values())[3:]) == pytest.approx(found["any loss"])
    assert found["4 or more lost"] == pytest.approx(
        sum(1 / 8**n * (7 / 8) ** (9 - n) * comb(9, n) for n in range(4, 10))
    )
    five = sum(1 / 8**n * (7 / 8) ** (9 - n) * comb(9, n) for n in range(5, 10))
    assert found["Pinned"] == pytest.approx(five / 4)


@rule("AMC-DMG-5", "AMC-DMG-7")
def test_a_vehicle_is_damaged_or_destroyed():
    game = field([gunners(20, 30)], [artillery(20, 20, 0)])
    # One of at least two hits is left, for three it is one too; it is blocked by half; behind 5 of 9 destroy.
    assert shown(game) == pytest.approx({"damaged": 1 / 4, "destroyed": 1 / 4 * 5 / 9})


def said_before(game, answer="B1"):
    """The lines of the preview: label -> value."""
    if game.question is None:
        run(game, ChooseTarget("A1"))
    return {line.label: line.value for line in game.preview(answer).lines}


@rule("AMC-UNIT-8", "AMC-UNIT-9", "AMC-SHOOT-1", "AMC-TERR-1")
def test_what_is_fired_and_each_chance_are_shown():
    game = field([snipers(20, 30, 3)], [veterans(20, 10)], pieces=(box("woods", 15, 5, 25, 20),))
    assert said_before(game) == {
        "target": "B1 Veterans",
        "fire": "3 Sniper Rifles",
        "each hits": "2+ 83%",
        "each blocks": "4+ 75%",
        "Block dice for each hit": "0",
        "extra Block dice": "1",
    }
    shown = game.preview("B1")
    assert shown.sight == ("20,30", "20,10")
    assert shown.expected == pytest.approx(sum(number * p for number, p in enumerate(expected_of_snipers())))
    mixed = field([riflemen(20, 30, 5, "bazooka")], [jeep(20, 20, 90)])
    assert said_before(mixed) == {
        "target": "B1 Jeep",
        "fire": "1 Bazooka, 4 Rifles",
        "each hits": "4+ 50%",
        "each blocks": "4+ 50%",
        "extra Block dice": "1",
        "side hit": "side",
    }
    assert game.preview("hold") is None
    assert game.preview("each") is None


def expected_of_snipers():
    """Three shots of 5/6 each; one die of Veterans to block them all, if there is any hit."""
    hits = [comb(3, n) * (5 / 6) ** n * (1 / 6) ** (3 - n) for n in range(4)]
    return [hits[0] + hits[1] * 3 / 4, *(hits[n] / 4 + (hits[n + 1] * 3 / 4 if n < 3 else 0) for n in (1, 2, 3))]


@rule("AMC-UPG-3")
def test_where_nobody_fires_nothing_is_promised():
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 20)])
    stand(game, "A1", (20, 30), (20, 31.5))
    unit(game, "A1").arms = (("rifle", "grenade"), ("rifle",))
    run(game, ChooseTarget("A1"))
    play(game, "each", "B1", "none")
    assert [(line.label, line.value) for line in game.preview("none").lines][1:] == [("nobody fires", "")]
    assert not game.preview("none").chances


@rule("AMC-GEN-3", "AMC-UNIT-9", "AMC-VEH-5")
@pytest.mark.parametrize(
    ("shooter", "target", "words"),
    [
        (gunners(20, 30), riflemen(20, 10), "extra dice 1 = 0 beyond one for each hit, +1 cover, woods"),
        (snipers(20, 30), riflemen(20, 10), "extra dice 1 = 0 none for each hit, +1 cover, woods"),
        (snipers(20, 30), tank(20, 10), "extra dice 3 = 0 beyond one for each hit, +3 armour"),
    ],
)
def test_the_dice_beside_those_for_the_hits_are_named(shooter, target, words):
    game = field([shooter], [target], pieces=(box("woods", 15, 5, 25, 20),))
    run(game, ChooseTarget("A1"))
    (line,) = [line for line in game.preview("B1").lines if line.label == "extra Block dice"]
    assert str(line.tally) == words


@rule("AMC-WPN-2", "AMC-WPN-3")
def test_the_weapon_that_is_taken_unless_the_player_says_otherwise_promises_most():
    game = field([riflemen(20, 30)], [riflemen(20, 10), tank(30, 10)])
    men, tank_ = unit(game, "B1"), unit(game, "B2")
    weapons = sold().weapons
    promised = {
        name: (promise(weapons[name], men), promise(weapons[name], tank_)) for name in ("rifle", "grenade", "c4")
    }
    assert promised == {"rifle": (1, 0.5), "grenade": (3.5, 1.75), "c4": (3.5, 7)}
    assert promise(weapons["cannon"], men) == 7
    one = unit(game, "A1")
    one.sheet = evolve(one.sheet, weapons=weapons)
    assert default_fire(one, [(0, "rifle"), (0, "grenade"), (1, "rifle")], men) == ((0, "grenade"), (1, "rifle"))
    assert default_fire(one, [(0, "c4"), (0, "grenade")], men) == ((0, "c4"),), "as good: the first"
