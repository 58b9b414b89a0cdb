"""Flamethrowers (CD-TRAIT-11)."""

from __future__ import annotations

from math import sqrt

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.shooting.flames import Burn, ChooseFlame, flame_field
from tests.crimsondusk.build import activate, at, battle_of, box, field, man, said, section, soldier, squad, unit
from tests.playing import play, run, unread

rule = pytest.mark.rule
SHOT = Shooter("A1-1", "flamethrower")
GAMES = 2500


def burner(**traits):
    return section(10, 10, soldier("Rg", "flamethrower", **traits))


def why(game, *spots):
    refusal = flame_field(battle_of(game), unit(game, "A1"), SHOT).judge(spots)
    return "" if refusal is None else f"{refusal.why} {refusal.rule}"


@rule("CD-TRAIT-11")
def test_a_flame_has_four_targets_two_units_from_each_other_at_most():
    game = field([burner()], [at(squad(0, 0, 4), (10, 14), (12, 14), (14.01, 14), (10, 16))])
    assert why(game, (10, 14), (12, 14), (10, 14), (10, 16)) == ""
    assert why(game, *[(10, 14)] * 5) == "5 spots, 4 allowed CD-TRAIT-11"
    assert "2.01 u from the one before, 2 allowed" in why(game, (12, 14), (14.01, 14))
    assert "no enemy stands at 11, 15.2" in why(game, (11, 15.2))


@rule("CD-TRAIT-11", "CD-TRAIT-11C")
def test_it_stays_within_its_range_and_has_no_beyond():
    game = field([burner()], [at(squad(0, 0, 2), (10, 22.5), (10, 24))])
    assert why(game, (10, 22)) == "", "its rim, 11.5 from the edge of the shooter"
    assert why(game, (10, 22.5)) == ""
    assert "CD-TRAIT-11C" in why(game, (10, 22.51))


@rule("CD-TRAIT-11")
def test_the_first_target_is_seen_the_others_need_not_be():
    game = field([burner()], [at(squad(0, 0, 2), (10, 17), (12, 17))], (box("house", 11, 12, 13, 15),))
    assert why(game, (10, 17), (12, 17)) == ""
    assert "CD-SHOOT-2" in why(game, (12, 17))


@rule("CD-TRAIT-11B")
def test_each_target_is_a_skill_test_with_one_more_whatever_hides_it():
    game = field([burner()], [squad(10, 13, 4, av=6)], (box("scrub", 5, 12, 20, 20),), dice=(4, 3, 6))
    unit(game, "B1").ground = True
    run(game, Burn("A1", SHOT, ((10.0, 13.0), (11.5, 13.0))))
    assert unread(game) == (), "4 hits, 3 does not; then the damage"
    assert unit(game, "B1").left == 3


@rule("CD-TRAIT-11B", "CD-HIT-7", "CD-HIT-12")
def test_what_else_makes_it_harder_or_easier_counts():
    game = field([burner()], [squad(10, 13, 4, camouflage=1)], dice=(4,))
    run(game, Burn("A1", SHOT, ((10.0, 13.0),)))
    assert unit(game, "B1").shots == 1, "5 was needed; a miss is a shot"
    unit(game, "B1").ran_before = True
    game.dice.unread = (4, 1)
    run(game, Burn("A1", SHOT, ((10.0, 13.0),)))
    assert battle_of(game).is_pinned(unit(game, "B1"))


@rule("CD-TRAIT-11", "CD-WND-1")
def test_a_model_can_be_burnt_again_and_again():
    game = field([burner()], [squad(10, 13, 4, av=10)], dice=(4, 4, 4, 4, 5, 5, 5, 6))
    run(game, Burn("A1", SHOT, ((10.0, 13.0),) * 4))
    assert unread(game) == ()
    assert unit(game, "B1").left == 3


@rule("CD-TRAIT-11C")
def test_a_hit_pins_without_a_test_but_not_the_brain_dead():
    game = field([burner()], [squad(10, 13, 4, av=30)], dice=(4, 1))
    run(game, Burn("A1", SHOT, ((10.0, 13.0),)))
    assert battle_of(game).is_pinned(unit(game, "B1"))
    game = field([burner()], [squad(10, 13, 4, av=30, brain_dead=1)], dice=(4, 1))
    run(game, Burn("A1", SHOT, ((10.0, 13.0),)))
    assert not battle_of(game).is_pinned(unit(game, "B1"))


@rule("CD-TRAIT-11", "CD-SHOOT-5")
def test_whose_first_target_is_not_the_nearest_takes_a_test():
    game = field([burner()], [squad(4, 13, 5), squad(13, 16, 4)], dice=(4, 2, 2, 2, 2))
    run(game, ChooseFlame("A1", SHOT))
    play(game, ["13,16"])
    assert "B1 Section, the nearest" in said(game)
    assert unit(game, "B1").shots == 4
    assert unit(game, "B2").shots == 0


@rule("CD-TRAIT-11")
def test_a_section_with_a_flamethrower_is_asked_for_its_path():
    game = activate(field([burner()], [squad(10, 13, 4, av=30)], dice=(9, 9, 1, 1)), "A1", "shoot")
    play(game, ["10,13", "11.5,13"])
    assert unread(game) == ()
    assert man(game, "A1-1").id == "A1-1"


@rule("CD-TRAIT-11B", "CD-TRAIT-11C")
def test_what_is_said_of_a_flame_is_what_the_dice_come_to():
    game = field([burner()], [squad(10, 13, 4, av=10)])
    run(game, ChooseFlame("A1", SHOT))
    path = ["10,13", "10,13", "11.5,13"]
    told = game.preview(path)
    chances = {one.what: one.probability for one in told.chances}
    came = []
    for seed in range(GAMES):
        one = game.clone()
        one.dice = SeededDice(seed=seed)
        play(one, path)
        battle = battle_of(one)
        came.append((battle.is_pinned(unit(one, "B1")), unit(one, "B1").number("B1-1") is None))
    close(sum(pinned for pinned, _ in came) / GAMES, chances["B1 pinned"])
    close(sum(dead for _, dead in came) / GAMES, chances["B1-1 killed"])


@rule("CD-TRAIT-11C", "CD-PIN-1", "CD-PIN-5")
def test_how_likely_a_flame_pins():
    """A regular hits with 4 or more (0.7); four are tested after four shots, which a regular passes with 5 or more."""

    def told(target, path):
        game = field([burner()], [target])
        run(game, ChooseFlame("A1", SHOT))
        return {one.what: pytest.approx(one.probability) for one in game.preview(path).chances}

    four = squad(10, 13, 4, av=30)
    assert told(four, ["10,13"] * 3)["B1 pinned"] == 1 - 0.3**3
    assert told(four, ["10,13"] * 4)["B1 pinned"] == 1 - 0.3**4 + 0.3**4 * 0.4, "four shots that missed: a test"
    alone = told(squad(10, 13, 1, av=10), ["10,13"])
    dies = alone["B1-1 killed"].expected
    assert 0 < dies < 0.7
    assert alone["B1 pinned"] == 0.7 - dies + 0.3 * 0.4, "who is dead is not pinned"
    assert told(squad(10, 13, 4, av=30, brain_dead=1), ["10,13"]) == {"B1 hit": 0.7, "B1-1 killed": 0}


def close(share: float, chance: float) -> None:
    assert abs(share - chance) <= 4 * sqrt(max(chance * (1 - chance), 1e-4) / GAMES), (share, chance)
