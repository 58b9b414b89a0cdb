"""How strong computers are, measured: a rating for each level on one scale for each rulebook.

The scale is Elo's: whoever is 400 points ahead wins ten times as often as the other. `greedy` stands at 1000 in every
rulebook, so that ratings of two rulebooks have nothing else in common. A draw counts half a win to each. The figures
are in `ladder.toml`, which `python -m benchmarks.ladder` writes from the games that were played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, inf, log, sqrt

from tabletop_tui.records import frozen

FILE = "ladder.toml"
ANCHOR, ANCHORED = "greedy", 1000.0
"""Who stands where in every rulebook."""
POINTS = 400 / log(10)
"""So many points make the odds e to one."""
STEPS, ENOUGH = 60, 1e-9
PROVISIONAL = 10
"""A rating from fewer games says little."""


@frozen
class Rating:
    """Where somebody stands, and the standard error of that."""

    points: float
    error: float
    games: int

    def __str__(self) -> str:
        """As in '1140 ± 60'."""
        return f"{self.points:.0f} ± {self.error:.0f}"


@frozen
class Meeting:
    """Games of two players: how many there were, and what the first one won of them, draws as halves."""

    first: str
    second: str
    games: int
    shares: float
    since: str = ""
    """The day of the oldest of them, as in 2026-11-27."""

    @property
    def rate(self) -> float:
        return self.shares / self.games if self.games else 0.5


def expected(mine: float, other: float) -> float:
    """The share that somebody may expect against another, by their ratings."""
    return 1 / (1 + exp((other - mine) / POINTS))


# ---------------------------------------------------------------- what was measured
BEFORE = "Before computers judged as they do now"


@frozen
class Ladder:
    """The levels of a rulebook, and the games from which they were rated."""

    ratings: Mapping[str, Rating]
    meetings: tuple[Meeting, ...]
    judged: str = ""
    """The day since which computers judge as they do now."""

    def words(self, player: str) -> str:
        """What is known of a player, in a sentence or two; '' for nothing."""
        rating = self.ratings.get(player)
        if rating is None:
            return ""
        own = f"Rated {rating}" + (f"; {ANCHOR} is {ANCHORED:.0f}" if player != ANCHOR else "")
        met = [one for one in self.meetings if player in (one.first, one.second)]
        old = [self._share(player, one) for one in met if one.since < self.judged]
        now = [self._share(player, one) for one in met if one.since >= self.judged]
        told = f"{own}."
        if now:
            told += f" It won {', '.join(now)}."
        if old:
            told += f" {BEFORE} it won {', '.join(old)}."
        return told

    def _share(self, player: str, one: Meeting) -> str:
        mine, other = (one.rate, one.second) if one.first == player else (1 - one.rate, one.first)
        return f"{mine:.0%} of {one.games} games against {other}"


@cache
def ladder(system_id: str) -> Ladder:
    """The ladder of a rulebook; an empty one where nobody has measured it."""
    path = files(__package__).joinpath(FILE)
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    found = data.get(system_id, {})
    ratings = {name: Rating(*numbers) for name, numbers in found.get("ratings", {}).items()}
    meetings = tuple(Meeting(*meeting) for meeting in found.get("meetings", ()))
    return Ladder(ratings, meetings, found.get("judged", ""))


# ---------------------------------------------------------------- ratings from games
def rating_of(results: Sequence[tuple[float, float]]) -> Rating:
    """The rating of somebody who got these shares against opponents of these ratings: (rating, share) of each game.

    One drawn game against the middle of them is added, so that who has won every game is rated too.
    """
    if not results:
        return Rating(ANCHORED, inf, 0)
    middle = sum(points for points, _ in results) / len(results)
    games, mine, bend = [*results, (middle, 0.5)], middle, 1.0
    for _ in range(STEPS):
        shares = [expected(mine, points) for points, _ in games]
        slope = sum(won - share for (_, won), share in zip(games, shares, strict=True))
        bend = sum(share * (1 - share) for share in shares)
        step = max(-POINTS, min(POINTS, POINTS * slope / bend))
        mine += step
        if abs(step) < ENOUGH:
            break
    return Rating(mine, POINTS / sqrt(bend), len(results))
