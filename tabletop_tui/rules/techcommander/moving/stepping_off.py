"""What a unit does that was set down counts as its action (TC-OFFLOAD-2), and stepping off as a move of up to half."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.state.battle import Battle

STEP = 0.01
"""So far it counts as having moved for its shot, in centimetres: any move of up to half is -1."""


@frozen
class HalfMoved(Step):
    says = "A unit that was set down has acted; if it attacks, it does so at -1."
    unit: str
    moved: bool
    rules = ("TC-OFFLOAD-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} acts as it is set down"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.acted += 1
        unit.moved = STEP if self.moved else 0.0
