"""The player that plans: it imagines what answers lead to; where none is better, it takes what looks best at once.

That is the greedy player's answer, but where the rulebook also knows what enemies may do about it.
"""

from __future__ import annotations

from time import thread_time

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.thinking.difficulty_levels import Level
from tabletop_tui.play.thinking.planner import plan
from tabletop_tui.play.thinking.playout_policy import at_first_sight

SECONDS = 4.0
"""How long it looks for the greedy answer on a slow machine."""


class Planning:
    """Plays by a level. All that it does hangs on the seed, the seat and the number of the answer alone."""

    def __init__(self, seed: int, seat: int, level: Level) -> None:
        self.level = level
        self._greedy = Greedy(seed, seat, seconds=SECONDS, by=at_first_sight)
        self._luck = SplitMix64(seed, seat)

    def choose(self, game: Game[State], number: int) -> Answer:
        since = thread_time()
        return plan(game, self._greedy.choose(game, number), self.level, self._luck.at(number), since)
