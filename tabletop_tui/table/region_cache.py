"""What was found out on an open table, kept until something moves: the boxes around bodies, and parts of the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from attrs import define, field

from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Box, box_of, overlap

NOWHERE: Box = (inf, inf, -inf, -inf)
"""The box around nothing, which overlaps no other."""
_last_placed = object()
"""Another one whenever a body is placed, in whatever battle."""


def boxed(body: Any, _attribute: object, models: Spots) -> Spots:
    """As `on_setattr` of the `models` of a body: whenever they are placed, its `box` is the one around them."""
    global _last_placed
    _last_placed = object()
    body.box = box_of(models) if models else NOWHERE
    return models


@define(slots=False)
class Kept:
    """Findings, each with the box of the table that it hangs on; what stands elsewhere may move as it likes.

    Nobody has to tell when something moves: once a body was placed anywhere, all of them are compared with how they
    stood at the last look.
    """

    _bodies: list[Spots] = field(factory=list, init=False)
    _ground: object = field(default=None, init=False)
    _placed: object = field(default=None, init=False)
    _found: dict[Hashable, tuple[Any, Box, bool, Hashable]] = field(factory=dict, init=False)

    def clone(self) -> Kept:
        new = Kept()
        new._bodies, new._ground, new._placed = self._bodies, self._ground, self._placed
        new._found = self._found.copy()
        return new

    def holds(self, ground: object) -> bool:
        """Whether surely nothing has changed since the last look: no body was placed, and the ground is the same."""
        return self._placed is _last_placed and ground == self._ground

    def look(self, bodies: list[Spots], ground: object) -> None:
        """Forget what hangs on where these bodies, always in the same order, stand otherwise than at the last look.

        `ground` is whatever else counts; when it is another one, all is forgotten.
        """
        self._placed = _last_placed
        if bodies == self._bodies and ground == self._ground:
            return
        if ground != self._ground or len(bodies) != len(self._bodies):
            self._found.clear()
        else:
            for before, now in zip(self._bodies, bodies, strict=True):
                if before != now:
                    self._forget(before, came=False)
                    self._forget(now, came=True)
        self._bodies, self._ground = bodies, ground

    def _forget(self, body: Spots, came: bool) -> None:
        if body:
            box = box_of(body)
            self._found = {
                key: (value, around, room, own)
                for key, (value, around, room, own) in self._found.items()
                if (room and value is not came) or not overlap(around, box)
            }

    def find(self, key: Hashable, work: Callable[[], tuple[Any, Box]], room: bool = False, own: Hashable = None) -> Any:
        """What is kept under a key; where nothing is, `work` finds it, and the box that it hangs on.

        With `room` it is whether there is room: that is lost only when a body comes, and gained only when one leaves.
        `own` is what else it hangs on, such as where the body stands whose affair it is.
        """
        kept = self._found.get(key)
        if kept is None or kept[3] != own:
            kept = self._found[key] = (*work(), room, own)
        return kept[0]
