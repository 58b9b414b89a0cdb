"""Lines to lay over an open table: rims of ranges, arcs, chains, discs. Distances in table units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist, pi, radians

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.overlays import Trace
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots

CORNERS = 12
"""Corners of what is drawn for a round thing."""


def disc(x: float, y: float, radius: float) -> Spots:
    """The corners of a round thing."""
    angles = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def rim(whole: BaseGeometry, far: float, kind: str, label: str) -> Iterator[Trace]:
    """The line that runs so far outside a shape, or around each part of it: the models of a torn unit lie apart."""
    for part in shapely.get_parts(whole.buffer(far, quad_segs=12)):
        yield Trace(tuple((x, y) for x, y in part.exterior.coords), kind, label)
        label = ""


def rims(whole: BaseGeometry, labels: Mapping[float, str], kind: str = "sensors") -> tuple[Trace, ...]:
    """A rim for each distance, with its label."""
    return tuple(trace for far, label in labels.items() for trace in rim(whole, far, kind, label))


def outward(spot: Spot, degrees: float, far: float) -> Spot:
    """The place so far from a spot in a direction, in degrees clockwise from north."""
    return spot[0] + far * sin(radians(degrees)), spot[1] - far * cos(radians(degrees))


def arcs(spot: Spot, facing: float, far: float) -> tuple[Trace, ...]:
    """The borders of the four arcs of a vehicle, with the names of its sides."""
    borders = [Trace((spot, outward(spot, facing + angle, far)), "sensors") for angle in (45, 135, 225, 315)]
    names = {0: "front", 90: "side", 180: "rear", 270: "side"}
    ends = [(outward(spot, facing + angle, far / 2), name) for angle, name in names.items()]
    return (*borders, *(Trace((end, end), "sensors", name) for end, name in ends))


def links(models: Spots, radius: float, link: float) -> Iterator[Trace]:
    """The chain of a unit: a line between all models that are near enough to hold together."""
    for number, a in enumerate(models):
        for b in models[number + 1 :]:
            if dist(a, b) - 2 * radius <= link + TINY:
                yield Trace((a, b), "reach")
