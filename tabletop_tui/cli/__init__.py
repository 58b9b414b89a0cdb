"""The commands. Without any, the app; every error is one sentence: exit code 2, or 70 if the program is at fault.

Nothing heavy is imported until a command needs it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from tabletop_tui.cli import file_commands, help_commands, lab_command, lookup_commands, play_commands, serve_command
from tabletop_tui.cli.output import BAD, NAME, say
from tabletop_tui.cli.root_command import COMPLETE, commands
from tabletop_tui.cli.shared_options import PLAYERS
from tabletop_tui.process import standard_streams

__all__ = [
    "PLAYERS",
    "commands",
    "file_commands",
    "help_commands",
    "lab_command",
    "lookup_commands",
    "main",
    "play_commands",
    "run",
    "serve_command",
]

DEBUG = "TABLETOP_TUI_DEBUG"
"""The environment variable that asks for tracebacks."""
SAVING = ("", "play", "resume")
"""Where answers are given, and saved; '' is the app."""
SELDOM = 20_000
"""So many new objects may pile up before they are looked through: what is loaded at a start stays anyway."""


def main() -> None:
    """The console command."""
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    standard_streams.make_ready()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        if asked := os.environ.get(COMPLETE):
            from click.shell_completion import shell_complete

            return shell_complete(commands, {}, NAME, COMPLETE, asked)
        code = int(commands.main(arguments, prog_name=NAME, standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        command = next((word for word in arguments if word in commands.commands), "")
        return say("stopped; what was answered is saved" if command in SAVING else "stopped", 130)
    except click.ClickException as error:
        return say(error.format_message(), BAD)
    except standard_streams.Enough:
        standard_streams.give_up(1)
        return 0
    except (Exception, SystemExit) as error:  # nothing of ours leaves the program but through here
        return explain(error)


def explain(error: BaseException) -> int:
    """Say what ended a command, a sentence for each fault; its exit code."""
    from tabletop_tui.process.app_signals import Stopped
    from tabletop_tui.process.crash_report import BROKEN, Crash, sentence

    if isinstance(error, Stopped) and os.environ.get("TEXTUAL_DRIVER"):
        return error.code  # in a browser: the server says it, once for all pages
    if isinstance(error, Stopped):
        return say(f"{error}; what was answered is saved", error.code)
    if isinstance(error, standard_streams.NoStream):
        standard_streams.give_up(1)
        return say("; ".join([str(error), *getattr(error, "__notes__", ())]), BAD)
    if expected := expected_in(error):
        for one in expected:
            say(str(one), BAD)
        return BAD
    fault = error.__cause__ if isinstance(error, Crash) and error.__cause__ else error
    if os.environ.get(DEBUG):
        raise fault
    return say(sentence(fault), BROKEN)


def expected_in(error: BaseException) -> Sequence[BaseException]:
    """The faults of a player or a file that an error tells of, none if the program is at fault."""
    try:
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play.headless_play import EXPECTED
    except ImportError:  # what the program is made of is not there, and that is the fault
        return ()
    if isinstance(error, BadFile):
        return error.all
    return (error,) if isinstance(error, EXPECTED) else ()
