"""The going (MC-ELEV-1 and 2, MC-TERR): what a step from one hex to the next costs, by ground alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop_tui.rules.mechcom.terrain import TERRAINS
from tabletop_tui.table.hexes import Edges, Hex

if TYPE_CHECKING:
    from tabletop_tui.rules.mechcom.battle import Battle

CLIMB_COST = 1
DIFFICULT_COST = 1


def edges_for(battle: Battle, flies: bool, swims: bool) -> Edges:
    """From each hex the steps that the ground allows, with their cost; models in the way are not looked at here."""
    return {here: edges_from(battle, here, flies, swims) for here in battle.map.grid.hexes}


def edges_from(battle: Battle, here: Hex, flies: bool, swims: bool) -> tuple[tuple[Hex, int], ...]:
    """The steps out of one hex, with their cost."""
    return tuple(
        (there, cost)
        for there in battle.map.grid.neighbours[here]
        if (cost := step_cost(battle, here, there, flies, swims)) is not None
    )


def step_cost(battle: Battle, here: Hex, there: Hex, flies: bool, swims: bool) -> int | None:
    """The Movement for one step between neighbours, or None where the ground forbids it."""
    water = battle.is_water(there)
    if water and not (flies or swims):
        return None  # MC-TERR-5
    cost = 1
    if is_difficult(battle, there):
        cost += DIFFICULT_COST  # MC-TERR-3
    if not flies:
        climb = walking_level(battle, there) - walking_level(battle, here)
        if abs(climb) > 1:
            return None  # MC-ELEV-1
        if climb == 1:
            cost += CLIMB_COST  # MC-ELEV-2
    return cost


def is_difficult(battle: Battle, spot: Hex) -> bool:
    """Several difficult features in one hex count once (MC-TERR-3)."""
    return TERRAINS[battle.terrain_at(spot)].difficult or spot in battle.fires or spot in battle.wreckage


def walking_level(battle: Battle, spot: Hex) -> int:
    """The level for steps: water lies one level below its bank (MC-TERR-7)."""
    return battle.map.level[spot] - (1 if battle.is_water(spot) else 0)
