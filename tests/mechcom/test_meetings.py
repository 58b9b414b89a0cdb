"""Where two subsystems meet: what the book says of the pair, in a game (`pairs.toml`)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Began
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import Explosions, destroy
from tabletop_tui.rules.mechcom.shooting.shooting import stability
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.conditions import tether
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Swim
from tabletop_tui.rules.mechcom.turn.concede import concede
from tabletop_tui.rules.mechcom.turn.turn import CloseActivation, EndPhase
from tests.mechcom.build import (
    EVADE,
    ability,
    activate,
    claws,
    deployable,
    give,
    ground,
    gun,
    mech,
    model,
    reasons,
    skirmish,
)
from tests.playing import options, play, run, unread

rule = pytest.mark.rule


@rule("MC-SPOT-3", "MC-END-1", "MC-MOVE-1")
def test_who_walks_out_of_sight_keeps_its_tokens_up_to_the_end_phase():
    game = skirmish(mech(sensors=8) @ "0505", mech(energy=6) @ "0508", map=ground(h0506="3.", h0507="0."), dice=[2, 1])
    model(game, "B1").spot = 2
    activate(game, "B1")
    play(game, "move", ["0507"])
    assert model(game, "B1").spot == 2, "behind the peak, but nothing is taken away before the round ends"
    run(game, EndPhase())
    assert model(game, "B1").spot == 1


@rule("MC-MOVE-1", "MC-MELEE-1")
def test_who_stands_in_a_fight_walks_away_for_what_any_move_costs():
    game = skirmish(mech(weapons=[claws()]) @ "0505", mech(weapons=[claws()], strength=9) @ "0504")
    activate(game, "A1")
    assert {"melee:Claws", "move"} <= {key for key, why in options(game).items() if not why}
    play(game, "move", ["0508"])
    assert (model(game, "A1").hex, model(game, "A1").energy, model(game, "A1").integrity) == ("0508", 4, 8)
    assert options(game)["melee:Claws"] != "", "nobody is beside it any more"


@rule("MC-VIC-2", "MC-MELEE-5")
def test_the_blow_that_fells_the_last_mech_ends_the_game_at_once():
    game = skirmish(mech(weapons=[claws(attacks=1)]) @ "0505", mech(integrity=1) @ "0504", dice=[1, 6])
    activate(game, "A1")
    play(game, "melee:Claws", "B1")
    assert game.result is not None, [event.text for event in game.events]
    assert game.result.winners == (0,)
    assert game.question is None


@rule("MC-VIC-2", "MC-ROUND-1", "MC-OURS-1")
@pytest.mark.parametrize("lead", [0, 5])
def test_where_all_have_fallen_rounds_pass_until_a_story_brings_others_or_nobody_has_come_for_ten(lead):
    """An explosion takes the last mech on the table of each side; both have one more still to come."""
    sides = [mech(integrity=4) @ "0505", mech() @ "0101"], [mech(integrity=4) @ "0605", mech() @ "1420"]
    game = skirmish(*sides, dice=[6, 6, 6] * 2)
    battle = game.state
    battle.later = {name: battle.models.pop(name) for name in ("A2", "B2")}
    battle.at = {spot: name for spot, name in battle.at.items() if name in battle.models}
    battle.order, battle.scores, battle.turn = (0, 1), (0, lead), 1
    model(game, "A1").activated = model(game, "B1").activated = True
    battle.wrecks = (Wreck("Old Mech", 0, "0506", 0, 1),)
    run(game, Explosions(), CloseActivation())
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("", ""), "both fell in one explosion"
    rounds = [event.number for event in game.events if isinstance(event, Began) and event.level == "round"]
    assert rounds == list(range(2, 13)), "the battle goes on as long as somebody may come"
    assert game.result is not None
    assert game.result.winners == ((1,) if lead else ())


@rule("MC-END-3", "MC-VIC-2")
def test_whose_mechs_are_all_still_to_come_can_give_up_once():
    game = skirmish(mech() @ "0505", [mech() @ "0605", mech() @ "1420"], mech() @ "1401")
    game.state.later = {"B2": game.state.models.pop("B2")}
    del game.state.at["1420"]
    destroy(game, model(game, "B1"), None)
    game.advance()
    assert game.result is None, "one of Blue's may come"
    concede(game, 1)
    game.advance()
    assert (game.state.conceded, game.result) == ({1}, None)
    with pytest.raises(Refused, match="no mech left to give up"):
        concede(game, 1)
    concede(game, 2)
    game.advance()
    assert game.result is not None
    assert game.result.winners == (0,)


# ---------------------------------------------------------------- what three rules say together
def carrier(*sides, **rest):
    """A game for Flags in which B1 carries Red's home to the north."""
    game = skirmish(*sides, type="capture-the-flag", **rest)
    game.state.edges = ("south", "north")
    game.state.set_piece(Piece("FA", "flag", 0, carrier="B1"))
    return game


