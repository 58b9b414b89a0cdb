"""The app's end of the line to a page in a browser: where the line is cut, the app ends."""

from __future__ import annotations

import os
import signal

from textual.drivers.web_driver import WebDriver


class PageDriver(WebDriver):
    """Textual's driver for pages. The server holds our input open, so its end is the server's, however that came."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)
