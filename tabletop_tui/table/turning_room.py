"""Whether a vehicle is hemmed in: a proof that no way of a length, however it bends, keeps clear of what stands there.

As long as a way is no longer than a quarter of its tightest circle it only goes forwards: after a length l by at least
r * sin(l / r), and where it is y ahead it has come no further aside than that circle, r - sqrt(r * r - y * y). So it
stays in a horn between two circles that touch each other at its start, and leaves it by its far end. Where nothing of
the horn that is free leads from the start to the far end, there is no way.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, radians, sqrt

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.driving_paths import Footprint, Pose
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, grown, overlap

MARGIN = 0.001
"""By so much a way may be tighter, shorter and nearer to things, for it to count as one all the same, in table units;
far more than rounding does."""
CHORDS = 24
"""With so many each side of the horn is drawn; they lie outside it, as its sides bend inwards."""


def is_hemmed_in(start: Pose, base: float, radius: float, length: float, others: Iterable[Footprint]) -> bool:
    """Whether it is proved that no way of a length starts here with bends of a radius or wider, and meets no other.

    `base` is the radius of a round base, or of a disc within another. False tells nothing: there may be a way or none.
    """
    radius, base = radius - MARGIN, base - MARGIN
    length = min(length - MARGIN, radius * pi / 2)
    if min(radius, length) <= 0:
        return False
    horn, end = _horn(start, radius, length)
    bodies = [body for other in others if (body := kept_off(other, base, horn.bounds)) is not None]
    if not bodies:
        return False
    free = shapely.get_parts(shapely.difference(horn, shapely.union_all(bodies)))
    return not any(part.distance(shapely.Point(start.spot)) <= TINY and part.distance(end) <= TINY for part in free)


def _horn(start: Pose, radius: float, length: float) -> tuple[BaseGeometry, BaseGeometry]:
    """Where a way is until it has come as far forwards as it does in a length; and the line where it then is."""
    far = radius * sin(length / radius)
    ahead = [far * number / CHORDS for number in range(CHORDS + 1)]
    side = [(radius - sqrt(max(0.0, radius * radius - y * y)), y) for y in ahead]
    c, s = cos(radians(start.heading)), sin(radians(start.heading))

    def place(x: float, y: float) -> Spot:
        return start.x + x * c + y * s, start.y + x * s - y * c

    right, left = [place(x, y) for x, y in side], [place(-x, y) for x, y in side]
    return shapely.Polygon([*right, *reversed(left)]), shapely.LineString([right[-1], left[-1]])


def kept_off(other: Footprint, base: float, box: Box) -> BaseGeometry | None:
    """Where the middle of a base is not within a box; None for nowhere there.

    Of something with an inside that is a strip along its rim, which a way would have to cross. Rounded corners and
    circles are drawn as polygons within them.
    """
    reach = other.radius + base
    around = grown(box, reach)
    if reach <= 0 or not overlap(other.box, around):
        return None
    if len(other.corners) == 1:
        return shapely.Point(other.corners[0]).buffer(reach)
    return shapely.clip_by_rect(shapely.MultiLineString(other.sides), *around).buffer(reach)
