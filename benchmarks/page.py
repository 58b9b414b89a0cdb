"""RESULTS.md: a row a measurement, with the day and the commit; what has become slower than the row that was there."""

from __future__ import annotations

import platform
import re
import subprocess
from datetime import date
from pathlib import Path

from attrs import field, frozen

from tabletop_tui import __version__
from tabletop_tui.files.write_file import write_beside

RESULTS = Path(__file__).with_name("RESULTS.md")
MORE = 1.1
"""What costs more than so many times as much as before has become slower."""
COLUMNS = "| measurement | figure | cost | date | commit |\n|---|---|---|---|---|\n"
INTRO = """
`make bench` measures every row anew and writes it as soon as it is known; `make bench QUICK=1` does so with those that
count calls of functions, which are the same on every machine. A cost is what can be compared: more of it is slower.
Chess moves are random moves of python-chess, and a bare app is one of Textual with one text, both in turns with what is
measured, so that other work on the machine weighs on both.
"""


@frozen
class Row:
    """One measurement."""

    what: str
    figure: str
    cost: float | None = None
    """How much it costs in a unit that does not hang on the machine; None for what costs nothing."""
    unit: str = ""

    @property
    def shown_cost(self) -> str:
        return "" if self.cost is None else f"{figure(self.cost)} {self.unit}"


def figure(value: float) -> str:
    """Three digits that mean something, more where it is large."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@frozen
class Written:
    """A row as it stands on the page."""

    line: str
    what: str
    shown_cost: str

    @property
    def cost(self) -> float | None:
        found = re.match(r"[\d,.]+(?:e[+-]\d+)?", self.shown_cost)
        return float(found[0].replace(",", "")) if found else None

    @property
    def unit(self) -> str:
        return self.shown_cost.partition(" ")[2]


def rows_of(page: str) -> dict[str, Written]:
    """The rows of the measurements on a page, by what is measured."""
    cells = ((line, [cell.strip() for cell in line.split("|")]) for line in _parts(page)[1].splitlines())
    return {found[1]: Written(line, found[1], found[3]) for line, found in cells if len(found) == 7}


def _parts(page: str) -> tuple[str, str, str]:
    """What stands before the rows, the rows, and what follows them."""
    before, head, rest = page.partition(COLUMNS)
    if not head:
        return "", "", page
    rows, blank, after = rest.partition("\n\n")
    return before, rows + "\n", after if blank else ""


@frozen
class Page:
    """The page under way, and what it said before."""

    path: Path = RESULTS
    before: dict[str, Written] = field(init=False)
    _put: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "before", rows_of(self._text()))

    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def put(self, row: Row, commit: str) -> str:
        """Write a row in its place; a sentence if it has become slower, else ''."""
        line = f"| {row.what} | {row.figure} | {row.shown_cost} | {date.today()} | {commit} |"
        page = self._text()
        lines = {what: written.line for what, written in rows_of(page).items()}
        if row.what not in lines and self._put and self._put[-1] in lines:
            known = list(lines.items())
            place = list(lines).index(self._put[-1]) + 1
            lines = dict([*known[:place], (row.what, line), *known[place:]])
        lines[row.what] = line
        self._put.append(row.what)
        self._write(page, list(lines.values()))
        return self.slower(row)

    def finish(self) -> None:
        """Rows that this run did not measure are dropped: there is no such measurement any more."""
        page = self._text()
        self._write(page, [written.line for what, written in rows_of(page).items() if what in self._put])

    def _write(self, page: str, lines: list[str]) -> None:
        head = f"# Measurements\n\ntabletop_tui {__version__}, Python {platform.python_version()}.\n{INTRO}\n"
        write_beside(self.path, head + COLUMNS + "\n".join(lines) + "\n\n" + _parts(page)[2])

    def slower(self, row: Row) -> str:
        """A sentence if a row costs over a tenth more than on the page as it was."""
        old = self.before.get(row.what)
        if row.cost is None or old is None or old.cost is None or old.unit != row.unit:
            return ""
        if row.cost <= old.cost * MORE:
            return ""
        return f"slower: {row.what}: {row.shown_cost}, and it was {old.shown_cost} ({row.cost / old.cost:.2f} times)"


def commit() -> str:
    """The commit that is measured, with a + for changes that are in none; '' outside of a repository."""

    def git(*words: str) -> str:
        folder = Path(__file__).parent
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True).stdout.strip()

    found = git("rev-parse", "--short=8", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", "..", ":!RESULTS.md")
    return found + "+" * bool(changed)
