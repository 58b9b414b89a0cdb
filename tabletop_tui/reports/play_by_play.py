"""What units did, one go after the other, in sentences made from events: who did what to whom, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from attrs import define, field

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import (
    Began,
    Closed,
    Event,
    Fell,
    Harmed,
    Moved,
    Recounted,
    Rolled,
    Scored,
    Shot,
    Status,
)
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.roll_wording import came_words
from tabletop_tui.engine.wording import is_plural
from tabletop_tui.records import frozen

Mood = Literal["", "strong", "good", "bad", "dim"]
Said = tuple[str, Mood]
"""A piece of a sentence, and what it is for its reader."""


@frozen
class Scenery:
    """What a digest has to know of the game as it now stands."""

    roster: Sequence[RosterLine]
    standing: Standing
    far: Callable[[str, str], str]
    """How far it is between two spots, as a player would say it."""
    sees: Callable[[str, str], str]
    """How well a unit sees what is at a spot, in words; '' if not at all."""
    scores: tuple[int, ...] | None = None
    """The scores as they were when the reader answered last; None where nobody kept them."""

    def line(self, unit: str) -> RosterLine | None:
        return next((line for line in self.roster if line.unit == unit), None)

    def side(self, unit: str) -> int | None:
        line = self.line(unit)
        return line.seat if line is not None else None

    def named(self, text: str) -> str:
        """The unit with whose name a sentence begins, '' for none."""
        return next((line.unit for line in self.roster if text.startswith(f"{line.tag} {line.name}")), "")

    def where(self) -> dict[str, str]:
        """The spot of each unit that is on the table."""
        return {line.unit: line.spot for line in self.roster if line.spot and line.state != "lost"}


@frozen
class Deed:
    """What a unit did in one go, with what came of it; without a unit what belongs to no one, as the end of a round."""

    unit: str
    seat: int | None
    said: tuple[Said, ...]
    events: tuple[Event, ...]
    heading: bool = False
    """Whether it is the end or the beginning of a round."""
    acts: tuple[str, ...] = ()
    """What was done in it, without dice and what came of them."""


ACT, ROLL, CAME = "act", "roll", "came"
"""What a clause is: something that was done, dice that fell for it, or a sentence about what came of it."""
MARKS = {
    (ACT, ACT): "; ",
    (ACT, ROLL): ": ",
    (ROLL, ROLL): ", ",
    (ROLL, ACT): "; ",
}
"""What stands between two clauses; between all others a new sentence begins."""
FACING = re.compile(r", facing [a-z ]+\(\d+°\)")
"""What a deed in brief leaves out."""
OWNED = re.compile(r"^'s?(?= )")
"""What makes a name that of an owner, as in "B1 Ogre's Armour"."""


@define
class _Going:
    """A deed that is being told."""

    unit: str
    seat: int | None
    heading: bool = False
    doer: str = "It"
    """What the unit is called once it has been named: 'They' of Riflemen, as its verbs are theirs ..."""
    tag: str = ""
    """... and where that could be somebody else."""
    said: list[Said] = field(factory=list)
    events: list[Event] = field(factory=list)
    quiet: list[str] = field(factory=list)
    """What is told only where there is nothing else to tell."""
    known: set[str] = field(factory=set)
    """The units whose names have been said."""
    bare: bool = False
    """Whether a shot was made of which nothing has come so far."""
    last: str = ""
    """What the last clause was ..."""
    why: str = ""
    """... and what the last dice were for."""
    acts: list[str] = field(factory=list)
    """What was done."""
    others: bool = False
    """Whether the last sentence was about somebody else, so that a pronoun would be taken for that one."""

    @property
    def subject(self) -> str:
        """What the unit is called at the beginning of the next sentence."""
        return self.tag if self.others else self.doer

    def add(self, kind: str, text: str, mood: Mood = "", own: bool = False) -> None:
        """One clause more; `own` if it is the unit's own and does not name it."""
        mark = MARKS.get((self.last, kind), ". ") if self.said else ""
        if self.heading and mark:
            mark = ". "
        if own and mark == ". ":
            text = f"{self.subject} {text}"
        if not mark or mark == ". ":
            self.others = not own
        if mark:
            before, look = self.said[-1]
            self.said[-1] = before + mark, look  # no line break can part the mark from the word before it
        self.said.append((text, mood))
        self.last = kind

    def no_loss(self) -> None:
        """Nothing more can come of the last shot: say so, if nothing has."""
        if self.bare:
            self.add(CAME, "No loss", "dim")
        self.bare = False

    def done(self, closed: bool) -> Deed:
        """The deed as it is told."""
        if closed:
            self.no_loss()
        if not self.said and self.quiet:
            self.add(ACT, self.quiet[-1].lstrip(", "))
        said = [*self.said[:-1], (f"{self.said[-1][0]}.", self.said[-1][1])] if self.said else []
        return Deed(self.unit, self.seat, tuple(said), tuple(self.events), self.heading, tuple(self.acts))


