"""Where a unit can move (PMC-MOVE, PMC-VEH-5): by the shortest way to one place, or by waypoints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import dist, inf, nan
from typing import ClassVar

import numpy as np
from attrs import define, evolve, field
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.coherency import coherent
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.rules.pmc2640.ways.move_sweep import Moves
from tabletop_tui.rules.pmc2640.ways.movement_limits import PENALTY, crossings, enemies_in_the_way, penalty
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings, box_around
from tabletop_tui.rules.pmc2640.ways.pathfinding import Detours, slows, turn_cost
from tabletop_tui.rules.pmc2640.ways.standing_checks import off_table, refuse_ends, refuse_overlap
from tabletop_tui.rules.pmc2640.ways.standing_regions import room_for, standing_region
from tabletop_tui.skirmish.room_search import RoomyMarchField
from tabletop_tui.skirmish.unit_place_fields import ROUNDED, Judgement, Plan, heading, longest, plan_of
from tabletop_tui.table import formations, region_shapes
from tabletop_tui.table.bases import TINY, Spot, Spots, spot_text
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.kept_distances import EDGE
from tabletop_tui.table.packing import Room
from tabletop_tui.table.polygons import bounds, box_of, near_any, overlap
from tabletop_tui.table.reachability import rough_disc

__all__ = ["CLEARANCE", "PENALTY"]
WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SPACING = 1.0
"""Between the middles of neighbours in a formation."""
TRIES = 12
"""So often a place is looked for by chance before all are looked at in order."""
STEPS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7))


@define(init=False, slots=False)
class MoveField(RoomyMarchField):
    """Where a unit can move within an allowance; to a single place it goes by the shortest way there is."""

    length_unit = UNIT
    narrows: ClassVar[bool] = False
    """Whether it refuses ends that others may have."""
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    around: Surroundings = field(kw_only=True)
    _straight: dict[Plan, Judgement] = field(factory=dict, init=False)
    _shortest: dict[Plan, tuple[Plan, Judgement]] = field(factory=dict, init=False)

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        allowance: float,
        may_stay: bool = False,
        around: Surroundings | None = None,
    ) -> None:
        """`around` is for who asks only about places near by, and need not look further."""
        here = unit.models, unit.type.radius, unit.facing
        around = around or Surroundings(battle, unit, box_around(unit.models, allowance))
        self.__attrs_init__(*here, allowance, SPACING, may_stay, battle=battle, unit=unit, around=around)

    @property
    def single(self) -> bool:
        return self.unit.vehicle

    @cached_property
    def detours(self) -> Detours:
        return Detours(self.around, tuple(self.offsets), (self.middle,), self.allowance)

    def known(self, spots: Sequence[Spot]) -> Sequence[float]:
        """Of nearly all, if it keeps its formation on whole hundredths."""
        if not self.on_hundredths or not spots:
            return super().known(spots)
        if not self.single and not coherent(self.models):
            return [inf] * len(spots)
        goals = np.array(spots)
        away = np.hypot(*(goals - np.array(self.middle)).T)
        stands, never = self.detours.legs.stands(goals)
        found = np.where(never | (away > self.allowance + 2 * TINY), inf, nan)
        left = np.flatnonzero(stands & np.isnan(found) & (away > 2 * TINY))
        if len(left):
            taken = Moves(self.detours, goals[left]).taken()
            halves = np.abs(np.where(np.isfinite(taken), taken, 0.0) % 1 - 0.5) < EDGE
            found[left] = np.where(halves, nan, taken)  # sums of floats leave it open how these are rounded
        if self.narrows:
            found[np.isfinite(found)] = nan
        told: list[float] = found.tolist()
        return told

    def complete(self, plan: Plan) -> Plan:
        return plan if len(plan.waypoints) > 1 else self.shortest(plan)[0]

    def judge_answer(self, plan: Plan) -> Judgement:
        return self.judge_plan(plan) if len(plan.waypoints) > 1 else self.shortest(plan)[1]

    def shortest(self, plan: Plan) -> tuple[Plan, Judgement]:
        """The same plan by the shortest free way, and what is said to it; by the straight way where none is free."""
        found = self._shortest.get(plan)
        if found is None:
            found = self._shortest[plan] = self._shorten(plan)
        return found

    def straight(self, plan: Plan) -> Judgement:
        """What is said to a plan as it stands, without a way around anything."""
        found = self._straight.get(plan)
        if found is None:
            found = self._straight[plan] = self.judge_plan(plan)
        return found

    def goes_straight(self, plan: Plan) -> bool:
        spot = plan.waypoints[-1]
        if plan.formation == "keep" and not plan.turn and self.is_crowded(spot):
            return False
        return self.straight(plan)[0] is None

    def _shorten(self, plan: Plan) -> tuple[Plan, Judgement]:
        (goal,), ends = plan.waypoints, self.ends(plan)
        best, limit = (plan, self.straight(plan)), self._detour_limit(plan)
        refusal, _ = best[1]
        if limit <= 0:
            return best
        for way in self.detours.to(goal, ends, refusal is None, limit):
            longer = evolve(plan, waypoints=(*way[1:], goal))
            judged = self.judge_plan(longer, ends)
            if judged[0] is None and judged[1] <= limit:
                best, limit = (longer, judged), judged[1] - TINY
        return best

    def _detour_limit(self, plan: Plan) -> float:
        """Below what a way around to the end of a plan would have to stay; 0 where none helps."""
        ends, (refusal, taken) = self.ends(plan), self.straight(plan)
        length = max([dist(a, b) for a, b in zip(self.models, ends, strict=True)])
        if refusal is None:
            least = length + turning(self.unit, (self.middle, plan.waypoints[-1]), self.final_facing(plan))
            return 0.0 if taken <= least + TINY else taken - TINY
        can_be = TINY < length <= self.allowance + TINY and self.refuse_end(ends) is None
        return self.allowance + TINY if can_be else 0.0

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        refusal, taken = super().judge_plan(plan, ends)
        if refusal is None and plan.nudges:
            refusal = refuse_overlap(self.unit, self.ends(plan))
        return refusal, taken

    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        if length < TINY and facing == self.facing:
            return Refusal("a Move has to change something", "PMC-GEN-11"), 0.0
        refusal, taken = self.judge_way(tracks, length, facing)
        return refusal or self.refuse_end(ends) or enemies_in_the_way(self.around, tracks), taken

    def too_far(self, taken: float) -> Refusal:
        return Refusal(UNIT.over(taken, self.allowance), "PMC-MOVE-1")

    def judge_way(self, tracks: list[list[Spot]], length: float, facing: float, whole: bool = True) -> Judgement:
        """What is said to these ways by their length, turns and terrain; one that is not `whole` goes on."""
        taken = length + turning(self.unit, tracks[0], facing)
        if taken > self.allowance + TINY:
            return self.too_far(taken), taken
        if len(tracks[0]) > 2 and off_table(self.battle, self.unit, bounds(spot for way in tracks for spot in way[1:])):
            return Refusal("the way leads off the table", "PMC-MOVE-5"), taken
        refusal, walls, slowed = crossings(self.around, tracks, whole)
        taken += penalty(self.unit, walls, slowed)
        if refusal is None and taken > self.allowance + TINY:
            refusal = Refusal(UNIT.over(taken, self.allowance, "with terrain"), "PMC-TERR-7")
        return refusal, taken

    def refuse_on(self, spots: Sequence[str]) -> Refusal | None:
        """Straight from place to place.

        That others keep their inch, and that a wall parts no unit, matters only for the whole move (PMC-MOVE-3,
        PMC-TERR-3).
        """
        plan = plan_of(spots)
        if isinstance(plan, Refusal):
            return plan
        ends = self.ends(plan)
        tracks = self.tracks(plan, ends)
        if off_table(self.battle, self.unit, box_of(ends)):
            return Refusal("off the table", "PMC-MOVE-5")
        refusal, _ = self.judge_way(tracks, longest(tracks), self.final_facing(plan), whole=False)
        return refusal or enemies_in_the_way(self.around, tracks)

    def cost_of(self, plan: Plan) -> str:
        """The inches that it takes, and which way a vehicle then faces."""
        text = super().cost_of(plan)
        wind = WINDS[round(self.final_facing(self.complete(plan)) / 45) % 8]
        return f"{text}, faces {wind}" if self.single else text

    def shares(self, spots: Sequence[str]) -> Sequence[tuple[str, float, str]]:
        """What the way, the turns and the terrain take, each with its rule; () for a movement that is refused."""
        plan = self.read(spots)
        if isinstance(plan, Refusal):
            return ()
        refusal, taken = self.judge_plan(plan)
        if refusal is not None:
            return ()
        tracks = self.tracks(plan)
        length = longest(tracks)
        turns = turning(self.unit, tracks[0], self.final_facing(plan))
        terrain = taken - length - turns
        return (
            ("way", length, "PMC-MOVE-1"),
            *([("turns", turns, "PMC-VEH-5")] if turns else ()),
            *([("terrain", terrain, "PMC-TERR-7")] if terrain > TINY else ()),
        )

    def refuse_end(self, ends: Spots) -> Refusal | None:
        """Why the models cannot end there, by whatever way."""
        return refuse_ends(self.around, ends)

    def rooms(self) -> Iterator[Room]:
        yield self.room(standing_region(self.around))

    def room(self, region: BaseGeometry) -> Room:
        """Room for all its models in a region."""
        return room_for(self.around, region, len(self.models), lambda spot: self.refuse_end((spot,)) is None)

    @cached_property
    def corners(self) -> list[tuple[float, Spot]]:
        """Where it stands, and every place where a way may turn, each with what it takes to get there."""
        ways = (self.detours.through, self.detours.past)
        return [(cost, way[-1]) for found in ways for cost, way, _ in found.found()]

    def stops(self) -> Sequence[Spot]:
        return [spot for _, spot in self.corners]

    def reach(self) -> BaseGeometry:
        return union_all([region_shapes.outer_disc(spot, self.allowance - cost) for cost, spot in self.corners])

    def reach_of(self, number: int) -> BaseGeometry:
        """Less far from and into what slows (PMC-TERR-7)."""
        spot, slow = self.models[number], [piece for piece in self.around.terrain if slows(piece)]
        if not slow:
            return super().reach_of(number)
        slowed = rough_disc(spot, max(0.0, self.allowance - PENALTY[self.unit.vehicle]))
        if any(piece.figure.holds(spot) for piece in slow):
            return slowed
        return union_all([region_shapes.outside(super().reach_of(number), [piece.shape for piece in slow]), slowed])

    def can_end(self, plan: Plan) -> bool:
        ends = self.ends(plan)
        overlap = refuse_overlap(self.unit, ends) if plan.nudges else None
        return self.might_go(plan.waypoints[-1]) and overlap is None and self.refuse_end(ends) is None

    def cells(self) -> Mapping[str, str]:
        found = super().cells()
        return {**found, **dict(self.steps())} if self.is_only_here(found) else found

    def sample(self, chooser: Chooser) -> str:
        """A place by chance: tries straight on, then all places straight on, and only then all with their ways."""
        for spot in self._tries(chooser):
            if self.might_go(spot) and self.straight(Plan((spot,)))[0] is None:
                return spot_text(spot)
        cells = self.cells()
        return "" if self.is_only_here(cells) else chooser.choice(list(cells))

    def might_go(self, spot: Spot) -> bool:
        return super().might_go(spot) and not off_table(
            self.battle, self.unit, formations.shifted_box(self.extent, spot)
        )

    def can_go(self, spot: Spot) -> bool:
        """Where its models could not stand, no way there is looked for."""
        if not self.might_go(spot) or self.is_crowded(spot):
            return False
        plan = Plan((spot,))
        return self.refuse_end(self.ends(plan)) is None and self.judge_answer(plan)[0] is None

    def is_crowded(self, spot: Spot) -> bool:
        """Whether its models would surely be too near to another unit there: that is seen without placing them."""
        x, y = spot
        box, models = formations.shifted_box(self.extent, spot), tuple([(x + dx, y + dy) for dx, dy in self.offsets])
        reaches = ((other, self.radius + other.type.radius + CLEARANCE - ROUNDED) for other in self.around.others)
        return any(overlap(box, other.box, far) and near_any(models, other.models, far) for other, far in reaches)

    def beside(self) -> Iterator[Plan]:
        """What a unit can do on the spot: turn if it is a vehicle, else form up anew; then less than an inch away."""
        before = sorted(self.models)
        for form in self.forms[1:] or ("keep",):
            for turn in (0.0, 90.0, 180.0, 270.0):
                plan = Plan((self.middle,), form, turn)
                if (self.single or sorted(self.ends(plan)) != before) and self.judge_plan(plan)[0] is None:
                    yield plan
        yield from (plan for plan in self.nudges() if self.judge_plan(plan)[0] is None)

    def _tries(self, chooser: Chooser) -> Iterator[Spot]:
        x, y, reach = round(self.middle[0]), round(self.middle[1]), int(self.allowance)
        for _ in range(TRIES):
            yield x + chooser.randint(-reach, reach), y + chooser.randint(-reach, reach)
        spots = self.raster()
        first = chooser.randint(0, len(spots) - 1)
        yield from (*spots[first:], *spots[:first])

    def steps(self) -> Iterator[tuple[str, str]]:
        """The places an inch away in eight directions: where the raster has none, one of them may still do."""
        x, y = self.middle
        spots = ((round(x + dx, 2), round(y + dy, 2)) for dx, dy in STEPS)
        return ((spot_text(spot), "1") for spot in spots if self.judge_plan(Plan((spot,)))[0] is None)


def turning(unit: Unit, track: Sequence[Spot], last: float) -> float:
    """What a vehicle's turns cost in inches: one cost up to 90 degrees, two beyond (PMC-VEH-5)."""
    if not unit.vehicle:
        return 0.0
    headings = [heading(a, b) for a, b in pairwise(track) if dist(a, b) > TINY]
    return added(turn_cost(unit, before, after) for before, after in pairwise((unit.facing, *headings, last)))
