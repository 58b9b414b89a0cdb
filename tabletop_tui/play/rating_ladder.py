"""How strong computers are, measured: a rating for each level on one scale for each rulebook.

The scale is Elo's: whoever is 400 points ahead wins ten times as often as the other. `greedy` stands at 1000 in every
rulebook, so that ratings of two rulebooks have nothing else in common. A draw counts half a win to each. The figures
are in `ladder.toml`, which `python -m benchmarks.ladder` writes from the games that were played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, inf, log, sqrt

from attrs import frozen

FILE = "ladder.toml"
ANCHOR, ANCHORED = "greedy", 1000.0
"""Who stands where in every rulebook."""
POINTS = 400 / log(10)
"""So many points make the odds e to one."""
STEPS, ENOUGH = 60, 1e-9
DOUBT = 2.0
"""So many drawn games against the middle of all are added for each player, so that nobody stands infinitely high."""
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
    def is_old(self) -> bool:
        """Whether some were played before computers judged as they do now."""
        return self.since < JUDGED

    @property
    def rate(self) -> float:
        return self.shares / self.games if self.games else 0.5


def expected(mine: float, other: float) -> float:
    """The share that somebody may expect against another, by their ratings."""
    return 1 / (1 + exp((other - mine) / POINTS))


# ---------------------------------------------------------------- what was measured
JUDGED = "2026-11-27"
"""Since that day computers judge as they do now: to be changed with how they judge."""
BEFORE = "Before computers judged as they do now"


@frozen
class Ladder:
    """The levels of a rulebook, and the games from which they were rated."""

    ratings: Mapping[str, Rating]
    meetings: tuple[Meeting, ...]

    def words(self, player: str) -> str:
        """What is known of a player, in a sentence or two; '' for nothing."""
        rating = self.ratings.get(player)
        if rating is None:
            return ""
        own = f"Rated {rating}" + (f"; {ANCHOR} is {ANCHORED:.0f}" if player != ANCHOR else "")
        met = [one for one in self.meetings if player in (one.first, one.second)]
        now, old = ([self._share(player, one) for one in met if one.is_old == old] for old in (False, True))
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
    return Ladder(ratings, tuple(Meeting(*meeting) for meeting in found.get("meetings", ())))


# ---------------------------------------------------------------- ratings from games
def rated(meetings: Sequence[Meeting], anchor: str = ANCHOR) -> dict[str, Rating]:
    """The most likely ratings of all who met, by the model of Bradley and Terry; the anchor is sure by agreement."""
    names = list(dict.fromkeys([anchor, *(name for one in meetings for name in (one.first, one.second))]))
    points = dict.fromkeys(names, 0.0)
    bends = dict.fromkeys(names, 1.0)
    for _ in range(STEPS * len(names)):
        moved = 0.0
        for name in names:
            slope, bend = slope_of(name, points, meetings)
            step = slope / bend
            points[name] += step
            bends[name], moved = bend, max(moved, abs(step))
        if moved < ENOUGH:
            break
    games = {name: sum(one.games for one in meetings if name in (one.first, one.second)) for name in names}
    return {
        name: Rating(
            ANCHORED + POINTS * (points[name] - points[anchor]),
            0.0 if name == anchor else POINTS / sqrt(bends[name]),
            games[name],
        )
        for name in names
    }


def slope_of(name: str, points: Mapping[str, float], meetings: Iterable[Meeting]) -> tuple[float, float]:
    """How much likelier the games would be if somebody stood higher, and how fast that falls."""
    even = 1 / (1 + exp(-points[name]))
    slope, bend = DOUBT * (0.5 - even), DOUBT * even * (1 - even)
    for one in meetings:
        if name not in (one.first, one.second):
            continue
        other = one.second if one.first == name else one.first
        won = one.shares if one.first == name else one.games - one.shares
        share = 1 / (1 + exp(points[other] - points[name]))
        slope += won - one.games * share
        bend += one.games * share * (1 - share)
    return slope, bend


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
