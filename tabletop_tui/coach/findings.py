"""What an analysis comes to: the curve of the game, its turning points, blunders, the cost of answers, and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt

from attrs import define, field, frozen

from tabletop_tui.coach.analysis import Analysis, Shares
from tabletop_tui.coach.judging import Judgement
from tabletop_tui.coach.luck import SELDOM, Luck, rarity
from tabletop_tui.engine.events import Ended, Event, Fell, Harmed, Rolled, Scored, starts_round
from tabletop_tui.engine.setup import SeatSetup
from tabletop_tui.play.session import Session

TURNINGS = 3
"""So many turning points are told."""
WORTH_TELLING = 0.05
"""The least swing that makes one."""
RAREST = 5
"""So many of the least likely rolls are told."""


# ---------------------------------------------------------------- turning points
@frozen
class Turning:
    """Where the game turned: the answer after which it stood otherwise, and why."""

    answer: int
    round: int
    gainer: int
    """The seat for which it went up ..."""
    before: float
    after: float
    """... from this share of the game to that."""
    what: str
    """The gravest thing that happened there, '' for nothing grave."""
    dice: bool
    """Whether dice were rolled there that needed something."""

    @property
    def swing(self) -> float:
        return self.after - self.before


def turnings(standing: Sequence[Shares], rounds: Sequence[int], parts: Sequence[Sequence[Event]]) -> list[Turning]:
    """The moments at which the game turned most, in the order in which they came."""
    found = [
        one
        for number, pair in enumerate(pairwise(standing))
        if (one := turning(number, rounds[number], pair, parts[number + 1])) is not None
    ]
    return sorted(sorted(found, key=lambda one: -one.swing)[:TURNINGS], key=lambda one: one.answer)


def turning(number: int, round_: int, pair: tuple[Shares, Shares], events: Sequence[Event]) -> Turning | None:
    """What an answer and all that came of it changed; None where that is little."""
    before, after = pair
    swing, gainer = max((now - then, -seat) for seat, (then, now) in enumerate(zip(before, after, strict=True)))
    if swing < WORTH_TELLING or not round_:
        return None
    dice = any(isinstance(event, Rolled) and event.good for event in events)
    return Turning(number, round_, -gainer, before[-gainer], after[-gainer], happened(events), dice)


def happened(events: Sequence[Event]) -> str:
    """The gravest thing among events, in its own words; '' for nothing grave."""
    for kind in (Ended, Fell, Scored, Harmed):
        told = [event.text for event in events if isinstance(event, kind) and getattr(event, "amount", 1) > 0]
        if told:
            return f"{told[-1]} (and more)" if len(told) > 1 else told[-1]
    return ""


# ---------------------------------------------------------------- blunders, and what answers cost
@frozen
class Blunder:
    """An answer that was clearly worse than another one."""

    answer: int
    round: int
    judgement: Judgement


def blunders(judgements: Mapping[int, Judgement], rounds: Sequence[int]) -> list[Blunder]:
    """The clear ones, the dearest first."""
    found = [Blunder(number, rounds[number], one) for number, one in judgements.items() if one.blunder]
    return sorted(found, key=lambda one: -one.judgement.cost)


@frozen
class Throw:
    """A roll that needed something: after which answer it came, and its luck by exact chances."""

    answer: int
    """The number of the answer that led to it, counted from 0; -1 for what came before the first."""
    round: int
    roll: Rolled

    @property
    def dice(self) -> int:
        return len(self.roll.good)

    @property
    def good(self) -> int:
        """So many of its dice were good ..."""
        return sum(self.roll.good)

    @property
    def expected(self) -> float:
        """... and so many were to be expected."""
        return self.dice * (self.roll.chance or 0.0)

    @property
    def luck(self) -> float:
        """How many more were good than was to be expected; below 0 for fewer."""
        return self.good - self.expected

    @property
    def rarity(self) -> float:
        """How likely it was to roll as well as this, or as badly, whichever is less likely."""
        return rarity(self.roll)


@define
class SeatFindings:
    """How a seat played, and what its dice did."""

    name: str
    answers: int = 0
    """So many answers had a choice and were judged ..."""
    cost: float = 0.0
    """... and those that looked like errors cost so much by a second look, all together; the others cost nothing ..."""
    variance: float = 0.0
    blunders: int = 0
    luck: Luck = field(factory=Luck)

    @property
    def error(self) -> float:
        """... with this error."""
        return sqrt(self.variance)


def sides(
    judgements: Mapping[int, Judgement], parts: Sequence[Sequence[Event]], seats: Sequence[SeatSetup], playouts: int
) -> list[SeatFindings]:
    """Each seat: its answers and its dice, apart from each other.

    An answer that was played on no oftener than `playouts` did not look like an error: it may be far better than the
    best other one, but that makes up for no error.
    """
    found = [SeatFindings(seat.name) for seat in seats]
    for one in judgements.values():
        side = found[one.seat]
        side.answers += 1
        side.blunders += one.blunder
        if one.playouts > playouts:
            side.cost += one.cost
            side.variance += one.error**2
    for part in parts:
        for event in part:
            if isinstance(event, Rolled) and event.seat is not None:
                found[event.seat].luck.add(event)
    return found


def throws_of(parts: Sequence[Sequence[Event]], rounds: Sequence[int]) -> list[Throw]:
    """All rolls that needed something, in the order of the game."""
    return [
        Throw(place - 1, rounds[place - 1] if place and rounds else 0, event)
        for place, part in enumerate(parts)
        for event in part
        if isinstance(event, Rolled) and event.good and event.chance is not None
    ]


def least_likely(throws: Sequence[Throw]) -> list[Throw]:
    """Those that are worth telling, the least likely first."""
    return sorted((one for one in throws if one.rarity < SELDOM), key=lambda one: one.rarity)[:RAREST]


# ---------------------------------------------------------------- all of it
@frozen
class Findings:
    """All that is known of a game so far."""

    names: tuple[str, ...]
    called: str
    """What the rulebook calls a round."""
    standing: tuple[Shares, ...]
    """How the game stood before each answer, and at its end; () while that is not known."""
    turnings: tuple[Turning, ...]
    blunders: tuple[Blunder, ...]
    sides: tuple[SeatFindings, ...]
    throws: tuple[Throw, ...]
    """All rolls that needed something, in the order of the game ..."""
    rare: tuple[Throw, ...]
    """... and the least likely of them."""
    judgements: Mapping[int, Judgement]
    rounds: tuple[int, ...]
    """The round of each answer."""
    total: int
    todo: tuple[int, ...]
    """The answers that nobody has looked at yet."""
    playouts: int

    @property
    def done(self) -> int:
        return self.total - len(self.todo)

    def shares(self, seat: int) -> list[tuple[int, float]]:
        """The curve of a seat: before which answer, and its share of the game there."""
        first, _ = self.span
        return [(number, shares[seat]) for number, shares in enumerate(self.standing) if number >= first]

    @property
    def span(self) -> tuple[int, int]:
        """From the first answer of the first round to the end: what a curve is drawn over."""
        return next((answer for answer, number in enumerate(self.rounds) if number), 0), max(1, self.total)

    @property
    def round_starts(self) -> list[tuple[int, int]]:
        """With which answer each round began."""
        begins = {number: answer for answer, number in reversed([*enumerate(self.rounds)]) if number}
        return sorted((answer, number) for number, answer in begins.items())


def rounds_of(parts: Sequence[Sequence[Event]]) -> list[int]:
    """The round in which each answer was given; `parts` are the events before the first and of each."""
    number, found = 0, []
    for part in parts[:-1]:
        number = next((event.number for event in reversed(part) if starts_round(event)), number)
        found.append(number)
    return found


def findings_of(session: Session, analysis: Analysis) -> Findings:
    """What the analysis of a session's game has come to so far, wherever the session stands just now."""
    parts, judgements, seats = session.parts(), analysis.judgements, session.setup.seats
    rounds, standing = rounds_of(parts), tuple(analysis.standing)
    throws = throws_of(parts, rounds)
    return Findings(
        tuple(seat.name for seat in seats),
        session.system.standing(session.game).called,
        standing,
        tuple(turnings(standing, rounds, parts)),
        tuple(blunders(judgements, rounds)),
        tuple(sides(judgements, parts, seats, analysis.playouts)),
        tuple(throws),
        tuple(least_likely(throws)),
        judgements,
        tuple(rounds),
        analysis.total,
        tuple(analysis.todo),
        analysis.playouts,
    )
