"""What an analysis comes to: the curve of the game, its turning points, blunders, the cost of answers, and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from math import hypot, sqrt

from attrs import define, field, frozen

from tabletop_tui.coach.analysis import Analysis
from tabletop_tui.coach.comparing import SURE
from tabletop_tui.coach.judging import Judgement
from tabletop_tui.coach.luck import SELDOM, Luck, odds_words, rarity
from tabletop_tui.engine.events import Ended, Event, Fell, Harmed, Rolled, Scored, starts_round
from tabletop_tui.engine.setup import SeatSetup
from tabletop_tui.play.session import Session

TURNINGS = 3
"""So many turning points are told."""
WORTH_TELLING = 0.05
"""The least swing that makes one."""
RAREST = 5
"""So many of the least likely rolls are told."""


# ---------------------------------------------------------------- the curve
@frozen
class Point:
    """How the game stood when an answer had been given, before its dice."""

    answer: int
    """The number of the answer, counted from 0; of the end, that of the answer after the last."""
    round: int
    shares: tuple[float | None, ...]
    """The share of the game of each seat; None where it is not known."""
    error: float


def curve(
    judgements: Mapping[int, Judgement], rounds: Sequence[int], seats: Sequence[SeatSetup], over: Ended | None
) -> list[Point]:
    """The course of the game as far as it was judged; of two sides, what one has the other lacks."""
    teams = [seat.team for seat in seats]
    points = [
        Point(number, rounds[number], shares_of(one.seat, one.share, teams), one.share_error)
        for number, one in sorted(judgements.items())
    ]
    if over is not None:
        won = {teams[seat] for seat in over.winners}
        shares = tuple((1.0 if team in won else 0.0) if won else 0.5 for team in teams)
        points.append(Point(len(rounds), rounds[-1] if rounds else 0, shares, 0.0))
    return points


def shares_of(seat: int, share: float, teams: Sequence[int]) -> tuple[float | None, ...]:
    """Every seat's share, from that of one; of more than two teams, nothing is known of the others."""
    other = 1 - share if len(set(teams)) == 2 else None
    return tuple(share if team == teams[seat] else other for team in teams)


# ---------------------------------------------------------------- turning points
@frozen
class Turning:
    """Where the game turned: the answer after which it stood otherwise, and why."""

    answer: int
    round: int
    seat: int
    """Whose answer it was."""
    gainer: int
    """The seat for which it went up ..."""
    before: float
    after: float
    """... from this share of the game to that."""
    error: float
    what: str
    """The gravest thing that happened there, '' for nothing grave."""
    cost: float
    """What the answer itself cost its seat, if that is sure, else 0; the rest is what came of the dice and replies."""
    dice: bool
    """Whether dice were rolled there that needed something."""

    @property
    def swing(self) -> float:
        return self.after - self.before


def turnings(
    points: Sequence[Point],
    judgements: Mapping[int, Judgement],
    parts: Sequence[Sequence[Event]],
    todo: Sequence[int] = (),
) -> list[Turning]:
    """The moments at which the game turned most, in the order in which they came; none that may be chance.

    Between two points with an answer that nobody has looked at yet, nothing is known.
    """
    pairs = [(one, two) for one, two in pairwise(points) if not any(one.answer < gap < two.answer for gap in todo)]
    found = [one for pair in pairs if (one := turning(*pair, judgements, parts)) is not None]
    return sorted(sorted(found, key=lambda one: -one.swing)[:TURNINGS], key=lambda one: one.answer)


def turning(
    before: Point, after: Point, judgements: Mapping[int, Judgement], parts: Sequence[Sequence[Event]]
) -> Turning | None:
    """What changed between two points of the curve; None where that is little, or may be chance."""
    changes = [
        (now - then, seat)
        for seat, (then, now) in enumerate(zip(before.shares, after.shares, strict=True))
        if then is not None and now is not None
    ]
    if not changes:
        return None
    swing, gainer = max(changes)
    error = hypot(before.error, after.error)
    if swing < WORTH_TELLING or swing <= SURE * error:
        return None
    then, now = before.shares[gainer], after.shares[gainer]
    assert then is not None
    assert now is not None
    one = judgements[before.answer]
    events = [*chain.from_iterable(parts[before.answer + 1 : after.answer + 1])]
    dice = any(isinstance(event, Rolled) and event.good for event in events)
    cost = one.cost if one.blunder else 0.0
    return Turning(before.answer, before.round, one.seat, gainer, then, now, error, happened(events), cost, dice)


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
class Rare:
    """A roll that was not likely: after which answer, and how likely it was to roll as well, or as badly."""

    answer: int
    """The number of the answer that led to it, counted from 0; -1 for what came before the first."""
    round: int
    seat: int | None
    text: str
    lucky: bool
    chance: float


