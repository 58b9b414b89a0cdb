"""Real dice as they are typed: faces, or how many came out how; several rolls, and what is between them, in a line.

Digits make numbers of the die's size; a digit that fits no die is refused. `=3` tells that three dice did it, where
nothing else matters; before `+` and `/` a number is such a count without its sign. A `/` between two rolls has whoever
is asked there take what is proposed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.question import COUNTED, Answer, DiceQuestion, Question, counted_in
from tabletop_tui.engine.roll_wording import counted_dice, dice_words, kinds_words

BETWEEN = " ,"
"""What may stand between two typed faces."""
COUNTING = "=+"
"""The signs with which dice are counted."""
ON = "/"
"""The sign that has whoever is asked between two rolls take what is proposed."""
FACES = re.compile(r"[\d ,]*")
UNSIGNED = re.compile(r"\d+[+/]")
"""A number that is no face, for a sign follows it that cannot stand before all faces are typed: a count without `=`."""
TypedAnswer = tuple[DiceQuestion | Assign, Answer]
AskedAfter = Callable[[Sequence[Answer]], DiceQuestion | Assign | None]
"""What is asked at once behind these answers: a roll, or what goes by a default; None where it is anything else."""


def zero_is_ten(roll: Roll) -> bool:
    """Whether the 0 of a die of ten sides is read as ten here."""
    return (roll.lowest, roll.highest) == (1, 10)


def _faces(typed: str, roll: Roll) -> list[tuple[int, int]]:
    """The faces that digits stand for, each with where in the text it ends.

    As many digits make a number as the die has room for, and blanks and commas part them: 173 is 17 and 3 on dice of
    twenty sides, 1 7 3 are three dice.
    """
    found: list[tuple[int, int]] = []
    number = ""
    for place, sign in enumerate([*typed, " "]):
        if number and (sign in BETWEEN or int(number) == 0 or int(number + sign) > roll.highest):
            found.append((10 if int(number) == 0 and zero_is_ten(roll) else int(number), place))
            number = ""
        number += sign.strip(BETWEEN)
    return found


def _first(typed: str, asked: DiceQuestion) -> tuple[Answer, str]:
    """The answer for a roll that a line begins with, and the rest of the line."""
    bare = typed.lstrip(BETWEEN)
    if (counted := counted_in(bare, asked.count)) is not None:
        answer, end = counted
        return answer, bare[end:]
    digits = FACES.match(typed)
    assert digits is not None
    found = _faces(digits[0], asked.roll)[: asked.count]
    if len(found) < asked.count and asked.roll.kinds and UNSIGNED.match(bare):
        answer, end = counted_in(f"={bare}", asked.count) or ([], 1)
        return answer, bare[end - 1 :]
    return [face for face, _ in found], typed[found[-1][1] if found else 0 :]


def answers_of(typed: str, question: DiceQuestion, asked_after: AskedAfter) -> tuple[list[TypedAnswer], str]:
    """A line as the answers that it holds, and what of it belongs to none.

    What is typed beyond a roll is for the next one, where that is asked for at once or behind a `/`.
    """
    found: list[TypedAnswer] = []
    asked: DiceQuestion | Assign | None = question
    while isinstance(asked, DiceQuestion):
        answer, typed = _first(typed, asked)
        found.append((asked, answer))
        if not typed.strip(BETWEEN) or asked.refuse(answer) is not None:
            break
        asked = asked_after([answer for _, answer in found])
        while isinstance(asked, Assign) and typed.lstrip(BETWEEN).startswith(ON):
            typed = typed.lstrip(BETWEEN).removeprefix(ON)
            found.append((asked, dict(asked.default)))
            asked = asked_after([answer for _, answer in found]) if typed.strip(BETWEEN) else None
    return found, typed.strip(BETWEEN)


def why_not_typed(typed: str, question: DiceQuestion, asked_after: AskedAfter) -> str:
    """Why the last sign of what is typed is not taken, in a sentence; '' if it is."""
    found, rest = answers_of(typed, question, asked_after)
    asked, answer = next(one for one in reversed(found) if isinstance(one[0], DiceQuestion))
    assert isinstance(asked, DiceQuestion)
    roll, refusal = asked.roll, asked.refuse(answer)
    if isinstance(answer, dict):
        counted = answer[COUNTED]
        if refusal is not None and (not roll.kinds or len(counted) >= len(roll.kinds) or sum(counted) > asked.count):
            return f"{str(refusal)[:1].upper()}{str(refusal)[1:]}"
    elif wrong := [face for face in answer if not roll.lowest <= face <= roll.highest]:
        return f"A die of {roll.sides} sides has no {wrong[0]}: {wanted_faces(asked)}"
    if not rest:
        return ""
    if refusal is not None:
        return f"First {wanted_faces(asked)}"
    if isinstance(between := asked_after([answer for _, answer in found]), Assign):
        return f"{between.prompt} Type {ON} to take what is proposed ({between.said(between.default)})"
    dice = "one die is" if asked.count == 1 else f"{asked.count} dice are"
    return f"Only {dice} rolled: Enter takes what is typed, Backspace takes a digit back"


# ---------------------------------------------------------------- in words
def wanted_faces(asked: DiceQuestion) -> str:
    """What is to be typed for a roll."""
    roll, count = asked.roll, asked.count
    faces = "a face" if count == 1 else f"{count} faces"
    ten = " (0 is 10)" if zero_is_ten(roll) else ""
    between = ", with blanks between" if count > 1 and roll.highest > 9 and not ten else ""
    counting = f", or = and how many show {' + '.join(kinds_words(roll))}" if count > 1 and len(roll.kinds) > 1 else ""
    return f"type {faces} from {roll.lowest} to {roll.highest}{ten}{between}{counting}"


def missing_words(asked: Question, answer: Answer) -> str:
    """What of a roll is still to be typed: so many faces, or a count; '' where that is not what is missing."""
    if isinstance(asked, DiceQuestion) and answer == {COUNTED: []} and asked.roll.kinds:
        return f"type how many show {' + '.join(kinds_words(asked.roll))}"
    if not isinstance(asked, DiceQuestion) or not isinstance(answer, list) or len(answer) >= asked.count:
        return ""
    return f"{asked.count - len(answer)} more of {dice_words(asked.count, asked.roll.sides)}: {asked.roll.why}"


def typed_words(asked: DiceQuestion | Assign, answer: Answer) -> str:
    """An answer of a line in words: '3 1 6', '2 of 3 dice: 4 or more', '1 A1/2'; '' where it is none yet."""
    if isinstance(asked, Assign):
        return asked.said(answer)
    if not isinstance(answer, Mapping):
        return " ".join(map(str, answer))
    told = [f"{count} with {kind}" for count, kind in zip(answer[COUNTED], kinds_words(asked.roll), strict=False)]
    return f"{', '.join(told)} of {counted_dice(asked.count)}" if told else ""
