"""Where a unit can stand and go (AMC-MOVE, AMC-TERR-2, AMC-PREP-9): one set of checks for every movement."""

from __future__ import annotations

from itertools import pairwise

from attrs import define, field

from tabletop_tui.engine.placing import Judgement, MarchField, StandField
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.table import plane
from tabletop_tui.table.figures import near_any
from tabletop_tui.table.plane import TINY, apart, nearest_on_segment
from tabletop_tui.table.spots import Spot, Spots

APART = 1.0
"""Units keep more than this from each other (AMC-MOVE-3)."""
LINK, ACROSS = 2.0, 6.0
"""Coherency: to the nearest model of the unit, and between any two (AMC-MOVE-1, AMC-MOVE-2)."""
STRIP = 12.0
SPACING = 1.5


def off_table(battle: Battle, models: Spots, radius: float) -> Refusal | None:
    table = battle.table
    inside = all(
        radius - TINY <= x <= table.width - radius + TINY and radius - TINY <= y <= table.height - radius + TINY
        for x, y in models
    )
    return None if inside else Refusal("off the table", "AMC-PREP-1")


def coherent(models: Spots, radius: float) -> bool:
    return plane.coherent(models, radius, LINK, ACROSS)


def refuse_stand(battle: Battle, unit: Unit, models: Spots, near: tuple[str, ...] = ()) -> Refusal | None:
    """Why models cannot stand at these places; `near` are units to which they may be near."""
    if (refusal := off_table(battle, models, unit.radius)) is not None:
        return refusal
    if not coherent(models, unit.radius):
        return Refusal("out of coherency: 2 in to the next model, 6 in across", "AMC-MOVE-1")
    if any(apart(a, b) < 2 * unit.radius - TINY for n, a in enumerate(models) for b in models[n + 1 :]):
        return Refusal("two models would overlap", "AMC-MOVE-1")
    for other in battle.on_table():
        if other is unit or other.id in near:
            continue
        if near_any(models, other.models, unit.radius + other.radius + APART + 2 * TINY):
            return Refusal(f"within 1 in of {other.name}", "AMC-MOVE-3")
    return None


