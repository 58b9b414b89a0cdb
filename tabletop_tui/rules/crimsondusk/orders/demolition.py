"""Thermal detonators against buildings and walls that their bearers touch (CD-EQ-THERMAL)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.building_damage import Crack, breakable
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.melee.vehicle_melee import MELTS, THERMAL, TOUCH
from tabletop_tui.rules.crimsondusk.orders.spending_ap import SpendPoint
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction


@frozen
class ToDemolish(UnitAction):
    key, label, rule, cost = "demolish", "Use thermal detonators", "CD-EQ-THERMAL", "1 AP"
    says = "Each bearer who touches a building or wall hits it with P 14, without a die to hit."

    @property
    def charges(self) -> list[tuple[str, str]]:
        """Who uses one on what: the nearest that he touches."""
        found = []
        for man in self.battle.able(self.unit):
            if man.soldier.has(THERMAL) and self.unit.models:
                spot = self.unit.spot_of(man.id)
                near = [(piece.figure.distance(spot), piece.id) for piece in breakable(self.battle.table)]
                touched = [pair for pair in near if pair[0] <= self.unit.radius + TOUCH]
                found += [(man.id, min(touched)[1])] if touched else []
        return found

    def refuse(self) -> Refusal | None:
        return None if self.charges else Refusal("nobody who has one touches a building or wall", "CD-EQ-THERMAL")

    def steps(self) -> Sequence[Step]:
        hit = Hit(MELTS, 0, "Thermal detonator")
        return [SpendPoint(self.unit.id, ()), *(Crack(self.unit.id, piece, hit) for _, piece in self.charges)]

    def preview(self) -> Preview | None:
        return Preview(
            tuple(Line(man, f"P {MELTS} on {piece}", rules=("CD-EQ-THERMAL",)) for man, piece in self.charges)
        )
