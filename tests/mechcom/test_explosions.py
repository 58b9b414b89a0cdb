"""Destroyed models: Wreckage at once, the explosion one activation later, and chains of them."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Fell, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import Explosions, destroy, harm
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Fly, HotReactor, Swim
from tests.mechcom.build import (
    ability,
    activate,
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
from tests.playing import play, run, unread

SURE = [gun(attacks=1, damage=9, volatile=9, range=9)]
"""A weapon that destroys with a hit of 4 and any Armour die."""


def explosions(game: Game) -> list[str]:
    return [event.why for event in game.events if isinstance(event, Rolled) and "explodes" in event.why]


def fallen(game: Game) -> list[str]:
    return [event.unit for event in game.events if isinstance(event, Fell)]


def wreck(spot: str, seat: int = 0, level: int = 0) -> Wreck:
    return Wreck("Old Mech", seat, spot, level, 0)


# ---------------------------------------------------------------- what is left at once
@pytest.mark.rule("MC-BOOM-4", "MC-STAT-10", "MC-TERR-15")
def test_a_destroyed_mech_leaves_the_table_and_wreckage_at_once():
    game = skirmish(mech() @ "0505", [mech() @ "0507", mech() @ "0909"])
    harm(game, model(game, "B1"), 8, model(game, "A1"), ("MC-WEAP-2",))
    assert [event.fate for event in game.events if isinstance(event, Fell)] == ["shot by A1"]
    assert model(game, "B1").hex == ""
    assert game.state.free("0507")
    assert game.state.wreckage == {"0507": 1}
    assert [event.by for event in game.events if isinstance(event, Fell)] == ["A1"]


@pytest.mark.rule("MC-BOOM-1")
def test_it_is_told_at_once_that_it_will_explode_unless_the_battle_is_over():
    game = skirmish(mech() @ "0505", [mech() @ "0507", mech() @ "0909"])
    harm(game, model(game, "B1"), 8, model(game, "A1"), ())
    assert any("explodes at the end of the next activation" in text for text in texts(game))
    before = len(game.events)
    harm(game, model(game, "B2"), 8, model(game, "A1"), ())
    assert not any("explodes" in text for text in texts(game)[before:]), "only one side is left"


@pytest.mark.rule("MC-STAT-10")
def test_the_last_point_of_integrity_still_stands():
    game = skirmish(mech() @ "0505", mech() @ "0507")
    harm(game, model(game, "B1"), 7, None, ())
    assert (model(game, "B1").hex, model(game, "B1").integrity) == ("0507", 1)


@pytest.mark.rule("MC-BOOM-4", "MC-TERR-14")
def test_in_water_nothing_is_left_but_it_explodes_all_the_same():
    swim = [ability(Swim(), timing="passive")]
    game = skirmish(mech() @ "0505", [mech(abilities=swim) @ "0507", mech() @ "0909"], map=ground(h0507="0~"))
    destroy(game, model(game, "B1"), None)
    assert game.state.wreckage == {}
    assert [wreck.hex for wreck in game.state.wrecks] == ["0507"]


@pytest.mark.rule("MC-BOOM-4")
def test_only_mechs_explode():
    """A Sentry, a building and ice are destroyed; nothing is pending, and only the building leaves Wreckage."""
    deploy = ability(Deploy("sentry"), name="Deploy")
    game = skirmish(
        mech(abilities=[deploy]) @ "0505",
        mech() @ "0909",
        map=ground(h0507="0b", h0508="0i"),
        deployables={"sentry": deployable()},
    )
    run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("sentry"), "0506"))
    for name in ("a1", "n0507", "n0508"):
        destroy(game, model(game, name), None)
    assert game.state.wrecks == ()
    assert game.state.wreckage == {"0507": None}
    assert game.state.terrain_at("0508") == "water"


# ---------------------------------------------------------------- when
@pytest.mark.rule("MC-BOOM-1", "MC-TERM-4")
def test_it_explodes_when_the_activation_after_its_own_end_ends():
    """A1 destroys B1; A1's activation ends without a bang, B2's ends with it."""
    game = skirmish(
        [mech(weapons=SURE) @ "0505", mech() @ "0101"], [mech() @ "0507", mech() @ "0508"], dice=[4, 6, 3, 1]
    )
    start_round(game)
    play(game, "A1", "shoot:Gun", "B1", "end")
    assert explosions(game) == []
    assert game.state.active == "B2"
    play(game, "move", ["0607"], "end")
    assert explosions(game) == ["B1 Mech explodes at B2 Mech"]
    assert unread(game) == ()


@pytest.mark.rule("MC-BOOM-1", "MC-BOOM-2")
def test_who_stands_there_at_the_later_moment_is_hit_and_not_who_stood_there_before():
    """B2 walks away from the wreck in time."""
    game = skirmish(
        [mech(weapons=SURE) @ "0505", mech() @ "0101"], [mech() @ "0507", mech() @ "0508"], dice=[4, 6, 6, 1]
    )
    start_round(game)
    play(game, "A1", "shoot:Gun", "B1", "end", "move", ["0511"], "end")
    assert explosions(game) == []
    assert game.state.wrecks == ()
    assert unread(game) == (6, 1)


@pytest.mark.rule("MC-BOOM-1", "MC-ROUND-1")
def test_an_explosion_waits_over_the_end_of_the_round():
    """A1 acts last in round 1; the wreck goes off after the first activation of round 2."""
    game = skirmish(mech(weapons=SURE) @ "0505", [mech() @ "0507", mech() @ "0510"], dice=[4, 6, 1, 6, 1])
    game.state.order = (1, 0)
    model(game, "B1").activated = model(game, "B2").activated = True
    start_round(game)
    play(game, "shoot:Gun", "B1", "end")
    assert game.state.round == 2
    assert (game.state.active, explosions(game)) == ("B2", [])
    play(game, "move", ["0508"], "end")
    assert explosions(game) == ["B1 Mech explodes at B2 Mech"]


@pytest.mark.rule("MC-BOOM-1", "MC-COND-3")
def test_burned_damage_comes_before_the_explosions_and_a_mech_that_burns_out_explodes_one_later():
    """The wreck beside A1 is due; A1 burns out first, so the explosion finds nobody."""
    game = skirmish([mech(integrity=1) @ "0505", mech() @ "0101"], [mech() @ "0909", mech() @ "1111"])
    give(game, "A1", "Burned")
    game.state.wrecks = (wreck("0506"),)
    activate(game, "A1")
    play(game, "end")
    assert fallen(game) == ["A1"]
    assert explosions(game) == []
    assert [(left.hex, left.due) for left in game.state.wrecks] == [("0505", 2)]


@pytest.mark.rule("MC-VIC-2", "MC-BOOM-1", "MC-COND-3")
def test_who_burns_out_with_the_last_mech_has_lost_before_an_explosion_that_is_due():
    game = skirmish(mech(integrity=1) @ "0505", mech(integrity=1) @ "0509", dice=[6, 6, 6])
    give(game, "A1", "Burned")
    game.state.wrecks = (wreck("0508"),)
    activate(game, "A1")
    play(game, "end")
    assert game.result.winners == (1,)
    assert explosions(game) == []


@pytest.mark.rule("MC-BOOM-1")
def test_conditions_that_end_with_the_turn_are_gone_before_the_explosions():
    game = skirmish([mech() @ "0505", mech() @ "0101"], mech() @ "0909", dice=[1])
    give(game, "A1", "Blinded")
    game.state.wrecks = (wreck("0506"),)
    activate(game, "A1")
    play(game, "end")
    log = texts(game)
    assert log.index("A1 Mech is no longer Blinded") < next(n for n, text in enumerate(log) if "explodes" in text)


@pytest.mark.rule("MC-BOOM-1", "MC-DEPLOY-7")
def test_a_deployables_activation_is_no_turn_that_an_explosion_waits_for():
    deploy = ability(Deploy("drone"), name="Deploy")
    game = skirmish(
        [mech(abilities=[deploy], weapons=SURE) @ "0505", mech() @ "0101"],
        [mech() @ "0507", mech() @ "0909"],
        deployables={"drone": deployable(movement=3)},
        dice=[4, 6],
    )
    start_round(game)
    play(game, "A1", "ability:Deploy", ["0405"], "shoot:Gun", "B1", "deployable:a1", "move", ["0406"], "end")
    assert explosions(game) == []
    assert len(game.state.wrecks) == 1


@pytest.mark.rule("MC-BOOM-1")
def test_several_that_are_due_explode_in_the_order_in_which_they_fell():
    game = skirmish(mech(integrity=20) @ "0505", mech() @ "0909", dice=[1, 1])
    game.state.wrecks = (
        Wreck("Second Mech", 0, "0506", 0, 0),
        Wreck("First Mech", 1, "0504", 0, 0),
        Wreck("Not yet", 1, "0504", 0, 1),
    )
    run(game, Explosions())
    assert explosions(game) == ["Second Mech explodes at A1 Mech", "First Mech explodes at A1 Mech"]
    assert [left.name for left in game.state.wrecks] == ["Not yet"]


@pytest.mark.rule("MC-BOOM-1", "MC-VIC-2")
def test_pending_explosions_are_dropped_with_the_end_of_the_game():
    game = skirmish(mech(weapons=SURE) @ "0505", mech() @ "0506", dice=[6, 6, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (0,)
    assert explosions(game) == []


# ---------------------------------------------------------------- how
@pytest.mark.rule("MC-BOOM-2")
def test_friend_and_foe_are_each_rolled_for_and_those_two_hexes_away_are_not():
    game = skirmish(
        [mech() @ "0505", mech() @ "0510"], [mech() @ "0507", mech() @ "0504", mech() @ "0705"], dice=[2, 1, 2, 1]
    )
    game.state.wrecks = (wreck("0506", seat=0),)
    run(game, Explosions())
    assert explosions(game) == ["Old Mech explodes at A1 Mech", "Old Mech explodes at B1 Mech"]


@pytest.mark.rule("MC-BOOM-2")
@pytest.mark.parametrize(
    ("dice", "left"),
    [([1], 20), ([2, 3], 20), ([2, 4], 16), ([6, 4, 3], 16), ([6, 4, 4], 12)],
    ids=["a one misses", "stopped by Armour", "4 damage", "a six is two hits", "a six, 8 damage"],
)
def test_one_die_at_stability_2_then_armour_then_4_damage_a_hit(dice, left):
    game = skirmish(mech(integrity=20, armour=4) @ "0505", mech() @ "0909", dice=dice)
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "A1").integrity == left
    assert unread(game) == ()


@pytest.mark.rule("MC-BOOM-2", "MC-COND-4")
@pytest.mark.parametrize(("conditions", "left"), [((), 20), (("Corroded",), 16)])
def test_the_armour_against_an_explosion_is_the_one_that_the_model_has_then(conditions, left):
    game = skirmish(mech(integrity=20, armour=4) @ "0505", mech() @ "0909", dice=[2, 3])
    give(game, "A1", *conditions)
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "A1").integrity == left


@pytest.mark.rule("MC-BOOM-2")
def test_nothing_changes_the_stability_of_an_explosion():
    """In a forest and Invisible: a 2 hits as ever."""
    game = skirmish(mech(integrity=20) @ "0505", mech() @ "0909", map=ground(h0505="0f"), dice=[2, 6])
    give(game, "A1", "Invisible")
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "A1").integrity == 16


@pytest.mark.rule("MC-BOOM-2", "MC-ELEV-10")
@pytest.mark.parametrize(("level", "hit"), [("1.", True), ("2.", False)])
def test_more_than_a_level_apart_is_out_of_its_reach(level, hit):
    game = skirmish(mech(integrity=20) @ "0505", mech() @ "0909", map=ground(h0505=level), dice=[2, 6])
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert (model(game, "A1").integrity < 20) == hit


@pytest.mark.rule("MC-BOOM-2", "MC-WING-2")
def test_a_wing_over_the_ground_is_out_of_reach_of_a_wreck_on_it():
    game = with_wing(dice=[1])
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert explosions(game) == ["Old Mech explodes at A1 Mech"]


def with_wing(**rest: object) -> Game:
    deploy = ability(Deploy("wing"), name="Deploy")
    game = skirmish(
        mech(abilities=[deploy]) @ "0505",
        mech() @ "0909",
        deployables={"wing": deployable("Wing", kind="wing", movement=5, sensors=3)},
        **rest,
    )
    return run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("wing"), "0406"))


@pytest.mark.rule("MC-BOOM-2", "MC-TERR-11", "MC-TERR-12")
def test_buildings_and_ice_are_hit_flags_are_not():
    game = skirmish(mech() @ "0101", mech() @ "0909", map=ground(h0505="0b", h0507="0i"), dice=[2, 2, 2, 1])
    game.state.set_piece(Piece("FA", "flag", 0, "0405"))
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert explosions(game) == ["Old Mech explodes at Building 0505", "Old Mech explodes at Frozen over 0507"]
    assert game.state.wreckage == {"0505": None}
    assert game.state.is_water("0507")
    assert game.state.pieces["FA"].hex == "0405"


@pytest.mark.rule("MC-BOOM-2")
def test_who_has_walked_onto_the_wreck_itself_is_hit_too():
    game = skirmish(mech(integrity=20) @ "0506", mech() @ "0909", dice=[2, 6])
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "A1").integrity == 16


@pytest.mark.rule("MC-BOOM-2", "MC-DEPLOY-6")
def test_a_deployable_that_falls_with_its_parent_is_not_rolled_for_any_more():
    deploy = ability(Deploy("sentry"), name="Deploy")
    game = skirmish(
        [mech(abilities=[deploy], integrity=1) @ "0505", mech() @ "0101"],
        mech() @ "0909",
        deployables={"sentry": deployable()},
        dice=[2, 6, 6],
    )
    run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("sentry"), "0406"))
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "a1").hex == ""
    assert explosions(game) == ["Old Mech explodes at A1 Mech"]
    assert unread(game) == (6,)


@pytest.mark.rule("MC-BOOM-2", "MC-SHEET-4")
def test_a_crit_of_an_explosion_heats_a_red_hot_reactor():
    reactor = ability(HotReactor(), timing="passive")
    game = skirmish(mech(integrity=20, abilities=[reactor]) @ "0505", mech() @ "0909", dice=[6, 1, 1])
    game.state.wrecks = (wreck("0506"),)
    run(game, Explosions())
    assert model(game, "A1").heat == 1


# ---------------------------------------------------------------- chains
@pytest.mark.rule("MC-BOOM-3", "MC-BOOM-1")
def test_a_chain_goes_off_link_by_link_one_activation_later_each():
    """B1, B2 and B3 stand in a row and fall one after another; B4 acts on, far away, over the end of a round."""
    row = [mech(integrity=1) @ "0507", mech(integrity=1) @ "0508", mech(integrity=1) @ "0509", mech() @ "1401"]
    dice = [4, 6, 3, 6, 3, 6, 2, 1]  # the shot, two explosions with their Armour dice, the roll-off of round 2
    game = skirmish([mech(weapons=SURE) @ "0503", mech() @ "0120"], row, dice=dice)
    start_round(game)
    play(game, "A1", "shoot:Gun", "B1")
    assert fallen(game) == ["B1"]
    play(game, "end", "B4", "end")
    assert fallen(game) == ["B1", "B2"]
    play(game, "end")
    assert fallen(game) == ["B1", "B2", "B3"]
    assert (game.state.round, [left.hex for left in game.state.wrecks]) == (2, ["0509"])
    play(game, "A1", "end")
    assert game.state.wrecks == ()
    assert explosions(game) == ["B1 Mech explodes at B2 Mech", "B2 Mech explodes at B3 Mech"]
    assert unread(game) == ()


@pytest.mark.rule("MC-BOOM-3", "MC-VIC-2")
def test_an_explosion_can_end_the_game_in_a_chain():
    game = skirmish([mech() @ "0120"], [mech(integrity=1) @ "0507"], dice=[2, 6])
    game.state.wrecks = (wreck("0506", seat=1), wreck("0506", seat=1))
    run(game, Explosions())
    assert game.result.winners == (0,)
    assert len(explosions(game)) == 1


@pytest.mark.rule("MC-BOOM-2", "MC-COND-12")
def test_a_submerged_mech_explodes_under_water():
    """Its level when it fell counts: two below the bank, so who stands there is out of reach."""
    swim, fly = [ability(Swim(), timing="passive")], [ability(Fly(), timing="passive")]
    game = skirmish(
        [mech(abilities=swim) @ "0505", mech(abilities=swim) @ "0506"],
        [mech() @ "0504", mech(abilities=fly) @ "0405"],
        map=ground(h0505="0~", h0506="0~", h0405="0~"),
        dice=[1],
    )
    for name in ("A1", "A2"):
        give(game, name, "Submerged")
    destroy(game, model(game, "A1"), None)
    game.state.turn = 1
    run(game, Explosions())
    assert explosions(game) == ["A1 Mech explodes at A2 Mech"]
