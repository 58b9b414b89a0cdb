"""An answer that is known as a whole, put into the draft of it: as if a person had made it so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_tui.engine.question import Answer, Number, Pick, Place, Split
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.battle.answer_draft import Draft


def prefill(draft: Draft, answer: Answer) -> str:
    """Make the draft this answer, as far as keys could make it; where the cursor has to lie for that, '' for anywhere.

    Whether it came out whole, `draft.answer(cursor) == answer` says.
    """
    question = draft.question
    if isinstance(question, Pick):
        option = question.option(answer)
        if option is not None:
            draft.opened |= {option.group} if option.group else set()
            draft.highlight_key(option.key)
        return ""
    if isinstance(question, Place):
        return _place(draft, list(answer))
    if draft.assigning is not None:
        draft.assigning.given = dict(answer)
    elif isinstance(question, Split):
        draft.shares = dict(answer)
    elif isinstance(question, Recruit):
        draft.shares = dict(Counter(row for row in answer if isinstance(row, str)))
    elif isinstance(question, Number):
        draft.typed, draft.proposed = str(answer), True
    return ""


def _place(draft: Draft, words: list[str]) -> str:
    if draft.piece is not None:
        draft.take_way(words)
        return ""
    spots = [word for word in words if "=" not in word]
    draft.waypoints, draft.form, draft.turn, draft.surface = spots[:-1], 0, 0, ""
    draft.nudges.clear()
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            _shape(draft, key, value, words)
    return spots[-1] if spots else ""


def _shape(draft: Draft, key: str, value: str, words: Sequence[str]) -> None:
    """A word of an answer that says how models stand around its last spot."""
    if key == "form" and draft.shaped is not None and value in draft.shaped.forms:
        draft.form = [*draft.shaped.forms].index(value)
    elif key == "turn":
        draft.turn = round(float(value))
    elif key == "on":
        draft.surface = value
    elif "," in value:
        names = {draft.name_of(number): number for number in range(1, _models(draft, words) + 1)}
        if key in names:
            x, y = value.split(",")
            draft.nudges[names[key]] = float(x), float(y)


def _models(draft: Draft, words: Sequence[str]) -> int:
    """How many models can be moved one by one."""
    return draft.loose or (len(draft.ghosted.stands(words)) if draft.ghosted is not None else 0)
