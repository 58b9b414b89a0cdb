"""Ways of many bends for who is nearly hemmed in: a search over places and headings, leg by leg.

A leg goes straight on or turns as tightly as can be, by some degrees to a side; all legs but the last are equally long.
Where a turn on the spot is allowed one may come first. Of all ways of as many legs that lead into the same square with
the same heading one is followed, that of the fewest pieces. Legs are looked at half-way and at their end: the whole way
is to be judged exactly by whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, degrees, radians

import numpy as np
import numpy.typing as npt
import shapely
from attrs import define, fields
from shapely.geometry.base import BaseGeometry

from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.driving_paths import Arc, Footprint, Piece, Pose, Straight
from tabletop_tui.table.turning_room import kept_off

LEGS = (0.8, 0.3)
"""Legs are no longer than this, in table units; where no way is made of such than this."""
TURNS = (15.0, 9.0, 5.0, 3.0, 1.5, 1.0, 0.5, 0.25)
"""By how many degrees a leg turns, where it may be of any length: by the most of these."""
SPINS = 2
"""In so many steps, or a little less far, it turns on the spot as far as it may."""
SQUARE = 0.25
"""Places within a square of this side count as one, in table units."""
MOST = 300
"""So many ways are followed at a time."""
ENDS = 8
"""So many of them are told."""
CLEAR = (-TINY / 2, 0.01)
"""By so much they keep off what is in the way where they are looked at, in table units: not at all, to drive along it;
where none of those is free in between, by more than they come nearer there."""
Pieces = tuple[Piece, ...]
Numbers = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]


@frozen
class Gear:
    """What a way is made of: lengths in table units, angles in degrees."""

    length: float
    """So long it is."""
    radius: float
    """The tightest."""
    spin: float = 0.0
    """By how much it may turn on the spot, 0 for never ..."""
    before_spin: float = 0.0
    """... and how far it drives before each time."""

    @property
    def first(self) -> float:
        """How far it drives to the end, or to where it may first turn on the spot."""
        return min(self.length, self.before_spin) if self.spin else self.length

    def leg(self, most: float) -> float:
        """How long a leg is: whole legs lead to where it may turn on the spot, or else turn by a round number."""
        if self.spin and self.before_spin:
            return self.before_spin / ceil(self.before_spin / most)
        return self.radius * radians(next((turn for turn in TURNS if self.radius * radians(turn) <= most), TURNS[-1]))


@frozen(slots=False)
class Layer:
    """Ways of as many legs, each a row of every column."""

    places: Values
    turned: Numbers
    """By how many legs more it has turned right than left on its way ..."""
    spun: Numbers
    """... and by how many steps on the spot."""
    since: Numbers
    """How many legs were driven since the last turn on the spot; no more are counted than it has to wait."""
    pieces: Numbers
    """Of how many pieces a way is."""
    before: Numbers
    """The row of the layer before that it goes on."""
    spins: Numbers
    """By how many steps it turned on the spot before its last leg, to the right above 0."""
    sides: Numbers
    """Whether its last leg turns right (1), left (-1) or not (0); 2 before the first."""

    def only(self, rows: Numbers) -> Layer:
        return Layer(*(getattr(self, one.name)[rows] for one in fields(Layer)))


def winding_ways(start: Pose, base: float, gear: Gear, bodies: Sequence[Footprint]) -> Iterator[list[Pieces]]:
    """Ways that most likely keep a round base clear of some bodies, search by search, those of the fewest pieces first.

    All sizes are to the hundredth, so their lengths are not quite that which is wanted: the last piece makes up for it.
    """
    if min(gear.length, gear.radius) <= 0:
        return
    (x, y), far = start.spot, gear.length + base
    box = (x - far, y - far, x + far, y + far)
    for most in LEGS:
        for clear in CLEAR:
            kept = [shape for body in bodies if (shape := kept_off(body, base + clear, box)) is not None]
            ways = Search(start, gear, gear.leg(most), shapely.union_all(kept)).ways()
            if not ways:
                break  # nor is there one that keeps off by more
            yield ways


@define(slots=False)
class Search:
    """For the ways of one vehicle."""

    start: Pose
    gear: Gear
    leg: float
    """The length of one."""
    blocked: BaseGeometry
    """Where its middle must not be."""

    @cached_property
    def count(self) -> int:
        """Of how many legs a way is."""
        return ceil(self.gear.length / self.leg - TINY)

    @cached_property
    def turn(self) -> float:
        """By how many degrees a leg turns."""
        return degrees(self.leg / self.gear.radius)

    @cached_property
    def around(self) -> int:
        """In how many steps it turns around on the spot."""
        return ceil(360 * SPINS / self.gear.spin) if self.gear.spin else 1

    @cached_property
    def wait(self) -> int:
        """How many legs it drives before it turns on the spot."""
        return ceil(self.gear.before_spin / self.leg - TINY) if self.gear.spin else 0

    def ways(self) -> list[Pieces]:
        """Those that come to the end, of the fewest pieces first."""
        shapely.prepare(self.blocked)
        none = np.zeros(1, dtype=np.int64)
        layers = [Layer(np.array([self.start.spot]), none, none, none, none, none, none, none + 2)]
        moves, last = self._moves(1.0), self._moves(self.gear.length / self.leg - self.count + 1)
        for number in range(self.count):
            layers.append(self._thinned(self._driven(layers[-1], moves if number < self.count - 1 else last)))
            if not len(layers[-1].places):
                return []
        return [self._way(layers[1:], row) for row in np.argsort(layers[-1].pieces, kind="stable")[:ENDS].tolist()]

    def _moves(self, share: float) -> tuple[Values, Values]:
        """By how much half of a share of a leg and all of it lead on.

        By its side (0, 1, -1), by the steps on the spot and the legs by which it has turned from the first heading.
        """
        turns = range(-self.count, self.count + 1)
        right = np.array([_direction(self.turn * number) for number in turns])
        first = [_direction(self.start.heading + 360 / self.around * number) for number in range(self.around)]
        right = np.stack([_turned(right, one) for one in first])
        ahead = np.stack([right[..., 1], -right[..., 0]], axis=-1)
        moves = []
        for part in (share / 2, share):
            c, s = _direction(self.turn * part)
            aside, on = right * ((1 - c) * self.gear.radius), ahead * (s * self.gear.radius)
            moves.append(np.stack([ahead * (self.leg * part), on + aside, on - aside]))
        return moves[0], moves[1]

    def _driven(self, layer: Layer, moves: tuple[Values, Values]) -> Layer:
        """The ways that are a leg longer and not blocked."""
        rows, spins = np.arange(len(layer.sides)), np.zeros(len(layer.sides), dtype=np.int64)
        if self.gear.spin:
            ready = np.nonzero(layer.since >= self.wait)[0]
            by = [sign * step for step in range(1, SPINS + 1) for sign in (1, -1)]
            rows = np.concatenate([rows, np.repeat(ready, len(by))])
            spins = np.concatenate([spins, np.tile(by, len(ready))])
        rows, spins, sides = np.repeat(rows, 3), np.repeat(spins, 3), np.tile((0, 1, -1), len(rows))
        turned, spun = layer.turned[rows], (layer.spun[rows] + spins) % self.around
        half, end = (layer.places[rows] + move[sides, spun, turned + self.count] for move in moves)
        free = ~shapely.contains_xy(self.blocked, np.concatenate([half, end])).reshape(2, -1).any(axis=0)
        pieces = layer.pieces[rows] + (spins != 0) + ((spins != 0) | (layer.sides[rows] != sides))
        since = np.minimum(np.where(spins, 0, layer.since[rows]) + 1, self.wait)
        return Layer(end, turned + sides, spun, since, pieces, rows, spins, sides).only(np.nonzero(free)[0])

    def _thinned(self, layer: Layer) -> Layer:
        """One way for each square and heading; of too many those of the fewest pieces, and some of everywhere."""
        heading = (layer.turned * self.turn + layer.spun * (360 / self.around)) % 360.0
        x, y = np.floor(layer.places / SQUARE).T
        keys = np.stack([layer.since, np.rint(heading / self.turn), y, x])
        order = np.lexsort((layer.pieces, *keys))
        first = np.ones(len(order), dtype=np.bool_)
        first[1:] = (keys[:, order[1:]] != keys[:, order[:-1]]).any(axis=0)
        rows = order[first]
        if len(rows) > MOST:
            plain = np.argsort(layer.pieces[rows], kind="stable")[: MOST // 2]
            rows = rows[np.union1d(plain, np.arange(MOST // 2) * len(rows) // (MOST // 2))]
        return layer.only(rows)

    def _way(self, layers: Sequence[Layer], row: int) -> Pieces:
        """The pieces of a way that ends in a row of the last of these layers."""
        legs: list[tuple[int, int]] = []
        for layer in reversed(layers):
            legs.append((int(layer.spins[row]), int(layer.sides[row])))
            row = int(layer.before[row])
        runs: list[tuple[int, int, int]] = []
        for spin, side in reversed(legs):
            on = bool(runs) and not spin and side == runs[-1][1]
            if on and (not side or (runs[-1][2] + 1) * self.turn <= 360):
                runs[-1] = (runs[-1][0], side, runs[-1][2] + 1)
            else:
                runs.append((spin, side, 1))
        return tuple(piece for run in runs for piece in self._run(*run))

    def _run(self, spin: int, side: int, count: int) -> Iterator[Piece]:
        """A turn on the spot, if any, and so many legs alike."""
        if spin:
            yield Arc(round(spin * 360 / self.around, 2), 0.0)
        far, turn = (ceil(one * count * 100 - TINY) / 100 for one in (self.leg, self.turn))
        yield Arc(side * turn, self.gear.radius) if side else Straight(far)


@lru_cache(maxsize=1 << 12)
def _direction(turn: float) -> tuple[float, float]:
    """The cosine and sine of so many degrees."""
    return cos(radians(turn)), sin(radians(turn))


def _turned(directions: Values, by: tuple[float, float]) -> Values:
    """Directions, as rows x, y, turned by another."""
    (x, y), (c, s) = directions.T, by
    return np.stack([c * x - s * y, s * x + c * y], axis=1)
