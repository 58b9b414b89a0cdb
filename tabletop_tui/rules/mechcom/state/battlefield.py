"""A battlemap of MECHCOM (MC-GRID, MC-PIECE-1): the level and the ground of each hex, read from text and written."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import define, field

from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.terrain import CODES, HIGHEST, TERRAINS, Terrain
from tabletop_tui.table.hexes import Edges, Hex, HexGrid

Groups = tuple[tuple[Hex, ...], ...]


@frozen
class Line:
    """What lies strictly between two hexes."""

    groups: Groups
    """As `HexGrid.crossed` has it."""
    spots: tuple[Hex, ...]
    """All of them."""
    ground: dict[int, Any] = field(factory=dict)
    """The cover (`sight.Cover`) where nothing stands there, by the level of the higher end; found when first asked."""


@define(eq=False)
class Map:
    """A battlemap: for each hex its level and its terrain as they were printed (MC-PIECE-1, MC-GRID-2)."""

    name: str
    columns: int
    rows: int
    level: dict[Hex, int]
    terrain: dict[Hex, str]
    grid: HexGrid = field(init=False, repr=False)
    edges: dict[tuple[bool, bool], Edges] = field(init=False, factory=dict, repr=False)
    """The steps over this ground as it was printed, for those who fly and swim or not; filled when first asked for."""
    _lines: dict[tuple[Hex, Hex], Line] = field(init=False, factory=dict, repr=False)

    def __attrs_post_init__(self) -> None:
        self.grid = HexGrid(self.columns, self.rows)

    def line(self, a: Hex, b: Hex) -> Line:
        """What lies between two hexes."""
        found = self._lines.get((a, b))
        if found is None:
            groups = self.grid.crossed(a, b)
            found = self._lines[a, b] = Line(groups, tuple(spot for group in groups for spot in group))
        return found

    def kind(self, spot: Hex) -> Terrain:
        return TERRAINS[self.terrain[spot]]

    @classmethod
    def parse(cls, name: str, text: str) -> Map:
        """A map from rows of cells, each a level (0 to 99) and a terrain letter, as '0. 1f 12.'.

        ValueError with the row, the cell and what is wrong there.
        """
        lines = [line.split() for line in text.strip().splitlines()]
        columns = len(lines[0]) if lines else 0
        level, terrain = {}, {}
        for number, cells in enumerate(lines, 1):
            if len(cells) != columns:
                raise ValueError(f"row {number} has {len(cells)} cells where row 1 has {columns}")
            for column, cell in enumerate(cells, 1):
                digits, code = cell[:-1], cell[-1:]
                if not (digits.isascii() and digits.isdigit() and len(digits) <= 2) or code not in CODES:
                    wanted = f"a level from 0 to {HIGHEST} and one of {' '.join(CODES)}"
                    raise ValueError(f"row {number}, cell {column}: {cell!r:.20} is not {wanted}")
                spot = f"{column:02d}{number:02d}"
                level[spot], terrain[spot] = int(digits), CODES[code].id
        return cls(name, columns, len(lines), level, terrain)

    def text(self) -> str:
        """The inverse of parse."""
        return "\n".join(
            " ".join(
                f"{self.level[spot]}{self.kind(spot).code}"
                for spot in (f"{column:02d}{row:02d}" for column in range(1, self.columns + 1))
            )
            for row in range(1, self.rows + 1)
        )


@lru_cache(maxsize=64)
def battlemap(name: str, text: str) -> Map:
    """The map of this text, made once: a map never changes, and games on it share its lines of sight."""
    return Map.parse(name, text)
