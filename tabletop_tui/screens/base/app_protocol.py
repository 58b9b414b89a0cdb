"""The app as its screens know it: looks, keys, settings, and the ways from screen to screen, which `app` opens.

It lies below the screens, so it imports none of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve
from textual import events
from textual.app import App
from textual.filter import LineFilter, NoColor
from textual.screen import Screen

from tabletop_tui.keymap import clashes
from tabletop_tui.records import frozen
from tabletop_tui.screens.base.key_repeat import UNREAD
from tabletop_tui.settings import AUTO, SPEEDS, Settings
from tabletop_tui.widgets import glyphs as signs
from tabletop_tui.widgets import terminal_palettes as colours
from tabletop_tui.widgets.palette import Palette

if TYPE_CHECKING:  # nothing of it is shown by the first picture
    from tabletop_tui.play.saved_game_summaries import SavedGame
    from tabletop_tui.play.session import Pace, Session
    from tabletop_tui.rulebook.metadata import About
    from tabletop_tui.rulebook.system import System

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
    zoom: int | None = None
    pace: Pace = "run"
    """run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."""
    delay: float = 0.6
    """Seconds between the answers of a computer opponent."""
    guard: float = 0.08
    """A key that comes again within so many seconds is held down, and commits nothing. Keyboards repeat a key every
    0.02 to 0.05 seconds, once it was held for 0.25 to 0.5; nobody presses one twice within 0.1."""
    patience: float = 0.0
    """So many seconds are spent on finding where a unit can go, before the battle is painted without it at first."""
    signs: str = "auto"
    """auto, unicode or ascii; the flag `ascii` goes before it."""
    animation: str = "off"
    """off, quick or full: whether what an answer caused is shown as a film on the map."""
    digest: str = "never"
    """always, losses or never: when a page tells by itself what happened since the player's last answer."""
    opponent: str = "greedy"
    """Who plays the other side of a small game that is begun from the title."""
    tutor: str = "never"
    """easy, always or never: when somebody is asked whether he is sure before a clear blunder."""
    sure: str = "never"
    """ask or never: whether it is asked once before more is given up than an answer says."""
    light: str = "never"
    """choosing, always or never: when the table is lit by what the unit in hand sees."""
    speed: int = 0
    """How fast the computer plays when a battle opens: an index into the battle screen's speeds."""
    turn_card: str = "never"
    """always, losses or never: when a card comes for the person who sits down."""
    clock: str = "off"
    """The clock of a new game: off, count, or so many minutes for each person."""
    bell: bool = False
    """Whether the terminal's bell is rung when a person is asked again after a computer thought long."""
    vi_keys: bool = False
    """Whether the letters that move the cursor do so even where options are listed."""
    mouse: bool = True

    @property
    def unread(self) -> float:
        """So many seconds a page that came by itself hears no key; a guard that is off is off there too."""
        return max(UNREAD, self.guard) if self.guard else 0.0


def preferred(settings: Settings, options: Options | None = None) -> Options:
    """The options as a player's settings have them; what no setting says stays as it was."""
    return evolve(
        options or Options(),
        palette=None if settings.palette == AUTO else settings.palette,
        signs=settings.signs,
        speed=SPEEDS.index(settings.speed),
        animation=settings.animation,
        digest=settings.digest,
        opponent=settings.opponent,
        tutor=settings.tutor,
        sure=settings.sure,
        light=settings.light,
        pace=cast("Pace", settings.pace),
        turn_card=settings.turn_card,
        clock=settings.clock,
        bell=settings.bell,
        vi_keys=settings.vi_keys,
    )


class Host(App[int]):
    """What every screen may want of the app."""

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
    ) -> None:
        # Our palettes speak for themselves: with ansi_color Textual passes every colour on as it is.
        self.colours = colours.palette("mono")  # the style sheet asks for it before the terminal is known
        super().__init__(ansi_color=True)
        self.options = options or Options()
        self.session = session
        self.settings = settings or Settings()
        self.keymap: dict[str, str] = dict(keymap or {})
        self.next_session: Session | None = None
        """The game that is to be played once this one is left: a rematch."""
        self.warnings = clashes(self.keymap)
        """What a player should know before the first key is pressed."""
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
        named = {"frame": css_colour(self.colours, "dim"), "typed": css_colour(self.colours, "strong")}
        return {**super().get_css_variables(), "paper": self.colours.paper, **named}

    def hear_again(self, event: events.Key) -> None:
        """Let the screen on top hear a key once more, before any later one."""
        raise NotImplementedError

    @property
    def waiting(self) -> int:
        """How many messages wait where keys are heard."""
        screens = {self.screen, self.focused or self.screen} if self.screen_stack else set()
        return sum(one.message_queue_size for one in {self, *screens})

    # ------------------------------------------------------------------ from screen to screen
    def make_screen(self, name: str, *about: Any) -> Screen[Any]:
        """The screen of this name on what it is about, not yet opened."""
        raise NotImplementedError

    def open_screen(self, name: str, *about: Any, then: Callable[[Any], None] | None = None) -> Screen[Any]:
        """Open the screen of this name on what it is about; `then` takes what it answers when it closes."""
        raise NotImplementedError

    def play(self, session: Session) -> None:
        """Open the battle screen on a game."""
        raise NotImplementedError

    def load(self, path: Path, note: Note, watching: bool = False) -> None:
        """Open a saved game, to be played on or watched from its beginning; what is wrong with the file is noted."""
        raise NotImplementedError

    def load_chosen(self, note: Note) -> None:
        """The same for a saved game that is chosen from the list of all."""
        raise NotImplementedError

    def last_unfinished(self) -> SavedGame | None:
        """The game that was played last and is not over."""
        raise NotImplementedError

    def rulebooks(self) -> list[tuple[str, About]]:
        """What is known of every rulebook that is offered, by its id; the easiest first."""
        raise NotImplementedError

    def for_system(self, heading: str, go: Callable[[System], object], note: Note) -> None:
        """Do something for a rulebook: the only one there is, or the one that is chosen."""
        raise NotImplementedError

    def first_game(
        self,
        heading: str,
        guided: bool,
        note: Note,
        done: Callable[[], None],
        people: bool = False,
        of: System | None = None,
    ) -> None:
        """Open the battle screen on a small game of a rulebook, of one that is chosen where `of` names none.

        `done` is called before that.
        """
        raise NotImplementedError

    def leave(self) -> None:
        """A battle is closed: on to the one that was asked for in its place, or out of the app if it began with it."""
        raise NotImplementedError


Note = Callable[[str], None]
"""Says something to the person at the keyboard, on the screen from which something was asked."""


def css_colour(palette: Palette, role: str) -> str:
    """The colour of the letters of a role, as a style sheet writes it: that of frames is what is said in passing."""
    colour = palette.ui[role].color
    if colour is None or colour.is_default:
        return "ansi_default"
    if colour.number is not None and colour.number < len(ANSI_COLORS):
        return ANSI_COLORS[colour.number]
    return colour.get_truecolor().hex
