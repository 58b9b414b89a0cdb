"""Surfaces (TC-OCC-1, TC-ELEV-2): how high ground, roofs, bridges, hills and ramps are, and how much they bear."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import off


def height_of(battle: Battle, on: str) -> float:
    """How high a surface is, in centimetres."""
    return 0.0 if on == GROUND else battle.table.piece(on).body.top


def bars(piece: Feature, level: float, height: float) -> bool:
    """Whether something so high that stands on this level cannot be where a piece is (TC-MOVE-4)."""
    solid = piece.type.blocks or piece.body.bottom > 0
    return solid and piece.body.top > level + TINY and piece.body.bottom < level + height - TINY


def floors(battle: Battle, spot: Spot) -> list[Feature]:
    """The pieces over a place on which one can stand, from below."""
    found = [piece for piece in battle.standing() if piece.type.stands and piece.holds(spot)]
    return sorted(found, key=lambda piece: piece.body.top)


def top_at(battle: Battle, spot: Spot) -> str:
    """The highest surface at a place: what is put down there lies on it."""
    found = floors(battle, spot)
    return found[-1].id if found else GROUND


def ground_under(battle: Battle, unit: Unit) -> str:
    """The highest surface on to which a unit would drop: under its feet, and not the one that it has lost."""
    foot = battle.foot(unit)
    under = [piece for piece in floors(battle, unit.at) if piece.body.top < foot - TINY]
    return under[-1].id if under else GROUND


def is_sound(piece: Feature, spot: Spot, margin: float) -> bool:
    """Whether a model that needs so much room around its middle fits on the top of a piece (TC-OCC-1)."""
    if not piece.holds(spot):
        return False
    if piece.type.climbs:
        return True
    return min(off(*side, spot) for side in piece.figure.sides) >= margin - TINY


def overloads(battle: Battle, unit: Unit, on: str) -> bool:
    """Whether a surface gives way when a unit comes on to it; what cannot be destroyed never does.

    It bears nobody of a higher AC than its own, and no more units than its AC (TC-OCC-1, TC-OCC-2).
    """
    if on == GROUND or on in battle.ruins:
        return False
    size = battle.table.piece(on).size
    if not size or unit.ac <= 1:
        return False
    others = [other for other in battle.on_table() if other.on == on and other.id != unit.id and other.ac > 1]
    return unit.ac > size or len(others) + 1 > size
