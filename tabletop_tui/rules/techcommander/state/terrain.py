"""Kinds and pieces of terrain: heights, AC and life, and what they do (TC-HIND-9, TC-COLL-1).

What hinders, and by how much, the map says before play (TC-HIND-1); a destroyed piece may leave rubble (TC-TERR-2).
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from attrs import define, field

from tabletop_tui.engine.scenes import Look
from tabletop_tui.records import frozen
from tabletop_tui.table.hidden_share import Body
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece

UNIT = CENTIMETRES
"""Of all lengths of this rulebook (TC-SCALE-1)."""
COLLAPSE = 3.0
"""How far the collapse of a piece reaches, in centimetres (TC-COLL-1)."""
DROP_DISTANCE = 12
"""So far a unit drops hot from its starting position, the roll added, and from any enemy, in centimetres (TC-HOT-1)."""


@frozen
class TerrainKind:
    """A kind of terrain, with what a piece of it has unless the map says otherwise."""

    id: str
    look: Look
    ac: int = 0
    """0 for what cannot be destroyed."""
    top: float = 0.0
    """How high it is, in centimetres."""
    bottom: float = 0.0
    """How high its lower side is, of bridges, in centimetres."""
    blocks: bool = False
    """Whether it has to be gone around (TC-MOVE-4)."""
    stands: bool = False
    """Whether units can be on it (TC-OCC-1)."""
    hinders: float = 0.0
    """The share of its speed that a unit loses (TC-HIND-3)."""
    hovers: bool = False
    """Whether it hinders hover units as well (TC-HIND-8) ..."""
    hover_hinders: float = 0.0
    """... or else the share that it takes of them (TC-HIND-9)."""
    climbs: Literal["", "ramp", "step", "ladder"] = ""
    """How it leads up (TC-ELEV-2, TC-ELEV-3, TC-ELEV-5)."""
    explodes: bool = False
    """Whether it is explosive (TC-COLL-3)."""
    wall: bool = False
    """Whether one can shoot through it at whoever is behind (TC-WALL-4)."""
    door: bool = False
    line: bool = False


def look(name: str, colour: str, glyph: str, ascii: str) -> Look:
    return Look(name, colour, glyph, ascii)


KINDS = {
    kind.id: kind
    for kind in (
        TerrainKind("open", Look("open ground", "grass")),
        TerrainKind("building", look("building", "building", "▓", "#"), 4, 8.0, blocks=True, stands=True),
        TerrainKind("tower", look("tower", "building", "█", "I"), 5, 12.0, blocks=True, stands=True),
        TerrainKind("bunker", look("bunker", "concrete", "▒", "%"), 5, 3.0, blocks=True, stands=True),
        TerrainKind("tank", look("fuel tank", "fire", "◍", "Q"), 2, 3.0, blocks=True, explodes=True),
        TerrainKind("rocks", look("rocks", "wreck", "♦", "M"), 6, 3.0, blocks=True),
        TerrainKind("hill", look("hill", "sand", "∩", "n"), 0, 2.0, stands=True, climbs="ramp"),
        TerrainKind("bridge", look("bridge", "concrete", "≡", "B"), 4, 4.0, 3.0, stands=True),
        TerrainKind("ramp", look("ramp", "concrete", "◢", "F"), 0, 4.0, stands=True, climbs="ramp"),
        TerrainKind("ladder", look("ladder", "concrete", "‡", "L"), climbs="ladder"),
        TerrainKind("wall", look("wall", "concrete", "═", "="), 1, 2.2, blocks=True, wall=True, line=True),
        TerrainKind("door", look("door", "sand", "┄", "-"), 1, 2.2, blocks=True, wall=True, door=True, line=True),
        TerrainKind("rubble", look("rubble", "wreck", "▚", "X"), hinders=0.25),
        TerrainKind("brush", look("brush", "sand", '"', '"'), hinders=0.25),
        TerrainKind("heavy-brush", look("heavy brush", "forest", "♣", "&"), hinders=0.5, hovers=True),
        TerrainKind("swamp", look("swamp", "water", "≈", "U"), hinders=0.5),
        TerrainKind("river", look("shallow river", "water", "~", "~"), hinders=0.25),
        TerrainKind("steep", look("steep grade", "dust", "◿", "S"), hinders=0.5, hovers=True),
        TerrainKind("muddy-road", look("muddy road", "dust", "╌", "R"), hinders=0.25),
        TerrainKind("narrow-passage", look("narrow passage", "dust", "┊", "!"), hinders=0.5, hover_hinders=0.25),
        TerrainKind("step", look("step", "concrete", "▂", "E"), 0, 0.3, stands=True, climbs="step"),
        TerrainKind("rutted-road", look("rutted road", "dust", "╍", "G"), hinders=0.5),
    )
}
LINES = tuple(kind.id for kind in KINDS.values() if kind.line)


@define(eq=False, slots=False)
class Feature(Piece):
    """A piece of terrain; what the map leaves out is that of its kind."""

    ac: int | None = field(default=None, kw_only=True)
    top: float | None = field(default=None, kw_only=True)
    bottom: float | None = field(default=None, kw_only=True)
    hinders: float | None = field(default=None, kw_only=True)
    reach: float = field(default=COLLAPSE, kw_only=True)
    """How far its collapse reaches, in centimetres (TC-COLL-2)."""
    thick: bool = field(default=False, kw_only=True)
    """Whether a wall is too thick to be pierced (TC-WALL-4)."""
    on: str = field(default="", kw_only=True)
    """Of a ladder or ramp: the piece on which it leads."""
    rubble: bool = field(default=False, kw_only=True)
    """Whether it leaves a pile of rubble when it is destroyed (TC-TERR-2)."""
    body: Body = field(init=False)

    def __attrs_post_init__(self) -> None:
        kind = KINDS[self.kind]
        self.ac = kind.ac if self.ac is None else self.ac
        self.top = kind.top if self.top is None else self.top
        self.bottom = kind.bottom if self.bottom is None else self.bottom
        self.hinders = kind.hinders if self.hinders is None else self.hinders
        self.body = Body(self.id, self.top, self.bottom, self.figure)

    @cached_property
    def remains(self) -> tuple[Feature, ...]:
        """What it leaves when it is destroyed (TC-TERR-2)."""
        pile = Feature(f"{self.id}-rubble", "rubble", self.points, line=self.line) if self.rubble else None
        return (pile,) if pile is not None else ()

    @cached_property
    def centroid(self) -> Spot:
        """Its middle, not rounded."""
        middle = self.shape.centroid
        return middle.x, middle.y

    @cached_property
    def type(self) -> TerrainKind:
        return KINDS[self.kind]

    @property
    def size(self) -> int:
        """Its AC (TC-TERR-1)."""
        assert self.ac is not None
        return self.ac

    @property
    def called(self) -> str:
        return self.name or self.type.look.name
