"""The kinds of events that a goal may name; when a goal is met or missed for good."""

import gc

from attrs import frozen

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Event, Harmed, Rolled, Scored
from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined, amount, event_fields
from tabletop_tui.engine.modifiers import Tally


def test_a_kind_has_its_own_fields_while_the_class_that_slots_replaced_still_waits_to_be_collected() -> None:
    gc.disable()
    try:

        @frozen
        class Heard(Event):
            loud: int = 0

        assert Heard is not Event
        assert "loud" in event_fields("Heard")
    finally:
        gc.enable()


def test_what_only_grows_is_settled_once_it_is_reached_or_passed() -> None:
    hurt, unhurt = Happened("Harmed", least=2), Happened("Harmed", least=0, most=0)
    fact = IsSo("B1.spot", 1)
    cases: list[tuple[Condition, dict[Happened, float], bool | None]] = [
        (hurt, {hurt: 1}, None),
        (hurt, {hurt: 2}, True),
        (unhurt, {}, None),
        (unhurt, {unhurt: 1}, False),
        (Happened("Scored", least=2), {Happened("Scored", least=2): 3}, None),
        (Joined(all=(hurt, fact)), {hurt: 2}, None),
        (Joined(all=(unhurt, fact)), {unhurt: 1}, False),
        (Joined(any=(unhurt, fact)), {unhurt: 1}, None),
        (Joined(any=(unhurt, Joined(all=(unhurt,)))), {unhurt: 1}, False),
        (Joined(none=(hurt,)), {hurt: 2}, False),
        (Joined(none=(hurt,)), {}, None),
        (Joined(all=(hurt,), none=(unhurt,)), {hurt: 2, unhurt: 1}, True),
    ]
    for condition, totals, settled in cases:
        assert condition.settled(totals) is settled, condition


def test_a_fact_is_this_or_within_limits_or_above_another() -> None:
    facts = {"round": 3, "red": 2, "blue": 3, "ford": "Blue"}
    cases = [
        (IsSo("round", 3), True),
        (IsSo("round", 4), False),
        (IsSo("round", 2), False),
        (IsSo("round", least=3), True),
        (IsSo("round", least=4), False),
        (IsSo("round", most=3), True),
        (IsSo("round", most=2), False),
        (IsSo("blue", above="red"), True),
        (IsSo("blue", above="round"), False),
        (IsSo("blue", least=4, above="red"), False),
        (IsSo("ford", "Blue"), True),
        (IsSo("ford", "Red"), False),
        (IsSo("ford", least=1), False),
        (IsSo("ford", most=1), False),
        (IsSo("ford", above="red"), False),
    ]
    for condition, holds in cases:
        assert condition.holds({}, facts.__getitem__) is holds, condition


def test_an_event_counts_by_its_kind_its_fields_its_rule_and_its_words() -> None:
    harm = Harmed("A1 is hit", ("R-1",), 0, "A1", 2)
    rolled = Rolled("A1 shoots", ("R-2",), 0, faces=(6, 1), need=Need(Tally("Hit", 4, "", "R-3")), good=(True, False))
    cases = [
        (Happened("Harmed"), harm, True),
        (Happened("Event"), harm, True),
        (Happened("Rolled"), harm, False),
        (Happened(rule="R-1"), harm, True),
        (Happened(rule="R-2"), harm, False),
        (Happened(rule="R-3"), rolled, True),
        (Happened(says="IS HIT"), harm, True),
        (Happened(says="dies"), harm, False),
        (Happened(where=(("amount", 2),)), harm, True),
        (Happened(where=(("amount", (1, 2)),)), harm, True),
        (Happened(where=(("amount", (1, 3)),)), harm, False),
        (Happened(where=(("faces", 6),)), rolled, True),
        (Happened(where=(("faces", 5),)), rolled, False),
        (Happened(where=(("unit", "A1"), ("amount", 3))), harm, False),
    ]
    for condition, event, counts in cases:
        assert condition.counts(event) is counts, (condition, event)
    assert [amount(one) for one in (harm, rolled, Scored("two points", points=2), Event("a word"))] == [2, 1, 2, 1]
