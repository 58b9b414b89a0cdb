"""How a game may end for a side: the one number by which everything that judges a game speaks."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.wording import percents
from tabletop_tui.records import frozen


@frozen
class Prospects:
    """The chances to win, to draw and to lose; the three add up to 1."""

    win: float
    draw: float
    loss: float

    @property
    def share(self) -> float:
        """What a side may expect of the game: a win counts 1, a draw half."""
        return self.win + self.draw / 2


EVEN = Prospects(0.0, 1.0, 0.0)
"""What is said where nothing is known: half of the game."""
WON, DRAWN, LOST = Prospects(1.0, 0.0, 0.0), EVEN, Prospects(0.0, 0.0, 1.0)


def ended(winners: Sequence[int], seat: int) -> Prospects:
    """What a seat has of a game that is over."""
    return DRAWN if not winners else WON if seat in winners else LOST


def side_percents(shares: Sequence[float], teams: Sequence[int]) -> list[str]:
    """What each seat may expect of a game, in per cent; the shares of the teams are parts of the whole game."""
    of_team = dict(zip(teams, shares, strict=True))
    said = dict(zip(of_team, percents([*of_team.values()]), strict=True))
    return [said[team] for team in teams]
