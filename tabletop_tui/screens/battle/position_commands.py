"""Commands for the position as it stands: saved as a file, printed as a plan, opened in the editor."""

from __future__ import annotations

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import position_files, position_saving
from tabletop_tui.screens.base.dialogs import AskText
from tabletop_tui.screens.battle.screen_protocols import View


class PositionCommands:
    """They leave the game as it is."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_save_position(self) -> None:
        """Save the game as it stands as a file that is played like a scenario."""
        if why := position_files.why_not(self.model.game):
            self.view.note(why)
            return

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                path = position_saving.save(self.model.session, name.strip(), paths.positions())
            except BadFile as error:
                self.view.note(error.brief)
            else:
                self.view.note(f"Saved: a new game offers it among the scenarios. The file is {path}")

        def check(typed: str) -> str:
            if not typed.strip():
                return f"give a name, as 'The bridge, {self.model.standing.called} 3'"
            return position_files.name_fault(typed.strip())

        self.view.tabletop.push_screen(AskText("A name for this position", check), take)

    def do_print_position(self) -> None:
        """A page with all that stands on the table, to set the battle up by on a real one."""
        from tabletop_tui.reports import table_plan  # late: it brings the geometry of tables

        model = self.model
        name = f"{model.game.setup.scenario.get('name', 'Position')}, {model.standing.called} {model.standing.round}"
        try:
            path = table_plan.write_game_beside_reports(paths.reports(), model.game, name, "")
        except BadFile as error:
            self.view.note(error.brief)
        else:
            self.view.note(f"Written: {path}, and a picture beside it")

    def do_edit_position(self) -> None:
        """The position in the editor; the game stays as it is."""
        if why := position_files.why_not(self.model.game):
            self.view.note(why)
            return
        name = f"{self.model.game.setup.scenario.get('name', 'Position')}, {self.model.standing.name.lower()}"
        try:
            self.view.tabletop.open_screen("edit battle", self.model.game, name)
        except BadFile as error:
            self.view.note(error.fix)
