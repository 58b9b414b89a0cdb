"""Shows the film of what an answer caused on the map.

The game is always further than the film, and any key ends that and then does its own work. Where the film ends in a
screen of its own, the key is still one for the map that was seen when it was pressed. It never puts the turn card away.
On the results it looks at the map, takes back, opens the log or the keys or quits, for there these are the same; every
other key has shown the results, and does no more. So does a key that comes just after them, too early for anybody to
have read them.
"""

from __future__ import annotations

from asyncio import Event as Flag
from collections.abc import Callable, Sequence
from time import monotonic

from textual.timer import Timer

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.screens.battle.film_state import Film
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.widgets.animation import film


class Projector:
    """Runs films on a battle screen, one at a time."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model
        self.still = Flag()
        """Set while no film runs."""
        self.still.set()
        self._timer: Timer | None = None
        self._away = False
        """Whether the map was scrolled to where something happened, perhaps away from the cursor."""
        self._then: Callable[[], object] | None = None

    def load(self, happened: Sequence[Event], before: Scene, pace: float) -> bool:
        """Make ready a film of what led from a scene to that of the model; whether there is anything to see."""
        earlier = self.model.answered
        earlier = earlier[: len(earlier) - len(happened)]
        light = self.model.lamp.light if self.model.lamp is not None else None
        self.model.film = Film(film(happened, before, self.model.scene, pace, earlier, light), happened)
        return bool(self.model.film)

    def roll(self, then: Callable[[], object] | None = None) -> None:
        """Show the film that is ready, then do this; at once where there is none."""
        if not self.model.film:
            if then is not None:
                then()
            return
        self._then = then
        self.model.film.begin(monotonic())
        self.still.clear()
        self._next_frame()

    def _next_frame(self) -> None:
        """The next frame; after the last, the game as it stands."""
        running = self.model.film
        before = running.frame
        if not running.go_on(monotonic()):
            self.finish()
            return
        frame = running.frame
        assert frame is not None
        self.view.field.show(frame.scene)
        self.view.field.mark(frame.marks)
        self.look_at(frame.spot)
        if before is None or (before.told, before.rolled, before.lying) != (frame.told, frame.rolled, frame.lying):
            self.view.draw_log()
        self._timer = self.view.later(running.rest(monotonic()), self._next_frame)

    def look_at(self, spot: str) -> None:
        """Bring a spot into view where it is not."""
        if spot and not self.view.field.shows(spot):
            self.view.field.centre_on(spot)
            self._away = True

    def finish(self) -> bool:
        """Show the game as it stands; whether a film was running."""
        if not self.model.film:
            return False
        if self._timer is not None:
            self._timer.stop()
        self._timer, self.model.film = None, Film()
        self.still.set()
        self.view.field.show(self.model.scene)
        if self._away and self.model.person_asked:
            self.view.field.see_cursor()
            self._away = False
        self.view.redraw_panels()
        then, self._then = self._then, None
        if then is not None:
            then()
        return True

    def drop(self) -> None:
        """No film any more, and nothing after it."""
        self._then = None
        self.finish()
