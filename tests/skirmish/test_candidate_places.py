"""A few good places: what a unit may want becomes places in reach, and all of them are allowed."""

from __future__ import annotations

from itertools import islice
from math import dist

import pytest
from attrs import evolve

from tabletop_tui.engine.question import Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.play.text_view import EXAMPLES, place_lines
from tabletop_tui.skirmish import candidate_places
from tabletop_tui.skirmish.candidate_places import Interest, interest, suggested
from tabletop_tui.skirmish.unit_place_fields import MarchField, Plan, StandField
from tabletop_tui.table.points import spot_text
from tabletop_tui.table.terrain_pieces import Piece

WOODS = Piece("woods", "woods", ((12.0, 8.0), (16.0, 8.0), (16.0, 12.0), (12.0, 12.0)))
WALL = Piece("wall", "wall", ((4.0, 2.0), (4.0, 6.0)), line=True)


class Wants:
    """A field of tests, with what its unit wants and where nobody may be."""

    wants = Interest()
    closed = staticmethod(lambda spot: False)
    judged = 0


class March(Wants, MarchField):
    def judge_march(self, tracks, ends, length, facing):
        self.judged += 1
        refusal = Refusal("too far") if length > self.allowance else None
        return refusal or (Refusal("closed") if any(map(self.closed, ends)) else None), length


class Stand(Wants, StandField):
    def refuse_models(self, models):
        return Refusal("closed") if any(map(self.closed, models)) else None

    def candidates(self):
        return [(float(x), float(y)) for x in range(20) for y in range(4)]


@interest.register(March)
@interest.register(Stand)
def _(field):
    return field.wants


def march(*models, allowance=6.0, may_stay=True, **wants):
    field = March(models or ((10.0, 10.0),), 0.5, 0.0, allowance, 1.5, may_stay)
    field.wants = Interest(**wants)
    return field


def spots(field, count):
    return [plan.waypoints[-1] for plan in islice(suggested(field), count)]


def test_staying_comes_first_then_a_goal_then_the_enemy_at_a_good_range():
    field = march(goals=(((10.0, 30.0), 0.0),), enemies=((30.0, 10.0),), range=18.0)
    plans = list(islice(suggested(field), 6))
    assert plans[0] == Plan(((10.0, 10.0),))
    assert plans[1] == Plan(((10.0, 10.0),), turn=90.0), "a single model may turn to the enemy"
    assert plans[2].waypoints == ((10.0, 16.0),)
    assert (12.0, 10.0) in [plan.waypoints[-1] for plan in plans], "just into range, not nearer"


def test_cover_is_stood_in_and_behind():
    field = march(enemies=((30.0, 10.0),), range=20.0, cover=(WOODS,))
    found = spots(field, 12)
    assert any(WOODS.holds(spot) for spot in found)
    assert any(dist(spot, (11.0, 10.0)) <= 1.0 for spot in found), "on the side that the enemy does not see"


def test_out_of_sight_is_behind_a_wall_as_the_enemy_sees_it():
    field = march(((6.0, 4.0)), enemies=((20.0, 4.0),), range=14.0, walls=(WALL,))
    assert any(x < 4.0 and 2.0 <= y <= 6.0 for x, y in spots(field, 8))


def test_where_the_straight_way_is_closed_it_veers():
    field = march(goals=(((10.0, 30.0), 0.0),))
    field.closed = lambda spot: abs(spot[0] - 10.0) < 1.5 and spot[1] > 11.0
    best = max(spots(field, 6), key=lambda spot: spot[1])
    assert best[1] >= 14.0


def test_several_models_are_offered_in_a_line_towards_the_enemy_and_a_single_one_turned_to_him():
    squad = march((10.0, 10.0), (11.5, 10.0), (10.0, 11.5), (11.5, 11.5), enemies=((30.0, 10.0),), range=10.0)
    lines = [plan for plan in islice(suggested(squad), 6) if plan.formation == "line"]
    ends = squad.ends(lines[0])
    assert max(x for x, _ in ends) - min(x for x, _ in ends) < 0.1, "across the way to the enemy"
    single = march(goals=(((10.0, 30.0), 0.0),), enemies=((30.0, 16.0),), range=10.0)
    turned = [plan for plan in islice(suggested(single), 5) if plan.turn and plan.waypoints != (single.middle,)]
    assert single.final_facing(turned[0]) == pytest.approx(90.0, abs=8.0)


def test_all_are_allowed_each_is_another_one_and_there_is_more_than_the_aims():
    field = march(goals=(((10.0, 30.0), 0.0),), enemies=((30.0, 10.0), (30.0, 20.0)), range=10.0, cover=(WOODS, WALL))
    plans = list(islice(suggested(field), 40))
    assert len(plans) == len(set(plans)) == 40
    assert all(field.refuse_plan(plan) is None for plan in plans)


def test_where_nothing_is_free_it_gives_up_soon():
    field = march(goals=(((10.0, 30.0), 0.0),), enemies=((30.0, 10.0),), may_stay=False)
    field.closed = lambda spot: True
    assert list(suggested(field)) == []
    assert field.judged <= candidate_places.MOST_TRIES


def test_one_that_is_put_down_goes_near_its_aims_where_there_is_room():
    field = Stand(1, 0.5, 1.5)
    field.wants = Interest(goals=(((15.0, 30.0), 0.0),))
    assert spots(field, 1) == [(15.0, 3.0)]
    field.closed = lambda spot: 13.0 < spot[0] < 17.0
    assert abs(spots(field, 1)[0][0] - 15.0) == 2.0
    assert len(spots(field, 30)) == 30


# ---------------------------------------------------------------- in a pipe
def test_of_many_places_a_pipe_is_shown_those_that_are_worth_a_look():
    class Hundred:
        def cells(self):
            return {f"{x},{y}": "" for x in range(10) for y in range(10)}

        def suggest(self):
            yield ["7,3"]
            yield ["2,2", "turn=90"]

    question = Place(0, "Where to?", field=Hundred())
    assert question.suggest(EXAMPLES) == [["7,3"], ["2,2", "turn=90"]]
    how, shown = place_lines(question)
    assert "'spots' lists all 100" in how
    assert shown.split() == ["74", "7,3", "2,2", "turn=90"]


@pytest.mark.parametrize("models", [((10.0, 10.0), (11.0, 10.004)), ((10.003, 9.996),)])
def test_who_stays_stands_exactly_where_he_stood(models):
    """Contact leads to places between two hundredths; to stay there is no way of some thousandths."""
    field = march(*models)
    field.closed = lambda spot: True
    staying = next(suggested(field))
    assert field.ends(staying) == models
    assert field.judge_answer(staying) == (None, 0.0)
    assert field.refuse([spot_text(field.middle)]) is None
    assert field.ends(evolve(staying, turn=90.0)) != models or field.single
