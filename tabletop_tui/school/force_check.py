"""Whether a task in which a force is built keeps what it promises: its solution, its ways to fail, and ways by chance.

Each sentence of the file has to be said on one of these ways, and to be true there: its figures stand in the force, in
its limits and cards, in the rules or in the file, and it speaks of nothing that would have happened in a battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.goals import Condition, Happened, Joined
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.validation import Faults, Wrong, shown
from tabletop_tui.rulebook.force_builder import Force
from tabletop_tui.rulebook.force_facts import check_values
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.force_building import DONE, Act, ForceBuilding, copy_of
from tabletop_tui.school.lesson_files import Lesson
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_account import CannotBe
from tabletop_tui.school.verdict_claims import CLAIMS, line_words, numbers_in, odd_figure
from tabletop_tui.school.verdict_truth import verdict_texts

LONGEST = 8
"""So many acts are done on a way by chance."""
MOST_ENTERED = 20
"""So often Enter is pressed."""
LIKELY = 0.5
"""With this chance an act of a way by chance is one of the solution."""


class ForceProof:
    """One task in which a force is built, tried out."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self.lesson, self.number, self.task = lesson, number, lesson.tasks[number]
        self.begun = ForceBuilding(lesson, self.task)
        self.met: set[str] = set()
        """The rules of the limits that the solution is held to."""
        self.shown: set[str] = set()
        """Those that a learner can read besides: of refusals and cards."""
        self.right: list[list[dict[str, Any]]] = []
        """The forces that were right, each as the units of a position."""
        self._said: set[str] = set()

    def prove(self, ways: int) -> None:
        self._check_conditions()
        if self.begun.is_right(self.begun.facts()):
            raise Wrong("the goal is met before anything is done", "goal")
        self._check_solution()
        faults = Faults()
        for number, fail in enumerate(self.task.fails):
            with faults.of(f"fails[{number}]"):
                self._miss([*map(str, fail.answers)], "this should miss the goal and does not")
        with faults.of("solution"):
            self._miss([DONE], "the goal is met by doing nothing")
            self._miss(self._entered(), "the goal is met by Enter alone")
        for number in range(1, ways + 1):
            with faults.of():
                self._judge(self._by_chance(Random(number)), f"way {number}")
        with faults.of():
            self._check_hints()
        faults.raise_any()
        with faults.of():
            self._check_all_said()
        faults.raise_any()

    # ------------------------------------------------------------------ the file
    def _check_conditions(self) -> None:
        """Wrong for a condition that says nothing of a force, or asks for a value that nothing has."""
        goal, muster = self.task.goal, self.begun.muster
        blank = muster.blank()
        sold = [one for offer in muster.sells(blank) for one in muster.troops(muster.add(blank, offer.id))]
        sold += list(muster.troops(self.begun.start))
        told = [("goal", goal.wanted), *((f"goal.lost[{number}]", one) for number, one in enumerate(goal.lost))]
        told += [(f"verdict.instead[{number}].when", one.when) for number, one in enumerate(self.task.verdict.instead)]
        faults = Faults()
        for place, condition in told:
            for one in _all_of(condition):
                with faults.of(place):
                    if isinstance(one, Happened):
                        raise Wrong("nothing happens where a force is built: ask for units, weapons or a fact")
                    check_values(one, sold)
                    one.holds({}, self.begun.bare)
        for place, text in verdict_texts(self.task):
            with faults.of(place):
                self.begun.filled(text)
        if goal.lost:
            with faults.of("goal.lost"):
                raise Wrong("a force is not lost before it is handed in: leave this out")
        faults.raise_any()

    # ------------------------------------------------------------------ ways
    def _check_solution(self) -> None:
        run = LessonRun(self.lesson, self.number)
        for number, act in enumerate(self.task.solution):
            building = run.building
            assert building is not None
            acts = list(building.acts())
            self.shown |= {one.rule for act in acts if act.refusal is not None for one in act.refusal.all}
            self.shown |= {rule for row in building.muster.bought(building.force) for rule in _rules(row.card.lines)}
            self.met |= set(_rules([one for one in building.muster.limits(building.force) if one.mood != "dim"]))
            if building.handed_in:
                raise Wrong("the force is handed in before this", f"solution[{number}]")
            try:
                run.answer(act)
            except Refused as refused:
                raise Wrong(f"{shown(act)} is refused: {refused}", f"solution[{number}]") from None
        if run.verdict is None or run.verdict.outcome != "done":
            told = "it is not handed in: end with 'done'" if run.verdict is None else run.verdict.say
            raise Wrong(f"it does not meet the goal: {told}", "solution")
        assert run.building is not None
        self._look(run.building, "the solution")

    def _miss(self, acts: Sequence[str], why: str) -> None:
        building = self._judge(acts, f"the acts {' '.join(acts)}", strict=True)
        if building.is_right(building.facts()):
            raise Wrong(f"{why}, with {', '.join(acts)}")

    def _judge(self, acts: Sequence[str], way: str, strict: bool = False) -> ForceBuilding:
        """The force after these acts, its sentence looked at; `strict` if none of them may be refused."""
        building = copy_of(self.begun)
        for number, act in enumerate(acts):
            try:
                building.take(act)
            except Refused as refused:
                if strict:
                    raise Wrong(f"{shown(act)} is refused: {refused}", f"answers[{number}]") from None
        self._look(building, way)
        return building

    def _entered(self) -> list[str]:
        """What somebody buys who only presses Enter, and then hands it in."""
        building, given = copy_of(self.begun), list[str]()
        while len(given) < MOST_ENTERED:
            offers = building.muster.offers(building.force)
            if not offers or offers[0].refusal is not None:
                break
            building.take(offers[0].id)
            given.append(offers[0].id)
        return [*given, DONE]

    def _by_chance(self, chooser: Random) -> list[str]:
        """Legal acts by chance, half of them those of the solution."""
        building, given, left = copy_of(self.begun), list[str](), [*map(str, self.task.solution[:-1])]
        for _ in range(chooser.randint(1, LONGEST)):
            legal = [act.key for act in building.acts() if act.refusal is None and act.key != DONE]
            if left and left[0] in legal and chooser.random() < LIKELY:
                act = left.pop(0)
            elif legal:
                act = chooser.choice(legal)
            else:
                break
            building.take(act)
            given.append(act)
        return [*given, DONE]

    # ------------------------------------------------------------------ sentences
    def _look(self, building: ForceBuilding, way: str) -> None:
        """Wrong for a sentence that is not true of this force."""
        place, text = next((place, text) for place, text in building.told() if text)
        self._said.add(place)
        if building.is_right(building.facts()):
            self.right.append(building.muster.singly(building.force))
        if not place:
            return
        for one in (text, "" if building.is_right(building.facts()) else self.task.verdict.lost):
            if why := self._odd(one, building):
                raise Wrong(f"{shown(one)} is not true after {way}: {why}", place)

    def _odd(self, text: str, building: ForceBuilding) -> str:
        """What a sentence says that is not so, in a few words."""
        claim = next((one for one in CLAIMS if one.said.search(text)), None)
        if claim is not None:
            return f"nothing has happened yet, and it speaks of {claim.what}"
        try:
            building.filled(text)
        except CannotBe as cannot:
            return cannot.fix
        figure = odd_figure(text, {round(one, 2) for one in self._figures(building.force, building)})
        return f"{figure} stands nowhere in the force or the file" if figure else ""

    def _figures(self, force: Force, building: ForceBuilding) -> set[float]:
        task, muster = self.task, building.muster
        lines = [*muster.limits(force), *(line for row in muster.bought(force) for line in row.card.lines)]
        lines += [line for offer in muster.sells(force) if offer.card is not None for line in offer.card.lines]
        told = [
            task.briefing,
            task.goal.text,
            *(one.say for one in task.hint),
            str(task.force),
            *map(line_words, lines),
        ]
        told += [f"{row.name} {row.cost} {row.count}" for row in muster.bought(force)]
        told += [f"{offer.name} {offer.cost}" for offer in muster.sells(force)]
        rules = {rule.id: rule.text for rule in system(self.lesson.system).reference()}
        return numbers_in([*told, *(rules[one] for one in self.lesson.rules if one in rules)])

    def _check_all_said(self) -> None:
        """Each sentence of the file comes up on some way."""
        faults = Faults()
        for place, text in verdict_texts(self.task):
            if text and place not in self._said and place not in ("verdict.lost", "verdict.nearly"):
                with faults.of(place):
                    raise Wrong(f"{shown(text)} is said on no way: add one to fails that leads to it")
        faults.raise_any()

    def _check_hints(self) -> None:
        """The last hint names the first act of the solution."""
        acts = {act.key: act for act in self.begun.acts()}
        act: Act | None = acts.get(str(self.task.solution[0]))
        words = [*(act.label if act is not None else "").replace(",", " ").replace(":", " ").split(), *act_words(act)]
        said = self.task.hint[-1].say.lower()
        if not any(len(word) > 2 and not word.isdecimal() and word.lower() in said for word in words):
            raise Wrong(f"it should name the first act of the solution: {act.label if act else ''}", "hint[2]")


def act_words(act: Act | None) -> list[str]:
    return act.key.split() if act is not None else []


def _all_of(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, Joined):
        for one in (*condition.all, *condition.any, *condition.none):
            yield from _all_of(one)
    else:
        yield condition


def _rules(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        yield from line.rules
