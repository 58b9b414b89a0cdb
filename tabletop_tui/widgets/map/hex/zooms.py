"""The zooms of a map of hexes that are bodies of half cells, from far to near."""

from __future__ import annotations

from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.hex.overview import Overview
from tabletop_tui.widgets.map.hex.roomy import RoomyBodies
from tabletop_tui.widgets.map.hex.tight import TightBodies
from tabletop_tui.widgets.map.hex.writing import BroadBodies, CloseBodies, HugeBodies, PlayBodies

BODIES: tuple[type[HexPainter], ...] = (
    Overview,
    TightBodies,
    PlayBodies,
    BroadBodies,
    RoomyBodies,
    CloseBodies,
    HugeBodies,
)
