"""The commands that only look: cards, rules, overlays, answers side by side, the log, places, zoom."""

from __future__ import annotations

from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.setup import HIDDEN
from tabletop_tui.screens.base import gc_tuning
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem, Sheet
from tabletop_tui.screens.battle.answer_words import words_of
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.screen_protocols import PAUSE, View
from tabletop_tui.widgets import standing_lines
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.answers_side_by_side import comparison_lines
from tabletop_tui.widgets.map.shared.marks import SIGHT
from tabletop_tui.widgets.sight_tints import states
from tabletop_tui.widgets.styled_text import TextLine

LOG_STEP = 3


class Inspection:
    """Looks about: none of it changes the game."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model

    # ------------------------------------------------------------------ looking
    def do_look(self) -> None:
        self.model.mode = "" if self.model.mode == "look" else "look"
        self.view.draw_cursor()

    def do_tape(self) -> None:
        self.model.tape = "" if self.model.tape else self.view.field.cursor
        self.model.mode = "tape" if self.model.tape else ""
        self.view.draw_cursor()

    def do_overlay(self) -> None:
        model = self.model
        unit = model.unit_here or model.unit_in_hand
        if unit == model.overlay_unit or not model.overlay_name:
            model.overlay_name = model.next_overlay()
        model.overlay_unit = unit  # another unit: the same overlay for it first
        self.view.draw_cursor()
        name = model.overlay_name
        self.view.note(f"Overlay: {name} of {unit}{self.legend()}" if name else "No overlay")
        self.view.later(PAUSE, self._after_overlay)

    def legend(self) -> str:
        """The signs of the grades of sight with their words, where that overlay is shown."""
        if self.model.overlay_name != SIGHT:
            return ""
        grades, glyphs = self.model.game.system.grades, self.view.tabletop.glyphs
        named = states(grades)
        return ": " + ", ".join(f"{glyphs.grade(named[grade.label])} {grade.word}" for grade in grades)

    def _after_overlay(self) -> None:
        """While a player looks at one overlay, the next is found."""
        if self.model.overlay_name and (name := self.model.next_overlay()):
            self.model.overlay_of(name, self.model.overlay_unit)
        gc_tuning.tidy()

    def do_names(self) -> None:
        shown = self.view.field.next_names(self.model.unit_here or self.model.unit_in_hand)
        self.view.note(f"Names on the map: {shown}" if shown else "Units on hexes are known by their tags")

    def do_closer(self) -> None:
        self._zoom(1)

    def do_further(self) -> None:
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        if self.view.field.step_zoom(steps):
            self.view.zoom_by_hand = self.view.field.zoom
            self.view.share_room(self.view.size.width, self.view.size.height)
        else:
            self.view.note("This is as close as it gets" if steps > 0 else "This is as far as it gets")

    def do_go_to(self) -> None:
        def check(typed: str) -> str:
            found = self.view.field.painter is not None and self.view.field.painter.has(self._spot_of(typed))
            return "" if found else f"{typed.strip() or 'That'} is no spot and no unit of this table"

        def go(typed: str | None) -> None:
            if typed:
                self.view.lay_cursor(self._spot_of(typed))

        heading = f"Go to which spot or unit? (a spot is written as here: {self.view.field.cursor})"
        self.view.tabletop.push_screen(AskText(heading, check), go)

    def _spot_of(self, typed: str) -> str:
        """The spot that is typed, or where the unit is that is called so: by its tag, or by a name that only it has."""
        word = typed.strip().lower()
        tagged = [line.unit for line in self.model.roster if word in (line.tag.lower(), line.unit.lower())]
        named = [line.unit for line in self.model.roster if word and line.name.lower().startswith(word)]
        found = tagged or (named if len(named) == 1 else [])
        return self.model.where.get(found[0], typed.strip()) if found else typed.strip()

    def do_find(self) -> None:
        items = [
            ListItem(line.spot, wording.roster_line(line, 60, self.view.tabletop.colours, self.view.tabletop.glyphs))
            for line in self.model.roster
            if line.unit in self.model.where
        ]
        self.view.tabletop.push_screen(Choose("Find a unit", items), self.view.lay_cursor)

    def do_log_up(self) -> None:
        height = self.view.panels.log.size.height
        self.model.log_back = min(max(0, len(self.model.events) - height), self.model.log_back + LOG_STEP)
        self.view.draw_log()

    def do_log_down(self) -> None:
        self.model.log_back = max(0, self.model.log_back - LOG_STEP)
        self.view.draw_log()

    def do_surface(self) -> None:
        surface = self.model.draft.next_surface(self.view.field.cursor) if self.model.draft is not None else None
        self.view.draw_cursor()
        if surface is None:
            self.view.note("There is only one surface to stand on here")

    # ------------------------------------------------------------------ pages
    def do_messages(self) -> None:
        lines: list[TextLine] = [[(f"{number:>3}  ", "dim"), (text, "text")] for number, text in self.model.said]
        self.view.tabletop.push_screen(Sheet("What was said", lines or [[("Nothing yet.", "dim")]], "M", end=True))

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

    def do_card(self) -> None:
        unit = self.model.unit_here or self.model.unit_in_hand
        card = self.model.game.system.card(self.model.game, unit)
        if card is None:
            self.view.note("There is no card for that")
            return
        lines = wording.card_lines(card, min(96, self.view.size.width - 10), self.view.tabletop.colours, full=True)
        self.view.tabletop.push_screen(Sheet(card.title, lines[1:], "v"))

    def do_agenda(self) -> None:
        model, look = self.model, self.view.tabletop
        standing, looks = model.standing, (look.colours, look.glyphs)
        stands = standing_lines.standing_lines(standing, model.held, model.names, *looks)
        board = standing_lines.board_lines(standing, *looks)
        track = standing_lines.track_lines(standing, model.game.system.stages, model.agenda, look.glyphs)
        look.push_screen(Sheet("Where the battle stands", [*stands, *board, [], *track], "T"))

    # ------------------------------------------------------------------ rules
    def do_rules(self) -> None:
        """The rules of what was refused last or would be, of the question, and of what happened last."""
        book = {rule.id: rule for rule in self.model.game.system.reference()}
        lines: list[TextLine] = []
        if (preview := self.model.preview()) is not None:
            lines += [[("The numbers", "head")], *wording.preview_lines(preview, 60), []]
        for heading, ids in rules_in_view(self.model):
            found: list[Rule] = [book[rule] for rule in ids if rule in book]
            if found:
                lines.append([(heading, "head")])
                lines += [line for rule in found for line in wording.rule_lines(rule)]
        if not lines:
            lines = [[("No rule stands behind what is on the screen just now.", "dim")]]
        self.view.tabletop.push_screen(Sheet("The rules behind this", lines, "r"))

    def do_briefing(self) -> None:
        """Who fights whom, what wins, how long: for the seat that is asked, as before the battle."""
        model = self.model
        reader = model.question.seat if model.question is not None and model.person_asked else None
        self.view.tabletop.open_screen("briefing", model.game.system, model.game, None, None, reader)

    def do_odds(self) -> None:
        """What a shot needs: of the unit in hand at the one that is marked, as both stand, and then told otherwise."""
        model = self.model
        shooter = model.unit_in_hand or model.unit_here
        option = model.draft.option if model.draft is not None else None
        marked = option.target if option is not None and option.target in model.where else ""
        target = marked or (model.unit_here if model.unit_here != shooter else "")
        self.view.tabletop.open_screen("odds", model.game.system, model.game, shooter, target)

    def do_rulebook(self) -> None:
        """The whole book, opened at the rule that is nearest to what is on the screen."""
        at = next((rule for _, ids in rules_in_view(self.model) for rule in ids), "")
        self.view.tabletop.open_screen("rules", self.model.game.system, at)


def rules_in_view(model: BattleModel) -> list[tuple[str, list[str]]]:
    """Headings with the ids of the rules behind what is on the screen, each id once."""
    found: list[tuple[str, list[str]]] = []
    draft, question = model.draft, model.question
    if draft is not None:
        refusal = draft.turned_down or draft.refusal(model.field.cursor)
        reasons = refusal.all if refusal is not None else ()
        found += [(f"Why not: {one.why}", [one.rule]) for one in reasons if one.rule]
        if draft.option is not None and draft.option.rule:
            found.append((f"This option: {draft.option.label}", [draft.option.rule]))
    preview = model.preview()
    if preview is not None:
        ids = [rule for line in preview.lines for rule in (*line.rules, *(line.tally.rules if line.tally else ()))]
        found.append(("The numbers before the dice", ids))
    if question is not None:
        asking = model.game.agenda[-1]
        found.append((f"The question: {question.prompt}", [*question.rules, *asking.rules]))
    if model.last_step is not None and model.session.pending:
        found.append(("The step that ran", list(model.last_step.rules)))
    if model.events:
        last = next((event for event in reversed(model.events) if event.rules), None)
        if last is not None:
            found.append((f"What happened last: {last.text}", list(last.rules)))
    found.append(("The ground under the cursor", [rule for line in model.spot_lines() for rule in line.rules]))
    seen: set[str] = set()
    unique = []
    for heading, ids in found:
        fresh = [rule for rule in dict.fromkeys(ids) if rule not in seen]
        seen.update(fresh)
        unique.append((heading, fresh))
    return unique
