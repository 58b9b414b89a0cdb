"""A march that can be halted: where on the way something becomes due, put to its seat there; whoever is left goes on.

A rulebook derives from `March` and says what becomes due (`stations`), who is asked about it (`put`), and how a unit
gets as far and to its end (`halt`, `arrive`). Places on the way are told by how far the base with the longest way has
gone, in table units; every other one has then done the same share of its own way. Where something comes into a range,
into sight or into an arc is found as parts of the ways (`table/motion_intervals.py`), whose borders are exact; a halt
is made at the first hundredth of a table unit in such a part (`first_in`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor
from typing import Any

from attrs import evolve, field

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import Span, Spans
from tabletop_tui.table.motion_intervals import Path, path_of
from tabletop_tui.table.points import Spots

Tracks = tuple[Spots, ...]
"""The way of each model, its start first."""


@frozen
class Due:
    """Something that becomes due on the way."""

    at: float
    """So far along the longest way."""
    key: str
    """What it is, to tell it from whatever else becomes due at the same place."""


@frozen
class March(Step):
    title = "March"
    says = "The unit goes its way, and halts wherever somebody is asked something about it."
    unit: str
    tracks: Tracks
    done: float = field(default=0.0, kw_only=True)
    """So much is behind it."""
    heard: tuple[str, ...] = field(default=(), kw_only=True)
    """What was put to its seat at this very place."""
    length: float = field(kw_only=True)
    """Of the whole way; it stays if he whose way is the longest falls."""

    @length.default
    def _longest(self) -> float:
        return round(max(path.length for path in self.paths), 6)

    # ------------------------------------------------------------------ what a rulebook says
    def models(self, game: Game[Any]) -> Spots:
        """Where those who are left stand; () once nobody marches any more."""
        raise NotImplementedError

    def stations(self, game: Game[Any]) -> Iterable[Due]:
        """What becomes due here or on the rest of the way; of what does at one place the first is put first."""
        raise NotImplementedError

    def put(self, game: Game[Any], due: Due) -> Sequence[Step]:
        """The steps that put it to its seat, the unit being there; `rest` goes on after them."""
        raise NotImplementedError

    def halt(self, game: Game[Any], at: float) -> None:
        """Put the unit where it is after so much of its way."""
        raise NotImplementedError

    def arrive(self, game: Game[Any]) -> None:
        """Nothing becomes due any more: put the unit at its end."""
        raise NotImplementedError

    # ------------------------------------------------------------------ the same for all
    def run(self, game: Game[Any]) -> None:
        if not (models := self.models(game)):
            return
        here = self.survivors(models)
        if (due := here.next_due(game)) is None:
            here.arrive(game)
            return
        if due.at > here.done:
            here.halt(game, due.at)
        game.push(*here.put(game, due))

    def next_due(self, game: Game[Any]) -> Due | None:
        """What becomes due first on the rest of the way, and was not put to its seat yet."""
        open_ = (due for due in self.stations(game) if self.is_open(due))
        return min(open_, key=lambda due: due.at, default=None)

    def is_open(self, due: Due) -> bool:
        """Whether it is still to come, or becomes due here and was not put to its seat."""
        return due.at > self.done or (due.at == self.done and due.key not in self.heard)

    def rest(self, due: Due) -> March:
        """The march from there on."""
        heard = self.heard if due.at == self.done else ()
        return evolve(self, done=due.at, heard=(*heard, due.key))

    def survivors(self, models: Spots) -> March:
        """The march of those that are left after a halt: each goes on along its own way."""
        if len(models) == len(self.tracks):
            return self
        left = list(zip(self.at(self.done), self.tracks, strict=True))
        tracks = []
        for spot in models:
            while left[0][0] != spot:
                left.pop(0)
            tracks.append(left.pop(0)[1])
        return evolve(self, tracks=tuple(tracks))

    # ------------------------------------------------------------------ places on the way
    @property
    def paths(self) -> list[Path]:
        return [path_of(track) for track in self.tracks]

    def share(self, at: float) -> float:
        """Which share of every way is then behind."""
        return min(1.0, at / self.length) if self.length > TINY else 1.0

    def at(self, done: float) -> Spots:
        """Where the models are after so much; on the way these places are not rounded."""
        share = self.share(done)
        return tuple(path.at(share) for path in self.paths)

    def first_in(self, part: Span, holds: Callable[[float], bool], start: float = 0.0) -> float | None:
        """How far the unit has gone when something holds that holds in this part of the way, None if nowhere.

        That is the first hundredth in it, or `start` itself, before which nothing counts; of a part that has none, its
        middle. Where the part ends with the way, the end will do, too.
        """
        begin, end = (share * self.length for share in part)
        begin = max(begin, start)
        rim = ceil(begin * 100 - TINY) / 100
        tries = rim, rim + 0.01, (begin + end) / 2
        places = [*[start] * (begin == start), *(min(round(at, 6), self.length) for at in tries)]
        return next((at for at in places if begin - TINY <= at <= end + TINY and holds(at)), None)

    def entries(self, parts: Spans, holds: Callable[[float], bool]) -> list[float]:
        """Where, from here on, something begins to hold that holds in these parts; not what has held from the start."""
        found = (self.first_in(part, holds) for part in parts if part[0] > 0)
        return [at for at in found if at is not None and at >= self.done]

    def told(self, at: float) -> str:
        """How far that is as an answer says it: to the hundredth, the end rounded up; more digits where they count."""
        rounded = ceil(at * 100 - TINY) / 100
        return f"{rounded if at == self.length else at:.6f}".rstrip("0").rstrip(".")

    def heard_at(self, text: str) -> float:
        """How far an answer says."""
        return min(float(text), self.length)


def whole_units(start: float, end: float) -> list[float]:
    """The whole table units from start to end, and the end itself."""
    return [*(float(number) for number in range(ceil(start - TINY), floor(end) + 1)), end]
