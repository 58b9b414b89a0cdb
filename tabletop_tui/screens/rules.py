"""The rules browser: the whole index of a rulebook by section at the left, the marked rule at the right."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.commands import RULES, Command
from tabletop_tui.engine.views import Rule
from tabletop_tui.screens.command_screen import DrawnScreen, bindings
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, spread


class Index:
    """The rules of a book by section, those that fit what is searched for, and a marked one. It knows no screen."""

    def __init__(self, rules: Sequence[Rule], at: str = "") -> None:
        sections = {rule.section: number for number, rule in reversed(list(enumerate(rules)))}
        self.rules = sorted(rules, key=lambda rule: sections[rule.section])
        self.typed = ""
        self.only_open = False
        self.index = next((place for place, rule in enumerate(self.rules) if rule.id == at), 0)
        self.found = self.rules

    @property
    def rule(self) -> Rule | None:
        return self.found[self.index] if self.found else None

    def search(self, typed: str, only_open: bool) -> None:
        """Show only rules with all these words in id, section, text or ruling; the marked one stays if it fits."""
        marked = self.rule
        self.typed, self.only_open = typed, only_open
        words = typed.lower().split()
        fitting = [rule for rule in self.rules if rule.open or not only_open]
        self.found = [rule for rule in fitting if all(word in _all_of(rule) for word in words)]
        self.index = self.found.index(marked) if marked in self.found else 0

    def move(self, step: int) -> None:
        if self.found:
            place = self.index + step
            count = len(self.found)
            self.index = place % count if abs(step) == 1 else max(0, min(count - 1, place))

    def move_section(self, step: int) -> None:
        """To the first rule of the next or previous section."""
        starts = [
            place for place, rule in enumerate(self.found) if not place or self.found[place - 1].section != rule.section
        ]
        if starts:
            here = max(number for number, place in enumerate(starts) if place <= self.index)
            self.index = starts[(here + step) % len(starts)]


def _all_of(rule: Rule) -> str:
    return f"{rule.id} {rule.section} {rule.text} {rule.ruling}".lower()


class RulesScreen(DrawnScreen[None]):
    """The rules of one system, in our own words."""

    commands = RULES
    BINDINGS = bindings(RULES)
    DEFAULT_CSS = """
    RulesScreen #rules-title, RulesScreen #rules-hints { height: 1; }
    RulesScreen #rules-list { width: 42%; }
    RulesScreen Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, name: str, rules: Sequence[Rule], at: str = "") -> None:
        super().__init__()
        self.heading, self.rules_index = name, Index(rules, at)
        self.searching = False
        self.top = 0
        self.places: list[int] = []
        """For each line of the list the rule that stands there, -1 for a heading."""
        self.shown: Rule | None = None

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="rules-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="rules-list")
            yield Page(colours, glyphs)
        yield Panel(colours, glyphs, "hint", id="rules-hints")

    def why_not(self, command: Command) -> str:
        if command.id == "rules.open" and not any(rule.open for rule in self.rules_index.rules):
            return "Every rule of this book is built"
        return ""

    def note(self, text: str) -> None:
        self.query_one("#rules-hints", Panel).show([[(f" {text}", "hint")]])

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        index, width = self.rules_index, self.size.width
        searched: TextLine = [(f"  / {index.typed}{'_' if self.searching else ''}", "status-dim")]
        left: TextLine = [(f" Rules of {self.heading}", "status")]
        left += searched if self.searching or index.typed else []
        count = f"{len(index.found)} of {len(index.rules)} " + ("not built " if index.only_open else "")
        self.query_one("#rules-title", Panel).show([spread(left, [(count, "status-dim")], width, "status")])
        self._draw_list()
        if index.rule is not self.shown:
            self.shown = index.rule
            self.query_one(Page).show(wording.rule_lines(index.rule) if index.rule else [])
        if self.searching:
            hint: TextLine = [(" type to search  ", "hint"), ("Enter", "hint-key"), (" done  ", "hint")]
            self.query_one("#rules-hints", Panel).show([[*hint, ("Esc", "hint-key"), (" all rules", "hint")]])
        else:
            ids = ["rules.down", "rules.next-section", "rules.search", "rules.open", "rules.scroll-down", "rules.back"]
            self.query_one("#rules-hints", Panel).show([self.hints(ids, width, "rules.keys")])

    def _draw_list(self) -> None:
        panel, index, glyphs = self.query_one("#rules-list", Panel), self.rules_index, self.tabletop.glyphs
        height = panel.size.height
        if not height:
            return
        lines: list[tuple[int, TextLine]] = []
        section = None
        for place, rule in enumerate(index.found):
            if rule.section != section:
                section = rule.section
                lines.append((-1, [(f" {section}", "head")]))
            marked = place == index.index
            role = "chosen" if marked else "bad" if rule.open else "dim"
            pointer = glyphs.pointer if marked else " "
            words = f"not built: {rule.text}" if rule.open else rule.text
            lines.append((place, [(f" {pointer} {rule.id}", "chosen" if marked else "rule"), (f" {words}", role)]))
        at = next((y for y, (place, _) in enumerate(lines) if place == index.index), 0)
        self.top = max(min(self.top, max(0, at - 1)), at - height + 1, 0)
        seen = lines[self.top : self.top + height]
        self.places = [place for place, _ in seen]
        panel.show([line for _, line in seen] or [[("  no rule speaks of that", "dim")]])

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel.id == "rules-list" and event.line < len(self.places) and self.places[event.line] >= 0:
            self.rules_index.index = self.places[event.line]
            self.draw()

    # ------------------------------------------------------------------ searching
    async def on_key(self, event: events.Key) -> None:
        """While something is typed, the keys are its letters."""
        if not self.searching or event.key in ("up", "down", "pageup", "pagedown", "tab", "shift+tab"):
            return
        event.stop()
        event.prevent_default()
        index = self.rules_index
        if event.key == "escape":
            self.searching = False
            index.search("", index.only_open)
        elif event.key == "enter":
            self.searching = False
        elif event.key == "backspace":
            index.search(index.typed[:-1], index.only_open)
        elif event.character and event.character.isprintable():
            index.search(index.typed + event.character, index.only_open)
        self.draw()

    def do_search(self) -> None:
        self.searching = True
        self.draw()

    def do_open(self) -> None:
        index = self.rules_index
        index.search(index.typed, not index.only_open)
        self.draw()

    # ------------------------------------------------------------------ moving
    def do_move(self, step: int) -> None:
        self.rules_index.move(step)
        self.draw()

    def do_section(self, step: int) -> None:
        self.rules_index.move_section(step)
        self.draw()

    def do_end(self, step: int) -> None:
        self.rules_index.move(step * max(2, len(self.rules_index.found)))
        self.draw()

    def do_scroll(self, lines: int) -> None:
        self.query_one(Page).scroll_lines(lines)

    def do_back(self) -> None:
        if self.rules_index.typed or self.rules_index.only_open:
            self.rules_index.search("", False)
            self.draw()
        else:
            self.tabletop.pop_screen()
