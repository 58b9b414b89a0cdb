"""The painters of hex maps from far to near: an overview, play, broad, close."""

from __future__ import annotations

from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.lattice import LATTICES
from tabletop_tui.widgets.map.hex.painter import HexPainter
from tabletop_tui.widgets.map.hex.writing import BODIES
from tabletop_tui.widgets.styles import Palette


def painters(colours: Palette, glyphs: Glyphs) -> tuple[type[HexPainter], ...]:
    """Bodies of half cells where these can be shown, else a lattice; both of the same zooms."""
    return BODIES if colours.bodies and glyphs.halves else LATTICES
