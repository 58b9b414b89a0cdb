"""Texts from outside as they may be printed: on a terminal, in Markdown, in HTML, in a spreadsheet.

A name can hold what a terminal obeys (ESC and other control characters), what turns the order of letters around, or
what breaks a line. In files and options such a text is refused; in a sentence about it, it is shown escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import category, normalize

UNCLEAN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""The Unicode categories that nothing printed may hold: controls, marks of direction, halves of letters, line ends."""

FORMULA = ("=", "+", "-", "@")
"""With these a spreadsheet begins a formula; also behind blanks, and where they are written wide."""


def is_clean(text: str, besides: str = "") -> bool:
    """Whether a text may be printed as it is; `besides` are characters that may be in it too."""
    return text.isprintable() or not any(_unclean(letter) for letter in text if letter not in besides)


def clean(text: str) -> str:
    """The text on one line, with what may not be printed escaped, as in \\x1b or \\u202e."""
    if text.isprintable():
        return text
    return "".join(_escaped(letter) if _unclean(letter) else letter for letter in text)


def clean_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(clean, text.split("\n")))


def in_short(text: str, most: int) -> str:
    """The text, its middle left out if it is longer than so many characters."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]} ... {text[len(text) - most // 4 :]}"


def _unclean(letter: str) -> bool:
    return category(letter) in UNCLEAN


def _escaped(letter: str) -> str:
    return repr(letter)[1:-1] if letter != "\\" else letter


def unclean_place(data: Any, place: str = "") -> str | None:
    """The place of the first text or key in JSON data that may not be printed, None if all may.

    Line feeds and tabs may be in it: a summary can have several lines.
    """
    if isinstance(data, str):
        return None if is_clean(data, "\n\t") else place
    items: Iterable[tuple[str, Any]] = ()
    if isinstance(data, Mapping):
        if (key := next((key for key in data if not is_clean(str(key))), None)) is not None:
            return joined(place, str(key))
        items = ((joined(place, str(key)), item) for key, item in data.items())
    elif isinstance(data, list | tuple):
        items = ((f"{place}[{number}]", item) for number, item in enumerate(data))
    return next((found for at, item in items if (found := unclean_place(item, at)) is not None), None)


def joined(place: str, key: str) -> str:
    """The place of a key inside a place."""
    return f"{place}.{key}" if place else key


# ---------------------------------------------------------------- in other languages
def in_markdown(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    escaped = re.sub(r"([\\`*_\[\]<>|#]|&(?=#?\w+;))", r"\\\1", clean(text))
    return re.sub(r"^(\s*)(?:(?=[-+=~])|(\d+)(?=[.)]))", r"\1\2\\", escaped)


def in_spreadsheet(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula."""
    text = clean(text)
    begin = normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if begin in FORMULA else text
