"""Computer players think in a process of its own, so that whoever looks at the game has the processor to himself.

The game goes over as its set-up and its saved state; what comes back is an answer. Whoever asks waits, in a thread of
its own, for the one answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.computer_protocol import Computer
from tabletop_tui.process.worker_process import Beside, Ended, Failed
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.registry import system


@frozen
class ThinkingTask:
    """Something to think about: a player, a game as it stands, the number of the answer."""

    player: Computer
    setup: Setup
    state: Mapping[str, Any]
    orders: Mapping[tuple[int, str], Any]
    number: int

    @classmethod
    def about(cls, player: Computer, game: Game[Any], number: int) -> ThinkingTask:
        """A thought about a game that was imagined for it."""
        return cls(player, game.setup, game.system.dump(game), game.orders, number)

    def answer(self) -> Answer:
        """What the player answers."""
        game = system(self.setup.system).load(self.setup, self.state)
        game.dice = SeededDice(seed=self.setup.seed)
        game.orders = self.orders
        return self.player.choose(game, self.number)


def answers(task: ThinkingTask) -> Iterator[Answer]:
    """A job for another process: the one answer."""
    yield task.answer()


class Interrupted(Exception):
    """Nobody waits for this thought any more, or the process that had it has ended."""


class Thinker:
    """A process that thinks. `think` blocks, and may be called from another thread than the rest."""

    def __init__(self) -> None:
        self._beside = Beside(urgent=True)
        self._thinking = Lock()
        self._closed = False

    def start(self) -> None:
        """Have the process ready, which takes a while; the call does not wait for that. OSError if none can be had."""
        self._beside.begin()

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none."""
        return self._beside.pid

    def think(self, task: ThinkingTask) -> Answer:
        """What the player answers. Interrupted if `stop` or somebody from outside ended it, or it cannot be had."""
        with self._thinking:
            if self._closed:
                raise Interrupted
            self._beside.start(answers, task)
            try:
                return self._beside.wait()
            except Ended as error:
                raise Interrupted from error
            except Failed as error:
                raise RuntimeError(f"a fault in the process that thinks:\n{error.trace}") from error

    def stop(self) -> None:
        """Break off what is being thought, and end the process."""
        self._beside.close()

    def close(self) -> None:
        """The same for good."""
        self._closed = True
        self.stop()
