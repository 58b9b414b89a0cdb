"""What all screens share: the app's palette and glyphs, commands as bindings, and a notice line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from tabletop_tui.commands import Command, CommandSet
from tabletop_tui.widgets.text import TextLine, clip, width_of

if TYPE_CHECKING:
    from tabletop_tui.app import TabletopApp

Result = TypeVar("Result")


def bindings(commands: CommandSet) -> list[BindingType]:
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


class Overlay(ModalScreen[Result]):
    """A box over the screen below."""

    DEFAULT_CSS = """
    Overlay { align: center middle; background: transparent; }
    """

    @property
    def tabletop(self) -> TabletopApp:
        return cast("TabletopApp", self.app)
