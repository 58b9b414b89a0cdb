"""Who goes where when a unit goes into contact (AMC-MELEE-1, AMC-MELEE-2, AMC-MOVE-1, AMC-VUNIT-3).

As many as possible touch the target, so that their ways are shortest in all, and the others come as near as they can.
The unit keeps together where it can. They go one after another, each around those who have gone and those who wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations

from attrs import define, evolve, field

from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.rules.armymen.contact import (
    CLOSE,
    Approach,
    Track,
    Tracks,
    approaches,
    around,
    before,
    meet,
    short_of,
)
from tabletop_tui.rules.armymen.places import ACROSS, LINK, incoherent, toward
from tabletop_tui.table.matching import cheapest_lazily
from tabletop_tui.table.figures import off
from tabletop_tui.table.plane import TINY, apart
from tabletop_tui.table.spots import Spot, Spots

LEFT_OUT = 1000.0
"""More than all ways together: what a place in contact is worth."""
NO_NEARER = 0.05
"""Nobody moves to come nearer by less than this."""
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
        least = self.width - CLOSE
        return all(apart(spot, other) >= least for other in taken)

    def fits(self, spot: Spot, taken: Iterable[Spot]) -> bool:
        """The same, and within 6 in of all of them (AMC-MOVE-2)."""
        least, most = self.width - CLOSE, ACROSS + self.width + TINY
        return all(least <= apart(spot, other) <= most for other in taken)

    def linked(self, spot: Spot, taken: Iterable[Spot]) -> bool:
        """Whether one of these is within 2 in (AMC-MOVE-1)."""
        return any(apart(spot, other) <= LINK + self.width + TINY for other in taken)

    def beside(self, spot: Spot) -> list[Spot]:
        """The free places in contact with the target and base to base with one who stands here."""
        way, touch = self.approach, self.width - CLOSE / 4
        near = (other for other in way.target.models if apart(spot, other) <= way.close + touch)
        return [place for other in near for place in meet(other, way.close, spot, touch) if way.finder.free(place)]

    # ------------------------------------------------------------------ who touches
    @cached_property
    def touching(self) -> Ends:
        """Those who touch the target, as many as possible."""
        first = self.first()
        best = self.filled(self.one_by_one(first))
        able = sum(map(self.able, range(len(self.starts))))
        for seed in self.seeds(best) if len(best) < able else ():
            if len(best) < able:
                best = max(best, self.filled(self.side_by_side({**first}, seed)), key=len)
        return self.shortest(best)

    def first(self) -> Ends:
        """Those whose places are chosen."""
        ends = dict(self.fixed)
        if self.side is not None and self.clear(self.side, ends.values()):
            near = sorted((apart(start, self.side), n) for n, start in enumerate(self.starts) if n not in ends)
            ways = ((way[0], n) for _, n in near if (way := self.approach.way(self.starts[n], self.side)) is not None)
            if (found := min(ways, default=None)) is not None:
                ends[found[1]] = self.side
        return ends

    def able(self, number: int) -> bool:
        """Whether a model could touch the target if it went alone."""
        return self.nearest(self.starts[number], self.approach.places) is not None or any(
            self.approach.way(self.starts[number], spot) for spot in self.approach.bends(self.starts[number])
        )

    def nearest(self, start: Spot, places: Iterable[Spot]) -> Spot | None:
        """The place to which the way is shortest."""
        best: Spot | None = None
        least = self.approach.limit
        for far, spot in sorted((apart(start, spot), spot) for spot in places):
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
        yield from sorted(self.approach.places, key=lambda spot: min(apart(spot, start) for start in self.starts))[:4]

    def side_by_side(self, ends: Ends, seed: Spot) -> Ends:
        """They stand base to base, or against what is in the way, from a place on; whoever can goes there."""
        taken = list(ends.values())
        free = [seed, *chain.from_iterable(map(self.beside, taken))]
        while len(taken) < len(self.starts):
            free = [spot for spot in free if self.fits(spot, taken)]
            spot = min(free, key=lambda spot: sum(apart(spot, start) for start in self.starts), default=None)
            if spot is None:
                break
            taken.append(spot)
            free += self.beside(spot)
        return self.assigned(taken, ends)

    def filled(self, ends: Ends) -> Ends:
        """More of them touch where there still is a free place, though others may have to change theirs."""
        ends = dict(ends)
        for number, start in enumerate(self.starts):
            if number in ends:
                continue
            taken = ends.values()
            free = [*self.approach.places, *chain.from_iterable(map(self.beside, taken))]
            free = [spot for spot in free if self.fits(spot, taken)]
            spot = self.nearest(start, free) or self.nearest(
                start, [spot for spot in self.approach.bends(start) if self.fits(spot, taken)]
            )
            if spot is not None:
                ends[number] = spot
            elif free and self.able(number):
                ends = self.exchanged(ends, number, free)
        return ends

    def exchanged(self, ends: Ends, number: int, free: Sequence[Spot]) -> Ends:
        """One more touches because another leaves it its place for a free one, or that of a third who does."""
        for spot in free:
            if any(apart(self.starts[other], spot) <= self.approach.limit for other in ends):
                longer = self.assigned([*ends.values(), spot], self.fixed, {*ends, number})
                if len(longer) > len(ends):
                    return longer
        return ends

    def shortest(self, ends: Ends) -> Ends:
        """The same places, each taken by the one so that all ways together are shortest."""
        return self.assigned(list(ends.values()), self.fixed)

    def assigned(self, places: Sequence[Spot], fixed: Ends, who: Iterable[int] = ()) -> Ends:
        """As many of these places as possible are taken by ways as short as possible in all."""
        who = [n for n in sorted(who or range(len(self.starts))) if n not in fixed]
        places = [spot for spot in places if spot not in fixed.values()]
        limit = self.approach.limit
        least = [
            [far if (far := apart(self.starts[n], spot)) <= limit else LEFT_OUT for spot in places] for n in who
        ]

        def exact(row: int, column: int) -> float:
            way = self.approach.way(self.starts[who[row]], places[column])
            return way[0] if way is not None else LEFT_OUT

        found = cheapest_lazily(least, exact, LEFT_OUT) if places else []
        return {**fixed, **{who[row]: places[column] for row, column in enumerate(found) if column is not None}}

    # ------------------------------------------------------------------ the others
    @cached_property
    def ends(self) -> Spots:
        """Where each of them ends: those who do not touch as near as they come, the nearest first."""
        ends = dict(self.touching)
        rest = sorted((self.approach.gap(start), n) for n, start in enumerate(self.starts) if n not in ends)
        for _, number in rest:
            ends[number] = self.as_near(number, list(ends.values()))
        return tuple(ends[number] for number in range(len(self.starts)))

    def as_near(self, number: int, taken: Sequence[Spot], barred: Sequence[Spot] = ()) -> Spot:
        """Where a model comes nearest to the target, in coherency with the others if it can.

        It goes around those who are `barred`.
        """
        start, way = self.starts[number], self.approach
        here = [start] if way.finder.free(start, start) and self.clear(start, taken) else []
        places = sorted(
            (way.gap(spot) - (NO_NEARER if spot == start else 0.0), apart(start, spot), spot)
            for spot in {*here, *self.near(start, taken)}
        )
        free = [
            spot
            for _, far, spot in places
            if far <= way.limit and self.clear(spot, taken) and way.finder.free(spot, start)
        ]
        together = [spot for spot in free if self.fits(spot, taken) and self.linked(spot, taken)]
        for spots in (together, free) if taken else (free,):
            for spot in spots:
                if self.go(number, spot, barred) is not None:
                    return spot
        return start

    def near(self, start: Spot, taken: Sequence[Spot]) -> Iterator[Spot]:
        """Places that may be the nearest to the target for one who cannot touch it.

        As far as it comes, straight on or by a bent way; and where it is wedged in between the bases of others.
        """
        way = self.approach
        goal = min(way.target.models, key=lambda spot: apart(start, spot))
        straight = before(start, goal, way.close)
        if apart(start, straight) > way.reach:
            straight = toward(start, goal, way.reach)
        yield straight
        if not way.finder.open(start, straight):
            yield from self.bent(start, goal)
        touch, reach = self.width - CLOSE / 4, way.reach
        rims = [(spot, touch) for spot in taken if apart(spot, start) <= reach + touch]
        for (spot, rim), (other, other_rim) in combinations(rims, 2):
            yield from meet(spot, rim, other, other_rim)
        bases = [(spot, least + CLOSE / 2) for spot, least in way.bases if apart(spot, start) <= reach + least]
        for spot, rim in rims:
            yield from meet(start, reach, spot, rim)
            yield from chain.from_iterable(meet(spot, rim, other, least) for other, least in bases)
        yield from around(start, min(reach, apart(start, goal)))

    def bent(self, start: Spot, goal: Spot) -> Iterator[Spot]:
        """As far as one comes on the bent way to a model of the target."""
        found = self.approach.finder.way(start, goal, apart(start, goal) + BEYOND)
        if found is not None:
            yield short_of(found[1], max(self.approach.close, found[0] - self.approach.reach))

    # ------------------------------------------------------------------ one after another
    def go(self, number: int, end: Spot, barred: Sequence[Spot] = ()) -> Track | None:
        """The way of a model around the others and those who are barred; None if there is none within its reach."""
        start = self.starts[number]
        found = self.approach.way(start, end)
        if found is None or not barred or not self.runs_into(found[1], barred):
            return found[1] if found is not None else None
        finder = self.approach.finder
        discs = [*finder.discs, *((spot, self.width - CLOSE) for spot in barred)]
        found = evolve(finder, discs=discs).way(start, end, self.approach.limit)
        return found[1] if found is not None else None

    def runs_into(self, track: Track, others: Iterable[Spot]) -> bool:
        """Whether a way leads through one of these bases; from one nearer at its start it may go away."""
        least = self.width - CLOSE - TINY
        legs = list(zip(track, track[1:], strict=False))
        return any(
            off(a, b, spot) < min(least, apart(track[0], spot) - TINY) for a, b in legs for spot in others
        )

    @cached_property
    def tracks(self) -> Tracks:
        """The way of each of them; the numbers say nothing of who goes first."""
        ends, starts = list(self.ends), self.starts
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

    def next_to_go(self, waiting: Sequence[int], ends: Sequence[Spot], gone: Sequence[Spot]) -> tuple[int, Track | None]:
        """Who can go now: best one who will be in nobody's way, else one who goes around those who wait.

        If nobody can do so, those who wait make room; who cannot go even then has to find another place.
        """
        direct = {n: way[1] for n in waiting if (way := self.approach.way(self.starts[n], ends[n])) is not None}
        others = {n: [*gone, *(self.starts[m] for m in waiting if m != n)] for n in waiting}
        able = [n for n, track in direct.items() if not self.runs_into(track, others[n])]
        for n in able:
            if not any(self.runs_into(direct[m], (ends[n],)) for m in direct if m != n):
                return n, direct[n]
        for barred in (others, dict.fromkeys(waiting, gone)):
            for n in (*able, *waiting):
                if n in direct and (track := self.go(n, ends[n], barred[n])) is not None:
                    return n, track
        return waiting[0], None


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

    def worth(ranks: Ranks) -> tuple[bool, bool, bool, int, float]:
        ends, way = [track[-1] for track in ranks.tracks], ranks.approach
        there = side is None or any(apart(end, side) <= CLOSE for end in ends)
        count = sum(map(way.touches, ends))
        together = incoherent(tuple(ends), unit.radius) is None
        return there, count > 0, together, count, -sum(map(way.gap, ends))

    found = [Ranks(way, side, fixed or {}) for way in approaches(battle, unit, target, allowance, keep)]
    return max(found, key=worth).tracks if len(found) > 1 else found[0].tracks
