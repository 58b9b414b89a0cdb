"""The command that jumps: to a unit, to terrain that has a name, or to what a panel opens."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.screens.base.jump_page import JumpPage, Target
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.table.points import spot_text

COMMAND = "command "
"""What the key of a target begins with that is no spot but a command."""


class Jump:
    """Letters at each unit, spot and panel of a battle."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_jump(self) -> None:
        cursor = self.view.field.place_of(self.view.field.cursor)
        spots = {target.key: target for target in self._spots()}
        targets = [*spots.values()]
        if cursor is not None:
            targets.sort(key=lambda target: abs(target.x - cursor.x) + 2 * abs(target.y - cursor.y))
        page = JumpPage([*targets, *self._panels()], self.view.size.width, self.view.size.height)
        self.view.tabletop.push_screen(page, self._go)

    def _go(self, key: str | None) -> None:
        if key is None:
            return
        if key.startswith(COMMAND):
            self.view.run_command(self.view.commands[key.removeprefix(COMMAND)])
        else:
            self.view.lay_cursor(key)

    def _spots(self) -> Iterator[Target]:
        """Units and pieces first, then terrain by its middle, as far as they are in view."""
        scene = self.model.scene
        for spot in (token.spot for token in scene.tokens if token.spot):
            yield from self._at(spot)
        for area in scene.areas if isinstance(scene, TableScene) else ():
            if area.name and area.points:
                count = len(area.points)
                middle = sum(x for x, _ in area.points) / count, sum(y for _, y in area.points) / count
                yield from self._at(spot_text((round(middle[0], 2), round(middle[1], 2))))

    def _at(self, spot: str) -> Iterator[Target]:
        place = self.view.field.place_of(spot)
        if place is not None:
            yield Target(place.x, place.y, spot)

    def _panels(self) -> Iterator[Target]:
        """What the panels around the map open."""
        shown = self.view.panels
        opened = (
            (shown.status, "battle.agenda"),
            (shown.roster, "battle.roster"),
            (shown.side, "battle.options"),
            (shown.log, "battle.log"),
        )
        for panel, command in opened:
            known = self.view.commands.by_id.get(command)
            if known is not None and panel.display and panel.region.width:
                yield Target(panel.region.right - 2, panel.region.y, COMMAND + command)
