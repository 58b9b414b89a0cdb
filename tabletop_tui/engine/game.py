"""Game: a rulebook's procedure as steps on an agenda, stopped at a question.

A step either does its work (`Step.run`) or asks (`Ask.question`, `Ask.take`). Steps push what they cause, so the agenda
is at once the program still to run, the list of interrupts under way, and the reader's "you are here". Steps are frozen
and a state's `clone` copies it, so a copy of a game costs a few microseconds a unit, at any depth of interrupt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from attrs import evolve

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.dice import Dice, MissingDice, Roll, SeededDice, dice_of
from tabletop_tui.engine.dice_check import Check, Checked, judged, nearly, told
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, DiceQuestion, Pick, Place, Question
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.scenario_script import Story
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.engine.setup import HIDDEN, PERSON, Setup
from tabletop_tui.engine.sight_grades import Scale
from tabletop_tui.records import frozen

DICE_WORDS = {"typed": "From here on the players roll real dice", "seeded": "From here on the program rolls the dice"}


class State(Protocol):
    """What a rules package keeps of a battle; copied for look-ahead and for undo."""

    def clone(self) -> Self: ...


S = TypeVar("S", bound=State)
F = TypeVar("F")
T = TypeVar("T")


class Ruleset(Protocol):
    """What is asked of the rulebook of a game under way; `rulebook/system.py` has what comes before that."""

    id: str
    units: str
    """hexes, or the name of the unit of length in which its tables are measured (`table/length_units.py`)."""
    version: int
    """Raised whenever the same answers and dice would give another game; journals of another version are refused."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    stages: tuple[str, ...]
    """The phases of a round in order, for the phase track (they are the values of Standing.phase)."""
    overlays: tuple[str, ...]
    """The overlays that can be asked for, in the order in which a key cycles them."""
    statuses: tuple[Badge, ...]
    """Every status that a unit can have, for legends."""
    grades: Scale
    """How it grades sight, the best first; asked only of a system that has the overlay 'sight'."""

    @property
    def name(self) -> str:
        """The whole name. What lists call it, before it is imported, says its about.toml (`rulebook/metadata.py`)."""
        ...

    def dump(self, game: Game[Any]) -> dict[str, Any]:
        """State and agenda as JSON data (without the set-up)."""
        ...

    # -- what a screen shows
    def standing(self, game: Game[Any]) -> Standing: ...
    def scene(self, game: Game[Any]) -> Scene: ...
    def roster(self, game: Game[Any]) -> list[RosterLine]: ...
    def card(self, game: Game[Any], unit: str) -> Card | None: ...
    def spot(self, game: Game[Any], spot: str) -> list[Line]:
        """What lies at a spot: ground, height, pieces."""
        ...

    def overlay(self, game: Game[Any], name: str, unit: str) -> Overlay:
        """One of `overlays` for a unit, as the game now stands."""
        ...

    def view(self, game: Game[Any], unit: str, spot: str) -> str:
        """What a unit would see of something at a spot: the label of one of `grades`; '' for a unit not on the table.

        Asked only of a system that has the overlay 'sight', of which it is one label.
        """
        ...

    def holders(self, game: Game[Any]) -> list[Held]:
        """All that is fought for besides the enemy, with who holds it, in the order in which players speak of it.

        It is what the rulebook would score if it were counted now, and nothing that one side may not know; [] where
        there is nothing to hold.
        """
        ...

    def reference(self) -> list[Rule]: ...

    # -- leaving a game, and the computer's valuation
    def concede(self, game: Game[Any], seat: int) -> None:
        """This seat gives up; the game goes on if others still fight. Refused if it has nothing left to give up."""
        ...

    def agree_draw(self, game: Game[Any]) -> None: ...
    def appraise(self, game: Game[Any], answer: Answer) -> float:
        """What an answer to the waiting question is worth to the seat asked, at once and by expectation."""
        ...

    def prospects(self, game: Game[Any], seat: int) -> Prospects:
        """How the game may end for a seat, as it stands: certain of a game that is over."""
        ...

    def evaluate(self, game: Game[Any], seat: int) -> float:
        """How well a seat stands, from -1 (lost) to 1 (won); 1, -1 and, for a draw, 0 are those of a game that is over.

        A team stands as its members do. It is quick, for whoever looks ahead asks it often.
        """
        ...


