"""Deathmatch, Capture the Flag, Control Zone and its variation."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Place
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.shown.views import standing
from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.flags import PickUpFlag
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Fly
from tabletop_tui.rules.mechcom.state.victory import ScoreRound, models_in_zone
from tabletop_tui.rules.mechcom.turn.scenario_setup import PlaceFlag
from tabletop_tui.rules.mechcom.turn.setup import SetUp
from tabletop_tui.rules.mechcom.turn.turn import EndPhase, EndRound
from tests.mechcom.build import (
    ability,
    activate,
    claws,
    deployable,
    empty_game,
    give,
    ground,
    gun,
    mech,
    model,
    skirmish,
    start_round,
    texts,
)
from tests.playing import options, play, run


def capture(*sides: object, flags: tuple[str, ...] = ("0702", "0719"), **rest: object) -> Game:
    """A game of Capture the Flag: Red at home in the north, Blue in the south, the Flags where told."""
    game = skirmish(*sides, type="capture-the-flag", **rest)  # type: ignore[arg-type]
    for seat, spot in enumerate(flags):
        game.state.set_piece(Piece(f"F{'ABCDEF'[seat]}", "flag", seat, spot))
    return game


def flag(game: Game, name: str) -> Piece:
    return game.state.pieces[name]


def scored(game: Game) -> list[tuple[int | None, int]]:
    return [(event.seat, event.points) for event in game.events if isinstance(event, Scored)]


# ---------------------------------------------------------------- Deathmatch
@pytest.mark.rule("MC-DM-1", "MC-SCEN-1")
def test_a_deathmatch_has_no_pieces_and_scores_nothing():
    game = run(empty_game([[mech()], [evolve(mech(), cost=300)]], dice=[2, 1]), SetUp())
    play(game, "north", ["0501"], ["0520"])
    assert game.state.pieces == {}
    play(game, "end")
    game.dice.unread = (2, 1)
    play(game, "end")
    assert game.state.scores == (0, 0)
    assert game.state.round == 2


# ---------------------------------------------------------------- Flags: set up
@pytest.mark.rule("MC-CTF-1")
def test_the_owner_chooses_among_the_hexes_that_are_equally_near_the_middle_of_the_zone():
    game = run(skirmish(mech() @ "0101", mech() @ "0120", type="capture-the-flag"), PlaceFlag(0), PlaceFlag(1))
    assert game.question.seat == 0
    assert sorted(spot for (spot,) in game.question.legal()) == ["0702", "0802"]
    assert game.refuse(["0703"]).rule == "MC-CTF-1"
    play(game, ["0802"])
    assert game.question.seat == 1
    assert sorted(spot for (spot,) in game.question.legal()) == ["0719", "0819"]
    play(game, ["0719"])
    assert (flag(game, "FA").seat, flag(game, "FB").seat) == (0, 1)


@pytest.mark.rule("MC-CTF-1")
@pytest.mark.parametrize("cell", ["0b", "0~"])
def test_a_hex_that_is_not_free_is_no_choice_and_a_single_one_needs_no_question(cell):
    game = run(
        skirmish(mech() @ "0101", mech() @ "0120", map=ground(h0702=cell), type="capture-the-flag"), PlaceFlag(0)
    )
    assert game.question is None
    assert flag(game, "FA").hex == "0802"


# ---------------------------------------------------------------- Flags: picking up
@pytest.mark.rule("MC-CTF-2")
def test_picking_up_a_hostile_flag_takes_it_from_the_field_onto_the_card():
    game = activate(capture(mech() @ "0718", mech() @ "0120"), "A1")
    play(game, "flag:FB")
    assert (flag(game, "FB").hex, flag(game, "FB").carrier) == ("", "A1")
    assert game.state.free("0719")
    assert model(game, "A1").energy == 3


@pytest.mark.rule("MC-CTF-2")
def test_the_own_flag_is_no_option_at_all():
    game = activate(capture(mech() @ "0703", mech() @ "0120"), "A1")
    assert [key for key in options(game) if key.startswith("flag")] == ["flag:FB"]


@pytest.mark.rule("MC-CTF-2", "MC-ACT-5")
def test_a_flag_is_picked_up_from_next_to_it_for_3_energy():
    game = activate(capture(mech() @ "0717", mech() @ "0120"), "A1")
    assert options(game)["flag:FB"] == "MC-CTF-2"
    play(game, "move", ["0818"])
    assert options(game)["flag:FB"] == ""
    model(game, "A1").energy = 2
    game.ask_anew()
    assert options(game)["flag:FB"] == "MC-ACT-5"


@pytest.mark.rule("MC-CTF-2")
def test_a_flag_that_is_carried_cannot_be_picked_up():
    game = capture([mech() @ "0718", mech() @ "0818"], mech() @ "0120")
    run(game, PickUpFlag("A2", "FB"))
    activate(game, "A1")
    assert options(game)["flag:FB"] == "MC-CTF-2"


@pytest.mark.rule("MC-CTF-2", "MC-DEPLOY-3", "MC-MOVE-2")
def test_a_deployable_cannot_pick_up_a_flag_and_nobody_walks_through_one():
    deploy = ability(Deploy("drone"), name="Deploy")
    game = capture(mech(abilities=[deploy]) @ "0717", mech() @ "0120", deployables={"drone": deployable(movement=3)})
    run(game, PutDeployable(UseAbility("A1", "Deploy"), Deploy("drone"), "0718"))
    activate(game, "A1")
    play(game, "deployable:a1")
    assert not any(key.startswith("flag") for key in options(game))
    play(game, "move")
    assert game.refuse(["0719"]).rule == "MC-MOVE-2"


def test_flags_are_offered_in_the_order_of_their_seats_whoever_placed_one_first():
    """A saved game has lost the other order, and computers choose by place."""
    game = skirmish(mech() @ "0505", mech() @ "0101", mech() @ "0120", type="capture-the-flag")
    for seat, spot in ((2, "0504"), (1, "0506")):
        game.state.set_piece(Piece(f"F{'ABC'[seat]}", "flag", seat, spot))
    assert [key for key in options(activate(game, "A1")) if key.startswith("flag")] == ["flag:FB", "flag:FC"]


@pytest.mark.rule("MC-TERM-3", "MC-CTF-2")
def test_a_flag_is_no_target_and_no_enemy_nearby():
    game = activate(capture(mech(weapons=[gun(range=9), claws()]) @ "0718", mech() @ "0713", dice=[3, 3]), "A1")
    assert options(game)["melee:Claws"] == "MC-MELEE-1"
    play(game, "shoot:Gun")
    assert list(options(game)) == ["B1"]
    play(game, "B1")
    assert any("needs 4 or more" in text for text in texts(game)), "no +2 for the Flag beside the shooter"


# ---------------------------------------------------------------- Flags: dropping
def carried(carrier_at: str = "0710", by: str = "0508", dice: tuple[int, ...] = (6, 6, 6), **rest: object) -> Game:
    """B1 carries Red's Flag; A1 is about to shoot it down."""
    game = capture(
        [mech(weapons=[gun(attacks=1, damage=9, range=9)]) @ by, mech() @ "0101"],
        [mech(integrity=1) @ carrier_at, mech() @ "0120"],
        dice=list(dice),
        **rest,
    )
    run(game, PickUpFlag("B1", "FA"))
    return game


