"""The end of a battle: who won, the score, what each side lost, and how its dice fell."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from tabletop_tui.commands import RESULTS
from tabletop_tui.engine.events import Rolled
from tabletop_tui.screens.base import Overlay
from tabletop_tui.session import Session
from tabletop_tui.widgets.lines import roster_line, seat_sign
from tabletop_tui.widgets.panel import Page, Panel
from tabletop_tui.widgets.text import TextLine


class ResultsScreen(Overlay[str]):
    """Answers 'leave', 'look' or 'undo'."""

    DEFAULT_CSS = """
    ResultsScreen > Vertical { width: 90%; max-width: 90; height: 90%; }
    ResultsScreen Panel { height: 1; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        with Vertical():
            yield Panel(colours, glyphs, "status", id="results-title")
            yield Page(colours, glyphs)
            yield Panel(colours, glyphs, "hint", id="results-hints")

    def on_mount(self) -> None:
        over = self.session.over
        self.query_one("#results-title", Panel).show([[(f" {over.text if over else 'The battle'}", "status")]])
        self.query_one(Page).show(self.page())
        hints: TextLine = [(" ", "hint")]
        for command in RESULTS.commands:
            key = RESULTS.keys(command.id, self.tabletop.keymap)[0]
            hints += [(key, "hint-key"), (f" {command.label}  ", "hint")]
        self.query_one("#results-hints", Panel).show([hints])

    def page(self) -> list[TextLine]:
        session, game = self.session, self.session.game
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        standing, roster = game.system.standing(game), game.system.roster(game)
        names = [seat.name for seat in game.setup.seats]
        winners = session.over.winners if session.over else ()
        lines: list[TextLine] = [[]]
        verdict = " and ".join(names[seat] for seat in winners) or "Nobody"
        lines.append([(f"{verdict} won" if winners else "Nobody won: a draw", "strong")])
        lines.append([(f"in round {standing.round}; the goal was: {standing.goal}", "dim")])
        for seat, name in enumerate(names):
            score = f"  {standing.scores[seat]} VP" if any(standing.scores) else ""
            mine = [line for line in roster if line.seat == seat]
            lost = [line for line in mine if line.state == "lost"]
            lines += [[], [seat_sign(seat, colours, glyphs), (f" {name}", colours.seat_name(seat)), (score, "strong")]]
            lines.append([(f"  lost {len(lost)} of {len(mine)} units", "text")])
            lines += [[("  ", "text"), *roster_line(line, 60, colours, glyphs)] for line in mine]
            lines += self.luck(seat)
        return lines

    def luck(self, seat: int) -> list[TextLine]:
        """How many dice counted, beside how many were to be expected."""
        rolls = [event for event in self.session.log() if isinstance(event, Rolled) and event.seat == seat]
        rolls = [event for event in rolls if event.good and event.chance is not None]
        dice = sum(len(event.good) for event in rolls)
        if not dice:
            return []
        counted = sum(sum(event.good) for event in rolls)
        expected = sum(len(event.good) * (event.chance or 0) for event in rolls)
        return [[(f"  dice: {counted} of {dice} counted, {expected:.1f} were to be expected", "dim")]]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        page = self.query_one(Page)
        if event.key in ("down", "up", "pagedown", "pageup"):
            page.scroll_lines({"down": 1, "up": -1}.get(event.key, 10 if event.key == "pagedown" else -10))
            return
        for command in RESULTS.commands:
            keys = self.tabletop.keymap.get(command.id, command.keys).split(",")
            if event.key in keys or event.character in keys:
                self.dismiss(command.name)
