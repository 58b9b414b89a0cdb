"""Where a unit stands on an open table, as a position says it: one place for all of it, or a place for each model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import atan2, degrees
from typing import Any

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.validation import Wrong, text
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position_form import CONVERTER, PositionField
from tabletop_tui.skirmish.unit_place_fields import plan_of
from tabletop_tui.table import bases, formations
from tabletop_tui.table.points import Spots, spot_text

PLAIN = "block"
"""The formation of whoever names none."""


OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}


def both_edges(edges: tuple[str, ...], seats: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The edges of two seats as a position has them: whoever names one edge has named the other."""
    named = [seat.get("edge") is not None for seat in seats]
    if named == [True, False]:
        return edges[0], OPPOSITE.get(edges[0], "")
    return (OPPOSITE.get(edges[1], ""), edges[1]) if named == [False, True] else edges


def formed(models: Spots, spacing: float) -> str:
    """How models stand, as `At` reads it: "10,12", "10,12 form=line turn=90"; "" for one, or in no formation.

    What is said puts each of them just where it stands; `spacing` is from middle to middle of neighbours.
    """
    if len(models) < 2:
        return ""
    middle, ways = bases.place_of(models), (0.0, bases.HUNDREDTH, -bases.HUNDREDTH)
    spots = [(round(middle[0] + x, 2), round(middle[1] + y, 2)) for x, y in product(ways, ways)]
    for stance in formations.FORMATIONS[1:]:
        shape = formations.formation(stance, len(models), spacing)
        for turn in sorted({0, _turn_between(shape, models)}):
            there = formations.turned(shape, turn)
            for spot in spots:
                if formations.shifted(there, spot) == models:
                    words = [spot_text(spot), f"form={stance}", f"turn={turn}"]
                    return " ".join(words[: 3 if turn else 1 if stance == PLAIN else 2])
    return ""


def _turn_between(shape: Spots, models: Spots) -> int:
    """By how many degrees clockwise the way from the first to the last model is turned, to the whole degree."""
    ways = [(spots[-1][0] - spots[0][0], spots[-1][1] - spots[0][1]) for spots in (shape, models)]
    before, after = (degrees(atan2(y, x)) for x, y in ways)
    return round(after - before) % 360


@frozen
class At(PositionField):
    """The middle of a unit in a formation, as it is typed in a game: "10,12", "10,12 form=line", or a list of these."""

    spacing: float = 1.0
    """From middle to middle of neighbours, in units of the table."""

    def get(self, battle: Any, thing: Any) -> Any:
        return formed(thing.models, self.spacing) or None if len(thing.models) == thing.left else None

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        words = value.split() if isinstance(value, str) else value
        if not isinstance(words, list | tuple) or not words:
            raise Wrong('give a place, as "10,12" or "10,12 form=line turn=90"')
        plan = plan_of([text(word) for word in words])
        if isinstance(plan, Refusal):
            raise Wrong(plan.why)
        shape = formations.turned(formations.formation(plan.stance, thing.left, self.spacing), plan.turn)
        thing.models = plan.nudged(formations.shifted(shape, plan.waypoints[-1]))
        self.face(thing, plan.turn % 360)

    def face(self, thing: Any, turn: float) -> None:
        """Turn a unit, where that means anything to it, to so many degrees."""
        if thing.vehicle:
            thing.facing = turn


@frozen
class Models(PositionField):
    """The place of each model."""

    lose: Callable[[Any, int], None] | None = None
    """Leaves a unit with so many models."""
    spacing: float = 1.0
    """As of `At`, which says it shorter where they stand in a formation."""

    def get(self, battle: Any, thing: Any) -> Any:
        shorter = len(thing.models) == thing.left and formed(thing.models, self.spacing)
        return None if shorter else super().get(battle, thing)

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        models: Spots = CONVERTER.structure(value, Spots)
        if self.lose is not None and 0 < len(models) < thing.left:
            self.lose(thing, len(models))
        thing.models = models
