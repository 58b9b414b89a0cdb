"""A script of answers for a session: some are given only if they are asked for, what is merely offered is passed.

With typed dice the script has their faces too, and says where there are too few of them or too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.question import Answer, DiceQuestion, Question
from tabletop_tui.engine.reactions import declining
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen


@frozen
class IfAsked:
    """An answer that is left out unless this is asked now: its prompt has these words, or this rule is behind it."""

    asked: str
    answer: Answer

    def fits(self, question: Question) -> bool:
        return self.asked in question.prompt or self.asked in question.rules


class BadScript(Exception):
    """A script that does not fit the game, in a sentence: which of its answers, and what is asked there."""


def follow(session: Session, answers: Sequence[Any], dice: Sequence[int] = ()) -> list[Event]:
    """Give these answers one after another, and the faces to typed dice; what happened.

    What is merely offered (reactions, things that may be used at any time) is passed unless the next answer fits
    there, also after the last one. Refused for an answer that is refused, with its number; BadScript for an answer
    that nobody asks for, and for dice too few or too many.
    """
    happened, faces = session.run(), list(dice)
    for number, entry in enumerate(answers):
        answer = entry.answer if isinstance(entry, IfAsked) else entry
        happened += _as_far(session, entry, answer, faces)
        question = session.question
        if isinstance(entry, IfAsked) and (question is None or not entry.fits(question)):
            continue
        if question is None:
            raise BadScript(f"answer {number + 1}, {answer!r}: the game is over, nobody asks for it")
        try:
            happened += session.answer(answer)
        except Refused as refused:
            refused.add_note(f"answer {number + 1} of the script, to {question!r}")
            raise
        happened += session.run()
    happened += _as_far(session, None, None, faces)
    if faces:
        raise BadScript(f"these dice of the script were not rolled: {' '.join(map(str, faces))}")
    return happened


def _as_far(session: Session, entry: Any, answer: Answer, faces: list[int]) -> list[Event]:
    """Roll typed dice and pass offers up to the question that the next answer is for; `faces` are used up."""
    happened: list[Event] = []
    while (question := session.question) is not None:
        if isinstance(question, DiceQuestion):
            if len(faces) < question.count:
                raise BadScript(f"{question.prompt}: {question.count} dice to roll, {len(faces)} in the script")
            happened += session.answer([faces.pop(0) for _ in range(question.count)])
        else:
            decline = declining(session.game)
            fits = entry.fits(question) if isinstance(entry, IfAsked) else question.refuse(answer) is None
            if not decline or (entry is not None and fits):
                break
            happened += session.answer(decline)
        happened += session.run()
    return happened
