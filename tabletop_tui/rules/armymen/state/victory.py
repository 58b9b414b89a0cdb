"""The mission (AMC-PREP-10 to AMC-PREP-12): the points of enemy units destroyed or Pinned at the end."""

from __future__ import annotations

from tabletop_tui.engine.events import Ended, Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.armymen.state.battle import Battle


def points(battle: Battle) -> tuple[int, int]:
    """What each seat would score now: the full price of every enemy unit that is destroyed or Pinned (AMC-PREP-11)."""
    worth = [0, 0]
    for unit in battle.units.values():
        if unit.destroyed or unit.pinned:
            worth[1 - unit.seat] += unit.sheet.cost
    return worth[0], worth[1]


def score(game: Game[Battle]) -> None:
    """Count the points; the higher score wins, equal ones are a draw (AMC-PREP-12)."""
    battle = game.state
    battle.scores = points(battle)
    for seat, gained in enumerate(battle.scores):
        game.emit(
            Scored(f"{battle.seat_names[seat]} scores {counted(gained, 'point')}", ("AMC-PREP-11",), seat, gained)
        )
    one, other = battle.scores
    winners = () if one == other else (0,) if one > other else (1,)
    text = (
        f"{battle.seat_names[winners[0]]} wins by {counted(max(one, other), 'point')} to {min(one, other)}"
        if winners
        else f"A draw at {counted(one, 'point')} each"
    )
    game.end(Ended(text, ("AMC-PREP-12",), None, winners))
