"""Where three rules meet: what the book says of them together, in a game."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.melee.melee import Charged, CloseUp, Melee
from tabletop_tui.rules.armymen.state.victory import score
from tests.armymen.build import (
    act,
    box,
    charge,
    field,
    gunners,
    inside,
    jeep,
    recruits,
    said,
    snipers,
    unit,
)
from tests.playing import options, play, run, unread

rule = pytest.mark.rule


@rule("AMC-VUNIT-4", "AMC-DMG-2", "AMC-DMG-3")
def test_who_sits_in_a_damaged_vehicle_gets_out_and_shoots_and_the_vehicle_is_as_damaged_as_before():
    game = field([jeep(20, 10), snipers(30, 30)], [gunners(20, 30)], dice=(2, 1))
    inside(game, "A2", "A1")
    carrier = unit(game, "A1")
    carrier.rattled = carrier.stuck = True
    act(game, "A2", "out", ["20,14"], "B1")
    assert unit(game, "B1").destroyed, "2 hits for a Sniper, and there is no die to block"
    assert (carrier.rattled, carrier.stuck, carrier.activated) == (True, True, False)


@rule("AMC-TERR-3", "AMC-ACT-3", "AMC-MELEE-2")
@pytest.mark.parametrize(("hunkered", "blocks"), [(False, 1), (True, 2)])
def test_who_has_hunkered_and_closes_up_across_mines_blocks_with_a_die_more(hunkered, blocks):
    mines = (box("minefield", 5, 11, 15, 12),)
    game = field([gunners(10, 10)], [gunners(10, 13.5, 3)], pieces=mines, dice=(1, 2, 3, *(5,) * blocks))
    unit(game, "B1").hunkered = hunkered
    run(game, CloseUp("B1", "A1"))
    assert "close up" in said(game)
    assert (unread(game), unit(game, "B1").left) == ((), 3)


@rule("AMC-ACT-7", "AMC-MELEE-3", "AMC-MOVE-3")
def test_an_enemy_beside_the_fight_neither_strikes_nor_is_struck():
    """B2 stands an inch and a half from where A1 ends; only the unit that was named fights."""
    game = field([gunners(10, 10)], [gunners(10, 16), gunners(12.5, 15)])
    charge(game, 4, 4, 1, 1, 3)
    assert unit(game, "B1").destroyed
    assert (unit(game, "A1").left, unit(game, "B2").left) == (1, 1)
    assert unread(game) == (), "two dice to strike, two to block, one that strikes back"


@rule("AMC-PREP-11", "AMC-MORALE-2", "AMC-VUNIT-4")
def test_a_pinned_unit_scores_for_the_enemy_inside_a_vehicle_too_and_the_vehicle_does_not():
    game = field([jeep(20, 10, 0, "truck"), recruits(30, 30, 10)], [gunners(40, 40)])
    inside(game, "A2", "A1").pinned = True
    score(game)
    assert game.state.scores == (0, 30)


@rule("AMC-GUARD-1", "AMC-GUARD-2", "AMC-MELEE-7")
def test_who_wins_a_melee_on_guard_still_reacts_to_the_next_enemy_that_comes_into_sight():
    wall = (box("building", 0, 18, 30, 20),)
    game = field([gunners(10, 11), gunners(33, 24)], [gunners(10, 10)], pieces=wall, dice=(1, 1, 4, 1))
    guard = unit(game, "B1")
    guard.guarding = True
    run(game, Charged(Melee("A1", "B1")))
    assert unit(game, "A1").destroyed
    assert guard.guarding
    act(game, "A2", "rush", ["33,14"])
    assert any(key.startswith("B1:") for key in options(game)), "it comes round the building into sight"
    play(game, "pass")
