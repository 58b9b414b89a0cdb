"""The command `serve`: the app in a browser."""

from __future__ import annotations

import click

from tabletop_tui.cli.root_command import commands

ALLOW_HELP = "Another name by which browsers may ask for it (may be given again); others are refused."


@commands.command("serve", help="The app in a browser on this machine (needs the extra 'serve').")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; this machine's own.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help=ALLOW_HELP)
@click.pass_context
def serve_(context: click.Context, host: str, port: int, names: tuple[str, ...]) -> None:
    from tabletop_tui.web.server import serve

    given = context.find_object(dict) or {}
    serve(host, port, [*["--ascii"] * given["ascii"], *["--no-mouse"] * (not given["mouse"])], names)
