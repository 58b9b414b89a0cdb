"""What one model sees of another (TC-COVER-7): bodies in between, the eye, the silhouette, the hidden share.

Only models count, not their bases (TC-LOS-2), and of a model what is integrated into it, without barrels and gear
(TC-LOS-6): the silhouette. No weapon of the list is limited in how high or low it points (TC-LOS-3). Further what the
hidden share means: who is shut in (TC-LOS-4), the bands of cover (TC-COVER-1), hull down (TC-HULL-1), and who marks a
target with a laser (TC-LASER-1).
"""

from __future__ import annotations

from functools import lru_cache
from math import dist

import shapely
from shapely import polygonize, unary_union
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.sight_grades import Grade, scale
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Cloud, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.shot_targets import (
    BUBBLE_HEIGHT,
    BUBBLE_RADIUS,
    Mark,
    Point,
    exposed,
    is_exposed,
    stand,
)
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import (
    Body,
    Eye,
    Silhouette,
    Veil,
    hidden_share,
    open_line,
    share_behind,
    veil,
    veiled,
)
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, bounds, grown, off

EYE = 0.75
"""At this share of its height a model has its eye (TC-COVER-7)."""


@lru_cache(maxsize=1 << 12)
def disc(name: str, spot: Spot, radius: float, foot: float, top: float) -> Body:
    """A model as a body, the same object as long as it stands the same."""
    return Body(name, top, foot, None, spot, radius)


def body_of(battle: Battle, unit: Unit) -> Body:
    """The model of a unit, half as wide as its base (TC-UNIT-7)."""
    foot = battle.foot(unit)
    return disc(unit.id, unit.at, unit.sheet.width / 2, foot, foot + unit.sheet.height)


def cloud_body(cloud: Cloud) -> Body:
    """Smoke as a body, to see what of a model is behind it (TC-SMOKE-1)."""
    return disc("smoke", cloud.spot, cloud.radius, cloud.foot, cloud.foot + cloud.height)


def terrain(battle: Battle) -> list[Body]:
    """The pieces that can hide something."""
    return [piece.body for piece in battle.standing() if piece.body.top > piece.body.bottom]


def bodies(battle: Battle, *but: Unit) -> list[Body]:
    """All that can hide something: pieces of terrain and models, but these units (TC-COVER-1)."""
    left = {unit.id for unit in but}
    models = [body_of(battle, unit) for unit in battle.on_table() if unit.id not in left]
    return [*terrain(battle), *models]


def eye_of(battle: Battle, unit: Unit, raised: float = 0.0) -> Eye:
    """From where a unit looks, in a jump so much higher (TC-COVER-7)."""
    return Eye(unit.at, battle.foot(unit) + raised + EYE * unit.sheet.height)


def silhouette(battle: Battle, unit: Unit) -> Silhouette:
    return Silhouette(unit.at, battle.foot(unit), unit.sheet.width, unit.sheet.height)


def silhouette_of(battle: Battle, found: Mark, eye: Eye) -> Silhouette:
    """Of anything that can be shot at but a place."""
    if isinstance(found, Unit):
        return silhouette(battle, stand(battle, found))
    if isinstance(found, Bubble):
        return Silhouette(found.spot, found.foot, 2 * BUBBLE_RADIUS, BUBBLE_HEIGHT)
    assert isinstance(found, Feature)
    return front(found, eye)


def front(piece: Feature, eye: Eye) -> Silhouette:
    """A piece of terrain as one looks at its middle: as wide as it is across that line, where its nearest part is."""
    (x, y), middle, body = eye.spot, piece.centroid, piece.body
    far = dist(eye.spot, middle)
    if far <= TINY:
        return Silhouette(eye.spot, body.bottom, 0.0, body.top - body.bottom)
    along = (middle[0] - x) / far, (middle[1] - y) / far
    steps = [((u - x), (v - y)) for u, v in piece.points]
    depths = [dx * along[0] + dy * along[1] for dx, dy in steps]
    asides = [dy * along[0] - dx * along[1] for dx, dy in steps]
    depth, aside, width = max(0.0, min(depths)), (max(asides) + min(asides)) / 2, max(asides) - min(asides)
    spot = x + along[0] * depth - along[1] * aside, y + along[1] * depth + along[0] * aside
    return Silhouette(spot, body.bottom, width, body.top - body.bottom)


def hidden(battle: Battle, viewer: Unit, target: Mark, raised: float = 0.0) -> float:
    """Which share of a target is hidden from a viewer, from 0 to 1 (TC-COVER-7); of a place, all of it or nothing."""
    looker = stand(battle, viewer)

    def look() -> tuple[float, Box]:
        eye = eye_of(battle, looker, raised)
        if isinstance(target, Point):
            between = [
                body for body in bodies(battle, looker) if body.figure is not None or not body.holds(target.spot)
            ]
            return float(not open_line(between, eye, target.spot, 0.0)), bounds((looker.at, target.spot))
        seen = silhouette_of(battle, target, eye)
        share = share_hidden(battle, eye, seen, (looker, stand(battle, target) if isinstance(target, Unit) else target))
        return share, grown(bounds((looker.at, seen.spot)), seen.width + TINY)

    found = stand(battle, target) if isinstance(target, Unit) else target
    place = found.models if isinstance(found, Unit) else found.id
    return battle.find(("hidden", looker.id, found.id, raised), look, own=(looker.models, place))


def share_hidden(battle: Battle, eye: Eye, seen: Silhouette, but: tuple[Unit, Mark]) -> float:
    """Which share of a silhouette is hidden from an eye by all but these two."""
    viewer, target = but
    a, b, wide, left = eye.spot, seen.spot, seen.width / 2 + TINY, (viewer.id, target.id)
    models = [
        body_of(battle, unit)
        for unit in battle.units.values()
        if unit.models and unit.id not in left and off(a, b, unit.models[0]) <= unit.radius / 2 + wide
        if not is_under(unit, target)
    ]
    piece = target.id if isinstance(target, Feature) else ""
    return share_past(battle.standing(), eye, seen, piece, *models)


