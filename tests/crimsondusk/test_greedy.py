"""The greedy player: it shoots at what it hurts most, goes where it is wanted, charges whom it beats, ends games."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Shot
from tabletop_tui.engine.game import Game
from tabletop_tui.play.players.greedy import Greedy
from tabletop_tui.rules.crimsondusk.computer.evaluation import appraise
from tabletop_tui.rules.crimsondusk.turn.activation import Activate
from tests.crimsondusk.build import battle_of, field, leader, squad, unit
from tests.crimsondusk.test_whole_games import begun
from tests.playing import run


def choice(game: Game) -> object:
    question = game.advance()
    return max(question.legal(), key=lambda answer: appraise(game, answer))


def asked(mine, theirs, name="A1"):
    game = field(mine, theirs)
    run(game, Activate(name))
    return game


def test_it_shoots_where_somebody_is_in_reach():
    assert choice(asked([squad(10, 30)], [squad(10, 15)])) == "shoot"


def test_it_shoots_at_those_whom_it_hurts_most():
    game = asked([squad(10, 30, 8)], [squad(6, 18, 5, av=6), squad(14, 18, 5, av=14)])
    game.answer("shoot")
    assert choice(game) == "B1"


def test_it_comes_nearer_where_nobody_is_in_reach():
    game = asked([squad(10, 44)], [squad(10, 4)])
    answer = choice(game)
    assert answer in ("run", "move")
    game.answer(answer)
    before = unit(game, "A1").models[0]
    game.advance()
    game.answer(choice(game))
    game.advance()
    assert unit(game, "A1").models[0][1] < before[1] - 1


def test_it_charges_whom_it_beats_and_nobody_else():
    strong = squad(10, 13, 6, "El", "sword", "pistol", savage_assault=1)
    weak = squad(10, 10, 4, "Ir", "rifle", av=6)
    assert choice(asked([strong], [weak])) == "charge:B1"
    weak_ones, elite = squad(10, 13, 5, "Ir", "rifle", av=6), squad(10, 10, 6, "El", "sword", "pistol", av=13)
    assert choice(asked([weak_ones], [elite])) != "charge:B1"


def test_a_leader_stays_with_his_sections():
    game = asked([squad(10, 40), leader(14, 40)], [squad(10, 4)], "A2")
    assert choice(game) not in ("run", "move")


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_whole_battles_are_fought_to_their_end(seed):
    game = begun(seed)
    players = [Greedy(seed, seat, seconds=60.0) for seat in (0, 1)]
    count = 0
    while (question := game.advance()) is not None:
        game.answer(players[question.seat].choose(game, count))
        count += 1
        assert count < 500
    assert game.result is not None
    assert any(isinstance(event, Shot) for event in game.events)
    assert battle_of(game).turn <= battle_of(game).scenario.turns
