"""The conditions, all but Tethered: what they do, how a model comes by them, when they end."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Fell, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.profiles import (
    ClearCondition,
    Deploy,
    InflictAround,
    Programming,
    Shield,
    Swim,
    TakeCondition,
)
from tabletop_tui.rules.mechcom.turn.turn import EndPhase
from tests.mechcom.build import (
    ability,
    activate,
    claws,
    deployable,
    give,
    ground,
    gun,
    mech,
    model,
    skirmish,
    start_round,
    texts,
)
from tests.playing import options, play, run, unread

SWIM = ability(Swim(), timing="passive", name="Amphibious")


def needed(game: Game) -> int:
    """What the last shot needed."""
    need = [event.need.number for event in game.events if isinstance(event, Rolled) and "shoots" in event.why][-1]
    assert need is not None
    return need.total


def shot(*given: str, on: tuple[str, ...] = (), dice: tuple[int, ...] = (1, 1)) -> Game:
    """A1 has the conditions `given`, B1 those of `on`; A1 shoots at it."""
    game = skirmish(mech() @ "0505", mech() @ "0508", dice=list(dice))
    give(game, "A1", *given)
    give(game, "B1", *on)
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    return game


# ---------------------------------------------------------------- having one
@pytest.mark.rule("MC-COND-1", "MC-STAT-11")
def test_the_same_condition_twice_has_no_further_effect():
    game = skirmish(mech() @ "0505", mech() @ "0508")
    for _ in range(2):
        conditions.inflict(game, model(game, "B1"), "Corroded", model(game, "A1"), "MC-PERK-6")
    assert list(model(game, "B1").conditions) == ["Corroded"]
    assert model(game, "B1").tally("armour").total == 3
    assert texts(game) == ["B1 Mech is Corroded"]


@pytest.mark.rule("MC-COND-1")
@pytest.mark.parametrize("condition", ["Burned", "Corroded", "Hacked", "Immobilized", "Invisible", "Malfunctioning"])
def test_a_condition_without_an_end_lasts_over_activations(condition):
    game = skirmish(mech(integrity=20) @ "0505", mech() @ "1420", dice=[1, 4] if condition == "Malfunctioning" else [])
    give(game, "A1", condition)
    activate(game, "A1")
    if condition != "Malfunctioning":
        play(game, "end")
    assert model(game, "A1").has(condition)


@pytest.mark.rule("MC-COND-1", "MC-SHOOT-6")
def test_a_destroyed_model_has_no_condition_and_gets_none():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0101"])
    give(game, "B1", "Hacked")
    destroy(game, model(game, "B1"), None)
    conditions.inflict(game, model(game, "B1"), "Burned", model(game, "A1"), "MC-PERK-6")
    assert model(game, "B1").conditions == {}


# ---------------------------------------------------------------- Blinded, Shocked
@pytest.mark.rule("MC-COND-2")
def test_blinded_needs_2_more_to_hit_and_ends_with_the_models_turn():
    game = shot("Blinded")
    assert needed(game) == 6
    assert model(game, "A1").has("Blinded")
    play(game, "end")
    assert not model(game, "A1").has("Blinded")


@pytest.mark.rule("MC-COND-10")
def test_shocked_needs_1_more_to_hit_and_ends_with_the_models_turn():
    game = shot("Shocked")
    assert needed(game) == 5
    play(game, "end")
    assert not model(game, "A1").has("Shocked")


@pytest.mark.rule("MC-COND-10")
@pytest.mark.parametrize(("who", "wins"), [("A1", 0), ("B1", 2), ("", 1)])
def test_shocked_costs_a_point_of_strength_attacking_and_defending(who, wins):
    """A 4 against a 4, a 5 against a 4: with equal Strength one die of two wins."""
    game = skirmish(mech(weapons=[claws(attacks=2, damage=1)]) @ "0505", mech() @ "0506", dice=[4, 4, 5])
    if who:
        give(game, who, "Shocked")
    activate(game, "A1")
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 8 - wins


@pytest.mark.rule("MC-COND-2", "MC-COND-10", "MC-COND-11", "MC-TERM-4")
@pytest.mark.parametrize("condition", ["Blinded", "Shocked", "Stunned"])
def test_what_ends_with_the_turn_outlasts_the_turns_of_others(condition):
    """B1 is hit in A1's turn and again in A2's; only its own ends it."""
    game = skirmish([mech() @ "0101", mech() @ "0301"], [mech() @ "0120", mech() @ "0320"])
    conditions.inflict(game, model(game, "B1"), condition, model(game, "A1"), "MC-PERK-6")
    start_round(game)
    play(game, "A1", "end", "B2", "end", "end")
    assert game.state.active == "B1"
    assert model(game, "B1").has(condition)
    game.dice.unread = (2, 1)
    play(game, "end")
    assert not model(game, "B1").has(condition)


# ---------------------------------------------------------------- Burned, Corroded, Hacked
@pytest.mark.rule("MC-COND-3")
def test_burned_costs_1_at_the_end_of_each_own_activation_without_armour():
    game = skirmish(mech(armour=9) @ "0101", mech() @ "0120", dice=[2, 1])
    give(game, "A1", "Burned")
    start_round(game)
    play(game, "end")
    assert model(game, "A1").integrity == 7
    play(game, "end")
    assert (game.state.round, model(game, "A1").integrity) == (2, 7), "not at the end of another's"
    play(game, "end")
    assert model(game, "A1").integrity == 6
    assert model(game, "A1").has("Burned")


@pytest.mark.rule("MC-COND-3", "MC-STAT-10")
def test_a_mech_can_burn_out():
    game = skirmish([mech(integrity=1) @ "0101", mech() @ "0501"], mech() @ "0120")
    give(game, "A1", "Burned")
    activate(game, "A1")
    play(game, "end")
    assert model(game, "A1").hex == ""
    assert [event.fate for event in game.events if isinstance(event, Fell)] == ["burned"]


@pytest.mark.rule("MC-COND-3", "MC-COND-4", "MC-COND-5", "MC-ACT-5")
@pytest.mark.parametrize("condition", ["Burned", "Corroded", "Hacked"])
def test_it_is_cleared_as_an_action_for_2_energy(condition):
    game = skirmish(mech() @ "0101", mech() @ "0120")
    give(game, "A1", condition)
    activate(game, "A1")
    play(game, f"clear:{condition}")
    assert not model(game, "A1").has(condition)
    assert model(game, "A1").energy == 4
    play(game, "end")
    assert model(game, "A1").integrity == 8


@pytest.mark.rule("MC-COND-1", "MC-COND-2", "MC-COND-6", "MC-COND-10")
def test_other_conditions_are_not_cleared_for_energy():
    game = skirmish(mech() @ "0101", mech() @ "0120")
    give(game, "A1", "Blinded", "Shocked", "Immobilized", "Invisible", "Stunned", "Tethered")
    activate(game, "A1")
    assert not any(key.startswith("clear") for key in options(game))


@pytest.mark.rule("MC-COND-4")
def test_corroded_lets_damage_through_a_die_earlier():
    game = shot(on=("Corroded",), dice=(5, 1, 3))
    assert model(game, "B1").integrity == 6
    assert model(shot(dice=(5, 1, 3)), "B1").integrity == 8


@pytest.mark.rule("MC-COND-5", "MC-STAT-11", "MC-SPOT-1")
@pytest.mark.parametrize(("sensors", "left"), [(6, 1), (3, 0)])
def test_hacked_costs_5_sensors_but_not_below_0(sensors, left):
    game = skirmish(mech(sensors=sensors) @ "0505", [mech() @ "0506", mech() @ "0507"])
    give(game, "A1", "Hacked")
    assert model(game, "A1").tally("sensors").total == left
    activate(game, "A1")
    if left:
        play(game, "spot")
        assert options(game) == {"B1": "", "B2": "MC-SPOT-1"}
    else:
        assert options(game)["spot"] == "MC-SPOT-1"


@pytest.mark.rule("MC-COND-5", "MC-DEPLOY-4", "MC-END-1")
def test_hacked_counts_for_deployables_and_in_the_end_phase():
    deploy = ability(Deploy("drone"), name="Deploy")
    sheet = deployable(movement=2)
    game = skirmish(mech(abilities=[deploy]) @ "0505", mech() @ "0508", deployables={"drone": sheet}, dice=[2, 1])
    run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("drone"), "0405"))
    game.state.put(model(game, "a1"), "0305")
    give(game, "A1", "Hacked")
    activate(game, "A1")
    assert options(game)["deployable:a1"] == "MC-DEPLOY-4"
    model(game, "B1").spot = 2
    game.agenda.clear()
    run(game, EndPhase())
    assert model(game, "B1").spot == 1


# ---------------------------------------------------------------- Immobilized
@pytest.mark.rule("MC-COND-6")
def test_immobilized_cannot_move_but_can_do_all_else():
    game = skirmish(mech() @ "0505", mech() @ "0508")
    give(game, "A1", "Immobilized")
    activate(game, "A1")
    assert (options(game)["move"], options(game)["shoot:Gun"], options(game)["spot"]) == ("MC-COND-6", "", "")


@pytest.mark.rule("MC-COND-6", "MC-AI-1")
def test_immobilized_keeps_a_malfunctioning_mech_where_it_is():
    game = skirmish(mech() @ "0505", mech() @ "1420", dice=[1, 4])
    give(game, "A1", "Immobilized", "Malfunctioning")
    activate(game, "A1")
    assert model(game, "A1").hex == "0505"
    assert "A1 Mech is Immobilized" in texts(game)


@pytest.mark.rule("MC-COND-6", "MC-COND-1")
def test_immobilized_by_a_weapon_ends_with_the_victims_next_activation():
    net = [gun("Net", conditions=("Immobilized",))]
    game = skirmish(mech(weapons=net) @ "0505", mech() @ "0508", dice=[5, 1, 1])
    start_round(game)
    play(game, "shoot:Net", "B1", "end")
    assert (game.state.active, options(game)["move"]) == ("B1", "MC-COND-6")
    game.dice.unread = (2, 1)
    play(game, "end")
    assert not model(game, "B1").has("Immobilized")


# ---------------------------------------------------------------- Invisible
@pytest.mark.rule("MC-COND-7")
def test_an_invisible_model_is_not_spotted_and_harder_to_hit():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0708"], dice=[1, 1])
    give(game, "B1", "Invisible")
    activate(game, "A1")
    play(game, "spot")
    assert options(game) == {"B2": "", "B1": "MC-COND-7"}
    assert needed(shot(on=("Invisible",))) == 6
    assert needed(shot()) == 4


@pytest.mark.rule("MC-COND-7", "MC-MELEE-7")
def test_invisible_has_no_effect_in_melee():
    game = skirmish(mech(weapons=[claws(attacks=1, damage=1)]) @ "0505", mech() @ "0506", dice=[4, 5])
    give(game, "B1", "Invisible")
    activate(game, "A1")
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 7


@pytest.mark.rule("MC-COND-7", "MC-ABIL-1")
def test_a_veil_lasts_to_the_end_of_the_next_activation():
    veil = ability(TakeCondition("Invisible"), 2, "Veil", limit=2)
    game = skirmish(mech(abilities=[veil]) @ "0101", mech() @ "0120", dice=[2, 1, 2, 1])
    start_round(game)
    play(game, "ability:Veil")
    assert options(game)["ability:Veil"] == "MC-COND-1"
    play(game, "end")
    assert model(game, "A1").has("Invisible"), "not at the end of the activation in which it was drawn"
    play(game, "end")
    assert model(game, "A1").has("Invisible")
    play(game, "end")
    assert not model(game, "A1").has("Invisible")


# ---------------------------------------------------------------- Malfunctioning
@pytest.mark.rule("MC-COND-8", "MC-COND-9")
def test_on_a_6_the_mech_acts_normally_and_on_less_as_the_table_says_once():
    game = skirmish(mech() @ "0505", mech() @ "1420", dice=[6])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert not model(game, "A1").has("Malfunctioning")
    assert options(game)["move"] == ""
    game = skirmish(mech(movement=2) @ "0505", mech() @ "1420", dice=[5, 3])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert model(game, "A1").has("Malfunctioning")
    assert (model(game, "A1").hex, model(game, "A1").energy) == ("0507", 6)
    assert model(game, "A1").activated
    assert game.state.active == "B1"


@pytest.mark.rule("MC-COND-8", "MC-COND-11", "MC-STAT-1")
def test_energy_reset_then_stunned_then_the_malfunction_roll():
    game = skirmish(mech(energy=7) @ "0505", mech() @ "1420", dice=[6])
    model(game, "A1").energy = 0
    give(game, "A1", "Stunned", "Malfunctioning")
    activate(game, "A1")
    assert model(game, "A1").energy == 4
    log = texts(game)
    assert next(n for n, t in enumerate(log) if "is Stunned" in t) < next(
        n for n, t in enumerate(log) if "recover" in t
    )


@pytest.mark.rule("MC-COND-9", "MC-DEPLOY-2")
def test_a_malfunctioning_mech_that_becomes_so_in_its_turn_is_done_and_activates_no_deployables():
    """The shot that heats it to six is carried out, then the activation is over."""

    hot = mech(
        energy=12, weapons=[gun(superheated=True)], abilities=[ability(Programming(), timing="passive", name="P")]
    )
    game = skirmish(hot @ "0505", mech() @ "0508", dice=[1, 1])
    model(game, "A1").heat = 5
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert model(game, "A1").has("Malfunctioning")
    assert model(game, "A1").activated
    assert game.state.active == "B1"


@pytest.mark.rule("MC-TAG-4", "MC-COND-9")
def test_a_malfunctioning_mech_does_not_react():
    wall = ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour")
    game = skirmish(mech() @ "0505", mech(abilities=[wall]) @ "0508", dice=[1, 1])
    give(game, "B1", "Malfunctioning")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.about == "A1"


# ---------------------------------------------------------------- Stunned
@pytest.mark.rule("MC-COND-11")
@pytest.mark.parametrize(("energy", "kept"), [(7, 4), (6, 3), (1, 1), (0, 0)])
def test_stunned_loses_half_its_energy_rounded_down(energy, kept):
    game = skirmish(mech(energy=energy) @ "0505", [mech() @ "0508", mech() @ "0101"])
    give(game, "A1", "Stunned")
    activate(game, "A1")
    assert model(game, "A1").energy == kept


@pytest.mark.rule("MC-COND-11")
def test_stunned_in_another_turn_takes_effect_when_the_models_own_begins_and_ends_with_it():
    lance = [gun(critical_conditions=("Stunned",), damage=0)]
    game = skirmish(mech(weapons=lance) @ "0505", mech() @ "0508", dice=[6, 1, 1, 1, 2, 1])
    start_round(game)
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").energy == 6
    play(game, "end")
    assert (game.state.active, model(game, "B1").energy) == ("B1", 3)
    play(game, "end")
    assert not model(game, "B1").has("Stunned")


# ---------------------------------------------------------------- Submerged
@pytest.mark.rule("MC-COND-12", "MC-TERR-6")
def test_a_swimmer_is_submerged_as_long_as_it_is_in_the_water():
    game = skirmish(mech(abilities=[SWIM]) @ "0505", mech() @ "1420", map=ground(h0506="0~", h0507="0~"))
    run(game, Walk("A1", ("0506", "0507")))
    assert model(game, "A1").has("Submerged")
    run(game, Walk("A1", ("0508",)))
    assert not model(game, "A1").has("Submerged")


@pytest.mark.rule("MC-COND-12")
def test_submerged_counts_as_2_levels_lower_and_has_half_cover():
    """A viewer at the same printed level is two above it: +1 spot die and 1 better to hit, then half cover."""
    game = skirmish(mech() @ "0503", mech(abilities=[SWIM]) @ "0506", map=ground(h0506="0~"), dice=[1, 1])
    give(game, "B1", "Submerged")
    assert sight.level(game.state, model(game, "B1")) == -2
    cover = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (cover.grade, cover.rule) == (sight.HALF, "MC-COND-12")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert needed(game) == 5


@pytest.mark.rule("MC-COND-12", "MC-TERR-6", "MC-ELEV-4")
def test_swimmers_in_one_lake_see_each_other_with_the_waters_own_cover_once():
    lake = dict.fromkeys(("h0503", "h0504", "h0505", "h0506"), "0~")
    game = skirmish(mech(abilities=[SWIM]) @ "0503", mech(abilities=[SWIM]) @ "0506", map=ground(**lake), dice=[1, 1])
    give(game, "A1", "Submerged")
    give(game, "B1", "Submerged")
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert needed(game) == 6


@pytest.mark.rule("MC-COND-12", "MC-ELEV-10")
def test_a_submerged_model_is_out_of_melee_from_the_bank():
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech(abilities=[SWIM]) @ "0506", map=ground(h0506="0~"))
    give(game, "B1", "Submerged")
    activate(game, "A1")
    assert options(game)["melee:Claws"] == "MC-MELEE-1"


@pytest.mark.rule("MC-COND-12", "MC-TERR-12", "MC-TERR-8", "MC-COND-3")
def test_who_stands_on_ice_that_breaks_is_submerged_and_burns_no_more():
    game = skirmish(mech() @ "0505", mech() @ "1420", map=ground(h0505="0i"))
    give(game, "A1", "Burned")
    destroy(game, model(game, "n0505"), None)
    assert list(model(game, "A1").conditions) == ["Submerged"]
    conditions.inflict(game, model(game, "A1"), "Burned", model(game, "B1"), "MC-PERK-6")
    assert not model(game, "A1").has("Burned")
    run(game, Walk("A1", ("0504",)))
    assert model(game, "A1").conditions == {}


# ---------------------------------------------------------------- deployables have them too
def drone(*, abilities: list[object] | None = None, **rest: object) -> Game:
    """A1 with a drone a1 beside it; B1 and B2 far away."""
    deploy = ability(Deploy("drone"), name="Deploy")
    sheet = deployable("Drone", movement=3, weapons=[gun()], stability=4, abilities=abilities or [])  # type: ignore[arg-type]
    game = skirmish(
        mech(abilities=[deploy], energy=12) @ "0505",
        [mech() @ "1420", mech() @ "1220"],
        deployables={"drone": sheet},
        **rest,
    )
    return run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("drone"), "0405"))


@pytest.mark.rule("MC-COND-3", "MC-TERM-4", "MC-COND-2")
def test_the_turn_of_a_deployable_is_its_own_activation():
    game = drone()
    give(game, "a1", "Burned", "Blinded")
    activate(game, "A1")
    play(game, "deployable:a1", "move", ["0404"])
    assert (model(game, "a1").integrity, list(model(game, "a1").conditions)) == (2, ["Burned"])
    play(game, "end")
    assert model(game, "a1").integrity == 2, "not again with its parent's"


@pytest.mark.rule("MC-COND-1", "MC-TERM-4", "MC-ABIL-1")
def test_what_a_deployable_takes_in_its_turn_lasts_to_the_end_of_its_next():
    game = drone(abilities=[ability(TakeCondition("Invisible"), name="Veil")])
    activate(game, "A1")
    play(game, "deployable:a1", "ability:Veil")
    assert model(game, "a1").has("Invisible")
    assert game.state.active == "A1"
    play(game, "end")
    model(game, "a1").activated = False
    game.agenda.clear()
    activate(game, "A1")
    play(game, "deployable:a1", "move", ["0404"])
    assert not model(game, "a1").has("Invisible")


@pytest.mark.rule("MC-COND-8", "MC-COND-9", "MC-DEPLOY-3")
def test_a_malfunctioning_deployable_rolls_and_follows_the_table():
    game = drone(dice=[3, 2])
    give(game, "a1", "Malfunctioning")
    activate(game, "A1")
    play(game, "deployable:a1")
    assert model(game, "a1").hex == "0707"
    assert unread(game) == ()
    assert game.question.about == "A1"


# ---------------------------------------------------------------- abilities that clear or inflict
@pytest.mark.rule("MC-COND-1", "MC-ABIL-1")
def test_an_ability_can_end_a_condition_that_names_no_end():
    rally = ability(ClearCondition(3), 2, "Rally", limit=1)
    game = skirmish([mech(abilities=[rally]) @ "0505", mech() @ "0508", mech() @ "0509"], mech() @ "1420")
    give(game, "A2", "Immobilized", "Hacked")
    give(game, "A3", "Immobilized")
    activate(game, "A1")
    play(game, "ability:Rally")
    assert options(game) == {"A2:Immobilized": "", "A2:Hacked": ""}, "A3 is 4 hexes away"
    play(game, "A2:Immobilized")
    assert list(model(game, "A2").conditions) == ["Hacked"]


@pytest.mark.rule("MC-COND-6", "MC-ABIL-1")
def test_a_mine_immobilizes_adjacent_enemies_only():
    snare = ability(InflictAround("Immobilized"), name="Snare")
    game = drone(abilities=[snare])
    game.state.put(model(game, "B1"), "0404")
    game.state.put(model(game, "B2"), "0403")
    activate(game, "A1")
    play(game, "deployable:a1", "ability:Snare")
    assert [name for name in ("A1", "B1", "B2", "a1") if model(game, name).has("Immobilized")] == ["B1"]
