"""The lessons and puzzles of a rulebook on a page: what is done, what is due, and which rules each is about."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import CHAPTERS
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import attempt
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import System
from tabletop_tui.school.chapter_pages import certificate, due_elsewhere, first_page, in_short
from tabletop_tui.school.learner_progress import KNOWN_AFTER, Learner
from tabletop_tui.school.lesson_files import LESSON, PUZZLE, Lesson, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import Choose, ListItem, Sheet
from tabletop_tui.screens.learning.lesson_course import task_screen
from tabletop_tui.screens.learning.prompt_guidance import battle_keys
from tabletop_tui.screens.learning.school_pages import page
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of, wrap

LEVELS = ("", "easy", "middling", "hard")
KNOWLEDGE = {"known": ("=", "good"), "shaky": ("~", "text"), "new": (".", "dim")}
STARS = 3
FIRST_PAGE = "first-page"
"""The note that the first page of the lessons was shown."""
REVIEW = "review"
"""In the place of a lesson: what is due is taken."""
LEAST_LIST = 46
"""The columns of the list at least."""


def now() -> datetime:
    return datetime.now(UTC)


class ChaptersScreen(DrawnScreen[None]):
    """The chapters of a rulebook, then its puzzles; the cursor lies first on the best thing to do."""

    commands = CHAPTERS
    BINDINGS = bindings(CHAPTERS)
    DEFAULT_CSS = """
    ChaptersScreen #chapters-head, ChaptersScreen #chapters-said, ChaptersScreen #chapters-hints { height: 1; }
    ChaptersScreen Horizontal { height: 1fr; }
    ChaptersScreen #chapters-list { width: 3fr; }
    ChaptersScreen #chapters-about { width: 2fr; }
    """

    def __init__(self, system: System, first: str = "", clock: Callable[[], datetime] = now) -> None:
        """`first` is the key of the lesson that is taken at once, or REVIEW for what is due; '' for none."""
        super().__init__()
        self.first = first
        self.system, self.clock = system, clock
        self.wrong: list[BadFile] = []
        self.lessons = listed(system.id, LESSON, self.wrong)
        self.puzzles = listed(system.id, PUZZLE, self.wrong)
        self.learner = Learner.of(system.id)
        self.rules = {rule.id: rule for rule in system.reference()}
        self.index = self.top = 0
        self.run: LessonRun | None = None
        """The lesson that was opened last."""
        self.sitting: list[Lesson] = []
        """What of a review is still to come, one after the other."""
        self.notice = str(self.wrong[0]) if self.wrong else ""
        self.elsewhere = due_elsewhere(system.id, system_ids(), clock())
        """How many rules are due in other books, by their ids."""
        self._to_best()

    def on_mount(self) -> None:
        super().on_mount()
        first = next((one for one in self.all if one.key == self.first), None)
        if self.first == REVIEW:
            self.do_review()
        elif first is not None:
            self.index = self.all.index(first)
            self._open(first)

    @property
    def all(self) -> list[Lesson]:
        return [*self.lessons, *self.puzzles]

    @property
    def marked(self) -> Lesson | None:
        return self.all[self.index] if self.all else None

    def _to_best(self) -> None:
        best = self.learner.next(self.lessons, self.puzzles, self.clock())
        self.index = self.all.index(best) if best is not None else 0

    def compose(self) -> ComposeResult:
        looks = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(*looks, "status", id="chapters-head")
        with Horizontal():
            yield Panel(*looks, id="chapters-list")
            yield Panel(*looks, id="chapters-about")
        yield Panel(*looks, "prompt", id="chapters-said")
        yield Panel(*looks, "hint", id="chapters-hints")

    def on_screen_resume(self) -> None:
        if self._next_of_review():
            return
        before, self.learner = self.learner, Learner.of(self.system.id)
        self.elsewhere = due_elsewhere(self.system.id, system_ids(), self.clock())
        if self.marked is not None and self.learner.stars(self.marked) and not before.due(self.clock()):
            self._to_best()
        self.draw_soon()

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        panels = {
            name: self.query_one(f"#chapters-{name}", Panel) for name in ("head", "list", "about", "said", "hints")
        }
        done = sum(bool(self.learner.stars(one)) for one in self.all)
        due, others = len(self.learner.due(self.clock())), self.elsewhere
        told = f"  {done} of {len(self.all)} done" + (f", {counted(due, 'rule')} due again" if due else "")
        told += f", {sum(others.values())} in {counted(len(others), 'other book')}" if others else ""
        panels["head"].show([[(f" {self.system.name}: lessons and puzzles", "status"), (told, "status-dim")]])
        panels["list"].show(self._rows(panels["list"]))
        panels["about"].show(self._about(panels["about"].size.width - 2, panels["about"].size.height))
        panels["said"].show([[(f" {self.notice or self._offer()}", "prompt")]])
        ids = ("take", "first", "short", "task", "review", "certificate", "game", "back")
        panels["hints"].show([self.hints([f"chapters.{one}" for one in ids], self.size.width, "chapters.keys")])

    def _rows(self, panel: Panel) -> list[TextLine]:
        width, height = panel.size
        lines, here = self._lines(width - 1)
        self.top = max(min(self.top, here - 1), here - height + 1, 0)
        return lines[self.top : self.top + height]

    def _lines(self, width: int) -> tuple[list[TextLine], int]:
        """All rows, and which of them is marked."""
        lines: list[TextLine] = []
        here = 0
        due = set(self.learner.due(self.clock()))
        for place, one in enumerate(self.all):
            if place == 0 and self.lessons:
                lines.append([(" Lessons", "head")])
            if place == len(self.lessons):
                lines += [[], [(" Puzzles", "head")]] if lines else [[(" Puzzles", "head")]]
            if place == self.index:
                here = len(lines)
            lines.append(self._row(one, place == self.index, bool(due & set(one.rules)), width))
        return lines or [[(" No lessons have been written for this rulebook yet", "dim")]], here

    def _row(self, one: Lesson, marked: bool, due: bool, width: int) -> TextLine:
        stars = self.learner.stars(one)
        again = bool(stars) and due
        kept = self.learner.stars_of_tasks(one)
        if kept and not stars:
            return self._with_end(
                one, marked, f"{len(kept) - kept.count(0)} of {len(kept)} {'':<{STARS}} {'':<3}", "text", width
            )
        kind = f"{one.minutes} min" if one.kind == LESSON else LEVELS[one.level]
        end = f"{kind} {'*' * stars:<{STARS}} {'due' if again else '':<3}"
        return self._with_end(one, marked, end, "bad" if again else "good" if stars else "dim", width)

    def _with_end(self, one: Lesson, marked: bool, end: str, mood: str, width: int) -> TextLine:
        number = f"{one.chapter:>3}  " if one.kind == LESSON else "     "
        name = clip([(one.name, "text")], max(8, width - len(end) - len(number) - 2), self.tabletop.glyphs.ellipsis)
        gap = " " * max(0, width - len(end) - len(number) - 2 - width_of(name))
        if marked:
            words = "".join(text for text, _ in name)
            return [(f"{self.tabletop.glyphs.pointer} {number}{words}{gap}{end}", "chosen")]
        return [(f"  {number}", "dim"), *name, (gap, "text"), (end, mood)]

    def _about(self, width: int, height: int) -> list[TextLine]:
        """The briefing of the marked one, and its rules with how well they are known."""
        one = self.marked
        if one is None:
            return []
        lines: list[TextLine] = [*wrap([(one.name, "strong")], width)]
        lines += wrap([(one.tasks[0].goal.text, "text")], width)
        if len(one.tasks) > 1:
            told = [f"{number + 1} {stars_words(stars)}" for number, stars in enumerate(self._stars_of(one))]
            lines += wrap([("Tasks: ", "head"), ("  ".join(told), "dim")], width)
        lines += wrap([("*** at once, without a hint  ** with one  * done", "dim")], width)
        lines += [[], [("Rules  ", "head"), ("= known  ~ shaky  . new", "dim")]]
        lines += wrap([(f"known: done right so often that it is not due for {KNOWN_AFTER.days} days", "dim")], width)
        time, room = self.clock(), height - len(lines) - 1
        listed_rules = [rule for rule in one.rules if rule in self.rules]
        for rule in listed_rules[:room]:
            sign, mood = KNOWLEDGE[self.learner.knows(rule, time)]
            called = self.rules[rule].called
            name = f"{called}  " if called != rule else ""
            lines.append(
                clip([(f"{sign} ", mood), (name, "text"), (rule, "rule")], width, self.tabletop.glyphs.ellipsis)
            )
        if len(listed_rules) > room:
            lines.append([(f"and {len(listed_rules) - room} more", "dim")])
        return [[(" ", "text"), *line] for line in lines[:height]]

    def _offer(self) -> str:
        one = self.marked
        return f"Enter takes {one.name}" if one is not None else "Nothing to take here"

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        self.notice = ""
        if self.all:
            count = len(self.all)
            self.index = (self.index + step) % count if abs(step) == 1 else max(0, min(count - 1, self.index + step))
        self.draw()

    def do_take(self) -> None:
        if self.marked is not None:
            self._open(self.marked)

    def _begun(self, lesson: Lesson, number: int | None) -> LessonRun:
        """A lesson at a task, or at the first that is still open, and with those alone."""
        seed, kept = int(self.clock().timestamp()) % 2**16, self.learner.stars_of_tasks(lesson)
        first = next((place for place, stars in enumerate(kept) if not stars), 0)
        return LessonRun(lesson, first if number is None else number, seed, before=kept)

    def do_task(self) -> None:
        """Choose one task of the marked lesson, to be done alone."""
        lesson = self.marked
        if lesson is None or len(lesson.tasks) < 2:
            self.note("There is a single task" if lesson is not None else "Nothing to take here")
            return
        kept = self._stars_of(lesson)
        items = [
            ListItem(str(number), [(f"{number + 1}  {task.goal.text}  ", "text"), (stars_words(kept[number]), "good")])
            for number, task in enumerate(lesson.tasks)
        ]

        def chosen(number: str | None) -> None:
            if number is not None:
                self._open(lesson, int(number))

        self.tabletop.push_screen(Choose(f"Which task of {lesson.name}?", items), chosen)

    def _stars_of(self, lesson: Lesson) -> list[int]:
        """The stars of each task, as far as they are known."""
        return self.learner.stars_of_tasks(lesson) or [self.learner.stars(lesson)] * len(lesson.tasks)

    def _open(self, lesson: Lesson, number: int | None = None) -> None:
        try:
            run = attempt(lesson.path, lambda: self._begun(lesson, number))
        except BadFile as error:
            self.note(error.brief)
            return
        self.run = run
        begins = not self.learner.told(FIRST_PAGE) and not any(map(self.learner.stars, self.lessons))
        if begins and lesson.kind == LESSON and not self.first:
            self.learner.keep(lambda learner: learner.tell([FIRST_PAGE]))
            sheet = self._first_page("Enter: the first task")
            self.tabletop.push_screen(sheet, lambda _: self._take(run))
        else:
            self._take(run)

    def _take(self, run: LessonRun) -> None:
        self.tabletop.push_screen(task_screen(self.tabletop, run, self.learner))

    # ------------------------------------------------------------------ pages
    def _first_page(self, more: str = "") -> Sheet:
        entries = first_page(self.system, battle_keys(self.tabletop.keymap))
        return page(f"{self.system.name}: the game and the screen", entries, more, "b")

    def do_first(self) -> None:
        """What the game is about, and the parts of the screen."""
        self.tabletop.push_screen(self._first_page())

    def do_short(self) -> None:
        """The marked chapter in ten lines."""
        if self.marked is not None:
            self.tabletop.push_screen(
                page(f"{self.marked.name}, in short", in_short(self.system, self.marked), "", "s")
            )

    def do_certificate(self) -> None:
        """What one can play by now."""
        entries = certificate(self.lessons, self.puzzles, self.learner)
        key = self.commands.keys("chapters.game", self.tabletop.keymap)[0]
        leads = [(key, "a first game")] if guide_of(self.system) is not None else []
        sheet = page(f"What you can play of {self.system.name}", entries, "", "c", leads)

        def closed(led: str | None) -> None:
            if led:
                self.do_game()

        self.tabletop.push_screen(sheet, closed)

    def do_game(self) -> None:
        """A first game of this book, with the lines that explain it."""
        if guide_of(self.system) is None:
            self.note("This rulebook has no first game that explains itself")
        else:
            self.tabletop.first_game("", True, self.note, lambda: None, of=self.system)

    def do_review(self) -> None:
        """All that covers the rules that are due, one after the other."""
        self.sitting, self.run = self.learner.review(self.all, self.clock()), None
        if self._next_of_review():
            return
        if self.elsewhere and self.first != REVIEW:
            self.tabletop.open_screen("chapters", system(next(iter(self.elsewhere))), REVIEW)
        else:
            self.note("No rule is due; a puzzle not yet done is as good")

    def _next_of_review(self) -> bool:
        """Open what comes next in a review; False if nothing does, or the last one was left before its end."""
        left = self.run is not None and (self.run.verdict is None or not self.run.last)
        if left or not self.sitting:
            self.sitting = []
            return False
        following = self.sitting.pop(0)
        self.index, self.learner = self.all.index(following), Learner.of(self.system.id)
        self._open(following)
        return True

    def do_reset(self) -> None:
        items = [ListItem("all", [("Forget all that was done in this rulebook", "text")])]
        if self.marked is not None:
            items.insert(0, ListItem("one", [(f"Forget {self.marked.name} and its rules", "text")]))
        items.insert(0, ListItem("", [("Forget nothing", "text")]))

        def forget(choice: str | None) -> None:
            if not choice:
                return
            forgotten = None if choice == "all" else self.marked
            try:
                self.learner.keep(lambda learner: learner.forget(forgotten))
            except BadFile as error:
                self.note(error.brief)
            self.draw()

        self.tabletop.push_screen(Choose("Forget what was learnt?", items), forget)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel.id != "chapters-list":
            return
        lines = [place for place, _ in enumerate(self.all)]
        before = self.index
        for place in lines:
            self.index = place
            if self._lines(LEAST_LIST)[1] == self.top + event.line:
                self.do_take() if place == before else self.draw()
                return
        self.index = before

    def do_back(self) -> None:
        self.close(None)


def stars_words(stars: int) -> str:
    """The stars of a task, or that it is open."""
    return "*" * stars or "open"
