"""What lists say of a rulebook that is not imported yet: its names, from the about.toml of its package.

Importing a rulebook takes far longer than a list of saved games may.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from attrs import fields_dict

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.records import frozen

LEVELS = ("easy", "middle", "hard")


@frozen
class About:
    """How a rulebook is called, and how it calls things that shared words speak of."""

    name: str
    short: str
    """The name for lists, of about eight letters."""
    round: str = "round"
    """What it calls a round."""
    level: str = ""
    """How hard it is to learn: one of LEVELS, '' where nothing is said."""
    summary: str = ""
    """What sets it apart, in half a line."""
    credit: str = ""
    """Whose it is, as its text says: 'by A. Author, 2024'; '' where nothing is known of that."""
    turn: str = ""
    """A round in two or three sentences."""
    know: tuple[str, ...] = ()
    """What to know before a first battle, a sentence each."""
    seats: tuple[int, ...] = ()
    """The fewest and the most players, () where nothing is said; as its System says."""
    units: str = ""
    """In what its tables are measured, '' where nothing is said; as its System says."""

    @property
    def rank(self) -> tuple[int, str]:
        """By this rulebooks are listed: the easiest first, those of which nothing is said last."""
        return (LEVELS.index(self.level) if self.level in LEVELS else len(LEVELS), self.name)


@cache
def read_about(package: str) -> About | None:
    """What the about.toml of a rules package says; None without one. The package itself is not imported for that.

    BadFile for one that cannot be used.
    """
    try:
        spec = find_spec(package)
    except (Exception, SystemExit) as error:  # the package around it is imported, which may do anything
        raise BadFile(package, "", f"cannot be found: {type(error).__name__}: {error}") from error
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).with_name("about.toml")
    return _read(file) if os.path.isfile(file) else None


def _read(file: Path) -> About:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadFile(file, "", f"cannot be read as TOML: {error}") from error
    known = fields_dict(About)
    texts = {key: value for key, value in data.items() if key not in ("know", "seats")}
    know, seats = data.get("know", []), data.get("seats", [])
    wrong = next((key for key, value in texts.items() if key not in known or not isinstance(value, str)), None)
    if wrong is None:
        wrong = next((key for key in ("name", "short") if not data.get(key)), None)
    if wrong is None and not (isinstance(know, list) and all(isinstance(one, str) for one in know)):
        wrong = "know"
    if wrong is not None:
        raise BadFile(file, wrong, "write a name and a short one, and perhaps what a round is called, as texts")
    if not (isinstance(seats, list) and len(seats) in (0, 2) and all(type(one) is int for one in seats)):
        raise BadFile(file, "seats", "write the fewest and the most players, as in seats = [2, 6]")
    if (level := data.get("level", "")) and level not in LEVELS:
        raise BadFile(file, "level", f"write one of {', '.join(LEVELS)}, not {level!r:.40}")
    return About(**texts, know=tuple(know), seats=tuple(seats))


def own_about(package: str) -> About:
    """The same for a rules package that has to have one."""
    found = read_about(package)
    if found is None:
        raise BadFile(package, "", "has no about.toml with its name; put one beside its modules")
    return found
