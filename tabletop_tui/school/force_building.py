"""A task that lies before a battle: a force is built, or amended, by the acts and refusals of the force builder.

A force is judged when it is handed in: it may be fielded, and what the goal says of it is so. An act is a word as in
`riflemen` (buy it), `copy 1`, `remove 2`, `1 upgrades bazooka` (of row 1, take or give back), `1 models lmg +`, `done`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from tabletop_tui import paths
from tabletop_tui.engine.goals import Condition, IsSo, Joined
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.wording import listed, sentence, which
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.force_builder import Force, Muster, Offer, Slot, muster_of
from tabletop_tui.rulebook.force_facts import ForceFacts, Holds
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.lesson_files import Lesson, Task
from tabletop_tui.school.task_account import BRACES, KEYS, CannotBe

DONE = "done"
"""The act by which a force is handed in."""
MORE, FEWER = "+", "-"


Way = Callable[[], tuple[Force, Refusal | None]]


class Act:
    """Something that can be done with the force; what comes of it, and why not, is worked out when it is asked for."""

    def __init__(self, key: str, label: str, way: Way) -> None:
        self.key, self.label, self._way = key, label, way

    @cached_property
    def _found(self) -> tuple[Force, Refusal | None]:
        return self._way()

    @property
    def force(self) -> Force:
        """What comes of it."""
        return self._found[0]

    @property
    def refusal(self) -> Refusal | None:
        return self._found[1]


class ForceBuilding:
    """A force in the hands of a learner."""

    def __init__(self, lesson: Lesson, task: Task) -> None:
        """Wrong if its rulebook has no force builder, or the force that it begins with cannot be read."""
        rulebook = system(lesson.system)
        muster = muster_of(rulebook, paths.roster_folders())
        if muster is None:
            raise Wrong(f"{rulebook.name} has no force builder", "force")
        self.task = task
        self.muster: Muster = muster.narrowed(task.offer)
        self.later = len(muster.on_sale(muster.blank())) - len(self.muster.on_sale(muster.blank()))
        """So much is not for sale in this task."""
        try:
            self.start = muster.force_of({"name": "Your force", **(task.force or {})})
            self.bare = ForceFacts(muster, self.start)
        except Wrong as wrong:
            raise wrong.inside("force") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Wrong(f"no force can be read from this: {error}", "force") from None
        self.made: list[Force] = []
        """The forces that came of the learner's acts, the latest last."""
        self.handed_in = False

    @property
    def force(self) -> Force:
        return self.made[-1] if self.made else self.start

    # ------------------------------------------------------------------ acts
    def change(self, force: Force) -> None:
        """Go on with this force."""
        self.made.append(force)
        self.handed_in = False

    def undo(self) -> bool:
        """Take the last act back, the handing in first; False where there is none."""
        if self.handed_in:
            self.handed_in = False
        elif self.made:
            self.made.pop()
        else:
            return False
        return True

    def again(self) -> None:
        self.made, self.handed_in = [], False

    def acts(self) -> Iterator[Act]:
        """All acts, what is refused with its reason."""
        force, muster = self.force, self.muster
        for offer in muster.on_sale(force):
            label = f"buy {offer.name}, {offer.cost} {muster.counted_in}"
            yield Act(offer.id, label, partial(self._buy, offer.id))
        for row, bought in enumerate(muster.bought(force)):
            called = f"{bought.count} x {bought.name}" if bought.count > 1 else bought.name
            yield from self._of_row(row, f"{row + 1} {called}")
        yield Act(DONE, "hand the force in", lambda: (force, None))

    def _of_row(self, row: int, called: str) -> Iterator[Act]:
        force, muster = self.force, self.muster
        more = f"copy {row + 1}", f"one more {called}"
        yield Act(*more, lambda: (muster.copy(force, row), muster.refuse_copy(force, row)))
        yield Act(f"remove {row + 1}", f"remove {called}", lambda: (muster.remove(force, row), None))
        for slot in muster.open_slots(force, row):
            yield from self._of_slot(row, called, slot)

    def _of_slot(self, row: int, called: str, slot: Slot) -> Iterator[Act]:
        for offer in slot.offers:
            key, label = f"{row + 1} {slot.id} {offer.id}", f"{called}: {slot.label}, {offer.name}"
            if slot.counts:
                for sign, step in ((MORE, 1), (FEWER, -1)):
                    way = partial(self._count, row, slot, offer, step)
                    yield Act(f"{key} {sign}", f"{label}: {max(0, offer.count + step)}", way)
            elif not offer.chosen or slot.many:
                way = partial(self._choose, row, slot, offer)
                yield Act(key, f"{label}{' given back' if offer.chosen else ''}", way)

    def _buy(self, entry: str) -> tuple[Force, Refusal | None]:
        return self.muster.add(self.force, entry), self.muster.refuse_add(self.force, entry)

    def _count(self, row: int, slot: Slot, offer: Offer, step: int) -> tuple[Force, Refusal | None]:
        judged = self.muster.judged(self.force, row, slot, offer)
        if (why := judged.refusal if step > 0 else judged.fewer) is not None:
            return self.force, why
        return self.muster.put_count(self.force, row, slot.id, offer.id, offer.count + step), None

    def _choose(self, row: int, slot: Slot, offer: Offer) -> tuple[Force, Refusal | None]:
        why = self.muster.judged(self.force, row, slot, offer).refusal
        return (self.force if why is not None else self.muster.put(self.force, row, slot.id, offer.id)), why

    def take(self, key: str) -> None:
        """Do what an act says. Refused with the reason if it is none, or not allowed."""
        acts = {act.key: act for act in self.acts()}
        act = acts.get(key)
        if act is None:
            raise Refused(Refusal(f"there is no {key!r} here; {which(key, list(acts))}"))
        if act.refusal is not None:
            raise Refused(act.refusal)
        if key == DONE:
            self.handed_in = True
        else:
            self.change(act.force)

    # ------------------------------------------------------------------ judging
    def facts(self) -> ForceFacts:
        return ForceFacts(self.muster, self.force)

    def is_right(self, facts: ForceFacts) -> bool:
        return facts.fault is None and self.task.goal.wanted.holds({}, facts)

    def told(self) -> list[tuple[str, str]]:
        """The sentences that fit the force as it is, the best first, each with its place in the file, '' for facts."""
        task, facts = self.task, self.facts()
        right = self.is_right(facts)
        found = [
            (f"verdict.instead[{number}].say", one.say)
            for number, one in enumerate(task.verdict.instead)
            if (one.of == "done") is right and one.when.holds({}, facts)
        ]
        if right:
            return [*found, ("verdict.done", task.verdict.done), ("", self._is_so(facts))]
        if facts.fault is not None:
            return [("", f"This force may not be fielded: {facts.fault.why}.")]
        ways = [
            (f"fails[{number}].say", fail.say)
            for number, fail in enumerate(task.fails)
            if same(self.muster, self.force, self.reached(fail.answers))
        ]
        return [*ways, *found, ("", self._missing(facts))]

    def said(self) -> str:
        """What is said of the force as it is."""
        text = next(text for _, text in self.told() if text)
        return self.filled(text)

    def filled(self, text: str) -> str:
        """A text with its facts in braces filled in. CannotBe for a name that says nothing of a force."""
        facts = self.facts()

        def value(name: str) -> str:
            try:
                return str(facts(name))
            except Wrong as wrong:
                raise CannotBe(wrong.fix) from None

        return BRACES.sub(lambda match: match[0] if match[1] in KEYS else value(match[1]), text)

    def reached(self, acts: Sequence[Any]) -> Force:
        """The force that these acts lead to from the beginning; as far as they go where one is refused."""
        other = copy_of(self)
        for act in acts:
            try:
                other.take(str(act))
            except Refused:
                break
        return other.force

    def _missing(self, facts: ForceFacts) -> str:
        """What of the goal is not so."""
        wanted = self.task.goal.wanted
        told = [clause(one, facts) for one in wanted.all if not one.holds({}, facts)]
        told += [clause(one, facts) for one in wanted.none if one.holds({}, facts)]
        if wanted.any and not any(one.holds({}, facts) for one in wanted.any):
            told += [clause(one, facts) for one in wanted.any]
        return sentence(listed(told[:2])) + "." if told else self._is_so(facts)

    def _is_so(self, facts: ForceFacts) -> str:
        told = [clause(one, facts) for one in self.task.goal.wanted.all]
        return sentence(listed([one for one in told if one][:2])) + "." if told else self.task.goal.text


