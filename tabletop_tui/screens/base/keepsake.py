"""The table of the last battle, kept as it looked when it was left, for the head of the title; a made-up one before."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen
from rich.errors import StyleSyntaxError
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tabletop_tui import paths
from tabletop_tui.engine.views import Ground, HexScene, Look
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import text
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.shared.painter import Painter
from tabletop_tui.widgets.styled_text import TextLine, width_of
from tabletop_tui.widgets.styles import Palette

if TYPE_CHECKING:
    from tabletop_tui.play.session import Session

WIDE, HIGH = 200, 20
"""How much of a table is kept at most, in cells."""
NEAR = 36, 2
"""So many columns and rows to either side are always seen of it."""
MOST = 1_000_000
"""The bytes of the file at most."""
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


@frozen
class Keepsake:
    """A piece of a table as rows of text, and what it shows in a few words."""

    rows: tuple[TextLine, ...]
    told: str = ""
    eye: tuple[int, int] = (0, 0)
    """The column and the row around which most is to be seen."""

    def piece(self, width: int, height: int) -> list[TextLine]:
        """What lies around the eye, so large at most; what is narrower lies in the middle."""
        wide = max((width_of(row) for row in self.rows), default=0)
        left, top = window(self.eye[0], width, wide), window(self.eye[1], height, len(self.rows))
        indent: TextLine = [(" " * (max(0, width - wide) // 2), "text")]
        return [[*indent, *cropped(row, left, width)] for row in self.rows[top : top + height]]


def window(eye: int, size: int, of: int) -> int:
    """Where a window of a size begins, with the eye in its middle if it may be."""
    return max(0, min(eye - size // 2, of - size))


def cropped(row: TextLine, left: int, width: int) -> TextLine:
    """A row from a column on, so wide at most."""
    strip = Strip([Segment(said, look) for said, look in row if isinstance(look, Style)])
    return [(part.text, part.style or Style.null()) for part in strip.crop(left, left + width)]


def taken(painter: Painter[Any], told: str) -> Keepsake:
    """As much of a table as is kept, around the unit that has the most others beside it."""
    corners = [painter.corner(token.spot) for token in painter.scene.tokens]
    eye = max(corners, key=partial(beside, corners), default=(painter.width // 2, painter.height // 2))
    left, top = window(eye[0], WIDE, painter.width), window(eye[1], HIGH, painter.height)
    rows = [painter.row(line, "", left, left + WIDE) for line in range(top, min(top + HIGH, painter.height))]
    found: tuple[TextLine, ...] = tuple([(part.text, part.style or Style.null()) for part in row] for row in rows)
    return Keepsake(found, told, (eye[0] - left, eye[1] - top))


def beside(corners: Sequence[tuple[int, int]], of: tuple[int, int]) -> int:
    """How many of these places are seen together with one."""
    return sum(abs(x - of[0]) <= NEAR[0] and abs(y - of[1]) <= NEAR[1] for x, y in corners)


def made_up(colours: Palette, glyphs: Glyphs) -> Keepsake:
    """A piece of a table on which nobody stands."""
    again = 2
    grid = HexGrid(again * len(LAND[0]), 2 * len(LAND))
    ground = {
        spot: KINDS[LAND[(int(spot[2:]) - 1) % len(LAND)][(int(spot[:2]) - 1) % len(LAND[0])]] for spot in grid.hexes
    }
    scene = HexScene(grid, ground, [])
    return taken(painters_of(scene, colours, glyphs)[1](scene, colours, glyphs), "")


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


# ---------------------------------------------------------------- the file
def path() -> Path:
    return paths.home() / "last-table.json"


def keep(found: Keepsake, colours: Palette, glyphs: Glyphs) -> None:
    """Write it down for this palette and these signs; BadFile where that cannot be done."""
    rows = [[[said, str(look)] for said, look in row] for row in found.rows]
    looks = f"{colours.name} {glyphs.name}"
    write_beside(
        path(), json.dumps({"told": found.told, "looks": looks, "eye": found.eye, "rows": rows}, separators=(",", ":"))
    )


def kept(colours: Palette, glyphs: Glyphs) -> Keepsake | None:
    """What was kept, if it was in these colours and signs; None else, and where the file cannot be read.

    Nothing hangs on it, so a file that was spoilt is as good as none.
    """
    try:
        if not os.path.exists(path()):
            return None
        data = json.loads(text(path(), MOST))
        if data["looks"] != f"{colours.name} {glyphs.name}":
            return None
        x, y = map(int, data["eye"])
        return Keepsake(tuple(map(row_of, data["rows"][:HIGH])), clean(str(data["told"])), (x, y))
    except (BadFile, OSError, ValueError, TypeError, KeyError, RecursionError, StyleSyntaxError):
        return None


def row_of(data: Sequence[Sequence[str]]) -> TextLine:
    """A row as it was written down: texts, each with its style in words."""
    return [(clean(str(said)), Style.parse(str(look))) for said, look in data]
