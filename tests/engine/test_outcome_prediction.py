"""The chances of a game that is foretold: what is alike for all rulebooks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.engine.events import Ended
from tabletop_tui.rulebook.outcome_prediction import ALWAYS, Weights, read_weights
from tabletop_tui.rulebook.registry import system, systems
from tests.toy import TOY, toy_setup

WEIGHTS = Weights({"men": (2.0, -1.0), "near": (0.5, 0.5)}, {ALWAYS: (-1.0, 0.5), "men": (-0.3, 0.0)})
SIDE = st.fixed_dictionaries({"men": st.floats(-5, 5), "near": st.floats(-5, 5)})


@pytest.mark.parametrize(("winners", "values"), [((0,), [1, -1]), ((1,), [-1, 1]), ((), [0, 0]), ((0, 1), [1, 1])])
def test_the_end_of_a_game_is_sure(winners, values):
    game = TOY.start(toy_setup())
    game.end(Ended("over", winners=winners))
    assert [TOY.evaluate(game, seat) for seat in (0, 1)] == values
    assert [2 * TOY.prospects(game, seat).share - 1 for seat in (0, 1)] == values


@given(SIDE, SIDE, st.floats(0, 1))
def test_what_one_side_may_expect_the_other_has_to_fear(one, other, to_come):
    (mine, its), draw = WEIGHTS.chances([one, other], to_come)
    (again, there), same = WEIGHTS.chances([other, one], to_come)
    assert (mine, its, draw) == pytest.approx((there, again, same))
    assert mine + its + draw == pytest.approx(1)
    assert min(mine, its, draw) > 0


def test_equal_sides_are_even_and_the_better_one_is_ahead():
    even, draw = WEIGHTS.chances([{"men": 1.0}] * 2, 0.5)
    assert even[0] == even[1] == pytest.approx((1 - draw) / 2)
    ahead, closer = WEIGHTS.chances([{"men": 2.0}, {"men": 1.0}], 0.5)
    assert ahead[0] > even[0] > ahead[1]
    assert closer < draw
    late, _ = WEIGHTS.chances([{"men": 2.0}, {"men": 1.0}], 0.0)
    assert late[0] > ahead[0], "a lead counts for more the less is to come"


def test_of_three_sides_the_chances_add_up_too():
    wins, draw = WEIGHTS.chances([{"men": 2.0}, {"men": 1.0}, {}], 0.5)
    assert sum(wins) + draw == pytest.approx(1)
    assert wins[0] > wins[1] > wins[2]


def test_what_has_no_weight_counts_for_nothing():
    assert WEIGHTS.chances([{"men": 1.0, "unheard of": 9.0}, {}], 1.0) == WEIGHTS.chances([{"men": 1.0}, {}], 1.0)


def test_every_rulebook_says_from_what_its_weights_were_found():
    books = [one for one in systems([]) if getattr(one, "package", "").startswith("tabletop_tui.")]
    assert len(books) == 5
    for one in books:
        found = read_weights(one.package)
        assert found is not None, one.id
        assert set(found.draws) <= {ALWAYS, *found.sides}
        assert {"games", "positions", "seed", "commit", "log_loss"} <= set(found.made)
        assert system(one.id) is one
