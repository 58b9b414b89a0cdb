"""Turning on the spot (TC-MOVE-2): which way the base of a unit faces, and with it, torso and turret (TC-MOVE-3)."""

from __future__ import annotations

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, move_field
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import way_words


@frozen
class ChooseFacing(Ask):
    title = "Choose a facing"
    says = "The player says which way the unit faces; it stays where it is."
    unit: str
    rules = ("TC-MOVE-2", "TC-MOVE-3")

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name}: which way does it face? Now {way_words(unit.facing)}."
        field = move_field(game.state, unit, 0.0)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        _, facing = game.asked_field(self, MoveField).places(answer)
        unit.facing = round(facing % 360, 2)
        if unit.posted is not None:
            unit.posted = unit.facing  # what it covers is where its weapons point (TC-POSTUP-2)
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.name} faces {way_words(unit.facing)}", self.rules, unit.seat, unit.id, (where, where)))
