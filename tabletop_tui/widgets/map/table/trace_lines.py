"""Where traces of what happened lie on an open table: dotted lines, and flags beside spots, hiding no label."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.traces import SHOT, WAY, Traces
from tabletop_tui.widgets.map.table.label_placement import Labels, settle

FLAG_PLACES = sorted(product((0, -1, 1, -2, 2, -3, 3), (-3, 3, 0, -6, 6)), key=lambda by: abs(by[1]) + 2 * abs(by[0]))
"""Where a flag may stand beside its spot, in rows and columns, the nearest first."""
Laid = tuple[Cell, str, str]
"""A cell, its sign, and the name of its ink."""


def line_cells(traces: Traces, raster: Raster, glyphs: Glyphs) -> Iterator[Laid]:
    """The cells of all lines."""
    for line in traces.lines:
        ink = f"{line.kind} {'' if line.seat is None else line.seat}"
        places = [place for place in map(parse_spot, line.spots) if place is not None]
        sign = glyphs.shot if line.kind == SHOT else glyphs.way
        yield from ((cell, sign, ink) for cell in [*raster.line(places)][2:-1:2])
        if line.kind == WAY:
            yield raster.cell(*places[0]), glyphs.start, ink


def flag_cells(traces: Traces, raster: Raster, labels: Labels) -> Iterator[Laid]:
    """Where each flag's word begins, free of models and labels; a flag that has no room anywhere is left out."""
    taken = labels.taken.copy() if traces.flags else []
    for spot, (word, kind) in traces.flags.items():
        if (place := parse_spot(spot)) is None:
            continue
        column, row = raster.cell(*place)
        beside = ((column + dc - (len(word) - 1) // 2, row + dr) for dr, dc in FLAG_PLACES)
        if (cell := settle(labels.places(word, beside), taken)) is not None:
            yield cell, word, f"flag-{kind}"