@rule("MC-CTF-4", "MC-AI-1", "MC-COND-9")
def test_a_malfunctioning_carrier_that_wanders_into_its_own_zone_scores_on_the_way():
    game = carrier(mech() @ "1420", mech(sensors=0) @ "0505", dice=[5, 6])
    give(game, "B1", "Malfunctioning")
    activate(game, "B1")
    assert (model(game, "B1").hex, model(game, "B1").energy) == ("0501", 6), "two hexes into its zone, unpaid"
    assert (game.state.scores, game.state.last_round) == ((0, 5), True)


@rule("MC-CTF-4", "MC-TAG-4", "MC-WEAP-1")
def test_a_carrier_may_evade_into_its_own_zone():
    game = carrier(mech(weapons=[gun(range=2)]) @ "0506", mech(abilities=[EVADE]) @ "0504", dice=[6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react", ["0503"])
    assert game.state.scores == (0, 5)
    assert unread(game) == (6,), "the shot is out of range, and nobody rolls"


@rule("MC-END-1", "MC-DEPLOY-1", "MC-COND-5")
@pytest.mark.parametrize(("sensors", "left"), [(4, 2), (3, 1)])
def test_a_sentry_keeps_the_tokens_on_whom_its_hacked_parent_no_longer_senses(sensors, left):
    post = ability(Deploy("sentry"), 1, "Post")
    sheets = {"sentry": deployable("Sentry", sensors=sensors)}
    game = skirmish(mech(sensors=5, abilities=[post]) @ "0505", mech() @ "0510", deployables=sheets, dice=[2, 1])
    give(game, "A1", "Hacked")
    model(game, "B1").spot = 2
    run(game, PutDeployable(UseAbility("A1", "Post"), Deploy("sentry"), "0506"))
    run(game, EndPhase())
    assert model(game, "B1").spot == left


@rule("MC-COND-12", "MC-SHOOT-7", "MC-BOOM-2", "MC-ELEV-8")
def test_a_swimmer_beside_the_bank_is_covered_looked_down_upon_and_out_of_reach_of_all_that_is_near():
    swims = [ability(Swim(), timing="passive")]
    game = skirmish(mech() @ "0505", mech(abilities=swims) @ "0506", map=ground(h0506="0~"), dice=[1])
    assert reasons(game) == [(2, "MC-COND-12"), (-1, "MC-ELEV-8")], "no enemy is in melee range"
    game.state.wrecks = (Wreck("Old Mech", 0, "0504", 0, 0), Wreck("Old Mech", 0, "0507", 0, 0))
    run(game, Explosions())
    assert (unread(game), model(game, "B1").integrity) == ((), 8), "one die, for the mech on the bank alone"


@rule("MC-PERK-9", "MC-COND-15")
def test_who_was_dragged_in_the_turn_of_another_aims_a_heavy_weapon_as_if_it_had_not_moved():
    heavy = gun(range=9, attacks=1, heavy=True)
    game = skirmish(mech(strength=9) @ "0505", mech(weapons=[heavy]) @ "0507", dice=[6, 1])
    tether(game, model(game, "A1"), model(game, "B1"), 2)
    activate(game, "A1")
    play(game, "move", ["0503"], "roll", "roll", "drag")
    assert model(game, "B1").hex == "0505"
    activate(game, "B1")
    assert "MC-PERK-9" not in stability(game.state, model(game, "B1"), heavy, model(game, "A1")).rules
    model(game, "B1").moved = True
    assert "MC-PERK-9" in stability(game.state, model(game, "B1"), heavy, model(game, "A1")).rules


@rule("MC-CTF-3", "MC-COND-3", "MC-VIC-2")
def test_a_carrier_that_burns_out_drops_its_flag_though_all_its_enemies_are_still_to_come():
    game = carrier(mech() @ "1420", [mech(integrity=1) @ "0505", mech() @ "0101"])
    battle = game.state
    battle.later, battle.order = {"A1": battle.models.pop("A1")}, (1,)
    del battle.at["1420"]
    give(game, "B1", "Burned")
    activate(game, "B1")
    play(game, "end")
    assert game.question is not None
    assert game.question.seat == 0, "the carrier's opponent says where the Flag falls"
    play(game, ["0506"])
    assert battle.pieces["FA"].hex == "0506"
