"""Hot drops (TC-HOT-1): announced before anybody is put down, rolled for when all others stand, 12 from any enemy."""

from __future__ import annotations

from functools import cached_property
from math import dist, hypot

import numpy as np
import shapely
from attrs import define, field
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.durations import Lasting, give, turn_end
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.deployment.deploy_fields import DeployField, deploy_field, start_of
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import DROP_DISTANCE, UNIT
from tabletop_tui.rules.techcommander.ways.standing_regions import standing_region
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box

GRACE = 0.5
"""So much less or more will do, in centimetres (TC-HOT-4)."""


# ---------------------------------------------------------------- announcing
@frozen
class AnnounceDrops(Ask):
    title = "Announce hot drops"
    says = "The player says, before anybody is put down, which of his units drop into the battle hot."
    seat: int
    rules = ("TC-HOT-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        hot = battle.players[self.seat].hot
        units = [unit for unit in battle.units.values() if unit.seat == self.seat and unit.id not in hot]
        options = [Option(unit.id, unit.name, target=unit.id) for unit in units]
        done = "No more hot drops" if hot else "No hot drops"
        prompt = f"Hot drops: {', '.join(hot)}; one more?" if hot else "Which units drop hot, if any?"
        reasons = not_of(battle, self.seat, "TC-HOT-1"), always("is announced already", "TC-HOT-1")
        why_not = named(battle.units, *reasons)
        return Pick(self.seat, prompt, [Option("done", done, hotkey="n"), *options], rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        hot = battle.players[self.seat].hot
        if answer != "done":
            battle.alter(self.seat, hot=(*hot, answer))
            if any(unit.seat == self.seat and unit.id not in (*hot, answer) for unit in battle.units.values()):
                game.push(self)
        else:
            text = (
                f"{battle.seat_names[self.seat]} announces {f'hot drops of {listed(hot)}' if hot else 'no hot drops'}"
            )
            game.emit(Event(text, self.rules, self.seat))


def drop(game: Game[Battle], unit: Unit) -> None:
    """It is neither rallied nor infiltrated, and cannot become so this turn (TC-HOT-3)."""
    unit.infiltrated, unit.group = False, ""
    if not unit.has(HOT_DROPPED):
        give(game, unit, Lasting(HOT_DROPPED, "TC-HOT-3", turn_end()))


# ---------------------------------------------------------------- where
@define
class DropField(DeployField):
    """A hot drop: at its distance from one of the points it can come from, away from any enemy."""

    points: tuple[Spot, ...] = field(kw_only=True)
    far: float = field(kw_only=True)
    """How far from such a point it lands, to the nearest part of its base, in centimetres."""

    @property
    def zone(self) -> Box:
        return (0.0, 0.0, self.battle.table.width, self.battle.table.height)

    @cached_property
    def enemies(self) -> list[Unit]:
        return self.battle.enemies(self.unit.seat)

    @cached_property
    def free(self) -> BaseGeometry:
        """Where it could land at any distance (TC-HOT-6)."""
        near = [region_shapes.discs(enemy.models, DROP_DISTANCE + self.radius + enemy.radius) for enemy in self.enemies]
        return region_shapes.outside(standing_region(self.battle, self.unit, self.zone, GROUND), near)

    @cached_property
    def rings(self) -> tuple[tuple[Spot, float], ...]:
        """The points with the distance that counts: without room the next greater, else the next smaller."""
        wanted = tuple((point, self.far) for point in self.points)
        if self.free.is_empty or not self.free.intersection(self.ring_region(wanted)).is_empty:
            return wanted
        spans = [(point, *span(self.free, point, self.far + self.radius)) for point in self.points]
        beyond = [(above, point) for point, above, _ in spans if above is not None]
        below = [(-under, point) for point, _, under in spans if under is not None]
        away, point = min(beyond or below)
        return ((point, abs(away) - self.radius),)

    def ring_region(self, rings: tuple[tuple[Spot, float], ...]) -> BaseGeometry:
        """Where its middle may be by these distances."""
        parts = []
        for point, far in rings:
            outer = region_shapes.outer_disc(point, far + self.radius + GRACE)
            parts.append(outer.difference(region_shapes.disc(point, max(0.0, far + self.radius - GRACE))))
        return shapely.union_all(parts)

    def refuse_models(self, models: Spots) -> Refusal | None:
        (spot,) = models
        aways = [(dist(spot, point) - self.radius, far) for point, far in self.rings]
        if all(abs(away - far) > GRACE + TINY for away, far in aways):
            away, far = min(aways, key=lambda pair: abs(pair[0] - pair[1]))
            return Refusal(f"{UNIT.said(away, far)} from where it comes from, {far:.1f} wanted", "TC-HOT-4")
        for enemy in self.enemies:
            if (away := dist(enemy.at, spot) - enemy.radius - self.radius) < DROP_DISTANCE - TINY:
                said = UNIT.said(away, DROP_DISTANCE)
                return Refusal(f"{said} from {enemy.name}, {DROP_DISTANCE} cm needed", "TC-HOT-6")
        return self.refuse_spot(spot)

    def candidates(self) -> list[Spot]:
        table = self.battle.table
        xs, ys = np.indices((round(table.width) + 1, round(table.height) + 1), dtype=float)
        found = np.zeros(xs.shape, bool)
        for (x, y), far in self.rings:
            found |= abs(np.hypot(xs - x, ys - y) - far - self.radius) <= GRACE
        return list(zip(xs[found].tolist(), ys[found].tolist(), strict=True))

    def room(self) -> Room:
        region = self.free.intersection(self.ring_region(self.rings))
        return Room(region, 1, self.radius, lambda spot: self.refuse_models((spot,)) is None)


def span(region: BaseGeometry, point: Spot, far: float) -> tuple[float | None, float | None]:
    """The least distance of a region from a point that is more than this, and the greatest that is less."""
    beyond = region.difference(region_shapes.disc(point, far))
    within = region.intersection(region_shapes.outer_disc(point, far))
    above = None if beyond.is_empty else float(shapely.distance(beyond, shapely.Point(point)))
    x, y = point
    corners = shapely.get_coordinates(within).tolist()
    return above, max((hypot(u - x, v - y) for u, v in corners), default=None)


def drop_field(battle: Battle, unit: Unit, far: float) -> DeployField:
    """Where a hot drop may land that has rolled this; as others start where it finds no place at all (TC-HOT-4)."""
    usual = deploy_field(battle, unit)
    points = battle.drops or (start_of(battle, unit.seat),)
    base = (1, unit.radius, 2 * unit.radius, usual.facing)
    found = DropField(*base, battle=battle, unit=unit, start=usual.start, points=points, far=far)
    return found if found.has_room() else usual
