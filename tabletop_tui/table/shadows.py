"""What straight lines to many places meet, found for all of them at once: figures, and groups of bases.

The sums are those of `figures`, so that what is said of one line there is said of it here. Many lines against many
things are looked at as pairs: two arrays of the same length, the numbers of the things and the numbers of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
from attrs import frozen

from tabletop_tui.table.chart import Chart
from tabletop_tui.table.figures import ON, Figure, links
from tabletop_tui.table.spots import Spot, Spots

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]
Values = npt.NDArray[np.float64]
Pairs = tuple[Numbers, Numbers]
SLACK = 1e-9
"""Sectors are taken so much wider, in radians and table units, than the things in them."""


@lru_cache(maxsize=16)
def lattice(width: int, height: int) -> Values:
    """The places of a table at whole numbers as rows x, y: all of the first column, then all of the next."""
    return np.stack(np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0), indexing="ij"), axis=-1).reshape(-1, 2)


def chart(unseen: Mask, height: int) -> Chart:
    """Of every place of such a lattice whether it is seen, as an overlay of the kind 'sight' says it: '.' or 'x'."""
    signs = np.where(unseen, b"x", b".").tobytes().decode()
    return Chart(tuple(signs[first : first + height + 1] for first in range(0, len(signs), height + 1)))


def hidden(places: Values, eyes: Iterable[LinesTo], blocked: Callable[[Lines, Numbers], Mask]) -> Mask:
    """The places that no eye sees, since every line to them is blocked; that is asked with the places' numbers."""
    left = np.arange(len(places))
    for lines_to in eyes:
        left = left[blocked(lines_to(places[left]), left)]
    return marked(len(places), left)


def marked(count: int, numbers: Numbers) -> Mask:
    """These numbers out of so many."""
    found = np.zeros(count, dtype=np.bool_)
    found[numbers] = True
    return found


# ---------------------------------------------------------------- lines
@frozen(eq=False)
class Lines:
    """Straight lines from one eye, or from as many places, to places given as rows x, y."""

    starts: Values
    ends: Values

    @classmethod
    def of(cls, eye: Spot, places: Values) -> Lines:
        """The lines from one eye."""
        return cls(np.array([eye]), places)

    def some(self, numbers: Numbers | Mask) -> Lines:
        """A part of them."""
        return Lines(self.starts if len(self.starts) == 1 else self.starts[numbers], self.ends[numbers])

    def columns(self, numbers: Numbers) -> tuple[Values, Values, Values, Values]:
        """ax, ay, bx, by of these lines."""
        starts = np.broadcast_to(self.starts, self.ends.shape)
        return starts[numbers, 0], starts[numbers, 1], self.ends[numbers, 0], self.ends[numbers, 1]

    @cached_property
    def lengths(self) -> Values:
        steps = self.ends - self.starts
        return np.hypot(steps[:, 0], steps[:, 1])

    def cut(self, first: float, last: float) -> Lines:
        """The same with so much taken off at the start and at the end, of a shorter line all of it."""
        steps = self.ends - self.starts
        shares = [
            (np.minimum(inches, self.lengths) / np.where(self.lengths > 0, self.lengths, 1.0))[:, None]
            for inches in (first, last)
        ]
        return Lines(self.starts + steps * shares[0], self.ends - steps * shares[1])

    def passing(self, things: Things) -> Pairs:
        """The pairs of legs and lines that may meet: at least all that do."""
        if len(self.starts) == 1:
            return self._in_sectors(things)
        lows, highs = np.minimum(self.starts, self.ends), np.maximum(self.starts, self.ends)
        (left, top, right, bottom), reach = things.boxes.T[:, :, None], things.radii[:, None] + SLACK
        beside = (lows[:, 0] <= right + reach) & (highs[:, 0] >= left - reach)
        return both(beside & (lows[:, 1] <= bottom + reach) & (highs[:, 1] >= top - reach))

    @cached_property
    def _turned(self) -> tuple[Values, Numbers]:
        """The directions of all lines, sorted, a turn before and a turn after as well; and the lines' numbers."""
        angles = turn_of(self.ends - self.starts)
        order = np.argsort(angles)
        once = angles[order]
        return np.concatenate((once - 2 * np.pi, once, once + 2 * np.pi)), np.tile(order, 3)

    def _in_sectors(self, things: Things) -> Pairs:
        """The lines that go as far as a leg and in the direction of some part of it."""
        angles, order = self._turned
        (eye,), (cx, cy, dx, dy), reach = self.starts, things.legs.T, things.radii + SLACK
        first, last = things.legs[:, :2] - eye, things.legs[:, 2:] - eye
        far, middle = off(cx, cy, dx, dy, *eye) - reach, turn_of(first)
        aside = (turn_of(last) - middle + np.pi) % (2 * np.pi) - np.pi
        width, width_last = (np.arcsin(reach / np.maximum(reach, np.hypot(*end.T))) + SLACK for end in (first, last))
        begin = np.where(far > 0, middle + np.minimum(-width, aside - width_last), -np.pi)
        end = np.where(far > 0, middle + np.maximum(width, aside + width_last), np.pi)
        sector = np.searchsorted(angles, begin), np.searchsorted(angles, end, "right")
        which, slot = spread(sector[0], sector[1] - sector[0])
        number = order[slot]
        reached = self.lengths[number] >= far[which]
        return which[reached], number[reached]


