from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.refusal import Refusal

STABILITY = Tally("Stability", 4, "Sentinel", "R-STAT")


def test_a_number_names_its_reasons():
    tally = STABILITY.plus(2, "half cover", "R-COVER").plus(-1, "Spot token", "R-SPOT")
    assert tally.total == 5
    assert str(tally) == "Stability 5 = 4 Sentinel, +2 half cover, -1 Spot token"
    assert tally.rules == ("R-STAT", "R-COVER", "R-SPOT")
    assert str(STABILITY) == "Stability 4 (Sentinel)"


def test_a_modifier_of_nothing_is_left_out():
    assert STABILITY.plus(0, "nothing", "R-0") is STABILITY


def test_a_floor_is_a_reason_too_and_only_where_it_counts():
    low = STABILITY.plus(-4, "shocked", "R-SHOCK")
    assert low.at_least(2, "never below 2", "R-MIN").modifiers[-1] == Modifier(2, "never below 2", "R-MIN")
    assert STABILITY.at_least(2, "never below 2", "R-MIN") is STABILITY


def test_a_rule_is_named_once():
    assert STABILITY.plus(1, "a", "R-STAT").plus(1, "b", "R-B").plus(1, "c", "R-B").rules == ("R-STAT", "R-B")


def test_a_refusal_quotes_its_rule():
    assert str(Refusal("out of range", "R-1")) == "out of range [R-1]"
    assert str(Refusal("out of range")) == "out of range"


def test_without_one_of_its_modifiers_a_number_has_all_others():
    tally = STABILITY.plus(2, "half cover", "R-COVER").plus(-1, "Spot token", "R-SPOT").plus(1, "luck", "R-LUCK")
    assert [str(tally.without(place)) for place in range(3)] == [
        "Stability 4 = 4 Sentinel, -1 Spot token, +1 luck",
        "Stability 7 = 4 Sentinel, +2 half cover, +1 luck",
        "Stability 5 = 4 Sentinel, +2 half cover, -1 Spot token",
    ]