@frozen
class Step:
    """One named state of a rulebook's procedure, with the words for it that players read.

    The steps of a rulebook take its own `Game[Battle]`: no other game has them on its agenda.
    """

    title: ClassVar[str] = ""
    """What a reader of the agenda sees, where `describe` does not say it."""
    says: ClassVar[str] = ""
    """The rule in a sentence: what happens here, for the player who goes through the game step by step."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The ids of the rules behind it."""
    idle: ClassVar[str] = ""
    """What is said to whoever goes step by step where nothing happened in it: 'Nobody needs to rally.'"""
    weighty: ClassVar[bool] = False
    """Whether it takes milliseconds, so that whoever thinks ahead keeps what came of it where it rolled nothing."""

    def run(self, game: Game[Any]) -> None:
        """Do the work of this step: change the state, roll, emit events, push further steps."""
        raise NotImplementedError

    def describe(self, game: Game[Any]) -> str:
        """This step as a line of the agenda."""
        return self.title


@frozen
class Ask(Step):
    """A step that puts one question to one seat and goes on with the answer. It rolls no dice itself."""

    declines: ClassVar[str] = ""
    """Where something is offered that need not be used, a reaction say: the answer that uses none of it."""

    def question(self, game: Game[Any]) -> Question:
        """The question as the game now stands; changes nothing."""
        raise NotImplementedError

    def take(self, game: Game[Any], answer: Answer) -> None:
        """Go on with an answer that the question has not refused."""
        raise NotImplementedError

    def preview(self, game: Game[Any], answer: Answer) -> Preview | None:
        """What this answer would do and need: tallies and exact chances, for the screen and the computer seats."""
        return None

    def run(self, game: Game[Any]) -> None:
        raise TypeError(f"{type(self).__name__} asks a question; it is answered, not done")


@frozen
class AskDice(Ask):
    title = "Dice are thrown"
    says = "The players roll real dice for what happens next; then it goes on."
    roll: Roll
    have: int = 0
    before: tuple[int, ...] = ()
    """The faces given already for the same step."""

    def question(self, game: Game[Any]) -> DiceQuestion:
        roll = self.roll
        return DiceQuestion(
            roll.seat, f"{roll.count - self.have}D{roll.sides} for {roll.why}", roll=roll, have=self.have
        )

    def take(self, game: Game[Any], answer: Answer) -> None:
        game.dice.unread = (*self.before, *self.question(game).faces(answer))


