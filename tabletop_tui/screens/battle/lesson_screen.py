"""A lesson or a puzzle on the battle screen: judged after each answer, hints at a key, then on to the next task."""

from __future__ import annotations

from asyncio import Event, to_thread
from collections.abc import Callable, Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.bindings import Command
from tabletop_tui.engine.events import Event as Happening
from tabletop_tui.engine.question import Pick, Split
from tabletop_tui.rulebook.goal_files import goal_places
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.verdict import Verdict
from tabletop_tui.screens.base import gc_tuning
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.panel_layout import Content, Wishes
from tabletop_tui.screens.battle.panels import BattlePanel
from tabletop_tui.screens.battle.prompt_lines import Prompt
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.learning.lesson_course import go_on, put_down
from tabletop_tui.screens.learning.lesson_lines import LessonLines
from tabletop_tui.screens.learning.prompt_guidance import battle_keys
from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.styled_text import TextLine, width_of

BELOW = 5
"""The rows below and above the map at least: status, prompt, hints, two of the log."""
BESIDE = 24
"""The columns that the panels beside the map take at least."""
CHOOSE = "Choose first: Tab, an arrow or its key marks an answer; Enter then takes what you marked"
JUDGED = "This task is judged: Enter goes on, and the way back is in the line above"
AFTER = ("commit", "waypoint")
ON_BY_ITSELF = ("run-ahead", "step", "faster", "pace")
"""Commands that let the game run on: they wait once a task is judged."""


