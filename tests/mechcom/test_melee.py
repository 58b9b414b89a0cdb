"""Melee: Strength against Strength, a tie for the defender, no cover and no Armour."""

from __future__ import annotations

from itertools import product

import pytest

from tabletop_tui.engine.events import Harmed, Rolled
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.melee.melee import attacking_strength, defending_strength, preview_strike
from tabletop_tui.rules.mechcom.shooting.attack_odds import wins_of
from tabletop_tui.rules.mechcom.state.battle import Model
from tests.mechcom.build import activate, claws, deployable, give, ground, mech, model, skirmish
from tests.playing import options, play, unread

rule = pytest.mark.rule


def brawl(weapons=None, target=None, *, dice=(), **rest):
    game = skirmish(
        mech(weapons=weapons if weapons is not None else [claws()]) @ "0505",
        (target or mech()) @ "0506",
        dice=list(dice),
        **rest,
    )
    return activate(game, "A1")


def add_wing(game, spot):
    wing = Model("b1", 1, deployable(kind="wing"), integrity=3, parent="B1")
    game.state.models["b1"] = wing
    game.state.put(wing, spot)


@rule("MC-MELEE-2", "MC-MELEE-3", "MC-MELEE-4", "MC-MELEE-5", "MC-STAT-8")
def test_each_die_above_the_single_defending_total_does_its_damage():
    # Defence 4 + 3; attacks 5, 4 and 3 + 3: only the 5 beats it, the 4 ties. No Armour die is rolled.
    game = brawl(dice=[4, 5, 4, 3])
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 6
    assert model(game, "A1").integrity == 8
    assert model(game, "A1").energy == 3
    assert [(event.by, event.cause) for event in game.events if isinstance(event, Harmed)] == [("A1", "struck")]
    assert not unread(game)


@rule("MC-MELEE-4")
def test_a_defender_who_rolls_higher_does_nothing_to_the_attacker():
    game = brawl(dice=[6, 1, 1, 1])
    play(game, "melee:Claws", "B1")
    assert (model(game, "A1").integrity, model(game, "B1").integrity) == (8, 8)


@rule("MC-MELEE-2", "MC-MELEE-5", "MC-DICE-2")
@pytest.mark.parametrize(("face", "damage"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_an_unarmed_blow_is_one_die_for_a_d3(face, damage):
    game = brawl([], dice=[1, 2, face])
    play(game, "melee:Unarmed", "B1")
    assert model(game, "B1").integrity == 8 - damage
    assert not unread(game)


@rule("MC-MELEE-6", "MC-PERK-7")
def test_a_critical_has_to_win_and_does_not_count_twice():
    sting = claws(attacks=1, damage=1, critical_conditions=("Shocked",))
    game = brawl([sting], dice=[5, 6])
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 7
    assert model(game, "B1").has("Shocked")
    game = brawl([sting], mech(strength=4), dice=[6, 6])
    play(game, "melee:Claws", "B1")
    assert not model(game, "B1").conditions


@rule("MC-MELEE-6", "MC-PERK-6")
def test_a_hit_gives_the_condition_after_the_damage():
    game = brawl([claws(attacks=1, damage=8, conditions=("Burned",))], dice=[1, 6])
    play(game, "melee:Claws", "B1")
    assert not model(game, "B1").conditions, "a destroyed target gains nothing any more"


@rule("MC-MELEE-7", "MC-TERR-4")
def test_cover_stability_tokens_and_invisibility_play_no_part():
    game = brawl(dice=[3, 4, 1, 1], map=ground(h0506="0f"))
    give(game, "A1", "Blinded")
    give(game, "B1", "Invisible", "Corroded")
    model(game, "B1").spot = 3
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 6
    assert model(game, "B1").spot == 3


@rule("MC-MELEE-1")
def test_a_mech_with_a_melee_weapon_may_strike_unarmed_as_well():
    assert [key for key in options(brawl()) if key.startswith("melee")] == ["melee:Claws", "melee:Unarmed"]


@rule("MC-MELEE-1", "MC-ELEV-10")
def test_melee_reaches_the_next_hex_at_most_one_level_away():
    assert options(brawl())["melee:Claws"] == ""
    assert options(brawl(map=ground(h0506="1.")))["melee:Claws"] == ""
    assert options(brawl(map=ground(h0506="2.")))["melee:Claws"] == "MC-MELEE-1"
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech() @ "0507")
    activate(game, "A1")
    assert options(game)["melee:Claws"] == "MC-MELEE-1"


@rule("MC-MELEE-1", "MC-ELEV-10", "MC-ACT-5")
def test_each_refusal_names_its_rule():
    squad = [mech() @ "0506", mech() @ "0504", mech() @ "0507"]
    game = skirmish([mech(weapons=[claws()]) @ "0505", mech() @ "0605"], squad, map=ground(h0504="2."))
    activate(game, "A1")
    play(game, "melee:Claws")
    assert options(game) == {"B1": "", "B2": "MC-ELEV-10", "B3": "MC-MELEE-1"}
    game = skirmish(mech(weapons=[claws()], energy=2) @ "0505", mech() @ "0506")
    activate(game, "A1")
    assert options(game)["melee:Claws"] == "MC-ACT-5"


@rule("MC-ELEV-10", "MC-WING-2", "MC-COND-12")
def test_a_wing_overhead_and_a_swimmer_below_are_out_of_melee_range():
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech() @ "0506", map=ground(h0506="0~"))
    give(game, "B1", "Submerged")
    add_wing(game, "0504")
    activate(game, "A1")
    assert options(game)["melee:Claws"] == "MC-MELEE-1"
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech() @ "1420", map=ground(h0505="1."))
    add_wing(game, "0504")
    activate(game, "A1")
    assert options(game)["melee:Claws"] == "", "from one level up the Wing is one level away"