@pytest.mark.rule("MC-CTF-3")
def test_the_attacker_places_the_flag_of_a_destroyed_carrier_next_to_where_it_stood():
    game = activate(carried(), "A1")
    play(game, "shoot:Gun", "B1")
    assert isinstance(game.question, Place)
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    around = {"0709", "0711", "0809", "0810", "0609", "0610"}
    assert {spot for (spot,) in game.question.legal()} == around
    assert game.refuse(["0710"]).rule == "MC-CTF-3"
    assert game.refuse(["0712"]).rule == "MC-CTF-3"
    play(game, ["0711"])
    assert (flag(game, "FA").hex, flag(game, "FA").carrier) == ("0711", "")
    assert game.question.about == "A1", "the interrupted activation goes on"


@pytest.mark.rule("MC-CTF-3")
def test_only_free_hexes_of_normal_terrain_will_do():
    game = activate(carried(map=ground(h0709="0f", h0711="0~", h0809="0x", h0810="0w", h0609="1.")), "A1")
    game.state.set_piece(Piece("FB", "flag", 1, "0610"))
    play(game, "shoot:Gun", "B1")
    assert {spot for (spot,) in game.question.legal()} == {"0609"}


@pytest.mark.rule("MC-CTF-3")
def test_where_no_adjacent_hex_will_do_the_nearest_that_does_is_taken():
    woods = dict.fromkeys(("h0709", "h0711", "h0809", "h0810", "h0609", "h0610"), "0f")
    game = activate(carried(map=ground(**woods)), "A1")
    play(game, "shoot:Gun", "B1")
    assert {game.state.map.grid.distance(spot, "0710") for (spot,) in game.question.legal()} == {2}