def copy_of(building: ForceBuilding) -> ForceBuilding:
    """Another one at its beginning, with the same things for sale."""
    other = object.__new__(ForceBuilding)
    other.__dict__.update(building.__dict__)
    other.again()
    return other


def clause(one: Condition, facts: ForceFacts) -> str:
    """A condition on a force in a clause: how it stands, and what is wanted where that is not so."""
    if isinstance(one, Holds):
        return one.told(facts)
    if isinstance(one, IsSo):
        value = facts(one.fact)
        wanted = one.is_ if one.is_ is not None else one.least if one.least is not None else one.most
        more = "" if one.holds({}, facts) else f" (wanted: {wanted})"
        words = {"cost": f"it costs {value}", "units": f"it has {value} units"}
        return f"{words.get(one.fact, f'{one.fact}: {value}')}{more}"
    if isinstance(one, Joined):
        return listed([clause(part, facts) for part in (*one.all, *one.any) if part.holds({}, facts) is False])
    return ""


def same(muster: Muster, one: Force, other: Force) -> bool:
    """Whether two forces are alike, in whatever order they were bought."""

    def rows(force: Force) -> list[str]:
        return sorted(repr(sorted(row.items())) for row in muster.singly(force))

    return rows(one) == rows(other)


def solved(lesson: Lesson, number: int) -> ForceBuilding:
    """The force that the solution of a task builds."""
    building = ForceBuilding(lesson, lesson.tasks[number])
    for act in lesson.tasks[number].solution:
        building.take(str(act))
    return building
