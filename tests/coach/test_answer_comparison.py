"""Answers compared: pairing, stages, and how sure a difference is."""

import pytest

from tabletop_tui.coach.answer_comparison import Stage, Trial, compare, difference, error_of
from tabletop_tui.coach.answer_judging import LOOKED_AT, stages
from tests.coach.stand_in import Written

STAGES = (Stage(8, 4), Stage(3, 8), Stage(2, 16))
ANSWERS = [Trial(f"a{number}") for number in range(10)]


def ended(appraise, answers=ANSWERS, stages=STAGES, keep=()):
    *_, last = compare(appraise(None, 0, 1), answers, stages, keep)
    return last


def test_the_best_answer_is_found_and_worse_ones_are_dropped_on_the_way():
    mind = Written({"a3": 0.6, "a7": 0.55})
    found = ended(mind)
    assert [trial.answer for trial in found.trials] == ["a3", "a7"]
    assert len(mind.played["a3"]) == 4 + 8 + 16
    assert len(mind.played["a0"]) <= 4 + 8
    assert "a9" not in mind.played, "more answers than a stage takes are not looked at"


def test_only_the_last_stage_counts_and_its_playouts_are_new():
    mind = Written({"a3": 0.6})
    found = ended(mind)
    assert all(len(trial.values) == 16 for trial in found.trials)
    assert mind.played["a3"] == list(range(28)), "no playout is played twice"


def test_an_answer_to_keep_stays_though_it_is_the_worst():
    mind = Written({"a5": 0.1, "a2": 0.6})
    assert [trial.answer for trial in ended(mind, keep=["a5"]).trials] == ["a2", "a5"], "no more than the stage takes"
    assert sorted(map(len, mind.played.values())) == [4] * 5 + [12] + [28] * 2


def test_the_fewer_answers_are_left_the_more_often_they_are_played_on():
    assert stages(48) == (Stage(LOOKED_AT, 6), Stage(4, 18), Stage(2, 48))
    assert stages(1) == (Stage(LOOKED_AT, 2), Stage(4, 2), Stage(2, 2)), "two at least, or there is no error"


def test_what_is_alike_in_every_playout_falls_out_of_a_difference():
    one, other = ended(Written({"a3": 0.6}, noise=0.3)).trials
    assert difference(one, other).by == pytest.approx(0.1)
    assert difference(one, other).error == pytest.approx(0.0, abs=1e-9)
    assert one.error > 0.02, "alone it is not known as well"


def test_a_difference_is_clear_only_beyond_two_errors_and_if_it_is_worth_a_word():
    def trials(by, spread):
        return Trial("a", [0.5 + by + spread * (-1) ** n for n in range(16)]), Trial("b", [0.5] * 16)

    assert difference(*trials(0.10, 0.05)).clear
    assert not difference(*trials(0.10, 0.30)).clear, "two errors are 0.15"
    assert difference(*trials(0.01, 0.0)).sure
    assert not difference(*trials(0.01, 0.0)).clear, "a hundredth is not worth a word"


def test_a_handful_of_playouts_that_agree_is_not_sure():
    assert not difference(Trial("a", [0.9] * 4), Trial("b", [0.5] * 4)).sure
    assert error_of([0.5]) == 1.0


def test_whoever_stops_early_has_what_there_was_by_then():
    steps = compare(Written({"a3": 0.6})(None, 0, 1), ANSWERS, STAGES)
    seen = [next(steps) for _ in range(12)]
    assert seen[0].done == 0
    assert not seen[0].trials[0].values
    assert seen[8].trials[0].answer == "a3", "the first block of all is known"
    assert {len(trial.values) for trial in seen[8].trials} == {4}
    assert not any(one.over for one in seen)
    *_, last = steps
    assert last.over
    assert last.done == 8 * 4 + 3 * 8 + 2 * 16


def test_noise_of_its_own_makes_no_blunder_of_answers_that_are_worth_the_same():
    wrong = 0
    for seed in range(40):
        *_, last = compare(Written({}, own=0.3)(None, 0, seed), ANSWERS, STAGES, ["a0"])
        given = next(trial for trial in last.trials if trial.answer == "a0")
        other = next(trial for trial in last.trials if trial is not given)
        wrong += difference(other, given).clear
    assert wrong <= 4


def test_what_is_ruled_out_is_dropped_at_once_and_nothing_is_played_once_all_is():
    """The answer that was given is the best but for one that is in doubt, and then but for none."""

    def no_better(other, trials):
        given = next(trial for trial in trials if trial.answer == "a0")
        return len(given.values) >= 8 and other.share <= given.share

    mind = Written({"a0": 0.6, "a3": 0.7})
    *_, last = compare(mind(None, 0, 1), ANSWERS, STAGES, ["a0"], 0, no_better, 12)
    assert [trial.answer for trial in last.trials] == ["a3", "a0"]
    assert last.over
    assert {len(trial.values) for trial in last.trials} == {16}, "the last stage alone, anew"
    assert max(len(played) for answer, played in mind.played.items() if answer not in {"a0", "a3"}) == 8
    mind = Written({"a0": 0.6, "a3": 0.55})
    *_, last = compare(mind(None, 0, 1), ANSWERS, STAGES, ["a0"], 0, no_better, 12)
    assert [trial.answer for trial in last.trials] == ["a0", "a3"], "the best of what was ruled out is told"
    assert last.over
    assert {len(trial.values) for trial in last.trials} == {12}
    assert last.done == sum(map(len, mind.played.values())) == 8 * 4 + 3 * 4 + 2 * 4
