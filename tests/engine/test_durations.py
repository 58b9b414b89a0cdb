"""Durations: a status ends with the moment that it was to last to, and with no other."""

from __future__ import annotations

import pytest

from tabletop_tui.engine import durations
from tabletop_tui.engine.durations import (
    REST_OF_GAME,
    Lasting,
    Moment,
    Until,
    next_activation,
    turn_end,
)
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game
from tests.playing import play
from tests.swarm import NAMES, SWARM, swarm_setup

TWO_TURNS = [
    *(Moment("go begins", "0"), Moment("activation begins", "A1"), Moment("activation ends", "A1")),
    *(Moment("go ends", "0"), Moment("go begins", "1"), Moment("activation begins", "B1")),
    *(Moment("activation ends", "B1"), Moment("go ends", "1"), Moment("turn ends"), Moment("turn begins")),
    *(Moment("go begins", "0"), Moment("activation begins", "A1"), Moment("activation ends", "A1")),
    *(Moment("turn ends"), Moment("turn begins"), Moment("turn ends")),
]
"""What comes after A1 was activated for the first time, in the midst of a turn."""


def during_next_turn(name: str, rule: str, by: str = "") -> Lasting:
    """A status of the whole turn after the one that is under way."""
    return Lasting(name, rule, Until("turn ends", count=2), since=Until("turn begins"), by=by)


@pytest.mark.parametrize(
    ("until", "ends_at"),
    [
        (next_activation("A1"), 1),
        (Until("activation ends", "A1"), 2),
        (Until("go begins", "1"), 4),
        (Until("activation ends", "B1"), 6),
        (turn_end(), 8),
        (Until("activation ends", "A1", 2), 12),
        (Until("turn ends", count=2), 13),
        (REST_OF_GAME, None),
    ],
)
def test_it_lasts_to_its_moment_and_not_longer(until: Until, ends_at: int | None):
    lasting: Lasting | None = Lasting("slow", "X-1", until)
    for number, moment in enumerate(TWO_TURNS):
        lasting = lasting.after(moment)
        assert (lasting is None) == (number == ends_at), moment
        if lasting is None:
            return


def test_a_status_of_the_next_turn_is_in_force_from_its_start_to_its_end():
    lasting: Lasting | None = during_next_turn("slow", "X-1")
    seen = []
    for moment in TWO_TURNS:
        lasting = lasting.after(moment) if lasting is not None else None
        seen.append(lasting is not None and lasting.in_force)
    assert [number for number, on in enumerate(seen) if on] == [9, 10, 11, 12]


# ---------------------------------------------------------------- on units
def game() -> Game:
    found = SWARM.start(swarm_setup())
    found.advance()
    found.events.clear()
    return found


def statuses(found: Game) -> list[tuple[str, str, bool]]:
    return [(event.unit, event.status, event.on) for event in found.events if isinstance(event, Status)]


def test_what_begins_and_what_ends_is_told_with_its_rule():
    found = game()
    bug = found.state.units["A2"]
    durations.give(found, bug, Lasting("hard", "X-1", next_activation("A2")))
    assert durations.has(bug, "hard")
    play(found, "A2")
    assert not durations.has(bug, "hard")
    assert statuses(found) == [("A2", "hard", True), ("A2", "hard", False)]
    ended = next(event for event in found.events if isinstance(event, Status) and not event.on)
    assert (ended.text, ended.rules) == ("A2 drone is no longer hard", ("X-1",))


def test_what_is_yet_to_come_is_told_when_it_comes():
    found = game()
    bug = found.state.units["A2"]
    durations.give(found, bug, during_next_turn("slowed", "X-2"))
    assert not durations.has(bug, "slowed")
    assert statuses(found) == []
    durations.come(found, found.state.units.values(), Moment("turn ends"))
    durations.come(found, found.state.units.values(), Moment("turn begins"))
    assert durations.has(bug, "slowed")
    durations.come(found, found.state.units.values(), Moment("turn ends"))
    assert statuses(found) == [("A2", "slowed", True), ("A2", "slowed", False)]


def test_a_status_given_again_lasts_as_the_new_one_does_and_is_told_once():
    found = game()
    bug = found.state.units["A2"]
    durations.give(found, bug, Lasting("hard", "X-1", turn_end()))
    durations.give(found, bug, Lasting("hard", "X-1", REST_OF_GAME))
    durations.come(found, [bug], Moment("turn ends"))
    assert durations.has(bug, "hard")
    durations.end(found, bug, "hard")
    assert (bug.lasting, statuses(found)) == ((), [("A2", "hard", True), ("A2", "hard", False)])


def test_a_copy_of_the_game_keeps_its_own():
    found = game()
    clone = found.clone()
    durations.give(clone, clone.state.units["A2"], Lasting("hard", "X-1", turn_end()))
    assert not durations.has(found.state.units["A2"], "hard")


def test_what_lasts_is_saved_and_read_again():
    lasting = during_next_turn("slowed", "X-2", by="B1")
    assert NAMES.read(NAMES.write(lasting), Lasting) == lasting
