"""A scenario before it is begun: its map to move about on, what lies where, both forces, the goal and the length."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import SCENARIO
from tabletop_tui.engine.game import Game, State
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.base.scenario_marks import before_battle
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

BESIDE_MAP = 30
"""The columns beside the map, where it does not leave more of itself."""
WIDEST = 64
"""More columns than that the side never has."""


class ScenarioScreen(DrawnScreen[None]):
    """A look at the table before the battle; nothing is changed."""

    commands = SCENARIO
    BINDINGS = bindings(SCENARIO)
    DEFAULT_CSS = """
    ScenarioScreen #scenario-title, ScenarioScreen #scenario-hints { height: 1; }
    ScenarioScreen Battlefield { width: 1fr; height: 1fr; }
    """

    def __init__(self, game: Game[State], scenario: ScenarioInfo) -> None:
        super().__init__()
        self.game, self.scenario = game, scenario
        self.notice = ""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="scenario-title")
        with Horizontal():
            yield Battlefield(colours, glyphs, self.tabletop.options.zoom)
            yield Panel(colours, glyphs, id="scenario-side")
        yield Panel(colours, glyphs, "hint", id="scenario-hints")

    @property
    def field(self) -> Battlefield:
        return self.query_one(Battlefield)

    def on_mount(self) -> None:
        self.field.show(self.game.system.scene(self.game))
        self.field.mark(before_battle(self.game))

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width = self.size.width
        painter = self.field.painter
        assert painter is not None
        side = max(BESIDE_MAP, min(WIDEST, width - painter.width - 2))
        panel = self.query_one("#scenario-side", Panel)
        panel.styles.width = side
        info = self.scenario
        title = [info.name, f"{info.seats} players", info.size, info.length]
        left: TextLine = [(f" {', '.join(filter(None, title))}", "status")]
        self.query_one("#scenario-title", Panel).show([clip(left, width, self.tabletop.glyphs.ellipsis)])
        panel.show([[(" ", "text"), *line] for line in self.side_lines(side - 2)])
        said: TextLine = [(f" {self.notice}", "hint")] if self.notice else []
        ids = ["cursor.s", "scenario.forces", "scenario.closer", "scenario.back"]
        self.query_one("#scenario-hints", Panel).show([said or self.hints(ids, width, "scenario.keys")])
        self.notice = ""

    def side_lines(self, width: int) -> list[TextLine]:
        """What lies under the cursor, what the battle is about, and who fights."""
        spot = self.game.system.spot(self.game, self.field.cursor)
        lines = [piece for line in spot for piece in wrap(wording.one_line(line), width, "  ")]
        lines += [[], *wrap([(self.scenario.summary, "text")], width)]
        goal = self.game.system.standing(self.game).goal
        return [*lines, *wrap([("Goal: ", "dim"), (goal, "text")], width), [], *self.force_lines(width)]

    def force_lines(self, width: int) -> list[TextLine]:
        names = [seat.name for seat in self.game.setup.seats]
        roster = self.game.system.roster(self.game)
        return wording.roster_lines(roster, names, width, self.tabletop.colours, self.tabletop.glyphs)

    # ------------------------------------------------------------------ commands
    def do_move(self, direction: str, steps: int) -> None:
        self.field.move_cursor(direction, steps)
        self.draw()

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        self.draw()

    def on_key(self, _event: events.Key) -> None:
        self.notice = ""

    def do_closer(self) -> None:
        self._zoom(1)

    def do_further(self) -> None:
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        if not self.field.step_zoom(steps):
            self.notice = "This is as close as it gets" if steps > 0 else "This is as far as it gets"
        self.draw()

    def do_forces(self) -> None:
        """Every unit's whole card, one after the other."""
        colours, width = self.tabletop.colours, min(96, self.size.width - 10)
        cards = [self.game.system.card(self.game, line.unit) for line in self.game.system.roster(self.game)]
        lines = [
            line for card in cards if card is not None for line in (*wording.card_lines(card, width, colours, True), [])
        ]
        self.tabletop.push_screen(Sheet("The forces", lines, "v"))

    def do_back(self) -> None:
        self.close()
