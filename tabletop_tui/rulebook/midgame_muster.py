"""A force that is chosen in mid-game: from a pool, within a cap, with the force builder's own refusals.

The pool is a `Muster` as the force builder has it, made from the data of the set-up (never from files, which may change
under a game). What may be bought, together and beside each other, is judged by it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import define, field

from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.validation import shown
from tabletop_tui.rulebook.force_builder import Force, Muster

MOST_ROWS = 40
"""The most that can be bought at once."""
MOST_LISTED, MOST_TRIED = 60, 400
"""So many forces are listed, and so many looked at for that."""
ONE_IN = 4
"""A force that is whole is left as it is with this chance, where one is put together by chance."""


@define(slots=True, repr=False)
class Recruit(Question):
    """Choose a force; the answer is a list of what is bought, by id, or of whole rows as a roster file has them."""

    muster: Muster = field(kw_only=True, eq=False, repr=False)
    force: Force = field(kw_only=True)
    """The force with nothing in it, its cap included."""
    optional: bool = field(default=False, kw_only=True)
    """Whether nothing at all may be bought."""

    def wants(self) -> str:
        return "a list of what is bought"

    def with_rows(self, rows: Sequence[Any]) -> Force:
        """The force with these rows; an id stands for what is first bought under it."""
        force, muster = self.force, self.muster
        for row in rows:
            if isinstance(row, str):
                force = muster.add(force, row)
            else:
                force = muster.with_rows(force, [*force[muster.rows], row])
        return force

    def rows_of(self, force: Force) -> list[Any]:
        """The answer that a force is: its rows, where a file has them as a table of counts each id so often."""
        rows = force[self.muster.rows]
        return [name for name, count in rows.items() for _ in range(count)] if isinstance(rows, dict) else list(rows)

    def composed(self, answer: Answer) -> Any:
        """What the muster makes of an answer that is not refused."""
        muster = self.muster
        return muster.compose(muster.source.structure(muster.table(self.with_rows(answer))))

    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, list) or not all(isinstance(row, str | dict) for row in answer):
            return Refusal(f"give a list of what is bought, not {shown(answer)}")
        if len(answer) > MOST_ROWS:
            return Refusal(f"at most {MOST_ROWS} are bought at once, not {len(answer)}")
        sold = [offer.id for offer in self.muster.sells(self.force)]
        for row in answer:
            if isinstance(row, str) and row not in sold:
                return self.absent(row, sold)
            if isinstance(row, dict) and isinstance(self.force[self.muster.rows], dict):
                return Refusal("give only ids here, each as often as it is bought")
        if not answer:
            return None if self.optional else Refusal("at least one is to be bought", next(iter(self.rules), ""))
        force = self.with_rows(answer)
        return self.muster.wrong(force) or self.muster.refuse(force)

    def options(self, rows: Sequence[Any]) -> list[Option]:
        """All that is in the pool, each with why it may not be bought beside these rows."""
        full = Refusal(f"at most {MOST_ROWS} are bought at once") if len(rows) >= MOST_ROWS else None
        offers = self.muster.offers(self.with_rows(rows))
        return [Option(offer.id, offer.name, full or offer.refusal, self.priced(offer.cost)) for offer in offers]

    def priced(self, cost: int) -> str:
        """A cost as it is told: '3 points', '1 point'."""
        words = self.muster.counted_in
        return f"{cost} {words.removesuffix('s') if cost == 1 else words}"

    def cost(self, rows: Sequence[Any]) -> str:
        """What these rows cost together."""
        return self.priced(self.muster.cost(self.with_rows(rows)))

    def legal(self) -> Iterator[Answer]:
        """All forces by their size, the small ones first. Of very many the smallest, and some as large as can be."""
        by_size = self._by_size()
        yield from islice(by_size, MOST_LISTED // 2)
        rest = list(islice(by_size, MOST_LISTED // 2 + 1))
        if len(rest) <= MOST_LISTED // 2:
            yield from rest
            return
        chooser = Random(0)
        full = (self._drawn(chooser, stops=False) for _ in range(MOST_LISTED // 4))
        yield from {tuple(sorted(rows)): rows for rows in full if self.refuse(rows) is None}.values()

    def suggest(self, few: int) -> list[Answer]:
        """Forces as large as can be, by lot but always the same."""
        chooser, found = Random(0), dict[tuple[str, ...], Answer]()
        for _ in range(2 * few):
            rows = self._drawn(chooser, stops=False)
            if len(found) < few and self.refuse(rows) is None:
                found.setdefault(tuple(sorted(rows)), rows)
        return list(found.values()) or super().suggest(few)

    def _by_size(self) -> Iterator[list[str]]:
        order = {offer.id: place for place, offer in enumerate(self.muster.sells(self.force))}
        waiting: deque[list[str]] = deque([[]])
        for _ in range(MOST_TRIED):
            if not waiting:
                return
            rows = waiting.popleft()
            if self.refuse(rows) is None:
                yield rows
            # What stands before the last one in the list was added in another order already.
            waiting += [[*rows, key] for key in self._open_to(rows) if not rows or order[key] >= order[rows[-1]]]

    def _open_to(self, rows: Sequence[str]) -> list[str]:
        return [option.key for option in self.options(rows) if option.refusal is None]

    def sample(self, chooser: Chooser) -> Answer:
        rows = self._drawn(chooser, stops=True)
        return rows if self.refuse(rows) is None else next(self.legal())

    def _drawn(self, chooser: Chooser, *, stops: bool) -> list[str]:
        """A force by chance; one that stops may be left as it is as soon as it is whole."""
        rows: list[str] = []
        force, left = self.force, [offer.id for offer in self.muster.sells(self.force)]
        while left and len(rows) < MOST_ROWS:
            if stops and chooser.randint(1, ONE_IN) == 1 and self.refuse(rows) is None:
                break
            key = chooser.choice(left)
            if self.muster.refuse_add(force, key) is None:
                rows, force = [*rows, key], self.muster.add(force, key)
            else:
                left.remove(key)
        return rows
