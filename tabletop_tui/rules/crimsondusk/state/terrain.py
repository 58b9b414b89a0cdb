"""Kinds of terrain and what each does: the effects are the book's, the kinds ours (CD-MOVE-4)."""

from __future__ import annotations

from tabletop_tui.engine.scenes import Look
from tabletop_tui.records import frozen
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.length_units import UNITS
from tabletop_tui.table.points import place_words
from tabletop_tui.table.terrain_pieces import Piece

UNIT = UNITS
"""Of all lengths of this rulebook (CD-GEN-2)."""
EFFECTS = ("conceals", "difficult", "wood", "low", "high", "building", "firm", "rough", "soft", "water", "barred")


@frozen
class TerrainKind:
    """A kind of terrain and its effects."""

    id: str
    look: Look
    conceals: bool = False
    """Whoever is in it is concealed (CD-LOS-7)."""
    difficult: bool = False
    """Halves movement on foot (CD-MOVE-4)."""
    wood: bool = False
    """Nobody sees through it (CD-LOS-3)."""
    low: bool = False
    """An obstacle up to 1.5 high (CD-MOVE-6, CD-LOS-8)."""
    high: bool = False
    """An obstacle higher than that: no way and no sight across."""
    building: bool = False
    """Blocks sight but to and from those inside (CD-BLDG-6)."""
    firm: bool = False
    """A road, for vehicles (CD-VEH-9)."""
    rough: bool = False
    """Vehicles may bog down (CD-VEH-5)."""
    soft: bool = False
    water: bool = False
    barred: bool = False
    """No vehicle crosses it (CD-VEH-8)."""
    height: float = 0.0
    """In units, for those that float over it (CD-VEH-13)."""
    av: int = 0
    dam: int = 0
    """What it withstands: of a wall for each 3 units, of a building in all (CD-BLDG-3, CD-BLDG-4, CD-BLDG-5)."""

    @property
    def rules(self) -> tuple[str, ...]:
        effects = {
            "CD-LOS-7": self.conceals,
            "CD-LOS-3": self.wood,
            "CD-MOVE-4": self.difficult,
            "CD-MOVE-6": self.low or self.high,
            "CD-BLDG-6": self.building,
            "CD-VEH-5": self.rough,
            "CD-VEH-8": self.barred,
            "CD-VEH-9": self.firm,
        }
        return tuple(rule for rule, has in effects.items() if has)


WOODS = Look("woods", "forest", "♣", "&")
HOUSE = Look("house", "building", "▓", "#")
BUNKER = Look("bunker", "concrete", "▒", "%")
RUBBLE = Look("rubble", "wreck", "▚", "X")
KINDS = {  # a map says what its pieces are before the game begins: CD-MOVE-5
    kind.id: kind
    for kind in (
        TerrainKind("open", Look("open ground", "grass")),
        TerrainKind("road", Look("road", "concrete", "╌", "R"), firm=True),
        TerrainKind("woods", WOODS, conceals=True, difficult=True, wood=True, barred=True, height=4.0),
        TerrainKind("scrub", Look("scrub", "sand", '"', '"'), conceals=True, difficult=True, rough=True, height=1.0),
        TerrainKind("scree", Look("scree", "dust", ":", "S"), difficult=True, rough=True),
        TerrainKind("marsh", Look("marsh", "water", "≈", "U"), difficult=True, rough=True, soft=True, water=True),
        TerrainKind("soft-sand", Look("soft sand", "sand", ",", "D"), rough=True, soft=True),
        TerrainKind("river", Look("river", "water", "~", "~"), difficult=True, rough=True, water=True),
        TerrainKind("rocks", Look("rocks", "wreck", "▲", "M"), conceals=True, difficult=True, barred=True, height=2.0),
        TerrainKind("fence", Look("fence", "sand", "┄", "-"), low=True, height=1.0, av=6, dam=5),
        TerrainKind("wall", Look("wall", "concrete", "═", "="), low=True, height=1.5, av=14, dam=15),
        TerrainKind("high-wall", Look("high wall", "building", "█", "|"), high=True, height=3.0, av=14, dam=15),
        TerrainKind("house", HOUSE, building=True, conceals=True, height=4.0, av=14, dam=60),
        TerrainKind("rubble", RUBBLE, difficult=True, rough=True, height=1.0),
        TerrainKind("bunker", BUNKER, building=True, conceals=True, height=2.0, av=18, dam=60),
    )
}
LINES = ("fence", "wall", "high-wall")
"""Kinds that are lines rather than areas."""


def called(piece: Piece) -> str:
    """What a piece is called; one without a name of its own by its kind and where it is: 'wall at 12, 30'."""
    if piece.name and "#" not in piece.id:
        return piece.name
    x, y = (added(values) / len(piece.points) for values in zip(*piece.points, strict=True))
    return f"{piece.name or KINDS[piece.kind].look.name} at {place_words((x, y))}"
