"""Run every measurement and write RESULTS.md."""

from __future__ import annotations

import platform
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import engine, terminal
from tabletop_tui import __version__

RESULTS = Path(__file__).with_name("RESULTS.md")


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
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
