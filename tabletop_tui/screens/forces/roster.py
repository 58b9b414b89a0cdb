"""All units in one list: sorted as one likes, and a way to each on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.game_standing import Nearness
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.base.dialogs import Sheet, key_lines
from tabletop_tui.widgets import standing_lines
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, text_of, wrap

LOST = float("inf")
"""How far away and how sound a unit counts that is on the table no more: it comes last."""
Key = Callable[[RosterLine, Mapping[str, float]], object]
ORDERS: tuple[tuple[str, Key], ...] = (
    ("by side", lambda line, far: line.seat),
    ("by name", lambda line, far: line.name),
    ("by what it has done", lambda line, far: (line.state == "lost", line.state)),
    ("the worst off first", lambda line, far: LOST if line.state == "lost" else line.health),
    ("the nearest to the cursor first", lambda line, far: far.get(line.unit, LOST)),
)


KEYS = (
    ("Up Down Tab j k", "Mark another unit"),
    ("PgUp PgDn", "A page up or down"),
    ("Home End", "The first, the last"),
    ("s", "Sorted otherwise"),
    ("Enter", "Close, with the cursor on the marked unit"),
    ("Esc q i", "Close"),
)


class RosterSheet(Dialog[str | None]):
    """The list of all units; answers with the spot of the one that is chosen."""

    DEFAULT_CSS = """
    RosterSheet > Vertical { width: 94%; max-width: 102; height: 94%; }
    RosterSheet #inside { height: 1fr; }
    """

    def __init__(
        self,
        roster: Sequence[RosterLine],
        names: Sequence[str],
        far: Mapping[str, float],
        unit: str = "",
        nearness: Nearness | None = None,
    ) -> None:
        super().__init__()
        self.roster, self.names, self.far, self.unit, self.nearness = list(roster), names, far, unit, nearness
        self.order = self.index = self.top = 0

    def on_mount(self) -> None:
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.draw_soon()

    @property
    def lines(self) -> list[RosterLine]:
        """The units in the order that was asked for."""
        key = ORDERS[self.order][1]
        return sorted(self.roster, key=lambda line: key(line, self.far))  # type: ignore[arg-type,return-value]

    @property
    def head(self) -> list[TextLine]:
        """How near each side is to losing, above the list."""
        near = standing_lines.nearness_lines(self.nearness, self.tabletop.colours, self.tabletop.glyphs)
        lines = [line for side in near for line in wrap(side, self.panel.size.width - 2, "  ")]
        return [*lines, []] if lines else []

    def draw(self) -> None:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        panel, lines = self.panel, self.lines
        head, width = self.head, panel.size.width - 2
        height = panel.size.height - len(head)
        if height <= 0:
            return  # hidden: where the list was scrolled to stays so
        self.top = max(min(self.top, self.index), self.index - height + 1)
        shown: list[TextLine] = []
        for place, entry in enumerate(lines[self.top : self.top + height], self.top):
            line = wording.roster_line(entry, width, colours, glyphs, entry.unit == self.unit)
            line = [wording.seat_sign(entry.seat, colours, glyphs), *line]
            shown.append([(text_of(line).ljust(width + 1), "chosen")] if place == self.index else line)
        panel.show([*head, *shown])
        sides = ", ".join(f"{glyphs.seats[seat % len(glyphs.seats)]} {name}" for seat, name in enumerate(self.names))
        title: TextLine = [(" All units  ", "status"), (f"{sides}  {ORDERS[self.order][0]}", "status-dim")]
        self.show_title(title)
        keys = (("Enter", "to the unit"), ("s", "sorted otherwise"), ("Up Down", "mark"), ("Esc", "close"))
        hint: TextLine = [(" ", "hint")]
        for key, what in keys:
            hint += [(key, "hint-key"), (f" {what}  ", "hint")]
        self.show_hint(hint)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = max(1, self.panel.size.height - 1)
        moves = {"down": 1, "j": 1, "tab": 1, "up": -1, "k": -1, "shift+tab": -1, "pagedown": page, "pageup": -page}
        if event.key in moves:
            self.index = max(0, min(self.index + moves[event.key], len(self.roster) - 1))
        elif event.key in ("home", "end"):
            self.index = 0 if event.key == "home" else max(0, len(self.roster) - 1)
        elif event.key == "s":
            marked = self.lines[self.index : self.index + 1]
            self.order = (self.order + 1) % len(ORDERS)
            self.index = self.lines.index(marked[0]) if marked else 0
        elif event.key == "enter":
            self._take()
            return
        elif event.character == "?":
            self.tabletop.push_screen(Sheet("Keys of the roster", key_lines(KEYS), "?"))
            return
        elif event.key in ("escape", "q", "Q", "i"):
            self.close(None)
            return
        self.draw()

    def _take(self) -> None:
        if not self.roster:
            return
        line = self.lines[self.index]
        if line.unit in self.far:
            self.close(line.spot)
        else:
            said = f"{line.tag} {line.name} is not on the table"
            self.show_hint([(f" {said}", "hint")])

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = event.line - len(self.head) + self.top
        if event.panel is self.panel and event.line >= len(self.head) and place < len(self.roster):
            again = place == self.index
            self.index = place
            self.draw()
            if again:
                self._take()