def is_under(unit: Unit, found: Mark) -> bool:
    """Whether what is looked at is a shield, and a unit inside it, so that it hides nothing of that."""
    return isinstance(found, Bubble) and dist(unit.at, found.spot) + unit.radius <= BUBBLE_RADIUS + TINY


@by_identity(1 << 13)
def share_past(standing: list[Feature], eye: Eye, seen: Silhouette, but: str, *models: Body) -> float:
    """Which share of a silhouette is hidden by the pieces that stand, but for one, and by these models."""
    behind = terrain_veil(standing, eye, seen, but)
    return share_behind(veiled(behind, veil(models, eye, seen)) if models else behind, seen)


@by_identity(1 << 13)
def terrain_veil(standing: list[Feature], eye: Eye, seen: Silhouette, but: str) -> Veil:
    """What the pieces that stand, but for one, hide of a silhouette."""
    a, b, wide = eye.spot, seen.spot, seen.width / 2 + TINY
    between = []
    for piece in standing:
        body = piece.body
        if body.top > body.bottom and body.id != but and off(a, b, (around := around_of(body))[0]) <= around[1] + wide:
            between.append(body)
    return veil(between, eye, seen)


@by_identity(1 << 12)
def around_of(body: Body) -> tuple[Spot, float]:
    """A circle around a body, as its middle and radius."""
    left, top, right, bottom = body.box
    return ((left + right) / 2, (top + bottom) / 2), dist((left, top), (right, bottom)) / 2


def bodies_but(battle: Battle, viewer: Unit, target: Mark) -> list[Body]:
    """All that can hide a target from a viewer: not these two themselves."""
    if isinstance(target, Unit):
        return bodies(battle, viewer, stand(battle, target))
    under = [unit for unit in battle.on_table() if is_under(unit, target)]
    return [body for body in bodies(battle, viewer, *under) if body.id != target.id]


# ---------------------------------------------------------------- what it means
def roof_over(battle: Battle, spot: Spot, height: float) -> Feature | None:
    """A piece that lies over a place, its lower side at this height or above."""
    return next((one for one in battle.standing() if one.body.bottom >= height > 0 and one.body.holds(spot)), None)


def yard(battle: Battle, spot: Spot) -> BaseGeometry | None:
    """The ground around a place that walls and buildings close in on every side; None where it is open."""
    lines = [piece.shape if piece.line else piece.shape.boundary for piece in battle.standing() if piece.type.blocks]
    if not lines:
        return None
    return next((part for part in polygonize([unary_union(lines)]).geoms if part.contains(shapely.Point(spot))), None)


def shut_in(battle: Battle, viewer: Unit, target: Unit | Point) -> bool:
    """Whether a target has walls on every side and a roof, and the viewer is not in there with it."""
    if isinstance(target, Unit):
        found = stand(battle, target)
        spot, height = found.at, battle.foot(found) + found.sheet.height
    else:
        spot, height = target.spot, TINY
    if roof_over(battle, spot, height) is None:
        return False
    room = yard(battle, spot)
    return room is not None and not room.contains(shapely.Point(stand(battle, viewer).at))


@frozen
class Band:
    """A band of the hidden share."""

    word: str
    modifier: int
    rule: str
    grade: Grade


OPEN = Band("no cover", 0, "TC-COVER-2", Grade("0", "no cover", "none", "good"))
MINOR = Band("minor cover", -1, "TC-COVER-3", Grade("1", "minor cover", "minor", "good"))
HALF = Band("half cover", -2, "TC-COVER-4", Grade("2", "half cover", "half", "fair"))
HEAVY = Band("heavy cover", -3, "TC-COVER-5", Grade("3", "heavy cover", "heavy", "bad"))
BLOCKED = Band("blocked", -6, "TC-COVER-6", Grade("x", "blocked", "no", "dim"))
GRADES = scale(*(band.grade for band in (OPEN, MINOR, HALF, HEAVY, BLOCKED)))


def band(share: float) -> Band:
    """The band of a hidden share, from 0 to 1."""
    if share >= 1 - TINY:
        return BLOCKED
    if share <= 0.10 + TINY:
        return OPEN
    if share < 0.25 - TINY:
        return MINOR
    return HALF if share <= 0.75 + TINY else HEAVY


TRACKS = 0.25
"""So much of a silhouette, from below, are the tracks or wheels."""


def can_be_hull_down(unit: Unit) -> bool:
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
    if not can_be_hull_down(target) or not target.on_table:
        return False
    eye, seen = eye_of(battle, stand(battle, viewer), raised), silhouette(battle, target)
    touched = (piece for piece in battle.standing() if piece.body.top > piece.body.bottom and touches(piece, target))
    return any(hides_tracks(piece, eye, seen) for piece in touched)


def can_designate(unit: Unit) -> bool:
    """Whether it has a designator that works, and is neither eliminated nor infiltrated (TC-LASER-1)."""
    carries = any(gear.does == "designator" for gear in unit.gear().values())
    return carries and is_exposed(unit) and not unit.eliminated and not unit.hidden


def designators(battle: Battle, seat: int, target: Mark) -> list[Unit]:
    """Those of a side that designate a target now; cover and smoke do not hinder them, as long as any part shows."""
    if not isinstance(target, Unit):
        return []
    able = (unit for unit in exposed(battle) if battle.allied(unit.seat, seat) and can_designate(unit))
    return [unit for unit in able if band(hidden(battle, unit, target)) is not BLOCKED]
