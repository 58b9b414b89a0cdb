"""What all screens share: the app's palette and glyphs, commands as bindings, and a notice line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tabletop_tui.commands import Command, CommandSet
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import Role, TextLine, clip, width_of, wrap

if TYPE_CHECKING:
    from tabletop_tui.app import TabletopApp

Result = TypeVar("Result")
NO_KEY = "no-key"
"""Stands for the key of a command that has none, so that a user can give it one; no keyboard sends it."""
SMALLEST = (80, 24)
"""Columns and rows below which nothing is drawn but a sentence."""
TOO_SMALL = f"This terminal is too small: at least {SMALLEST[0]} columns and {SMALLEST[1]} rows are needed."


def bindings(commands: CommandSet) -> list[BindingType]:
    """A Textual binding for each key of each command; the keymap goes by the command's id."""
    return [
        Binding(command.keys or NO_KEY, f"command('{command.id}')", command.label, show=False, id=command.id)
        for command in commands.commands
    ]


def too_small(width: int, height: int) -> bool:
    return width < SMALLEST[0] or height < SMALLEST[1]


class Fitting(Screen[Result]):
    """A screen that below the smallest size shows nothing but a sentence that says so, and has the class `small`."""

    DEFAULT_CSS = """
    Fitting > .too-small { display: none; height: 1fr; }
    Fitting.small > * { display: none; }
    Fitting.small > .too-small { display: block; }
    """

    def on_mount(self) -> None:
        app = cast("TabletopApp", self.app)
        self.mount(Panel(app.colours, app.glyphs, classes="too-small"))
        self._fit(app.size.width, app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        self.set_class(too_small(width, height), "small")
        for panel in self.query(".too-small").results(Panel):
            panel.show(wrap([(TOO_SMALL, "text")], width))


class CommandScreen(Fitting[Result]):
    """A screen that is driven by commands."""

    commands: CommandSet = CommandSet(())

    @property
    def tabletop(self) -> TabletopApp:
        return cast("TabletopApp", self.app)

    def why_not(self, command: Command) -> str:
        """Why a command is of no use just now, '' if it is."""
        return ""

    def note(self, text: str) -> None:
        """Say something to the person at the keyboard."""

    def do_keys(self) -> None:
        """The keys of this screen."""
        from tabletop_tui.screens.dialogs import Sheet, help_lines

        self.tabletop.push_screen(Sheet("Keys", help_lines(self.commands, self.tabletop.keymap), "?"))

    async def action_command(self, command_id: str) -> None:
        self.run_command(self.commands[command_id])

    def run_command(self, command: Command) -> None:
        """Do a command, or say why not."""
        if why := self.why_not(command):
            self.note(why)
        else:
            getattr(self, f"do_{command.name}")(*command.arguments)

    def hints(self, ids: Sequence[str], width: int, last: str = "") -> TextLine:
        """The hint bar: those of these commands that are of use, as many as fit; the command `last` always does."""
        ellipsis = self.tabletop.glyphs.ellipsis
        end = [*self.hint(last)[:1], (f" {self.commands[last].label}", "hint")] if last else []
        room = width - width_of(end)
        line: TextLine = [(" ", "hint")]
        for command_id in ids:
            if self.why_not(self.commands[command_id]):
                continue
            piece = self.hint(command_id)
            if width_of(line) + width_of(piece) + 2 > room:
                line.append((ellipsis + " ", "hint"))
                break
            line += piece
        return clip([*line, *end], width, ellipsis)

    def hint(self, command_id: str) -> TextLine:
        key = self.commands.keys(command_id, self.tabletop.keymap)[0]
        return [(key, "hint-key"), (f" {self.commands[command_id].label}  ", "hint")]


class DrawnScreen(CommandScreen[Result]):
    """A screen that `draw` draws whole: when it opens, when it is resized, when something is said."""

    notice = ""

    def on_mount(self) -> None:
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.draw_soon()

    def draw_soon(self) -> None:
        """Draw as soon as the panels have their sizes, if the screen is still open then."""
        self.call_after_refresh(lambda: self.draw() if self.is_attached else None)

    def note(self, text: str) -> None:
        self.notice = text
        self.draw()

    def draw(self) -> None:
        raise NotImplementedError


class Overlay(ModalScreen[Result]):
    """A box over the screen below: a title, a panel, a hint; in a terminal too small for that screen it is hidden."""

    fill: ClassVar[Role] = "text"
    """The role of the panel."""

    DEFAULT_CSS = """
    Overlay { align: center middle; background: transparent; }
    Overlay.small > * { display: none; }
    Overlay > Vertical { border: solid $frame; background: $paper; }
    Overlay.plain > Vertical { border: ascii $frame; }
    Overlay Panel { height: 1; }
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

    @property
    def panel(self) -> Panel:
        return self.query_one("#inside", Panel)

    def show_title(self, line: TextLine) -> None:
        self.query_one("#title", Panel).show([line])

    def show_hint(self, line: TextLine) -> None:
        self.query_one("#hint", Panel).show([line])

    def on_mount(self) -> None:
        self.set_class(too_small(*self.app.size), "small")
        self.set_class(self.tabletop.glyphs.name == "ascii", "plain")

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(too_small(*event.size), "small")

    @property
    def tabletop(self) -> TabletopApp:
        return cast("TabletopApp", self.app)
