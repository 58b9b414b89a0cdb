"""Whether a scenario is even, for whoever chooses one: what the page of balance that is shipped says of it."""

from __future__ import annotations

import os
import re
from functools import cache
from statistics import fmean

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.files.read_file import text
from tabletop_tui.files.safe_text import in_markdown
from tabletop_tui.lab.balance_page import Row, sections
from tabletop_tui.records import frozen

PAGE = "balance.md"
RATE = re.compile(r"(?P<name>.+?) (?P<rate>\d+)% \((?P<low>\d+) to (?P<high>\d+)\)(?:, |$)")
EVEN = 0.3
"""Who wins by so large a share of the fair one more or less often is still called even: of two 35 to 65 in 100."""
TINY = 1e-9


@frozen
class Rate:
    """How often one side wins, the share that would be fair, and the interval that holds the rate 95 times in 100."""

    name: str
    rate: float
    low: float
    high: float
    fair: float = 0.5

    @property
    def off(self) -> float:
        """By how much of the fair share it differs from that."""
        return abs(self.rate - self.fair) / self.fair

    @property
    def uneven(self) -> bool:
        """Whether it is further off than what is called even."""
        return self.off > EVEN + TINY

    @property
    def beyond_chance(self) -> bool:
        """Whether chance alone hardly explains that it is not the fair share."""
        return not self.low <= self.fair <= self.high


def rates(cell: str) -> list[Rate]:
    """What a cell of the page tells. Of two sides it names one; of more all, and those of a team win together."""
    found = [
        Rate(one["name"], *(int(one[key]) / 100 for key in ("rate", "low", "high"))) for one in RATE.finditer(cell)
    ]
    fair = fmean(one.rate for one in found) if len(found) > 1 else 0.5
    return [evolve(one, fair=fair) for one in found]


def fairness(page: str, rulebook: str, scenario: str) -> str:
    """A sentence about how even a scenario is, by the longest series of it; '' where none is on the page."""
    rows = sections(page).get(in_markdown(rulebook), {}).values()
    ours = [row for row in rows if row[0] == in_markdown(scenario)]
    return _told(max(ours, key=lambda row: int(row[2]))) if ours else ""


def _told(row: Row) -> str:
    _, _, count, *cells = row
    found = [rate for cell in cells for rate in rates(cell)]
    games = f"{count} games between computers"
    if not found:
        return ""
    worst = max(found, key=lambda rate: (rate.uneven and rate.beyond_chance, rate.off))
    won = f"{worst.name} won {worst.rate:.0%}"
    if not worst.uneven:
        return f"Even, as far as {games} tell: {won}."
    verdict = "Hardly even" if worst.beyond_chance else "Perhaps not even, though chance may explain it"
    return f"{verdict}: of {games} {won}; {worst.fair:.0%} would be fair."


@cache
def _shipped_page() -> str:
    path = paths.shipped("docs") / PAGE
    return text(path) if os.path.exists(path) else ""


def shipped_fairness(rulebook: str, scenario: str) -> str:
    """The same, by the page that came with the program."""
    return fairness(_shipped_page(), rulebook, scenario)
