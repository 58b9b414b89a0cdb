"""The coach beside the battle screen: hints at a key."""

from __future__ import annotations

from attrs import define
from textual.worker import Worker

from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.screens.battle.model import BattleModel
from tabletop_tui.screens.battle.parts import Play
from tabletop_tui.widgets.map.sighting import Sighting
from tabletop_tui.widgets.map.traces import WAY, Line, Traces, cells_of


def answer_sighting(model: BattleModel, question: Question, answer: Answer) -> Sighting:
    """Where on the map an answer leads."""
    about = model.where.get(question.about, "")
    spots: tuple[str, ...] = ()
    if isinstance(question, Place):
        path = tuple(question.field.path(answer)) or tuple(word for word in answer if "=" not in word)
        spots = tuple(spot for spot in path if model.has(spot))
    elif isinstance(question, Pick):
        option = question.option(answer)
        named = model.spot_of(option.target or option.key) if option is not None else ""
        spots = (named or about,) if named or about else ()
    elif isinstance(answer, dict):
        spots = tuple(spot for key in answer if (spot := model.spot_of(key)))
    lines = (Line(WAY, spots, question.seat),) if isinstance(question, Place) and len(spots) > 1 else ()
    return Sighting(spots[-1:], Traces(lines, {}, cells_of(lines, model.scene)))
