"""A place is picked on the map: a hex or a spot, with what lies there already."""

from __future__ import annotations

from textual.app import ComposeResult

from tabletop_tui.bindings import PLACE_PICKER
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.panels import Panel


class PickPlace(DrawnScreen[str]):
    """The map with a cursor; it answers with a spot, or '' for none."""

    commands = PLACE_PICKER
    BINDINGS = bindings(PLACE_PICKER)
    DEFAULT_CSS = """
    PickPlace #pick-title, PickPlace #pick-hints { height: 1; }
    PickPlace Battlefield { width: 1fr; height: 1fr; }
    """

    def __init__(self, title: str, scene: Scene, spot: str = "", overlay: Overlay | None = None) -> None:
        super().__init__()
        self.heading, self.scene, self.spot, self.overlay = title, scene, spot, overlay

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="pick-title")
        yield Battlefield(colours, glyphs, self.tabletop.options.zoom)
        yield Panel(colours, glyphs, "hint", id="pick-hints")

    @property
    def field(self) -> Battlefield:
        return self.query_one(Battlefield)

    def on_mount(self) -> None:
        self.field.show(self.scene)
        self.field.mark(Marks(overlay=self.overlay))
        if self.spot:
            self.field.go_to(self.spot)
        self.draw_soon()

    def draw(self) -> None:
        said = self.notice or self.heading
        self.query_one("#pick-title", Panel).show([[(f" {said}", "status"), (f"  {self.field.cursor}", "status-dim")]])
        ids = ["pick.take", "cursor.s", "pick.closer", "pick.back"]
        self.query_one("#pick-hints", Panel).show([self.hints(ids, self.size.width, "pick.keys")])

    def do_move(self, direction: str, steps: int) -> None:
        self.field.move_cursor(direction, steps)
        self.draw()

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        if event.again:
            self.do_take()
        else:
            self.draw()

    def do_closer(self) -> None:
        self.field.step_zoom(1)

    def do_further(self) -> None:
        self.field.step_zoom(-1)

    def do_take(self) -> None:
        self.close(self.field.cursor)

    def do_back(self) -> None:
        self.close("")
