"""A new game: system, scenario, forces, who sits where, dice, seed, pace. Enter, Enter begins with what is offered."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui import paths
from tabletop_tui.bindings import NEW_GAME
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.setup import SEAT_NAMES, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.lab.fairness import shipped_fairness
from tabletop_tui.play import last_choice, new_game
from tabletop_tui.play.ladder import ladder
from tabletop_tui.play.last_choice import LastChoice
from tabletop_tui.play.players import PLAYER_WORDS, PLAYERS
from tabletop_tui.play.positions import opened
from tabletop_tui.play.session import PACES
from tabletop_tui.rulebook import stalemate
from tabletop_tui.rulebook.registry import about, system, systems
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

DICE = ("seeded", "typed")
FORM = 66
"""The columns that the form wants."""
ROOM_FOR_MAP = FORM + 32
"""From this width on, the map is shown beside the form."""
SAID = {
    **PLAYER_WORDS,
    "seeded": "rolled by the program",
    "typed": "real dice, typed in",
    "run": "on to the next question",
    "step": "step by step, to learn the rules",
    "dice": "die by die: what is needed before each roll",
}


@define
class FormLine:
    """One line of the form."""

    name: str
    label: str
    choices: list[str]
    """What is stored."""
    index: int = 0
    words: list[str] = field(factory=list)
    """How each choice is shown."""
    help: str = ""

    @property
    def value(self) -> str:
        return self.choices[self.index] if self.choices else ""

    @property
    def shown(self) -> str:
        return (self.words or self.choices)[self.index] if self.choices else "none"


def stalemate_line(own: int) -> FormLine:
    """After how many rounds without progress a draw is offered, beginning with what the scenario says."""
    numbers = stalemate.choices(own)
    help_ = "A rule of ours, not of the book: whoever plays on ends the offer; it comes again after as many rounds."
    words = [stalemate.words(number) for number in numbers]
    return FormLine("stalemate", "Draw offered", [str(number) for number in numbers], numbers.index(own), words, help_)


class Form:
    """What has been chosen for a new game. It knows no screen."""

    def __init__(self, pace: str = "run", given: ScenarioInfo | None = None, system_id: str = "") -> None:
        """Of all rulebooks and scenarios; or of what is `given`, of this rulebook."""
        self.pace, self.given = pace, given
        self.seed = new_game.new_seed()
        self.system: System
        self.scenarios: list[ScenarioInfo] = []
        self.forces: list[ForceInfo] = []
        self.wrong = ""
        """Why nothing can be played, '' if something can."""
        self.left_out: list[BadFile] = []
        """The files and rulebooks that cannot be used, and why; the others are offered."""
        self._seen: tuple[list[str], Game[State] | None] = [], None
        self._broken: list[BadFile] = []
        found = (
            sorted(systems(self._broken), key=lambda one: about(one.id).rank) if given is None else [system(system_id)]
        )
        ids, names = [one.id for one in found], [one.name for one in found]
        self.lines = [FormLine("system", "System", ids, words=names, help="Which rulebook.")]
        before = last_choice.latest()
        self.lines[0].index = ids.index(before) if before in ids else 0
        self._take_system()

    def __getitem__(self, name: str) -> FormLine:
        return next(line for line in self.lines if line.name == name)

    @property
    def scenario(self) -> ScenarioInfo | None:
        return self.scenarios[self["scenario"].index] if self.scenarios else None

    def force(self, seat: int) -> ForceInfo:
        return self.forces[self[f"force{seat}"].index]

    def change(self, line: FormLine, step: int) -> None:
        """Take the next or previous choice of a line; what hangs on it follows."""
        if line.choices:
            self.choose(line, (line.index + step) % len(line.choices))

    def choose(self, line: FormLine, index: int) -> None:
        line.index = index
        if line.name == "system":
            self._take_system()
        elif line.name == "scenario":
            self._take_scenario()

    def _take_system(self) -> None:
        if not self["system"].choices:
            self.wrong = "no rulebook is installed"
            return
        self.system = system(self["system"].value)
        self.wrong = ""
        self.left_out = [*self._broken]
        try:
            self.scenarios = [self.given] if self.given else new_game.scenarios_of(self.system, self.left_out)
            self.forces = self.system.forces(paths.roster_folders(), self.left_out)
        except BadFile as error:
            self.scenarios, self.forces, self.wrong = [], [], str(error)
        ids = [info.id for info in self.scenarios]
        names = [info.name for info in self.scenarios]
        self.lines = [self.lines[0], FormLine("scenario", "Scenario", ids, words=names)]
        last = last_choice.last_choice(self.system.id)
        if last is not None and last.scenario in ids:
            self["scenario"].index = ids.index(last.scenario)
        self._take_scenario()
        if last is not None and last.scenario in ids:
            self._as_before(last)

    def _as_before(self, last: LastChoice) -> None:
        """Give the seats what they had in the last game, as far as that is still there."""
        known = {line.name: line for line in self.lines}
        for word, choices in (("force", last.forces), ("player", last.players)):
            for seat, choice in enumerate(choices):
                line = known.get(f"{word}{seat}")
                if line is not None and choice in line.choices:
                    line.index = line.choices.index(choice)

    def chosen(self) -> LastChoice:
        """What to remember of it."""
        words = [[line.value for line in self.lines if line.name.startswith(name)] for name in ("force", "player")]
        return LastChoice(self["scenario"].value, *map(tuple, words))

    def _take_scenario(self) -> None:
        """The seats' lines follow the scenario; what was chosen for a seat before stays where it can."""
        old = {line.name: line.index for line in self.lines}
        self.lines = self.lines[:2]
        scenario = self.scenario
        if scenario is None:
            self.wrong = self.wrong or "no scenario is installed"
            return
        ids = [info.id for info in self.forces]
        names = [f"{info.name} ({info.worth})" for info in self.forces]
        for seat in range(scenario.seats):
            who = SEAT_NAMES[seat] if scenario.setup is None else scenario.setup.seats[seat].name
            first = scenario.forces[seat] if seat < len(scenario.forces) else ""
            index = ids.index(first) if first in ids else min(seat, len(ids) - 1)
            if scenario.setup is None:
                self.lines.append(FormLine(f"force{seat}", f"{who}'s force", ids, index, names))
            players = [SAID.get(player, player) for player in PLAYERS]
            before = old.get(f"player{seat}", 0)
            self.lines.append(FormLine(f"player{seat}", f"{who} is", list(PLAYERS), before, players))
        if scenario.stalemate is not None:
            self.lines.append(stalemate_line(scenario.stalemate))
        dice = [SAID[kind] for kind in DICE]
        pace = [SAID[kind] for kind in PACES]
        self.lines += [
            FormLine(
                "dice", "Dice", list(DICE), old.get("dice", 0), dice, "Real dice are asked for when any are rolled."
            ),
            FormLine(
                "seed", "Seed", [str(self.seed)], help="The same seed and answers: the same game. / types one in."
            ),
            FormLine("pace", "Pace", list(PACES), old.get("pace", PACES.index(self.pace)), pace),
        ]

    def forces_anew(self, line: str, chosen: str) -> None:
        """Read the forces again; all seats keep theirs, but the seat of `line` takes the one chosen, if it can."""
        taken = {one.name: one.value for one in self.lines if one.name.startswith(("force", "stalemate"))}
        if chosen and line.startswith("force"):
            taken[line] = chosen
        scenario = self["scenario"].index if self.scenarios else 0
        self._take_system()
        if self.scenarios:
            self.choose(self["scenario"], scenario)
        for name, force in taken.items():
            if name in {one.name for one in self.lines} and force in self[name].choices:
                self[name].index = self[name].choices.index(force)

    def set_seed(self, seed: int) -> None:
        self.seed = seed
        self["seed"].choices = [str(seed)]

    def new_seed(self) -> None:
        self.set_seed(new_game.new_seed())

    def setup(self) -> Setup:
        """The set-up as chosen. BadChoice with a sentence if it cannot be played."""
        scenario = self.scenario
        if scenario is None:
            raise new_game.BadChoice(self.wrong)
        seats = range(scenario.seats)
        if not self.forces and scenario.setup is None:
            raise new_game.BadChoice("no force is installed")
        return new_game.set_table(
            self.system,
            scenario,
            [self.force(seat) for seat in seats] if scenario.setup is None else (),
            [self[f"player{seat}"].value for seat in seats],
            seed=self.seed,
            dice=self["dice"].value,
            stalemate=None if scenario.stalemate is None else int(self["stalemate"].value),
        )

    def refusal(self) -> str:
        """Why the game cannot begin, '' if it can."""
        try:
            self.setup()
        except new_game.BadChoice as bad:
            return str(bad)
        return ""

    def table(self) -> Game[State] | None:
        """The game before the first move; None where it cannot begin."""
        chosen = [self.system.id, *(line.value for line in self.lines if line.name[:5] in ("scena", "force"))]
        if chosen != self._seen[0]:
            try:
                self._seen = chosen, opened(self.system, self.setup())
            except (new_game.BadChoice, BadFile):
                self._seen = chosen, None
        return self._seen[1]

    def about(self, line: FormLine) -> list[tuple[str, str]]:
        """What is to be said about a line's choice: (text, role)."""
        scenario = self.scenario
        if line.name == "scenario" and scenario is not None:
            return [
                (scenario.name, "head"),
                (scenario.summary, "text"),
                (", ".join(filter(None, (f"{scenario.seats} players", scenario.size, scenario.length))), "dim"),
                *([(fair, "dim")] if (fair := shipped_fairness(about(self.system.id).name, scenario.name)) else []),
            ]
        if line.name.startswith("force") and self.forces:
            force = self.force(int(line.name[5:]))
            return [(force.name, "head"), (force.summary, "text"), (force.worth, "dim")]
        if line.name.startswith("player") and (measured := ladder(self.system.id).words(line.value)):
            return [(measured, "text"), ("How that was measured: docs/levels.md.", "dim")]
        return [(line.help, "text")] if line.help else []


