"""The Textual app: palette, glyphs, keymap, and the road from the title to a battle and back.

Until the first picture stands nothing is imported that it does not show: rules, sessions and the other screens come
when they are needed.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable, Mapping
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve
from rich.console import Console
from textual.driver import Driver
from textual.screen import Screen
from textual.worker import WorkerFailed

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.keymap import read_keymap
from tabletop_tui.process.app_signals import Stopped, heed
from tabletop_tui.process.crash_report import Crash, keeping
from tabletop_tui.screens.base.app_protocol import Note, Options, preferred
from tabletop_tui.screens.base.key_flood import restrained
from tabletop_tui.screens.base.key_queue import OneByOne
from tabletop_tui.settings import Settings, is_first_run, read_settings

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tabletop_tui.play.saved_game_summaries import SavedGame
    from tabletop_tui.play.session import Session
    from tabletop_tui.rulebook.metadata import About
    from tabletop_tui.rulebook.system import System

HERE = "tabletop_tui.screens"
SCREENS = {
    "analysis": "after.analysis:AnalysisScreen",
    "battle": "battle.screen:open_battle",
    "briefing": "start.briefing:BriefingScreen",
    "builder": "forces.force_builder:open_builder",
    "chapters": "learning.chapters:ChaptersScreen",
    "force task": "forces.force_task:ForceTaskScreen",
    "keymap": "options.keymap:KeymapScreen",
    "keys": "rulebook.help_page:HelpPage",
    "edit battle": "editor.editor_start:open_battle",
    "edit file": "editor.editor_start:open_file",
    "editor": "editor.editor_start:open_editor",
    "odds": "rulebook.shot_calculator_page:OddsPage",
    "own games": "after.own_games:OwnGamesScreen",
    "own table": "editor.editor_start:OwnTable",
    "table": "editor.own_table_start:TableDoor",
    "lesson": "battle.lesson_screen:LessonScreen",
    "lesson editor": "editor.lesson_editor:begun",
    "new game": "start.new_game:NewGameScreen",
    "pool": "battle.pages.muster_page:PoolScreen",
    "replay": "after.replay:ReplayScreen",
    "results": "after.results:ResultsScreen",
    "rules": "rulebook.rules:RulesScreen",
    "scenario": "start.scenario_preview:ScenarioScreen",
    "settings": "options.settings:SettingsScreen",
    "title": "start.title:TitleScreen",
    "welcome": "start.welcome:WelcomeScreen",
}
"""What makes each screen that is opened by its name: it is imported then, not before the first picture."""


class TabletopApp(OneByOne):
    """The whole app: it opens the screens, and sees to ends that nobody chose."""

    def __init__(
        self,
        session: Session | None = None,
        options: Options | None = None,
        keymap: Mapping[str, str] | None = None,
        settings: Settings | None = None,
        watching: bool = False,
        first_run: bool = False,
        lessons: tuple[str, str] | None = None,
        editing: tuple[str, Path | None] | tuple[str, Path | None, str] | None = None,
    ) -> None:
        super().__init__(session, options, keymap, settings)
        self.watching = watching
        """Whether the app begins with the replay of the session, not with playing it on."""
        self.lessons = lessons
        """The rulebook of which the app begins with the lessons, and the one to take, '' for none."""
        self.editing = editing
        """The rulebook ('' for one that is chosen) or the file with whose editor the app begins, and by which door."""
        self.first_run = first_run
        """Whether the welcome comes before the title."""
        self.fault: BaseException | None = None
        """What the program was at fault in, if that ended it."""
        self.stopped = 0
        """The signal that ended the app, if one did."""

    def on_mount(self) -> None:
        if not self.is_headless:
            heed(self._stop)
            get_running_loop().set_exception_handler(self._task_failed)
        if self.keymap:
            self.set_keymap(self.keymap)
        if self.session is not None:
            (self.replay if self.watching else self.play)(self.session)
        else:
            self.open_screen("title")
            if self.lessons is not None:
                self.learn(*self.lessons)
            elif self.editing is not None:
                self.edit(*self.editing)
            elif self.first_run:
                self.open_screen("welcome", True)

    def get_driver_class(self) -> type[Driver]:
        return restrained(super().get_driver_class())

    # ------------------------------------------------------------------ from screen to screen
    def make_screen(self, name: str, *about: Any) -> Screen[Any]:
        module, _, maker = SCREENS[name].partition(":")
        screen: Screen[Any] = getattr(import_module(f"{HERE}.{module}"), maker)(*about)
        return screen

    def open_screen(self, name: str, *about: Any, then: Callable[[Any], None] | None = None) -> Screen[Any]:
        screen = self.make_screen(name, *about)
        self.push_screen(screen, then)
        return screen

    def play(self, session: Session) -> None:
        self.session = session
        self.open_screen("battle", session)

    def learn(self, system_id: str, lesson: str) -> None:
        """Open the lessons of a rulebook, and take one of them."""
        from tabletop_tui.rulebook.registry import system

        self.open_screen("chapters", system(system_id), lesson)

    def edit(self, system_id: str, path: Path | None = None, door: str = "own table") -> None:
        """Open the editor: of a file, or where a table of one's own begins, or a game on it (`door`)."""
        from tabletop_tui.rulebook.registry import system

        if path is not None:
            self.open_screen("edit file", path)
        elif system_id:
            self.open_screen(door, system(system_id))
        else:
            self.for_system(
                "Your own table for which rulebook?", lambda found: self.open_screen(door, found), lambda _: None
            )

    def replay(self, session: Session) -> None:
        """Open the replay screen on a game."""
        self.session = session
        self.open_screen("replay", session)

    def load(self, path: Path, note: Note, watching: bool = False) -> None:
        from tabletop_tui.play.session import Session

        try:
            session = Session.replay(path, 0) if watching else Session.load(path, pace=self.options.pace)
        except BadFile as error:
            note(str(error))
        else:
            (self.replay if watching else self.play)(session)

    def load_chosen(self, note: Note) -> None:
        from tabletop_tui.screens.start.saved_games import SavedGames

        games = SavedGames()

        def load(path: str | None) -> None:
            if path and games.analysing:
                self.analyse(Path(path), note)
            elif path:
                self.load(Path(path), note, games.watching)

        self.push_screen(games, load)

    def analyse(self, path: Path, note: Note) -> None:
        """Open the analysis of a saved game."""
        from tabletop_tui.play.session import Session

        try:
            self.open_screen("analysis", Session.replay(path), path)
        except BadFile as error:
            note(str(error))

    def last_unfinished(self) -> SavedGame | None:
        from tabletop_tui.play import saved_game_summaries

        return saved_game_summaries.last_unfinished()

    def rulebooks(self) -> list[tuple[str, About]]:
        from tabletop_tui.rulebook.registry import about, system_ids

        return sorted(((name, about(name)) for name in system_ids()), key=lambda one: one[1].rank)

    def for_system(self, heading: str, go: Callable[[System], object], note: Note) -> None:
        from tabletop_tui.screens.start import choose_system

        choose_system.for_system(self, heading, go, note)

    def first_game(
        self,
        heading: str,
        guided: bool,
        note: Note,
        done: Callable[[], None],
        people: bool = False,
        of: System | None = None,
    ) -> None:
        from tabletop_tui.screens.start import choose_system

        choose_system.first_game(self, heading, guided, note, done, people, of)

    def leave(self) -> None:
        self.session, following, self.next_session = None, self.next_session, None
        if following is not None:
            self.play(following)
        elif len(self.screen_stack) <= 1:
            self.exit(0)

    # ------------------------------------------------------------------ ends that nobody chose
    def _stop(self, number: int) -> None:
        self.stopped = number
        self.exit(128 + number)

    def _handle_exception(self, error: Exception) -> None:
        """Keep what a player will be told of it once the screen is left.

        A screen that a signal cut short while it opened has no fault: it lacks what it had not come to yet.
        """
        if self.stopped:
            return
        self.failed(error.error if isinstance(error, WorkerFailed) else error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave the screen as after any end, without Textual's traceback."""
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """The same for what goes wrong where keys are read."""
        said = StringIO()
        Console(file=said, width=120, color_system=None).print(*renderables)
        fault = OSError("keys can no longer be read")
        fault.__cause__ = RuntimeError(said.getvalue())
        self.failed(fault)
        super().panic()

    def _task_failed(self, _: object, context: Mapping[str, Any]) -> None:
        """The same for a task that nobody waits for; what fails on the way out was cut short, and is no fault."""
        error = context.get("exception")
        if isinstance(error, Exception) and not self._exit:
            self._handle_exception(error)

    def failed(self, error: BaseException) -> None:
        """Keep the first fault, and with it where the game is."""
        if self.fault is None:
            self.fault = error
            if self.session is not None and self.session.journal is not None:
                error.add_note(keeping(self.session.journal.path))


def run(
    session: Session | None = None,
    watching: bool = False,
    lessons: tuple[str, str] | None = None,
    editing: tuple[str, Path | None] | tuple[str, Path | None, str] | None = None,
    **options: Any,
) -> int:
    """Run the app until it is quit, on a game, a lesson, the editor or from the title; options are those of Options.

    Crash where the program is at fault, Stopped where a signal ended it; the game is saved in either case.
    """
    settings = read_settings()
    if session is None:
        options["pace"] = settings.pace
    chosen = evolve(preferred(settings), **options)
    app = TabletopApp(
        session, chosen, read_keymap(), settings, watching, session is None and is_first_run(), lessons, editing
    )
    code = None
    try:
        code = app.run(mouse=chosen.mouse and settings.mouse)
    except (Exception, SystemExit) as fault:
        app.failed(fault)
    if app.session is not None:
        app.session.make_safe()
    if app.fault is not None:
        raise Crash from app.fault
    if app.stopped:
        raise Stopped(app.stopped)
    return code or 0
