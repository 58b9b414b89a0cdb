"""The list of saved games, of which one is played on or watched."""

from __future__ import annotations

from textual import events

from tabletop_tui import paths
from tabletop_tui.play.saved_game_summaries import SavedGame, glance
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.widgets.styled_text import TextLine

DATE = 11
"""The width of a date and time, without the year."""


class SavedGames(Choose):
    """The list of saved games: one is played on, or watched."""

    hint: TextLine = [
        *[(" Enter", "hint-key"), (" play on  ", "hint"), ("Right", "hint-key"), (" watch the replay  ", "hint")],
        *[("F3", "hint-key"), (" analysis  ", "hint"), ("Esc", "hint-key"), (" close", "hint")],
    ]

    def __init__(self) -> None:
        super().__init__("Load a game", saved_items(), "no game has been saved yet")
        self.watching = False
        """Whether the chosen game is to be watched, not played on ..."""
        self.analysing = False
        """... or analysed."""

    def on_key(self, event: events.Key) -> None:
        if event.key in ("right", "f3"):
            event.stop()
            event.prevent_default()
            self.watching, self.analysing = event.key == "right", event.key == "f3"
            self._take()
            return
        super().on_key(event)


def saved_items() -> list[ListItem]:
    """The saved games, the latest first."""
    return [ListItem(str(path), item_line(glance(path))) for path in paths.saved_games()]


def item_line(game: SavedGame) -> TextLine:
    if game.damaged:
        return [(f"{game.date:{DATE}}  ", "dim"), (game.scenario, "bad"), ("  cannot be read", "bad")]
    turn = f"{game.system.round} {game.round}"
    return [
        (f"{game.date[5:]:{DATE}}  ", "dim"),
        (f"{game.system.short:<13} ", "text"),
        (f"{turn:<8} ", "text"),
        (game.sides, "good" if game.finished else "text"),
        (f"  {game.called}", "strong"),
    ]
