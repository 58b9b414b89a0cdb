"""Three to six players, and teams: the rulebook leaves them open, the index says how they are played here."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Began
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.damage.damage import Explosions, destroy
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.deployment_zones import edges_to_choose, zone_hexes
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Restore
from tabletop_tui.rules.mechcom.state.victory import ScoreRound
from tabletop_tui.rules.mechcom.turn.setup import SetUp
from tabletop_tui.rules.mechcom.turn.turn import EndPhase, StartPhase
from tabletop_tui.table.hexes import HexGrid
from tests.mechcom.build import ability, activate, deployable, empty_game, give, gun, mech, model, skirmish, start_round
from tests.playing import options, play, run, unread

DICE = (6, 5, 4, 3, 2, 1)


def activated(game: Game) -> list[str]:
    return [event.unit for event in game.events if isinstance(event, Began) and event.level == "activation"]


# ---------------------------------------------------------------- set-up
@pytest.mark.rule("MC-SCEN-3", "MC-SETUP-1", "MC-SETUP-4")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_lowest_totals_choose_first_and_each_player_has_a_zone_of_its_own(seats):
    squads = [[evolve(mech(), cost=600 - 100 * seat)] for seat in range(seats)]
    game = run(empty_game(squads, dice=list(DICE[:seats])), SetUp())
    chosen = []
    while game.question.prompt.startswith("Which edge"):
        chosen.append(game.question.seat)
        play(game, next(iter(game.question.legal())))
    highest_first = list(range(seats))
    # The last player is not asked where only one zone is left.
    assert chosen == highest_first[::-1][: len(chosen)]
    assert len(chosen) >= seats - 1
    assert len(set(game.state.edges)) == seats
    placed = []
    while game.question.prompt.startswith("Place"):
        placed.append(game.question.seat)
        play(game, next(iter(game.question.legal())))
    assert placed == highest_first[::-1]
    assert game.state.round == 1


@pytest.mark.rule("MC-SCEN-3", "MC-SETUP-4")
def test_with_five_a_long_edge_is_two_zones_each_along_half_of_it():
    grid = HexGrid(14, 20)
    for zone, columns, rows in (
        ("north-west", range(1, 4), range(1, 11)),
        ("south-east", range(12, 15), range(11, 21)),
    ):
        hexes = {grid.column_row(spot) for spot in zone_hexes(grid, zone, "")}
        assert hexes == {(column, row) for column in columns for row in rows}


@pytest.mark.rule("MC-SCEN-3", "MC-SETUP-4")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_zones_lie_along_the_edges_three_hexes_deep(seats):
    grid = HexGrid(18, 16)
    zones = {zone: zone_hexes(grid, zone, "") for zone in edges_to_choose(grid, seats)}
    assert len(zones) >= seats
    for hexes in zones.values():
        assert len(hexes) >= 3 * 8
        for spot in hexes:
            column, row = grid.column_row(spot)
            assert min(column, row, 19 - column, 17 - row) <= 3


@pytest.mark.rule("MC-SCEN-3", "MC-SETUP-2")
def test_among_three_with_equal_totals_the_dice_give_the_order():
    game = run(empty_game([[mech()], [mech()], [mech()]], dice=[2, 6, 2, 1, 5]), SetUp())
    asked = []
    while game.question.prompt.startswith("Which edge"):
        asked.append(game.question.seat)
        play(game, next(iter(game.question.legal())))
    assert asked == [1, 2, 0]


# ---------------------------------------------------------------- rounds
@pytest.mark.rule("MC-SCEN-3", "MC-ACT-1", "MC-START-1")
def test_three_players_go_round_in_the_order_rolled():
    sides = [[mech() @ f"0{column}{row}" for column in (1, 3)] for row in ("01", "10", "20")]
    game = run(skirmish(*sides, dice=[1, 6, 3]), StartPhase())
    play(game, "B1", "end", "C2", "end", "A1", "end", "end", "end")
    game.dice.unread = (1, 2, 3)
    play(game, "end")
    assert activated(game)[:6] == ["B1", "C2", "A1", "B2", "C1", "A2"]
    assert (game.state.round, game.state.order) == (3, (2, 1, 0))


@pytest.mark.rule("MC-SCEN-3", "MC-START-1", "MC-VIC-2")
def test_a_player_without_mechs_is_out_and_rolls_off_no_more_while_the_others_play_on():
    game = skirmish(mech() @ "0101", mech() @ "0110", mech() @ "0120", dice=[1, 6])
    destroy(game, model(game, "B1"), None)
    run(game, StartPhase())
    assert game.result is None
    assert game.state.order == (2, 0)
    assert unread(game) == ()


@pytest.mark.rule("MC-SCEN-3", "MC-VIC-2")
def test_the_last_of_three_wins_in_the_middle_of_an_activation():
    """A1's divided attack takes the last mech of Blue, and the game goes on; then Green's, and it is over."""
    wide = mech(energy=9, weapons=[gun(attacks=2, damage=9, multi=True)])
    game = skirmish(wide @ "0505", mech() @ "0507", mech() @ "0705", dice=[6, 6, 6, 6, 6, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "C1": 1})
    assert [model(game, name).hex for name in ("B1", "C1")] == ["", ""]
    assert game.result.winners == (0,)


@pytest.mark.rule("MC-SCEN-3", "MC-SHOOT-1")
def test_every_other_player_is_an_enemy():
    game = activate(skirmish(mech() @ "0505", mech() @ "0507", mech() @ "0705"), "A1")
    play(game, "shoot:Gun")
    assert options(game) == {"B1": "", "C1": ""}


# ---------------------------------------------------------------- teams
def teams(*sides: object, **rest: object) -> Game:
    """Red and Green against Blue and Amber."""
    return skirmish(*sides, teams=(0, 1, 0, 1), **rest)  # type: ignore[arg-type]


@pytest.mark.rule("MC-SCEN-3", "MC-SHOOT-1", "MC-SPOT-1", "MC-SHOOT-7")
def test_a_team_mate_is_a_friend():
    game = teams(mech() @ "0505", mech() @ "0507", mech() @ "0506", mech() @ "0705", dice=[1, 1])
    activate(game, "A1")
    assert options(game)["melee:Unarmed"] == "MC-MELEE-1"
    play(game, "spot")
    assert options(game) == {"D1": "", "B1": "MC-ELEV-5"}


@pytest.mark.rule("MC-SCEN-3", "MC-ABIL-1")
def test_abilities_for_friends_work_on_team_mates():
    patch = ability(Restore(3), name="Patch")
    game = teams(mech(abilities=[patch]) @ "0505", mech() @ "0101", mech() @ "0506", mech() @ "0120")
    model(game, "C1").integrity = 1
    activate(game, "A1")
    play(game, "ability:Patch", "C1")
    assert model(game, "C1").integrity == 4


@pytest.mark.rule("MC-SCEN-3", "MC-BOOM-2")
def test_an_explosion_spares_nobody():
    game = teams(mech() @ "0505", mech() @ "0101", mech() @ "0507", mech() @ "0120", dice=[1, 1])
    game.state.wrecks = (Wreck("Old Mech", 0, "0506", 0, 0),)
    run(game, Explosions())
    assert unread(game) == ()


@pytest.mark.rule("MC-SCEN-3", "MC-VIC-2")
def test_a_team_wins_together_even_with_one_of_it_out():
    game = teams(mech() @ "0101", mech() @ "0505", mech() @ "0507", mech() @ "0120")
    for name in ("A1", "B1"):
        destroy(game, model(game, name), None)
        game.advance()
        assert game.result is None
    destroy(game, model(game, "D1"), None)
    game.advance()
    assert game.result.winners == (0, 2)


@pytest.mark.rule("MC-SCEN-3", "MC-VIC-1")
def test_the_points_of_a_team_are_added_up():
    game = teams(*(mech() @ spot for spot in ("0101", "1401", "0120", "1420")), type="control-zone")
    game.state.round, game.state.scores = 6, (2, 5, 4, 0)
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    run(game, EndPhase())
    assert game.result.winners == (0, 2)


@pytest.mark.rule("MC-SCEN-3", "MC-CZ-2")
@pytest.mark.parametrize(
    ("spots", "scores"),
    [
        (("0708", "0709", "0711", "0120"), (2, 0, 0, 0)),
        (("0101", "0709", "0711", "0120"), (0, 0, 0, 0)),
        (("0101", "0709", "0120", "0711"), (0, 2, 0, 0)),
        (("0101", "0709", "0710 0711", "0120"), (0, 0, 2, 0)),
        (("0608 0609", "0709 0710 0711", "0708 0808", "0120"), (2, 0, 0, 0)),
    ],
    ids=["two to one", "one each", "two to none", "all from one seat", "two and two to three"],
)
def test_the_zone_counts_the_models_of_a_team_together(spots, scores):
    sides = [[mech() @ spot for spot in seat.split()] for seat in spots]
    game = teams(*sides, type="control-zone", objective="0610")
    game.state.set_piece(Piece("objective", "objective", hex="0610"))
    run(game, ScoreRound())
    assert game.state.scores == scores


@pytest.mark.rule("MC-SCEN-3", "MC-CZ-2")
def test_of_three_players_only_the_one_with_most_scores():
    sides = ([mech() @ "0708", mech() @ "0709"], mech() @ "0711", [mech() @ "0712", mech() @ "0120"])
    game = skirmish(*sides, type="control-zone", objective="0710")
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    run(game, ScoreRound())
    assert game.state.scores == (2, 0, 0)


@pytest.mark.rule("MC-SCEN-3", "MC-CZ-5")
@pytest.mark.parametrize(("second", "scores"), [("0711", (0, 0, 1)), ("0120", (0, 0, 3))])
def test_of_two_attackers_both_have_to_be_out_of_the_zone_for_the_defenders_3(second, scores):
    sides = mech() @ "0101", mech() @ second, [mech() @ "0709", mech() @ "0708"]
    game = skirmish(*sides, type="control-zone", objective="0710", defender=2)
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    run(game, ScoreRound())
    assert game.state.scores == scores


@pytest.mark.rule("MC-SCEN-3", "MC-CZ-5", "MC-VIC-2")
def test_a_defender_that_has_fallen_scores_nothing_for_an_empty_zone():
    game = skirmish(
        mech() @ "0101", mech() @ "0120", mech() @ "0709", type="control-zone", objective="0710", defender=2
    )
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    destroy(game, model(game, "C1"), None)
    run(game, ScoreRound())
    assert game.state.scores == (0, 0, 0)


@pytest.mark.rule("MC-SCEN-3", "MC-CTF-2")
def test_the_flag_of_a_team_mate_is_no_prize():
    game = teams(mech() @ "0505", mech() @ "0101", mech() @ "0120", mech() @ "1420", type="capture-the-flag")
    for seat, spot in ((1, "0504"), (2, "0506")):
        game.state.set_piece(Piece(f"F{'ABCD'[seat]}", "flag", seat, spot))
    activate(game, "A1")
    assert [key for key in options(game) if key.startswith("flag")] == ["flag:FB"]


@pytest.mark.rule("MC-SCEN-3", "MC-CTF-3")
def test_of_two_opponents_the_attacker_places_the_flag():
    """Red is first in the order of the round, but Green shot the carrier."""
    hit = [gun(attacks=1, damage=9)]
    game = skirmish(mech() @ "0101", [mech() @ "0505", mech() @ "0120"], mech(weapons=hit) @ "0508", dice=[4, 6])
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="B1"))
    activate(game, "C1")
    play(game, "shoot:Gun", "B1")
    assert (game.question.seat, game.question.rules) == (2, ("MC-CTF-3",))


@pytest.mark.rule("MC-SCEN-3", "MC-CTF-3")
def test_a_flag_without_an_attacker_is_placed_by_an_opponent_who_is_still_there():
    """C1 burns out with Red's Flag; Red has no mechs any more, so Blue is asked."""
    game = skirmish(
        mech() @ "0101", mech() @ "0120", [mech(integrity=1) @ "0505", mech() @ "1420"], type="capture-the-flag"
    )
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="C1"))
    destroy(game, model(game, "A1"), None)
    give(game, "C1", "Burned")
    activate(game, "C1")
    play(game, "end")
    assert (game.question.seat, game.question.rules) == (1, ("MC-CTF-3",))


