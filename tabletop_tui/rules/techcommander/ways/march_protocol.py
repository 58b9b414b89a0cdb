"""What whoever reacts to movement knows of a march: whose the ways are, and where on them each of them is how high."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Protocol

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.surface_heights import height_of
from tabletop_tui.rules.techcommander.ways.elevation_profile import course_of
from tabletop_tui.rules.techcommander.ways.ground_effects import left_of
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import ALL, Span, Spans
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spots


class Marching(Protocol):
    """A march of units that go at the same time (`movement.March`, which is built on its watches)."""

    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def on(self) -> tuple[str, ...]: ...
    @property
    def done(self) -> float: ...
    @property
    def length(self) -> float: ...
    @property
    def paths(self) -> list[Path]: ...
    def share(self, at: float) -> float: ...
    def at(self, done: float) -> Spots: ...
    def entries(self, parts: Spans, holds: Callable[[float], bool]) -> list[float]: ...
    def told(self, at: float) -> str: ...


class Watch(Protocol):
    """A kind of reaction to movement. The march is `movement.March`, which is built on its watches."""

    prefix: str
    """With which its keys begin, as in 'hatch:B2'; the next word of a key is the seat or a unit of whoever reacts."""

    def dues(self, game: Game[Battle], march: Any) -> Iterable[Due]:
        """Where on the way it becomes due."""
        ...

    def steps(self, game: Game[Battle], march: Any, due: Due) -> Sequence[Step]:
        """What puts it to its seat; the unit has been put to that place."""
        ...


Way = tuple[Unit, Path]
"""A unit and its way, the start first."""


def ways(battle: Battle, march: Marching) -> Iterator[Way]:
    return ((battle.units[name], path) for name, path in zip(march.units, march.paths, strict=True))


def surfaces(battle: Battle, march: Marching, way: Way) -> Iterator[tuple[Span, str]]:
    """The parts of a way, with the surface on which the unit is there; what is behind it counts as the first one."""
    unit, path = way
    rest = left_of(path, done := march.share(march.done))
    if len(rest) < 2 or path.length <= TINY:
        yield ALL[0], unit.on
        return
    course = course_of(battle, unit, rest, march.on[march.units.index(unit.id)] or unit.on)
    starts = [0.0, *(min(1.0, done + change.at / path.length) for change in course.changes[1:])]
    for change, (begin, end) in zip(course.changes, pairwise((*starts, 1.0)), strict=True):
        yield (begin, end), change.on


def levels(battle: Battle, march: Marching, way: Way) -> Iterator[tuple[Span, float]]:
    """The same parts, with how high the unit is there, in centimetres."""
    return ((part, height_of(battle, on)) for part, on in surfaces(battle, march, way))
