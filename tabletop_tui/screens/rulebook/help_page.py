"""Help: what one may want to do, each with its key, then the other keys; typing searches, Enter does what is marked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from textual import events

from tabletop_tui.bindings import Command, CommandSet
from tabletop_tui.engine import word_search
from tabletop_tui.records import frozen
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.base.dialogs import LONGEST_SOUGHT
from tabletop_tui.screens.rulebook.command_finder import WANTS
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip

COLUMN = 14
"""The columns of the keys."""
NO_KEY = "(: only)"
"""Stands for the key of a command that has none and is called by its name."""


@frozen
class HelpLine:
    """A line of the help: a wish or a command's own sentence, and the key."""

    command: Command
    keys: str
    said: str
    heading: str

    @property
    def searched(self) -> str:
        return f"{self.said} {self.command.help} {self.command.label} {self.command.group} {self.keys}"


def entries_of(commands: CommandSet, keymap: Mapping[str, str]) -> list[HelpLine]:
    """All that the help of a screen tells: wishes first, then by their groups the commands that no wish names."""
    wishes = [*_wishes(commands, keymap)]
    return [*wishes, *_others(commands, keymap, {wish.command.id for wish in wishes})]


def _wishes(commands: CommandSet, keymap: Mapping[str, str]) -> Iterator[HelpLine]:
    for heading, wishes in WANTS.items():
        for said, name in wishes:
            if (command := commands.by_id.get(name)) is not None:
                yield HelpLine(command, _keys(commands, command, keymap), said, heading)


def _others(commands: CommandSet, keymap: Mapping[str, str], told: Collection[str]) -> Iterator[HelpLine]:
    listed = [command for command in commands.commands if command.listed and command.id not in told]
    for group in dict.fromkeys(command.group for command in listed):
        for command in listed:
            if command.group == group:
                heading = f"More keys: {group}" if told else group
                yield HelpLine(command, _keys(commands, command, keymap), command.help, heading)


def _keys(commands: CommandSet, command: Command, keymap: Mapping[str, str]) -> str:
    return " ".join(commands.keys(command.id, keymap)) if keymap.get(command.id, command.keys) else NO_KEY


def fitting(entries: Iterable[HelpLine], typed: str) -> list[HelpLine]:
    """The entries with all these words, each command once as soon as something is typed; wishes go first."""
    found = word_search.fitting(entries, typed, lambda entry: entry.said, lambda entry: entry.searched, lambda _: ())
    if not typed.strip():
        return found
    once: dict[str, HelpLine] = {}
    for entry in found:
        once.setdefault(entry.command.id, entry)
    return list(once.values())


class HelpPage(Dialog[str | None]):
    """The help of a screen. It closes with the id of the command that is to be done, None for none."""

    DEFAULT_CSS = """
    HelpPage > Vertical { width: 94%; max-width: 102; height: 94%; }
    HelpPage #inside { height: 1fr; }
    """

    def __init__(
        self, title: str, commands: CommandSet, keymap: Mapping[str, str], notes: Sequence[str] = (), does: bool = True
    ) -> None:
        super().__init__()
        self.heading, self.notes, self.does = title, notes, does
        self.entries = entries_of(commands, keymap)
        self.typed, self.index, self.top = "", 0, 0
        self.places: list[int] = []
        """For each line shown the entry that stands there, -1 for a heading."""

    def on_mount(self) -> None:
        self.draw_soon()

    def on_resize(self, event: events.Resize) -> None:
        self.draw_soon()

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        found, panel = fitting(self.entries, self.typed), self.panel
        self.index = max(0, min(self.index, len(found) - 1))
        if not (height := panel.size.height):
            return  # hidden: where it was scrolled to stays so
        lines = list(self._lines(found, panel.size.width))
        at = next((y for y, (place, _) in enumerate(lines) if place == self.index), 0)
        if self.index == len(found) - 1:
            at = len(lines) - 1  # the notes at the end are seen with the last entry
        self.top = max(min(self.top, max(0, at - 1)), at - height + 1, 0)
        shown = lines[self.top : self.top + height]
        self.places = [place for place, _ in shown]
        panel.show([line for _, line in shown] or [[("  nothing is called so", "dim")]])
        typed = f"  {self.typed}_" if self.typed else "  (type what you want to do)"
        self.show_title([(f" {self.heading}", "status"), (typed, "status-dim")])
        self.show_hint(self._hint(found))

    def _lines(self, found: Sequence[HelpLine], width: int) -> Iterator[tuple[int, TextLine]]:
        heading = ""
        for place, entry in enumerate(found):
            if not self.typed and entry.heading != heading:
                heading = entry.heading
                yield from [(-1, [])] * bool(place)
                yield -1, [(heading, "head")]
            if place == self.index:
                text = f"{self.tabletop.glyphs.pointer} {entry.keys.ljust(COLUMN)} {entry.said}"
                yield place, clip([(text.ljust(width), "chosen")], width, self.tabletop.glyphs.ellipsis)
            else:
                line: TextLine = [(f"  {entry.keys.ljust(COLUMN)} ", "key"), (entry.said, "text")]
                yield place, clip(line, width, self.tabletop.glyphs.ellipsis)
        if not self.typed:
            for note in self.notes:
                yield -1, [(note, "dim")]

    def _hint(self, found: Sequence[HelpLine]) -> TextLine:
        """What the marked line does in full, where it says it in other words, and the keys of this page."""
        keys: TextLine = [(" Enter", "hint-key"), (" do it  ", "hint")] if self.does else [(" ", "hint")]
        keys += [("Esc", "hint-key"), (" close", "hint")]
        entry = found[self.index] if found else None
        if entry is not None and entry.said != entry.command.help:
            keys.append((f"   {entry.command.help}", "hint"))
        return keys

    # ------------------------------------------------------------------ keys
    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = max(1, self.panel.size.height - 3)
        moves = {"down": 1, "up": -1, "tab": 1, "shift+tab": -1, "pagedown": page, "pageup": -page}
        moves |= {"home": -len(self.entries), "end": len(self.entries)}
        if event.key in moves:
            self.index += moves[event.key]
        elif event.key == "backspace":
            self.typed, self.index = self.typed[:-1], 0
        elif event.key == "escape" or event.character == "?":
            self.close(None)
            return
        elif event.key == "enter":
            self._take()
            return
        elif event.character and event.character.isprintable():
            self.typed, self.index = (self.typed + event.character)[:LONGEST_SOUGHT], 0
        self.draw()

    def _take(self) -> None:
        found = fitting(self.entries, self.typed)
        if found:
            self.close(found[self.index].command.id if self.does else None)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel is self.panel and event.line < len(self.places) and self.places[event.line] >= 0:
            again, self.index = self.places[event.line] == self.index, self.places[event.line]
            self.draw()
            if again:
                self._take()
