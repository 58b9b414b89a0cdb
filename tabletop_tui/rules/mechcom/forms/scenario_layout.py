"""What a scenario of MECHCOM lays on the board: where sides begin, and what is fought for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import Laid
from tabletop_tui.rules.mechcom.state.battlefield import battlemap
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, ZONE_DEPTH, edges_to_choose, zone_hexes
from tabletop_tui.table.hexes import centre_of


def laid(data: Mapping[str, Any]) -> list[Laid]:
    """The zones that are chosen from, and the Control Zone."""
    grid = battlemap(data["map_name"], data["map"]).grid
    seats, defender = data.get("seats", 2), data.get("defender")
    found = []
    objective = ""
    if data["type"] == "control-zone":
        objective = data.get("objective") or min(centre_of(grid, grid.hexes))
        says = "Who has most models here scores (MC-CZ-2)."
        found.append(Laid("Control Zone", says, defender, zone_hexes(grid, OBJECTIVE, objective)))
        found.append(Laid("Objective", "It stands here (MC-CZ-1).", None, frozenset((objective,))))
    for edge in edges_to_choose(grid, seats):
        says = f"A deployment zone to choose, {ZONE_DEPTH} hexes deep (MC-SETUP-4)."
        found.append(Laid(f"{edge.capitalize()} zone", says, None, zone_hexes(grid, edge, objective)))
    return found
