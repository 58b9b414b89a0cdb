"""Shooting: Stability and its modifiers, hits and criticals, Armour, and the odds that are shown beforehand."""

from __future__ import annotations

from itertools import product

import pytest

from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.events import Harmed, Rolled
from tabletop_tui.engine.question import Number, Pick
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.shooting.attack_odds import damage_of, hits_of
from tabletop_tui.rules.mechcom.shooting.shooting import preview_shot, stability
from tabletop_tui.rules.mechcom.state.battle import Model, Piece
from tests.mechcom.build import activate, claws, deployable, duel, give, ground, gun, mech, model, reasons, skirmish
from tests.playing import options, play, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- the roll
@rule("MC-SHOOT-2", "MC-SHOOT-3", "MC-SHOOT-5", "MC-STAT-6", "MC-WEAP-2", "MC-WEAP-3", "MC-STAT-9")
def test_dice_at_stability_hit_and_dice_at_armour_let_the_damage_through():
    # Three dice at Stability 4: 4 and 5 hit, 3 does not. Two Armour dice at 4: 4 lets 2 damage through, 3 holds.
    game = duel(mech(weapons=[gun(damage=2, attacks=3)], stability=4), dice=[3, 4, 5, 4, 3])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 8 - 2
    assert model(game, "A1").energy == 3
    assert not unread(game)
    assert [event.outcome for event in game.events if isinstance(event, Rolled)][-1] == "1 blocked"


@rule("MC-SHOOT-4")
def test_a_six_counts_as_two_hits():
    game = duel(mech(weapons=[gun(damage=1, attacks=1)]), dice=[6, 4, 4])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 6
    assert not unread(game)


@rule("MC-SHOOT-4")
def test_a_natural_six_hits_whatever_would_be_needed():
    # Stability 6, Blinded +2 and half cover +2 would need a 10.
    game = duel(mech(stability=6, weapons=[gun(attacks=2)]), dice=[5, 6, 4, 4], map=ground(h0506="1.", h0505="0."))
    give(game, "A1", "Blinded")
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 4


@rule("MC-SHOOT-4", "MC-STAT-7")
def test_a_bonus_makes_no_critical_hit_of_a_five():
    # Stability 6, one Spot token: the five hits, once.
    game = duel(mech(weapons=[gun(attacks=1, damage=1)], stability=6), dice=[5, 4])
    model(game, "B1").spot = 1
    play(game, "shoot:Gun", "B1", 1)
    assert model(game, "B1").integrity == 7
    assert not unread(game)


@rule("MC-SHOOT-3", "MC-SHOOT-4", "MC-SHOOT-5", "MC-STAT-6", "MC-STAT-9")
def test_the_dice_are_logged_with_what_they_needed_and_why():
    game = duel(mech(weapons=[gun(attacks=2, volatile=1)], stability=5), dice=[6, 5, 3, 2], map=ground(h0508="0f"))
    play(game, "shoot:Gun", "B1")
    shot, held = (event for event in game.events if isinstance(event, Rolled))
    assert (shot.seat, shot.faces, shot.good, shot.need.number.total) == (0, (6, 5), (True, False), 6)
    assert [(m.value, m.rule) for m in shot.need.number.modifiers] == [(2, "MC-TERR-9"), (-1, "MC-SHOOT-4")]
    assert {"MC-STAT-6", "MC-TERR-9", "MC-SHOOT-4"} <= set(shot.rules)
    assert (held.seat, held.faces, held.good, held.need.number.total) == (1, (3, 2), (False, True), 3)
    assert {"MC-SHOOT-5", "MC-STAT-9", "MC-PERK-16"} <= set(held.rules)
    assert (shot.need.harm, held.need.harm) == ("", "loses 2 Integrity"), (
        "high Armour dice are bad for whoever rolls them"
    )


@rule("MC-SHOOT-5", "MC-STAT-9")
@pytest.mark.parametrize(("armour", "holds"), [(0, 0), (1, 0), (2, 1 / 6), (4, 1 / 2), (6, 5 / 6), (7, 1), (8, 1)])
def test_an_armour_die_has_six_faces_of_which_those_below_its_armour_hold(armour, holds):
    game = duel(mech(weapons=[gun(attacks=1)]), mech(armour=armour), dice=[4])
    game.dice = TypedDice(unread=(4,))
    play(game, "shoot:Gun", "B1")
    assert (game.question.roll.lowest, game.question.roll.highest) == (1, 6)
    play(game, [1])
    (armour_roll,) = (event for event in game.events if isinstance(event, Rolled) and "Armour" in event.why)
    assert armour_roll.chance == pytest.approx(holds)