# ---------------------------------------------------------------- moving
@define
class MoveField(MarchField):
    """Where a unit can go by Advance or Rush; difficult terrain caps the whole move (AMC-TERR-2)."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    cap: float = field(kw_only=True)
    """The Advance distance."""
    rule: str = field(kw_only=True)
    _near: tuple[str, ...] | None = field(default=None, init=False)
    """Units within 1 in at the start, looked for once."""

    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        if length > self.allowance + TINY:
            return Refusal(f"{length:.1f} in, {self.allowance:g} allowed", self.rule), length
        if length > self.cap + TINY and crosses(self.battle, tracks, "difficult"):
            return Refusal(f"{length:.1f} in through difficult terrain, {self.cap:g} allowed", "AMC-TERR-2"), length
        refusal = self.refuse_end(ends) or refuse_way(self.battle, self.unit, tracks)
        return refusal, length

    def refuse_end(self, ends: Spots) -> Refusal | None:
        """Why the unit cannot end there; one that was torn or crowded before only has to do no worse."""
        if self._near is None:
            self._near = tuple(other.id for other in crowding(self.battle, self.unit))
        refusal = refuse_stand(self.battle, self.unit, ends, self._near)
        torn = refusal is not None and refusal.rule == "AMC-MOVE-1" and not coherent(self.unit.models, self.radius)
        return None if torn and spread(ends) <= spread(self.unit.models) + TINY else refusal


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


def spread(models: Spots) -> float:
    return max((apart(a, b) for a in models for b in models), default=0.0)


def crowding(battle: Battle, unit: Unit) -> list[Unit]:
    """Units within 1 in before the move begins: after a charge, or a wreck."""
    return [
        other
        for other in battle.on_table()
        if other is not unit and near_any(unit.models, other.models, unit.radius + other.radius + APART + 2 * TINY)
    ]


def crosses(battle: Battle, tracks: list[list[Spot]], effect: str) -> bool:
    """Whether any of these ways leads through terrain with an effect, its start included."""
    return any(
        piece.holds(a) or piece.crossed(a, b)
        for piece in battle.table.by_effect[effect]
        for track in tracks
        for a, b in pairwise(track)
    )


def refuse_way(battle: Battle, unit: Unit, tracks: list[list[Spot]]) -> Refusal | None:
    """No model comes within 1 in of another unit on its way; to those near at the start it comes no nearer."""
    longest = max(sum(apart(a, b) for a, b in pairwise(track)) for track in tracks)
    for other in battle.on_table():
        if other is unit:
            continue
        start = plane.gap(unit.models, unit.radius, other.models, other.radius)
        if start > longest + APART:
            continue
        keep = unit.radius + other.radius + min(APART, start)
        for track in tracks:
            for a, b in pairwise(track):
                if any(nearest_on_segment(a, b, spot) < keep - TINY for spot in other.models):
                    return Refusal(f"the way leads within 1 in of {other.name}", "AMC-MOVE-3")
    return None


# ---------------------------------------------------------------- standing
@define
class DeployField(StandField):
    """Deployment: wholly within 12 in of the own edge (AMC-PREP-9)."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    edge: str = field(kw_only=True)

    def refuse_models(self, models: Spots) -> Refusal | None:
        if any(self.depth(spot) + self.radius > STRIP + TINY for spot in models):
            return Refusal(f"not within {STRIP:g} in of the {self.edge} edge", "AMC-PREP-9")
        return refuse_stand(self.battle, self.unit, models)

    def depth(self, spot: Spot) -> float:
        """How far a place is from the edge."""
        table, (x, y) = self.battle.table, spot
        return {"north": y, "south": table.height - y, "west": x, "east": table.width - x}[self.edge]

    def candidates(self) -> list[Spot]:
        table = self.battle.table
        return [
            (float(x), float(y))
            for x in range(1, int(table.width))
            for y in range(1, int(table.height))
            if self.depth((x, y)) < STRIP
        ]


FACINGS = {"north": 180.0, "south": 0.0, "west": 90.0, "east": 270.0}
"""Which way a vehicle looks that has this edge behind it."""


def deploy_field(battle: Battle, unit: Unit) -> DeployField:
    edge = battle.edges[unit.seat]
    return DeployField(unit.left, unit.radius, SPACING, FACINGS[edge], battle=battle, unit=unit, edge=edge)


@define
class AroundField(StandField):
    """Getting out of a vehicle, or being put out of its wreck: every model within some inches of its edge."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    around: Spot = field(kw_only=True)
    edge: float = field(kw_only=True)
    """The radius of the vehicle."""
    reach: float = field(kw_only=True)
    rule: str = field(kw_only=True)
    near: tuple[str, ...] = field(default=(), kw_only=True)
    """Units to which the models may be near."""
    crowded: bool = field(default=False, kw_only=True)
    """Whether only bases count as obstacles, because there is no place with the due distance."""

    def refuse_models(self, models: Spots) -> Refusal | None:
        far = max(apart(spot, self.around) for spot in models) - self.edge - self.radius
        if far > self.reach + TINY:
            return Refusal(f"{far:.1f} in from the vehicle, {self.reach:g} allowed", self.rule)
        near = tuple(unit.id for unit in self.battle.on_table()) if self.crowded else self.near
        for other in self.battle.on_table():
            if other is not self.unit and plane.gap(models, self.radius, other.models, other.radius) <= 0:
                return Refusal(f"on {other.name}", self.rule)
        return refuse_stand(self.battle, self.unit, models, near)

    def candidates(self) -> list[Spot]:
        x, y = round(self.around[0]), round(self.around[1])
        far = int(self.reach + self.edge + 1)
        return [(float(x + dx), float(y + dy)) for dx in range(-far, far + 1) for dy in range(-far, far + 1)]
