"""Setting up as in an earlier game: which one is chosen once, and then goes on at each turn of its seat."""

from __future__ import annotations

from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.earlier_setup import EarlierSetup, earlier_setup, games_alike, said, take_over
from tabletop_tui.play.saved_game_summaries import glance
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.styled_text import TextLine

NONE_ALIKE = "No earlier saved game has this scenario with this force in this seat"


class AsBefore:
    """Takes a seat's set-up over from a game that was saved before."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model
        self.earlier: dict[int, EarlierSetup] = {}
        """What each seat that wanted this still has to give."""

    def do_as_before(self) -> None:
        """Choose the earlier game, for the seat that is asked, and set up as there."""
        question, session = self.model.question, self.model.session
        assert question is not None
        seat, own = question.seat, session.journal.path if session.journal is not None else None
        games = games_alike([path for path in paths.played_last() if path != own], session.setup, seat)
        if not games:
            self.view.note(NONE_ALIKE)
            return

        def taken(key: str | None) -> None:
            if key is None or self.model.question is not question:
                return
            try:
                self.earlier[seat] = earlier_setup(Path(key), seat)
            except BadFile as error:
                self.view.note(error.brief)
            else:
                self.go_on()

        heading = f"{self.model.names[seat]} sets up as in which game?"
        self.view.tabletop.push_screen(Choose(heading, [self._item(path) for path in games]), taken)

    def _item(self, path: Path) -> ListItem:
        game = glance(path)
        line: TextLine = [(f"{game.date}  ", "dim"), (game.called, "strong"), (f"  {game.sides}", "text")]
        return ListItem(str(path), line)

    def go_on(self) -> bool:
        """Set up as before where the seat that is asked wanted that; whether anything was answered."""
        question = self.model.question
        earlier = self.earlier.get(question.seat) if question is not None and self.model.person_asked else None
        if earlier is None:
            return False

        taken = take_over(self.model.session, earlier)
        if taken.why:
            del self.earlier[earlier.seat]
        if taken.answers:
            self.view.attempt(lambda: taken.events)
        if taken.answers or taken.why:
            self.view.note(said(self.model.names[earlier.seat], taken))
        return bool(taken.answers)

    def forget(self) -> None:
        """Something was taken back: what is to come is the player's own again."""
        self.earlier.clear()
