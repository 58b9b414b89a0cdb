"""Faces of real dice as they are typed: digits make numbers of the die's size; a digit that fits no die is refused."""

from __future__ import annotations

from tabletop_tui.engine.dice import Roll

BETWEEN = " ,"
"""What may stand between two typed faces."""


def zero_is_ten(roll: Roll) -> bool:
    """Whether the 0 of a die of ten sides is read as ten here."""
    return (roll.lowest, roll.highest) == (1, 10)


def faces_of(typed: str, roll: Roll) -> list[int]:
    """The faces that digits stand for: as many digits make a number as the die has room for; blanks, commas part them.

    So 173 is 17 and 3 on dice of twenty sides, 1 7 3 are three dice.
    """
    faces: list[int] = []
    for word in typed.replace(",", " ").split():
        number = ""
        for digit in word:
            if number and (int(number) == 0 or int(number + digit) > roll.highest):
                faces.append(int(number))
                number = ""
            number += digit
        faces.append(int(number))
    return [10 if face == 0 and zero_is_ten(roll) else face for face in faces]


def why_not_typed(typed: str, roll: Roll, count: int) -> str:
    """Why the last sign of what is typed for so many dice is not taken, in a sentence; '' if it is."""
    faces = faces_of(typed, roll)
    wrong = [face for face in faces if not roll.lowest <= face <= roll.highest]
    if wrong:
        return f"A die of {roll.sides} sides has no {wrong[0]}: {wanted_faces(roll, count)}"
    if len(faces) > count:
        dice = "one die is" if count == 1 else f"{count} dice are"
        return f"Only {dice} rolled: Enter takes what is typed, Backspace takes a digit back"
    return ""


def wanted_faces(roll: Roll, count: int) -> str:
    """What is to be typed for so many dice."""
    faces = "a face" if count == 1 else f"{count} faces"
    ten = " (0 is 10)" if zero_is_ten(roll) else ""
    between = ", with blanks between" if count > 1 and roll.highest > 9 else ""
    return f"type {faces} from {roll.lowest} to {roll.highest}{ten}{between}"
