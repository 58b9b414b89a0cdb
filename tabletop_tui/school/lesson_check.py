"""Whether a lesson or puzzle keeps what it promises: `tabletop-tui check FILE`, and the test of all that are shipped.

Its position stands, its solution is legal and meets the goal, what is said to fail fails, its chances are right, its
hints lead to its solution, and no rule is met before a lesson has taught it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.dice import LoadedDice
from tabletop_tui.engine.events import Began, Closed, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined, rules_of
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Faults, Wrong, attempt, one_of, shown
from tabletop_tui.play.players.scripted_player import Written, as_answer
from tabletop_tui.rulebook.battle_facts import words_of
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.exact_chances import MOST
from tabletop_tui.school.force_check import ForceProof
from tabletop_tui.school.lesson_files import CHOSEN, LESSON, Lesson, Task, named, read, setup_of_task
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.rolls_of_played_task import rolls_of
from tabletop_tui.school.sampled_chances import PATIENCE, RUNS, TOO_LONG, TooLong
from tabletop_tui.school.task_judging import Facts, Progress, course, parts_of
from tabletop_tui.school.verdict import Verdict
from tabletop_tui.school.verdict_claims import figures_of, line_words, numbers_in, odd_figure
from tabletop_tui.school.verdict_truth import IDLE, WAYS, check_truth, check_words, verdict_texts

SEEDS = 100
"""With so many seeds a solution that rolls dice of the seed has to work."""
FAILED_SEEDS = 8
"""With so many of them what should fail has to fail."""
MOST_ANSWERS_A_MINUTE = 40
FEW = 6
"""So many answers besides are looked at for the numbers that a learner can read."""
MOST_IDLE = 12
"""After so many of them doing nothing has led nowhere."""
RIGHT = 0.005
"""How far a chance in a file may be off."""


def check(path: Path, seeds: int = SEEDS, ways: int = WAYS) -> str:
    """What a file is, in a few words. BadFile, with all that was found, if it does not keep what it promises."""
    lesson = read(path)
    attempt(path, lambda: prove(lesson, seeds, ways))
    level = f"chapter {lesson.chapter}" if lesson.kind == LESSON else f"level {lesson.level}"
    tasks = f"{len(lesson.tasks)} tasks" if len(lesson.tasks) > 1 else "1 task"
    return f"a {lesson.kind}, {lesson.name} ({level}, {tasks}, {counted(len(lesson.rules), 'rule')})"


def prove(lesson: Lesson, seeds: int = SEEDS, ways: int = WAYS) -> None:
    """Wrong, with each fault and its place, if a lesson does not keep what it promises."""
    faults, met, shown_there = Faults(), set[str](), set[str]()
    several, answers = len(lesson.tasks) > 1, 0
    right: list[list[dict[str, Any]]] = []
    for number, task in enumerate(lesson.tasks):
        with faults.of(f"task[{number}]" if several else ""):
            proof: _Proof | ForceProof
            if task.force is not None:
                proof = ForceProof(lesson, number)
                proof.prove(ways)
                right = proof.right
            else:
                proof = _Proof(lesson, number)
                _check_chosen(lesson, number, right)
                try:
                    proof.prove(seeds, ways)
                except TooLong:
                    raise Wrong(TOO_LONG, "goal") from None
            met |= proof.met
            shown_there |= proof.shown
        answers += len(task.solution)
    if not faults.found:
        with faults.of():
            _check_rules(lesson, met, shown_there | met)
    if answers > lesson.minutes * MOST_ANSWERS_A_MINUTE:
        with faults.of("minutes"):
            raise Wrong(f"{answers} answers are more than {lesson.minutes} minutes")
    faults.raise_any()


def _check_chosen(lesson: Lesson, number: int, right: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    """Whether a task can be begun with each force that was right in the task before it."""
    if CHOSEN not in lesson.tasks[number].position:
        return
    for units in right:
        try:
            setup_of_task(lesson, number, chosen=units)
        except Wrong as wrong:
            raise Wrong(f"{wrong.fix} (with the right force {shown([*units])})", wrong.place) from None


# ---------------------------------------------------------------- one task
class _Proof:
    """One task of a lesson, tried out."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self.lesson, self.number, self.task = lesson, number, lesson.tasks[number]
        self._first: LessonRun | None = None
        self._enemies: list[Written] = []
        """The enemies of all games that were played."""
        self.met: set[str] = set()
        """The rules of the events and their numbers, and of what is chosen, on the way of the solution."""
        self.figures: set[float] = set()
        """The numbers that a learner can read there."""
        self.shown: set[str] = set()
        """Those besides that a learner can read there: of steps, questions, refusals, previews and cards."""

    def prove(self, seeds: int, ways: int) -> None:
        run = self._run()
        _check_facts(self.task, run.session.game)
        check_words(self.task, run)
        if run.progress.state != "open":
            raise Wrong(f"the goal is {run.progress.state} before anything is answered", "goal")
        _check_offer(self.task, run)
        if self.task.goal.judge != "event":
            self._check_best()
        verdict = self._play(run, self.task.solution, "solution", watch=True)
        if verdict is None or verdict.outcome != "done":
            raise Wrong(f"it does not meet the goal: {_told(verdict)}", "solution")
        rolled = sum(len(entry.dice or ()) for entry in run.session.history)
        rolled -= sum(len(event.faces) for event in run.aftermath if isinstance(event, Rolled))
        for where, text, why in run.unsaid:
            raise Wrong(f"{shown(text)} is not true after the solution: {why}", where)
        self._check_figures(run)
        self._check_dice(run)
        loaded = sum(len(load.faces) for load in self.task.dice)
        faults = Faults()
        with faults.of():
            if self.task.goal.judge == "event" and rolled > loaded:
                self._check_luck(seeds)
        for place, fail in enumerate(self.task.fails):
            with faults.of(f"fails[{place}]"):
                self._check_fails(fail.answers, seeds)
        with faults.of("solution"):
            self._check_idle()
        with faults.of():
            self._check_hints()
        if self.task.goal.judge != "event":
            with faults.of():
                self._check_odds()
        with faults.of():
            check_truth(self.task, self._run, ways)
        with faults.of():
            self._check_enemy()
        faults.raise_any()

    def _run(self, seed: int = 0) -> LessonRun:
        run = LessonRun(self.lesson, self.number, seed, self._first)
        run.patience = PATIENCE
        self._first = self._first or run
        self._enemies += [player for player in run.session.players if isinstance(player, Written)]
        return run

    def _play(self, run: LessonRun, answers: Sequence[Any], place: str, watch: bool) -> Verdict | None:
        """These answers, one after the other, until the task is judged. Wrong for one that is refused."""
        verdict = run.run_on()
        for number, written in enumerate(answers):
            here = f"{place}[{number}]"
            question = run.session.question
            if verdict is not None and watch and self.task.goal.judge == "event":
                raise Wrong(f"the task is judged before this: {_told(verdict)}", here)
            over = question is None or run.progress.state != "open"
            if verdict is not None and (over or self.task.goal.judge == "event"):
                return verdict
            if question is None:
                raise Wrong("nobody is asked anything any more", here)
            answer = as_answer(run.session.game, written)
            if watch:
                self._look(run.session.game, question, answer)
            before = run.session.game.clone()
            try:
                verdict = run.answer(written)
            except Refused as refused:
                raise Wrong(f"{shown(written)} is refused at “{question.prompt}”: {refused}", here) from None
            if watch:
                self._look_back(before, answer, run)
        return verdict

    # ------------------------------------------------------------------ rules on the way
    def _look(self, game: Game[Any], question: Question, answer: Answer) -> None:
        """The rules that a question and what stands around it show."""
        self.shown |= {*question.rules, *game.agenda[-1].rules}
        if isinstance(question, Pick):
            for option in (*question.options, *question.later):
                refused = option.refusal.all if option.refusal is not None else ()
                self.shown |= {option.rule, *(one.rule for one in refused)}
            chosen = question.option(answer)
            self.met |= {chosen.rule} if chosen is not None and chosen.rule else set()
        self.shown |= set(_of_preview(game.preview(answer)))
        self.figures |= numbers_in([question.prompt])
        for other in [answer, *question.suggest(FEW)][: FEW + 1]:
            preview = game.preview(other)
            self.figures |= numbers_in(map(line_words, preview.lines)) if preview is not None else set()
        if isinstance(question, Pick):
            self.figures |= numbers_in(f"{one.label} {one.says} {one.cost}" for one in question.options)
        for line in game.system.roster(game):
            self.shown |= set(_of_card(game.system.card(game, line.unit)))
            if line.spot:
                self.shown |= set(_of_lines(game.system.spot(game, line.spot)))

    def _look_back(self, before: Game[Any], answer: Answer, run: LessonRun) -> None:
        """The rules of the steps, the events and the numbers that came of an answer."""
        entry = next(one for one in reversed(run.session.history) if one.person)
        after = {id(event) for event in run.aftermath}
        for event in (one for events in run.session.parts()[1:] for one in events):
            if not isinstance(event, Began | Closed):
                rules = set(rules_of(event))
                self.shown |= rules
                self.met |= set() if id(event) in after else rules
        before.dice.unread = entry.dice or ()
        steps = course(self.task, Progress(), before, answer, True)
        self.shown |= {rule for step, _ in steps for rule in step.rules}

    # ------------------------------------------------------------------ parts of the proof
    def _check_idle(self) -> None:
        """Who does nothing, wherever that is legal, misses the goal; unless that is the solution."""
        run, given = self._run(), list[Any]()
        verdict = run.run_on()
        while verdict is None and len(given) < MOST_IDLE:
            question = run.session.question
            legal = list(question.legal()) if isinstance(question, Pick) else []
            idle = next((word for word in IDLE if word in legal), None)
            if idle is None:
                break
            given.append(idle)
            verdict = run.answer(idle)
        if verdict is not None and verdict.outcome == "done" and given != list(self.task.solution):
            raise Wrong(f"the goal is met as well by doing nothing, with {' '.join(map(shown, given))}: {verdict.say}")

    def _check_figures(self, run: LessonRun) -> None:
        """Each number of the verdicts stands somewhere: in the log, on a card, in a preview, in a rule, in the file."""
        task, rules = self.task, {rule.id: rule for rule in run.session.system.reference()}
        known = self.figures | figures_of(run.account())
        known |= numbers_in([task.briefing, task.goal.text, *(one.say for one in task.hint), str(task.position)])
        known |= numbers_in(rules[one].text for one in {*self.lesson.rules, *self.shown} if one in rules)
        known |= {chance * 100 for one in task.also for chance in (one.chance,)} | {(task.goal.best or 0) * 100}
        faults = Faults()
        for place, text in verdict_texts(task):
            if (figure := odd_figure(text, {round(one, 2) for one in known})) and not place.startswith("fails"):
                with faults.of(place):
                    raise Wrong(f"{figure} in {shown(text)} stands nowhere on the way of the solution")
        faults.raise_any()

    def _check_dice(self, run: LessonRun) -> None:
        dice = run.session.game.dice
        if isinstance(dice, LoadedDice) and dice.left:
            left = ", ".join(f"{rule} {list(faces)}" for rule, faces in dice.left)
            raise Wrong(f"not used up on the way of the solution: {left}; rolled there: {_rolls(run)}", "dice")

    def _check_luck(self, seeds: int) -> None:
        for seed in range(1, seeds):
            run = self._run(seed)
            try:
                verdict = self._play(run, self.task.solution, "solution", watch=False)
            except Wrong as wrong:
                raise Wrong(f"with the dice of seed {seed}: {wrong.fix}; load the dice", wrong.place) from None
            if verdict is None or verdict.outcome != "done":
                raise Wrong(
                    f"with the dice of seed {seed} it does not meet the goal ({_told(verdict)}); load the dice, "
                    f'or judge = "odds". Rolled on the way: {_rolls(run)}',
                    "solution",
                )

    def _check_fails(self, answers: Sequence[Any], seeds: int) -> None:
        """What should miss the goal does so, whatever the dice that are not loaded; the first seeds will do."""
        for seed in range(min(seeds, FAILED_SEEDS) if self.task.goal.judge == "event" else 1):
            verdict = self._play(self._run(seed), answers, "", watch=False)
            if verdict is not None and verdict.outcome == "done":
                lucky = f" with the dice of seed {seed}; load them, or say what is lost" if seed else ""
                raise Wrong(f"this should miss the goal and does not{lucky}: {verdict.say}")

    def _check_hints(self) -> None:
        """The last hint names the first act of the solution."""
        run = self._run()
        run.run_on()
        question, game = run.session.question, run.session.game
        hint, first = self.task.hint[-1], as_answer(game, self.task.solution[0])
        option = question.option(first) if isinstance(question, Pick) else None
        words = [str(one) for one in first] if isinstance(first, list | dict) else [str(first)]
        if option is not None:
            names = [line.name for line in game.system.roster(game) if line.unit in (option.target, option.key)]
            words += [option.label, *option.label.split(), *names, *(part for name in names for part in name.split())]
        said = hint.say.lower()
        if not any(len(word) > 1 and word.lower() in said for word in words) and not set(words) & set(hint.mark):
            raise Wrong(f"it should name the first act of the solution: {' or '.join(dict.fromkeys(words))}", "hint[2]")

    def _check_enemy(self) -> None:
        """Each written answer of the enemy was given in one of the games; else the computer chose in its place."""
        faults = Faults()
        used = {one for player in self._enemies for one in player.used}
        for number, written in enumerate(self.task.enemy):
            if number in used:
                continue
            with faults.of(f"enemy[{number}]"):
                refused = next((why for player in self._enemies if (why := player.refused.get(number))), "")
                if refused:
                    raise Wrong(f"{shown(written.answer)} is refused at {refused}; the computer chose in its place")
                raise Wrong(f"{shown(written.answer)} is never given: nobody is asked under {written.rule} by then")
        faults.raise_any()

    def _check_best(self) -> None:
        goal, run = self.task.goal, self._run()
        run.run_on()
        assert goal.best is not None
        best = run.best()
        if abs(best - goal.best) > RIGHT:
            about = "about " if run.by_runs else ""
            raise Wrong(f"with best play the chance is {about}{best:.3f}, not {goal.best:g}", "goal.best")

    def _check_odds(self) -> None:
        goal = self.task.goal
        assert goal.best is not None
        faults = Faults()
        lines = [("solution", self.task.solution, goal.best)]
        lines += [(f"also[{number}]", one.answers, one.chance) for number, one in enumerate(self.task.also)]
        for place, answers, chance in lines:
            with faults.of(place):
                self._check_line(answers, chance)
        faults.raise_any()

    def _check_line(self, answers: Sequence[Any], chance: float) -> None:
        """The chance of a line of play, whatever its dice: what it gives away is taken from the best."""
        run = self._run()
        self._play(run, answers, "", watch=False)
        found = run.chance
        if abs(found - chance) > RIGHT + run.error:
            raise Wrong(f"its chance is {found:.3f}, not {chance:g}")


