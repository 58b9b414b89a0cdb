"""Worked examples of rules: what happened in short games that the computer plays, with every number as it was reckoned.

The games are those of the rulebook's first scenario, always with the same dice, so the examples are always the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import cast

from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.play.new_game import scenarios_of, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.reports.roll_explanation import Places, RollReading, read_roll, rolls_of
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.system import System

PLAYERS = ("greedy", "random")
"""Who plays the games: one plays well, one does what nobody would."""
ANSWERS = 300
"""A game is played no further than so many answers."""
MOST = 2
"""So many examples of a rule are shown."""


@frozen
class Example:
    """Something that happened, and why it came out so."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    """Number and reason, or label and sentence."""
    rules: tuple[str, ...] = ()


def examples_of(found: System, rules: Sequence[str]) -> list[Example]:
    """Examples of these rules: rolls that show most of them, then what else happened by them."""
    wanted = set(rules)
    fitting = [example for example in _examples(cast(Hashable, found)) if wanted & set(example.rules)]
    fitting.sort(key=lambda example: (-bool(example.rows), -len(wanted & set(example.rules))))
    apart: dict[str, Example] = {}
    for example in fitting:
        apart.setdefault(example.title, example)
    return list(apart.values())[:MOST]


@cache
def _examples(asked: Hashable) -> tuple[Example, ...]:
    found = cast(System, asked)
    guide = guide_of(found)
    scenarios = scenarios_of(found, [])
    named = [info for info in scenarios if guide is not None and info.id == guide.scenario]
    info = next(iter([*named, *scenarios]), None)
    if info is None:
        return ()
    seen: list[Example] = []
    for player in PLAYERS:
        setup = set_table(found, info, players=[player] * info.seats, seed=guide.seed if guide else 1)
        session = Session.new(setup)
        session.run(ANSWERS)
        seen += _of_rolls(session)
        seen += _of_events(session.log())
    return tuple(seen)


def _of_rolls(session: Session) -> Iterable[Example]:
    """The rolls of a game that nothing is left to say of."""
    events = list(session.log())
    places = Places((), session.system.scene(session.game))
    for back in range(len(rolls_of(events))):
        reading = read_roll(events, back, places)
        if reading is not None and reading.rules:
            yield _of_roll(reading)


def _of_roll(reading: RollReading) -> Example:
    rows: list[tuple[str, str]] = [("Needed", reading.needed)]
    for why in reading.whys:
        rows.append(("", why.question))
        rows += [(reason.value, f"{reason.why} {reason.rule}".strip()) for reason in why.reasons]
        rows.append(("=", why.total))
    roll = reading.roll
    dice = " ".join(map(str, roll.faces)) or f"{counted_dice(roll.dice)} counted at the table"
    rows += [("Rolled", f"{dice}: {reading.came}")]
    rows += [("Then", said) for said in reading.after]
    return Example(reading.roll.why or reading.roll.text, tuple(rows), reading.rules)


def _of_events(events: Iterable[Event]) -> Iterable[Example]:
    """What else happened by a rule, in its own words."""
    for event in events:
        if event.rules and not isinstance(event, Rolled):
            yield Example(event.text, (), tuple(event.rules))
