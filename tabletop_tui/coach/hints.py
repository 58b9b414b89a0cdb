"""Hints: the best answers to the question that waits, what they lead to, and whether they differ at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from attrs import define, evolve, field

from tabletop_tui.coach.answer_comparison import (
    FEWEST,
    SURE,
    WORTHWHILE,
    Appraiser,
    ComparisonProgress,
    Difference,
    Ending,
    Plan,
    Play,
    Trial,
    difference,
)
from tabletop_tui.coach.answer_reasons import Outcome, outcome, why_better
from tabletop_tui.coach.answer_shortlist import apart, candidates
from tabletop_tui.coach.answer_words import Ahead, line_of_play, line_words
from tabletop_tui.coach.best_continuation import after, gone_on
from tabletop_tui.coach.candidate_race import FINALISTS, TELLING, Spent, race
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Pick, Place
from tabletop_tui.engine.wording import listed, percent
from tabletop_tui.play.players.greedy_player import BestSoFar, is_open
from tabletop_tui.play.thinking.playout_policy import at_first_sight
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.feature_words import Idea
from tabletop_tui.rulebook.outcome_prediction import Outlook
from tabletop_tui.rulebook.system import Reasoned

LOOKED_AT = 16
AROUND, PLACES = 0.3, 100
"""Seconds in which a still better place is looked for around the likeliest, as the greedy player does; and how many
places are looked at for that."""
SECONDS = 4.0
"""How long a hint is thought about, where its answers are not told apart before."""
SEED = 0x51D
"""The seed of what is imagined: it is the same for each position, so that two hints for it differ only where there was
not time for as many playouts."""
FILLER = 0.06
"""An answer that is clearly behind the best one by so much is no hint."""


@frozen
class Hint:
    """One of the best answers."""

    answer: Answer
    line: tuple[Ahead, ...]
    """It in words, then how one would go on."""
    share: float
    """The chance that it leads to ..."""
    error: float
    behind: Difference
    """... and by how much that is less than what the best one leads to."""
    then: Plan = ()
    """One's own answers after it, up to the next die, by which the chance is that good."""
    outcome: Outcome | None = None
    """What its playouts ended with, on average."""

    @property
    def words(self) -> str:
        return self.line[0].words

    @property
    def plan(self) -> Plan:
        """It and all answers after it that are told."""
        return tuple(one.answer for one in self.line)

    @property
    def told(self) -> tuple[str, ...]:
        """What it leads to, piece by piece."""
        return line_words(self.line)

    @property
    def alike(self) -> bool:
        """Whether it is as good as the best one, as far as can be told."""
        return not self.behind.sure or self.behind.by < TELLING

    @property
    def open(self) -> bool:
        """Whether it is not known how far it is behind: it may be alike, or worse by more than is worth a word."""
        return self.alike and self.behind.by + SURE * self.behind.error >= WORTHWHILE

    @property
    def filler(self) -> bool:
        """Whether nobody wants to read of it."""
        return self.behind.sure and self.behind.by >= FILLER


