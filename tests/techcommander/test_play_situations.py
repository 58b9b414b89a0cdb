"""Situations of turns and purses, each played in four ways."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.damage.damage import remove
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative
from tabletop_tui.rules.techcommander.turn.actions import KINDS
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import FillPurses
from tests.playing import run
from tests.techcommander.build import field, named, unit
from tests.techcommander.situations import played


@pytest.mark.rule("TC-PHASE-1")
def test_1_of_four_only_the_two_who_tie_at_13_roll_again_and_the_lowest_acts_first():
    answers = ["B1", "pass"]
    game = played(four, [RollInitiative(), NextGo()], answers, (13, 4, 13, 9, 7, 3))
    assert game.state.order == (1, 3, 2, 0)
    assert [player.initiative for player in game.state.players] == [7, 4, 3, 9]
    assert game.question.seat == 3, "Blue has acted"


def in_round_three(**state):
    """A Herald that has just been eliminated, and one action is left to each player besides those of command."""
    red = [unit("herald", 10, 10, life=0, **state), unit("dwarf", 30, 10)]
    game = field(red, [unit("dwarf", 80, 80)])
    game.state.alter(0, base=1, command=1)
    game.state.alter(1, base=1)
    return game


@pytest.mark.rule("TC-PHASE-5", "TC-PHASE-6", "TC-CMD-1")
def test_2_an_eliminated_command_unit_still_commands_this_turn_and_no_longer_in_the_next():
    answers = ["A2", "pass", "B1", "pass"]
    game = played(in_round_three, [NextGo()], answers)
    assert game.question.seat == 0  # the command round: Red alone has an action left
    assert game.state.players[0].command == 1
    remove(game, named(game, "A1"))
    game.agenda.clear()
    run(game, FillPurses())
    assert [game.state.purse(seat) for seat in (0, 1)] == [4, 4]


def four():
    """Four players with two actions each; this one has nobody to give them to."""
    sides = [[unit("dwarf", 10 + 20 * seat, 10), unit("stingray", 10 + 20 * seat, 30)] for seat in range(4)]
    game = field(*sides)
    for seat in range(4):
        game.state.alter(seat, base=2)
    for name in ("A1", "A2"):
        named(game, name).done = True
    return game


@pytest.mark.rule("TC-PASS-2", "TC-PASS-3")
def test_3_when_one_of_four_passes_the_others_go_on_in_turn_and_the_last_acts_without_a_break():
    answers = ["B1", "pass", "C1", "pass", "D1", "pass", "B2", "pass", "C2", "pass"]
    game = played(four, [NextGo()], answers)
    assert game.state.players[0].passed
    assert game.question.seat == 3
    game.state.alter(3, base=2)
    assert {seat for seat in range(4) if game.state.purse(seat) and not game.state.players[seat].passed} == {3}


@pytest.mark.rule("TC-ACT-2")
def test_some_actions_are_only_for_some_units():
    game = field([unit("dwarf", 10, 10), unit("stingray", 30, 10), unit("marine", 50, 10)], [unit("dwarf", 80, 80)])
    keys = [{kind.__name__ for kind in KINDS if kind.suits((named(game, name),))} for name in ("A1", "A2", "A3")]
    assert all("ToMove" in one for one in keys)
    assert ["ToTrample" in one for one in keys] == [True, False, False]
    assert ["ToRam" in one for one in keys] == [True, True, False]
    assert ["ToLoot" in one for one in keys] == [False, False, True]
    assert ["ToOverride" in one for one in keys] == [True, False, False]
