"""The one door through which a unit gets to another place, by whatever it gets there.

There it is no longer dug in (TC-DUG-6), inside a shield it is revealed (TC-BUBBLE-2), and what cannot bear it collapses
(TC-OCC-1).
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.damage.bubble_shields import reveal_inside
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.surface_heights import overloads
from tabletop_tui.table.points import Spot

COLLAPSES: dict[str, Callable[[str, int | None, str], Step]] = {}
"""Its name is 'collapse': of a piece, by the doing of a seat and a unit; `collapse`, built on this module, puts it."""


def settle(game: Game[Battle], unit: Unit, spot: Spot, facing: float, on: str, stays: bool = True) -> None:
    """A unit is at a place from now on, on this surface; one that only passes does not weigh on it."""
    if unit.models != (spot,):
        unit.dug_in = False
    unit.models, unit.facing, unit.on = (spot,), round(facing % 360, 2), on
    reveal_inside(game, unit)
    if stays and overloads(game.state, unit, on):
        game.push(COLLAPSES["collapse"](on, unit.seat, unit.id))
