"""Dice and rolls in words: what is needed, what came, and why; alike in the log, the tray, cards, pipes and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.events import Event, Moved, Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import sentence

Part = tuple[str, Literal["plain", "good", "bad", "face", "need", "came"]]
"""A piece of a sentence about a roll, and what it is: a die that was good, bad, or neither; a need; what came of it."""


def blocked_words(hits: int, blocked: int) -> str:
    """What became of hits that could be blocked: 'none blocked', '1 blocked', 'all blocked: no damage'."""
    if blocked >= hits:
        return f"{'all ' * (hits > 1)}blocked: no damage"
    return f"{blocked or 'none'} blocked"


def counted_dice(number: int) -> str:
    """As in '1 die' and '3 dice'."""
    return "1 die" if number == 1 else f"{number} dice"


def dice_words(number: int, sides: int = 6) -> str:
    """As in '1D6' and '3D10'."""
    return f"{number}D{sides}"


def reasons(tally: Tally) -> str:
    """The reasons of a number: '4 Sentinel, +2 half cover'; '' where there is nothing but the number itself."""
    if not tally.modifiers:
        return tally.source
    parts = [f"{tally.base} {tally.source}".strip()]
    return ", ".join([*parts, *(f"{modifier.value:+d} {modifier.reason}" for modifier in tally.modifiers)])


ANY_OR_NONE = "any face", "no face"


def faces_words(need: Need, sides: int = 6, lowest: int = 1) -> str:
    """The faces that count: '4 or more', '9 or less', 'a 6', 'any face', 'no face'."""
    faces = range(lowest, lowest + sides)
    counting = [face for face in faces if need.counts(face)]
    if len(counting) in (0, sides):
        return ANY_OR_NONE[not counting]
    return f"a {counting[0]}" if len(counting) == 1 else some_faces(counting, faces)


def kinds_words(roll: Roll) -> list[str]:
    """The kinds of faces of which dice of a roll may be counted."""
    return [some_faces(kind, range(roll.lowest, roll.lowest + roll.sides)) for kind in roll.kinds[1:]]


def some_faces(some: Sequence[int], faces: Sequence[int]) -> str:
    """Some of the faces of a die, both in their order: '6', '4 or more', '9 or less', '2 to 4', '1, 3 or 5'."""
    if len(some) == 1:
        return str(some[0])
    if some[-1] - some[0] != len(some) - 1:
        return ", ".join(map(str, some[:-1])) + f" or {some[-1]}"
    if some[-1] == faces[-1]:
        return f"{some[0]} or more"
    if some[0] == faces[0]:
        return f"{some[-1]} or less"
    return f"{some[0]} or {some[-1]}" if len(some) == 2 else f"{some[0]} to {some[-1]}"


def need_words(need: Need, sides: int = 6, lowest: int = 1) -> str:
    """How a die is read: 'needs 4 or more' or, where that is bad for whoever rolls, '4 or more loses 2 Integrity'."""
    faces = faces_words(need, sides, lowest)
    if need.harm:
        return f"{faces} {need.harm}"
    return f"{faces} is enough" if faces in ANY_OR_NONE else f"needs {faces}"


def roll_needs(roll: Roll) -> str:
    """The same for dice that are about to be rolled; '' where nothing is needed."""
    return "" if roll.need is None else need_words(roll.need, roll.sides, roll.lowest)


def event_needs(event: Rolled) -> str:
    """The same for dice that were rolled."""
    return "" if event.need is None else need_words(event.need, event.sides, event.lowest)


def roll_parts(event: Rolled) -> list[Part]:
    """A roll: what for, the faces (those that were good in brackets), what was needed, and what came of it."""
    parts: list[Part] = [(f"{sentence(event.why)}: ", "plain"), *_faces(event)]
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
    if not event.faces:
        return [(f"{counted_dice(event.dice)} counted at the table", "plain")]
    dice: list[Part] = []
    for face, good in zip(event.faces, event.good, strict=True):
        dice.append((f"{' ' if dice else ''}{f'[{face}]' if good else face}", "good" if good else "bad"))
    return dice


def sum_words(event: Rolled) -> str:
    """What was added to a die, as the book adds it up: ' + 5 = 11, over Defence 9', or equal to it, or under."""
    assert event.adds is not None
    added = event.adds.total
    total = sum(event.faces) + added
    said = f" {'+' if added >= 0 else '-'} {abs(added)} = {total}"
    if (against := event.against) is None:
        return said
    how = "over" if total > against.total else "equal to" if total == against.total else "under"
    return f"{said}, {how} {against.name} {against.total}"


def came_words(event: Rolled) -> str:
    """What came of a roll, in a few words: 'passed', '2 of 3 pass'; '' where nothing was needed."""
    if event.outcome or not event.good:
        return event.outcome
    good, all_ = sum(event.good), event.dice
    if event.need is not None and event.need.harm:
        return f"{good or 'none'} of {all_} unharmed" if all_ > 1 else "unharmed" if good else "harmed"
    if all_ == 1:
        return "passed" if good else "failed"
    return f"{good or 'none'} of {all_} {'passes' if good < 2 else 'pass'}"


def roll_text(event: Rolled) -> str:
    """A roll as a sentence, dice and all."""
    return "".join(text for text, _ in roll_parts(event))


def below(event: Event) -> Sequence[str]:
    """What stands below an event where there is room, a line each: the reasons of a roll, all of a way."""
    if isinstance(event, Moved) and len(event.path) > 2:
        return [f"by {', '.join(event.path[1:-1])}"]
    return added_up(event) if isinstance(event, Rolled) else []


def added_up(event: Rolled) -> Sequence[str]:
    """The reasons of a roll, a line each: of what was added, of what had to be beaten, or of what was needed."""
    if event.adds is not None:
        return [str(tally) for tally in (event.adds, event.against) if tally is not None and tally.modifiers]
    return [str(event.need.number)] if event.need is not None and event.need.number.modifiers else []
