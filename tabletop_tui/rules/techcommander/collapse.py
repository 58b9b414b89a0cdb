"""Pieces of terrain that are destroyed (TC-TERR-1): removed at once, by damage, a breach or too much weight."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.battle import Battle


@frozen
class Collapse(Step):
    says = "The piece of terrain is destroyed and removed at once."
    piece: str
    seat: int | None = None
    """Whose doing it is (TC-PTS-8) ..."""
    by: str = ""
    """... and which unit's, '' for none."""
    rules = ("TC-TERR-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{game.state.table.piece(self.piece).called} is destroyed"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if self.piece not in battle.ruins:
            battle.ruins = (*battle.ruins, self.piece)
            game.emit(Event(f"The {battle.table.piece(self.piece).called} is destroyed", self.rules, self.seat))
