"""The course of a game: every answer with its dice and events, and the way back and forth along it.

Going back takes the nearest copy of the game that was kept and repeats the answers from there, with the dice they drew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import define, field

from tabletop_tui.engine.dice import MissingDice, Roll, WrongDice
from tabletop_tui.engine.events import Event, FlagFell, Noted, TakenBack
from tabletop_tui.engine.game import AskDice, Game, State, Step
from tabletop_tui.engine.objective_holders import Held, hand_changes
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.reactions import give_orders
from tabletop_tui.engine.refusal import Refused

EVERY = 32
"""A copy is kept of each of a person's last so many answers, and every so many answers ..."""
RECENT = 16 * EVERY
"""... among the last so many, ..."""
SPARSE = 8 * EVERY
"""... and only every so many before that."""


Note = Noted | TakenBack | FlagFell
"""What is told in the log beside what the rules do."""
Halt = Callable[[Game[State], bool], bool]
"""Whether an answer ends here; asked once it is taken (true), then after each step (false)."""


@define(slots=True)
class Entry:
    """One thing that a seat did: an answer, standing orders ({kind: order}), or leaving the game.

    Or the table took other dice ({"typed": 0}, {"seeded": seed}); the seat is -1 then, as where all agree on a draw.
    """

    seat: int
    answer: Answer = None
    dice: tuple[int, ...] | None = None
    """The faces drawn from here up to the next question; None where they are still to be rolled."""
    kind: Literal["answer", "order", "dice", "concede", "draw"] = "answer"
    person: bool = True
    """Whether a person did it, not a computer player."""
    events: list[Event] = field(factory=list, eq=False)
    held: list[Held] = field(factory=list, eq=False)
    """Who holds what after it, as far as that was looked at."""

    def same(self, other: Entry) -> bool:
        """Whether both do the same."""
        return self.kind == other.kind and self.seat == other.seat and self.answer == other.answer


