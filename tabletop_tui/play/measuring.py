"""Measuring beside a table: how far it is from one place to another, in sight or not, and across what.

Nothing is changed by it, and nothing tells a die that is still to come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import HexScene, TableScene
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.files.validation import Wrong, one_of
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.battle_facts import fact
from tabletop_tui.rulebook.system import SeenFromSide, SeesFrom
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.polygons import cross

EXAMPLE = "A1 to B2, or 12,8 to B2, or A1 at 12,8 to 30,20"
LONGEST = 80


@frozen
class Place:
    """Where one measures from or to: a unit where it stands, a unit as if it stood at a spot, or a spot."""

    unit: str = ""
    spot: str = ""

    @property
    def words(self) -> str:
        return f"{self.unit} at {self.spot}" if self.unit and self.spot else self.unit or self.spot


@frozen
class Line:
    """What lies between two places."""

    title: str
    far: str
    """The distance in words."""
    sight: str = ""
    """Who sees the other, how well; '' where no unit looks."""
    between: tuple[str, ...] = ()
    """What the line crosses, by name, from here to there."""
    side: SideView | None = None


def asked(game: Game[Any], typed: str) -> tuple[Place, Place]:
    """The two places that were typed. Wrong, with an example, where they are none."""
    parts = re.split(r"\s+(?:to|-|–|->)\s+|\s*->\s*", typed.strip()[:LONGEST])
    if len(parts) != 2:
        parts = typed.split()
    if len(parts) != 2:
        raise Wrong(f"type two places: {EXAMPLE}")
    return _place(game, parts[0]), _place(game, parts[1])


def _place(game: Game[Any], typed: str) -> Place:
    named, at, spot = [*re.split(r"(?i)\s+(at)\s+", typed, maxsplit=1), "", ""][:3]
    unit = _unit(game, named)
    if not at:
        return Place(unit) if unit else Place("", _spot(game, named))
    if not unit:
        raise one_of(named, _standing(game), "unit")
    return Place(unit, _spot(game, spot))


def _standing(game: Game[Any]) -> list[str]:
    """The units that stand on the table."""
    return [token.unit for token in game.system.scene(game).tokens if token.unit]


def _unit(game: Game[Any], word: str) -> str:
    lines = game.system.roster(game)
    found = [line.unit for line in lines if word.lower() in (line.tag.lower(), line.unit.lower())]
    return found[0] if found and found[0] in _standing(game) else ""


def _spot(game: Game[Any], word: str) -> str:
    scene = game.system.scene(game)
    if isinstance(scene, HexScene):
        if word not in scene.grid:
            raise Wrong(f"there is no hex and no unit {word[:20]!r} on the table; type as in: {example(game)}")
        return word
    found = parse_spot(word)
    if found is None:
        raise Wrong(f"{word[:20]!r} is no place and no unit on the table; type as in: {EXAMPLE}")
    if not (0 <= found[0] <= scene.width and 0 <= found[1] <= scene.height):
        raise Wrong(f"{word} is off the table, which is {scene.width:g} x {scene.height:g} {scene.unit}")
    return word


def example(game: Game[Any]) -> str:
    """How two places are typed on this table."""
    scene = game.system.scene(game)
    return EXAMPLE.replace("12,8", "0405").replace("30,20", "0709") if isinstance(scene, HexScene) else EXAMPLE


def between(game: Game[Any], one: Place, other: Place, viewer: str = "") -> Line:
    """What is between two places. From a mere spot a `viewer` looks as if it stood there, if it may be put there.

    Wrong where a unit cannot be put where it is said to stand.
    """
    if not one.unit and viewer and isinstance(game.system, SeesFrom):
        one = Place(viewer, one.spot)
    here, seen_from = game, one.unit
    if one.unit and one.spot:
        here = _put(game, one)
    if other.unit and other.spot:
        here = _put(here, other)
    start, end = _middle(here, one), _middle(here, other)
    title = f"{one.words} to {other.words}"
    sight = ""
    if seen_from and "sight" in here.system.overlays:
        grade = graded(here.system.grades, here.system.view(here, seen_from, end))
        sight = f"{one.words} sees {other.words}: {grade.word}" if grade is not None else ""
    side = here.system.side_view(here, seen_from, end) if seen_from and isinstance(here.system, SeenFromSide) else None
    return Line(title, _far(here, one, other, start, end), sight, tuple(_crossed(here, start, end)), side)


def _put(game: Game[Any], place: Place) -> Game[Any]:
    """A copy of the game in which a unit stands elsewhere."""
    if not isinstance(game.system, SeesFrom):
        raise Wrong(f"{game.system.name} does not say what a unit would see elsewhere")
    other = game.clone()
    other.state.stand(place.unit, place.spot)
    return other


def _middle(game: Game[Any], place: Place) -> str:
    if place.unit:
        return next(token.spot for token in game.system.scene(game).tokens if token.unit == place.unit)
    return place.spot


def _far(game: Game[Any], one: Place, other: Place, start: str, end: str) -> str:
    """How far it is: hexes; else from base to base as far as there are any, and from middle to middle."""
    scene = game.system.scene(game)
    if isinstance(scene, HexScene):
        steps = scene.grid.distance(start, end)
        return "1 hex" if steps == 1 else f"{steps} hexes"
    (x, y), (u, v) = _point(start), _point(end)
    middles = f"{hypot(x - u, y - v):.2f} {scene.unit}"
    if one.unit and other.unit:
        gap = fact(game, f"{one.unit}~{other.unit}.distance")
        return f"{gap:.2f} {scene.unit} from base to base, {middles} from middle to middle"
    if one.unit or other.unit:
        gap = fact(game, f"{one.unit}@{end}.distance" if one.unit else f"{other.unit}@{start}.distance")
        return f"{gap:.2f} {scene.unit} from the nearest base, {middles} from its middle"
    return middles


def _point(spot: str) -> tuple[float, float]:
    found = parse_spot(spot)
    assert found is not None
    return found


def _crossed(game: Game[Any], start: str, end: str) -> list[str]:
    """The pieces and grounds that the straight line crosses, in their order."""
    scene = game.system.scene(game)
    if isinstance(scene, HexScene):
        return [" or ".join(_ground(game, spot) for spot in group) for group in scene.grid.between(start, end)]
    return [area.name for area in scene.areas if area.name and _meets(scene, area.points, area.closed, start, end)]


def _ground(game: Game[Any], spot: str) -> str:
    """A hex with what it is and how high."""
    return f"{spot} {game.system.spot(game, spot)[0].value}".strip()


def _meets(scene: TableScene, points: Sequence[tuple[float, float]], closed: bool, start: str, end: str) -> bool:
    a, b = _point(start), _point(end)
    legs = [*pairwise(points), *([(points[-1], points[0])] if closed and len(points) > 2 else [])]
    return any(cross(a, b, c, d) for c, d in legs)
