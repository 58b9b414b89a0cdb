"""Lines of styled text as plain data: a line is a list of (text, role) spans, where a role is a style of the palette.

A role may also be a Style itself, for seats. Everything that panels and pages show is composed of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import normalize

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tabletop_tui.files.safe_text import clean
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette

Role = str | Style
Span = tuple[str, Role]
TextLine = list[Span]


def plain(text: str, role: Role = "text") -> TextLine:
    return [(text, role)]


def width_of(line: Iterable[Span]) -> int:
    return sum(len(text) if text.isascii() else cell_len(text) for text, _ in line)


def upto_word(text: str, width: int, ellipsis: str) -> str:
    """The text in so many cells, cut at the end of a word where it is too long; with an ellipsis then."""
    if cell_len(text) <= width or width < cell_len(ellipsis):
        return text
    kept = set_cell_size(text, width - cell_len(ellipsis))
    whole = kept if text[len(kept) :].startswith(" ") else kept.rpartition(" ")[0] or kept
    return f"{whole.rstrip(' ,;:')}{ellipsis}"


def clip(line: Sequence[Span], width: int, ellipsis: str = "…") -> TextLine:
    """The line cut to `width` cells, with an ellipsis where something was lost."""
    if width_of(line) <= width:
        return list(line)
    clipped: TextLine = []
    left = width - cell_len(ellipsis)
    for text, role in line:
        size = cell_len(text)
        if size > left:
            clipped.append((set_cell_size(text, max(0, left)) + ellipsis, role))
            return clipped
        clipped.append((text, role))
        left -= size
    return clipped


def spread(left: Sequence[Span], right: Sequence[Span], width: int, fill: Role = "text") -> TextLine:
    """One line with one part at the left and one at the right; the left part gives way."""
    room = width - width_of(right) - 1
    if room < 1:
        return clip(right, width)
    left = clip(left, room)
    return [*left, (" " * (width - width_of(left) - width_of(right)), fill), *right]


def wrap(line: Sequence[Span], width: int, indent: str = "") -> list[TextLine]:
    """The line broken at spaces into lines of at most `width` cells, those after the first indented."""
    width = max(width, 4)
    if width_of(line) <= width:
        return [list(line)]
    lines: list[TextLine] = []
    current: TextLine = []
    used = 0
    for text, role in line:
        for word in _words(text):
            size = cell_len(word)
            if used + len(word.rstrip()) > width and used > len(indent):
                lines.append(_stripped(current))
                current, used = ([(indent, "text")], len(indent)) if indent else ([], 0)
                word = word.lstrip()
                size = cell_len(word)
            while used + cell_len(word.rstrip()) > width:  # a word longer than a line
                room = width - used
                current.append((word[:room], role))
                lines.append(current)
                word = word[room:]
                current, used = ([(indent, "text")], len(indent)) if indent else ([], 0)
                size = cell_len(word)
            if word:
                current.append((word, role))
                used += size
    if current and width_of(current) > len(indent):
        lines.append(_stripped(current))
    return lines


def first_rows(lines: Sequence[TextLine], rows: int, width: int, ellipsis: str = "\u2026") -> list[TextLine]:
    """As many lines as there are rows for; where more follow, the last that has words ends with an ellipsis."""
    shown = [*lines[: max(0, rows)]]
    if len(shown) < len(lines) and shown and shown[-1]:
        *before, (text, role) = shown[-1]
        shown[-1] = clip([*before, (f"{text.rstrip(' ,;:')}{ellipsis}", role)], width, ellipsis)
    return shown


def _stripped(line: TextLine) -> TextLine:
    """Without the spaces at its end."""
    text, role = line[-1]
    return [*line[:-1], (text.rstrip(), role)]


def _words(text: str) -> list[str]:
    """Words with the spaces that follow them."""
    words: list[str] = []
    start = 0
    for place, letter in enumerate(text):
        if letter == " " and place + 1 < len(text) and text[place + 1] != " ":
            words.append(text[start : place + 1])
            start = place + 1
    words.append(text[start:])
    return [word for word in words if word]


def strip_of(line: Sequence[Span], width: int, colours: Palette, glyphs: Glyphs, fill: Role = "text") -> Strip:
    """The line as a Strip of exactly `width` cells."""
    if not glyphs.halves:
        line = [(plain_ascii(text), role) for text, role in line]
    if not all(text.isprintable() for text, _ in line):
        line = [(clean(text), role) for text, role in line]
    if (used := width_of(line)) > width:
        line = clip(line, width, glyphs.ellipsis)
        used = width_of(line)
    segments = [Segment(text, colours.role(role) if isinstance(role, str) else role) for text, role in line if text]
    if used < width:
        segments.append(Segment(" " * (width - used), colours.role(fill) if isinstance(fill, str) else fill))
    return Strip(segments, width)


STAND_INS = str.maketrans(
    {"…": ".", "ð": "d", "Ð": "D", "þ": "t", "ø": "o", "æ": "a", "ß": "s", "’": "'", "–": "-", "±": "+-"}
)


@lru_cache(maxsize=4096)
def plain_ascii(text: str) -> str:
    """The same text for a terminal that draws nothing but ASCII, letter for letter but for ±, which no letter is."""
    if text.isascii():
        return text
    bare = (normalize("NFKD", letter)[0] for letter in text.translate(STAND_INS))
    return "".join(letter if letter.isascii() else "?" for letter in bare)


def text_of(line: Iterable[Span]) -> str:
    return "".join(text for text, _ in line)
