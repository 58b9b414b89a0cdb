"""What a first game tells a learner: for each question a sentence on what to do and one on why.

A rulebook keeps it as guide.toml in its package; where that says nothing of a question, its reference does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import System


@frozen
class GuideHint:
    """What to do now, and why, where this rule is behind the question.

    A name in braces, as {undo}, stands for the key of that command of the battle.
    """

    rule: str
    now: str
    why: str


@frozen
class Guide:
    """A first game: its scenario (by id), the seed of its dice, and its hints."""

    scenario: str
    seed: int
    hints: tuple[GuideHint, ...]
    bookkeeping: tuple[str, ...] = ()
    """Rules, with * for any ending, that a lesson may meet before they are taught: set-up, the order of steps."""
    aim: tuple[tuple[str, str], ...] = ()
    """What the first page of the lessons says of the game: a word, and a sentence on it; each names facts of rules."""
    words: tuple[tuple[str, str], ...] = ()
    """Short words of cards and lists, and what each says, for the legend of the screen."""
    forces: tuple[str, ...] = ()
    """The forces of its seats, by id, with which a beginner wins as often as not; those of the scenario if left out."""

    def hint(self, rules: Sequence[str]) -> GuideHint | None:
        """The first hint whose rule is among these, None if there is none."""
        return next((hint for hint in self.hints if hint.rule in rules), None)


def read_guide(package: str) -> Guide | None:
    """The guide of a rules package, None if it has none."""
    file = files(package).joinpath("guide.toml")
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return Guide(
        data["scenario"],
        data["seed"],
        tuple(GuideHint(**hint) for hint in data["hint"]),
        tuple(data.get("bookkeeping", ())),
        tuple(data.get("aim", {}).items()),
        tuple(data.get("words", {}).items()),
        tuple(data.get("forces", ())),
    )


def guide_of(system: System) -> Guide | None:
    """The guide that a system offers, None if it offers none."""
    found = getattr(system, "guide", None)
    return found if isinstance(found, Guide) else None
