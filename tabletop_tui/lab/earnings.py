"""What each unit did for its side: the harm it dealt, the value it took off the enemy, the points it scored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Scored, Shot
from tabletop_tui.engine.views import RosterLine
from tabletop_tui.lab.record import UnitRecord


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
        elif isinstance(event, Scored) and self.seats.get(self.acting) == event.seat:
            self.points[self.acting] += event.points

    def _enemy(self, by: str, victim: str) -> str:
        """The enemy whose doing it was, '' if it was none's."""
        by = by if by in self.sides else self.doer
        return by if by in self.sides and self.sides[by] != self.sides.get(victim) else ""

    def shares(self, victim: str) -> dict[str, float]:
        """Which part of a unit's loss is whose doing: by the harm each did to it, or else by who made it fall."""
        parts = self.harm[victim] or Counter(self.falls[victim])
        whole = sum(parts.values())
        return {doer: part / whole for doer, part in parts.items() if doer}


def unit_records(
    events: Iterable[Event], roster: Sequence[RosterLine], teams: Sequence[int], costs: Mapping[str, int]
) -> tuple[UnitRecord, ...]:
    """How each unit of a game did that came to an end by these events, with this roster."""
    roster = [line for line in roster if line.counts]
    ledger = _Ledger({line.unit: teams[line.seat] for line in roster}, {line.unit: line.seat for line in roster})
    for event in events:
        ledger.take(event)
    lost = {line.unit: max(len(ledger.falls[line.unit]), int(line.state == "lost")) for line in roster}
    left = {line.unit: 0.0 if line.state == "lost" else min(1.0, max(0.0, line.health)) for line in roster}
    earned: dict[str, float] = defaultdict(float)
    for line in roster:
        gone = lost[line.unit] + (line.state != "lost") * (1 - left[line.unit])
        for doer, share in ledger.shares(line.unit).items():
            earned[doer] += share * gone * costs.get(line.unit, 0)
    dealt: Counter[str] = Counter()
    for parts in ledger.harm.values():
        dealt.update(parts)
    return tuple(
        UnitRecord(
            *(line.seat, line.unit, line.name, costs.get(line.unit, 0), lost[line.unit], round(left[line.unit], 3)),
            *(dealt[line.unit], round(earned[line.unit], 2), ledger.points[line.unit]),
        )
        for line in roster
    )
