"""What must hold in a PMC 2640 battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import dist

from shapely import LineString, MultiPoint, Point, unary_union

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.damage.damage import ChooseCasualty, KnockOut
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import coherency, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import MOST_SUPPRESSION, Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.table import bases
from tabletop_tui.table.points import Spots

GRACE = 0.02
"""Places are kept to the hundredth of an inch."""


def hold(game: Game[Battle]) -> None:
    """All invariants of the state."""
    battle = game.state
    losing = {step.unit for step in game.agenda if isinstance(step, ChooseCasualty | KnockOut)}
    for unit in battle.units.values():
        _points(unit, losing)
        _place(battle, unit)
    for one, other in combinations([unit for unit in battle.on_table() if unit.models], 2):
        _apart(one, other)
    houses = [unit.building for unit in battle.on_table() if unit.building]
    assert len(set(houses)) == len(houses), "two units in one building"
    assert not set(houses) & battle.rubble, "a unit is inside rubble"
    assert not battle.active or battle.active in battle.units
    assert battle.turn <= 40
    states = [location.state for location in battle.locations.values()]
    assert states.count("true") <= 1
    assert "true" not in states or "" not in states, "the true location is found and another is unknown"
    if isinstance(ask := game.agenda[-1] if game.agenda else None, ChooseTarget) and not battle.turn % SEEN:
        _sees_rightly(battle, battle.units[ask.unit])


def _points(unit: Unit, losing: set[str]) -> None:
    """Models, Suppression and Damage add up."""
    assert 0 <= unit.suppression <= MOST_SUPPRESSION
    assert 0 <= unit.left <= unit.type.size
    assert unit.damage >= 0
    assert not (unit.vehicle and unit.suppression), "a suppressed vehicle"
    assert unit.morale >= 1
    assert not unit.broken or unit.suppressed, "Broken units are not steady"
    if unit.vehicle and unit.left and unit.id not in losing:
        assert unit.damage <= unit.type.morale, f"{unit.name} should be a wreck"


def _place(battle: Battle, unit: Unit) -> None:
    """A unit is in one place: in reserve, in a building, on the table, or gone."""
    places = [bool(unit.reserve), bool(unit.building), bool(unit.models), bool(unit.gone)]
    assert sum(places) == 1, f"{unit.name} is in {sum(places)} places"
    if not unit.models:
        return
    assert len(unit.models) == unit.left
    fault = _fault_of(battle.table, battle.destroyed, battle.rubble, unit.models, unit.type.radius)
    assert not fault, f"{unit.name}: {fault}"
    if not unit.vehicle and unit.left == unit.type.size:
        assert coherency.coherent(unit.models), f"{unit.name} is out of coherency"


@lru_cache(maxsize=4096)
def _fault_of(table: TableMap, destroyed: frozenset[str], rubble: frozenset[str], models: Spots, radius: float) -> str:
    """What is wrong with where models stand: off the table, on what nobody can stand on, on each other."""
    gone = destroyed | rubble
    solid = (piece for piece in table.pieces if piece.terrain.impassable or piece.terrain.category == "linear")
    closed = [piece for piece in solid if piece.id not in gone]
    least = radius - GRACE
    for x, y in models:
        if not (least <= x <= table.width - least and least <= y <= table.height - least):
            return f"off the table at {x},{y}"
        for piece in closed:
            if piece.figure.near((x, y), least):
                return f"on {piece.id}"
    if any(dist(a, b) < 2 * radius - GRACE for a, b in combinations(models, 2)):
        return "two models overlap"
    return ""


def _apart(one: Unit, other: Unit) -> None:
    """Friends keep 1 in apart; enemies may touch after an assault, but nobody stands on another."""
    gap = bases.edge_distance(one.models, one.type.radius, other.models, other.type.radius)
    if one.seat == other.seat:
        assert gap >= 1 - GRACE, f"{one.name} is {gap:.2f} in from {other.name}"
    if gap == 0:
        nearest = min(dist(a, b) for a in one.models for b in other.models)
        assert nearest >= one.type.radius + other.type.radius - GRACE, f"{one.name} stands on {other.name}"


# ---------------------------------------------------------------- sight, found once more by another way
SEEN = 3
"""In every so many turns sight is found once more, which takes long."""
SLIGHT = 0.001
"""What decides about sight by less than this is left alone."""


def _sees_rightly(battle: Battle, viewer: Unit) -> None:
    """Every enemy is seen that can be, and none through woods, ruins, hills, or whatever else blocks (PMC-LOS)."""
    for enemy in battle.enemies(viewer.seat):
        line = sight.sight_line(battle, viewer, enemy)
        if line:
            assert _barred(battle, viewer, enemy, line) <= SLIGHT, f"{viewer.name} sees {enemy.name} along {line}"
        elif viewer.models and enemy.models:
            for pair in product(viewer.models, enemy.models):
                assert _barred(battle, viewer, enemy, pair) > -SLIGHT, f"{viewer.name} is blind to {enemy.name}: {pair}"


def _barred(battle: Battle, viewer: Unit, enemy: Unit, ends: Spots) -> float:
    """How much of a line of sight is in what blocks it; below 0 by how far it is clear of everything."""
    line, ends_at = LineString(ends), [Point(end) for end in ends]
    bodies = [_body(u.models, u.type.radius) for u in _between(battle, viewer, enemy)]
    bodies += [Point(wreck.spot).buffer(wreck.radius, quad_segs=64) for wreck in battle.wrecks]
    found = [line.length - viewer.type.radius - enemy.type.radius - 36] if viewer.models and enemy.models else []
    found += [line.intersection(body).length or -line.distance(body) for body in bodies]
    tall = _hilltop(battle, viewer) or _hilltop(battle, enemy)
    for piece in terrain_state.standing(battle):
        if piece.terrain.blocks_sight and piece.id not in (viewer.building, enemy.building):
            radii = [0.0 if unit.building else unit.type.radius for unit in (viewer, enemy)]
            found.append(_barred_by(piece, line, ends_at, radii, tall))
    return max(found, default=-1.0)


def _barred_by(piece: MapPiece, line: LineString, ends: list[Point], radii: list[float], tall: bool) -> float:
    inside = [bool(piece.shape.distance(end) < 1e-9) for end in ends]
    if piece.kind == "hill" and (tall or any(inside)):
        return -1.0
    if piece.kind in ("woods", "ruins") and all(inside):
        return line.length - sum(radii) - 8
    if piece.kind in ("woods", "ruins") and any(inside):
        shape = piece.shape.buffer(-2)
        line = line.difference(unary_union([end.buffer(r, quad_segs=64) for end, r in zip(ends, radii, strict=True)]))
    else:
        shape = piece.shape if piece.terrain.category != "area" else piece.shape.buffer(-SLIGHT)
    if piece.line:
        beyond = min(line.distance(Point(end)) for end in piece.points)  # 0 for a line that only touches an end
        return beyond if line.distance(shape) < 1e-9 else -line.distance(shape)
    return float(line.intersection(shape).length or -line.distance(shape))


def _between(battle: Battle, viewer: Unit, enemy: Unit) -> list[Unit]:
    """The units that hide one from the other: not who stands lower than a friend on a hill (PMC-AREA-5)."""
    high = {unit.seat for unit in (viewer, enemy) if _hilltop(battle, unit)}
    others = (unit for unit in battle.on_table() if unit.models and unit.id not in (viewer.id, enemy.id))
    return [unit for unit in others if unit.seat not in high or _hilltop(battle, unit)]


def _hilltop(battle: Battle, unit: Unit) -> bool:
    """Whether all of a unit is on a hill, and on nothing smaller there."""
    return bool(unit.models) and all(terrain_state.ground_at(battle, spot) == "hill" for spot in unit.models)


@lru_cache(maxsize=512)
def _body(models: Spots, radius: float):  # type: ignore[no-untyped-def]
    """The bases of a unit with the gaps of its chain."""
    pairs = (pair for pair in combinations(models, 2) if dist(*pair) <= 1 + 2 * radius + 1e-6)
    links = [LineString(pair) for pair in pairs]
    return unary_union([MultiPoint(models), *links]).buffer(radius, quad_segs=64)
