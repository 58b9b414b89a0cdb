"""Ways of a vehicle with a single turn, which it may make in the open (PMC-VEH-5).

As every turn costs, the shortest way from corner to corner need not be the cheapest. On both sides of its only turn the
cheapest leads straight ahead, at a right angle, or just by an obstacle: so the turn is where two such lines meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product, takewhile
from math import dist, inf, radians

import numpy as np
from attrs import astuple, define, field
from numpy.typing import NDArray

from tabletop_tui.skirmish.unit_place_fields import heading
from tabletop_tui.table.bases import TINY, Spot
from tabletop_tui.table.corner_paths import BEYOND, Corner
from tabletop_tui.table.deterministic_math import cos, sin

Vectors = NDArray[np.float64]
TOUCHED = 1.1 * BEYOND
"""Who is no farther from an obstacle than ways turn beyond it may go along it."""
BESIDE = 0.03
"""More than the hundredths by which places are rounded."""
Meeting = tuple[float, float, float, bool, tuple[int, int], Spot, tuple[bool, bool], int]
"""What a way takes at least, its two parts, whether it begins straight ahead, the rays from start and goal on which its
turn lies (0 for none), where that is, which of its parts surely are not free (the second only if the first is not), and
the place of the way among all by length: of ways that take the same the first is taken."""
WIDE, NOT_AHEAD = -0.003, 0.99999
"""The cosines of angles that count as more than a right one, and as more than none, however they are rounded."""
AROUND = tuple(product((0.0, 0.01, -0.01), repeat=2))


@define
class Meetings:
    """Places where two lines meet, each a row, for each goal those first over which a way takes the least."""

    least: NDArray[np.float64]
    gone: NDArray[np.float64]
    left: NDArray[np.float64]
    ahead: NDArray[np.bool_]
    """Whether it begins straight ahead."""
    rays: NDArray[np.int_]
    spots: Vectors
    rank: NDArray[np.intp]

    def of(self, rows: NDArray[np.intp]) -> Meetings:
        """Some of them."""
        return Meetings(*(column[rows] for column in astuple(self, recurse=False)))


@define(eq=False)
class Elbows:
    """The places where a vehicle may turn between where it stands and a goal."""

    start: Spot
    facing: float
    corners: Sequence[Corner]
    turn_cost: Callable[[float, float], float]
    """What it costs to turn from one direction to another, in degrees."""
    surely_barred: Callable[[Vectors, Vectors | None], NDArray[np.bool_]]
    """Which of the lines from the start to some places, or from these to goals, surely are not free, nor is any within
    `BESIDE` of it."""
    out: Vectors = field(init=False)
    """The directions in which it may leave: straight ahead, at right angles to that, by corners."""
    barred: dict[int, float] = field(factory=dict, init=False)
    """So far on one of these rays it surely does not come."""
    _met: dict[Spot, tuple[float, list[Meeting]]] = field(factory=dict, init=False)
    """For goals that have been looked at: the limit, and where lines meet on ways below that."""
    _corners: Vectors = field(init=False)
    _before: Vectors = field(init=False)
    """The directions of the sides of what is around, at both sides of its corners."""
    _after: Vectors = field(init=False)

    def __attrs_post_init__(self) -> None:
        places = [(one.spot, one.before, one.after) for one in self.corners if one.spot not in (one.before, one.after)]
        self._corners, before, after = np.array(places, dtype=float).reshape(-1, 3, 2).transpose(1, 0, 2)
        self._before, self._after = (
            side / np.hypot(*side.T)[:, None] for side in (before - self._corners, after - self._corners)
        )
        angles = [radians(self.facing + turn) for turn in (0, 90, -90)]
        square = np.array([(sin(angle), -cos(angle)) for angle in angles])
        self.out = np.vstack([square, self.past_corners(np.array([self.start]))[1]])

    def past_corners(self, places: Vectors) -> tuple[NDArray[np.intp], Vectors]:
        """The directions in which one goes just by an obstacle, or along one that it touches: the number of the place
        from which, and the direction."""
        ahead = self._corners - places[:, None]
        length = np.hypot(ahead[..., 0], ahead[..., 1])
        before, after = _cross(ahead, self._before), _cross(ahead, self._after)
        touched = np.minimum(np.abs(before), np.abs(after)) <= TOUCHED
        number, corner = np.nonzero(((before * after >= 0) | touched) & (length > 0))
        return number, ahead[number, corner] / length[number, corner, None]

    def way(self, goal: Spot, limit: float, free: Callable[[Spot, Spot], bool]) -> Spot | None:
        """Where to turn on the cheapest free way below a limit; None if there is none."""
        best: Spot | None = None
        if not self.might_pay(goal, limit):
            return None
        barred: dict[int, float] = {}
        rank = 0
        for least, gone, left, ahead, (one, other), place, (no_first, no_second), number in self.places(goal, limit):
            if least > limit:
                break
            if gone >= self.barred.get(one, inf) or left >= barred.get(other, inf):
                continue
            if no_first or no_second:
                self.barred.update({one: gone} if no_first and one else {})
                barred.update({other: left} if no_second and other else {})
                continue
            for spot in beside(place) if ahead else (place,):
                cost = self.cost(spot, goal)
                better = cost < limit or (cost == limit and number < rank)
                if better and free(spot, goal) and free(self.start, spot):
                    best, limit, rank = spot, cost, number
        return best

    def might_pay(self, goal: Spot, limit: float) -> bool:
        """Whether a way with a turn might take less than a limit."""
        return dist(self.start, goal) + self.turn_cost(0.0, 90.0) < limit

    def places(self, goal: Spot, limit: float) -> Iterator[Meeting]:
        """Where lines meet on ways below a limit, the cheapest way first."""
        if goal not in self._met or self._met[goal][0] < limit:
            met = self.meetings(np.array([goal]), np.array([limit]))[1]
            closed = self.closed(met.spots, np.broadcast_to(np.array(goal), met.spots.shape))
            columns = met.least, met.gone, met.left, met.ahead, met.rays, met.spots, closed, met.rank
            rows = zip(*(column.tolist() for column in columns), strict=True)
            self._met[goal] = limit, [(*row, (x, y), bars, rank) for *row, (x, y), bars, rank in rows]
        return takewhile(lambda row: row[0] < limit, self._met[goal][1])

    def meetings(self, goals: Vectors, limits: Vectors) -> tuple[NDArray[np.intp], Meetings]:
        """The same for many goals at once: the numbers of their goals, and where lines meet."""
        (of, into), offset = self.past_corners(goals), goals - self.start
        once = self.turn_cost(0.0, 90.0)
        paid = np.where(np.arange(len(self.out)) > 0, 2 * once, once)
        with np.errstate(divide="ignore", invalid="ignore"):
            angle = _cross(self.out[None], into[:, None])
            far = _cross(offset[of], into)[:, None] / angle
            near = (
                far + np.abs(_cross(offset[of][:, None], self.out[None]) / angle) < limits[of][:, None] - paid + BESIDE
            )
        others, ones = np.nonzero((far > 0) & near)
        on_both = self.start + self.out[ones] * far[others, ones][:, None]
        squared_out = self.start + self.out * (offset @ self.out.T)[..., None]
        squared_in = goals[of] - into * np.sum(into * offset[of], axis=1)[:, None]
        every = np.vstack([on_both, squared_out.reshape(-1, 2), squared_in]).round(2)
        outs, number = np.arange(len(self.out)), np.arange(len(goals))
        number = np.concatenate([of[others], np.repeat(number, len(outs)), of])
        ones = np.concatenate([ones, np.tile(outs, len(goals)), np.full(len(of), -1)])
        others = np.concatenate([others, np.full(len(goals) * len(outs), -1), np.arange(len(of))])
        gone, left = np.hypot(*(every - self.start).T), np.hypot(*(every - goals[number]).T)
        turns = self._turns(every - self.start, goals[number] - every, ones)
        short = gone + left + once * (1.0 + (ones > 0))
        least = np.maximum(short, gone + left + once * turns - TINY)
        order = np.nonzero(least < limits[number])[0]
        order = order[np.argsort(short[order], kind="stable")]
        rank = np.arange(len(order))
        cheapest = np.lexsort((least[order], number[order]))
        order, rank = order[cheapest], rank[cheapest]
        spots, ones, others, number = every[order], ones[order], others[order], number[order]
        rays = np.stack([_rays(ones, self.out, spots - self.start), _rays(others, into, spots - goals[number])], axis=1)
        return number, Meetings(least[order], gone[order], left[order], ones == 0, rays, spots, rank)

    def closed(self, spots: Vectors, goals: Vectors) -> NDArray[np.bool_]:
        """Which parts of ways over places to goals surely are not free; the second only where the first is."""
        found = np.zeros((len(spots), 2), dtype=np.bool_)
        found[:, 0] = self.surely_barred(spots, None)
        begun = ~found[:, 0]
        found[begun, 1] = self.surely_barred(spots[begun], goals[begun])
        return found

    def _turns(self, first: Vectors, second: Vectors, ones: NDArray[np.int_]) -> NDArray[np.float64]:
        """How many turns at least are paid for on ways of two parts; headings are rounded to a tenth of a degree."""
        with np.errstate(divide="ignore", invalid="ignore"):
            before = first @ self.out[0] / np.hypot(*first.T)
            between = np.sum(first * second, axis=1) / np.hypot(*first.T) / np.hypot(*second.T)
        turns = 1.0 + (before < NOT_AHEAD) + (before < WIDE) + (between < WIDE)
        return np.where(ones == 0, 1.0, turns)  # who goes straight ahead may turn a hundredth beside such a place

    def cost(self, spot: Spot, goal: Spot) -> float:
        """What the way over a place takes, if nothing is in the way."""
        if spot in (self.start, goal):
            return inf
        first, second = heading(self.start, spot), heading(spot, goal)
        turns = self.turn_cost(self.facing, first) + self.turn_cost(first, second)
        return dist(self.start, spot) + dist(spot, goal) + turns


def beside(spot: Spot) -> Iterator[Spot]:
    """A place and those that a hundredth tells apart from it: one of them may be straight ahead."""
    return ((round(spot[0] + dx, 2), round(spot[1] + dy, 2)) for dx, dy in AROUND)


def _rays(numbers: NDArray[np.int_], directions: Vectors, ways: Vectors) -> NDArray[np.int_]:
    """On which ray each way lies: 1 and more in the direction of that number, -1 and less against it, 0 for none."""
    along = np.sum(directions[numbers] * ways, axis=1) if len(directions) else np.zeros(len(numbers))
    found: NDArray[np.int_] = np.where(along >= 0, numbers + 1, -numbers - 1)
    return found


def _cross(one: Vectors, other: Vectors) -> Vectors:
    found: Vectors = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return found
