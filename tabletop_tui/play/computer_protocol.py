"""What a computer player is."""

from __future__ import annotations

from typing import Protocol

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer


class Computer(Protocol):
    """Whoever answers without a person: a computer opponent or a script."""

    def choose(self, game: Game[State], number: int) -> Answer:
        """The answer to the waiting question; `number` answers were given before. Changes nothing in the game.

        It is given a game with other dice than those to come (`Game.imagine`), for nobody is to see those.
        """
        ...
