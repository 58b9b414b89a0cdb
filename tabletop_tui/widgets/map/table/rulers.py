"""The rulers on the rim of an open table: a number at each mark of the grid, and ticks between where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.table.raster import Raster
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import Palette

RULERS = 4, 1
"""The columns of the ruler at the left, and the rows of that above."""
TICKS = 3
"""The grid is parted in so many by ticks ..."""
APART = 3
"""... where these are at least so many columns apart."""


def ruler_above(scene: TableScene, across: float, palette: Palette, left: int, width: int) -> Iterator[Run]:
    """So many cells of the ruler above the table, from a column of the table on."""
    raster, cells = Raster(scene.width, 1, across, 1), [" "] * width
    parted = scene.grid / TICKS
    for number in range(int(scene.width / parted) + 1):
        at = raster.cell(number * parted, 0)[0] - left
        if number % TICKS == 0:
            text = f"{number * parted:g}"
            # The last figure stands over the mark: so the number is never beyond the table.
            begin = max(0, at - len(text) + 1) if at else 0
            if begin + len(text) <= width and at >= 0 and not "".join(cells[begin : begin + len(text)]).strip(" ."):
                cells[begin : begin + len(text)] = text
        elif 0 <= at < width and parted * across >= APART and cells[at] == " ":
            cells[at] = "."
    yield "".join(cells), palette.role("dim")


def ruler_beside(scene: TableScene, down: float, palette: Palette, row: int) -> Run:
    """The ruler at the left, on one row of the table."""
    raster = Raster(1, scene.height, 1, down)
    near = round(row / down / scene.grid) * scene.grid
    text = f"{near:g}" if near <= scene.height and raster.cell(0, near)[1] == row else ""
    return f"{text:>{RULERS[0] - 1}} ", palette.role("dim")
