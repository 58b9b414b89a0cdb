"""A lesson being taken: its tasks one after the other, each a game at its own table, judged after every answer.

One door for the screen, a pipe and the tests. Whoever drives it answers through the session, lets computers answer, and
then calls `look`; taking back is the session's `undo`, after which the same choice is judged anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any

from attrs import evolve

from tabletop_tui.engine.events import Began, Closed, Event, Fell, Harmed, Moved, Rolled, Scored, Shot, Status
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.goals import rules_of
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Answer, Number, Pick, Question
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.players.scripted_player import Written, as_answer
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.school.exact_chances import Node, Outlook, TooMany
from tabletop_tui.school.force_building import ForceBuilding, solved
from tabletop_tui.school.lesson_files import CHOSEN, Lesson, LessonHint, Task, setup_of_task
from tabletop_tui.school.sampled_chances import Runs
from tabletop_tui.school.task_account import Account, CannotBe
from tabletop_tui.school.task_judging import Facts, Progress, answered, begun, follow, harm_counted
from tabletop_tui.school.verdict import Verdict
from tabletop_tui.school.verdict_claims import untrue
from tabletop_tui.school.verdict_sentences import is_done, not_done

EVEN = 0.0005
"""Chances no further apart than this are the same."""
WAY_BACK = "{undo} goes back to the choice."
"""What a missed task advises where its author does not."""
LONGEST_VERDICT = 230
"""The letters that a verdict may have with its advice: three rows of a small screen."""
STRETCHES = ("activation", "phase", "round")
DEEDS = (Rolled, Shot, Moved, Harmed, Fell, Status, Scored, Closed)
"""Once one of these has happened, an answer was more than a look at the next question."""


@frozen(eq=False)
class _Stand:
    """Where the task stood after an answer."""

    entry: Entry | None
    progress: Progress
    game: Game[Any]
    given: frozenset[int]
    loss: float = 0.0
    """How much chance the learner has given away ..."""
    error: float = 0.0
    """... and the standard error of what is left; 0 where it is exact."""
    like: frozenset[int] = frozenset()
    """The ways to fail of the file that the learner has gone so far, by their number."""
    mine: int = 0
    """How many answers the learner has given."""
    looked: bool = False
    """Whether the learner has only looked at questions since something last happened."""
    verdict: Verdict | None = None


class LessonRun:
    """One lesson or puzzle, at one of its tasks."""

    def __init__(
        self,
        lesson: Lesson,
        number: int = 0,
        seed: int = 0,
        like: LessonRun | None = None,
        before: Sequence[int] = (),
    ) -> None:
        """Wrong if the position cannot be.

        `like` is another run of the same task, whose findings are used; `before` are the stars of tasks done before.
        """
        self.lesson, self.seed = lesson, seed
        self._stars_of = {number: stars for number, stars in enumerate(before) if stars}
        self._done_before = frozenset(self._stars_of)
        """The stars of each task that was done."""
        self.chosen: list[dict[str, Any]] | None = None
        """The units that the learner chose in a task of this lesson, each as a position buys it."""
        self._outlook: Outlook | None = None
        self._runs: Runs | None = None
        self.unsaid: list[tuple[str, str, str]] = []
        """Sentences of the file that would not have been true: where they stand, what they say, and why not."""
        self.patience = inf
        """How many answers may be imagined for its chances before that is TooLong."""
        self.begin(number, like)
        if like is not None:
            self._outlook, self._runs = like.outlook(), like._runs

    def begin(self, number: int, like: LessonRun | None = None) -> None:
        """Go on to the task of this number, counted from 0."""
        self.number = number
        self.hints = self.tries = 0
        self._judged: set[int] = set()
        self.building: ForceBuilding | None = None
        """Of a task in which a force is built: that force. There is no game then."""
        self._of_force: Verdict | None = None
        if self.task.force is not None:
            self.building = ForceBuilding(self.lesson, self.task)
            return
        if like is None:
            self.session = Session.new(setup_of_task(self.lesson, number, self.seed, self._chosen_for(number)))
        else:
            setup = evolve(like.session.setup, seed=self.seed)
            self.session = Session.new(setup, tried=setup.position is not None)
        self.session.halt_at(self._halt)
        self._start()

    def _chosen_for(self, number: int) -> Sequence[Mapping[str, Any]]:
        """The units that were chosen for a task; those of the solution where the learner has chosen none."""
        if CHOSEN not in self.lesson.tasks[number].position:
            return ()
        if self.chosen is None:
            before = [place for place, task in enumerate(self.lesson.tasks[:number]) if task.force is not None]
            if not before:
                raise Wrong("no force is built in a task before this", f"position.{CHOSEN}")
            building = solved(self.lesson, before[-1])
            return building.muster.singly(building.force)
        return self.chosen

    def again(self) -> None:
        """The same task from its beginning; what was tried counts still."""
        if self.building is not None:
            self.building.again()
            self._of_force = None
            return
        if self.session.history:
            self.session.go_back(0)
        self._start()

    def _start(self) -> None:
        game = self.session.game
        self._outlook = self._runs = None
        self._under_way, self._seen = Progress(), 0
        """The answer that is being carried out: where the task stands, and how many events were counted ..."""
        self._carried_out = 0
        """... and the number of its entry; 0 once that was taken back."""
        self.aftermath: list[Event] = []
        """What has happened since the task was decided, for its consequence to be seen."""
        like = frozenset(range(len(self.task.fails)))
        self._stands = [_Stand(None, begun(self.task, game), game.clone(), frozenset(), like=like)]

    @property
    def task(self) -> Task:
        return self.lesson.tasks[self.number]

    @property
    def stars(self) -> int:
        """The stars of the whole lesson: those of its worst task, 0 while one is not done."""
        return min(self.stars_of)

    @property
    def stars_of(self) -> list[int]:
        """The stars of each task, 0 for one that is not done."""
        return [self._stars_of.get(number, 0) for number in range(len(self.lesson.tasks))]

    @property
    def following(self) -> int | None:
        """The task that comes next: of a lesson begun before, of those that are still open; None at its end."""
        later = range(self.number + 1, len(self.lesson.tasks))
        return next((number for number in later if number not in self._done_before), None)

    @property
    def last(self) -> bool:
        """Whether no task comes after this."""
        return self.following is None

    @property
    def progress(self) -> Progress:
        return self._stands[-1].progress

    @property
    def verdict(self) -> Verdict | None:
        """What came of the task; None while it is open."""
        if self.building is not None:
            return self._of_force if self.building.handed_in else None
        return self._stands[-1].verdict

    @property
    def chance(self) -> float:
        """Of odds: the chance that the learner's answers so far have left, whatever the dice did."""
        return max(0.0, (self.task.goal.best or 0.0) - self._stands[-1].loss)

    # ------------------------------------------------------------------ hints
    def hint(self) -> LessonHint:
        """The next hint; the last one again when all were given."""
        self.hints = min(self.hints + 1, len(self.task.hint))
        return self.task.hint[self.hints - 1]

    # ------------------------------------------------------------------ answering without a screen
    def answer(self, value: Any) -> Verdict | None:
        """An answer of the learner, and all that computers answer to it. Refused if it is not legal."""
        if self.building is not None:
            self.building.take(str(value))
            return self.judge_force() if self.building.handed_in else None
        self.session.answer(as_answer(self.session.game, value))
        return self.run_on()

    def judge_force(self) -> Verdict:
        """What came of the force that was handed in."""
        building = self.building
        assert building is not None
        said, facts = building.said(), building.facts()
        broken = [one.rule for one in facts.fault.all] if facts.fault is not None else []
        rules = tuple(dict.fromkeys((*broken, *self.lesson.review)))
        if building.is_right(facts):
            self._of_force = Verdict("done", said, self._stars(), rules=rules)
            self._stars_of[self.number] = max(self._stars(), self._stars_of.get(self.number, 0))
            self.chosen = building.muster.singly(building.force)
        else:
            self.tries += 1
            advice = self.task.verdict.lost or WAY_BACK
            self._of_force = Verdict("missed", f"{said} {building.filled(advice)}", rules=rules)
        building.handed_in = True
        return self._of_force

    def run_on(self) -> Verdict | None:
        """Let computers answer until the learner is asked or the task is judged."""
        if self.building is not None:
            return self.verdict
        verdict = self.look()
        while verdict is None and self.session.question is not None and not self.session.waits_for_person:
            self.session.computer_answers()
            verdict = self.look()
        return verdict

    # ------------------------------------------------------------------ judging
    def _halt(self, game: Game[Any], first: bool) -> bool:
        """Whether an answer that is being carried out has brought the verdict."""
        if first:
            self._forget_undone()
            mine = self._stands[-1].game.question
            answers = self._stands[-1].progress.answers + (mine is not None and mine.seat == self.task.seat)
            self._under_way, self._seen = evolve(self._stands[-1].progress, answers=answers), 0
            self._carried_out = len(self._stands)
        happened, self._seen = game.events[self._seen :], len(game.events)
        before, self._under_way = self._under_way, follow(self.task, self._under_way, happened, game)
        if before.state == self._under_way.state == "open":
            self.aftermath = []
        elif before.state != "open":
            self.aftermath += happened
        return self._under_way.state != "open" and self._is_seen(self._under_way, happened)

    def _is_seen(self, progress: Progress, happened: Sequence[Event]) -> bool:
        """Whether all that comes of what decided the task has happened: its time is up, or another stretch begins."""
        if progress.state == "over" or self.task.goal.at_end:
            return True
        return any(isinstance(event, Began | Closed) and event.level in STRETCHES for event in happened)

    def _forget_undone(self) -> None:
        """Forget where the task stood after answers that were taken back."""
        history, kept = self.session.history, 1
        while kept < len(self._stands) and kept <= len(history) and self._stands[kept].entry is history[kept - 1]:
            kept += 1
        if kept < len(self._stands):
            del self._stands[kept:]
            self._carried_out = 0

    def look(self) -> Verdict | None:
        """Judge what has been answered since this was last called."""
        session = self.session
        if session.pending and session.pace != "run":
            return self.verdict
        self._forget_undone()
        history = session.history
        for number in range(len(self._stands), len(history) + 1):
            self._stands.append(self._next(number, history[number - 1]))
        return self.verdict

    def _next(self, number: int, entry: Entry) -> _Stand:
        before = self._stands[-1]
        mine = entry.person and entry.kind == "answer"
        if number == self._carried_out == len(self.session.history):
            game, progress = self.session.game.clone(), self._under_way
        elif entry.kind == "answer":  # as when a lesson is gone on with: what was answered is played once more
            game = before.game.clone()
            game.dice.unread = entry.dice or ()
            progress = answered(self.task, before.progress, game, entry.answer, mine)
        else:
            game = self.session.game.clone()
            progress = follow(self.task, before.progress, self.session.parts()[number], game)
        given: frozenset[int] = frozenset()
        for player in self.session.players:
            if isinstance(player, Written):
                given |= player.given(number)
        loss, error = before.loss, before.error
        if mine and before.progress.state == "open" and self.task.goal.judge != "event":
            lost, off = self._given_away(before, entry.answer)
            loss, error = loss + lost, max(error, off)
        like, looked = before.like, False
        if mine:
            like = frozenset(one for one in like if self._goes_on(one, before, entry.answer))
            looked = not any(isinstance(event, DEEDS) for event in self.session.parts()[number])
        count = before.mine + mine
        stand = _Stand(entry, progress, game, given, loss, error, like, count, looked, before.verdict)
        if stand.verdict is not None or not self._may_tell(stand):
            return stand
        if (verdict := self._verdict(stand)) is None:
            return stand
        if verdict.outcome != "missed":
            self._stars_of[self.number] = max(verdict.stars, self._stars_of.get(self.number, 0))
        if verdict.outcome != "done" and id(entry) not in self._judged:
            self._judged.add(id(entry))
            self.tries += 1
        return evolve(stand, verdict=verdict)

    def _goes_on(self, fail: int, before: _Stand, answer: Answer) -> bool:
        """Whether an answer is the next one of a way to fail."""
        answers = self.task.fails[fail].answers
        return before.mine < len(answers) and as_answer(before.game, answers[before.mine]) == answer

    def _may_tell(self, stand: _Stand) -> bool:
        """Whether it is time for a verdict: what decided the task has had its consequence, or the learner is asked."""
        progress, question = stand.progress, stand.game.question
        if progress.state == "open":
            return not stand.looked
        if progress.state == "over" or self.task.goal.at_end or question is None or question.seat == self.task.seat:
            return True
        events = self.session.parts()[len(self._stands)]
        return self._is_seen(progress, events)

    def _verdict(self, stand: _Stand) -> Verdict | None:
        progress, task = stand.progress, self.task
        if task.goal.judge != "event":
            return self._by_odds(stand)
        if progress.state == "open":
            return None
        account, ask, words = self.account(stand), Facts(stand.game), task.verdict
        done = progress.state == "done"
        wanted = "done" if done else "missed"
        told = [
            (f"verdict.instead[{number}].say", one.say)
            for number, one in enumerate(words.instead)
            if one.of == wanted and one.when.holds(progress.totals, ask)
        ]
        if done:
            said = self._first_true([*told, ("verdict.done", words.done)], account, missed=False)
            return Verdict("done", said or is_done(task, progress.totals, account), self._stars(), rules=self._rules())
        told = [(f"fails[{number}].say", task.fails[number].say) for number in sorted(stand.like)] + told
        said = self._first_true(told, account, missed=True) or not_done(task, progress.totals, account)
        return Verdict("missed", self._with_advice(said, account), rules=self._rules())

    def account(self, stand: _Stand | None = None) -> Account:
        """What has happened in this task so far."""
        told = [event for part in self.session.parts() for event in part]
        events, _ = harm_counted(told, self._stands[0].progress.left)
        return Account((stand or self._stands[-1]).game, events, self.task.seat)

    def _first_true(self, told: Sequence[tuple[str, str]], account: Account, missed: bool) -> str:
        """The first of these sentences that is true of what happened, filled in; '' if none is."""
        for place, text in told:
            if not text:
                continue
            try:
                said, why = account.filled(text), untrue(text, self.task, account, missed)
            except CannotBe as cannot:
                said, why = "", cannot.fix
            if not why:
                return said
            self.unsaid.append((place, text, why))
        return ""

    def _with_advice(self, said: str, account: Account) -> str:
        """With what is advised where it was missed, as far as there is room."""
        advice = self._first_true([("verdict.lost", self.task.verdict.lost)], account, missed=True)
        for one in (advice, "" if "{" in said else WAY_BACK):
            if one and len(said) + len(one) < LONGEST_VERDICT:
                return f"{said} {one}" if "{" in one else f"{said} {one} {WAY_BACK}"
        return said

    def _rules(self) -> tuple[str, ...]:
        """Those of the lesson that came up in this task, those of its review first; the review where none did."""
        met = {rule for events in self.session.parts() for event in events for rule in rules_of(event)}
        own = [rule for rule in self.lesson.rules if rule in met]
        return tuple(sorted(own, key=lambda rule: rule not in self.lesson.review)) or self.lesson.review

    def _stars(self) -> int:
        """3 without a hint at the first try, 2 with a nudge or at the second, else 1."""
        return 3 - min(2, max(self.hints, self.tries))

    # ------------------------------------------------------------------ odds
    def outlook(self) -> Outlook:
        """The exact chances of this task; what was worked out is kept, and may be handed on to another run of it."""
        if self._outlook is None:
            self._outlook = Outlook(self.task, self._enemies())
        return self._outlook

    def _enemies(self) -> dict[int, Written]:
        return {seat: one for seat, one in enumerate(self.session.players) if isinstance(one, Written)}

    @property
    def by_runs(self) -> bool:
        """Whether there turned out to be too many courses, so that chances come from imagined games."""
        return self._runs is not None

    @property
    def error(self) -> float:
        """The standard error of `chance`, 0 where that is exact."""
        return self._stands[-1].error

    def _imagined(self) -> Runs:
        if self._runs is None:
            self._runs = Runs(self.task, self._enemies(), most=self.patience)
        return self._runs

    def best(self) -> float:
        """The chance with best play from the beginning."""
        node = self._node(self._stands[0])
        if not self.by_runs:
            with suppress(TooMany):
                return self.outlook().best(node)
        return self._imagined().best(node).chance

    def prepare(self) -> None:
        """Work the chances of the next answers out, so that nobody waits for a verdict. May run in another thread."""
        if self.task.goal.judge != "event" and self.verdict is None:
            self.best()
            if self.by_runs and self.session.waits_for_person:
                self._imagined().all(self._node(self._stands[-1]))

    def chances(self) -> list[tuple[Answer, float]]:
        """Each answer to the question that waits, or a few of them, with the chance that it leaves."""
        node = self._node(self._stands[-1])
        if not self.by_runs:
            with suppress(TooMany):
                outlook = self.outlook()
                return [(answer, outlook.of(node, answer)) for answer in outlook.answers(node.game)]
        return [(answer, share.chance) for answer, share in self._imagined().all(node)]

    def _node(self, stand: _Stand) -> Node:
        return Node(stand.game, stand.progress, stand.given)

    def _given_away(self, stand: _Stand, answer: Answer) -> tuple[float, float]:
        """How much chance an answer gives away, and the standard error of the chance that it leaves."""
        node = self._node(stand)
        if not self.by_runs:
            with suppress(TooMany):
                outlook = self.outlook()
                chance = outlook.of(node, answer)
                return max(0.0, outlook.best(node) - chance), 0.0
        left = self._imagined().of(node, answer)
        return max(0.0, left.behind(self._imagined().best(node))), left.error

    def _by_odds(self, stand: _Stand) -> Verdict | None:
        """Too much given away: missed at once. Else done when its time is up, whatever the dice did."""
        goal, words, account = self.task.goal, self.task.verdict, self.account(stand)
        assert goal.best is not None
        chance, rules = max(0.0, goal.best - stand.loss), self._rules()
        share = f"about {chance:.0%} (± {max(1, round(stand.error * 100))})" if stand.error else f"{chance:.0%}"
        both = f"{share}; the best is {goal.best:.0%}."
        if stand.loss > goal.tolerance and chance < goal.good * goal.best:
            said = self._first_true([("verdict.lost", words.lost)], account, missed=True)
            return Verdict("missed", f"{both} {said}".strip(), 0, chance, goal.best, rules)
        if stand.progress.state == "open":
            return None
        luck = _luck(stand.progress) if any(account.of(Rolled)) else ""
        if stand.loss > goal.tolerance:
            said = self._first_true([("verdict.nearly", words.nearly)], account, missed=False)
            return Verdict("nearly", f"{both} {said}{luck}", min(2, self._stars()), chance, goal.best, rules)
        praise = "; no answer is clearly better" if stand.error else ", the best there is"
        said = self._first_true([("verdict.done", words.done)], account, missed=False)
        told = f"{share}{praise}. {said}{luck}"
        return Verdict("done", told, self._stars(), chance, goal.best, rules)


def _luck(progress: Progress) -> str:
    return " (And the dice were kind.)" if progress.state == "done" else " (And the dice were unkind.)"


def option_of(question: Question | None, answer: Answer) -> Any:
    """The option that an answer chooses; None where it chooses none."""
    return question.option(answer) if isinstance(question, Pick) else None


def said(question: Question | None, answer: Answer) -> str:
    """An answer in words, as hints name it."""
    option = option_of(question, answer)
    if option is not None:
        return str(option.label)
    if isinstance(question, Number):
        return str(answer)
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
