"""Where on the table a unit would see a single model, for many places at once (PMC-LOS-1 to PMC-LOS-3, PMC-TERR-4).

Says of every place what `sight.no_sight` says of an enemy's model there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import INFANTRY_RADIUS
from tabletop_tui.table.bases import TINY, Spots
from tabletop_tui.table.line_of_sight import (
    BodyLinks,
    Figures,
    Lines,
    LinesTo,
    Mask,
    Numbers,
    Values,
    hidden,
    lattice,
    looks,
)
from tabletop_tui.table.polygons import bounds

Holds = Callable[[Figures], Mask]
"""Which figures hold which of the places in question."""


def unseen_anywhere(battle: Battle, unit: Unit) -> Mask:
    """Which places of the table at whole inches the unit would not see; what holds them is found once for a battle."""
    size = int(battle.table.width), int(battle.table.height)
    return _unseen(battle, unit, lattice(*size), lambda figures: figures.hold_lattice(*size))


def unseen(battle: Battle, unit: Unit, places: Values) -> Mask:
    """The same for places given as rows x, y."""
    return _unseen(battle, unit, places, lambda figures: figures.hold(places))


def _unseen(battle: Battle, unit: Unit, places: Values, holds: Holds) -> Mask:
    """Only those within the furthest sight of any model are looked at more closely."""
    furthest = sight.FURTHEST_SIGHT + sight.reach_of(unit) + INFANTRY_RADIUS + TINY
    left, top, right, bottom = bounds(sight.windows(battle, unit, unit.models))
    x, y = places.T
    aside, ahead = np.maximum(0, np.maximum(left - x, x - right)), np.maximum(0, np.maximum(top - y, y - bottom))
    near, found = np.hypot(aside, ahead) <= furthest, np.ones(len(places), dtype=np.bool_)
    found[near] = _unseen_near(battle, unit, places[near], lambda figures: holds(figures)[:, near])
    return found


def _unseen_near(battle: Battle, unit: Unit, places: Values, holds: Holds) -> Mask:
    high = hilltops(battle, places, holds)
    return _hidden(battle, unit, places, holds, high, in_the_way(battle, unit), INFANTRY_RADIUS)


def sees(battle: Battle, unit: Unit, target: Unit, formations: Values) -> Mask:
    """At which of these formations of a target's models, as [formation][model] x, y, a unit in the open sees it."""
    places = formations.reshape(-1, 2)

    def holds(figures: Figures) -> Mask:
        return figures.hold(places)

    shape = formations.shape[:2]
    high = np.repeat(hilltops(battle, places, holds).reshape(shape).all(axis=1), shape[1])
    bodies = in_the_way(battle, unit, target)
    found: Mask = np.any(~_hidden(battle, unit, places, holds, high, bodies, target.type.radius).reshape(shape), axis=1)
    return found


def _hidden(
    battle: Battle, unit: Unit, places: Values, holds: Holds, high: Mask, bodies: BodyLinks, radius: float
) -> Mask:
    """Which models of this radius at these places, each of a target that is high up or not, the unit does not see."""
    radii = sight.reach_of(unit), radius
    furthest = sight.FURTHEST_SIGHT + sum(radii) + TINY
    tall, terrain = sight.on_hill(battle, unit), Terrain.of(terrain_state.ground(battle), unit.building)
    held = holds(terrain.figures)

    def blocked(lines: Lines, numbers: Numbers) -> Mask:
        out = (lines.lengths > furthest) | leads_back(battle, unit, lines)
        left = np.nonzero(~out)[0]
        out[left] = bodies.met(lines.some(left), high[numbers[left]])
        left = np.nonzero(~out)[0]
        lines, numbers = lines.some(left), numbers[left]
        within = terrain.figures.hold(lines.eyes)[:, lines.origins], held[:, numbers]
        out[left] = terrain.shuts(lines, *within, high[numbers] | tall, radii)
        return out

    return hidden(places, views(battle, unit), blocked)


def views(battle: Battle, unit: Unit) -> Iterator[LinesTo]:
    """Where a unit sees from: its models; in a building its corners and the middles of its walls, then the nearest."""
    yield from looks(sight.windows(battle, unit, unit.models))
    if unit.building:
        yield partial(from_walls, battle.table.by_id[unit.building].shape)


def from_walls(house: BaseGeometry, places: Values) -> Lines:
    """The lines to places from the nearest point of a house."""
    house = shapely.force_2d(house)  # a copy, for what is prepared must not be shared with other threads
    shapely.prepare(house)
    return Lines.one_by_one(shapely.get_coordinates(shapely.shortest_line(house, shapely.points(places)))[::2], places)


