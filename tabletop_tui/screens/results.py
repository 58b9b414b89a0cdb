"""The end of a battle: who won, the score, what each side lost, how its dice fell, and what is worth remembering."""

from __future__ import annotations

from time import monotonic

from textual import events
from textual.widget import Widget

from tabletop_tui.commands import BATTLE, RESULTS
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_report import GOOD, Report, histogram, report
from tabletop_tui.screens.base import Dialog
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.panels import Page
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.styles import Palette
from tabletop_tui.widgets.view_text import roster_line, seat_sign

OF_BATTLE = {
    "battle.look": "look",
    "battle.card": "look",
    "battle.undo": "undo",
    "battle.log": "log",
    "battle.keys": "keys",
    "battle.quit": "leave",
}
"""Commands of the battle, with the command of this page that does the same."""


class ResultsScreen(Dialog[str]):
    """Answers 'leave', 'look', 'undo' or 'log'.

    It often comes by itself, after a film, when somebody is about to press a key for the map. So until no key has come
    for a moment it only does what a key does in a battle too; what the key would do here alone has to wait.
    """

    DEFAULT_CSS = """
    ResultsScreen > Vertical { width: 94%; max-width: 92; height: 94%; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.quiet = monotonic() + self.tabletop.options.guard
        """From when on keys are meant for this page."""

    def inside(self) -> Widget:
        return Page(self.tabletop.colours, self.tabletop.glyphs)

    def on_mount(self) -> None:
        over = self.session.over
        self.show_title([(f" {over.text if over else 'The battle'}", "status")])
        self.query_one(Page).show(self.page())
        hints: TextLine = [(" ", "hint")]
        for command in RESULTS.commands:
            key = RESULTS.keys(command.id, self.tabletop.keymap)[0]
            hints += [(key, "hint-key"), (f" {command.label}  ", "hint")]
        hints += [("Up Down PgUp PgDn", "hint-key"), (" scroll", "hint")]
        self.show_hint(hints)

    def page(self) -> list[TextLine]:
        session = self.session
        found = report(session.game, list(session.log()), len(session.history))
        return report_lines(found, self.tabletop.colours, self.tabletop.glyphs)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = self.query_one(Page)
        if event.key in ("down", "up", "pagedown", "pageup"):
            page.scroll_lines({"down": 1, "up": -1}.get(event.key, 10 if event.key == "pagedown" else -10))
            return
        if monotonic() < self.quiet:
            self.quiet = monotonic() + self.tabletop.options.guard
            self.take_for_map(event)
            return
        command = RESULTS.pressed(event.key, event.character, self.tabletop.keymap)
        if command is not None:
            self.take(command.name)

    def take_for_map(self, event: events.Key) -> None:
        """A key that was pressed for the map: it does its work if this page can do the same."""
        command = BATTLE.pressed(event.key, event.character, self.tabletop.keymap)
        if command is not None and command.id in OF_BATTLE:
            self.call_after_refresh(self.take, OF_BATTLE[command.id])  # not before the page is whole

    def take(self, name: str) -> None:
        """Show the keys, or close with what is to be done."""
        if name == "keys":
            self.tabletop.open_screen("keys", "Keys", RESULTS, self.tabletop.keymap, (), False)
        else:
            self.dismiss(name)


def report_lines(found: Report, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """A battle's report as a page: who won, then each side's losses, then its luck, then what is worth remembering."""
    lines: list[TextLine] = [[], [(found.verdict, "strong")], [(f"after {found.length}", "dim")]]
    if found.goal:
        lines.append([(f"the goal was: {found.goal}", "dim")])
    for seat, side in enumerate(found.sides):
        score = "" if side.score is None else f"  {side.score} {side.points}"
        lines += [[], [seat_sign(seat, colours, glyphs), (f" {side.name}", colours.seat_name(seat)), (score, "strong")]]
        lines.append([(f"  {side.harm}", "text")])
        lines += [[("  ", "text"), *roster_line(line, 60, colours, glyphs)] for line in side.roster]
        lines.append([(f"  dice: {side.luck}", "dim")])
        bars = histogram(side)
        lines += (
            [[(f"  luck by {found.called}: more good dice (+) than expected, or fewer (-)", "dim")]] if bars else []
        )
        lines += [[("  ", "text"), (bar, "text")] for bar in bars]
    lines += [[], [(GOOD, "dim")]]
    for heading, texts in (
        ("The heaviest losses", found.by_moment(found.losses)),
        ("The least likely rolls", found.by_moment(found.rolls)),
    ):
        lines += [[], [(heading, "head")]]
        lines += [[("  ", "text"), (text, "text")] for text in texts or ["none"]]
    return lines