class Game(Generic[S]):
    """A game under way: its set-up, its state, the agenda and the dice. Nothing here knows a rulebook by name.

    A rulebook works on a `Game[Battle]`, its own class of state; to all others it is a `Game[State]`, of which they see
    no more than that it can be copied.
    """

    def __init__(self, system: Ruleset, setup: Setup, state: S, agenda: list[Step], dice: Dice) -> None:
        self.system = system
        self.setup = setup
        self.state = state
        self.agenda = agenda
        """The steps still to run, the next one last."""
        self.dice = dice
        self.events: list[Event] = []
        """What has happened since whoever reads events last emptied this list."""
        self.result: Ended | None = None
        self.orders: Mapping[tuple[int, str], Any] = {}
        """What seats have said beforehand of kinds of offers (`engine/reactions.py`); replaced when it changes."""
        self.story: Story | None = None
        """What the author of the scenario tells with it; None where nothing is told."""
        self._asked: tuple[Ask, Question] | None = None
        self.running: tuple[str, ...] = ()
        """The rules of the step that runs, or ran last."""
        self._listed: tuple[Ask, Any] | None = None

    # ------------------------------------------------------------------ for the steps
    def push(self, *steps: Step) -> None:
        """Put steps on the agenda so that they run next, in the order given."""
        self.agenda.extend(reversed(steps))

    def emit(self, event: Event) -> None:
        self.events.append(event)
        if self.story is not None:
            self.story.unheard.append(event)

    def asked_field(self, ask: Ask, kind: type[F]) -> F:
        """The field of the Place question that `ask` has put, for its `take`, which need not work it out again."""
        asked = self._asked
        question = asked[1] if asked is not None and asked[0] is ask else ask.question(self)
        field = question.field if isinstance(question, Place) else None
        assert isinstance(field, kind)
        return field

    def while_asked(self, ask: Ask, find: Callable[[], T]) -> T:
        """What is found for `ask`, kept as long as it is the question that waits."""
        if self._listed is not None and self._listed[0] is ask:
            kept: T = self._listed[1]
            return kept
        found = find()
        if self.agenda and self.agenda[-1] is ask:
            self._listed = (ask, found)
        return found

    def check(self, check: Check, came: Callable[[Checked], str] | None = None) -> Checked:
        """Roll, judge and log a check; `came` says in a few words what it came to, where the count does not."""
        roll = check.roll if self.setup.lesson is None else check.roll_by_rules(self.running)
        try:
            drawn = self.dice.draw(roll)
        except MissingDice as missing:
            if self.dice.kind == "typed":  # else nobody asks for them
                missing.roll = evolve(roll, kinds=check.kinds())
            raise
        checked = judged(check, drawn)
        if came is None and check.counts:
            came = check.counted_words
        if came is None:
            self.emit(told(check, checked))
        else:
            self.emit(told(check, checked, came(checked), nearly(check, checked, came)))
        return checked

    def end(self, ended: Ended, *, settled: bool = False) -> None:
        """The game is over: nothing on the agenda is done any more.

        Unless it is `settled` (somebody gave up, all agreed), the author of the scenario may have another winner.
        """
        self.result = ended
        self.agenda.clear()
        if self.story is not None:
            self.result = ended = self.story.close(self, ended, settled)
        self.emit(ended)

    def _tell(self) -> None:
        """Where a question of the rulebook waits, say what the author of the scenario has to say by now."""
        if self.story is None or not self.waiting or isinstance(self.agenda[-1], AskDice):
            return
        if (ended := self.story.tell(self)) is not None:
            self.end(ended, settled=True)

    # ------------------------------------------------------------------ for those who drive a game
    @property
    def question(self) -> Question | None:
        """The question that waits for an answer, or None while a step is still to run or the game is over."""
        if not self.agenda or not isinstance(ask := self.agenda[-1], Ask):
            return None
        if self._asked is None or self._asked[0] is not ask:
            self._asked = (ask, self._narrowed(ask.question(self)))
        return self._asked[1]

    def _narrowed(self, question: Question) -> Question:
        """A question as a lesson puts it to whoever learns: with no more actions than have been taught."""
        lesson = self.setup.lesson
        if lesson is None or not lesson.offer or not isinstance(question, Pick):
            return question
        return question.narrowed(lesson.offer) if self.setup.seats[question.seat].player == PERSON else question

    @property
    def waiting(self) -> bool:
        """Whether the next step is a question."""
        return bool(self.agenda) and isinstance(self.agenda[-1], Ask)

    def step(self) -> Step | None:
        """Run one step and return it; None if a question waits or the game is over."""
        if not self.agenda or isinstance(self.agenda[-1], Ask):
            return None
        step = self.agenda[-1]
        if self.dice.kind == "typed":
            return self._step_with_typed_dice(step)
        self.agenda.pop()
        self.running = step.rules
        step.run(self)
        self._tell()
        return step

    def _step_with_typed_dice(self, step: Step) -> Step | None:
        """Run a step; where dice are missing, take all of it back and ask for them first."""
        before, dice, events = self.state.clone(), self.dice.clone(), len(self.events)
        dice.drawn = self.dice.drawn.copy()
        agenda, result = self.agenda.copy(), self.result
        story = None if self.story is None else self.story.clone()
        try:
            self.agenda.pop()
            step.run(self)
        except MissingDice as missing:
            self.state, self.dice, self.agenda, self.result, self.story = before, dice, agenda, result, story
            del self.events[events:]
            self.agenda.append(AskDice(missing.roll, missing.have, dice.unread))
            return None
        self._tell()
        return step

    def advance(self) -> Question | None:
        """Run steps up to the next question; None when the game is over."""
        self.run()
        return self.question

    def run(self) -> None:
        """The same without putting the question, which may take longer than all the steps."""
        if self.dice.kind != "typed":
            agenda = self.agenda
            while agenda and not isinstance(step := agenda[-1], Ask):
                agenda.pop()
                self.running = step.rules
                step.run(self)
            self._tell()
            return
        while self.agenda and not self.waiting:
            self.step()

    def refuse(self, answer: Answer) -> Refusal | None:
        """Why this answer to the waiting question is not taken, or None."""
        question = self.question
        if question is None:
            return Refusal("the game is over" if self.result else "no question waits for an answer")
        return question.refuse(answer)

    def answer(self, answer: Answer) -> None:
        """Answer the waiting question. Refused, with nothing changed, if the answer is not legal."""
        if (refusal := self.refuse(answer)) is not None:
            raise Refused(refusal)
        self.take(answer)

    def take(self, answer: Answer) -> None:
        """The same for an answer that was taken here before, so that it need not be judged again."""
        ask = self.agenda.pop()
        assert isinstance(ask, Ask)
        ask.take(self, answer)
        self._asked = self._listed = None
        self._tell()

    def preview(self, answer: Answer) -> Preview | None:
        """What an answer to the waiting question would need and do; None where there is nothing to say."""
        if self.question is None or self.question.refuse(answer) is not None:
            return None
        ask = self.agenda[-1]
        assert isinstance(ask, Ask)
        found, lesson = ask.preview(self, answer), self.setup.lesson
        if found is None or lesson is None or lesson.odds != HIDDEN:
            return found
        return found.veiled() if self.setup.seats[self.question.seat].player == PERSON else found

    def change_dice(self, kind: str, seed: int = 0) -> None:
        """From here on the dice are of this kind (`dice_of`); a roll that players were to type in is theirs, too."""
        waits = self.agenda[-1] if self.agenda else None
        self.dice = dice_of(kind, seed)
        if isinstance(waits, AskDice):
            self.agenda.pop()
            self.dice.unread = waits.before
        self.emit(Event(DICE_WORDS[kind]))
        self.ask_anew()

    def ask_anew(self) -> None:
        """Something changed under the waiting question (a side gave up): it is put again as things now stand."""
        self._asked = self._listed = None

    def clone(self) -> Game[S]:
        """A game of its own from here on, with the same dice to come; events are not carried over."""
        new: Game[S] = object.__new__(Game)
        new.system = self.system
        new.setup = self.setup
        new.state = self.state.clone()
        new.agenda = self.agenda.copy()
        new.dice = self.dice.clone()
        new.events = []
        new.result = self.result
        new.orders = self.orders
        new.story = None if self.story is None else self.story.clone()
        new.running = ()
        new._asked = new._listed = None
        return new

    def imagine(self, seed: int) -> Game[S]:
        """A copy for whoever thinks ahead: as things stand now, with other dice from here on.

        Nothing in it tells a face that is still to come: neither the dice, nor the seed, nor what was written down.
        """
        new = self.clone()
        new.dice = SeededDice(seed=seed)
        new.setup = self.setup.without_dice()
        return new

    def imagine_asked(self, seed: int) -> Game[S]:
        """The same with the question that waits here, for a thought in the same thread: it need not be put again."""
        new = self.imagine(seed)
        new._asked = self._asked
        return new
