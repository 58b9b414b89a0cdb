"""A clock for each seat: how long its person has thought, what is left of a limit that the table set, whose flag fell.

Whoever shows the game says whose time runs: from when a question is put to a person until it is answered. What is taken
back gives no time back, and a flag ends no game: the table hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from time import monotonic

from tabletop_tui.engine.events import FlagFell
from tabletop_tui.engine.setup import PERSON, Setup
from tabletop_tui.engine.wording import counted
from tabletop_tui.settings import CLOCKS

LONGEST = 10**7
"""Seconds: more than anybody has thought about a game."""
OFF, COUNT, *_ = CLOCKS


class SeatClock:
    """The time of each seat, in seconds."""

    def __init__(self, seats: int, minutes: int, time: Callable[[], float] = monotonic) -> None:
        self.limit = minutes * 60
        """The seconds that each person has; 0 for no limit."""
        self.used = [0.0] * seats
        """What was counted up to when a clock stopped last."""
        self.time = time
        """The time source: it must never go back."""
        self.running: int | None = None
        """The seat whose time runs."""
        self._since = 0.0
        self.told: set[int] = set()
        """The seats of which it was told that their flags fell."""

    @classmethod
    def of(cls, setup: Setup) -> SeatClock | None:
        """The clock of a game; None where its table has none."""
        return None if setup.clock is None else cls(len(setup.seats), setup.clock)

    def run(self, seat: int | None) -> None:
        """From now on the time of this seat runs, and no other; None stops them all."""
        if seat == self.running:
            return
        now = self.time()
        if self.running is not None:
            self.used[self.running] += now - self._since
        self.running, self._since = seat, now

    def spent(self, seat: int) -> float:
        """The seconds that a seat has thought so far."""
        return self.used[seat] + (self.time() - self._since if seat == self.running else 0.0)

    def shown(self, seat: int) -> str:
        """What the clock of a seat shows: its time; with a limit what is left, and '+0:20' once that is over."""
        if not self.limit:
            return minutes_words(self.spent(seat))
        left = self.limit - self.spent(seat)
        return minutes_words(left) if left >= 0 else f"+{minutes_words(-left)}"

    def said(self, setup: Setup) -> str:
        """How long each person has thought: 'Ann 12:34, Ben 8:05'."""
        people = [(number, seat.name) for number, seat in enumerate(setup.seats) if seat.player == PERSON]
        return ", ".join(f"{name} {minutes_words(self.spent(number))}" for number, name in people)

    def fallen(self) -> Iterator[int]:
        """The seats whose time is over, each once."""
        for seat in range(len(self.used)):
            if self.limit and seat not in self.told and self.spent(seat) > self.limit:
                self.told.add(seat)
                yield seat

    def flag(self, seat: int, name: str) -> FlagFell:
        """What the log tells of a flag that fell."""
        given = counted(self.limit // 60, "minute")
        return FlagFell(f"{name}'s flag has fallen: the time for thinking, {given}, is used up", (), seat)

    # ------------------------------------------------------------------ in the journal
    def record(self) -> list[float]:
        """The seconds of all seats, up to when the clocks stopped last."""
        return [round(used, 1) for used in self.used]

    def take(self, used: Sequence[object]) -> bool:
        """Go on from what is on record; False, and nothing changed, if that is no such record."""
        numbers = [one for one in used if type(one) in (int, float) and isfinite(one) and 0 <= one <= LONGEST]  # type: ignore[arg-type,operator]
        if len(numbers) != len(used) or len(used) != len(self.used):
            return False
        self.used = [float(one) for one in numbers]  # type: ignore[arg-type]
        return True


def minutes_words(seconds: float) -> str:
    """As in '0:07', '12:34' or '1:02:03'."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def minutes_of(clock: str) -> int | None:
    """The minutes of one of the CLOCKS, as a set-up has them."""
    return None if clock == OFF else 0 if clock == COUNT else int(clock)


def clock_said(clock: str) -> str:
    """How one of the CLOCKS reads where it is chosen."""
    if clock == OFF:
        return "none"
    if clock == COUNT:
        return "counts how long each person thinks"
    return f"{clock} minutes each; a flag that falls is told"
