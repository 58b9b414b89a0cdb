"""Through which places a key goes first."""

from tabletop_tui.screens.battle.place_keys import best_first


def test_the_best_of_the_good_places_come_first_then_the_other_good_ones_and_none_is_left_out():
    spots = [f"{number},0" for number in range(10)]
    found = best_first(["3,0", "6,0", "5,0"], spots, lambda spot: -abs(int(spot[0]) - 6), 1.0)
    assert found[:3] == ["6,0", "5,0", "3,0"]
    assert sorted(found) == spots


def test_only_good_places_are_weighed():
    asked = []
    found = best_first(["7", "9"], [str(number) for number in range(1000)], lambda spot: asked.append(spot) or 0.0, 1.0)
    assert asked == ["7", "9"]
    assert len(found) == 1000


def test_no_time_means_no_more_than_one_look():
    asked = []
    assert best_first(["b", "c"], ["a", "b", "c"], lambda spot: asked.append(spot) or 0.0, -1.0) == ["b", "c", "a"]
    assert asked == ["b"]
