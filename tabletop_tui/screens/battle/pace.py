"""The pace of a battle: steps run one by one, dice that wait for the word, computers that think and answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tabletop_tui.engine.events import Event
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.session import PACES, Session
from tabletop_tui.screens.battle.inspection import BattleLook

SPEEDS = (("at its pace", 1.0), ("faster", 0.3), ("at once", 0.0))
"""How long the computer pauses between two answers, as shares of the app's delay."""
PACE_NOTES = {
    "run": "On to the next question",
    "step": "Step by step: every step of the rules waits for the key .",
    "dice": "Die by die: before each roll it is said what is needed; Enter throws",
}


class BattlePace(BattleLook):
    """The battle screen with all that goes on by itself, or waits for no more than a nod."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.turn = 0
        """Raised whenever the game changes, so that a computer's thought about an older game is dropped."""
        self.running = False
        """Whether the game runs ahead, without pauses, until a person is asked."""
        self._hurry = asyncio.Event()

    def attempt(self, deed: Callable[[], list[Event]]) -> bool:
        raise NotImplementedError

    def show_events(self, happened: list[Event]) -> None:
        """The game has changed: show what came of it."""
        raise NotImplementedError

    # ------------------------------------------------------------------ step by step
    def do_step(self) -> None:
        def step() -> list[Event]:
            self.last_step, happened = self.session.step()
            return happened

        self.attempt(step)

    def do_pace(self) -> None:
        pace = PACES[(PACES.index(self.session.pace) + 1) % len(PACES)]
        self.last_step = None
        self.attempt(lambda: self.session.change_pace(pace))
        self.note(PACE_NOTES[pace])

    # ------------------------------------------------------------------ computers
    def call_computer(self) -> None:
        """If a computer is asked, let it think."""
        if self.session.pending and self.running:
            self.show_events(self.session.run_steps())
        if self.question is not None and not self.person_asked:
            self.run_worker(self._computer(self.turn), group="computer", exclusive=True)
        else:
            self.running = False

    async def _computer(self, turn: int) -> None:
        """The computer players answer, one answer at a time; in between the screen stays alive."""
        while turn == self.turn and self.question is not None and not self.person_asked:
            thinking = asyncio.to_thread(self.session.thinking())
            thought, *_ = await asyncio.gather(thinking, self._pause(), self.still.wait())
            if turn != self.turn:
                return
            try:
                happened = self.session.answer(thought)
                if self.running:
                    happened = happened + self.session.run_steps()
            except BadFile as error:
                self.running = False
                self.note(error.brief)
                return
            self.show_events(happened)
            turn = self.turn
        if turn == self.turn:
            self.running = False

    def film_pace(self) -> float:
        """Where the computer plays faster, so do the films of what it does."""
        if self.running:
            return 0.0
        last = self.session.history[-1:]
        return super().film_pace() * (SPEEDS[self.speed][1] if last and not last[0].person else 1.0)

    async def _pause(self) -> None:
        """Wait as long as the computer's speed says, or until the game is to run ahead."""
        self._hurry.clear()
        delay = 0.0 if self.running else self.tabletop.options.delay * SPEEDS[self.speed][1]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), delay)

    def do_faster(self) -> None:
        self.speed = (self.speed + 1) % len(SPEEDS)
        self.note(f"The computer plays {SPEEDS[self.speed][0]}")

    def do_run_ahead(self) -> None:
        """On without pauses until a person is asked."""
        self.running = True
        self._hurry.set()
        self.finish_film()
        if self.session.pending:
            self.attempt(self.session.run_steps)
