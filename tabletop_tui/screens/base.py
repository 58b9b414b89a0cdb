"""What all screens share: the app's palette and glyphs, commands as bindings, and a notice line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.binding import Binding
from textual.screen import ModalScreen, Screen

from tabletop_tui.commands import Command, CommandSet
from tabletop_tui.widgets.text import TextLine, clip, width_of

if TYPE_CHECKING:
    from tabletop_tui.app import TabletopApp

Result = TypeVar("Result")


def bindings(commands: CommandSet) -> list[Binding]:
    """A Textual binding for each key of each command; the keymap goes by the command's id."""
    return [
        Binding(command.keys, f"command('{command.id}')", command.label, show=False, id=command.id)
        for command in commands.commands
        if command.keys
    ]


class CommandScreen(Screen[Result]):
    """A screen that is driven by commands."""

    commands: ClassVar[CommandSet] = CommandSet(())

    @property
    def tabletop(self) -> TabletopApp:
        return cast("TabletopApp", self.app)

    def why_not(self, command: Command) -> str:
        """Why a command is of no use just now, '' if it is."""
        return ""

    def note(self, text: str) -> None:
        """Say something to the person at the keyboard."""

    async def action_command(self, command_id: str) -> None:
        self.run_command(self.commands[command_id])

    def run_command(self, command: Command) -> None:
        """Do a command, or say why not."""
        if why := self.why_not(command):
            self.note(why)
        else:
            getattr(self, f"do_{command.name}")(*command.arguments)

    def hints(self, ids: list[str], width: int) -> TextLine:
        """The hint bar: these commands, those that are of use, as many as fit."""
        line: TextLine = [(" ", "hint")]
        for command_id in ids:
            command = self.commands[command_id]
            if self.why_not(command):
                continue
            key = self.commands.keys(command_id, self.tabletop.keymap)[0]
            piece: TextLine = [(key, "hint-key"), (f" {command.label}  ", "hint")]
            if width_of(line) + width_of(piece) - 2 > width:
                return clip([*line, (self.tabletop.glyphs.ellipsis, "hint")], width)
            line += piece
        return line


class Overlay(ModalScreen[Result]):
    """A box over the screen below."""

    DEFAULT_CSS = """
    Overlay { align: center middle; background: transparent; }
    """

    @property
    def tabletop(self) -> TabletopApp:
        return cast("TabletopApp", self.app)
