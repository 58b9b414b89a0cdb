"""How well something is seen, in the grades that a rulebook names: from the best to the worst, as many as it has."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.records import frozen


@frozen
class Grade:
    """One grade of sight. A rulebook names its grades and puts them in order with `scale`."""

    label: str
    """One character, which stands for it in overlays and answers of `System.view`."""
    word: str
    """'half cover', for legends, lists and the status line."""
    short: str = ""
    """The same where there is little room."""
    mood: str = ""
    """How it is said: good, fair, bad, dim, or '' plain."""
    rank: int = 0
    """0 for the best ..."""
    last: int = 0
    """... and this for the worst of its scale."""

    @property
    def brief(self) -> str:
        return self.short or self.word


Scale = tuple[Grade, ...]


def scale(*grades: Grade) -> Scale:
    """Grades in their order, the best first; the last is what is not seen at all."""
    return tuple(evolve(grade, rank=rank, last=len(grades) - 1) for rank, grade in enumerate(grades))


CLEAR = Grade(".", "clear", mood="good")
HALF = Grade("h", "half cover", "half", "fair")
UNSEEN = Grade("x", "no sight", "no", "dim")
COVERED = scale(CLEAR, HALF, UNSEEN)
"""Sight that is clear, half or none."""
SEEN = scale(Grade(CLEAR.label, "in sight", "seen", "good"), Grade(UNSEEN.label, "out of sight", "no", "dim"))
"""Sight that is or is not."""


def graded(grades: Scale, label: str) -> Grade | None:
    """The grade with this label; None if there is none."""
    return next((grade for grade in grades if grade.label == label), None)
