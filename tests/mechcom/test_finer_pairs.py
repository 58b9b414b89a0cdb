"""Where two special rules meet in one weapon or one model: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.mechcom.shooting.shooting import armour, stability
from tests.mechcom.build import activate, duel, give, ground, gun, mech, model, skirmish, texts
from tests.playing import options, play, unread

rule = pytest.mark.rule


def needed(game, tokens=0):
    attacker = model(game, "A1")
    return stability(game.state, attacker, attacker.sheet.weapons[0], model(game, "B1"), tokens).total


@rule("MC-PERK-12", "MC-COND-7", "MC-STAT-7")
def test_a_sniper_makes_up_for_invisibility_with_tokens():
    """Stability 4, +2 as the target is Invisible, -1 for each of three tokens that a sniper may consume at once: 3."""
    game = skirmish(mech(weapons=[gun(attacks=1, sniper=True)]) @ "0505", mech() @ "0508", dice=[3, 4])
    give(game, "B1", "Invisible")
    model(game, "B1").spot = 3
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", 3)
    assert (model(game, "B1").spot, model(game, "B1").integrity, unread(game)) == (0, 6, ())


@rule("MC-PERK-9", "MC-PERK-15", "MC-SHOOT-7")
def test_a_heavy_ultralight_weapon_after_a_move_beside_an_enemy_is_two_worse_and_not_four():
    """Ultralight takes away what an enemy in melee range costs, and nothing of what Heavy costs."""
    game = skirmish(mech(weapons=[gun(heavy=True, ultralight=True)]) @ "0505", mech() @ "0506")
    model(game, "A1").moved = True
    assert needed(game) == 6


@rule("MC-COND-2", "MC-ELEV-8", "MC-COND-10")
def test_a_blinded_and_shocked_mech_two_levels_up_needs_two_more():
    """Stability 4: +2 Blinded, +1 Shocked, -1 for two levels above."""
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0505="2."))
    give(game, "A1", "Blinded", "Shocked")
    assert needed(game) == 6
    assert needed(game, tokens=1) == 5


@rule("MC-PERK-4", "MC-PERK-1")
def test_barrage_buys_dice_of_one_and_the_same_shot():
    """Ammo counts firings: dice that Energy buys for one of them use up nothing more."""
    game = duel(mech(weapons=[gun(barrage=True, ammo=2, attacks=1)], energy=9), dice=[1, 1, 1, 1])
    play(game, "shoot:Gun", "B1")
    play(game, 2)
    assert options(game)["shoot:Gun"] == "", texts(game)
    assert model(game, "A1").shots == {"Gun": 1}


@rule("MC-PERK-14", "MC-COND-7", "MC-SPOT-1")
def test_a_tracker_marks_an_invisible_mech_that_nobody_can_spot():
    """Invisible forbids Spot actions and costs 2 Stability; tokens by a hit are no Spot action."""
    game = duel(mech(weapons=[gun(tracker=True, attacks=1)]), dice=[6, 4, 4])
    give(game, "B1", "Invisible")
    assert options(game)["spot"] != "", "nobody else is there"
    play(game, "shoot:Gun", "B1")
    assert (model(game, "B1").integrity, model(game, "B1").spot) == (4, 4), "two hits of 2"


@rule("MC-COND-12", "MC-PERK-2", "MC-TERR-6")
def test_artillery_at_a_swimmer_ignores_its_depth_and_not_its_cover():
    """Submerged counts two levels below (from the bank one would aim 1 better); soft cover costs 2 all the same."""
    water = ground(h0508="0~")
    plain = skirmish(mech(weapons=[gun()]) @ "0505", mech() @ "0508", map=water)
    lobbed = skirmish(mech(weapons=[gun(artillery=True)]) @ "0505", mech() @ "0508", map=water)
    assert (needed(plain), needed(lobbed)) == (4 + 2 - 1, 4 + 2)


@rule("MC-PERK-16", "MC-COND-4", "MC-SHOOT-5")
def test_against_corroded_and_volatile_together_armour_four_is_armour_one():
    """Both lower Armour: 4 - 1 - 2. A die of the defender that shows it or more lets the damage through: also a 1."""
    game = duel(mech(weapons=[gun(volatile=2, attacks=1)]), dice=[4, 1])
    give(game, "B1", "Corroded")
    assert armour(model(game, "B1"), model(game, "A1").sheet.weapons[0]).total == 1
    play(game, "shoot:Gun", "B1")
    assert (model(game, "B1").integrity, unread(game)) == (6, ())


@rule("MC-COND-11", "MC-COND-8", "MC-ACT-3")
def test_who_is_stunned_and_malfunctioning_loses_energy_and_may_still_recover():
    """Half of 6 is gone at the start of its turn; a 6 clears the malfunction, and it acts with 3."""
    game = skirmish(mech() @ "0505", mech() @ "0508", dice=[6])
    give(game, "A1", "Stunned", "Malfunctioning")
    activate(game, "A1")
    assert (model(game, "A1").energy, model(game, "A1").has("Malfunctioning")) == (3, False)
    assert options(game)["move"] == ""
