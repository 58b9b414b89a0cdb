"""How a battle went: the score after each round, what decided it, and who fell to whom; for any rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Closed, Ended, Event, Fell, Harmed, Scored, Status, starts_round
from tabletop_tui.engine.history import Entry, Timeline
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import System

MOST = 5
"""So many moments that decided a battle are told."""


# ---------------------------------------------------------------- the score, answer by answer
@frozen
class ReplayedGame:
    """The answers of a game with their dice, copied, so that it can be played once more beside it."""

    system: System
    setup: Setup
    opening_dice: tuple[int, ...]
    entries: tuple[Entry, ...]

    def scores(self) -> list[tuple[int, ...]]:
        """Each seat's score before the first answer and after each. It takes as long as the rules of the game take."""
        course = Timeline(opened(self.system, self.setup))
        course.begin(self.opening_dice)
        found = [self.system.standing(course.game).scores]
        for entry in self.entries:
            course.answer(Entry(entry.seat, entry.answer, entry.dice, entry.kind, entry.person))
            found.append(self.system.standing(course.game).scores)
        return found


def played(session: Session) -> ReplayedGame:
    """The game of a session up to where it stands."""
    return ReplayedGame(session.system, session.setup, session.opening_dice, tuple(session.history))


# ---------------------------------------------------------------- by rounds
@frozen
class RoundEnd:
    """A round that was played, and what each seat had at its end."""

    round: int
    figures: tuple[int, ...]


def by_round(parts: Sequence[Sequence[Event]], figures: Sequence[tuple[int, ...]]) -> list[RoundEnd]:
    """The figures at the end of each round; `figures` are those before the first answer and after each."""
    found: dict[int, tuple[int, ...]] = {}
    number = 0
    for events, now in zip(parts, figures, strict=False):
        begins = [event.number for event in events if starts_round(event)]
        if any(isinstance(event, Closed) and event.level == "round" for event in events) or not begins:
            found[number] = now  # what a round's end brings comes before the next begins
        number = begins[-1] if begins else number
        if begins:
            found.setdefault(number, now)
    return [RoundEnd(number, now) for number, now in sorted(found.items()) if number]


def units_left(parts: Sequence[Sequence[Event]], roster: Sequence[RosterLine]) -> list[tuple[int, ...]]:
    """How many units each side had left before the first answer and after each, in place of scores."""
    seats = max((line.seat for line in roster), default=-1) + 1
    side = {line.unit: line.seat for line in roster if line.counts}
    left = [sum(line.seat == seat and line.counts for line in roster) for seat in range(seats)]
    found = []
    for events in parts:
        for event in events:
            if isinstance(event, Fell) and event.unit in side:
                left[side.pop(event.unit)] -= 1
        found.append(tuple(left))
    return found


# ---------------------------------------------------------------- who fell to whom
@frozen
class Fate:
    """How a unit was lost: in which round, after how many answers, how, as in 'shot by A3', and by which unit."""

    round: int
    answer: int
    how: str
    by: str = ""


def fates(parts: Sequence[Sequence[Event]]) -> dict[str, Fate]:
    """Of each unit that fell, how. What the fall itself does not tell is taken from its last wound."""
    found: dict[str, Fate] = {}
    wounds: dict[str, Harmed] = {}
    number = 0
    for answer, events in enumerate(parts):
        for event in events:
            if starts_round(event):
                number = event.number
            elif isinstance(event, Harmed) and event.amount > 0:
                wounds[event.unit] = event
            elif isinstance(event, Fell) and event.unit:
                by, cause = _doer(event, wounds.get(event.unit))
                how = f"{cause or 'lost'} {'by' if cause else 'to'} {by}" if by else cause or "lost"
                found[event.unit] = Fate(number, answer, how, by)
    return found


def _doer(fell: Fell, wound: Harmed | None) -> tuple[str, str]:
    """By which other unit one fell, and of what; '' where nothing says it."""
    by, cause = fell.by, fell.cause
    if not by and wound is not None and wound.left <= 0 and wound.by != fell.unit:
        by, cause = wound.by, wound.cause or cause
    return by if by != fell.unit else "", cause


