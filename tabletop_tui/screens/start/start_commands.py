"""The ways to begin a game, which the title and the welcome offer alike."""

from __future__ import annotations

from tabletop_tui.screens.base.command_screen import DrawnScreen


class Begin(DrawnScreen[None]):
    """A screen from which games begin."""

    def done(self) -> None:
        """A way to begin was taken: what is left to do on this screen."""

    def do_learn(self) -> None:
        self.tabletop.first_game("Learn which rulebook?", True, self.note, self.done)

    def do_quick(self) -> None:
        self.tabletop.first_game("A small game of which rulebook?", False, self.note, self.done)

    def do_two(self) -> None:
        self.tabletop.first_game("A small game for two of which rulebook?", False, self.note, self.done, True)

    def do_new(self) -> None:
        self.done()
        self.tabletop.open_screen("new game")
