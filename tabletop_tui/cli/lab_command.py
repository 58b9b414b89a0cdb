"""The command `lab`: a series of games between computers."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from tabletop_tui.cli.output import BAD, say, tell
from tabletop_tui.cli.root_command import commands
from tabletop_tui.cli.shared_options import FILE, FORCE_HELP, SEED
from tabletop_tui.cli.shell_completion import forces, players, series

SERIES_SEAT_HELP = "Who plays: one for all seats, one a team or one a seat, such as random or greedy. (greedy)"


@commands.command(
    help="Play a series of games between computers, and say who wins and what each unit earned. SCENARIO is an id, a "
    "file, or a rulebook's id for all that it ships. Without one, the series that --out holds goes on, but for what is "
    "given."
)
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...", shell_complete=series)
@click.option("--shipped", is_flag=True, help="Every scenario of every rulebook.")
@click.option(
    "--force",
    "forces",
    multiple=True,
    metavar="ROSTER",
    shell_complete=forces,
    help=FORCE_HELP,
)
@click.option("--seat", "players", multiple=True, metavar="PLAYER", shell_complete=players, help=SERIES_SEAT_HELP)
@click.option("--games", type=click.IntRange(1, 100_000), metavar="N", help="How many of each scenario. (50)")
@click.option("--seed", type=SEED, help="The seed of the first game; each has the next. (1)")
@click.option("--workers", type=click.IntRange(1, 256), default=1, metavar="K", help="Processes on this machine. (1)")
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the workers of your own Dask scheduler (extra 'lab').",
)
@click.option("--out", type=FILE, metavar="FOLDER", help="Keep the games there, with tables (CSV) and a page (HTML).")
@click.option(
    "--page", type=FILE, metavar="FILE.md", help="A page on which each scenario has a row, like docs/balance.md."
)
def lab(
    scenarios: tuple[str, ...],
    shipped: bool,
    forces: tuple[str, ...],
    players: tuple[str, ...],
    games: int | None,
    seed: int | None,
    workers: int,
    dask: str | None,
    out: Path | None,
    page: Path | None,
) -> int:
    from tabletop_tui.lab.lab_command import NO_BAR, Series
    from tabletop_tui.play.new_game import BadChoice

    if dask and workers > 1:
        raise BadChoice("say --workers or --dask, not both: Dask knows how many workers it has")
    series = Series(scenarios, forces, players, games, seed, shipped, workers, dask or "", out, page)
    watched = sys.stderr.isatty()

    def growing_bar(games: int) -> AbstractContextManager[Any]:
        return click.progressbar(length=games, label="Games", file=sys.stderr, show_pos=True) if watched else NO_BAR

    def complain(sentence: str) -> None:
        if watched:
            click.echo(err=True)  # the bar has its line for itself
        say(sentence, BAD)

    return series.run(growing_bar, tell, complain)
