"""What a series tells: how often each player, force and seat wins, how long games last, what each unit is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from statistics import mean, median

from attrs import define, field

from tabletop_tui.lab.match_record import GameRecord, SeatRecord, UnitRecord
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.records import frozen

Rates = dict[str, WinCount]
"""How often each wins, by its name."""


@frozen
class Spread:
    """The least, the median, the mean and the most of some figures."""

    least: float
    middle: float
    mean: float
    most: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Spread:
        return cls(min(figures), median(figures), mean(figures), max(figures))


@define
class UnitSummary:
    """How the copies of a unit did in a force, summed over the games."""

    force: str
    name: str
    cost: int
    fielded: int = 0
    """How many of them were in the games together."""
    lost: int = 0
    harm: int = 0
    earned: float = 0.0
    points: int = 0

    def add(self, unit: UnitRecord) -> None:
        self.fielded += 1
        self.lost += unit.lost
        self.harm += unit.harm
        self.earned += unit.earned
        self.points += unit.points

    @property
    def loss(self) -> float:
        """How often one of them is lost in a game."""
        return self.lost / self.fielded

    @property
    def worth(self) -> float:
        """What it earned for each point of its cost; 0 where it cost nothing."""
        return self.earned / (self.cost * self.fielded) if self.cost else 0.0


@frozen
class Summary:
    """A scenario's series."""

    scenario: str
    """As in SYSTEM/ID; of a file its name, without its folder."""
    name: str
    full_name: str
    """With the name of its file, if it has one."""
    system: str
    called: str
    games: int
    drawn: int
    players: Rates
    """In the order of the alphabet."""
    forces: Rates
    """In the order in which the scenario seats them, or else in that of the alphabet."""
    seats: Rates
    shipped: Rates = field(factory=dict)
    """By seat, of the games alone in which each force had the seat that the scenario gives it."""
    rounds: Spread = Spread(0, 0, 0, 0)
    answers: Spread = Spread(0, 0, 0, 0)
    seconds: Spread = Spread(0, 0, 0, 0)
    lengths: dict[int, int] = field(factory=dict)
    """How many games lasted so many rounds."""
    units: tuple[UnitSummary, ...] = ()


def summaries(records: Iterable[GameRecord]) -> list[Summary]:
    """A summary of each scenario, in the order in which they were played first."""
    by_scenario: dict[str, list[GameRecord]] = {}
    for record in records:
        if not record.fault:
            by_scenario.setdefault(record.scenario, []).append(record)
    return [summary_of(found) for found in by_scenario.values()]


def summary_of(records: Sequence[GameRecord]) -> Summary:
    """The summary of the games of one scenario that came to an end, one at least."""
    found = [record for record in records if not record.fault]
    first = found[0]
    as_shipped = chain.from_iterable(one.seats for one in found if one.as_shipped)
    order = list(dict.fromkeys(seat.force for seat in as_shipped))
    return Summary(
        *(first.scenario, first.name, first.full_name, first.system, first.called),
        *(len(found), sum(one.drawn for one in found)),
        players=_in_order(_rates(found, lambda seat: seat.player)),
        forces=_in_order(_rates(found, lambda seat: seat.force), order),
        seats=_rates(found, lambda seat: seat.name),
        shipped=_rates([one for one in found if one.as_shipped], lambda seat: seat.name),
        rounds=Spread.of([one.rounds for one in found]),
        answers=Spread.of([one.answers for one in found]),
        seconds=Spread.of([one.seconds for one in found]),
        lengths=dict(sorted(Counter(one.rounds for one in found).items())),
        units=_units(found),
    )


def _rates(records: Iterable[GameRecord], called: Callable[[SeatRecord], str]) -> Rates:
    """How often each wins: a name has one result in a game for each team on which it sits."""
    found: Rates = {}
    for record in records:
        results = {(called(seat), seat.team): seat.won for seat in record.seats}
        for (name, _), won in results.items():
            found[name] = found.get(name, WinCount()) + WinCount.of(won)
    return found


def _in_order(rates: Rates, first: Sequence[str] = ()) -> Rates:
    """The same whoever sat first in the first game: those of `first` in their order, then the others by name."""
    return {name: rates[name] for name in [*first, *sorted(rates.keys() - set(first))]}


def _units(records: Iterable[GameRecord]) -> tuple[UnitSummary, ...]:
    found: dict[tuple[str, str, int], UnitSummary] = {}
    for record in records:
        for unit in record.units:
            key = (record.seats[unit.seat].force, unit.name, unit.cost)
            found.setdefault(key, UnitSummary(*key)).add(unit)
    return tuple(sorted(found.values(), key=lambda one: (one.force, -one.worth, one.name)))
