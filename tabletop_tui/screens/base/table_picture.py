"""Pictures of a table for the head of the title: of the battle that is left, and a made-up one before the first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from attrs import field
from rich.style import Style

from tabletop_tui.engine.scenes import Ground, HexScene, Look
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.records import frozen
from tabletop_tui.screens.base.battle_thumbnail import HIGH, Thumbnail, keep, window
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.zooms import play_zoom, zooms_of
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine

if TYPE_CHECKING:
    from tabletop_tui.play.session import Session

WIDE = 200
"""How many columns of a table are kept at most."""
NEAR = 36, 2
"""So many columns and rows to either side are always seen of it."""
LAND = (
    "gggf^ggggs~~ggss^ggggff+gggb",
    "gff+^^ggs~~sggss++ggfgf^ggbb",
    "ggf^+ggggs~ggsssg+^ggfgggcbc",
    "g^++gggggggggss^ggggggffgccc",
)
"""A table where nothing was played yet: rows of hexes, again and again from west to east."""
KINDS = {
    "g": Ground(Look("grass", "grass")),
    "+": Ground(Look("grass", "grass"), 1),
    "^": Ground(Look("grass", "grass"), 2),
    "f": Ground(Look("forest", "forest", "♣", "&")),
    "s": Ground(Look("sand", "sand")),
    "~": Ground(Look("water", "water", "≈", "~")),
    "b": Ground(Look("building", "building", "▒", "#"), 2),
    "c": Ground(Look("concrete", "concrete")),
}
"""What the letters of such a table stand for."""


def taken(painter: Painter[Any], told: str) -> Thumbnail:
    """As much of a table as is kept, around the unit that has the most others beside it."""
    corners = [painter.corner(token.spot) for token in painter.scene.tokens]
    eye = max(corners, key=partial(beside, corners), default=(painter.width // 2, painter.height // 2))
    left, top = window(eye[0], WIDE, painter.width), window(eye[1], HIGH, painter.height)
    found = tuple(row_of(painter, line, left, WIDE) for line in range(top, min(top + HIGH, painter.height)))
    return Thumbnail(found, told, (eye[0] - left, eye[1] - top))


def row_of(painter: Painter[Any], line: int, left: int, width: int) -> TextLine:
    """A row of a table from a column on, so wide at most."""
    return [(part.text, part.style or Style.null()) for part in painter.row(line, "", left, left + width)]


def beside(corners: Sequence[tuple[int, int]], of: tuple[int, int]) -> int:
    """How many of these places are seen together with one."""
    return sum(abs(x - of[0]) <= NEAR[0] and abs(y - of[1]) <= NEAR[1] for x, y in corners)


@frozen
class Unplayed(Thumbnail):
    """A table on which nobody stands yet: no more of it is painted than is seen."""

    painter: Painter[Any] = field(kw_only=True)

    @property
    def size(self) -> tuple[int, int]:
        return self.painter.width, self.painter.height

    def row(self, line: int, left: int, width: int) -> TextLine:
        return row_of(self.painter, line, left, width)


@lru_cache(4)
def made_up(colours: Palette, glyphs: Glyphs) -> Unplayed:
    """A piece of a table on which nobody stands."""
    again = 2
    grid = HexGrid(again * len(LAND[0]), 2 * len(LAND))
    ground = {
        spot: KINDS[LAND[(int(spot[2:]) - 1) % len(LAND)][(int(spot[:2]) - 1) % len(LAND[0])]] for spot in grid.hexes
    }
    zooms = zooms_of(colours, glyphs)
    painter = zooms[play_zoom(zooms)](HexScene(grid, ground, []), colours, glyphs)
    return Unplayed((), eye=(painter.width // 2, painter.height // 2), painter=painter)


def of_battle(session: Session, painter: Painter[Any] | None) -> None:
    """Keep the table of a battle that is left, without its marks. Where it cannot be written, the title shows another.

    A game that is written down nowhere leaves no picture either.
    """
    if session.journal is None or painter is None:
        return
    bare = type(painter)(painter.scene, painter.palette, painter.glyphs)
    name, standing = str(session.setup.scenario.get("name", "")), session.system.standing(session.game)
    told = ", ".join(filter(None, (session.system.name, name, standing.name.lower())))
    with suppress(BadFile):
        keep(taken(bare, told), painter.palette, painter.glyphs)
