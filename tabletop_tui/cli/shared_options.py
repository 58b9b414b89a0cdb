"""Options and values that several commands have: players, forces, files, seeds, pace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tabletop_tui.settings import PACES

PLAYERS = ("keyboard", "easy", "fair", "strong", "strong:careful", "strong:bold", "greedy", "random")
"""As in seats.PLAYERS, which is too heavy to import here; a test holds them together."""
FORCE_HELP = "A force for each seat in turn (id or file)."
ASCII_HELP = "Only plain signs on the screen, for terminals that lack others."
PACE_HELP = "run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**32 - 1)


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that goes on with a game."""
    command = click.option("--ascii", "only_ascii", is_flag=True, help=ASCII_HELP)(command)
    command = click.option("--headless", is_flag=True, help="No screen: print the log, answer by numbered lines.")(
        command
    )
    command = click.option("--step", "pace", flag_value="step", help="The same as --pace step.")(command)
    return click.option("--pace", type=click.Choice(PACES), default="run", help=PACE_HELP)(command)
