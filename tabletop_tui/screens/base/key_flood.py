"""Keys that come faster than they can be heard: a held key or a pasted page does not pile up, and runs nothing late."""

from __future__ import annotations

from asyncio import run_coroutine_threadsafe
from typing import Any, cast

from textual import events
from textual.driver import Driver
from textual.message import Message

from tabletop_tui.keymap import PROGRAMS_OWN
from tabletop_tui.screens.base.app_protocol import Host

MOST = 64
"""So many keys and movements of the mouse may wait to be heard; more are lost."""
ALIKE = 16
"""So many may wait where the same key comes again."""


class Restrained(Driver):
    """Put before a driver of Textual: what is too much it does not hand on to the app."""

    latest = ""
    """The key that was handed on last."""
    sent = 0
    """How many keys have left the thread that reads them; only that thread counts here."""
    arrived = 0
    """How many of them are with the app; only the event loop counts here."""

    def send_message(self, message: Message) -> None:
        if not isinstance(message, events.InputEvent):
            super().send_message(message)
            return
        key = message.key if isinstance(message, events.Key) else ""
        waiting = self.sent - self.arrived + cast(Host, self._app).waiting
        if key in PROGRAMS_OWN or waiting < (ALIKE if key == self.latest else MOST):
            self.latest = key
            self.sent += 1
            run_coroutine_threadsafe(self._hand_on(message), loop=self._loop)

    async def _hand_on(self, message: Message) -> None:
        self.arrived += 1
        await self._app._post_message(message)


def restrained(driver: type[Driver]) -> type[Driver]:
    """The same driver, with restraint."""
    made: Any = type(f"Restrained{driver.__name__}", (Restrained, driver), {})
    return cast("type[Driver]", made)
