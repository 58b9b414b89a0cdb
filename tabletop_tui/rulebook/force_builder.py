"""Mustering a force: what a rulebook sells, what a force has bought so far, and why a further pick is not allowed.

A force is the table of a roster file, as plain data. A rulebook derives from Muster and says what it sells; the judging
is done by the same functions that read its files. A System offers it as `muster(folders)`; one without has none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, ClassVar

from attrs import evolve

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Library
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import Wrong, a_name, attempt
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import System

Force = dict[str, Any]
Value = int | float | str | bool
"""What a unit or weapon has under a name: range, armour, whether it is a vehicle."""


@frozen
class Offer:
    """Something that can be bought or chosen, what it costs, and why not just now."""

    id: str
    name: str
    cost: int = 0
    group: str = ""
    """A heading to list it under."""
    card: Card | None = None
    refusal: Refusal | None = None
    chosen: bool = False
    count: int = 0
    """In a slot with counts how many there are; `refusal` then says why not one more ..."""
    fewer: Refusal | None = None
    """... and this why not one fewer."""


@frozen
class Slot:
    """A choice about a unit or the whole force: one of `offers`; with `many`, each or not; with `counts`, so many."""

    id: str
    label: str
    offers: tuple[Offer, ...]
    many: bool = False
    counts: bool = False


@frozen
class Budget:
    """Something besides the costs that may be used up, of which a screen shows how far: weight, power.

    It only shows: what is over it is refused by the reader of files, as everything is.
    """

    name: str
    used: float
    most: float
    unit: str = ""
    rule: str = ""

    @property
    def share(self) -> float:
        """How much of it is used; more than 1 where that is too much."""
        return self.used / self.most if self.most else float(self.used > 0)


@frozen
class Bought:
    """A row of the force."""

    name: str
    cost: int
    card: Card
    count: int = 1
    note: str = ""
    """What it was given, in a few words."""


@frozen
class Troop:
    """A unit of a force as what it is judged by: its values by name, and those of each of its weapons."""

    entry: str
    """The id under which it is sold."""
    name: str
    values: Mapping[str, Value]
    weapons: tuple[Mapping[str, Value], ...] = ()


class Muster(ABC):
    """How forces of one rulebook are put together. A force that is handed in is never changed: a new one comes back."""

    kind: ClassVar[str]
    """The kind of its files."""
    rows: ClassVar[str]
    """The key under which a file lists what is bought."""
    counted_in: ClassVar[str]
    """What costs are counted in: points or the like."""
    named_rows: ClassVar[bool] = False
    """Whether a row can have a name of its own."""
    source: ClassVar[Library]
    only: frozenset[str] | None = None
    """What a narrowed one has for sale, and the slots, or offers as `slot:offer`, that can be chosen; None for all."""

    # ------------------------------------------------------------------ what each rulebook says
    @abstractmethod
    def blank(self) -> Force:
        """A force without anything in it."""

    @abstractmethod
    def sells(self, force: Force) -> list[Offer]:
        """All that is sold, what this force may buy first; refusals are worked out elsewhere."""

    @abstractmethod
    def bought(self, force: Force) -> list[Bought]:
        """The rows of the force, in its order."""

    @abstractmethod
    def slots(self, force: Force, row: int | None) -> list[Slot]:
        """What can be chosen for a row, or for the whole force (None)."""

    @abstractmethod
    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        """The force with this choice, allowed or not; of a slot with `many`, chosen once more it is given back."""

    def put_count(self, force: Force, row: int | None, slot: str, offer: str, count: int) -> Force:
        """The force with so many of this in a slot with `counts`, allowed or not."""
        raise NotImplementedError(f"{type(self).__name__} has no slots with counts")

    def budgets(self, force: Force, row: int | None) -> list[Budget]:
        """What a row, or the whole force (None), uses up besides its costs."""
        return []

    @abstractmethod
    def limits(self, force: Force) -> list[Line]:
        """How much of each limit is used; the mood says bad where one is broken."""

    @abstractmethod
    def compose(self, file: Any) -> object:
        """The force that a file describes; Wrong if it may not be composed so."""

    @abstractmethod
    def refuse(self, force: Force) -> Refusal | None:
        """What the force breaks that buying more cannot mend, or None."""

    def troops(self, force: Force) -> Iterable[Troop]:
        """The units of the force one by one, with all their values."""
        return [Troop("", row.name, {"cost": row.cost}) for row in self.bought(force) for _ in range(row.count)]

    def table(self, force: Force) -> Force:
        """What a file holds of the force."""
        return force

    def force_of(self, table: Mapping[str, Any]) -> Force:
        """The force that a part of a file tells of; what is not said there is as in an empty one."""
        return {**self.blank(), **table}

    def singly(self, force: Force) -> list[Force]:
        """Its units one by one, each as a position buys it."""
        return [dict(row) for row in force[self.rows]]

    def cards(self, force: Force) -> list[tuple[int, Card]]:
        """The cards to have at hand in a battle, each once with its number."""
        found: Counter[Card] = Counter()
        for row in self.bought(force):
            found[row.card] += row.count
        return [(count, card) for card, count in found.items()]

    # ------------------------------------------------------------------ what follows from that
    def cost(self, force: Force) -> int:
        return sum(row.cost for row in self.bought(force))

    def read(self, path: Path) -> Force:
        """The force in a file; BadFile if it cannot be used."""
        file = self.source.read(path)
        if file.kind != self.kind:
            raise BadFile(path, "kind", f"this has to be of kind {self.kind!r}, not a {file.kind}")
        attempt(path, lambda: self.compose(file))
        return toml_table(path)

    def fault(self, force: Force) -> Refusal | None:
        """Why the force is no whole one yet, or None: only whole ones are saved."""
        return together([self.refuse(force), self.wrong(force)])

    def wrong(self, force: Force) -> Refusal | None:
        """What the reader of files has against the force, or None."""
        return refusal_of(lambda: self.compose(self.source.structure(self.table(force))))

    def narrowed(self, only: Collection[str]) -> Muster:
        """The same, with nothing else for sale than these, and nothing to choose for the force as a whole."""
        other = copy(self)
        other.only = frozenset(only)
        return other

    def offers(self, force: Force) -> list[Offer]:
        """All that is sold, each with why it may not be added now."""
        return [evolve(offer, refusal=self.refuse_add(force, offer.id)) for offer in self.on_sale(force)]

    def on_sale(self, force: Force) -> list[Offer]:
        """All that is sold here, not yet judged."""
        return [offer for offer in self.sells(force) if not self.only or offer.id in self.only]

    def refuse_add(self, force: Force, entry: str) -> Refusal | None:
        return self._barred(force, self.add(force, entry))

    def choices(self, force: Force, row: int | None) -> list[Slot]:
        """The slots of a row or of the whole force, each offer with why it may not be chosen now."""
        return [
            evolve(slot, offers=tuple(self.judged(force, row, slot, offer) for offer in slot.offers))
            for slot in self.open_slots(force, row)
        ]

    def open_slots(self, force: Force, row: int | None) -> list[Slot]:
        """The slots in which there is something to choose, not yet judged."""
        if self.only is not None and row is None:
            return []
        found = []
        for slot in self.slots(force, row):
            offers = tuple(offer for offer in slot.offers if self._is_open(slot, offer))
            if any(not offer.chosen for offer in offers):
                found.append(evolve(slot, offers=offers))
        return found

    def _is_open(self, slot: Slot, offer: Offer) -> bool:
        named = not self.only or slot.id in self.only or f"{slot.id}:{offer.id}" in self.only
        return named or offer.chosen or bool(offer.count)

    def judged(self, force: Force, row: int | None, slot: Slot, offer: Offer) -> Offer:
        """An offer of a slot with why it may not be chosen now."""
        if slot.counts:
            return self._counted(force, row, slot, offer)
        if offer.chosen:
            return offer
        return evolve(offer, refusal=self._barred(force, self.put(force, row, slot.id, offer.id)))

    def _counted(self, force: Force, row: int | None, slot: Slot, offer: Offer) -> Offer:
        """An offer with why not one more, and why not one fewer."""
        more, fewer = (self.put_count(force, row, slot.id, offer.id, offer.count + step) for step in (1, -1))
        none_left = None if offer.count else Refusal("there is none to give back")
        return evolve(offer, refusal=self._barred(force, more), fewer=none_left or self._barred(force, fewer))

    def _barred(self, before: Force, after: Force) -> Refusal | None:
        """Why a change may not be made. What was broken before it and grows no dearer by it does not bar it."""
        refusal = self.refuse(after)
        if refusal is None or self.cost(after) > self.cost(before):
            return refusal
        old = self.refuse(before)
        known = {one.rule for one in old.all} if old else set()
        return together(one for one in refusal.all if one.rule not in known)

    def with_rows(self, force: Force, rows: Sequence[Any]) -> Force:
        return {**force, self.rows: list(rows)}

    def with_row(self, force: Force, row: int, **values: Any) -> Force:
        """The force with other values in a row; an empty value takes the key away."""
        rows = list(force[self.rows])
        rows[row] = {key: value for key, value in {**rows[row], **values}.items() if value or value == 0}
        return self.with_rows(force, rows)

    def add(self, force: Force, entry: str) -> Force:
        return self.with_rows(force, [*force[self.rows], self.new_row(entry)])

    def new_row(self, entry: str) -> Force:
        """An entry as it is first bought."""
        raise NotImplementedError

    def row_of(self, bought: Force) -> Force:
        """A row of a unit that a position buys by itself."""
        return bought

    def opened_to(self, force: Force, entry: str) -> tuple[Force, Offer] | None:
        """An empty force with the other choice for the whole of it with which this may be bought, if there is one."""
        for slot in self.slots(force, None) if not force[self.rows] and self.only is None else ():
            for offer in slot.offers if not slot.counts else ():
                other = self.put(force, None, slot.id, offer.id)
                if not offer.chosen and self.refuse_add(other, entry) is None:
                    return other, offer
        return None

    def copy(self, force: Force, row: int) -> Force:
        """One more of this row, beside it."""
        rows = list(force[self.rows])
        twin = {key: value for key, value in rows[row].items() if key != "name"}
        return self.with_rows(force, [*rows[: row + 1], twin, *rows[row + 1 :]])

    def refuse_copy(self, force: Force, row: int) -> Refusal | None:
        return self._barred(force, self.copy(force, row))

    def remove(self, force: Force, row: int) -> Force:
        rows = force[self.rows]
        return self.with_rows(force, [*rows[:row], *rows[row + 1 :]])

    def rename(self, force: Force, row: int | None, name: str) -> Force:
        """The force, or a row of it, under another name."""
        return {**force, "name": name} if row is None else self.with_row(force, row, name=name)

    def refuse_name(self, name: str) -> Refusal | None:
        return refusal_of(lambda: a_name(name))


def refusal_of(work: Callable[[], object]) -> Refusal | None:
    """What is wrong with what `work` does, as a refusal; None if nothing is."""
    try:
        work()
    except Wrong as wrong:
        return together(fault.refusal or Refusal(str(fault)) for fault in wrong.all)
    return None


def muster_of(system: System, folders: Sequence[Path]) -> Muster | None:
    """How this system's forces are put together from what the folders sell; None where it does not say."""
    make = getattr(system, "muster", None)
    if make is None:
        return None
    made: Muster = make(folders)
    return made
