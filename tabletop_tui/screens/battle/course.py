"""The course of a battle: taking back and giving again, notes on the rules, giving up and agreeing on a draw."""

from __future__ import annotations

from tabletop_tui.play.recording import note_fault
from tabletop_tui.screens.base.dialogs import AskText, Confirm
from tabletop_tui.screens.battle.parts import Play


class GameControl:
    """Goes back and forth in a battle, and ends it."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model

    def do_undo(self) -> None:
        self.view.take_back(self.model.session.undo)

    def do_redo(self) -> None:
        self.view.take_back(self.model.session.redo)

    def do_undo_activation(self) -> None:
        self.view.take_back(lambda: self.model.session.back_to("activation"))

    def do_undo_round(self) -> None:
        self.view.take_back(lambda: self.model.session.back_to("round"))

    def do_question(self) -> None:
        """Note a question about the rules, to be settled later."""

        def check(typed: str) -> str:
            return note_fault(typed.strip()) if typed.strip() else "type the question, as 'may it turn first?'"

        def noted(text: str | None) -> None:
            if text is not None:
                self.view.attempt(lambda: self.model.session.note(text.strip()))

        self.view.tabletop.push_screen(AskText("A question about the rules, for later", check), noted)

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
