"""Whose dice and whose choice: the second player attacks, and every roll and question is of the right seat."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.attacking.abilities import UseAbility
from tabletop_tui.rules.mechcom.state.profiles import ClearCondition, Redeploy, Restore
from tests.mechcom.build import ability, activate, claws, give, ground, gun, mech, model, skirmish
from tests.playing import options, play, run, unread

rule = pytest.mark.rule
RED, BLUE = 0, 1


def rolls(game: Game) -> list[tuple[int | None, str]]:
    """Every roll so far: whose it was and what for."""
    return [(event.seat, event.why) for event in game.events if isinstance(event, Rolled)]


def blue_active(sheet, *red, dice=(), at="0505", **rest) -> Game:
    """The activation of B1 among these mechs of Red."""
    game = skirmish([mech() @ spot for spot in red], [sheet @ at], dice=list(dice), **rest)
    return activate(game, "B1")


@rule("MC-SHOOT-2", "MC-SHOOT-5")
def test_the_shooter_rolls_to_hit_and_the_target_its_armour():
    game = blue_active(mech(weapons=[gun(attacks=1)]), "0508", dice=[4, 1])
    play(game, "shoot:Gun")
    assert (game.question.seat, game.question.about) == (BLUE, "B1")
    play(game, "A1")
    assert rolls(game) == [(BLUE, "B1 Mech shoots at A1 Mech"), (RED, "A1 Mech's Armour")]


@rule("MC-SHOOT-5")
def test_a_shot_that_misses_asks_for_no_armour_dice():
    game = blue_active(mech(weapons=[gun(attacks=1)]), "0508", dice=[3])
    play(game, "shoot:Gun", "A1")
    assert rolls(game) == [(BLUE, "B1 Mech shoots at A1 Mech")]


@rule("MC-SHOOT-5", "MC-TERR-11")
def test_whoever_shoots_at_a_building_rolls_its_armour_too():
    game = blue_active(mech(weapons=[gun(attacks=1)]), "1420", dice=[4, 1], map=ground(h0507="0b"))
    play(game, "shoot:Gun", "n0507")
    assert [seat for seat, _ in rolls(game)] == [BLUE, BLUE]
    assert model(game, "n0507").integrity == 4, "a 1 does not come through Armour 2"


@rule("MC-MELEE-2", "MC-MELEE-5")
def test_the_defender_rolls_its_one_die_and_the_attacker_the_rest():
    game = blue_active(mech(weapons=[]), "0506", dice=[1, 6, 3])
    play(game, "melee:Unarmed", "A1")
    whose = [(RED, "A1 Mech defends"), (BLUE, "B1 Mech strikes A1 Mech"), (BLUE, "B1 Mech's unarmed damage")]
    assert rolls(game) == whose


@rule("MC-MELEE-2", "MC-TERR-11")
def test_whoever_strikes_a_building_rolls_its_defence_too():
    game = blue_active(mech(weapons=[claws(attacks=1)]), "1420", dice=[1, 6], map=ground(h0506="0b"))
    play(game, "melee:Claws", "n0506")
    assert [seat for seat, _ in rolls(game)] == [BLUE, BLUE]


@rule("MC-MELEE-5", "MC-DICE-2")
def test_an_unarmed_blow_that_does_not_win_rolls_no_d3():
    game = blue_active(mech(weapons=[]), "0506", dice=[6, 1])
    play(game, "melee:Unarmed", "A1")
    assert len(rolls(game)) == 2
    assert model(game, "A1").integrity == 8


@rule("MC-SPOT-1")
def test_the_spotter_rolls():
    game = blue_active(mech(), "0509", dice=[6, 1, 1])
    play(game, "spot")
    assert game.question.seat == BLUE
    play(game, "A1")
    assert [seat for seat, _ in rolls(game)] == [BLUE]


@rule("MC-PERK-5", "MC-PERK-8")
def test_flurry_and_blast_are_the_attackers():
    game = blue_active(mech(weapons=[gun(attacks=1, flurry=True)]), "0508", dice=[6, 1, 1, 1])
    play(game, "shoot:Gun", "A1")
    assert (game.question.seat, game.question.rules) == (BLUE, ("MC-PERK-8",))
    game = blue_active(mech(weapons=[gun(attacks=1, blast=True)]), "0508", dice=[1, 3])
    play(game, "shoot:Gun", "A1")
    assert rolls(game)[-1] == (BLUE, "Blast")


@rule("MC-PERK-4", "MC-PERK-10", "MC-STAT-7")
def test_the_attacker_buys_and_divides_the_dice_and_consumes_the_tokens():
    weapon = gun(attacks=1, multi=True, barrage=True)
    game = blue_active(mech(weapons=[weapon]), "0508", "0805", dice=[1, 1])
    model(game, "A1").spot = 1
    asked = []
    for answer in ("shoot:Gun", 1, {"A1": 1, "A2": 1}, 0):
        asked.append((game.question.seat, game.question.about))
        play(game, answer)
    assert asked == [(BLUE, "B1")] * 4
    assert not unread(game)


@rule("MC-BOOM-2")
def test_the_owner_of_an_exploding_mech_rolls_for_it_and_whoever_is_caught_rolls_armour():
    squad = [mech(integrity=1) @ "0508", mech() @ "0509", mech() @ "0608"]
    game = skirmish([mech(weapons=[gun(attacks=1)]) @ "0505", mech() @ "0101"], squad, dice=[4, 6, 2, 1, 1])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "end")
    activate(game, "A2")
    play(game, "end")
    missed = (BLUE, "B1 Mech explodes at B3 Mech")
    assert rolls(game)[2:] == [(BLUE, "B1 Mech explodes at B2 Mech"), (BLUE, "B2 Mech's Armour"), missed]


@rule("MC-AI-1", "MC-COND-8", "MC-COND-9")
def test_the_owner_of_a_malfunctioning_model_rolls_for_it():
    game = skirmish(mech() @ "1420", [mech() @ "0505", mech() @ "0101"], dice=[1, 6])
    give(game, "B1", "Malfunctioning")
    activate(game, "B1")
    assert [seat for seat, _ in rolls(game)] == [BLUE, BLUE]


@rule("MC-AI-2", "MC-AI-3")
@pytest.mark.parametrize("reach", [1, 9])
def test_the_owner_of_a_malfunctioning_model_chooses_whom_it_heads_for_and_whom_it_attacks(reach):
    wild = mech(weapons=[gun(range=reach)])
    game = skirmish([mech() @ "0509", mech() @ "0501"], [wild @ "0505", mech() @ "1420"], dice=[1])
    give(game, "B1", "Malfunctioning")
    activate(game, "B1")
    assert (game.question.seat, game.question.about) == (BLUE, "B1")


@rule("MC-SETUP-5", "MC-ABIL-1")
def test_who_places_a_mech_anew_chooses_among_its_own():
    foresight = ability(Redeploy(), timing="pregame", name="Foresight", limit=1)
    game = skirmish(mech() @ "0501", [mech(abilities=[foresight]) @ "0520", mech() @ "0720"])
    run(game, UseAbility("B1", "Foresight"))
    assert (game.question.seat, list(options(game))) == (BLUE, ["B1", "B2", "none"])
    play(game, "B2")
    assert model(game, "B1").uses == {"Foresight": 1}


@rule("MC-ABIL-1")
@pytest.mark.parametrize("effect", [ClearCondition(3), Restore(3)])
def test_who_uses_an_ability_chooses_whom_it_helps(effect):
    game = skirmish(mech() @ "1420", [mech(abilities=[ability(effect, 1)]) @ "0505", mech(integrity=8) @ "0506"])
    model(game, "B2").integrity = 1
    give(game, "B2", "Hacked")
    activate(game, "B1")
    play(game, "ability:Knack")
    assert (game.question.seat, game.question.about) == (BLUE, "B1")
