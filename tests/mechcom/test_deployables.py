"""Deployables and Wings: activating them, their one action, the Sensors of their parent, and their end."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.shooting.shooting import stability
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.profiles import (
    Ability,
    Deploy,
    Fly,
    InflictAround,
    Sheet,
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

DRONE = deployable("Drone", movement=3, stability=4, weapons=[gun(range=4)])
SENTRY = deployable("Sentry", stability=5, armour=3, sensors=4, weapons=[gun(range=4)])
WALL = deployable("Barricade", armour=3)
WING = deployable("Wing", kind="wing", movement=5, sensors=3, stability=5, weapons=[gun(range=2)])
SHEETS = {"drone": DRONE, "sentry": SENTRY, "wall": WALL, "wing": WING}


def deploys(what: str, cost: int = 2, limit: int = 0) -> Ability:
    return ability(Deploy(what), cost, f"Deploy {what}", limit=limit)


def fielded(*what: str, at: tuple[str, ...], stats: dict[str, int] | None = None, **rest: object) -> Game:
    """A1 with deployables a1, a2, ... that are on the table already; B1 and B2 wherever `enemies` says."""
    kinds = dict.fromkeys(what)
    enemies = rest.pop("enemies", ("1420", "1220"))
    sheets: dict[str, Sheet] = {**SHEETS, **rest.pop("sheets", {})}  # type: ignore[dict-item]
    game = skirmish(
        [mech(abilities=[deploys(kind) for kind in kinds], **(stats or {})) @ "0505", mech() @ "1401"],
        [mech() @ spot for spot in enemies],  # type: ignore[attr-defined]
        deployables=sheets,
        **rest,  # type: ignore[arg-type]
    )
    for kind, spot in zip(what, at, strict=True):
        run(game, PutDeployable(UseAbility("A1", f"Deploy {kind}"), Deploy(kind), spot))
    model(game, "A1").energy = 6
    return game


# ---------------------------------------------------------------- deploying
@pytest.mark.rule("MC-DEPLOY-1", "MC-ABIL-1", "MC-TAG-1")
def test_deploying_puts_it_on_a_free_adjacent_hex_with_its_own_stats():
    game = skirmish([mech(abilities=[deploys("sentry", limit=1)]) @ "0505", mech() @ "0506"], mech() @ "1420",
                    deployables=SHEETS, map=ground(h0404="0~", h0405="0b"))  # fmt: skip
    activate(game, "A1")
    play(game, "ability:Deploy sentry")
    assert {spot for (spot,) in game.question.legal()} == {"0504", "0604", "0605"}
    play(game, ["0504"])
    sentry = model(game, "a1")
    assert (sentry.hex, sentry.integrity, sentry.seat, sentry.parent) == ("0504", 3, 0, "A1")
    assert sentry.tally("armour").total == 3
    assert model(game, "A1").energy == 4
    assert options(game)["ability:Deploy sentry"] == "MC-TAG-1"


@pytest.mark.rule("MC-DEPLOY-1", "MC-TERR-5", "MC-WING-2")
@pytest.mark.parametrize(
    ("sheet", "over_water"),
    [
        (deployable("Wing", kind="wing"), True),
        (deployable(abilities=[ability(Fly(), timing="passive")]), True),
        (deployable(abilities=[ability(Swim(), timing="passive")]), True),
        (deployable(), False),
    ],
    ids=["a Wing", "flies", "swims", "neither"],
)
def test_only_what_flies_or_swims_is_put_on_water(sheet, over_water):
    game = skirmish(mech(abilities=[deploys("it")]) @ "0505", mech() @ "1420",
                    deployables={"it": sheet}, map=ground(h0504="0~"))  # fmt: skip
    activate(game, "A1")
    play(game, "ability:Deploy it")
    assert (game.refuse(["0504"]) is None) is over_water


@pytest.mark.rule("MC-DEPLOY-1", "MC-SHEET-1")
def test_each_squad_puts_its_own_deployables_of_a_name():
    game = skirmish(mech() @ "1420", mech(abilities=[deploys("post")]) @ "0505", deployables={"post": deployable()})
    red, blue = game.state.squads
    blue = evolve(blue, deployables={"post": deployable("Nest", kind="wing", integrity=5)})
    game.state.squads = (red, blue)
    game.state.became["0504"] = "water"
    activate(game, "B1")
    play(game, "ability:Deploy post")
    assert (game.question.seat, "Nest" in game.question.prompt) == (1, True)
    play(game, ["0504"])
    assert (model(game, "b1").sheet.name, model(game, "b1").integrity, model(game, "b1").seat) == ("Nest", 5, 1)


@pytest.mark.rule("MC-ABIL-1", "MC-MOVE-2")
def test_with_no_free_hex_beside_it_nothing_can_be_deployed():
    walls = ground(**dict.fromkeys(("h0504", "h0506", "h0604", "h0605", "h0404", "h0405"), "0b"))
    game = skirmish(mech(abilities=[deploys("wall")]) @ "0505", mech() @ "1420", deployables=SHEETS, map=walls)
    activate(game, "A1")
    assert options(game)["ability:Deploy wall"] == "MC-MOVE-2"


@pytest.mark.rule("MC-DEPLOY-1", "MC-STAT-9")
def test_a_stat_that_is_left_out_is_0():
    """Armour 0: every hit does damage. Strength 0: the blow of an equal die lands. Movement 0: it cannot move."""
    bare = deployable("Bare", integrity=9)
    game = fielded("bare", at=("0506",), sheets={"bare": bare}, enemies=("0507", "1420"), dice=[6, 1, 1, 1, 3, 1, 1])
    activate(game, "B1")
    play(game, "shoot:Gun", "a1")
    assert model(game, "a1").integrity == 5
    play(game, "melee:Unarmed", "a1")
    assert any(text.endswith("defends: 3 + 0 = 3") for text in texts(game))
    assert model(game, "a1").integrity == 4
    game.agenda.clear()
    activate(game, "A1")
    play(game, "deployable:a1")
    assert options(game)["move"] == "MC-DEPLOY-1"


# ---------------------------------------------------------------- activating
@pytest.mark.rule("MC-DEPLOY-2")
def test_the_last_energy_is_enough_to_activate_it():
    game = activate(fielded("drone", at=("0506",), stats={"energy": 1}), "A1")
    assert options(game)["deployable:a1"] == ""
    play(game, "deployable:a1", "move", ["0507"])
    assert (model(game, "A1").energy, model(game, "a1").hex) == (0, "0507")


@pytest.mark.rule("MC-DEPLOY-3", "MC-COND-8")
def test_one_that_could_do_nothing_is_activated_only_to_recover():
    game = activate(fielded("wall", at=("0506",), dice=[6]), "A1")
    assert options(game)["deployable:a1"] == "MC-DEPLOY-3"
    game.agenda.clear()
    give(game, "a1", "Malfunctioning")
    activate(game, "A1")
    play(game, "deployable:a1")
    assert not model(game, "a1").has("Malfunctioning")
    assert "has nothing that it could do" in texts(game)[-1]
    assert game.state.active == "A1", "its turn is over"


@pytest.mark.rule("MC-DEPLOY-3", "MC-TAG-2", "MC-TAG-4")
def test_its_passive_and_reactive_abilities_are_no_action_of_it():
    knacks = [ability(Fly(), timing="passive", name="Flies"), ability(Shield(), timing="reactive", name="Wall")]
    drone = deployable("Drone", movement=3, abilities=knacks)
    game = activate(fielded("drone", at=("0506",), sheets={"drone": drone}), "A1")
    play(game, "deployable:a1")
    assert list(options(game)) == ["move", "melee:Unarmed"]


@pytest.mark.rule("MC-PERK-9", "MC-DEPLOY-3")
def test_a_heavy_weapon_of_it_forgets_the_move_of_the_turn_before():
    heavy = gun(range=9, heavy=True)
    drone = deployable("Drone", movement=3, stability=4, weapons=[heavy])
    game = activate(fielded("drone", at=("0506",), sheets={"drone": drone}, enemies=("0510", "1420")), "A1")
    play(game, "deployable:a1", "move", ["0507"], "end")
    model(game, "a1").activated = False
    activate(game, "A1")
    play(game, "deployable:a1")
    need = stability(game.state, model(game, "a1"), heavy, model(game, "B1"), 0)
    assert "MC-PERK-9" not in need.rules


@pytest.mark.rule("MC-DEPLOY-2", "MC-DEPLOY-3")
def test_for_1_energy_it_performs_one_action_that_costs_nothing_more():
    game = activate(fielded("drone", at=("0506",), enemies=("0509", "1420"), dice=[4, 1, 6]), "A1")
    play(game, "deployable:a1")
    assert list(options(game)) == ["move", "shoot:Gun", "melee:Unarmed"]
    play(game, "shoot:Gun", "B1")
    assert model(game, "A1").energy == 5
    assert game.question.about == "A1"
    assert model(game, "B1").integrity == 6


@pytest.mark.rule("MC-DEPLOY-3", "MC-SPOT-1")
def test_it_neither_spots_nor_clears_conditions_nor_ends_without_acting():
    game = activate(fielded("drone", at=("0506",)), "A1")
    give(game, "a1", "Hacked", "Burned")
    play(game, "deployable:a1")
    assert not {"spot", "end", "clear:Hacked", "clear:Burned"} & set(options(game))


@pytest.mark.rule("MC-DEPLOY-2", "MC-ACT-5")
def test_without_energy_the_parent_cannot_activate_it():
    game = fielded("drone", at=("0506",), stats={"energy": 4})
    activate(game, "A1")
    play(game, "move", ["0405"], "move", ["0505"])
    assert game.state.active != "A1", "nothing is left to do"
    game = activate(fielded("drone", at=("0506",)), "A1")
    model(game, "A1").energy = 0
    game.ask_anew()
    assert options(game)["deployable:a1"] == "MC-DEPLOY-2"


@pytest.mark.rule("MC-DEPLOY-5", "MC-ACT-2")
def test_it_is_activated_once_a_round():
    game = fielded("drone", at=("0506",), dice=[2, 1])
    start_round(game)
    play(game, "A1", "deployable:a1", "move", ["0507"])
    assert options(game)["deployable:a1"] == "MC-DEPLOY-5"
    play(game, "end", "B1", "end", "end", "end")
    assert game.state.round == 2
    play(game, "A1")
    assert options(game)["deployable:a1"] == ""


@pytest.mark.rule("MC-DEPLOY-2")
def test_it_may_be_activated_in_the_activation_in_which_it_was_deployed():
    game = skirmish(mech(abilities=[deploys("drone")]) @ "0505", mech() @ "1420", deployables=SHEETS)
    activate(game, "A1")
    play(game, "ability:Deploy drone", ["0506"], "deployable:a1", "move", ["0509"])
    assert (model(game, "a1").hex, model(game, "A1").energy) == ("0509", 3)


@pytest.mark.rule("MC-DEPLOY-3", "MC-ACT-4")
def test_between_two_actions_of_its_parent_and_the_parents_turn_goes_on():
    game = activate(fielded("drone", at=("0506",)), "A1")
    play(game, "move", ["0405"], "deployable:a1", "move", ["0507"], "move", ["0404"])
    assert (model(game, "A1").hex, model(game, "A1").energy) == ("0404", 1)


@pytest.mark.rule("MC-DEPLOY-3", "MC-TAG-1")
def test_its_ability_costs_only_the_activation_but_counts_its_uses():
    snare = ability(InflictAround("Immobilized"), 3, "Snare", limit=1)
    mine = deployable("Mine", abilities=[snare])
    game = activate(fielded("mine", at=("0506",), sheets={"mine": mine}, enemies=("0507", "1420")), "A1")
    play(game, "deployable:a1", "ability:Snare")
    assert model(game, "B1").has("Immobilized")
    assert (model(game, "A1").energy, model(game, "a1").energy) == (5, 0)
    model(game, "a1").activated = False
    game.ask_anew()
    play(game, "deployable:a1")
    assert options(game)["ability:Snare"] == "MC-TAG-1"


@pytest.mark.rule("MC-DEPLOY-3")
def test_one_that_could_do_nothing_is_not_activated():
    game = activate(fielded("wall", at=("0506",)), "A1")
    assert options(game)["deployable:a1"] == "MC-DEPLOY-3"


# ---------------------------------------------------------------- Sensors
@pytest.mark.rule("MC-DEPLOY-4", "MC-STAT-5")
@pytest.mark.parametrize(("spot", "rule"), [("0510", ""), ("0511", "MC-DEPLOY-4")])
def test_it_must_be_within_the_parents_sensors_exactly_that_far_included(spot, rule):
    game = fielded("drone", at=("0506",), stats={"sensors": 5})
    game.state.put(model(game, "a1"), spot)
    activate(game, "A1")
    assert options(game)["deployable:a1"] == rule


@pytest.mark.rule("MC-DEPLOY-4")
def test_line_of_sight_to_it_is_not_needed():
    game = fielded("drone", at=("0506",), map=ground(h0507="3."))
    game.state.put(model(game, "a1"), "0509")
    activate(game, "A1")
    assert not sight.sees(game.state, model(game, "A1"), model(game, "a1"))
    assert options(game)["deployable:a1"] == ""


@pytest.mark.rule("MC-DEPLOY-7", "MC-ACT-1", "MC-DEPLOY-2")
def test_deployables_take_no_place_in_the_alternation_and_only_their_parent_activates_them():
    game = start_round(fielded("drone", "sentry", at=("0506", "0405")))
    assert list(options(game)) == ["A1", "A2"]
    play(game, "A2")
    assert not any(key.startswith("deployable") for key in options(game))
    play(game, "end", "B1", "end")
    assert game.state.active == "A1"
    game.dice.unread = (2, 1)
    play(game, "end", "end")
    assert game.state.round == 2, "no deployable is waited for"


# ---------------------------------------------------------------- their end
@pytest.mark.rule("MC-DEPLOY-6", "MC-WING-1")
def test_they_are_destroyed_with_their_parent_and_with_nobody_else():
    game = fielded("drone", "wing", "wall", at=("0506", "0405", "0404"))
    destroy(game, model(game, "A2"), None)
    assert all(model(game, name).hex for name in ("a1", "a2", "a3"))
    game = fielded("drone", "wing", "wall", at=("0506", "0405", "0404"))
    destroy(game, model(game, "A1"), model(game, "B1"))
    assert not any(model(game, name).hex for name in ("a1", "a2", "a3"))
    assert all(game.state.free(spot) for spot in ("0506", "0405", "0404"))
    assert game.state.wreckage == {"0505": 0}
    assert len(game.state.wrecks) == 1


@pytest.mark.rule("MC-DEPLOY-6", "MC-TERM-3")
def test_a_destroyed_deployable_leaves_its_parent_unharmed():
    game = fielded("drone", at=("0506",))
    destroy(game, model(game, "a1"), model(game, "B1"))
    assert (model(game, "A1").hex, game.state.wreckage) == ("0505", {})


@pytest.mark.rule("MC-DEPLOY-1", "MC-TERM-3", "MC-SHOOT-7")
def test_an_enemy_deployable_is_a_model_a_target_and_an_enemy_nearby():
    game = activate(fielded("wall", at=("0506",), enemies=("0507", "1420"), dice=[5, 5]), "B1")
    assert options(game)["melee:Unarmed"] == ""
    play(game, "shoot:Gun", "a1")
    need = next(event.need.number for event in game.events if isinstance(event, Rolled) and "shoots" in event.why)
    assert need.total == 6


@pytest.mark.rule("MC-COND-12", "MC-TERR-5")
def test_one_that_swims_can_be_put_into_water_and_is_submerged_there():
    buoy = deployable("Buoy", abilities=[ability(Swim(), timing="passive")])
    game = fielded("buoy", at=("0506",), sheets={"buoy": buoy}, map=ground(h0506="0~"))
    assert model(game, "a1").has("Submerged")


# ---------------------------------------------------------------- Wings
@pytest.mark.rule("MC-WING-1", "MC-DEPLOY-2", "MC-DEPLOY-5")
def test_a_wing_is_activated_like_any_deployable():
    game = activate(fielded("wing", at=("0506",)), "A1")
    play(game, "deployable:a1", "move", ["0511"])
    assert (model(game, "a1").hex, model(game, "A1").energy) == ("0511", 5)
    assert options(game)["deployable:a1"] == "MC-DEPLOY-5"


@pytest.mark.rule("MC-WING-2", "MC-STAT-4", "MC-TERR-5")
def test_a_wing_flies_over_cliffs_and_water_and_is_never_submerged():
    game = fielded("wing", at=("0506",), map=ground(h0507="3.", h0508="0~"))
    run(game, Walk("a1", ("0507", "0508")))
    assert (model(game, "a1").hex, model(game, "a1").conditions) == ("0508", {})


@pytest.mark.rule("MC-WING-2")
def test_a_wing_is_2_levels_above_the_ground_of_its_hex():
    game = fielded("wing", at=("0506",), map=ground(h0506="1."))
    assert sight.level(game.state, model(game, "a1")) == 3


@pytest.mark.rule("MC-WING-2", "MC-ELEV-8", "MC-ELEV-10")
def test_from_its_height_a_wing_shoots_better_and_is_out_of_melee_reach():
    """Stability 5, one better from two levels up; adjacent to the target it has no +2, being out of melee range."""
    game = activate(fielded("wing", at=("0506",), enemies=("0507", "1420"), dice=[4, 1, 6]), "A1")
    play(game, "deployable:a1")
    assert options(game)["melee:Unarmed"] == "MC-MELEE-1"
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 6


@pytest.mark.rule("MC-WING-2", "MC-ELEV-10")
def test_on_ground_one_level_below_its_height_a_wing_can_be_fought():
    game = fielded("wing", at=("0506",), enemies=("0507", "1420"), map=ground(h0507="1."))
    activate(game, "B1")
    assert options(game)["melee:Unarmed"] == ""


@pytest.mark.rule("MC-WING-2", "MC-ELEV-6")
def test_a_wing_between_gives_half_cover_as_a_deployable():
    game = fielded("wing", at=("0506",), enemies=("0508", "1420"))
    cover = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (cover.grade, cover.rule) == (sight.HALF, "MC-ELEV-6")


@pytest.mark.rule("MC-WING-3", "MC-SPOT-1")
def test_a_wing_extends_the_sensors_of_its_parent_for_spotting():
    """Sensors 3 and a Wing 3 hexes away with Sensors 3: enemies up to 6 away, if the parent sees them."""
    game = fielded("wing", at=("0506",), enemies=("0610", "0711"), stats={"sensors": 3})
    game.state.put(model(game, "a1"), "0508")
    activate(game, "A1")
    play(game, "spot")
    assert options(game)["B1"] == ""
    assert options(game)["B2"] == "MC-SPOT-1"


@pytest.mark.rule("MC-WING-3")
def test_line_of_sight_is_still_the_parents_own():
    game = fielded("wing", at=("0506",), enemies=("0509", "1420"), map=ground(h0507="3."))
    game.state.put(model(game, "a1"), "0508")
    activate(game, "A1")
    assert options(game)["spot"] == "MC-SPOT-1"


@pytest.mark.rule("MC-WING-3", "MC-DEPLOY-4")
def test_wings_chain_from_one_to_the_next():
    game = fielded("wing", "wing", "drone", at=("0506", "0405", "0404"), stats={"sensors": 3})
    for name, spot in (("a1", "0508"), ("a2", "0511"), ("a3", "0514")):
        game.state.put(model(game, name), spot)
    activate(game, "A1")
    assert [options(game)[f"deployable:{name}"] for name in ("a1", "a2", "a3")] == ["", "", ""]
    game.state.put(model(game, "a3"), "0515")
    game.ask_anew()
    assert options(game)["deployable:a3"] == "MC-DEPLOY-4"


@pytest.mark.rule("MC-WING-4", "MC-WING-3")
def test_a_wing_out_of_the_sensors_of_its_parent_adds_nothing_and_cannot_be_activated():
    """With the first link gone the second is out of reach, and what lies behind it too."""
    game = fielded("wing", "wing", at=("0506", "0405"), enemies=("0611", "1420"), stats={"sensors": 3})
    game.state.put(model(game, "a1"), "0509")
    game.state.put(model(game, "a2"), "0511")
    activate(game, "A1")
    assert options(game)["deployable:a1"] == "MC-DEPLOY-4"
    assert options(game)["deployable:a2"] == "MC-DEPLOY-4"
    assert options(game)["spot"] == "MC-SPOT-1"


@pytest.mark.rule("MC-WING-3", "MC-COND-5")
def test_a_hacked_wing_reaches_less_far():
    game = fielded("wing", "drone", at=("0506", "0405"), stats={"sensors": 3})
    game.state.put(model(game, "a1"), "0508")
    game.state.put(model(game, "a2"), "0509")
    give(game, "a1", "Hacked")
    activate(game, "A1")
    assert options(game)["deployable:a2"] == "MC-DEPLOY-4"


@pytest.mark.rule("MC-WING-3", "MC-END-1")
def test_the_extended_sensors_watch_in_the_end_phase_too():
    game = fielded("wing", at=("0506",), enemies=("0610", "1420"), stats={"sensors": 3}, dice=[2, 1])
    game.state.put(model(game, "a1"), "0508")
    model(game, "B1").spot = 1
    run(game, EndPhase())
    assert model(game, "B1").spot == 1
    game = fielded("drone", at=("0506",), enemies=("0610", "1420"), stats={"sensors": 3}, dice=[2, 1])
    game.state.put(model(game, "a1"), "0508")
    model(game, "B1").spot = 1
    run(game, EndPhase())
    assert model(game, "B1").spot == 0


@pytest.mark.rule("MC-WING-3", "MC-TERM-2")
def test_the_wing_of_a_friend_extends_nothing():
    game = fielded("wing", at=("0506",), enemies=("1402", "1420"))
    game.state.put(model(game, "A2"), "1410")
    game.state.put(model(game, "a1"), "1405")
    model(game, "A2").conditions = {"Hacked": 0}
    activate(game, "A2")
    assert options(game)["spot"] == "MC-SPOT-1"


@pytest.mark.rule("MC-DEPLOY-3", "MC-MELEE-1")
def test_its_attack_may_be_a_blow_with_a_melee_weapon():
    fangs = deployable("Fangs", strength=3, weapons=[claws(attacks=1, damage=2)])
    game = fielded("fangs", at=("0506",), sheets={"fangs": fangs}, enemies=("0507", "1420"), dice=[1, 6])
    activate(game, "A1")
    play(game, "deployable:a1", "melee:Claws", "B1")
    assert model(game, "B1").integrity == 6
    assert unread(game) == ()


@pytest.mark.rule("MC-DEPLOY-3", "MC-COND-1")
def test_a_deployable_can_take_a_condition_as_its_action():
    cloak = deployable("Cloak", abilities=[ability(TakeCondition("Invisible"), name="Veil")])
    game = activate(fielded("cloak", at=("0506",), sheets={"cloak": cloak}), "A1")
    play(game, "deployable:a1", "ability:Veil")
    assert model(game, "a1").has("Invisible")
    assert game.question.about == "A1"
