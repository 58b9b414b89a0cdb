"""Pages of the school as dialogs: the first page of a book, a chapter in ten lines, what one can play."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.school.chapter_pages import Entry
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.widgets.styled_text import TextLine


def page(
    title: str, entries: Sequence[Entry], more: str = "", close: str = "", leads: Sequence[tuple[str, str]] = ()
) -> Sheet:
    """A sheet of words with what is said of each, and a last line; keys that lead on, as a Sheet has them."""
    lines: list[TextLine] = [[(f"{one.head}: ", "head"), (one.text, "text")] for one in entries]
    if more:
        lines += [[], [(more, "strong")]]
    return Sheet(title, lines, close, leads=leads)
