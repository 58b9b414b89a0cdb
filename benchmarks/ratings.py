"""Ratings from games: who stands where on one scale, and how sure the distance to the anchor is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from tabletop_tui.play.rating_ladder import ANCHOR, ANCHORED, POINTS, Meeting, Rating

STEPS, ENOUGH = 200, 1e-9
FARTHEST = 2.0
"""A step of the search moves nobody farther: all games won would else lead out of sight."""
DOUBT = 2.0
"""So many drawn games against the middle of all are added for each player, so that nobody stands infinitely high."""


def rated(meetings: Sequence[Meeting], anchor: str = ANCHOR) -> dict[str, Rating]:
    """The most likely ratings of all who met, by the model of Bradley and Terry; the anchor is sure by agreement.

    An error is that of the distance to the anchor, by all the games that lie between.
    """
    names = list(dict.fromkeys([anchor, *(name for one in meetings for name in (one.first, one.second))]))
    points, bends = np.zeros(len(names)), np.eye(len(names))
    for _ in range(STEPS):
        slope, bends = slopes(names, points, meetings)
        step = np.linalg.solve(bends, slope)
        points += step * min(1.0, FARTHEST / max(float(np.abs(step).max()), FARTHEST))
        if np.abs(step).max() < ENOUGH:
            break
    spread, games = np.linalg.inv(bends), dict.fromkeys(names, 0)
    for one in meetings:
        games[one.first] += one.games
        games[one.second] += one.games
    return {
        name: Rating(
            ANCHORED + POINTS * float(points[place] - points[0]),
            POINTS * sqrt(max(0.0, float(spread[place, place] + spread[0, 0] - 2 * spread[place, 0]))),
            games[name],
        )
        for place, name in enumerate(names)
    }


def slopes(names: Sequence[str], points: np.ndarray, meetings: Sequence[Meeting]) -> tuple[np.ndarray, np.ndarray]:
    """How much likelier the games would be if each stood higher, and how fast that falls, for each pair of players."""
    even = 1 / (1 + np.exp(-points))
    slope, bends = DOUBT * (0.5 - even), np.diag(DOUBT * even * (1 - even))
    for one in meetings:
        first, second = names.index(one.first), names.index(one.second)
        share = 1 / (1 + np.exp(points[second] - points[first]))
        won, bend = one.shares - one.games * share, one.games * share * (1 - share)
        slope[[first, second]] += won, -won
        bends[[first, second], [first, second]] += bend
        bends[[first, second], [second, first]] -= bend
    return slope, bends
