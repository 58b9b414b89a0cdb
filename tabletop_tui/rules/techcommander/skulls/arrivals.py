"""What comes on to the table at the start of a turn (TC-PHASE-2): new and reinforcing units, the skull."""

from __future__ import annotations

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.techcommander.anytime.perks import APPEALING, CashIn
from tabletop_tui.rules.techcommander.deployment.spawning import CallUnits, DrawSpawns
from tabletop_tui.rules.techcommander.skulls.skulls import PlaceSkull
from tabletop_tui.rules.techcommander.state.battle import Battle


def steps(battle: Battle) -> list[Step]:
    """What happens between initiative and the first action."""
    if battle.scenario.game != "deathmatch":
        return []
    placed: list[Step] = [PlaceSkull()] if battle.skull is None else []  # TC-SKULL-2
    return [*placed, DrawSpawns(), CashIn(APPEALING), CallUnits()]
