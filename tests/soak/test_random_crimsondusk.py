"""A few random plays from random positions; `python -m tests.random_plays crimsondusk 1000` plays a thousand."""

from __future__ import annotations

from collections import Counter

from tests.soak.random_crimsondusk import play, position

SEEDS = range(6)


def test_random_plays_from_random_positions_break_no_invariant():
    questions, points, kinds = 0, 0, Counter[str]()
    for seed in SEEDS:
        found = play(seed, answers=20, opens=4)
        questions += found.questions
        points += found.points.total()
        kinds += found.kinds
    assert questions >= 15 * len(SEEDS)
    assert points > 50, "AP were counted"
    assert len(kinds) >= 6


def test_a_position_is_saved_at_a_halt_on_the_way():
    assert play(29, answers=8, opens=1).kinds["AskOffer"] > 0


def test_a_position_is_saved_with_smoke_that_scattered_off_the_table():
    assert play(2084, 28).questions == 29


def test_positions_hold_what_can_meet():
    tables = [position(seed) for seed in range(40)]
    units = [unit for table in tables for unit in table["unit"]]
    riding = [unit for unit in units if "aboard" in unit]
    split = [unit for unit in units if any("part" in marks for marks in unit.get("marks", {}).values())]
    for some in (
        riding,
        split,
        [unit for unit in units if "type" in unit],
        [unit for unit in units if "pinned" in unit],
    ):
        assert len(some) >= 5