class LessonScreen(BattleScreen):
    """One task of a lesson; the next one opens in its place."""

    def __init__(self, run: LessonRun, learner: Learner) -> None:
        super().__init__(run.session)
        self.run, self.learner = run, learner
        self.lines = LessonLines(run, learner.home)
        self.model.lesson = self.lines
        self.farther = 0
        """So many zooms farther than thought: all that a task speaks of is in view."""
        self._graded: Verdict | None = None
        self._prepared = Event()
        """Set when the chances of the task are worked out."""
        self._early: Callable[[], object] | None = None
        """What the learner wanted of the game before that; it is done as soon as they are."""

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._prepare(), group="chances")

    async def _prepare(self) -> None:
        """Work the chances out while the learner reads."""
        try:
            await to_thread(self.run.prepare)
        finally:
            self._prepared.set()
        if self._early is not None:
            early, self._early = self._early, None
            early()

    async def ready(self) -> None:
        await self._prepared.wait()

    def _has_to_wait(self, deed: Callable[[], object]) -> bool:
        """Whether the chances are not known yet: a verdict needs them, and they need the game as it stands."""
        if self._prepared.is_set():
            return False
        self._early = deed
        self.note("The chances are still being worked out; then this is done")
        return True

    def attempt(self, deed: Callable[[], list[Happening]]) -> bool:
        return not self._has_to_wait(partial(self.attempt, deed)) and super().attempt(deed)

    def take_back(self, deed: Callable[[], object]) -> None:
        if not self._has_to_wait(partial(self.take_back, deed)):
            super().take_back(deed)

    # ------------------------------------------------------------------ judging
    def take_in(self, happened: Sequence[Happening] = ()) -> None:
        verdict = self.run.look()
        if happened:
            self.lines.hint = None
            self.model.sighting = None
        if verdict is not self._graded:
            self._graded = verdict
            if verdict is not None:
                self._keep(verdict)
        super().take_in(happened)
        if self.run.by_runs and verdict is None and self.session.waits_for_person:
            self._prepared.clear()
            self.run_worker(self._prepare(), group="chances")

    def _keep(self, verdict: Verdict) -> None:
        """Put down what came of the task."""
        if said := put_down(self.run, self.learner, verdict):
            self.note(said)

    @property
    def wishes(self) -> Wishes:
        """Without the log where the whole table is in view only so."""
        found = super().wishes
        tallest = self.size.height - BELOW - self.lesson_rows
        too_tall = self.field.painter is not None and super().content().maps[0][1] > tallest
        return evolve(found, hidden=found.hidden | {"log"}) if too_tall else found

    def content(self) -> Content:
        """A lesson opens at the nearest zoom at which its whole table is seen, so that all it speaks of is in view."""
        found = super().content()
        rows, columns = self.size.height - BELOW - self.lesson_rows, self.size.width - BESIDE
        whole = [zoom for zoom, (wide, high) in enumerate(found.maps) if high <= rows and wide <= columns]
        nearest = max(0, max(whole, default=0) - self.farther)
        maps = found.maps if self.zoom_by_hand is not None else found.maps[: nearest + 1]
        return evolve(found, play=min(found.play, nearest), readable=0, maps=maps)

    def on_battle_panel_resized(self, event: BattlePanel.Resized) -> None:
        super().on_battle_panel_resized(event)
        self.call_after_refresh(self._show_all)

    def _show_all(self) -> None:
        """Where the whole table does not fit, lay the middle of all units into the middle of the view."""
        spots = [place for spot in self.model.where.values() if (place := parse_spot(spot)) is not None]
        begun = any(entry.person for entry in self.session.history)
        if begun or not spots or all(map(self.field.shows, self.model.where.values())):
            return
        (left, right), (top, bottom) = ((min(of), max(of)) for of in zip(*spots, strict=True))
        self.field.centre_on(spot_text(((left + right) / 2, (top + bottom) / 2)))
        if not all(map(self.field.shows, self.model.where.values())) and self.field.zoom and self.zoom_by_hand is None:
            self.farther += 1  # the panels took more room than they were thought to
            self.share_room(self.size.width, self.size.height)

    def marks(self) -> Marks:
        """What the goal and the hints speak of is marked, as long as the task is open."""
        marks = super().marks()
        if self.run.verdict is not None or self.model.film.frame is not None:
            return marks
        hint = self.lines.hint
        named = [*goal_places(self.run.task.goal.wanted), *(hint.mark if hint is not None else ())]
        units = frozenset(self.model.where[one] for one in named if one in self.model.where)
        places = tuple(one for one in dict.fromkeys(named) if one not in self.model.where and self.model.has(one))
        return evolve(marks, targets=marks.targets | units | {*places}, waypoints=(*marks.waypoints, *places))

    # ------------------------------------------------------------------ keys
    def take_key(self, draft: Draft, key: str, character: str) -> bool:
        return self.run.verdict is None and super().take_key(draft, key, character)

    def why_not(self, command: Command) -> str:
        name = command.id.removeprefix("battle.")
        if self.run.verdict is not None:
            if name in AFTER:
                return ""
            if name in ON_BY_ITSELF:
                return JUDGED
        return super().why_not(command)

    def commit(self) -> bool:
        """Answer the question; what nobody has chosen is not taken, for a mere Enter must neither solve nor fail."""
        if self.run.verdict is None and is_unchosen(self.model.draft):
            self.note(CHOOSE)
            return False
        return super().commit()

    def do_back(self) -> None:
        """Back out of what is being chosen; where nothing is, out of the lesson."""
        if self.run.verdict is not None or not self.session.history:
            draft, model = self.model.draft, self.model
            if not (model.mode or model.tape or model.overlay_name or (draft is not None and draft.back())):
                self.do_quit()
                return
        self.navigation.do_back()

    def do_commit(self) -> None:
        verdict = self.run.verdict
        if verdict is None or self.model.mode:
            super().do_commit()
        elif not self.held("enter"):
            self._go_on()

    def do_hint(self) -> None:
        hint = self.run.hint()
        self.lines.hint = hint
        if self.run.verdict is not None:
            self.note(f"Hint {self.run.hints}: {hint.say}")
        self.redraw_panels()

    def do_again(self) -> None:
        self.take_back(self.run.again)

    def _show_result(self) -> None:
        """The verdict says what came of it; a lesson has no page of results."""

    def prompt_words(self) -> Prompt:
        if self.run.verdict is not None and not self.model.notice and not self.model.film:
            return Prompt(self.lines.ways_on(battle_keys(self.tabletop.keymap)), "prompt")
        return super().prompt_words()

    def draw_prompt(self) -> None:
        if self.run.verdict is None:
            super().draw_prompt()
        else:  # whoever would be asked next, it is for the learner to go on
            self.panels.prompt.tell(None, self.model.names, *self.prompt_words())

    def hint_line(self, width: int) -> TextLine:
        leave: TextLine = [(" ", "hint"), *self.hint("battle.quit")[:1], (" leave ", "hint")]
        if self.run.verdict is None and self.session.history:
            return [*leave, *super().hint_line(width - width_of(leave))]
        leave = [(" ", "hint"), *self.hint("battle.back")[:1], (" leave ", "hint")]
        if self.run.verdict is None:
            return [*leave, *super().hint_line(width - width_of(leave))]
        names = ("commit", "undo", "again", "hint", "rules", "log", "look")
        return [*leave, *self.hints([f"battle.{name}" for name in names], width - width_of(leave), "battle.keys")]

    # ------------------------------------------------------------------ on
    def _go_on(self) -> None:
        """The next task; after the last one back to the page of chapters."""
        if said := go_on(self, self.run, self.learner, self.do_quit, self._close):
            self.note(said)

    def do_quit(self) -> None:
        self._close()
        if self.close():
            self.tabletop.leave()

    def _close(self) -> None:
        self.pace.end()
        self.projector.drop()
        self.workers.cancel_all()
        gc_tuning.release()


def is_unchosen(draft: Draft | None) -> bool:
    """Whether there are several answers and nobody has marked one."""
    if draft is None or draft.chosen or not isinstance(draft.question, Pick | Split):
        return False
    legal = [option for option in draft.question.options if option.refusal is None]
    if isinstance(draft.question, Split):
        return len(legal) > 1 and max(draft.shares.values(), default=0) == draft.question.total
    return len(legal) > 1
