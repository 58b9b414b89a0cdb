"""The Typhon, the one sheet that the rulebook prints: its numbers, its abilities, its flamethrower."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.profiles import ClearCondition
from tests.mechcom.build import ability, activate, claws, give, ground, mech, model, skirmish, start_round, texts
from tests.mechcom.ready import ready, shop
from tests.playing import options, play, unread

FLAMER = "shoot:Prometheus Flamethrower"


def typhon(spot: str = "0505", *enemies: str, dice: tuple[int, ...] = (), heat: int = 0, **rest: object) -> Game:
    """A Typhon of HERAKLES, active, and enemies of Integrity 20."""
    foes = [mech(integrity=20) @ enemy for enemy in enemies or ("0507",)]
    game = skirmish(ready("typhon") @ spot, foes, dice=list(dice), **rest)
    model(game, "A1").heat = heat
    return activate(game, "A1")


# ---------------------------------------------------------------- the sheet
@pytest.mark.rule("MC-SHEET-1", "MC-SHEET-2", "MC-SHEET-7", "MC-SHEET-8")
def test_the_sheet_has_the_numbers_of_the_book():
    entry, sheet = shop().mechs["typhon"], ready("typhon")
    assert (entry.name, entry.cost, entry.profiles, sheet.faction) == ("Typhon", 240, {}, "HERAKLES")
    stats = sheet.stats
    assert (stats.energy, stats.movement, stats.sensors, stats.stability) == (6, 3, 5, 4)
    assert (stats.strength, stats.armour, stats.integrity) == (3, 4, 10)
    (flamer,) = sheet.weapons
    assert (flamer.range, flamer.damage, flamer.attacks) == (3, 2, 2)
    assert (flamer.perks.conditions, flamer.perks.superheated) == (("Burned",), True)
    brackets = {ability.name: ability.bracket for ability in sheet.abilities}
    assert brackets == {
        "Programming": "X, Passive",
        "Red-Hot Reactor": "X, Passive",
        "Searing Wave": "1, Limit 5",
        "Vent Coolant": "1, Limit 5",
    }


@pytest.mark.rule("MC-SHEET-2", "MC-SHEET-1", "MC-PERK-6", "MC-PERK-13")
def test_the_flamethrower_burns_whom_it_hits_and_heats_who_fires_it():
    game = typhon(dice=(4, 3, 3))
    play(game, FLAMER, "B1")
    assert model(game, "B1").has("Burned")
    assert model(game, "B1").integrity == 20, "the hit is enough, damage is not needed"
    assert (model(game, "A1").heat, model(game, "A1").energy) == (1, 3)


@pytest.mark.rule("MC-SHEET-2", "MC-WEAP-1")
def test_the_flamethrower_reaches_3_hexes():
    assert options(typhon("0505", "0508"))[FLAMER] == ""
    assert options(typhon("0505", "0509"))[FLAMER] == "MC-SHOOT-1"


# ---------------------------------------------------------------- Programming
@pytest.mark.rule("MC-SHEET-3")
def test_the_sixth_heat_token_makes_it_malfunction_and_ends_its_activation_after_the_action():
    game = typhon(dice=(6, 1, 6, 6), heat=5)
    play(game, FLAMER, "B1")
    assert model(game, "B1").integrity == 16, "the action is finished"
    assert model(game, "A1").has("Malfunctioning")
    assert model(game, "A1").activated
    assert game.state.active == "B1"


@pytest.mark.rule("MC-SHEET-3")
def test_the_heat_goes_with_no_other_condition_and_from_no_other_mech():
    game = typhon(heat=4)
    give(game, "A1", "Burned", "Malfunctioning")
    give(game, "B1", "Malfunctioning")
    model(game, "B1").heat = 2
    conditions.lose(game, model(game, "A1"), "Burned", "MC-COND-3")
    conditions.lose(game, model(game, "B1"), "Malfunctioning", "MC-COND-8")
    assert (model(game, "A1").heat, model(game, "B1").heat) == (4, 2)
    conditions.lose(game, model(game, "A1"), "Malfunctioning", "MC-COND-8")
    assert model(game, "A1").heat == 0


@pytest.mark.rule("MC-SHEET-3")
def test_five_heat_tokens_do_not():
    game = typhon(dice=(1, 1), heat=4)
    play(game, FLAMER, "B1")
    assert (model(game, "A1").heat, model(game, "A1").has("Malfunctioning")) == (5, False)
    assert game.question.about == "A1"


@pytest.mark.rule("MC-SHEET-3", "MC-COND-8")
def test_clearing_the_malfunction_by_a_6_removes_all_heat():
    game = skirmish(ready("typhon") @ "0505", mech() @ "1420", dice=[6])
    conditions.heat(game, model(game, "A1"), 7, "MC-PERK-13")
    assert model(game, "A1").has("Malfunctioning")
    activate(game, "A1")
    assert (model(game, "A1").heat, model(game, "A1").has("Malfunctioning")) == (0, False)
    assert options(game)["move"] == ""


@pytest.mark.rule("MC-SHEET-3")
def test_clearing_it_by_anothers_ability_removes_all_heat_too():
    reboot = ability(ClearCondition(None, "Malfunctioning"), name="Reboot")
    game = skirmish([ready("typhon") @ "0505", mech(abilities=[reboot]) @ "0508"], mech() @ "1420")
    conditions.heat(game, model(game, "A1"), 6, "MC-PERK-13")
    activate(game, "A2")
    play(game, "ability:Reboot", "A1:Malfunctioning")
    assert (model(game, "A1").heat, model(game, "A1").conditions) == (0, {})


@pytest.mark.rule("MC-COND-8")
def test_what_a_malfunctioning_mech_needs_is_said_before_and_at_the_roll():
    game = start_round(skirmish([mech() @ "0505", mech() @ "0101"], mech() @ "1420", dice=[5, 1]))
    give(game, "A1", "Malfunctioning")
    assert [(chance.what, chance.probability) for chance in game.preview("A1").chances] == [
        ("may act", 1 / 6),
        ("AI table", 5 / 6),
    ]
    assert game.preview("A2") is None
    play(game, "A1")
    rolled = next(event for event in game.events if isinstance(event, Rolled) and "recover" in event.why)
    assert (rolled.need.number.total, rolled.good) == (6, (False,))


@pytest.mark.rule("MC-ACT-3")
def test_energy_that_is_too_little_for_anything_is_told():
    game = activate(skirmish(mech(energy=3) @ "0505", mech() @ "1420"), "A1")
    play(game, "move", ["0506"])
    assert "A1 Mech has 1 Energy left, too little for anything" in texts(game)


@pytest.mark.rule("MC-SHEET-3")
def test_without_programming_heat_does_no_harm():
    game = skirmish(mech() @ "0505", mech() @ "1420")
    conditions.heat(game, model(game, "A1"), 9, "MC-PERK-13")
    assert model(game, "A1").conditions == {}


@pytest.mark.rule("MC-SHEET-3", "MC-COND-9")
def test_it_becomes_so_in_the_turn_of_another_as_well():
    """Five Heat, and a shot at it with one crit: it malfunctions at once, and fires by the table when its go comes."""
    game = skirmish(ready("typhon") @ "0505", mech(integrity=20) @ "0507", dice=[6, 1, 1, 1, 5, 4, 1, 1, 1, 2])
    model(game, "A1").heat = 5
    activate(game, "B1")
    play(game, "shoot:Gun", "A1")
    assert model(game, "A1").has("Malfunctioning")
    play(game, "end")
    assert any("tries to recover: 5" in text for text in texts(game))
    assert model(game, "B1").has("Burned"), "the flamethrower is in range: one attack, without Energy"
    assert (game.state.round, game.state.active) == (2, "B1")


# ---------------------------------------------------------------- Red-Hot Reactor
@pytest.mark.rule("MC-SHEET-4")
@pytest.mark.parametrize(
    ("dice", "heat"),
    [((6, 6, 1, 1, 1, 1), 2), ((6, 1, 6, 6), 1), ((5, 5, 6, 6), 0), ((1, 1), 0)],
    ids=["two crits stopped by Armour", "a crit", "two plain hits", "misses"],
)
def test_every_crit_of_an_attack_on_it_is_a_heat_token_whatever_the_armour_says(dice, heat):
    game = skirmish(ready("typhon") @ "0505", mech() @ "0507", dice=list(dice))
    activate(game, "B1")
    play(game, "shoot:Gun", "A1")
    assert model(game, "A1").heat == heat
    assert unread(game) == ()


@pytest.mark.rule("MC-SHEET-4", "MC-MELEE-6")
def test_in_melee_a_six_that_does_not_beat_the_defender_is_no_crit():
    """6 + 1 against 1 + 3 is a crit; 6 + 1 against 6 + 3 is nothing."""
    for defence, heat in ((1, 1), (6, 0)):
        game = skirmish(
            ready("typhon") @ "0505", mech(strength=1, weapons=[claws(attacks=1)]) @ "0506", dice=[defence, 6]
        )
        activate(game, "B1")
        play(game, "melee:Claws", "A1")
        assert model(game, "A1").heat == heat


@pytest.mark.rule("MC-SHEET-4")
def test_its_own_crits_and_those_at_its_friends_do_not_heat_it():
    game = skirmish([ready("typhon") @ "0505", mech() @ "0705"], mech(integrity=20) @ "0507", dice=[6, 6, 1, 1, 1, 1])
    activate(game, "B1")
    play(game, "shoot:Gun", "A2")
    assert model(game, "A1").heat == 0
    game = typhon(dice=(6, 6, 1, 1, 1, 1))
    play(game, FLAMER, "B1")
    assert model(game, "A1").heat == 1, "Superheated's only"


# ---------------------------------------------------------------- Searing Wave
@pytest.mark.rule("MC-SHEET-5")
def test_the_wave_is_two_dice_of_damage_2_at_each_enemy_within_3_and_2_heat_in_all():
    game = typhon("0505", "0508", "0705", "0509", dice=(4, 1, 4, 6, 4, 5, 4, 3))
    play(game, "ability:Searing Wave")
    assert [model(game, name).integrity for name in ("B1", "B2", "B3")] == [18, 16, 20]
    assert unread(game) == ()
    rolls = [event for event in game.events if isinstance(event, Rolled) and "shoots" in event.why]
    assert [(event.why, len(event.faces)) for event in rolls] == [
        ("A1 Typhon shoots at B1 Mech", 2),
        ("A1 Typhon shoots at B2 Mech", 2),
    ]
    assert (model(game, "A1").heat, model(game, "A1").energy) == (2, 5)


@pytest.mark.rule("MC-SHEET-5")
def test_before_the_wave_each_enemy_it_would_reach_is_shown_with_the_damage_of_all_together():
    shown = typhon("0505", "0508", "0705", "0509").preview("ability:Searing Wave")
    assert [line.value for line in shown.lines if line.label == "target"] == ["B1 Mech", "B2 Mech"]
    # Two dice at 4+ are 4/3 hits with sixes twice, half of them through Armour 4, at 2 each: 4/3 for each enemy.
    assert shown.expected == pytest.approx(2 * 4 / 3)


@pytest.mark.rule("MC-SHEET-5", "MC-ELEV-4", "MC-SHOOT-7", "MC-TERR-4")
def test_the_wave_needs_sight_and_has_all_modifiers_of_a_shot():
    """B1 is adjacent (+2), B2 stands in a forest (+2 more), B3 behind a cliff."""
    cliff = ground(h0505="0.", h0705="0f", h0503="3.")
    game = typhon("0505", "0506", "0705", "0502", dice=(6, 5, 1, 1, 5, 5), map=cliff)
    play(game, "ability:Searing Wave")
    needs = [event.need.number.total for event in game.events if isinstance(event, Rolled) and "shoots" in event.why]
    assert needs == [6, 6]
    assert not any("B3" in text for text in texts(game))
    assert [model(game, name).integrity for name in ("B1", "B2", "B3")] == [20, 20, 20]


@pytest.mark.rule("MC-SHEET-5")
def test_the_wave_spares_friends_and_scenery_and_heats_even_if_it_finds_nobody():
    game = skirmish([ready("typhon") @ "0505", mech() @ "0506"], mech() @ "1420", map=ground(h0605="0b"), dice=[1, 1])
    activate(game, "A1")
    play(game, "ability:Searing Wave")
    assert model(game, "A1").heat == 2
    assert unread(game) == (1, 1)


@pytest.mark.rule("MC-SHEET-5", "MC-STAT-7")
def test_a_spot_token_may_be_spent_on_each_part_of_the_wave():
    game = typhon("0505", "0508", "0705", dice=(3, 1, 6, 3, 1))
    model(game, "B1").spot = 1
    play(game, "ability:Searing Wave")
    assert game.question.prompt.startswith("Consume how many Spot tokens of B1 Mech")
    play(game, 1)
    assert [model(game, name).integrity for name in ("B1", "B2")] == [18, 20]
    assert model(game, "B1").spot == 0


@pytest.mark.rule("MC-SHEET-5", "MC-SHEET-3")
def test_the_waves_heat_can_be_the_sixth_token():
    game = typhon(dice=(1, 1), heat=4)
    play(game, "ability:Searing Wave")
    assert model(game, "A1").has("Malfunctioning")
    assert game.state.active == "B1"


@pytest.mark.rule("MC-SHEET-5", "MC-SHEET-7", "MC-TAG-1")
@pytest.mark.parametrize("name", ["Searing Wave", "Vent Coolant"])
def test_one_energy_each_and_five_times_a_game(name):
    game = typhon("0505", "1420")
    for use in range(5):
        model(game, "A1").heat, model(game, "A1").energy = 1, 6
        game.ask_anew()
        assert options(game)[f"ability:{name}"] == "", use
        play(game, f"ability:{name}")
        assert model(game, "A1").energy == 5
    model(game, "A1").heat = 1
    game.ask_anew()
    assert options(game)[f"ability:{name}"] == "MC-TAG-1"


# ---------------------------------------------------------------- Vent Coolant
@pytest.mark.rule("MC-SHEET-6")
def test_venting_removes_all_heat_and_needs_some():
    game = typhon(heat=5)
    play(game, "ability:Vent Coolant")
    assert (model(game, "A1").heat, model(game, "A1").energy) == (0, 5)
    assert options(game)["ability:Vent Coolant"] == "MC-SHEET-6"


@pytest.mark.rule("MC-SHEET-6")
def test_venting_does_not_end_a_malfunction():
    game = skirmish(ready("typhon") @ "0505", mech() @ "1420")
    give(game, "A1", "Malfunctioning")
    conditions.heat(game, model(game, "A1"), 3, "MC-PERK-13")
    conditions.vent(game, model(game, "A1"), "MC-SHEET-6")
    assert (model(game, "A1").heat, model(game, "A1").has("Malfunctioning")) == (0, True)
