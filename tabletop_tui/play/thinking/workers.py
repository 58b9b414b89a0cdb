"""Thinking in a process of its own, so that whoever looks at the game meanwhile has the processor to himself.

The game goes over as its set-up and its saved state; what comes back is an answer. The process is started when it is
first wanted, and ends with whoever started it, however that ends. Whoever asks waits, in a thread of its own, for the
one answer; what tells on the way how far it has come is a job of `coach.beside`.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Mapping
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock, Thread
from traceback import format_exc
from typing import IO, Any

from attrs import frozen

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.computer import Computer
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


class Interrupted(Exception):
    """Nobody waits for this thought any more, or the process that had it has ended."""


class Thinker:
    """A process that thinks. `think` blocks, and may be called from another thread than the rest."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None
        self._sent: Setup | None = None
        self._thinking = Lock()
        self._closed = False

    def start(self) -> Popen[bytes]:
        """Have the process ready, which takes a while; the call does not wait for that. OSError if none can be had."""
        process = self._process
        if process is None or process.poll() is not None:
            # Not by `multiprocessing`, which wants the terminal of the error output; on a screen there is none.
            command = [sys.executable, "-P", "-c", BEGINS, *sys.path]
            process = self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
            self._sent = None
        return process

    def think(self, thought: ThinkingTask) -> Answer:
        """What the player answers. Interrupted if `stop` or somebody from outside ended it, or it cannot be had."""
        with self._thinking:
            if self._closed:
                raise Interrupted
            try:
                process = self.start()
                assert process.stdin is not None
                assert process.stdout is not None
                setup = None if self._sent == thought.setup else thought.setup
                pickle.dump((thought.player, setup, thought.state, thought.orders, thought.number), process.stdin)
                process.stdin.flush()
                self._sent = thought.setup
                went_well, result = pickle.load(process.stdout)
            except (EOFError, OSError, pickle.UnpicklingError) as error:
                raise Interrupted from error
        if went_well:
            return result
        raise RuntimeError(f"a fault in the process that thinks:\n{result}")

    def stop(self) -> None:
        """Break off what is being thought, and end the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """The same for good."""
        self._closed = True
        self.stop()


# ---------------------------------------------------------------- in the process
BEGINS = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import live; live()"
"""What the process does; it finds its modules where the program does."""


def live() -> None:
    """Answer what comes in, until nobody is there to send anything."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the program decides when it ends
    sent: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, sent), daemon=True).start()
    setup: Setup | None = None
    while True:
        player, new, state, orders, number = sent.get()
        setup = new or setup
        assert setup is not None
        try:
            reply: tuple[bool, Any] = True, ThinkingTask(player, setup, state, orders, number).answer()
        except Exception:
            reply = False, format_exc()
        pickle.dump(reply, sys.stdout.buffer)
        sys.stdout.flush()


def _listen(stream: IO[bytes], sent: SimpleQueue[Any]) -> None:
    """Hand on what comes in; end with whoever sends it, whatever is being thought, however that came about."""
    try:
        while True:
            sent.put(pickle.load(stream))
    except (EOFError, OSError):
        os._exit(0)
