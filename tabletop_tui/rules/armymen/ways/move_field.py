"""Where a unit can go by Advance or Rush (AMC-MOVE, AMC-TERR-2), and why not along some way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, pairwise, starmap
from math import dist, inf

import numpy as np
from attrs import define, evolve, field, fields

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.terrain import UNIT
from tabletop_tui.rules.armymen.ways.standing_checks import (
    ACROSS,
    CLEARANCE,
    LINK,
    incoherent,
    inside,
    others_near,
    refuse_stand,
    torn_by,
)
from tabletop_tui.rules.armymen.ways.standing_regions import coherent_room, standing_region
from tabletop_tui.rules.armymen.ways.straight_move_sweep import Sweep
from tabletop_tui.skirmish.room_search import RoomyMarchField
from tabletop_tui.skirmish.unit_place_fields import ROUNDED, Judgement, Plan
from tabletop_tui.table import bases, formations
from tabletop_tui.table.bases import TINY, nearest_on_segment
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import bounds, box_of_leg, grown, overlap

NEARLY = 1.0
"""So much less together than it could be a torn unit may end: its spots are an inch apart."""
SPACING = 1.5


@define
class MoveField(RoomyMarchField):
    """Where a unit can go by Advance or Rush; difficult terrain caps the whole move (AMC-TERR-2)."""

    length_unit = UNIT
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    cap: float = field(kw_only=True)
    """The Advance distance."""
    rule: str = field(kw_only=True)

    @cached_property
    def torn(self) -> bool:
        return incoherent(self.models, self.radius) is not None

    @cached_property
    def regroups(self) -> bool:
        """Whether a torn unit can come together somewhere: then it has to (AMC-MOVE-1)."""
        if not self.torn:
            return False
        return self.together.finds_room()

    @property
    def together(self) -> TogetherField:
        """Where a torn unit could come together."""
        return TogetherField(**{one.name: getattr(self, one.name) for one in fields(MoveField) if one.init})

    @cached_property
    def least_torn(self) -> float:
        """How far from coherency a torn unit that cannot come together stays at least; infinite if it cannot move."""
        found = inf
        for spot in self.raster():
            ends = self.nearer_together(Plan((spot,), "block"))
            if (how_far := torn_by(ends, self.radius)) < found and self.judge_way(ends)[0] is None:
                found = how_far
        return found

    def nearer_together(self, plan: Plan) -> Spots:
        """Where the models end that go as far as they can toward their places in a formation."""
        pairs = zip(self.models, super().ends(plan), strict=True)
        return tuple(
            [end if dist(a, end) <= self.allowance else toward(a, end, self.allowance - 0.01) for a, end in pairs]
        )

    @property
    def in_formation(self) -> bool:
        return not self.torn or self.regroups

    def ends(self, plan: Plan) -> Spots:
        gathers = plan.formation != "keep" and not self.in_formation
        return self.nearer_together(plan) if gathers else super().ends(plan)

    def judge_way(self, ends: Spots) -> Judgement:
        """The same as `judge_march`, whether or not the unit is together then."""
        tracks = [[spot, end] for spot, end in zip(self.models, ends, strict=True)]
        return self.judge_going(tracks, ends, max(starmap(dist, tracks)))

    def rooms(self) -> Iterator[Room]:
        box = grown(self.unit.box, self.allowance)
        region = standing_region(self.battle, self.unit, box, self.others, CLEARANCE)
        yield coherent_room(self.unit, region, self.holds_one, LINK, ACROSS)

    def holds_one(self, spot: Spot) -> bool:
        return refuse_stand(self.battle, self.unit, (spot,), self.others) is None

    def can_end(self, plan: Plan) -> bool:
        """Only in coherency: a torn unit looks for where it comes together."""
        return refuse_stand(self.battle, self.unit, self.ends(plan), self.others) is None

    @property
    def base(self) -> str:
        return "block" if self.torn else "keep"

    @cached_property
    def others(self) -> list[Unit]:
        """The units that could be in the way."""
        left, top, right, bottom = self.unit.box
        far = self.allowance
        return others_near(self.battle, self.unit, (left - far, top - far, right + far, bottom + far))

    def known(self, spots: Sequence[Spot]) -> Sequence[float]:
        alone = refuse_stand(self.battle, self.unit, self.models, ())
        if type(self) is not MoveField or not self.on_hundredths or alone is not None or not spots:
            return super().known(spots)
        difficult = self.battle.table.by_effect["difficult"]
        sweep = Sweep(self.unit, self.others, difficult, self.allowance, self.cap, CLEARANCE)
        found: list[float] = sweep.taken(self.middle, spots).tolist()
        return found

    def sifted(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        if type(self) is not MoveField or self.torn or not spots:
            return super().sifted(spots)
        xs, ys = np.array(spots).T
        left, top, right, bottom = formations.shifted_box(self.extent, (xs, ys))
        table, edge, (x, y) = self.battle.table, self.radius - TINY, self.middle
        fits = (left >= edge) & (top >= edge) & (right <= table.width - edge) & (bottom <= table.height - edge)
        return [*compress(spots, fits & (np.hypot(xs - x, ys - y) <= self.allowance + ROUNDED))]

    def might_go(self, spot: Spot) -> bool:
        box = (*spot, *spot) if self.torn else formations.shifted_box(self.extent, spot)
        return super().might_go(spot) and inside(self.battle, box, self.radius)

    def complete(self, plan: Plan) -> Plan:
        """A torn unit comes together in a block if nothing else is said (AMC-MOVE-1)."""
        gathers = plan.formation == "keep" and self.torn and (self.regroups or self.least_torn < inf)
        return evolve(plan, formation="block") if gathers else plan

    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        refusal, length = self.judge_going(tracks, ends, length)
        return refusal or self.refuse_torn(ends), length

    def judge_going(self, tracks: list[list[Spot]], ends: Spots, length: float) -> Judgement:
        if length > self.allowance + TINY:
            return Refusal(UNIT.over(length, self.allowance), self.rule), length
        if length > self.cap + TINY and crosses(self.battle, tracks, "difficult"):
            return Refusal(UNIT.over(length, self.cap, "through difficult terrain"), "AMC-TERR-2"), length
        if len(tracks[0]) > 2 and not inside(self.battle, bounds(s for way in tracks for s in way[1:]), self.radius):
            return Refusal("the way leads off the table", "AMC-PREP-1"), length
        refusal = refuse_stand(self.battle, self.unit, ends, self.others, self.torn)
        return refusal or refuse_way(self.unit, tracks, self.others), length

    def refuse_torn(self, ends: Spots) -> Refusal | None:
        """A torn unit comes together, or where it cannot, as near to it as its move allows."""
        if not self.torn or (refusal := incoherent(ends, self.radius)) is None:
            return None
        if self.regroups:
            return refusal
        if torn_by(ends, self.radius) > self.least_torn + NEARLY:
            return Refusal("the models can come nearer together", "AMC-MOVE-1")
        return None

    def cells(self) -> Mapping[str, str]:
        found = super().cells()
        return {spot: cost for spot, cost in found.items() if self.refuse([spot]) is None} if self.torn else found


@define
class TogetherField(MoveField):
    """Where a torn unit can come together by such a move (AMC-MOVE-1)."""

    @property
    def regroups(self) -> bool:
        return True

    def finds_room(self) -> bool:
        return self.can_come_together()


def move_field(battle: Battle, unit: Unit, rush: bool) -> MoveField:
    kind = unit.sheet
    allowance = float(kind.rush if rush else kind.advance)
    rule = "AMC-VEH-2" if unit.vehicle else "AMC-ACT-6" if rush else "AMC-ACT-5"
    return MoveField(
        *(unit.models, unit.radius, unit.facing, allowance, SPACING, True),
        battle=battle,
        unit=unit,
        cap=float(kind.advance),
        rule=rule,
    )


def toward(start: Spot, end: Spot, inches: float) -> Spot:
    """The place so many inches from one place on the way to another."""
    share = inches / (dist(start, end) or 1.0)
    return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)


def crosses(battle: Battle, tracks: Sequence[Sequence[Spot]], effect: str) -> bool:
    """Whether any of these ways leads through terrain with an effect; who stays where he is goes through nothing."""
    box = bounds(chain.from_iterable(tracks))
    return any(
        piece.crossed(a, b)
        for piece in battle.table.by_effect[effect]
        if overlap(piece.figure.box, box)
        for track in tracks
        for a, b in pairwise(track)
        if a != b
    )


def refuse_way(unit: Unit, tracks: Sequence[Sequence[Spot]], others: Sequence[Unit]) -> Refusal | None:
    """No model comes within 1 in of another unit on its way; to those as near at the start it comes no nearer."""
    if not others:
        return None
    box = bounds(chain.from_iterable(tracks))
    for other in others:
        there = other.box
        if not overlap(box, there, unit.radius + other.radius + CLEARANCE + TINY):
            continue
        starts = tuple(track[0] for track in tracks)
        start = bases.edge_distance(starts, unit.radius, other.models, other.radius)
        keep = unit.radius + other.radius + (CLEARANCE + TINY if start > CLEARANCE + TINY else start - TINY)
        for track in tracks:
            for a, b in pairwise(track):
                near = overlap(box_of_leg(a, b), there, keep)
                if near and any(nearest_on_segment(a, b, spot) < keep for spot in other.models):
                    return Refusal(f"the way leads within 1 in of {other.name}", "AMC-MOVE-3")
    return None
