"""Through which places a key goes first."""

from tabletop_tui.screens.battle.place_keys import WEIGHED, best_first


def test_the_best_places_come_first_and_none_is_left_out():
    spots = [f"{number},0" for number in range(10)]
    found = best_first(spots, lambda spot: -abs(int(spot[0]) - 6), 1.0)
    assert found[0] == "6,0"
    assert {*found[1:3]} == {"5,0", "7,0"}
    assert sorted(found) == spots


def test_of_many_places_those_are_weighed_that_lie_evenly_among_them():
    spots, asked = [str(number) for number in range(1000)], []
    found = best_first(spots, lambda spot: asked.append(spot) or float(spot), 1.0)
    assert len(asked) <= WEIGHED
    assert int(found[0]) > 900
    assert len(found) == 1000


def test_no_time_means_no_more_than_one_look():
    asked = []
    best_first(["a", "b"], lambda spot: asked.append(spot) or 0.0, -1.0)
    assert asked == ["a"]
