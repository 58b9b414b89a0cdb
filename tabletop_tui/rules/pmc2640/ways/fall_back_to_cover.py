"""Where a Suppressed unit may go: only to terrain that covers or hides it, or nowhere (PMC-FLEE-6, PMC-FLEE-7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import dist, hypot, pi

import numpy as np
from attrs import define, evolve, field
from shapely import MultiPoint, Point, Polygon, covers, get_coordinates, intersects_xy, prepare, union_all
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.standing_regions import ACROSS, LINK, near_to, standing_region
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import region_shapes
from tabletop_tui.table.base_capacity import clusters
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure
from tabletop_tui.table.reachability import meeting_region
from tabletop_tui.table.region_places import placeable
from tabletop_tui.table.region_shapes import FINEST

FAR = 500.0
"""Further than any line of sight, in inches."""


SOME = 3
"""One in so many places is tried before shapes are looked at."""


def is_covered(battle: Battle, unit: Unit, enemies: list[Unit] | None = None) -> bool:
    """Whether a unit has a Defence bonus from terrain or is hidden, from every enemy (in whatever order)."""
    enemies = battle.enemies(unit.seat) if enemies is None else enemies
    return sight.cover(battle, None, unit) is not None or sight.sheltered(battle, unit, enemies)


@define
class Shelter:
    """What was found out about cover for a unit, as long as nothing moves."""

    covered: dict[Spots, bool] = field(factory=dict)
    """Whether it is covered where its models stand so."""
    regions: list[tuple[BaseGeometry, BaseGeometry | None]] | None = None
    """Where all its models may stand, and one of them has to; None before that is asked for."""
    moves: bool | None = None
    """Whether it can go to cover as it stands; None before that is asked for."""


class CoverField(MoveField):
    """Where a Suppressed unit may go to cover, and that it may stay."""

    narrows = True

    def __init__(self, battle: Battle, unit: Unit) -> None:
        super().__init__(battle, unit, unit.type.move, may_stay=True)
        self._enemies = battle.enemies(unit.seat)
        table, inside = battle.table, tuple(other.building for other in battle.units.values())
        everywhere = 0.0, 0.0, table.width, table.height  # whoever moves may see it, or hide it
        own = unit.left, unit.type.move, inside
        self._known = battle.find(("shelter", unit.id), lambda: (Shelter(), everywhere), own=own)

    def refuse_end(self, ends: Spots) -> Refusal | None:
        refusal = super().refuse_end(ends)
        covered = self._known.covered
        if refusal is None and ends not in covered:
            covered[ends] = is_covered(self.battle, self.unit.at(ends), self._enemies)
        open_ = refusal is None and not covered[ends]
        return Refusal("neither a Defence bonus nor out of the enemy's sight", "PMC-FLEE-6") if open_ else refusal

    def beside(self) -> Iterator[Plan]:
        return iter(())  # cover is looked for with shapes at once: most often there is none

    def rooms(self) -> Iterator[Room]:
        """On ground that covers, or else out of sight."""
        return iter(self.shelters)

    @property
    def shelters(self) -> list[Room]:
        """New rooms each time: who looks for places in one narrows it."""
        if self._known.regions is None:
            self._known.regions = [(room.region, room.some) for room in self.sheltered()]
        return [evolve(self.room(region), some=some) for region, some in self._known.regions]

    def sheltered(self) -> list[Room]:
        """The same, worked out."""
        region = self.met(standing_region(self.around))
        found = [self.room(self.met(region.intersection(covering_ground(self.battle)))), self.unseen(region)]
        return [room for room in found if not room.is_hopeless(room.region)]

    def unseen(self, region: BaseGeometry) -> Room:
        """Where in a region all its models may end unseen, and terrain hide or cover one; perhaps a little more.

        With each enemy it is narrowed to where all of them can still end together.
        """
        enemies = sorted(self._enemies, key=lambda enemy: distances.distance(self.battle, self.unit, enemy))
        wide = region.buffer(TINY, join_style="mitre")
        if all(self.view(enemy, wide).by_terrain(wide).is_empty for enemy in enemies):
            return self.room(Polygon())
        views: list[View] = []
        for enemy in enemies:
            if region.is_empty:
                break
            views.append(self.view(enemy, region))
            region = self.met(union_all([views[-1].hidden(region), views[-1].walled]))
        shade = union_all([view.by_terrain(region) for view in views])
        shade = shade.buffer(TINY, join_style="mitre")
        room = self.room(union_all([part for part in clusters(region, LINK) if part.intersects(shade)]))
        room.some = None if covers(shade, room.region) else shade
        return room

    def view(self, enemy: Unit, region: BaseGeometry) -> View:
        return View(self.battle, enemy, self.unit, walled_from(self.battle, enemy, self.unit, region))

    def can_go_anywhere(self) -> bool:
        return self.can_move() or (bool(self.shelters) and super().can_go_anywhere())

    def can_move(self) -> bool:
        """Some places are tried at once; then nothing that shapes rule out."""
        if self._known.moves is None:
            self._known.moves = any(map(super().can_go, self.raster()[::SOME])) or super().can_move()
        return self._known.moves

    @cached_property
    def middles(self) -> BaseGeometry:
        """Where its middle may end as it stands, and more."""
        return union_all([room.rigid(self.offsets).buffer(FINEST) for room in self.shelters])

    def can_go(self, spot: Spot) -> bool:
        return bool(intersects_xy(self.middles, *spot)) and super().can_go(spot)

    def met(self, region: BaseGeometry) -> BaseGeometry:
        """The part of a region in which all its models may end together, and more."""
        return meeting_region(placeable(region), self.reaches, LINK, ACROSS)


# ---------------------------------------------------------------- what covers and what hides, as shapes
def covering_ground(battle: Battle) -> BaseGeometry:
    """The area terrain with a Defence bonus: of pieces that lie on one another the smaller counts (PMC-TERR-9)."""
    found, smaller = (
        [],
        [region_shapes.disc(place.spot, terrain_state.LOCATION_RADIUS) for place in battle.locations.values()],
    )
    for piece in terrain_state.ground(battle).areas:
        if piece.terrain.defence_bonus:
            found.append(region_shapes.outside(piece.shape, smaller).buffer(region_shapes.SLACK))
        smaller.append(piece.shape)
    return union_all(found) if found else Polygon()


@define(slots=False)
class View:
    """What an enemy sees of a region in which a unit looks for shelter."""

    battle: Battle
    enemy: Unit
    unit: Unit
    walled: BaseGeometry
    """Where a low wall may cover a model from him."""

    @cached_property
    def far(self) -> float:
        """No line of sight is longer, in inches."""
        return sight.FURTHEST_SIGHT + sight.reach_of(self.enemy) + self.unit.type.radius

    @cached_property
    def eyes(self) -> Spots:
        return sight.windows(self.battle, self.enemy, self.enemy.models)

    def hidden(self, region: BaseGeometry) -> BaseGeometry:
        """Where in a region none of his lines of sight surely leads."""
        for eye in self.eyes:
            if region.is_empty:
                break
            if not region.dwithin(Point(eye), self.far):
                continue
            shades = list[BaseGeometry]()
            for found in self.shades(eye, lit_hull(eye, region)):
                if covers(found, region):
                    break
                shades.append(found)
            else:
                beyond = (
                    region.difference(region_shapes.disc(eye, self.far)) if self.ends_in(eye, region) else Polygon()
                )
                region = placeable(union_all([beyond, region.intersection(union_all(shades))]))
        return region

    def ends_in(self, eye: Spot, region: BaseGeometry) -> bool:
        """Whether some of a region may be too far away from an eye."""
        left, top, right, bottom = region.bounds
        return hypot(max(eye[0] - left, right - eye[0]), max(eye[1] - top, bottom - eye[1])) > self.far

    def by_terrain(self, region: BaseGeometry) -> BaseGeometry:
        """Where in a region terrain may hide a model on the shortest line of all, by a rule that counts."""
        return union_all([self.walled, *(self._by_terrain(eye, region) for eye in self.eyes)])

    def _by_terrain(self, eye: Spot, region: BaseGeometry) -> BaseGeometry:
        found, before = list[BaseGeometry](), list[BaseGeometry]()
        near = region.intersection(region_shapes.outer_disc(eye, self.far)) if self.ends_in(eye, region) else region
        if not self.enemy.building:
            near = nearest_to(eye, self.eyes, near)
        for piece, shade in () if near.is_empty else self.shades_of_terrain(eye, lit_hull(eye, near)):
            if hides(piece):
                found.append(region_shapes.outside(near.intersection(shade), before))
            else:
                before.append(shade)
        return union_all(found)

    def shades(self, eye: Spot, lit: BaseGeometry) -> Iterator[BaseGeometry]:
        """What lies behind anything in the light of an eye."""
        yield from (shade for _, shade in self.shades_of_terrain(eye, lit))
        yield from self.shades_of_others(eye, lit)

    def shades_of_terrain(self, eye: Spot, lit: BaseGeometry) -> Iterator[tuple[MapPiece, BaseGeometry]]:
        """What lies behind pieces of terrain that stand in the light of an eye, in the order in which they count."""
        blinds = (piece for piece in terrain_state.ground(self.battle).blinds if lit.intersects(piece.shape))
        return ((piece, shade) for piece in blinds for shade in shades_of_piece(piece, eye))

    def shades_of_others(self, eye: Spot, lit: BaseGeometry) -> Iterator[BaseGeometry]:
        """The same behind wrecks and other units; units as if they had no gaps."""
        own = self.enemy.id, self.unit.id
        found = [region_shapes.outer_disc(wreck.spot, wreck.radius) for wreck in self.battle.wrecks]
        found += [
            whole(other.models, other.type.radius)
            for other in self.battle.on_table()
            if other.models and other.id not in own
        ]
        return (shade(one, eye) for one in found if lit.intersects(one))


def lit_hull(eye: Spot, region: BaseGeometry) -> BaseGeometry:
    """What lines from an eye to a region may meet, and more."""
    hull = region_shapes.hull_of(np.concatenate([[eye], get_coordinates(region)]))
    prepare(hull)
    return hull


def nearest_to(eye: Spot, eyes: Spots, region: BaseGeometry) -> BaseGeometry:
    """The part of a region to which none of some eyes is nearer than one of them."""
    for other in eyes:
        if other != eye and not region.is_empty:
            region = region.intersection(half_plane(eye, other))
    return region


def half_plane(one: Spot, other: Spot) -> BaseGeometry:
    """What is nearer to one place than to another, as far as it matters."""
    (x, y), (u, v), far = one, other, dist(one, other)
    dx, dy = (x - u) / far * FAR, (y - v) / far * FAR
    x, y = (x + u) / 2 - dx / FAR * TINY, (y + v) / 2 - dy / FAR * TINY
    corners = ((x - dy, y + dx), (x + dy, y - dx))
    return Polygon([*corners, *((cx + dx, cy + dy) for cx, cy in reversed(corners))])


@lru_cache(maxsize=1 << 8)
def whole(models: Spots, radius: float) -> BaseGeometry:
    """A unit as if it had no gaps, and a little more."""
    return MultiPoint(models).convex_hull.buffer(radius / cos(pi / 16), quad_segs=4)


def hides(piece: MapPiece) -> bool:
    """Whether who is out of sight because of a piece may be so by a rule that counts (PMC-FLEE-6)."""
    return piece.terrain.rimmed or piece.terrain.rule in sight.HIDING


def shades_of_piece(piece: MapPiece, eye: Spot) -> Iterator[BaseGeometry]:
    """The same for a piece of terrain: a hill hides nobody on it, and who stands in a wood sees out of its rim."""
    inside = piece.figure.holds(eye)
    if piece.kind == "hill":
        if not inside:
            yield region_shapes.outside(figure_shade(piece.figure, eye), [piece.shape])
    elif piece.terrain.category == "area" and not piece.terrain.impassable and inside:
        yield piece.shape
        yield from (figure_shade(heart, eye) for heart in piece.heart)
    else:
        yield piece.shape
        yield figure_shade(piece.figure, eye)


def figure_shade(figure: Figure, eye: Spot) -> BaseGeometry:
    return union_all([region_shapes.shadow(eye, part, FAR) for part in figure.parts])


def shade(convex: BaseGeometry, eye: Spot) -> BaseGeometry:
    return region_shapes.shadow(eye, [(x, y) for x, y in get_coordinates(convex).tolist()], FAR)


def walled_from(battle: Battle, enemy: Unit, unit: Unit, region: BaseGeometry) -> BaseGeometry:
    """Where in a region a low wall may cover a model from an enemy (PMC-LIN-1)."""
    found = []
    for wall in terrain_state.ground(battle).walls:
        if wall.terrain.defence_bonus:
            near = region.intersection(near_to(unit, wall.shape, sight.WALL_REACH))
            if not near.is_empty and enemy.models:
                shades = union_all([figure_shade(wall.figure, eye) for eye in enemy.models])
                near = near.intersection(shades.buffer(TINY))
            found.append(near)
    return union_all(found) if found else Polygon()
