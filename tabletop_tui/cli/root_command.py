"""The group of all commands, what they share, and the two ways in which one speaks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletop_tui import __version__
from tabletop_tui.files.safe_text import clean, clean_lines
from tabletop_tui.process import standard_streams
from tabletop_tui.settings import PACES

if TYPE_CHECKING:
    from tabletop_tui.play.session import Session

NAME = "tabletop-tui"
COMPLETE = "_TABLETOP_TUI_COMPLETE"
"""By this environment variable a shell asks for its completion, or for what fits behind a Tab."""
PLAYED_WITH = ("textual", "rich", "numpy", "shapely")
PLAYERS = ("keyboard", "easy", "fair", "strong", "strong:careful", "strong:bold", "greedy", "random")
"""As in seats.PLAYERS, which is too heavy to import here; a test holds them together."""
BAD = 2
"""The exit code of what cannot be done."""
FORCE_HELP = "A force for each seat in turn (id or file)."
ASCII_HELP = "Only plain signs on the screen, for terminals that lack others."
PACE_HELP = "run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**32 - 1)


def say(sentence: str, code: int) -> int:
    """One sentence on the error output."""
    try:
        print(f"{NAME}: {clean(' '.join(sentence.split()))}", file=sys.stderr, flush=True)
    except OSError:  # nobody hears it; the exit code says it still
        standard_streams.give_up(2)
    return code


def tell(text: str) -> None:
    """Lines on the output."""
    click.echo(clean_lines(text))


def tell_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """The versions of the program and of what it plays with, of which a report of a fault should tell."""
    if asked:
        from importlib.metadata import version
        from platform import platform, python_version

        tell(f"{NAME}, version {__version__}")
        tell(
            ", ".join([f"Python {python_version()}", *(f"{name} {version(name)}" for name in PLAYED_WITH), platform()])
        )
        context.exit()


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A terminal hot-seat client for tabletop miniature wargames. Without a command: the app.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=tell_versions, help="Show versions and exit."
)
@click.option("--ascii", "only_ascii", is_flag=True, help=ASCII_HELP)
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
@click.pass_context
def commands(context: click.Context, only_ascii: bool, no_mouse: bool) -> int:
    context.obj = {"ascii": only_ascii, "mouse": not no_mouse}
    return open_app(None, only_ascii) if context.invoked_subcommand is None else 0


def open_app(session: Session | None, only_ascii: bool, watching: bool = False) -> int:
    """The app, on a game (to play on or to watch) or from its title. NoStream without a terminal."""
    standard_streams.need_terminal()
    from tabletop_tui.app import run as run_app

    given = click.get_current_context().find_object(dict) or {"ascii": False, "mouse": True}
    pace = session.pace if session else "run"
    return run_app(session, watching, ascii=only_ascii or given["ascii"], mouse=given["mouse"], pace=pace)


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that goes on with a game."""
    command = click.option("--ascii", "only_ascii", is_flag=True, help=ASCII_HELP)(command)
    command = click.option("--headless", is_flag=True, help="No screen: print the log, answer by numbered lines.")(
        command
    )
    command = click.option("--step", "pace", flag_value="step", help="The same as --pace step.")(command)
    return click.option("--pace", type=click.Choice(PACES), default="run", help=PACE_HELP)(command)
