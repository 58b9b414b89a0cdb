"""How the coach plays on from a plan: the playouts of the computer players, as chances, and what they ended with."""

from __future__ import annotations

from typing import Any

from tabletop_tui.coach.answer_comparison import Ending, Plan
from tabletop_tui.coach.unit_fates import fates
from tabletop_tui.engine.game import Game
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.rulebook.system import Reasoned


class PlayedOut:
    """Plays on from plans for the question that waits in a game. What it has seen makes its later playouts quick.

    A playout of a plan comes to the same whenever it is played, so none is played twice.
    """

    def __init__(self, game: Game[Any], seat: int, seed: int) -> None:
        self.seat = seat
        self._games = Playouts(game, seat, seed, one_stem=False)
        self._ended: dict[str, dict[int, tuple[float, Game[Any]]]] = {}
        """For each plan what its playouts came to and how the games stood at the horizon, by the numbers of the
        playouts; those that were asked for last come last."""

    def __call__(self, plan: Plan, playouts: range) -> list[float]:
        """The chances at the end of these playouts. The first one of a plan may take a second in a large game."""
        ended = self._ended.setdefault(repr(plan), {})
        for number in playouts:
            ended[number] = ended.pop(number) if number in ended else self._played(plan, number)
        return [ended[number][0] for number in playouts]

    def _played(self, plan: Plan, number: int) -> tuple[float, Game[Any]]:
        found = self._games.play(plan, number)
        assert found.game is not None
        return share_of(found.value), found.game.clone()  # the next playouts may go on from there

    @property
    def played(self) -> int:
        """How many games have been imagined."""
        return self._games.played

    def endings(self, plan: Plan, most: int) -> list[Ending]:
        """What the last so many playouts of a plan ended with, in the order in which they were asked for."""
        ended = [*self._ended.get(repr(plan), {}).values()]
        return [ending_of(game, self.seat) for _, game in (ended[-most:] if most else ())]


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
