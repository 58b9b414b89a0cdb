"""The app in a browser: a small web server that starts the app once for every page that is opened.

textual-serve does the work; it comes with the extra `serve`. The page is ours: it asks nothing of any other host.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Collection, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_tui.engine.wording import counted
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.process.install_hint import install_line
from tabletop_tui.web.request_checks import HERE, LONGEST_MESSAGE, Unfit, checked_size, headers, is_ours, size_asked

if TYPE_CHECKING:
    from aiohttp.web import Request, StreamResponse
    from textual_serve.server import Server

NAME = "tabletop-tui"
MOST = 8
"""So many pages may be open at once; each is a program of its own."""
FULL = f"There are {MOST} pages open, and no more are served at once: close one of them first."
FOREIGN = f"This page is not served under that name, or for others; see {NAME} serve --help (--allow-host).\n"
PAGES = Path(__file__).parent / "pages"
"""Our own page, in place of the one that textual-serve has, which asks another host for a font."""


def app_command(arguments: Sequence[str]) -> list[str]:
    """The words that start the app with these arguments, on the Python that runs now; -P: not from this folder."""
    return [sys.executable, "-P", "-m", "tabletop_tui", *arguments]


def check_extra() -> None:
    """BadChoice with the line that installs it where the extra is missing."""
    if find_spec("textual_serve") is None:
        raise BadChoice(f"playing in a browser needs the extra 'serve'; install it with: {install_line('serve')}")


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


def make_server(host: str, port: int, arguments: Sequence[str] = (), names: Collection[str] = ()) -> Server:
    """The server, not yet running; the app is started with `arguments`. BadChoice where it cannot be had.

    Asked by another name than this machine's own, the host's or one of `names`, it answers nobody.
    """
    check_extra()
    check_address(host, port)
    from aiohttp import WSCloseCode, web
    from textual_serve.server import Server

    from tabletop_tui.web.page_process import PageApp

    @web.middleware
    async def only_ours(request: Request, handler: Callable[[Request], Awaitable[StreamResponse]]) -> StreamResponse:
        if not is_ours(request.headers.get("Origin", ""), request.host, host, names):
            raise web.HTTPForbidden(text=FOREIGN)
        return await handler(request)

    async def add_headers(request: Request, response: StreamResponse) -> None:
        known = is_ours("", request.host, host, names)
        response.headers.update(headers(request.host if known else HERE[0]))

    class AppServer(Server):
        """The server with our words, our limits, and with addresses as the browser knows them."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.open: set[PageApp] = set()
            """The apps of the pages that are open."""

        def initialize_logging(self) -> None:
            logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")
            logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # what others send wrong is not our fault

        async def on_startup(self, app: web.Application) -> None:
            reach = "" if host in HERE else " Everybody who can reach it plays with your saved games."
            print(f"Open {self.public_url} in a browser; ctrl+C ends the serving.{reach}", flush=True)

        async def on_shutdown(self, app: web.Application) -> None:
            ended = [*self.open]
            await asyncio.gather(*(page.stop() for page in ended))
            pages = f"with {counted(len(ended), 'page')} open; what was answered is saved"
            print(f"{NAME}: the serving has ended, {pages if ended else 'with no page open'}", flush=True)

        async def _make_app(self) -> web.Application:
            app = await super()._make_app()
            app.middlewares.append(only_ours)
            app.on_response_prepare.append(add_headers)
            return app

        async def handle_index(self, request: Request) -> StreamResponse:
            if len(self.open) >= MOST:
                page = (PAGES / "full.html").read_text("utf-8").replace("SENTENCE", FULL)
                raise web.HTTPServiceUnavailable(text=page, content_type="text/html")
            self.public_url = f"{request.scheme}://{request.host}"
            return await super().handle_index(request)

        async def handle_websocket(self, request: Request) -> web.WebSocketResponse:
            line = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST_MESSAGE)
            try:
                asked = size_asked(request.query)
            except Unfit as wrong:
                raise web.HTTPBadRequest(text=str(wrong)) from None
            await line.prepare(request)
            page: PageApp | None = None
            try:
                size = checked_size(*asked)
                if len(self.open) >= MOST:
                    raise Unfit(FULL)
                page = PageApp(app_command(arguments), line, self.download_manager)
                self.open.add(page)
                await page.start(*size)
                await page.listen()
            except Unfit as wrong:
                await line.close(code=WSCloseCode.POLICY_VIOLATION, message=str(wrong).encode())
            finally:
                if page is not None:
                    await page.stop()
                    self.open.discard(page)
            return line

    shown = f"[{host}]" if ":" in host else host
    return AppServer("", host, port, NAME, f"http://{shown}:{port}", templates_path=PAGES)


def serve(host: str, port: int, arguments: Sequence[str] = (), names: Collection[str] = ()) -> None:
    """Serve until ctrl+C."""
    make_server(host, port, arguments, names).serve()
