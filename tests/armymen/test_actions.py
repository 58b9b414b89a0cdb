"""Actions are objects: what each says, that its key finds it, and that its worth is that of its class."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.action import AskAction
from tabletop_tui.rulebook.answer_values import appraise
from tabletop_tui.rules.armymen.reactions.guarded_march import ChooseGuard, ToHalt
from tabletop_tui.rules.armymen.system import SYSTEM
from tabletop_tui.rules.armymen.turn.actions import INSIDE, ON_TABLE
from tests.armymen.build import act, box, field, gunners, inside, jeep, riflemen, unit
from tests.playing import allowed


def asked(game):
    ask = game.agenda[-1]
    assert isinstance(ask, AskAction)
    return ask


def at_a_guard():
    house = box("building", 8, 18, 17, 22)
    game = field([gunners(14, 10)], [gunners(14, 30)], pieces=(house,))
    unit(game, "B1").guarding = True
    act(game, "A1", "rush", ["22,10"])
    assert isinstance(game.agenda[-1], ChooseGuard)
    return game


@pytest.mark.parametrize("kind", [*ON_TABLE, *INSIDE])
def test_each_action_has_its_rule_and_a_sentence(kind):
    assert kind.rule in {rule.id for rule in SYSTEM.reference()}
    assert kind.says.endswith(".")


def test_each_option_is_found_again_by_its_key():
    aboard = field([riflemen(10, 10), jeep(20, 20)], [])
    inside(aboard, "A1", "A2")
    games = [field([riflemen(10, 10)], [riflemen(10, 18)]), aboard, at_a_guard()]
    act(games[0], "A1", "hold")
    act(games[1], "A1")
    for game in games:
        listed = game.question.options
        assert [option.key for option in listed if option.refusal is None] == allowed(game)
        for option in listed:
            assert asked(game).chosen(game, option.key).option() == option


def test_enemies_that_are_refused_come_after_the_others_and_before_what_is_about_none():
    game = field([riflemen(10, 10)], [gunners(10, 45), gunners(20, 10), gunners(15, 10)])
    act(game, "A1", "hold")
    assert [option.key for option in game.question.options] == ["B3", "B2", "B1", "hold", "each"]


@pytest.mark.rule("AMC-GUARD-3")
def test_a_halt_names_the_guard_and_the_inches():
    game = at_a_guard()
    key = allowed(game)[0]
    action = asked(game).chosen(game, key)
    assert isinstance(action, ToHalt)
    assert (action.guard.id, f"B1:{action.at}") == ("B1", key)
    assert appraise(game, key) > appraise(game, "pass") == 0.1


def test_a_greedy_player_values_actions_by_their_class():
    game = field([riflemen(10, 2)], [riflemen(40, 40)])
    act(game, "A1")
    worth = {key: appraise(game, key) for key in allowed(game)}
    assert worth == {"hold": 0.0, "hunker": 1.0, "guard": 3.0, "advance": 2.0, "rush": 3.5}
