"""The computer player shoots where it can, comes nearer where it cannot, and goes for what is fought for."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.play.players.greedy import Greedy
from tabletop_tui.rules.techcommander.actions import ChooseAction
from tabletop_tui.rules.techcommander.combat_odds import best_from, hidden_at
from tabletop_tui.rules.techcommander.computer_goals import shortfall
from tabletop_tui.rules.techcommander.movement import ChooseMove
from tabletop_tui.rules.techcommander.shooting import ChooseWeapon
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.table.bases import apart
from tests.playing import play, run
from tests.techcommander.build import box, field, named, unit
from tests.techcommander.test_whole_games import begun


def answered(game: Game) -> str:
    """What the greedy player would answer."""
    game.system = SYSTEM
    return Greedy(1, game.question.seat, seconds=10.0).choose(game, 1)


def test_it_attacks_who_is_in_view_and_range():
    game = field([unit("dwarf", 20, 20)], [unit("stingray", 45, 20)])
    assert answered(run(game, ChooseAction(("A1",)))) in ("attack", "attack-and-cover")


def test_it_links_its_guns_at_the_best_target():
    game = field([unit("dwarf", 20, 20)], [unit("pigeonhawk", 45, 20), unit("pigeonhawk", 45, 60)])
    run(game, ChooseWeapon("A1"))
    for _ in range(4):
        if (answer := answered(game)).startswith("B"):
            break
        play(game, answer)
    assert answer == "B1"
    assert (
        len(game.agenda[-1].salvo(game.state).copies) == 2 or game.agenda[-1].salvo(game.state).copies[0] == "lance-1"
    )


def test_it_comes_nearer_where_nobody_is_in_range():
    game = field([unit("dwarf", 10, 80)], [unit("stingray", 80, 10)])
    run(game, ChooseMove("A1"))
    before = apart(named(game, "A1").at, (80.0, 10.0))
    play(game, answered(game))
    assert apart(named(game, "A1").at, (80.0, 10.0)) < before - 5


def test_a_scout_goes_to_the_token_and_stays_there():
    game = field([unit("pigeonhawk", 30, 30), unit("dwarf", 80, 80)], [unit("dwarf", 10, 80)], missions=("recon",))
    game.state.tokens = ((40.0, 40.0),)
    run(game, ChooseMove("A1"))
    play(game, answered(game))
    assert apart(named(game, "A1").at, (40.0, 40.0)) < 3.5
    assert shortfall(game.state, named(game, "A1"), (40.0, 40.0)) <= shortfall(
        game.state, named(game, "A1"), (60.0, 40.0)
    )


def test_its_estimate_knows_cover_and_range():
    game = field([unit("dwarf", 10, 45)], [unit("stingray", 60, 45)], pieces=(box("building", 40, 30, 44, 60),))
    dwarf, stingray = named(game, "A1"), named(game, "B1")
    assert hidden_at(game.state, stingray, dwarf, (30.0, 46.0)) == 1.0
    assert best_from(game.state, dwarf, (30.0, 46.0)) == 0.0
    assert best_from(game.state, dwarf, (40.0, 20.0)) > best_from(game.state, dwarf, (10.0, 10.0)) >= 0.0


@cache
def winners(seed: int) -> tuple[int, ...]:
    """Who wins a small battle of the greedy player (Red) against chance."""
    game, chooser, number = begun("quick-start", seed), Random(seed), 0
    greedy = Greedy(seed, 0, seconds=10.0)
    while (question := game.advance()) is not None:
        game.answer(greedy.choose(game, number) if question.seat == 0 else question.sample(chooser))
        number += 1
    return game.result.winners


@pytest.mark.long
def test_it_beats_chance():
    assert sum(winners(seed) == (0,) for seed in range(10)) >= 8
