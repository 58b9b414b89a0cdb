"""What all screens share: the app's palette and glyphs, commands as bindings, and a notice line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tabletop_tui.screens.base.app_protocol import Host
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import Role, TextLine, wrap

Result = TypeVar("Result")
SMALLEST = (80, 24)
"""Columns and rows below which nothing is drawn but a sentence."""
TOO_SMALL = f"This terminal is too small: at least {SMALLEST[0]} columns and {SMALLEST[1]} rows are needed."

FRAME, MOST = 4, 94
"""The rows of a box beside its content; of the screen's rows a box takes so many in a hundred at most."""


def too_small(width: int, height: int) -> bool:
    return width < SMALLEST[0] or height < SMALLEST[1]


class Closing(Screen[Result]):
    """A screen that closes in one way, and draws itself only while it is open. Every screen of the app is one."""

    @property
    def tabletop(self) -> Host:
        return cast(Host, self.app)

    def close(self, result: Result | None = None) -> bool:
        """Close with this result, and say whether it closed: not while another screen lies over it, and not twice."""
        if not self.is_active:
            return False
        self.dismiss(result)
        return True

    def rulebooks_region(self) -> Region | None:
        """Where this screen lists the rulebooks, with its heading; None where it does not."""
        return None

    def replace_by(self, following: Screen[Any]) -> None:
        """Close without a result, and open another screen in its place."""
        if self.is_active:
            self.app.switch_screen(following)

    @property
    def is_open(self) -> bool:
        """Whether it is among the screens of the app. One that is closed loses its parts before it hears of it."""
        return self.is_attached and self in self.app.screen_stack

    def soon(self, do: Callable[[], object]) -> None:
        """Do something as soon as the panels have their sizes, if the screen is still open then."""
        self.call_after_refresh(lambda: do() if self.is_open else None)

    def draw_soon(self) -> None:
        """Draw as soon as the panels have their sizes."""
        self.soon(lambda: self.draw())

    def draw(self) -> None:
        raise NotImplementedError


class Fitting(Closing[Result]):
    """A screen that below the smallest size shows nothing but a sentence that says so, and has the class `small`."""

    DEFAULT_CSS = """
    Fitting > .too-small { display: none; height: 1fr; }
    Fitting.small > * { display: none; }
    Fitting.small > .too-small { display: block; }
    """

    def on_mount(self) -> None:
        app = cast(Host, self.app)
        self.mount(Panel(app.colours, app.glyphs, classes="too-small"))
        self._fit(app.size.width, app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        self.set_class(too_small(width, height), "small")
        for panel in self.query(".too-small").results(Panel):
            panel.show(wrap([(TOO_SMALL, "text")], width))


class Dialog(ModalScreen[Result], Closing[Result]):
    """A box over the screen below: a title, a panel, a hint; in a terminal too small for that screen it is hidden."""

    fill: ClassVar[Role] = "text"
    """The role of the panel."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: transparent; }
    Dialog.small > * { display: none; }
    Dialog > Vertical { border: solid $frame; background: $paper; }
    Dialog.plain > Vertical { border: ascii $frame; }
    Dialog Panel { height: 1; }
    """

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        with Vertical():
            yield Panel(colours, glyphs, "status", id="title")
            yield self.inside()
            yield Panel(colours, glyphs, "hint", id="hint")

    def inside(self) -> Widget:
        """What is between title and hint."""
        return Panel(self.tabletop.colours, self.tabletop.glyphs, self.fill, id="inside")

    def take_for_map(self, event: events.Key) -> None:
        """A key that was pressed for the map, which this has come to cover in the meantime; nothing, unless it can."""

    @property
    def panel(self) -> Panel:
        return self.query_one("#inside", Panel)

    def fit(self, rows: int) -> None:
        """Make the box as tall as so many rows need, as far as the screen has room."""
        self.query_one(Vertical).styles.height = min(rows + FRAME, self.app.size.height * MOST // 100)

    def show_title(self, line: TextLine) -> None:
        self.query_one("#title", Panel).show([line])

    def show_hint(self, line: TextLine) -> None:
        self.query_one("#hint", Panel).show([line])

    def on_mount(self) -> None:
        self.set_class(too_small(*self.app.size), "small")
        self.set_class(self.tabletop.glyphs.name == "ascii", "plain")

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(too_small(*event.size), "small")
