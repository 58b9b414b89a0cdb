"""The kinds of events that a goal may name."""

import gc

from attrs import frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.goals import event_fields


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
