"""The places to which a unit can go straight on as it stands, found for all at once (AMC-MOVE-3, AMC-TERR-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import nan

import numpy as np
import shapely
from attrs import define

from tabletop_tui.rules.armymen.state.battle import Unit
from tabletop_tui.table.bases import TINY, edge_distance, middles
from tabletop_tui.table.kept_distances import EDGE, Flags, Floats, Keep, Shapes, lines
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece


@define(slots=False)
class Sweep:
    """A move of a unit whose models keep their places among each other."""

    unit: Unit
    others: Sequence[Unit]
    """The units that could be in the way."""
    difficult: Sequence[Piece]
    """The terrain that caps the move."""
    allowance: float
    cap: float
    clearance: float
    """How far units keep from each other."""

    def taken(self, middle: Spot, spots: Sequence[Spot]) -> Floats:
        """What it takes to go to places of the table, in inches; inf where it cannot, nan where that is too close."""
        models = np.array(self.unit.models)
        ends = np.round((models - np.array(middle))[None] + np.array(spots)[:, None], 2)
        away = np.hypot(*np.moveaxis(ends - models, 2, 0)).max(axis=1)
        barred, maybe = away > self.allowance + 2 * TINY, np.zeros(len(spots), bool)
        capped = away > self.cap + TINY
        for number, model in enumerate(self.unit.models):
            left = np.flatnonzero(~barred)
            legs = lines(model, ends[left, number])
            near = self.beside.met(legs, False)
            barred[left] |= self.against.met_among(near, legs)
            slow = capped[left]
            slow[slow] = self.slowing.met(legs[slow], False)
            barred[left] |= self.slowed(slow, legs)
            maybe[left] |= near | slow
        found = np.where(maybe, nan, away)
        found[barred] = np.inf
        return found

    @cached_property
    def beside(self) -> Keep:
        """How far a model stays off the models of others, where it goes and where it ends."""
        return Keep.off(
            (middles(one.models), self.unit.radius + one.radius + self.clearance + 2 * TINY) for one in self.others
        )

    @cached_property
    def against(self) -> Keep:
        """What its way may not come as near to, if it does not begin there."""
        unit, clear = self.unit, self.clearance + TINY
        away = [one for one in self.others if edge_distance(unit.models, unit.radius, one.models, one.radius) > clear]
        return Keep.off((middles(one.models), unit.radius + one.radius + clear) for one in away)

    @cached_property
    def slowing(self) -> Keep:
        return Keep.off((piece.shape, 0.0) for piece in self.difficult)

    @cached_property
    def _within(self) -> Keep:
        return Keep.off((piece.shape.buffer(-3 * EDGE, join_style="mitre"), 0.0) for piece in self.difficult)

    def slowed(self, some: Flags, legs: Shapes) -> Flags:
        """Which of some legs surely lead through difficult terrain."""
        found = some.copy()
        for whole, _ in self._within.groups if some.any() else ():
            found[some] = shapely.intersects(whole, legs[some])
        return found
