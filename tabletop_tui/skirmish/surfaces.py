"""Moving where surfaces lie above each other: under or on a bridge, in the yard or on the roof.

The spot of an answer says where, and after it the word 'on=ID' on which piece (GROUND for the table itself). Without
that word a unit stays on the piece that it stands on, and where that is not, goes to the lowest surface. A rulebook
says which bodies there are, how high its models are, and what climbing takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.skirmish.placement import Judgement, MarchField, Plan
from tabletop_tui.table.heights import GROUND, Body, Surface, surfaces
from tabletop_tui.table.points import Spots, spot_text


def raised(height: float) -> str:
    """How a map and a journal say that somebody stands so high: '^5', '' on the table itself."""
    return f"^{height:g}" if height else ""


@define
class StackedMarchField(MarchField):
    """Where a unit can move on a table with surfaces above each other; all its models end on the same one."""

    bodies: Sequence[Body] = field(kw_only=True)
    height: float = field(kw_only=True)
    """Of each model, in table units."""
    stands_on: str = field(default=GROUND, kw_only=True)
    """The piece on which the unit stands now."""

    def judge_climb(self, surface: Surface, length: float) -> Judgement:
        """What the rulebook says to a way that ends up there, and what it takes in all.

        The way is so long as seen from above.
        """
        return None, length

    def surfaces(self, spots: Sequence[str]) -> Sequence[str]:
        """On which pieces the unit would find room by this answer, from below."""
        plan = self.read(spots)
        return [] if isinstance(plan, Refusal) else [one.id for one in self.floors(self.ends(plan))]

    def floors(self, ends: Spots) -> list[Surface]:
        """The surfaces on which models find room in all of these places, from below."""
        first, *others = (surfaces(self.bodies, spot, self.height) for spot in ends)
        return [surface for surface in first if all(surface in other for other in others)]

    def floor(self, plan: Plan, ends: Spots | None = None) -> Surface | Refusal:
        """On what a unit ends by a plan."""
        floors = self.floors(ends or self.ends(plan))
        where = spot_text(plan.waypoints[-1])
        if not floors:
            return Refusal(f"there is no room to stand at {where}")
        wanted = plan.surface or self.stands_on
        found = next((one for one in floors if one.id == wanted), None if plan.surface else floors[0])
        return found or Refusal(f"at {where} there is no room to stand on {plan.surface!r}")

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        ends = ends or self.ends(plan)
        floor = self.floor(plan, ends)
        if isinstance(floor, Refusal):
            return floor, 0.0
        refusal, length = super().judge_plan(plan, ends)
        return (refusal, length) if refusal is not None else self.judge_climb(floor, length)

    def otherwise(self) -> Iterator[list[str]]:
        """The spots again on every other surface there."""
        for spot in filter(self.might_go, self.raster()):
            plan = Plan((spot,))
            for floor in self.floors(self.ends(plan)):
                climbs = floor != self.floor(plan)
                if climbs and self.judge_answer(evolve(plan, surface=floor.id))[0] is None:
                    yield [spot_text(spot), f"on={floor.id}"]
