"""Which keys come from a key that is held down: they arrive without the gap that a finger makes between two presses."""

from __future__ import annotations

from time import monotonic

from attrs import define

UNREAD = 0.35
"""So many seconds a page that came by itself hears no key: nobody has read it yet."""


@define
class KeyGuard:
    """Remembers the key that was to commit something last. Times are those of arrival, in seconds: a key may be heard
    much later than it came, and several at once."""

    arrived: float = 0.0
    """When the last key or click arrived."""
    last: str = ""
    when: float = 0.0
    """When `last` arrived."""

    def holds(self, key: str, gap: float) -> bool:
        """Whether this key arrived within this gap after the same one; what came from a menu counts from now."""
        now = self.arrived if self.arrived > self.when else monotonic()
        held = key == self.last and now - self.when < gap
        self.last, self.when = key, now
        return held
