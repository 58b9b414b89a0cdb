"""What is told without looking at each model or place is what looking at each would tell."""

from __future__ import annotations

from itertools import product
from math import dist
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.skirmish.unit_place_fields import MarchField, Plan, Planned, StandField, plan_of
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.formations import FORMATIONS
from tabletop_tui.table.polygons import bounds


def somewhere(chance: Random, upto: float) -> tuple[float, float]:
    return round(chance.uniform(-upto, upto), 2), round(chance.uniform(-upto, upto), 2)


def test_the_raster_holds_every_whole_inch_within_the_allowance_but_ones_own_place():
    chance = Random(4)
    for allowance in (1.0, 4.0, 5.5, 12.0):
        for models in [
            ((3.0, 4.0),),
            ((2.5, 2.5),),
            *(tuple(somewhere(chance, 9) for _ in range(3)) for _ in range(30)),
        ]:
            field = MarchField(models, 0.5, 0.0, allowance, 1.0)
            whole = [(float(x), float(y)) for x, y in product(range(-23, 24), repeat=2)]
            assert field.raster() == [spot for spot in whole if TINY < dist(field.middle, spot) <= allowance]


def test_the_box_of_a_plan_is_never_larger_than_that_around_its_models():
    chance = Random(5)
    for count, form, turn in product((1, 2, 5, 8, 10), FORMATIONS, (0.0, 30.0, 90.0)):
        field = StandField(count, 0.5, 1.01)
        for _ in range(20):
            plan = Plan((somewhere(chance, 40),), form, turn)
            left, top, right, bottom = field.box(plan)
            around = bounds(field.ends(plan))
            assert around[0] <= left
            assert around[1] <= top
            assert around[2] >= right
            assert around[3] >= bottom
            assert max(abs(one - other) for one, other in zip(field.box(plan), around, strict=True)) < 0.02


def test_a_straight_way_of_just_what_is_allowed_is_never_too_long():
    """Wherever a formation was put, it goes from the place that is told of it as far as it may (PMC: 6.01 in of 6)."""
    seen = 0
    for count, form, spacing, turn in product(range(1, 21), FORMATIONS, (1.0, 1.25, 1.5), (0.0, 45.0, 105.0)):
        models = StandField(count, 0.5, spacing).ends(Plan(((23.0, 16.5),), form, turn))
        field = MarchField(models, 0.5, 0.0, 6.0, spacing)
        assert middle_text(models) == "23,16.5"
        for goal in ((29.0, 16.5), (23.0, 10.5), (26.6, 11.7)):
            ends = field.ends(Plan((goal,)))
            assert max(map(dist, models, ends)) <= 6.0 + TINY
            seen += middle_text(ends) == f"{goal[0]:g},{goal[1]:g}"
    assert seen == 20 * len(FORMATIONS) * 3 * 3 * 3


def test_a_place_that_might_not_be_reached_is_one_whose_middle_is_too_far():
    models = ((10.33, 10.33), (11.33, 10.33), (10.33, 11.33))
    field = MarchField(models, 0.5, 0.0, 4.0, 1.0)
    near = [spot for spot in ((float(x), float(y)) for x, y in product(range(21), repeat=2)) if field.might_go(spot)]
    assert set(field.raster()) <= set(near)
    for spot in near:
        longest = max(dist(a, b) for a, b in zip(models, field.ends(Plan((spot,))), strict=True))
        assert longest < 4.0 + 0.05


# ---------------------------------------------------------------- answers
class Corner(Planned):
    """Everything right of the middle; it notes the plans that it is asked about."""

    def __init__(self):
        self.asked = []

    def complete(self, plan):
        return evolve(plan, waypoints=((0.0, 0.0), *plan.waypoints))

    def refuse_plan(self, plan):
        self.asked.append(plan)
        return None if plan.waypoints[-1][0] > 0 else Refusal("left of the middle")

    def cost_of(self, plan):
        return f"turned by {plan.turn:g}"

    def bases(self, plan):
        return [(x, y, 1.0) for x, y in plan.nudged(plan.waypoints)]


def test_an_answer_is_read_at_the_door_and_all_behind_it_gets_the_plan():
    field, answer = Corner(), ["2,1", "3.50,-4", "form=line", "turn=-30", "model2=0.25,0"]
    plan = plan_of(answer)
    assert plan == Plan(((2.0, 1.0), (3.5, -4.0)), "line", -30.0, ((1, (0.25, 0.0)),))
    assert field.refuse(answer) is None
    assert field.asked == [plan], "as the player has said it"
    assert field.path(answer) == ["0,0", "2,1", "3.5,-4"], "as it is meant"
    assert field.stands(answer) == [(0.0, 0.0, 1.0), (2.25, 1.0, 1.0), (3.5, -4.0, 1.0)]
    assert field.cost(answer) == "turned by -30"
    assert field.meant(answer) == field.complete(plan)
    assert field.refuse(["-1,0"]).why == "left of the middle"
    assert field.path(["-1,0"]) == []


@pytest.mark.parametrize(
    "answer", [["here"], ["1,2", "form=heap"], ["1,2", "model=1,1"], ["turn=30"], ["1,2", "turn=x"]]
)
def test_an_answer_without_sense_comes_no_further_than_the_door(answer):
    field = Corner()
    assert field.refuse(answer) == field.read(answer) == plan_of(answer)
    assert isinstance(field.refuse(answer), Refusal)
    assert (field.path(answer), field.stands(answer), field.cost(answer)) == ([], [], "")
    assert field.asked == []
    with pytest.raises(AssertionError, match=r"place|neither"):
        field.meant(answer)
