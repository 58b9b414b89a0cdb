"""What a map shows of an answer to a question for places while it is being made."""

from __future__ import annotations

from tabletop_tui.engine.question import Driven, Faced, Grouped, Patched, Place
from tabletop_tui.screens.battle.answer import Draft
from tabletop_tui.widgets.map.marks import Marks


def mark_place(marks: Marks, question: Place, draft: Draft, cursor: str, standing: str) -> None:
    """The way to the cursor, the areas that are laid, and where models would stand; the unit stands at `standing`."""
    field, answer = question.field, draft.answer(cursor)
    if answer is None:
        return
    refusal = question.refuse(answer)
    marks.barred = refusal is not None and not draft.can_go_on
    if isinstance(field, Patched):
        marks.patches = tuple(field.patches(answer))
    if refusal is None:
        marks.path, marks.note = tuple(field.path(answer)), field.cost(answer)
    elif isinstance(field, Driven):
        marks.path = tuple(field.track(answer))
    elif draft.waypoints:
        marks.path = tuple(field.path(draft.waypoints))
    if draft.ghosted is not None and (refusal is None or cursor != standing or draft.shape() or draft.piece):
        marks.ghosts, marks.in_hand = tuple(draft.ghosted.stands(answer)), draft.in_hand
        marks.facing = field.faces(answer) if isinstance(field, Faced) else None
        marks.ghost_names = tuple(field.names) if isinstance(field, Grouped) else ()
