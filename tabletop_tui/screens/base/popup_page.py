"""Pages over the map that come by themselves: which keys are meant for them, told by when each key arrived."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual import events
from textual.timer import Timer

from tabletop_tui.records import frozen
from tabletop_tui.screens.base.key_repeat import KeyGuard
from tabletop_tui.screens.base.map_pages import MapPage
from tabletop_tui.widgets.map.shared.page_marks import Look


@frozen
class Below:
    """The battle under such a page."""

    guard: KeyGuard
    """Remembers the keys that arrived last."""
    is_command: Callable[[events.Key], bool]
    """Whether a key is a command of the battle, and surely no answer."""
    hear: Callable[[events.Key], object]
    """Lets the battle hear a key once the page is away."""


class Unbidden(MapPage):
    """A page that may come while somebody is about to press a key for the map.

    A command is done at once, in place of the page. The keys that put it away do that if they came after it was seen,
    and not from a key that is held down: that is known a moment later, when no other has followed without a gap.
    """

    by_itself = True
    """Whether nobody asked for it."""
    own_keys: tuple[str, ...] = ()
    """The page's own keys that would be commands of the battle."""

    def __init__(self, look: Look, below: Below) -> None:
        super().__init__(look)
        self.below = below
        self.seen_at = monotonic()
        """When it was painted first, in seconds."""
        self._leaves: Timer | None = None
        """Puts it away, unless the key turns out to be held down."""

    def draw(self) -> None:
        if not self.page.lines:
            self.seen_at = monotonic()
        super().draw()

    def on_key(self, event: events.Key) -> None:
        closes = event.key in self.close_keys or event.character in self.close_keys
        if self.by_itself and closes and not self.has_class("aside"):
            event.stop()
            event.prevent_default()
            self._put_away(event)
        elif self.by_itself and event.character not in self.own_keys and self.is_command(event):
            event.stop()
            event.prevent_default()
            self.hand_on(event)
        else:
            super().on_key(event)

    def _put_away(self, event: events.Key) -> None:
        gap = self.tabletop.options.guard
        held = self.is_held(event)
        follows = self._leaves is not None
        if self._leaves is not None:
            self._leaves.stop()
            self._leaves = None
        if held or event.time < self.seen_at:
            return
        if gap and not follows:
            self._leaves = self.set_timer(gap, self.close)
        else:
            self.close()

    def is_held(self, event: events.Key) -> bool:
        """Whether a key came without the gap that a finger makes after the same one, here or in the battle."""
        self.below.guard.arrived = event.time
        return self.below.guard.holds(event.key, self.tabletop.options.guard)

    def is_early(self, event: events.Key) -> bool:
        """Whether nobody can have read the page when this key was pressed."""
        return event.time < self.seen_at + self.tabletop.options.unread

    def is_command(self, event: events.Key) -> bool:
        """Whether the battle is to hear a key although nobody has read the page."""
        return self.below.is_command(event)

    def hand_on(self, event: events.Key) -> None:
        """Go, and let the battle hear the key."""
        if self.close():
            self.below.hear(event)

    def take_for_map(self, event: events.Key) -> None:
        """A command that was asked for while the film ran is not lost; an answer is: another person gives it now."""
        if self.is_command(event):
            self.hand_on(event)
