"""What came of a game, as plain data: a line in the folder of its series, a row in its tables."""

from __future__ import annotations

from tabletop_tui.records import frozen


@frozen
class SeatRecord:
    """How one seat did."""

    name: str
    team: int
    player: str
    force: str
    cost: int
    """What its force cost; 0 where nothing is known of that."""
    won: float
    """Its share of the victory: 1 for a win, 0 for a loss, an equal part of 1 for each team of a draw."""
    score: int
    """The points that it had at the end; 0 where none are counted."""


@frozen
class DiceLuck:
    """What the dice brought a seat (`dice_luck.py`)."""

    luck: float
    """In shares of the game: 1 is a win."""
    surplus: float
    """How many more of its dice were good than was to be expected."""


@frozen
class UnitRecord:
    """How one unit did."""

    seat: int
    unit: str
    name: str
    cost: int
    lost: int
    """How often it was lost: once, but where units come back."""
    left: float
    """How much of it was left, from 0 to 1."""
    harm: int
    """Damage points and casualties that it dealt to enemies."""
    earned: float
    """What the enemies that it took off the table had cost, and of those that it hurt the share that was lost."""
    points: int
    """The points that its side scored while it acted."""


@frozen
class GameRecord:
    """One game of a series. One that ended by a fault has nothing but that."""

    key: str
    """As of its Match."""
    system: str
    scenario: str
    """As in SYSTEM/ID; of a file its name, without its folder."""
    name: str
    seed: int
    as_shipped: bool
    command: str
    """The command that plays it again."""
    rounds: int = 0
    called: str = "round"
    """What the rulebook calls a round."""
    answers: int = 0
    seconds: float = 0.0
    ended: str = ""
    seats: tuple[SeatRecord, ...] = ()
    units: tuple[UnitRecord, ...] = ()
    fault: str = ""
    """What ended it before its end, in a sentence; '' for a game that was played."""
    trace: tuple[str, ...] = ()
    """Of a fault, the lines of its traceback."""
    luck: tuple[DiceLuck, ...] = ()
    """Of each seat; () where it was not measured."""

    @property
    def full_name(self) -> str:
        """The scenario's name, with that of its file if it has one: nobody may take it for what is shipped."""
        return self.name if self.scenario.startswith(f"{self.system}/") else f"{self.name} ({self.scenario})"

    @property
    def drawn(self) -> bool:
        """Whether nobody won, or more than one team."""
        return not any(seat.won == 1 for seat in self.seats)
