"""Who of a rallied group takes which part in its action (TC-RALLY-9), and how its units are grouped (TC-RALLY-2)."""

from __future__ import annotations

from attrs import frozen


@frozen
class Part:
    """The parts in the action of a group, by ids."""

    acts: tuple[str, ...]
    """Those who take the action ..."""
    scans: tuple[str, ...] = ()
    """... those who run supporting scans instead (TC-RALLY-12) ..."""
    comes: tuple[str, ...] = ()
    """... and those who only move with the group, which is no action of theirs (TC-RALLY-10)."""

    @property
    def acting(self) -> tuple[str, ...]:
        """Those who have acted with it."""
        return (*self.acts, *self.scans)

    @property
    def moving(self) -> tuple[str, ...]:
        return (*self.acts, *self.scans, *self.comes)
