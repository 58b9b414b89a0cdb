"""Commands that help with the commands: the guide, a manual page, completion."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from inspect import cleandoc

import click
from click.shell_completion import get_completion_class

from tabletop_tui import __version__
from tabletop_tui.cli.output import NAME, tell
from tabletop_tui.cli.root_command import COMPLETE, commands
from tabletop_tui.cli.shell_completion import topics

SHELLS = ("bash", "zsh", "fish")


@commands.command("help", help="Show a page of the guide; without TOPIC, which pages there are.")
@click.argument("topic", required=False, shell_complete=topics)
def help_(topic: str | None) -> None:
    from tabletop_tui.reports import guide_pages

    if topic is None:
        for line in guide_pages.topic_lines():
            tell(line)
    elif sys.stdout.isatty():
        click.echo_via_pager(guide_pages.laid_out(topic, shutil.get_terminal_size().columns))
    else:
        tell(guide_pages.page_of(topic).rstrip())


@commands.command(help="Print what SHELL needs to complete commands, options, scenarios, forces and games at Tab.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    found = get_completion_class(shell)
    assert found is not None
    tell(found(commands, {}, NAME, COMPLETE).source())


@commands.command(help="Print a manual page, for man.")
def man() -> None:
    for line in manual():
        tell(line)


# ---------------------------------------------------------------- the manual page
def manual() -> Iterator[str]:
    """The lines of a manual page of all commands, as troff; the date is that of SOURCE_DATE_EPOCH, if that is set."""
    context = click.Context(commands, info_name=NAME)
    day = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.now(UTC).timestamp()), UTC)
    yield f'.TH "{NAME.upper()}" 1 "{day:%Y-%m-%d}" "{NAME} {__version__}" "User commands"'
    yield from (".SH NAME", f"{_troff(NAME)} \\- tabletop miniature wargames in a terminal")
    yield from (".SH SYNOPSIS", f".B {_troff(NAME)}", "[OPTIONS] [COMMAND] [ARGUMENTS]")
    yield from (".SH DESCRIPTION", _troff(commands.help or ""))
    yield from (".SH OPTIONS", *_options(commands, context))
    yield ".SH COMMANDS"
    for name, command in sorted(commands.commands.items()):
        below = click.Context(command, info_name=name, parent=context)
        words = " ".join(command.collect_usage_pieces(below))
        yield from (".SS " + _troff(f"{NAME} {name} {words}"), _troff(cleandoc(command.help or "")))
        yield from _options(command, below)
    yield from (".SH EXIT STATUS", "0: all was done.  2: it cannot be done, and a sentence says why.")
    yield "70: a fault of the program.  128 and N: signal N ended it."
    yield from (".SH SEE ALSO", f".B {_troff(NAME)} help")


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield from (".TP", f".B {_troff(record[0])}", _troff(record[1]))


def _troff(text: str) -> str:
    """A text that troff sets as it is, on one line."""
    plain = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
