"""Commands that put several things together: comparing, who sees a spot, who is next, messages, positions."""

from __future__ import annotations

from tabletop_tui import paths
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.setup import HIDDEN
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import position_files, position_saving
from tabletop_tui.rulebook.system import SeenFromSide
from tabletop_tui.screens.base.dialogs import AskText, Sheet
from tabletop_tui.screens.battle.answer_words import words_of
from tabletop_tui.screens.battle.battle_model import WATCHERS
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.screens.battle.sight_light_source import ALWAYS, NEVER
from tabletop_tui.screens.forces.roster import RosterSheet
from tabletop_tui.widgets.answers_side_by_side import comparison_lines
from tabletop_tui.widgets.map.table.unit_bodies import platoons
from tabletop_tui.widgets.styled_text import TextLine


class Tools:
    """None of them changes the game."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    def do_messages(self) -> None:
        lines: list[TextLine] = [[(f"{number:>3}  ", "dim"), (text, "text")] for number, text in self.model.said]
        self.view.tabletop.push_screen(Sheet("What was said", lines or [[("Nothing yet.", "dim")]], "M", end=True))

    # ------------------------------------------------------------------ the position as a file
    def do_save_position(self) -> None:
        """Save the game as it stands as a file that is played like a scenario."""
        if why := position_files.why_not(self.model.game):
            self.view.note(why)
            return

        def take(name: str | None) -> None:
            if name is None:
                return
            try:
                path = position_saving.save(self.model.session, name.strip(), paths.positions())
            except BadFile as error:
                self.view.note(error.brief)
            else:
                self.view.note(f"Saved: a new game offers it among the scenarios. The file is {path}")

        def check(typed: str) -> str:
            if not typed.strip():
                return f"give a name, as 'The bridge, {self.model.standing.called} 3'"
            return position_files.name_fault(typed.strip())

        self.view.tabletop.push_screen(AskText("A name for this position", check), take)

    def do_print_position(self) -> None:
        """A page with all that stands on the table, to set the battle up by on a real one."""
        from tabletop_tui.reports import table_plan  # late: it brings the geometry of tables

        model = self.model
        name = f"{model.game.setup.scenario.get('name', 'Position')}, {model.standing.called} {model.standing.round}"
        try:
            path = table_plan.write_game_beside_reports(paths.reports(), model.game, name, "")
        except BadFile as error:
            self.view.note(error.brief)
        else:
            self.view.note(f"Written: {path}, and a picture beside it")

    def do_edit_position(self) -> None:
        """The position in the editor; the game stays as it is."""
        if why := position_files.why_not(self.model.game):
            self.view.note(why)
            return
        name = f"{self.model.game.setup.scenario.get('name', 'Position')}, {self.model.standing.name.lower()}"
        try:
            self.view.tabletop.open_screen("edit battle", self.model.game, name)
        except BadFile as error:
            self.view.note(error.fix)

    # ------------------------------------------------------------------ answers side by side
    def do_compare(self) -> None:
        """All answers that may be given and promise something, in one table; of what is no choice, the one in hand."""
        model = self.model
        question, draft = model.question, model.draft
        answers: list[tuple[str, Preview]] = []
        if isinstance(question, Pick) and model.person_asked:
            open_to = [option for option in question.options if option.refusal is None]
            known = [(option, model.preview_of(option.key)) for option in open_to]
            answers = [(option.label, preview) for option, preview in known if preview is not None and preview.chances]
        elif draft is not None and (preview := model.preview()) is not None and preview.chances:
            answers = [(words_of(draft, self.view.field.cursor), preview)]
        if not answers:
            lesson = model.session.setup.lesson
            veiled = lesson is not None and lesson.odds == HIDDEN
            self.view.note(
                "Chances come with your answer here" if veiled else "There is no answer with chances just now"
            )
            return
        width = min(96, self.view.size.width - 12)
        lines = comparison_lines(answers, width, self.view.tabletop.glyphs.ellipsis)
        self.view.tabletop.push_screen(
            Sheet(f"{question.prompt if question else ''}{' Side by side' * (len(answers) > 1)}", lines, "V")
        )

    # ------------------------------------------------------------------ surfaces above each other
    def do_surface(self) -> None:
        surface = self.model.draft.next_surface(self.view.field.cursor) if self.model.draft is not None else None
        self.view.draw_cursor()
        if surface is None:
            self.view.note("There is only one surface to stand on here")

    # ------------------------------------------------------------------ a line of sight from the side
    def do_side_view(self) -> None:
        if not isinstance(self.model.game.system, SeenFromSide):
            self.view.note("No view from the side: in this rulebook no sight hangs on heights")
            return
        self.model.from_side = not self.model.from_side
        self.view.share_room(self.view.size.width, self.view.size.height)

    # ------------------------------------------------------------------ the light
    def do_light(self) -> None:
        """On and off; the setting says how it begins."""
        model, painter = self.model, self.view.field.painter
        if painter is None or not painter.palette.lamps:
            self.view.note("There are not colours enough for light")
            return
        model.lighting = NEVER if model.lighting == ALWAYS else ALWAYS
        self.view.draw_cursor()
        unit = model.unit_in_hand
        lit = f"Light: what {unit} sees; red: enemies see and reach it" if unit in model.where else "Light"
        self.view.note(lit if model.lighting == ALWAYS else "No light")

    # ------------------------------------------------------------------ units
    def do_roster(self) -> None:
        model, painter = self.model, self.view.field.painter
        assert painter is not None
        here = self.view.field.cursor
        far = {line.unit: painter.far(here, line.spot) for line in model.roster if line.unit in model.where}
        sheet = RosterSheet(model.roster, model.names, far, model.unit_in_hand, model.standing.nearness)
        self.view.tabletop.push_screen(sheet, self.view.lay_cursor)

    def do_next_unit(self) -> None:
        """On to the next unit of the seat that is asked which has not acted yet."""
        seat = self.model.question.seat if self.model.question is not None else 0
        waiting = [line.spot for line in self.model.roster if line.seat == seat and self.model.has_to_act(line)]
        if not waiting:
            self.view.note(f"Every unit of {self.model.names[seat]} on the table has acted")
            return
        here = self.view.field.cursor
        self.view.lay_cursor(waiting[(waiting.index(here) + 1) % len(waiting)] if here in waiting else waiting[0])

    def do_platoon(self) -> None:
        """On to the first unit on the table of the next platoon of the seat that is asked."""
        model = self.model
        seat = model.question.seat if model.question is not None else 0
        of_seat = [units for units in platoons(model.scene.tokens) if self._seat_of(units[0]) == seat]
        standing = [[unit for unit in units if unit in model.where] for units in of_seat]
        standing = [units for units in standing if units]
        if not standing:
            self.view.note(f"No unit of {model.names[seat]} is on the table")
            return
        here = next((place for place, units in enumerate(standing) if model.unit_here in units), -1)
        place = (here + 1) % len(standing)
        self.view.lay_cursor(model.where[standing[place][0]])
        self.view.note(f"Platoon {standing[place][0]} to {standing[place][-1]}, {place + 1} of {len(standing)}")

    def _seat_of(self, unit: str) -> int | None:
        return next((line.seat for line in self.model.roster if line.unit == unit), None)

    # ------------------------------------------------------------------ who sees this spot
    def do_watchers(self) -> None:
        self.model.overlay_name = "" if self.model.overlay_name == WATCHERS else WATCHERS
        self.view.draw_cursor()
        self.view.note("Who sees the spot under the cursor" if self.model.overlay_name else "No overlay")
