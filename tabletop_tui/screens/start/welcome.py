"""The welcome: one screen at the first start, with three ways to begin and the keys that matter."""

from __future__ import annotations

from textual.app import ComposeResult

from tabletop_tui.bindings import BATTLE, WELCOME
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.options.settings import SAID
from tabletop_tui.screens.start.start_commands import Begin
from tabletop_tui.settings import write_settings
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, width_of, wrap

ABOUT = (
    "Tabletop wargames for two people at one keyboard, against the computer, or to learn a rulebook. The program keeps "
    "the rules: it asks only what is yours to decide, tells the chances before the dice and takes back anything."
)
WAYS = ("welcome.learn", "welcome.quick", "welcome.new")
KEYS = (
    ("arrows", "move the cursor"),
    ("commit", "does what the line above the keys says"),
    ("digits", "answer the question; so do the letters beside the answers"),
    ("next", "goes to the next answer, target or unit"),
    ("back", "backs out one step"),
    ("undo", "takes back, as far as you like"),
    ("rules", "tells the rule behind what you see"),
    ("keys", "lists the keys, on every screen"),
    ("quit", "leaves; the game is saved as you play"),
)
"""Commands of the battle, and what cannot be remapped, with what they do."""
WIDEST = 76


class WelcomeScreen(Begin):
    """What this is, how to begin, which keys matter, which colours were chosen."""

    commands = WELCOME
    BINDINGS = bindings(WELCOME)
    DEFAULT_CSS = """
    WelcomeScreen #welcome-hints { height: 1; }
    """

    def __init__(self, first: bool = False) -> None:
        super().__init__()
        self.first = first
        """Whether it comes by itself, at the first start."""
        self.index = 0
        self.notice = ""
        self.first_line = 0

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, id="welcome-page")
        yield Panel(colours, glyphs, "hint", id="welcome-hints")

    def on_mount(self) -> None:
        if self.first:
            self.soon(self.remember)

    def on_screen_resume(self) -> None:
        self.draw_soon()

    def remember(self) -> None:
        """Write the settings as they are: where there are any, the welcome does not come by itself again."""
        try:
            write_settings(self.tabletop.settings, before=self.tabletop.settings)
        except BadFile as error:
            self.note(f"This page will come again: {error}")

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        page, glyphs = self.query_one("#welcome-page", Panel), self.tabletop.glyphs
        width = min(WIDEST, page.size.width - 3)
        if width < 1:
            return
        lines: list[TextLine] = [[("Welcome to tabletop-tui", "strong")], *wrap([(ABOUT, "text")], width), []]
        lines.append([("Three ways to begin", "head")])
        self.first_line = len(lines)
        lines += [self._way(place, width) for place in range(len(WAYS))]
        lines += [[], [("Keys that matter", "head")]]
        for name, said in KEYS:
            lines.append([(f"  {self._key(name).ljust(8)}", "key"), (f" {said}", "text")])
        keys = self.commands.keys("welcome.settings", self.tabletop.keymap)
        looks = f"{SAID['palette'][self.tabletop.colours.name]}; {SAID['signs'][glyphs.name]}"
        said = self.notice or f"Chosen for this terminal: {looks} ({keys[0]} changes it)."
        lines += [[], *wrap([(said, "bad" if self.notice else "dim")], width)]
        top = max(0, (page.size.height - len(lines)) // 2)
        left = " " * max(1, (page.size.width - width) // 2)
        self.first_line += top
        page.show([[]] * top + [[(left, "text"), *line] for line in lines])
        ids = [*WAYS, "welcome.take", "welcome.settings", "welcome.back"]
        self.query_one("#welcome-hints", Panel).show([self.hints(ids, self.size.width, "welcome.keys")])

    def _key(self, name: str) -> str:
        fixed = {"arrows": "arrows", "digits": "1 to 9"}
        return fixed.get(name) or BATTLE.keys(f"battle.{name}", self.tabletop.keymap)[0]

    def _way(self, place: int, width: int) -> TextLine:
        command = self.commands[WAYS[place]]
        key = self.commands.keys(command.id, self.tabletop.keymap)[0]
        if place != self.index:
            return [(f"   {key}", "key"), (f"  {command.help}", "text")]
        line: TextLine = [(f" {self.tabletop.glyphs.pointer} {key}  {command.help}", "chosen")]
        return [*line, (" " * max(0, width - width_of(line)), "chosen")]

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = event.line - self.first_line
        if event.panel.id == "welcome-page" and 0 <= place < len(WAYS):
            self.index = place
            self.do_take()

    # ------------------------------------------------------------------ commands
    def done(self) -> None:
        """A game begins: behind it lies the title, no longer this page."""
        self.close(None)

    def do_move(self, step: int) -> None:
        self.index = (self.index + step) % len(WAYS)
        self.note("")

    def do_take(self) -> None:
        self.run_command(self.commands[WAYS[self.index]])

    def do_settings(self) -> None:
        self.tabletop.open_screen("settings")

    def do_back(self) -> None:
        self.close(None)
