"""Where a unit may go in one move (TC-MOVE-1, TC-MOVE-4, TC-MOVE-8): one set of checks for every movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.distances import CLOSE
from tabletop_tui.rules.techcommander.standing_regions import standing_region
from tabletop_tui.rules.techcommander.terrain import UNIT, Feature
from tabletop_tui.skirmish.placement import Judgement
from tabletop_tui.skirmish.room_search import RoomyMarchField
from tabletop_tui.table.bases import TINY, apart
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, bounds, box_of_leg, grown, off, overlap


def inside(battle: Battle, radius: float, box: Box) -> bool:
    """Whether bases with their middles in a box are wholly on the table (TC-MOVE-7)."""
    table, edge, (left, top, right, bottom) = battle.table, radius - TINY, box
    return left >= edge and top >= edge and right <= table.width - edge and bottom <= table.height - edge


def refuse_place(battle: Battle, unit: Unit, spot: Spot, on: str | None = None) -> Refusal | None:
    """Why the base of a unit cannot stand at a place, or None; `on` is the surface, its own where not said."""
    if not inside(battle, unit.radius, (*spot, *spot)):
        return Refusal("off the table", "TC-MOVE-7")
    for other in battle.on_table():
        if other.id == unit.id or other.on != (unit.on if on is None else on):
            continue
        if apart(spot, other.at) < unit.radius + other.radius - CLOSE:
            return Refusal(f"on {other.name}", "TC-MOVE-8")
    for piece in battle.standing():
        if piece.type.blocks and piece.id != on and piece.figure.near(spot, unit.radius - TINY):
            return Refusal(f"no room for its base beside the {piece.called}", "TC-BASE-11")
    return None


@define
class MoveField(RoomyMarchField):
    """Where a unit may go in one move: around what blocks its way, to where its base finds room."""

    length_unit = UNIT
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)

    @cached_property
    def reachable(self) -> Box:
        """The box in which all lies that it could come upon."""
        return grown(bounds(self.models), self.allowance + 2 * self.radius)

    @cached_property
    def blocking(self) -> list[Feature]:
        """The pieces that could be in its way (TC-MOVE-4)."""
        near = [piece for piece in self.battle.standing() if overlap(piece.figure.box, self.reachable)]
        return [piece for piece in near if piece.type.blocks]

    @cached_property
    def enemies(self) -> list[Unit]:
        """Those that could be in its way (TC-MOVE-8)."""
        enemies = self.battle.enemies(self.unit.seat)
        return [enemy for enemy in enemies if enemy.on == self.unit.on and overlap(enemy.box, self.reachable)]

    # ------------------------------------------------------------------ judging
    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        (track,), (end,) = tracks, ends
        if length > self.allowance + TINY:
            far = UNIT.said(length, self.allowance)
            return Refusal(f"{far}, {self.allowance:g} allowed", "TC-MOVE-1"), length
        return refuse_place(self.battle, self.unit, end) or self.refuse_way(track), length

    def refuse_way(self, track: Sequence[Spot]) -> Refusal | None:
        """Why it cannot go this way, its start first, or None."""
        if not inside(self.battle, self.unit.sheet.width / 2, bounds(track)):
            return Refusal("the way leads off the table", "TC-MOVE-7")
        for a, b in pairwise(track):
            if a != b and (refusal := self.refuse_leg(a, b)) is not None:
                return refusal
        return None

    def refuse_leg(self, a: Spot, b: Spot) -> Refusal | None:
        """The model has to find its way, not the base (TC-BASE-10, TC-MOVE-5)."""
        box, clearance = box_of_leg(a, b), self.unit.sheet.width / 2
        for enemy in self.enemies:
            keep = clearance + enemy.radius - CLOSE
            if overlap(box, enemy.box, keep) and off(a, b, enemy.at) < keep:
                return Refusal(f"{enemy.name} is in the way", "TC-MOVE-8")
        for piece in self.blocking:
            if overlap(box, piece.figure.box, clearance) and piece.figure.comes_near(a, b, clearance - TINY):
                return Refusal(f"the {piece.called} is in the way", "TC-MOVE-4")
        return None

    # ------------------------------------------------------------------ looking for places
    def might_go(self, spot: Spot) -> bool:
        return super().might_go(spot) and inside(self.battle, self.radius, (*spot, *spot))

    def rooms(self) -> Iterator[Room]:
        region = standing_region(self.battle, self.unit, self.reachable)
        yield Room(region, 1, self.radius, lambda spot: refuse_place(self.battle, self.unit, spot) is None)


def move_field(battle: Battle, unit: Unit, share: float = 1.0) -> MoveField:
    """Where a unit may go with this share of its speed."""
    return MoveField(
        unit.models, unit.radius, unit.facing, share * unit.speed, 2 * unit.radius, True, battle=battle, unit=unit
    )
