"""How grades of sight look: a name for the tint and the sign of each, however many a rulebook has.

The best is 'clear' and the worst 'blocked'; the one between two others is 'half'. Of more, each is named by its place
and its label ('grade 1/5 2'): its tint lies so far between the others, and its sign is its label.
"""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine.sight_grades import Scale

BEST, MIDDLE, WORST = "clear", "half", "blocked"
NAMED = "grade "


@lru_cache(maxsize=64)
def states(grades: Scale) -> dict[str, str]:
    """Label -> name of its tint and sign."""
    return {grade.label: _state(grade.label, grade.rank, grade.last) for grade in grades}


def _state(label: str, rank: int, last: int) -> str:
    if rank in (0, last):
        return WORST if rank else BEST
    return MIDDLE if last == 2 else f"{NAMED}{rank}/{last} {label}"


def sign_of(state: str) -> str:
    """The sign of a grade that is none of the three, '' for anything else."""
    return state.rpartition(" ")[2] if state.startswith(NAMED) else ""


def share_of(state: str) -> float | None:
    """How far such a grade is from the best to the worst; None for anything else."""
    if not state.startswith(NAMED):
        return None
    rank, _, last = state.removeprefix(NAMED).partition(" ")[0].partition("/")
    return int(rank) / int(last)
