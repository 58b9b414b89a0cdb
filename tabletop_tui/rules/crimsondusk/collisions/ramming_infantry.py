"""Ramming: a model in the way of a vehicle jumps aside, or is hit with a P equal to the vehicle's speed."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, RollDamage
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitRider, HitVehicle
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.relocation import put_there
from tabletop_tui.rules.crimsondusk.state.skill_tests import passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import pace
from tabletop_tui.rules.crimsondusk.ways.driving_limits import Legs, pieces_of
from tabletop_tui.rules.crimsondusk.ways.standing_regions import standing_region
from tabletop_tui.table import region_places, region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving_paths import Pose, Way
from tabletop_tui.table.points import Spot, place_words, spot_text

LIGHT, MIDDLE, HEAVY = 8, 11, 14
"""Up to this AV one jumps aside with +2, up to this with +1, and above this with -1 (CD-VMEL-2)."""
CLEAR = 0.1
"""How far from the way of a vehicle one who jumped aside stands at least, in units."""
FAR = 15.0
"""So far away room is looked for, in units."""


def jump_tally(man: Man) -> Tally:
    """What it needs to jump aside, nobody's command helping; AV 9 counts with 10 and 11 (CD-VMEL-2)."""
    av, tally = man.soldier.av, skill_tally(man.soldier.quality)
    change = -2 if av <= LIGHT else -1 if av <= MIDDLE else int(av > HEAVY)
    return tally.plus(change, f"AV {av}", "CD-VMEL-2")


@frozen
class Ram(Step):
    says = "A model that a vehicle touches takes a skill test to jump aside; failed, it is hit with P of the speed."
    unit: str
    victims: str
    """The section ..."""
    man: str
    """... and who of it."""
    start: tuple[float, float, float]
    legs: Legs
    rules = ("CD-VMEL-1", "CD-VMEL-2", "CD-VMEL-3", "CD-VMEL-8")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} runs into {self.man}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, section = battle.units[self.unit], battle.units[self.victims]
        if section.number(self.man) is None or not section.models:
            return
        man = section.man(self.man)
        steps: list[Step] = [JumpAside(self.unit, section.id, man.id, self.start, self.legs)]
        if not passes(game, section.seat, f"{man.id} jumps aside", jump_tally(man), self.rules[:2]):
            hit = Hit(pace(unit), 0, unit.name)
            steps.insert(0, RollDamage(section.id, ((man.id, hit),), unit.id))
            if man.soldier.av >= unit.type.av and not unit.gone:
                steps.append(HitVehicle(unit.id, (hit,), section.id, collided=True))
            if unit.type.bike and not unit.gone:
                steps.append(HitRider(unit.id, hit, section.id, everybody=True))
        game.push(*steps)


@frozen
class JumpAside(Step):
    says = "Whoever is left of those on the way of a vehicle stands beside it, as near as there is room."
    weighty = True
    unit: str
    victims: str
    man: str
    start: tuple[float, float, float]
    legs: Legs
    rules = ("CD-VMEL-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.man} makes room"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, section = battle.units[self.unit], battle.units[self.victims]
        if section.number(self.man) is None or not section.models:
            return
        way = Way(Pose(*self.start), pieces_of(self.legs))
        lane = LineString(way.points()).buffer(unit.radius + section.radius + CLEAR)
        here = section.spot_of(self.man)
        there = free_spot(battle, section, here, [lane], but=self.man)
        if there is None:
            game.emit(Event(f"{self.man} finds no room beside {unit.name}", self.rules, section.seat))
            return
        put_there(section, {self.man: there})
        text = f"{self.man} moves aside to {place_words(there)}"
        game.emit(Moved(text, self.rules, section.seat, section.id, (spot_text(here), spot_text(there))))


def free_spot(battle: Battle, unit: Unit, near: Spot, lanes: Iterable[BaseGeometry], but: str = "") -> Spot | None:
    """The nearest place where a model has room outside of some lanes and of buildings; None if none is near."""
    (x, y), r = near, unit.radius
    others = [(one.models, one.radius) for one in battle.on_table() if one.id != unit.id]
    own = tuple(spot for man, spot in zip(unit.men, unit.models, strict=False) if man.id != but)
    zone = standing_region(battle, unit, (x - FAR, y - FAR, x + FAR, y + FAR), [*others, (own, r)])
    solid = [piece.shape.buffer(r) for kind in ("building", "high") for piece in battle.table.by_effect[kind]]
    region = region_shapes.outside(zone, [*lanes, *solid])
    taken = [(spot, r + radius) for spots, radius in (*others, (own, r)) for spot in spots]
    free = (
        spot
        for spot in region_places.spots_in(region, (near,))
        if all(dist(spot, other) >= gap - TINY for other, gap in taken)
    )
    return next(free, None)
