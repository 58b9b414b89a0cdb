"""What a shot needs, without a game: what matters to it as a form, and beside it the sum, its rules and the chances."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui import paths
from tabletop_tui.bindings import ODDS
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.reports.shot_calculator_lines import shot_lines
from tabletop_tui.rulebook.shot_calculator import AnswersShots, Fact, told_of, why_not
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, text_of, width_of, wrap

WIDEST = 18
"""The columns of the values; a longer name is cut."""


class OddsPage(DrawnScreen[None]):
    """The modifiers of a rulebook as a form; nothing of it is kept."""

    commands = ODDS
    BINDINGS = bindings(ODDS)
    DEFAULT_CSS = """
    OddsPage #odds-title, OddsPage #odds-hints { height: 1; }
    OddsPage #odds-form { width: 1fr; }
    OddsPage #odds-side { width: 1fr; }
    """

    def __init__(self, found: System) -> None:
        super().__init__()
        self.system = found
        self.folders = paths.roster_folders()
        self.facts: Sequence[Fact] = found.shot_facts(self.folders) if isinstance(found, AnswersShots) else ()
        self.told: dict[str, str] = {}
        """What was said of the shot; what was not has its usual value."""
        self.index = self.top = 0

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="odds-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="odds-form")
            yield Panel(colours, glyphs, id="odds-side")
        yield Panel(colours, glyphs, "hint", id="odds-hints")

    @property
    def fact(self) -> Fact:
        return self.facts[self.index]

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width = self.size.width
        self.query_one("#odds-title", Panel).show([[(f" What a shot needs: {self.system.name}", "status")]])
        form, side = self.query_one("#odds-form", Panel), self.query_one("#odds-side", Panel)
        room, height = form.size
        if not self.facts:
            form.show([*wrap([(f"{self.system.name} does not tell this without a game", "text")], room)])
            return
        self.top = max(min(self.top, self.index), self.index - height + 1, 0)
        rows = [self._row(place, fact, room) for place, fact in enumerate(self.facts)]
        form.show(rows[self.top : self.top + height])
        side.show([[(" ", "text"), *line] for line in self.side_lines(side.size.width - 2)])
        said: TextLine = [(f" {self.notice}", "hint")] if self.notice else []
        ids = [f"odds.{name}" for name in ("right", "take", "type", "usual", "clear", "rule", "back")]
        self.query_one("#odds-hints", Panel).show([said or self.hints(ids, width, "odds.keys")])
        self.notice = ""

    def _row(self, place: int, fact: Fact, room: int) -> TextLine:
        value = self.shown(fact)
        values = min(WIDEST, max(width_of([(self.shown(one), "text")]) for one in self.facts))
        left = max(8, room - values - 6)
        words = text_of(clip([(fact.label, "text")], left, self.tabletop.glyphs.ellipsis)).ljust(left)
        if place == self.index:
            return [(f" {self.tabletop.glyphs.pointer} {words}", "key"), (f" {value} ", "chosen")]
        return [(f"   {words} ", "dim"), (value, "strong" if fact.key in self.told else "text")]

    def shown(self, fact: Fact) -> str:
        """What holds of a fact, as the form says it."""
        return self.told.get(fact.key, fact.usual) if fact.usual else "yes" if fact.key in self.told else "no"

    def side_lines(self, width: int) -> list[TextLine]:
        """The sum, the chances, the notes; or why there is no such shot."""
        words = [key if value == key else f"{key}={value}" for key, value in self.told.items()]
        assert isinstance(self.system, AnswersShots)
        try:
            shot = self.system.asked_shot(self.folders, told_of(words, self.facts))
        except Refused as refused:
            return wrap([(str(refused.refusal), "bad")], width)
        found: list[TextLine] = []
        for number, line in enumerate(shot_lines(shot)):
            found += wrap([(line, "strong" if number < max(1, len(shot.sums)) else "text")], width, "  ")
        return found

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = self.top + event.line
        if event.panel.id == "odds-form" and place < len(self.facts):
            again, self.index = place == self.index, place
            if again:
                self.do_take()
            self.draw()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        if self.facts:
            self.index = (self.index + step) % len(self.facts)
        self.draw()

    def do_change(self, step: int) -> None:
        """The next choice, one more, or the other of yes and no."""
        fact = self.fact
        if fact.choices:
            at = fact.choices.index(self.shown(fact))
            self._put(fact, fact.choices[(at + step) % len(fact.choices)])
        elif fact.usual:
            self._put(fact, f"{min(fact.most, max(0.0, float(self.shown(fact)) + step)):g}")
        else:
            self._put(fact, "" if fact.key in self.told else fact.key)

    def _put(self, fact: Fact, value: str) -> None:
        if value in ("", fact.usual):
            self.told.pop(fact.key, None)
        else:
            self.told[fact.key] = value
        self.draw()

    def do_take(self) -> None:
        """Choose from a list, type a number, or say yes or no."""
        fact = self.fact
        if not fact.choices:
            (self.do_type if fact.usual else lambda: self.do_change(1))()
            return

        def taken(value: str | None) -> None:
            if value is not None:
                self._put(fact, value)

        items = [ListItem(one, [(one, "strong")]) for one in fact.choices]
        self.tabletop.push_screen(Choose(fact.label, items), taken)

    def do_type(self) -> None:
        fact = self.fact
        if not fact.usual or fact.choices:
            self.do_take()
            return

        def taken(value: str | None) -> None:
            if value is not None:
                self._put(fact, value.strip())

        check = AskText(fact.label, lambda typed: why_not(fact, "=", typed.strip()), self.shown(fact))
        self.tabletop.push_screen(check, taken)

    def do_usual(self) -> None:
        self._put(self.fact, "")

    def do_clear(self) -> None:
        self.told = {}
        self.draw()

    def do_rule(self) -> None:
        self.tabletop.open_screen("rules", self.system, self.fact.rule if self.facts else "")

    def do_back(self) -> None:
        self.close(None)
