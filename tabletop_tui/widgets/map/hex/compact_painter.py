"""Hexes of 4 x 1.5 cells: where whole boards fit on small screens. Each has a row of text, and half a row of ground."""

from __future__ import annotations

from attrs import define, field

from tabletop_tui.engine.scenes import Token
from tabletop_tui.table.hexes import Hex, name_of
from tabletop_tui.widgets.colour_arithmetic import Ink, legible
from tabletop_tui.widgets.map.hex.base_painter import RULERS
from tabletop_tui.widgets.map.hex.hex_cells import TIGHT, Half
from tabletop_tui.widgets.map.hex.hex_labels import WrittenHexes
from tabletop_tui.widgets.map.shared.cell_row import CellRow
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import style


@define(eq=False)
class TightBodies(WrittenHexes):
    """Three or four cells of a row for text: a tag and what is the matter, or a ground and its height, or a cost."""

    zoom, cells = "tight", TIGHT
    rulers = RULERS
    wide, high = TIGHT.wide, TIGHT.high
    _rooms: dict[Hex, int] = field(init=False, factory=dict)
    """How many cells of its row of text belong to each hex alone."""

    # ------------------------------------------------------------------ geometry
    @property
    def written(self) -> int:
        return 1

    def _hex(self, column: int, y: int) -> tuple[Hex | None, int]:
        inside = column * self.wide + self.cells.slant
        return self.half_cells.owner(inside, 2 * y) if column < self.columns else None, 0

    def tag_row(self, spot: Hex) -> int:
        """The row of text that a hex has for itself."""
        return (self.cells.top(spot) + 1) // 2

    def ruler_beside(self, y: int) -> Run:
        found = (name_of(1, row + 1) for row in range(self.rows))
        text = next((f"{spot[2:]} " for spot in found if self.tag_row(spot) == y), "")
        return text.ljust(self.rulers[0]), self.palette.role("dim")

    def room(self, spot: Hex) -> int:
        if (found := self._rooms.get(spot)) is None:
            (left, _), y, owner = self.corner(spot), self.tag_row(spot), self.half_cells.owner
            cells = range(left, left + self.wide + self.cells.slant)
            found = sum(owner(x, 2 * y) == owner(x, 2 * y + 1) == spot for x in cells)
            self._rooms[spot] = found
        return found

    def _half(self, half: Half, cursor: Hex, rising: bool = False) -> Ink:
        """A unit fills its row of text; the half row beside that is ground."""
        return super()._half(half, cursor, half.hex is not None and half.row // 2 == self.tag_row(half.hex))

    # ------------------------------------------------------------------ what is written
    def _looks(self, spot: Hex) -> tuple[object, ...] | None:
        looks = super()._looks(spot)
        return (*looks, self.room(spot)) if looks else None

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        unit, ground, models = self._body(spot).unit, self.ground(spot), self.tokens.get(spot, [])
        glyph = self.shade(spot).glyph
        row = CellRow(self.room(spot), style(legible(glyph, ground) if unit is None else glyph, unit or ground))
        if self.model(spot) is not None:
            self._unit(row, models)
        else:
            self._ground(row, spot)
        return row.runs()

    def _unit(self, row: CellRow, models: list[Token]) -> None:
        token = models[0]
        if token.kind == "piece":
            row.centre(self.tag_text(token), self.tag(token))
            return
        row.put(0, token.tag[: row.room], self.tag(token))
        if self.write_flag(row, token.spot):
            return
        gauge = self.gauge(token)
        ends = [*self.ends(models)[:1], *([gauge] if gauge is not None else [])]
        for at, (sign, look) in enumerate(ends[: row.room - len(token.tag)], len(token.tag)):
            row.put(at, sign, look)

    def _ground(self, row: CellRow, spot: Hex) -> None:
        ground, shade = self.scene.ground[spot], self.shade(spot)
        label, sign = self.label(spot), self.sign(spot)
        if not label and (here := self.tokens.get(spot)):
            label = here[0].tag[:2]
        row.put(0, self.glyph(ground).strip())
        if self.write_flag(row, spot):
            pass
        elif label:
            row.right(label, self.pill(spot))
        elif sign:
            look = self.sign_style(spot, shade)
            row.put(1, sign, style(look.color, self.ground(spot), True))
        else:
            row.right(self.level(ground, row.room - 1), shade.quiet)
            if spot == self.marks.active:
                row.put(0, self.glyphs.pointer, self.palette.role("acting"))
        if self.cells.top(spot) % 2 and (floor := self.floor(spot)) is not None:
            row.fill(*floor)
