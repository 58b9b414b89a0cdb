"""The battle screen's commands that only look: cards, rules, overlays, log, lists, zoom. None changes the game."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.commands import BATTLE, Command
from tabletop_tui.engine.assign import Assign
from tabletop_tui.engine.question import DiceQuestion, Number, Option, Pick, Place, Split
from tabletop_tui.engine.views import Preview, Rule
from tabletop_tui.rulebook.recruit import Recruit
from tabletop_tui.screens import gc_tuning
from tabletop_tui.screens.battle.answer import END
from tabletop_tui.screens.battle.assigning import ALIKE, SINGLY
from tabletop_tui.screens.battle.layout import PAUSE
from tabletop_tui.screens.battle.tools import BattleTools
from tabletop_tui.screens.dialogs import AskText, Choose, Item, Sheet, help_lines
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.dice_tray import waiting_words
from tabletop_tui.widgets.grades import states
from tabletop_tui.widgets.map.marks import SIGHT
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of

COMPUTER_PLAYS = "A computer is playing; its answers come by themselves"
LOG_STEP = 3
HELP_NOTES = (
    "1-9 and the letters before the options answer the question; with shift the cursor keys go five steps.",
    "Where dice are to be divided: Tab chooses the target, + - or a digit its share.",
    "Where each of several gets a label: Up and Down choose who, Left and Right or a letter what; a, m as shown.",
    "Where a number or real dice are asked for: type the digits, then Enter.",
    "The mouse: a click lays the cursor, a second click on the same spot or option commits.",
)


class BattleLook(BattleTools):
    """The battle screen with all commands that change nothing."""

    help_notes: tuple[str, ...] = HELP_NOTES
    _letters: tuple[Mapping[str, str] | None, tuple[frozenset[str], ...]] = None, ()
    """A keymap and the letters that are taken by it, for options and for labels."""

    # ------------------------------------------------------------------ what is of use now
    def why_not(self, command: Command) -> str:
        """Why a command is of no use just now, in a sentence."""
        name, session = command.id.removeprefix("battle."), self.session
        asked = self.question is not None
        if name in ("commit", "waypoint") and not (self.person_asked or session.pending or session.over):
            return COMPUTER_PLAYS
        if name == "options" and (self.draft is None or self.draft.assigning or not self.draft.options):
            return "There are no options to choose from just now"
        if name == "end-activation" and not self.person_asked:
            return "Nobody at the keyboard is asked just now"
        if name == "undo" and not session.history:
            return "There is nothing to take back"
        if name == "redo" and not session.undone:
            return "There is nothing to do again"
        if name == "step" and not session.pending:
            if session.pace == "run":
                return "The game runs on by itself; the pace is changed first"
            return "A question waits: no step can run before it is answered"
        if name == "run-ahead" and not session.pending and (self.person_asked or session.over):
            return "A person is asked: nothing runs before the answer"
        if name == "faster" and session.over is not None:
            return "The battle is over"
        if name == "faster" and not any(session.players):
            return "No computer sits at this table"
        shaped = self.draft is not None and (self.draft.shaped is not None or (name == "model" and self.draft.loose))
        spins = name in ("turn-right", "turn-left") and self.draft is not None and self.draft.spins
        if name in ("formation", "turn-right", "turn-left", "model") and not (shaped or spins):
            return "No unit is being placed just now"
        if name == "surface" and (self.draft is None or not self.draft.stacked):
            return "No surfaces lie above each other here"
        if name in ("concede", "draw") and (not asked or not self.person_asked):
            return "Only a player who is asked can leave the battle"
        if name == "watchers" and "sight" not in self.game.system.overlays:
            return "This rulebook does not say who sees what"
        if name in ("card", "overlay") and not (self.unit_here or self.unit_in_hand):
            return "No unit stands under the cursor"
        if name in ("log-up", "log-down") and not self.events:
            return "The log is still empty"
        return ""

    def letters_taken(self, labels: bool = False) -> frozenset[str]:
        """The letters that are keys of commands, so that no option, or no label, may have them; found once a keymap."""
        keymap, vi_keys = self.tabletop.keymap, self.tabletop.options.vi_keys
        if self._letters[0] is not keymap:
            self._letters = keymap, tuple(frozenset(BATTLE.letters(keymap, kind, vi_keys)) for kind in (False, True))
        return self._letters[1][labels]

    # ------------------------------------------------------------------ prompt and hints
    def prompt_words(self) -> tuple[str, str]:
        if self.notice:
            return self.notice, "prompt-wait"
        if self.session.over is not None:
            if self.filming:  # who has won is told by the film first
                return "The last answer is carried out; any key ends what is shown", "prompt-wait"
            return self.session.over.text, "prompt"
        if self.session.held is not None:
            return f"Enter throws {waiting_words(self.session.held)}", "prompt-wait"
        if self.session.pending:
            return "Step by step: . or Enter runs the next step", "prompt-wait"
        draft, cursor = self.draft, self.field.cursor
        if self.tape:
            return f"Measuring: {self.spot_words()}. Esc ends", "prompt-wait"
        if self.mode == "look":
            return f"Looking: {'; '.join(f'{line.label} {line.value}' for line in self.spot_lines())}", "prompt-wait"
        if draft is None:
            return f"The computer plays: {self.question.prompt if self.question else ''}", "prompt-wait"
        refusal = draft.refusal(cursor)
        question = draft.question
        if isinstance(question, Number | DiceQuestion):
            said = draft.says(cursor)
            if refusal is not None and draft.typed:
                return f"{said}: {refusal!s}", "prompt-bad"
            dice = isinstance(question, DiceQuestion)
            first = f"Enter: {said} " if draft.typed else f"{draft.wanted().capitalize()}{'.' if dice else ':'}"
            more = waiting_words(question.roll) if isinstance(question, DiceQuestion) else question.prompt
            return f"{first} {more}", "prompt"
        if refusal is not None:
            untouched = not draft.waypoints and not draft.shape()
            standing = isinstance(question, Place) and self.where.get(question.about) == cursor
            if standing and untouched and draft.piece is None:
                return question.prompt, "prompt"  # the cursor still lies where the unit stands
            what = cursor if isinstance(question, Place) and draft.piece is None else draft.says(cursor)
            if draft.can_go_on:
                why = str(refusal)
                return f"Enter adds it: {what}. {why[:1].upper()}{why[1:]}", "prompt"
            why = str(refusal).removeprefix(f"{what}: ").removeprefix(f"{what} is ")
            return f"{what}: no, {why}", "prompt-bad"
        preview = self.preview()
        chances = wording.chances_of(preview) if preview is not None else []
        if chances and preview is not None and preview.expected is not None:
            chances = [chances[-1], *chances[:-1]]  # the sum of it first: a narrow line has no room for all
        more = ", ".join(f"{what} {value}" for what, value in chances) or question.prompt
        return f"Enter: {draft.says(cursor)}  {more}", "prompt"

    def hint_line(self, width: int) -> TextLine:
        """Context first: the options by letter, then the commands that are of use."""
        ids = ["undo", "look", "rules", "overlay", "palette", "legend", "happened", "explain", "card", "log"]
        line: TextLine = []
        session = self.session
        if session.pending:
            ids = ["step", "pace", "run-ahead", *ids]
        elif session.over is not None:
            line = [(" ", "hint"), *self.hint("battle.commit")[:1], (" result ", "hint")]
        elif self.draft is None:
            ids = ["faster", "run-ahead", *ids]
        elif isinstance(self.draft.question, Place):
            field = self.draft.shaped
            # A vehicle or a piece of terrain only turns.
            shape = [] if field is None else ["formation", "turn-right", "model"] if field.forms else ["turn-right"]
            shape = ["model"] if self.draft.loose else ["turn-right"] if self.draft.spins else shape
            way = ["waypoint"] if self.draft.question.many else []
            ids = ["commit", *way, *shape, "next", "back", *ids]
        elif isinstance(self.draft.question, Split | Recruit):
            recruits = isinstance(self.draft.question, Recruit)
            line = [(" + -", "hint-key"), (" how many " if recruits else " share ", "hint")]
            ids = ["next", "commit", *["pool"] * recruits, "back", *ids]
        elif self.draft.assigning is not None:
            line = assigning_hint(isinstance(self.question, Assign) and len(self.question.items) > 1)
            ids = ["back", "commit", *ids]  # the prompt says already what Enter does
        elif self.draft.options:
            ids = ["next", "commit", "back", "options", *ids]
            if self._can_end():
                ids.insert(0, "end-activation")
        rest = self.hints([f"battle.{name}" for name in ids], width - width_of(line), "battle.keys")
        return clip([*line, *rest], width, self.tabletop.glyphs.ellipsis)

    def _can_end(self) -> bool:
        question = self.question
        return isinstance(question, Pick) and question.option(END) is not None

    # ------------------------------------------------------------------ looking
    def do_look(self) -> None:
        self.mode = "" if self.mode == "look" else "look"
        self.draw_cursor()

    def do_tape(self) -> None:
        self.tape = "" if self.tape else self.field.cursor
        self.mode = "tape" if self.tape else ""
        self.draw_cursor()

    def do_overlay(self) -> None:
        unit = self.unit_here or self.unit_in_hand
        if unit == self.overlay_unit or not self.overlay_name:
            self.overlay_name = self.next_overlay()
        self.overlay_unit = unit  # another unit: the same overlay for it first
        self.draw_cursor()
        self.note(f"Overlay: {self.overlay_name} of {unit}{self.legend()}" if self.overlay_name else "No overlay")
        self.set_timer(PAUSE, self._after_overlay)

    def legend(self) -> str:
        """The signs of the grades of sight with their words, where that overlay is shown."""
        if self.overlay_name != SIGHT:
            return ""
        grades, glyphs = self.game.system.grades, self.tabletop.glyphs
        named = states(grades)
        return ": " + ", ".join(f"{glyphs.grade(named[grade.label])} {grade.word}" for grade in grades)

    def next_overlay(self) -> str:
        """The one that the key brings after that which is shown; '' for none."""
        names = ["", *self.game.system.overlays]
        return names[(names.index(self.overlay_name) + 1) % len(names) if self.overlay_name in names else 1]

    def _after_overlay(self) -> None:
        """While a player looks at one overlay, the next is found."""
        if self.overlay_name and (name := self.next_overlay()):
            self.overlay_of(name, self.overlay_unit)
        gc_tuning.tidy()

    def do_closer(self) -> None:
        self._zoom(1)

    def do_further(self) -> None:
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        if self.field.zoom_by(steps):
            self.share_room(self.size.width, self.size.height)
        else:
            self.note("This is as close as it gets" if steps > 0 else "This is as far as it gets")

    def do_go_to(self) -> None:
        def check(typed: str) -> str:
            found = self.field.painter is not None and self.field.painter.has(typed.strip())
            return "" if found else f"{typed.strip() or 'That'} is no spot of this table"

        def go(typed: str | None) -> None:
            if typed:
                self.lay_cursor(typed.strip())

        self.tabletop.push_screen(AskText(f"Go to which spot? (written as here: {self.field.cursor})", check), go)

    def do_find(self) -> None:
        items = [
            Item(line.spot, wording.roster_line(line, 60, self.tabletop.colours, self.tabletop.glyphs))
            for line in self.roster
            if line.unit in self.where
        ]
        self.tabletop.push_screen(Choose("Find a unit", items), self.lay_cursor)

    def lay_cursor(self, spot: str | None) -> None:
        """Lay the cursor on a spot, if one is given."""
        if spot and self.field.go_to(spot):
            self.cursor_moved()

    def cursor_moved(self) -> None:
        raise NotImplementedError

    def do_log_up(self) -> None:
        height = self.panel("log").size.height
        self.log_back = min(max(0, len(self.events) - height), self.log_back + LOG_STEP)
        self.draw_log()

    def do_log_down(self) -> None:
        self.log_back = max(0, self.log_back - LOG_STEP)
        self.draw_log()

    # ------------------------------------------------------------------ pages
    def do_card(self) -> None:
        unit = self.unit_here or self.unit_in_hand
        card = self.game.system.card(self.game, unit)
        if card is None:
            self.note("There is no card for that")
            return
        lines = wording.card_lines(card, min(96, self.size.width - 10), self.tabletop.colours, full=True)
        self.tabletop.push_screen(Sheet(card.title, lines[1:], "v"))

    def do_agenda(self) -> None:
        track = wording.track_lines(self.standing, self.game.system.stages, self.agenda(), self.tabletop.glyphs)
        goal: list[TextLine] = [[("The goal: ", "dim"), (self.standing.goal, "text")]]
        near = wording.nearness_lines(self.standing.nearness, self.tabletop.colours, self.tabletop.glyphs)
        board = wording.board_lines(self.standing, self.tabletop.colours, self.tabletop.glyphs)
        self.tabletop.push_screen(Sheet("Where the battle stands", [*goal, *near, *board, [], *track], "T"))

    def do_keys(self) -> None:
        notes: list[TextLine] = [[(note, "dim")] for note in self.help_notes]
        self.tabletop.push_screen(Sheet("Keys", help_lines(self.commands, self.tabletop.keymap, notes), "?"))

    def do_options(self) -> None:
        assert self.draft is not None
        items = []
        for option in self.draft.every_option:
            line: TextLine = [(option.label, "dim" if option.refusal else "strong")]
            line += [(f"  {chance}", "key")] if (chance := self.chance_words(option)) else []
            line += [(f"  {option.cost}", "dim")] if option.cost else []
            line += [(f"  {option.says}", "text")] if option.says and option.refusal is None else []
            if option.refusal is not None:
                line += [(f"  no: {option.refusal.why}", "bad"), (f"  {option.refusal.rule}", "rule")]
            else:
                line += [(f"  {option.rule}", "rule")]
            items.append(Item(option.key, line, str(option.refusal) if option.refusal else ""))
        self.tabletop.push_screen(Choose(self.draft.question.prompt, items), self._take_option)

    def chance_words(self, option: Option) -> str:
        """The chance that matters most if this option is taken, as in '62% any damage'."""
        if option.refusal is not None or not isinstance(self.question, Pick):
            return ""
        preview: Preview | None = self.once("preview", repr(option.key), make=lambda: self.game.preview(option.key))
        if preview is None or not preview.chances:
            return ""
        return f"{wording.percent(preview.chances[0].probability)} {preview.chances[0].what}"

    def _take_option(self, key: str | None) -> None:
        raise NotImplementedError

    def do_palette(self) -> None:
        keymap = self.tabletop.keymap
        items = [
            Item(
                command.id,
                [
                    (command.label.ljust(16), "strong"),
                    (command.help, "text"),
                    (f"  {' '.join(self.commands.keys(command.id, keymap))}", "key"),
                ],
                self.why_not(command),
            )
            for command in self.commands.commands
            if command.listed and command.group != "Cursor"
        ]
        self.tabletop.push_screen(Choose("Commands", items), self._run_by_name)

    def _run_by_name(self, command_id: str | None) -> None:
        if command_id:
            self.run_command(self.commands[command_id])

    # ------------------------------------------------------------------ rules
    def do_rules(self) -> None:
        """The rules of the highlighted option's refusal, of the question, and of what happened last."""
        book = {rule.id: rule for rule in self.game.system.reference()}
        lines: list[TextLine] = []
        if (preview := self.preview()) is not None:
            lines += [[("The numbers", "head")], *wording.preview_lines(preview, 60), []]
        for heading, ids in self.rules_in_view():
            found: list[Rule] = [book[rule] for rule in ids if rule in book]
            if found:
                lines.append([(heading, "head")])
                lines += [line for rule in found for line in wording.rule_lines(rule)]
        if not lines:
            lines = [[("No rule stands behind what is on the screen just now.", "dim")]]
        self.tabletop.push_screen(Sheet("The rules behind this", lines, "r"))

    def do_briefing(self) -> None:
        """Who fights whom, what wins, how long: for the seat that is asked, as before the battle."""
        reader = self.question.seat if self.question is not None and self.person_asked else None
        self.tabletop.open_screen("briefing", self.game.system, self.game, None, None, reader)

    def do_rulebook(self) -> None:
        """The whole book, opened at the rule that is nearest to what is on the screen."""
        at = next((rule for _, ids in self.rules_in_view() for rule in ids), "")
        self.tabletop.open_screen("rules", self.game.system, at)

    def do_settings(self) -> None:
        def changed(_: None) -> None:
            self.speed = self.tabletop.options.speed
            self.redraw_panels()

        self.tabletop.open_screen("settings", then=changed)

    def rules_in_view(self) -> list[tuple[str, list[str]]]:
        """Headings with the ids of the rules behind what is on the screen, each id once."""
        found: list[tuple[str, list[str]]] = []
        draft, question = self.draft, self.question
        if draft is not None:
            refusal = draft.refusal(self.field.cursor)
            if refusal is not None and refusal.rule:
                found.append((f"Why not: {refusal.why}", [refusal.rule]))
            if draft.option is not None and draft.option.rule:
                found.append((f"This option: {draft.option.label}", [draft.option.rule]))
        preview = self.preview()
        if preview is not None:
            ids = [rule for line in preview.lines for rule in (*line.rules, *(line.tally.rules if line.tally else ()))]
            found.append(("The numbers before the dice", ids))
        if question is not None:
            asking = self.game.agenda[-1]
            found.append((f"The question: {question.prompt}", [*question.rules, *asking.rules]))
        if self.last_step is not None and self.session.pending:
            found.append(("The step that ran", list(self.last_step.rules)))
        if self.events:
            last = next((event for event in reversed(self.events) if event.rules), None)
            if last is not None:
                found.append((f"What happened last: {last.text}", list(last.rules)))
        found.append(("The ground under the cursor", [rule for line in self.spot_lines() for rule in line.rules]))
        seen: set[str] = set()
        unique = []
        for heading, ids in found:
            fresh = [rule for rule in dict.fromkeys(ids) if rule not in seen]
            seen.update(fresh)
            unique.append((heading, fresh))
        return unique


def assigning_hint(several: bool) -> TextLine:
    """The keys of a question that gives labels."""
    keys = [("Left Right", "what"), *([("Up Down", "who"), (ALIKE, "alike"), (SINGLY, "singly")] * several)]
    return [piece for key, said in keys for piece in ((f" {key}", "hint-key"), (f" {said} ", "hint"))]
