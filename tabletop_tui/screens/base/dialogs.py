"""Boxes over a screen: a page to read, a list to choose from, a word to type, a thing to confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.containers import Vertical
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input

from tabletop_tui.engine import word_search
from tabletop_tui.records import frozen
from tabletop_tui.screens.base.base_screen import MOST, Dialog
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, text_of, wrap

SHEET_KEYS = (
    ("Up Down j k [ ]", "Scroll by a line"),
    ("PgUp PgDn Space", "Scroll by a page"),
    ("Home End", "To the beginning, to the end"),
    ("Esc Enter q", "Close; the key that opened the page does it too"),
)
LIST_KEYS = (
    ("Up Down Tab", "Mark another entry"),
    ("PgUp PgDn Home End", "A page up or down, to the first, to the last"),
    ("letters", "Only the entries that have these letters, the best first; Backspace takes one back"),
    ("Enter", "Take the marked entry; a reason at the bottom says why one cannot be taken"),
    ("Esc", "Close; nothing is taken"),
)
DOWN = {"down": 1, "j": 1, "right_square_bracket": 1, "up": -1, "k": -1, "left_square_bracket": -1}

WIDEST, SIDES = 102, 4
"""The columns of a page at most, and how many of them its frame and margins take."""


class Sheet(Dialog[str | None]):
    """A page of text; arrows scroll it, Esc, Enter or the key that opened it closes it.

    Where it `leads` on, with a key and what that does, that key closes it, too, and is what it answers.
    """

    DEFAULT_CSS = """
    Sheet > Vertical { width: 94%; max-width: 102; height: 94%; }
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[TextLine],
        close: str = "",
        end: bool = False,
        leads: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__()
        self.heading, self.lines, self.close_key, self.at_end, self.leads = title, lines, close, end, leads

    def inside(self) -> Widget:
        return Page(self.tabletop.colours, self.tabletop.glyphs)

    def on_mount(self) -> None:
        self.fit_page()
        self.show_title([(f" {self.heading}", "status")])
        self.query_one(Page).show(self.lines, self.at_end)
        hint: TextLine = [(" ", "hint")]
        for key, what in (*self.leads, ("Up Down PgUp PgDn", "scroll"), ("Esc", "close")):
            hint += [(key, "hint-key"), (f" {what}  ", "hint")]
        self.show_hint(hint)

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
        elif event.character in [key for key, _ in self.leads]:
            self.close(event.character)
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
    also: tuple[str, ...] = ()
    """What it may be called besides, by whoever looks for it; it is not shown."""

    @property
    def name(self) -> str:
        """What it is called: what stands there in strong letters, else all of it."""
        return "".join(text for text, role in self.line if role == "strong") or text_of(self.line)


class Choose(Dialog[str | None]):
    """A list to choose from by arrows, or by typing a part of an entry."""

    keys: Sequence[tuple[str, str]] = LIST_KEYS
    """The keys that '?' tells of."""
    hint: TextLine = [(" Enter", "hint-key"), (" take  ", "hint"), ("Esc", "hint-key"), (" close", "hint")]

    DEFAULT_CSS = """
    Choose > Vertical { width: 94%; max-width: 102; height: 94%; }
    Choose #inside { height: 1fr; }
    Choose.over { align: left top; }
    Choose.over > Vertical { border: none; }
    """

    def __init__(
        self,
        title: str,
        items: Sequence[ListItem],
        empty: str = "nothing fits",
        over: Callable[[], Region | None] = lambda: None,
    ) -> None:
        """`over` is where the screen below lists the same things: the list is laid over that, without a frame."""
        super().__init__()
        self.heading, self.items, self.empty, self.over = title, list(items), empty, over
        self.typed, self.index, self.top = "", 0, 0

    def on_mount(self) -> None:
        self.fit_list()
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.fit_list()
        self.draw_soon()

    def fit_list(self) -> None:
        """Make the box no taller than its list; over a list that is there already, just as large as that."""
        place, rows, box = self.over(), max(1, len(self.items)), self.query_one(Vertical)
        self.set_class(place is not None, "over")
        if place is None:
            self.fit(rows)
        else:
            box.styles.width, box.styles.height = place.width, min(rows + 2, self.app.size.height - place.y)
            box.styles.offset = place.offset

    @property
    def fitting(self) -> list[ListItem]:
        also = (lambda one: one.also) if any(one.also for one in self.items) else None
        return word_search.fitting(
            self.items, self.typed, lambda one: one.name, lambda one: " ".join((text_of(one.line), *one.also)), also
        )

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
        moves |= {"home": -len(self.items), "end": len(self.items)}
        if event.key in moves:
            self.index += moves[event.key]
        elif event.key == "backspace":
            self.typed, self.index = self.typed[:-1], 0
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
    """A text to type; `check` says what is wrong with it ('' if nothing is).

    What stands there at first is marked: a letter takes its place, Left, Right, Home or End go on with it.
    """

    WIDTH = 62
    DEFAULT_CSS = f"""
    AskText > Vertical {{ width: {WIDTH}; max-width: 94%; height: 5; }}
    AskText Input, AskText Input:focus, AskText Input:ansi {{
        background: $paper; color: $typed; background-tint: transparent; margin: 0 1;
    }}
    AskText Input > .input--cursor, AskText Input:ansi > .input--cursor, AskText Input > .input--selection {{
        background: $paper; color: $typed; text-style: reverse;
    }}
    """

    def __init__(self, title: str, check: Callable[[str], str], typed: str = "", hint: str = "") -> None:
        """`hint` says how it is typed."""
        super().__init__()
        self.heading, self.check, self.told = title, check, hint
        self.line = Input(typed, compact=True, select_on_focus=False)
        self.line.cursor_blink = False

    def inside(self) -> Widget:
        return self.line

    @property
    def typed(self) -> str:
        """What stands there now."""
        return self.line.value

    def on_mount(self) -> None:
        self.show_title([(f" {self.heading}", "status")])
        self.set_focus(self.line)
        self.line.action_select_all()
        self.draw()

    def draw(self, wrong: str = "") -> None:
        keys: TextLine = [("Enter", "hint-key"), (" take  ", "hint"), ("Esc", "hint-key"), (" close", "hint")]
        said = wrong or self.told
        width = min(self.WIDTH, self.app.size.width * MOST // 100) - 4
        lines = wrap([(said, "hint")], width) if said else [keys]
        hint = self.query_one("#hint", Panel)
        hint.styles.height = len(lines)
        self.query_one(Vertical).styles.height = len(lines) + 4
        hint.show([[(" ", "hint"), *line] for line in lines])

    def on_key(self, event: events.Key) -> None:
        """Letters, Enter and Esc; all other keys are those of the line."""
        if event.key not in ("escape", "enter") and not (event.character and event.is_printable):
            self.draw()
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close(None)
        elif event.key != "enter":
            self._add(event.character or "")
        elif wrong := self.check(self.typed):
            self.draw(wrong)
        else:
            self.close(self.typed)

    def _add(self, text: str) -> None:
        """Letters at the caret, in place of what is marked; nothing of what is too long."""
        start, end = sorted(self.line.selection)
        length = len(self.typed) - (end - start) + len(text)
        if length > LONGEST_TYPED:
            self.draw(f"at most {LONGEST_TYPED} letters; that would be {length}")
            return
        self.line.replace(text, start, end)
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


def on_one_line(text: str) -> str:
    """What was pasted, as it could have been typed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def key_lines(keys: Sequence[tuple[str, str]]) -> list[TextLine]:
    """The keys of a box, which are the same for everybody."""
    return [[(names.ljust(17), "key"), (said, "text")] for names, said in keys]
