"""Asking once before an answer that gives up more than it says: the rest of a phase, of an activation, a last round."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from textual import events

from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.screens.base.dialogs import Confirm
from tabletop_tui.screens.battle.model import BattleModel
from tabletop_tui.screens.battle.parts import Play
from tabletop_tui.widgets.styled_text import TextLine


class Sure(Confirm):
    """What is asked; `y` does it, every other key leads back to the question."""

    yes: TextLine = [(" y", "hint-key"), (" do it  ", "hint")]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.close((event.character or "").lower() == "y")


def warning_of(model: BattleModel, question: Question, answer: Answer) -> str:
    """What is to be asked before this answer; '' where it says all, or where there is no other."""
    if isinstance(question, Place):
        return stays(model, question, answer)
    if not isinstance(question, Pick) or (option := question.option(answer)) is None or option.refusal is not None:
        return ""
    return option.warning if len([*islice(question.legal(), 2)]) > 1 else ""


def stays(model: BattleModel, question: Place, answer: Answer) -> str:
    """The same of a move that leads nowhere; who goes on leg by leg ends so, and is not asked."""
    last = model.session.history[-1] if model.session.history else None
    begins = last is None or not isinstance(last.answer, list)
    here = model.where.get(question.about, "")
    if not (begins and here and answer == [here] and model.standing.round) or question.refuse(answer) is not None:
        return ""
    return f"{question.about} stays where it is: is its move given up?"


def when_sure(view: Play, answer: Answer, send: Callable[[], bool]) -> bool:
    """Send an answer; first ask, where the setting says so and the answer gives something up. Whether it was sent."""
    question = view.model.question
    asks = view.tabletop.options.sure == "ask"
    warning = warning_of(view.model, question, answer) if asks and question is not None else ""
    if not warning:
        return send()

    def answered(yes: bool | None) -> None:
        if yes and view.model.question is question:
            send()

    view.tabletop.push_screen(Sure("Are you sure?", warning), answered)
    return False
