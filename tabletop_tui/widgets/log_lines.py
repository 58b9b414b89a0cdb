"""The log: what happened as lines of text, with the faces, the need and the reasons of every roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_tui.engine.events import (
    Began,
    Ended,
    Event,
    Fell,
    FlagFell,
    Harmed,
    Narrated,
    Noted,
    Rolled,
    Scored,
    TakenBack,
    starts_round,
)
from tabletop_tui.engine.roll_wording import below, roll_parts
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import Span, TextLine
from tabletop_tui.widgets.view_text import seat_sign

USUAL_RULE = 45
"""The columns of the rule where one answered last, where there is room for them."""


def event_lines(
    event: Event, colours: Palette, glyphs: Glyphs, full: bool = False, rules: bool = False
) -> list[TextLine]:
    """An event for the log; `full` adds the reasons of a roll, `rules` the ids of the rules, both all of a way too."""
    sign = seat_sign(event.seat, colours, glyphs)
    line: TextLine = [sign, (" ", "text")]
    if isinstance(event, Rolled) and event.dice:
        line += roll_spans(event)
    else:
        line.append((event.text, role_of(event)))
    if rules and event.rules:
        line.append(("  " + " ".join(dict.fromkeys(event.rules)), "rule"))
    lines = [line]
    if full and (rules or isinstance(event, Rolled)):
        lines += [[("    ", "text"), (one, "dim")] for one in below(event)]
    return lines


def role_of(event: Event) -> str:
    if isinstance(event, Began):
        return "head" if event.level in ("round", "phase") else "strong"
    if isinstance(event, Fell | Ended):
        return "bad" if isinstance(event, Fell) else "head"
    if isinstance(event, Harmed):
        return "bad" if event.amount > 0 else "text"
    if isinstance(event, Scored):
        return "good"
    if isinstance(event, Noted | TakenBack | Narrated | FlagFell):
        return "key"
    return "text"


ROLES = {"plain": "text", "good": "good", "bad": "dim", "face": "strong", "need": "dim", "came": "strong"}
"""How the parts of a sentence about a roll look."""


def roll_spans(event: Rolled) -> list[Span]:
    """What the roll was for, the faces (those that are good in brackets), what was needed, and what came of it."""
    return [(text, ROLES[part]) for text, part in roll_parts(event)]


def log_lines(
    entries: Iterable[tuple[int, Event]],
    colours: Palette,
    glyphs: Glyphs,
    full: bool = False,
    rules: bool = False,
    mark: int | None = None,
    across: int = USUAL_RULE,
    whose: str = "your",
) -> list[TextLine]:
    """Log lines, each with the number of its round.

    Above the entry `mark` a rule of so many columns (`across`) says `whose` last answer came there; where that is 0 the
    entry only has a pointer.
    """
    lines: list[TextLine] = []
    for place, (number, event) in enumerate(entries):
        here = place == mark
        if here and across:
            lines.append(answered_here(glyphs, across, whose))
        first, *rest = event_lines(event, colours, glyphs, full, rules)
        sign = glyphs.pointer if here and not across else " "
        lines.append([(f"{number:>2}", "dim"), (sign, "key"), *first])
        lines += [[("   ", "dim"), *line] for line in rest]
    return lines


def answered_here(glyphs: Glyphs, width: int = USUAL_RULE, whose: str = "your") -> TextLine:
    """The rule across the log where somebody at the keyboard answered last."""
    said = f"{glyphs.rule * 3} {whose} last answer "
    return [(said + glyphs.rule * (min(width, USUAL_RULE) - len(said)), "key")]


def numbered(events: Sequence[Event], first: int = 0) -> list[tuple[int, Event]]:
    """Events, from the one at `first` on, with the round in which they happened."""
    rounds = (events[place] for place in range(first - 1, -1, -1))
    number, found = next((event.number for event in rounds if starts_round(event)), 0), []
    for event in events[first:]:
        if starts_round(event):
            number = event.number
        found.append((number, event))
    return found
