"""A roll explained: its dice, each reason of what was needed, the book's sum, and what would have made it different.

All of it comes from the events; spots are those that modifiers carry, else units and terrain that a reason names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Began, Closed, Event, Moved, Rolled, Shot
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.roll_wording import came_words, counted_dice, faces_words, sum_words
from tabletop_tui.engine.scenes import Scene, TableScene
from tabletop_tui.engine.wording import percent
from tabletop_tui.records import frozen
from tabletop_tui.table.points import parse_spot, spot_text

CAME = 4
"""So many sentences of what came of a roll are told."""


@frozen
class Reason:
    """A row of a sum: a number, what it is for, the rule, and where on the table that is ('' for nowhere)."""

    value: str
    why: str
    rule: str = ""
    spot: str = ""


@frozen
class Why:
    """A number with its reasons."""

    question: str
    reasons: tuple[Reason, ...]
    total: str


@frozen
class RollReading:
    """All there is to say of a roll."""

    roll: Rolled
    place: int
    """Which of the rolls so far it is, counted from 1 ..."""
    count: int
    """... and how many there are."""
    round: int
    shot: Shot | None
    """The attack that it belongs to."""
    needed: str
    came: str
    expected: str
    whys: tuple[Why, ...]
    ifs: tuple[str, ...]
    after: tuple[str, ...]
    """What came of it."""
    rules: tuple[str, ...]

    @property
    def spots(self) -> list[str]:
        """The places that reasons lie at, each once: the first is marked 1 on the map."""
        return list(dict.fromkeys(reason.spot for why in self.whys for reason in why.reasons if reason.spot))


@frozen
class Places:
    """Where units and terrain are, for reasons that name them."""

    roster: Sequence[RosterLine]
    scene: Scene

    def of(self, reason: str, near: str) -> str:
        """The spot of the unit or terrain that a reason names, of several pieces the nearest; '' for none."""
        words = set(reason.replace(",", " ").split())
        unit = next((line.spot for line in self.roster if line.tag in words and line.spot), "")
        if unit or not isinstance(self.scene, TableScene):
            return unit
        named = [area for area in self.scene.areas if area.name and area.name.lower() in reason.lower()]
        middles = [middle(area.points) for area in named]
        if (here := parse_spot(near)) is not None:
            middles.sort(key=lambda spot: (spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2)
        return spot_text(middles[0]) if middles else ""


def middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def rolls_of(events: Iterable[Event]) -> list[int]:
    """Which of the events are rolls of which somebody saw the dice."""
    return [place for place, event in enumerate(events) if isinstance(event, Rolled) and event.dice]


def read_roll(events: Sequence[Event], back: int, places: Places) -> RollReading | None:
    """The last roll of these events, or the one so many before it; None if there are not so many."""
    found = rolls_of(events)
    if not 0 <= back < len(found):
        return None
    place = found[len(found) - 1 - back]
    roll = events[place]
    assert isinstance(roll, Rolled)
    shot = None if roll.contest else shot_of(events[:place])
    near = shot.spots[-1] if shot is not None and shot.spots else ""
    rounds = (event.number for event in reversed(events[:place]) if isinstance(event, Began) and event.level == "round")
    return RollReading(
        roll,
        len(found) - back,
        len(found),
        next(rounds, 0),
        shot,
        needed_words(roll),
        came_words(roll),
        expected_words(roll),
        tuple(whys(roll, places, near)),
        tuple(ifs(roll)),
        tuple(after(events[place + 1 :])),
        tuple(dict.fromkeys((*roll.rules, *(rule for tally in tallies(roll) for rule in tally.rules)))),
    )


def shot_of(before: Sequence[Event]) -> Shot | None:
    """The attack that dice belong to which follow these events; None for dice of something else."""
    for event in reversed(before):
        if isinstance(event, Shot):
            return event
        if isinstance(event, Began | Closed | Moved):
            return None
    return None


def after(events: Iterable[Event]) -> Iterable[str]:
    """What came of a roll: the sentences up to the next dice, or to what somebody does next."""
    for told, event in enumerate(events):
        if isinstance(event, Rolled | Began | Closed | Shot | Moved) or told == CAME:
            return
        yield event.text


# ---------------------------------------------------------------- what was needed
def dice_of(count: int) -> str:
    return counted_dice(count)


def tallies(roll: Rolled) -> list[Tally]:
    """All numbers with reasons behind a roll."""
    need = roll.need.number if roll.need is not None and roll.adds is None else None
    return [tally for tally in (roll.pool, roll.adds, roll.against, need) if tally is not None]


def needed_words(roll: Rolled) -> str:
    """As in '3 dice, each 5 or more is good' or, of a sum, '4 + 7 = 11, over Defence 7'."""
    dice = dice_of(roll.dice)
    if roll.adds is not None:
        return f"{sum(roll.faces)}{sum_words(roll)}"
    if roll.need is None:
        return f"{dice}, the face itself counts"
    faces = faces_words(roll.need, roll.sides, roll.lowest)
    each = "each " if roll.dice > 1 else ""
    return f"{dice}, {each}{faces} {roll.need.harm or 'is good'}"


def expected_words(roll: Rolled) -> str:
    """How many good dice were to be expected, and how likely one or more were; '' where nothing was needed."""
    if roll.chance is None or not roll.good:
        return ""
    count = len(roll.good)
    if count == 1:
        return f"{percent(roll.chance)} chance to be good"
    one = 1 - (1 - roll.chance) ** count
    return f"{count * roll.chance:.1f} good expected, {percent(one)} for one or more"


def whys(roll: Rolled, places: Places, near: str) -> Iterable[Why]:
    """Each number behind the roll as rows."""
    if roll.pool is not None:
        yield why_of(f"Why {dice_of(roll.pool.total)}?", roll.pool, places, near)
    if roll.adds is not None:
        yield why_of(f"Why {roll.adds.total:+d}?", roll.adds, places, near)
        if roll.against is not None:
            yield why_of(f"Why over {roll.against.total}?", roll.against, places, near)
    elif roll.need is not None:
        yield why_of(f"Why {faces_words(roll.need, roll.sides, roll.lowest)}?", roll.need.number, places, near)


def why_of(question: str, tally: Tally, places: Places, near: str) -> Why:
    base = Reason(str(tally.base), tally.source or tally.name, tally.rule, places.of(tally.source, near))
    rows = (
        Reason(f"{one.value:+d}", one.reason, one.rule, one.spot or places.of(one.reason, near))
        for one in tally.modifiers
    )
    return Why(question, (base, *rows), f"{tally.name} {tally.total}")


# ---------------------------------------------------------------- and if?
def ifs(roll: Rolled) -> Iterable[str]:
    """What one pip more or less on the dice would have done, and each modifier, had it not been; of faces nobody told,
    nothing."""
    if not roll.faces:
        return
    yield from pip_words(roll)
    if roll.need is not None and roll.good:
        for label, need in without_each(roll, roll.need):
            yield f"without {label}: {faces_words(need, roll.sides, roll.lowest)}, {good_words(roll, need)}"


def pip_words(roll: Rolled) -> Iterable[str]:
    """One pip more, one pip less: what would have come of it, or which dice would have turned."""
    for name, step in (("more", 1), ("less", -1)):
        if said := near_words(roll, step):
            yield f"one pip {name}: {said}"


def near_words(roll: Rolled, step: int) -> str:
    """What so many pips on each die would have done; '' where that is not known."""
    if near := roll.near[step > 0]:
        return "as it was" if near == came_words(roll) else near
    if roll.need is None or not roll.good:
        added = sum(roll.faces) + step
        return f"{added}" if roll.adds is None and len(roll.faces) > 1 else added_words(roll, step)
    turned = turned_by(roll, roll.need, step)
    told = [f"the {face} would {'' if good else 'not '}be good" for face, good in dict.fromkeys(turned)]
    return f"{', '.join(told)}{f' ({dice_of(len(turned))})' * (len(turned) > len(told))}" or "as it was"


def added_words(roll: Rolled, step: int) -> str:
    """The sum with so many pips more; '' for a die without one."""
    face = roll.faces[0] + step
    if roll.adds is None or not roll.lowest <= face < roll.lowest + roll.sides:
        return ""
    return f"{face}{sum_words(evolve(roll, faces=(face,)))}"


def turned_by(roll: Rolled, need: Need, step: int) -> list[tuple[int, bool]]:
    """The faces that so many pips would have turned, each with whether it would have been good then."""
    faces = range(roll.lowest, roll.lowest + roll.sides)
    moved = ((face, good, is_good(need, face + step)) for face, good in zip(roll.faces, roll.good, strict=True))
    return [(face, then) for face, good, then in moved if face + step in faces and then != good]


def is_good(need: Need, face: int) -> bool:
    return need.counts(face) != bool(need.harm)


def without_each(roll: Rolled, need: Need) -> Iterable[tuple[str, Need]]:
    """For each modifier behind the need its words, and the need had it not been."""
    if roll.adds is None:
        for place, one in enumerate(need.number.modifiers):
            yield had_not_been(one), evolve(need, number=need.number.without(place))
        return
    for tally, sign in ((roll.adds, 1), (roll.against, -1)):
        for one in tally.modifiers if tally is not None else ():
            yield had_not_been(one), evolve(need, number=need.number.plus(sign * one.value, "", ""))


def had_not_been(modifier: Modifier) -> str:
    """A modifier as it stands behind 'without': '3 models (+1)' for what counts 'for 3 models'."""
    return f"{modifier.reason.removeprefix('for ')} ({modifier.value:+d})"


def good_words(roll: Rolled, need: Need) -> str:
    """How many of the dice would have been good with another need."""
    count = sum(is_good(need, face) for face in roll.faces)
    return "as it was" if count == sum(roll.good) else f"{count} of {len(roll.faces)} good"
