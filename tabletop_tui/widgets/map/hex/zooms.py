"""The zooms of a map of hexes, from far to near."""

from __future__ import annotations

from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.hex.compact_painter import TightBodies
from tabletop_tui.widgets.map.hex.hex_labels import BroadBodies, CloseBodies, HugeBodies, PlayBodies
from tabletop_tui.widgets.map.hex.outline_painter import LATTICES
from tabletop_tui.widgets.map.hex.overview_painter import Overview
from tabletop_tui.widgets.map.hex.roomy_painter import RoomyBodies
from tabletop_tui.widgets.palette import Palette

BODIES: tuple[type[HexPainter], ...] = (
    Overview,
    TightBodies,
    PlayBodies,
    BroadBodies,
    RoomyBodies,
    CloseBodies,
    HugeBodies,
)


def zooms_of(colours: Palette, glyphs: Glyphs) -> tuple[type[HexPainter], ...]:
    """Hexes are bodies of half cells where these can be shown, and lines elsewhere."""
    return BODIES if colours.bodies and glyphs.halves else LATTICES


def play_zoom(zooms: tuple[type[HexPainter], ...]) -> int:
    return next(number for number, one in enumerate(zooms) if one.zoom == "play")
