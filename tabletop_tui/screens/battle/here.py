"""What is under the cursor, in a few sentences: the ground, who stands there, how far that is from the unit in hand."""

from __future__ import annotations

from tabletop_tui.engine.grades import graded
from tabletop_tui.engine.views import RosterLine
from tabletop_tui.screens.battle.model import BattleModel
from tabletop_tui.widgets.map.marks import SIGHT
from tabletop_tui.widgets.styled_text import TextLine, wrap
from tabletop_tui.widgets.styles import Palette


def here_lines(model: BattleModel, width: int, height: int, colours: Palette) -> list[TextLine]:
    """So many lines at most, those that matter most first."""
    found: list[TextLine] = []
    for sentence in (unit_words(model, colours), ground_words(model), distance_words(model)):
        if sentence:
            found += wrap(sentence, width)
    return found[:height]


def standing_here(model: BattleModel) -> RosterLine | None:
    unit = model.unit_here
    return next((line for line in model.roster if line.unit == unit), None) if unit else None


def unit_words(model: BattleModel, colours: Palette) -> TextLine:
    """Who stands there, how much is left of it, and what is the matter with it."""
    line = standing_here(model)
    if line is None:
        return []
    said: TextLine = [(f" {line.tag} ", colours.token(line.seat)), (f" {line.name}", "strong")]
    if line.left is not None:
        said.append((f", {line.left.left} of {line.left.most}", "text"))
    said += [(f", {badge.said}", badge.mood or "text") for badge in line.badges]
    if line.note:
        said.append((f", {line.note}", "dim"))
    return [*said, (".", "text")]


def ground_words(model: BattleModel) -> TextLine:
    """The spot and its ground; then what else the rules say of it."""
    lines = model.spot_lines()
    if not lines:
        return [(model.field.cursor, "text")]
    first, *rest = lines
    unit = standing_here(model)
    more = [line for line in rest if unit is None or not line.label.startswith(unit.tag)]
    said: TextLine = [(f"{first.label} {first.value}".strip(), "text"), (".", "text")]
    return [*said, *((f" {line.label} {line.value}".rstrip() + ".", "dim") for line in more)]


def distance_words(model: BattleModel) -> TextLine:
    """How far it is from the unit in hand, and how well that sees it."""
    painter, cursor, unit = model.field.painter, model.field.cursor, model.unit_in_hand
    start = model.where.get(unit, "")
    if painter is None or not start or start == cursor or not model.has(cursor):
        return []
    said: TextLine = [(f"{painter.measure(start, cursor)} from {unit}", "text")]
    if SIGHT in model.game.system.overlays:
        grade = graded(model.game.system.grades, model.view_of(unit, cursor))
        if grade is not None:
            word = grade.word if "sight" in grade.word else f"sight: {grade.word}"
            said.append((f", {word}", "text"))
    return [*said, (".", "text")]
