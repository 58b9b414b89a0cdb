"""Words for numbers, dice and rolls: said in one way by the log, the tray, cards, pipes and reports alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally

Part = tuple[str, Literal["plain", "good", "bad", "face", "need", "came"]]
"""A piece of a sentence about a roll, and what it is: a die that was good, bad, or neither; a need; what came of it."""


# ---------------------------------------------------------------- numbers
def counted(number: int, what: str) -> str:
    """As in '1 hit' and '2 hits'."""
    return f"{number} {what}{'s' * (number != 1)}"


def dice_words(number: int, sides: int = 6) -> str:
    """As in '1D6' and '3D10'."""
    return f"{number}D{sides}"


def reasons(tally: Tally) -> str:
    """The reasons of a number: '4 Sentinel, +2 half cover'; '' where there is nothing but the number itself."""
    if not tally.modifiers:
        return tally.source
    parts = [f"{tally.base} {tally.source}".strip()]
    return ", ".join([*parts, *(f"{modifier.value:+d} {modifier.reason}" for modifier in tally.modifiers)])


# ---------------------------------------------------------------- what a die has to show
def faces_words(need: Need, sides: int = 6, lowest: int = 1) -> str:
    """The faces that count: '4 or more', '9 or less', 'a 6', 'any face', 'no face'."""
    faces = range(lowest, lowest + sides)
    counting = [face for face in faces if need.counts(face)]
    if len(counting) in (0, sides):
        return "any face" if counting else "no face"
    if counting == list(faces[-len(counting) :]):
        return f"{counting[0]} or more" if len(counting) > 1 else f"a {counting[0]}"
    if counting == list(faces[: len(counting)]):
        return f"{counting[-1]} or less" if len(counting) > 1 else f"a {counting[0]}"
    return ", ".join(map(str, counting[:-1])) + f" or {counting[-1]}"


def need_words(need: Need, sides: int = 6, lowest: int = 1) -> str:
    """How a die is read: 'needs 4 or more' or, where that is bad for whoever rolls, '4 or more loses 2 Integrity'."""
    faces = faces_words(need, sides, lowest)
    return f"{faces} {need.harm}" if need.harm else f"needs {faces}"


def roll_needs(roll: Roll) -> str:
    """The same for dice that are about to be rolled; '' where nothing is needed."""
    return "" if roll.need is None else need_words(roll.need, roll.sides, roll.lowest)


def event_needs(event: Rolled) -> str:
    """The same for dice that were rolled."""
    return "" if event.need is None else need_words(event.need, event.sides, event.lowest)


# ---------------------------------------------------------------- what was rolled
def roll_parts(event: Rolled) -> list[Part]:
    """A roll: what for, the faces (those that were good in brackets), what was needed, and what came of it."""
    parts: list[Part] = [(f"{event.why}: ", "plain"), *_faces(event)]
    if event.adds is not None:
        parts.append((sum_words(event), "plain"))
    elif words := event_needs(event):
        parts = [*_marked(parts, ","), (f" {words}", "need")]
    if came := came_words(event):
        parts = _marked(parts, ":" if event.need is not None else ",")
        parts.append((f" {came}", "came" if event.outcome or any(event.good) else "need"))
    return parts


def _marked(parts: list[Part], mark: str) -> list[Part]:
    """The same with a mark behind the last of them, from which no line break can part it."""
    *before, (text, kind) = parts
    return [*before, (text + mark, kind)]


def _faces(event: Rolled) -> list[Part]:
    """Each face as a die of its own, a space between them."""
    if not event.good:
        return [(" ".join(map(str, event.faces)), "face")]
    dice: list[Part] = []
    for face, good in zip(event.faces, event.good, strict=True):
        dice.append((f"{' ' if dice else ''}{f'[{face}]' if good else face}", "good" if good else "bad"))
    return dice


def sum_words(event: Rolled) -> str:
    """What was added to a die, as the book adds it up: ' + 5 = 11, over Defence 9'."""
    assert event.adds is not None
    added = event.adds.total
    total = f" {'+' if added >= 0 else '-'} {abs(added)} = {sum(event.faces) + added}"
    return total if event.against is None else f"{total}, over {event.against.name} {event.against.total}"


def came_words(event: Rolled) -> str:
    """What came of a roll, in a few words; '' where nothing was needed."""
    if event.outcome or not event.good:
        return event.outcome
    return f"{sum(event.good)} of {len(event.faces)}{' good' if event.need is not None and event.need.harm else ''}"


def roll_text(event: Rolled) -> str:
    """A roll as a sentence, dice and all."""
    return "".join(text for text, _ in roll_parts(event))


def added_up(event: Rolled) -> Sequence[str]:
    """The reasons of a roll, a line each: of what was added, of what had to be beaten, or of what was needed."""
    if event.adds is not None:
        return [str(tally) for tally in (event.adds, event.against) if tally is not None and tally.modifiers]
    return [str(event.need.number)] if event.need is not None and event.need.number.modifiers else []
