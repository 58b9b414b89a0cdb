"""What stands around a unit, looked up by boxes, so that most of the table need not be asked about."""

from __future__ import annotations

from functools import cached_property

from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit, Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.profiles import VEHICLE_RADIUS
from tabletop_tui.table.bases import TINY, Spots
from tabletop_tui.table.polygons import Box, box_of, grown, near_any, overlap

CLEARANCE = 1.0
"""Between the models of different units (PMC-COH-2)."""


@frozen(slots=False)
class Surroundings:
    """All that a unit could come up against within a box, looked up once; as long as nothing changes it stays true."""

    battle: Battle
    unit: Unit
    box: Box
    touching: str = ""
    """A unit that is no obstacle, since contact with it is what is wanted."""

    @cached_property
    def barriers(self) -> tuple[MapPiece, ...]:
        """Where nobody can stand: walls, and what cannot be passed."""
        return self._near(terrain_state.ground(self.battle).barriers)

    @cached_property
    def terrain(self) -> tuple[MapPiece, ...]:
        """What stops or slows on the way."""
        return self._near(terrain_state.ground(self.battle).hindrances)

    def _near(self, pieces: tuple[MapPiece, ...]) -> tuple[MapPiece, ...]:
        box, radius = self.box, self.unit.type.radius
        return tuple([piece for piece in pieces if overlap(piece.box, box, radius)])

    @cached_property
    def wrecks(self) -> tuple[Wreck, ...]:
        box, radius = self.box, self.unit.type.radius
        return tuple([w for w in self.battle.wrecks if overlap((*w.spot, *w.spot), box, radius + w.radius)])

    @cached_property
    def others(self) -> tuple[Unit, ...]:
        """The other units, friends too."""
        unit, box, clear = self.unit, self.box, self.unit.type.radius + CLEARANCE
        return tuple(
            [
                other
                for other in self.battle.units.values()
                if other.models
                and other is not unit
                and overlap(other.box, box, clear + other.type.radius)
                and other.id != self.touching
            ]
        )

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        return tuple([other for other in self.others if other.seat != self.unit.seat])

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """The enemies from which the way keeps clear.

        One that is nearer than it should be, after an assault, does not hinder a unit from leaving: there only where
        the way ends matters.
        """
        unit, clear = self.unit, self.unit.type.radius + CLEARANCE - TINY
        return tuple(
            [
                other
                for other in self.enemies
                if not (unit.models and near_any(unit.models, other.models, clear + other.type.radius))
            ]
        )


def box_around(models: Spots, reach: float) -> Box:
    """The box that holds every place so far from these."""
    return grown(box_of(models), reach)


def clear_box(unit: Unit, box: Box) -> Box:
    """The box outside which no base stands in the way of a unit that stays in a box with the middles of its models."""
    return grown(box, unit.type.radius + CLEARANCE + VEHICLE_RADIUS)
