"""No last place of a float decides whether a saved game is sound."""

from __future__ import annotations

import subprocess
import sys
from math import inf, nextafter
from typing import Any

import pytest

from tabletop_tui.play.journal import digest, is_digest
from tabletop_tui.play.session import Session
from tests.golden.games import HERE, SCENARIOS

JOURNALS = [path for book in SCENARIOS for path in sorted((HERE / book).glob("*.jsonl"))]


def moved(data: Any, by: float, toward: float) -> Any:
    """The same data, every float in it another one: the next, and so far off."""
    if isinstance(data, float):
        return nextafter(data, toward) + by
    if isinstance(data, dict):
        return {key: moved(value, by, toward) for key, value in data.items()}
    return [moved(value, by, toward) for value in data] if isinstance(data, list | tuple) else data


def test_a_state_has_the_same_digest_when_every_float_is_the_next_one():
    floats = 0
    for path in JOURNALS:
        session = Session.replay(path)
        state = session.system.dump(session.game)
        assert is_digest(session.digest(), state)
        others = [moved(state, 0.0, toward) for toward in (inf, -inf)]
        assert {digest(other) for other in others} == {session.digest()}
        if others[0] != others[1]:
            floats += 1
            assert digest(moved(state, 1e-5, inf)) != session.digest()
    assert floats >= 16


@pytest.mark.long
@pytest.mark.parametrize("way", ["up", "down"])
def test_golden_games_are_sound_where_libraries_differ_by_the_last_place(way: str):
    command = [sys.executable, "-m", "tests.golden.last_places", way, *map(str, JOURNALS)]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    assert done.stdout == f"{len(JOURNALS)} of {len(JOURNALS)} sound\n", done.stderr
    assert len(JOURNALS) == 20
