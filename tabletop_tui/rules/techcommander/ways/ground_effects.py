"""What happens under a unit on its way: edges it goes over, pieces it crashes through, what breaks under it.

These become due on a march like reactions (`stations.WATCHES`), and nobody is asked about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any, cast

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.state import surface_heights
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.ways.collapse import Collapse
from tabletop_tui.rules.techcommander.ways.elevation_profile import Course, course_of
from tabletop_tui.rules.techcommander.ways.falling import GoOver
from tabletop_tui.skirmish.interruptible_march import Due, March
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spots


def left_of(path: Path, share: float) -> Spots:
    """What is left of a way after this share of it."""
    if share <= 0:
        return path.points
    return (path.at(share), *(leg[1] for (_, end), leg in path.legs if end > share + TINY))


def walking(game: Game[Battle], march: March) -> Iterator[tuple[Unit, Course, float]]:
    """Each unit of a march, the course of the rest of its way, and by how much the longest way is longer than its."""
    whole = cast(Any, march)  # the march of this rulebook, which is built on its watches
    for name, path, on in zip(whole.units, march.paths, whole.on, strict=True):
        unit = game.state.units[name]
        rest = left_of(path, march.share(march.done))
        if path.length > TINY and len(rest) > 1:
            yield unit, course_of(game.state, unit, rest, on or unit.on), march.length / path.length


def due(march: March, at: float, scale: float, key: str) -> Due:
    """What becomes due after so much of the rest of a way, at the first hundredth beyond."""
    whole = march.done + ceil((at * scale) * 100 - TINY) / 100
    return Due(min(round(whole, 6), march.length), key)


class Edges:
    """Whoever does not jump falls where his way leads over an edge (TC-FALL-1)."""

    prefix = "edge:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        for unit, course, scale in walking(game, march):
            for change in course.falls:
                yield due(march, change.at, scale, f"{self.prefix}{unit.id}:{change.on}:{change.fall:g}")

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        _, name, on, height = due.key.split(":")
        return [GoOver(name, on, float(height))]


class Breaches:
    """A machine crashes through what is weaker than itself, which is destroyed at once (TC-BREACH-2)."""

    prefix = "breach:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        for unit, course, scale in walking(game, march):
            for loss in course.losses:
                if loss.breach:
                    yield due(march, loss.at, scale, f"{self.prefix}{unit.id}:{loss.piece}")

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        _, name, piece = due.key.split(":")
        return [Collapse(piece, game.state.units[name].seat, name)]


class Burdens:
    """What cannot bear a unit that comes on to it collapses under it (TC-OCC-1, TC-OCC-2)."""

    prefix = "burden:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        for unit, course, scale in walking(game, march):
            for change in course.changes[1:]:
                if surface_heights.overloads(game.state, unit, change.on):
                    yield due(march, change.at, scale, f"{self.prefix}{unit.id}:{change.on}")

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        _, name, piece = due.key.split(":")
        unit = game.state.units[name]
        unit.on = piece
        return [Collapse(piece, unit.seat, name)]


FOOTING = (Edges(), Breaches(), Burdens())
