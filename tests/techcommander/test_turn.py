"""The turn: initiative, whose go it is, purses, passing, damage resolved, the reset."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit, NextGo
from tabletop_tui.rules.techcommander.turn.turn import FillPurses, Reset, ResolveDamage
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import field, named, said, unit


def four():
    return field(*([unit("marine", 10 + 20 * n, 10)] for n in range(4)))


@pytest.mark.rule("TC-PHASE-1")
def test_only_those_who_tie_roll_again_and_the_lowest_acts_first():
    game = four()
    load(game, 13, 4, 13, 20, 9, 2)
    run(game, RollInitiative())
    assert game.state.order == (1, 2, 0, 3)
    assert unread(game) == ()


@pytest.mark.rule("TC-GEN-3", "TC-CMD-1", "TC-ACT-7")
def test_a_purse_holds_four_base_actions_and_those_of_command_units_with_full_crews():
    game = field([unit("herald", 10, 10), unit("marine", 20, 10)], [unit("herald", 60, 60, crew=1)])
    run(game, FillPurses())
    assert [(player.base, player.command) for player in game.state.players] == [(4, 1), (4, 0)]


@pytest.mark.rule("TC-PHASE-3", "TC-PHASE-4", "TC-ACT-1")
def test_players_act_in_turn_and_command_rounds_come_after_the_base_rounds():
    mine = [unit("marine", 10 + 5 * n, 10) for n in range(6)]
    theirs = [unit("marine", 10 + 5 * n, 60) for n in range(6)]
    game = field(mine, theirs, order=(1, 0))
    game.state.alter(0, base=2, command=1)
    game.state.alter(1, base=2)
    run(game, NextGo())
    seats = []
    while game.question is not None:
        seats.append(game.question.seat)
        free = next(key for key, refusal in options(game).items() if not refusal)
        play(game, free, "pass")
    assert seats == [1, 0, 1, 0, 0]


@pytest.mark.rule("TC-PASS-1")
def test_a_unit_that_passes_has_acted_for_both_of_its_actions():
    game = field([unit("dwarf", 10, 10), unit("marine", 30, 10)], [unit("marine", 60, 60)])
    run(game, ChooseUnit(0))
    play(game, "A1", "pass")
    assert game.state.players[0].base == 3
    run(game, ChooseUnit(0))
    assert options(game) == {"A1": "TC-PASS-1", "A2": ""}


@pytest.mark.rule("TC-PASS-2", "TC-PASS-3")
def test_a_player_passes_by_himself_only_without_units_and_the_last_one_goes_on_alone():
    game = field([unit("marine", 10, 10)], [unit("marine", 60, 60), unit("marine", 70, 60), unit("marine", 80, 60)])
    run(game, NextGo())
    play(game, "A1", "pass")
    for name in ("B1", "B2", "B3"):
        assert game.question.seat == 1
        play(game, name, "pass")
    assert game.question is None
    assert "Red passes" in said(game)


@pytest.mark.rule("TC-MSV-1", "TC-UNIT-5", "TC-ACT-6")
def test_an_msv_acts_twice_others_once_and_an_under_crewed_one_once_too():
    game = field(
        [unit("dwarf", 10, 10, acted=1), unit("stingray", 30, 10, acted=1), unit("dwarf", 50, 10, acted=1, crew=1)],
        [unit("marine", 60, 60)],
    )
    run(game, ChooseUnit(0))
    assert options(game) == {"A1": "", "A2": "TC-ACT-1", "A3": "TC-ACT-6"}


@pytest.mark.rule("TC-PHASE-5", "TC-PHASE-6", "TC-GEN-5")
def test_an_eliminated_unit_may_still_be_ordered_and_is_removed_when_damage_is_resolved():
    game = field([unit("dwarf", 10, 10, life=-3)], [unit("marine", 60, 60)])
    run(game, ChooseUnit(0))
    assert options(game)["A1"] == ""
    play(game, "A1", "pass")
    play(run(game, ResolveDamage()), "leave")
    assert named(game, "A1").gone == "eliminated"
    assert not named(game, "A1").on_table


@pytest.mark.rule("TC-ECBS-5", "TC-DMG-5")
def test_power_armour_that_lives_is_whole_again_and_nothing_else_is():
    game = field([unit("marine", 10, 10, life=3), unit("dwarf", 30, 10, life=3), unit("crew", 50, 10, life=3)], [])
    run(game, ResolveDamage(), Reset())
    assert [named(game, name).life for name in ("A1", "A2", "A3")] == [20, 3, 3]


@pytest.mark.rule("TC-RED-1", "TC-RED-2", "TC-RED-3")
def test_in_the_red_each_action_is_rolled_for_and_a_failed_roll_halves_speed_for_that_action():
    game = field([unit("dwarf", 10, 10, life=5)], [unit("marine", 60, 60)])
    load(game, 11, 10)
    run(game, BeginAction("move", ("A1",)))
    assert named(game, "A1").speed == 7.5
    run(game, BeginAction("move", ("A1",)))
    assert named(game, "A1").speed == 15
    assert unread(game) == ()


@pytest.mark.rule("TC-RED-4")
def test_troops_that_fail_their_gut_check_are_revealed():
    game = field([unit("marine", 10, 10, life=4, infiltrated=True)], [unit("marine", 60, 60)])
    load(game, 20)
    assert named(game, "A1").hidden
    run(game, BeginAction("move", ("A1",)))
    assert not named(game, "A1").hidden
