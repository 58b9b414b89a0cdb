"""The Textual app: palette, glyphs, keymap, and the road from the title to a battle and back.

Until the first picture stands nothing is imported that it does not show: rules, sessions and the other screens come
when they are needed.
"""

from __future__ import annotations

import os
from asyncio import get_running_loop
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve, frozen
from rich.console import Console
from textual import events
from textual.app import App
from textual.driver import Driver
from textual.filter import LineFilter, NoColor
from textual.worker import WorkerFailed

from tabletop_tui.keymap import clashes, read_keymap
from tabletop_tui.process.crash_report import Crash, keeping
from tabletop_tui.process.signals import Stopped, heed
from tabletop_tui.screens.key_flood import restrained
from tabletop_tui.settings import AUTO, SPEEDS, Settings, is_first_run, read_settings
from tabletop_tui.widgets import glyphs as signs
from tabletop_tui.widgets import palette as colours
from tabletop_tui.widgets.styles import Palette

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType

    from tabletop_tui.play.session import Pace, Session
    from tabletop_tui.screens.base import CommandScreen

ANSI_COLORS = tuple(
    f"ansi_{bright}{name}"
    for bright in ("", "bright_")
    for name in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
)
"""The first sixteen colours of a terminal as style sheets name them."""


@frozen
class Options:
    """How the app is to look and behave; None where the terminal decides."""

    ascii: bool = False
    palette: str | None = None
    zoom: int = 1
    pace: Pace = "run"
    """run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."""
    delay: float = 0.6
    """Seconds between the answers of a computer opponent."""
    guard: float = 0.35
    """So many seconds Enter must have rested before it commits again, so that a held key never commits twice."""
    patience: float = 0.0
    """So many seconds are spent on finding where a unit can go, before the battle is painted without it at first."""
    signs: str = "auto"
    """auto, unicode or ascii; the flag `ascii` goes before it."""
    animation: str = "off"
    """off, quick or full: whether what an answer caused is shown as a film on the map."""
    speed: int = 0
    """How fast the computer plays when a battle opens: an index into the battle screen's speeds."""
    hand_over: bool = False
    """Whether the map is hidden between two people's answers."""
    mouse: bool = True


def preferred(settings: Settings, options: Options | None = None) -> Options:
    """The options as a player's settings have them; what no setting says stays as it was."""
    return evolve(
        options or Options(),
        palette=None if settings.palette == AUTO else settings.palette,
        signs=settings.signs,
        speed=SPEEDS.index(settings.speed),
        animation=settings.animation,
        pace=cast("Pace", settings.pace),
        hand_over=settings.hand_over,
    )


