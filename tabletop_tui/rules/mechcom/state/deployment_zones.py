"""Deployment zones (MC-SETUP-1, MC-SETUP-4), the Control Zone and where its Objective stands (MC-CZ-1)."""

from __future__ import annotations

from functools import cache

from tabletop_tui.rules.mechcom.state.battle import Battle
from tabletop_tui.rules.mechcom.state.scenario import MIDDLE_ZONE
from tabletop_tui.table.hexes import Hex, HexGrid, centre_of

ZONE_DEPTH = 3
OBJECTIVE = "objective"
ZONES = {
    2: ("north", "south"),
    3: ("north", "south", "west", "east"),
    4: ("north", "south", "west", "east"),
    5: ("north", "south", "north-west", "north-east", "south-west", "south-east"),
    6: ("north", "south", "north-west", "north-east", "south-west", "south-east"),
}
"""The zones to choose from: the short edges, with more players the long edges too, with five or six halves of those
(MC-SETUP-1, MC-SCEN-3)."""


def edges_to_choose(grid: HexGrid, seats: int) -> tuple[str, ...]:
    """The zones of a board: two players deploy along its short edges, however it lies (MC-SETUP-1)."""
    return ("west", "east") if seats == 2 and grid.columns > grid.rows else ZONES[seats]


def arrival_zones(battle: Battle) -> tuple[str, ...]:
    """The zones where the story of a scenario may have mechs come on."""
    return tuple(dict.fromkeys((*ZONES[4], *edges_to_choose(battle.map.grid, len(battle.squads)))))


@cache
def zone_hexes(grid: HexGrid, zone: str, objective: Hex) -> frozenset[Hex]:
    """The hexes of a deployment zone, 3 deep along its edge (MC-SETUP-4), or those of the Control Zone."""
    if zone == OBJECTIVE:
        return frozenset(grid.within(objective, MIDDLE_ZONE))
    sides = zone.split("-")
    return frozenset(spot for spot in grid.hexes if all(_on_side(grid, spot, side, len(sides) > 1) for side in sides))


def _on_side(grid: HexGrid, spot: Hex, side: str, half: bool) -> bool:
    """Whether a hex is in the strip along a side; as the first word of a corner zone, whether it is in that half."""
    column, row = grid.column_row(spot)
    depth = grid.rows / 2 if half and side in ("north", "south") else ZONE_DEPTH
    return {
        "north": row <= depth,
        "south": row > grid.rows - depth,
        "west": column <= depth,
        "east": column > grid.columns - depth,
    }[side]


def zone_of(battle: Battle, seat: int) -> frozenset[Hex]:
    """The deployment zone of a seat; empty before it is chosen."""
    zone = battle.edges[seat] if battle.edges else ""
    return zone_hexes(battle.map.grid, zone, objective_hex(battle)) if zone else frozenset()


def objective_hex(battle: Battle) -> Hex:
    """Where the Objective stands, or is to stand (MC-CZ-1); '' in other scenarios."""
    if battle.scenario.type != "control-zone":
        return ""
    if (objective := battle.pieces.get(OBJECTIVE)) is not None:
        return objective.hex
    return battle.scenario.objective or min(centre_of(battle.map.grid, battle.map.grid.hexes))