@rule("MC-STAT-10", "MC-WEAP-2")
@pytest.mark.parametrize(
    ("integrity", "armour", "told"), [(8, 4, [("B1", 2, 6, "A1")]), (1, 4, [("B1", 1, 0, "A1")]), (8, 7, [])]
)
def test_the_damage_is_told_with_what_is_left_and_who_did_it_and_no_damage_is_not(integrity, armour, told):
    squad = [mech(integrity=integrity, armour=armour) @ "0508", mech() @ "1420"]
    game = skirmish(mech(weapons=[gun(attacks=1, damage=2)]) @ "0505", squad, dice=[4, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    harmed = [event for event in game.events if isinstance(event, Harmed)]
    assert [(event.unit, event.amount, event.left, event.by) for event in harmed] == told
    assert {event.cause for event in harmed} <= {"shot"}


@rule("MC-STAT-9")
def test_armour_seven_cannot_be_pierced_and_armour_one_never_holds():
    game = duel(mech(weapons=[gun(attacks=1)]), mech(armour=7), dice=[4, 6])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 8
    game = duel(mech(weapons=[gun(attacks=1)]), mech(armour=1), dice=[4, 1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 6


@rule("MC-SHOOT-1", "MC-WEAP-1", "MC-SHEET-8")
def test_a_target_at_exactly_the_range_is_in_range_and_one_further_is_not():
    game = duel(mech(weapons=[gun(range=3)]), to="0508")
    assert options(game)["shoot:Gun"] == ""
    game = duel(mech(weapons=[gun(range=3)]), to="0509")
    assert options(game)["shoot:Gun"] == "MC-SHOOT-1"
    game = skirmish(mech(weapons=[gun(range=3)]) @ "0505", [mech() @ "0508", mech() @ "0709"])
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert options(game) == {"B1": "", "B2": "MC-WEAP-1"}


@rule("MC-SHOOT-1", "MC-ELEV-5")
def test_a_friend_cannot_be_shot_and_a_mech_in_between_blocks():
    game = skirmish([mech() @ "0505", mech() @ "0506"], mech() @ "0508")
    activate(game, "A1")
    assert options(game)["shoot:Gun"] == "MC-SHOOT-1"
    game = skirmish([mech() @ "0505", mech() @ "0605"], [mech() @ "0508", mech() @ "0507"])
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert options(game) == {"B2": "", "B1": "MC-ELEV-5"}


@rule("MC-SHOOT-1", "MC-TERR-11")
def test_a_building_may_be_shot_at_although_it_is_no_enemy():
    game = duel(mech(weapons=[gun(attacks=1, damage=4)]), to="0515", dice=[4, 2], map=ground(h0507="0b"))
    play(game, "shoot:Gun", "n0507")
    assert "n0507" not in game.state.at.values()
    assert game.state.wreckage["0507"] is None


@rule("MC-SHOOT-1", "MC-STAT-5")
def test_sensors_do_not_matter_to_a_shot():
    game = duel(mech(sensors=1), dice=[1, 1])
    assert options(game)["spot"] == "MC-SPOT-1"
    assert options(game)["shoot:Gun"] == ""


@rule("MC-SHOOT-1", "MC-ACT-5")
def test_three_energy_are_needed_and_paid():
    game = duel(mech(energy=3), dice=[1, 1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "A1").energy == 0
    assert game.question is None or game.question.about != "A1"
    game = duel(mech(energy=2))
    assert options(game)["shoot:Gun"] == "MC-ACT-5"


@rule("MC-SHOOT-1", "MC-TERR-12", "MC-STAT-9")
def test_ice_may_be_shot_and_any_hit_breaks_it():
    game = duel(mech(weapons=[gun(attacks=1, damage=1)]), to="1420", dice=[4, 1], map=ground(h0507="0i"))
    play(game, "shoot:Gun", "n0507")
    assert game.state.is_water("0507")


@rule("MC-TERM-3", "MC-SHOOT-1", "MC-SHOOT-7", "MC-ELEV-5", "MC-ELEV-6")
def test_a_flag_or_the_objective_is_no_target_no_enemy_nearby_and_no_cover():
    game = skirmish(mech() @ "0505", mech() @ "0508")
    for kind, seat, spot in (("flag", 1, "0504"), ("flag", 1, "0507"), ("objective", None, "0506")):
        game.state.set_piece(Piece(spot, kind, seat, spot))
    activate(game, "A1")
    assert reasons(game) == []
    play(game, "shoot:Gun")
    assert options(game) == {"B1": ""}


@rule("MC-SHOOT-6", "MC-PERK-6")
def test_a_hit_that_armour_stops_still_gives_the_condition():
    game = duel(mech(weapons=[gun(attacks=1, conditions=("Hacked",))]), dice=[4, 1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 8
    assert model(game, "B1").has("Hacked")


@rule("MC-PERK-6")
def test_a_miss_gives_no_condition():
    game = duel(mech(weapons=[gun(attacks=1, conditions=("Hacked",))]), dice=[3])
    play(game, "shoot:Gun", "B1")
    assert not model(game, "B1").conditions


@rule("MC-PERK-7")
def test_a_critical_condition_needs_a_critical_hit():
    for face, expected in ((5, False), (6, True)):
        game = duel(mech(weapons=[gun(attacks=1, critical_conditions=("Shocked",))]), dice=[face, 1, 1][: 1 + face - 4])
        play(game, "shoot:Gun", "B1")
        assert model(game, "B1").has("Shocked") is expected


# ---------------------------------------------------------------- Stability
@rule("MC-SHOOT-7", "MC-TERM-3")
def test_an_enemy_in_melee_range_makes_every_shot_harder():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0405"])
    assert reasons(game) == [(2, "MC-SHOOT-7")]
    both = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0405", mech() @ "0605"])
    assert reasons(both) == [(2, "MC-SHOOT-7")]
    above = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0405"], map=ground(h0405="2."))
    assert reasons(above) == []
    friend = skirmish([mech() @ "0505", mech() @ "0405"], mech() @ "0508")
    assert reasons(friend) == []
    neutral = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0405="0b"))
    assert reasons(neutral) == []


@rule("MC-SHOOT-7", "MC-ELEV-10")
@pytest.mark.parametrize(("mine", "theirs", "near"), [(0, 1, True), (3, 2, True), (2, 3, True), (1, 3, False)])
def test_an_enemy_beside_the_shooter_is_near_up_to_one_level_apart(mine, theirs, near):
    lie = ground(h0505=f"{mine}.", h0405=f"{theirs}.", h0508=f"{mine}.")
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0405"], map=lie)
    assert reasons(game) == ([(2, "MC-SHOOT-7")] if near else [])


@rule("MC-PERK-15")
def test_an_ultralight_weapon_ignores_the_enemy_beside_it():
    game = skirmish(mech(weapons=[gun(ultralight=True)]) @ "0505", [mech() @ "0508", mech() @ "0405"])
    assert reasons(game) == []


@rule("MC-PERK-9")
def test_heavy_is_two_worse_after_a_move_of_the_same_turn():
    game = duel(mech(weapons=[gun(heavy=True)]))
    assert reasons(game) == []
    play(game, "move", ["0504"])
    assert reasons(game) == [(2, "MC-PERK-9")]
    assert reasons(game, gun()) == [], "other weapons do not mind"


@rule("MC-STAT-7", "MC-SPOT-3")
def test_one_spot_token_may_be_consumed_for_one_better():
    game = duel(mech(weapons=[gun(attacks=1)], stability=4), dice=[3, 4])
    model(game, "B1").spot = 3
    play(game, "shoot:Gun", "B1")
    question = game.question
    assert isinstance(question, Number)
    assert (question.low, question.high) == (0, 1)
    play(game, 1)
    assert model(game, "B1").spot == 2
    assert model(game, "B1").integrity == 6
    assert (-1, "MC-STAT-7") in reasons(game, tokens=1)


@rule("MC-STAT-7")
def test_nothing_is_asked_about_tokens_where_there_are_none():
    game = duel(dice=[1, 1])
    play(game, "shoot:Gun", "B1")
    assert isinstance(game.question, Pick)
    assert not unread(game)


@rule("MC-PERK-12")
def test_a_sniper_may_consume_any_number_of_tokens():
    game = duel(mech(weapons=[gun(attacks=1, sniper=True)], stability=5), dice=[2, 4])
    model(game, "B1").spot = 3
    play(game, "shoot:Gun", "B1")
    assert game.question.high == 3
    play(game, 3)
    assert model(game, "B1").spot == 0
    assert model(game, "B1").integrity == 6


@rule("MC-GRID-3", "MC-ELEV-8")
@pytest.mark.parametrize(("height", "bonus"), [(1, 0), (2, -1), (3, -1)])
def test_every_two_levels_above_the_target_help_by_one(height, bonus):
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0505=f"{height}."))
    assert reasons(game) == ([(bonus, "MC-ELEV-8")] if bonus else [])
    below = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0508=f"{height}."))
    assert reasons(below) == []


@rule("MC-STAT-11", "MC-COND-2")
def test_modifiers_of_different_sources_add_up():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0405"], map=ground(h0508="0f"))
    give(game, "A1", "Blinded", "Shocked")
    give(game, "B1", "Invisible")
    tally = stability(game.state, model(game, "A1"), gun(), model(game, "B1"))
    *added, capped = tally.modifiers
    assert tally.base + sum(one.value for one in added) == 4 + 2 + 1 + 2 + 2 + 2
    assert (tally.total, capped.rule) == (6, "MC-SHOOT-4"), "in the panel as in the log, a six always hits"
    assert set(tally.rules) >= {"MC-COND-2", "MC-COND-10", "MC-TERR-9", "MC-SHOOT-7", "MC-COND-7"}


@rule("MC-ELEV-8", "MC-WING-2", "MC-COND-12")
def test_height_counts_for_every_model_by_the_level_that_it_has():
    # A Wing over level 3 is at 5; a mech at level 3 is 5 above one Submerged at level 0.
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0505="3."))
    give(game, "B1", "Submerged")
    assert reasons(game) == [(2, "MC-COND-12"), (-2, "MC-ELEV-8")]
    wing = Model("a1", 0, deployable("Wing", kind="wing", stability=5), integrity=2, parent="A1")
    game.state.models["a1"] = wing
    game.state.put(wing, "0605")
    model(game, "B1").conditions = {}
    tally = stability(game.state, wing, gun(), model(game, "B1"))
    assert [(modifier.value, modifier.rule) for modifier in tally.modifiers] == [(-1, "MC-ELEV-8")]


