"""A film of what an answer caused, as it is being shown: which frame it has come to and what it has told. No screen.

The game is always further than the film: only the map, the log and the tray lag behind.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.widgets.animation import Frame

PACES = {"off": 0.0, "quick": 0.4, "full": 1.0}
"""How long a film is, as a share of its usual length, by the setting."""


class Film:
    """Frames still to be shown, and the one that is; empty while the map shows the game as it stands."""

    def __init__(self, frames: Sequence[Frame] = (), happened: Sequence[Event] = ()) -> None:
        self.frame: Frame | None = None
        """The frame that is shown; None before the first."""
        self._frames = list(frames)
        """The frames still to be shown."""
        self._happened = list(happened) if frames else []
        """What the film tells of."""
        self._due = 0.0
        """When the frame that is shown ends, in seconds of some clock."""

    def __bool__(self) -> bool:
        """Whether it runs or is ready to."""
        return self.frame is not None or bool(self._frames)

    @property
    def untold(self) -> int:
        """How many of the last events it has not come to yet."""
        return len(self._happened) - (self.frame.told if self.frame is not None else 0)

    @property
    def unrolled(self) -> int:
        """How many of the last rolls it has not come to yet."""
        return len(rolls_of(self._happened)) - (self.frame.rolled if self.frame is not None else 0)

    def begin(self, now: float) -> None:
        self._due = now

    def go_on(self, now: float) -> bool:
        """Take the next frame whose time has not passed yet; False after the last."""
        found: Frame | None = None
        while self._frames and (found is None or self._due <= now):
            found = self._frames.pop(0)
            self._due += found.seconds
        if found is None or self._due <= now:
            return False
        self.frame = found
        return True

    def rest(self, now: float) -> float:
        """So many seconds the frame is still to be seen."""
        return max(0.0, self._due - now)


def rolls_of(events: Sequence[Event]) -> list[Rolled]:
    """The rolls of which somebody saw the dice."""
    return [event for event in events if isinstance(event, Rolled) and event.dice]
