"""A check: dice that are rolled, judged, logged and counted through one door, `Game.check`.

A rulebook says what is rolled and what counts; the faces that count, the chance of it, the event for log, tray, report
and luck, and the words for all of them follow from that (`engine/roll_wording.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, field

from tabletop_tui.engine.dice import Need, Roll, face_of
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_wording import roll_text
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen


@frozen
class Check:
    """What is rolled by whom and what for; without a need the faces themselves matter."""

    seat: int
    why: str
    need: Need | Tally | None = None
    """What each die has to show; a bare number has to be reached."""
    dice: int = field(default=1, kw_only=True)
    sides: int = field(default=6, kw_only=True)
    lowest: int = field(default=1, kw_only=True)
    """The lowest face: 0 for a die that is read from zero."""
    rules: tuple[str, ...] = field(default=(), kw_only=True)
    """The rules behind it; those behind the needed number where empty."""
    adds: Tally | None = field(default=None, kw_only=True)
    """What is added to a single die, where a rulebook compares the sum."""
    against: Tally | None = field(default=None, kw_only=True)
    """What the sum has to beat, where that is known beforehand."""
    pool: Tally | None = field(default=None, kw_only=True)
    """Why so many dice, where a number with reasons says that."""

    contest: bool = field(default=False, kw_only=True)
    """Whether seats roll against each other, as for who goes next: such dice are of no attack."""

    impartial: bool = field(default=False, kw_only=True)
    """Whether a seat rolls for all, as for the end of the battle: what it throws is nobody's luck."""

    counts: str = field(default="", kw_only=True)
    """What a die is that did what was needed, where there is a word for it: 'hit'."""

    bulk: bool | Callable[[], bool] = field(default=False, kw_only=True)
    """Whether players may tell how many dice came out how: nothing hangs on which of them did, nor on the face beyond
    what is needed and what `apart` says. A call where that takes time to find out."""

    apart: Callable[[int], object] | None = field(default=None, kw_only=True)
    """What else of a face matters in a roll in bulk: faces for which this gives the same come to the same."""

    @property
    def roll(self) -> Roll:
        """The dice, as they are drawn, typed in or thrown."""
        return Roll(self.seat, self.why, self.dice, self.sides, self.needed, self.lowest)

    @property
    def needed(self) -> Need | None:
        return Need(self.need) if isinstance(self.need, Tally) else self.need

    def roll_by_rules(self, step: tuple[str, ...]) -> Roll:
        """The dice with every rule that has a hand in them: its own, those of its numbers, those of its step."""
        tallies = (self.needed.number if self.needed is not None else None, self.adds, self.against, self.pool)
        behind = (rule for tally in tallies if tally is not None for rule in tally.rules)
        return evolve(self.roll, rules=tuple(dict.fromkeys((*self.rules, *behind, *step))))

    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """`Roll.kinds`: the faces that come to the same, where it is a roll in bulk."""
        need = self.needed
        if need is None or not (self.bulk() if callable(self.bulk) else self.bulk):
            return ()
        faces = range(self.lowest, self.lowest + self.sides)
        found: dict[tuple[bool, object], list[int]] = {}
        for face in faces if need.sense == "at least" else reversed(faces):
            found.setdefault((need.counts(face), self.apart(face) if self.apart is not None else None), []).append(face)
        kinds = [tuple(sorted(kind)) for (counts, _), kind in sorted(found.items(), key=lambda item: item[0][0])]
        nothing = not need.counts(kinds[0][0])
        return (*([] if nothing else [()]), *kinds)

    def counted_words(self, checked: Checked) -> str:
        """How many dice did what was needed, in words: 'no hit'."""
        return so_many(checked.count, self.counts)

    @property
    def told_rules(self) -> tuple[str, ...]:
        behind = () if self.needed is None else self.needed.number.rules
        return self.rules or behind


@frozen
class Checked:
    """What a check came to."""

    faces: tuple[int, ...]
    counting: tuple[bool, ...] = ()
    """For each face whether it did what was needed; () where nothing was."""
    adds: int = 0
    bulk: bool = False
    """Whether players told only how many dice came out how: the faces stand for others of their kind."""

    @property
    def count(self) -> int:
        """How many dice did what was needed."""
        return sum(self.counting)

    @property
    def passed(self) -> bool:
        """Whether any die did what was needed."""
        return any(self.counting)

    @property
    def face(self) -> int:
        """The face of a single die."""
        (face,) = self.faces
        return face

    @property
    def total(self) -> int:
        """The sum of all faces and of what is added to them."""
        return sum(self.faces) + self.adds


def judged(check: Check, faces: tuple[int, ...]) -> Checked:
    """The faces of a check, as they were drawn, judged."""
    need = check.needed
    bulk = min(faces, default=0) < 0
    if bulk:
        faces = tuple(map(face_of, faces))
    counting = tuple([need.counts(face) for face in faces]) if need is not None else ()
    return Checked(faces, counting, check.adds.total if check.adds is not None else 0, bulk)


def nearly(check: Check, checked: Checked, came: Callable[[Checked], str]) -> tuple[str, str]:
    """What would have come of one pip less and of one more on a single die; '' where the die has no such face."""
    if len(checked.faces) != 1 or checked.bulk:
        return "", ""
    faces = range(check.lowest, check.lowest + check.sides)
    less, more = (
        came(judged(check, (face,))) if face in faces else "" for face in (checked.face - 1, checked.face + 1)
    )
    return less, more


def told(check: Check, checked: Checked, outcome: str = "", near: tuple[str, str] = ("", "")) -> Rolled:
    """The event of a check: the dice that were good for whoever rolled, and the chance of that."""
    need, good, chance = check.needed, checked.counting, None
    if need is not None:
        chance = need.chance(check.sides, check.lowest)
        if need.harm:
            good, chance = tuple([not harmed for harmed in good]), 1 - chance
    faces = () if checked.bulk else checked.faces
    what = (check.why, check.sides, faces, good, need, chance, outcome, check.adds, check.against, check.lowest)
    seat = None if check.impartial else check.seat
    event = Rolled("", check.told_rules, seat, *what, check.pool, near, check.contest)
    return evolve(event, text=roll_text(event))