def leads_back(battle: Battle, unit: Unit, lines: Lines) -> Mask:
    """The lines from a window that lead back through the unit's own building: not `sight.outward`."""
    if not unit.building:
        return np.zeros(len(lines.ends), dtype=np.bool_)
    house = Figures.of((battle.table.by_id[unit.building].figure,))
    within: Mask = house.hold(lines.cut(sight.STEP, 0.0).starts)[0] & (lines.lengths > sight.STEP)
    return within


def hilltops(battle: Battle, places: Values, holds: Holds) -> Mask:
    """The places where a model stands on a hill and on nothing smaller there: where `geometry.ground_at` says so."""
    areas = terrain_state.ground(battle).areas
    held = holds(Figures.of(tuple(piece.figure for piece in areas)))
    hills = np.array([piece.kind == "hill" for piece in areas], dtype=np.bool_)
    hilly: Mask = held.any(axis=0) & hills[held.argmax(axis=0)] if areas else np.zeros(len(places), dtype=np.bool_)
    for location in battle.locations.values():
        hilly &= np.hypot(*(places - location.spot).T) > terrain_state.LOCATION_RADIUS
    return hilly


# ---------------------------------------------------------------- what blocks sight
@frozen(eq=False)
class Terrain:
    """The pieces that block sight, and what each does to a line; as in `sight._blocked_by`."""

    figures: Figures
    rimmed: Mask
    """Into which of the pieces one sees as far as their rim."""
    cores: Figures
    core_of: Numbers
    """Of which piece each core is."""
    hill: Mask
    solid: Mask
    """Which of the cores are parts of hills, and which of what blocks sight whoever stands where."""
    hearts: Figures
    heart_of: Numbers

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, ground: terrain_state.Ground, building: str) -> Terrain:
        """All pieces that block the sight from a building, or from nowhere inside one."""
        pieces = [piece for piece in ground.blinds if piece.id != building]
        cores = [(part, number) for number, piece in enumerate(pieces) for part in piece.core]
        hearts = [(part, n) for n, piece in enumerate(pieces) if piece.terrain.rimmed for part in piece.heart]
        core_of = np.array([number for _, number in cores], dtype=np.intp)
        return cls(
            Figures.of(tuple(piece.figure for piece in pieces)),
            np.array([piece.terrain.rimmed for piece in pieces], dtype=np.bool_)[:, None],
            Figures.of(tuple(part for part, _ in cores)),
            core_of,
            np.array([piece.kind == "hill" for piece in pieces], dtype=np.bool_)[core_of, None],
            np.array([piece.terrain.impassable for piece in pieces], dtype=np.bool_)[core_of, None],
            Figures.of(tuple(part for part, _ in hearts)),
            np.array([number for _, number in hearts], dtype=np.intp),
        )

    def shuts(self, lines: Lines, starts: Mask, ends: Mask, high: Mask, radii: tuple[float, float]) -> Mask:
        """Which lines are blocked; `starts` and `ends` say which pieces hold those, `high` which look over hills."""
        outside, inside = ~(starts | ends), starts & ends
        met = self.cores.crossed(lines) | self.cores.hold(lines.eyes)[:, lines.origins]
        across = met & (self.solid | (outside[self.core_of] & ~(self.hill & high)))
        far = lines.lengths - sum(radii) > sight.INSIDE_SIGHT + TINY
        shut: Mask = across.any(axis=0) | np.any(self.rimmed & inside & far, axis=0)
        left = np.nonzero(~shut)[0]
        rest = lines.some(left)
        deep = self.hearts.crossed(rest.cut(*radii), rest) & ~inside[:, left][self.heart_of]
        shut[left] = deep.any(axis=0)
        return shut


def in_the_way(battle: Battle, unit: Unit, target: Unit | None = None) -> BodyLinks:
    """Wrecks, and units but for the two.

    Who stands low does not hide what his own side's unit on a hill sees or is (PMC-AREA-5).
    """
    tall, own = sight.on_hill(battle, unit), [one.id for one in (unit, target) if one is not None]
    groups: list[tuple[Spots, float, bool]] = [
        ((wreck.spot,), float(np.nextafter(wreck.radius, 0.0)), False) for wreck in battle.wrecks
    ]  # open rims
    for other in battle.on_table():
        low = not sight.on_hill(battle, other)
        if not other.building and other.id not in own and not (tall and low and other.seat == unit.seat):
            groups.append((other.models, other.type.radius, low and other.seat != unit.seat))
    return BodyLinks.of(groups)
