"""The course of a battle: taking back and giving again, notes on the rules, giving up and agreeing on a draw."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.journal_recording import note_fault
from tabletop_tui.play.undo_consent import asked_first, refused
from tabletop_tui.screens.base.dialogs import AskText, Confirm
from tabletop_tui.screens.battle.screen_protocols import Play


class GameControl:
    """Goes back and forth in a battle, and ends it."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model
        self._agreed = -1
        """The table agreed to take back when so many answers stood; fewer of them are taken back unasked."""

    def do_undo(self) -> None:
        self._go_back(self.model.session.before_last)

    def _go_back(self, find: Callable[[], int]) -> None:
        """Back to as many answers as this finds. Among people the table is asked first, once for a row of steps."""
        session, custom = self.model.session, self.view.tabletop.settings.taking_back
        agreed = len(session.history) == self._agreed
        try:
            number = find()
        except Refused as error:
            self.view.note(str(error.refusal))
            return
        if why := refused(session, number, custom):
            self.view.note(why)
            return

        def confirmed(yes: bool | None) -> None:
            if yes:
                self._agreed = number if said or agreed else -1
                self.view.take_back(lambda: session.go_back(number))

        said = "" if agreed else asked_first(session, number, custom)
        if said:
            said = f"{said.removeprefix('Taken back: ')}. The log will tell it."
            self.view.tabletop.push_screen(Confirm("Take this back? Others at the table have seen it", said), confirmed)
        else:
            confirmed(True)

    def do_redo(self) -> None:
        self.view.take_back(self.model.session.redo)

    def do_undo_activation(self) -> None:
        self._go_back(lambda: self.model.session.beginning("activation"))

    def do_undo_round(self) -> None:
        self._go_back(lambda: self.model.session.beginning("round"))

    def do_question(self) -> None:
        """Note a question about the rules, to be settled later."""

        def check(typed: str) -> str:
            return note_fault(typed.strip()) if typed.strip() else "type the question, as 'may it turn first?'"

        def noted(text: str | None) -> None:
            if text is not None:
                self.view.attempt(lambda: self.model.session.note(text.strip()))

        self.view.tabletop.push_screen(AskText("A question about the rules, for later", check), noted)

    def do_real_dice(self) -> None:
        """The players roll real dice from here on, or the program does again."""
        self.view.attempt(self.model.session.change_dice)

    def do_concede(self) -> None:
        question = self.model.question
        assert question is not None
        name = self.model.names[question.seat]

        def confirmed(yes: bool | None) -> None:
            if yes:
                self.view.attempt(lambda: self.model.session.concede(question.seat))

        self.view.tabletop.push_screen(
            Confirm(f"{name} gives up?", f"{name} leaves the battle to the others."), confirmed
        )

    def do_draw(self) -> None:
        def confirmed(yes: bool | None) -> None:
            if yes:
                self.view.attempt(self.model.session.agree_draw)

        self.view.tabletop.push_screen(Confirm("A draw?", "All players agree that nobody wins."), confirmed)
