"""The log searched by words, by unit and by gravity."""

from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Moved, Shot, Status
from tabletop_tui.widgets.log_filter import LogFilter, about, gravity, units_of

WALK = Moved("A1 Riflemen move", ("X-MOVE-1",), 0, "A1", ("1,1", "2,2"))
SHOT = Shot("A1 Riflemen shoot at B1 Jeep", ("X-SHOOT-1",), 0, "A1", "B1")
PINNED = Status("B1 Jeep is pinned", (), 1, "B1", "Pinned")
HURT = Harmed("B1 Jeep loses 2", (), 1, "B1", 2, 3, "A1")
GONE = Fell("B1 Jeep is destroyed", (), 1, "B1", "3,3", "A12")
ROUND = Began("Round 2", (), None, "round", 2)
LOG = [WALK, SHOT, PINNED, HURT, GONE, ROUND, Event("A12 Medics waits")]


def test_gravity_goes_from_dice_and_moves_to_losses_and_rounds():
    assert [gravity(event) for event in LOG] == [0, 0, 1, 2, 2, 2, 0]
    assert gravity(Harmed("B1 mends 1", (), 1, "B1", -1, 4)) == 1
    assert LogFilter(least=2).places(LOG) == [3, 4, 5]
    assert LogFilter(least=1).places(LOG) == [2, 3, 4, 5]


def test_words_are_looked_for_in_text_and_rules_all_of_them():
    assert LogFilter("jeep 2").places(LOG) == [3]
    assert LogFilter("x-shoot").places(LOG) == [1]
    assert LogFilter("").places(LOG) == [*range(len(LOG))]


def test_a_unit_is_found_in_what_it_did_suffered_or_is_named_in_and_never_by_the_beginning_of_another():
    assert LogFilter(unit="A1").places(LOG) == [0, 1, 3]
    assert LogFilter(unit="A12").places(LOG) == [4, 6]
    assert not about(Event("A12 Medics waits"), "A1")
    assert units_of(HURT) == ["B1", "A1"]


def test_what_is_left_is_said_in_words():
    assert LogFilter().said == "everything"
    assert LogFilter("pin", "B1", 1).said == "what counts of B1 with 'pin'"
