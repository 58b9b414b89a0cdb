"""One match, played to its end and measured."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from traceback import extract_tb, format_exception

from attrs import evolve

from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.dice_luck import dice_luck
from tabletop_tui.lab.match_record import GameRecord, SeatRecord
from tabletop_tui.lab.pairings import Match
from tabletop_tui.lab.unit_earnings import unit_records
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import Priced

MOST_ANSWERS = 20_000
"""A game that has no end after so many answers has none at all: that is a fault, and the series goes on."""


class NoEnd(Exception):
    """A game that does not come to an end."""


def played(match: Match) -> GameRecord:
    """The record of a match. It has its fault where the rules, or a player, came to grief: the series goes on."""
    setup = match.setup
    record = GameRecord(
        *(match.key, setup.system, match.scenario, match.name, setup.seed, match.as_shipped, match.command)
    )
    try:
        return match.named(_measured(record, setup, match.rerolls))
    except Exception as error:  # whatever it is, it is told with the game, and the others are played
        return evolve(record, fault=_sentence(error), trace=tuple("".join(format_exception(error)).splitlines()))


def _measured(record: GameRecord, setup: Setup, rerolls: int) -> GameRecord:
    start = perf_counter()
    session = Session.new(setup)
    system = session.system
    costs = dict(system.costs(session.game)) if isinstance(system, Priced) else {}
    begun = system.roster(session.game)
    session.run(MOST_ANSWERS)
    over = session.over
    if over is None:
        raise NoEnd(f"the game has no end after {MOST_ANSWERS} answers")
    if isinstance(system, Priced):
        costs = {**system.costs(session.game), **costs}  # units that came into the game, and those that left it
    standing = system.standing(session.game)
    teams = [seat.team for seat in setup.seats]
    units = unit_records(session.log(), begun, system.roster(session.game), teams, costs)
    spent = [sum(unit.cost for unit in units if unit.seat == seat) for seat in range(len(teams))]
    seconds = round(perf_counter() - start, 2)
    return evolve(
        record,
        rounds=standing.round,
        called=standing.called,
        answers=len(session.history),
        seconds=seconds,
        ended=over.text,
        seats=_seats(setup, over, standing.scores, spent),
        units=units,
        luck=dice_luck(setup, [entry.answer for entry in session.history], rerolls) if rerolls else (),
    )


def _seats(setup: Setup, over: Ended, scores: Sequence[int], spent: Sequence[int]) -> tuple[SeatRecord, ...]:
    winners = {setup.seats[seat].team for seat in over.winners} or {seat.team for seat in setup.seats}
    return tuple(
        SeatRecord(
            *(seat.name, seat.team, seat.player, str(seat.force.get("name", "")), spent[number]),
            *(1 / len(winners) if seat.team in winners else 0.0, scores[number] if number < len(scores) else 0),
        )
        for number, seat in enumerate(setup.seats)
    )


def _sentence(error: Exception) -> str:
    """What went wrong and where."""
    places = extract_tb(error.__traceback__)
    where = f" (line {places[-1].lineno} of {places[-1].filename.rpartition('/')[2]})" if places else ""
    return f"{type(error).__name__}: {error}".removesuffix(": ") + where
