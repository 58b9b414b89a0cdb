"""The title: a piece of the last table, three large entries (go on, play, learn), all others, the rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region

from tabletop_tui import __version__, paths
from tabletop_tui.bindings import BATTLE, TITLE, Command
from tabletop_tui.screens.base.battle_thumbnail import Thumbnail, kept
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.start.start_commands import Begin
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, spread, text_of, width_of, wrap

if TYPE_CHECKING:
    from tabletop_tui.play.saved_game_summaries import SavedGame
    from tabletop_tui.rulebook.metadata import About
    from tabletop_tui.rulebook.system import System

LARGE = 3
"""How many entries are large: to go on (or, where there is nothing to go on with, a new game), to play, to learn."""
ENTRIES = (
    "title.new",
    "title.two",
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
"""All others, in two columns."""
BELOW = 2
"""The rows below the head of a large entry."""
HEADS = {
    "title.continue": ("Go on", ""),
    "title.new": ("New game", "Choose scenario, forces and who plays"),
    "title.quick": ("Quick start", "A small game against the computer"),
    "title.learn": ("Learn", "A first game that explains itself"),
}
"""What a large entry is called, and what it says below."""
WIDEST = 110
"""The columns of the menu at most; the picture above it takes all there are."""
PICTURE = 5, 20
"""The rows that the picture has at least and at most."""

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
        self.last: SavedGame | None = None
        self.index = 0
        self.notice = "; ".join(self.tabletop.warnings)
        self.picture = Thumbnail(())
        self.books: list[tuple[str, About]] = []
        """The rulebooks by their ids, the easiest first."""
        self.places: list[Region] = []
        """Where each entry and each rulebook stands on the page."""
        self.unsaved = False
        """Whether something was edited and never saved."""

    @property
    def menu(self) -> list[str]:
        """The commands that can be marked, the large ones first."""
        if self.last is not None:
            return ["title.continue", "title.quick", "title.learn", *ENTRIES]
        return ["title.new", "title.quick", "title.learn", *ENTRIES[1:]]

    @property
    def rows(self) -> int:
        """How many entries can be marked: the menu's, then one for each rulebook."""
        return len(self.menu) + len(self.books)

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, id="title-page")
        yield Panel(colours, glyphs, "hint", id="title-hints")

    def on_mount(self) -> None:
        self.soon(self.look_up)

    def on_screen_resume(self) -> None:
        self.soon(self.look_up)

    def look_up(self) -> None:
        """See what was played last and which rulebooks there are; nothing where the screen is being closed."""
        if not self.query("#title-page"):
            return
        before, self.last = self.last, self.tabletop.last_unfinished()
        if (self.last and self.last.path) != (before and before.path):
            self.index = 0
        self.books = self.tabletop.rulebooks()
        self.unsaved = any(paths.drafts().glob("*.toml"))
        self.index = min(self.index, self.rows - 1)
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        self.picture = kept(colours, glyphs) or self.made_up()
        self.draw()

    def made_up(self) -> Thumbnail:
        """A table for who has played on none; painters are loaded for that alone."""
        from tabletop_tui.screens.base.table_picture import made_up

        return made_up(self.tabletop.colours, self.tabletop.glyphs)

    def why_not(self, command: Command) -> str:
        if command.id == "title.continue" and self.last is None:
            return "There is no unfinished game to go on with"
        return ""

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        page = self.query_one("#title-page", Panel)
        width, height = page.size
        room = min(width - 2, WIDEST)
        left = (width - room) // 2
        said: list[TextLine] = [[], *wrap([(self.notice, "bad")], room)] if self.notice else []
        menu = [*self.large_lines(room), [], *self.small_lines(room), *said]
        books = self.book_lines(room)
        needed = 1 + len(menu) + len(books)
        least, most = PICTURE
        picture = self.picture.piece(width, max(0, min(most, max(height - needed - 4, min(least, height - needed)))))
        spare = height - needed - len(picture)
        lines: list[TextLine] = [*picture, *[[]] * (spare // 3), self.name_line(room), *[[]] * (spare > 1)]
        self.places = self.places_of(Offset(left, len(lines)), room)
        lines += [*menu, *[[]] * (spare > 0), *books]
        self.places += [Region(left, len(lines) - at, room, 1) for at in range(len(self.books), 0, -1)]
        indent = (" " * left, "text")
        page.show([*lines[: len(picture)], *([indent, *line] for line in lines[len(picture) :])])
        ids = ["title.take", "title.down", *self.menu]
        self.query_one("#title-hints", Panel).show([self.hints(ids, self.size.width, "title.keys")])

    def places_of(self, at: Offset, room: int) -> list[Region]:
        """Where the entries of the menu stand on a page on which the menu begins at a place."""
        across, column = self.across(room), room // 2
        half = (len(self.menu) - LARGE + 1) // 2
        large = [Region(at.x + (across + 2) * box, at.y, across, 3) for box in range(LARGE)]
        small = range(len(self.menu) - LARGE)
        return [*large, *(Region(at.x + one // half * column, at.y + 4 + one % half, column, 1) for one in small)]

    @staticmethod
    def across(room: int) -> int:
        """The columns of a large entry."""
        return (room - 2 * (LARGE - 1)) // LARGE

    def name_line(self, room: int) -> TextLine:
        """Below the picture: what it shows, and what the program is called; where a rulebook is marked, whose it is."""
        said: TextLine = [("tabletop-tui  ", "strong"), (self.below_the_name(), "dim")]
        if width_of(said) > room:
            said = said[1:]
        told: TextLine = [(self.picture.told, "dim")]
        fits = self.picture.told and width_of([*said, *told]) < room
        return spread(said, told, room) if fits else centred(said, room)

    def large_lines(self, room: int) -> list[TextLine]:
        """The three large entries beside each other, three rows each."""
        across = self.across(room)
        boxes = [self.large_entry(at, across) for at in range(LARGE)]
        return [
            [span for at, box in enumerate(boxes) for span in (*([("  ", "text")] if at else []), *box[row])]
            for row in range(3)
        ]

    def large_entry(self, at: int, across: int) -> list[TextLine]:
        command = self.commands[self.menu[at]]
        marked, glyphs = at == self.index, self.tabletop.glyphs
        key = self.commands.keys(command.id, self.tabletop.keymap)[0]
        head, below = HEADS[command.id]
        if command.id == "title.continue":
            below = title_of(self.last, across - 4) if self.last else ""
        sign = glyphs.pointer if marked else " "
        role, quiet = ("chosen", "chosen") if marked else ("status", "status-dim")
        told = wrap([(below, quiet)], across - 4)[:BELOW]
        rows: list[TextLine] = [[(f" {sign} ", role), (key, role if marked else "hint-key"), (f"  {head}", role)]]
        rows += [[("   ", quiet), *line] for line in told]
        rows = [clip(row, across, glyphs.ellipsis) for row in [*rows, [], []][:3]]
        return [[*row, (" " * (across - width_of(row)), quiet)] for row in rows]

    def small_lines(self, room: int) -> list[TextLine]:
        """All other entries in two columns."""
        small = range(LARGE, len(self.menu))
        half, column = (len(small) + 1) // 2, room // 2
        found: list[TextLine] = []
        for row in range(half):
            line = self.padded(self.menu_line(small[row], column), column)
            if row + half < len(small):
                line = [*line, *self.padded(self.menu_line(small[row + half], column), room - column)]
            found.append(line)
        return found

    def padded(self, line: TextLine, columns: int) -> TextLine:
        line = clip(line, columns, self.tabletop.glyphs.ellipsis)
        return [*line, (" " * (columns - width_of(line)), line[-1][1])]

    def below_the_name(self) -> str:
        """The version; where a rulebook is marked, whose it is."""
        place = self.index - len(self.menu)
        said = self.books[place][1] if 0 <= place < len(self.books) else None
        return f"{said.name}, {said.credit}" if said is not None and said.credit else f"version {__version__}"

    def book_lines(self, room: int) -> list[TextLine]:
        """The rulebooks, the easiest first; none before they have been looked up."""
        if not self.books:
            return []
        rule, pointer = self.tabletop.glyphs.rule, self.tabletop.glyphs.pointer
        head: TextLine = [(f"{rule} ", "dim"), ("Which rulebook?", "head"), (" ", "dim")]
        end: TextLine = [(" easiest first ", "dim"), (rule, "dim")]
        lines = [[*head, (rule * (room - width_of(head) - width_of(end)), "dim"), *end]]
        said = [about for _, about in self.books]
        for at, one in enumerate(said, len(self.menu)):
            line = book_line(one, said)
            line = [(f"{pointer} {text_of(line)}", "chosen")] if at == self.index else [("  ", "text"), *line]
            lines.append(self.padded(line, room))
        return lines

    def rulebooks_region(self) -> Region | None:
        if not self.books or not self.places:
            return None
        first = self.places[len(self.menu)]
        return Region(first.x, first.y - 1, first.width, len(self.books) + 1)

    def menu_line(self, place: int, room: int) -> TextLine:
        command = self.commands[self.menu[place]]
        key = self.commands.keys(command.id, self.tabletop.keymap)[0]
        more = "; something is not saved" if command.id == "title.edit" and self.unsaved else ""
        text = brief(command.help, room - 4 - len(more)) + more
        if place == self.index:
            return [(f"{self.tabletop.glyphs.pointer} {key} {text}", "chosen")]
        return [(f"  {key}", "key"), (f" {text}", "text")]

    def on_click(self, event: events.Click) -> None:
        """An entry that is clicked is taken."""
        for index, place in enumerate(self.places):
            if place.contains(event.screen_x, event.screen_y):
                self.index = index
                self.do_take()
                return

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        self.notice = ""
        self.index = (self.index + step) % self.rows
        self.draw()

    def do_across(self, step: int) -> None:
        """To the entry beside the marked one; where there is none, nothing."""
        self.notice = ""
        if self.index < len(self.places):
            here = self.places[self.index]
            row = [at for at, place in enumerate(self.places) if place.y == here.y]
            self.index = row[max(0, min(row.index(self.index) + step, len(row) - 1))]
        self.draw()

    def do_take(self) -> None:
        menu = self.menu
        if self.index >= len(menu):
            self.tabletop.open_screen("new game", self.books[self.index - len(menu)][0])
            return
        self.run_command(self.commands[menu[self.index]])

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


def brief(text: str, room: int) -> str:
    """A text without the clauses at its end for which there is no room."""
    while len(text) > room and (cut := max(text.rfind(mark) for mark in ",:;")) > 0:
        text = text[:cut]
    return text


def book_line(said: About, of: Sequence[About]) -> TextLine:
    """A rulebook in a list of these: how hard it is, its name, what sets it apart."""
    name = max(len(one.short) for one in of)
    level = (f"{said.level:<8}", LEVELS.get(said.level, "text"))
    return [level, (f"{said.short:<{name}}  ", "strong"), (said.summary, "dim")]


def title_of(game: SavedGame, columns: int) -> str:
    """A saved game in a few words: rulebook, scenario, and when it was begun, or the day, as far as it fits whole."""
    if game.damaged:
        return f"{game.scenario} (cannot be read)"
    name = f"{game.system.short}, {game.called}"
    dates = dict.fromkeys(filter(None, (game.date, game.date.partition(" ")[0])))
    said = (f"{name} ({date})" for date in dates)
    return next((text for text in said if len(wrap([(text, "text")], columns)) <= BELOW), name)


def centred(line: TextLine, width: int) -> TextLine:
    return [(" " * max(0, (width - width_of(line)) // 2), "text"), *line]
