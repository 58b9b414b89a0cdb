"""A short monkey: a few runs on each rulebook; a long one is `python -m tests.monkey --minutes 60`."""

from __future__ import annotations

import pytest

from tabletop_tui.rulebook.registry import system_ids
from tests.monkey import PLACES, Monkey

READS, RUNS = 18, 2


@pytest.mark.parametrize("number", range(5))
async def test_keys_by_chance_bring_nothing_down(number: int, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rulebook in a battle and in places that change from one to the next, in both sizes."""
    monkeypatch.chdir(tmp_path)
    systems = sorted(name for name in system_ids() if name != "toy")
    places = [*PLACES]
    for turn in range(RUNS):
        place = "battle" if not turn else places[(number * (RUNS - 1) + turn) % len(places)]
        run = await Monkey(1, number + turn, [systems[number]], [place], long=False).play(READS)
        assert not run.fault, (run.fault, run.pressed)
        assert run.keys > READS / 2
        assert run.place != "battle" or run.journals