@frozen
class Advice:
    """What the coach found for a question."""

    seat: int
    hints: tuple[Hint, ...]
    considered: int
    """So many answers were compared ..."""
    playouts: int
    """... and the hints by so many playouts each."""
    whole: bool = True
    """Whether it was thought through to the end; else the first one may only seem to be the best."""
    why: tuple[str, ...] = ()
    """Why the first one is better than the next that is not as good."""
    left_out: Hint | None = None
    """The best of those that are no hints because they are clearly worse."""
    same: tuple[tuple[str, int], ...] = ()
    """Those that are no hints because in every playout they came to the same as one of the hints, with its number."""

    @property
    def alike(self) -> list[int]:
        """Which hints, counted from 1, are so near to the first that nobody can say which is best; it is among them."""
        return [number for number, hint in enumerate(self.hints, 1) if hint.alike]

    @property
    def against(self) -> int | None:
        """The number of the hint that `why` speaks of; None for the one that was left out."""
        return next((number for number, hint in enumerate(self.hints, 1) if not hint.alike), None)

    @property
    def in_common(self) -> tuple[str, ...]:
        """What is true of all that are alike, where there are several."""
        alike = [hint for hint in self.hints if hint.alike]
        if len(alike) < 2:
            return ()
        return tuple(piece for piece in alike[0].line[0].effects if all(piece in one.line[0].effects for one in alike))

    @property
    def common_words(self) -> str:
        """The same as a sentence; '' where there is nothing."""
        said = "; ".join(piece.removeprefix("but ") for piece in self.in_common)
        return f"{listed([str(number) for number in self.alike])}: {said}." if said else ""

    @property
    def verdict(self) -> str:
        """What the comparison comes to, in a sentence."""
        alike = self.alike
        if not self.playouts:
            return "Nothing was played out yet: this is what looks best at first sight."
        after = f"after {self.playouts} playouts of each"
        if len(alike) == 1:
            return f"{self._leads} {after}."
        which = listed([str(number) for number in alike])
        if any(hint.open for hint in self.hints[1:]):
            return f"{which} are too close to call {after}; 1 did best so far."
        chance = percent(self.hints[0].share)
        return f"{which} are alike: a chance of about {chance} {after}. Take the one you like."

    @property
    def _leads(self) -> str:
        if not self.whole:
            return "1 seems best"
        others = [*self.hints[1:], *([self.left_out] if self.left_out is not None else [])]
        if not others:
            return "Nothing is better than 1"
        if all(hint.behind.clear for hint in others):
            return "1 is clearly best"
        return f"1 is best, but by less than {percent(WORTHWHILE)} of chance,"


@frozen
class Thinking:
    """How far a thought has come."""

    advice: Advice | None
    done: int = 0
    """Playouts so far."""
    over: bool = False
    wrong: str = ""
    """Why there is no advice."""

    @property
    def ended(self) -> Thinking:
        """The same, thought no further."""
        wrong = "" if self.advice is not None else "The coach was stopped before it found anything."
        return self if self.over else evolve(self, over=True, wrong=wrong)


@define
class Thought:
    """A thought about the question that waits in a game; `on` goes on with it, answer by answer."""

    game: Game[Any]
    appraise: Appraiser
    plan: Plan = ()
    """What was planned for this question and those after it, by the hint that was taken before."""
    progress: ComparisonProgress | None = None
    considered: int = 0
    _play: Play | None = None
    _answers: list[Answer] | None = None
    """Those that race; each time it goes on they are the same."""
    _lines: dict[str, tuple[Ahead, ...]] = field(factory=dict)

    def on(self, spent: Spent) -> Iterator[ComparisonProgress]:
        """Think, and say before each playout how far it has come; nothing where there is nothing to choose.

        Begun once more it goes through the playouts that it has in no time, and on from there.
        """
        question, game = self.game.question, self.game
        if self._answers is None:
            self._answers = worth_a_look(game.imagine(SEED))
        answers = self._answers
        if question is None or not answers:
            return
        trials = [Trial(answer) for answer in answers]
        if self.plan and after(game, self.plan[:1], SEED) is not None:
            planned = Trial(self.plan[0], then=self.plan[1:])
            trials = [planned, *(one for one in trials if one.answer != planned.answer)][:LOOKED_AT]
        self.considered = len(trials)
        play = self._play = self._play or self.appraise(game, question.seat, SEED)
        for progress in race(play, trials, spent, lambda trial: gone_on(game, trial, play, SEED)):
            self.progress = progress
            yield progress

    def advice(self) -> Advice | None:
        """What was found so far; None before there was anything to choose from."""
        question, progress = self.game.question, self.progress
        if question is None or progress is None:
            return None
        best, *others = progress.trials[:FINALISTS]
        hints = [self._hint(trial, best) for trial in (best, *others)]
        again = self._again(progress, hints)
        out = again.keys() | longer_ways(hints)
        told = tuple(hint for place, hint in enumerate(hints) if not hint.filler and place not in out)
        worse = [place for place, hint in enumerate(hints) if not hint.alike]
        return Advice(
            question.seat,
            told,
            self.considered,
            len(best.values),
            progress.over,
            self._why(best, progress.trials[worse[0]]) if worse and progress.over else (),
            next((hint for hint in hints if hint.filler), None),
            tuple((hints[place].words, told.index(hints[first]) + 1) for place, first in again.items()),
        )

    def _again(self, progress: ComparisonProgress, hints: Sequence[Hint]) -> dict[int, int]:
        """The places of options that came to the same in every playout as one before, with the place of that one.

        Two places on the map are two answers all the same.
        """
        values = [trial.values for trial in progress.trials[:FINALISTS]]
        if not isinstance(self.game.question, Pick) or not progress.over or len(values[0]) < FEWEST:
            return {}
        firsts = ((place, values.index(one)) for place, one in enumerate(values))
        return {place: first for place, first in firsts if first < place and not hints[place].filler}

    def _hint(self, trial: Trial, best: Trial) -> Hint:
        key = repr(trial.plan)
        if key not in self._lines:
            self._lines[key] = tuple(line_of_play(self.game, trial.plan, SEED))
        behind = difference(best, trial)
        came = outcome(self._ideas, self._now, self._endings(trial))
        return Hint(trial.answer, self._lines[key], trial.share, trial.error, behind, trial.then, came)

    def _why(self, better: Trial, other: Trial) -> tuple[str, ...]:
        return why_better(self._ideas, self._endings(better), self._endings(other))

    def _endings(self, trial: Trial) -> list[Ending]:
        """What the playouts ended with that count."""
        over = self.progress is not None and self.progress.over
        return self._play.endings(trial.plan, len(trial.values)) if self._play is not None and over else []

    @property
    def _ideas(self) -> tuple[Idea, ...]:
        return self.game.system.ideas if isinstance(self.game.system, Reasoned) else ()

    @property
    def _now(self) -> Outlook | None:
        system, question = self.game.system, self.game.question
        return system.outlook(self.game, question.seat) if isinstance(system, Reasoned) and question else None


