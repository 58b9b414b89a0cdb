"""A job that is done at once, in place of one in another process: its whole course is there when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop_tui.process.worker_process import Job


class Inline:
    """As `Beside`. With `held`, it goes on by no more than one step each time somebody listens."""

    held = False

    def __init__(self) -> None:
        self._going: Iterator[Any] = iter(())
        self.busy = False

    def start(self, job: Job, *arguments: Any) -> None:
        self._going, self.busy = job(*arguments), True

    def heard(self) -> list[Any]:
        found = []
        for value in self._going:
            found.append(value)
            if self.held:
                return found
        self.busy = False
        return found

    def stop(self) -> None:
        self._going, self.busy = iter(()), False

    def close(self) -> None:
        self.stop()
