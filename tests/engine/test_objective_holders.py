"""Who holds what: in words, and as an event when it changes hands."""

import pytest

from tabletop_tui.engine.objective_holders import Held, hand_changes

NAMES = ("Red", "Blue", "Green")


@pytest.mark.parametrize(
    ("seats", "why", "said"),
    [
        ((), "", "L1: nobody holds it"),
        ((1,), "B3 is on it", "L1: Blue holds it, B3 is on it"),
        ((0, 2), "", "L1: Red and Green hold it"),
    ],
)
def test_who_holds_it_is_said_in_words(seats, why, said):
    assert Held("L1", seats=seats, why=why).said(NAMES) == said


@pytest.mark.parametrize("before", [(), (0,), (1,), (0, 2)])
@pytest.mark.parametrize("now", [(), (0,), (1,), (0, 2)])
def test_a_change_of_hands_is_told_whichever_way_it_goes(before, now):
    found = list(hand_changes([Held("L1", seats=before)], [Held("L1", seats=now)], NAMES))
    assert len(found) == (before != now)
    if found:
        assert (found[0].seat, found[0].text) == (now[0] if now else None, Held("L1", seats=now).said(NAMES))


def test_what_is_held_as_soon_as_it_is_known_of_is_told():
    new = [Held("L1", seats=(1,)), Held("L2")]
    assert [event.text for event in hand_changes([], new, NAMES)] == ["L1: Blue holds it"]
