"""What the map shows over the battlefield: the answer being made, an overlay, what happened since the last answer."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.place_fields import Driven, Faced, Grouped, Patched
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Place
from tabletop_tui.engine.sight_grades import COVERED
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.sight_light_source import lit
from tabletop_tui.widgets.animation import shot_line
from tabletop_tui.widgets.map.shared.marks import SIGHT, Marks
from tabletop_tui.widgets.sight_tints import BEST, states


def battle_marks(model: BattleModel) -> Marks:
    """The marks on the map; while a film runs, those of its frame."""
    if model.film.frame is not None:
        return model.film.frame.marks
    marks = answer_marks(model)
    if model.session.held is not None:
        marks.sight = shot_line(model.answered, model.scene)
    sighting = model.sighting
    if sighting is None:
        marks.traces, marks.light = model.traces, lit(model, marks)
        return marks
    flash = frozenset(sighting.spots) if sighting.flash else frozenset()
    return evolve(Marks(active=marks.active), traces=sighting.traces, flash=flash)


def answer_marks(model: BattleModel) -> Marks:
    """The marks of the answer being made, or of what is measured."""
    marks = Marks(active=model.where.get(model.unit_in_hand, ""), overlay=model.overlay())
    field, draft = model.field, model.draft
    if model.tape and field.painter:
        marks.path = tuple(field.painter.line(model.tape, field.cursor))
        marks.note = field.painter.measure(model.tape, field.cursor)
        return marks
    if draft is None:
        return marks
    question = draft.question
    if isinstance(question, Place):
        marks.labels = model.cells(question, draft)
        marks.waypoints = tuple(draft.waypoints)
        if model.mode not in ("look", "tape"):
            mark_place(marks, question, draft, field.cursor, model.where.get(question.about, ""))
    elif draft.options:
        marks.targets = model.once("targets", make=lambda: targets(model, draft))
        preview = model.preview()
        marks.path = tuple(preview.path) if preview else ()
        marks.sight = sight_line(model, draft, preview)
    return marks


def targets(model: BattleModel, draft: Draft) -> frozenset[str]:
    """The spots that options are about."""
    choices = draft.question.items if isinstance(draft.question, Assign) else draft.options
    spots = (model.spot_of(choice.target) for choice in choices if choice.target)
    return frozenset(spot for spot in spots if spot)


def sight_line(model: BattleModel, draft: Draft, preview: Preview | None) -> dict[str, str]:
    """From the unit in hand to the highlighted target, drawn by what it is worth."""
    option, painter = draft.option, model.field.painter
    start = model.where.get(model.unit_in_hand, "")
    end = model.spot_of(option.target) if option and option.target else ""
    if not start or not end or start == end or painter is None:
        return {}
    if preview is not None and not preview.sight:
        return {}
    spots = (preview.sight if preview else ()) or painter.line(start, end)
    state = preview.view if preview is not None else ""
    seen = SIGHT in model.game.system.overlays
    if not state and seen:
        state = model.view_of(model.unit_in_hand, end)
    grades = model.game.system.grades if seen else COVERED
    return dict.fromkeys(spots, states(grades).get(state, BEST))


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
