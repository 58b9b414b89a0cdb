"""Places that the rules lay down rather than a player: falling back, put out of a building, in its rubble."""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.ways.placing_without_move import LeaveField, StandField
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tabletop_tui.table import bases, formations
from tabletop_tui.table.bases import HUNDREDTH, TINY, Spot, Spots, centre
from tabletop_tui.table.polygons import Box

FURTHEST_FALL_BACK = 400
"""Hundredths of an inch that a unit falls back at most to get clear of its opponent's bases."""
NEAR = 4.0
"""So far around its building a unit is first looked for room; then twice as far, and so on."""


def take_building(battle: Battle, unit: Unit, building: str) -> None:
    """The winners of an assault on a building take the place of its defenders (PMC-BLDG-9)."""
    if building and unit.on_table and building not in battle.rubble and battle.in_building(building) is None:
        unit.models, unit.building = (), building


def away(models: Spots, origin: Spot, inches: float) -> Spots:
    """The places after going straight away from a point."""
    x, y = centre(models)
    far = dist((x, y), origin) or 1.0
    return formations.shifted(models, ((x - origin[0]) / far * inches, (y - origin[1]) / far * inches))


def fall_back(battle: Battle, loser: Unit, winner: Unit, inches: float) -> None:
    """Straight away from the winner, so that they are `inches` apart; as far as it goes if blocked (PMC-ASSLT-12)."""
    if loser.building:
        put_outside(battle, loser, [winner], inches)
        return
    origin = centre(winner.models) if winner.models else battle.table.by_id[winner.building].middle
    start = loser.models
    for step in range(1, FURTHEST_FALL_BACK + 1):
        models = away(start, origin, step * HUNDREDTH)
        if refuse_stand(battle, loser, models, winner.id, split=True) is not None:
            return
        loser.models = models
        near = distances.clear_of(battle, winner, models, loser.type.radius)
        if near >= inches - TINY and step * HUNDREDTH >= inches - TINY:
            return


def put_outside(battle: Battle, unit: Unit, threats: list[Unit], back: float = 0.0) -> bool:
    """Place a unit outside its building, as far from the threats as can be; to fall back, `back` inches from the walls.

    Whether there was room; without, it stays inside (PMC-BLDG-9, PMC-FLEE-5).
    """
    field, radius = LeaveField(battle, unit, back=back), unit.type.radius

    def worth(models: Spots) -> tuple[float, float]:
        gap = min(map(field.house.figure.distance, models)) - radius
        far = min((distances.clear_of(battle, enemy, models, radius) for enemy in threats), default=0.0)
        return (-round(gap, 6) if back else 0.0), far

    plan = field.best(worth)
    if plan is not None:
        unit.building, unit.models = "", field.ends(plan)
    return plan is not None


class _Rubble(StandField):
    """Places for a unit around the middle of what was its building."""

    def __init__(self, battle: Battle, unit: Unit, middle: Spot, far: float) -> None:
        super().__init__(battle, unit)
        self.middle, self.far = middle, far

    def refuse_here(self, models: Spots) -> Refusal | None:
        return None

    @property
    def bounds(self) -> Box:
        x, y = self.middle
        return x - self.far, y - self.far, x + self.far, y + self.far


def stand_in_rubble(battle: Battle, unit: Unit) -> None:
    """After the collapse the unit stands where its building was, or as near as there is room (PMC-SR-7)."""
    middle, table, far = battle.table.by_id[unit.building].middle, battle.table, NEAR
    unit.building = ""
    while far < 2 * (table.width + table.height):
        field = _Rubble(battle, unit, middle, far)
        if field.is_free(middle):
            unit.models = field.places([bases.spot_text(middle)])[0]
            return
        plan = field.best(lambda models: -dist(centre(models), middle), (middle,), all_shapes=True)
        if plan is not None:
            unit.models = field.ends(plan)
            return
        far *= 2
    raise AssertionError("a table without room for one unit")  # not with the sizes and numbers that are let in
