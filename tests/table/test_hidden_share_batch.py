"""Hidden shares of many places at once: what single lines say of each."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tabletop_tui.table.hidden_share import Body, Eye, Silhouette, hidden_share
from tabletop_tui.table.hidden_share_batch import hidden_shares
from tabletop_tui.table.polygons import Figure


def scattered(dice: Random) -> list[Body]:
    """Blocks, bent walls, a bridge, an L, and discs at odd places."""

    def corner(x: float, y: float, *steps: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((x + dx, y + dy) for dx, dy in steps)

    found = []
    for number in range(12):
        x, y, top = dice.uniform(2, 30), dice.uniform(2, 30), dice.uniform(0.5, 8)
        shapes = (
            Figure(corner(x, y, (0, 0), (4, 1), (3, 5), (-1, 3))),
            Figure(corner(x, y, (0, 0), (0, 5), (2, 5), (2, 2), (5, 2), (5, 0))),
            Figure(corner(x, y, (0, 0), (3, 4), (6, 3)), closed=False),
        )
        if number % 4 == 3:
            found.append(Body(f"m{number}", top, middle=(x, y), radius=dice.uniform(0.5, 2)))
        else:
            found.append(Body(f"p{number}", top, dice.choice((0.0, 0.0, top / 2)), shapes[number % 4]))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_an_overlay_says_of_a_place_what_a_line_says(seed):
    dice = Random(seed)
    bodies = scattered(dice)
    eye = Eye((dice.uniform(0, 36), dice.uniform(0, 36)), dice.uniform(0.5, 6))
    seen_from = [body for body in bodies if not body.holds(eye.spot)]
    places = np.array([(dice.uniform(0, 36), dice.uniform(0, 36)) for _ in range(300)])
    feet = np.array([dice.choice((0.0, 3.0)) for _ in range(300)])
    found = hidden_shares(seen_from, eye, places, feet, 2.5, 3.0)
    wanted = [
        hidden_share(seen_from, eye, Silhouette((x, y), foot, 2.5, 3.0))
        for (x, y), foot in zip(places, feet, strict=True)
    ]
    assert found == pytest.approx(wanted, abs=1e-7)
    assert 0 < np.mean(found) < 1, "some are hidden and some are not"


def test_without_anything_between_nothing_is_hidden():
    places = np.array([(5.0, 5.0), (0.0, 0.0)])
    assert list(hidden_shares([], Eye((0, 0), 1.0), places, np.zeros(2), 2.0, 2.0)) == [0.0, 0.0]
