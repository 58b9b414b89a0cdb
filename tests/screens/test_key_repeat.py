"""Enter that is held down, and Enters of somebody who knows what comes: by the times at which they arrive."""

import pytest

from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.base.key_repeat import KeyGuard
from tests.screens.conftest import at, heard, toy

EXPERT = (0.0, 0.10, 0.25, 0.45, 0.70, 1.00, 1.40, 1.52, 1.63, 1.75)
"""0.10 to 0.40 s apart."""


def stream(delay: float, every: float) -> list[float]:
    """A key that is held: once, after the keyboard's delay again, then at its rate."""
    return [0.0, *(delay + every * number for number in range(30))]


def taken(times: list[float] | tuple[float, ...]) -> int:
    guard, count = KeyGuard(), 0
    for when in times:
        guard.arrived = 1000.0 + when
        count += not guard.holds("enter", Options().guard)
    return count


@pytest.mark.parametrize("delay", [0.25, 0.31, 0.5])
@pytest.mark.parametrize("every", [0.02, 0.033, 0.05])
def test_of_a_held_key_only_the_first_and_the_one_after_the_delay_count(delay: float, every: float):
    assert taken(stream(delay, every)) == 2


def test_every_press_with_the_gap_of_a_finger_counts():
    assert taken(EXPERT) == len(EXPERT) == 10
    assert taken([number * 0.1 + 1e-6 * number for number in range(50)]) == 50


async def test_keys_that_are_heard_late_and_at_once_count_by_their_arrival():
    """As after a long thought of a computer: two Enters that came 0.3 s apart are two answers."""
    async with at(toy(), guard=Options().guard) as player:
        for when in (1000.0, 1000.3, 1000.33):
            key = heard("enter")
            key.time = when
            player.app.post_message(key)
        await player.pilot.pause()
        assert len(player.session.history) == 2
