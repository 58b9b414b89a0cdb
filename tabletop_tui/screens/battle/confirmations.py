"""Asking once before an answer that gives up more than it says: the rest of a phase, of an activation, a last round."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from tabletop_tui.engine.question import Answer
from tabletop_tui.screens.base.dialogs import Confirm
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.styled_text import TextLine


class Sure(Confirm):
    """What is asked; `y` does it, every other key leads back to the question, where something else is marked then."""

    yes: TextLine = [(" y", "hint-key"), (" do it  ", "hint")]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.close((event.character or "").lower() == "y")


def when_sure(view: Play, answer: Answer, send: Callable[[], bool]) -> bool:
    """Send an answer; first ask, where the setting says so and the answer gives something up. Whether it was sent."""
    question = view.model.question
    asks = view.tabletop.options.sure == "ask"
    judged = asks and question is not None and question.refuse(answer) is None
    warning = question.warning(answer) if judged and question is not None else ""
    if not warning:
        return send()

    def answered(yes: bool | None) -> None:
        if view.model.question is not question:
            return
        if yes:
            send()
        else:
            view.mark_another(answer)

    view.tabletop.push_screen(Sure("Are you sure?", warning), answered)
    return False
