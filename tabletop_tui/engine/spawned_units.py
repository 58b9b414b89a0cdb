"""Units born in play: what the set-up did not have is saved with what it was made of, and gets a free label.

A rulebook hands a `Births` to its `Saver` (`rulebook/base_system.py`) and names new units with `next_label` or
`part_label`.
Units that are gone stay in the battle's dict, so no label is given twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from string import ascii_lowercase
from typing import Any

from tabletop_tui.records import frozen

LONGEST_TAG = 3
"""The most characters of a label on the map."""


@frozen
class Births:
    """How a unit is made that the set-up did not have."""

    profile: str
    """The attribute of a unit that says what it was made of, by its `name`; saved under this key."""
    make: Callable[[Any, Mapping[str, Any]], Any]
    """From the battle and what was saved, the unit without its saved fields. ValueError or LookupError if there is no
    such profile."""

    def written(self, unit: Any) -> dict[str, str]:
        """What is saved of a unit besides its fields."""
        return {self.profile: getattr(unit, self.profile).name}


def next_label(letter: str, taken: Collection[str]) -> str:
    """The label of a further unit: the letter and the number after the highest that there was, as 'A4'."""
    numbers = (label[1:].rstrip(ascii_lowercase) for label in taken if label.startswith(letter))
    return f"{letter}{max((int(number) for number in numbers if number.isdecimal()), default=0) + 1}"


def part_label(whole: str, taken: Collection[str]) -> str:
    """The label of a part of a unit, as 'A3a' of 'A3' and 'A3b' of both; the next free number where none is left."""
    stem = whole.rstrip(ascii_lowercase)
    free = (f"{stem}{letter}" for letter in ascii_lowercase if len(stem) < LONGEST_TAG)
    return next((label for label in free if label not in taken), "") or next_label(whole[0], taken)
