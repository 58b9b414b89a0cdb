"""The round: Start phase, activations and their actions, End phase, and how a game ends."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Began, Closed, Ended
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import Explosions, destroy
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.profiles import ClearCondition, Deploy, Shield, TakeCondition, VentHeat
from tabletop_tui.rules.mechcom.state.victory import LastStanding
from tabletop_tui.rules.mechcom.turn.turn import EndPhase, EndRound, StartPhase
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
    unchecked,
)
from tests.playing import options, play, run, unread


def begun(game: Game, level: str) -> list[str]:
    return [event.text for event in game.events if isinstance(event, Began) and event.level == level]


def activated(game: Game) -> list[str]:
    """The mechs in the order of their activations so far."""
    return [event.unit for event in game.events if isinstance(event, Began) and event.level == "activation"]


def four(**rest: object) -> Game:
    """Two mechs a side, out of each other's way."""
    return skirmish([mech() @ "0101", mech() @ "0301"], [mech() @ "0120", mech() @ "0320"], **rest)


# ---------------------------------------------------------------- Start phase
@pytest.mark.rule("MC-ROUND-1", "MC-START-1")
def test_a_round_is_start_activation_end_and_then_the_next_round_begins():
    game = run(skirmish(mech() @ "0101", mech() @ "0120", dice=[2, 5, 6, 1]), StartPhase())
    assert (game.state.round, game.state.phase, game.state.order) == (2, "Activation", (1, 0))
    play(game, "end", "end")
    assert (game.state.round, game.state.phase, game.state.order) == (3, "Activation", (0, 1))
    assert begun(game, "round") == ["Round 2", "Round 3"]
    phases = [text.split(",")[0] for text in begun(game, "phase")]
    assert phases == ["Activation phase", "End phase", "Activation phase"]
    assert [event.number for event in game.events if isinstance(event, Closed)] == [2]


@pytest.mark.rule("MC-START-1")
@pytest.mark.parametrize(("dice", "first"), [([6, 1], "A1"), ([1, 6], "B1")])
def test_the_winner_of_the_roll_off_activates_first(dice, first):
    game = run(skirmish(mech() @ "0101", mech() @ "0120", dice=dice), StartPhase())
    assert game.state.active == first


@pytest.mark.rule("MC-START-2", "MC-DICE-3")
def test_only_those_who_tied_roll_again_and_only_for_their_places():
    sides = (mech() @ "0101", mech() @ "0120", mech() @ "1401")
    game = run(skirmish(*sides, dice=[4, 6, 4, 1, 3]), StartPhase())
    assert game.state.order == (1, 2, 0)
    assert unread(game) == ()


@pytest.mark.rule("MC-START-3")
def test_all_energy_is_reset_for_those_who_wait_too():
    game = four(dice=[6, 1])
    for name in ("A1", "A2", "B1", "B2"):
        model(game, name).energy = 1
        model(game, name).activated = True
    run(game, StartPhase())
    assert {model(game, name).energy for name in ("A1", "A2", "B1", "B2")} == {6}
    assert not any(model(game, name).activated for name in ("A1", "A2", "B1", "B2"))


@pytest.mark.rule("MC-START-4", "MC-START-3")
def test_start_of_round_abilities_come_after_the_reset_in_the_order_of_the_roll_off():
    veil = [ability(TakeCondition("Invisible"), 2, "Veil", timing="start")]
    game = skirmish(mech(abilities=veil) @ "0101", mech(abilities=veil) @ "0120", dice=[1, 6])
    model(game, "A1").energy = model(game, "B1").energy = 0
    run(game, StartPhase())
    uses = [text for text in texts(game) if "uses" in text]
    assert uses == ["B1 Mech uses Veil", "A1 Mech uses Veil"]
    assert texts(game).index(uses[1]) < texts(game).index("Activation phase, Blue goes first")
    assert (model(game, "A1").energy, model(game, "B1").energy) == (4, 6)
    assert "ability:Veil" not in options(game)


@pytest.mark.rule("MC-START-4")
def test_a_start_of_round_ability_that_another_has_made_needless_is_passed_over():
    rally = [ability(ClearCondition(3), name="Rally", timing="start")]
    game = skirmish([mech(abilities=rally) @ "0101", mech(abilities=rally) @ "0201"], mech() @ "0120", dice=[6, 1])
    give(game, "A1", "Hacked")
    run(game, StartPhase())
    play(game, "A1:Hacked")
    assert game.question.prompt == "Activate which mech?"


