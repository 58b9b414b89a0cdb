"""Concealed and hidden targets (CD-LOS-7, CD-LOS-8, CD-HIT-5, CD-HIT-6, CD-GTG-7, CD-PIN-7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import dist
from typing import Literal

from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece

BESIDE = 1.0
"""Whoever is this near to a wall or fence, edge to edge, is behind it (CD-LOS-8)."""
Status = Literal["", "concealed", "hidden"]
RULES = {"concealed": "CD-HIT-5", "hidden": "CD-HIT-6"}


def concealing(battle: Battle, spot: Spot) -> Piece | None:
    """The piece of terrain in which a model is concealed, or None (CD-LOS-7)."""
    return next((piece for piece in battle.table.by_effect["conceals"] if piece.holds(spot)), None)


def shelter(battle: Battle, unit: Unit, spot: Spot, attacker: Spot) -> Piece | None:
    """What a model of a unit is in, or behind as seen from an attacker (CD-LOS-7, CD-LOS-8)."""
    return concealing(battle, spot) or obstacle(battle, spot, attacker, unit.radius)


def obstacle(battle: Battle, spot: Spot, attacker: Spot, radius: float) -> Piece | None:
    """The wall or fence up to 1.5 high behind which a model is, as seen from an attacker (CD-LOS-8)."""
    reach = BESIDE + radius + TINY
    return next(
        (
            piece
            for piece in battle.table.by_effect["low"]
            if piece.figure.near(spot, reach + TINY) and piece.crossed(attacker, spot)
        ),
        None,
    )


def sheltered(battle: Battle, unit: Unit, spot: Spot, attacker: Spot) -> bool:
    """Whether a model is behind an obstacle, or just inside a wood, from one who comes into contact (CD-MEL-12)."""
    if obstacle(battle, spot, attacker, unit.radius) is not None:
        return True
    woods = battle.table.by_effect["wood"]
    return any(piece.holds(spot) and not piece.holds(attacker) for piece in woods)


def in_cover(battle: Battle, unit: Unit, attackers: Sequence[Spot], numbers: Collection[int] = ()) -> bool:
    """Whether most models of a unit, or of these of it, are in or behind something, as seen from attackers.

    Each is looked at from the nearest of them.
    """
    spots = [unit.models[number] for number in numbers] if numbers else unit.models
    safe = [spot for spot in spots if shelter(battle, unit, spot, min(attackers, key=lambda eye: dist(eye, spot)))]
    return 2 * len(safe) > len(spots)


def status(battle: Battle, unit: Unit, attackers: Sequence[Spot], numbers: Collection[int] = ()) -> Status:
    """What a unit is as a target for shooters at these places, of whose eyes these models are in view."""
    covered, down = in_cover(battle, unit, attackers, numbers), lies_mostly(unit, numbers)
    if holo(unit):
        return "hidden" if covered else "concealed"
    if covered:
        return "hidden" if down else "concealed"
    return "concealed" if down else ""


def lies_mostly(unit: Unit, numbers: Collection[int]) -> bool:
    """Whether most models of a unit, or of these of it, have gone to ground (CD-GTG-7, CD-REORG-7)."""
    men = [unit.men[number] for number in numbers] if numbers else unit.men
    return unit.ground and 2 * sum(map(unit.lies, men)) > len(men)


def holo(unit: Unit) -> bool:
    """Whether most models of a unit carry a holo-field (CD-EQ-HOLO)."""
    return 2 * sum(soldier.has("holo-field") for soldier in unit.soldiers) > unit.left
