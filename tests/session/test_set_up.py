"""Set-ups are thought about as whole plans, which hang on the plan and the question alone."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.play import new_game
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.players.planning_player import Planning
from tabletop_tui.play.session import Session
from tabletop_tui.play.thinking import planner
from tabletop_tui.play.thinking.difficulty_levels import LEVELS
from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.play.thinking.setup_planning import is_set_up, whole_plan, whole_plans

FEW = Replies(12)


def begun(name: str, seed: int = 3) -> Game:
    return Session.new(new_game.set_table(*new_game.find_scenario(f"{name}/quick-start"), seed=seed)).game


@pytest.mark.parametrize("name", ["armymen", "mechcom", "pmc2640", "techcommander", "crimsondusk"])
def test_plans_answer_the_whole_set_up_and_differ(name: str):
    game = begun(name)
    question = game.advance()
    assert question is not None
    before = game.system.dump(game)
    plans = list(whole_plans(game, question.seat, FEW, SplitMix64(1, question.seat), 3))
    assert len({repr(plan) for plan in plans}) >= 2
    assert name == "pmc2640" or all(len(plan) >= 2 for plan in plans), "one answer is no line-up"
    assert game.system.dump(game) == before


def test_a_plan_goes_on_as_it_was_once_its_first_answers_are_given():
    game = begun("mechcom")
    question = game.advance()
    assert question is not None
    seat, luck, looked_at = question.seat, SplitMix64(1, question.seat), 0
    plan = whole_plan(game, seat, FEW, luck, 2)
    others = Greedy(1, 1 - seat)
    while (question := game.advance()) is not None and is_set_up(game):
        if question.seat != seat:
            game.answer(others.choose(game, 1))
            continue
        assert whole_plan(game, seat, FEW, luck, 2)[0] == plan[0]
        looked_at += 1
        game.answer(plan.pop(0))
    assert looked_at >= 2


def test_whole_plans_race_before_the_first_round(monkeypatch: pytest.MonkeyPatch):
    """So many as the playouts of the level can tell apart, and a game begun anew is answered alike."""
    entered: list[int] = []
    enter = planner.Race.enter
    monkeypatch.setattr(planner.Race, "enter", lambda race, plan: entered.append(len(plan)) or enter(race, plan))
    level = evolve(LEVELS["fair"], playouts=32)
    answers = []
    for _ in range(2):
        game = begun("mechcom")
        question = game.advance()
        assert question is not None
        answers.append(Planning(3, question.seat, level).choose(game, 1))
    assert entered == entered[:4] * 2
    assert min(entered) >= 2
    assert answers[0] == answers[1]
