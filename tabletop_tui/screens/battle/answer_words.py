"""The answer being made in words: what Enter would do, and what it would cost."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.question import DiceQuestion, Pick, Place, Split
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.drive_draft import said
from tabletop_tui.screens.battle.typed_dice import TypedAnswer, typed_words

SHOWN, MORE, AS_PROPOSED = 2, "...", "as proposed"
"""So many answers of a line are shown before its last one, what stands for those before, and for one that was taken."""


def words_of(draft: Draft, cursor: str) -> str:
    """What Enter would do, and what it would cost, in a few words."""
    question = draft.question
    if isinstance(question, Pick):
        option = draft.option
        return _with_cost(option.label, option.cost) if option else ""
    if isinstance(question, Place):
        answer = draft.answer(cursor)
        cost = question.field.cost(answer) if answer and question.refuse(answer) is None else ""
        if draft.piece is not None:
            return _with_cost(said(answer or []), cost)
        via = f" by {', '.join(draft.waypoints)}" if draft.waypoints else ""
        words = [*draft.shape()[:2], *draft.on(cursor)]
        shape = "".join(f" {word.replace('=', ' ')}" for word in words)
        return _with_cost(f"{cursor}{via}{shape}", cost)
    if draft.assigning is not None:
        return draft.assigning.question.said(draft.assigning.given)
    if isinstance(question, Split):
        names = {option.key: option.label for option in question.options}
        shares = ", ".join(f"{share} on {names[key]}" for key, share in draft.shares.items())
        left = question.total - sum(draft.shares.values())
        return shares + (f" ({left} of {question.total} {question.what} left)" if left else "")
    if isinstance(question, Recruit):
        names = {option.key: option.label for option in draft.options}
        chosen = ", ".join(f"{count} {names[key]}" for key, count in draft.shares.items())
        return _with_cost(chosen or "nothing", question.cost(draft.rows()))
    if isinstance(question, DiceQuestion):
        return _row_words(draft.row()) or "no dice yet"
    return draft.typed or "no number yet"


def _row_words(row: Sequence[TypedAnswer]) -> str:
    """What a line of dice holds, the last of it for certain: that is what is being typed, and lines are short."""
    *before, last = [
        AS_PROPOSED if isinstance(asked, Assign) and place < len(row) else typed_words(asked, answer)
        for place, (asked, answer) in enumerate(row, 1)
    ]
    said = [*filter(None, before[-SHOWN:]), *filter(None, [last])]
    return ", then ".join([*([MORE] if len(before) > SHOWN else []), *said])


def _with_cost(text: str, cost: str) -> str:
    return f"{text} ({cost})" if cost else text
