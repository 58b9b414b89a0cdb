"""What is laid over a battlefield for a while, as plain data: labels on spots, lines, areas of an answer."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.engine.sight_grades import COVERED, Scale
from tabletop_tui.records import frozen


@frozen
class Trace:
    """A line drawn over an open table: the rim of a range, an arc, a chain. Points in table units."""

    points: tuple[tuple[float, float], ...]
    kind: str = "reach"
    """How it is coloured, as the kind of an Overlay."""
    label: str = ""


@frozen
class Patch:
    """An area that an answer lays over an open table, as a polygon, a line or a single place. For drawing only."""

    points: tuple[tuple[float, float], ...]
    kind: str = "under"
    """under (a template), ring (what only its second rim takes in) or ghost (where a base would stand)."""


@frozen
class Overlay:
    """Labels (and with them a tint) on spots: reach, threat, sensors, sight. `label` of a spot is at most two cells."""

    name: str
    labels: Mapping[str, str]
    """Where they take long to find, `Searched` as well."""
    kind: str = "reach"
    """reach, threat, sensors or sight: how it is tinted. In sight the labels are those of `grades`."""
    traces: tuple[Trace, ...] = ()
    """Lines to draw besides, on an open table."""
    grades: Scale = COVERED
    """Of an overlay of the kind 'sight': the grades of its labels, the best first."""
