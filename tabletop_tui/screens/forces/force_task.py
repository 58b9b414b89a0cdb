"""A task of a lesson in which a force is built: the force builder, below it what is wanted and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tabletop_tui.bindings import FORCE_TASK, Command
from tabletop_tui.rulebook.force_builder import Force
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.force_building import ForceBuilding
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.forces.force_builder import BuilderScreen, ForceEditor
from tabletop_tui.screens.learning.lesson_course import go_on, put_down
from tabletop_tui.screens.learning.lesson_lines import LessonLines
from tabletop_tui.screens.learning.prompt_guidance import battle_keys
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import rule_lines

JUDGED = "This task is judged: Enter goes on, and the way back is in the line above"
LEAST_ABOUT, MOST_ABOUT = 2, 6
"""The rows of what is marked: a sentence, or a card."""
AFTER = ("take", "undo", "again", "hint", "rules", "keys", "out")


class LessonBench(ForceEditor):
    """The force of a task: each change is one act, which can be taken back."""

    def __init__(self, building: ForceBuilding) -> None:
        self.building = building
        super().__init__(building.muster)
        self.look()

    def look(self) -> None:
        """Show the force as it stands."""
        self.take(self.building.force)

    def change(self, force: Force) -> None:
        self.building.change(force)
        self.look()


class ForceTaskScreen(BuilderScreen, inherit_bindings=False):
    """The builder without files; the force is handed in, and judged."""

    commands = FORCE_TASK
    BINDINGS = bindings(FORCE_TASK)
    hinted = ("side", "done", "remove", "copy", "undo", "hint", "card", "out")
    whole_words = "This force may be fielded."
    DEFAULT_CSS = """
    ForceTaskScreen #builder-title, ForceTaskScreen #builder-hints { height: 1; }
    ForceTaskScreen #builder-shop { width: 45%; }
    ForceTaskScreen #builder-force { width: 1fr; }
    """

    def __init__(self, run: LessonRun, learner: Learner) -> None:
        assert run.building is not None
        super().__init__(system(run.lesson.system), run.building.muster)
        self.run, self.learner, self.building = run, learner, run.building
        self.lines = LessonLines(run)
        self.bench = LessonBench(run.building)
        self.heights = 0, 0
        """The rows of the lesson's words, and of what is marked."""

    def below(self) -> Iterable[Panel]:
        return (Panel(self.tabletop.colours, self.tabletop.glyphs, "prompt", id="force-task"),)

    def why_not(self, command: Command) -> str:
        if self.run.verdict is not None:
            return "" if command.id.removeprefix("builder.") in AFTER else JUDGED
        return super().why_not(command)

    # ------------------------------------------------------------------ drawing
    @property
    def heading(self) -> str:
        later = self.building.later
        return f"{self.bench.force['name']}{f'  (only these are for sale here; {later} more later)' if later else ''}"

    def draw(self) -> None:
        panel = self.query_one("#force-task", Panel)
        keys = {name: f"[{key}]" for name, key in self._keys().items()}
        width = self.size.width - 2
        lines: list[TextLine] = self.lines.spoken(keys, width)
        if self.run.verdict is not None:
            lines = [*lines, [(self.lines.ways_on(keys), "prompt")]]
        if self._share_room(len(lines)):
            self.draw_soon()  # the lists are drawn once they have their rows
        panel.show([[(" ", "text"), *line] for line in lines])
        super().draw()

    def _share_room(self, rows: int) -> bool:
        """Give the lesson's words so many rows, and what is marked as many as it needs; whether that is new."""
        heights = rows, MOST_ABOUT if self.bench.card is not None else LEAST_ABOUT
        if heights == self.heights:
            return False
        self.heights = heights
        for name, height in zip(("force-task", "builder-about"), heights, strict=True):
            self.query_one(f"#{name}", Panel).styles.height = height
        return True

    def on_mount(self) -> None:
        self._share_room(len(self.lines.spoken(self._keys(), self.size.width - 2)))
        super().on_mount()

    def _keys(self) -> dict[str, str]:
        """The key of each command that a sentence may name."""
        keymap = self.tabletop.keymap
        own = {
            name: FORCE_TASK.keys(f"builder.{name}", keymap)[0] for name in ("undo", "again", "hint", "rules", "side")
        }
        return {**battle_keys(keymap), **own, "commit": FORCE_TASK.keys("builder.take", keymap)[0]}

    # ------------------------------------------------------------------ the task
    def do_take(self) -> None:
        """Enter: buy or change; once the task is judged, go on."""
        if self.run.verdict is None:
            super().do_take()
            return
        if said := go_on(self, self.run, self.learner, self._leave):
            self.note(said)

    def do_done(self) -> None:
        """Hand the force in: it is judged."""
        self.notice = ""
        self.lines.hint = None
        verdict = self.run.answer("done")
        assert verdict is not None
        self.notice = put_down(self.run, self.learner, verdict)
        self.draw()

    def do_undo(self) -> None:
        if self.building.undo():
            self._look()
        else:
            self.note("There is nothing to take back")

    def do_again(self) -> None:
        self.run.again()
        self._look()

    def _look(self) -> None:
        self.notice = ""
        assert isinstance(self.bench, LessonBench)
        self.bench.look()
        self.draw()

    def do_hint(self) -> None:
        self.lines.hint = self.run.hint()
        if self.run.verdict is not None:
            self.notice = f"Hint {self.run.hints}: {self.lines.hint.say}"
        self.draw()

    def do_rules(self) -> None:
        """The rules of the limits, and of what is refused."""
        book = {rule.id: rule for rule in self.system.reference()}
        refusals = [self.bench.fault, self.bench.offer.refusal if self.bench.offer is not None else None]
        named = [one.rule for refusal in refusals if refusal is not None for one in refusal.all]
        named += [rule for line in self.bench.muster.limits(self.bench.force) for rule in line.rules]
        lines = [line for rule in dict.fromkeys(named) if rule in book for line in rule_lines(book[rule])]
        self.tabletop.push_screen(Sheet("The rules behind this", lines, "r"))

    def _leaving(self, question: str, go: Any) -> None:
        go()

    def do_back(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.close():
            self.tabletop.leave()
