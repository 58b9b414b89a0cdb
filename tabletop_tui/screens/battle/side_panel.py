"""The side panel's lines: the question and its ways to answer, what an answer would need and do, the card of a unit."""

from __future__ import annotations

from math import hypot
from typing import Any

from attrs import evolve

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.question import DiceQuestion, Option, Pick, Place, Question, Split
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.assign_draft import Assigning
from tabletop_tui.screens.battle.battle_model import WATCHERS, BattleModel
from tabletop_tui.screens.battle.drive_draft import said
from tabletop_tui.widgets import question_list
from tabletop_tui.widgets.answer_card import PanelLines, PanelSubject, about_lines
from tabletop_tui.widgets.dice_tray import waiting_lines
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.map.shared.marks import SIGHT
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.question_list import Labelled, ListedAnswer, Listing, chance_of
from tabletop_tui.widgets.styled_text import TextLine, clip, spread
from tabletop_tui.widgets.under_cursor import Here, SpotView
from tabletop_tui.widgets.view_text import WIDE, card_lines, fares

READABLE = 56
"""Cards, previews and lists are no wider than this, so that what belongs together stands together."""
ROLES = {"fair": "key", "": "text"}
"""The roles of moods that are no roles of a palette."""


@frozen
class TextRoom:
    """How much room there is for lines of text, and how they look."""

    width: int
    height: int
    colours: Palette
    glyphs: Glyphs


# ---------------------------------------------------------------------- the card
def card_part(model: BattleModel, room: TextRoom) -> PanelLines:
    """The preview of the highlighted answer and the card of the unit it or the cursor is about."""
    if model.overlay_name == WATCHERS:
        lines = watcher_lines(model, room)
        return PanelLines(lines, len(lines))
    option = model.draft.option if model.draft else None
    looking = model.mode == "look"
    told = [model.unit_here] if looking else [model.unit_told, model.unit_in_hand]
    unit, card = next(((unit, card) for unit in told if (card := model.card(unit)) is not None), ("", None))
    badges = next((line.badges for line in model.roster if line.unit == unit), ())
    refusal = option.refusal if option is not None else None
    here = here_of(model) if looking else None
    about = PanelSubject(card, model.preview(), refusal, here, badges, choosing=option is not None)
    return about_lines(about, room.width, room.colours, room.glyphs)


def other_cards(model: BattleModel, room: TextRoom, shown: bool) -> list[TextLine]:
    """Where there is room below: the cards of others that matter here, each with an empty line above it.

    They are those of the unit in hand and of the one under the cursor, then of all who have still to act, the own ones
    first, as many as there is room for; `shown` says whether a card stands there already.
    """
    seat = model.question.seat if model.question is not None else 0
    first = (model.unit_in_hand, model.unit_here)
    sides = sorted(model.roster, key=lambda line: line.seat != seat)
    later = (line.unit for line in sides if model.has_to_act(line))
    told = {model.unit_told} if shown else set()
    lines: list[TextLine] = []
    for unit in dict.fromkeys(unit for unit in (*first, *later) if unit and unit not in told):
        card = model.card(unit)
        badges = next((line.badges for line in model.roster if line.unit == unit), ())
        more = [[], *card_lines(card, room.width, room.colours, badges=badges)] if card is not None else []
        if len(lines) + len(more) > room.height:
            break
        lines += more
    return lines


def here_of(model: BattleModel) -> Here:
    """What there is to tell of the spot under the cursor, as the unit in hand looks at it."""
    cursor, painter, unit = model.field.cursor, model.field.painter, model.unit_in_hand
    found = next((line for line in model.roster if line.unit == model.unit_here), None)
    if painter is None or unit not in model.where or model.where[unit] == cursor:
        return Here(model.spot_lines(), found)
    system, target = model.game.system, found.unit if found is not None else cursor
    grade = graded(system.grades, model.view_of(unit, cursor)) if SIGHT in system.overlays else None
    options = model.question.options if isinstance(model.question, Pick) else []
    chances = (chance_of(model.foreseen(option)) for option in options if option.target == target)
    chance = next((" ".join(pair) for pair in chances if pair[0]), "")
    seen, mood = (grade.word, grade.mood) if grade is not None else ("", "")
    if found is not None:
        eye = SpotView(unit, apart(painter, unit, found), seen, mood, chance)
    else:
        whole = f"the middle of {unit}" if isinstance(painter.scene, TableScene) else unit
        eye = SpotView(whole, painter.measure(model.where[unit], cursor), seen, mood, chance)
    return Here(model.spot_lines(), found, eye)


