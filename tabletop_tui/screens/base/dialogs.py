"""Boxes over a screen: a page to read, a list to choose from, a word to type, a thing to confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import cast

from attrs import frozen
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from tabletop_tui.screens.base.base import MOST, Dialog, Fitting
from tabletop_tui.screens.base.host import Host
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import Role, TextLine, text_of, width_of, wrap

SHEET_KEYS = (
    ("Up Down j k [ ]", "Scroll by a line"),
    ("PgUp PgDn Space", "Scroll by a page"),
    ("Home End", "To the beginning, to the end"),
    ("Esc Enter q", "Close; the key that opened the page does it too"),
)
LIST_KEYS = (
    ("Up Down Tab", "Mark another entry"),
    ("PgUp PgDn", "A page up or down"),
    ("letters", "Only the entries that have these letters; Backspace takes one back"),
    ("Enter", "Take the marked entry; a reason at the bottom says why one cannot be taken"),
    ("Esc", "Close; nothing is taken"),
)
DOWN = {"down": 1, "j": 1, "right_square_bracket": 1, "up": -1, "k": -1, "left_square_bracket": -1}

WIDEST, SIDES = 102, 4
"""The columns of a page at most, and how many of them its frame and margins take."""


class Sheet(Dialog[None]):
    """A page of text; arrows scroll it, Esc, Enter or the key that opened it closes it."""

    DEFAULT_CSS = """
    Sheet > Vertical { width: 94%; max-width: 102; height: 94%; }
    """

    def __init__(self, title: str, lines: Sequence[TextLine], close: str = "", end: bool = False) -> None:
        super().__init__()
        self.heading, self.lines, self.close_key, self.at_end = title, lines, close, end

    def inside(self) -> Widget:
        return Page(self.tabletop.colours, self.tabletop.glyphs)

    def on_mount(self) -> None:
        self.fit_page()
        self.show_title([(f" {self.heading}", "status")])
        self.query_one(Page).show(self.lines, self.at_end)
        self.show_hint(
            [(" Up Down PgUp PgDn", "hint-key"), (" scroll  ", "hint"), ("Esc", "hint-key"), (" close", "hint")]
        )

    def on_resize(self, event: events.Resize) -> None:
        self.fit_page()

    def fit_page(self) -> None:
        """Make the box no taller than its text."""
        width = min(WIDEST, self.app.size.width * MOST // 100) - SIDES
        self.fit(sum(len(wrap(line, width, "  ")) for line in self.lines))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = self.query_one(Page)
        if event.key in DOWN:
            page.scroll_lines(DOWN[event.key])
        elif event.key in ("pagedown", "space"):
            page.scroll_lines(page.size.height - 1)
        elif event.key == "pageup":
            page.scroll_lines(1 - page.size.height)
        elif event.key in ("home", "end"):
            page.scroll_lines((1 if event.key == "end" else -1) * len(self.lines) * 10)
        elif event.key in ("escape", "enter", "q", "Q") or event.character == self.close_key:
            self.close(None)
        elif event.character == "?":
            self.tabletop.push_screen(Sheet("Keys of a page", key_lines(SHEET_KEYS), "?"))


LONGEST_TYPED, LONGEST_SOUGHT = 2000, 100
"""Letters of a text that is typed or pasted, and of what is looked for in a list."""


@frozen
class ListItem:
    """One entry of a list: its key, how it looks, and why it may not be taken ('' if it may)."""

    key: str
    line: TextLine
    why_not: str = ""


class Choose(Dialog[str | None]):
    """A list to choose from by arrows, or by typing a part of an entry."""

    keys: Sequence[tuple[str, str]] = LIST_KEYS
    """The keys that '?' tells of."""
    hint: TextLine = [(" Enter", "hint-key"), (" take  ", "hint"), ("Esc", "hint-key"), (" close", "hint")]

    DEFAULT_CSS = """
    Choose > Vertical { width: 94%; max-width: 102; height: 94%; }
    Choose #inside { height: 1fr; }
    """

    def __init__(self, title: str, items: Sequence[ListItem], empty: str = "nothing fits") -> None:
        super().__init__()
        self.heading, self.items, self.empty = title, list(items), empty
        self.typed, self.index, self.top = "", 0, 0

    def on_mount(self) -> None:
        self.fit(max(1, len(self.items)))
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.fit(max(1, len(self.items)))
        self.draw_soon()

    @property
    def fitting(self) -> list[ListItem]:
        words = self.typed.lower().split()
        return [item for item in self.items if all(word in text_of(item.line).lower() for word in words)]

    def draw(self) -> None:
        glyphs = self.tabletop.glyphs
        items, panel = self.fitting, self.panel
        self.index = max(0, min(self.index, len(items) - 1))
        if not (height := panel.size.height):
            return  # hidden: where the list was scrolled to stays so
        self.top = max(min(self.top, self.index), self.index - height + 1)
        lines: list[TextLine] = []
        for place, item in enumerate(items[self.top : self.top + height], self.top):
            if place == self.index:
                text = text_of(item.line).ljust(panel.size.width - 2)
                lines.append([(f"{glyphs.pointer} ", "chosen"), (text, "chosen")])
            else:
                lines.append([("  ", "text"), *item.line])
        panel.show(lines or [[(f"  {self.empty}", "dim")]])
        typed = f"  {self.typed}_" if self.typed else "  (type to search)"
        self.show_title([(f" {self.heading}", "status"), (typed, "status-dim")])
        why = items[self.index].why_not if items else ""
        self.show_hint([(f" {why}", "hint")] if why else self.hint)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = max(1, self.panel.size.height - 1)
        moves = {"down": 1, "up": -1, "tab": 1, "shift+tab": -1, "pagedown": page, "pageup": -page}
        if event.key in moves:
            self.index += moves[event.key]
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.key == "escape":
            self.close(None)
            return
        elif event.key == "enter":
            self._take()
            return
        elif event.character == "?":
            self.tabletop.push_screen(Sheet("Keys of a list", key_lines(self.keys), "?"))
        elif event.character and event.character.isprintable():
            self.typed, self.index = (self.typed + event.character)[:LONGEST_SOUGHT], 0
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.typed, self.index = (self.typed + on_one_line(event.text))[:LONGEST_SOUGHT], 0
        self.draw()

    def _take(self) -> None:
        items = self.fitting
        if items and not items[self.index].why_not:
            self.close(items[self.index].key)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel is self.panel and event.line + self.top < len(self.fitting):
            self.index = event.line + self.top
            self.draw()
            self._take()


class AskText(Dialog[str | None]):
    """A word to type; `check` says what is wrong with it ('' if nothing is)."""

    fill = "chosen"
    WIDTH = 62
    DEFAULT_CSS = f"""
    AskText > Vertical {{ width: {WIDTH}; max-width: 94%; height: 5; }}
    """

    def __init__(
        self, title: str, check: Callable[[str], str], typed: str = "", offered: bool = False, hint: str = ""
    ) -> None:
        """`typed` is what stands there at first; if it is only `offered`, the first letter takes its place.

        `hint` says how it is typed, until something is.
        """
        super().__init__()
        self.heading, self.check, self.typed, self.offered, self.hint = title, check, typed, offered, hint

    def on_mount(self) -> None:
        self.show_title([(f" {self.heading}", "status")])
        self.draw()

    def draw(self, wrong: str = "") -> None:
        self.panel.show([[(f" {self._seen()}_", "chosen")]])
        keys: TextLine = [(" Enter", "hint-key"), (" take  ", "hint"), ("Esc", "hint-key"), (" close", "hint")]
        said = wrong or ("" if self.typed else self.hint)
        self.show_hint([(f" {said}", "hint")] if said else keys)

    def _seen(self) -> str:
        """What is typed; of more than there is room for, its end."""
        room = min(self.WIDTH, self.app.size.width * 94 // 100) - 4
        if len(self.typed) <= room and width_of([(self.typed, "text")]) <= room:
            return self.typed
        ellipsis, seen = self.tabletop.glyphs.ellipsis, self.typed[-room:]
        while width_of([(ellipsis + seen, "text")]) > room:
            seen = seen[1:]
        return ellipsis + seen

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close(None)
        elif event.key == "enter":
            if wrong := self.check(self.typed):
                self.draw(wrong)
            else:
                self.close(self.typed)
        else:
            if event.key == "backspace":
                self.typed = self.typed[:-1]
            elif event.character and event.character.isprintable():
                self._add(event.character)
                return
            self.offered = False
            self.draw()

    def _add(self, text: str) -> None:
        """Letters behind what is typed, or in place of what was only offered; nothing of what is too long."""
        typed = text if self.offered else self.typed + text
        if len(typed) > LONGEST_TYPED:
            self.draw(f"at most {LONGEST_TYPED} letters; that would be {len(typed)}")
            return
        self.typed, self.offered = typed, False
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._add(on_one_line(event.text))


class Confirm(Dialog[bool]):
    """For what cannot be taken back: a capital Y does it, every other key does not."""

    yes: TextLine = [(" Y", "hint-key"), (" (capital) do it  ", "hint")]
    fill = "prompt-bad"
    DEFAULT_CSS = """
    Confirm > Vertical { width: 62; max-width: 94%; height: 5; }
    """

    def __init__(self, title: str, consequence: str) -> None:
        super().__init__()
        self.heading, self.consequence = title, consequence

    def on_mount(self) -> None:
        self.show_title([(f" {self.heading}", "status")])
        lines = wrap([(f"{self.consequence}", "prompt-bad")], min(60, self.size.width * 94 // 100) - 2)
        self.panel.styles.height = len(lines)
        self.query_one(Vertical).styles.height = len(lines) + 4
        self.panel.show([[(" ", "prompt-bad"), *line] for line in lines])
        self.show_hint([*self.yes, ("any other key", "hint-key"), (" leave it", "hint")])

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.close(event.character == "Y")


class HandOver(Fitting[None]):
    """Between two people at one keyboard: nothing of the battle is seen until the next one presses Enter."""

    DEFAULT_CSS = """
    HandOver { align: center middle; }
    HandOver #hand-over { width: 60; max-width: 90%; height: 3; }
    """

    def __init__(self, name: str, style: Role) -> None:
        super().__init__()
        self.who, self.style, self.pressed = name, style, monotonic()

    def compose(self) -> ComposeResult:
        app = cast(Host, self.app)
        yield Panel(app.colours, app.glyphs, id="hand-over")

    def on_mount(self) -> None:
        hint: TextLine = [("Enter", "key"), (" when you sit at the keyboard", "text")]
        self.query_one("#hand-over", Panel).show([[(f" {self.who} ", self.style), (" is to play", "strong")], [], hint])

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "enter":
            # A key that is only being held down since the last answer does not open the map.
            before, self.pressed = self.pressed, monotonic()
            if self.pressed - before >= cast(Host, self.app).options.guard:
                self.close(None)


def on_one_line(text: str) -> str:
    """What was pasted, as it could have been typed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def key_lines(keys: Sequence[tuple[str, str]]) -> list[TextLine]:
    """The keys of a box, which are the same for everybody."""
    return [[(names.ljust(17), "key"), (said, "text")] for names, said in keys]
