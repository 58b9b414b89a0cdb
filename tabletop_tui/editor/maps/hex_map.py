"""A map of hexes as data: what is painted on which of them, and the text of a map file that says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from tabletop_tui.editor.maps.symmetry import Symmetry
from tabletop_tui.engine.scenes import Ground, HexScene
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.map_vocabulary import Data, HexForm
from tabletop_tui.table.hexes import LARGEST, Hex, HexGrid, name_of


@frozen
class Cell:
    """A hex of a map: its level and the letter of its terrain, which need not be one that there is."""

    level: int
    code: str

    @property
    def text(self) -> str:
        return f"{self.level}{self.code}"


Cells = Mapping[Hex, Cell]


@lru_cache(maxsize=64)
def grid_of(columns: int, rows: int) -> HexGrid:
    """The grid of this size; the same object for each map of it."""
    return HexGrid(columns, rows)


@frozen
class HexMap:
    """All hexes of a map."""

    grid: HexGrid
    cells: Cells

    @property
    def text(self) -> str:
        """As a map file has it, a row a line."""
        rows = range(1, self.grid.rows + 1)
        columns = range(1, self.grid.columns + 1)
        return "".join(" ".join(self.cells[name_of(c, r)].text for c in columns) + "\n" for r in rows)

    def with_cells(self, changed: Cells) -> HexMap:
        return HexMap(self.grid, {**self.cells, **changed})

    # ------------------------------------------------------------------ which hexes
    def brush(self, middle: Hex, size: int) -> list[Hex]:
        """The hexes fewer than `size` steps away."""
        return self.grid.within(middle, size - 1)

    def line(self, start: Hex, end: Hex) -> list[Hex]:
        """The hexes of a straight line; of two between which it runs, the first."""
        if start == end:
            return [start]
        return [start, *(group[0] for group in self.grid.between(start, end)), end]

    def rectangle(self, one: Hex, other: Hex) -> list[Hex]:
        """The hexes in the columns and rows between two corners."""
        (a, b), (c, d) = self.grid.column_row(one), self.grid.column_row(other)
        return [
            name_of(column, row)
            for column in range(min(a, c), max(a, c) + 1)
            for row in range(min(b, d), max(b, d) + 1)
        ]

    def alike(self, start: Hex) -> list[Hex]:
        """The connected hexes that are like one: those that a fill paints."""
        wanted, found, waiting = self.cells[start], {start}, [start]
        while waiting:
            for there in self.grid.neighbours[waiting.pop()]:
                if there not in found and self.cells[there] == wanted:
                    found.add(there)
                    waiting.append(there)
        return sorted(found)

    # ------------------------------------------------------------------ the whole map
    def resized(self, columns: int, rows: int, blank: Cell) -> HexMap:
        """The map with columns and rows more or fewer at its right and lower edge."""
        grid = grid_of(columns, rows)
        return HexMap(grid, {spot: self.cells.get(spot, blank) for spot in grid.hexes})

    def seen_as(self, symmetry: Symmetry) -> HexMap:
        """The map mirrored or turned whole, by the first image of a symmetry."""
        taken = {spot: symmetry.around(spot, self.grid)[0] for spot in self.grid.hexes}
        return HexMap(self.grid, {spot: self.cells[there] for spot, there in taken.items()})

    def alike_from(self, half: Callable[[Hex], bool], symmetry: Symmetry) -> HexMap:
        """The map made symmetrical: what lies in this half, and its images."""
        changed: dict[Hex, Cell] = {}
        for spot in filter(half, self.grid.hexes):
            changed |= dict.fromkeys(symmetry.around(spot, self.grid), self.cells[spot])
        kept = {spot: self.cells[spot] for spot in self.grid.hexes if half(spot)}
        return self.with_cells({**changed, **kept})

    def is_alike(self, symmetry: Symmetry) -> bool:
        """Whether each hex is like its images."""
        cells = self.cells
        return all(
            cells[spot] == cells[there] for spot in self.grid.hexes for there in symmetry.around(spot, self.grid)
        )


def read(text: object, blank: Cell) -> HexMap:
    """The map of a text, however faulty: what is no cell is blank, a row that is too short is filled up.

    What is wrong with it, the rulebook says; a text of no hexes, or of far too many, is one blank hex.
    """
    lines = [line.split() for line in text.strip().splitlines()] if isinstance(text, str) else []
    columns, rows = max(map(len, lines), default=0), len(lines)
    if not (1 <= columns <= LARGEST and 1 <= rows <= LARGEST):
        lines, columns, rows = [], 1, 1
    grid = grid_of(columns, rows)
    words = {name_of(c, r): word for r, line in enumerate(lines, 1) for c, word in enumerate(line, 1)}
    return HexMap(grid, {spot: _cell(words.get(spot, ""), blank) for spot in grid.hexes})


def _cell(word: str, blank: Cell) -> Cell:
    digits, code = word[:-1], word[-1:]
    sound = digits.isascii() and digits.isdigit() and len(digits) <= 2
    return Cell(int(digits), code) if sound else blank


def blank_of(form: HexForm) -> Cell:
    """What an empty hex is."""
    return Cell(0, form.kinds[0].code)


def map_of(data: Data, form: HexForm) -> HexMap:
    return read(data.get(form.key), blank_of(form))


def empty_ground(form: HexForm, columns: int, rows: int) -> str:
    """The text of a map of empty hexes."""
    return HexMap(grid_of(columns, rows), dict.fromkeys(grid_of(columns, rows).hexes, blank_of(form))).text


def scene_of(data: Data, form: HexForm) -> HexScene:
    """A map as battles show it; terrain that there is not looks like empty hexes."""
    found = map_of(data, form)
    looks = {kind.code: kind.look for kind in form.kinds}
    empty = form.kinds[0].look
    ground = {spot: Ground(looks.get(cell.code, empty), cell.level) for spot, cell in found.cells.items()}
    return HexScene(found.grid, ground, ())


def painted(spots: Iterable[Hex], cells: Cells, code: str | None, level: int | None) -> dict[Hex, Cell]:
    """These hexes with another terrain or another level; None for what stays as it is."""
    return {
        spot: Cell(cells[spot].level if level is None else level, cells[spot].code if code is None else code)
        for spot in spots
    }


def raised(spots: Iterable[Hex], cells: Cells, by: int, highest: int) -> dict[Hex, Cell]:
    """These hexes higher or lower."""
    return {spot: Cell(max(0, min(highest, cells[spot].level + by)), cells[spot].code) for spot in spots}
