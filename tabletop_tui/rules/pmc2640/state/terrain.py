"""Kinds of terrain and what each does (PMC-TERR, PMC-LIN, PMC-AREA, PMC-BLDG)."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.records import frozen
from tabletop_tui.table.length_units import INCHES

UNIT = INCHES
"""Of all lengths of this rulebook."""
HILL_HEIGHT = 2.0
FLOOR_HEIGHT = 2.0
TOWER_HEIGHT = 4.0
WALL_HEIGHT = 2.0
PIECE_DEFENCE = 14
"""The Defence of everything that can be destroyed (PMC-AREA-10)."""

Category = Literal["linear", "area", "building"]


@frozen
class TerrainKind:
    """One line of the terrain summary, of one of three categories (PMC-TERR-1); height in inches."""

    id: str
    name: str
    category: Category
    rule: str
    blocks_sight: bool = False
    impassable: bool = False
    penalty: bool = False
    defence_bonus: bool = False
    firepower_bonus: bool = False
    destructible: bool = False
    height: float = 0.0

    @property
    def rimmed(self) -> bool:
        """Whether it hides who stands deep inside it, but not who stands in its rim (PMC-TERR-4)."""
        return self.category == "area" and self.blocks_sight and not self.impassable and self.id != "hill"


KINDS = {
    kind.id: kind
    for kind in (
        TerrainKind("low-wall", "low wall", "linear", "PMC-LIN-1", penalty=True, defence_bonus=True, destructible=True),
        TerrainKind(
            "medium-wall", "medium wall", "linear", "PMC-LIN-2", True, True, destructible=True, height=WALL_HEIGHT
        ),
        TerrainKind("open", "open terrain", "area", "PMC-AREA-1"),
        TerrainKind("water", "deep water", "area", "PMC-AREA-2", impassable=True),
        TerrainKind("hill", "hill", "area", "PMC-AREA-3", True, firepower_bonus=True, height=HILL_HEIGHT),
        TerrainKind("rocks", "rocks", "area", "PMC-AREA-6", True, True),
        TerrainKind("rubble", "rubble", "area", "PMC-AREA-7", penalty=True, defence_bonus=True),
        TerrainKind("ruins", "ruins", "area", "PMC-AREA-8", True, penalty=True, defence_bonus=True),
        TerrainKind("woods", "woods", "area", "PMC-AREA-9", True, penalty=True, defence_bonus=True),
        TerrainKind(
            "building", "standard building", "building", "PMC-BLDG-6", True, True, False, True, True, True, FLOOR_HEIGHT
        ),
        TerrainKind(
            "reinforced",
            "reinforced building",
            "building",
            "PMC-BLDG-7",
            True,
            True,
            False,
            True,
            True,
            False,
            TOWER_HEIGHT,
        ),
        TerrainKind("location", "possible location", "area", "PMC-FIND-1"),
    )
}
