"""Abilities and their tags: costs, limits, passive, reactive; what each effect does."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Place
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.profiles import (
    Ability,
    AttackAllWithin,
    ClearCondition,
    Evade,
    Fly,
    InflictAround,
    Restore,
    Shield,
    Swim,
    TakeCondition,
    VentHeat,
)
from tabletop_tui.rules.mechcom.turn.turn import StartPhase
from tests.mechcom.build import (
    ability,
    activate,
    claws,
    give,
    ground,
    gun,
    mech,
    model,
    skirmish,
    start_round,
    texts,
    unchecked,
)
from tests.playing import options, play, run, unread

VENT = ability(VentHeat(), 2, "Vent")
WALL = ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour")
EVADE = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")


def using(knack: Ability, *friends: object, **stats: int) -> Game:
    """A1 with one ability is active; friends beside it, an enemy far away."""
    sides = [mech(abilities=[knack], **stats) @ "0505", *friends]
    game = skirmish(sides, mech() @ "1420")  # type: ignore[arg-type]
    model(game, "A1").heat = 1
    return activate(game, "A1")


# ---------------------------------------------------------------- cost and limit
@pytest.mark.rule("MC-ABIL-1", "MC-ABIL-2", "MC-ACT-6")
def test_using_an_ability_is_an_action_that_costs_what_the_sheet_says():
    game = using(VENT)
    play(game, "ability:Vent")
    assert (model(game, "A1").energy, model(game, "A1").heat) == (4, 0)


@pytest.mark.rule("MC-ABIL-2")
def test_a_model_without_enough_energy_cannot_use_it():
    game = using(ability(VentHeat(), 4, "Vent"))
    play(game, "move", ["0506"])
    assert options(game)["ability:Vent"] == ""
    play(game, "move", ["0505"])
    assert options(game)["ability:Vent"] == "MC-ABIL-2"


@pytest.mark.rule("MC-ABIL-2", "MC-SHEET-7")
def test_an_x_costs_nothing_even_without_energy():
    game = using(ability(VentHeat(), 0, "Vent"), energy=0)
    assert ability(VentHeat(), 0, "Vent").bracket == "X"
    play(game, "ability:Vent")
    assert model(game, "A1").heat == 0


@pytest.mark.rule("MC-TAG-1", "MC-ABIL-3")
def test_limit_x_is_x_uses_a_game_and_not_a_round():
    game = using(ability(VentHeat(), 1, "Vent", limit=2))
    game.dice.unread = (2, 1)
    play(game, "ability:Vent")
    model(game, "A1").heat = 1
    play(game, "end", "end")
    assert (game.state.round, game.state.active) == (2, "A1")
    play(game, "ability:Vent")
    model(game, "A1").heat = 1
    assert options(game)["ability:Vent"] == "MC-TAG-1"


@pytest.mark.rule("MC-TAG-1")
def test_two_mechs_of_a_kind_have_each_their_own_uses():
    once = ability(VentHeat(), 1, "Vent", limit=1)
    game = using(once, mech(abilities=[once]) @ "0101")
    model(game, "A2").heat = 1
    play(game, "ability:Vent", "end")
    activate(game, "A2")
    assert options(game)["ability:Vent"] == ""


@pytest.mark.rule("MC-ABIL-1")
@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        (VentHeat(), "MC-SHEET-6"),
        (ClearCondition(3), "MC-ABIL-1"),
        (Restore(3), "MC-ABIL-1"),
        (InflictAround("Immobilized"), "MC-ABIL-1"),
    ],
)
def test_an_ability_with_nothing_to_work_on_is_refused_and_nothing_is_paid(effect, rule):
    game = using(ability(effect, 1, "Knack"))
    model(game, "A1").heat = 0
    game.ask_anew()
    assert options(game)["ability:Knack"] == rule


# ---------------------------------------------------------------- passive
@pytest.mark.rule("MC-TAG-2", "MC-TERR-5", "MC-STAT-4")
def test_passive_abilities_are_always_in_force_and_never_an_action():
    game = skirmish(
        mech(abilities=[ability(Swim(), timing="passive", name="Swims")]) @ "0505",
        mech(abilities=[ability(Fly(), timing="passive", name="Flies")]) @ "1005",
        map=ground(h0506="0~", h1006="3."),
    )
    activate(game, "A1")
    assert "ability:Swims" not in options(game)
    play(game, "move", ["0506"])
    assert model(game, "A1").has("Submerged")
    play(game, "end", "move", ["1006"])
    assert model(game, "B1").hex == "1006"


# ---------------------------------------------------------------- reactive
@pytest.mark.rule("MC-TAG-4")
def test_the_owner_of_the_target_is_asked_and_pays_from_the_energy_it_has():
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", dice=[5, 1, 4])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert (game.question.seat, game.question.about, game.question.rules) == (1, "B1", ("MC-TAG-4",))
    assert options(game) == {"react": "", "let": ""}
    play(game, "react")
    assert model(game, "B1").energy == 5
    assert model(game, "B1").integrity == 8, "a 4 does not come through Armour 5"
    armour = [event for event in game.events if isinstance(event, Rolled)][-1]
    assert [(m.value, m.rule) for m in armour.need.number.modifiers] == [(1, "MC-TAG-4")]
    assert game.question.about == "A1"


@pytest.mark.rule("MC-TAG-4")
@pytest.mark.parametrize(("energy", "asked"), [(1, True), (0, False)])
def test_a_model_reacts_with_its_last_energy_and_never_without(energy, asked):
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", dice=[1, 1])
    model(game, "B1").energy = energy
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.about == ("B1" if asked else "A1")


@pytest.mark.rule("MC-TAG-4", "MC-TAG-2")
def test_an_ability_that_is_not_reactive_is_not_offered_in_an_attack():
    wall = ability(Shield(), 1, "Wall", text="+1 Armour")
    game = unchecked(mech() @ "0505", mech(abilities=[wall]) @ "0508", dice=[1, 1])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.about == "A1"


@pytest.mark.rule("MC-TAG-4")
def test_who_lets_it_pass_pays_nothing():
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", dice=[5, 1, 4])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "let")
    assert (model(game, "B1").energy, model(game, "B1").integrity) == (6, 6)


@pytest.mark.rule("MC-TAG-4")
def test_a_reaction_is_for_that_attack_alone_and_offered_again_at_the_next():
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", dice=[5, 1, 4, 5, 1, 4])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react", "shoot:Gun", "B1", "let")
    assert model(game, "B1").integrity == 6


@pytest.mark.rule("MC-TAG-4", "MC-TAG-1")
@pytest.mark.parametrize("why", ["energy", "limit"])
def test_without_energy_or_uses_nothing_is_asked(why):
    once = ability(Shield(), 1, "Wall", timing="reactive", limit=1)
    game = skirmish(mech() @ "0505", mech(abilities=[once]) @ "0508", dice=[1, 1])
    if why == "energy":
        model(game, "B1").energy = 0
    else:
        model(game, "B1").uses = {"Wall": 1}
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.about == "A1"


@pytest.mark.rule("MC-TAG-4", "MC-START-3", "MC-STAT-2")
def test_energy_that_is_left_after_the_own_activation_still_pays_for_reactions():
    game = skirmish(mech(abilities=[WALL]) @ "0508", mech() @ "0505", dice=[1, 1])
    start_round(game)
    play(game, "move", ["0507"], "move", ["0508"], "end", "shoot:Gun", "A1")
    assert game.question.about == "A1"
    play(game, "react")
    assert model(game, "A1").energy == 1


@pytest.mark.rule("MC-TAG-4")
def test_a_reactive_ability_is_never_an_action():
    game = activate(skirmish(mech(abilities=[WALL, EVADE]) @ "0505", mech() @ "0508"), "A1")
    assert not any(key.startswith("ability") for key in options(game))


@pytest.mark.rule("MC-TAG-4")
def test_a_shield_answers_shots_and_not_blows():
    game = skirmish(mech(weapons=[claws(attacks=1)]) @ "0505", mech(abilities=[WALL]) @ "0506", dice=[6, 1])
    activate(game, "A1")
    play(game, "melee:Claws", "B1")
    assert game.question.about == "A1"
    assert unread(game) == ()


@pytest.mark.rule("MC-TAG-4", "MC-WEAP-1")
def test_evading_out_of_range_makes_the_attack_fail_before_any_die():
    game = skirmish(mech(weapons=[gun(range=3, ammo=2)]) @ "0505", mech(abilities=[EVADE]) @ "0508")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react")
    assert isinstance(game.question, Place)
    assert game.question.seat == 1
    assert game.refuse(["0510"]).rule == "MC-MOVE-1"
    play(game, ["0509"])
    assert "The attack on B1 Mech fails: B1 Mech is 4 hexes away, the range is 3" in texts(game)
    assert (model(game, "A1").energy, model(game, "B1").energy) == (3, 4)
    assert model(game, "A1").shots == {"Gun": 1}, "what was paid for is gone"


@pytest.mark.rule("MC-TAG-4")
def test_evading_within_range_does_not_help():
    game = skirmish(mech() @ "0505", mech(abilities=[EVADE]) @ "0508", dice=[5, 1, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react", ["0507"])
    assert model(game, "B1").integrity == 6


@pytest.mark.rule("MC-TAG-4", "MC-MELEE-1")
def test_a_blow_is_evaded_too():
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech(abilities=[EVADE]) @ "0506")
    activate(game, "A1")
    play(game, "melee:Claws", "B1", "react", ["0507"])
    assert model(game, "B1").integrity == 8
    assert game.question.about == "A1"


@pytest.mark.rule("MC-TAG-4", "MC-COND-6")
@pytest.mark.parametrize("held", ["Immobilized", "encircled"])
def test_who_cannot_move_is_not_asked_to_evade(held):
    walls = dict.fromkeys(("h0507", "h0509", "h0607", "h0608", "h0407", "h0408"), "0b")
    game = skirmish(
        mech(weapons=[gun(range=9)]) @ "0513",
        mech(abilities=[EVADE]) @ "0508",
        map=ground(**walls) if held == "encircled" else ground(),
        dice=[1, 1],
    )
    if held == "Immobilized":
        give(game, "B1", "Immobilized")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.about == "A1"
    assert unread(game) == ()


# ---------------------------------------------------------------- effects
@pytest.mark.rule("MC-ABIL-1", "MC-SHOOT-7", "MC-SHEET-5")
def test_an_attack_all_around_is_one_roll_for_each_enemy_in_sight():
    wave = ability(AttackAllWithin(3, 2, 1, heat=2), 1, "Wave")
    game = skirmish(
        [mech(abilities=[wave]) @ "0505", mech() @ "0504"],
        [mech() @ "0508", mech() @ "0705", mech() @ "0509", mech() @ "0502"],
        dice=[4, 1, 6, 6, 1, 4, 1],
    )
    activate(game, "A1")
    play(game, "ability:Wave")
    shot = [text.split(":")[0] for text in texts(game) if "shoots" in text]
    assert shot == ["A1 Mech shoots at B1 Mech", "A1 Mech shoots at B2 Mech"], "B3 is too far, B4 behind a friend"
    assert [model(game, name).integrity for name in ("B1", "B2", "A2")] == [7, 7, 8]
    assert model(game, "A1").heat == 2
    assert model(game, "A1").energy == 5


@pytest.mark.rule("MC-SHEET-5", "MC-STAT-7")
def test_an_attack_all_around_asks_nothing_about_an_enemy_in_sight_but_beyond_its_range():
    wave = ability(AttackAllWithin(3, 1, 1), 1, "Wave")
    game = skirmish(mech(abilities=[wave]) @ "0505", [mech() @ "0508", mech() @ "0905"], dice=[1])
    model(game, "B2").spot = 1
    activate(game, "A1")
    play(game, "ability:Wave")
    assert game.question.about == "A1"
    assert "ability:Wave" in options(game)
    assert [text for text in texts(game) if "B2" in text] == []


@pytest.mark.rule("MC-ABIL-1")
def test_restoring_gives_back_no_more_than_the_full_value_and_not_to_the_user():
    patch = ability(Restore(3), 3, "Patch", limit=1)
    game = using(patch, mech() @ "0506", mech() @ "0507")
    for name, left in (("A1", 1), ("A2", 6), ("A3", 1)):
        model(game, name).integrity = left
    game.ask_anew()
    play(game, "ability:Patch")
    assert options(game) == {"A2": ""}, "A3 is not adjacent"
    play(game, "A2")
    assert model(game, "A2").integrity == 8
    assert model(game, "A1").energy == 3


@pytest.mark.rule("MC-ABIL-1", "MC-WING-3", "MC-STAT-5")
def test_an_ability_within_sensors_reaches_as_far_as_the_sensors_and_clears_its_own_condition_only():
    reboot = ability(ClearCondition(None, "Malfunctioning"), 2, "Reboot")
    game = using(reboot, mech() @ "0511", mech() @ "0512")
    for name in ("A2", "A3"):
        give(game, name, "Malfunctioning", "Hacked")
    game.ask_anew()
    play(game, "ability:Reboot")
    assert options(game) == {"A2:Malfunctioning": ""}
    play(game, "A2:Malfunctioning")
    assert list(model(game, "A2").conditions) == ["Hacked"]


@pytest.mark.rule("MC-ABIL-1", "MC-COND-12")
def test_submerged_is_no_condition_that_an_ability_could_clear():
    rally = ability(ClearCondition(3), 2, "Rally")
    game = using(rally, mech() @ "0506")
    give(game, "A2", "Submerged")
    game.ask_anew()
    assert options(game)["ability:Rally"] == "MC-ABIL-1"


@pytest.mark.rule("MC-ABIL-1")
@pytest.mark.parametrize("effect", [ClearCondition(3), Restore(3)])
def test_what_is_for_friends_does_nothing_for_an_enemy_nor_for_a_friend_that_needs_nothing(effect):
    knack = ability(effect, 1)
    game = skirmish([mech(abilities=[knack]) @ "0505", mech() @ "0504"], [mech() @ "0506", mech() @ "0604"])
    model(game, "B1").integrity = 1
    give(game, "B1", "Hacked")
    activate(game, "A1")
    assert options(game)["ability:Knack"] == "MC-ABIL-1"
    model(game, "A2").integrity = 7
    give(game, "A2", "Blinded")
    game.ask_anew()
    play(game, "ability:Knack")
    assert [key.partition(":")[0] for key in options(game)] == ["A2"]


@pytest.mark.rule("MC-ABIL-1", "MC-START-4")
@pytest.mark.parametrize(("passing", "still"), [(True, False), (False, True)])
def test_a_condition_taken_between_activations_lasts_to_the_end_of_the_next_one(passing, still):
    veil = ability(TakeCondition("Invisible", passing), 1, "Veil", timing="start")
    game = skirmish([mech(abilities=[veil]) @ "0505", mech() @ "0101"], mech() @ "1420", dice=[6, 1])
    run(game, StartPhase())
    play(game, "A1")
    assert model(game, "A1").has("Invisible")
    play(game, "end")
    assert model(game, "A1").has("Invisible") is still


@pytest.mark.rule("MC-START-4", "MC-STAT-10")
def test_who_has_fallen_to_a_start_of_round_ability_uses_its_own_no_more():
    wave = ability(AttackAllWithin(3, 1, 1), name="Wave", timing="start")
    vent = ability(VentHeat(), name="Vent", timing="start")
    foes = [mech(abilities=[vent], integrity=1) @ "0508", mech() @ "1420"]
    game = skirmish(mech(abilities=[wave]) @ "0505", foes, dice=[6, 1, 4, 6])
    model(game, "B1").heat = 1
    run(game, StartPhase())
    assert model(game, "B1").hex == ""
    assert [text for text in texts(game) if "Vent" in text] == []


@pytest.mark.rule("MC-ABIL-1", "MC-COND-1")
def test_taking_a_condition_twice_is_refused():
    game = using(ability(TakeCondition("Invisible"), 1, "Veil"))
    play(game, "ability:Veil")
    assert model(game, "A1").has("Invisible")
    assert options(game)["ability:Veil"] == "MC-COND-1"


@pytest.mark.rule("MC-SHEET-7", "MC-ABIL-3")
@pytest.mark.parametrize(
    ("knack", "bracket"),
    [
        (ability(VentHeat(), 1, limit=5), "1, Limit 5"),
        (ability(Swim(), timing="passive"), "X, Passive"),
        (ability(Shield(), 1, timing="reactive"), "1, Reactive"),
        (ability(VentHeat(), 3), "3"),
        (ability(VentHeat(), 2, timing="start"), "2, Start of round"),
    ],
)
def test_the_bracket_says_the_cost_first_and_then_the_tags(knack, bracket):
    assert knack.bracket == bracket


@pytest.mark.rule("MC-COND-6", "MC-COND-1")
def test_who_is_immobilized_in_its_own_activation_is_so_in_the_whole_next_one_and_no_longer():
    game = activate(skirmish([mech() @ "0505", mech() @ "0101"], [mech() @ "1420", mech() @ "1220"]), "A1")
    conditions.inflict(game, model(game, "A1"), "Immobilized", None, "MC-PERK-6")
    play(game, "end")
    assert model(game, "A1").has("Immobilized")
    activate(game, "A1")
    assert options(game)["move"] == "MC-COND-6"
    play(game, "end")
    assert not model(game, "A1").has("Immobilized")


@pytest.mark.rule("MC-TAG-4")
@pytest.mark.parametrize(("energy", "told"), [(1, ["Wall"]), (0, [])])
def test_before_a_shot_one_is_told_that_the_target_may_react(energy, told):
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", mech() @ "0309", dice=[1, 1])
    model(game, "B1").energy = energy
    activate(game, "A1")
    play(game, "shoot:Gun")
    shown = game.preview("B1").lines
    assert [line.value for line in shown if line.label == "it may react"] == told
