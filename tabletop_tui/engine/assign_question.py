"""A question that gives each of several things a label: what each model does, who takes which hit, which die is which.

The answer is plain JSON, {item: label}, with a label for every item. It starts from a sensible default, which is legal
and which Enter takes; whole groups are changed first (all men with rifles), single items where that is wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod

from attrs import define, evolve, field

from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed

LISTED = 120
"""The most answers that are listed: fewer than a computer player looks at, so that it sees them all."""
Labels = dict[str, str]
"""The label of each item, by their keys."""


@define(slots=True)
class Item:
    """Something that gets a label: its key, what to call it, and why it cannot have some of the labels."""

    key: str
    label: str
    group: str = ""
    """What it has in common with others that are mostly treated alike, as a plural ('Rifles'); '' if nothing."""
    refusals: Mapping[str, Refusal] = field(factory=dict)
    """By the key of the label."""
    target: str = ""
    """The id of the unit, or the spot, that this item is about; '' if none."""

    @property
    def tag(self) -> str:
        """'A1' of 'A1 Riflemen', where the item is that unit; else ''."""
        return self.target if self.target and self.label.startswith(f"{self.target} ") else ""


@define(slots=True, repr=False)
class Assign(Question):
    """Give each item a label; the answer is {item: label}.

    A label is an Option: with a refusal nobody can have it, and its rule stands behind `most`.
    """

    items: list[Item] = field(kw_only=True)
    labels: list[Option] = field(kw_only=True)
    default: Labels = field(kw_only=True)
    """A legal answer that most players would give."""
    most: Mapping[str, int] = field(factory=dict, kw_only=True)
    """How many items can have a label at most; those not named here, any number."""
    whole: Callable[[Mapping[str, str]], Refusal | None] | None = field(default=None, kw_only=True, eq=False)
    """What the rulebook says of an answer as a whole, where every item could have its label."""
    idle: str = field(default="", kw_only=True)
    """The label of those who do nothing; '' where there is none."""
    idling: str = field(default="", kw_only=True)
    """What is asked once before all of them do nothing though one could do something."""

    def wants(self) -> str:
        return f"for each of {len(self.items)} items one of {' '.join(label.key for label in self.labels)}"

    # ------------------------------------------------------------------ what is refused
    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, dict) or not answer:
            return Refusal(f"give a label for each item, not {answer!r}")
        items = {item.key: item for item in self.items}
        if (odd := next((key for key in answer if key not in items), None)) is not None:
            return self.absent(odd, items)
        if (bare := next((item for item in self.items if item.key not in answer), None)) is not None:
            return Refusal(f"nothing is said of {bare.label}")
        known = {label.key: label for label in self.labels}
        for item in self.items:
            if not isinstance(key := answer[item.key], str) or key not in known:
                return self.absent(key, known)
            if (refusal := self._barred(item, known[key])) is not None:
                return refusal
        return self._of_all(answer)

    def _of_all(self, answer: Mapping[str, str]) -> Refusal | None:
        counts = Counter(answer.values())
        for label in self.labels:
            most = self.most.get(label.key)
            if most is not None and counts[label.key] > most:
                return Refusal(f"at most {most} can have {label.label!r}, not {counts[label.key]}", label.rule)
        return self.whole(answer) if self.whole is not None else None

    def bars(self, item: Item, label: str) -> Refusal | None:
        """Why this item cannot have this label, whatever the others have; None if it can."""
        found = self.label(label)
        return self._barred(item, found) if found is not None else None

    def _barred(self, item: Item, label: Option) -> Refusal | None:
        refusal = item.refusals.get(label.key) if label.refusal is None else None
        return evolve(refusal, why=f"{item.label}: {refusal.why}") if refusal is not None else label.refusal

    # ------------------------------------------------------------------ what there is
    def label(self, key: Answer) -> Option | None:
        """The label of this key."""
        return next((label for label in self.labels if label.key == key), None)

    def groups(self) -> dict[str, list[Item]]:
        """The items by group, in their order; one without a group stands under its own label."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.group or item.label, []).append(item)
        return found

    def warning(self, answer: Answer) -> str:
        idles = self.idle and all(given == self.idle for given in answer.values())
        return self.idling if idles and any(len(self.open_to(item)) > 1 for item in self.items) else ""

    def open_to(self, item: Item) -> list[str]:
        """The labels that this item can have."""
        return [label.key for label in self.labels if label.refusal is None and label.key not in item.refusals]

    def given(self, answer: Mapping[str, str], items: Iterable[Item], label: str) -> Labels:
        """The answer with this label for these items: for those that can have it, and for no more than can.

        Where as many can have each label as there are items, others give it up for theirs, the last first.
        """
        found, keys = dict(answer), [item.key for item in items if self.bars(item, label) is None]
        room = self.most.get(label, len(self.items)) - sum(given == label for given in answer.values())
        wanting = [key for key in keys if answer.get(key) != label]
        if self.tight:
            others = [key for key, given in reversed([*answer.items()]) if given == label and key not in keys]
            for key, other in zip(wanting, others, strict=False):
                found[key], found[other] = label, found[key]
            return found
        return found | dict.fromkeys(wanting[: max(0, room)], label)

    @property
    def tight(self) -> bool:
        """Whether it is given how many have each label, so that one more of them is one less elsewhere."""
        return sum(self.most.get(label.key, len(self.items)) for label in self.labels) == len(self.items)

    def said(self, answer: Mapping[str, str]) -> str:
        """As in '5 Shoot, 2 Load'."""
        counts = Counter(answer.values())
        return ", ".join(f"{counts[label.key]} {label.label}" for label in self.labels if counts[label.key])

    def told(self, answer: Mapping[str, str]) -> str:
        """Who has which label, as in 'Shoot: 4 Rifles and LMG; Load: RPG'; 'Shoot: all' where it is the same for all.

        Units go by their tags. Of a group that is mostly treated alike, so many are told where several have the label.
        What all labels end with tells nothing of one and is left out.
        """
        names = zip(self.labels, briefly([label.label for label in self.labels]), strict=True)
        having = {name: [item for item in self.items if answer[item.key] == label.key] for label, name in names}
        return "; ".join(f"{label}: {self._listed(items)}" for label, items in having.items() if items)

    def _listed(self, items: Sequence[Item]) -> str:
        if len(items) == len(self.items) > 1:
            return "all"
        if all(item.tag for item in items):
            return listed([item.tag for item in items])
        alike = Counter(item.group for item in items if item.group)
        names = dict.fromkeys(
            f"{alike[item.group]} {item.group}" if alike[item.group] > 1 else item.label for item in items
        )
        return listed(list(names))

    # ------------------------------------------------------------------ what can be answered
    def legal(self) -> Iterator[Answer]:
        """All answers where they are few; else the default, and what differs from it in one respect."""
        found = (dict(answer) for answer in dict.fromkeys(tuple(one.items()) for one in self._some()))
        return islice((answer for answer in found if self.refuse(answer) is None), LISTED)

    def _some(self) -> Iterator[Labels]:
        yield self._in_order(self.default)
        keys, choices = [item.key for item in self.items], [self.open_to(item) for item in self.items]
        if prod(map(len, choices)) <= LISTED:
            yield from (dict(zip(keys, labels, strict=True)) for labels in product(*choices))
            return
        labels = [label.key for label in self.labels]
        sets: Sequence[Sequence[Item]] = [self.items, *self.groups().values(), *([item] for item in self.items)]
        yield from (self._in_order(self.given(self.default, items, label)) for items in sets for label in labels)

    def _in_order(self, answer: Mapping[str, str]) -> Labels:
        return {item.key: answer[item.key] for item in self.items}

    def sample(self, chooser: Chooser) -> Answer:
        """The default after many small changes by chance, of which each leaves it legal."""
        answer = self._in_order(self.default)
        for _ in range(2 * len(self.items)):
            changed = self._changed(answer, chooser)
            answer = changed if self.refuse(changed) is None else answer
        return answer

    def _changed(self, answer: Labels, chooser: Chooser) -> Labels:
        """Another label for one item, or two items with their labels exchanged."""
        one, other = chooser.choice(self.items), chooser.choice(self.items)
        if chooser.randint(0, 1):
            return answer | {one.key: chooser.choice(self.open_to(one))}
        return answer | {one.key: answer[other.key], other.key: answer[one.key]}


def briefly(labels: Sequence[str]) -> list[str]:
    """Labels without what all of them end with: 'A3-1 Rifle' for 'A3-1: Rifle, AV 8' where all have AV 8."""
    pieces = [label.split(", ") for label in labels]
    while len(pieces) > 1 and all(len(one) > 1 for one in pieces) and len({one[-1] for one in pieces}) == 1:
        pieces = [one[:-1] for one in pieces]
    names = [", ".join(one).replace(": ", " ") for one in pieces]
    return names if len({*names}) == len(names) else list(labels)