def deeds(events: Sequence[Event], around: Scenery) -> list[Deed]:
    """What each unit did, one go after the other."""
    found: list[_Going] = []
    for event in events:
        going = _going(found, event, around)
        going.events.append(event)
        _tell(going, event, around)
    told = [going.done(closed=going is not found[-1]) for going in found]
    return [deed for deed in told if deed.said]


def in_brief(deed: Deed, roster: Sequence[RosterLine]) -> tuple[Said, ...]:
    """A deed in a line: what was done, and what became of whom; all of it where nothing was done."""
    if deed.heading or not deed.acts:
        return deed.said
    acts: dict[str, int] = {}
    for act in deed.acts:
        for line in roster:
            act = act.replace(f"{line.tag} {line.name}", line.tag)
        act = FACING.sub("", act)
        acts[act] = acts.get(act, 0) + 1
    done = "; ".join(act if times == 1 else f"{act}, {times} times" for act, times in acts.items())
    came = _outcomes(deed.events, {line.unit: line for line in roster})
    last = deed.said[-1][0].rpartition(": ")[2].rstrip(".")
    if not came and any(isinstance(event, Shot) for event in deed.events) and not deed.acts[-1].endswith(last):
        came = [(last[:1].lower() + last[1:], "dim")]  # 'no loss', or while it goes on 'no hit'
    return (done + (": " if came else ""), ""), *came


def _outcomes(events: Sequence[Event], lines: Mapping[str, RosterLine]) -> list[Said]:
    """What became of each unit, as in 'B2 -3, pinned', and what was scored."""
    hurt: dict[str, int] = {}
    told: dict[str, list[str]] = {}
    scored: list[str] = []
    for event in events:
        if isinstance(event, Scored):
            scored.append(event.text)
        elif isinstance(event, Harmed) and event.amount > 0 and event.unit in lines:
            told.setdefault(event.unit, [])
            hurt[event.unit] = hurt.get(event.unit, 0) + event.amount
        elif isinstance(event, Fell) and event.unit in lines:
            told[event.unit] = ["gone"]
            hurt.pop(event.unit, None)
        elif isinstance(event, Status) and event.on and event.status and event.unit in lines:
            words = told.setdefault(event.unit, [])
            said = event.status.lower() + (f" +{event.points}" if event.points else "")
            words += [] if {said, "gone"} & {*words} else [said]
    found: list[Said] = []
    for unit, words in told.items():
        said = ", ".join([*([f"-{hurt[unit]}"] if unit in hurt else []), *words])
        bad: Mood = "bad" if unit in hurt or "gone" in words else "strong"
        found.append((f"{'; ' if found else ''}{lines[unit].tag} {said}", bad))
    return [*found, *((f"{'; ' if found or at else ''}{text}", "good") for at, text in enumerate(scored))]


def _going(found: list[_Going], event: Event, around: Scenery) -> _Going:
    """The deed that an event belongs to; it may begin a new one."""
    now = found[-1] if found else None
    own = isinstance(event, Moved | Shot | Began) or (isinstance(event, Fell) and not event.by)  # removed by nobody
    unit = getattr(event, "unit", "") if own else around.named(event.text) if now is None else ""
    if isinstance(event, Began | Closed) and not unit:
        if now is None or not now.heading:
            found.append(_Going("", None, True))
    elif now is None or isinstance(event, Began) or (unit and unit != now.unit):
        line = around.line(unit)
        doer = "They" if line is not None and is_plural(line.name) else "It"
        tag = line.tag if line is not None else doer
        found.append(_Going(unit, around.side(unit) if unit else event.seat, doer=doer, tag=tag))
    return found[-1]