@pytest.mark.rule("MC-CTF-3", "MC-COND-3")
def test_without_an_attacker_an_opponent_of_the_carrier_places_it():
    """The carrier burns out at the end of its own activation."""
    game = carried()
    give(game, "B1", "Burned")
    activate(game, "B1")
    play(game, "end")
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    play(game, ["0709"])
    assert flag(game, "FA").hex == "0709"


@pytest.mark.rule("MC-CTF-3")
@pytest.mark.parametrize("by", ["", "A2"])
def test_an_opponent_places_it_whichever_seat_carries_and_where_a_friend_destroyed_the_carrier(by):
    game = homeward()
    destroy(game, model(game, "A1"), model(game, by) if by else None)
    game.advance()
    assert (game.question.seat, game.question.rules) == (1, ("MC-CTF-3",))


@pytest.mark.rule("MC-CTF-3", "MC-VIC-2")
def test_no_flag_is_placed_when_the_last_carrier_falls():
    game = carried()
    destroy(game, model(game, "B2"), None)
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (0,)
    assert game.question is None


@pytest.mark.rule("MC-CTF-3")
def test_two_flags_on_one_card_are_both_placed():
    """With three players one mech can hold the Flags of both others."""
    game = capture(
        [mech(integrity=1) @ "0710", mech() @ "0101"],
        mech() @ "0508",
        mech() @ "0120",
        flags=("0702", "0709", "0711"),
    )
    run(game, PickUpFlag("A1", "FB"), PickUpFlag("A1", "FC"))
    destroy(game, model(game, "A1"), model(game, "B1"))
    game.advance()
    places = []
    while game.question is not None:
        assert game.question.seat == 1
        places.append(next(iter(game.question.legal())))
        play(game, places[-1])
    assert len(places) == 2
    assert {flag(game, "FB").hex, flag(game, "FC").hex} == {spot for (spot,) in places}


@pytest.mark.rule("MC-CTF-3", "MC-CTF-2")
def test_a_dropped_flag_can_be_picked_up_again():
    game = activate(carried(carrier_at="0712", by="0710"), "A1")
    play(game, "shoot:Gun", "B1", ["0711"])
    assert "flag:FA" not in options(game), "its own side may not take it back"
    game.agenda.clear()
    game.state.put(model(game, "B2"), "0811")
    activate(game, "B2")
    play(game, "flag:FA")
    assert flag(game, "FA").carrier == "B2"


# ---------------------------------------------------------------- Flags: coming home
def homeward(spot: str = "0704", **rest: object) -> Game:
    """A1 holds Blue's Flag just outside its own zone, the three northern rows."""
    game = capture([mech(integrity=1, **rest) @ spot, mech() @ "0101"], [mech() @ "0120", mech() @ "0320"])
    return run(game, PickUpFlag("A1", "FB"))


@pytest.mark.rule("MC-CTF-4")
def test_a_carrier_that_enters_its_own_zone_scores_5_at_that_moment():
    game = activate(homeward(movement=5), "A1")
    model(game, "A1").energy = 6
    play(game, "move", ["0804", "0904"])
    assert game.state.scores == (0, 0)
    play(game, "move", ["0903"])
    assert game.state.scores == (5, 0)
    assert scored(game) == [(0, 5)]
    assert game.result is None


@pytest.mark.rule("MC-CTF-4", "MC-END-3")
def test_the_game_ends_after_the_end_phase_of_that_round():
    game = homeward()
    for name in ("B1", "B2", "A2"):
        model(game, name).activated = True
    start_round(game)
    model(game, "A1").energy = 6
    play(game, "move", ["0703"])
    assert game.result is None
    play(game, "end")
    assert game.result.winners == (0,)
    assert game.state.round == 1


@pytest.mark.rule("MC-CTF-4")
def test_a_flag_scores_once_however_often_the_carrier_steps_in_and_out():
    game = activate(homeward(), "A1")
    model(game, "A1").energy = 6
    play(game, "move", ["0703"], "move", ["0704"], "move", ["0703"])
    assert game.state.scores == (5, 0)


@pytest.mark.rule("MC-CTF-4")
def test_the_points_are_kept_when_the_carrier_falls_later_in_the_round():
    game = homeward()
    run(game, Walk("A1", ("0703",)))
    destroy(game, model(game, "A1"), model(game, "B1"))
    game.advance()
    play(game, ["0704"])
    run(game, EndRound())
    assert game.result.winners == (0,)
    assert game.state.scores == (5, 0)


