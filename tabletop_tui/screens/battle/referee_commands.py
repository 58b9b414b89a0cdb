"""The referee's questions in a battle: from one typed place to another, and what a unit may do now."""

from __future__ import annotations

from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import measuring, unit_options_now
from tabletop_tui.screens.base.dialogs import AskText, Sheet
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.widgets.side_view_rows import side_view_lines
from tabletop_tui.widgets.styled_text import TextLine

SIDE_ROWS = 9
"""So high a view from the side is drawn on the page."""
WIDEST = 94


class Referee:
    """None of it changes the game."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_between(self) -> None:
        """How far, in sight or not, past what: between any two places that are typed."""
        game = self.model.game

        def check(typed: str) -> str:
            try:
                measuring.asked(game, typed)
            except Wrong as wrong:
                return wrong.fix
            return ""

        def tell(typed: str | None) -> None:
            if not typed:
                return
            one, other = measuring.asked(game, typed)
            try:
                line = measuring.between(game, one, other, self.model.unit_in_hand)
            except Wrong as wrong:
                self.view.note(wrong.fix)
                return
            self.view.tabletop.push_screen(Sheet(line.title, self._lines(line), "&"))

        hint = f"as in {measuring.example(game)}"
        self.view.tabletop.push_screen(AskText("From what to what?", check, "", hint), tell)

    def _lines(self, line: measuring.Line) -> list[TextLine]:
        found: list[TextLine] = [[("Distance: ", "dim"), (line.far, "strong")]]
        if line.sight:
            found.append([("Sight: ", "dim"), (line.sight, "strong")])
        crossed = ", ".join(line.between) or "nothing"
        found.append([("The line crosses: ", "dim"), (crossed, "text")])
        if line.side is not None:
            width = min(WIDEST, self.view.size.width - 10)
            found += [[], *side_view_lines(line.side, width, SIDE_ROWS, self.view.tabletop.glyphs)]
        return found

    def do_may(self) -> None:
        """What the unit under the cursor, or in hand, may do now, and why it may not do the rest."""
        model = self.model
        unit = model.unit_here or model.unit_in_hand
        if not unit:
            self.view.note("Put the cursor on a unit first")
            return
        found = unit_options_now.may_do(model.game, unit)
        if not found.options:
            self.view.note(f"{unit}: {found.said}")
            return
        lines: list[TextLine] = []
        for heading, options in (
            ("It may", [one for one in found.options if one.refusal is None]),
            ("It may not", [one for one in found.options if one.refusal is not None]),
        ):
            if options:
                lines += [[], [(heading, "head")]]
            for one in options:
                why = str(one.refusal) if one.refusal is not None else one.says
                lines.append([(f"  {one.label}", "strong" if one.refusal is None else "dim"), (f"  {why}", "text")])
        self.view.tabletop.push_screen(Sheet(f"{unit} now: {found.said}", lines[1:], '"'))
