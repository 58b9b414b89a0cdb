"""Commands that go from unit to unit: the list of all, the next that has to act, the next platoon."""

from __future__ import annotations

from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.screens.forces.roster import RosterSheet
from tabletop_tui.widgets.map.table.unit_bodies import platoons


class UnitCommands:
    """None of them changes the game."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_roster(self) -> None:
        model, painter = self.model, self.view.field.painter
        assert painter is not None
        here = self.view.field.cursor
        far = {line.unit: painter.far(here, line.spot) for line in model.roster if line.unit in model.where}
        sheet = RosterSheet(model.roster, model.names, far, model.unit_in_hand, model.standing.nearness)
        self.view.tabletop.push_screen(sheet, self.view.lay_cursor)

    def do_next_unit(self) -> None:
        """On to the next unit of the seat that is asked which has not acted yet."""
        seat = self.model.question.seat if self.model.question is not None else 0
        waiting = [line.spot for line in self.model.roster if line.seat == seat and self.model.has_to_act(line)]
        if not waiting:
            self.view.note(f"Every unit of {self.model.names[seat]} on the table has acted")
            return
        here = self.view.field.cursor
        self.view.lay_cursor(waiting[(waiting.index(here) + 1) % len(waiting)] if here in waiting else waiting[0])

    def do_platoon(self) -> None:
        """On to the first unit on the table of the next platoon of the seat that is asked."""
        model = self.model
        seat = model.question.seat if model.question is not None else 0
        of_seat = [units for units in platoons(model.scene.tokens) if self._seat_of(units[0]) == seat]
        standing = [[unit for unit in units if unit in model.where] for units in of_seat]
        standing = [units for units in standing if units]
        if not standing:
            self.view.note(f"No unit of {model.names[seat]} is on the table")
            return
        here = next((place for place, units in enumerate(standing) if model.unit_here in units), -1)
        place = (here + 1) % len(standing)
        self.view.lay_cursor(model.where[standing[place][0]])
        self.view.note(f"Platoon {standing[place][0]} to {standing[place][-1]}, {place + 1} of {len(standing)}")

    def _seat_of(self, unit: str) -> int | None:
        return next((line.seat for line in self.model.roster if line.unit == unit), None)