class Timeline:
    """A game and how it came to where it is. `game` lags behind the last entry only where steps are run one by one."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        """What was taken back, the next to be done again last."""
        self.opening: list[Event] = []
        """What happened before the first question."""
        self.held: Roll | None = None
        """The dice that wait for the word to throw them."""
        self.halt: Halt | None = None
        """Says where an answer ends before the next question; what comes after it waits to be stepped."""
        self._thrown = 0
        """How many dice of the step that waits have been thrown ..."""
        self._told = 0
        """... and how many of its events were handed out with them."""
        self._copies: dict[int, Game[State]] = {}
        self._marks: list[tuple[Game[State], int, list[Held]]] = []
        """Places between the steps since the last entry, each with the number of events, and who held what."""
        self._held_first: list[Held] = []
        """Who held what before the first entry."""
        self._notes: dict[int, list[Note]] = {}
        """What was written down, by how many entries had been played then."""

    # ------------------------------------------------------------------ notes, and the log
    def note(self, noted: Note) -> None:
        """Write something down here. It goes and comes back with what was played before; other answers drop it.

        What was taken back, and a flag that fell, is dropped by nothing: it comes along to where the game went back.
        """
        number = len(self.entries)
        if not isinstance(noted, Noted):
            self.carry_back()
        here = self._notes.setdefault(number, [])
        if noted not in here or isinstance(noted, Noted):
            here.append(noted)

    def carry_back(self) -> None:
        """The game went back to here: what no way back drops comes along."""
        number = len(self.entries)
        for place in sorted(place for place in self._notes if place > number):
            moved = [one for one in self._notes[place] if not isinstance(one, Noted)]
            self._notes[place] = [one for one in self._notes[place] if one not in moved]
            self._notes.setdefault(number, []).extend(moved)

    def notes(self, number: int) -> list[Note]:
        """What was written down when so many entries had been played."""
        return self._notes.get(number, [])

    def parts(self) -> list[list[Event]]:
        """What happened before the first entry, with each entry, and with those taken back; notes in their places.

        The lists are those of the entries, to be read only.
        """
        told = [self.opening, *(entry.events for entry in (*self.entries, *reversed(self.undone)))]
        notes = self._notes
        return [[*events, *notes[number]] if number in notes else events for number, events in enumerate(told)]

    # ------------------------------------------------------------------ on
    def begin(self, dice: tuple[int, ...] | None, *, run: bool = True) -> tuple[Game[State], tuple[int, ...]]:
        """Run up to the first question; what `answer` gives back, and the dice drawn."""
        settled, drawn = self._settle(dice, run)
        self._copies[0] = settled.clone()
        self._held_first = settled.system.holders(settled)
        self.opening, self.game.events = self.game.events, []
        return settled, drawn

    def answer(self, entry: Entry, *, run: bool = True) -> Game[State]:
        """Do an entry, with its dice if they are known, and run up to the next question.

        Gives back the game as it is at that question: the game itself or, where `run` is false, a copy that ran ahead
        while the game waits to be stepped; that copy holds the events to come. An exception leaves all as it was.
        """
        assert self.held is None
        game = self.game
        try:
            _answer(game, entry)
            typed = game.dice.kind == "typed"
            settled, drawn = self._settle(entry.dice, run)
        except Refused:
            raise
        except BaseException:
            self.go_to(len(self.entries))
            raise
        entry.dice = () if typed else drawn
        entry.held = self._tell_holders(self._held) if run else self._held
        entry.events, game.events = game.events, []
        self._marks.clear()
        self.entries.append(entry)
        number = len(self.entries)
        if not (self.undone and self.undone[-1].same(entry)):
            self._notes = {place: notes for place, notes in self._notes.items() if place < number}
        if entry.person or number % EVERY == 0:
            self._copies[number] = settled.clone()
        for old, every in ((number - EVERY, EVERY), (number - RECENT, SPARSE)):
            if old % every:
                self._copies.pop(old, None)
        return settled

    # ------------------------------------------------------------------ step by step, die by die
    def mark(self) -> None:
        """Remember how the game stands between two steps, so that `step_back` can go back to here."""
        self._marks.append((self.game.clone(), len(self._last_events), self._held))

    def step_back(self) -> bool:
        """Back to the last mark since the last entry, with the same dice to come; False if there is none."""
        if not self._marks:
            return False
        self.game, count, self._held = self._marks.pop()
        del self._last_events[count:]
        self._let_go()
        return True

    @property
    def _held(self) -> list[Held]:
        """Who held what when that was looked at last."""
        return self.entries[-1].held if self.entries else self._held_first

    @_held.setter
    def _held(self, held: list[Held]) -> None:
        if self.entries:
            self.entries[-1].held = held
        else:
            self._held_first = held

    def _tell_holders(self, before: list[Held]) -> list[Held]:
        """Where a question of the rulebook waits, and at the end, say what has changed hands; who holds what then."""
        game = self.game
        if game.agenda and (not game.waiting or isinstance(game.agenda[-1], AskDice)):
            return before
        now = game.system.holders(game)
        for changed in hand_changes(before, now, [seat.name for seat in game.setup.seats]):
            game.emit(changed)
        return now

    @property
    def _last_events(self) -> list[Event]:
        """What happened since the last entry."""
        return self.entries[-1].events if self.entries else self.opening

    def step(self) -> tuple[Step | None, list[Event]]:
        """Run one step with all its dice; which one (None if typed dice are missing) and what it did."""
        game = self.game
        step = game.step()
        self._held = self._tell_holders(self._held)
        happened, game.events = game.events[self._told :], []
        self._let_go()
        return step, self._happened(happened)

    def throw(self) -> tuple[Step | None, list[Event]]:
        """Throw the dice that wait, if any do, and run on to the next dice or the next question.

        Gives back the last step that ran whole, and what happened. A step of several rolls is tried on a copy as often
        as it has rolls, each time with the dice of one roll more; only the last try counts.
        """
        step, happened = None, []
        self._thrown += self.held.count if self.held is not None else 0
        while self.game.agenda and not self.game.waiting:
            trial = self.game.clone()
            typed = trial.dice.kind == "typed"  # They are asked for as it is.
            trial.dice.in_hand = None if typed else self._thrown
            try:
                step = trial.step() or step
            except MissingDice as missing:
                self.held = missing.roll
                happened += trial.events[self._told :]
                self._told = len(trial.events)
                return step, self._happened(happened)
            happened += trial.events[self._told :]
            trial.events, trial.dice.in_hand = [], None
            self.game = trial
            self._let_go()
        self._held = self._tell_holders(self._held)
        happened, self.game.events = [*happened, *self.game.events], []
        return step, self._happened(happened)

    def _happened(self, events: list[Event]) -> list[Event]:
        """These events belong to the last entry."""
        known = self._last_events
        known += events
        return events

    def _let_go(self) -> None:
        self.held, self._thrown, self._told = None, 0, 0

    # ------------------------------------------------------------------ back
    def go_to(self, number: int) -> None:
        """Back to where `number` entries had been played; the others can be done again.

        On the way there copies are kept as in `answer`, so that a long way back is not gone once for every answer.
        """
        self._let_go()
        self._marks.clear()
        start = max(kept for kept in self._copies if kept <= number)
        game = self._copies[start].clone()
        for played, entry in enumerate(self.entries[start:number], start + 1):
            _answer(game, entry, again=True)
            if game.dice.kind != "typed":
                game.dice.unread = entry.dice or ()
            game.run()
            game.events, game.dice.drawn = [], []
            if entry.person and played > number - EVERY:
                self._copies[played] = game.clone()
        self.game = game
        self.undone += reversed(self.entries[number:])
        del self.entries[number:]
        for kept in [kept for kept in self._copies if kept > number]:
            del self._copies[kept]

    def copy_at(self, number: int) -> Game[State]:
        """A copy of the game as it was when so many entries had been played."""
        start = max(kept for kept in self._copies if kept <= number)
        game = self._copies[start].clone()
        for entry in self.entries[start:number]:
            _answer(game, entry, again=True)
            if game.dice.kind != "typed":
                game.dice.unread = entry.dice or ()
            game.run()
            game.events, game.dice.drawn = [], []
        return game

    def _settle(self, recorded: tuple[int, ...] | None, run: bool) -> tuple[Game[State], tuple[int, ...]]:
        """Run the steps up to the next question; at step pace on a copy, which has the same dice to come."""
        game = self.game
        typed = game.dice.kind == "typed"  # The faces are answers then, and need no other record.
        if recorded and not typed:
            game.dice.unread = recorded
        game.dice.drawn = []
        settled = game if run else game.clone()
        if run and self.halt is not None:
            _run_to(settled, self.halt)
        else:
            settled.advance()
        drawn = tuple(settled.dice.drawn)
        settled.dice.drawn = []
        if recorded is not None and not typed and drawn != recorded:
            raise WrongDice(f"the dice {_faces(recorded)} are on record, but {_faces(drawn)} were needed")
        return settled, drawn


def _answer(game: Game[State], entry: Entry, again: bool = False) -> None:
    if entry.kind == "answer":
        (game.take if again else game.answer)(entry.answer)
        return
    if entry.kind == "order":
        give_orders(game, entry.seat, entry.answer)
        return
    if entry.kind == "dice":
        ((kind, seed),) = entry.answer.items()
        game.change_dice(kind, seed)
        return
    if entry.kind == "concede":
        game.system.concede(game, entry.seat)
    else:
        game.system.agree_draw(game)
    game.ask_anew()


def _run_to(game: Game[State], halt: Halt) -> None:
    """Run steps up to the next question, or to where the answer is to end."""
    stops = halt(game, True)
    while not stops and game.step() is not None:
        stops = halt(game, False)


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "none"
