"""Cover (TC-COVER-1): the bands of the hidden share, and what each takes off the number to hit."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.sight_grades import Grade, scale
from tabletop_tui.table.bases import TINY


@frozen
class Band:
    """A band of the hidden share."""

    word: str
    modifier: int
    rule: str
    grade: Grade


OPEN = Band("no cover", 0, "TC-COVER-2", Grade("0", "no cover", "none", "good"))
MINOR = Band("minor cover", -1, "TC-COVER-3", Grade("1", "minor cover", "minor", "good"))
HALF = Band("half cover", -2, "TC-COVER-4", Grade("2", "half cover", "half", "fair"))
HEAVY = Band("heavy cover", -3, "TC-COVER-5", Grade("3", "heavy cover", "heavy", "bad"))
BLOCKED = Band("blocked", -6, "TC-COVER-6", Grade("x", "blocked", "no", "dim"))
GRADES = scale(*(band.grade for band in (OPEN, MINOR, HALF, HEAVY, BLOCKED)))


def band(share: float) -> Band:
    """The band of a hidden share, from 0 to 1."""
    if share >= 1 - TINY:
        return BLOCKED
    if share <= 0.10 + TINY:
        return OPEN
    if share < 0.25 - TINY:
        return MINOR
    return HALF if share <= 0.75 + TINY else HEAVY
