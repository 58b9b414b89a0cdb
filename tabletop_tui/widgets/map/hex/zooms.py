"""The zooms of a map of hexes that are bodies of half cells, from far to near."""

from __future__ import annotations

from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.hex.compact_painter import TightBodies
from tabletop_tui.widgets.map.hex.hex_labels import BroadBodies, CloseBodies, HugeBodies, PlayBodies
from tabletop_tui.widgets.map.hex.overview_painter import Overview
from tabletop_tui.widgets.map.hex.roomy_painter import RoomyBodies

BODIES: tuple[type[HexPainter], ...] = (
    Overview,
    TightBodies,
    PlayBodies,
    BroadBodies,
    RoomyBodies,
    CloseBodies,
    HugeBodies,
)
