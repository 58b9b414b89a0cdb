"""The log: what happened as lines of text, with the faces, the need and the reasons of every roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_tui.engine.events import Began, Ended, Event, Fell, Harmed, Noted, Rolled, Scored, starts_round
from tabletop_tui.engine.tally import die_words
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.inks import Palette
from tabletop_tui.widgets.lines import seat_sign, tally_parts
from tabletop_tui.widgets.text import Span, TextLine


def event_lines(event: Event, colours: Palette, glyphs: Glyphs, full: bool = False) -> list[TextLine]:
    """An event for the log; `full` adds the reasons of a roll and the rules behind everything."""
    sign = seat_sign(event.seat, colours, glyphs)
    line: TextLine = [sign, (" ", "text")]
    if isinstance(event, Rolled) and event.faces:
        line += roll_spans(event)
    else:
        line.append((event.text, role_of(event)))
    if not full:
        return [line]
    if event.rules:
        line.append(("  " + " ".join(dict.fromkeys(event.rules)), "rule"))
    lines = [line]
    if isinstance(event, Rolled) and event.need is not None and event.need.modifiers:
        lines.append([("    ", "text"), (f"{event.need.name}: {tally_parts(event.need)}", "dim")])
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
    if isinstance(event, Noted):
        return "key"
    return "text"


def roll_spans(event: Rolled) -> list[Span]:
    """What the roll was for, the faces (those that count in brackets), and what was needed."""
    spans: list[Span] = [(f"{event.why}: ", "text")]
    for place, face in enumerate(event.faces):
        good = bool(event.good) and event.good[place]
        spans.append((f"[{face}]" if good else f" {face} ", "good" if good else "dim" if event.good else "strong"))
    count = sum(event.good)
    came = event.outcome or (f"{count} of {len(event.faces)}{' good' * bool(event.does)}" if event.good else "")
    if words := need_words(event):
        spans.append((f" {words}{',' if came else ''}", "dim"))  # the comma stays with what it follows
    if came:
        spans.append((f" {came}", "strong" if event.outcome or count else "dim"))
    return spans


def need_words(event: Rolled) -> str:
    """What the dice of a roll needed, or what was bad; '' for nothing; or what was added to them."""
    need = event.need
    if need is None:
        return ""
    if not event.good:
        return f"{need.name} {need.total}"
    return die_words(need, event.does)


def log_lines(
    entries: Iterable[tuple[int, Event]], colours: Palette, glyphs: Glyphs, full: bool = False
) -> list[TextLine]:
    """Log lines, each with the number of its round."""
    lines: list[TextLine] = []
    for number, event in entries:
        first, *rest = event_lines(event, colours, glyphs, full)
        lines.append([(f"{number:>2} ", "dim"), *first])
        lines += [[("   ", "dim"), *line] for line in rest]
    return lines


def numbered(events: Sequence[Event], first: int = 0) -> list[tuple[int, Event]]:
    """Events, from the one at `first` on, with the round in which they happened."""
    rounds = (events[place] for place in range(first - 1, -1, -1))
    number, found = next((event.number for event in rounds if starts_round(event)), 0), []
    for event in events[first:]:
        if starts_round(event):
            number = event.number
        found.append((number, event))
    return found
