"""Run every measurement and write RESULTS.md."""

from __future__ import annotations

import platform
from datetime import date

from rich.console import Console
from rich.table import Table

from benchmarks import engine, terminal
from benchmarks.strength import RESULTS, TITLE
from tabletop_tui import __version__


def main() -> None:
    found = []
    for module in (engine, terminal):
        for row in module.rows():
            found.append(row)
            print(": ".join(row), flush=True)
    table = Table("measurement", "figure")
    for row in found:
        table.add_row(*row)
    Console().print(table)
    lines = [
        "# Measurements",
        "",
        f"tabletop_tui {__version__}, Python {platform.python_version()}, {date.today()}. "
        "One run on one machine; `make bench` writes this page anew.",
        "",
        "| measurement | figure |",
        "|---|---|",
        *(f"| {what} | {figure} |" for what, figure in found),
    ]
    _, title, strengths = RESULTS.read_text(encoding="utf-8").partition(TITLE)  # which take hours, so that they stay
    RESULTS.write_text("\n".join(lines) + f"\n\n{title}{strengths}", encoding="utf-8")


if __name__ == "__main__":
    main()
