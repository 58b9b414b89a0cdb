"""Transpositions: imagined games come to the same position in many ways, and it is thought about only once.

Two thirds of all questions in playouts were put before in a game that stands alike: dice that hit or miss as often, the
same order given later. What was weighed there, and where each answer led to, is known then.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from attrs import define, field

from tabletop_tui.engine.dice import Dice, MissingDice, Roll, SeededDice
from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.thinking.fingerprints import Fingerprints
from tabletop_tui.play.thinking.playout_policy import Replies, Weighed, hangs_on_chance, in_order


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

    @property
    def weighed(self) -> Weighed:
        if self._weighed is None:
            self._weighed = self._replies.weighed(self._game)
        return self._weighed

    @property
    def by_chance(self) -> bool:
        """Whether chance decides which answer is the best."""
        return hangs_on_chance(self.weighed)

    def ranked(self, luck: SplitMix64) -> list[Answer]:
        """A few answers, the best first."""
        return in_order(self._game, self.weighed, luck)

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
            events, self._game.events = self._game.events, []
            found = self._after[key] = KnownSteps(self._game, events)
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

    def __init__(self, game: Game[Any], events: Sequence[Event]) -> None:
        self.end = game
        """The game that has come so far. It is everybody's who comes by: nobody changes it."""
        self.events = events
        self.steps = 0
        """How many steps it is."""
        self.whole = False
        self.position: KnownPosition | None = None
        """Where it ends with a question, that question, once somebody has come there ..."""
        self.after: KnownSteps | None = None
        """... and where with a weighty step, what that leads to."""

    def go_on(self) -> None:
        """Run steps as long as none rolls, asks or begins or closes anything."""
        self.whole = True
        while not self.end.waiting and not any(type(event) in (Began, Closed) for event in self.events):
            game = self.end.clone()
            game.dice = NoDice()
            try:
                step = game.step()
            except MissingDice:
                return
            if step is None:
                return
            self.end, self.after = game, None
            self.events, game.events = [*self.events, *game.events], []
            self.steps += 1


@define
class SharedGame:
    """An imagined game, which is copied only where it goes another way than those before it."""

    game: Game[Any]
    """To be looked at; whoever changes it says `own` first."""
    dice: SeededDice
    known: KnownSteps | None = None
    """What it stands at the end of, with others; None where the game is its own."""
    happened: Sequence[Event] = field(factory=list)
    """What happened when it last went on."""

    def come(self, known: KnownSteps) -> None:
        """Go on by what is known."""
        self.game, self.known, self.happened = known.end, known, known.events

    def own(self) -> Game[Any]:
        """Its game, which from now on is nobody else's."""
        if self.known is not None:
            self.game, self.known = self.game.clone(), None
        return self.game

    def step(self) -> None:
        """Run one step."""
        game = self.own()
        game.dice = self.dice
        game.step()
        self.happened, game.events = game.events, []


class Transpositions:
    """The positions of imagined games that are known."""

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self._prints = Fingerprints()
        self._known: dict[Hashable, KnownPosition] = {}
        self._done: dict[Hashable, KnownSteps] = {}

    def at(self, way: SharedGame) -> KnownPosition:
        """The position of a game in which a question waits. A game of its own belongs to it from now on."""
        known = way.known
        if known is not None and known.position is not None:
            return known.position
        key = self._prints.of(way.game)
        found = self._known.get(key)
        if found is None:
            game = way.game if known is None else way.game.clone()
            found = self._known[key] = KnownPosition(game, self._replies)
        if known is not None:
            known.position = found
        return found

    def step(self, way: SharedGame) -> None:
        """Let a game go one step on. What is weighty is done once."""
        if not way.game.agenda[-1].weighty:
            way.step()
            return
        before = way.known
        found = before.after if before is not None else None
        if found is None:
            key, rolled = self._prints.of(way.game), way.dice.index
            found = self._done.get(key)
            if found is None:
                way.step()
                if way.dice.index != rolled:
                    return
                found = self._done[key] = KnownSteps(way.game, way.happened)
            if before is not None:
                before.after = found
        way.come(found)
