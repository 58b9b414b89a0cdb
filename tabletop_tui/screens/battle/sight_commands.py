"""Commands that show who sees what: from the side, by light, who sees the spot under the cursor."""

from __future__ import annotations

from tabletop_tui.rulebook.system import SeenFromSide
from tabletop_tui.screens.battle.battle_model import WATCHERS
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.screens.battle.sight_light_source import ALWAYS, NEVER


class SightCommands:
    """None of them changes the game."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_side_view(self) -> None:
        if not isinstance(self.model.game.system, SeenFromSide):
            self.view.note("No view from the side: in this rulebook no sight hangs on heights")
            return
        self.model.from_side = not self.model.from_side
        self.view.share_room(self.view.size.width, self.view.size.height)

    def do_light(self) -> None:
        """On and off; the setting says how it begins."""
        model, painter = self.model, self.view.field.painter
        if painter is None or not painter.palette.lamps:
            self.view.note("There are not colours enough for light")
            return
        model.lighting = NEVER if model.lighting == ALWAYS else ALWAYS
        self.view.draw_cursor()
        unit = model.unit_in_hand
        lit = f"Light: what {unit} sees; red: enemies see and reach it" if unit in model.where else "Light"
        self.view.note(lit if model.lighting == ALWAYS else "No light")

    def do_watchers(self) -> None:
        self.model.overlay_name = "" if self.model.overlay_name == WATCHERS else WATCHERS
        self.view.draw_cursor()
        self.view.note("Who sees the spot under the cursor" if self.model.overlay_name else "No overlay")
