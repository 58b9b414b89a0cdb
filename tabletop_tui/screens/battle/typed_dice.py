"""Faces of real dice as they are typed: digits make numbers of the die's size; a digit that fits no die is refused."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.question import DiceQuestion

BETWEEN = " ,"
"""What may stand between two typed faces."""
TypedRoll = tuple[DiceQuestion, list[int]]
RollAfter = Callable[[list[list[int]]], DiceQuestion | None]
"""The roll that follows at once behind the faces of these; None where something else does."""


def zero_is_ten(roll: Roll) -> bool:
    """Whether the 0 of a die of ten sides is read as ten here."""
    return (roll.lowest, roll.highest) == (1, 10)


def faces_of(typed: str, roll: Roll) -> list[int]:
    """The faces that digits stand for: as many digits make a number as the die has room for; blanks, commas part them.

    So 173 is 17 and 3 on dice of twenty sides, 1 7 3 are three dice.
    """
    return [face for face, _ in _faces(typed, roll)]


def _faces(typed: str, roll: Roll) -> list[tuple[int, int]]:
    """These faces, each with where in the text it ends."""
    found: list[tuple[int, int]] = []
    number = ""
    for place, sign in enumerate([*typed, " "]):
        if number and (sign in BETWEEN or int(number) == 0 or int(number + sign) > roll.highest):
            found.append((10 if int(number) == 0 and zero_is_ten(roll) else int(number), place))
            number = ""
        number += sign.strip(BETWEEN)
    return found


def rolls_of(typed: str, question: DiceQuestion, roll_after: RollAfter) -> tuple[list[TypedRoll], str]:
    """A line as the rolls it is for, each with its faces, and what of it belongs to no roll.

    What is typed beyond a roll is for the next one, where that is asked for at once.
    """
    rolls: list[TypedRoll] = []
    asked: DiceQuestion | None = question
    while asked is not None:
        found = _faces(typed, asked.roll)[: asked.count]
        faces = [face for face, _ in found]
        rolls.append((asked, faces))
        rest = typed[found[-1][1] if found else 0 :]
        if not rest.strip(BETWEEN) or asked.refuse(faces) is not None:
            return rolls, ""
        typed, asked = rest, roll_after([faces for _, faces in rolls])
    return rolls, typed


def why_not_typed(typed: str, question: DiceQuestion, roll_after: RollAfter) -> str:
    """Why the last sign of what is typed is not taken, in a sentence; '' if it is."""
    rolls, rest = rolls_of(typed, question, roll_after)
    asked, faces = rolls[-1]
    roll = asked.roll
    wrong = [face for face in faces if not roll.lowest <= face <= roll.highest]
    if wrong:
        return f"A die of {roll.sides} sides has no {wrong[0]}: {wanted_faces(roll, asked.count)}"
    if rest:
        dice = "one die is" if asked.count == 1 else f"{asked.count} dice are"
        return f"Only {dice} rolled: Enter takes what is typed, Backspace takes a digit back"
    return ""


def wanted_faces(roll: Roll, count: int) -> str:
    """What is to be typed for so many dice."""
    faces = "a face" if count == 1 else f"{count} faces"
    ten = " (0 is 10)" if zero_is_ten(roll) else ""
    between = ", with blanks between" if count > 1 and roll.highest > 9 else ""
    return f"type {faces} from {roll.lowest} to {roll.highest}{ten}{between}"
