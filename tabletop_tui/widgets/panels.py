"""Panels of styled lines: a Panel shows as many lines as fit, a Page scrolls, a Menu has a chosen line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tabletop_tui.widgets.clickable_keys import FOOTER, key_at, press_of
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.row_widgets import Rows
from tabletop_tui.widgets.styled_text import Role, TextLine, strip_of, wrap

MARGIN = 1
"""Empty columns at the sides of a page."""


class Panel(Rows):
    """Lines of text, clipped at the right. Only lines that changed are drawn again."""

    DEFAULT_CSS = """
    Panel { height: 1fr; }
    """
    can_focus = False

    class LineClicked(Message):
        """A line was clicked, counted from 0 at the top of what was shown."""

        def __init__(self, panel: Panel, line: int) -> None:
            super().__init__()
            self.panel, self.line = panel, line

        @property
        def control(self) -> Panel:
            return self.panel

    def __init__(self, colours: Palette, glyphs: Glyphs, fill: Role = "text", **more: Any) -> None:
        super().__init__(**more)
        self.colours, self.glyphs, self.fill = colours, glyphs, fill
        self.lines: list[TextLine] = []
        self._strips: dict[int, Strip] = {}
        """The lines as they were last drawn."""
        self._wide = 0
        """How wide that was."""

    def restyle(self, colours: Palette, glyphs: Glyphs) -> None:
        """The same lines in other colours and signs."""
        self.colours, self.glyphs = colours, glyphs
        self._redraw()

    def fill_with(self, fill: Role) -> None:
        """The style of what is left of each line from now on."""
        if fill != self.fill:
            self.fill = fill
            self._redraw()

    def _redraw(self) -> None:
        self._strips.clear()
        self.refresh()

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show these lines from now on."""
        old, self.lines = self.lines, list(lines)
        pairs = enumerate(zip_longest(old, self.lines))
        changed = [y for y, (before, after) in pairs if before != after]
        for y in changed:
            self._strips.pop(y, None)
        self.refresh_rows(changed)

    def rows(self, lines: range) -> Iterator[Strip]:
        width = self.size.width
        if width != self._wide:
            self._wide = width
            self._strips.clear()
        for y in lines:
            if y not in self._strips:
                line = self.lines[y] if y < len(self.lines) else []
                self._strips[y] = strip_of(line, width, self.colours, self.glyphs, self.fill)
        return map(self._strips.__getitem__, lines)

    roles = FOOTER
    """How the keys look that can be clicked, and what they do."""

    def on_click(self, event: events.Click) -> None:
        if not self.press_at(event.x, event.y):
            self.post_message(self.LineClicked(self, event.y))

    def press_at(self, column: int, row: int) -> bool:
        """Press the key whose button is there; whether there is one."""
        line = self.lines[row] if row < len(self.lines) else []
        if (press := press_of(key_at(line, column, self.roles))) is None:
            return False
        self.app.post_message(press)
        return True


class Page(ScrollView):
    """Lines that are wrapped to the width and scrolled by keys and wheel."""

    DEFAULT_CSS = """
    Page { overflow: hidden hidden; scrollbar-size: 0 0; }
    """
    can_focus = False

    class Sized(Message):
        """The page has another size than before, or its first one."""

    def __init__(self, colours: Palette, glyphs: Glyphs, **more: Any) -> None:
        super().__init__(**more)
        self.colours, self.glyphs = colours, glyphs
        self.lines: list[TextLine] = []
        self._wrapped: list[TextLine] = []
        self._starts: list[int] = []
        """For each of the lines, where it begins among the wrapped ones."""
        self._at_end = False

    def restyle(self, colours: Palette, glyphs: Glyphs) -> None:
        """The same lines in other colours and signs."""
        self.colours, self.glyphs = colours, glyphs
        self.refresh()

    def show(self, lines: Sequence[TextLine], end: bool = False) -> None:
        """Show these lines, from their beginning or at their end."""
        self.lines, self._at_end = list(lines), end
        self._wrap()

    def _wrap(self) -> None:
        width = self.size.width - 2 * MARGIN
        self._wrapped, self._starts = [], []
        for line in self.lines if width > 0 else []:
            self._starts.append(len(self._wrapped))
            self._wrapped += wrap(line, width, "  ")
        self.virtual_size = Size(self.size.width, len(self._wrapped))
        self.scroll_lines(len(self._wrapped) if self._at_end else -len(self._wrapped))
        self.refresh()

    def on_resize(self, _event: events.Resize) -> None:
        """Wrapped anew; the line at the top stays there, and who had read to the end still sees it."""
        top = bisect_right(self._starts, self.scroll_offset.y) - 1
        self._at_end = self._at_end and not self.more_below
        self._wrap()
        if not self._at_end and 0 <= top < len(self._starts):
            self.scroll_lines(self._starts[top])
        self.post_message(self.Sized())

    def scroll_lines(self, lines: int) -> None:
        """Scroll down by so many lines, up if negative."""
        top = max(0, min(self.scroll_offset.y + lines, self.virtual_size.height - self.size.height))
        if top != self.scroll_offset.y:
            self.scroll_to(0, top, animate=False, force=True, immediate=True)

    def reveal(self, line: int) -> None:
        """Scroll no further than is needed to see one of the lines, counted before they were wrapped."""
        if not 0 <= line < len(self._starts):
            return
        first = self._starts[line]
        after = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._wrapped)
        top, height = self.scroll_offset.y, self.size.height
        self.scroll_lines(first - top if first < top else max(0, min(after - top - height, first - top)))

    @property
    def more_below(self) -> bool:
        return self.scroll_offset.y + self.size.height < self.virtual_size.height

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        line = [(" " * MARGIN, "text"), *(self._wrapped[place] if place < len(self._wrapped) else [])]
        return strip_of(line, self.size.width, self.colours, self.glyphs)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_lines(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_lines(3)