def odds_lines(path: Path) -> Iterator[str]:
    """For each task that is judged by odds what each first answer is worth, and how much had to be looked at."""
    lesson = read(path)
    for number, task in enumerate(lesson.tasks):
        if task.goal.judge == "event":
            continue
        run = attempt(path, lambda number=number: LessonRun(lesson, number))  # type: ignore[misc]
        run.patience = PATIENCE
        run.run_on()
        try:
            chances = sorted(((chance, shown(answer)) for answer, chance in run.chances()), reverse=True)
        except TooLong:
            raise BadFile(path, "goal", TOO_LONG) from None
        for chance, answer in chances:
            yield f"{chance:8.4f}  {answer}"
        if run.by_runs:
            yield f"more than {MOST} courses of play: each chance is the share of {RUNS} imagined games"
        else:
            yield f"{MOST - run.outlook().forker.left} of {MOST} courses looked at"


def _told(verdict: Verdict | None) -> str:
    return "it is still open" if verdict is None else f"{verdict.outcome}, {verdict.say}"


def _rolls(run: LessonRun) -> str:
    """What was rolled in a game, with the rules by which dice can be loaded."""
    told = [f"{'/'.join(rules) or 'no rule'} {list(faces)}" for rules, faces in rolls_of(run)]
    return "; ".join(told) or "nothing"


