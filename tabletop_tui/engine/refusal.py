"""Refusals that say why something is not allowed, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from attrs import evolve

from tabletop_tui.records import frozen


@frozen
class Refusal:
    """Why something is not allowed, and the rule that forbids it ('' where no rule but plain sense does)."""

    why: str
    rule: str = ""
    also: Sequence[Refusal] = ()
    """What else is not allowed about the same thing."""

    @property
    def all(self) -> tuple[Refusal, ...]:
        """Each reason by itself, this one first."""
        return (evolve(self, also=()), *self.also)

    def __str__(self) -> str:
        return "; ".join(f"{one.why} [{one.rule}]" if one.rule else one.why for one in (self, *self.also))


def together(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """All that is not allowed as one refusal, each reason once; None if nothing is refused."""
    found = tuple(dict.fromkeys(one for refusal in refusals if refusal is not None for one in refusal.all))
    return evolve(found[0], also=found[1:]) if found else None


NEAREST = 3
"""Of so many enemies it is said why nothing can be done to them; a longer list would bury them."""


class WhenRead(Sequence[Refusal]):
    """Refusals that are worked out when somebody reads them: computers only ask whether an action is refused.

    They are read while the question is put to which they belong, so that the battle still stands as it did.
    """

    def __init__(self, work: Callable[[], Iterable[Refusal]]) -> None:
        self._work = work

    @cached_property
    def _found(self) -> tuple[Refusal, ...]:
        return tuple(self._work())

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, place: Any) -> Any:
        return self._found[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._found == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found)


def nobody(why: str, rule: str, near: Callable[[], Iterable[tuple[str, Refusal | None]]]) -> Refusal:
    """That there is nobody to do something to, and why not to each of the first few of these, who are named."""

    def reasons() -> Iterable[Refusal]:
        each = ((name, refusal) for name, refusal in near() if refusal is not None)
        return (of(name, refusal) for name, refusal in islice(each, NEAREST))

    return Refusal(why, rule, WhenRead(reasons))


def of(name: str, refusal: Refusal) -> Refusal:
    """The same with the id of whom it speaks of, unless it is told already."""
    return Refusal(refusal.why if name in refusal.why.split() else f"{name}: {refusal.why}", refusal.rule)


class Refused(Exception):
    """An answer that was not taken. The game is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
