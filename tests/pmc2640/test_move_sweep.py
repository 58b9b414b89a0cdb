"""What is found of a unit's moves for all places at once is what judging each of them says."""

from __future__ import annotations

import random
from math import inf, isnan

import pytest

from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.points import spot_text


@pytest.mark.parametrize(
    ("vehicle", "table", "seed"),
    [(True, "glass-valley-find-2", 1), (True, "glass-valley-find-2", 3), (False, "glass-valley-find-2", 5)],
)
def test_places_take_what_they_take_when_judged(vehicle, table, seed):
    found, scenario = new_game.find_scenario(f"pmc2640/{table}")
    session = Session.new(new_game.set_table(found, scenario, (), ["keyboard"] * scenario.seats, seed=seed))
    chooser, fields, known, around, asked = random.Random(seed), 0, 0, 0, 0
    most = 6 if vehicle else 32
    while session.question is not None and fields < most:
        field = getattr(session.question, "field", None)
        if isinstance(field, MoveField) and field.single == vehicle:
            spots = [*filter(field.might_go, field.raster())]
            taken, cells = field.known(spots), field.cells()
            alone = MoveField(field.battle, field.unit, field.allowance, field.may_stay)
            for spot, there in zip(spots, taken, strict=True):
                plan, (refusal, cost) = alone.shortest(Plan((spot,)))
                assert cells.get(spot_text(spot)) == (f"{cost:.0f}" if refusal is None else None), spot
                asked += 1
                if not isnan(there):
                    assert there == pytest.approx(cost if refusal is None else inf, abs=1e-6), spot
                    known, around = known + 1, around + (len(plan.waypoints) > 1)
            fields += 1
        session.answer(session.question.sample(chooser))
    assert fields == most
    assert known > 0.95 * asked > 500, "so many places are known without a look at each"
    assert around > 20, "so many of them, where the unit has to go around something, or does better so"
