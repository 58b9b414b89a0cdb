"""Where a unit can go is known for all places at once, and is what judging each of them says."""

from __future__ import annotations

import random
from math import nan

import pytest

from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.armymen.ways.move_field import MoveField


@pytest.mark.parametrize("scenario", ["backyard", "kitchen-floor"])
def test_places_take_what_they_take_when_judged(scenario, monkeypatch):
    found, table = new_game.find_scenario(f"armymen/{scenario}")
    setup: Setup = new_game.set_table(found, table, (), ["keyboard"] * table.seats, seed=3)
    session, chooser = Session.new(setup), random.Random(3)
    fields = cells = spared = 0
    while session.question is not None and fields < 25:
        field = getattr(session.question, "field", None)
        if isinstance(field, MoveField):
            again = MoveField(*_of(field), battle=field.battle, unit=field.unit, cap=field.cap, rule=field.rule)
            judged = []
            with monkeypatch.context() as patch:
                patch.setattr(MoveField, "judge_answer", _counting(judged))
                quick = dict(again.cells())
            with monkeypatch.context() as patch:
                patch.setattr(MoveField, "known", lambda self, spots: [nan] * len(spots))
                assert dict(field.cells()) == quick
            fields, cells, spared = fields + 1, cells + len(quick), spared + len(field.raster()) - len(judged)
        session.answer(session.question.sample(chooser))
    assert fields >= 10
    assert cells > 1000
    assert spared > cells * 0.9, "so many places are not judged one by one"


def _of(field):
    return field.models, field.radius, field.facing, field.allowance, field.spacing, field.may_stay


def _counting(judged):
    judge = MoveField.judge_answer

    def judge_answer(field, plan):
        judged.append(plan)
        return judge(field, plan)

    return judge_answer
