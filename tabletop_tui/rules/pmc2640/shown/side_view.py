"""A line of sight of PMC 2640 from the side: hills, walls and buildings along it, and what height does to the fire."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from attrs import evolve
from shapely import LineString, Point, get_coordinates
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.rules.pmc2640.shown.overlays import unit_at
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.table.points import Spot, parse_spot, place_words

MODEL = 1.0
"""In inches: so high a model or a wreck is drawn, of which the book gives no height."""


def side_view(game: Game[Battle], unit_id: str, where: str) -> SideView | None:
    """The line from a unit to a place, to whoever is there or to a single model; None to where it stands itself."""
    battle, place = game.state, parse_spot(where)
    unit = battle.units.get(unit_id)
    if unit is None or not unit.on_table or place is None:
        return None
    there = unit_at(battle, place)
    if there is unit:
        return None
    target = there or Unit("ghost", 1 - unit.seat, evolve(unit.type, vehicle=False), (place,), left=1)
    ends, refusal = sight.look(battle, unit, target)
    a, b = ends or nearest(battle, unit, target)
    if dist(a, b) <= sight.STEP:
        return None
    far, name = dist(a, b), target.id if there else place_words(place)
    low, foot = sight.heights(battle, unit)[1], sight.heights(battle, target)[0]
    blocking = () if refusal is None else ((foot, foot + MODEL),)
    said, rules = (refusal.why, (refusal.rule,)) if refusal is not None else ("in sight", ("PMC-LOS-1",))
    if refusal is None and sight.shoots_down(battle, unit, target):
        said, rules = "in sight, from above: Firepower +2", ("PMC-AREA-4",)
    return SideView(
        f"{unit.id} to {name}, {far:.1f} in",
        low + MODEL,
        Upright("", -0.5, 0.5, low, low + MODEL),
        Upright(name, far - 0.5, far + 0.5, foot, foot + MODEL),
        tuple(uprights(battle, a, b, max(low, foot) + MODEL)),
        blocking,
        said,
        "bad" if refusal is not None else "good",
        rules,
    )


def nearest(battle: Battle, unit: Unit, target: Unit) -> tuple[Spot, Spot]:
    """The ends of the shortest line between two units, whatever stands in its way."""
    mine, theirs = sight.eyes(battle, unit, target), sight.eyes(battle, target, unit)
    return min(((a, b) for a in mine for b in theirs), key=lambda ends: dist(*ends))


def uprights(battle: Battle, a: Spot, b: Spot, high: float) -> Iterator[Upright]:
    """The pieces and wrecks along a line; what has no height in the book and blocks sight is drawn over all else."""
    line, start = LineString([a, b]), Point(a)
    for piece in terrain_state.standing(battle):
        kind = piece.terrain
        top = kind.height or (high + MODEL if kind.blocks_sight else 0.0)
        crossed = piece.shape.intersection(line)
        if top and not crossed.is_empty:
            far = [start.distance(Point(spot)) for spot in _ends(crossed)]
            yield Upright(piece.name or kind.name, min(far), max(far), 0.0, top)
    for wreck in battle.wrecks:
        if Point(wreck.spot).distance(line) < wreck.radius:
            middle = line.project(Point(wreck.spot))
            yield Upright("wreck", middle - wreck.radius, middle + wreck.radius, 0.0, MODEL)


def _ends(crossed: BaseGeometry) -> list[Spot]:
    """All corners of what a line and a piece share."""
    return [(x, y) for x, y in get_coordinates(crossed).tolist()]