@rule("MC-MELEE-1", "MC-TERR-11")
def test_a_building_may_be_struck():
    game = skirmish(
        mech(weapons=[claws(attacks=1, damage=4)]) @ "0505", mech() @ "1420", map=ground(h0506="0b"), dice=[1, 1]
    )
    activate(game, "A1")
    play(game, "melee:Claws", "n0506")
    assert game.state.wreckage == {"0506": None}


@rule("MC-ELEV-9")
def test_height_changes_the_attacker_only():
    game = brawl(map=ground(h0505="1."))
    above, below = model(game, "A1"), model(game, "B1")
    assert attacking_strength(game.state, above, below).total == 4
    assert attacking_strength(game.state, below, above).total == 2
    assert defending_strength(below, claws()).total == 3
    assert "MC-ELEV-9" in attacking_strength(game.state, above, below).rules


@rule("MC-PERK-11")
def test_rend_lowers_the_defending_total():
    # 4 + 3 - 2 = 5; an attack of 3 + 3 wins.
    game = brawl([claws(attacks=1, rend=2)], dice=[4, 3])
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 6
    defended, struck = (event for event in game.events if isinstance(event, Rolled))
    assert defended.rules == ("MC-MELEE-2", "MC-STAT-8", "MC-PERK-11")
    assert [(m.value, m.rule) for m in struck.need.number.modifiers] == [(-3, "MC-STAT-8")]


@rule("MC-COND-10", "MC-STAT-8")
def test_shocked_weakens_both_ways():
    game = brawl()
    give(game, "A1", "Shocked")
    give(game, "B1", "Shocked")
    assert attacking_strength(game.state, model(game, "A1"), model(game, "B1")).total == 2
    assert defending_strength(model(game, "B1"), claws()).total == 2


@rule("MC-PERK-8")
def test_flurry_in_melee_meets_the_same_defending_total():
    game = brawl([claws(attacks=1, damage=1, flurry=True)], dice=[5, 6, 6, 5])
    play(game, "melee:Claws", "B1", "roll", "roll")
    assert model(game, "B1").integrity == 6
    assert not unread(game)


@rule("MC-PERK-8", "MC-MELEE-6")
def test_a_six_that_does_not_beat_the_defence_is_no_critical():
    game = brawl([claws(attacks=1, flurry=True)], mech(strength=4), dice=[6, 6])
    play(game, "melee:Claws", "B1")
    assert "Flurry" not in (game.question.prompt if game.question else "")
    assert model(game, "B1").integrity == 8


@rule("MC-PERK-5")
def test_a_missed_blast_in_melee_burns_the_hex_struck_without_a_die():
    game = brawl([claws(attacks=1, blast=True)], dice=[6, 1])
    play(game, "melee:Claws", "B1")
    assert game.state.fires == {"0506"}
    assert not model(game, "B1").has("Burned")


@pytest.mark.parametrize(("dice", "edge"), [(1, 0), (2, 1), (3, -2)])
def test_wins_are_as_all_dice_say(dice, edge):
    counts: dict[int, int] = {}
    for defence, *faces in product(range(1, 7), repeat=dice + 1):
        wins = sum(face + edge > defence for face in faces)
        counts[wins] = counts.get(wins, 0) + 1
    for wins, chance in enumerate(wins_of(dice, edge, False)):
        assert chance == pytest.approx(counts.get(wins, 0) / 6 ** (dice + 1))


@pytest.mark.parametrize("edge", [0, -2, 2])
def test_flurry_wins_add_up_to_one_and_to_the_right_mean(edge):
    chances = wins_of(1, edge, True)
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0
    # Where a six wins it rolls on: the mean is win/(1 - 1/6); where not even a six wins nothing does.
    needed = [defence + 1 - edge for defence in range(1, 7)]
    means = [(7 - max(1, face)) / 6 / (1 - 1 / 6) for face in needed if face <= 6]
    assert sum(n * p for n, p in enumerate(chances)) == pytest.approx(sum(means) / 6)


@rule("MC-MELEE-3")
def test_a_preview_of_a_strike_gives_both_strengths_and_the_chances():
    game = brawl(target=mech(integrity=2))
    shown = preview_strike(game.state, Attack("A1", claws(attacks=1)), Share("B1", 1))
    chances = {chance.what: chance.probability for chance in shown.chances}
    assert chances["at least one win"] == pytest.approx(15 / 36)
    assert chances["destroys"] == pytest.approx(15 / 36)
    assert [line.value for line in shown.lines[1:3]] == ["1 die + 3", "1 die + 3"]


@rule("MC-MELEE-1", "MC-TERR-12")
def test_ice_next_to_the_attacker_may_be_struck():
    game = skirmish(mech(weapons=[claws(attacks=1)]) @ "0505", mech() @ "1420", map=ground(h0506="0i"), dice=[1, 1])
    activate(game, "A1")
    assert options(game)["melee:Claws"] == ""
    play(game, "melee:Claws", "n0506")
    assert game.state.is_water("0506")
