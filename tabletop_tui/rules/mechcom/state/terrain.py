"""Terrain of MECHCOM (MC-GRID, MC-ELEV, MC-TERR): what a hex is made of, and what never changes during a game."""

from __future__ import annotations

from functools import lru_cache

from attrs import define, field, frozen

from tabletop_tui.engine.scenes import Look
from tabletop_tui.table.hexes import Edges, Hex, HexGrid

HIGHEST = 99
"""The rulebook knows no highest level; a map has two digits for it."""


@frozen
class Terrain:
    """A kind of ground: how it looks and what it does to movement and fire."""

    id: str
    code: str
    """Its letter in a map file."""
    look: Look
    difficult: bool = False
    soft_cover: bool = False
    height: int = 0
    """Levels that stand on the ground here (a building); they count for sight lines."""
    rule: str = "MC-TERR-2"


TERRAINS = {
    terrain.id: terrain
    for terrain in (
        Terrain("grass", ".", Look("normal", "grass", " ", " ")),
        Terrain("sand", ",", Look("normal, sand", "sand", " ", " ")),
        Terrain("concrete", "=", Look("normal, concrete", "concrete", "=", "=")),
        Terrain("water", "~", Look("water", "water", "~", "~"), soft_cover=True, rule="MC-TERR-5"),
        Terrain("forest", "f", Look("forest", "forest", "♣", "&"), True, True, rule="MC-TERR-9"),
        Terrain("snow", "s", Look("dense snow", "snow", "*", "`"), True, True, rule="MC-TERR-10"),
        Terrain("building", "b", Look("building, height 1", "building", "▒", "#"), height=1, rule="MC-TERR-11"),
        Terrain("tower", "B", Look("building, height 2", "building", "▓", "|"), height=2, rule="MC-TERR-11"),
        Terrain("ice", "i", Look("frozen over", "ice", "-", "-"), True, rule="MC-TERR-12"),
        Terrain("fire", "x", Look("on fire", "fire", "^", "^"), rule="MC-TERR-13"),
        Terrain("wreckage", "w", Look("wreckage", "wreck", "%", "%"), rule="MC-TERR-14"),
    )
}
"""Every kind of ground that a map may name (MC-TERR-1).

Fire and wreckage lie over grass; in play they are overlays that any ground can have.
"""

CODES = {terrain.code: terrain for terrain in TERRAINS.values()}


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

    def __attrs_post_init__(self) -> None:
        self.grid = HexGrid(self.columns, self.rows)

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


MIDDLE_ZONE = 3
"""How far the Control Zone reaches from the Objective, in hexes (MC-CZ-2)."""

ScenarioType = str
TYPES = ("deathmatch", "capture-the-flag", "control-zone")


@frozen
class Scenario:
    """A scenario ready to play (MC-SCEN-1)."""

    name: str
    type: ScenarioType
    map: str
    """The map's text, as Map.parse reads it."""
    map_name: str
    budget: int = 1000
    seats: int = 2
    rounds: int = 0
    """The last round; 0 where the scenario has none (the Control Zone's is 6, MC-CZ-3)."""
    objective: Hex = ""
    """Control Zone: where the Objective stands; '' for the centre of the board."""
    defender: int | None = None
    """Control Zone, variation: the seat that defends the zone (MC-CZ-4)."""
