"""Every action is said once, and says enough: a sentence, a rule, and why a unit has it not."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.system import SYSTEM
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction, actions, every_action, why_absent
from tests.playing import run
from tests.pmc2640.build import battle_of, box, field, rifles, unit

rule = pytest.mark.rule


def near_everything():
    """A Command unit with Markerlights beside a building and a location."""
    game = field(
        [rifles(20, 20, command=1, markerlights=True)], [rifles(20, 40)], pieces=(box("h", "building", 22, 18, 26, 22),)
    )
    battle_of(game).locations = {"L1": Location("L1", (18.0, 20.0))}
    return game


@rule("PMC-ACT-1", "PMC-SPEC-1")
def test_each_action_says_what_it_does_and_by_which_rule():
    game = near_everything()
    known = {entry.id for entry in SYSTEM.reference()}
    for action in every_action(battle_of(game), unit(game, "A1")):
        assert action.says.endswith("."), action.key
        assert action.rule in known, action.key


@rule("PMC-ACT-1", "PMC-SPEC-1")
def test_an_action_is_either_listed_or_has_a_reason_why_it_is_not():
    game = near_everything()
    one = unit(game, "A1")
    listed = [action.key for action in actions(battle_of(game), one)]
    assert listed == ["move", "fire", "advance", "assault", "coordinate", "designate", "enter:h", "check:L1"]
    assert [option.key for option in run(game, ChooseAction("A1")).question.options] == listed
    for action in every_action(battle_of(game), one):
        assert (why_absent(battle_of(game), one, action.key) is None) == (action.key in listed)
    assert why_absent(battle_of(game), one, "sing") is None
