"""What each unit did for its side: the harm it dealt, the value it took off the enemy, the points it scored.

What a unit has lost is told by two sources. Damage can be repaired and belongs to its unit alone, so what the roster
has left of it at the end is what counts. Models can go over to another unit, or leave the table unharmed: of a unit
that is counted in models, those count that events took from it, less those that came back.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from tabletop_tui.engine.badges import MODELS
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import RISEN, Began, Event, Fell, Harmed, Scored, Shot, Status
from tabletop_tui.lab.match_record import UnitRecord
from tabletop_tui.records import frozen


@define
class _Ledger:
    """What the events say of who did what to whom."""

    sides: Mapping[str, int]
    """The team of each unit."""
    seats: Mapping[str, int]
    harm: dict[str, Counter[str]] = field(factory=lambda: defaultdict(Counter))
    """By victim, how much each unit ('' for nobody) did to it."""
    falls: dict[str, list[str]] = field(factory=lambda: defaultdict(list))
    """By victim, whose doing each of its falls was."""
    risen: Counter[str] = field(factory=Counter)
    """By unit, how many of its fallen models came back."""
    points: Counter[str] = field(factory=Counter)
    acting: str = ""
    doer: str = ""
    """Whoever shot last, or else acts: harm without a doer is theirs."""

    def take(self, event: Event) -> None:
        if isinstance(event, Began):
            self.acting = self.doer = event.unit
        elif isinstance(event, Shot):
            self.doer = event.unit
        elif isinstance(event, Harmed) and event.amount > 0:
            self.harm[event.unit][self._enemy(event.by, event.unit)] += event.amount
        elif isinstance(event, Fell) and event.unit in self.sides:
            self.falls[event.unit].append(self._enemy(event.by, event.unit))
        elif isinstance(event, Status) and event.status == RISEN:
            self.risen[event.unit] += 1
        elif isinstance(event, Scored) and self.seats.get(self.acting) == event.seat:
            self.points[self.acting] += event.points

    def _enemy(self, by: str, victim: str) -> str:
        """The enemy whose doing it was, '' if it was none's."""
        by = by if by in self.sides else self.doer
        return by if by in self.sides and self.sides[by] != self.sides.get(victim) else ""

    def models_lost(self, unit: str) -> int:
        """How many of its models fell and did not come back."""
        return sum(self.harm[unit].values()) - self.risen[unit]

    def shares(self, victim: str) -> dict[str, float]:
        """Which part of a unit's loss is whose doing: by the harm each did to it, or else by who made it fall."""
        parts = self.harm[victim] or Counter(self.falls[victim])
        whole = sum(parts.values())
        return {doer: part / whole for doer, part in parts.items() if doer}


@frozen
class _Fate:
    """What became of a unit."""

    lost: int
    """How often it was lost."""
    left: float
    """The share of it that is left."""
    gone: float
    """The share of it that its side has lost; more than 1 if it came back, or others joined it, and were lost too."""


def _fate(line: RosterLine, before: RosterLine | None, ledger: _Ledger) -> _Fate:
    """By its line in the roster at the end, and `before` in that of the beginning, if it was there already."""
    unit, lost = line.unit, line.state == "lost"
    counts = (before or line).left
    if counts is not None and counts.what == MODELS and counts.most:
        gone = max(float(lost), ledger.models_lost(unit) / counts.most)
        return _Fate(int(lost), 0.0 if lost else max(0.0, 1 - gone), gone)
    left, falls = 0.0 if lost else min(1.0, max(0.0, line.health)), max(len(ledger.falls[unit]), int(lost))
    whole = before.health if before is not None and before.health else 1.0
    return _Fate(falls, left, falls + (not lost) * max(0.0, whole - left))


def unit_records(
    events: Iterable[Event],
    begun: Sequence[RosterLine],
    roster: Sequence[RosterLine],
    teams: Sequence[int],
    costs: Mapping[str, int],
) -> tuple[UnitRecord, ...]:
    """How each unit of a game did that began with one roster and came by these events to an end with another."""
    before = {line.unit: line for line in begun}
    roster = [line for line in roster if line.counts]
    ledger = _Ledger({line.unit: teams[line.seat] for line in roster}, {line.unit: line.seat for line in roster})
    for event in events:
        ledger.take(event)
    fates = {line.unit: _fate(line, before.get(line.unit), ledger) for line in roster}
    earned: dict[str, float] = defaultdict(float)
    for victim, fate in fates.items():
        for doer, share in ledger.shares(victim).items():
            earned[doer] += share * fate.gone * costs.get(victim, 0)
    dealt: Counter[str] = Counter()
    for parts in ledger.harm.values():
        dealt.update(parts)
    return tuple(
        UnitRecord(
            *(line.seat, line.unit, line.name, costs.get(line.unit, 0), fate.lost, round(fate.left, 3)),
            *(dealt[line.unit], round(earned[line.unit], 2), ledger.points[line.unit]),
        )
        for line, fate in zip(roster, fates.values(), strict=True)
    )
