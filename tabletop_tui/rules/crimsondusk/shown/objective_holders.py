"""Who holds what (CD-TURN-3, ours), by the same counts that score it."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import (
    HOLD,
    Counts,
    counts_at_house,
    counts_at_place,
    holder,
    house,
    is_occupied,
)
from tabletop_tui.rules.crimsondusk.turn.victory import RULE
from tabletop_tui.table.bases import centre
from tabletop_tui.table.points import spot_text


def holders(battle: Battle) -> Iterator[Held]:
    """The places of a crossroads, or the house; the other missions have nothing to hold."""
    if battle.scenario.mission == "crossroads":
        for goal in battle.scenario.goals:
            yield held(goal.name, spot_text(goal.spot), counts_at_place(battle, goal.spot), f"within {HOLD:g} u")
    if battle.scenario.mission == "hold-house" and (piece := house(battle)) is not None:
        x, y = centre(piece.points)
        where = "inside" if is_occupied(battle, piece) else f"within {HOLD:g} u of its wall"
        yield held(piece.name, spot_text((round(x, 2), round(y, 2))), counts_at_house(battle, piece), where)


def held(name: str, spot: str, counts: Counts, where: str) -> Held:
    seat = holder(counts)
    most, least = max(counts), min(counts)
    if not most:
        why = f"nobody who counts is {where}"
    elif seat is None:
        why = f"{counted(most, 'model')} each {where}"
    else:
        why = f"{counted(most, 'model')} {where}" + (f", {least} of the enemy" if least else "")
    return Held(name, spot, () if seat is None else (seat,), why, RULE)
