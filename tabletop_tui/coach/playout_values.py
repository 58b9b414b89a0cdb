"""How the coach plays on from a plan: the playouts of the computer players, as chances, and what they ended with."""

from __future__ import annotations

from typing import Any

from tabletop_tui.coach.answer_comparison import Ending, Plan
from tabletop_tui.coach.unit_fates import fates
from tabletop_tui.engine.game import Game
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.rulebook.system import Reasoned


class PlayedOut:
    """Plays on from plans for the question that waits in a game. What it has seen makes its later playouts quick."""

    def __init__(self, game: Game[Any], seat: int, seed: int) -> None:
        self.seat = seat
        self._games = Playouts(game, seat, seed, one_stem=False)
        self._ended: dict[str, dict[int, Game[Any]]] = {}
        """For each plan how its games stood at the horizon, by the numbers of the playouts."""

    def __call__(self, plan: Plan, playouts: range) -> list[float]:
        """The chances at the end of these playouts. The first one of a plan may take a second in a large game."""
        ended, values = self._ended.setdefault(repr(plan), {}), []
        for number in playouts:
            found = self._games.play(plan, number)
            assert found.game is not None
            ended[number] = found.game.clone()  # the next playouts may go on from there
            values.append(share_of(found.value))
        return values

    def endings(self, plan: Plan, most: int) -> list[Ending]:
        """What the last so many playouts of a plan ended with, in their order."""
        ended = self._ended.get(repr(plan), {})
        return [ending_of(ended[number], self.seat) for number in (sorted(ended)[-most:] if most else ())]


def ending_of(game: Game[Any], seat: int) -> Ending:
    """How a game stands for a seat."""
    system = game.system
    outlook = system.outlook(game, seat) if isinstance(system, Reasoned) else None
    return Ending(system.prospects(game, seat), outlook, fates(game, seat))


def appraise(game: Game[Any], seat: int, seed: int) -> PlayedOut:
    """What plays on from plans for the question that waits, for this seat."""
    return PlayedOut(game, seat, seed)


def share_of(value: float) -> float:
    """A value from -1 (lost) to 1 (won) as a chance, which counts a draw half."""
    return (1 + value) / 2
