"""The root of all commands, which without one of them opens the app; its versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tabletop_tui import __version__
from tabletop_tui.cli.output import NAME, tell
from tabletop_tui.cli.shared_options import ASCII_HELP
from tabletop_tui.process import standard_streams

if TYPE_CHECKING:
    from tabletop_tui.play.session import Session

COMPLETE = "_TABLETOP_TUI_COMPLETE"
"""By this environment variable a shell asks for its completion, or for what fits behind a Tab."""
PLAYED_WITH = ("textual", "rich", "numpy", "shapely")


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
