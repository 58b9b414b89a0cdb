"""A line of sight from the side: what stands along it, and which part of its end it hides."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.table.hidden_share import Body, Eye, Silhouette, shadows
from tabletop_tui.table.intervals import Spans, common


def side_view(
    title: str, viewer: Silhouette, eye: Eye, target: Silhouette, bodies: Sequence[Body], name: str = ""
) -> SideView:
    """The line from an eye to the middle of a silhouette, past bodies; those of the two themselves are left out.

    `name` is that of the target.
    """
    far = dist(eye.spot, target.spot)
    between = tuple(
        Upright(body.id, begin * far, end * far, body.bottom, body.top)
        for body in bodies
        for begin, end in body.over_line(eye.spot, target.spot)
    )
    whole: Spans = ((target.foot, target.foot + target.height),)
    hidden = common(shadows(bodies, eye, target.spot), whole)
    return SideView(title, eye.height, _upright("", viewer, 0.0), _upright(name, target, far), between, hidden)


def _upright(name: str, one: Silhouette, at: float) -> Upright:
    return Upright(name, at - one.width / 2, at + one.width / 2, one.foot, one.foot + one.height)