@pytest.mark.rule("MC-SCEN-3", "MC-DEPLOY-6", "MC-TERM-2")
def test_deployables_of_one_name_stay_with_their_own_parents():
    sentry = {"sentry": deployable()}
    deploy = ability(Deploy("sentry"), 1, "Deploy")
    sides = [mech(abilities=[deploy]) @ spot for spot in ("0505", "0510", "0515")]
    game = start_round(skirmish(*sides, deployables=sentry))
    for spot in ("0504", "0509", "0514"):
        game.dice.unread = (3, 2, 1)
        play(game, "ability:Deploy", [spot], "end")
    assert [model(game, name).parent for name in ("a1", "b1", "c1")] == ["A1", "B1", "C1"]
    destroy(game, model(game, "B1"), None)
    assert [bool(model(game, name).hex) for name in ("a1", "b1", "c1")] == [True, False, True]


@pytest.mark.rule("MC-SCEN-3", "MC-CTF-3", "MC-COND-3")
def test_a_flag_without_an_attacker_is_placed_by_the_first_opponent_in_the_order_of_the_round():
    game = skirmish([mech() @ "0710", mech() @ "0101"], mech() @ "0508", mech() @ "0120", type="capture-the-flag")
    game.state.set_piece(Piece("FB", "flag", 1, carrier="A1"))
    game.state.order = (0, 2, 1)
    destroy(game, model(game, "A1"), None)
    game.advance()
    assert game.question.seat == 2
