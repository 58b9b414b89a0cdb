"""The first game of Crimson Dusk that explains itself: every question of it has a hint of its own."""

from __future__ import annotations

from random import Random

from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.test_victory import SCENARIOS
from tests.crimsondusk.test_whole_games import begun


def test_its_scenario_and_its_rules_are_known():
    guide = guide_of(SYSTEM)
    assert guide is not None
    assert guide.scenario in {info.id for info in SYSTEM.scenarios([SCENARIOS])}
    assert {hint.rule for hint in guide.hints} <= {rule.id for rule in SYSTEM.reference()}


def test_every_question_of_whole_games_has_a_hint():
    guide, used = guide_of(SYSTEM), set()
    assert guide is not None
    for seed in range(4):
        game, chooser = begun(seed), Random(seed)
        while (question := game.advance()) is not None:
            if not isinstance(question, DiceQuestion):
                hint = guide.hint(question.rules)
                assert hint is not None, (type(game.agenda[-1]).__name__, question.rules)
                used.add((type(game.agenda[-1]).__name__, hint.rule))
            game.answer(question.sample(chooser))
    actions = {name for name, rule in used if rule == "CD-AP-1"}
    assert actions == {"ChooseAction"}
    assert {rule for name, rule in used if name == "ChooseMove"} <= {"CD-MOVE-1"}
    assert {rule for name, rule in used if name == "PlaceUnit"} == {"CD-COH-2"}
