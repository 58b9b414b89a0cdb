"""Transpositions: imagined games come to the same position in many ways, and it is thought about only once.

Two thirds of all questions in playouts were put before in a game that stands alike: dice that hit or miss as often, the
same order given later. What was weighed there, and where each answer led to, is known then.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from tabletop_tui.engine.dice import Dice, MissingDice, Roll, SeededDice
from tabletop_tui.engine.events import Began, Closed
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.thinking.fingerprints import Fingerprints
from tabletop_tui.play.thinking.playout_policy import Replies, Weighed, in_order


class KnownPosition:
    """A game at a question, and what is known of it. The game itself goes no further."""

    def __init__(self, game: Game[Any], replies: Replies) -> None:
        assert game.question is not None
        self.seat = game.question.seat
        """Who is asked."""
        self._game, self._replies = game, replies
        self._weighed: Weighed | None = None
        self._legal: dict[str, bool] = {}
        self._after: dict[str, KnownSteps] = {}

    def ranked(self, luck: SplitMix64) -> list[Answer]:
        """A few answers, the best first."""
        if self._weighed is None:
            self._weighed = self._replies.weighed(self._game)
        return in_order(self._game, self._weighed, luck)

    def allows(self, answer: Answer) -> bool:
        """Whether an answer is legal."""
        key = repr(answer)
        if key not in self._legal:
            self._legal[key] = self._game.refuse(answer) is None
        return self._legal[key]

    def after(self, answer: Answer) -> KnownSteps:
        """Where a legal answer leads to."""
        key = repr(answer)
        found = self._after.get(key)
        if found is None:
            before = self._game.clone()
            self._game.take(answer)  # there the question is still at hand
            found = self._after[key] = KnownSteps(self._game)
            self._game = before
        elif not found.whole:
            found.go_on()
        return found


class NoDice(Dice):
    """In place of dice, where a game is to stop before it rolls any."""

    def draw(self, roll: Roll) -> tuple[int, ...]:
        raise MissingDice(roll, 0)


class KnownSteps:
    """What follows from an answer before any die is rolled; a second time it is gone through at once.

    It ends with whatever may be a horizon, so that those who come by can stop there.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._game, self._events = game, game.events
        self.steps = 0
        """How many steps it is."""
        self.whole = False

    def go_on(self) -> None:
        """Run steps as long as none rolls, asks or begins or closes anything."""
        self.whole = True
        while not self._game.waiting and not any(type(event) in (Began, Closed) for event in self._game.events):
            before = self._game.clone()
            self._game.events, self._game.dice = [], NoDice()
            try:
                step = self._game.step()
            except MissingDice:
                step = None
            if step is None:
                self._game = before
                return
            self._events = [*self._events, *self._game.events]
            self.steps += 1

    def game(self) -> Game[Any]:
        """A game of one's own that has come so far, with the events of that; its dice are any."""
        game = self._game.clone()
        game.events = [*self._events]
        return game


class Transpositions:
    """The positions of imagined games that are known."""

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self._prints = Fingerprints()
        self._known: dict[Hashable, KnownPosition] = {}
        self._done: dict[Hashable, KnownSteps] = {}

    def at(self, game: Game[Any]) -> KnownPosition:
        """The position of a game in which a question waits. The game belongs to it from now on."""
        key = self._prints.of(game)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = KnownPosition(game, self._replies)
        return found

    def step(self, game: Game[Any]) -> Game[Any]:
        """A game in which one step more was run: this one, or another in its place. What is weighty is done once."""
        if not game.agenda[-1].weighty:
            game.step()
            return game
        key, dice = self._prints.of(game), cast("SeededDice", game.dice)
        if (found := self._done.get(key)) is not None:
            game = found.game()
            game.dice = dice
            return game
        rolled = dice.index
        game.step()
        if dice.index == rolled:
            after = game.clone()
            after.events = [*game.events]
            self._done[key] = KnownSteps(after)
        return game
