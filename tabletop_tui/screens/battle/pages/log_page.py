"""The whole log: an entry is marked, the log is searched and filtered, and the entry is shown on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events

from tabletop_tui.engine.events import Event
from tabletop_tui.screens.base.dialogs import LONGEST_SOUGHT, Sheet, key_lines
from tabletop_tui.screens.base.map_pages import FAR, Foot, Peek
from tabletop_tui.widgets.log_filter import GRAVITIES, LogFilter, units_of
from tabletop_tui.widgets.log_lines import answered_here, event_lines, numbered
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, wrap

LOG_KEYS = (
    ("Up Down j k [ ]", "Mark another entry; its reasons and rules stand below it"),
    ("PgUp PgDn Space", "A page up or down"),
    ("Home End", "To the beginning, to the end"),
    ("Enter", "Show the entry on the map; the next key comes back"),
    ("/", "Search: only entries with these words, rule ids too; Enter ends typing"),
    ("u", "Only what the marked entry's unit is in; again the next of its units, then all"),
    ("g", "Only what counts, then only losses, then everything"),
    ("r", "The ids of the rules behind every entry"),
    ("Esc", "Undo the search, then the filters, then close"),
    ("q L", "Close"),
)
STEPS = {"down": 1, "j": 1, "right_square_bracket": 1, "up": -1, "k": -1, "left_square_bracket": -1}


class LogPage(Peek):
    """All that has happened, the last entry marked."""

    DEFAULT_CSS = """
    LogPage > Vertical { width: 96%; max-width: 124; height: 94%; }
    LogPage #inside { height: 1fr; }
    """

    def __init__(
        self,
        told: Sequence[Event],
        mark: int | None,
        look: Look,
        sighting: Callable[[Event], Sighting | None],
        whose: str = "your",
    ) -> None:
        """Above the event `mark` it is said that `whose` last answer came there."""
        super().__init__(look)
        self.whose = whose
        self.told, self.answered, self.sighting = list(told), mark, sighting
        self.rounds = [number for number, _ in numbered(self.told)]
        self.filter, self.places = LogFilter(), [*range(len(self.told))]
        self.index, self.top = len(self.told) - 1, 0
        self.typing = self.rules = False

    def on_mount(self) -> None:
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.top = 0
        self.draw_soon()

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        if not self.is_open or not self.panel.size.height:
            return
        width, height = self.panel.size
        lines = self.seen_lines(width - 1, height)
        self.panel.show([[(" ", "text"), *line] for line in lines] or [[("  Nothing fits. Esc shows all", "dim")]])
        typed = f"  /{self.filter.words}_" if self.typing else ""
        count = f" {self.filter.said}: {len(self.places)} of {len(self.told)}{typed}"
        self.show_title([(" The log", "status"), (f" {count}", "status-dim")])
        self.show_hint(self.foot())

    def foot(self) -> TextLine:
        if self.typing:
            return Foot((("letters", "search"), ("Enter", "search on"), ("Esc", "all again"))).line
        keys = [("Enter", "on the map"), ("/", "search"), ("u", "unit"), ("g", GRAVITIES[self._next_least])]
        return Foot((*keys, ("r", "rules"), ("?", "keys"), ("Esc", "close"))).line

    @property
    def _next_least(self) -> int:
        return (self.filter.least + 1) % len(GRAVITIES)

    def seen_lines(self, width: int, height: int) -> list[TextLine]:
        """As many entries as there is room for, the marked one among them; none where nothing fits."""
        if not self.places:
            return []
        self.index = max(0, min(self.index, len(self.places) - 1))
        self.top = max(0, min(self.top, self.index))
        known: dict[int, list[TextLine]] = {}
        rows = 0
        for place in range(self.index, self.top - 1, -1):
            known[place] = self.entry(place, width)
            rows += len(known[place])
            if rows > height and place < self.index:
                self.top = place + 1
                break
        lines: list[TextLine] = []
        for place in range(self.top, len(self.places)):
            lines += known[place] if place in known else self.entry(place, width)
            if len(lines) >= height:
                break
        return lines[:height]

    def entry(self, place: int, width: int) -> list[TextLine]:
        """One entry; marked, with the reasons and rules behind it."""
        number = self.places[place]
        event, marked = self.told[number], place == self.index
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        first, *rest = event_lines(event, colours, glyphs, full=marked, rules=marked or self.rules)
        head: TextLine = [(glyphs.pointer if marked else " ", "key"), (f"{self.rounds[number]:>2} ", "dim")]
        lines = wrap([*head, *(self.lit(first) if marked else first)], width, "      ")
        lines += [piece for line in rest for piece in wrap([("    ", "text"), *line], width, "      ")]
        before = self.places[place - 1] if place else -1
        if self.answered is not None and before < self.answered <= number:
            lines = [answered_here(glyphs, whose=self.whose), *lines]
        return lines

    def lit(self, line: TextLine) -> TextLine:
        return [(text, "strong" if role in ("text", "dim") else role) for text, role in line]

    # ------------------------------------------------------------------ keys
    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.come_back():
            return
        if self.typing:
            self.type(event)
        else:
            self.take(event)
        self.draw()

    def type(self, event: events.Key) -> None:
        """A letter of the words that are searched for."""
        if event.key in ("enter", "escape"):
            self.typing = False
            self.filter.words = "" if event.key == "escape" else self.filter.words
        elif event.key == "backspace":
            self.filter.words = self.filter.words[:-1]
        elif event.character and event.character.isprintable():
            self.filter.words = (self.filter.words + event.character)[:LONGEST_SOUGHT]
        self.sift()

    def take(self, event: events.Key) -> None:
        """A key while nothing is typed."""
        page = max(1, self.panel.size.height - 1)
        steps = {**STEPS, "pagedown": page, "space": page, "pageup": -page, "home": -FAR * FAR, "end": FAR * FAR}
        key = event.character or ""
        if event.key in steps:
            self.index = max(0, min(self.index + steps[event.key], len(self.places) - 1))
        elif event.key == "enter":
            self.go_to()
        elif event.key == "escape":
            self.out()
        elif key in ("q", "Q", "L"):
            self.close()
        elif key == "/":
            self.typing = True
        elif key == "u":
            self.filter.unit = self.next_unit()
            self.sift()
        elif key == "g":
            self.filter.least = self._next_least
            self.sift()
        elif key == "r":
            self.rules = not self.rules
        elif key == "?":
            self.tabletop.push_screen(Sheet("Keys of the log", key_lines(LOG_KEYS), "?"))

    def out(self) -> None:
        """Out of the search, then of the filters, then of the page."""
        if self.filter == LogFilter():
            self.close()
            return
        self.filter = LogFilter() if not self.filter.words else LogFilter("", self.filter.unit, self.filter.least)
        self.sift()

    @property
    def marked(self) -> Event | None:
        return self.told[self.places[self.index]] if self.places else None

    def next_unit(self) -> str:
        """The unit of the marked entry, the next one that it names, then none."""
        units = ["", *(units_of(self.marked) if self.marked is not None else ())]
        return units[(units.index(self.filter.unit) + 1) % len(units)] if self.filter.unit in units else ""

    def sift(self) -> None:
        """Show what fits; the mark stays where it was, or on what came before that."""
        number = self.places[self.index] if self.places else len(self.told)
        self.places = self.filter.places(self.told)
        self.index, self.top = max(0, sum(place <= number for place in self.places) - 1), 0

    def go_to(self) -> None:
        sighting = self.sighting(self.marked) if self.marked is not None else None
        if sighting is not None:
            self.show_on_map(sighting)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        event.stop()
