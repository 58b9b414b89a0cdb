"""Keys one by one: each goes to the screen that is on top once all that the key before it does has been done.

Textual hands keys on to the screen that is on top when they are read, and that screen hears them one after the other
although the first of them may have closed it, or opened another over it. So two keys that come in one read (over a slow
line, from a program, while the machine is busy) would do something else than the same two keys a moment apart.
"""

from __future__ import annotations

from asyncio import sleep
from typing import Any
from weakref import WeakSet

from textual import events
from textual._callback import invoke
from textual._time import get_time
from textual.screen import Screen

from tabletop_tui.screens.base.app_protocol import Host

SOON = 0.005
"""Seconds between two looks whether a screen has been drawn."""


class OneByOne(Host):
    """Hears a key, or what is pasted, to its end before the next."""

    _closed_by, _closed_at = "", 0.0
    """The key that closed a screen last, and when it had."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._seen = WeakSet[Screen[Any]]()
        """The screens that have been drawn."""
        self._again = list[events.Key]()
        """Keys that are to be heard once more, before any other."""

    def hear_again(self, event: events.Key) -> None:
        """Let the screen that is on top next hear a key that the one before it has heard, and before any later key."""
        self._again.append(event)
        self.call_later(self._hear_again)

    async def _hear_again(self) -> None:
        while self._again:
            event = self._again.pop(0)
            # Made anew: a key that closed a screen is not heard by the next, as when it bounces.
            await self.hear(events.Key(event.key, event.character))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self.hear(event)
            await self._hear_again()
        else:
            await super().on_event(event)

    async def hear(self, event: events.Key | events.Paste) -> None:
        """Let the screen on top do what it does by this key. Nothing here can have the focus, so no other hears it."""
        screen = await self.seen()
        if screen is None:
            return
        key = event.key if isinstance(event, events.Key) else ""
        if self.is_deaf(event) or (key and key == self._closed_by and event.time <= self._closed_at):
            return  # a key that bounces, or is pressed again before the first showed, closes one screen and no other
        if key and await self._check_bindings(key, priority=True):
            return
        event._set_forwarded()
        for _, method in screen._get_dispatch_methods(event.handler_name, event):
            await invoke(method, event)
        if key and not event._stop_propagation:
            await self._check_bindings(key)
        if screen not in self.screen_stack:
            self._closed_by, self._closed_at = key, get_time()

    @property
    def is_leaving(self) -> bool:
        """Whether the program is on its way out, by a key before this one, by a signal or by a fault."""
        return self._exit or self._exception is not None or not self.screen_stack

    async def seen(self) -> Screen[Any] | None:
        """The screen on top, once it has been drawn: what no one has seen yet hears no key. None on the way out."""
        while not self.is_leaving:
            screen = self.screen
            if screen in self._seen:
                return screen
            await screen._mounted_event.wait()
            screen.call_after_refresh(self._seen.add, screen)
            while not self.is_leaving and screen is self.screen and screen not in self._seen:
                await sleep(SOON)
        return None

    def is_deaf(self, event: events.Key | events.Paste) -> bool:
        """Where the terminal is too small to show what a key would do, only leaving is possible."""
        if not self.screen.has_class("small"):
            return False
        key, character = (event.key, event.character) if isinstance(event, events.Key) else ("", "")
        return key not in ("ctrl+q", "ctrl+c") and not (character == "Q" and not self.screen.is_modal)
