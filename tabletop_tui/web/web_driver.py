"""The app's end of the line to a page in a browser: where the line is cut, the app ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.drivers.web_driver import WebDriver


class PageDriver(WebDriver):
    """Textual's driver for pages. The server holds our input open, so its end is the server's, however that came."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._write = partial(handed_on, self._write)

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)


def handed_on(write: Callable[[bytes], int], data: bytes) -> int:
    """Write for the server. Where that has gone nobody reads: so has our input, and the end of that ends the app."""
    try:
        return write(data)
    except BrokenPipeError:
        return len(data)
