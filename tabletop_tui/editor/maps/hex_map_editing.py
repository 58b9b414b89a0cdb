"""A map of hexes on the bench: a brush of a terrain and a level; lines, rectangles, fills; whole halves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.hex_map import Cell, HexMap, blank_of, map_of, painted, raised
from tabletop_tui.editor.maps.map_editing import Bench
from tabletop_tui.editor.maps.symmetry import SYMMETRIES, Symmetry
from tabletop_tui.editor.maps.typed_measures import two_sides
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.map_vocabulary import HexForm, TerrainForm
from tabletop_tui.table.hexes import Hex, name_of

Tool = Literal["line", "rectangle"]
LARGEST_BRUSH = 5


class HexBench(Bench[HexForm]):
    """A map of hexes with a brush over it."""

    def __init__(self, document: Document, form: HexForm) -> None:
        super().__init__(document, form)
        self.code: str | None = form.kinds[0].code
        """The letter of the terrain that is painted; None where it stays as it is."""
        self.level: int | None = 0
        """The level that is painted; None where it stays as it is."""
        self.size = 1
        self.pen = False
        """Whether the cursor paints as it goes."""
        self.tool: Tool | None = None
        """What is drawn from `anchor` to the cursor."""
        self.anchor: Hex = ""
        self._map: tuple[int, HexMap] | None = None
        self.cursor = self.map.grid.hexes[0]

    @property
    def map(self) -> HexMap:
        version = self.document.version
        if self._map is None or self._map[0] != version:
            self._map = version, map_of(self.document.data, self.form)
        return self._map[1]

    def after_change(self) -> None:
        if self.cursor not in self.map.grid:
            self.cursor = self.map.grid.hexes[0]

    # ------------------------------------------------------------------ what is seen
    @property
    def brush(self) -> TerrainForm | None:
        """The terrain that is painted."""
        return self.form.kind(self.code)

    @property
    def brush_words(self) -> str:
        """What is painted, in a few words."""
        parts = [self.brush.look.name] if self.brush is not None else []
        parts += [f"level {self.level}"] if self.level is not None else []
        return ", ".join(parts) or "nothing"

    @property
    def prompt(self) -> str:
        if self.tool is not None:
            return f"{self.tool.capitalize()} of {self.brush_words}, from {self.anchor}: to where?"
        if self.pen:
            return f"The pen is down: {self.brush_words} wherever the cursor goes"
        wide = f", {len(self.map.brush(self.cursor, self.size))} hexes" if self.size > 1 else ""
        return f"Paint {self.brush_words}{wide}"

    def here_words(self) -> str:
        """What lies under the cursor."""
        cell = self.map.cells[self.cursor]
        kind = self.form.kind(cell.code)
        return f"{self.cursor} {kind.look.name if kind else f'unknown {cell.code!r}'}, level {cell.level}"

    def _kinds_here(self) -> Iterator[TerrainForm]:
        yield from filter(None, (self.brush, self.form.kind(self.map.cells[self.cursor].code)))

    def preview(self) -> list[Hex]:
        """The hexes that would be painted now."""
        return self._with_images(self._meant())

    def _meant(self) -> list[Hex]:
        if self.tool == "rectangle":
            return self.map.rectangle(self.anchor, self.cursor)
        if self.tool == "line":
            line = self.map.line(self.anchor, self.cursor)
            return sorted({spot for one in line for spot in self.map.brush(one, self.size)})
        return self.map.brush(self.cursor, self.size)

    def _with_images(self, spots: Iterable[Hex]) -> list[Hex]:
        found = dict.fromkeys(spots)
        images = [image for spot in found for image in self.symmetry.around(spot, self.map.grid)]
        return [*(found | dict.fromkeys(images))]

    def at_fault(self, place: str) -> bool:
        """Its reader names the row and the cell."""
        found = re.search(r"row (\d+), cell (\d+)", place)
        spot = name_of(int(found[2]), int(found[1])) if found else ""
        if spot in self.map.grid:
            self.go_to(spot)
        return spot in self.map.grid

    # ------------------------------------------------------------------ the brush
    def take_kind(self, code: str | None) -> str:
        """Paint this terrain from now on; None for none."""
        self.code = code
        if self.code is None and self.level is None:
            self.level = 0
        return ""

    def next_kind(self, step: int) -> str:
        codes = [kind.code for kind in self.form.kinds]
        at = codes.index(self.code) if self.code in codes else -1 if step > 0 else 0
        return self.take_kind(codes[(at + step) % len(codes)])

    def take_level(self, level: int | None) -> str:
        """Paint this level from now on; None for none."""
        if level is not None and not 0 <= level <= self.form.highest:
            return f"A level is 0 to {self.form.highest} here"
        self.level = level
        if self.code is None and self.level is None:
            self.code = self.form.kinds[0].code
        return ""

    def keep_level(self) -> str:
        """Paint no level, or level 0 again."""
        return self.take_level(None if self.level is not None else 0)

    def keep_terrain(self) -> str:
        """Paint no terrain, or what lies here again."""
        return self.take_kind(None if self.code is not None else self.map.cells[self.cursor].code)

    def grow(self, step: int) -> str:
        self.size = max(1, min(LARGEST_BRUSH, self.size + step))
        return ""

    def pick_up(self) -> str:
        """Paint what lies under the cursor."""
        cell = self.map.cells[self.cursor]
        self.code, self.level = cell.code if self.form.kind(cell.code) else self.code, cell.level
        return f"The brush paints {self.brush_words}"

    # ------------------------------------------------------------------ painting
    def go_to(self, spot: Hex) -> str:
        """The cursor comes to a hex; with the pen down it paints on the way."""
        way = self.map.line(self.cursor, spot) if self.pen else ()
        self.cursor = spot
        if way:
            self._paint(sorted({one for at in way[1:] for one in self.map.brush(at, self.size)}), stroke=True)
        return ""

    def paint(self) -> str:
        """Paint what the brush covers, or what the tool has drawn."""
        spots, what = self._meant(), self.tool or "paint"
        if self.tool is None and self.pen:
            return self.lift()
        self.tool = None
        return self._paint(spots, what)

    def stroke_to(self, spot: Hex) -> str:
        """Paint on the way to a hex, as one stroke with what was painted before."""
        way = self.map.line(self.cursor, spot) if self.cursor in self.map.grid else [spot]
        self.cursor = spot
        return self._paint(sorted({one for at in way for one in self.map.brush(at, self.size)}), stroke=True)

    def fill(self) -> str:
        """Paint all connected hexes that are like the one under the cursor."""
        return self._paint(self.map.alike(self.cursor), "fill")

    def lower(self, by: int) -> str:
        """Raise what the brush covers, or lower it."""
        spots = self._with_images(self._meant())
        self._put(raised(spots, self.map.cells, by, self.form.highest), "raise" if by > 0 else "lower")
        return ""

    def _paint(self, spots: list[Hex], what: str = "paint", stroke: bool = False) -> str:
        cells = painted(self._with_images(spots), self.map.cells, self.code, self.level)
        changed = self._put(cells, f"{what} {self.brush_words}", stroke)
        return "" if changed or stroke else "Nothing changes: it is like that already"

    def _put(self, cells: dict[Hex, Cell], label: str, stroke: bool = False) -> bool:
        return self._become(self.map.with_cells(cells), label, stroke)

    def _become(self, map_: HexMap, label: str, stroke: bool = False) -> bool:
        text = map_.text
        changed = self.change(label, lambda data: data.update({self.form.key: text}), stroke)
        self.after_change()
        return changed

    def toggle_pen(self) -> str:
        """Put the pen down, or lift it; with a tool, draw what it shows."""
        if self.tool is not None:
            return self.paint()
        if self.pen:
            return self.lift()
        self.pen = True
        self.end_stroke()
        self._paint(self.map.brush(self.cursor, self.size), stroke=True)
        return ""

    def lift(self) -> str:
        self.pen = False
        self.end_stroke()
        return ""

    def begin_tool(self, tool: Tool) -> str:
        """Draw from the cursor on; once more, from here on."""
        self.lift()
        self.tool, self.anchor = tool, self.cursor
        return ""

    def drop(self) -> bool:
        held = self.tool is not None or self.pen
        self.tool, self.pen = None, False
        self.end_stroke()
        return held

    # ------------------------------------------------------------------ the whole map
    @property
    def size_words(self) -> str:
        return f"{self.map.grid.columns} x {self.map.grid.rows}"

    def resize(self, text: str) -> str:
        least, most = self.form.sides
        try:
            columns, rows = two_sides(text, None)
        except Wrong as wrong:
            return wrong.fix
        if columns % 1 or rows % 1 or not (1 <= columns <= most and 1 <= rows <= most):
            return f"A map has {least} to {most} columns and rows"
        size = int(columns), int(rows)
        self._become(self.map.resized(*size, blank_of(self.form)), f"make it {size[0]} x {size[1]} hexes")
        return ""

    def symmetries(self) -> list[Symmetry]:
        """Four ways need a column in the middle: left and right of an even number lie half a hex apart."""
        known = [one for one in SYMMETRIES.values() if one.hexes or not one.table]
        return [one for one in known if one.id != "four-ways" or self.map.grid.columns % 2]

    def alike(self) -> str:
        return next((one.name for one in self.symmetries() if one.hexes and self.map.is_alike(one)), "")

    def turn_whole(self, name: str) -> str:
        """Mirror or turn the whole map."""
        symmetry = SYMMETRIES[name]
        self._become(self.map.seen_as(symmetry), f"turn the map: {symmetry.name}")
        return ""

    def make_alike(self, name: str) -> str:
        """Make the map symmetrical after the half (the quarter, the third) in which the cursor lies."""
        symmetry, grid = SYMMETRIES[name], self.map.grid

        def sides(spot: Hex) -> list[int]:
            """On which side of each mirror a hex lies: -1, 1, or 0 for on it."""
            column, row = grid.column_row(spot)
            images = [grid.column_row(image)[::-1] for image in symmetry.around(spot, grid)]
            return [((row, column) > image) - ((row, column) < image) for image in images[len(images) > 1 :]]

        wanted = [side or -1 for side in sides(self.cursor)]

        def half(spot: Hex) -> bool:
            return all(side in (0, want) for side, want in zip(sides(spot), wanted, strict=True))

        def third(spot: Hex) -> bool:
            return spot == min([spot, *symmetry.around(spot, grid)], key=lambda one: (grid.distance(one, here), one))

        here = self.cursor
        part = third if name == "thirds" else half
        self._become(self.map.alike_from(part, symmetry), f"make it symmetrical: {symmetry.name}")
        return f"{symmetry.name.capitalize()}, after the part in which the cursor lies"
