"""The log as it is searched: which of its entries are shown, by words, by unit, by gravity. Knows no screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import define

from tabletop_tui.engine.events import (
    Began,
    Closed,
    Ended,
    Event,
    Fell,
    FlagFell,
    Harmed,
    Narrated,
    Noted,
    Scored,
    Status,
    TakenBack,
)

GRAVITIES = ("everything", "what counts", "losses")
"""How grave an entry has to be to be shown, from all to only the worst."""


def gravity(event: Event) -> int:
    """2 for what ends a unit, a round or the game, or hurts; 1 for what changes something else; 0 for all the rest."""
    if isinstance(event, Fell | Ended | Closed | Narrated) or (isinstance(event, Harmed) and event.amount > 0):
        return 2
    if isinstance(event, Began) and event.level == "round":
        return 2
    return int(isinstance(event, Scored | Status | Noted | TakenBack | FlagFell | Harmed | Began))


@define
class LogFilter:
    """What of the log is wanted."""

    words: str = ""
    unit: str = ""
    least: int = 0
    """How grave an entry has to be, an index into GRAVITIES."""

    def fits(self, event: Event) -> bool:
        if gravity(event) < self.least or (self.unit and not about(event, self.unit)):
            return False
        told = f"{event.text} {' '.join(event.rules)}".lower()
        return all(word in told for word in self.words.lower().split())

    def places(self, events: Sequence[Event]) -> list[int]:
        """Which of these events are shown, counted from 0."""
        return [place for place, event in enumerate(events) if self.fits(event)]

    @property
    def said(self) -> str:
        """What it leaves, in a few words."""
        parts = [GRAVITIES[self.least]] if self.least else []
        parts += [f"of {self.unit}"] if self.unit else []
        parts += [f"with '{self.words}'"] if self.words else []
        return " ".join(parts) or GRAVITIES[0]


def units_of(event: Event) -> list[str]:
    """The units that an event names in its fields, whom it is about first."""
    named = [getattr(event, name, "") for name in ("unit", "target", "by")]
    return [unit for unit in dict.fromkeys(named) if unit]


def about(event: Event, unit: str) -> bool:
    """Whether an event tells of a unit, in its fields or by name."""
    return unit in units_of(event) or re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", event.text) is not None
