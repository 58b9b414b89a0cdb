"""The first game of TechCommander that explains itself: what every turn asks has a hint of its own."""

from __future__ import annotations

from random import Random

from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.techcommander.build import SCENARIOS
from tests.techcommander.test_whole_games import begun

ALWAYS = {
    "PlaceUnit": "TC-BASE-11",
    "Content": "TC-SKIR-4",
    "ChooseUnit": "TC-PHASE-3",
    "ChooseAction": "TC-ACT-2",
    "ChooseMove": "TC-MOVE-1",
    "ChooseWeapon": "TC-ATK-3",
}


def test_its_scenario_and_its_rules_are_known():
    guide = guide_of(SYSTEM)
    assert guide is not None
    assert guide.scenario in {info.id for info in SYSTEM.scenarios([SCENARIOS])}
    assert {hint.rule for hint in guide.hints} <= {rule.id for rule in SYSTEM.reference()}


def test_what_every_turn_asks_has_its_hint():
    guide, found, without = guide_of(SYSTEM), {}, set()
    assert guide is not None
    for seed in range(3):
        game, chooser = begun("quick-start", seed), Random(seed)
        while (question := game.advance()) is not None:
            if not isinstance(question, DiceQuestion):
                hint, name = guide.hint(question.rules), type(game.agenda[-1]).__name__
                found.setdefault(name, set()).add(hint.rule if hint else "")
                without |= {(name, question.rules)} if hint is None else set()
            game.answer(question.sample(chooser))
    assert {name: found[name] for name in ALWAYS} == {name: {rule} for name, rule in ALWAYS.items()}
    assert not without, sorted(without)
