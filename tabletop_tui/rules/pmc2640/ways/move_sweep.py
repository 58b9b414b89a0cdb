"""What a unit's moves to many places take, over corners or with a vehicle's turn in the open, found for all at once.

The ways are those of `Detours`, judged as `MoveField` judges them (PMC-MOVE-4, PMC-TERR-7, PMC-VEH-5). Where sums of
floats, an obstacle that is just grazed, or a wall that might be crossed leave any doubt about what is said to a place,
nothing is said, and it has to be judged by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, inf

import numpy as np
from attrs import astuple, define, field
from numpy.typing import NDArray

from tabletop_tui.rules.pmc2640.state.battle import Unit
from tabletop_tui.rules.pmc2640.ways.movement_limits import PENALTY
from tabletop_tui.rules.pmc2640.ways.pathfinding import Detours, turn_cost
from tabletop_tui.rules.pmc2640.ways.single_turn_ways import AROUND, Meetings
from tabletop_tui.rules.pmc2640.ways.straight_move_sweep import Legs, is_wall
from tabletop_tui.skirmish.unit_place_fields import heading
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.corner_paths import STRAIGHT, Corner
from tabletop_tui.table.kept_distances import EDGE, Flags, Floats
from tabletop_tui.table.points import Spot

Numbers = np.ndarray[tuple[int], np.dtype[np.intp]]
FIRST = 4
"""So many ways to each goal are looked at first."""


@define
class Found:
    """Of each goal the cheapest way of a sort that was found."""

    cost: Floats
    """By which it is chosen; inf where there is none."""
    judged: Floats
    """What it takes, with terrain."""
    doubt: Flags
    """Where another way may be the right one, or it may take something else."""

    @staticmethod
    def none(count: int) -> Found:
        return Found(np.full(count, inf), np.full(count, inf), np.zeros(count, bool))

    def among(self, goal: Numbers, cost: Floats, taken: Floats, legs: Legs) -> None:
        """The cheapest of ways to goals, each a row with its cost and what it takes, of those that are free."""
        before = self.cost.copy()
        np.minimum.at(self.cost, goal[legs.free], cost[legs.free])
        self.judged[self.cost < before - EDGE] = inf
        matters = cost < self.cost[goal] + EDGE
        self.doubt[goal[matters & ~legs.free & ~legs.barred]] = True
        best = matters & legs.free
        self.doubt[goal[best & legs.maybe_slowed & ~legs.slowed]] = True
        known = self.judged.copy()
        np.minimum.at(self.judged, goal[best], taken[best])
        self.doubt[goal[best & (taken > self.judged[goal] + EDGE)]] = True
        self.doubt |= np.isfinite(known) & (known > self.judged + EDGE)


@define(slots=False)
class Moves:
    """The moves of a unit, its models side by side, to goals, rows x, y, where it surely can end."""

    detours: Detours
    goals: Floats
    doubt: Flags = field(init=False)
    """To which of them anything may be said."""
    far: Floats = field(init=False)
    direct: Legs = field(init=False)
    """What is on straight ways there, once that has been looked at."""

    def __attrs_post_init__(self) -> None:
        self.doubt = np.zeros(len(self.goals), bool)
        self.far = np.hypot(*(self.goals - self.start).T)

    @property
    def unit(self) -> Unit:
        return self.detours.around.unit

    @property
    def start(self) -> Floats:
        return np.array(self.detours.starts[0])

    @property
    def most(self) -> float:
        return self.detours.allowance + TINY

    def taken(self) -> Floats:
        """What the cheapest takes that is allowed; inf where none is, nan where that is in doubt."""
        straight, slowed = self.straight()
        free, done = np.isfinite(straight), np.isfinite(straight) & ~slowed
        limit, found = np.where(free, straight - TINY, self.most), straight.copy()
        if not (done | self.doubt).all():
            wet, walls = self.slow_at(), any(map(is_wall, self.detours.around.terrain))
            for past, wanted in ((False, ~free | walls), (True, ~wet & self.detours.can_stay_dry)):
                wanted &= ~done & ~self.doubt
                for way in self.around(past, wanted, limit) if wanted.any() else ():
                    found = np.minimum(found, self.allowed(way.judged))
        found[self.doubt] = np.nan
        return found

    def allowed(self, taken: Floats) -> Floats:
        """What ways take, inf where that is too much."""
        self.doubt |= np.abs(taken - self.most) < EDGE
        return np.where(taken <= self.most, taken, inf)

    def straight(self) -> tuple[Floats, Flags]:
        """What straight ways take, inf for those that are not allowed; and which are slowed."""
        legs = self.legs(np.broadcast_to(self.start, self.goals.shape), self.goals)
        first, unsure = self.headings(self.start, self.goals)
        taken = self.allowed(self.far + self.turns(self.unit.facing, first))
        within = np.isfinite(taken)
        for number in np.flatnonzero(within & legs.free & legs.maybe_slowed & ~legs.slowed).tolist():
            legs.slowed[number] = legs.maybe_slowed[number] = self.grazes(self.goals[number])
        self.direct = legs
        self.doubt |= unsure | (within & ~legs.barred & ~legs.free)
        self.doubt |= np.abs(self.far - self.most) < EDGE
        taken[~legs.free] = inf
        return self.allowed(taken + self.penalty * legs.slowed), legs.slowed

    def grazes(self, goal: Floats) -> bool:
        """Whether what slows is just met on the straight way to a goal, as the rules have it."""
        legs = self.detours.legs
        starts, ends = (np.round(legs.each(place[None]), 2).tolist() for place in (self.start, goal))
        tracks = [((x, y), (u, v)) for (x, y), (u, v) in zip(starts, ends, strict=True)]
        return any(piece.figure.meets(*track) for piece in legs.slowing_pieces for track in tracks)

    @property
    def penalty(self) -> float:
        """What terrain takes that slows."""
        return PENALTY[self.unit.vehicle]

    def slow_at(self) -> Flags:
        """Where what slows lies."""
        legs = self.detours.legs
        surely, maybe = legs.met(legs.slow, self.goals)
        self.doubt |= maybe & ~surely
        return maybe

    def legs(self, starts: Floats, ends: Floats) -> Legs:
        return self.detours.legs.legs(starts, ends)

    def headings(self, start: Floats, end: Floats) -> tuple[Floats, Flags]:
        """The directions from places to others, as `heading` rounds them, and which of them may be rounded otherwise;
        to infantry they do not matter."""
        by = end - start
        if not self.unit.vehicle:
            return np.zeros(by.shape[:-1]), np.zeros(by.shape[:-1], bool)
        tenths = np.degrees(np.arctan2(by[..., 0], -by[..., 1])) % 360 * 10
        return np.rint(tenths) / 10, np.abs(tenths - np.floor(tenths) - 0.5) < 1e-6

    def turns(self, before: Floats | float, after: Floats) -> Floats:
        """What turns take from one direction to another, in degrees (`turn_cost`)."""
        if not self.unit.vehicle:
            return np.zeros(after.shape)
        angle = np.abs((after - before + 180) % 360 - 180)
        each: Floats = np.where(angle < 0.1, 0.0, np.where(angle <= 90 + TINY, 1.0, 2.0))
        return each * self.unit.type.turn_cost

    def around(self, past: bool, wanted: Flags, limit: Floats) -> Iterator[Found]:
        """The ways over corners, and those with a turn in the open that are cheaper; `past` what slows, or through."""
        over = self.over_corners(past, wanted, limit)
        self.doubt |= over.doubt
        yield over
        if self.unit.vehicle:
            below = np.minimum(limit, over.cost)
            turned = self.with_a_turn(past, wanted & ~self.doubt, below)
            self.doubt |= turned.doubt
            with np.errstate(invalid="ignore"):
                alike, apart = np.abs(turned.cost - over.cost) < EDGE, np.abs(turned.judged - over.judged) > EDGE
            self.doubt |= alike & apart
            turned.judged[turned.cost >= below] = inf
            yield turned

    # ------------------------------------------------------------------ over corners
    def over_corners(self, past: bool, wanted: Flags, limit: Floats) -> Found:
        found, unit = Found.none(len(self.goals)), self.unit
        ways = (self.detours.past if past else self.detours.through).found()
        spots = np.array([way[-1] for _, way, _ in ways])
        before = np.array([heading(*way[-2:]) if len(way) > 1 else unit.facing for _, way, _ in ways])
        costs, really = np.array([cost for cost, _, _ in ways]), [self.driven(way) for _, way, _ in ways]
        away = np.hypot(*np.moveaxis(self.goals - spots[:, None], 2, 0))
        least = costs[:, None] + away
        below = np.minimum(limit, self.detours.allowance + STRAIGHT)
        near = (least < below + EDGE) & wanted
        near[0] &= ~self.direct.barred  # the first way is straight
        for number, (_, _, corner) in enumerate(ways):
            if corner is not None and near[number].any():
                near[number] &= grazed(corner, self.goals, near[number])
        way, goal = np.nonzero(near)
        after, unsure = self.headings(spots[way], self.goals[goal])
        same = away[way, goal] == 0
        taken = least[way, goal] + np.where(same, 0.0, self.turns(before[way], after))
        cost, course = np.array(really)[way].T
        judged = cost + away[way, goal] + np.where(same, 0.0, self.turns(course, after))
        self.doubt[goal[unsure & ~same]] = True
        worth = np.flatnonzero(taken < below[goal] + EDGE)
        worth = worth[np.lexsort((taken[worth], goal[worth]))]
        way, goal, taken, judged = way[worth], goal[worth], taken[worth], judged[worth]
        led = self.before_last([one for _, one, _ in ways], past)
        for rows in in_turn(found, goal, taken):
            legs = self.last_legs(spots, way[rows], goal[rows])
            legs = (legs.past() if past else legs).and_(led.of(way[rows]))
            found.among(goal[rows], taken[rows], judged[rows] + self.penalty * legs.slowed, legs)
        found.doubt |= np.abs(found.cost - below) < EDGE
        none = found.cost >= below
        found.cost[none] = found.judged[none] = inf
        return found

    def last_legs(self, spots: Floats, way: Numbers, goal: Numbers) -> Legs:
        """What is on the legs from the ends of ways to goals."""
        on, found = way > 0, self.direct.of(goal)
        legs = self.legs(spots[way[on]], self.goals[goal[on]])
        for flags, new in zip(astuple(found, recurse=False), astuple(legs, recurse=False), strict=True):
            flags[on] = new
        return found

    def driven(self, way: tuple[Spot, ...]) -> tuple[float, float]:
        """What a way takes without terrain, and the direction in which it ends."""
        legs = [(a, b) for a, b in pairwise(way) if dist(a, b) > TINY]
        course = [self.unit.facing, *(heading(a, b) for a, b in legs)] if self.unit.vehicle else [0.0]
        turns = sum(turn_cost(self.unit, *turn) for turn in pairwise(course))
        return sum(dist(a, b) for a, b in legs) + turns, course[-1]

    def before_last(self, ways: list[tuple[Spot, ...]], past: bool) -> Legs:
        """What is on ways that are free before their last legs: they may be slowed, and it may be left open."""
        pairs = [(number, *leg) for number, way in enumerate(ways) for leg in pairwise(way)]
        of = np.array([number for number, _, _ in pairs], dtype=np.intp)
        sides = np.array([leg for _, *leg in pairs]).reshape(-1, 2, 2)
        legs, none = self.legs(sides[:, 0], sides[:, 1]), np.zeros(len(ways), bool)
        found = Legs(~none, none, none.copy(), none.copy(), none)
        found.free[of[legs.walled]] = False
        if not past:
            found.slowed[of[legs.slowed]], found.maybe_slowed[of[legs.maybe_slowed]] = True, True
        return found

    # ------------------------------------------------------------------ with a turn in the open
    def with_a_turn(self, past: bool, wanted: Flags, limit: Floats) -> Found:
        found, elbows = Found.none(len(self.goals)), self.detours.elbows[past]
        some = np.flatnonzero(wanted & (self.far + self.turns(0.0, np.array(90.0)) < limit))
        if not len(some):
            return found
        number, met = elbows.meetings(self.goals[some], limit[some] + EDGE)
        of = np.repeat(np.arange(len(number)), np.where(met.ahead, len(AROUND), 1))
        goal, spots, beside = some[number[of]], met.spots[of], np.flatnonzero(met.ahead[of])
        spots[beside] = (spots[beside] + np.tile(np.array(AROUND), (len(beside) // len(AROUND), 1))).round(2)
        first, unsure = self.headings(self.start, spots)
        second, too = self.headings(spots, self.goals[goal])
        cost = np.hypot(*(spots - self.start).T) + np.hypot(*(self.goals[goal] - spots).T)
        cost += self.turns(self.unit.facing, first) + self.turns(first, second)
        apart = (spots != self.start).any(axis=1) & (spots != self.goals[goal]).any(axis=1)
        # Beside a place straight ahead a way may take less than there, by which it is left out or not.
        unsure |= too | ((np.abs(met.least[of] - limit[goal]) < EDGE) & (cost < limit[goal] - EDGE))
        found.doubt[goal[unsure & apart]] = True
        worth = np.flatnonzero(apart & (cost < limit[goal] + EDGE))
        order = worth[np.lexsort((cost[worth], of[worth]))]
        self.cheapest(found, past, met.of(of[order]), goal[order], cost[order], spots[order])
        return found

    def cheapest(self, found: Found, past: bool, met: Meetings, goal: Numbers, cost: Floats, spots: Floats) -> None:
        """The cheapest ways that are free, looked for from what they take at least on; more and more at a time."""
        rank, low, high = np.arange(len(goal)) - np.searchsorted(goal, goal), 0, 1
        off, elbows = self.off_table(spots), self.detours.elbows[past]
        bars = Bars.on(met.rays)
        while low <= rank.max(initial=-1):
            worth = (met.least < found.cost[goal] + EDGE) & (cost < found.cost[goal] + EDGE) & ~found.doubt[goal]
            rows = np.flatnonzero((rank >= low) & (rank < high) & worth & ~bars.hide(met))
            closed = elbows.closed(met.spots[rows], self.goals[goal[rows]])
            bars.add(met.of(rows), closed)
            rows = rows[~closed.any(axis=1)]
            second = self.legs(spots[rows], self.goals[goal[rows]])
            first = self.legs(np.broadcast_to(self.start, (len(rows), 2)), spots[rows])
            legs = first.and_(second)
            legs = legs.past() if past else legs
            found.doubt[goal[rows[off[rows] & ~legs.barred]]] = True
            self.leave_out(found, legs, goal[rows], met.least[rows], cost[rows])
            found.among(goal[rows], cost[rows], cost[rows] + self.penalty * legs.slowed, legs)
            low, high = high, 3 * high

    def leave_out(self, found: Found, legs: Legs, goal: Numbers, least: Floats, cost: Floats) -> None:
        """The ways, in order, of which more is taken at least than one that is free takes count as barred."""
        best = found.cost.copy()
        for row in np.flatnonzero(~legs.barred).tolist():
            one, most = goal[row], best[goal[row]]
            if least[row] > most - EDGE and cost[row] < most - EDGE:
                found.doubt[one] |= least[row] < most + EDGE
                legs.barred[row], legs.free[row] = True, False
            elif legs.free[row]:
                best[one] = min(most, cost[row])

    def off_table(self, spots: Floats) -> Flags:
        """Which places may be off the table."""
        table, edge = self.detours.around.battle.table, self.unit.type.radius
        found: Flags = np.any((spots < edge) | (spots > np.array((table.width, table.height)) - edge), axis=1)
        return found


@define
class Bars:
    """How far one comes on rays from the start and from goals before something surely is in the way."""

    first: Numbers
    """The least number of a ray, for those from the start and for those from goals."""
    out: Floats
    into: Floats

    @staticmethod
    def on(rays: NDArray[np.int_]) -> Bars:
        first, last = rays.min(axis=0, initial=0), rays.max(axis=0, initial=0)
        return Bars(first, *(np.full(count, inf) for count in (last - first + 1).tolist()))

    def add(self, met: Meetings, closed: Flags) -> None:
        for part, bars, far in ((0, self.out, met.gone), (1, self.into, met.left)):
            some = closed[:, part] & (met.rays[:, part] != 0)
            np.minimum.at(bars, met.rays[some, part] - self.first[part], far[some])

    def hide(self, met: Meetings) -> Flags:
        """Which of some places lie beyond that."""
        out, into = met.rays[:, 0] - self.first[0], met.rays[:, 1] - self.first[1]
        found: Flags = (met.gone >= self.out[out]) | (met.left >= self.into[into])
        return found


def grazed(corner: Corner, goals: Floats, some: Flags) -> Flags:
    """Of some goals those to which a way may go on from a corner (`Corner.grazed`)."""
    (x, y), (left, top, right, bottom) = corner.spot, corner.outline.box
    dx, dy = x - goals[:, 0], y - goals[:, 1]
    one = dx * (corner.before[1] - y) - dy * (corner.before[0] - x)
    two = dx * (corner.after[1] - y) - dy * (corner.after[0] - x)
    found: Flags = one * two >= -STRAIGHT
    boxed = np.all((goals >= (left, top)) & (goals <= (right, bottom)), axis=1)
    for number in np.flatnonzero(some & ~found & boxed).tolist():
        found[number] = corner.outline.holds(tuple(goals[number].tolist()))
    return found & some


def in_turn(found: Found, goal: Numbers, cost: Floats) -> Iterator[Numbers]:
    """Of ways that are sorted by goals and then by costs those that may still be the cheapest, a few, then more."""
    rank, low, high = np.arange(len(goal)) - np.searchsorted(goal, goal), 0, FIRST
    while low <= rank.max(initial=-1):
        worth = (cost < found.cost[goal] + EDGE) & ~found.doubt[goal]
        yield np.flatnonzero((rank >= low) & (rank < high) & worth)
        low, high = high, 3 * high
