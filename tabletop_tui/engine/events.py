"""What happened, typed and small. The log, the map's animation, the replay and the report are all made from these."""

from __future__ import annotations

from typing import TypeGuard

from attrs import field

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen


@frozen
class Event:
    """Something happened: a sentence for the log, whose doing (a seat, or None) and under which rules."""

    text: str
    rules: tuple[str, ...] = ()
    seat: int | None = None


@frozen
class Noted(Event):
    """Somebody at the table wrote this down: a question about the rules, to be settled later."""

    note: str = ""
    """It in the words of who wrote it."""


@frozen
class Narrated(Event):
    """Words of whoever wrote the scenario, told at their moment (`engine/scenario_script.py`)."""


@frozen
class TakenBack(Event):
    """Among people, answers were taken back behind which dice had been seen, or which were another person's."""


@frozen
class FlagFell(Event):
    """A person has used up the time that the table gives each for thinking."""


@frozen
class Began(Event):
    """A stretch of the game began: level is 'round', 'phase' or 'activation'. Undo can go back to it."""

    level: str = "phase"
    number: int = 0
    unit: str = ""


def starts_round(event: Event) -> TypeGuard[Began]:
    return isinstance(event, Began) and event.level == "round"


@frozen
class Closed(Event):
    """A stretch of the game ended: level as in Began. At the end of each round the journal notes a digest."""

    level: str = "round"
    number: int = 0


@frozen
class Rolled(Event):
    """Dice were rolled: what for, the faces, which of them count, and what was needed. `Game.check` makes these."""

    why: str = ""
    sides: int = 6
    faces: tuple[int, ...] = ()
    """() where players told only how many dice came out how."""
    good: tuple[bool, ...] = ()
    """For each die, whether it was good for whoever rolled; () where nothing was needed."""
    need: Need | None = None
    chance: float | None = None
    """The chance of one die to be good, for the luck report."""
    outcome: str = ""
    """What came of it, in a few words, where counting the dice does not say it."""
    adds: Tally | None = None
    """What was added to a single die."""
    against: Tally | None = None
    """What the sum had to beat."""
    lowest: int = 1
    """The lowest face of these dice."""
    pool: Tally | None = field(default=None, eq=False)
    """Why so many dice, where a number with reasons says that."""
    near: tuple[str, str] = field(default=("", ""), eq=False)
    """Of a single die: what would have come of one pip less, and of one more; '' where the die has no such face."""
    contest: bool = field(default=False, eq=False)
    """Whether seats rolled against each other, as for who goes next: such dice are of no attack."""

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return len(self.faces or self.good)

    @property
    def total(self) -> int:
        """The sum of all faces and of what is added to them."""
        return sum(self.faces) + (self.adds.total if self.adds is not None else 0)


@frozen
class Recounted(Event):
    """What dice came to was changed before it counted, as in '5 hits halved': told wherever those dice are told."""


@frozen
class Moved(Event):
    unit: str = ""
    path: tuple[str, ...] = ()


@frozen
class Shot(Event):
    """An attack was made: from which spot to which; the dice follow as Rolled."""

    unit: str = ""
    target: str = ""
    spots: tuple[str, ...] = ()


@frozen
class Reached(Event):
    """A blast, a burst or a strike came down, and reached these, hurt or not: units or models by their ids."""

    who: tuple[str, ...] = ()
    spot: str = ""
    """Where it came down."""


@frozen
class Harmed(Event):
    """A unit was hurt: by how much, what is left; `by` is the unit whose doing it was, '' if none.

    The sentence need not name doer and cause; whoever wants them said looks at `by` and `cause`.
    """

    unit: str = ""
    amount: int = 0
    left: int = 0
    by: str = ""
    cause: str = ""
    """What was done to it, in a word or two: 'shot', 'burned'."""


@frozen
class Fell(Event):
    """A unit was destroyed, or left the game; `by` is the unit whose doing it was, '' if none."""

    unit: str = ""
    spot: str = ""
    by: str = ""
    cause: str = ""
    """What became of it, in a word or two: 'shot', 'fled'."""

    @property
    def fate(self) -> str:
        """As in 'shot by A3'."""
        return f"{self.cause} by {self.by}" if self.cause and self.by and self.by != self.unit else self.cause


RISEN = "on its feet"
"""The status that a unit gains when one of its fallen models is back."""


@frozen
class Status(Event):
    """A unit gained (on) or lost a status; `by` is the unit whose doing it was, '' if none."""

    unit: str = ""
    status: str = ""
    on: bool = True
    points: int = 0
    """How many points of it were put on by an enemy's doing, where it is counted in points: Suppression."""
    by: str = ""


@frozen
class Scored(Event):
    points: int = 0


@frozen
class ChangedHands(Event):
    """Something that is fought for is held by another side than before, or by nobody any more."""

    what: str = ""
    spot: str = ""
    """Where it is, '' for nowhere on the table."""


@frozen
class Ended(Event):
    """The game is over; winners is empty in a draw."""

    winners: tuple[int, ...] = ()
