"""Hexes of 8 x 3 cells: where boards of twenty rows fill very large screens, and small boards usual ones."""

from __future__ import annotations

from attrs import define

from tabletop_tui.engine.scenes import Token
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.colour_arithmetic import legible
from tabletop_tui.widgets.map.hex.hex_cells import ROOMY
from tabletop_tui.widgets.map.hex.hex_labels import PlayBodies
from tabletop_tui.widgets.map.shared.cell_row import CellRow
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import style


@define(eq=False)
class RoomyBodies(PlayBodies):
    """Columns lie lower by a row and a half: in one there are three whole rows of text, in the next two between halves.

    A unit has its tag on the last row but one, and on the last, in figures, what is left if it has lost something.
    """

    zoom, cells = "roomy", ROOMY
    wide, high = ROOMY.wide, ROOMY.high

    def bodied(self, spot: Hex) -> int:
        return self.whole(spot) - 1

    def whole(self, spot: Hex) -> int:
        """So many rows of text are a hex's own."""
        return self.high - self.cells.top(spot) % 2

    def room_on(self, spot: Hex, part: int) -> int:
        """The cells of one of its rows."""
        first = 2 * part + self.cells.top(spot) % 2
        return self.wide + self.cells.slant - 2 * max(self.cells.side[first : first + 2])

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        whole = self.whole(spot)
        if part >= whole:
            return ()
        row = self.row_of(spot, self.room_on(spot, part), part)
        below = part - whole + 2  # of the last two rows the first is 0
        row.indent = (row.room - 8) // 2 if below == 0 else 0
        if self.model(spot) is not None:
            if below >= 0:
                (self._lower_unit if below else self._upper_unit)(row, self.tokens[spot])
        elif part == 0:
            self._upper_ground(row, spot)
        elif part == 1:
            self._signs(row, spot)
        elif (floor := self.floor(spot)) is not None:
            row.fill(*floor)
        return row.runs()

    def _lower_unit(self, row: CellRow, models: list[Token]) -> None:
        token, taken = models[0], self.flag(models[0].spot)
        if token.kind == "unit" and not taken and token.health < 1 and token.left is not None:
            ground, mood = self.ground(token.spot), self.bar_style(token, self.palette.role("bar")).color
            row.put(1, token.left.brief, style(legible(mood, ground), ground, True))
        super()._lower_unit(row, models)
