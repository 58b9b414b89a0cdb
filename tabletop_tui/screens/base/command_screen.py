"""Screens that are driven by commands: bindings, what a command does or why not, the hint bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.binding import Binding, BindingType

from tabletop_tui.bindings import Command, CommandSet
from tabletop_tui.screens.base.base_screen import Fitting, Result
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of

NO_KEY = "no-key"
"""Stands for the key of a command that has none, so that a user can give it one; no keyboard sends it."""


def bindings(commands: CommandSet) -> list[BindingType]:
    """A Textual binding for each key of each command; the keymap goes by the command's id."""
    return [
        Binding(command.keys or NO_KEY, f"command('{command.id}')", command.label, show=False, id=command.id)
        for command in commands.commands
    ]


class CommandScreen(Fitting[Result]):
    """A screen that is driven by commands."""

    commands: CommandSet = CommandSet(())
    help_notes: tuple[str, ...] = ()
    """What the help says besides its keys."""
    keys_title = "Help"
    parts: Sequence[object] = ()
    """What does those commands that the screen leaves to others."""

    def why_not(self, command: Command) -> str:
        """Why a command is of no use just now, '' if it is."""
        return ""

    def note(self, text: str) -> None:
        """Say something to the person at the keyboard."""

    def do_keys(self) -> None:
        """What can be done here and by which keys; what is chosen there is done."""

        def chosen(command_id: str | None) -> None:
            if command_id is not None:
                self.run_command(self.commands[command_id])

        host = self.tabletop
        host.open_screen("keys", self.keys_title, self.commands, host.keymap, self.help_notes, then=chosen)

    async def action_command(self, command_id: str) -> None:
        self.run_command(self.commands[command_id])

    def run_command(self, command: Command) -> None:
        """Do a command, or say why not."""
        if why := self.why_not(command):
            self.note(why)
        else:
            self.doer(command)(*command.arguments)

    def doer(self, command: Command) -> Callable[..., object]:
        """The method that does a command: one of the screen, or of one of its parts."""
        name = f"do_{command.name}"
        owner = next((part for part in (self, *self.parts) if hasattr(part, name)), self)
        found: Callable[..., object] = getattr(owner, name)
        return found

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

    def note(self, text: str) -> None:
        self.notice = text
        self.draw()
