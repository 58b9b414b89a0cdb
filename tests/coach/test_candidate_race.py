"""Answers race: the time is used, a race ends when all is decided, and few playouts are better than none."""

import pytest

from tabletop_tui.coach.answer_comparison import FEWEST, Difference, Trial
from tabletop_tui.coach.candidate_race import FINALISTS, LEAST, MOST, is_decided, race
from tests.coach.stand_in import Written

ANSWERS = [Trial(f"a{number}") for number in range(16)]


class Clock:
    """A share of the time that grows with each playout."""

    def __init__(self, mind, cost):
        self.mind, self.cost = mind, cost

    def __call__(self):
        return self.cost * sum(map(len, self.mind.played.values()))


def raced(mind, cost=0.0, answers=ANSWERS):
    *_, last = race(mind(None, 0, 1), answers, Clock(mind, cost))
    return last


def test_the_best_answer_wins_and_the_last_few_are_played_on_anew():
    mind = Written({"a9": 0.6, "a4": 0.55})
    last = raced(mind)
    assert last.over
    assert [trial.answer for trial in last.trials][:2] == ["a9", "a4"]
    assert len(last.trials) == FINALISTS
    played = mind.played["a9"]
    assert played == list(range(len(played))), "no playout is played twice"
    assert len(played) > len(last.trials[0].values), "those by which it was chosen do not count"


def test_a_race_ends_as_soon_as_all_is_decided():
    assert len(raced(Written({"a9": 0.6, "a4": 0.55})).trials[0].values) == LEAST
    assert len(raced(Written({})).trials[0].values) == LEAST, "alike without any doubt"


def test_while_anything_is_open_all_of_the_time_is_used():
    mind = Written({}, own=0.4)
    last = raced(mind)
    assert len(last.trials[0].values) == MOST
    mind = Written({}, own=0.4)
    last = raced(mind, cost=0.003)
    assert 1 <= Clock(mind, 0.003)() < 1.05, "it stops when the time is over, and no earlier"
    assert LEAST < len(last.trials[0].values) < MOST


def test_later_playouts_that_are_cheaper_are_played_as_well():
    """The first playout of each answer takes long, all others next to nothing."""
    mind = Written({}, own=0.4)
    *_, last = race(mind(None, 0, 1), ANSWERS[:6], lambda: 0.1 * len(mind.played))
    assert len(last.trials[0].values) == MOST


def test_where_playouts_take_long_fewer_answers_are_played_on():
    mind = Written({"a1": 0.6})
    last = raced(mind, cost=1 / 40)
    assert set(mind.played) < {one.answer for one in ANSWERS}, (
        "those whose turn does not come are the least likely ones"
    )
    assert {"a0", "a1", "a2"} <= set(mind.played)
    assert last.trials[0].answer == "a1"
    assert len(last.trials[0].values) == FEWEST, "so many it takes, even if that is a little longer"


def test_where_a_single_playout_takes_all_the_time_there_is_at_least_a_block_of_each():
    last = raced(Written({"a1": 0.6}), cost=1.0)
    assert [len(trial.values) for trial in last.trials] == [4] * FINALISTS


@pytest.mark.parametrize("count", [2, 3])
def test_few_answers_need_no_sifting(count):
    mind = Written({})
    raced(mind, answers=ANSWERS[:count])
    assert {len(played) for played in mind.played.values()} == {LEAST}


def test_what_is_said_on_the_way_can_always_be_compared():
    mind = Written({"a9": 0.6}, own=0.2)
    before = 0
    for progress in race(mind(None, 0, 1), ANSWERS, Clock(mind, 0.0005)):
        assert len({len(trial.values) for trial in progress.trials}) == 1
        assert progress.done == sum(map(len, mind.played.values())) >= before
        before = progress.done


def test_a_lead_is_decided_only_beyond_three_errors():
    assert is_decided(Difference(0.05, 0.01, 16))
    assert not is_decided(Difference(0.05, 0.02, 16))
    assert is_decided(Difference(0.001, 0.001, 16)), "so little is nothing, however that may go"
    assert not is_decided(Difference(0.001, 0.01, 16))


def test_something_that_was_played_out_is_shown_after_a_dozen_playouts():
    """Whatever a playout takes, nobody waits for the end to read what leads so far."""
    for answers in (ANSWERS, ANSWERS[:6], ANSWERS[:2]):
        mind = Written({"a1": 0.6})
        shown = next(one for one in race(mind(None, 0, 1), answers, lambda: 0.0) if one.trials[0].values)
        assert shown.done <= 12