LinesTo = Callable[[Values], Lines]
"""The lines to places from where somebody sees."""


def turn_of(steps: Values) -> Values:
    """The directions of steps that are given as rows x, y."""
    return np.arctan2(steps[:, 1], steps[:, 0])


def both(met: Mask) -> Pairs:
    """The pairs of a row and a column for which it holds."""
    rows, columns = np.nonzero(met)
    return rows, columns


def spread(first: Numbers, counts: Numbers) -> Pairs:
    """For ranges of numbers, each given by its first and its length: which range it is, and the number, one by one."""
    which = np.repeat(np.arange(len(counts)), counts)
    begun = np.cumsum(counts) - counts
    return which, np.arange(len(which)) + np.repeat(first - begun, counts)


# ---------------------------------------------------------------- things
@frozen(eq=False)
class Things:
    """What lines may meet: legs as rows ax, ay, bx, by, and how far around each of them it is met."""

    legs: Values
    radii: Values

    @cached_property
    def boxes(self) -> Values:
        """Left, top, right, bottom of each leg."""
        a, b = self.legs[:, :2], self.legs[:, 2:]
        return np.column_stack((np.minimum(a, b), np.maximum(a, b)))


@frozen(eq=False)
class Figures(Things):
    """The sides of polygons and lines."""

    owners: Numbers
    """Of which figure each side is."""
    counts: Numbers
    """How many sides each figure has."""
    wholes: Values
    """Left, top, right, bottom of each figure."""
    closed: Mask

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, shapes: tuple[Figure, ...]) -> Figures:
        legs = np.array([(*a, *b) for shape in shapes for a, b in shape.sides]).reshape(-1, 4)
        counts = np.array([len(shape.sides) for shape in shapes], dtype=np.intp)
        wholes = np.array([shape.box for shape in shapes]).reshape(-1, 4)
        closed = np.array([shape.closed for shape in shapes], dtype=np.bool_)
        return cls(legs, np.zeros(len(legs)), np.repeat(np.arange(len(shapes)), counts), counts, wholes, closed)

    def hold(self, places: Values) -> Mask:
        """`Figure.holds` for each figure (rows) and each place (columns)."""
        (left, top, right, bottom), (x, y) = self.wholes.T[:, :, None], places.T
        found: Mask = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
        which, number = both(found)
        pair, leg = spread((np.cumsum(self.counts) - self.counts)[which], self.counts[which])
        (ax, ay, bx, by), x, y = self.legs[leg].T, x[number][pair], y[number][pair]
        aside = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        abreast = (np.minimum(ax, bx) <= x) & (x <= np.maximum(ax, bx))
        border = (np.abs(aside) < ON) & abreast & (np.minimum(ay, by) <= y) & (y <= np.maximum(ay, by))
        turns = np.bincount(pair, ((ay > y) != (by > y)) & ((aside > 0) == (by > ay)), len(which))
        within = (turns % 2 == 1) & self.closed[which]
        within[pair[border]] = True
        found[which, number] = within
        return found

    def crossed(self, lines: Lines, along: Lines | None = None) -> Mask:
        """For each figure (rows) and each line (columns) whether the line meets a side of it.

        `along` are lines from one eye that go on where these end; with them it is found sooner.
        """
        leg, number = (lines if along is None else along).passing(self)
        met = np.zeros((len(self.counts), len(lines.ends)), dtype=np.bool_)
        hit = cross(*lines.columns(number), *self.legs[leg].T)
        met[self.owners[leg[hit]], number[hit]] = True
        return met


