"""The app of one page in a browser: a process of its own, which ends with its page."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType
from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService

from tabletop_tui.web.request_checks import Unfit, understood

DRIVER = "tabletop_tui.web.web_driver:PageDriver"
PATIENCE = 10.0
"""So many seconds an app may take to end when its page is closed."""


class PageApp(AppService):
    """textual-serve's service of a page, which takes only what a page would send and leaves no process behind."""

    def __init__(self, words: Sequence[str], line: WebSocketResponse, downloads: Any) -> None:
        super().__init__(
            "", write_bytes=line.send_bytes, write_str=line.send_str, close=self.hang_up, download_manager=downloads
        )
        self.words, self.line = words, line

    async def hang_up(self) -> None:
        """Close the page's line."""
        await self.line.close()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        environment = {**self._build_environment(width, height), "TEXTUAL_DRIVER": DRIVER}
        self._process = await asyncio.create_subprocess_exec(
            *self.words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Hand on what the app draws, until it ends; so does the page then."""
        try:
            await super().run()
        except (ConnectionError, RuntimeError):
            pass  # the page was closed while something was on its way to it
        finally:
            await self.hang_up()

    async def listen(self) -> None:
        """Hand on what the page sends, until it is closed. Unfit for what is not understood."""
        async for message in self.line:
            if message.type == WSMsgType.TEXT:
                await self._take(*understood(message.data))
            elif message.type == WSMsgType.BINARY:
                raise Unfit("The page sent something that is not understood.")

    async def _take(self, kind: str, data: Any) -> None:
        match kind:
            case "stdin":
                await self.send_bytes(data)
            case "resize":
                await self.set_terminal_size(*data)
            case "ping":
                await self.line.send_json(["pong", data])
            case "blur":
                await self.blur()
            case "focus":
                await self.focus()

    async def stop(self) -> None:
        """Ask the app to end, cut its line, and end it where it does not listen."""
        task, process, self._task = self._task, self._process, None
        if task is None or process is None:
            return
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        await self.send_meta({"type": "quit"})
        self.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(process.wait()), PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
        await task