# ---------------------------------------------------------------- activations
@pytest.mark.rule("MC-ACT-1")
def test_players_alternate_and_who_has_mechs_left_activates_them_one_after_another():
    game = skirmish([mech() @ "0101", mech() @ "0301", mech() @ "0501"], mech() @ "0120", dice=[1, 2])
    start_round(game)
    play(game, "A2", "end", "end", "A3", "end")
    assert activated(game)[:4] == ["A2", "B1", "A3", "A1"]
    play(game, "end")
    assert game.state.round == 2


@pytest.mark.rule("MC-ACT-1")
def test_nobody_may_pass_while_holding_an_unactivated_mech():
    game = start_round(four())
    assert isinstance(game.question, Pick)
    assert list(options(game)) == ["A1", "A2"]
    assert game.refuse("pass") is not None


@pytest.mark.rule("MC-ACT-1", "MC-ACT-3")
def test_an_activated_mech_may_do_nothing():
    game = activate(four(), "A1")
    play(game, "end")
    assert model(game, "A1").activated
    assert model(game, "A1").hex == "0101"


@pytest.mark.rule("MC-ACT-2")
def test_no_mech_is_activated_twice_in_a_round():
    game = start_round(skirmish([mech() @ "0101", mech() @ "0301", mech() @ "0501"], mech() @ "0120"))
    play(game, "A1", "end", "end")
    assert options(game) == {"A1": "MC-ACT-2", "A2": "", "A3": ""}


@pytest.mark.rule("MC-ACT-3", "MC-ACT-4")
def test_actions_are_repeated_and_mixed_as_long_as_energy_lasts():
    game = activate(skirmish(mech(energy=7) @ "0101", mech() @ "0120"), "A1")
    play(game, "move", ["0103"], "move", ["0106"])
    assert options(game)["move"] == ""
    play(game, "move", ["0108"])
    assert (model(game, "A1").hex, model(game, "A1").energy) == ("0108", 1)
    assert model(game, "A1").activated, "with nothing left to pay for, the activation is over"


@pytest.mark.rule("MC-ACT-4")
def test_an_action_is_finished_before_another_is_offered():
    game = activate(skirmish(mech(weapons=[gun(range=9)]) @ "0505", mech() @ "0510", dice=[5, 5, 3, 3]), "A1")
    play(game, "move")
    assert isinstance(game.question, Place)
    play(game, ["0506"], "shoot:Gun")
    assert list(options(game)) == ["B1"]
    play(game, "B1")
    assert game.state.active == "B1"


@pytest.mark.rule("MC-ACT-5", "MC-ACT-6")
def test_what_each_action_costs():
    handy = mech(
        energy=20,
        weapons=[gun(range=9), claws()],
        abilities=[ability(VentHeat(), 1, "Vent"), ability(Deploy("sentry"), 4, "Deploy")],
    )
    game = skirmish(
        handy @ "0505",
        mech(integrity=50) @ "0506",
        type="capture-the-flag",
        deployables={"sentry": deployable(movement=2)},
        dice=[1, 1, 1, 1, 1, 6, 1, 1, 1],
    )
    game.state.set_piece(Piece("FB", "flag", 1, "0405"))
    give(game, "A1", "Burned", "Corroded", "Hacked")
    model(game, "A1").heat = 1
    activate(game, "A1")
    spent = {}
    for action, *answers in (
        ("spot", "B1"),
        ("shoot:Gun", "B1"),
        ("melee:Claws", "B1"),
        ("clear:Burned",),
        ("clear:Corroded",),
    ):
        before = model(game, "A1").energy
        play(game, action, *answers)
        spent[action] = before - model(game, "A1").energy
    assert spent == {"spot": 3, "shoot:Gun": 3, "melee:Claws": 3, "clear:Burned": 2, "clear:Corroded": 2}
    model(game, "A1").energy = 20
    for action, *answers in (
        ("clear:Hacked",),
        ("ability:Vent",),
        ("ability:Deploy", ["0404"]),
        ("deployable:a1", "move", ["0403"]),
        ("flag:FB",),
        ("move", ["0504"]),
    ):
        before = model(game, "A1").energy
        play(game, action, *answers)
        spent[action] = before - model(game, "A1").energy
    assert [spent[a] for a in ("clear:Hacked", "ability:Vent", "ability:Deploy")] == [2, 1, 4]
    assert [spent[a] for a in ("deployable:a1", "flag:FB", "move")] == [1, 3, 2]


