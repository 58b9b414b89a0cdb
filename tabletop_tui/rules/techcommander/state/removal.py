"""Units that leave the game (TC-PHASE-6)."""

from __future__ import annotations

from tabletop_tui.engine.events import Fell
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.state.battle import ELIMINATED, Battle, Unit
from tabletop_tui.table.bases import middle_text


def remove(game: Game[Battle], unit: Unit, why: str = ELIMINATED) -> None:
    """Take a unit out of the game (TC-PHASE-6)."""
    where = middle_text(unit.models)
    unit.models, unit.aboard, unit.group, unit.gone = (), "", "", why
    game.emit(Fell(f"{unit.name} is {why} and removed", ("TC-PHASE-6",), unit.seat, unit.id, where, cause=why))
