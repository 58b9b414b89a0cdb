"""Dice and where their faces come from: a seed, the players' own dice, or a script.

Faces that were recorded before (a journal, dice just typed in) lie in `unread` and are always used up first, so a
replay needs no generator and a redo gives the same dice. `drawn` collects what was rolled since it was last emptied.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import ClassVar, Literal

from attrs import define, field

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen


@frozen
class Need:
    """What one die has to show: a number, to be reached or not to be passed, and faces that go their own way."""

    number: Tally
    sense: Literal["at least", "at most"] = "at least"
    always: tuple[int, ...] = ()
    """Natural faces that count whatever the number."""
    never: tuple[int, ...] = ()
    """Natural faces that do not count, whatever the number."""
    harm: str = ""
    """What each die that counts does, where that is bad for whoever rolls: 'loses 2 Integrity'."""

    def counts(self, face: int) -> bool:
        """Whether a die with this face counts."""
        return _counts(self.sense, self.always, self.never, self.number.total, face)

    def chance(self, sides: int = 6, lowest: int = 1) -> float:
        """The chance of one die to count."""
        return _chance(self.sense, self.always, self.never, self.number.total, sides, lowest)


def _counts(sense: str, always: tuple[int, ...], never: tuple[int, ...], wanted: int, face: int) -> bool:
    if face in always:
        return True
    reached = face >= wanted if sense == "at least" else face <= wanted
    return reached and face not in never


@lru_cache(maxsize=1 << 10)
def _chance(sense: str, always: tuple[int, ...], never: tuple[int, ...], wanted: int, sides: int, lowest: int) -> float:
    faces = range(lowest, lowest + sides)
    return sum([_counts(sense, always, never, wanted, face) for face in faces]) / sides


@frozen
class Roll:
    """What is about to be rolled: by which seat, what for, how many dice of how many sides, and what is needed."""

    seat: int
    why: str
    count: int
    sides: int = 6
    need: Need | None = None
    lowest: int = 1
    """The lowest face: 0 for a die that is read from zero."""
    rules: tuple[str, ...] = field(default=(), eq=False)
    """The ids of the rules behind it, by which a lesson loads its dice."""
    kinds: tuple[tuple[int, ...], ...] = field(default=(), eq=False)
    """The faces that come to the same, those that do nothing first (perhaps none), where players may tell how many dice
    came out how instead of reading each; () where each face matters."""

    @property
    def highest(self) -> int:
        return self.lowest + self.sides - 1

    def stand_ins(self, counted: Sequence[int], dice: int) -> tuple[int, ...]:
        """Faces for so many `dice` of which players have told how many came out as each kind but the first.

        A negative number, `~face`, stands for a die of which only the kind is known.
        """
        told = [~kind[0] for kind, count in zip(self.kinds[1:], counted, strict=False) for _ in range(count)]
        return (*told, *[~self.kinds[0][0] for _ in range(dice - len(told))])


def face_of(face: int) -> int:
    """A recorded face, or the one that stands for a die of which only the kind is known."""
    return face if face >= 0 else ~face


class MissingDice(Exception):
    """These dice have to be rolled by the players, or thrown at their word, before the step can go on."""

    def __init__(self, roll: Roll, have: int) -> None:
        super().__init__(f"{roll.count - have} dice of {roll.sides} sides are needed: {roll.why}")
        self.roll = roll
        self.have = have


class WrongDice(Exception):
    """Recorded or scripted dice that do not fit the roll: a journal or script of another course of play."""


@define(slots=False)
class Dice:
    """The common part of every source: what was recorded comes first."""

    kind: ClassVar[str] = ""
    unread: tuple[int, ...] = ()
    drawn: list[int] = field(factory=list)
    in_hand: int | None = None
    """So many dice may still be drawn before somebody has to say 'throw'; None where nobody is waited for."""

    def draw(self, roll: Roll) -> tuple[int, ...]:
        """The faces of `roll`. MissingDice if players must roll them, WrongDice if a recorded face cannot be."""
        if self.in_hand is not None:
            if roll.count > self.in_hand:
                raise MissingDice(roll, 0)
            self.in_hand -= roll.count
        recorded = self.unread[: roll.count]
        faces = recorded
        if len(recorded) < roll.count:
            faces += self.more(roll, roll.count - len(recorded))
        if recorded:
            if any(not roll.lowest <= face_of(face) <= roll.highest for face in recorded):
                raise WrongDice(f"{list(recorded)} cannot be dice of {roll.sides} sides ({roll.why})")
            self.unread = self.unread[roll.count :]
            self.skip(roll, len(recorded))
        self.drawn.extend(faces)
        return faces

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        """Faces beyond those recorded."""
        raise NotImplementedError

    def skip(self, roll: Roll, count: int) -> None:
        """Recorded faces stood in for `count` faces of this source, for this roll."""

    def clone(self) -> Dice:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.drawn = []
        return new


class Tape:
    """The numbers that come of a seed, each made when it is first wanted; it only ever grows."""

    def __init__(self, seed: int) -> None:
        self._numbers: list[int] = []
        self._generator = random.Random(seed)
        self._growing = Lock()  # a copy of a game may be thinking in another thread, and its dice are on this tape too

    def part(self, first: int, end: int) -> list[int]:
        """The numbers from `first` on, up to `end`."""
        if len(self._numbers) < end:
            with self._growing:
                while len(self._numbers) < end:
                    self._numbers.append(self._generator.getrandbits(32))
        return self._numbers[first:end]


@define(slots=False)
class SeededDice(Dice):
    """Dice from a seed. Die number n is the same whatever was rolled before, so taking back gives the same dice."""

    kind = "seeded"
    seed: int = 0
    index: int = 0
    first: tuple[int, ...] = ()
    """The faces of the first dice of all, as somebody wrote them down; a die that has no such face is left to the seed.
    """
    _tape: Tape = field(init=False, eq=False, repr=False)
    """Shared by all clones; each has its own place on it."""

    def __attrs_post_init__(self) -> None:
        self._tape = Tape(self.seed)

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        end = self.index + count
        faces = tuple([roll.lowest + (raw * roll.sides >> 32) for raw in self._tape.part(self.index, end)])
        if self.index < len(self.first):
            faces = self._loaded(roll, faces)
        self.index = end
        return faces

    def _loaded(self, roll: Roll, faces: tuple[int, ...]) -> tuple[int, ...]:
        """These faces with those that were written down in their places."""
        written = self.first[self.index : self.index + len(faces)]
        pairs = zip(written, faces, strict=False)
        kept = [face if roll.lowest <= face_of(face) <= roll.highest else own for face, own in pairs]
        return (*kept, *faces[len(kept) :])

    def skip(self, roll: Roll, count: int) -> None:
        self.index += count


@define(slots=False)
class LoadedDice(SeededDice):
    """Dice from a seed, but for some faces that come of themselves when a rule is rolled for: a lesson's dice."""

    loads: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Rule ids, each with its faces; what is first in the list is used up first."""
    used: tuple[int, ...] = ()
    """How many faces of each entry have come up; as many as there are entries."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.used = self.used or (0,) * len(self.loads)

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        faces = super().more(roll, count)
        loaded = [face for face in self._take(roll, count) if roll.lowest <= face <= roll.highest]
        return (*loaded, *faces[len(loaded) :])

    def skip(self, roll: Roll, count: int) -> None:
        super().skip(roll, count)
        self._take(roll, count)

    def _take(self, roll: Roll, count: int) -> list[int]:
        """At most so many of the faces that are loaded for the rules of this roll, which are used up by this."""
        taken: list[int] = []
        used = list(self.used)
        for number, (rule, faces) in enumerate(self.loads):
            if rule in roll.rules:
                part = faces[used[number] : used[number] + count - len(taken)]
                used[number] += len(part)
                taken += part
        self.used = tuple(used)
        return taken

    @property
    def left(self) -> list[tuple[str, tuple[int, ...]]]:
        """The faces that have not come up, by rule."""
        rest = ((rule, faces[used:]) for (rule, faces), used in zip(self.loads, self.used, strict=True))
        return [(rule, faces) for rule, faces in rest if faces]


@define(slots=False)
class TypedDice(Dice):
    """The players roll real dice and type the faces in; until then the roll is missing."""

    kind = "typed"

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        raise MissingDice(roll, roll.count - count)


@define(slots=False)
class ScriptedDice(Dice):
    """Dice written down beforehand, for tests and examples; running out of them is an error."""

    kind = "scripted"

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        raise WrongDice(f"the script is out of dice: {count} more needed, {roll.why}")


def dice_of(kind: str, seed: int = 0) -> Dice:
    """The source that a game's header names: 'seeded' or 'typed'."""
    if kind == "seeded":
        return SeededDice(seed=seed)
    if kind == "typed":
        return TypedDice()
    raise ValueError(f"dice are 'seeded' or 'typed', not {kind!r}")