@frozen(eq=False)
class Bodies(Things):
    """The links of groups of bases."""

    low: Mask
    """Which of them some lines pass over."""

    @classmethod
    def of(cls, groups: Iterable[tuple[Spots, float, bool]]) -> Bodies:
        """Groups as the places of their bases, the bases' radius, and whether some lines pass over them."""
        legs = [(*a, *b, radius, low) for models, radius, low in groups for a, b in links(models, radius)]
        rows = np.array(legs, dtype=np.float64).reshape(-1, 6)
        return cls(rows[:, :4], rows[:, 4], rows[:, 5] > 0)

    def met(self, lines: Lines, over: Mask) -> Mask:
        """The lines that come as near to a link as bases reach: `figures.struck`; some go `over` the low ones."""
        which, number = lines.passing(self)
        if over.any():
            low = self.low[which] & over[number]
            which, number = which[~low], number[~low]
        met = marked(len(lines.ends), number[cross(*lines.columns(number), *self.legs[which].T)])
        left = ~met[number]  # what goes right through one link need not be held against the others
        which, number = which[left], number[left]
        (ax, ay, bx, by), (cx, cy, dx, dy) = lines.columns(number), self.legs[which].T
        near = np.minimum(off(ax, ay, bx, by, cx, cy), off(ax, ay, bx, by, dx, dy))
        near = np.minimum(near, np.minimum(off(cx, cy, dx, dy, ax, ay), off(cx, cy, dx, dy, bx, by)))
        met[number[near <= self.radii[which]]] = True
        return met


# ---------------------------------------------------------------- the sums, pair by pair
def cross(ax: Values, ay: Values, bx: Values, by: Values, cx: Values, cy: Values, dx: Values, dy: Values) -> Mask:
    """`figures.cross`: whether the line from a to b meets the one from c to d."""
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    first, second = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
    third, fourth = vx * (ay - cy) - vy * (ax - cx), vx * (by - cy) - vy * (bx - cx)
    met: Mask = (first * second <= 0) & (third * fourth <= 0)
    beside = (np.maximum(ax, bx) < np.minimum(cx, dx)) | (np.maximum(cx, dx) < np.minimum(ax, bx))
    beside |= (np.maximum(ay, by) < np.minimum(cy, dy)) | (np.maximum(cy, dy) < np.minimum(ay, by))
    return met & ~beside


def off(ax: Values, ay: Values, bx: Values, by: Values, x: Values, y: Values) -> Values:
    """`figures.off`: how far a place is from the line from a to b."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    ahead = (x - ax) * dx + (y - ay) * dy
    ends = np.where(ahead <= 0, np.hypot(x - ax, y - ay), np.hypot(x - bx, y - by))
    beside = np.abs((x - ax) * dy - (y - ay) * dx) / np.sqrt(np.where(square > 0, square, 1.0))
    found: Values = np.where((ahead > 0) & (ahead < square), beside, ends)
    return found
