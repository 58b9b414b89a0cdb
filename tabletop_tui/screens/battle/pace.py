"""The pace of a battle: steps run one by one, dice that wait for the word, computers that think and answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.question import Answer
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.players import Planning
from tabletop_tui.play.run_to_next_event import Stride, stride
from tabletop_tui.play.session import PACES
from tabletop_tui.play.thinking.thinking_process import Interrupted, Thinker
from tabletop_tui.screens.battle.screen_protocols import Play

SPEEDS = (("at its pace", 1.0), ("faster", 0.3), ("at once", 0.0))
"""How long the computer pauses between two answers, as shares of the app's delay."""
LONG = 5.0
"""So many seconds of thought are long: whoever is asked then may look elsewhere."""
PACE_NOTES = {
    "run": "On to the next question",
    "step": "Step by step: every step of the rules waits for the key .",
    "dice": "Die by die: before each roll it is said what is needed; Enter throws",
}


class Pace:
    """All that goes on by itself, or waits for no more than a nod."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model
        self.turn = 0
        """Raised whenever the game changes, so that a computer's thought about an older game is dropped."""
        self.running = False
        """Whether the game runs ahead, without pauses, until a person is asked."""
        self.speed = 0
        """How fast the computer plays: an index into the speeds."""
        self._stepped: list[Stride | None] = []
        """What was told before each step of this answer, for the way back."""
        self._hurry = asyncio.Event()
        self._thinker = Thinker()
        self._thinks = False
        """Whether a computer is thinking just now."""
        self.clock: Callable[[], float] = monotonic
        """The time in seconds."""
        self._waits_since = 0.0
        """Since when people wait for computers; 0 while they do not."""

    def make_ready(self) -> None:
        """Where somebody at the table plans, have the process ready in which that is done: its start takes a while."""
        if any(isinstance(player, Planning) for player in self.model.session.players):
            with suppress(OSError):  # no process can be had just now: it is tried again when somebody has to think
                self._thinker.start()

    def turn_over(self) -> None:
        """The game has changed: what a computer thinks about the older one is broken off."""
        self.turn += 1
        if self._thinks:
            self._thinks = False
            self._thinker.stop()

    def end(self) -> None:
        """Nobody thinks any more."""
        self.turn += 1
        self._thinker.close()

    # ------------------------------------------------------------------ step by step
    def do_step(self) -> None:
        def step() -> list[Event]:
            if self.model.steps.ran is None or self.model.steps.ran.step is None:
                self._stepped.clear()  # the first step after an answer
            self._stepped.append(self.model.steps.ran)
            ran = self.model.steps.ran = stride(self.model.session)
            self.model.last_step = ran.step
            return list(ran.events)

        self.view.attempt(step)

    def do_step_back(self) -> None:
        """Back to before the last step, and to what was told there."""
        self.view.take_back(self.model.session.step_back)
        if self.model.session.pending and self._stepped:
            self.model.steps.ran = self._stepped.pop()
            self.view.redraw_panels()

    def do_pace(self) -> None:
        pace = PACES[(PACES.index(self.model.session.pace) + 1) % len(PACES)]
        self.model.last_step = self.model.steps.ran = None
        self.view.attempt(lambda: self.model.session.change_pace(pace))
        self.view.note(PACE_NOTES[pace])

    # ------------------------------------------------------------------ computers
    def call_computer(self) -> None:
        """If a computer is asked, let it think."""
        if self.halted:
            return
        if self.model.session.pending and self.running:
            self.view.show_events(self.model.session.run_steps())
        if self.model.question is not None and not self.model.person_asked:
            self._waits_since = self._waits_since or self.clock()
            self.view.run_worker(partial(self._computer, self.turn), group="computer", exclusive=True)
        else:
            self.running = False
            self._ring()

    def _ring(self) -> None:
        """A person is asked: ring the terminal's bell, if the wait was long and that is wanted."""
        since, self._waits_since = self._waits_since, 0.0
        if since and self.clock() - since >= LONG and self.view.tabletop.options.bell:
            self.view.tabletop.bell()

    @property
    def halted(self) -> bool:
        """Whether a lesson has just been judged, so that nobody answers before the learner goes on."""
        return self.model.lesson is not None and self.model.lesson.halted

    async def _computer(self, turn: int) -> None:
        """The computer players answer, one answer at a time; in between the screen stays alive."""
        while turn == self.turn and not self.halted and self.model.question is not None and not self.model.person_asked:
            thinking = self.model.session.thinking(self._thinker)  # now, for a key may take the question back meanwhile
            awaited = self._pause(), self.view.projector.still.wait(), self.view.ready()
            thought, *_ = await asyncio.gather(self._thought(turn, thinking), *awaited)
            if turn != self.turn:
                return
            try:
                session = self.model.session
                happened = session.and_obvious(partial(session.answer, thought))
                if self.running:
                    happened = happened + self.model.session.run_steps()
            except BadFile as error:
                self.running = False
                self.view.note(error.brief)
                return
            self.view.show_events(happened)
            turn = self.turn
        if turn == self.turn:
            self.running = False
            if not self.halted:
                self._ring()

    async def _thought(self, turn: int, thinking: Callable[[], Answer]) -> Answer:
        """What the computer that is asked answers; nothing of meaning where that was broken off."""
        session = self.model.session
        self._thinks = session.player_plans
        try:
            return await asyncio.to_thread(thinking)
        except Interrupted:
            if turn != self.turn:
                return None
            # Somebody ended the process, or none can be had: what it had to think about is thought out here.
            return await asyncio.to_thread(session.thinking())
        finally:
            if turn == self.turn:
                self._thinks = False

    def film_share(self) -> float:
        """The length of films as a share of the usual one: those of what a fast computer does are shorter."""
        if self.running:
            return 0.0
        last = self.model.session.history[-1:]
        return SPEEDS[self.speed][1] if last and not last[0].person else 1.0

    async def _pause(self) -> None:
        """Wait as long as the computer's speed says, or until the game is to run ahead."""
        self._hurry.clear()
        delay = 0.0 if self.running else self.view.tabletop.options.delay * SPEEDS[self.speed][1]
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), delay)

    def do_faster(self) -> None:
        self.speed = (self.speed + 1) % len(SPEEDS)
        self.view.note(f"The computer plays {SPEEDS[self.speed][0]}")

    def do_run_ahead(self) -> None:
        """On without pauses until a person is asked."""
        self.running = True
        self._hurry.set()
        self.view.finish_film()
        if self.model.session.pending:
            self.view.attempt(self.model.session.run_steps)
