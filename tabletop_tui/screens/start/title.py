"""The title: go on with the last game, a new one, load one, keys, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from tabletop_tui import __version__, paths
from tabletop_tui.bindings import BATTLE, TITLE, Command
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.start.start_commands import Begin
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of, wrap

if TYPE_CHECKING:
    from tabletop_tui.play.saved_games import SavedGame
    from tabletop_tui.rulebook.metadata import About
    from tabletop_tui.rulebook.system import System

HEXES = (
    r"     ___     ___     ___     ___     ",
    r" ___/ A \___/   \___/ ~ \___/ B \___ ",
    r"/   \===/   \_1_/ * \___/   \===/   \ ",
    r"\___/   \_2_/ * \___/   \___/   \___/ ",
    r"    \___/   \___/   \___/   \___/    ",
)
MENU = (
    "title.continue",
    "title.new",
    "title.quick",
    "title.two",
    "title.learn",
    "title.lessons",
    "title.load",
    "title.games",
    "title.build",
    "title.table",
    "title.edit",
    "title.rules",
    "title.settings",
    "title.quit",
)

LEVELS = {"easy": "good", "middle": "key", "hard": "bad"}
"""How it is shown how hard a rulebook is to learn."""


class TitleScreen(Begin):
    """The first screen. What it says of saved games it looks up after it has been painted."""

    commands = TITLE
    BINDINGS = bindings(TITLE)
    DEFAULT_CSS = """
    TitleScreen #title-hints { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.index = MENU.index("title.new")
        self.last: SavedGame | None = None
        self.notice = "; ".join(self.tabletop.warnings)
        self.first_line = self.first_book = 0
        self.unsaved = False
        """Whether something was edited and never saved."""
        self.books: list[tuple[str, About]] = []
        """The rulebooks by their ids, the easiest first."""

    @property
    def rows(self) -> int:
        """How many lines can be marked: the menu's, then one for each rulebook."""
        return len(MENU) + len(self.books)

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, id="title-page")
        yield Panel(colours, glyphs, "hint", id="title-hints")

    def on_mount(self) -> None:
        self.soon(self.look_up)

    def on_screen_resume(self) -> None:
        self.soon(self.look_up)

    def look_up(self) -> None:
        """See whether there is a game to go on with; nothing where the screen is being closed."""
        if not self.query("#title-page"):
            return
        before, self.last = self.last, self.tabletop.last_unfinished()
        if (self.last and self.last.path) != (before and before.path):
            self.index = MENU.index("title.continue" if self.last else "title.new")
        self.books = self.tabletop.rulebooks()
        self.unsaved = any(paths.drafts().glob("*.toml"))
        self.index = min(self.index, self.rows - 1)
        self.draw()

    def why_not(self, command: Command) -> str:
        if command.id == "title.continue" and self.last is None:
            return "There is no unfinished game to go on with"
        return ""

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        page = self.query_one("#title-page", Panel)
        width, height = page.size
        lines: list[TextLine] = [[(line, "dim")] for line in HEXES]
        said = self.below_the_name()
        name = "tabletop-tui  " if len(said) + 14 <= width else ""
        lines += [[], [(name, "strong"), (said, "dim")], []]
        self.first_line = len(lines)
        menu = [clip(self.menu_line(place), width, self.tabletop.glyphs.ellipsis) for place in range(len(MENU))]
        widest = max(map(width_of, menu))
        lines += [[*line, (" " * (widest - width_of(line)), line[-1][1])] for line in menu]
        if self.notice:
            lines += [[], *wrap([(self.notice, "bad")], width - 8)]
        books = self.book_lines(widest)
        room = height - 1
        if len(lines) + len(books) > room:  # the picture gives way, then the empty lines
            lines = lines[len(HEXES) + 1 :]
            self.first_line -= len(HEXES) + 1
        self.first_book = len(lines) + 2
        lines += books
        top = max(0, (height - len(lines)) // 2)
        self.first_line += top
        self.first_book += top
        page.show([[]] * top + [centred(line, width) for line in lines])
        ids = ["title.take", *MENU]
        self.query_one("#title-hints", Panel).show([self.hints(ids, self.size.width, "title.keys")])

    def below_the_name(self) -> str:
        """The version; where a rulebook is marked, whose it is."""
        place = self.index - len(MENU)
        said = self.books[place][1] if 0 <= place < len(self.books) else None
        return f"{said.name}, {said.credit}" if said is not None and said.credit else f"version {__version__}"

    def book_lines(self, widest: int) -> list[TextLine]:
        """The rulebooks, the easiest first; none before they have been looked up."""
        if not self.books:
            return []
        rule = self.tabletop.glyphs.rule
        lines = [self.book_line(place) for place in range(len(self.books))]
        width = max(widest, *map(width_of, lines))
        head: TextLine = [(f"{rule} ", "dim"), ("Which rulebook?", "head"), (" ", "dim")]
        end: TextLine = [(" easiest first ", "dim"), (rule, "dim")]
        head = [*head, (rule * (width - width_of(head) - width_of(end)), "dim"), *end]
        return [[], head, *([*line, (" " * (width - width_of(line)), line[-1][1])] for line in lines)]

    def book_line(self, place: int) -> TextLine:
        said = self.books[place][1]
        name = max(len(about.short) for _, about in self.books)
        if place + len(MENU) == self.index:
            pointer = self.tabletop.glyphs.pointer
            return [(f" {pointer} {said.level:<8}{said.short:<{name}}  {said.summary} ", "chosen")]
        level = (f"   {said.level:<8}", LEVELS.get(said.level, "dim"))
        return [level, (f"{said.short:<{name}}  ", "text"), (f"{said.summary} ", "dim")]

    def menu_line(self, place: int) -> TextLine:
        command = self.commands[MENU[place]]
        key = self.commands.keys(command.id, self.tabletop.keymap)[0]
        text = command.help
        if command.id == "title.continue":
            text = f"{text}: {title_of(self.last)}" if self.last else text
        if command.id == "title.edit" and self.unsaved:
            text = f"{text}; something is not saved"
        if place == self.index:
            return [(f" {self.tabletop.glyphs.pointer} {key}  {text} ", "chosen")]
        return [(f"   {key}", "key"), (f"  {text} ", "dim" if self.why_not(command) else "text")]

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = event.line - self.first_line
        book = event.line - self.first_book
        if event.panel.id == "title-page" and 0 <= place < len(MENU):
            self.index = place
            self.do_take()
        elif event.panel.id == "title-page" and 0 <= book < len(self.books):
            self.index = len(MENU) + book
            self.do_take()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        self.notice = ""
        self.index = (self.index + step) % self.rows
        if self.index < len(MENU) and self.why_not(self.commands[MENU[self.index]]):
            self.index = (self.index + step) % self.rows
        self.draw()

    def do_take(self) -> None:
        if self.index >= len(MENU):
            self.tabletop.open_screen("new game", self.books[self.index - len(MENU)][0])
            return
        self.run_command(self.commands[MENU[self.index]])

    def do_continue(self) -> None:
        assert self.last is not None
        self.tabletop.load(self.last.path, self.note)

    def do_load(self) -> None:
        self.tabletop.load_chosen(self.note)

    def do_games(self) -> None:
        self.tabletop.open_screen("own games")

    def do_build(self) -> None:
        def go(found: System) -> None:
            self.tabletop.open_screen("builder", found)

        self.tabletop.for_system("Build a force for which rulebook?", go, self.note)

    def do_edit(self) -> None:
        def go(found: System) -> None:
            self.tabletop.open_screen("own table", found)

        self.tabletop.for_system("Your own table for which rulebook?", go, self.note)

    def do_table(self) -> None:
        def go(found: System) -> None:
            self.tabletop.open_screen("table", found)

        self.tabletop.for_system("A game on your own table of which rulebook?", go, self.note)

    def do_rules(self) -> None:
        def go(found: System) -> None:
            self.tabletop.open_screen("rules", found)

        self.tabletop.for_system("Which rulebook?", go, self.note)

    def do_lessons(self) -> None:
        def go(found: System) -> None:
            self.tabletop.open_screen("chapters", found)

        self.tabletop.for_system("Lessons of which rulebook?", go, self.note)

    def do_settings(self) -> None:
        self.tabletop.open_screen("settings")

    def do_welcome(self) -> None:
        self.tabletop.open_screen("welcome")

    def do_keys(self) -> None:
        self.tabletop.open_screen("keys", "Keys in a battle", BATTLE, self.tabletop.keymap, (), False)

    def do_quit(self) -> None:
        self.tabletop.exit(0)


def title_of(game: SavedGame) -> str:
    """A saved game in a few words: rulebook, scenario and date."""
    if game.damaged:
        return f"{game.scenario} (cannot be read)"
    return f"{game.system.short}, {game.scenario}" + (f" ({game.date})" if game.date else "")


def centred(line: TextLine, width: int) -> TextLine:
    return [(" " * max(0, (width - width_of(line)) // 2), "text"), *line]