@rule("MC-SHOOT-7", "MC-WING-2")
def test_an_enemy_wing_overhead_is_not_in_melee_range_but_a_deployable_is():
    game = skirmish(mech() @ "0505", mech() @ "0508")
    for name, kind, expected in (("b1", "wing", []), ("b2", "deployable", [(2, "MC-SHOOT-7")])):
        near = Model(name, 1, deployable(kind=kind), integrity=3, parent="B1")
        game.state.models[name] = near
        game.state.put(near, "0504" if kind == "wing" else "0404")
        assert reasons(game) == expected


# ---------------------------------------------------------------- the odds shown are the odds rolled
@pytest.mark.parametrize(("dice", "needed"), [(1, 4), (2, 5), (3, 6), (2, 1), (2, 7)])
def test_hits_are_as_all_dice_say(dice, needed):
    counts: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(2 if face == 6 else int(face >= needed) for face in faces)
        counts[hits] = counts.get(hits, 0) + 1
    for hits, chance in enumerate(hits_of(dice, needed, False)):
        assert chance == pytest.approx(counts.get(hits, 0) / 6**dice)


def test_damage_is_as_all_dice_say():
    # One attack die at 5+ against Armour 4: a five is one hit, a six two, each through on 4+.
    chances = damage_of(1, 5, 4, False)
    assert chances == pytest.approx(
        (4 / 6 + 1 / 6 * 1 / 2 + 1 / 6 * 1 / 4, 1 / 6 * 1 / 2 + 1 / 6 * 1 / 2, 1 / 6 * 1 / 4)
    )


