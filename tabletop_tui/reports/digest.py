"""What happened since somebody answered last: who did what to whom, losses, and what is different for the reader.

Made from events and the roster as it now stands, for any rulebook; a screen shows it, and nothing here knows one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from tabletop_tui.coach.luck_analysis import Luck
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Closed, Event, Fell, Harmed, Moved, Rolled, Shot, Status
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.reports.play_by_play import Deed, Said, Scenery, deeds, without_nought

YOU = "you"
"""What a reader at the keyboard is called."""


# ---------------------------------------------------------------- since when
@frozen
class Reader:
    """Who reads: these seats, of whose answers only those of people count if `people`."""

    seats: frozenset[int]
    people: bool = True

    def gave(self, entry: Entry) -> bool:
        """Whether an answer was this reader's own."""
        return entry.kind == "answer" and entry.seat in self.seats and (entry.person or not self.people)


def last_answer(entries: Sequence[Entry], reader: Reader) -> int | None:
    """Which of the answers was the reader's last, counted from 0; None where there is none."""
    return next((place for place in range(len(entries) - 1, -1, -1) if reader.gave(entries[place])), None)


def before_others(entries: Sequence[Entry], reader: Reader) -> int | None:
    """Which of the reader's answers was the last before others acted; with no others, the last that came to something.

    None where that is before the first.
    """
    places = range(len(entries) - 1, -1, -1)
    others = next((place for place in places if not reader.gave(entries[place])), None)
    if others is None:
        return next((place for place in places if entries[place].events), None)
    return last_answer(entries[:others], reader)


def since(parts: Sequence[Sequence[Event]], answer: int | None) -> tuple[int, list[Event]]:
    """How many events came before this answer, and all that came of it and after it.

    `parts` are the events before the first answer and those of each answer.
    """
    first = 0 if answer is None else answer + 1
    return sum(map(len, parts[:first])), [*chain.from_iterable(parts[first:])]


# ---------------------------------------------------------------- whether to stop
def stops(when: str, entries: Sequence[Entry], reader: Reader, side: Callable[[str], int | None]) -> bool:
    """Whether what happened since the reader's last answer has to be read before the next.

    `side` tells whose a unit is. What one's own answer did to oneself is no news.
    """
    first = last_answer(entries, reader)
    later = entries[0 if first is None else first + 1 :]
    own = entries[first : first + 1] if first is not None else []
    if when == "never":
        return False
    if when == "always" and later:
        return True
    events = [*chain.from_iterable(entry.events for entry in (*own, *later))]
    if any(isinstance(event, Closed) and event.level == "round" for event in events):
        return True
    if any(is_loss(event, reader, side) for entry in later for event in entry.events):
        return True
    return any(
        is_loss(event, reader, side) and by_other(event, reader, side) for entry in own for event in entry.events
    )


def own_attack(entries: Sequence[Entry], reader: Reader, side: Callable[[str], int | None]) -> str:
    """What came of an attack of the reader's after which others have acted, as a sentence without its full stop.

    '' where there was none, or nobody else has acted: then the log still shows it.
    """
    first = last_answer(entries, reader)
    if first is None or first + 1 == len(entries):
        return ""
    if not any(isinstance(event, Shot) and side(event.unit) in reader.seats for event in entries[first].events):
        return ""
    events = chain.from_iterable(entry.events for entry in entries[first:])
    harm = [one for one in events if isinstance(one, Fell | Harmed) and getattr(one, "amount", 1) > 0]
    theirs = [one for one in harm if side(one.unit) not in reader.seats]
    done = sorted((one for one in theirs if side(one.by) in reader.seats), key=lambda one: isinstance(one, Harmed))
    if not done:
        return "" if theirs else "Your attack did no harm"
    return done[0].text + (", and more" if len({one.unit for one in done}) > 1 else "")


def is_loss(event: Event, reader: Reader, side: Callable[[str], int | None]) -> bool:
    """Whether one of the reader's units was hurt or lost."""
    return isinstance(event, Fell | Harmed) and side(event.unit) in reader.seats and getattr(event, "amount", 1) > 0


def by_other(event: Event, reader: Reader, side: Callable[[str], int | None]) -> bool:
    by = event.by if isinstance(event, Fell | Harmed) else ""
    return bool(by) and side(by) not in reader.seats


# ---------------------------------------------------------------- what is told
@frozen
class Loss:
    """What a unit lost, in words."""

    unit: str
    seat: int
    said: str
    gone: bool = False


@frozen
class Digest:
    """All of it, the most important first."""

    yours: tuple[Loss, ...]
    theirs: tuple[Loss, ...]
    deeds: tuple[Deed, ...]
    changes: tuple[tuple[Said, ...], ...]
    points: tuple[str, ...]
    dice: str
    reader: str = YOU
    """For whom it is: YOU, the name of somebody who does not sit here, or '' for everybody."""


