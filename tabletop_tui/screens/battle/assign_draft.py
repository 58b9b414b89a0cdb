"""The half-made answer to an Assign question: who has which label so far, in rows of groups or of single items.

It knows no screen; a Draft hands it the keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from tabletop_tui.engine.assign_question import Assign, Item, Labels
from tabletop_tui.engine.question import Option
from tabletop_tui.engine.refusal import Refusal

ALIKE, SINGLY = "a", "m"
"""The keys that give everybody the label of the row in hand, and that show single items or groups."""
TURNS = {"left": -1, "right": 1}
STEPS = {"up": -1, "down": 1}


@define
class Assigning:
    """What a person has made so far of the answer to `question`."""

    question: Assign
    letters: dict[str, str]
    """The key of a label for each letter."""
    given: Labels = field(init=False)
    singly: bool = field(init=False)
    """Whether each item has a row of its own, else each group."""

    def __attrs_post_init__(self) -> None:
        self.given = dict(self.question.default)
        self.singly = len(self.question.groups()) == len(self.question.items)

    # ------------------------------------------------------------------ rows
    @property
    def rows(self) -> list[Sequence[Item]]:
        """The items of each row."""
        if self.singly:
            return [[item] for item in self.question.items]
        return [*self.question.groups().values()]

    def options(self) -> list[Option]:
        """The rows as a list shows them: who, and at the right what they have."""
        return [
            Option(row[0].key, self._called(row), None, self.has(row), row[0].target if len(row) == 1 else "")
            for row in self.rows
        ]

    def _called(self, row: Sequence[Item]) -> str:
        return row[0].label if len(row) == 1 else f"{len(row)} {row[0].group}"

    def has(self, row: Sequence[Item]) -> str:
        """The label of a row by its name; where its items have several, each by its letter: '4s 1l'."""
        counts = Counter(self.given[item.key] for item in row)
        labels = [label for label in self.question.labels if counts[label.key]]
        if len(labels) == 1:
            return labels[0].label
        return " ".join(f"{counts[label.key]}{self.letter_of(label)}" for label in labels)

    def letter_of(self, label: Option) -> str:
        """Its key, a letter or a digit that no other label has; '-' where all keys are taken."""
        return next((letter for letter, key in self.letters.items() if key == label.key), "-")

    # ------------------------------------------------------------------ changes
    def answer(self, row: int, label: str) -> Refusal | None:
        """Give a row this label, as far as its items can have it; why not, where none of them can."""
        items = self.rows[row]
        able = [item for item in items if self.question.bars(item, label) is None]
        if not able:
            return self.question.bars(items[0], label)
        before = self.given
        if len(items) == 1 and not self.question.tight:
            self.given = before | {items[0].key: label}  # one too many is told before Enter: another may give it up yet
        else:
            self.given = self.question.given(before, items, label)
        lacking = next((item.key for item in able if self.given[item.key] != label), "")
        return self.question.refuse(before | {lacking: label}) if lacking and self.given == before else None

    def turn(self, row: int, step: int) -> None:
        """Give a row the next label that any of its items can have."""
        can = {label for item in self.rows[row] for label in self.question.open_to(item)}
        labels = [label.key for label in self.question.labels if label.key in can]
        before, has = self.given, self.given[self.rows[row][0].key]
        at = labels.index(has) if has in labels else -1
        for number in range(1, len(labels)):  # one of which there are no more is passed over
            self.answer(row, labels[(at + number * step) % len(labels)])
            if self.given != before:
                return

    def alike(self, row: int) -> None:
        """Give everybody who can have it the label of this row."""
        self.given = self.question.given(self.given, self.question.items, self.given[self.rows[row][0].key])

    def fold(self, row: int) -> int:
        """Show single items in place of groups, or groups again; the row that the same item stands in then."""
        first = self.rows[row][0]
        self.singly = not self.singly
        return next(place for place, items in enumerate(self.rows) if first in items)

    def back(self) -> bool:
        """Take all changes back; False if there are none."""
        changed = self.given != self.question.default
        self.given = dict(self.question.default)
        return changed
