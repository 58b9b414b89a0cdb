"""Cards of units and lines of rosters, as plain data: labels, values, and where the values come from."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen


@frozen
class Columns:
    """A row of a table: its cells under their headings. Lines that follow each other under the same make one table."""

    heads: tuple[str, ...]
    """The first is for the name of what stands in the row."""
    cells: tuple[str, ...]
    short: tuple[str, ...] = ()
    """The headings where room is narrow, chosen by hand; the same ones where empty."""


@frozen
class Line:
    """One line of a card or a preview: a label, a value, and where the value comes from."""

    label: str
    value: str = ""
    tally: Tally | None = None
    rules: tuple[str, ...] = ()
    mood: str = ""
    """'' plain, good, bad, dim or head."""
    gear: bool = False
    """Whether it tells of something carried, not of a number: pages write it out below their table of numbers."""
    short: str = ""
    """The label where room is narrow; '' where it is not to be shortened."""
    columns: Columns | None = None
    """The same as a row under headings, where there is room for them."""

    @property
    def words(self) -> str:
        """The label and the value in a row."""
        return f"{self.label} {self.value}".strip()


@frozen
class Card:
    """A unit card: a heading and lines, the most important first (a small screen shows only those that fit)."""

    title: str
    seat: int | None
    lines: tuple[Line, ...]


@frozen(cache_hash=True)
class RosterLine:
    """One unit in the list of a side."""

    unit: str
    tag: str
    name: str
    seat: int
    spot: str
    state: str
    """'', 'active', 'done', 'lost', or another single word of the rulebook."""
    health: float
    note: str = ""
    """What else is to be said of it; of a lost one, how it was lost."""
    counts: bool = True
    """Whether it is one of its side's units, of which so many are lost; what a unit has put on the table is none."""
    badges: tuple[Badge, ...] = ()
    """What is the matter with it, the most pressing first."""
    left: Left | None = None
    """What is left of it; None where that is not counted."""

    @property
    def told(self) -> str:
        """All that is the matter with it, in words."""
        return ", ".join(filter(None, (*(badge.said for badge in self.badges), self.note)))


roster_line_of = lru_cache(maxsize=1 << 12)(RosterLine)
"""A RosterLine; the same object as long as it says the same."""
