"""Attacks that a reaction, or an earlier part of them, has undone: what is not asked any more, and what is spent."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.rules.mechcom.state.profiles import Evade, Shield
from tests.mechcom.build import EVADE, ability, activate, claws, gun, mech, model, skirmish, texts
from tests.mechcom.invariants import check
from tests.playing import play, unread

rule = pytest.mark.rule
WALL = ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour")
LEAP = ability(Evade(2), 1, "Leap", timing="reactive", text="moves 2 hexes")


def shot_at(*abilities, weapon=None, dice=(), to="0508", spot=0, answers=("B1",), **foe):
    """A1 at 0505 has declared a shot at B1, whose owner is asked."""
    shooter = mech(energy=9, weapons=[weapon or gun(range=3, attacks=1)])
    game = skirmish(shooter @ "0505", mech(abilities=list(abilities), **foe) @ to, dice=list(dice))
    model(game, "B1").spot = spot
    activate(game, "A1")
    play(game, "shoot:Gun", *answers)
    return game


# ---------------------------------------------------------------- what is no longer asked
@rule("MC-TAG-4")
def test_once_the_attack_is_evaded_no_further_reaction_is_offered_or_paid_for():
    game = shot_at(EVADE, WALL, LEAP)
    play(game, "react", ["0509"])
    assert "The attack on B1 Mech fails: B1 Mech is 4 hexes away, the range is 3" in texts(game)
    assert (game.question.about, model(game, "B1").energy) == ("A1", 4)


@rule("MC-TAG-4")
def test_an_evasion_that_does_not_help_leaves_the_next_reaction_open():
    game = shot_at(EVADE, WALL, dice=[4, 4])
    play(game, "react", ["0507"])
    assert game.question.prompt.endswith("react?")
    play(game, "react")
    assert (model(game, "B1").energy, model(game, "B1").integrity) == (3, 8), "a 4 does not come through Armour 5"


@rule("MC-TAG-4")
def test_each_reaction_is_offered_once_for_an_attack():
    game = shot_at(EVADE, LEAP, dice=[1])
    play(game, "let", "let")
    assert (game.question.about, unread(game)) == ("A1", ())


@rule("MC-TAG-4")
def test_a_reaction_that_an_earlier_one_has_made_too_dear_is_not_asked_about():
    dear = ability(Shield(), 5, "Dear", timing="reactive")
    game = shot_at(EVADE, dear, dice=[1])
    play(game, "react", ["0507"])
    assert (game.question.about, model(game, "B1").energy) == ("A1", 4)


@rule("MC-TAG-4", "MC-PERK-10")
def test_a_part_of_a_divided_attack_that_an_earlier_one_has_undone_asks_its_target_nothing():
    """B1 evades into the line to B2, who is out of sight then and need not raise a shield."""
    spread = gun("Gun", range=9, attacks=2, multi=True)
    squad = [mech(abilities=[EVADE]) @ "0608", mech(abilities=[WALL]) @ "0510"]
    game = skirmish(mech(weapons=[spread]) @ "0505", squad, dice=[1])
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "B2": 1}, "react", ["0508"])
    assert any(text.startswith("The attack on B2 Mech fails: no line of sight") for text in texts(game))
    assert (game.question.about, model(game, "B2").energy) == ("A1", 6)


@rule("MC-TAG-4", "MC-MELEE-1")
def test_a_blow_that_was_evaded_is_not_evaded_twice():
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech(abilities=[EVADE, LEAP]) @ "0506")
    activate(game, "A1")
    play(game, "melee:Claws", "B1", "react", ["0507"])
    assert (game.question.about, model(game, "B1").energy) == ("A1", 4)


@rule("MC-TAG-4")
def test_between_two_reactions_the_game_is_whole():
    game = shot_at(LEAP, EVADE, WALL, dice=[1])
    check(game)
    play(game, "react")
    assert isinstance(game.question, Place)
    check(game)
    play(game, ["0507"])
    check(game)


# ---------------------------------------------------------------- what is spent all the same
@rule("MC-TAG-4", "MC-PERK-1", "MC-PERK-4")
def test_an_attack_that_was_evaded_has_spent_its_energy_and_its_shot():
    weapon = gun(range=3, attacks=1, ammo=2, barrage=True)
    game = shot_at(EVADE, weapon=weapon, answers=("B1", 2))
    play(game, "react", ["0509"])
    assert (model(game, "A1").energy, model(game, "A1").shots) == (4, {"Gun": 1})


@rule("MC-TAG-4", "MC-STAT-7", "MC-PERK-12")
@pytest.mark.parametrize(("sniper", "spent"), [(False, 1), (True, 3)])
def test_the_spot_tokens_declared_for_it_are_gone(sniper, spent):
    game = shot_at(EVADE, weapon=gun(range=3, attacks=1, sniper=sniper), spot=4, answers=("B1", spent))
    assert model(game, "B1").spot == 4 - spent, "they are consumed before the target reacts"
    play(game, "react", ["0509"])
    assert model(game, "B1").spot == 4 - spent


@rule("MC-TAG-4", "MC-PERK-2")
@pytest.mark.parametrize(("to", "fails"), [("0508", True), ("0507", False)])
def test_artillery_has_fired_its_token_and_the_last_one_serves_for_this_very_shot(to, fails):
    game = shot_at(EVADE, weapon=gun(range=3, attacks=1, artillery=True), to=to, spot=1, dice=[] if fails else [1])
    assert model(game, "B1").spot == 0
    play(game, "react", ["0509"] if fails else ["0508"])
    assert any(text.startswith("The attack on") for text in texts(game)) is fails
    assert unread(game) == ()


@rule("MC-TAG-4", "MC-PERK-3", "MC-PERK-13")
def test_backfire_and_heat_come_after_an_evaded_attack_too():
    game = shot_at(EVADE, weapon=gun(range=3, attacks=1, backfire=1, superheated=True))
    play(game, "react", ["0509"])
    assert (model(game, "A1").integrity, model(game, "A1").heat) == (7, 1)


@rule("MC-TAG-4", "MC-PERK-5")
def test_an_evaded_attack_is_no_miss_for_blast():
    game = shot_at(EVADE, weapon=gun(range=3, attacks=1, blast=True))
    play(game, "react", ["0509"])
    assert game.state.fires == frozenset()
    assert unread(game) == ()


@rule("MC-STAT-7", "MC-PERK-2")
def test_tokens_that_are_consumed_are_told_before_the_dice():
    game = shot_at(weapon=gun(range=3, attacks=1), spot=2, answers=("B1", 1), dice=[1])
    log = texts(game)
    told = log.index("A1 Mech consumes 1 Spot token of B1 Mech, 1 left")
    assert log.index("A1 Mech attacks B1 Mech with Gun") < told
    assert told < next(place for place, text in enumerate(log) if text.startswith("A1 Mech shoots"))