def test_flurry_is_an_endless_sum_that_adds_up_to_one():
    chances = hits_of(1, 4, True)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] == pytest.approx(1 / 2)
    assert chances[1] == pytest.approx(1 / 3)
    assert chances[2] == pytest.approx(1 / 6 * 1 / 2)
    assert chances[3] == pytest.approx(1 / 6 * 1 / 3)


@rule("MC-SHOOT-3", "MC-SHOOT-5")
def test_a_preview_names_every_modifier_and_the_chances():
    game = skirmish(
        mech(weapons=[gun(damage=2, attacks=1)]) @ "0505", mech(integrity=2) @ "0508", map=ground(h0508="0f")
    )
    shown = preview_shot(game.state, Attack("A1", gun(damage=2, attacks=1)), Share("B1", 1))
    needs = next(line for line in shown.lines if line.label == "needs")
    assert needs.value == "6+ on 1 die"
    assert needs.tally is not None
    assert [modifier.rule for modifier in needs.tally.modifiers] == ["MC-TERR-9"]
    chances = {chance.what: chance.probability for chance in shown.chances}
    # Only a six hits, twice; each of two Armour dice lets 2 damage through on 4+.
    assert chances["at least one hit"] == pytest.approx(1 / 6)
    assert chances["destroys"] == pytest.approx(1 / 6 * 3 / 4)
    assert shown.expected == pytest.approx(1 / 6 * 3 / 4 * 2), "no more than its 2 Integrity"


def test_claws_are_no_ranged_weapon():
    game = duel(mech(weapons=[claws()]), to="0506")
    assert "shoot:Claws" not in options(game)
    assert options(game)["melee:Claws"] == ""
