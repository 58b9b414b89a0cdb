"""A new game: system, scenario, forces, who sits where, dice, seed, pace. Enter, Enter begins with what is offered."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import NEW_GAME
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import last_new_game, new_game
from tabletop_tui.play.session import PACES
from tabletop_tui.play.setup_checks import game_name_fault
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.base.scenario_marks import before_battle
from tabletop_tui.screens.start.game_form import Form, FormLine
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes, painters_of
from tabletop_tui.widgets.map.minimap import Minimap
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

FORM = 66
"""The columns that the form wants."""
ROOM_FOR_MAP = FORM + 32
"""From this width on, the map is shown beside the form."""
SMALL_MAP = 28
"""The columns of the table in small, where there is no room for the map."""


class NewGameScreen(DrawnScreen[None]):
    """The form of a new game."""

    commands = NEW_GAME
    BINDINGS = bindings(NEW_GAME)
    DEFAULT_CSS = """
    NewGameScreen #new-title, NewGameScreen #new-hints { height: 1; }
    NewGameScreen #new-about { height: 7; }
    NewGameScreen #new-form { width: 1fr; }
    NewGameScreen #new-small { width: 30; }
    """

    def __init__(
        self, system_id: str = "", given: ScenarioInfo | None = None, told: Callable[[str], object] = lambda _: None
    ) -> None:
        """`given` is what is played, of this rulebook, where that is no choice; `told` hears where the game is kept."""
        super().__init__()
        self.system_id = system_id
        """The rulebook that is offered first; '' for the easiest."""
        self.given, self.told = given, told
        self.form: Form | None = None
        self.index = 1
        self.airy = True
        """Whether there is room for empty lines."""
        self.first = 0
        """The first line of the form that is shown, where not all are."""
        self.notice = ""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="new-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="new-form")
            yield Battlefield(colours, glyphs, zoom=0)
            yield Panel(colours, glyphs, id="new-small")
        yield Panel(colours, glyphs, id="new-about")
        yield Panel(colours, glyphs, "hint", id="new-hints")

    def on_mount(self) -> None:
        options = self.tabletop.options
        self.form = Form(options.pace, self.given, self.system_id, options.clock)
        line = self.form["system"]
        if self.system_id in line.choices:
            self.form.choose(line, line.choices.index(self.system_id))
        if self.given is not None or self.form.is_last:
            self.index = len(self.form.lines)

    @property
    def at_start(self) -> bool:
        return self.form is not None and self.index == len(self.form.lines)

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        form = self.form
        if form is None:
            return
        width = self.size.width
        self.query_one("#new-title", Panel).show([[(" New game", "status")]])
        panel = self.query_one("#new-form", Panel)
        self.airy = len(form.lines) + 3 <= panel.size.height
        shown = [self.form_line(line, place == self.index, width) for place, line in enumerate(form.lines)]
        room = panel.size.height - 1
        self.first = max(0, min(self.index, len(shown) - 1) - room + 1, 0) if len(shown) > room > 0 else 0
        lines: list[TextLine] = [[]] if self.airy else []
        lines += shown[self.first : self.first + room]
        wrong = form.refusal()
        start = "Begin the battle" if not wrong else "Cannot begin"
        pointer = self.tabletop.glyphs.pointer
        lines += [[]] if self.airy else []
        lines += [
            [(f" {pointer} {start} ".ljust(30), "chosen" if not wrong else "chosen-bad")]
            if self.at_start
            else [(f"   {start}", "dim" if wrong else "strong")],
        ]
        forces = self.force_lines()
        panel.show([*lines, [], *forces] if len(lines) + len(forces) < panel.size.height else lines)
        self._draw_map()
        self._draw_small()
        about: list[TextLine] = []
        if self.notice or wrong:
            about += wrap([(self.notice or wrong, "bad")], width - 4)
        about += [line for error in form.left_out for line in wrap([(f"Left out: {error}", "bad")], width - 4)]
        if not self.at_start:
            for text, role in form.about(form.lines[self.index]):
                about += wrap([(text, role)], width - 4)
        self.query_one("#new-about", Panel).show([[("  ", "text"), *line] for line in about])
        ids = ["new.take", "new.down", "new.right", "new.list", "new.look", "new.build", "new.back"]
        self.query_one("#new-hints", Panel).show([self.hints(ids, width, "new.keys")])

    def _draw_map(self) -> None:
        """The map at the right, where there is room beside the form."""
        field, form = self.query_one(Battlefield), self.form
        assert form is not None
        game = form.table() if self.size.width >= ROOM_FOR_MAP and form.scenario else None
        field.display = game is not None
        if game is not None:
            field.show(game.system.scene(game))
            field.mark(before_battle(game))
            field.hide_cursor()
            room = self.size.width - FORM, field.container_size.height
            sizes = map_sizes(game.system.scene(game), field.colours, field.glyphs)
            fit = [zoom for zoom, size in enumerate(sizes) if size.width <= room[0] and size.height <= room[1]]
            zoom = max(fit, default=0)  # as close as the whole map fits
            field.zoom_by(zoom - field.zoom)
            field.styles.width = min(sizes[zoom].width + 2, room[0])

    def _draw_small(self) -> None:
        """The whole table in a few cells, where there is no room for the map."""
        panel, form = self.query_one("#new-small", Panel), self.form
        assert form is not None
        game = form.table() if self.size.width < ROOM_FOR_MAP and form.scenario else None
        panel.display = game is not None and self.tabletop.colours.colour
        if game is None or not panel.display:
            return
        scene, looks = game.system.scene(game), (self.tabletop.colours, self.tabletop.glyphs)
        painter = painters_of(scene, *looks)[0](scene, *looks)
        small = Minimap.within(painter, SMALL_MAP, max(1, self.query_one("#new-form").size.height - 1))
        panel.show([[], *small.lines(painter)])

    def force_lines(self) -> list[TextLine]:
        """Who fights, side by side; nothing where the game cannot begin."""
        assert self.form is not None
        game = self.form.table() if self.form.scenario else None
        if game is None:
            return []
        names = [seat.name for seat in game.setup.seats]
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        lines = wording.roster_lines(game.system.roster(game), names, FORM - 6, colours, glyphs)
        return [[("   ", "text"), *line] for line in lines]

    def form_line(self, line: FormLine, marked: bool, width: int) -> TextLine:
        label = f"{line.label}".ljust(16)
        if not marked:
            return clip([(f"   {label}", "dim"), (f"  {line.shown}", "text")], width)
        pointer = self.tabletop.glyphs.pointer
        return clip([(f" {pointer} {label}", "key"), (f"< {line.shown} >", "chosen")], width)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel.id != "new-form" or self.form is None:
            return
        place = event.line - self.airy + self.first
        if place == len(self.form.lines) + 1:
            place -= 1
        if 0 <= place <= len(self.form.lines):
            again, self.index = place == self.index, place
            if again and self.at_start:
                self.do_take()
            elif again:
                self.do_change(1)
            self.draw()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        assert self.form is not None
        self.notice = ""
        self.index = (self.index + step) % (len(self.form.lines) + 1)
        self.draw()

    def do_change(self, step: int) -> None:
        assert self.form is not None
        self.notice = ""
        if not self.at_start:
            line = self.form.lines[self.index]
            if line.name == "seed":
                self.form.new_seed()
            else:
                self.form.change(line, step)
        self.draw()

    def do_list(self) -> None:
        assert self.form is not None
        form = self.form
        if self.at_start:
            return
        line = form.lines[self.index]
        if line.name == "seed":
            self.tabletop.push_screen(AskText("Seed of the dice (a whole number)", _check_seed), self._typed_seed)
            return
        if line.name in ("names", "called"):
            self._ask_words(line)
            return
        items = [ListItem(str(place), [(word, "text")]) for place, word in enumerate(line.words or line.choices)]

        def take(key: str | None) -> None:
            if key is not None:
                form.choose(line, int(key))
            self.draw()

        self.tabletop.push_screen(Choose(line.label, items), take)

    def _ask_words(self, line: FormLine) -> None:
        """The names of the players, or that of the game."""
        form = self.form
        assert form is not None

        def taken(typed: str | None) -> None:
            if typed is not None:
                (form.name_players if line.name == "names" else form.call)(typed)
            self.draw()

        def wrong(typed: str) -> str:
            return game_name_fault(typed.strip()) if typed.strip() else ""

        if line.name == "names":
            ask = AskText("The players' names, with commas between them", form.names_fault, line.value)
        else:
            ask = AskText("What the game is called", wrong, line.value)
        self.tabletop.push_screen(ask, taken)

    def _typed_seed(self, typed: str | None) -> None:
        if typed and self.form is not None:
            self.form.set_seed(int(typed))
        self.draw()

    def do_take(self) -> None:
        assert self.form is not None
        if not self.at_start:
            self.index = len(self.form.lines)
            self.draw()
            return
        game, scenario = self.form.table(), self.form.scenario
        if game is None or scenario is None:
            self.note(self.form.refusal())
            return
        try:
            game.setup = self.form.setup()
        except new_game.BadChoice as error:
            self.note(str(error))
            return
        self.tabletop.open_screen("briefing", self.form.system, game, scenario, self.begin)

    def begin(self, setup: Setup) -> None:
        """The briefing has been read: on to the battle."""
        assert self.form is not None
        scenario, pace = self.form.scenario, PACES[self.form["pace"].index]
        try:
            form = self.form
            own = form["dice"].value if form.given is not None else ""
            last_new_game.keep(form.system.id, form.chosen(), form.seat_names, own)
            session = new_game.begin(setup, scenario.id if scenario else "", pace=pace)
        except (new_game.BadChoice, BadFile) as error:
            self.note(str(error))
            return
        self.close()
        if session.journal is not None:
            self.told(f"The game is kept, to be gone on with: {session.journal.path}")
        self.tabletop.play(session)

    def do_look(self) -> None:
        """The table as it will be, on a screen of its own."""
        form = self.form
        assert form is not None
        scenario, game = form.scenario, form.table() if form.scenario else None
        if scenario is None or game is None:
            self.note(form.refusal())
            return
        self.tabletop.open_screen("scenario", game, scenario)

    def do_build(self) -> None:
        form = self.form
        assert form is not None
        if not form["system"].choices:
            self.note(form.wrong)
            return

        def saved(name: str | None) -> None:
            """The forces anew, and the one that was saved for the seat whose line is marked."""
            line = "" if self.at_start else form.lines[self.index].name
            form.forces_anew(line, name or "")
            self.draw()

        try:
            self.tabletop.open_screen("builder", form.system, then=saved)
        except (BadFile, new_game.BadChoice) as error:
            self.note(str(error))

    def do_back(self) -> None:
        self.close()


def _check_seed(typed: str) -> str:
    fine = typed.strip().isascii() and typed.strip().isdigit() and int(typed) <= new_game.LARGEST_SEED
    return "" if fine else f"give a whole number from 0 to {new_game.LARGEST_SEED}"