def _of_preview(preview: Preview | None) -> Iterator[str]:
    yield from _of_lines(preview.lines if preview is not None else ())


def _of_card(card: Card | None) -> Iterator[str]:
    yield from _of_lines(card.lines if card is not None else ())


def _of_lines(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        yield from line.rules
        if line.tally is not None:
            yield from line.tally.rules


def _check_facts(task: Task, game: Game[Any]) -> None:
    """Whether every fact that is asked for says something."""
    ask = Facts(game)
    goal = task.goal
    told = [("goal", goal.wanted), *((f"goal.lost[{number}]", one) for number, one in enumerate(goal.lost))]
    told += [(f"verdict.instead[{number}].when", one.when) for number, one in enumerate(task.verdict.instead)]
    faults = Faults()
    for place, condition in told:
        for name in (*condition.facts(), *(name for part in condition.parts() for name in part.facts())):
            with faults.of(place):
                ask(name)
        for one in _facts_in(condition):
            words = words_of(game, one.fact)
            if words and one.is_ not in words:
                with faults.of(place):
                    raise one_of(one.is_, words, f"word of {one.fact}")
    known = {rule.id for rule in game.system.reference()}
    named_rules = [*(load.rule for load in task.dice), *(one.rule for one in task.enemy)]
    named_rules += [part.rule for part in parts_of(task) if part.rule]
    for rule in named_rules:
        if rule not in known:
            with faults.of():
                raise Wrong(f"there is no rule {shown(rule)}")
    faults.raise_any()


def _facts_in(condition: Condition | None) -> Iterator[IsSo]:
    """The conditions on facts in a condition."""
    if isinstance(condition, IsSo):
        yield condition
    elif isinstance(condition, Joined):
        for one in (*condition.all, *condition.any, *condition.none):
            yield from _facts_in(one)
    elif isinstance(condition, Happened):
        for inner in (condition.when, condition.after, condition.before):
            yield from _facts_in(inner)


def _check_offer(task: Task, run: LessonRun) -> None:
    """Nothing is checked of a word that no question may know; a word with a blank or a colon's end is a slip."""
    for number, word in enumerate(task.offer):
        if not word or not word.isprintable() or word.endswith(":"):
            raise Wrong(f"give the first word of an action's key, not {shown(word)}", f"offer[{number}]")


# ---------------------------------------------------------------- rules and their lessons
def _check_rules(lesson: Lesson, met: set[str], seen: set[str]) -> None:
    """Whether what is taught is met, and what is met has been taught."""
    faults = Faults()
    with faults.of("needs"):
        known = taught_by(lesson.system, lesson.needs)
    if not faults.found and lesson.kind == LESSON and lesson.chapter:
        usual = bookkeeping(lesson.system)
        early = met - known - {*lesson.teaches, *lesson.tells}
        early = {rule for rule in early if not any(fnmatchcase(rule, one) for one in usual)}
        real = {rule.id for rule in system(lesson.system).reference()}
        if early & real:
            with faults.of("teaches"):
                raise Wrong(
                    f"met on the way and never taught, here or in what it needs: {' '.join(sorted(early & real))}"
                )
        if unmet := [rule for rule in lesson.teaches if rule not in seen]:
            with faults.of("teaches"):
                raise Wrong(
                    f"nothing on the way of the solution shows {' '.join(unmet)}; make it so, or tell of it in the "
                    "sentences and list it in tells"
                )
    faults.raise_any()


def bookkeeping(system_id: str) -> Sequence[str]:
    """The rules, with * for any ending, that may be met before they are taught: set-up, order of steps."""
    guide = guide_of(system(system_id))
    return guide.bookkeeping if guide is not None else ()


def taught_by(system_id: str, needs: Sequence[str]) -> set[str]:
    """The rules that these lessons, and those that they need, have taught. Wrong for one that there is not."""
    found: set[str] = set()
    waiting, done = list(needs), set[str]()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        lesson = _lesson(system_id, name)
        if lesson is None:
            raise Wrong(f"there is no lesson {shown(name)} that can be read")
        found |= {*lesson.teaches, *lesson.tells}
        waiting += lesson.needs
    return found


def _lesson(system_id: str, name: str) -> Lesson | None:
    lesson = named(system_id, name)
    return lesson if lesson is not None and lesson.kind == LESSON else None
