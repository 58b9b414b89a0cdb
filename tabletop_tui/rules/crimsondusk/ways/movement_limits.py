"""How far a man moves in one AP, why he may not move or run, and why he may not end there (CD-MOVE, CD-RUN)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.profiles import RUNNERS
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, bounds, overlap
from tabletop_tui.table.terrain_pieces import Piece

CRAWL = 1
"""How far one who has gone to ground moves for 1 AP, in units (CD-GTG-6)."""
CLOSE = 0.02
"""Places are kept to the hundredth, so bases that touch may seem this far apart."""
STEADY = 0.005
"""And one that goes along with its comrades may seem to come this much nearer to an enemy."""


def allowance(unit: Unit, man: Man, run: bool) -> int:
    """How far a man moves for 1 AP over easy ground, in units (CD-MOVE-1, CD-MOVE-2, CD-RUN-1, CD-GTG-6)."""
    if unit.lies(man):
        return CRAWL
    return man.soldier.pace * (2 if run else 1)


def halved(distance: int) -> int:
    """The same through difficult terrain, rounded up (CD-MOVE-4)."""
    return (distance + 1) // 2


def refuse_run(unit: Unit, man: Man) -> Refusal | None:
    """Why a man may not run, or None (CD-RUN-1, CD-RUN-2)."""
    if man.soldier.av > RUNNERS:
        return Refusal(f"AV {man.soldier.av}: only AV {RUNNERS} or less may run", "CD-RUN-1")
    return Refusal("gone to ground: it crawls", "CD-RUN-2") if unit.lies(man) else None


def refuse_step(battle: Battle, unit: Unit, man: Man) -> Refusal | None:
    """Why a man may not move at all, or None."""
    if battle.is_stunned(man):
        return Refusal("stunned", "CD-WND-2")
    if battle.is_flashed(man) and man.moved:
        return Refusal("blinded by a flash-bang: it moves with one AP only", "CD-AMMO-7")
    if battle.serves_pin(unit, man) and not is_fanatic(unit):
        return Refusal("pinned: no movement this turn", "CD-PIN-8")
    if unit.changed == battle.turn > 0:
        return Refusal("it got on or off a vehicle that moves: it does not move itself", "CD-PASS-4")
    return None


def is_fanatic(unit: Unit) -> bool:
    """Whether a section of fanatics moves towards cover even while it is pinned (CD-SR-FANATIC)."""
    return any(soldier.has("fanatic") for soldier in unit.soldiers)


def cover_near(table: Battlefield, spot: Spot) -> Piece | None:
    """The nearest piece of terrain in or behind which a model is concealed (CD-LOS-7, CD-LOS-8)."""
    pieces = (*table.by_effect["conceals"], *table.by_effect["low"])
    return min(pieces, key=lambda piece: piece.figure.distance(spot), default=None)


def crosses(table: Battlefield, effect: str, track: Sequence[Spot]) -> bool:
    """Whether a way starts in, enters or crosses terrain with an effect; who stays goes through nothing."""
    pieces = table.by_effect[effect]
    if not pieces or (track[0] == track[-1] and is_still(track)):
        return False
    box = bounds(track)
    near = [piece for piece in pieces if overlap(piece.figure.box, box)]
    return bool(near) and any(piece.crossed(a, b) for piece in near for a, b in pairwise(track) if a != b)


def is_still(track: Sequence[Spot]) -> bool:
    """Whether a way leads nowhere."""
    return len(track) == 2 and track[0] == track[1]


def hampered(table: Battlefield, man: Man, track: Sequence[Spot]) -> bool:
    """Whether a way has the halved allowance: through difficult terrain or over a low obstacle (CD-MOVE-4, CD-MOVE-6).

    A jump pack leaps over both (CD-EQ-JUMP-1).
    """
    if man.soldier.has("jump-pack"):
        return False
    return crosses(table, "difficult", track) or crosses(table, "low", track)


def comes_nearer(start: Spot, end: Spot, enemy: Spot) -> bool:
    return dist(end, enemy) < dist(start, enemy) - STEADY


def refuse_place(battle: Battle, radius: float, box: Box) -> Refusal | None:
    """Why bases with their middles in a box are not on the table, or None (CD-MOVE-7)."""
    table, edge, (left, top, right, bottom) = battle.table, radius - TINY, box
    if left >= edge and top >= edge and right <= table.width - edge and bottom <= table.height - edge:
        return None
    return Refusal("off the table", "CD-MOVE-7")


def touching(one: Unit, spot: Spot, other: Unit) -> bool:
    """Whether a base at a place touches another unit (CD-MEL-1)."""
    return any(dist(spot, there) <= one.radius + other.radius + CLOSE for there in other.models)


def refuse_base(unit: Unit, ends: Sequence[Spot], others: Sequence[Unit]) -> Refusal | None:
    """Why models may not end at these places, for others stand there, or None (CD-MOVE-7)."""
    box = bounds(ends)
    for other in others:
        least = unit.radius + other.radius - CLOSE
        if overlap(box, other.box, least) and any(dist(a, b) < least for a in ends for b in other.models):
            return Refusal(f"on {other.name}", "CD-MOVE-7")
    return None
