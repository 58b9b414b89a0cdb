"""What an analysis comes to: the curve of the game, its turning points, blunders, the cost of answers, and luck."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import sqrt

from attrs import define, evolve, field

from tabletop_tui import paths
from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.answer_comparison import WORTHWHILE
from tabletop_tui.coach.answer_judging import Judgement
from tabletop_tui.coach.chance_ledger import Account, Change, Given, Shares, account, ledger
from tabletop_tui.coach.judgement_file import file_name
from tabletop_tui.coach.luck_analysis import SELDOM, Luck, rarity
from tabletop_tui.engine.events import Ended, Event, Fell, Harmed, Rolled, Scored, starts_round
from tabletop_tui.engine.setup import SeatSetup
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen

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
    """... from this chance to that."""
    luck: float
    """What the dice brought it of that; the rest was the answer."""
    what: str
    """The gravest thing that happened there, '' for nothing grave."""
    dice: bool
    """Whether dice were rolled there that needed something."""
    ended: bool = False
    """Whether somebody gave up there, or agreed on a draw."""

    @property
    def swing(self) -> float:
        return self.after - self.before


def turnings(changes: Sequence[Change], rounds: Sequence[int], parts: Sequence[Sequence[Event]]) -> list[Turning]:
    """The moments at which the game turned most, in the order in which they came."""
    found = [
        one
        for change in changes
        if (one := turning(change, rounds[change.answer], parts[change.answer + 1])) is not None
    ]
    return sorted(sorted(found, key=lambda one: -one.swing)[:TURNINGS], key=lambda one: one.answer)


def turning(change: Change, round_: int, events: Sequence[Event]) -> Turning | None:
    """What an answer and all that came of it changed; None where that is little."""
    before, then = change.before, change.then
    swing, gainer = max((now - once, -seat) for seat, (once, now) in enumerate(zip(before, then, strict=True)))
    if swing < WORTH_TELLING or not round_:
        return None
    dice = any(isinstance(event, Rolled) and event.good for event in events)
    luck = change.luck(-gainer)
    return Turning(
        change.answer, round_, -gainer, before[-gainer], then[-gainer], luck, happened(events), dice, change.ended
    )


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


def blunders(changes: Sequence[Change], judgements: Mapping[int, Judgement], rounds: Sequence[int]) -> list[Blunder]:
    """The clear ones, the dearest first. What an earlier answer has cost already is not told again."""
    found = [
        Blunder(change.answer, rounds[change.answer], evolve(judged, cost=change.cost))
        for change in changes
        if (judged := judgements.get(change.answer)) is not None and judged.blunder and change.cost >= WORTHWHILE
    ]
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
    account: Account | None = None
    """What it began with, what errors and dice made of that; None while there are answers to be looked at, for what
    their errors cost would be told as luck until then."""

    @property
    def error(self) -> float:
        """... with this error."""
        return sqrt(self.variance)


def sides(
    judgements: Mapping[int, Judgement],
    changes: Sequence[Change],
    parts: Sequence[Sequence[Event]],
    seats: Sequence[SeatSetup],
    *,
    whole: bool,
) -> list[SeatFindings]:
    """Each seat: its answers and its dice, apart from each other. `whole` is whether all answers were looked at."""
    found = [SeatFindings(seat.name) for seat in seats]
    for one in judgements.values():
        side = found[one.seat]
        side.answers += 1
        side.blunders += one.blunder
    for change in changes:
        found[change.seat].cost += change.cost
        found[change.seat].variance += change.error**2
    for number, side in enumerate(found):
        side.account = account(changes, number) if changes and whole else None
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

    system: str
    names: tuple[str, ...]
    called: str
    """What the rulebook calls a round."""
    standing: tuple[Shares, ...]
    """The chances before each answer, if the best that is known is given, and at the end; () while not known."""
    changes: tuple[Change, ...]
    """What each answer, and the dice behind it, did to them."""
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
        """The curve of a seat: before which answer, and its chance there."""
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
    rounds = rounds_of(parts)
    throws = throws_of(parts, rounds)
    given = [Given(one.seat, bool(one.dice), one.kind in ("concede", "draw")) for one in analysis.game.entries]
    teams = [seat.team for seat in seats]
    changes = ledger(analysis.standing, teams, given, judgements, analysis.playouts) if analysis.standing else []
    standing = (*(one.before for one in changes), changes[-1].then) if changes else tuple(analysis.standing)
    return Findings(
        session.system.id,
        tuple(seat.name for seat in seats),
        session.system.standing(session.game).called,
        standing,
        tuple(changes),
        tuple(turnings(changes, rounds, parts)),
        tuple(blunders(changes, judgements, rounds)),
        tuple(sides(judgements, changes, parts, seats, whole=not analysis.todo)),
        tuple(throws),
        tuple(least_likely(throws)),
        judgements,
        tuple(rounds),
        analysis.total,
        tuple(analysis.todo),
        analysis.playouts,
    )


def on_file(session: Session) -> Analysis | None:
    """The analysis of a game as far as it was made; None where nobody has. BadFile if its file cannot be used.

    How the game stood is still to be found, by its `standing`, which takes as long as the rules of the game take.
    """
    path = paths.analyses() / file_name(session.setup, session.opening_dice)
    if not os.path.exists(path):
        return None
    analysis = Analysis(played(session), path)
    return analysis if analysis.judgements else None


def kept(session: Session) -> Findings | None:
    """What is known of a game already; None where nobody has analysed it. BadFile if its file cannot be used."""
    analysis = on_file(session)
    if analysis is None:
        return None
    analysis.standing = analysis.game.standing()
    return findings_of(session, analysis)