@define
class Side:
    """How a seat played, and what its dice did."""

    name: str
    answers: int = 0
    """So many answers had a choice and were judged ..."""
    cost: float = 0.0
    """... and cost so much against the best that was found, all together ..."""
    variance: float = 0.0
    blunders: int = 0
    luck: Luck = field(factory=Luck)

    @property
    def error(self) -> float:
        """... with this error."""
        return sqrt(self.variance)


def sides(
    judgements: Mapping[int, Judgement], parts: Sequence[Sequence[Event]], seats: Sequence[SeatSetup]
) -> list[Side]:
    """Each seat: its answers and its dice, apart from each other."""
    found = [Side(seat.name) for seat in seats]
    for one in judgements.values():
        side = found[one.seat]
        side.answers += 1
        side.cost += one.cost
        side.variance += one.error**2
        side.blunders += one.blunder
    for part in parts:
        for event in part:
            if isinstance(event, Rolled) and event.seat is not None:
                found[event.seat].luck.add(event)
    return found


def rare_rolls(parts: Sequence[Sequence[Event]], rounds: Sequence[int]) -> list[Rare]:
    """The least likely rolls, the least likely first."""
    found = []
    for place, part in enumerate(parts):
        for event in part:
            if isinstance(event, Rolled) and (chance := rarity(event)) < SELDOM:
                good = sum(event.good)
                lucky = good > len(event.good) * (event.chance or 0.0)
                text = f"{event.why}: {good} of {len(event.good)} good, {odds_words(chance)}"
                round_ = rounds[place - 1] if place and rounds else 0
                found.append(Rare(place - 1, round_, event.seat, text, lucky, chance))
    return sorted(found, key=lambda one: one.chance)[:RAREST]


# ---------------------------------------------------------------- all of it
@frozen
class Findings:
    """All that is known of a game so far."""

    names: tuple[str, ...]
    called: str
    """What the rulebook calls a round."""
    curve: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    blunders: tuple[Blunder, ...]
    sides: tuple[Side, ...]
    rare: tuple[Rare, ...]
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
        """The curve of a seat: after which answer, and its share of the game there."""
        return [(point.answer, share) for point in self.curve if (share := point.shares[seat]) is not None]

    @property
    def shown(self) -> int:
        """The seat whose curve is shown: the first of which anything is known."""
        return next((seat for seat in range(len(self.names)) if self.shares(seat)), 0)

    @property
    def span(self) -> tuple[int, int]:
        """From the first answer that was judged to the end: what a curve is drawn over."""
        return (self.curve[0].answer if self.curve else 0), max(1, self.total)

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


def findings(
    judgements: Mapping[int, Judgement],
    parts: Sequence[Sequence[Event]],
    seats: Sequence[SeatSetup],
    over: Ended | None,
    called: str,
    todo: Sequence[int],
    playouts: int,
) -> Findings:
    """What judgements and events come to; nobody has looked at the answers of the numbers `todo` yet."""
    rounds = rounds_of(parts)
    points = curve(judgements, rounds, seats, over)
    return Findings(
        tuple(seat.name for seat in seats),
        called,
        tuple(points),
        tuple(turnings(points, judgements, parts, todo)),
        tuple(blunders(judgements, rounds)),
        tuple(sides(judgements, parts, seats)),
        tuple(rare_rolls(parts, rounds)),
        judgements,
        tuple(rounds),
        len(rounds),
        tuple(todo),
        playouts,
    )


def findings_of(session: Session, analysis: Analysis) -> Findings:
    """What the analysis of a session's game has come to so far, wherever the session stands just now."""
    parts = session.parts()
    over = next((event for event in reversed(parts[-1]) if isinstance(event, Ended)), None)
    called = session.system.standing(session.game).called
    todo, seats = analysis.todo, session.setup.seats
    return findings(analysis.judgements, parts, seats, over, called, todo, analysis.playouts)
