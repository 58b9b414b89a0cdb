"""What may be asked of the battle screen by the parts that do its commands."""

from __future__ import annotations

from asyncio import Event as Flag
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from textual.geometry import Size
from textual.timer import Timer

from tabletop_tui.bindings import Command, CommandSet
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.question import Answer
from tabletop_tui.screens.base.app_protocol import Host
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.panels import Panels
from tabletop_tui.screens.battle.prompt_lines import Prompt
from tabletop_tui.widgets.map.battlefield import Battlefield

PAUSE = 0.05
"""Seconds after a key, in which nothing else has happened: time for what nobody waits for."""


class Films(Protocol):
    """What shows films of what happened."""

    still: Flag
    """Set while no film runs."""


class View(Protocol):
    """A screen that shows a battle: for commands that only look, in a battle and in a replay."""

    model: BattleModel
    commands: CommandSet
    panels: Panels
    zoom_by_hand: int | None
    """The zoom that the player chose, None where the room decides."""

    @property
    def tabletop(self) -> Host: ...

    @property
    def field(self) -> Battlefield: ...

    @property
    def size(self) -> Size: ...

    def note(self, text: str) -> None:
        """Say something in the prompt line, until the next key."""

    def key_of(self, command_id: str) -> str:
        """The key of a command of the battle as it is printed."""

    def run_command(self, command: Command) -> None: ...

    def later(self, seconds: float, deed: Callable[[], object]) -> Timer:
        """Do something after so many seconds, if the screen is still open then."""

    def lay_cursor(self, spot: str | None) -> None:
        """Lay the cursor on a spot, if one is given."""

    def look_at(self, spot: str) -> None:
        """Bring a spot into view where it is not."""

    def prompt_words(self) -> Prompt:
        """The prompt line and its role."""

    def draw_cursor(self) -> None:
        """Draw what hangs on the cursor."""

    def draw_log(self) -> None: ...

    def draw_status(self) -> None:
        """Draw the top bar."""

    def redraw_panels(self) -> None:
        """Draw everything around the map."""

    def share_room(self, width: int, height: int) -> None:
        """Share the room out among the panels."""


class Play(View, Protocol):
    """A screen on which a battle is played: for commands that make an answer, or change the game."""

    @property
    def projector(self) -> Films: ...

    def cycle(self, spots: list[str], step: int) -> None:
        """Lay the cursor on the next of these spots, on the first if it lies on none."""

    def run_worker(
        self,
        work: Callable[[], Coroutine[Any, Any, None]] | Coroutine[Any, Any, None],
        *,
        group: str,
        exclusive: bool = False,
    ) -> object:
        """Let something go on beside all the rest."""

    def answer(self, answer: Answer) -> bool:
        """Answer the question; refused, the reason is shown and nothing changes."""

    def mark_another(self, answer: Answer) -> None:
        """Mark something else than an answer that was asked about and not confirmed."""

    def give(self, answer: Answer) -> bool:
        """Answer it without a further question; whether it was answered."""

    def do_commit(self) -> None:
        """Do what the prompt line says."""

    def held(self, key: str) -> bool:
        """Whether this key came from one that is held down."""

    def follow_option(self) -> bool:
        """Lay the cursor on the target of the highlighted option, if it has one on the table."""

    def attempt(self, deed: Callable[[], list[Event]]) -> bool:
        """Do something to the game through the session and show what came of it; False if it was refused."""

    def take_back(self, deed: Callable[[], object]) -> None:
        """Take something back through the session."""

    async def ready(self) -> None:
        """Wait until a computer may answer."""

    def show_events(self, happened: list[Event]) -> None:
        """The game has changed: show what came of it."""

    def finish_film(self) -> bool:
        """Show the game as it stands; whether a film was running."""
