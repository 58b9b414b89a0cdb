"""What becomes due on the way of a unit, and the steps that put it to its seat (TC-REACT-1).

Each kind of reaction to movement is a Watch; whoever builds one adds it to WATCHES.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.battle import Battle
from tabletop_tui.rules.techcommander.footing import FOOTING
from tabletop_tui.rules.techcommander.skull_claims import SkullWatch
from tabletop_tui.skirmish.march import Due, March


class Watch(Protocol):
    """A kind of reaction to movement."""

    prefix: str
    """With which its keys begin, as in 'posted:B2'."""

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        """Where on the way it becomes due, at one place in the order of TC-REACT-1."""
        ...

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        """What puts it to its seat; the unit has been put to that place."""
        ...


WATCHES: tuple[Watch, ...] = (*FOOTING, SkullWatch())


def dues(game: Game[Battle], march: March) -> Iterable[Due]:
    for watch in WATCHES:
        yield from watch.dues(game, march)


def steps(game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
    watch = next(watch for watch in WATCHES if due.key.startswith(watch.prefix))
    return watch.steps(game, march, due)
