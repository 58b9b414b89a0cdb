"""Victory: ours, for the book has none (CD-TURN-3)."""

from __future__ import annotations

from tabletop_tui.engine.events import Ended, Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.crimsondusk.battle import ABANDONED, WRECKED, Battle


def points(battle: Battle) -> tuple[int, int]:
    """What each seat would score now: 1 for every enemy unit that lost more than half of its models, every wreck."""
    worth = [0, 0]
    for unit in battle.units.values():
        lost = unit.gone in (WRECKED, ABANDONED) or (unit.gone != "joined" and 2 * unit.left < unit.start)
        worth[1 - unit.seat] += lost
    return worth[0], worth[1]


def score(game: Game[Battle]) -> None:
    """Count the points; the higher score wins, equal ones are a draw."""
    battle = game.state
    battle.scores = points(battle)
    for seat, gained in enumerate(battle.scores):
        game.emit(Scored(f"{battle.seat_names[seat]} scores {gained}", ("CD-TURN-3",), seat, gained))
    one, other = battle.scores
    winners = () if one == other else (0,) if one > other else (1,)
    text = f"{battle.seat_names[winners[0]]} wins {max(one, other)} to {min(one, other)}" if winners else "a draw"
    game.end(Ended(text, ("CD-TURN-3",), None, winners))
