"""What looks like a button is one: which key a click on a line of keys stands for."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events

from tabletop_tui.bindings.command import KEY_NAMES
from tabletop_tui.widgets.styled_text import Span, width_of

FOOTER = "hint-key", "hint"
"""The roles of a key and of what it does in a footer ..."""
TITLE = "key", "dim"
"""... and in the title of a panel."""
_NAMES = {said: name for name, said in KEY_NAMES.items()}


def key_at(line: Sequence[Span], column: int, roles: tuple[str, str] = FOOTER) -> str:
    """The key, as it is printed, whose name or whose word stands in a column of a line; '' where there is none.

    Of several before one word, as in 'Up Down scroll', the word stands for the first.
    """
    left, said = 0, ""
    for text, role in line:
        right = left + width_of([(text, role)])
        if role == roles[0]:
            said = text
        elif role != roles[1]:
            said = ""
        if left <= column < right:
            return _word_at(text, column - left) if role == roles[0] else _word_at(said, len(said))
        if role != roles[0]:
            said = ""
        left = right
    return ""


def _word_at(text: str, column: int) -> str:
    """The word of keys in a column, the first one where a blank is."""
    if text[column : column + 1].strip():
        return f"{text[:column].rpartition(' ')[2]}{text[column:].partition(' ')[0]}"
    return (text.split() or [""])[0]


def press_of(said: str) -> events.Key | None:
    """The press of a key that is printed so; None for what is no key, as 'any' or '1-9'."""
    if said in _NAMES:
        return events.Key(_NAMES[said], said if len(said) == 1 else None)
    if len(said) == 1:
        return events.Key(said, said)
    if said[:1] == "F" and said[1:].isdigit():
        return events.Key(said.lower(), None)
    return None