def _tell(going: _Going, event: Event, around: Scenery) -> None:
    """Add what an event says to its deed."""
    text, own = _brief(going, event.text, around)
    if isinstance(event, Began | Closed):
        if event.level == "round":
            going.add(CAME, text, "strong")
    elif isinstance(event, Moved | Shot):
        going.no_loss()
        if isinstance(event, Moved) and event.path:  # 'from 0505 to 0502: 3 hexes for 4 Movement'
            start, way, told = text.partition(f"from {event.path[0]} to {event.path[-1]}")
            text = f"{start}to {event.path[-1]}" if way and told.startswith(":") else text
        text += _far(event, around) if isinstance(event, Moved) else ""
        going.add(ACT, text, own=True)
        going.acts.append(text)
        going.bare = isinstance(event, Shot)
    elif isinstance(event, Rolled):
        _tell_roll(going, event, around)
    elif isinstance(event, Recounted):
        going.add(ROLL, f"{text[:1].lower()}{text[1:]}")
    elif isinstance(event, Fell | Harmed):
        going.bare = False
        going.add(CAME, text, "bad" if isinstance(event, Fell) or event.amount > 0 else "", own)
    elif isinstance(event, Status | Scored):
        going.add(CAME, text, "good" if isinstance(event, Scored) else "strong", own)
    elif going.heading:
        going.add(CAME, text)
    elif own or not (going.unit and going.quiet):
        going.quiet.append(text)


def _tell_roll(going: _Going, roll: Rolled, around: Scenery) -> None:
    """What came of dice; of those that only settle whose go it is, nothing."""
    came = came_words(roll)
    if roll.dice and came and not roll.contest and (roll.good or not going.heading):
        why, own = _brief(going, roll.why, around)
        again = going.last == ROLL and why.startswith(f"{going.said[-1][0]} on ")  # '9 hits', then '9 hits on B1'
        said = (
            again or going.why == why if going.last == ROLL else going.last == ACT and going.said[-1][0].startswith(why)
        )
        more = why.removeprefix(f"{going.why}, ") if going.last == ROLL and not said else why  # 're-roll of failures'
        going.why, why = why, more
        if going.last == ACT and not said:  # 'shoots at B2 Raiders', then 'shoots at B2 with 1 rifle'
            acted = going.said[-1][0]
            for line in around.roster:
                acted = acted.replace(f"{line.tag} {line.name}", line.tag)
            why = why.removeprefix(f"{acted} ")
        bare = said or _last_word(why) == _last_word(came)
        mood: Mood = "dim" if roll.good and not any(roll.good) else ""
        going.add(ROLL, came if bare else f"{why}: {came}", mood, own and not bare)


def _last_word(text: str) -> str:
    """The word that a text ends with, in the singular: what was rolled for, or what was counted."""
    return text.rpartition(" ")[2].removesuffix("s")


def _far(event: Moved, around: Scenery) -> str:
    """How far a unit went, where it went from one spot to another."""
    if len(event.path) < 2 or event.path[0] == event.path[-1]:
        return ""
    return f" ({without_nought(around.far(event.path[0], event.path[-1]))})"


def without_nought(far: str) -> str:
    """A distance without a nought behind the point."""
    return far.replace(".0 ", " ")


def _brief(going: _Going, text: str, around: Scenery) -> tuple[str, bool]:
    """A sentence without the doer at its beginning, and whether it was there; others are named once, then tagged."""
    own = False
    for line in around.roster:
        full = f"{line.tag} {line.name}"
        if full not in text:
            continue
        if line.unit == going.unit and text.startswith(full):
            rest = text.removeprefix(full)
            text, own = OWNED.sub("", rest).strip(" :"), not OWNED.match(rest)
        elif line.unit in going.known or line.unit == going.unit:
            text = text.replace(full, line.tag)
        going.known.add(line.unit)
    return text, own


def units_in(deed: Deed) -> Collection[str]:
    """The units that a deed is about: who did it, and to whom."""
    named = [deed.unit, *(getattr(event, "target", "") for event in deed.events)]
    named += [getattr(event, "unit", "") for event in deed.events]
    return [unit for unit in dict.fromkeys(named) if unit]