class TabletopApp(App[int]):
    """The whole app. It holds what every screen wants to know: colours, signs, keys, options."""

    CSS = """
    Screen { layout: vertical; overflow: hidden; background: $paper; }
    Screen:ansi { background: $paper; }
    ModalScreen, ModalScreen:ansi { background: transparent; }
    """
    ENABLE_COMMAND_PALETTE = False
    TITLE = "tabletop-tui"

    def __init__(
        self,
        session: Session | None = None,
        options: Options | None = None,
        keymap: Mapping[str, str] | None = None,
        settings: Settings | None = None,
        watching: bool = False,
        first_run: bool = False,
    ) -> None:
        # Our palettes speak for themselves: with ansi_color Textual passes every colour on as it is.
        self.colours = colours.palette("mono")  # the style sheet asks for it before the terminal is known
        super().__init__(ansi_color=True)
        self.options = options or Options()
        self.session = session
        self.watching = watching
        """Whether the app begins with the replay of the session, not with playing it on."""
        self.first_run = first_run
        """Whether the welcome comes before the title."""
        self.settings = settings or Settings()
        self.keymap: dict[str, str] = dict(keymap or {})
        self.warnings = clashes(self.keymap)
        """What a player should know before the first key is pressed."""
        self.fault: BaseException | None = None
        """What the program was at fault in, if that ended it."""
        self.stopped = 0
        """The signal that ended the app, if one did."""
        self._choose_looks()

    def _choose_looks(self) -> None:
        name = self.options.palette or colours.choose(self.console.color_system, self.no_color)
        self.colours = colours.palette(name)
        if self.options.ascii or self.options.signs == "ascii":
            self.glyphs = signs.ASCII
        else:
            self.glyphs = signs.UNICODE if self.options.signs == "unicode" else signs.choose(os.environ)

    def apply(self, settings: Settings) -> None:
        """Let these settings count at once, on every screen that is open."""
        self.settings, self.options = settings, preferred(settings, self.options)
        self._choose_looks()
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            for widget in screen.query("Panel, Page, Battlefield"):
                widget.restyle(self.colours, self.glyphs)  # type: ignore[attr-defined]

    def apply_keys(self, keymap: Mapping[str, str]) -> None:
        """Let these keys count at once; what was said of clashes before is said no longer."""
        self.keymap, self.warnings = dict(keymap), clashes(keymap)
        self.set_keymap(self.keymap)

    def get_line_filters(self) -> list[LineFilter]:
        filters = list(super().get_line_filters())
        if not self.colours.colour and not any(isinstance(one, NoColor) for one in filters):
            filters.append(NoColor())
        return filters

    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), "paper": self.colours.paper, "frame": frame_of(self.colours)}

    def on_mount(self) -> None:
        if not self.is_headless:
            heed(self._stop)
            get_running_loop().set_exception_handler(self._task_failed)
        if self.keymap:
            self.set_keymap(self.keymap)
        if self.session is not None:
            (self.replay if self.watching else self.play)(self.session)
        else:
            from tabletop_tui.screens.title import TitleScreen

            self.push_screen(TitleScreen())
            if self.first_run:
                from tabletop_tui.screens.welcome import WelcomeScreen

                self.push_screen(WelcomeScreen(first=True))

    def get_driver_class(self) -> type[Driver]:
        return restrained(super().get_driver_class())

    @property
    def waiting(self) -> int:
        """How many messages wait where keys are heard."""
        screens = {self.screen, self.focused or self.screen} if self.screen_stack else set()
        return sum(one.message_queue_size for one in {self, *screens})

    async def on_event(self, event: events.Event) -> None:
        """Where the terminal is too small to show what a key would do, only leaving is possible."""
        if isinstance(event, events.Key) and self.screen_stack and self.screen.has_class("small"):
            leaving = event.key in ("ctrl+q", "ctrl+c") or (event.character == "Q" and not self.screen.is_modal)
            if not leaving:
                return
        await super().on_event(event)

    # ------------------------------------------------------------------ from screen to screen
    def play(self, session: Session) -> None:
        """Open the battle screen on a game. A first game is explained from where it stands, step by step."""
        from tabletop_tui.screens.battle.screen import BattleScreen
        from tabletop_tui.screens.lessons import lesson_of

        self.session = session
        screen = BattleScreen(session)
        screen.lesson = lesson_of(session)
        if screen.lesson is not None and not screen.lesson.is_over(session) and session.pace == "run":
            session.pace = "step"
        self.push_screen(screen)

    def first_game(self, name: str, guided: bool, asked_by: CommandScreen[None]) -> None:
        """Open the battle screen on a small game of this rulebook; what is wrong is said by the screen that asked."""
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play import new_game
        from tabletop_tui.rulebook.registry import system

        try:
            session = new_game.first_game(system(name), guided)
        except (new_game.BadChoice, BadFile) as error:
            asked_by.note(str(error))
            return
        self.play(session)

    def load(self, path: Path, asked_by: CommandScreen[None]) -> None:
        """Open the battle screen on a saved game; what is wrong with the file is said by the screen that asked."""
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play.session import Session

        try:
            session = Session.load(path, pace=self.options.pace)
        except BadFile as error:
            asked_by.note(str(error))
        else:
            self.play(session)

    def replay(self, session: Session) -> None:
        """Open the replay screen on a game."""
        from tabletop_tui.screens.replay import ReplayScreen

        self.session = session
        self.push_screen(ReplayScreen(session))

    def load_replay(self, path: Path, asked_by: CommandScreen[None]) -> None:
        """Open the replay screen on a saved game from its beginning, as `load` does the battle screen."""
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play.session import Session

        try:
            session = Session.replay(path, 0)
        except BadFile as error:
            asked_by.note(str(error))
        else:
            self.replay(session)

    def leave(self) -> None:
        """From a battle back to the title, or out of the app if it began with the battle."""
        self.pop_screen()
        self.session = None
        if len(self.screen_stack) <= 1:
            self.exit(0)

    # ------------------------------------------------------------------ ends that nobody chose
    def _stop(self, number: int) -> None:
        self.stopped = number
        self.exit(128 + number)

    def _handle_exception(self, error: Exception) -> None:
        """Keep what a player will be told of it once the screen is left."""
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


def frame_of(palette: Palette) -> str:
    """The colour of the frames around boxes, as a style sheet writes it: that of what is said in passing."""
    colour = palette.ui["dim"].color
    if colour is None or colour.is_default:
        return "ansi_default"
    if colour.number is not None and colour.number < len(ANSI_COLORS):
        return ANSI_COLORS[colour.number]
    return colour.get_truecolor().hex


def run(session: Session | None = None, watching: bool = False, **options: Any) -> int:
    """Run the app until it is quit, on a game or from the title; options are those of Options.

    Crash where the program is at fault, Stopped where a signal ended it; the game is saved in either case.
    """
    settings = read_settings()
    if session is None:
        options["pace"] = settings.pace
    chosen = evolve(preferred(settings), **options)
    app = TabletopApp(session, chosen, read_keymap(), settings, watching, session is None and is_first_run())
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