# ---------------------------------------------------------------- what decided it
@frozen
class TurningPoint:
    """A moment that decided the battle: the answer that led to it, its round, what happened, and what it brought."""

    answer: int
    round: int
    text: str
    seat: int | None
    """The seat that lost by it, or scored by it."""
    swing: int = 0
    """By how many points more than the next best it brought to ..."""
    gainer: int | None = None
    """... this seat; 0 and None in a battle without points."""


def turning_points(
    parts: Sequence[Sequence[Event]], roster: Sequence[RosterLine], scores: Sequence[tuple[int, ...]]
) -> list[TurningPoint]:
    """The moments that moved the lead most, or else cost most units, in the order in which they came."""
    lost = fates(parts)
    named = {line.unit: f"{line.tag} {line.name}" for line in roster if line.counts}
    found: list[tuple[int, int, TurningPoint]] = []
    number = 0
    changes = dict(enumerate(map(lead_moved, pairwise(scores)), 1))
    for answer, events in enumerate(parts):
        number = next((event.number for event in events if starts_round(event) and not answer), number)
        fallen = [event for event in events if isinstance(event, Fell) and event.unit in named]
        swing, gainer = changes.get(answer, (0, None))
        text, seat = _told(events, fallen, named, lost, gainer)
        if text and (swing or fallen):
            found.append((swing, len(fallen), TurningPoint(answer, number, text, seat, swing, gainer)))
        number = next((event.number for event in reversed(events) if starts_round(event)), number)
    chosen = sorted(found, key=lambda one: one[:2], reverse=True)[:MOST]
    return sorted((turning for *_, turning in chosen), key=lambda turning: turning.answer)


def lead_moved(scores: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, int | None]:
    """By how much somebody gained more than the next best, and who that was; 0 and None where nobody did."""
    before, after = scores
    gains = sorted((now - then, -seat) for seat, (then, now) in enumerate(zip(before, after, strict=True)))
    if len(gains) < 2 or gains[-1][0] == gains[-2][0]:
        return 0, None
    return gains[-1][0] - gains[-2][0], -gains[-1][1]


def _told(
    events: Sequence[Event],
    fallen: Sequence[Fell],
    named: Mapping[str, str],
    lost: Mapping[str, Fate],
    gainer: int | None,
) -> tuple[str, int | None]:
    """What happened there in a sentence, and to or for whom.

    What a battle scores once it is over says only what the score was before.
    """
    counted_up = any(isinstance(event, Ended) for event in events)
    scored = [event for event in events if isinstance(event, Scored)]
    suffered = [event for event in events if isinstance(event, Status) and event.on and event.unit in named]
    suffered = [event for event in suffered if gainer is not None and event.seat != gainer]
    if fallen:
        fell = "; ".join(f"{named[event.unit]}, {lost[event.unit].how}" for event in fallen)
        return fell, fallen[0].seat
    hurt = [event for event in events if isinstance(event, Harmed) and event.amount > 0]
    if suffered and (counted_up or not scored):
        harmed = [event for event in hurt if event.seat != gainer]  # casualties may score, and not what follows them
        text = "; ".join(dict.fromkeys(event.text for event in (*harmed[-1:], suffered[-1])))
        return text, suffered[-1].seat
    if scored:
        best = max(scored, key=lambda event: event.points)
        return best.text, best.seat
    if hurt:
        return hurt[-1].text, hurt[-1].seat
    told = [event for event in events if not isinstance(event, Closed | Ended)]
    return (told[-1].text, told[-1].seat) if told else ("", None)


# ---------------------------------------------------------------- all of it
@frozen
class Story:
    """How a battle went."""

    rounds: list[RoundEnd]
    counts: str
    """What the figures of the rounds count."""
    fates: dict[str, Fate]
    turnings: list[TurningPoint]


def story(session: Session, scores: Sequence[tuple[int, ...]] | None) -> Story:
    """The story of a game up to where it stands; without scores the units that are left stand for them."""
    parts = session.parts()[: len(session.history) + 1]
    standing, roster = session.system.standing(session.game), session.system.roster(session.game)
    figures = units_left(parts, roster) if scores is None else scores
    return Story(
        by_round(parts, figures),
        "Units left" if scores is None else standing.points,
        fates(parts),
        turning_points(parts, roster, scores or []),
    )
