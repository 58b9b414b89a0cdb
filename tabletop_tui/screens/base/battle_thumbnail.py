"""A piece of the table of the last battle, kept as it looked when it was left, for the head of the title."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rich.errors import StyleSyntaxError
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import text
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, width_of

HIGH = 20
"""How many rows of a table are kept at most."""
MOST = 1_000_000
"""The bytes of the file at most."""


@frozen
class Thumbnail:
    """A piece of a table as rows of text, and what it shows in a few words."""

    rows: tuple[TextLine, ...]
    told: str = ""
    eye: tuple[int, int] = (0, 0)
    """The column and the row around which most is to be seen."""

    @property
    def size(self) -> tuple[int, int]:
        """Its columns and rows."""
        return max((width_of(row) for row in self.rows), default=0), len(self.rows)

    def row(self, line: int, left: int, width: int) -> TextLine:
        """A row from a column on, so wide at most."""
        return cropped(self.rows[line], left, width)

    def piece(self, width: int, height: int) -> list[TextLine]:
        """What lies around the eye, so large at most; what is narrower lies in the middle."""
        wide, high = self.size
        left, top = window(self.eye[0], width, wide), window(self.eye[1], height, high)
        indent: TextLine = [(" " * (max(0, width - wide) // 2), "text")]
        return [[*indent, *self.row(line, left, width)] for line in range(top, min(top + height, high))]


def window(eye: int, size: int, of: int) -> int:
    """Where a window of a size begins, with the eye in its middle if it may be."""
    return max(0, min(eye - size // 2, of - size))


def cropped(row: TextLine, left: int, width: int) -> TextLine:
    """A row from a column on, so wide at most."""
    strip = Strip([Segment(said, look) for said, look in row if isinstance(look, Style)])
    return [(part.text, part.style or Style.null()) for part in strip.crop(left, left + width)]


# ---------------------------------------------------------------- the file
def path() -> Path:
    return paths.home() / "last-table.json"


def keep(found: Thumbnail, colours: Palette, glyphs: Glyphs) -> None:
    """Write it down for this palette and these signs; BadFile where that cannot be done."""
    rows = [[[said, str(look)] for said, look in row] for row in found.rows]
    looks = f"{colours.name} {glyphs.name}"
    write_beside(
        path(), json.dumps({"told": found.told, "looks": looks, "eye": found.eye, "rows": rows}, separators=(",", ":"))
    )


def kept(colours: Palette, glyphs: Glyphs) -> Thumbnail | None:
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
        return Thumbnail(tuple(map(row_of, data["rows"][:HIGH])), clean(str(data["told"])), (x, y))
    except (BadFile, OSError, ValueError, TypeError, KeyError, RecursionError, StyleSyntaxError):
        return None


def row_of(data: Sequence[Sequence[str]]) -> TextLine:
    """A row as it was written down: texts, each with its style in words."""
    return [(clean(str(said)), Style.parse(str(look))) for said, look in data]
