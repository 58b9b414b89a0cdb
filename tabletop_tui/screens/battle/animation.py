"""The battle screen while something is shown: the dice tray, and the film of what an answer caused.

The game is always further than the film: only the map, the log and the tray lag behind, and any key ends that and then
does its own work. Where the film ends in a screen of its own, the key is still one for the map that was seen when it
was pressed. It never puts the hand-over away. On the results it looks at the map, takes back, opens the log or the keys
or quits, for there these are the same; every other key has shown the results, and does no more. So does a key that
comes just after them, too early for anybody to have read them.
"""

from __future__ import annotations

from asyncio import Event as Flag
from collections.abc import Callable, Sequence
from time import monotonic

from textual.timer import Timer

from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.side_panel import SideView
from tabletop_tui.widgets.animation import Frame, film, shot_line, unit_at
from tabletop_tui.widgets.dice_tray import tray_lines
from tabletop_tui.widgets.map.marks import Marks

PACES = {"off": 0.0, "quick": 0.4, "full": 1.0}
"""How long a film is, as a share of its usual length, by the setting."""


class MotionView(SideView):
    """The battle screen's view with the tray and the films."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.rolls: list[Rolled] = []
        """The rolls that lie in the dice tray, the last one last."""
        self.frame: Frame | None = None
        """The frame that is shown; None while the map shows the game as it stands."""
        self.still = Flag()
        """Set while no film runs."""
        self.still.set()
        self._frames: list[Frame] = []
        """The frames still to be shown."""
        self._happened: list[Event] = []
        """What the film tells of."""
        self._due = 0.0
        self._timer: Timer | None = None
        self._away = False
        """Whether the map was scrolled to where something happened, perhaps away from the cursor."""
        self._then: Callable[[], object] | None = None

    # ------------------------------------------------------------------ the film
    def film_pace(self) -> float:
        """The length of films as a share of the usual one; 0 for none."""
        return PACES[self.tabletop.options.animation]

    @property
    def filming(self) -> bool:
        """Whether a film runs or is ready to."""
        return self.frame is not None or bool(self._frames)

    def show_game(self, happened: Sequence[Event] = ()) -> bool:
        """As in every view; but where there is a film of what happened, the table stays as it is until it has run."""
        self.finish_film()
        painter, pace = self.field.painter, self.film_pace() if happened else 0.0
        if painter is None or not pace:
            return super().show_game()
        before = painter.scene
        self.look_at_game()
        if painter.same_table(self.scene):
            earlier = self.answered()
            earlier = earlier[: len(earlier) - len(happened)]
            self._frames, self._happened = film(happened, before, self.scene, pace, earlier), list(happened)
        if not self._frames:
            self._happened = []
            self.field.show(self.scene)
        return False

    def roll_film(self, then: Callable[[], object] | None = None) -> None:
        """Show the film that is ready, then do this; at once where there is none."""
        if not self._frames:
            if then is not None:
                then()
            return
        self._then, self._due = then, monotonic()
        self.still.clear()
        self._next_frame()

    def _next_frame(self) -> None:
        """The next frame whose time has not passed yet; after the last, the game as it stands."""
        now = monotonic()
        frame: Frame | None = None
        while self._frames and (frame is None or self._due <= now):
            frame = self._frames.pop(0)
            self._due += frame.seconds
        if frame is None or self._due <= now:
            self.finish_film()
            return
        self._show_frame(frame)
        self._timer = self.set_timer(max(0.0, self._due - monotonic()), self._next_frame)

    def _show_frame(self, frame: Frame) -> None:
        before, self.frame = self.frame, frame
        self.field.show(frame.scene)
        self.field.mark(frame.marks)
        self.look_at(frame.spot)
        if before is None or (before.told, before.rolled, before.lying) != (frame.told, frame.rolled, frame.lying):
            self.draw_log()

    def look_at(self, spot: str) -> None:
        """Bring a spot into view where it is not."""
        if spot and not self.field.shows(spot):
            self.field.centre_on(spot)
            self._away = True

    def finish_film(self) -> bool:
        """Show the game as it stands; whether a film was running."""
        if not self.filming:
            return False
        if self._timer is not None:
            self._timer.stop()
        self._timer, self.frame = None, None
        self._frames, self._happened = [], []
        self.still.set()
        self.field.show(self.scene)
        if self._away and self.person_asked:
            self.field.see_cursor()
            self._away = False
        self.redraw_panels()
        then, self._then = self._then, None
        if then is not None:
            then()
        return True

    def drop_film(self) -> None:
        """No film any more, and nothing after it."""
        self._then = None
        self.finish_film()

    @property
    def untold(self) -> int:
        """How many of the last events the film has not come to yet."""
        return len(self._happened) - self.frame.told if self.frame is not None else len(self._happened)

    @property
    def unit_here(self) -> str:
        """The unit under the cursor; while a film runs, the one that stands there in truth."""
        if not self.filming:
            return super().unit_here
        return unit_at(self.scene, self.field.cursor)

    def marks(self) -> Marks:
        if self.frame is not None:
            return self.frame.marks
        marks = super().marks()
        if self.session.held is not None:
            marks.sight = shot_line(self.answered(), self.scene)
        return marks

    def answered(self) -> list[Event]:
        """What has come of the last answer so far."""
        return self.session.history[-1].events if self.session.history else []

    # ------------------------------------------------------------------ the dice tray
    def take_rolls(self, happened: list[Event]) -> None:
        """Fresh rolls drive the old ones out of the tray; those of one answer lie there together."""
        if rolls := rolls_of(happened):
            same = self.answered()
            self.rolls = [roll for roll in self.rolls if any(roll is event for event in same)] + rolls

    def rolls_shown(self) -> list[Rolled]:
        """The rolls in the tray, as far as the film has come."""
        hidden = len(rolls_of(self._happened)) - (self.frame.rolled if self.frame is not None else 0)
        return self.rolls[: len(self.rolls) - hidden]

    def draw_log(self) -> None:
        """The log and the tray; where the tray has no room of its own, rolling dice take the log's."""
        lying = self.frame.lying if self.frame is not None else None
        panel = self.panel("tray")
        narrow = not panel.display
        if not narrow or lying is None:
            super().draw_log()
        if narrow and lying is None:
            return
        panel = self.panel("log") if narrow else panel
        width, height = panel.size
        held = None if self.filming else self.session.held
        looks = self.tabletop.colours, self.tabletop.glyphs
        lines = tray_lines(self.rolls_shown(), held, lying, (width - 2, height), *looks)
        panel.show([[(" ", "text"), *line] for line in lines])


def rolls_of(events: list[Event]) -> list[Rolled]:
    """The rolls of which somebody saw the dice."""
    return [event for event in events if isinstance(event, Rolled) and event.faces]
