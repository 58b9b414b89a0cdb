"""An action is said once; question, answer, preview and valuation all read it there."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick
from tabletop_tui.rulebook.answer_values import action_worth, appraise
from tests.toy import TOY, ChooseDeed, ChooseSpot, Rest, ToRest, toy_setup


def deeds(health: int = 3) -> Game:
    game = TOY.start(toy_setup())
    game.advance()
    game.state.health["A1"] = health
    game.agenda = [ChooseDeed("A1")]
    return game


def test_a_question_lists_actions_with_all_that_is_said_of_them():
    question = deeds().question
    assert isinstance(question, Pick)
    assert [(option.key, option.label) for option in question.options] == [
        ("walk", "Walk"),
        ("shoot", "Shoot"),
        ("rest", "Rest"),
    ]
    assert question.options[0].says == "Go up to two hexes."
    assert [(one.cost, one.target, one.group, one.hotkey) for one in question.options] == [("", "", "", "")] * 3
    assert question.refuse("rest").rule == "TOY-REST-1"


def test_an_answer_goes_on_with_the_steps_of_the_action_that_it_names():
    game = deeds(health=1)
    game.answer("rest")
    assert game.agenda == [Rest("A1")]
    game = deeds()
    game.answer("walk")
    assert game.agenda == [ChooseSpot("A1")]


def test_a_valuation_is_registered_for_the_class_of_an_action():
    game = deeds(health=1)
    assert appraise(game, "rest") == 0
    action_worth.register(ToRest, lambda action, game: 7.0 if action.token == "A1" else 0.0)
    try:
        assert appraise(game, "rest") == 7
        assert appraise(game, "walk") == 0
    finally:
        action_worth.register(ToRest, lambda action, game: 0.0)


def test_whether_an_action_can_be_chosen_is_asked_when_somebody_looks_and_once(monkeypatch):
    asked = []
    for kind in {type(action) for action in ChooseDeed("A1").actions(deeds())}:

        def refuse(self, kind=kind, before=kind.refuse):
            asked.append(self.key)
            return before(self)

        monkeypatch.setattr(kind, "refuse", refuse)
    question = deeds().question
    assert asked == []
    assert question.refuse("rest").rule == question.refuse("rest").rule == "TOY-REST-1"
    assert asked == ["rest"]
    assert list(question.legal()) == ["walk", "shoot"]
    assert sorted(asked) == ["rest", "shoot", "walk"]