def apart(painter: Painter[Any], unit: str, other: RosterLine) -> str:
    """How far two units are apart, as rulebooks and lists have it: between the nearest edges of their bases."""
    scene = painter.scene
    if isinstance(scene, TableScene) and unit in scene.bases and other.unit in scene.bases:
        ones, others = scene.bases[unit], scene.bases[other.unit]
        gap = min(hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius for a in ones for b in others)
        return f"{max(0.0, gap):.1f} {scene.unit}"
    return painter.measure(next(token.spot for token in scene.tokens if token.unit == unit), other.spot)


def watcher_lines(model: BattleModel, room: TextRoom) -> list[TextLine]:
    """Who sees the spot under the cursor, the best first."""
    painter, cursor = model.field.painter, model.field.cursor
    assert painter is not None
    lines: list[TextLine] = [[(f"Who sees {cursor}", "head")]]
    for line, grade in sorted(model.watching(), key=lambda pair: pair[1].rank):
        wide = room.width >= WIDE
        left: TextLine = [
            (line.tag.ljust(3), room.colours.token(line.seat)),
            (f"  {line.name}" if wide else "", "text"),
        ]
        told, role = grade.word if wide else grade.brief, ROLES.get(grade.mood, grade.mood)
        lines.append(spread(left, [(f"{painter.measure(line.spot, cursor)} ", "dim"), (told, role)], room.width))
    return lines


# ---------------------------------------------------------------------- the question
def question_part(model: BattleModel, room: TextRoom, top: int = 0) -> Listing:
    """The question and its options, of which `top` is the first that was shown before."""
    question, held, draft = model.question, model.session.held, model.draft
    rolled = question if draft is None else draft.rolled
    roll = rolled.roll if isinstance(rolled, DiceQuestion) else held
    if roll is not None:
        return plain(waiting_lines(roll, model.names[roll.seat], room.width))
    if question is None:
        return plain([])
    most = 8 if draft is None or not draft.options else 2 if room.width >= WIDE else 4
    head = question_list.heading(question.prompt, room.width, most, room.glyphs.ellipsis)
    if draft is None or not draft.options:
        return plain([*head, *place_lines(model)])
    if draft.assigning is not None:
        head += question_list.label_lines(labels_of(draft.assigning), room.width)
    later = later_lines(draft.question, room)
    height = max(1, room.height - len(head) - len(later))
    return options_listed(model, draft, evolve(room, height=height), top).below(head).above(later)


def later_lines(question: Question, room: TextRoom) -> list[TextLine]:
    """The one row for all that a lesson does not offer yet."""
    later = len(question.later) if isinstance(question, Pick) else 0
    return [clip([(f"Only these here; {later} later", "dim")], room.width)] if later else []


def plain(lines: list[TextLine]) -> Listing:
    """Lines among which there is nothing to choose."""
    return Listing(lines, [None] * len(lines))


def options_listed(model: BattleModel, draft: Draft, room: TextRoom, top: int) -> Listing:
    digits = draft.digits()
    entries = [entry(model, draft, option, digits.get(option.key, "")) for option in draft.options]
    return question_list.listed(entries, draft.index, top, room.width, room.height, room.glyphs)


def entry(model: BattleModel, draft: Draft, option: Option, digit: str) -> ListedAnswer:
    """An option as the list shows it; its chance as soon as that is found."""
    share = f"{draft.shares.get(option.key, 0)}x " if isinstance(draft.question, Split | Recruit) else ""
    preview = model.foreseen(option) if isinstance(draft.question, Pick) else None
    refused = option.refusal.why if option.refusal is not None else ""
    key = draft.letter_of(option) or digit
    chance, of = chance_of(preview)
    about = next((line for line in model.roster if line.unit in (option.target, option.key)), None)
    cost = option.cost or (fares(about) if about is not None else "")
    return ListedAnswer(f"{share}{option.label}", key, chance, cost, option.says, refused, option.idle, of)


def place_lines(model: BattleModel) -> list[TextLine]:
    """What helps with a question that has no options."""
    question, draft = model.question, model.draft
    if not isinstance(question, Place) or not model.person_asked:
        return []
    if draft is not None and draft.piece is not None:
        return question_list.driving_lines([said([word]) for word in draft.way()])
    shaped = draft.shaped if draft is not None else None
    form = shaped.forms[draft.form] if draft is not None and shaped is not None and shaped.forms else ""
    return question_list.place_lines(question.many, form)


def labels_of(assigning: Assigning) -> list[Labelled]:
    """The labels of a question that gives them, each with its letter."""
    question = assigning.question
    return [
        Labelled(assigning.letter_of(label), label.label, question.most.get(label.key), label.refusal is not None)
        for label in question.labels
    ]
