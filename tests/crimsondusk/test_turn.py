"""Turns, what lasts until when, heavy weapons that move (CD-TURN, CD-TRAIT-8, CD-TRAIT-9)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.to_hit import against
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn, EndTurn
from tests.crimsondusk.build import activate, assign, battle_of, field, leader, man, section, soldier, squad, unit
from tests.playing import play, run

rule = pytest.mark.rule


@rule("CD-TURN-1", "CD-TURN-2", "CD-TURN-4")
def test_a_new_turn_begins_with_initiative_and_what_was_done_is_the_turn_before():
    game = field([leader(10, 10)], [leader(10, 40)], dice=(9, 1))
    runner = unit(game, "A1")
    runner.alter_all(moved=8.0)
    runner.ran, runner.shots, runner.spent, runner.activated = True, 3, 3, True
    run(game, EndTurn())
    assert battle_of(game).turn == 2
    assert (runner.ran, runner.ran_before, runner.shots, runner.spent) == (False, True, 0, 0)
    assert (man(game, "A1-1").moved, man(game, "A1-1").moved_before) == (0.0, 8.0)
    assert game.question.seat == 0


@rule("CD-RUN-3", "CD-TURN-4")
def test_a_run_is_forgotten_after_the_next_turn():
    game = field([leader(10, 10)], [leader(10, 40)], dice=(9, 1, 9, 1))
    unit(game, "A1").ran_before = True
    run(game, BeginTurn())
    assert not unit(game, "A1").ran_before


@rule("CD-COH-5", "CD-CONF-1")
def test_the_confused_are_tested_before_the_initiative_of_the_turn_after():
    game = field([squad(10, 10)], [leader(10, 40)], dice=(4, 9, 1))
    unit(game, "A1").confused_from = 1
    run(game, BeginTurn())
    assert battle_of(game).is_confused(unit(game, "A1"))
    fresh = field([squad(10, 10)], [leader(10, 40)], dice=(9, 1))
    unit(fresh, "A1").confused_from = 2
    run(fresh, BeginTurn())
    assert battle_of(fresh).is_confused(unit(fresh, "A1"))


@rule("CD-OW-7")
def test_overwatch_lasts_into_the_next_turn_but_not_into_confusion():
    game = field([squad(10, 10), squad(30, 10)], [leader(10, 40)], dice=(9, 1))
    unit(game, "A1").overwatch = unit(game, "A2").overwatch = True
    unit(game, "A2").confused_from = 2
    run(game, BeginTurn())
    assert [unit(game, name).overwatch for name in ("A1", "A2")] == [True, False]


@rule("CD-TURN-3")
def test_after_the_last_turn_the_scenario_is_scored():
    game = field([squad(10, 10)], [squad(10, 40)])
    battle_of(game).turn = battle_of(game).scenario.turns
    unit(game, "B1").drop(["B1-1", "B1-2", "B1-3"])
    run(game, EndTurn())
    assert game.result is not None
    assert game.result.winners == (0,)


@rule("CD-GEN-2")
def test_distances_go_from_edge_to_edge():
    game = field([leader(10, 10)], [leader(10, 15)])
    assert distance(unit(game, "A1"), unit(game, "B1")) == 4.0


@rule("CD-BLDG-3", "CD-BLDG-4", "CD-MOVE-5")
@pytest.mark.parametrize(("kind", "av", "dam"), [("house", 14, 60), ("wall", 14, 15), ("high-wall", 14, 15)])
def test_what_buildings_and_walls_withstand(kind, av, dam):
    assert (KINDS[kind].av, KINDS[kind].dam) == (av, dam)


@rule("CD-TRAIT-9")
@pytest.mark.parametrize(("movers", "unready"), [(3, 3), (2, 6), (1, 9)])
def test_a_heavy_weapon_that_was_moved_takes_longer_the_fewer_moved_it(movers, unready):
    game = field([section(10, 10, soldier("Rg", "hmg"), *[soldier()] * 3)])
    has_moved(unit(game, "A1"), {f"A1-{number}": 2.0 for number in range(1, movers + 1)})
    assert man(game, "A1-1").unready == unready


@rule("CD-EQ-POWERED", "CD-EQ-THAS", "CD-EQ-MONSTER-3")
@pytest.mark.parametrize(
    ("traits", "unready"), [({}, 2), ({"powered_armour": 1}, 1), ({"thas": 1}, 1), ({"monster": 30}, 1)]
)
def test_who_carries_heavy_weapons_more_easily(traits, unready):
    game = field([section(10, 10, soldier("Rg", "mmg", **traits), soldier(), soldier(), soldier())])
    has_moved(unit(game, "A1"), {"A1-1": 2.0, "A1-2": 2.0})
    assert man(game, "A1-1").unready == unready


def test_a_weapon_that_is_not_ready_does_not_fire_and_is_made_ready_ap_by_ap():
    game = field([section(10, 10, soldier("Rg", "mmg"), *[soldier("Rg", "rifle")] * 3)], [squad(10, 25)])
    unit(game, "A1").alter(["A1-1"], unready=2)
    activate(game, "A1", "each")
    assert game.question.items[0].refusals["fire:mmg"].rule == "CD-TRAIT-8"
    assign(game, rest="nothing")
    play(game, "ready")
    assert man(game, "A1-1").unready == 1
    play(game, "ready")
    assert man(game, "A1-1").unready == 0


@rule("CD-EQ-CAMO", "CD-HIT-7")
def test_camouflage_is_minus_1():
    game = field([leader(10, 10)], [squad(10, 25, 4, camouflage=1)])
    assert against(battle_of(game), unit(game, "B1"), unit(game, "A1").models, range(4)).total == 1
