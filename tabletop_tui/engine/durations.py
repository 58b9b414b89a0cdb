"""Durations: until when a status lasts, in one place.

A unit holds what lasts as a tuple of `Lasting` in its attribute `lasting`. A rulebook gives a status with `give`, says
with `come` which moment has come (an activation, a side's go or a turn begins or ends), and all that ends with it ends
by itself, with its line in the log.

    give(game, unit, Lasting("slowed", "CD-MOVE-9", next_activation(unit.id)))
    come(game, battle.units.values(), Moment("activation begins", unit.id))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol

from attrs import evolve

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game
from tabletop_tui.records import frozen

Point = Literal["activation begins", "activation ends", "go begins", "go ends", "turn begins", "turn ends"]


@frozen
class Moment:
    """A moment that has come: of an activation `whose` is the unit's id, of a go the seat's number, of a turn ''."""

    point: Point
    whose: str = ""


@frozen
class Until:
    """Up to a moment: the first of its kind from now on or, with a higher `count`, one that comes later."""

    point: Literal[Point, ""]
    """'' for a moment that never comes."""
    whose: str = ""
    count: int = 1

    def after(self, moment: Moment) -> Until | None:
        """What is left of it once a moment has come; None if it was that moment."""
        if (moment.point, moment.whose) != (self.point, self.whose):
            return self
        return evolve(self, count=self.count - 1) if self.count > 1 else None


REST_OF_GAME = Until("")


def next_activation(unit: str) -> Until:
    """Until this unit is activated next."""
    return Until("activation begins", unit)


def turn_end() -> Until:
    """To the end of the turn that is under way."""
    return Until("turn ends")


@frozen
class Lasting:
    """A status, the rule that gives it, and until when it lasts."""

    name: str
    rule: str
    until: Until
    since: Until | None = None
    """It is in force only from this moment on; None where it is so already."""
    by: str = ""
    """The unit whose doing it is, '' if none."""

    @property
    def in_force(self) -> bool:
        return self.since is None

    def after(self, moment: Moment) -> Lasting | None:
        """The same once a moment has come; None if it has ended with it."""
        until = self.until.after(moment)
        if until is None:
            return None
        since = self.since.after(moment) if self.since is not None else None
        return self if (until, since) == (self.until, self.since) else evolve(self, until=until, since=since)


# ---------------------------------------------------------------- the units of a battle
class Holder(Protocol):
    """A unit with statuses that last."""

    lasting: tuple[Lasting, ...]
    """Replaced when it changes, so that copies of the unit may share it."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int | None: ...


def has(unit: Holder, name: str) -> bool:
    """Whether a status is in force for a unit."""
    return any(one.name == name and one.in_force for one in unit.lasting)


def give(game: Game[Any], unit: Holder, lasting: Lasting) -> None:
    """A unit gets a status, in place of one of the same name."""
    before = has(unit, lasting.name)
    unit.lasting = (*(one for one in unit.lasting if one.name != lasting.name), lasting)
    if lasting.in_force and not before:
        _tell(game, unit, lasting, on=True)


def end(game: Game[Any], unit: Holder, name: str) -> None:
    """A status ends before its time, as where a reaction was used."""
    ended = [one for one in unit.lasting if one.name == name]
    unit.lasting = tuple(one for one in unit.lasting if one.name != name)
    for one in ended:
        if one.in_force:
            _tell(game, unit, one, on=False)


def come(game: Game[Any], units: Iterable[Holder], moment: Moment) -> None:
    """A moment has come: what lasted until then ends, and what was to begin with it is in force."""
    for unit in units:
        if not unit.lasting:
            continue
        passed = [(one, one.after(moment)) for one in unit.lasting]
        unit.lasting = tuple(after for _, after in passed if after is not None)
        for one, after in passed:
            if after is None and one.in_force:
                _tell(game, unit, one, on=False)
            elif after is not None and after.in_force and not one.in_force:
                _tell(game, unit, one, on=True)


def _tell(game: Game[Any], unit: Holder, lasting: Lasting, *, on: bool) -> None:
    text = f"{unit.name} is {lasting.name}" if on else f"{unit.name} is no longer {lasting.name}"
    game.emit(Status(text, (lasting.rule,), unit.seat, unit.id, lasting.name, on))
