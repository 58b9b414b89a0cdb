"""What a shot needs: what matters to it as a form, and beside it the sum, its rules and the chances.

In a battle the form begins with who shoots at whom and how both stand; each line may then be told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui import paths
from tabletop_tui.bindings import ODDS
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.wording import sentence
from tabletop_tui.reports.shot_calculator_lines import shot_lines
from tabletop_tui.rulebook.shot_calculator import AnswersShots, Fact, TableShot, told_of, why_not
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, text_of, width_of, wrap

SHOOTER, TARGET = "who", "whom"
"""The keys of the two units of a battle."""
UNITS = ("shooter", "target")
"""The facts of a rulebook that the two units tell by themselves."""
WEAPON = "weapon"
WIDEST = 18
"""The columns of the values; a longer name is cut."""


class OddsPage(DrawnScreen[None]):
    """The modifiers of a rulebook as a form; nothing of it is kept.

    `game`, `shooter` and `target` say which units of a battle it begins with.
    """

    commands = ODDS
    BINDINGS = bindings(ODDS)
    DEFAULT_CSS = """
    OddsPage #odds-title, OddsPage #odds-hints { height: 1; }
    OddsPage #odds-form { width: 4fr; }
    OddsPage #odds-side { width: 3fr; }
    """

    def __init__(self, found: System, game: Game[Any] | None = None, shooter: str = "", target: str = "") -> None:
        super().__init__()
        self.system, self.game = found, game
        self.folders = paths.roster_folders()
        self.known: Sequence[Fact] = found.shot_facts(self.folders) if isinstance(found, AnswersShots) else ()
        self.facts: Sequence[Fact] = self.known
        self.told: dict[str, str] = {}
        """What was said of the shot, '' for what is not true of it; all else is as it stands or as it usually is."""
        self.table: TableShot | None = None
        """The shot as two units stand, None outside a battle and where they have no shot."""
        self.units = [] if game is None else [line for line in game.system.roster(game) if line.spot]
        self.pair = {SHOOTER: shooter, TARGET: target}
        self.why = ""
        """Why the two units have no shot."""
        self.index = self.top = 0
        self._look()

    def _look(self, weapon: str = "") -> None:
        """Begin with the shot as the two units stand, with this weapon or the usual one."""
        self.table, self.told, self.why = None, {}, ""
        if self.game is None or not isinstance(self.system, AnswersShots):
            return
        pair = [self._units_fact(SHOOTER), self._units_fact(TARGET)]
        if not all(fact.choices for fact in pair):
            return
        try:
            self.table = self.system.table_shot(self.game, self.pair[SHOOTER], self.pair[TARGET], weapon)
        except Refused as refused:
            self.facts, self.why = pair, str(refused.refusal)
            return
        told, weapons = self.table.told, self.table.weapons
        kept = [fact for fact in self.known if fact.key in told or fact.key not in UNITS]
        self.facts = [*pair, *(evolve(fact, choices=weapons) if fact.key == WEAPON else fact for fact in kept)]

    def _units_fact(self, key: str) -> Fact:
        """One of the two units, to be changed for another that stands on the table; the target is an enemy."""
        assert self.game is not None
        teams = {line.unit: self.game.setup.seats[line.seat].team for line in self.units}
        mine = teams.get(self.pair[SHOOTER])
        units = [line.unit for line in self.units if key == SHOOTER or teams[line.unit] != mine]
        if self.pair[key] not in units:
            shot_at = (unit for unit in units if key == TARGET and self._may_shoot_at(unit))
            self.pair[key] = next(shot_at, next(iter(units), ""))
        return Fact(key, "who shoots" if key == SHOOTER else "at whom", "", self.pair[key] or "-", tuple(units))

    def _may_shoot_at(self, target: str) -> bool:
        """Whether the shooter could shoot at an enemy as both stand."""
        assert self.game is not None
        assert isinstance(self.system, AnswersShots)
        try:
            return self.system.table_shot(self.game, self.pair[SHOOTER], target).refusal is None
        except Refused:
            return False

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
        told = self.side_lines(side.size.width - 2)
        told += [[], *wrap([(f"{sentence(self.fact.label)}: {self.shown(self.fact)}", "dim")], side.size.width - 2)]
        side.show([[(" ", "text"), *line] for line in told])
        said: TextLine = [(f" {self.notice}", "hint")] if self.notice else []
        ids = [f"odds.{name}" for name in ("right", "take", "type", "usual", "clear", "rule", "back")]
        self.query_one("#odds-hints", Panel).show([said or self.hints(ids, width, "odds.keys")])
        self.notice = ""

    def _row(self, place: int, fact: Fact, room: int) -> TextLine:
        values = min(WIDEST, max(width_of([(self.shown(one), "text")]) for one in self.facts))
        left, dots = max(8, room - values - 6), self.tabletop.glyphs.ellipsis
        words = text_of(clip([(fact.label, "text")], left, dots)).ljust(left)
        value = text_of(clip([(self.shown(fact), "text")], values, dots))
        if place == self.index:
            return [(f" {self.tabletop.glyphs.pointer} {words}", "key"), (f" {value} ", "chosen")]
        return [(f"   {words} ", "dim"), (value, "strong" if fact.key in self.told else "text")]

    def held(self, fact: Fact) -> str:
        """What is said of a fact, else how it stands, else its usual value; '' for what is not true."""
        return self.told.get(fact.key, self._as_it_stands(fact))

    def _as_it_stands(self, fact: Fact) -> str:
        stands = "" if self.table is None else self.table.told.get(fact.key, "")
        return self.pair.get(fact.key) or stands or fact.usual

    def shown(self, fact: Fact) -> str:
        """What holds of a fact, as the form says it."""
        value = self.held(fact)
        if fact.key in self.pair:
            return next((f"{line.tag} {line.name}" for line in self.units if line.unit == value), value)
        return value if fact.usual else "yes" if value else "no"

    def side_lines(self, width: int) -> list[TextLine]:
        """The sum, the chances, the notes; or why there is no such shot."""
        if self.why:
            return wrap([(self.why, "bad")], width)
        held = {fact.key: self.held(fact) for fact in self.facts if fact.key not in self.pair}
        words = [key if value == key else f"{key}={value}" for key, value in held.items() if value]
        assert isinstance(self.system, AnswersShots)
        try:
            shot = self.system.asked_shot(self.folders, told_of(words, self.facts), self.table)
        except Refused as refused:
            return wrap([(str(refused.refusal), "bad")], width)
        found: list[TextLine] = []
        if self.table is not None and self.table.refusal is not None:
            found += wrap([("As they stand: no, ", "bad"), (str(self.table.refusal), "bad")], width, "  ")
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
            at = fact.choices.index(self.held(fact))
            self._put(fact, fact.choices[(at + step) % len(fact.choices)])
        elif fact.usual:
            self._put(fact, f"{min(fact.most, max(0.0, float(self.shown(fact)) + step)):g}")
        else:
            self._put(fact, "" if self.held(fact) else fact.key)

    def _put(self, fact: Fact, value: str) -> None:
        """Another unit or another weapon is looked at as it stands; anything else is told."""
        if fact.key in self.pair:
            self.pair[fact.key] = value or self.pair[fact.key]
            self._look()
        elif fact.key == WEAPON and self.table is not None:
            self._look(value)
        elif value == self._as_it_stands(fact):
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

        names = {line.unit: f"{line.tag} {line.name}" for line in self.units} if fact.key in self.pair else {}
        items = [ListItem(one, [(names.get(one, one), "strong")]) for one in fact.choices]
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
        """As it stands, or as it usually is."""
        self._put(self.fact, self._as_it_stands(self.fact))

    def do_clear(self) -> None:
        self.told = {}
        self._look()
        self.draw()

    def do_rule(self) -> None:
        self.tabletop.open_screen("rules", self.system, self.fact.rule if self.facts else "")

    def do_back(self) -> None:
        self.close(None)
