"""What straight lines to many places meet, found for all of them at once: figures, and groups of bases.

The sums are those of `figures`, so that what is said of one line there is said of it here. Many lines against many
things are looked at as pairs: two arrays of the same length, the numbers of the things and the numbers of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial

import numpy as np
import numpy.typing as npt

from tabletop_tui.records import frozen
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import ON, Figure, links

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]
Values = npt.NDArray[np.float64]
Pairs = tuple[Numbers, Numbers]
SLACK = 1e-9
"""Sectors are taken so much wider, in radians and table units, than the things in them."""
NEXT_EYE = 8 * np.pi
"""Directions from one eye are written so far from those of the next, that all can be sorted in one go."""


@lru_cache(maxsize=16)
def lattice(width: int, height: int) -> Values:
    """The places of a table at whole numbers as rows x, y: all of the first column, then all of the next."""
    return np.stack(np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0), indexing="ij"), axis=-1).reshape(-1, 2)


def chart(unseen: Mask, height: int) -> Chart:
    """Of every place of such a lattice whether it is seen, as an overlay of the kind 'sight' says it: '.' or 'x'."""
    signs = np.where(unseen, b"x", b".").tobytes().decode()
    return Chart(tuple(signs[first : first + height + 1] for first in range(0, len(signs), height + 1)))


def hidden(places: Values, looks: Iterable[LinesTo], blocked: Callable[[Lines, Numbers], Mask]) -> Mask:
    """The places to which every line of every look is blocked; that is asked with the numbers of the lines' places."""
    left = np.arange(len(places))
    for lines_to in looks:
        lines = lines_to(places[left])
        numbers = np.tile(left, len(lines.ends) // max(1, len(left)))
        left = left[blocked(lines, numbers).reshape(len(lines.ends) // max(1, len(left)), len(left)).all(axis=0)]
    return marked(len(places), left)


def looks(eyes: Spots) -> Iterator[LinesTo]:
    """Lines from these eyes: first from one, which is most often enough, then from all others together."""
    for group in (eyes[:1], eyes[1:]):
        if group:
            yield partial(Lines.of, np.array(group))


def marked(count: int, numbers: Numbers) -> Mask:
    """These numbers out of so many."""
    found = np.zeros(count, dtype=np.bool_)
    found[numbers] = True
    return found


# ---------------------------------------------------------------- lines
@frozen(eq=False)
class Lines:
    """Straight lines from eyes to places; both are given as rows x, y."""

    eyes: Values
    origins: Numbers
    """From which of the eyes each line goes."""
    ends: Values

    @classmethod
    def of(cls, eyes: Values, places: Values) -> Lines:
        """The lines from each eye to each place: all of the first eye, then all of the next."""
        return cls(eyes, np.repeat(np.arange(len(eyes)), len(places)), np.tile(places, (len(eyes), 1)))

    @classmethod
    def one_by_one(cls, starts: Values, ends: Values) -> Lines:
        """The lines that begin and end at these places."""
        return cls(starts, np.arange(len(starts)), ends)

    def some(self, numbers: Numbers) -> Lines:
        """A part of them."""
        return Lines(self.eyes, self.origins[numbers], self.ends[numbers])

    def columns(self, numbers: Numbers) -> tuple[Values, Values, Values, Values]:
        """ax, ay, bx, by of these lines."""
        (ax, ay), (bx, by) = self.starts[numbers].T, self.ends[numbers].T
        return ax, ay, bx, by

    @cached_property
    def starts(self) -> Values:
        return self.eyes[self.origins]

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
        return Lines.one_by_one(self.starts + steps * shares[0], self.ends - steps * shares[1])

    def passing(self, things: Things) -> tuple[Numbers, Numbers, Mask]:
        """The pairs of legs and lines that may meet, and which of them surely do.

        A line that goes towards some part of a leg may meet it if it goes as far, and does if it ends beyond all of it.
        """
        sectors = Sectors.of(self.eyes, things)
        begins, ends = sectors.turned_once()
        angles, order = self._turned
        first, last = np.searchsorted(angles, begins).ravel(), np.searchsorted(angles, ends, "right").ravel()
        inner = [np.searchsorted(angles, at).ravel() for at in (begins + sectors.doubt, ends - sectors.doubt)]
        sector, slot = spread(first, np.maximum(0, last - first))
        sure = (slot >= inner[0][sector]) & (slot < inner[1][sector])
        number, sector = order[slot], sector % sectors.near.size
        length = self.lengths[number]
        sure &= length > sectors.far.ravel()[sector]
        reached = length >= sectors.near.ravel()[sector]
        return sector[reached] % len(things.legs), number[reached], sure[reached]

    @cached_property
    def _turned(self) -> tuple[Values, Numbers]:
        """The directions of all lines, sorted, each eye's NEXT_EYE on from the last one's; and the lines' numbers."""
        steps = self.ends - self.starts
        angles = np.arctan2(steps[:, 1], steps[:, 0]) + NEXT_EYE * self.origins
        order = np.argsort(angles)
        return angles[order], order


LinesTo = Callable[[Values], Lines]
"""The lines to places from where somebody sees."""


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


@frozen(eq=False)
class Sectors:
    """How legs lie around eyes: for each eye (rows) and each leg (columns)."""

    near: Values
    far: Values
    """How far away the nearest and the furthest part of it is."""
    begin: Values
    end: Values
    """Between which directions it lies, from somewhat below -pi to somewhat above pi."""
    doubt: Values
    """How far within them it surely does."""

    @classmethod
    def of(cls, eyes: Values, things: Things) -> Sectors:
        (ex, ey), (cx, cy, dx, dy), radii = eyes.T[:, :, None], things.legs.T, things.radii
        apart = np.hypot(cx - ex, cy - ey), np.hypot(dx - ex, dy - ey)
        near = off(cx, cy, dx, dy, ex, ey) - radii - SLACK
        outside = near > 0
        widest = [np.arcsin((radii + SLACK) / np.maximum(radii + SLACK, gap)) + SLACK for gap in apart]
        surest = [np.arcsin(np.maximum(0.0, radii - SLACK) / np.maximum(radii + SLACK, gap)) - SLACK for gap in apart]
        middle = np.arctan2(cy - ey, cx - ex)
        aside = (np.arctan2(dy - ey, dx - ex) - middle + np.pi) % (2 * np.pi) - np.pi
        return cls(
            near,
            np.where(outside, np.maximum(*apart) + radii + SLACK, np.inf),
            np.where(outside, middle + np.minimum(-widest[0], aside - widest[1]), -np.pi),
            np.where(outside, middle + np.maximum(widest[0], aside + widest[1]), np.pi),
            np.maximum(widest[0] - surest[0], widest[1] - surest[1]),
        )

    def turned_once(self) -> tuple[Values, Values]:
        """Where they begin and end within one turn, the eyes NEXT_EYE apart: what lies over the seam at pi is two."""
        west, east = self.begin < -np.pi, self.end > np.pi
        begins = np.maximum(self.begin, -np.pi), np.where(west, self.begin + 2 * np.pi, np.where(east, -np.pi, 1.0))
        ends = np.minimum(self.end, np.pi), np.where(west, np.pi, np.where(east, self.end - 2 * np.pi, 0.0))
        apart = NEXT_EYE * np.arange(len(self.near))[:, None]
        return np.array(begins) + apart, np.array(ends) + apart


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

    @lru_cache(maxsize=64)  # noqa: B019 - as many as are kept by `of`, and they never change
    def hold_lattice(self, width: int, height: int) -> Mask:
        """The same as `hold` for the places of a lattice."""
        return self.hold(lattice(width, height))

    def hold(self, places: Values) -> Mask:
        """`Figure.holds` for each figure (rows) and each place (columns)."""
        (left, top, right, bottom), (x, y) = self.wholes.T[:, :, None], places.T
        found: Mask = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
        which, number = np.nonzero(found)
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

        `along` are lines of which these are parts; from few eyes, they tell sooner which sides to look at.
        """
        leg, number, sure = (lines if along is None else along).passing(self)
        hit = sure if along is None else np.zeros_like(sure)
        open_ = np.nonzero(~hit)[0]
        hit[open_] = cross(*lines.columns(number[open_]), *self.legs[leg[open_]].T)
        met = np.zeros((len(self.counts), len(lines.ends)), dtype=np.bool_)
        met[self.owners[leg[hit]], number[hit]] = True
        return met


@frozen(eq=False)
class BodyLinks(Things):
    """The links of groups of bases."""

    low: Mask
    """Which of them some lines pass over."""

    @classmethod
    def of(cls, groups: Iterable[tuple[Spots, float, bool]]) -> BodyLinks:
        """Groups as the places of their bases, the bases' radius, and whether some lines pass over them."""
        legs = [(*a, *b, radius, low) for models, radius, low in groups for a, b in links(models, radius)]
        rows = np.array(legs, dtype=np.float64).reshape(-1, 6)
        return cls(rows[:, :4], rows[:, 4], rows[:, 5] > 0)

    def met(self, lines: Lines, over: Mask) -> Mask:
        """The lines that come as near to a link as bases reach: `figures.struck`; some go `over` the low ones."""
        which, number, sure = lines.passing(self)
        barred = ~(self.low[which] & over[number])
        met = marked(len(lines.ends), number[sure & barred])
        left = barred & ~met[number]
        which, number = which[left], number[left]
        (ax, ay, bx, by), (cx, cy, dx, dy) = lines.columns(number), self.legs[which].T
        near = np.minimum(off(ax, ay, bx, by, cx, cy), off(ax, ay, bx, by, dx, dy))
        near = np.minimum(near, np.minimum(off(cx, cy, dx, dy, ax, ay), off(cx, cy, dx, dy, bx, by)))
        met[number[(near <= self.radii[which]) | cross(ax, ay, bx, by, cx, cy, dx, dy)]] = True
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
