"""Who wins what: the points of each mission, all of them ours (CD-TURN-3)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rules.crimsondusk.state.objectives import holds_house, holds_place
from tabletop_tui.rules.crimsondusk.state.scenario import Goal
from tabletop_tui.rules.crimsondusk.state.units import WRECKED
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tabletop_tui.rules.crimsondusk.turn.setup import ChooseEdge
from tabletop_tui.rules.crimsondusk.turn.turn import EndTurn
from tabletop_tui.rules.crimsondusk.turn.victory import points
from tabletop_tui.table.terrain_pieces import Piece
from tests.crimsondusk.build import ROSTERS, battle_of, field, leader, lose, said, squad, unit
from tests.playing import run

SCENARIOS = Path(__file__).parents[2] / "scenarios"
pytestmark = pytest.mark.rule("CD-TURN-3")
HOUSE = Piece("t1", "house", ((30.0, 20.0), (36.0, 20.0), (36.0, 26.0), (30.0, 26.0)), "Mill")


def mission(game, kind, **changes):
    battle = battle_of(game)
    battle.scenario = evolve(battle.scenario, mission=kind, table=battle.table, **changes)
    return battle


def test_a_unit_under_half_scores_one_and_half_of_it_nothing():
    game = field([squad(10, 10, 6)], [squad(10, 30, 6)])
    battle = mission(game, "clash")
    lose(game, "B1", 3)
    assert points(battle) == (0, 0)
    lose(game, "B1", 1)
    assert points(battle) == (1, 0)


def test_places_score_each_turn_to_the_side_with_more_unconfused_models():
    game = field([squad(10, 10, 4)], [squad(10, 12, 5)])
    battle = mission(game, "crossroads", turns=1, goals=(Goal("Well", (13.0, 11.0)), Goal("Tree", (60.0, 40.0))))
    assert holds_place(battle, (13.0, 11.0)) == 1
    run(game, EndTurn())
    assert battle.scores == (0, 1)
    assert "Well is held: 1 point for Blue" in said(game)
    unit(game, "B1").confused_from = 1
    assert holds_place(battle, (13.0, 11.0)) == 0


def test_equal_numbers_hold_nothing_and_the_third_unit_counts_exactly():
    game = field([squad(10, 10, 1)], [squad(16, 10, 1)])
    battle = battle_of(game)
    assert holds_place(battle, (13.0, 10.0)) is None
    unit(game, "B1").models = ((16.51, 10.0),)
    assert holds_place(battle, (13.0, 10.0)) == 0


def test_the_leader_scores_five_and_others_two():
    game = field([leader(10, 10), squad(14, 10, 4)], [leader(10, 30), squad(14, 30, 4)])
    battle = mission(game, "assassinate")
    battle.remove(unit(game, "B1"), "killed")
    lose(game, "A2", 3)
    assert points(battle) == (5, 2)


def test_a_house_is_held_by_those_inside_and_only_else_by_those_beside_it():
    game = field([squad(26, 29, 5)], [squad(31, 22, 2)], pieces=(HOUSE,))
    battle = mission(game, "hold-house", house="Mill")
    assert holds_house(battle) == 1
    unit(game, "B1").models = ((60.0, 5.0), (61.5, 5.0))
    assert holds_house(battle) == 0
    assert points(battle) == (6, 0)


def test_a_vehicle_that_reaches_the_far_edge_is_through_and_one_stopped_scores_to_the_enemy():
    info = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "convoy.toml", [SCENARIOS])
    forces = {force.id: force.data for force in SYSTEM.forces([ROSTERS])}
    seats = [SeatSetup(name, number, "random", forces[name]) for number, name in enumerate(info.forces)]
    game = SYSTEM.start(Setup("crimsondusk", info.data, seats, 1))
    battle = game.state
    battle.edges, battle.turn = ("south", "north"), 1
    tank, apc = battle.units["A4"], battle.units["A5"]
    tank.models, apc.models = ((36.0, 4.25),), ((20.0, 30.0),)
    run(game, EndTurn())
    assert (battle.scores, tank.gone, apc.gone) == ((3, 0), "through", "")
    apc.gone = WRECKED
    assert points(battle) == (3, 2)


def test_who_still_stands_scores_in_a_last_stand():
    game = field([squad(10, 10, 4), squad(20, 10, 4)], [squad(10, 30, 4)])
    battle = mission(game, "last-stand")
    assert points(battle) == (4, 0)
    lose(game, "A1", 3)
    assert points(battle) == (2, 2)


def test_the_defender_of_a_last_stand_is_placed_in_the_middle():
    info = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "last-stand.toml", [SCENARIOS])
    forces = {force.id: force.data for force in SYSTEM.forces([ROSTERS])}
    seats = [SeatSetup(name, number, "random", forces[name]) for number, name in enumerate(info.forces)]
    game, chooser = SYSTEM.start(Setup("crimsondusk", info.data, seats, 4)), Random(4)
    while game.state.turn == 0:
        question = game.advance()
        assert question is not None
        game.answer("north" if isinstance(game.agenda[-1], ChooseEdge) else question.sample(chooser))
        game.advance()
    for one in game.state.side(0):
        assert all(16.5 <= x <= 31.5 and 16.5 <= y <= 31.5 for x, y in one.models)


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("crimsondusk/*.toml")), ids=lambda path: path.stem)
def test_every_scenario_fits_the_forces_that_it_offers(path):
    info = SYSTEM.scenario(path, [SCENARIOS])
    forces = {force.id: force for force in SYSTEM.forces([ROSTERS])}
    assert SYSTEM.fits(info, [forces[name] for name in info.forces]) is None


def test_a_force_beyond_its_own_limit_is_refused_and_so_is_a_convoy_without_vehicles():
    forces = {force.id: force for force in SYSTEM.forces([ROSTERS])}
    stand = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "last-stand.toml", [SCENARIOS])
    refusal = SYSTEM.fits(stand, [forces["garrison"], forces["raiders"]])
    assert refusal is not None
    assert "230" in refusal.why
    convoy = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "convoy.toml", [SCENARIOS])
    refusal = SYSTEM.fits(convoy, [forces["border-post"], forces["raiders"]])
    assert refusal is not None
    assert "no vehicle" in refusal.why


@pytest.mark.parametrize(
    ("change", "said_of_it"),
    [
        ('mission = "crossroads"', "goals"),
        ('mission = "hold-house"', "house"),
        ('mission = "hold-house"\nhouse = "Nort shed"', "North shed"),
        ("limits = [140]", "limits"),
        ('mission = "siege"', "mission"),
    ],
)
def test_a_scenario_without_what_its_mission_needs_is_refused(tmp_path, change, said_of_it):
    path = tmp_path / "mine.toml"
    text = (SCENARIOS / "crimsondusk" / "quick-start.toml").read_text(encoding="utf-8")
    path.write_text(text + change + "\n", encoding="utf-8")
    with pytest.raises(BadFile, match=said_of_it):
        SYSTEM.scenario(path, [SCENARIOS])


def test_a_convoy_stands_even_before_its_edges_are_known() -> None:
    _, info = find_scenario("crimsondusk/convoy")
    session = Session.new(set_table(SYSTEM, info, seed=1))
    assert session.system.standing(session.game).scores == (0, 0)
