"""What a weapon does beyond damage: to whom, and for how long what it inflicts lasts."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.mechcom.state import conditions
from tests.mechcom.build import activate, duel, give, ground, gun, mech, model, skirmish, texts
from tests.playing import play, unread

rule = pytest.mark.rule


@rule("MC-COND-1", "MC-PERK-6")
@pytest.mark.parametrize("condition", ["Burned", "Corroded", "Hacked", "Invisible", "Malfunctioning"])
def test_what_a_hit_inflicts_and_no_turn_ends_outlasts_the_activations_of_its_victim(condition):
    game = duel(mech(weapons=[gun(attacks=1, conditions=(condition,))]), mech(weapons=[]), dice=[4, 1, 1])
    play(game, "shoot:Gun", "B1")
    game.agenda.clear()
    activate(game, "B1")
    if condition != "Malfunctioning":
        play(game, "end")
    assert model(game, "B1").activated
    assert model(game, "B1").has(condition)


@rule("MC-COND-2", "MC-COND-4", "MC-COND-5", "MC-COND-10", "MC-STAT-11")
@pytest.mark.parametrize(
    ("condition", "named", "changes"),
    [
        ("Blinded", "MC-COND-2", {"stability": 2}),
        ("Burned", "", {}),
        ("Corroded", "MC-COND-4", {"armour": -1}),
        ("Hacked", "MC-COND-5", {"sensors": -5}),
        ("Immobilized", "", {}),
        ("Invisible", "", {}),
        ("Malfunctioning", "", {}),
        ("Shocked", "MC-COND-10", {"stability": 1, "strength": -1}),
        ("Stunned", "", {}),
        ("Submerged", "", {}),
        ("Tethered", "", {}),
    ],
)
def test_a_condition_changes_the_stats_it_names_and_no_other(condition, named, changes):
    hero = model(skirmish(mech(sensors=6) @ "0505", mech() @ "1420"), "A1")
    stats = ("sensors", "stability", "strength", "armour")
    before = {stat: hero.tally(stat).total for stat in stats}
    hero.conditions = {condition: 0}
    assert {stat: hero.tally(stat).total for stat in stats} == {s: before[s] + changes.get(s, 0) for s in stats}
    assert [modifier.rule for stat in changes for modifier in hero.tally(stat).modifiers] == [named] * len(changes)


@rule("MC-TERR-8", "MC-COND-12", "MC-PERK-6")
@pytest.mark.parametrize(("condition", "taken"), [("Hacked", True), ("Burned", False)])
def test_under_water_nothing_is_inflicted_less_but_burned(condition, taken):
    weapon = gun(attacks=1, conditions=(condition,))
    game = duel(mech(weapons=[weapon], stability=2), dice=[5, 1], map=ground(h0508="0~"))
    give(game, "B1", "Submerged")
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").has(condition) is taken


@rule("MC-COND-13", "MC-SHOOT-6")
def test_who_is_destroyed_by_a_tethering_hit_binds_nobody():
    squad = [mech(integrity=1) @ "0508", mech() @ "1420"]
    game = skirmish(mech(weapons=[gun(attacks=1, conditions=("Tethered 3",))]) @ "0505", squad, dice=[4, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.state.tethers == ()
    assert not model(game, "A1").has("Tethered")


@rule("MC-COND-13", "MC-COND-5")
def test_clearing_another_condition_leaves_the_tether():
    game = duel()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    give(game, "A1", "Hacked")
    game.ask_anew()
    play(game, "clear:Hacked")
    assert not model(game, "A1").has("Hacked")
    assert (model(game, "A1").has("Tethered"), len(game.state.tethers)) == (True, 1)


@rule("MC-SHEET-4")
def test_critical_hits_heat_no_mech_without_the_reactor():
    game = duel(mech(weapons=[gun(attacks=2)]), dice=[6, 6, 1, 1, 1, 1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").heat == 0


@rule("MC-PERK-14")
def test_a_tracker_puts_no_tokens_on_a_building():
    game = duel(mech(weapons=[gun(attacks=1, damage=1, tracker=True)]), to="1420", dice=[4, 2], map=ground(h0507="0b"))
    play(game, "shoot:Gun", "n0507")
    assert (model(game, "n0507").integrity, model(game, "n0507").spot) == (3, 0)


@rule("MC-PERK-5")
def test_a_blast_off_the_map_burns_nothing():
    game = duel(mech(weapons=[gun(attacks=1, blast=True)]), at="0104", to="0101", dice=[1, 5])
    play(game, "shoot:Gun", "B1")
    assert not game.state.fires
    assert "Blast: 5, off the map" in texts(game)
    assert not unread(game)