@pytest.mark.rule("MC-ACT-5", "MC-ACT-3")
@pytest.mark.parametrize(
    ("energy", "refused"),
    [
        (3, set()),
        (2, {"spot", "shoot:Gun", "melee:Unarmed"}),
        (1, {"move", "spot", "shoot:Gun", "melee:Unarmed", "clear:Burned"}),
    ],
)
def test_what_cannot_be_paid_for_is_refused(energy, refused):
    vent = ability(VentHeat(), 1, "Vent")
    game = skirmish(mech(energy=energy, abilities=[vent]) @ "0505", mech() @ "0506")
    give(game, "A1", "Burned")
    model(game, "A1").heat = 1
    activate(game, "A1")
    assert {key for key, rule in options(game).items() if rule == "MC-ACT-5"} == refused
    assert options(game)["ability:Vent"] == ""


# ---------------------------------------------------------------- End phase
def unseen_and_seen() -> Game:
    """Spot tokens on three enemies: one in sight and Sensors, one out of Sensors, one behind a wall."""
    enemies = [mech(sensors=1) @ "0504", mech(sensors=1) @ "0509", mech(sensors=1) @ "0701"]
    return skirmish(mech(sensors=5) @ "0501", enemies, map=ground(h0601="3."))


@pytest.mark.rule("MC-END-1")
def test_each_unseen_model_loses_one_token_and_not_all():
    game = unseen_and_seen()
    for name in ("B1", "B2", "B3"):
        model(game, name).spot = 2
    game.dice.unread = (1, 2)
    run(game, EndPhase())
    assert {name: model(game, name).spot for name in ("B1", "B2", "B3")} == {"B1": 2, "B2": 1, "B3": 1}


@pytest.mark.rule("MC-END-1")
def test_line_of_sight_and_sensors_must_be_those_of_the_same_enemy():
    """A1 senses B1 but a wall is between; A2 sees it but is too far away."""
    watchers = [mech(sensors=3) @ "0501", mech(sensors=3) @ "0710"]
    game = skirmish(watchers, mech(sensors=0) @ "0701", map=ground(h0601="3."), dice=[2, 1])
    model(game, "B1").spot = 1
    run(game, EndPhase())
    assert model(game, "B1").spot == 0


@pytest.mark.rule("MC-END-1", "MC-TERM-3")
@pytest.mark.parametrize("sensors", [3, 0])
def test_a_deployable_watches_and_is_watched_like_any_model(sensors):
    """Blue's sentry with Sensors keeps the token on A1, and loses its own, for A1 senses nothing."""
    deploy = ability(Deploy("sentry"), name="Deploy")
    squad = mech(sensors=0, abilities=[deploy]) @ "0520"
    game = skirmish(mech(sensors=0) @ "0501", squad, deployables={"sentry": deployable(sensors=sensors)}, dice=[2, 1])
    run(game, PutDeployable(UseAbility("B1", "Deploy"), Deploy("sentry"), "0504"))
    model(game, "A1").spot = model(game, "b1").spot = 2
    run(game, EndPhase())
    assert (model(game, "A1").spot, model(game, "b1").spot) == (2 if sensors else 1, 1)


@pytest.mark.rule("MC-END-1")
def test_the_eyes_of_a_friend_do_not_keep_a_token():
    game = skirmish([mech() @ "0501", mech() @ "0502"], mech(sensors=0) @ "0520", dice=[2, 1])
    model(game, "A1").spot = 1
    run(game, EndPhase())
    assert model(game, "A1").spot == 0


@pytest.mark.rule("MC-END-1", "MC-END-2")
def test_tokens_go_before_points_are_scored_and_both_only_when_all_have_been_activated():
    game = skirmish(mech(sensors=0) @ "0711", mech(sensors=0) @ "0101", type="control-zone", objective="0710")
    game.dice.unread = (2, 1)
    model(game, "A1").spot = 1
    start_round(game)
    play(game, "end")
    assert (model(game, "A1").spot, game.state.scores) == (1, (0, 0))
    play(game, "end")
    assert (model(game, "A1").spot, game.state.scores) == (0, (2, 0))
    lost = next(n for n, text in enumerate(texts(game)) if "loses a Spot token" in text)
    scored = next(n for n, text in enumerate(texts(game)) if "scores 2 VP" in text)
    assert lost < scored


@pytest.mark.rule("MC-END-3", "MC-DM-1")
def test_without_a_round_limit_round_follows_round():
    game = skirmish(mech() @ "0101", mech() @ "0120")
    game.state.round = 40
    game.dice.unread = (2, 1)
    run(game, EndRound())
    assert game.result is None
    assert game.state.round == 41


