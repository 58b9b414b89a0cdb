"""Sight in space: pieces and models with a bottom and a top, and the share of one that is hidden from an eye.

Exact, with plain numbers: where a line is above a piece is found as a part of it (`table/motion_intervals.py`), and how
high it is there follows. Heights and distances are in table units. From within a body nothing is seen: a rulebook
leaves out what somebody looks out of.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import dist, inf

from attrs import define

from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.intervals import Span, Spans, common, united
from tabletop_tui.table.motion_intervals import Path, leg_crossings, near_part
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, Figure, bounds, box_of, box_of_leg, grown, overlap

GROUND = "ground"
"""The surface of the table itself."""
Veil = tuple[Spans, ...]
"""Of each strip of a silhouette the heights that are hidden."""


@define(eq=False, slots=False)
class Body:
    """Something upright with a bottom and a top: a piece of terrain, or a disc around a place. It never changes."""

    id: str
    top: float
    bottom: float = 0.0
    """How high its lower side is: 0 for what stands on the ground, more for bridges and roofs on posts."""
    figure: Figure | None = None
    """What it covers as seen from above; None for a disc."""
    middle: Spot = (0.0, 0.0)
    radius: float = 0.0
    """Of a disc."""

    @cached_property
    def box(self) -> Box:
        """As seen from above."""
        return self.figure.box if self.figure is not None else grown(box_of((self.middle,)), self.radius)

    def holds(self, spot: Spot) -> bool:
        """Whether a place is over or under it, its border included."""
        if self.figure is not None:
            return self.figure.holds(spot)
        return dist(spot, self.middle) <= self.radius + TINY

    def over_line(self, a: Spot, b: Spot) -> Spans:
        """Which parts of a straight line are over or under it; where it crosses a line, an instant."""
        figure = self.figure
        if figure is None or figure.convex:
            part = near_part((a, b), self.middle, self.radius) if figure is None else figure.clipped(a, b)
            return (part,) if part is not None else ()
        if figure.closed:
            return Path((a, b)).on(figure)
        return united([(share, share) for share in leg_crossings(figure, a, b)])


# ---------------------------------------------------------------- sight
@frozen
class Eye:
    """From where one looks."""

    spot: Spot
    height: float


@frozen
class Silhouette:
    """An upright rectangle that faces whoever looks: what of a model counts as seen."""

    spot: Spot
    """Its middle."""
    foot: float
    """The height on which it stands."""
    width: float
    height: float


def open_line(bodies: Iterable[Body], eye: Eye, spot: Spot, height: float) -> bool:
    """Whether no body lies between an eye and a point over a place; what a line only touches does not block it."""
    return not any(low < height < high for low, high in shadows(bodies, eye, spot))


def hidden_share(bodies: Iterable[Body], eye: Eye, target: Silhouette, strips: int = 8) -> float:
    """Which share of a silhouette, from 0 to 1, is hidden from an eye.

    It is parted into upright strips of equal width; of each the hidden part of its middle line is worked out exactly,
    and their mean is the share.
    """
    return share_behind(veil(bodies, eye, target, strips), target)


def veil(bodies: Iterable[Body], eye: Eye, target: Silhouette, strips: int = 8) -> Veil:
    """What bodies hide of a silhouette, strip by strip; nothing of one that has no height, or where the eye is."""
    far = dist(eye.spot, target.spot)
    if far <= TINY or target.height <= 0:
        return ((),) * strips
    (x, y), (u, v) = target.spot, eye.spot
    across = (y - v) / far * target.width, (u - x) / far * target.width
    middles = [(number + 0.5) / strips - 0.5 for number in range(strips)]
    places = [(x + across[0] * aside, y + across[1] * aside) for aside in middles]
    box = bounds((eye.spot, *places))
    between = [body for body in bodies if overlap(body.box, box)]
    return tuple(shadows(between, eye, place) for place in places) if between else ((),) * strips


def veiled(one: Veil, other: Veil) -> Veil:
    """What two veils hide together."""
    return tuple(united((*a, *b)) if a and b else a or b for a, b in zip(one, other, strict=True))


def share_behind(veil: Veil, target: Silhouette) -> float:
    """Which share of a silhouette is behind a veil."""
    if not any(veil):
        return 0.0
    whole: Spans = ((target.foot, target.foot + target.height),)
    hidden = [added([end - begin for begin, end in common(heights, whole)]) for heights in veil if heights]
    return added(hidden) / target.height / len(veil)


def shadows(bodies: Iterable[Body], eye: Eye, spot: Spot) -> Spans:
    """Which heights over a place are hidden from an eye."""
    box, found = box_of_leg(eye.spot, spot), list[Span]()
    for body in bodies:
        if overlap(body.box, box):
            found += [_shadow(body, eye.height, part) for part in body.over_line(eye.spot, spot)]
    return united(found)


def _shadow(body: Body, eye: float, part: Span) -> Span:
    """Which heights at the end of a line are hidden by a body that the line is over or under in this part of it.

    A line to height z is at eye + (z - eye) * t after a share t; so bottom and top are seen at eye + (bottom - eye) / t
    and eye + (top - eye) / t, which change one way only as t grows.
    """
    begin, end = part
    low = min(_seen_at(body.bottom, eye, begin), _seen_at(body.bottom, eye, end))
    high = max(_seen_at(body.top, eye, begin), _seen_at(body.top, eye, end))
    return (low, high) if low <= high else (low, low)


def _seen_at(height: float, eye: float, share: float) -> float:
    """At which height over the end of a line something of this height is seen after this share of the line."""
    if share > 0:
        return eye + (height - eye) / share
    return eye if height == eye else inf if height > eye else -inf
