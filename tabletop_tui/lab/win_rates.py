"""How often somebody wins, with an interval that says how well that is known."""

from __future__ import annotations

from math import sqrt

from tabletop_tui.records import frozen

Z = 1.96
"""Normal deviate of an interval that holds the true rate 95 times in 100."""


@frozen
class WinCount:
    """Games won, drawn and lost, and the shares of victory that they brought: half a one for a draw of two."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shares: float = 0.0

    @classmethod
    def of(cls, share: float) -> WinCount:
        """One game, by its share of the victory."""
        return cls(share == 1, 0 < share < 1, share == 0, share)

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The mean share of the victory; a half where nothing was played."""
        return self.shares / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the rate."""
        return wilson(self.rate, self.games)

    def __add__(self, other: WinCount) -> WinCount:
        return WinCount(
            self.won + other.won, self.drawn + other.drawn, self.lost + other.lost, self.shares + other.shares
        )

    def __str__(self) -> str:
        """As in '54% (44 to 63)'."""
        low, high = self.interval
        return f"{self.rate:.0%} ({100 * low:.0f} to {100 * high:.0f})"


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a rate that was found in so many games."""
    if not games:
        return 0.0, 1.0
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)