@pytest.mark.rule("MC-CTF-4")
def test_passing_through_the_zone_is_entering_it():
    game = run(homeward("0404"), Walk("A1", ("0403", "0503", "0504")))
    assert model(game, "A1").hex == "0504"
    assert game.state.scores == (5, 0)


@pytest.mark.rule("MC-CTF-4")
def test_a_flag_picked_up_inside_the_own_zone_scores_with_the_next_step_there():
    game = activate(capture(mech() @ "0703", mech() @ "0120", flags=("0702", "0803")), "A1")
    play(game, "flag:FB")
    assert game.state.scores == (0, 0)
    play(game, "move", ["0603"])
    assert game.state.scores == (5, 0)


@pytest.mark.rule("MC-CTF-4")
def test_without_a_flag_or_in_the_others_zone_nothing_is_scored():
    game = run(homeward("0717"), Walk("A1", ("0718",)), Walk("A2", ("0102",)))
    assert game.state.scores == (0, 0)
    assert not game.state.last_round


@pytest.mark.rule("MC-CTF-4")
def test_both_may_bring_a_flag_home_in_the_same_round_and_then_it_is_a_draw():
    game = homeward()
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="B2"))
    game.state.put(model(game, "B2"), "0317")
    run(game, Walk("A1", ("0703",)), Walk("B2", ("0318",)), EndRound())
    assert game.state.scores == (5, 5)
    assert game.result.winners == ()


# ---------------------------------------------------------------- Control Zone
def zone(*sides: object, **rest: object) -> Game:
    """A Control Zone game with the Objective at 0710."""
    game = skirmish(*sides, type="control-zone", objective="0710", **rest)  # type: ignore[arg-type]
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    return game


@pytest.mark.rule("MC-CZ-1")
def test_the_objective_stands_in_the_centre_of_the_board_unless_the_scenario_says_where():
    sheets = [[mech()], [evolve(mech(), cost=300)]]
    game = run(empty_game(sheets, type="control-zone"), SetUp())
    play(game, "north")
    spot = game.state.pieces["objective"].hex
    middle = game.state.map.grid.distance(spot, "0101"), game.state.map.grid.distance(spot, "1420")
    assert abs(middle[0] - middle[1]) <= 1
    game = run(empty_game(sheets, type="control-zone", objective="0305"), SetUp())
    play(game, "north")
    assert game.state.pieces["objective"].hex == "0305"


@pytest.mark.rule("MC-CZ-1", "MC-MOVE-2", "MC-TERM-3")
def test_the_objective_is_neutral_fills_its_hex_and_is_no_target():
    game = activate(zone(mech(weapons=[claws()]) @ "0709", mech() @ "0120"), "A1")
    assert game.state.pieces["objective"].seat is None
    assert options(game)["melee:Claws"] == "MC-MELEE-1"
    assert not any(key.startswith("flag") for key in options(game))
    play(game, "move")
    assert game.refuse(["0710"]).rule == "MC-MOVE-2"


@pytest.mark.rule("MC-CZ-2")
@pytest.mark.parametrize(
    ("red", "blue", "scores"),
    [
        (["0709", "0711"], ["0708"], (2, 0)),
        (["0709"], ["0708", "0711"], (0, 2)),
        (["0709"], ["0711"], (0, 0)),
        (["0713"], ["0101"], (2, 0)),
        (["0714"], ["0101"], (0, 0)),
        (["0101"], ["0120"], (0, 0)),
    ],
    ids=["most red", "most blue", "a tie", "exactly 3 hexes", "4 hexes", "nobody"],
)
def test_most_models_within_3_hexes_score_2_and_a_tie_nothing(red, blue, scores):
    game = run(zone([mech() @ spot for spot in red], [mech() @ spot for spot in blue]), ScoreRound())
    assert game.state.scores == scores


