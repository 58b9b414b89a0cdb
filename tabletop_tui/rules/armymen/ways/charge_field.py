"""From which side a unit goes into contact, and who goes where: the field of a charge (AMC-MELEE-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import dist

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.charge_assignment import NO_NEARER, Ends, into_contact
from tabletop_tui.rules.armymen.ways.charge_move import Track, Tracks, approaches, before, length, touching
from tabletop_tui.rules.armymen.ways.standing_checks import incoherent
from tabletop_tui.skirmish.unit_place_fields import Plan, Planned
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, spot_text

SNAP = 1.0
"""An answer means the place of contact that is so near to it."""


@define
class SideField(Planned):
    """The places at which the chargers can touch their target, each offered at the nearest spot of the raster.

    All others go to their places around the first one; an answer may move them by 'modelN=DX,DY' from there to
    wherever else they touch the target, or come as near to it.
    """

    battle: Battle
    unit: Unit
    target: Unit
    _judged: dict[Plan, Tracks | Refusal] = field(factory=dict, init=False)

    @property
    def allowance(self) -> float:
        return float(self.unit.sheet.rush)

    @cached_property
    def ways(self) -> dict[Spot, Track]:
        """For each such place the shortest way there of one of them."""
        found: dict[Spot, Track] = {}
        for approach in approaches(self.battle, self.unit, self.target, self.allowance):
            found = {**dict(approach.contacts()), **found}
        return found

    # ------------------------------------------------------------------ what a plan means
    def side(self, plan: Plan) -> Spot | Refusal:
        """The place of contact that is nearest to where a plan leads."""
        if plan.formation != "keep" or plan.turn:
            return Refusal("chargers stand around their target, in no formation", "AMC-MELEE-1")
        spot = plan.waypoints[-1]
        nearest = min(self.ways, key=lambda place: dist(place, spot))
        if dist(nearest, spot) > SNAP:
            return Refusal(f"no charger can touch {self.target.name} within {SNAP:g} in of there", "AMC-MELEE-1")
        return nearest

    def judged(self, plan: Plan) -> Tracks | Refusal:
        """The way of each charger, or why it cannot be."""
        if plan not in self._judged:
            self._judged[plan] = self._judge(plan)
        return self._judged[plan]

    def _judge(self, plan: Plan) -> Tracks | Refusal:
        side = self.side(plan)
        if isinstance(side, Refusal):
            return side
        tracks = self.arranged(side)
        return tracks if not plan.nudges else self.nudged(side, tracks, plan)

    @cached_property
    def usual(self) -> Tracks:
        """The ways by which most of them touch the target, from whatever side."""
        return self.arranged(None)

    def arranged(self, side: Spot | None, fixed: Ends | None = None) -> Tracks:
        return into_contact(self.battle, self.unit, self.target, self.allowance, side, fixed=fixed)

    def nudged(self, side: Spot, tracks: Tracks, plan: Plan) -> Tracks | Refusal:
        """The ways after single models were moved; the others make room for them."""
        ends = tuple(track[-1] for track in tracks)
        fixed: Ends = {}
        for number, (dx, dy) in plan.nudges:
            if not 0 <= number < len(ends):
                return Refusal(f"there is no model {number + 1}", "AMC-MELEE-1")
            wanted = ends[number][0] + dx, ends[number][1] + dy
            spot = self.snapped(number, wanted, ends[number], tuple(fixed.values()))
            if spot is None:
                return Refusal(f"model {number + 1} {self.cannot(ends[number])}", "AMC-MELEE-1")
            fixed[number] = spot
        first = next((spot for number, spot in fixed.items() if ends[number] == side), side)
        after = self.arranged(first, fixed)
        moved = tuple(track[-1] for track in after)
        for number, spot in fixed.items():
            if moved[number] != spot:
                return Refusal(f"model {number + 1} has no free way there", "AMC-MELEE-1")
        if self.count(moved) < self.count(ends):
            return Refusal(f"fewer would touch {self.target.name} then", "AMC-MELEE-1")
        torn = incoherent(moved, self.unit.radius) if incoherent(ends, self.unit.radius) is None else None
        return torn or after

    def count(self, ends: Iterable[Spot]) -> int:
        """How many touch the target at these places."""
        return sum(touching(spot, self.unit.radius, self.target) for spot in ends)

    def cannot(self, end: Spot) -> str:
        touches = touching(end, self.unit.radius, self.target)
        return f"cannot {'touch' if touches else 'come as near to'} {self.target.name} there"

    def snapped(self, number: int, wanted: Spot, end: Spot, taken: Sequence[Spot]) -> Spot | None:
        """Where one moved by the player stands: as near to the target as without that, and near to what was wanted."""
        start, radius = self.unit.models[number], self.unit.radius
        far = min(dist(end, spot) for spot in self.target.models)
        near = sorted(self.target.models, key=lambda spot: abs(dist(spot, wanted) - far))
        rims = [before(wanted, spot, far) for spot in near[:2]]
        places = rims if not touching(end, radius, self.target) else [*rims, *self.ways]
        for spot in sorted(places, key=lambda spot: dist(spot, wanted)):
            if dist(spot, wanted) > SNAP:
                break
            if min(dist(spot, other) for other in self.target.models) > far + NO_NEARER:
                continue
            clear = all(dist(spot, other) >= 2 * radius - TINY for other in taken)
            if clear and any(
                approach.finder.free(spot, start) and approach.way(start, spot) is not None
                for approach in approaches(self.battle, self.unit, self.target, self.allowance)
            ):
                return spot
        return None

    def tracks(self, plan: Plan) -> Tracks:
        """The way of each charger; the plan must not be refused."""
        found = self.judged(plan)
        assert not isinstance(found, Refusal), found
        return found

    # ------------------------------------------------------------------ what a question asks of its field
    def refuse_plan(self, plan: Plan) -> Refusal | None:
        # Wherever one of them touches, the others find their places, if none is moved.
        found = self.judged(plan) if plan.nudges else self.side(plan)
        return found if isinstance(found, Refusal) else None

    def cells(self) -> Mapping[str, str]:
        return {spot_text((float(round(x)), float(round(y)))): "" for x, y in self.ways}

    @property
    def loose(self) -> int:
        return len(self.unit.models)

    def bases(self, plan: Plan) -> Sequence[tuple[float, float, float]]:
        if isinstance(self.side(plan), Refusal):
            return []
        found = self.judged(plan)
        if isinstance(found, Refusal):  # where the player would have them
            ends = plan.nudged([track[-1] for track in self.tracks(Plan(plan.waypoints[-1:]))])
        else:
            ends = tuple(track[-1] for track in found)
        return [(*spot, self.unit.radius) for spot in ends]

    def way(self, plan: Plan) -> Sequence[Spot]:
        side = self.side(plan)
        assert not isinstance(side, Refusal), side
        return *self.ways[side][:-1], plan.waypoints[-1]

    def cost_of(self, plan: Plan) -> str:
        """How far the first goes, and how many touch the target."""
        side = self.side(plan)
        if isinstance(side, Refusal) or self.refuse_plan(plan) is not None:
            return ""
        tracks = self.tracks(plan)
        count = self.count(track[-1] for track in tracks)
        return f"{count} of {len(tracks)} touch, {length(self.ways[side]):.1f} of {self.allowance:g} in"
