"""Widgets that are made of rows of styled text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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

    def refresh_rows(self, lines: Iterable[int]) -> None:
        """These rows look different now, counted from 0 at the top of what is in view; those out of view do not count.

        Rows that lie together are told as one region: each region costs as much as the next.
        """
        width, height = self.size
        bands: list[list[int]] = []
        for line in sorted(line for line in lines if 0 <= line < height):
            if bands and bands[-1][1] == line:
                bands[-1][1] += 1
            else:
                bands.append([line, line + 1])
        if bands:
            self.refresh(*(Region(0, first, width, end - first) for first, end in bands))

    def render_line(self, y: int) -> Strip:
        return next(self.rows(range(y, y + 1)))

    def render_lines(self, crop: Region) -> list[Strip]:
        if self.get_line_filters():  # NO_COLOR
            return super().render_lines(crop)
        rows = self.rows(crop.line_range)
        return list(rows) if crop.width == self.size.width else [row.crop(crop.x, crop.right) for row in rows]