def digest(events: Sequence[Event], reader: Reader, around: Scenery, name: str = YOU) -> Digest:
    """What these events come to for a reader of this name."""
    lost = losses(events, around)
    luck = Luck()
    for event in events:
        if isinstance(event, Rolled) and event.seat in reader.seats:
            luck.add(event)
    told = deeds(events, around)
    return Digest(
        tuple(loss for loss in lost if loss.seat in reader.seats),
        tuple(loss for loss in lost if loss.seat not in reader.seats),
        tuple(told),
        tuple(changes(events, told, reader, around)),
        tuple(points(around.standing, around.scores)),
        f"{luck.counted} good of {luck.dice}, {luck.expected:.1f} expected" if luck.dice else "",
        "" if reader.seats >= {line.seat for line in around.roster} else name,
    )


# ---------------------------------------------------------------- losses and points
def losses(events: Iterable[Event], around: Scenery) -> list[Loss]:
    """What each unit lost altogether and what is left of it, in the order of the roster."""
    hurt: dict[str, int] = {}
    last: dict[str, Harmed] = {}
    gone: dict[str, Fell] = {}
    for event in events:
        if isinstance(event, Harmed) and event.amount > 0:
            hurt[event.unit] = hurt.get(event.unit, 0) + event.amount
            last[event.unit] = event
        elif isinstance(event, Fell):
            gone[event.unit] = event
    found = []
    for line in around.roster:
        if line.unit in gone:
            found.append(Loss(line.unit, line.seat, gone[line.unit].fate or "lost", True))
        elif line.unit in hurt:
            found.append(Loss(line.unit, line.seat, _lost_words(line, hurt[line.unit], last[line.unit].left)))
    return found


def _lost_words(line: RosterLine, amount: int, left: int) -> str:
    if line.left is None:
        return f"lost {amount}, {left} left"
    what = line.left.what
    named = counted(amount, what.removesuffix("s")) if what.endswith("s") else f"{amount} {what}"
    return f"lost {named}, {line.left.left} of {line.left.most} left"


def points(standing: Standing, before: tuple[int, ...] | None) -> Iterable[str]:
    """Each seat's score and, where it is known, how much of it is new; nothing in a battle without points."""
    for seat, score in enumerate(standing.shown_scores if any(standing.shown_scores) or any(before or ()) else ()):
        new = None if before is None else score - before[seat]
        yield str(score) if new is None else f"{score} ({f'{new:+d}' if new else 'as before'})"


# ---------------------------------------------------------------- what is different now
def changes(events: Sequence[Event], told: Sequence[Deed], reader: Reader, around: Scenery) -> list[tuple[Said, ...]]:
    """What is different for the reader: where enemies are now, what its units suffer, how near it is to losing."""
    where, found = around.where(), list[tuple[Said, ...]]()
    own = {unit: spot for unit, spot in where.items() if around.side(unit) in reader.seats}
    moved = {event.unit: event.path[0] for event in reversed(events) if isinstance(event, Moved) and event.path}
    for unit in moved:
        if own and unit in where and around.side(unit) not in reader.seats:
            found.append(_near(unit, moved[unit], own, where, around))
    suffered = ((deed.unit, event) for deed in told for event in deed.events if isinstance(event, Status))
    last = {(event.unit, event.status): event for unit, event in suffered if unit != event.unit}
    found += [((event.text, ""),) for event in last.values() if around.side(event.unit) in reader.seats]
    near = around.standing.nearness
    fallen = {around.side(event.unit) for event in events if isinstance(event, Fell)}
    for seat in sorted(reader.seats & fallen) if near is not None else ():
        assert near is not None
        found.append(((near.told[seat], "bad"),))
    return found


def _near(unit: str, start: str, own: dict[str, str], where: dict[str, str], around: Scenery) -> tuple[Said, ...]:
    """Which own unit an enemy that moved is nearest to now, how far that was before, and whether it sees it."""
    spot = where[unit]
    nearest = min(own, key=lambda one: _number(around.far(spot, own[one])))
    now, then = without_nought(around.far(spot, own[nearest])), without_nought(around.far(start, own[nearest]))
    was = f" (it was {then})" if then and then != now else ""
    sees = around.sees(unit, own[nearest])
    return ((f"{unit} is {now} from {nearest}{was}", ""), (f", {sees}" if sees else "", ""))


def _number(far: str) -> float:
    """The number at the beginning of a distance as it is said."""
    word = far.partition(" ")[0].rstrip("\"'")
    try:
        return float(word)
    except ValueError:
        return float("inf")
