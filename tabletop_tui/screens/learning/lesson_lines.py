"""What stands above the prompt while a lesson is taken: its briefing, a hint, and at once what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.play.session import Session
from tabletop_tui.school.lesson_files import HINTS, LESSON, LessonHint
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.lessons_as_text import SIGNS, WORDS_OF, worded
from tabletop_tui.screens.learning.prompt_guidance import BattleMoment, battle_keys
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine, width_of, wrap

MOODS = {"done": "good", "nearly": "good", "missed": "bad"}
NARROW = 78
"""The columns for the lines of a lesson on a terminal of 80."""
FEWEST, MOST = 3, 7
"""The rows of a lesson: as many as its words need, with a hint below the briefing, so that no sentence is cut off."""


RULES = 3
"""So many rules are named with a verdict."""


class LessonLines:
    """The words of a lesson that is being taken."""

    def __init__(self, run: LessonRun, home: str = "back to the list") -> None:
        self.run, self.home = run, home
        self.hint: LessonHint | None = None
        """The hint that was asked for last, until the next answer."""

    @property
    def rows(self) -> int:
        """As many as the words need on a narrow screen, so that nothing moves on a wider one."""
        brief = len(self._briefing({}, NARROW)) + 1
        told = self._verdict({}, NARROW) if self.run.verdict is not None else self._hint({}, NARROW)
        needed = len(told) if self.run.verdict is not None else brief + len(told)
        return max(FEWEST, min(MOST, max(brief, needed)))

    @property
    def halted(self) -> bool:
        return self.run.verdict is not None

    def is_over(self, session: Session) -> bool:
        return False

    def told(self, moment: BattleMoment, keymap: Mapping[str, str], glyphs: Glyphs, width: int) -> list[TextLine]:
        keys = {name: f"[{key}]" for name, key in battle_keys(keymap).items()}
        return self.spoken(keys, width)

    def spoken(self, keys: Mapping[str, str], width: int) -> list[TextLine]:
        """What to say now, with these keys for the commands that its sentences name."""
        lines = self._verdict(keys, width) if self.run.verdict is not None else self._brief(keys, width)
        return lines[: self.rows]

    def _brief(self, keys: Mapping[str, str], width: int) -> list[TextLine]:
        """What is there and what is wanted; below it the hint that was asked for."""
        hint = self._hint(keys, width)
        said = self._briefing(keys, width)
        return [*said[: self.rows - 1 - len(hint)], *hint, self._goal(keys, width)]

    def _goal(self, keys: Mapping[str, str], width: int) -> TextLine:
        """What is wanted; what stands behind it is said in fewer words where there is little room."""
        task, hints = self.run.task, self.run.hints
        line: TextLine = [("Goal: ", "head"), (worded(task.goal.text, keys), "text")]
        more = "hint" if not hints else "next hint" if hints < HINTS else "last hint again"
        loaded = "  loaded dice" if task.dice else ""
        for tail in (f"{loaded}  {keys['hint']} {more}", f"{loaded}  {keys['hint']}", f"  {keys['hint']}"):
            whole: TextLine = [*line, (tail, "dim")]
            if width_of(whole) <= width:
                return whole
        return line

    def _briefing(self, keys: Mapping[str, str], width: int) -> list[TextLine]:
        run = self.run
        part = f" {run.number + 1}/{len(run.lesson.tasks)}" if len(run.lesson.tasks) > 1 else ""
        number = f"{run.lesson.chapter} " if run.lesson.kind == LESSON else ""
        head = f"{number}{run.lesson.name}{part}: "
        return wrap([(head, "head"), (worded(run.task.briefing, keys), "strong")], width)

    def _hint(self, keys: Mapping[str, str], width: int) -> list[TextLine]:
        """The hint that was asked for, if one was."""
        if self.hint is None:
            return []
        head = f"Hint {self.run.hints}/{HINTS}: "
        return wrap([(head, "head"), (worded(self.hint.say, keys), "text")], width)

    def _verdict(self, keys: Mapping[str, str], width: int) -> list[TextLine]:
        verdict = self.run.verdict
        assert verdict is not None
        mood = MOODS[verdict.outcome]
        stars = f" {'*' * verdict.stars}" if verdict.stars else ""
        head: TextLine = [(f"{SIGNS[verdict.outcome]} {WORDS_OF[verdict.outcome]}{stars}  ", mood)]
        return wrap([*head, (worded(verdict.say, keys), "strong"), *self._rules()], width)

    def _rules(self) -> TextLine:
        verdict = self.run.verdict
        return [(f"  {' '.join(verdict.rules[:RULES])}", "rule")] if verdict is not None else []

    def ways_on(self, keys: Mapping[str, str]) -> str:
        """The keys with which one goes on."""
        verdict = self.run.verdict
        on = "the next task" if not self.run.last else self.home
        if verdict is not None and verdict.outcome == "missed":
            told = {"undo": "takes it back", "again": "begins anew", "hint": "a hint"}
            told["commit"] = "goes on" if not self.run.last else self.home
            return ", ".join(f"{keys[name]} {what}" for name, what in told.items())
        return f"{keys['commit']}: {on}; {keys['again']} once more, {keys['rules']} the rules"
