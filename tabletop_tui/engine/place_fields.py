"""What the field of a Place question can do: the spots that it offers, and what more some fields know.

Each ability is a protocol of its own; whoever shows or answers a question asks whether its field has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from tabletop_tui.engine.overlays import Patch
from tabletop_tui.engine.refusal import Refusal


class Chooser(Protocol):
    """What sampling needs of a random generator (random.Random has it)."""

    def choice(self, seq: Sequence[Any], /) -> Any: ...
    def randint(self, a: int, b: int, /) -> int: ...


class Field(Protocol):
    """The spots a Place question offers. A spot is a string (a hex, or a point as 'x,y').

    A field of very many spots has a method `sample(chooser)`, too: one by chance, without listing them all, '' if none
    can be reached.
    """

    def cells(self) -> Mapping[str, str]:
        """Every spot that can be reached, with a short label to print there (its cost)."""
        ...

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        """The whole way that this answer would take, the start first; [] if it is refused."""
        ...

    def refuse(self, spots: Sequence[str]) -> Refusal | None: ...

    def cost(self, spots: Sequence[str]) -> str:
        """What this answer costs, in the rulebook's words."""
        ...


@runtime_checkable
class Otherwise(Protocol):
    """A field with more answers where its cells are too few: a turn on the spot, another formation, single models."""

    def otherwise(self) -> Iterator[list[str]]:
        """Those answers; none where the cells will do."""
        ...


@runtime_checkable
class Searched(Protocol):
    """A field whose cells take a while to find."""

    def search(self, patience: float) -> bool:
        """Go on looking for so many seconds; whether all have been found, so that `cells` has them at hand."""
        ...


@runtime_checkable
class Passable(Protocol):
    """A field with places where one may not stay, but on the way to others pass."""

    def refuse_on(self, spots: Sequence[str]) -> Refusal | None:
        """Why one cannot go by these places and on."""
        ...


@runtime_checkable
class Ghosted(Protocol):
    """A field that knows where models would stand by an answer."""

    def stands(self, spots: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        """Where each model would stand by this answer, allowed or not, as (x, y, radius); [] if it makes no sense."""
        ...


@runtime_checkable
class Shaped(Ghosted, Protocol):
    """A field of an open table, where an answer says besides the spots how several models stand around the last one.

    After the spots an answer may hold 'form=NAME' (one of `forms`), 'turn=DEGREES' (clockwise, on from how the unit
    would stand or face else) and 'modelN=DX,DY' (model N, counted from 1, so far from its place in the formation).
    """

    @property
    def forms(self) -> Sequence[str]:
        """The formations; the first one is taken where the answer names none. Empty for a single model."""
        ...


@runtime_checkable
class Templated(Protocol):
    """A field of templates, which take whoever is under them: a blast, a jet of flame."""

    def template(self, spots: Sequence[str]) -> object:
        """The template as it lies by this answer, which must be allowed."""
        ...


@runtime_checkable
class Stacked(Protocol):
    """A field on which surfaces lie above each other. After the spots an answer may hold 'on=ID', one of `surfaces`."""

    def surfaces(self, spots: Sequence[str]) -> Sequence[str]:
        """The surfaces on which the unit would find room at the end of this answer, from below."""
        ...


@runtime_checkable
class Nudged(Ghosted, Protocol):
    """A field that finds a place for each model, and lets single ones be moved from there.

    After the spot an answer may hold 'modelN=DX,DY', as where units are formed, but no formation and no turn.
    """

    @property
    def loose(self) -> int:
        """How many models may be moved."""
        ...


@runtime_checkable
class Faced(Protocol):
    """A field that knows which way a single model would face by an answer."""

    def faces(self, spots: Sequence[str]) -> float | None:
        """In degrees clockwise from north; None for several models, or for an answer that makes no sense."""
        ...


@runtime_checkable
class Reshaped(Protocol):
    """A field that knows its spots for any formation and turn."""

    def cells_for(self, shape: Sequence[str]) -> Mapping[str, str]:
        """As `cells`, where the answer goes on after the spot with these words ('form=line', 'turn=30')."""
        ...


@runtime_checkable
class Grouped(Protocol):
    """A field whose models are units of their own."""

    @property
    def names(self) -> Sequence[str]:
        """What each of them is called, in the order in which they stand."""
        ...

    @property
    def here(self) -> str:
        """The spot around which they stand now."""
        ...


@runtime_checkable
class Driven(Ghosted, Protocol):
    """A field whose answers are the pieces of a way, made one after another."""

    @property
    def radius(self) -> float:
        """The tightest of an arc."""
        ...

    @property
    def spin(self) -> float:
        """By how many degrees it may turn on the spot; 0 for never."""
        ...

    def left(self, words: Sequence[str]) -> float:
        """How much may still be driven after these pieces."""
        ...

    def track(self, words: Sequence[str]) -> Sequence[str]:
        """The way of an answer for drawing, allowed or not."""
        ...

    def refuse_on(self, words: Sequence[str]) -> Refusal | None:
        """Why a way cannot begin so."""
        ...

    def toward(self, goal: tuple[float, float], words: Sequence[str] = ()) -> list[str]:
        """A good guess at an answer that begins with these pieces and leads to a place."""
        ...


@runtime_checkable
class Onward(Protocol):
    """A field whose answers are made part by part, and that knows what a next part could reach."""

    def cells_after(self, parts: Sequence[str]) -> Mapping[str, str]:
        """As `cells`, where the answer begins with these parts; where they take long to find, `Searched` as well."""
        ...


@runtime_checkable
class Patched(Protocol):
    """A field whose answers lay areas over an open table."""

    def patches(self, spots: Sequence[str]) -> Sequence[Patch]:
        """What this answer would lay where, allowed or not; [] if it makes no sense."""
        ...


@runtime_checkable
class Listed(Protocol):
    """A field whose answers are no single spots: it lists them itself, and its cells only show where they end."""

    @property
    def how(self) -> str:
        """How an answer is written, in a few words."""
        ...

    def answers(self) -> Iterator[list[str]]:
        """Legal answers, a fair selection."""
        ...

    def sample_answer(self, chooser: Chooser) -> list[str]:
        """One of them by chance, without listing them all; [] if none is found."""
        ...


@runtime_checkable
class Suggesting(Protocol):
    """A field that knows a few good answers without looking at all of its spots."""

    def suggest(self) -> Iterator[list[str]]:
        """Legal answers, the likeliest first, each found only when it is asked for."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """A field that can say what a place is good for."""

    def reasons(self, spots: Sequence[str]) -> Sequence[str]:
        """What holds at the end of a legal answer that a player may want there, what matters most first."""
        ...


@runtime_checkable
class Sparing(Protocol):
    """A field that lists its answers, and finds a few of them without looking for all."""

    def some(self, few: int) -> list[list[str]]:
        """Legal answers that lie evenly among all; [] if it finds none so quickly."""
        ...
