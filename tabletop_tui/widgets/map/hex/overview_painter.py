"""A hex battlefield from afar: 2 x 1 cells a hex, and where half blocks can be shown two hexes in a cell."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from tabletop_tui.engine.scenes import HexScene, Token
from tabletop_tui.table.hexes import Hex, name_of
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import style


@define(eq=False)
class Overview(HexPainter):
    """2 x 1 cells a hex. A lower column's cells hold the lower half of one hex and the upper half of the next."""

    zoom, wide, high = "overview", 2, 1

    @classmethod
    def size_of(cls, scene: HexScene, glyphs: Glyphs) -> tuple[int, int]:
        columns, rows = scene.grid.columns, scene.grid.rows
        return 2 * columns, rows + (1 if glyphs.halves and columns > 1 else 0)

    def drop(self, column: int) -> int:
        return 0

    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        outside = self.palette.role("outside")
        for column in range(self.columns):
            here = name_of(column + 1, y + 1) if y < self.rows else ""
            token = self.model(here) if here else None
            if here and here == cursor:
                yield token.tag[:2].ljust(2, "]") if token else "[]", self.palette.role("cursor")
            elif token is not None or (here and here in self.marks.traces.flags):
                yield self._tagged(here, token)
            elif not self.glyphs.halves or column % 2 == 0:
                yield self._whole(here) if here else ("  ", outside)
            else:
                above = name_of(column + 1, y) if y else ""
                upper = self.shade(above).ground if above else outside.bgcolor
                lower = self.shade(here).ground if here else outside.bgcolor
                yield "▄▄", style(lower, upper)

    def _tagged(self, spot: Hex, token: Token | None) -> Run:
        """A model, or a flag; of a model that was hurt only the ink tells that."""
        flag = self.flag(spot)
        if token is None:
            assert flag is not None
            return flag[0][:2].ljust(2), flag[1]
        return token.tag[:2].ljust(2), flag[1] if flag is not None else self.tag_style(token)

    def _whole(self, spot: Hex) -> Run:
        shade, glyph = self.shade(spot), self.glyph(self.scene.ground[spot])
        if not self.palette.colour and (mark := self.label(spot) or self.sign(spot)):
            return mark.rjust(2), style(bold=True)
        return (self.sign(spot) or glyph).ljust(2), shade.plain
