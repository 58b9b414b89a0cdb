"""Tools of the battle screen that put several things together: comparing, watchers of a spot, who is next, messages."""

from __future__ import annotations

from tabletop_tui import paths
from tabletop_tui.engine.grades import Grade, graded
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.views import Overlay as SpotOverlay
from tabletop_tui.engine.views import Preview, RosterLine, SideView, Trace
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import positions
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import SeenFromSide
from tabletop_tui.screens.battle.reading import Reading
from tabletop_tui.screens.dialogs import AskText, Sheet
from tabletop_tui.screens.roster import RosterSheet
from tabletop_tui.table.points import parse_spot
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.comparison import comparison_lines
from tabletop_tui.widgets.side_view import side_view_lines
from tabletop_tui.widgets.styled_text import TextLine, spread

WATCHERS = "watchers"
"""The overlay that is not a rulebook's: who sees the spot under the cursor."""
ROLES = {"fair": "key", "": "text"}
"""The roles of moods that are no roles of a palette."""
SIDE_ROWS = 8
"""The rows of a line of sight from the side, on a small screen."""
KEPT = 500
"""So many messages are kept."""


class BattleTools(Reading):
    """The battle screen with tools; none of them changes the game."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.said: list[tuple[int, str]] = []
        """What was said in the prompt line so far, each with its round."""
        self._told = ""
        """What the session had to say last."""
        self.from_side = False
        """Whether the line to the cursor is shown from the side, in place of the log."""

    def note(self, text: str) -> None:
        """Say something in the prompt line, until the next key."""
        self.notice = text
        said = self.standing.round, text
        if text and self.said[-1:] != [said]:
            self.said = [*self.said[1 - KEPT :], said]
        self.draw_prompt()

    def tell_notice(self) -> bool:
        """Say what the session has to say about its journal, once; whether it had something new."""
        told, self._told = self._told, self.session.notice
        if self._told and self._told != told:
            self.note(self._told)
            return True
        return False

    def do_messages(self) -> None:
        lines: list[TextLine] = [[(f"{number:>3}  ", "dim"), (text, "text")] for number, text in self.said]
        self.tabletop.push_screen(Sheet("What was said", lines or [[("Nothing yet.", "dim")]], "M", end=True))

    # ------------------------------------------------------------------ the position as a file
    def do_save_position(self) -> None:
        """Save the game as it stands as a file that is played like a scenario."""
        if why := positions.why_not(self.game):
            self.note(why)
            return

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                path = positions.save(self.game, name.strip(), paths.positions())
            except BadFile as error:
                self.note(error.brief)
            else:
                self.note(f"Saved: a new game offers it among the scenarios. The file is {path}")

        def check(typed: str) -> str:
            if not typed.strip():
                return f"a name is wanted, as 'The bridge, {self.standing.called} 3'"
            return positions.name_fault(typed.strip())

        self.tabletop.push_screen(AskText("A name for this position", check), take)

    # ------------------------------------------------------------------ answers side by side
    def do_compare(self) -> None:
        """All answers that may be given and promise something, in one table; of what is no choice, the one in hand."""
        question, draft = self.question, self.draft
        answers: list[tuple[str, Preview]] = []
        if isinstance(question, Pick) and self.person_asked:
            known = [(option, self.game.preview(option.key)) for option in question.options if option.refusal is None]
            answers = [(option.label, preview) for option, preview in known if preview is not None and preview.chances]
        elif draft is not None and (preview := self.preview()) is not None and preview.chances:
            answers = [(draft.says(self.field.cursor), preview)]
        if not answers:
            self.note("There is no answer with chances just now")
            return
        width = min(96, self.size.width - 12)
        lines = comparison_lines(answers, width, self.tabletop.glyphs.ellipsis)
        self.tabletop.push_screen(
            Sheet(f"{question.prompt if question else ''}{' Side by side' * (len(answers) > 1)}", lines, "V")
        )

    # ------------------------------------------------------------------ surfaces above each other
    def do_surface(self) -> None:
        surface = self.draft.next_surface(self.field.cursor) if self.draft is not None else None
        self.draw_cursor()
        if surface is None:
            self.note("There is only one surface to stand on here")

    # ------------------------------------------------------------------ a line of sight from the side
    def do_side_view(self) -> None:
        if not isinstance(self.game.system, SeenFromSide):
            self.note("In this rulebook heights do not count: there is nothing to see from the side")
            return
        self.from_side = not self.from_side
        self.share_room(self.size.width, self.size.height)

    def foot_rows(self, height: int) -> int:
        return SIDE_ROWS if self.from_side and height < 40 else super().foot_rows(height) + 4 * self.from_side

    def draw_log(self) -> None:
        panel = self.panel("log")
        if not self.from_side or not panel.size.height:
            super().draw_log()
            return
        width, rows = panel.size.width, panel.size.height
        view = self._side_view()
        if view is None:
            panel.show([[("From the side ", "head"), ("Lay the cursor on what you want to look at", "dim")]])
        else:
            panel.show(side_view_lines(view, width - 1, rows, self.tabletop.glyphs))

    def draw_cursor(self) -> None:
        super().draw_cursor()
        if self.from_side:
            self.draw_log()

    def _side_view(self) -> SideView | None:
        """The line from the unit in hand, or that of the overlay, to the cursor."""
        unit, cursor = self.unit_in_hand or self.overlay_unit, self.field.cursor
        system = self.game.system
        if unit not in self.where or not isinstance(system, SeenFromSide):
            return None
        return self.once("side", unit, cursor, make=lambda: system.side_view(self.game, unit, cursor))

    # ------------------------------------------------------------------ units
    def do_roster(self) -> None:
        painter = self.field.painter
        assert painter is not None
        here = self.field.cursor
        far = {line.unit: painter.far(here, line.spot) for line in self.roster if line.unit in self.where}
        sheet = RosterSheet(self.roster, self.names, far, self.unit_in_hand, self.standing.nearness)
        self.tabletop.push_screen(sheet, self.lay_cursor)

    def do_next_unit(self) -> None:
        """On to the next unit of the seat that is asked which has not acted yet."""
        seat = self.question.seat if self.question is not None else 0
        waiting = [line.spot for line in self.roster if line.seat == seat and self.has_to_act(line)]
        if not waiting:
            self.note(f"Every unit of {self.names[seat]} on the table has acted")
            return
        here = self.field.cursor
        self.lay_cursor(waiting[(waiting.index(here) + 1) % len(waiting)] if here in waiting else waiting[0])

    def has_to_act(self, line: RosterLine) -> bool:
        return line.unit in self.where and line.state not in ("done", "active")

    def lay_cursor(self, spot: str | None) -> None:
        """Lay the cursor on a spot, if one is given."""
        raise NotImplementedError

    # ------------------------------------------------------------------ who sees this spot
    def do_watchers(self) -> None:
        self.overlay_name = "" if self.overlay_name == WATCHERS else WATCHERS
        self.draw_cursor()
        self.note("Who sees the spot under the cursor" if self.overlay_name else "No overlay")

    def watching(self) -> list[tuple[RosterLine, Grade]]:
        """Every unit on the table, with what it would see of something under the cursor."""
        cursor, system = self.field.cursor, self.game.system
        return self.once(
            "watching",
            cursor,
            make=lambda: [
                (line, grade)
                for line in self.roster
                if line.unit in self.where
                and (grade := graded(system.grades, system.view(self.game, line.unit, cursor))) is not None
            ],
        )

    def overlay(self) -> SpotOverlay | None:
        if self.overlay_name != WATCHERS:
            return super().overlay()
        watching = [(line.spot, grade) for line, grade in self.watching() if line.spot != self.field.cursor]
        seeing = [(spot, grade.label) for spot, grade in watching if grade.rank < grade.last]
        there = parse_spot(self.field.cursor)
        traces = (Trace((here, there), "sensors") for spot, _ in seeing if there and (here := parse_spot(spot)))
        return SpotOverlay(WATCHERS, dict(seeing), "sight", tuple(traces), self.game.system.grades)

    def card_part(self, width: int) -> tuple[list[TextLine], int]:
        if self.overlay_name != WATCHERS:
            return super().card_part(width)
        painter, cursor = self.field.painter, self.field.cursor
        assert painter is not None
        colours = self.tabletop.colours
        lines: list[TextLine] = [[(f"Who sees {cursor}", "head")]]
        for line, grade in sorted(self.watching(), key=lambda pair: pair[1].rank):
            wide = width >= wording.WIDE
            left: TextLine = [(line.tag.ljust(3), colours.token(line.seat)), (f"  {line.name}" if wide else "", "text")]
            said, role = grade.word if wide else grade.brief, ROLES.get(grade.mood, grade.mood)
            lines.append(spread(left, [(f"{painter.measure(line.spot, cursor)} ", "dim"), (said, role)], width))
        return lines, len(lines)
