"""Jump: a letter over each place to go to on the screen below; typing it goes there, any other key goes nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tabletop_tui.records import frozen
from tabletop_tui.screens.base.base_screen import Closing
from tabletop_tui.widgets.jump_labels import begun, labels, spread_out
from tabletop_tui.widgets.panels import Panel


@frozen
class Target:
    """A place to jump to: where on the screen it is, and what stands for it."""

    x: int
    y: int
    key: str


class JumpPage(ModalScreen[str | None], Closing[str | None]):
    """Waits for the letters of a target and closes with its key; None for any other key."""

    DEFAULT_CSS = """
    JumpPage { layers: letters; }
    JumpPage Panel { position: absolute; layer: letters; height: 1; }
    """

    def __init__(self, targets: Sequence[Target], width: int, height: int) -> None:
        super().__init__()
        names = labels(len(targets))
        size = len(names[0]) + 2 if names else 1
        places = spread_out([(target.x - 1, target.y) for target in targets], size, width, height)
        self.targets = [
            (name, target, place)
            for name, target, place in zip(names, targets, places, strict=True)
            if place is not None
        ]
        self.typed = ""

    def compose(self) -> ComposeResult:
        for name, _, (x, y) in self.targets:
            panel = Panel(self.tabletop.colours, self.tabletop.glyphs, "chosen", id=f"jump-{name}")
            panel.styles.width = len(name) + 2
            panel.styles.offset = x, y
            panel.lines = [[(f" {name} ", "chosen")]]
            yield panel

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.typed += event.character or event.key
        names = [name for name, _, _ in self.targets]
        left = begun(names, self.typed)
        if len(left) == 1 and names[left[0]] == self.typed:
            self.close(self.targets[left[0]][1].key)
        elif not left:
            self.close(None)
        for place, name in enumerate(names):
            self.query_one(f"#jump-{name}").display = place in left

    def on_click(self, event: events.Click) -> None:
        self.close(None)

    def on_resize(self, event: events.Resize) -> None:
        """Letters of another size of the screen would stand at the wrong places."""
        if self.is_mounted and self.size != self.app.size:
            self.close(None)
