"""What a screen lays over a battlefield: overlays, a path, a sight line, targets, the unit whose go it is."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from tabletop_tui.engine.overlays import Overlay, Patch
from tabletop_tui.records import frozen
from tabletop_tui.widgets.map.shared.traces import NOTHING, Traces
from tabletop_tui.widgets.sight_tints import states

SIGHT = "sight"


@frozen(eq=False)
class Light:
    """How a table is lit by what a unit sees: for each place a step, and whether an enemy sees who stands there."""

    spots: Mapping[str, str] = field(factory=dict)
    """On hexes: the light of each, as '0', '3' or '3r'."""
    columns: tuple[tuple[str, ...], ...] = ()
    """On an open table: that of the place (x, y) at whole numbers is `columns[x][y]`."""


@define
class Marks:
    """Everything that is drawn over the ground and the models. A spot is a string, whatever the table."""

    labels: Mapping[str, str] = field(factory=dict)
    """Spots that a question offers, with what they cost."""
    overlay: Overlay | None = None
    """An overlay that was asked for by key."""
    path: tuple[str, ...] = ()
    waypoints: tuple[str, ...] = ()
    sight: Mapping[str, str] = field(factory=dict)
    """Spots of a sight line, each with its state (`widgets/sight_tints.py`)."""
    tracer: tuple[str, ...] = ()
    """Where a shot has flown by now, the place where it is the last: it lights its way."""
    flash: frozenset[str] = frozenset()
    """Spots on which the models light up for a moment."""
    targets: frozenset[str] = frozenset()
    """Spots that options are about."""
    active: str = ""
    """The spot of the unit whose affair the question is."""
    zones: bool = True
    ghosts: tuple[tuple[float, float, float], ...] = ()
    """On an open table: where models would stand, as (x, y, radius)."""
    facing: float | None = None
    """Which way a single one of them would face, in degrees from north."""
    in_hand: int = 0
    """Which of the ghosts is moved by itself, counted from 1; 0 for none."""
    barred: bool = False
    """Whether they may not stand there."""
    ghost_names: tuple[str, ...] = ()
    """What each of them is called, where they are units of their own; else empty."""
    patches: tuple[Patch, ...] = ()
    """On an open table: areas that the answer in hand lays over it."""
    note: str = ""
    """A few words to print beside the cursor."""
    light: Light | None = None
    """How the table is lit; None where it is not."""
    traces: Traces = NOTHING
    """What happened since the last answer, or on what a page refers to."""

    def tint(self, spot: str) -> str:
        """Which tint lies over a spot, the most urgent first."""
        if spot in self.path:
            return "path"
        if (state := self.sight.get(spot)) is not None:
            return state
        if spot in self.labels:
            return "reach"
        if spot in self.targets:
            return "target"
        if self.overlay is not None and (label := self.overlay.labels.get(spot)) is not None:
            return states(self.overlay.grades).get(label, SIGHT) if self.overlay.kind == SIGHT else self.overlay.kind
        return ""

    def label(self, spot: str) -> str:
        """What is printed on a spot, '' for nothing."""
        if label := self.labels.get(spot):
            return label
        if self.overlay is not None and self.overlay.kind != SIGHT and (label := self.overlay.labels.get(spot)):
            return label
        return ""

    def sign(self, spot: str) -> str:
        """The kind of sign on a spot: path, waypoint, a state of sight, or the tint where nothing else tells of it."""
        if spot in self.waypoints:
            return "waypoint"
        if (state := self.sight.get(spot)) is not None:
            return state
        if spot in self.path:
            return "path"
        if self.label(spot):
            return ""
        if spot in self.traces.cells:
            return self.traces.cells[spot][0]
        tint = self.tint(spot)
        return "" if tint == "clear" else tint

    def changed(self, other: Marks) -> frozenset[str] | None:
        """The spots that look different under the other marks; None for 'any of them may'."""
        kinds = [overlay and (overlay.kind, overlay.grades) for overlay in (self.overlay, other.overlay)]
        if self.zones != other.zones or kinds[0] != kinds[1] or (self.light is None) != (other.light is None):
            return None
        spots = set(self.path) ^ set(other.path) | set(self.waypoints) ^ set(other.waypoints)
        spots |= self.targets ^ other.targets | self.flash ^ other.flash | {self.active} ^ {other.active}
        spots |= set() if self.tracer == other.tracer else {*self.tracer, *other.tracer}
        spots |= differing(self.sight, other.sight) | differing(self.labels, other.labels)
        if self.light is not None and other.light is not None:
            spots |= differing(self.light.spots, other.light.spots)
        if self.traces is not other.traces:
            spots |= {*self.traces.cells, *other.traces.cells, *self.traces.flags, *other.traces.flags}
        if self.overlay is not None and other.overlay is not None:
            spots |= differing(self.overlay.labels, other.overlay.labels)
        return frozenset(spots - {""})


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> set[str]:
    """The spots that have not the same label in both."""
    return set() if one is other else {spot for spot, _ in one.items() ^ other.items()}
