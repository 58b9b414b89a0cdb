"""What a unit may do now, as a referee is asked: all its actions, and why some may not be taken. Nothing is changed."""

from __future__ import annotations

from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Option, Pick
from tabletop_tui.records import frozen


@frozen
class MayDo:
    """What a unit may do now, or why nothing is asked of it."""

    said: str
    options: tuple[Option, ...] = ()


def may_do(game: Game[Any], unit: str) -> MayDo:
    """All actions of a unit as they would be offered if it were chosen now, and why some may not be taken."""
    line = next((one for one in game.system.roster(game) if one.unit == unit), None)
    if line is None:
        return MayDo("no unit stands here")
    question = game.question
    if question is None:
        return MayDo("the battle is over" if game.result else "a step of the rules is still to be run")
    names = [seat.name for seat in game.setup.seats]
    if isinstance(question, Pick) and question.about == unit:
        return MayDo(question.prompt, tuple(question.options))
    if not isinstance(question, Pick) or not _chooses(question):
        about = f" about {question.about}" if question.about else ""
        return MayDo(f"{names[question.seat]} has to answer first{about}: {question.prompt}")
    option = next((one for one in question.options if unit in (one.key, one.target)), None)
    if option is None:
        if line.seat != question.seat:
            return MayDo(f"it is {names[question.seat]}'s turn to choose; {unit} is {names[line.seat or 0]}'s")
        why = question.why_not(unit) if question.why_not is not None else None
        return MayDo(str(why) if why else f"{unit} is not among those that may be chosen: {line.state}")
    if option.refusal is not None:
        return MayDo(str(option.refusal))
    ahead = game.imagine(0)
    ahead.answer(option.key)
    found = ahead.advance()
    if isinstance(found, Pick) and found.about in ("", unit):
        return MayDo(found.prompt, tuple(found.options))
    return MayDo(f"{option.label}: then {found.prompt}" if found is not None else option.label)


def _chooses(question: Pick) -> bool:
    """Whether it asks which unit is to act."""
    return any(option.target or option.key[:1].isupper() for option in question.options)
