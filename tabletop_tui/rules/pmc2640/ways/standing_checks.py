"""Why a unit's models cannot stand at some places (PMC-COH, PMC-MOVE-5, PMC-TERR): off the table, too near"""

from __future__ import annotations

from itertools import combinations

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.state import coherency
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.table.bases import TINY, Spots
from tabletop_tui.table.polygons import Box, box_of, near_any, overlap

OVERLAP = 0.02
"""Places are kept to the hundredth of an inch, so that bases that touch may be so much too near to each other."""


def refuse_stand(battle: Battle, unit: Unit, models: Spots, touching: str = "", split: bool = False) -> Refusal | None:
    """Why a unit's models cannot stand at these places.

    `touching` is the unit it may be in contact with, and `split` lets a wall be between the models, where there is no
    other way to contact.
    """
    return refuse_ends(Surroundings(battle, unit, box_of(models), touching), models, split)


def refuse_ends(around: Surroundings, models: Spots, split: bool = False) -> Refusal | None:
    """The same, with the surroundings known already."""
    unit = around.unit
    radius = unit.type.radius
    box = box_of(models)
    if off_table(around.battle, unit, box):
        return Refusal("off the table", "PMC-MOVE-5")
    barriers = [piece for piece in around.barriers if overlap(piece.box, box, radius)]
    for piece in barriers:
        if any(piece.figure.near(spot, radius - TINY) for spot in models):
            return Refusal(f"on {piece.name or piece.terrain.name}", piece.terrain.rule)
    for wreck in around.wrecks:
        if near_any(models, (wreck.spot,), radius + wreck.radius - TINY):
            return Refusal(f"on the wreck of {wreck.name}", "PMC-VEH-13")
    for wall in barriers:
        if not split and wall.terrain.category == "linear" and _splits(wall, models):
            return Refusal(f"the {wall.terrain.name} would split the unit", "PMC-TERR-3")
    for other in around.others:
        clear = radius + other.type.radius + CLEARANCE - TINY
        if overlap(box, other.box, clear) and near_any(models, other.models, clear):
            return Refusal(f"less than 1 in from {other.name}", "PMC-COH-2")
    if not unit.vehicle and not coherency.coherent(models):
        return Refusal("out of coherency", "PMC-COH-1")
    return None


def refuse_overlap(unit: Unit, models: Spots) -> Refusal | None:
    """Why models moved one by one cannot stand at these places: one base would lie on another."""
    nearest = (2 * unit.type.radius - OVERLAP) ** 2
    overlaps = any((x - u) ** 2 + (y - v) ** 2 < nearest for (x, y), (u, v) in combinations(models, 2))
    return Refusal("two models would overlap", "PMC-GEN-4") if overlaps else None


def _splits(wall: MapPiece, models: Spots) -> bool:
    """Whether some models are on one side of a wall and some on the other."""
    return any(wall.figure.meets(a, b) for a, b in combinations(models, 2))


def off_table(battle: Battle, unit: Unit, box: Box) -> bool:
    """Whether a base with its middle in some corner of a box would stick out over the edge."""
    table, edge = battle.table, unit.type.radius - TINY
    return box[0] < edge or box[1] < edge or box[2] > table.width - edge or box[3] > table.height - edge
