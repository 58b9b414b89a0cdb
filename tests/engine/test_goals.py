"""The kinds of events that a goal may name; when a goal is met or missed for good."""

import gc

from attrs import frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined, event_fields


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
