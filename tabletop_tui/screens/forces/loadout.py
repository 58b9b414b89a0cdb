"""What can be chosen for a row of a force, in one list; of what is counted, more or fewer with two keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual import events

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rulebook.force_builder import Budget, Force, Muster, Offer, Slot
from tabletop_tui.screens.base.dialogs import LIST_KEYS, Choose, ListItem
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import budget_line

MORE, FEWER = ("+", "="), ("-",)


def refused(refusal: Refusal) -> TextLine:
    return [(f"no: {refusal.why}", "bad"), (f"  {refusal.rule}", "rule")]


def items_of(slots: Sequence[Slot], glyphs: Glyphs) -> list[ListItem]:
    """Each offer of each slot as a line of a list, by the ids of both."""
    return [
        ListItem(f"{slot.id}\n{offer.id}", _line(slot, offer, glyphs), "" if slot.counts else str(offer.refusal or ""))
        for slot in slots
        for offer in slot.offers
    ]


def _line(slot: Slot, offer: Offer, glyphs: Glyphs) -> TextLine:
    taken = bool(offer.count) if slot.counts else offer.chosen
    role = "strong" if taken else "dim" if offer.refusal else "text"
    sign = f"{offer.count:>2} " if slot.counts else f"{glyphs.tick if taken else ' '} "
    line: TextLine = [(sign, "strong" if taken else "dim"), (f"{slot.label}: ", "dim"), (offer.name, role)]
    line += [(f"  {offer.cost:+d}{' each' * slot.counts}", role)] if offer.cost else []
    return [*line, ("  ", "text"), *refused(offer.refusal)] if offer.refusal else line


class Loadout(Choose):
    """A list of which some entries are counted: they are changed and the list stays; any other is taken at once."""

    keys = (("+ -", "One more of what is marked, one fewer"), *LIST_KEYS)
    hint = [
        *((" + -", "hint-key"), (" more, fewer  ", "hint"), ("Enter", "hint-key"), (" take  ", "hint")),
        *(("Esc", "hint-key"), (" close", "hint")),
    ]

    def __init__(
        self, title: str, muster: Muster, force: Force, row: int | None, changed: Callable[[Force], None]
    ) -> None:
        super().__init__(title, [])
        self.muster, self.force, self.row, self.changed = muster, force, row, changed
        self.said = ""
        """Why the last key changed nothing."""

    def on_mount(self) -> None:
        self._take_in(self.force)
        super().on_mount()

    def _take_in(self, force: Force) -> None:
        self.force, self.slots = force, self.muster.choices(force, self.row)
        self.items = items_of(self.slots, self.tabletop.glyphs)

    def draw(self) -> None:
        super().draw()
        bars = [piece for budget in self.budgets for piece in (("  ", "status"), *budget_line(budget, self.glyphs))]
        cost = f"  {self.muster.cost(self.force)} {self.muster.counted_in}"
        typed = f"  {self.typed}_" if self.typed else ""
        self.show_title([(f" {self.heading}", "status"), (cost + typed, "status-dim"), *bars])
        if self.said:
            self.show_hint([(f" {self.said}", "hint")])

    @property
    def budgets(self) -> list[Budget]:
        return self.muster.budgets(self.force, self.row)

    @property
    def glyphs(self) -> Glyphs:
        return self.tabletop.glyphs

    def on_key(self, event: events.Key) -> None:
        self.said = ""
        step = 1 if event.character in MORE else -1 if event.character in FEWER else 0
        if not step:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._count(step)

    def _take(self) -> None:
        if (marked := self._marked()) is not None and marked[0].counts:
            self._count(1)
        else:
            super()._take()

    def _marked(self) -> tuple[Slot, Offer] | None:
        """What the marked line stands for."""
        fitting = self.fitting
        key = fitting[self.index].key if fitting else ""
        return next((pair for pair in self._pairs() if f"{pair[0].id}\n{pair[1].id}" == key), None)

    def _pairs(self) -> Iterator[tuple[Slot, Offer]]:
        return ((slot, offer) for slot in self.slots for offer in slot.offers)

    def _count(self, step: int) -> None:
        """One more or one fewer of what is marked; why not, where that is not allowed."""
        marked = self._marked()
        if marked is not None and marked[0].counts:
            slot, offer = marked
            refusal = offer.refusal if step > 0 else offer.fewer
            if refusal is None:
                count = offer.count + step
                self._take_in(self.muster.put_count(self.force, self.row, slot.id, offer.id, count))
                self.changed(self.force)
            self.said = f"not {'one more' if step > 0 else 'fewer'}: {refusal}" if refusal else ""
        else:
            self.said = "this is not counted: Enter takes it"
        self.draw()