@pytest.mark.rule("MC-CZ-2", "MC-TERM-3")
def test_deployables_and_wings_count_scenery_and_wreckage_do_not():
    deploy = [ability(Deploy("sentry"), name="Sentry"), ability(Deploy("wing"), name="Wing")]
    sheets = {"sentry": deployable(), "wing": deployable("Wing", kind="wing")}
    game = zone(
        mech(abilities=deploy) @ "0713",
        [mech() @ "0709", mech() @ "0120"],
        map=ground(h0610="0b", h0609="0i"),
        deployables=sheets,
    )
    run(game, PutDeployable(UseAbility("A1", "Sentry"), Deploy("sentry"), "0712"))
    run(game, PutDeployable(UseAbility("A1", "Wing"), Deploy("wing"), "0714"))
    game.state.wreckage["0808"] = 1
    assert models_in_zone(game.state) == {0: 2, 1: 1}, "the mech and its Sentry; the Wing is 4 hexes away"
    game.state.put(model(game, "a2"), "0812")
    assert models_in_zone(game.state) == {0: 3, 1: 1}
    run(game, ScoreRound())
    assert game.state.scores == (2, 0)


@pytest.mark.rule("MC-CZ-2", "MC-END-2")
def test_the_zone_scores_again_in_every_end_phase():
    game = zone(mech(sensors=0) @ "0709", mech(sensors=0) @ "0120", dice=[2, 1])
    run(game, EndPhase())
    play(game, "end")
    game.dice.unread = (2, 1)
    play(game, "end")
    assert game.state.scores == (4, 0)


@pytest.mark.rule("MC-CZ-3", "MC-END-3")
@pytest.mark.parametrize(("round_", "over"), [(5, False), (6, True)])
def test_the_control_zone_ends_after_round_6(round_, over):
    game = zone(mech() @ "0709", mech() @ "0120", dice=[2, 1])
    game.state.round = round_
    run(game, EndPhase())
    assert (game.result is not None) == over
    assert game.state.scores == (2, 0), "the sixth round is scored before the end"
    assert not over or game.result.winners == (0,)


@pytest.mark.rule("MC-CZ-3", "MC-VIC-2")
def test_the_zone_too_is_won_at_once_by_the_last_one_standing():
    game = zone(mech() @ "0101", mech() @ "0709")
    game.state.scores = (0, 8)
    assert standing(game).nearness.left == (1, 1)
    destroy(game, model(game, "B1"), None)
    game.advance()
    assert game.result.winners == (0,)
    assert standing(game).nearness.left == (1, 0)
    assert standing(game).nearness.told[1].startswith("0 of 1 mechs left")


# ---------------------------------------------------------------- the variation: attacker and defender
@pytest.mark.rule("MC-CZ-4")
def test_the_attacker_takes_an_edge_and_the_defender_is_set_up_in_the_zone():
    """Whatever the totals say: the defender needs no edge, so only the attacker is asked for one."""
    sheets = [[evolve(mech(), cost=300)], [mech()]]
    game = run(empty_game(sheets, type="control-zone", objective="0710", defender=1), SetUp())
    assert game.question.seat == 0
    play(game, "south", ["0519"])
    assert game.question.seat == 1
    assert {spot for (spot,) in game.question.legal()} == {
        spot for spot in game.state.map.grid.within("0710", 3) if spot != "0710"
    }
    assert game.refuse(["0519"]).rule == "MC-SETUP-4"


@pytest.mark.rule("MC-CZ-4", "MC-CZ-5", "MC-CZ-2")
@pytest.mark.parametrize(
    ("attacker", "defender", "scores"),
    [
        (["0709", "0711"], ["0708"], (2, 0)),
        (["0709"], ["0708", "0711"], (0, 1)),
        (["0709"], ["0711"], (0, 0)),
        (["0101"], ["0711"], (0, 3)),
        (["0101"], ["0120"], (0, 3)),
    ],
    ids=["the attacker has more", "the defender has more", "a tie", "no enemy in the zone", "nobody in the zone"],
)
def test_the_attacker_scores_2_the_defender_1_or_3_for_a_zone_without_enemies(attacker, defender, scores):
    game = zone([mech() @ spot for spot in attacker], [mech() @ spot for spot in defender], defender=1)
    run(game, ScoreRound())
    assert game.state.scores == scores


@pytest.mark.rule("MC-CZ-5", "MC-WING-1")
def test_an_attackers_deployable_in_the_zone_is_an_enemy_model_there():
    deploy = ability(Deploy("wing"), name="Wing")
    game = zone(
        mech(abilities=[deploy, ability(Fly(), timing="passive")]) @ "0714",
        mech() @ "0120",
        deployables={"wing": deployable("Wing", kind="wing")},
        defender=1,
    )
    run(game, PutDeployable(UseAbility("A1", "Wing"), Deploy("wing"), "0713"), ScoreRound())
    assert game.state.scores == (2, 0)
