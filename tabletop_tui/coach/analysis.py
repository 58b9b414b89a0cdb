"""The analysis of a game, finished or not: each answer is judged; it can be stopped, and goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.coach.answer_comparison import Appraiser
from tabletop_tui.coach.answer_judging import PLAYOUTS, Judgement, judge
from tabletop_tui.coach.chance_ledger import Shares
from tabletop_tui.coach.judgement_file import JudgementFile, file_name, position_keys
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.history import Entry, Timeline
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.session import Session
from tabletop_tui.process.worker_process import Beside
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.registry import system

MOST = 2
"""So many processes share an analysis at most: the screen wants a processor, too."""
Found = tuple[int, Judgement | None]
"""Which answer, counted from 0, and what is found of it; None for what is not judged."""


@frozen
class Played:
    """A game up to where it stands, as plain data: what a worker needs to go through it once more."""

    setup: Setup
    opening_dice: tuple[int, ...]
    entries: tuple[Entry, ...]

    def _begun(self) -> Timeline:
        course = Timeline(opened(system(self.setup.system), self.setup))
        course.begin(self.opening_dice)
        return course

    def positions(self) -> Iterator[tuple[int, Game[Any]]]:
        """The game before each answer, with its number; to be looked at before the next is asked for."""
        course = self._begun()
        for number, entry in enumerate(self.entries):
            yield number, course.game
            course.answer(copied(entry))

    def standing(self) -> list[Shares]:
        """How the game stood before each answer and at the end, by the rulebook's own valuation."""
        course = self._begun()
        found = [shares_in(course.game)]
        for entry in self.entries:
            course.answer(copied(entry))
            found.append(shares_in(course.game))
        return found

    def judge(self, appraise: Appraiser, numbers: Iterable[int], playouts: int = PLAYOUTS) -> Iterator[Found]:
        """Judge the answers of these numbers, in the order of the game."""
        wanted = set(numbers)
        for number, game in self.positions():
            if number in wanted:
                yield number, judge(appraise, game, self.entries[number], number, playouts)
                wanted.discard(number)
            if not wanted:
                return


def shares_in(game: Game[Any]) -> Shares:
    """The chance of each seat as the game stands."""
    return tuple(game.system.prospects(game, seat).share for seat in range(len(game.setup.seats)))


def copied(entry: Entry) -> Entry:
    """An entry without what came of it."""
    return Entry(entry.seat, entry.answer, entry.dice, entry.kind, entry.person)


def played(session: Session) -> Played:
    """The game of a session up to where it stands, with what can be done again."""
    entries = [*session.history, *reversed(session.undone)]
    return Played(session.setup, session.opening_dice, tuple(map(copied, entries)))


class Analysis:
    """What is known so far of the answers of a game, and what is still to be found."""

    def __init__(self, game: Played, path: Path | None = None, playouts: int | None = None) -> None:
        """What was found before is read from the file of the game, or from `path`. BadFile if it cannot be used.

        With another number of playouts than before it begins anew, and leaves what it had found; where none is named,
        it goes on with that.
        """
        self.game = game
        self.standing: list[Shares] = []
        """How the game stood before each answer and at the end; [] until somebody has looked."""
        self.keys = list(position_keys(game.setup, game.opening_dice, game.entries))
        version = system(game.setup.system).version
        path = path or paths.analyses() / file_name(game.setup, game.opening_dice)
        self.file = JudgementFile(path, version, len(game.setup.seats), playouts)

    @property
    def playouts(self) -> int:
        return self.file.playouts

    @property
    def todo(self) -> list[int]:
        """The answers that nobody has looked at yet."""
        return [number for number, key in enumerate(self.keys) if key not in self.file.known]

    @property
    def done(self) -> int:
        return len(self.keys) - len(self.todo)

    @property
    def total(self) -> int:
        return len(self.keys)

    @property
    def over(self) -> bool:
        """Whether every answer was looked at."""
        return not self.todo

    @property
    def judgements(self) -> dict[int, Judgement]:
        """What is known, by the number of the answer."""
        found = ((number, self.file.known.get(key)) for number, key in enumerate(self.keys))
        return {number: judgement for number, judgement in found if judgement is not None}

    def look(self) -> None:
        """Take in what another analysis of the game has found meanwhile; BadFile if that cannot be done."""
        self.file.look()

    def keep(self, found: Found) -> None:
        """Put down what was found of an answer; BadFile if that cannot be done."""
        number, judgement = found
        self.file.keep(self.keys[number], judgement)

    def go_on(self, appraise: Appraiser) -> Iterator[Found]:
        """Judge what is still to be judged, here and now, and keep it; whoever drives this may stop at any time."""
        self.standing = self.game.standing()
        for found in self.game.judge(appraise, self.todo, self.playouts):
            self.keep(found)
            yield found


def work(game: Played, numbers: list[int], playouts: int, stands: bool) -> Iterator[Found | list[Shares]]:
    """A job for another process: judge the answers of these numbers, perhaps after saying how the game stood."""
    if stands:
        yield game.standing()
    yield from game.judge(appraise, numbers, playouts)


class Team:
    """Processes that share an analysis; what they find is kept as it is heard."""

    def __init__(self, analysis: Analysis, size: int = 0) -> None:
        """`size` says how many there are; one for each processor, but no more than MOST, where that is not said."""
        self.analysis = analysis
        count = size or min(MOST, os.cpu_count() or 1)
        self._members = [Beside() for _ in range(count)]

    def start(self) -> None:
        """Begin, or go on."""
        todo, count = self.analysis.todo, len(self._members)
        for place, member in enumerate(self._members):
            stands = not place and not self.analysis.standing
            if (numbers := todo[place::count]) or stands:
                member.start(work, self.analysis.game, numbers, self.analysis.playouts, stands)

    def listen(self) -> int:
        """Keep what was found since this was asked last; how much that is. Failed or BadFile if it cannot go on."""
        found = [one for member in self._members for one in member.heard()]
        for one in found:
            if isinstance(one, list):
                self.analysis.standing = one
            else:
                self.analysis.keep(one)
        return len(found)

    @property
    def busy(self) -> bool:
        return any(member.busy for member in self._members)

    def stop(self) -> None:
        """Stop at once; an answer that is just being looked at is looked at again the next time."""
        for member in self._members:
            member.close()
