"""Where a Suppressed unit may go: only to terrain that covers or hides it, or nowhere (PMC-FLEE-6, PMC-FLEE-7)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi

from shapely import MultiPoint, Polygon, get_coordinates, union_all
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640 import distances as geo
from tabletop_tui.rules.pmc2640 import sight
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.maps import Piece
from tabletop_tui.rules.pmc2640.placement import MoveField
from tabletop_tui.rules.pmc2640.standing_regions import near_to
from tabletop_tui.skirmish.placement import Plan
from tabletop_tui.table import packing
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure, bounds, overlap

FAR = 500.0
"""Further than any line of sight, in inches."""


def is_covered(battle: Battle, unit: Unit, enemies: list[Unit] | None = None) -> bool:
    """Whether a unit has a Defence bonus from terrain or is hidden, from every enemy (in whatever order)."""
    enemies = battle.enemies(unit.seat) if enemies is None else enemies
    return sight.cover(battle, None, unit) is not None or sight.sheltered(battle, unit, enemies)


class CoverField(MoveField):
    """Where a Suppressed unit may go to cover, and that it may stay."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        super().__init__(battle, unit, unit.type.move, may_stay=True)
        self._covered: dict[Spots, bool] = {}
        self._enemies = battle.enemies(unit.seat)

    def refuse_end(self, ends: Spots) -> Refusal | None:
        refusal = super().refuse_end(ends)
        if refusal is None and ends not in self._covered:
            self._covered[ends] = is_covered(self.battle, self.unit.at(ends), self._enemies)
        open_ = refusal is None and not self._covered[ends]
        return Refusal("neither a Defence bonus nor out of the enemy's sight", "PMC-FLEE-6") if open_ else refusal

    def beside(self) -> Iterator[Plan]:
        return iter(())  # cover is looked for with shapes at once: most often there is none

    def regions(self, region: BaseGeometry) -> Iterator[BaseGeometry]:
        """On ground that covers, or else out of sight."""
        yield region.intersection(covering_ground(self.battle))
        yield unseen_region(self.battle, self.unit, region)


# ---------------------------------------------------------------- what covers and what hides, as shapes
def covering_ground(battle: Battle) -> BaseGeometry:
    """The area terrain with a Defence bonus: of pieces that lie on one another the smaller counts (PMC-TERR-9)."""
    found, smaller = [], [packing.disc(place.spot, geo.LOCATION_RADIUS) for place in battle.locations.values()]
    for piece in geo.ground(battle).areas:
        if piece.terrain.defence_bonus:
            found.append(packing.outside(piece.shape, smaller).buffer(packing.SLACK))
        smaller.append(piece.shape)
    return union_all(found) if found else Polygon()


def unseen_region(battle: Battle, unit: Unit, region: BaseGeometry) -> BaseGeometry:
    """Where in a region no enemy surely sees a model that no wall covers from him; perhaps a little more."""
    for enemy in battle.enemies(unit.seat):
        if region.is_empty:
            break
        region = union_all([hidden_from(battle, enemy, unit, region), walled_from(battle, enemy, unit, region)])
    return region


def hidden_from(battle: Battle, enemy: Unit, unit: Unit, region: BaseGeometry) -> BaseGeometry:
    """Where in a region none of an enemy's lines of sight surely leads."""
    far = sight.FURTHEST_SIGHT + sight.reach_of(enemy) + unit.type.radius
    for eye in sight.windows(battle, enemy, enemy.models):
        if region.is_empty:
            break
        beyond = region.difference(packing.disc(eye, far))
        shades = [region.intersection(shade) for shade in shades_of(battle, enemy, unit, eye, region)]
        region = union_all([beyond, *shades])
    return region


def shades_of(battle: Battle, enemy: Unit, unit: Unit, eye: Spot, region: BaseGeometry) -> Iterator[BaseGeometry]:
    """What lies behind everything that may block a line from an eye to a region; units as if they had no gaps."""
    left, top, right, bottom = region.bounds
    box = bounds((eye, (left, top), (right, bottom)))
    for piece in geo.ground(battle).blinds:
        if overlap(piece.box, box):
            yield from shades_of_piece(piece, eye)
    for wreck in battle.wrecks:
        yield shade(packing.outer_disc(wreck.spot, wreck.radius), eye)
    for other in battle.on_table():
        if other.models and other.id not in (unit.id, enemy.id) and overlap(other.box, box, other.type.radius):
            whole = MultiPoint(other.models).convex_hull.buffer(other.type.radius / cos(pi / 16), quad_segs=4)
            yield shade(whole, eye)


def shades_of_piece(piece: Piece, eye: Spot) -> Iterator[BaseGeometry]:
    """The same for a piece of terrain: a hill hides nobody on it, and who stands in a wood sees out of its rim."""
    inside = piece.figure.holds(eye)
    if piece.kind == "hill":
        if not inside:
            yield packing.outside(figure_shade(piece.figure, eye), [piece.shape])
    elif piece.terrain.category == "area" and not piece.terrain.impassable and inside:
        yield piece.shape
        yield from (figure_shade(heart, eye) for heart in piece.heart)
    else:
        yield piece.shape
        yield figure_shade(piece.figure, eye)


def figure_shade(figure: Figure, eye: Spot) -> BaseGeometry:
    return union_all([packing.shadow(eye, part, FAR) for part in figure.parts])


def shade(convex: BaseGeometry, eye: Spot) -> BaseGeometry:
    return packing.shadow(eye, [(x, y) for x, y in get_coordinates(convex).tolist()], FAR)


def walled_from(battle: Battle, enemy: Unit, unit: Unit, region: BaseGeometry) -> BaseGeometry:
    """Where in a region a low wall may cover a model from an enemy (PMC-LIN-1)."""
    found = []
    for wall in geo.ground(battle).walls:
        if wall.terrain.defence_bonus:
            near = region.intersection(near_to(unit, wall.shape, sight.WALL_REACH))
            if not near.is_empty and enemy.models:
                shades = union_all([figure_shade(wall.figure, eye) for eye in enemy.models])
                near = near.intersection(shades.buffer(TINY))
            found.append(near)
    return union_all(found) if found else Polygon()
