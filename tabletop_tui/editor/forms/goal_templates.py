"""Goals to choose from a list: sentences with blanks, which become conditions as a lesson's file writes them.

What is chosen is a table of `rulebook/goal_files.py`; whatever no sentence here says is typed as TOML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from tabletop_tui.editor.form_rows import as_toml
from tabletop_tui.engine.game import Game
from tabletop_tui.files import read_file
from tabletop_tui.files.validation import Wrong
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.goal_files import condition_of
from tabletop_tui.rulebook.position import SEAT_LETTERS

BlankKind = Literal["unit", "seat", "thing", "number", "place", "status", "grade"]
Values = Sequence[Any]


@frozen
class Blank:
    """Something that is filled in: what is asked, and what may be."""

    asks: str
    kind: BlankKind
    usual: str = ""
    """What is offered first where it is typed."""


@frozen
class GoalTemplate:
    """A sentence that can be a goal."""

    key: str
    says: str
    """With a … for each blank, in their order."""
    blanks: tuple[Blank, ...]
    make: Callable[..., dict[str, Any]]

    def condition(self, values: Values) -> dict[str, Any]:
        """The table of the condition, the blanks filled in."""
        return self.make(*values)


UNIT, OTHER = Blank("Which unit?", "unit"), Blank("And which other unit?", "unit")
WHOSE = Blank("Which side?", "seat")
ONE = Blank("At least how many?", "number", "1")
TEMPLATES = (
    GoalTemplate("falls", "… is destroyed or leaves the table", (UNIT,), lambda unit: {"event": "Fell", "unit": unit}),
    GoalTemplate(
        "fall",
        "At least … units of … are destroyed or leave the table",
        (ONE, WHOSE),
        lambda least, seat: {"event": "Fell", "seat": seat, "least": least},
    ),
    GoalTemplate(
        "hurt",
        "… is hurt, by at least …",
        (UNIT, ONE),
        lambda unit, least: {"event": "Harmed", "unit": unit, "least": least},
    ),
    GoalTemplate(
        "hurt-by",
        "… is hurt by …",
        (UNIT, Blank("By which unit?", "unit")),
        lambda unit, by: {"event": "Harmed", "unit": unit, "by": by},
    ),
    GoalTemplate(
        "left",
        "… has at most … left (models, or damage it can still take)",
        (UNIT, Blank("At most how much?", "number", "0")),
        lambda unit, most: {"fact": f"{unit}.left", "at_most": most},
    ),
    GoalTemplate("stays", "… is not lost", (UNIT,), lambda unit: {"fact": f"{unit}.lost", "is": False}),
    GoalTemplate(
        "near-place",
        "… is within … of the place …",
        (UNIT, Blank("Within how much?", "number", "3"), Blank("Of which place?", "place")),
        lambda unit, far, spot: {"fact": f"{unit}@{spot}.distance", "at_most": far},
    ),
    GoalTemplate(
        "near",
        "… is within … of …",
        (UNIT, Blank("Within how much?", "number", "3"), OTHER),
        lambda unit, far, other: {"fact": f"{unit}~{other}.distance", "at_most": far},
    ),
    GoalTemplate(
        "far",
        "… is at least … from …",
        (UNIT, Blank("At least how far?", "number", "12"), OTHER),
        lambda unit, far, other: {"fact": f"{unit}~{other}.distance", "least": far},
    ),
    GoalTemplate(
        "sees",
        "… sees … like this: …",
        (UNIT, OTHER, Blank("How?", "grade")),
        lambda unit, other, grade: {"fact": f"{unit}>{other}.sight", "is": grade},
    ),
    GoalTemplate(
        "status",
        "… has the status …",
        (UNIT, Blank("Which status?", "status")),
        lambda unit, word: {"fact": f"{unit}.badge.{word}", "least": 1},
    ),
    GoalTemplate(
        "shoots", "… shoots at …", (UNIT, OTHER), lambda unit, at: {"event": "Shot", "unit": unit, "target": at}
    ),
    GoalTemplate("moves", "… moves", (UNIT,), lambda unit: {"event": "Moved", "unit": unit}),
    GoalTemplate(
        "score",
        "… has at least … points",
        (WHOSE, ONE),
        lambda seat, least: {"fact": f"{seat}.score", "least": least},
    ),
    GoalTemplate(
        "holds",
        "… is held by …",
        (Blank("Which of the things that are fought for?", "thing"), WHOSE),
        lambda thing, seat: {"fact": f"held.{thing}.{seat}", "is": True},
    ),
    GoalTemplate(
        "lost",
        "… has lost at least … units",
        (WHOSE, ONE),
        lambda seat, least: {"fact": f"{seat}.lost", "least": least},
    ),
    GoalTemplate("wins", "… wins the battle", (WHOSE,), lambda seat: {"fact": "winner", "is": seat}),
)
BY_KEY = {one.key: one for one in TEMPLATES}


def choices(game: Game[Any], blank: Blank) -> list[tuple[Any, str]]:
    """What a blank may be in this battle, each with words; [] where it is typed."""
    if blank.kind == "unit":
        return [(line.unit, f"{line.unit}  {line.name}") for line in game.system.roster(game)]
    if blank.kind == "thing":
        return [(held.name, held.name) for held in game.system.holders(game)]
    if blank.kind == "seat":
        return [(SEAT_LETTERS[n], seat.name) for n, seat in enumerate(game.setup.seats)]
    if blank.kind == "status":
        words = [badge.word.replace("#", "").strip() for badge in game.system.statuses]
        return [(word, word) for word in dict.fromkeys(words)]
    if blank.kind == "grade":
        return [(grade.label, grade.word) for grade in game.system.grades]
    return []


def typed(blank: Blank, text: str) -> Any:
    """What was typed into a blank. Wrong for what cannot be there."""
    word = text.strip()
    if blank.kind == "number":
        try:
            number = float(word)
        except ValueError:
            raise Wrong(f"give a number, as {blank.usual or 3}") from None
        if not 0 <= number <= 9999:
            raise Wrong("give a number from 0 to 9999")
        return int(number) if number.is_integer() else number
    if blank.kind == "thing" and word and word.isprintable():
        return word
    if not word or not word.isprintable() or " " in word:
        raise Wrong("give a place as the game writes it: 0405 or 12,8")
    return word


def from_toml(text: str) -> dict[str, Any]:
    """A condition that was typed as TOML. Wrong, with a sentence, if it is none."""
    try:
        table = read_file.toml_of(f"it = {text}")["it"]
    except (ValueError, KeyError, RecursionError):
        raise Wrong('give a condition in TOML, as { event = "Fell", unit = "B1" }') from None
    condition_of(table)
    if not isinstance(table, dict):
        raise Wrong("give a table, in { and }")
    return table


def told(condition: Mapping[str, Any]) -> str:
    """A condition in words: by the sentence that makes it, else as its keys say."""
    for template in TEMPLATES:
        if (values := _values_of(template, condition)) is not None:
            words = template.says
            for value in values:
                words = words.replace("…", str(value), 1)
            return words
    return ", ".join(f"{key} {as_toml(value)}" for key, value in condition.items())


def _values_of(template: GoalTemplate, condition: Mapping[str, Any]) -> list[Any] | None:
    """What the blanks of a sentence hold in a condition; None if it is none of that sentence."""
    marks: list[Any] = [f"<{number}>" for number in range(len(template.blanks))]
    pattern = template.condition(marks)
    if set(pattern) != set(condition):
        return None
    found: dict[str, Any] = {}
    for key, shape in pattern.items():
        value = condition[key]
        if isinstance(shape, str) and shape in marks:
            found[shape] = value
        elif isinstance(shape, str) and "<" in shape:
            if not isinstance(value, str) or (parts := _parts(shape, value)) is None:
                return None
            found |= parts
        elif shape != value or type(shape) is not type(value):
            return None
    return [found[mark] for mark in marks]


def _parts(shape: str, value: str) -> dict[str, str] | None:
    """What stands in a text at the marks of a shape, as "<0>.left"."""
    pattern = re.escape(shape)
    for number in range(9):
        pattern = pattern.replace(f"<{number}>", f"(?P<b{number}>[\\w,. -]+?)")
    match = re.fullmatch(pattern, value)
    return None if match is None else {f"<{key[1:]}>": text for key, text in match.groupdict().items()}
