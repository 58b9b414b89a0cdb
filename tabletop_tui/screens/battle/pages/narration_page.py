"""The words of whoever wrote the scenario, over the map when their moment has come."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.screens.base.popup_page import Below, Unbidden
from tabletop_tui.widgets.map.shared.page_marks import Look
from tabletop_tui.widgets.styled_text import TextLine, wrap


class StoryPage(Unbidden):
    """What is told, a paragraph for each moment; Enter goes on."""

    DEFAULT_CSS = """
    StoryPage > Vertical { height: auto; max-height: 90%; }
    StoryPage Page { height: auto; }
    """

    def __init__(self, title: str, words: Sequence[str], look: Look, below: Below) -> None:
        super().__init__(look, below)
        self.heading, self.words = title, words

    def title_words(self) -> str:
        return self.heading

    def lines(self, width: int) -> list[TextLine]:
        found: list[TextLine] = []
        for said in self.words:
            found += [*wrap([(said, "text")], width), []]
        return found[:-1]

    def foot(self) -> tuple[tuple[str, str], ...]:
        return (("Enter", "go on"),)
