"""Return attacks of those who are dug in (TC-DUG-4), and what a shot of a reaction uses up."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.offers import OfferKind
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.shots import Salvo

RETURN = OfferKind(
    "return",
    "return fire of the dug in",
    "Asked when a dug-in unit has been shot at and has a weapon that could hit the shooter.",
    "TC-DUG-4",
)
DUG_IN, READIED = "dug in", "readied"
"""Reactions, as in `Salvo`."""


def spend(unit: Unit, salvo: Salvo) -> None:
    """The weapons of a shot are used for this turn, but not those of a return attack (TC-DUG-5)."""
    if salvo.reaction == DUG_IN:
        unit.returned = True
    else:
        unit.fired = (*unit.fired, *salvo.copies)


def after_fire(game: Game[Battle], salvo: Salvo) -> Sequence[Step]:
    """What those do at whom a shot was aimed, once it is resolved (TC-DUG-4)."""
    return []
