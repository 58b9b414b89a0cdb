"""Run the measurements, write each into RESULTS.md as soon as it is known, and say what has become slower.

python -m benchmarks                  all of them: an hour
python -m benchmarks --quick          those that count calls of functions: four minutes
python -m benchmarks --only MECHCOM   those of one case, or of one part: counts, engine, start, terminal
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from benchmarks import counts
from benchmarks.page import Page, Row, commit


@click.command()
@click.option("--quick", is_flag=True, help="Only count calls of functions.")
@click.option("--only", default="", help="Only the case of this name, or the part: counts, engine, start, terminal.")
@click.option("--look", is_flag=True, help="Compare with RESULTS.md and leave it as it is.")
def main(quick: bool, only: str, look: bool) -> None:
    """Measure, write RESULTS.md, and say what has become slower by more than a tenth."""
    same_hashes()
    page, here, slower = Page(), commit(), []
    for row in measured(quick, only):
        said = page.slower(row) if look else page.put(row, here)
        print(f"{row.what}: {row.figure}" + f"; {row.shown_cost}" * bool(row.shown_cost), flush=True)
        if said:
            slower.append(said)
            print(said, flush=True)
    if not (quick or only or look):
        page.finish()
    print(f"\n{len(slower)} slower by more than a tenth than on the page that was there", *slower, sep="\n")


def measured(quick: bool, only: str) -> Iterator[Row]:
    """The rows that are wanted."""
    yield from counts.rows(only)
    if not quick:
        from benchmarks import engine, terminal

        yield from engine.rows(only)
        yield from terminal.rows(only)


def same_hashes() -> None:
    """Begin anew with the order of sets as it always is, for what is looked through in that order is counted."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "benchmarks", *sys.argv[1:]])


if __name__ == "__main__":
    main()
