"""Which key does what: every command of every screen, remapped by pressing the new key; kept in keys.toml."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tabletop_tui.bindings import ALL, KEYMAP, SCREENS, Command, printed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.keymap import keymap_path, keys_of, refuse_key, write_keymap
from tabletop_tui.screens.base.base_screen import Dialog
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

COLUMN = 24
"""The columns of a command's keys."""


class PressKey(Dialog[str | None]):
    """Waits for a key for a command and gives it back as Textual names it; Esc leaves all as it is."""

    DEFAULT_CSS = """
    PressKey > Vertical { width: 78; max-width: 98%; height: 7; }
    PressKey #inside { height: 3; }
    """

    def __init__(self, command: Command, keymap: dict[str, str]) -> None:
        super().__init__()
        self.command, self.keymap = command, keymap

    def on_mount(self) -> None:
        self.show_title([(f" {self.command.help}", "status")])
        self._say("Press the key that is to do this.", "strong")
        self.show_hint([(" Esc", "hint-key"), (" leave it as it is", "hint")])

    def _say(self, text: str, role: str) -> None:
        lines = wrap([(text, role)], min(76, self.app.size.width * 96 // 100) - 2)
        self.panel.show([[(" ", "text"), *line] for line in lines])

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close(None)
        elif why := refuse_key(self.command, event.key, self.keymap):
            self._say(f"{why}. Press another.", "bad")
        else:
            self.close(event.key)


class KeymapScreen(DrawnScreen[None]):
    """All commands with their keys; those with keys of the player's own are marked."""

    commands = KEYMAP
    BINDINGS = bindings(KEYMAP)
    DEFAULT_CSS = """
    KeymapScreen #keymap-title, KeymapScreen #keymap-hints { height: 1; }
    KeymapScreen #keymap-about { height: 3; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[str | Command] = []
        """Commands, and before each screen's first one its heading."""
        seen: set[str] = set()
        for name, commands in SCREENS.items():
            fresh = [command for command in commands.commands if command.id not in seen]
            seen.update(command.id for command in fresh)
            self.entries += [name, *fresh]
        self.index, self.top = 1, 0
        self.notice = ""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="keymap-title")
        yield Panel(colours, glyphs, id="keymap-list")
        yield Panel(colours, glyphs, id="keymap-about")
        yield Panel(colours, glyphs, "hint", id="keymap-hints")

    @property
    def marked(self) -> Command:
        entry = self.entries[self.index]
        assert isinstance(entry, Command)
        return entry

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width, panel = self.size.width, self.query_one("#keymap-list", Panel)
        if not (height := panel.size.height):
            return
        own = len(self.tabletop.keymap)
        count = f"  {own} with keys of your own" if own else ""
        self.query_one("#keymap-title", Panel).show([[(" Which key does what", "status"), (count, "status-dim")]])
        # The heading above the first command of a screen is seen with it.
        self.top = max(min(self.top, self.index - 1), self.index - height + 1, 0)
        shown = list(enumerate(self.entries))[self.top : self.top + height]
        panel.show([self._line(place, entry, width) for place, entry in shown])
        said = self.notice or f"Kept in {keymap_path()}"
        lines = wrap([(said, "bad" if self.notice else "dim")], width - 6)
        about: list[TextLine] = [[], *([("   ", "text"), *line] for line in lines)]
        self.query_one("#keymap-about", Panel).show(about)
        ids = [f"keymap.{name}" for name in ("take", "add", "default", "down", "find", "back")]
        self.query_one("#keymap-hints", Panel).show([self.hints(ids, width, "keymap.keys")])

    def _line(self, place: int, entry: str | Command, width: int) -> TextLine:
        if isinstance(entry, str):
            return [(f" {entry}", "head")]
        keymap = self.tabletop.keymap
        keys = " ".join(map(printed, keys_of(entry, keymap))) or "none"
        own = "  (own)" if entry.id in keymap else ""
        if place == self.index:
            text = f" {self.tabletop.glyphs.pointer} {keys.ljust(COLUMN)} {entry.help}{own}"
            return clip([(text.ljust(width), "chosen")], width)
        line: TextLine = [(f"   {keys.ljust(COLUMN)}", "key"), (f" {entry.help}", "text"), (own, "good")]
        return clip(line, width)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = event.line + self.top
        if event.panel.id != "keymap-list" or place >= len(self.entries) or isinstance(self.entries[place], str):
            return
        again, self.index = place == self.index, place
        self.note("")
        if again:
            self.do_take()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        """Past headings; one step goes round, a page stops at the end."""
        count = len(self.entries)
        self.index = (self.index + step) % count if abs(step) == 1 else max(1, min(count - 1, self.index + step))
        if isinstance(self.entries[self.index], str):
            self.index = (self.index + (1 if step > 0 else -1)) % count
        self.note("")

    def do_take(self) -> None:
        self._ask(keep=False)

    def do_add(self) -> None:
        self._ask(keep=True)

    def _ask(self, keep: bool) -> None:
        """Wait for a key for the marked command, beside those it has or in their place."""
        command, keymap = self.marked, self.tabletop.keymap

        def take(key: str | None) -> None:
            if key is not None:
                old = keys_of(command, keymap) if keep else []
                self.take({**keymap, command.id: ",".join(dict.fromkeys([*old, key]))})

        self.tabletop.push_screen(PressKey(command, keymap), take)

    def do_default(self) -> None:
        command, keymap = self.marked, self.tabletop.keymap
        if command.id not in keymap:
            self.note("This command has the keys that it had at first")
            return
        rest = {name: keys for name, keys in keymap.items() if name != command.id}
        for key in keys_of(command, {}):
            if why := refuse_key(command, key, rest):
                self.note(f"It cannot have its first keys back: {why}")
                return
        self.take(rest)

    def take(self, keymap: dict[str, str]) -> None:
        """These keys count from now on."""
        own = {name: keys for name, keys in keymap.items() if keys != ALL[name].keys}
        before = self.tabletop.keymap
        self.tabletop.apply_keys(own)
        self.notice = ""
        try:
            write_keymap(own, before=before)
        except BadFile as error:
            self.notice = f"They count only until the program ends: {error}"
        self.draw()

    def do_find(self) -> None:
        items = [
            ListItem(str(place), [(entry.help, "text"), (f"  {entry.id}", "dim")])
            for place, entry in enumerate(self.entries)
            if isinstance(entry, Command)
        ]

        def go(place: str | None) -> None:
            if place is not None:
                self.index = int(place)
            self.note("")

        self.tabletop.push_screen(Choose("Find a command", items), go)

    def do_back(self) -> None:
        self.close(None)
