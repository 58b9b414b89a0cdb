"""A page of Markdown that says how often each side wins each scenario; rows that were not measured again are kept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import text
from tabletop_tui.files.safe_text import in_markdown
from tabletop_tui.files.write_file import check_place, write_beside
from tabletop_tui.lab.series_summary import Rates, Summary
from tabletop_tui.rulebook.registry import about

HEAD = """# Balance

How often each side wins where computers play all of them. A draw counts as an equal share. Where all seats have the
same task, the forces change seats from game to game, so that none profits from its seat: *forces* says what a force
wins on all seats, *seats* what a seat wins with all forces, and *as shipped* what the seats win when each force has
the one that the scenario gives it, which is how a game begins if nobody chooses otherwise. Of two sides the first is
told, the other one wins the rest. The figures in brackets hold the true rate 95 times in 100 (Wilson's interval).

A row holds for the rules of its day: those that were not played anew since 24 November 2026 are of version 1 of the
rulebooks' rules, and version 2 mends many of them.

`tabletop-tui lab --shipped --seat PLAYER --games N --page docs/balance.md` plays the games and writes their rows; all
other rows stay.
"""
COLUMNS = ("scenario", "players", "games", "as shipped", "forces", "seats")


def write(path: Path, summaries: Iterable[Summary]) -> None:
    """Put the rows of some series into a page, which is made if it is not there. BadFile if that cannot be done."""
    write_beside(path, with_rows(page_at(path), summaries))


def page_at(path: Path) -> str:
    """The page that is there, '' if none is. BadFile where none can be, and for a file that holds anything else."""
    if path.suffix != ".md":
        raise BadFile(path, "", "a page is a file of Markdown: name one that ends in .md")
    if not os.path.isdir(path.parent):
        raise BadFile(path, "", f"there is no folder {path.parent}; make it, or name another file")
    check_place(path)
    if not os.path.exists(path):
        return ""
    page = text(path)
    lines = zip_longest(page.split("\n"), with_rows(page, []).split("\n"))
    for number, (found, wanted) in enumerate(lines, 1):
        if found != wanted:
            raise BadFile(path, f"line {number}", "is not as the lab writes it, and would be lost; name another file")
    return page


def with_rows(page: str, summaries: Iterable[Summary]) -> str:
    """A page with a row for each series, in place of the one of the same scenario and players."""
    found = sections(page)
    for summary in summaries:
        rows = found.setdefault(in_markdown(about(summary.system).name), {})
        row = row_of(summary)
        rows[key_of(row)] = row
    return "\n".join([HEAD, *(_section(title, found[title]) for title in sorted(found))])


Row = tuple[str, ...]
Rows = dict[Row, Row]
"""By scenario and players."""


def key_of(row: Row) -> Row:
    """Its scenario and its players, in whatever order these are named."""
    return row[0], ", ".join(sorted(row[1].split(", ")))


def row_of(summary: Summary) -> Row:
    """The row of a series; a file of somebody's own has its name behind that of its scenario."""
    same = summary.shipped == summary.seats
    cells = [
        *(summary.full_name, ", ".join(summary.players), str(summary.games)),
        *(
            rates_words(summary.shipped) if summary.shipped else "",
            rates_words(summary.forces) if len(summary.forces) > 1 else "",
        ),
        "" if same else rates_words(summary.seats),
    ]
    return tuple(in_markdown(cell) for cell in cells)


def rates_words(rates: Rates) -> str:
    """The first of two, or all of them, as in 'Red 34% (20 to 50), Blue 30% (17 to 46)'."""
    told = list(rates.items())
    return ", ".join(f"{name} {tally}" for name, tally in (told[:1] if len(told) == 2 else told))


def _section(title: str, rows: Rows) -> str:
    lines = [f"## {title}", "", *map(_line, (COLUMNS, ["---"] * len(COLUMNS)))]
    return "\n".join([*lines, *(_line(rows[key]) for key in sorted(rows))]) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def sections(page: str) -> dict[str, Rows]:
    """The rows that a page has, by the title of their section."""
    found: dict[str, Rows] = {}
    rows: Rows = {}
    for line in page.splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:], {})
        elif line.startswith("| "):
            cells = tuple(cell.strip() for cell in line.strip().strip("|").split(" | "))
            if len(cells) == len(COLUMNS) and cells != COLUMNS and set(cells[0]) != {"-"}:
                rows[key_of(cells)] = cells
    return found
