"""Morale: Pinned units and their tests (AMC-MORALE)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.damage import Morale
from tests.armymen.build import act, field, gunners, load, options, riflemen, run, stand, unit, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- morale
@rule("AMC-MORALE-1", "AMC-MORALE-2")
def test_half_or_less_after_shooting_takes_a_test_and_is_pinned():
    game = field([], [riflemen(10, 25, 10)])
    for left, dice, pinned in ((6, (), False), (5, (4,), False), (5, (3,), True)):
        unit(game, "B1").pinned = False
        stand(game, "B1", *[(10, 25 + n) for n in range(left)])
        unit(game, "B1").arms = (("rifle",),) * left
        load(game, *dice)
        run(game, Morale("B1"))
        assert unread(game) == ()
        assert unit(game, "B1").pinned == pinned
    run(game, Morale("B1"))
    assert unread(game) == (), "who is Pinned already does not test again"


@rule("AMC-MORALE-1")
def test_half_is_not_rounded_and_single_models_never_test():
    game = field([], [riflemen(10, 25, 5), gunners(30, 30, 1)])
    stand(game, "B1", (10, 25), (10, 26.5), (10, 28))
    run(game, Morale("B1"), Morale("B2"))
    assert unread(game) == (), "3 of 5 are more than half"


@rule("AMC-MORALE-3", "AMC-MORALE-5", "AMC-MORALE-6")
def test_a_pinned_unit_is_tested_when_it_is_activated():
    game = field([riflemen(10, 10), riflemen(30, 10)], [riflemen(10, 40)], dice=(4,))
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    act(game, "A1")
    assert not unit(game, "A1").pinned
    assert "hold" in options(game)
    game.agenda.clear()
    load(game, 3)
    act(game, "A2")
    assert unit(game, "A2").destroyed
    assert not game.agenda
