"""Pages that refer to the map: they lie over a part of it, and step aside to show a spot until the next key."""

from __future__ import annotations

from attrs import field
from textual import events
from textual.widget import Widget

from tabletop_tui.records import frozen
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.base.dialogs import DOWN
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.panels import Page
from tabletop_tui.widgets.styled_text import TextLine

DIGITS = tuple("123456789")
KNOWN = ("Esc", "PgDn", "Tab")
"""Keys of which everybody knows what they do on a page."""
FAR = 1000
"""More lines than any page has."""


class Peek(Dialog[None]):
    """A box that can step aside."""

    DEFAULT_CSS = """
    Peek.aside > Vertical { display: none; }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def show_on_map(self, sighting: Sighting) -> None:
        """Step aside for it; the next key brings the box back."""
        self.add_class("aside")
        self.look(sighting)

    def come_back(self) -> bool:
        """Whether the box had stepped aside; it is back now."""
        if not self.has_class("aside"):
            return False
        self.remove_class("aside")
        self.look(self.behind())
        return True

    def behind(self) -> Sighting | None:
        """What is to be seen on the map beside the box."""
        return None

    def close(self, result: None = None) -> bool:
        """Close, and leave the map as it was."""
        closed = super().close(result)
        if closed:
            self.look(None)
        return closed


@frozen
class Foot:
    """The last line of a page: what its keys do."""

    keys: tuple[tuple[str, str], ...] = field(default=())

    @property
    def line(self) -> TextLine:
        return [
            piece
            for key, said in self.keys
            for piece in ((f" {key}", "hint-key"), (f" {said} " if said else " ", "hint"))
        ]

    def within(self, width: int) -> Foot:
        """As much of it as there is room for: where it is narrow, keys that anybody knows go without a word, and then
        the last keys go."""
        keys = [*self.keys]
        for place in reversed(range(len(keys))):
            if Foot(tuple(keys)).width > width and keys[place][0] in KNOWN:
                keys[place] = (keys[place][0], "")
        while keys and Foot(tuple(keys)).width > width:
            keys.pop()
        return Foot(tuple(keys))

    @property
    def width(self) -> int:
        return sum(len(text) for text, _ in self.line) - 1


class MapPage(Peek):
    """A page of text at the right, the map beside it as far as there is room."""

    DEFAULT_CSS = """
    MapPage { align: right top; }
    MapPage > Vertical { width: 50%; min-width: 60; max-width: 68; height: 1fr; margin: 1 0 2 0; }
    """
    close_keys: tuple[str, ...] = ("escape", "enter", "q", "Q")

    def inside(self) -> Widget:
        return Page(self.tabletop.colours, self.tabletop.glyphs)

    @property
    def page(self) -> Page:
        return self.query_one(Page)

    def on_page_sized(self, event: Page.Sized) -> None:
        """Not before: where another page comes over this one at once, it has no size until that is closed."""
        self.draw()

    def draw(self) -> None:
        """Title, text and foot for the width there is."""
        if not self.is_open or not self.page.size.width:
            return
        self.show_title([(f" {self.title_words()}", "status")])
        self.page.show(self.lines(self.page.size.width - 2))
        first, *rest = self.foot()
        more = [("PgDn", "more")] if self.page.more_below else []
        self.show_hint(Foot((first, *more, *rest)).within(self.page.size.width).line)
        if not self.has_class("aside"):
            self.look(self.behind())

    def title_words(self) -> str:
        raise NotImplementedError

    def lines(self, width: int) -> list[TextLine]:
        """The text, no line wider than this."""
        raise NotImplementedError

    def foot(self) -> tuple[tuple[str, str], ...]:
        """Keys, and what they do."""
        return (("Esc", "close"),)

    def numbered(self) -> list[Sighting]:
        """What the keys 1 to 9 show on the map."""
        return []

    def own_key(self, event: events.Key) -> bool:
        """Do what a key does on this page alone; False for every other key."""
        return False

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        back, found = self.come_back(), self.numbered()
        key = event.character or event.key
        if key in DIGITS[: len(found)]:
            self.show_on_map(found[DIGITS.index(key)])
        elif back:
            return
        elif event.key in self.close_keys or key in self.close_keys:
            self.close()
        elif not self.own_key(event):
            self.scroll(event.key)

    def scroll(self, key: str) -> None:
        """The keys that scroll every page."""
        high = self.page.size.height - 1
        steps = {**DOWN, "pagedown": high, "space": high, "pageup": -high, "home": -FAR, "end": FAR}
        self.page.scroll_lines(steps.get(key, 0))