def longer_ways(hints: Sequence[Hint]) -> set[int]:
    """The places of those that do something first and then what a better one does at once, and are not worse beyond
    doubt: to aim and then run is no choice of its own beside running, nor is not to shoot, and then to shoot at the
    same enemy."""
    found = set[int]()
    for place, hint in enumerate(hints):
        sooner = [one.answer for one in hints[:place] if one.answer != hint.answer]
        if hint.alike and any(one in sooner for one in (*hint.then, *hint.plan[1:])):
            found.add(place)
    return found


def worth_a_look(game: Game[Any]) -> list[Answer]:
    """The answers that race, the likeliest first; [] without a choice."""
    answers, question = candidates(game, LOOKED_AT), game.question
    if not answers or not isinstance(question, Place) or not is_open(question):
        return answers
    look = BestSoFar(game, PLACES, monotonic() + AROUND, at_first_sight)
    look.at(answers[:1])
    look.around()
    best = look.best[0]
    found = [best, *(answer for answer in answers if answer != best)]
    told = apart(game, found)
    return (told if len(told) > 1 else found)[:LOOKED_AT]


@define
class Memory:
    """The thought that was begun last in this process: who asks for a hint once more is told what is known already."""

    position: Snapshot | None = None
    thought: Thought | None = None

    def thought_of(self, position: Snapshot, plan: Plan, appraiser: Appraiser) -> Thought:
        """The thought about a position, begun or new."""
        known = self.thought
        if known is None or self.position != position or known.appraise is not appraiser:
            self.position, self.thought = position, (known := Thought(position.game(), appraiser))
        known.plan = plan
        return known


MEMORY = Memory()


def think(position: Snapshot, plan: Plan = (), seconds: float = SECONDS) -> Iterator[Thinking]:
    """A job for another process: a hint for a position, told whenever it has come further, in about so many seconds.
    `plan` is what the hint had planned that was taken before.

    Where games take so long to imagine that a few playouts of the best take longer, it takes longer.
    """
    begun = monotonic()
    thought, done = MEMORY.thought_of(position, plan, appraise), 0
    for progress in thought.on(lambda: (monotonic() - begun) / seconds):
        done = progress.done
        yield Thinking(thought.advice(), done)
    advice = thought.advice()
    yield Thinking(advice, done, over=True, wrong="" if advice is not None else "There is only one answer here.")
