"""Reinforcements: units of a force that the story of a scenario brings later.

Until they come they are no part of the battle: they stand in its `later`, and nobody counts, asks or shows them. Which
these are follows from the story alone (`Story.to_come`), so a saved game need not say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from tabletop_tui.engine.events import Event, Narrated
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import does
from tabletop_tui.records import frozen


@runtime_checkable
class Reinforced(Protocol):
    """A system whose scenarios may bring units later."""

    def units_of(self, battle: Any) -> dict[str, Any]:
        """The units of a battle by id: the dict itself."""
        ...

    def arrival_places(self, game: Game[Any]) -> tuple[str, ...]:
        """Where the story may have units come on, besides where their side begins."""
        ...

    def refuse_arrival(self, game: Game[Any], unit: str, at: str) -> str:
        """What to give in place of `at`, or why this unit cannot come later at all; '' where it can come there."""
        ...

    def arrival(self, game: Game[Any], unit: str) -> Step | None:
        """The question where a unit comes on, at the place that `place_for` says; None without room."""
        ...

    def fights_on(self, game: Game[Any], seat: int) -> bool:
        """Whether a side has not given up: else nobody comes to it."""
        ...


# ---------------------------------------------------------------- who is in the battle
def hold_back(game: Game[Any]) -> None:
    """Of a game before its first step: those who come later leave the battle, with what belongs to them.

    Nobody of a side that would begin with nobody leaves, as with a force that its author had not in mind.
    """
    if game.story is None or not isinstance(game.system, Reinforced):
        return
    units, late = game.system.units_of(game.state), set(game.story.to_come)
    there = {unit.seat for name, unit in units.items() if _whose(name) not in late}
    game.state.later = {name: unit for name, unit in units.items() if _whose(name) in late and unit.seat in there}
    for name in game.state.later:
        del units[name]


def bring(game: Game[Any], name: str) -> None:
    """A unit becomes a part of the battle, behind those of its side that are listed before it."""
    assert isinstance(game.system, Reinforced)
    battle, units = game.state, game.system.units_of(game.state)
    come = {one: unit.clone() for one, unit in battle.later.items() if _whose(one) == name}
    battle.later = {one: unit for one, unit in battle.later.items() if one not in come}
    listed = list(units.items())
    place = next((at for at, (one, _) in enumerate(listed) if _rank(one) > _rank(name)), len(listed))
    units.clear()
    units.update([*listed[:place], *come.items(), *listed[place:]])


def match(game: Game[Any]) -> None:
    """All who are to have come by what was told, and nobody else, are in the battle."""
    if game.story is not None and (later := later_of(game.state)):
        for name in dict.fromkeys(map(_whose, later)):
            if name not in game.story.to_come:
                bring(game, name)


def as_far_as(game: Game[Any], first: Game[Any]) -> Game[Any]:
    """The same game at its beginning, joined by all who have come in the one that is under way."""
    if first.story is not None and game.story is not None:
        first.story.read(game.story.written())
        match(first)
    return first


def place_for(game: Game[Any], unit: str) -> str | None:
    """Where the story has a unit come on, '' where its side begins; None for one that it does not bring."""
    return game.story.place_of(unit) if game.story is not None else None


def later_of(battle: Any) -> Mapping[str, Any]:
    """Those who are still to come, by id."""
    later: Mapping[str, Any] = getattr(battle, "later", {})
    return later


def _whose(name: str) -> str:
    """The unit of a force to which one belongs: the crew A3c to the vehicle A3."""
    return name.rstrip("abcdefghijklmnopqrstuvwxyz")


def _rank(name: str) -> tuple[bool, str, int]:
    """The order of a list of units; what came in play, or is nobody's, stands last."""
    number = _whose(name)[1:]
    return (not name[:1].isupper(), name[:1], int(number) if number.isdecimal() else 0)


# ---------------------------------------------------------------- coming on
def arrivals(game: Game[Any]) -> list[Step]:
    """At the beginning of a turn: the words of those moments that bring somebody now, and a step for each who comes."""
    story = game.story
    if story is None or not later_of(game.state):
        return []
    for moment in story.bringing(game):
        game.emit(Narrated(moment.says))
    return [Arrive(name) for name in story.waiting if name in game.state.later]


@frozen
class Arrive(Step):
    says = "A unit that the scenario brings now comes on. Without room it waits for the next turn."
    who: str

    def describe(self, game: Game[Any]) -> str:
        return f"{self.who} comes on"

    def run(self, game: Game[Any]) -> None:
        story, system, held = game.story, game.system, later_of(game.state)
        if story is None or not isinstance(system, Reinforced) or self.who not in held:
            return
        seat = held[self.who].seat
        if not system.fights_on(game, seat):
            return  # it gave up before they came
        bring(game, self.who)
        if (ask := system.arrival(game, self.who)) is not None:
            story.waiting = tuple(name for name in story.waiting if name != self.who)
            game.push(ask)
            return
        for name in held:
            system.units_of(game.state).pop(name, None)
        game.state.later = held
        game.emit(Event(f"{does(held[self.who].name, 'finds')} no room and waits for the next turn", (), seat))
