"""Widgets that are made of rows of styled text."""

from __future__ import annotations

from collections.abc import Iterator

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Rows(Widget):
    """A widget of rows that carry all their styles: they reach the screen as they are, with no style sheet over them.

    Textual would lay borders, padding and opacity over each row; these widgets have none.
    """

    def rows(self, lines: range) -> Iterator[Strip]:
        """These rows of what is in view, each as wide as the widget."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        return next(self.rows(range(y, y + 1)))

    def render_lines(self, crop: Region) -> list[Strip]:
        if self.get_line_filters():  # NO_COLOR
            return super().render_lines(crop)
        rows = self.rows(crop.line_range)
        return list(rows) if crop.width == self.size.width else [row.crop(crop.x, crop.right) for row in rows]
