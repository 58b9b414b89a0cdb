"""The app in a browser: a small web server that starts the app once for every page that is opened.

textual-serve does the work; it comes with the extra `serve`. The page is ours: it asks nothing of any other host.
"""

from __future__ import annotations

import logging
import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tabletop_tui.newgame import BadChoice

if TYPE_CHECKING:
    from aiohttp.web import Request, StreamResponse
    from textual_serve.server import Server

NAME = "tabletop-tui"
INSTALL = f"pip install '{NAME}[serve]'"
HERE = ("localhost", "127.0.0.1", "::1")
"""The names of this machine that nobody else can use."""
PAGES = Path(__file__).parent / "pages"
"""Our own page, in place of the one that textual-serve has, which asks another host for a font."""


def app_command(arguments: Sequence[str]) -> str:
    """The shell's line that starts the app with these arguments, on the Python that runs now."""
    words = [sys.executable, "-m", "tabletop_tui", *arguments]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def check_extra() -> None:
    """BadChoice with the line that installs it where the extra is missing."""
    if find_spec("textual_serve") is None:
        raise BadChoice(f"playing in a browser needs the extra 'serve'; install it with: {INSTALL}")


def check_address(host: str, port: int) -> None:
    """BadChoice where this machine cannot listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise BadChoice(f"--host {host}: no address of that name is known; 127.0.0.1 is this machine") from error
    with socket.socket(family, kind, protocol) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except PermissionError as error:
            raise BadChoice(f"--port {port}: only the system may use it; choose one above 1023") from error
        except OSError as error:
            wrong = f"--host {host} --port {port}: {error.strerror or error}"
            raise BadChoice(f"{wrong}; choose another with --port or --host") from error


def is_ours(origin: str, asked: str, host: str) -> bool:
    """Whether a request comes from our own page: other sites' pages may not play a person's games behind their back.

    `origin` is the header of that name ('' from no page), `asked` the header Host, `host` where we listen.
    """
    if origin and urlsplit(origin).netloc != asked:
        return False
    # A foreign name that was bent to this machine gets nothing either.
    return host not in HERE or urlsplit(f"//{asked}").hostname in HERE


def policy(asked: str) -> str:
    """What the page may ask for, as a browser keeps it: nothing but what this server, asked by that name, has."""
    own = "'self' 'unsafe-inline'"  # textual-serve's script writes styles into the page
    line = f"'self' ws://{asked} wss://{asked}"
    return f"default-src 'self'; script-src {own}; style-src {own}; img-src 'self' data:; connect-src {line}"


def make_server(host: str, port: int, arguments: Sequence[str] = ()) -> Server:
    """The server, not yet running; the app is started with `arguments`. BadChoice where it cannot be had."""
    check_extra()
    check_address(host, port)
    from aiohttp import web
    from textual_serve.server import Server

    @web.middleware
    async def only_ours(request: Request, handler: Callable[[Request], Awaitable[StreamResponse]]) -> StreamResponse:
        if not is_ours(request.headers.get("Origin", ""), request.host, host):
            raise web.HTTPForbidden(text="This page is not served for others.")
        return await handler(request)

    class AppServer(Server):
        """The server with our words, and with addresses as the browser knows them."""

        def initialize_logging(self) -> None:
            logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")

        async def on_startup(self, app: web.Application) -> None:
            reach = "" if host in HERE else " Everybody who can reach it plays with your saved games."
            print(f"Open {self.public_url} in a browser; ctrl+C ends the serving.{reach}", flush=True)

        async def _make_app(self) -> web.Application:
            app = await super()._make_app()
            app.middlewares.append(only_ours)
            return app

        async def handle_index(self, request: Request) -> StreamResponse:
            self.public_url = f"{request.scheme}://{request.host}"
            page = await super().handle_index(request)
            page.headers["Content-Security-Policy"] = policy(request.host)
            return page

    shown = f"[{host}]" if ":" in host else host
    return AppServer(app_command(arguments), host, port, NAME, f"http://{shown}:{port}", templates_path=PAGES)


def serve(host: str, port: int, arguments: Sequence[str] = ()) -> None:
    """Serve until ctrl+C."""
    make_server(host, port, arguments).serve()
