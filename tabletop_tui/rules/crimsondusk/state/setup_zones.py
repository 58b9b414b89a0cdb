"""Where both sides begin (CD-TURN-3): a strip along the own edge, in a last stand the heart of the table."""

from __future__ import annotations

from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.scenario import STANDING
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.table.polygons import Box

OPPOSITE = {"north": "south", "south": "north"}
SIDES = ("west", "east")
"""The edges at which nobody begins."""
HEART = 8.0
"""Half of the side of the square in which a last stand is made, in units."""


def heart(battle: Battle) -> Box:
    """The square around the middle of the table."""
    x, y = battle.table.width / 2, battle.table.height / 2
    return x - HEART, y - HEART, x + HEART, y + HEART


def zone(battle: Battle, seat: int, at: str = "") -> Box:
    """Where a seat places its units; along another edge those that the story of the scenario has come on there."""
    table, deep = battle.table, battle.scenario.strip
    if at in SIDES:
        return (table.width - deep if at == "east" else 0.0, 0.0, deep if at == "west" else table.width, table.height)
    if at not in OPPOSITE and battle.scenario.mission == "last-stand" and seat == STANDING:
        return heart(battle)
    north = (at or battle.edges[seat]) == "north"
    return (0.0, 0.0, table.width, deep) if north else (0.0, table.height - deep, table.width, table.height)


def zone_words(battle: Battle, seat: int, at: str = "") -> str:
    """The same in words, as a refusal says it."""
    if at:
        return f"{battle.scenario.strip:g} {UNIT.short} of the {at} edge"
    if battle.scenario.mission == "last-stand" and seat == STANDING:
        return f"the square of {2 * HEART:g} {UNIT.short} in the middle"
    return f"{battle.scenario.strip:g} {UNIT.short} of the own edge"


def far_edge(battle: Battle, seat: int) -> str:
    """The edge of the enemy."""
    return OPPOSITE[battle.edges[seat]]
