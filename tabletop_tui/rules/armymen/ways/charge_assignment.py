"""Who goes where when a unit goes into contact (AMC-MELEE-1, AMC-MELEE-2, AMC-MOVE-1, AMC-VUNIT-3).

As many as possible touch the target, so that their ways are shortest in all, and the others come as near as they can.
The unit keeps together where it can. They go one after another, each around those who have gone and those who wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, pairwise, product
from math import asin, atan2, dist, inf, pi, radians

from attrs import define, evolve, field

from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.charge_move import (
    CLOSE,
    Approach,
    Track,
    Tracks,
    approaches,
    aside,
    before,
    cut,
    length,
    meet,
    ring,
    short_of,
)
from tabletop_tui.rules.armymen.ways.move_field import toward
from tabletop_tui.rules.armymen.ways.standing_checks import ACROSS, LINK, incoherent
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.pathfinding import BESIDE, Pathfinder
from tabletop_tui.table.place_assignment import augment, cheapest_lazily
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import off
from tabletop_tui.table.terrain_pieces import Piece

LEFT_OUT = 1000.0
"""More than all ways together: what a place in contact is worth."""
LEAVES = 50.0
"""What it counts if one who touches the target goes elsewhere."""
NO_NEARER = 0.05
"""Nobody moves to come nearer by less than this."""
STEP, STEPS = 0.5, 6
"""Places around the target that are tried too, so far from each other, for so many rings."""
TURN, TURNS = radians(6), 12
"""Directions on both sides of straight on that are tried too."""
BEYOND = 12.0
"""So much further than its move the way of one who cannot touch the target is looked for."""

Ends = dict[int, Spot]
"""Where models end, by their numbers."""


@define(eq=False, slots=False)
class Ranks:
    """Where the models of a unit end that goes into contact by one approach, and how they go there."""

    approach: Approach
    side: Spot | None = None
    """Where one of them is to touch the target, if one can."""
    fixed: Ends = field(factory=dict)
    """Where a player puts single models."""

    @property
    def starts(self) -> Spots:
        return self.approach.unit.models

    # ------------------------------------------------------------------ places beside each other
    @cached_property
    def width(self) -> float:
        """Of a base."""
        return 2 * self.approach.unit.radius

    def clear(self, spot: Spot, taken: Iterable[Spot]) -> bool:
        """Whether a base here would stand on none of these."""
        least = self.width - TINY
        return all(dist(spot, other) >= least for other in taken)

    def fits(self, spot: Spot, taken: Iterable[Spot]) -> bool:
        """The same, and within 6 in of all of them (AMC-MOVE-2)."""
        least, most = self.width - TINY, ACROSS + self.width + TINY
        return all(least <= dist(spot, other) <= most for other in taken)

    def linked(self, spot: Spot, taken: Iterable[Spot]) -> bool:
        """Whether one of these is within 2 in (AMC-MOVE-1)."""
        return any(dist(spot, other) <= LINK + self.width + TINY for other in taken)

    def beside(self, spot: Spot) -> list[Spot]:
        """The free places in contact with the target and base to base with one who stands here."""
        way, touch, rim = self.approach, self.width + BESIDE, self.approach.close + CLOSE / 2
        near = (other for other in way.target.models if dist(spot, other) <= rim + touch)
        return [place for other in near for place in meet(other, rim, spot, touch) if way.finder.free(place)]

    # ------------------------------------------------------------------ who touches
    @cached_property
    def touching(self) -> Ends:
        """Those who touch the target, as many as possible, so that all ways together are shortest."""
        first = self.first()
        best = self.filled(self.one_by_one(first))
        most = min(self.room, sum(map(self.able, range(len(self.starts)))))
        for seed in self.seeds(best) if len(best) < most else ():
            if len(best) < most:
                best = max(best, self.filled(self.side_by_side(first, seed, len(best))), key=len)
        return self.shortest(best)

    @cached_property
    def room(self) -> int:
        """No more than so many can touch the target."""
        way = self.approach
        return len(way.target.models) * int(pi / asin(min(1.0, (self.width - CLOSE) / 2 / way.close)) + TINY)

    def first(self) -> Ends:
        """Those whose places are chosen."""
        ends = dict(self.fixed)
        if self.side is not None and self.clear(self.side, ends.values()):
            ways = ((n, self.approach.way(start, self.side)) for n, start in enumerate(self.starts) if n not in ends)
            able = [(self.approach.touches(self.starts[n]), way[0], n) for n, way in ways if way is not None]
            if able:
                ends[min(able)[2]] = self.side
        return ends

    def able(self, number: int) -> bool:
        """Whether a model could touch the target if it went alone."""
        return self.nearest(self.starts[number], self.approach.places) is not None or any(
            self.approach.way(self.starts[number], spot) for spot in self.approach.bends(self.starts[number])
        )

    def nearest(self, start: Spot, places: Iterable[Spot]) -> Spot | None:
        """The place to which the way is shortest; around a side that was chosen the one that is nearest to that."""
        if (side := self.side) is not None:
            around = sorted(places, key=lambda spot: (spot != start, dist(spot, side)))
            return next((spot for spot in around if self.approach.way(start, spot) is not None), None)
        best: Spot | None = None
        least = self.approach.limit
        for far, spot in sorted((dist(start, spot), spot) for spot in places):
            if far > least:
                break
            if (way := self.approach.way(start, spot)) is not None and (best is None or way[0] < least):
                best, least = spot, way[0]
        return best

    def one_by_one(self, ends: Ends) -> Ends:
        """Each goes where its way is shortest, those nearest to the target first."""
        ends, free = dict(ends), self.approach.places
        free = [*free, *chain.from_iterable(map(self.beside, ends.values()))]
        free = [spot for spot in free if self.fits(spot, ends.values())]
        gaps = sorted((self.approach.gap(start), n) for n, start in enumerate(self.starts) if n not in ends)
        for _, number in gaps:
            if (spot := self.nearest(self.starts[number], free)) is not None:
                ends[number] = spot
                free = [place for place in free if self.fits(place, (spot,))]
                free += [place for place in self.beside(spot) if self.fits(place, ends.values())]
        return ends

    def seeds(self, ends: Ends) -> Iterator[Spot]:
        """Where a rank may begin in which they stand base to base."""
        yield from list(ends.values())[:2]
        yield from sorted(self.approach.places, key=lambda spot: min(dist(spot, start) for start in self.starts))[:4]

    def side_by_side(self, ends: Ends, seed: Spot, least: int) -> Ends:
        """They stand base to base, or against what is in the way, from a place on; whoever can goes there.

        Not worked out where there is no room for more than `least`.
        """
        taken = list(ends.values())
        free = [seed, *chain.from_iterable(map(self.beside, taken))]
        while len(taken) < len(self.starts):
            free = [spot for spot in free if self.fits(spot, taken)]
            spot = min(free, key=self.away, default=None)
            if spot is None:
                break
            taken.append(spot)
            free += self.beside(spot)
        if len(taken) <= least:
            return ends
        owners = dict(enumerate(ends))
        for number in range(len(self.starts)):
            if number not in ends:
                self.augment(number, taken, owners)
        return {number: taken[place] for place, number in owners.items()}

    def away(self, spot: Spot) -> float:
        """How far a place is from the side that was chosen, or from where they start."""
        return dist(spot, self.side) if self.side is not None else added(dist(spot, start) for start in self.starts)

    def filled(self, ends: Ends) -> Ends:
        """More of them touch where there still is a free place, though others may have to change theirs."""
        for number, start in enumerate(self.starts):
            if number in ends or len(ends) >= self.room or not self.able(number):
                continue
            taken = list(ends.values())
            free = [*self.approach.places, *chain.from_iterable(map(self.beside, taken)), *self.approach.bends(start)]
            free = sorted({spot for spot in free if self.fits(spot, taken)}, key=lambda spot: dist(spot, start))
            owners = dict(enumerate(ends))
            places = [*taken, *free]
            if free and self.augment(number, places, owners):
                ends = {number: places[place] for place, number in owners.items()}
        return ends

    def augment(self, number: int, places: Sequence[Spot], owners: dict[int, int]) -> bool:
        """Give a model one of these places, though others may have to change theirs."""

        def allowed(number: int, place: int) -> bool:
            chosen = place in owners and owners[place] in self.fixed
            return not chosen and self.approach.way(self.starts[number], places[place]) is not None

        return augment(number, range(len(places)), allowed, owners)

    def shortest(self, ends: Ends) -> Ends:
        """The same places, each taken by the one so that all ways together are shortest.

        Who touches the target already stays if he can.
        """
        who = [number for number in range(len(self.starts)) if number not in self.fixed]
        places = [spot for number, spot in ends.items() if number not in self.fixed]
        if not places:
            return ends
        starts, limit = [self.starts[number] for number in who], self.approach.limit
        leaves = [LEAVES * self.approach.touches(start) for start in starts]

        def cost(row: int, spot: Spot, far: float) -> float:
            return far + leaves[row] * (spot != starts[row]) if far <= limit else LEFT_OUT

        least = [[cost(row, spot, dist(start, spot)) for spot in places] for row, start in enumerate(starts)]

        def exact(row: int, column: int) -> float:
            way = self.approach.way(starts[row], places[column])
            return cost(row, places[column], way[0]) if way is not None else LEFT_OUT

        found = cheapest_lazily(least, exact, LEFT_OUT)
        return {**self.fixed, **{who[row]: places[place] for row, place in enumerate(found) if place is not None}}

    # ------------------------------------------------------------------ the others
    @cached_property
    def ends(self) -> Spots:
        """Where each of them ends: those who do not touch as near as they come, the nearest first."""
        ends = self.closed_in(linked=False)
        return ends if incoherent(ends, self.approach.unit.radius) is None else self.closed_in(linked=True)

    def closed_in(self, linked: bool) -> Spots:
        """Each one goes as near as he comes; `linked`: within 2 in of those who went before him, if he can."""
        ends = dict(self.touching)
        rest = sorted((self.approach.gap(start), n) for n, start in enumerate(self.starts) if n not in ends)
        for _, number in rest:
            ends[number] = self.as_near(number, list(ends.values()), linked=linked)
        return tuple(ends[number] for number in range(len(self.starts)))

    def as_near(self, number: int, taken: Sequence[Spot], barred: Sequence[Spot] = (), linked: bool = True) -> Spot:
        """Where a model comes nearest to the target, in coherency with the others if it can.

        It goes around those who are `barred`.
        """
        start, way = self.starts[number], self.approach

        def free(spot: Spot) -> bool:
            near = dist(start, spot) <= way.limit and self.clear(spot, taken) and way.finder.free(spot, start)
            return near and self.go(number, spot, barred) is not None

        near = {start, *self.near(start, taken)}
        if barred:  # he may touch the target elsewhere
            near.update(way.places, *map(self.beside, taken))
        places = sorted((way.gap(spot) - NO_NEARER * (spot == start), spot) for spot in near)
        apart_from_them: Spot | None = None
        for _, spot in places:
            together = self.fits(spot, taken) and (not linked or not taken or self.linked(spot, taken))
            if (together or apart_from_them is None) and free(spot):
                if together:
                    return spot
                apart_from_them = spot
        return apart_from_them or start

    def near(self, start: Spot, taken: Sequence[Spot]) -> Iterator[Spot]:
        """Places that may be the nearest to the target for one who cannot touch it.

        As far as it comes, straight on or by a bent way; and where it is wedged in between the bases of others.
        """
        way = self.approach
        goal = min(way.target.models, key=lambda spot: dist(start, spot))
        straight = before(start, goal, way.close)
        if dist(start, straight) > way.reach:
            straight = toward(start, goal, way.reach)
        yield straight
        if not way.finder.is_clear(start, straight):
            yield from self.bent(way.finder, start, goal)
        if self.runs_into((start, straight), taken):
            yield from self.bent(self.finder_around(taken), start, goal)
        touch, reach = self.width + BESIDE, way.reach
        rims = [(spot, touch) for spot in taken if dist(spot, start) <= reach + touch]
        for (spot, rim), (other, other_rim) in combinations(rims, 2):
            yield from meet(spot, rim, other, other_rim)
        bases = [(spot, least + CLOSE / 2) for spot, least in way.bases if dist(spot, start) <= reach + least]
        for spot, rim in rims:
            yield from meet(start, reach, spot, rim)
            yield from chain.from_iterable(meet(spot, rim, other, least) for other, least in bases)
        for number in range(STEPS):
            yield from ring(goal, way.close + STEP * (number + 1), STEP)
        yield from fan(start, goal, min(reach, dist(start, straight)))
        for piece in way.barred:
            yield from along(piece, [(start, reach), *rims])

    def bent(self, finder: Pathfinder, start: Spot, goal: Spot) -> Iterator[Spot]:
        """As far as one comes on the bent way to a model of the target."""
        found = finder.way(start, goal, dist(start, goal) + BEYOND)
        if found is not None:
            yield short_of(found[1], max(self.approach.close, length(found[1]) - self.approach.reach))

    # ------------------------------------------------------------------ one after another
    def go(self, number: int, end: Spot, barred: Sequence[Spot] = ()) -> Track | None:
        """The way of a model around the others and those who are barred; None if there is none within its reach."""
        start = self.starts[number]
        found = self.approach.way(start, end)
        if found is None or not barred or not self.runs_into(found[1], barred):
            return found[1] if found is not None else None
        found = self.finder_around(barred).way(start, end, self.approach.limit)
        return found[1] if found is not None else None

    def finder_around(self, others: Iterable[Spot]) -> Pathfinder:
        """Ways that lead around some bases of the unit, too."""
        finder = self.approach.finder
        return evolve(finder, discs=[*finder.discs, *((spot, self.width - CLOSE) for spot in others)])

    def runs_into(self, track: Track, others: Iterable[Spot]) -> bool:
        """Whether a way leads through one of these bases; from one nearer at its start it may go away."""
        least = self.width - CLOSE - TINY
        legs = list(pairwise(track))
        return any(off(a, b, spot) < min(least, dist(track[0], spot) - TINY) for a, b in legs for spot in others)

    @cached_property
    def tracks(self) -> Tracks:
        """The way of each of them; the numbers say nothing of who goes first.

        Who finds no other place stays, and then nobody else may end there.
        """
        tracks = self.most_touch()
        ends = [track[-1] for track in tracks]
        stays = {n: ends[n] for n, track in enumerate(tracks) if len(track) == 1 and not self.clear_of_others(n, ends)}
        if stays.keys() <= self.fixed.keys():
            return tracks
        return evolve(self, fixed={**stays, **self.fixed}).tracks

    def clear_of_others(self, number: int, ends: Sequence[Spot]) -> bool:
        """Whether nobody else ends on the place of a model."""
        return self.clear(ends[number], (spot for other, spot in enumerate(ends) if other != number))

    def most_touch(self) -> Tracks:
        """The ways by which most of them touch the target: who finds none to his place changes it with another."""
        best, ends = self.one_after_another(self.ends), self.ends
        free = [n for n in self.touching if n not in self.fixed]
        lost = [n for n in free if not self.approach.touches(best[n][-1])]
        for one, other in product(lost, free):
            if one == other or self.approach.touches(best[one][-1]):
                continue
            changed = list(ends)
            changed[one], changed[other] = ends[other], ends[one]
            tracks = self.one_after_another(changed)
            if self.count(tracks) > self.count(best):
                best, ends = tracks, tuple(changed)
        return best

    def count(self, tracks: Tracks) -> int:
        return sum(self.approach.touches(track[-1]) for track in tracks)

    def one_after_another(self, planned: Sequence[Spot]) -> Tracks:
        """The ways to their places, or to others for those who cannot get there; some may have to stay."""
        ends, starts = list(planned), self.starts
        found: dict[int, Track] = {n: (start,) for n, start in enumerate(starts) if ends[n] == start}
        waiting = [n for n in range(len(starts)) if n not in found]
        while waiting:
            gone = [ends[n] for n in found]
            number, track = self.next_to_go(waiting, ends, gone)
            if track is None:
                ends[number] = self.as_near(number, gone, gone)
                track = self.go(number, ends[number], gone) or (starts[number],)
            found[number] = track
            waiting.remove(number)
        return tuple(found[number] for number in range(len(starts)))

    def next_to_go(
        self, waiting: Sequence[int], ends: Sequence[Spot], gone: Sequence[Spot]
    ) -> tuple[int, Track | None]:
        """Who can go now: best one who will be in nobody's way, if need be around those who wait.

        If nobody can go around them, those who wait make room; who cannot go even then has to find another place.
        """
        direct = {n: way[1] for n in waiting if (way := self.approach.way(self.starts[n], ends[n])) is not None}
        others = {n: [*gone, *(self.starts[m] for m in waiting if m != n)] for n in waiting}
        blocked = {n: self.runs_into(track, others[n]) for n, track in direct.items()}
        blocks = {n: any(self.runs_into(direct[m], (ends[n],)) for m in direct if m != n) for n in direct}
        order = sorted(direct, key=lambda n: (blocks[n], blocked[n]))
        for barred in (others, dict.fromkeys(waiting, gone)):
            for n in order:
                if (track := self.go(n, ends[n], barred[n])) is not None:
                    return n, track
        return waiting[0], None


def fan(start: Spot, goal: Spot, inches: float) -> Iterator[Spot]:
    """Places so far from another, on both sides of the way to a goal."""
    ahead = atan2(goal[1] - start[1], goal[0] - start[0])
    for turn in (TURN * (number - TURNS) for number in range(2 * TURNS + 1)):
        yield round(start[0] + inches * cos(ahead + turn), 2), round(start[1] + inches * sin(ahead + turn), 2)


def along(piece: Piece, circles: Sequence[tuple[Spot, float]]) -> Iterator[Spot]:
    """Places beside a piece of terrain where circles meet its border."""
    for a, b in zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True):
        for spot, radius in circles:
            yield from chain.from_iterable(aside(place, spot) for place in cut(spot, radius, a, b))


def into_contact(
    battle: Battle,
    unit: Unit,
    target: Unit,
    allowance: float,
    side: Spot | None = None,
    keep: float = 0.0,
    fixed: Ends | None = None,
) -> Tracks:
    """The ways of a unit that goes into contact: those that bring most of its models there, and the rest nearest."""

    def able(way: Approach) -> int:
        return sum(way.gap(start) - way.close <= way.limit for start in unit.models)

    def worth(ranks: Ranks) -> tuple[bool, bool, bool, int, float]:
        ends, way = [track[-1] for track in ranks.tracks], ranks.approach
        there = side is None or any(dist(end, side) <= CLOSE for end in ends)
        count = sum(map(way.touches, ends))
        together = incoherent(tuple(ends), unit.radius) is None
        return there, count > 0, together, count, -added(map(way.gap, ends))

    first, *others = [Ranks(way, side, fixed or {}) for way in approaches(battle, unit, target, allowance, keep)]
    for other in others:
        there, touch, together, count, _ = worth(first)
        if not (there and touch and together and count > able(other.approach)) and worth(other) > worth(first):
            first = other
    return first.tracks


def lead(battle: Battle, unit: Unit, target: Unit, allowance: float) -> Ends | None:
    """The model with the shortest way to the target, however far, and how far it comes; None if none has a way.

    Who only ever goes where it is nearest to the target might stand before an obstacle for ever.
    """
    found: tuple[float, int, Track] | None = None
    way = Approach(battle, unit, target, allowance)
    everything = Approach(battle, unit, target, inf)
    pairs = sorted((dist(start, goal), n, start, goal) for n, start in enumerate(unit.models) for goal in target.models)
    for far, number, start, goal in pairs:
        if found is not None and far >= found[0]:
            break
        track = everything.finder.way(start, goal, found[0] if found is not None else inf)
        if track is not None and (found is None or track[0] < found[0]):
            found = track[0], number, track[1]
    if found is None:
        return None
    taken = [spot for number, spot in enumerate(unit.models) if number != found[1]]
    for inches in (allowance - NO_NEARER * number for number in range(int(allowance / NO_NEARER))):
        spot = short_of(found[2], max(way.close, length(found[2]) - inches))
        if way.finder.free(spot, found[2][0]) and Ranks(way).clear(spot, taken):
            return {found[1]: spot}
    return None
