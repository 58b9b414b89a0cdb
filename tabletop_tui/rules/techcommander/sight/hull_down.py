"""Hull down (TC-HULL-1): a ground vehicle behind cover that it touches, on this line, hides its tracks or wheels."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.marks import stand
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.heights import Eye, Silhouette, hidden_share
from tabletop_tui.table.polygons import off

TRACKS = 0.25
"""So much of a silhouette, from below, are the tracks or wheels."""


def can_be(unit: Unit) -> bool:
    """Whether it is a vehicle on the ground, and no MSV (TC-HULL-1)."""
    return unit.sheet.kind == "vehicle" and unit.sheet.card.locomotion != "flying"


def touches(piece: Feature, unit: Unit) -> bool:
    """Whether the base stands against a piece, or across the edge of a hill."""
    return any(off(a, b, unit.at) <= unit.radius + CLOSE for a, b in piece.figure.sides)


def hides_tracks(piece: Feature, eye: Eye, seen: Silhouette) -> bool:
    """Whether on this line a piece hides the lowest quarter over its whole width."""
    low = Silhouette(seen.spot, seen.foot, seen.width, TRACKS * seen.height)
    return hidden_share([piece.body], eye, low) >= 1 - TINY


def is_hull_down(battle: Battle, viewer: Unit, target: Unit, raised: float = 0.0) -> bool:
    """Whether a vehicle is hull down against an attack from there."""
    if not can_be(target) or not target.on_table:
        return False
    eye, seen = sight.eye_of(battle, stand(battle, viewer), raised), sight.silhouette(battle, target)
    touched = (piece for piece in battle.standing() if piece.body.top > piece.body.bottom and touches(piece, target))
    return any(hides_tracks(piece, eye, seen) for piece in touched)
