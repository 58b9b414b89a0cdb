"""Where a game stands, as plain data: round, phase, scores, and how near each seat is to losing by its losses."""

from __future__ import annotations

from tabletop_tui.records import frozen


@frozen
class Nearness:
    """How near each seat is to losing outright by its losses, however the score stands."""

    called: str
    """What is counted, in a word or two: 'to rout'."""
    left: tuple[int, ...]
    """So many units more each seat may lose; with the last of them it has lost."""
    told: tuple[str, ...]
    """How that is counted for each seat, in a line."""
    rules: tuple[str, ...]
    loses: str = "loses"
    """What then becomes of a seat, in a verb: 'routs'."""
    more: tuple[str, ...] = ()
    """What each seat has still to lose for that, where not all losses count alike; () where `left` says it all."""

    def after(self, seat: int) -> str:
        """After what losses a seat has lost: '2 more losses', '1 more destroyed or 2 gone'."""
        left = self.left[seat]
        return self.more[seat] if self.more else f"{left} more loss{'es' * (left != 1)}"


@frozen
class Standing:
    """Where the game stands, for the status line: round, phase, whose go, and each seat's score."""

    round: int
    phase: str
    active: str = ""
    """The unit that is acting, '' if none."""
    scores: tuple[int, ...] = ()
    goal: str = ""
    """How the game is won, in a few words."""
    points: str = "points"
    """What the rulebook calls the points of the score; '' where none are counted and only the end has a score."""
    called: str = "round"
    """What the rulebook calls a round."""
    nearness: Nearness | None = None
    """None where nobody can lose by losses alone."""
    board: tuple[str, ...] = ()
    """What each seat holds besides its units, in a line: points, chips, allowances; () where there is nothing ..."""
    common: str = ""
    """... and what is there for all of them."""
    last: int = 0
    """The number of the last round, 0 where no number ends the battle ..."""
    open_end: bool = False
    """... and whether it only may end with that one or one after it."""

    @property
    def shown_scores(self) -> tuple[int, ...]:
        """Each seat's score, () where no points are counted."""
        return self.scores if self.points else ()

    @property
    def name(self) -> str:
        """The round by its number: 'Turn 3'."""
        return f"{self.called.capitalize()} {self.round}" if self.round else f"Before the first {self.called}"