@pytest.mark.rule("MC-SCEN-2", "MC-END-3")
@pytest.mark.parametrize(("round_", "over"), [(2, False), (3, True)])
def test_a_scenario_may_set_its_own_number_of_rounds(round_, over):
    game = skirmish(mech() @ "0101", mech() @ "0120", dice=[2, 1], rounds=3)
    game.state.round = round_
    run(game, EndRound())
    assert (game.result is not None) is over


# ---------------------------------------------------------------- the end of the game
@pytest.mark.rule("MC-VIC-1")
@pytest.mark.parametrize(("scores", "winners"), [((4, 6), (1,)), ((6, 4), (0,)), ((4, 4), ()), ((0, 0), ())])
def test_the_highest_score_wins_and_equal_scores_are_a_draw(scores, winners):
    game = skirmish(mech() @ "0101", mech() @ "0120", type="control-zone")
    game.state.round, game.state.scores = 6, scores
    run(game, EndRound())
    assert game.result.winners == winners


@pytest.mark.rule("MC-VIC-2", "MC-DM-1")
def test_the_last_one_with_mechs_wins_at_once_whatever_the_score():
    game = skirmish(mech(weapons=[gun()]) @ "0505", mech(integrity=1) @ "0507", dice=[6, 6, 6, 6, 6, 6])
    game.state.scores = (0, 12)
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (0,)
    assert "MC-VIC-2" in game.result.rules
    assert game.question is None
    assert game.agenda == []


@pytest.mark.rule("MC-VIC-2")
def test_the_game_ends_in_the_middle_of_an_attack_before_what_would_follow():
    """Backfire would destroy the attacker too, but the last enemy falls first."""
    game = skirmish(
        mech(integrity=1, weapons=[gun(backfire=3, superheated=True)]) @ "0505",
        mech(integrity=1) @ "0507",
        dice=[6, 1, 6, 6],
    )
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (0,)
    assert model(game, "A1").hex == "0505"


@pytest.mark.rule("MC-VIC-2")
def test_a_deployable_does_not_keep_its_owner_in_the_game():
    sentry = ability(Deploy("sentry"), name="Deploy")
    game = skirmish(
        mech() @ "0505", mech(abilities=[sentry], integrity=1) @ "0507", deployables={"sentry": deployable()}
    )
    run(game, PutDeployable(UseAbility("B1", "Deploy"), Deploy("sentry"), "0508"))
    destroy(game, model(game, "B1"), model(game, "A1"))
    game.advance()
    assert game.result.winners == (0,)


@pytest.mark.rule("MC-VIC-2", "MC-VIC-1")
@pytest.mark.parametrize(("scores", "winners"), [((2, 0), (0,)), ((0, 2), (1,)), ((2, 2), ())])
def test_when_the_last_mechs_of_both_fall_together_the_score_decides(scores, winners):
    """An explosion takes A1 and B1 at one blow; the wreck was A2's."""
    game = skirmish(mech(integrity=1) @ "0505", mech(integrity=1) @ "0507", dice=[3, 6, 3, 6])
    game.state.scores = scores
    game.state.wrecks = (Wreck("A2 Mech", 0, "0506", 0, 0),)
    run(game, Explosions())
    assert game.result.winners == winners
    assert unread(game) == ()


@pytest.mark.rule("MC-VIC-2")
def test_a_mech_that_is_not_yet_set_up_is_not_lost():
    game = unchecked(mech() @ "0101", mech() @ "")
    run(game, LastStanding())
    assert game.result is None


@pytest.mark.rule("MC-VIC-2")
def test_the_end_is_an_event_and_nothing_is_asked_any_more():
    game = skirmish(mech() @ "0101", [mech() @ "0120", mech() @ "0320"])
    destroy(game, model(game, "B1"), None)
    game.advance()
    assert game.result is None
    destroy(game, model(game, "B2"), None)
    game.advance()
    assert isinstance(game.events[-1], Ended)
    assert game.refuse("end") is not None


@pytest.mark.rule("MC-STAT-1", "MC-START-3")
def test_energy_spent_on_a_reaction_is_back_when_the_mech_is_activated():
    wall = ability(Shield(), 2, "Wall", timing="reactive", text="+1 Armour")
    game = skirmish(mech() @ "0505", mech(abilities=[wall]) @ "0507", dice=[1, 1])
    start_round(game)
    play(game, "shoot:Gun", "B1", "react")
    assert model(game, "B1").energy == 4
    play(game, "end")
    assert (game.state.active, model(game, "B1").energy) == ("B1", 6)
