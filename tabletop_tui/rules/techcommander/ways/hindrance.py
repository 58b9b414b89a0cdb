"""What slows a unit on its way (TC-HIND-3, TC-ELEV-6, TC-BREACH-3): shares of its speed, each piece once a move."""

from __future__ import annotations

from math import inf

from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.intervals import Span, Spans, united
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.polygons import Figure, overlap

CLIMB = 0.25
"""What a ramp or a step takes of vehicles and MSVs without jets (TC-ELEV-6)."""
BREACH = 0.25
"""What a breach takes (TC-BREACH-3)."""
STEPS: dict[str, float] = {"msv": 1.0, "tracked": 0.5, "wheeled": 0.4, "hover": 0.3, "people": 0.5, "flying": inf}
"""How high a step each kind of unit takes, in centimetres (TC-ELEV-4, TC-ELEV-5); who flies is over all (TC-MOVE-9)."""


def ignores_ground(unit: Unit) -> bool:
    """Whether nothing on the ground hinders it: jets, or flight (TC-HIND-2, TC-MOVE-9)."""
    return unit.sheet.jumps or unit.sheet.card.locomotion == "flying"


def share_lost(unit: Unit, piece: Feature) -> float:
    """The share of its full speed that a piece takes of a unit (TC-HIND-4, TC-HIND-7, TC-HIND-8, TC-HIND-9)."""
    if ignores_ground(unit):
        return 0.0
    if unit.sheet.card.locomotion == "hover" and not piece.type.hovers:
        return piece.type.hover_hinders
    assert piece.hinders is not None
    return piece.hinders


def step_height(unit: Unit) -> float:
    """How high a step it takes in its stride, in centimetres (TC-ELEV-4, TC-ELEV-5)."""
    card = unit.sheet.card
    return STEPS["people" if unit.sheet.on_foot else "msv" if card.kind == "msv" else card.locomotion]


def climb_lost(unit: Unit) -> float:
    """The share of its full speed that a ramp or a step takes of a unit (TC-ELEV-6)."""
    return 0.0 if unit.sheet.on_foot or ignores_ground(unit) else CLIMB


def near(path: Path, figure: Figure, reach: float) -> Spans:
    """On which parts of its way a disc of this radius touches a figure: exact, from its corners and sides."""
    if not overlap(figure.box, path.box, reach):
        return ()
    parts: list[Span] = [*(path.on(figure) if figure.closed else ())]
    for corner in figure.points:
        if overlap((*corner, *corner), path.box, reach + TINY):
            parts += path.near(corner, reach)
    for strip in strips(figure, reach):
        parts += path.on(strip)
    return united(parts)


@by_identity(1 << 10)
def strips(figure: Figure, reach: float) -> list[Figure]:
    """All that lies within reach of each of its sides, beside it."""
    found = []
    for (ax, ay), (bx, by) in figure.sides:
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length:
            dx, dy = (ay - by) / length * reach, (bx - ax) / length * reach
            found.append(Figure(((ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy))))
    return found
