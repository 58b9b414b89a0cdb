"""Sight (CD-LOS): a straight line between the middles of two bases, and what lies in its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import dist, hypot

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Cloud
from tabletop_tui.rules.crimsondusk.state.profiles import SPACING
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure, bounds, box_of_leg, cross, joined, links, off, overlap, strip
from tabletop_tui.table.terrain_pieces import Piece

RIM = 3.0
"""So deep one sees into a wood, out of it, and within it (CD-LOS-2, CD-LOS-4)."""
WIDEST = max(SPACING.values())
"""No neighbours in a section are farther apart than that, edge to edge, in units."""
Blind = Callable[[Spot, Spot], Refusal | None]
"""Something that may stand between two places: why one does not see the other, or None."""
Seen = tuple[tuple[int, ...], ...]
"""For each model of a viewer the models of a target that it sees, the nearest first."""


# ---------------------------------------------------------------- single lines
def through_wood(piece: Piece, radii: tuple[float, float], a: Spot, b: Spot) -> Refusal | None:
    """Whether a wood hides two models from each other (CD-LOS-2, CD-LOS-3, CD-LOS-4)."""
    figure: Figure = piece.figure
    within = figure.holds(a), figure.holds(b)
    name = piece.name or "woods"
    if within == (True, True):
        gap = dist(a, b) - sum(radii)
        return Refusal(f"{UNIT.said(gap, RIM)} apart in the {name}", "CD-LOS-4") if gap > RIM + TINY else None
    crossings = shares(figure, a, b)
    if within == (False, False):
        return Refusal(f"the {name} are in between", "CD-LOS-3") if len(crossings) > 1 else None
    if not crossings:
        return None  # it runs along the border and ends on it
    far, (from_a, _) = dist(a, b), within
    deep = far * (crossings[0] if from_a else 1 - crossings[-1]) - radii[0 if from_a else 1]
    if len(crossings) > 2:
        return Refusal(f"another part of the {name} is in between", "CD-LOS-3")
    return Refusal(f"{UNIT.said(deep, RIM)} deep in the {name}", "CD-LOS-2") if deep > RIM + TINY else None


@lru_cache(maxsize=1 << 14)
def shares_of(sides: tuple[tuple[Spot, Spot], ...], a: Spot, b: Spot) -> tuple[float, ...]:
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    found = []
    for (cx, cy), (ex, ey) in sides:
        ux, uy = ex - cx, ey - cy
        square = dx * uy - dy * ux
        if not square:
            continue
        along = ((cx - ax) * uy - (cy - ay) * ux) / square
        beside = ((cx - ax) * dy - (cy - ay) * dx) / square
        if -TINY < along < 1 + TINY and -TINY <= beside < 1 - TINY:  # a corner belongs to one of its sides
            found.append(along)
    return tuple(sorted(found))


def shares(figure: Figure, a: Spot, b: Spot) -> tuple[float, ...]:
    """At which shares of the line from a to b it crosses the border of a figure."""
    return shares_of(figure.sides, a, b)


def behind_building(piece: Piece, a: Spot, b: Spot) -> Refusal | None:
    """Whether a building hides one from the other; those inside see out and are seen (CD-BLDG-6)."""
    if not piece.figure.divides(a, b):
        return None
    return Refusal(f"{piece.name or piece.kind} is in between", "CD-BLDG-6")


def behind_wall(piece: Piece, a: Spot, b: Spot) -> Refusal | None:
    """Whether an obstacle higher than 1.5 is in between (CD-LOS-8)."""
    return Refusal(f"{piece.name or 'a high wall'} is in between", "CD-LOS-8") if piece.crossed(a, b) else None


def behind_unit(unit: Unit, a: Spot, b: Spot) -> Refusal | None:
    """Whether a line crosses a base of a section, or passes between two neighbours within its spacing (CD-LOS-5)."""
    radius = unit.radius
    if not overlap(unit.box, box_of_leg(a, b), radius):
        return None
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    aside = [(x - ax) * dy - (y - ay) * dx for x, y in unit.models]
    margin = radius * hypot(dx, dy)
    if min(aside) > margin or max(aside) < -margin:
        return None  # the line passes on one side of all of them
    near = radius - TINY
    if any(off(a, b, spot) < near for spot in unit.models) or any(
        c != d and cross(a, b, c, d) for c, d in links(unit.models, radius, unit.spacing)
    ):
        return Refusal(f"{unit.does('is')} in between", "CD-LOS-5")
    return None


def behind_cloud(cloud: Cloud, a: Spot, b: Spot) -> Refusal | None:
    """Whether smoke is in between or around the viewer; who is in its near side is seen (CD-AMMO-2)."""
    inside = dist(b, cloud.spot) <= cloud.radius
    if dist(a, cloud.spot) <= cloud.radius or (not inside and off(a, b, cloud.spot) <= cloud.radius):
        return Refusal("smoke is in between", "CD-AMMO-2")
    return None


# ---------------------------------------------------------------- all that may be in the way
def blinds_between(
    battle: Battle, viewer: Unit, target: Unit | None, ends: Sequence[Spot], within: bool = False
) -> list[Blind]:
    """All that might block a line from a unit to another one, or to a place, within the box around these places.

    With `within` all such lines run between two of these places: what lies beside all of them is left out.
    """
    box, table = bounds(ends), battle.table.by_effect
    may_touch = strip(ends) if within else lambda corners, reach: True
    radii = viewer.radius, viewer.radius if target is None else target.radius

    def near(pieces: Sequence[Piece]) -> list[Piece]:
        return [piece for piece in pieces if overlap(piece.figure.box, box) and may_touch(piece.points, 0.0)]

    found: list[Blind] = [
        *(partial(through_wood, piece, radii) for piece in near(table["wood"])),
        *(partial(behind_building, piece) for piece in near(table["building"])),
        *(partial(behind_wall, piece) for piece in near(table["high"])),
        *(partial(behind_cloud, cloud) for cloud in battle.clouds if cloud.kind == "smoke"),
    ]
    for unit in blocking_units(battle, viewer, target):
        if not overlap(unit.box, box, max(unit.radius, WIDEST)):
            continue
        reach = max(unit.radius, unit.spacing)
        if overlap(unit.box, box, reach) and may_touch(unit.models, reach):
            found.append(partial(behind_unit, unit))
    return found


def blocking_units(battle: Battle, viewer: Unit, target: Unit | None = None) -> list[Unit]:
    """The units that are in the way of a unit which looks at another one, or at a place (CD-LOS-5, CD-LOS-6)."""
    own = [unit.id for unit in (viewer, target) if unit is not None]  # by id: copies are asked about as well
    down = target is not None and target.ground and not target.ground_part
    upright = (unit for unit in battle.on_table() if not unit.ground or unit.ground_part or down)
    return [unit for unit in upright if unit.id not in (*own, viewer.aboard)]


def blocked(blinds: list[Blind], a: Spot, b: Spot) -> Refusal | None:
    """What blocks one line, or None. It is put first, since it is likely to block the next line as well."""
    for number, blind in enumerate(blinds):
        if (refusal := blind(a, b)) is not None:
            blinds.insert(0, blinds.pop(number))
            return refusal
    return None


def seen(battle: Battle, viewer: Unit, target: Unit) -> Seen:
    """For each model of one unit the models of another that it sees, the nearest first."""

    def look() -> tuple[Seen, tuple[float, float, float, float]]:
        blinds = blinds_between(battle, viewer, target, (*viewer.models, *target.models), within=True)
        return tuple(seen_from(blinds, eye, target.models) for eye in viewer.models), joined(viewer.box, target.box)

    return battle.find(("seen", viewer.id, target.id), look, own=(viewer.models, target.models))


def seen_from(blinds: list[Blind], eye: Spot, models: Spots) -> tuple[int, ...]:
    """Which of these models are seen from a place, the nearest first."""
    numbers = [number for number, spot in enumerate(models) if blocked(blinds, eye, spot) is None]
    return tuple(sorted(numbers, key=lambda number: dist(eye, models[number])))


def sees(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """Whether any model of one unit sees any of another."""
    return any(seen(battle, viewer, target))


def in_view(battle: Battle, viewer: Unit, target: Unit) -> frozenset[int]:
    """The models of a target that any model of a viewer sees."""
    return frozenset(number for row in seen(battle, viewer, target) for number in row)


def refuse_sight(battle: Battle, viewer: Unit, target: Unit) -> Refusal | None:
    """Why no model of one unit sees any of another, or None."""
    if sees(battle, viewer, target):
        return None
    _, a, b = min((dist(a, b), a, b) for a in viewer.models for b in target.models)
    return blocked(blinds_between(battle, viewer, target, (a, b)), a, b)


def sees_spot(battle: Battle, viewer: Unit, spot: Spot, eyes: Sequence[Spot] = ()) -> bool:
    """Whether a unit, or some of its models, sees a place."""
    models = eyes or viewer.models
    blinds = blinds_between(battle, viewer, None, (*models, spot))
    return any(blocked(blinds, eye, spot) is None for eye in models)
