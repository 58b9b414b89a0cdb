"""A scenario of MECHCOM, ready to play (MC-SCEN-1)."""

from __future__ import annotations

from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex

MIDDLE_ZONE = 3
"""How far the Control Zone reaches from the Objective, in hexes (MC-CZ-2)."""
ScenarioType = str
TYPES = ("deathmatch", "capture-the-flag", "control-zone")


@frozen
class Scenario:
    """A scenario ready to play (MC-SCEN-1)."""

    name: str
    type: ScenarioType
    map: str
    """The map's text, as Map.parse reads it."""
    map_name: str
    budget: int = 1000
    seats: int = 2
    rounds: int = 0
    """The last round; 0 where the scenario has none (the Control Zone's is 6, MC-CZ-3)."""
    objective: Hex = ""
    """Control Zone: where the Objective stands; '' for the centre of the board."""
    defender: int | None = None
    """Control Zone, variation: the seat that defends the zone (MC-CZ-4)."""
