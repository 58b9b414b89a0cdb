"""Through which places a key goes first, and how the models stand there."""

from tabletop_tui.screens.battle.place_keys import best_first


def test_the_best_of_the_good_places_come_first_then_the_other_good_ones_and_none_is_left_out():
    spots = [f"{number},0" for number in range(10)]
    found = best_first([["3,0"], ["6,0"], ["5,0"]], spots, lambda answer: -abs(int(answer[0][0]) - 6), 1.0)
    assert found[:3] == [["6,0"], ["5,0"], ["3,0"]]
    assert sorted(spot for (spot,) in found) == spots


def test_only_good_places_are_weighed():
    asked = []
    spots = [str(number) for number in range(1000)]
    found = best_first([["7"], ["9"]], spots, lambda answer: asked.append(answer) or 0.0, 1.0)
    assert asked == [["7"], ["9"]]
    assert len(found) == 1000


def test_no_time_means_no_more_than_one_look():
    asked = []
    found = best_first([["b"], ["c"]], ["a", "b", "c"], lambda answer: asked.append(answer) or 0.0, -1.0)
    assert found == [["b"], ["c"], ["a"]]
    assert asked == [["b"]]


def test_of_the_ways_to_stand_at_a_place_the_best_is_kept():
    good = [["4,4"], ["4,4", "form=line"], ["4,4", "form=line", "turn=15"], ["2,2", "turn=30"]]
    found = best_first(good, ["2,2", "4,4", "8,8"], lambda answer: len(answer) % 3, 1.0)
    assert found == [["4,4", "form=line"], ["2,2", "turn=30"], ["8,8"]]
