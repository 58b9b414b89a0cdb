"""The ways to begin a game, which the title and the welcome offer alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletop_tui.screens.base import DrawnScreen

if TYPE_CHECKING:
    from tabletop_tui.rulebook.system import System


class Begin(DrawnScreen[None]):
    """A screen from which games begin."""

    def done(self) -> None:
        """A way to begin was taken: what is left to do on this screen."""

    def do_learn(self) -> None:
        self._first_game("Learn which rulebook?", guided=True)

    def do_quick(self) -> None:
        self._first_game("A small game of which rulebook?", guided=False)

    def do_new(self) -> None:
        from tabletop_tui.screens.new_game import NewGameScreen

        self.done()
        self.tabletop.push_screen(NewGameScreen())

    def _first_game(self, heading: str, guided: bool) -> None:
        from tabletop_tui.rulebook.lessons import guide_of

        def go(found: System) -> None:
            self.done()
            self.tabletop.first_game(found.id, guided, self)

        self.for_system(heading, go, lambda found: "" if guide_of(found) else "It has no first game; begin a new game")

    def for_system(
        self, heading: str, go: Callable[[System], object], why_not: Callable[[System], str] = lambda _: ""
    ) -> None:
        """Do something for a rulebook: the only one there is, or the one that is chosen."""
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play.new_game import BadChoice
        from tabletop_tui.rulebook.registry import system, systems
        from tabletop_tui.screens.dialogs import Choose, Item

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                go(system(name))
            except (BadFile, BadChoice) as error:
                self.note(str(error))

        wrong: list[BadFile] = []
        found = systems(wrong)
        if len(found) == 1 and not wrong:
            take(found[0].id)
            return
        items = [Item(one.id, [(one.name, "dim" if why_not(one) else "text")], why_not(one)) for one in found]
        items += [Item("", [(str(error), "dim")], "Left out") for error in wrong]
        self.tabletop.push_screen(Choose(heading, items, "no rulebook is installed"), take)
