"""Goals: whether what was wanted has happened, or holds. Predicates over typed events and over facts of the battle.

What events came to so far is kept as totals, one for each condition on events, so that a goal is followed answer by
answer and two courses of a game that want the same from here on compare equal. Facts are asked for by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import fields_dict

from tabletop_tui.engine.events import Event, Harmed, Rolled, Scored
from tabletop_tui.records import frozen, subclasses

AskFact = Callable[[str], Any]
"""The value of a fact, by its name."""
Totals = Mapping["Happened", float]


@frozen
class Condition:
    """Something that holds or not."""

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        raise NotImplementedError

    def settled(self, totals: Totals) -> bool | None:
        """What it is for good, whatever happens from here on; None while it may yet change."""
        return None

    def parts(self) -> Iterator[Happened]:
        """The conditions on events in it."""
        yield from ()

    def facts(self) -> Iterator[str]:
        """The names of the facts in it."""
        yield from ()


@frozen
class IsSo(Condition):
    """A fact: that it is this, at least or at most so much, or above another."""

    fact: str
    is_: Any = None
    least: float | None = None
    most: float | None = None
    above: str = ""

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        value = ask(self.fact)
        if self.is_ is not None and value != self.is_:
            return False
        if isinstance(value, str):
            return self.least is None and self.most is None and not self.above
        if self.above and not value > ask(self.above):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def facts(self) -> Iterator[str]:
        yield self.fact
        if self.above:
            yield self.above


@frozen
class Happened(Condition):
    """Events of a kind, with these fields, under this rule: at least so much of them in all, and at most so much.

    What counts is the harm, the points, the dice that were good; of every other kind of event each counts one.
    """

    event: str = ""
    """The name of its class, or of one that this is derived from; '' for any."""
    where: tuple[tuple[str, Any], ...] = ()
    """Fields with what they hold; of a tuple that it holds this among others, and any of several in a tuple."""
    rule: str = ""
    """A rule among those of the event or of its numbers."""
    says: str = ""
    """A part of its sentence."""
    least: float = 1
    most: float | None = None
    when: Condition | None = None
    """Counts only where this holds, too, once the step that it belongs to is done."""
    after: Condition | None = None
    """Counts only once this holds."""
    before: Condition | None = None
    """Counts only until this holds."""

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        total = totals.get(self, 0)
        return total >= self.least and (self.most is None or total <= self.most)

    def settled(self, totals: Totals) -> bool | None:
        if self.event == Scored.__name__:
            return None  # points may be taken away again; all other totals only grow
        total = totals.get(self, 0)
        if self.most is not None:
            return False if total > self.most else None
        return True if total >= self.least else None

    def parts(self) -> Iterator[Happened]:
        yield self
        for one in (self.when, self.after, self.before):
            if one is not None:
                yield from one.parts()

    def facts(self) -> Iterator[str]:
        for one in (self.when, self.after, self.before):
            if one is not None:
                yield from one.facts()

    def counts(self, event: Event) -> bool:
        """Whether this event is one of those that are meant."""
        if self.event and self.event not in {kind.__name__ for kind in type(event).__mro__}:
            return False
        if self.rule and self.rule not in rules_of(event):
            return False
        if self.says and self.says.lower() not in event.text.lower():
            return False
        return all(_fits(getattr(event, name, None), value) for name, value in self.where)


@frozen
class Joined(Condition):
    """All of these, any of those if there are such, and none of the others."""

    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        if not all(one.holds(totals, ask) for one in self.all):
            return False
        if self.any and not any(one.holds(totals, ask) for one in self.any):
            return False
        return not any(one.holds(totals, ask) for one in self.none)

    def settled(self, totals: Totals) -> bool | None:
        every = [one.settled(totals) for one in self.all]
        some = [one.settled(totals) for one in self.any]
        barred = [one.settled(totals) for one in self.none]
        if False in every or True in barred or (some and all(one is False for one in some)):
            return False
        sure = all(every) and all(one is False for one in barred) and (not some or True in some)
        return True if sure else None

    def parts(self) -> Iterator[Happened]:
        for one in (*self.all, *self.any, *self.none):
            yield from one.parts()

    def facts(self) -> Iterator[str]:
        for one in (*self.all, *self.any, *self.none):
            yield from one.facts()


def _fits(held: Any, wanted: Any) -> bool:
    if isinstance(wanted, tuple):
        return any(_fits(held, one) for one in wanted)
    return wanted in held if isinstance(held, tuple) else bool(held == wanted)


def rules_of(event: Event) -> tuple[str, ...]:
    """The ids of the rules behind an event and behind its numbers."""
    if not isinstance(event, Rolled):
        return event.rules
    tallies = (event.need.number if event.need is not None else None, event.adds, event.against, event.pool)
    return (*event.rules, *(rule for tally in tallies if tally is not None for rule in tally.rules))


def amount(event: Event) -> float:
    """How much an event counts."""
    if isinstance(event, Harmed):
        return event.amount
    if isinstance(event, Scored):
        return event.points
    return sum(event.good) if isinstance(event, Rolled) and event.good else 1


def added(totals: Totals, parts: Iterable[Happened], events: Iterable[Event], ask: AskFact) -> Totals:
    """The totals after these events, in their order. Facts are asked for as they are now."""
    found = dict(totals)
    parts = list(parts)
    for event in events:
        for one in parts:
            if one.counts(event) and _at_its_time(one, found, ask):
                found[one] = found.get(one, 0) + amount(event)
    return found


def _at_its_time(one: Happened, totals: Totals, ask: AskFact) -> bool:
    if one.before is not None and one.before.holds(totals, ask):
        return False
    return all(other is None or other.holds(totals, ask) for other in (one.after, one.when))


def event_kinds() -> dict[str, type[Event]]:
    """The kinds of events that there are, by name."""
    return {Event.__name__: Event} | {kind.__name__: kind for kind in subclasses(Event)}


def event_fields(name: str) -> tuple[str, ...]:
    """The fields of a kind of event that a condition may name; of any event where it is ''."""
    kinds = event_kinds()
    return tuple(fields_dict(kinds[name or "Event"]))
