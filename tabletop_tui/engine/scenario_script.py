"""A story that is told with a battle: words at moments, and victory as its author says, beside the rulebook's own.

A moment is a `Condition` over events and facts. It comes once. Stories are looked at where a question waits and where
the battle ends, so that whoever plays at step pace is told the same as whoever runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Protocol

from tabletop_tui.engine.events import Ended, Event, Narrated
from tabletop_tui.engine.goals import AskFact, Condition, Happened, Totals, added
from tabletop_tui.records import frozen


class Battle(Protocol):
    """What a story wants to know of a game."""

    result: Ended | None

    def emit(self, event: Event) -> None: ...


@frozen
class Moment:
    """Something that an author waits for, what is said then, and who has won."""

    when: Condition
    says: str
    wins: tuple[int, ...] | None = None
    """The seats that win when it comes, () for a draw; None where the battle goes on."""
    at_end: bool = False
    """It can come only where the rulebook has the battle end; it then says who wins in the rulebook's place."""
    aim: str = ""
    """What players are told of it beforehand."""
    brings: tuple[str, ...] = ()
    """The units that come with it, at the beginning of the first turn in which it holds ..."""
    at: str = ""
    """... and where, in words that the rulebook reads; '' where their side begins."""

    def holds(self, totals: Totals, ask: AskFact) -> bool:
        return self.when.holds(totals, ask)


class Story:
    """The moments of a battle, and which of them have come. Copied with its game."""

    def __init__(self, moments: tuple[Moment, ...], ask: Callable[[Any, str], Any]) -> None:
        self.moments = moments
        self.ask = ask
        """The value of a fact of a game, by its name."""
        self.parts: tuple[Happened, ...] = tuple(dict.fromkeys(part for one in moments for part in one.when.parts()))
        self.told: frozenset[int] = frozenset()
        """The moments that have come, by their numbers; replaced when it changes, as `totals` is."""
        self.totals: Totals = {}
        self.waiting: tuple[str, ...] = ()
        """The units whose moment has come, and who are not on the table yet."""
        self.unheard: list[Event] = []
        """What has happened since it was looked at last."""

    def clone(self) -> Story:
        new: Story = object.__new__(Story)
        new.moments, new.ask, new.parts = self.moments, self.ask, self.parts
        new.told, new.totals, new.waiting, new.unheard = self.told, self.totals, self.waiting, self.unheard.copy()
        return new

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for games whose stories go on alike."""
        return (self.told, frozenset(self.totals.items()), self.waiting)

    # ------------------------------------------------------------------ who comes later
    @property
    def to_come(self) -> tuple[str, ...]:
        """The units that are not in the battle yet, in the order of their moments."""
        untold = (moment for number, moment in enumerate(self.moments) if number not in self.told)
        return (*self.waiting, *(name for moment in untold for name in moment.brings))

    def place_of(self, unit: str) -> str | None:
        """Where a unit comes on, as its moment says; None for one that no moment brings."""
        return next((moment.at for moment in self.moments if unit in moment.brings), None)

    def bringing(self, game: Battle) -> list[Moment]:
        """The moments that bring somebody and have come by now, at the beginning of a turn; their units wait then."""
        ask, found = self._listen(game), []
        for number, moment in enumerate(self.moments):
            if moment.brings and number not in self.told and moment.holds(self.totals, ask):
                self.told |= {number}
                self.waiting = (*self.waiting, *moment.brings)
                found.append(moment)
        return found

    # ------------------------------------------------------------------ as it goes on
    def tell(self, game: Battle) -> Ended | None:
        """Say what has come by now. The end of the battle, if that was it."""
        ask = self._listen(game)
        for number, moment in enumerate(self.moments):
            if number in self.told or moment.at_end or moment.brings or not moment.holds(self.totals, ask):
                continue
            self.told |= {number}
            if moment.wins is not None:
                return Ended(moment.says, (), None, moment.wins)
            game.emit(Narrated(moment.says))
        return None

    def close(self, game: Battle, ended: Ended, settled: bool) -> Ended:
        """Say what comes with the end, and how the battle ends: as was said, unless an author has it otherwise.

        What is `settled` (a side gave up, an author's victory came) stays as it was said.
        """
        ask = self._listen(game)
        for number, moment in enumerate(self.moments):
            if number in self.told or not moment.at_end or not moment.holds(self.totals, ask):
                continue
            if moment.wins is None:
                self.told |= {number}
                game.emit(Narrated(moment.says))
            elif not settled:
                self.told |= {number}
                game.emit(Event(ended.text, ended.rules))
                return Ended(moment.says, (), None, moment.wins)
        return ended

    def _listen(self, game: Battle) -> AskFact:
        ask: AskFact = cache(partial(self.ask, game))
        if self.unheard and self.parts:
            self.totals = added(self.totals, self.parts, self.unheard, ask)
        self.unheard = []
        return ask

    # ------------------------------------------------------------------ saved
    def written(self) -> dict[str, Any]:
        """Which moments have come, and what was counted for the others, as plain data."""
        counted = [[number, self.totals[part]] for number, part in enumerate(self.parts) if self.totals.get(part)]
        more = {"counted": counted, "waiting": list(self.waiting)}
        return {"told": sorted(self.told)} | {key: value for key, value in more.items() if value}

    def read(self, data: Mapping[str, Any]) -> None:
        """The inverse of `written`. ValueError for what no story of these moments can have written."""
        told, counted, waiting = (data.get(key, []) for key in ("told", "counted", "waiting"))
        lists = all(isinstance(one, list) for one in (told, counted, waiting))
        if not lists or not set(data) <= {"told", "counted", "waiting"}:
            raise ValueError("give told, the numbers of the moments that have come")
        if not all(type(number) is int and 0 <= number < len(self.moments) for number in told):
            raise ValueError(f"told has the numbers of moments, from 0 to {len(self.moments) - 1}")
        sound = all(
            isinstance(one, list) and len(one) == 2 and type(one[0]) is int and 0 <= one[0] < len(self.parts)
            for one in counted
        )
        if not sound or not all(isinstance(one[1], int | float) for one in counted):
            raise ValueError("counted has pairs: which condition, and what it has come to")
        come = [name for number in sorted(set(told)) for name in self.moments[number].brings]
        if not all(name in come for name in waiting):
            raise ValueError("waiting has units that a moment in told has brought and that are not on the table yet")
        self.told, self.waiting = frozenset(told), tuple(waiting)
        self.totals = {self.parts[number]: total for number, total in counted}
