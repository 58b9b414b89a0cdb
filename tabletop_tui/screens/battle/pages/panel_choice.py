"""The box in which a player makes a panel large, or hides it."""

from __future__ import annotations

from textual import events

from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.battle.panel_layout import Wishes
from tabletop_tui.widgets.styled_text import TextLine

CHOICES = {
    "m": ("map", "Map"),
    "q": ("question", "Question and card"),
    "r": ("roster", "Roster"),
    "d": ("dice", "Last roll"),
    "h": ("here", "Here: what is under the cursor"),
    "l": ("log", "Log"),
    "w": ("minimap", "Whole table"),
}
"""For each key the panel, and what it is called."""


class PanelChoice(Dialog[tuple[str, bool] | None]):
    """Gives the panel, and whether it is to be hidden; None where nothing is to change."""

    DEFAULT_CSS = """
    PanelChoice > Vertical { width: 48; height: 11; }
    PanelChoice #inside { height: 1fr; }
    """

    def __init__(self, wishes: Wishes) -> None:
        super().__init__()
        self.wishes, self.hiding = wishes, False

    def on_mount(self) -> None:
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.draw_soon()

    def draw(self) -> None:
        heading = "Hide which panel?" if self.hiding else "Make which panel large?"
        self.show_title([(f" {heading}", "status"), ("  once more: as before", "status-dim")])
        self.panel.show([self.line(key) for key in CHOICES])
        other = " large" if self.hiding else " hide"
        self.show_hint([(" -", "hint-key"), (f"{other}  ", "hint"), ("Esc", "hint-key"), (" close", "hint")])

    def line(self, key: str) -> TextLine:
        panel, name = CHOICES[key]
        state = "large" if panel == self.wishes.large else "hidden" if panel in self.wishes.hidden else ""
        barred = not self.possible(panel)
        return [(f"  {key}  ", "dim" if barred else "key"), (name, "dim" if barred else "text"), (f"  {state}", "good")]

    def possible(self, panel: str) -> bool:
        """Whether it can be hidden, or made large: the map is never hidden, and its small picture never large."""
        return panel != ("map" if self.hiding else "minimap")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        key = event.character or event.key
        if key == "-":
            self.hiding = not self.hiding
            self.draw()
        elif key in CHOICES and self.possible(CHOICES[key][0]):
            self.close((CHOICES[key][0], self.hiding))
        elif event.key in ("escape", "enter") or key in ("q", "Q", "p"):
            self.close(None)
