"""Where a unit stands on an open table, as a position says it: one place for all of it, or a place for each model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.validation import Wrong, text
from tabletop_tui.rulebook.position_form import CONVERTER, PositionField, ShorthandField
from tabletop_tui.skirmish.unit_fields import plan_of
from tabletop_tui.table import bases
from tabletop_tui.table.points import Spots


@frozen
class At(ShorthandField):
    """The middle of a unit in a formation, as it is typed in a game: "10,12", "10,12 form=line", or a list of these."""

    spacing: float = 1.0
    """From middle to middle of neighbours, in units of the table."""

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        words = value.split() if isinstance(value, str) else value
        if not isinstance(words, list | tuple) or not words:
            raise Wrong('give a place, as "10,12" or "10,12 form=line turn=90"')
        plan = plan_of([text(word) for word in words])
        if isinstance(plan, Refusal):
            raise Wrong(plan.why)
        shape = bases.turned(bases.formation(plan.stance, thing.left, self.spacing), plan.turn)
        thing.models = plan.nudged(bases.shifted(shape, plan.waypoints[-1]))
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

    def put(self, battle: Any, thing: Any, value: Any) -> None:
        models: Spots = CONVERTER.structure(value, Spots)
        if self.lose is not None and 0 < len(models) < thing.left:
            self.lose(thing, len(models))
        thing.models = models