class NewGameScreen(DrawnScreen[None]):
    """The form of a new game."""

    commands = NEW_GAME
    BINDINGS = bindings(NEW_GAME)
    DEFAULT_CSS = """
    NewGameScreen #new-title, NewGameScreen #new-hints { height: 1; }
    NewGameScreen #new-about { height: 7; }
    NewGameScreen #new-form { width: 1fr; }
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
        self.notice = ""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="new-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="new-form")
            yield Battlefield(colours, glyphs, zoom=0)
        yield Panel(colours, glyphs, id="new-about")
        yield Panel(colours, glyphs, "hint", id="new-hints")

    def on_mount(self) -> None:
        self.form = Form(self.tabletop.options.pace, self.given, self.system_id)
        self.index = len(self.form.lines) if self.given is not None else self.index
        line = self.form["system"]
        if self.system_id in line.choices:
            self.form.choose(line, line.choices.index(self.system_id))

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
        lines: list[TextLine] = [[]] if self.airy else []
        for place, line in enumerate(form.lines):
            lines.append(self.form_line(line, place == self.index, width))
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
            room = self.size.width - FORM, field.container_size.height
            sizes = map_sizes(game.system.scene(game), field.colours, field.glyphs)
            fit = [zoom for zoom, size in enumerate(sizes) if size.width <= room[0] and size.height <= room[1]]
            zoom = max(fit, default=0)  # as close as the whole map fits
            field.zoom_by(zoom - field.zoom)
            field.styles.width = min(sizes[zoom].width + 2, room[0])

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
        place = event.line - self.airy
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
        items = [ListItem(str(place), [(word, "text")]) for place, word in enumerate(line.words or line.choices)]

        def take(key: str | None) -> None:
            if key is not None:
                form.choose(line, int(key))
            self.draw()

        self.tabletop.push_screen(Choose(line.label, items), take)

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
            last_choice.keep(self.form.system.id, self.form.chosen())
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
