"""The going (MC-ELEV-1 and MC-ELEV-2, MC-TERR): what a step from one hex to the next costs, by ground alone."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from tabletop_tui.rules.mechcom.state.battlefield import Map
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tabletop_tui.table.hexes import Edges, Hex

CLIMB_COST = 1
DIFFICULT_COST = 1


class Ground(Protocol):
    """What of a battle decides what a step costs."""

    @property
    def map(self) -> Map: ...

    @property
    def fires(self) -> Container[Hex]: ...

    @property
    def wreckage(self) -> Container[Hex]: ...

    def terrain_at(self, spot: Hex) -> str: ...

    def is_water(self, spot: Hex) -> bool: ...


def edges_for(ground: Ground, flies: bool, swims: bool) -> Edges:
    """From each hex the steps that the ground allows, with their cost; models in the way are not looked at here."""
    return {here: edges_from(ground, here, flies, swims) for here in ground.map.grid.hexes}


def edges_from(ground: Ground, here: Hex, flies: bool, swims: bool) -> tuple[tuple[Hex, int], ...]:
    """The steps out of one hex, with their cost."""
    return tuple(
        (there, cost)
        for there in ground.map.grid.neighbours[here]
        if (cost := step_cost(ground, here, there, flies, swims)) is not None
    )


def step_cost(ground: Ground, here: Hex, there: Hex, flies: bool, swims: bool) -> int | None:
    """The Movement for one step between neighbours, or None where the ground forbids it."""
    water = ground.is_water(there)
    if water and not (flies or swims):
        return None  # MC-TERR-5
    cost = 1
    if is_difficult(ground, there):
        cost += DIFFICULT_COST  # MC-TERR-3
    if not flies:
        climb = walking_level(ground, there) - walking_level(ground, here)
        if abs(climb) > 1:
            return None  # MC-ELEV-1
        if climb == 1:
            cost += CLIMB_COST  # MC-ELEV-2
    return cost


def is_difficult(ground: Ground, spot: Hex) -> bool:
    """Several difficult features in one hex count once (MC-TERR-3)."""
    return TERRAINS[ground.terrain_at(spot)].difficult or spot in ground.fires or spot in ground.wreckage


def walking_level(ground: Ground, spot: Hex) -> int:
    """The level for steps: water lies one level below its bank (MC-TERR-7)."""
    return ground.map.level[spot] - (1 if ground.is_water(spot) else 0)
