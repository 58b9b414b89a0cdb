"""Facts of a battle by flat names, for goals: `B1.integrity`, `A1.conditions.Burned`, `A.score`, `A1~B2.distance`.

What a position written by hand may say of a unit, a seat and the battle can be asked by the same words
(`rulebook/position.py`); the lists of units and the table give the rest. A rulebook may add its own (`HasFacts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import hypot
from typing import Any, Protocol, runtime_checkable

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.files.validation import Wrong, one_of, shown
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.rulebook.position_form import Positioned
from tabletop_tui.table.points import parse_spot

Fact = int | float | str | bool

OF_UNITS = {
    "lost": "it is no more",
    "on-table": "it stands on the table",
    "left": "how many models, or how much Integrity, are left, as the list of units says",
    "state": "its word in the list of units: active, done, lost",
    "badge.WORD": "the status of this word is on it: B1.badge.Pinned",
}
"""What can be asked of a unit in every rulebook, beside what positions say of units."""
OF_SEATS = {
    "score": "its points",
    "units": "how many of its units are not lost",
    "lost": "how many are",
    "fights": "it has not given up",
}
OF_BATTLE = {
    "round": "the round or turn",
    "phase": "the phase",
    "over": "the battle is over",
    "winner": "seat A, B, ...",
    "held.NAME.A": "seat A holds what the screen calls so: held.L1.A",
}
OF_PAIRS = {
    "A1~B1.distance": "how far apart they are: hexes, or from base to base",
    "A1>B1.sight": "how the first sees the second, in the word that the status line has for it: out of sight",
    "A1@SPOT.distance": "how far it is from a place, from its nearest base",
}
HELD = "held."
PAIR = re.compile(r"([A-Za-z]\w*)([~>@])([\w.,-]+?)\.([\w-]+)")


@runtime_checkable
class LeftBySeats(Protocol):
    """A system in whose games a seat may give up while others fight on."""

    def fights_on(self, game: Game[Any], seat: int) -> bool: ...


@runtime_checkable
class HasFacts(Protocol):
    """A system with facts of its own."""

    own_facts: Mapping[str, str]
    """What can be asked besides: each name, with UNIT or SEAT for an id, and what it says."""

    def fact(self, game: Game[Any], name: str) -> Fact | None:
        """What a name of its own says; None for one that it does not know."""
        ...


def fact(game: Game[Any], name: str) -> Fact:
    """What a name says of the battle as it stands. Wrong for a name that says nothing."""
    if isinstance(game.system, HasFacts) and (own := game.system.fact(game, name)) is not None:
        return own
    if name.startswith(HELD):
        return _held(game, name.removeprefix(HELD))
    if match := PAIR.fullmatch(name):
        one, joint, other, what = match.groups()
        return _of_pair(game, one, joint, other, what)
    who, dot, what = name.partition(".")
    if not dot:
        return _of_battle(game, name)
    lines = {line.unit: line for line in game.system.roster(game)}
    if who in lines:
        return _of_unit(game, lines[who], what)
    if len(who) == 1 and who in SEAT_LETTERS[: len(game.setup.seats)]:
        return _of_seat(game, SEAT_LETTERS.index(who), what)
    if (unit := _units(game).get(who)) is not None:
        return _said(game, unit, what, f"{who}.")
    raise one_of(who, [*lines, *SEAT_LETTERS[: len(game.setup.seats)]], "unit or seat")


def fact_or_false(game: Game[Any], name: str) -> Any:
    """A fact of the battle; False for what is not there in this one, as a unit of a force that was not brought."""
    try:
        return fact(game, name)
    except Wrong:
        return False


# ---------------------------------------------------------------- one thing
def _units(game: Game[Any]) -> dict[str, Any]:
    return game.system.position.units(game.state) if isinstance(game.system, Positioned) else {}


def _of_unit(game: Game[Any], line: RosterLine, what: str) -> Fact:
    if what == "lost":
        return line.state == "lost"
    if what == "state":
        return line.state
    if what == "on-table":
        return bool(line.spot)
    if what == "left" and line.left is not None:
        return 0 if line.state == "lost" else line.left.left
    if what.startswith("badge."):
        word = what.removeprefix("badge.")
        held = next((badge for badge in line.badges if badge.word.replace("#", "").strip() == word), None)
        if held is None and word not in {badge.word.replace("#", "").strip() for badge in game.system.statuses}:
            raise one_of(word, [badge.word.replace("#", "").strip() for badge in game.system.statuses], "status")
        return False if held is None else held.number or True
    return _said(game, _units(game)[line.unit], what, f"{line.unit}.")


def _said(game: Game[Any], unit: Any, what: str, place: str) -> Fact:
    """What a position would say of a unit."""
    form = game.system.position if isinstance(game.system, Positioned) else None
    fields = {one.key: one for one in form.unit_fields} if form is not None else {}
    return _of_fields(fields, lambda one: one.get(game.state, unit), what, list(OF_UNITS), place)


def _of_fields(fields: Mapping[str, Any], get: Callable[[Any], Any], what: str, more: list[str], place: str) -> Fact:
    """The value of a key that a position may carry, or of an entry of a list or table in it."""
    key, _, entry = what.partition(".")
    if key not in fields:
        raise one_of(what, [*fields, *more], "fact").inside(place.rstrip("."))
    return _plain(get(fields[key]), entry)


def _plain(value: Any, entry: str) -> Fact:
    """A value, or one entry of it: of a table what it says, of a list whether it is there."""
    if entry:
        if isinstance(value, Mapping):
            held = value.get(entry)
            return entry in value if held is None or held == 0 else _plain(held, "")
        return entry in [str(one) for one in value] if isinstance(value, list) else str(value) == entry
    if value is None:
        return False
    if isinstance(value, list | Mapping):
        texts = isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
        return " ".join(value) if texts and "," in value[0] else len(value)
    found: Fact = value
    return found


def _of_seat(game: Game[Any], seat: int, what: str) -> Fact:
    form = game.system.position if isinstance(game.system, Positioned) else None
    own = {one.key: one for one in form.seat_fields} if form is not None else {}
    if what == "score" and "score" not in own:
        scores = game.system.standing(game).scores
        return scores[seat] if seat < len(scores) else 0
    if what == "fights":
        return not isinstance(game.system, LeftBySeats) or game.system.fights_on(game, seat)
    if what in ("units", "lost"):
        mine = [line for line in game.system.roster(game) if line.seat == seat and line.counts]
        gone = sum(line.state == "lost" for line in mine)
        return gone if what == "lost" else len(mine) - gone
    return _of_fields(own, lambda one: one.get(game.state, seat), what, list(OF_SEATS), SEAT_LETTERS[seat])


def _of_battle(game: Game[Any], name: str) -> Fact:
    standing = game.system.standing(game)
    if name in ("round", "turn"):
        return standing.round
    if name == "phase":
        return standing.phase
    if name == "over":
        return game.result is not None
    if name == "winner":
        winners = game.result.winners if game.result is not None else ()
        return "".join(SEAT_LETTERS[seat] for seat in winners)
    form = game.system.position if isinstance(game.system, Positioned) else None
    fields = {one.key: one for one in form.battle_fields} if form is not None else {}
    return _of_fields(fields, lambda one: one.get(game.state, game.state), name, list(OF_BATTLE), "")


def _held(game: Game[Any], what: str) -> Fact:
    """Whether a seat holds a thing, as in L1.A; False as long as nothing is there to be held."""
    name, _, letter = what.rpartition(".")
    letters = SEAT_LETTERS[: len(game.setup.seats)]
    if len(letter) != 1 or letter not in letters:
        raise Wrong(f"end it with the seat that holds it: {HELD}{name or what}.{letters[0]}")
    things = game.system.holders(game)
    if things and name not in [one.name for one in things]:
        raise one_of(name, [one.name for one in things], "thing that is held")
    return any(one.name == name and letters.index(letter) in one.seats for one in things)


# ---------------------------------------------------------------- two things
def _of_pair(game: Game[Any], one: str, joint: str, other: str, what: str) -> Fact:
    if joint == ">" and what == "sight":
        spot = next((line.spot for line in game.system.roster(game) if line.unit == other), other)
        grade = graded(game.system.grades, game.system.view(game, one, spot)) if spot else None
        return grade.word if grade is not None else ""
    if joint != ">" and what == "distance":
        return _distance(game, one, other, spot=joint == "@")
    raise one_of(f"{one}{joint}{other}.{what}", OF_PAIRS, "fact")


def _distance(game: Game[Any], one: str, other: str, spot: bool) -> float:
    """Hexes, or table units between the nearest bases, to the hundredth. 9999 where somebody is not on the table."""
    scene = game.system.scene(game)
    spots = {token.unit: token.spot for token in scene.tokens}
    for name in (one,) if spot else (one, other):
        if name not in spots:
            known = [line.unit for line in game.system.roster(game)]
            if name not in known:
                raise one_of(name, known, "unit")
            return 9999
    if isinstance(scene, HexScene):
        to = other if spot else spots[other]
        if to not in scene.grid:
            raise Wrong(f"there is no hex {shown(to)}")
        return scene.grid.distance(spots[one], to)
    if spot:
        if (place := parse_spot(other)) is None:
            raise Wrong(f"give a place as 10,12.5, not {shown(other)}")
        x, y = place
        return round(min(hypot(base.x - x, base.y - y) - base.radius for base in scene.bases[one]), 2)
    gaps = (hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius for a in scene.bases[one] for b in scene.bases[other])
    return round(max(0.0, min(gaps)), 2)


def words_of(game: Game[Any], name: str) -> tuple[str, ...]:
    """All the words that a fact can be; () for one that is a number or any text."""
    match = PAIR.fullmatch(name)
    return tuple(grade.word for grade in game.system.grades) if match and match.group(4) == "sight" else ()


def check_name(name: str) -> None:
    """Wrong for what cannot be the name of a fact."""
    if not name or not name.isprintable() or len(name) > 80:
        raise Wrong('give a name as "B1.spot"', "fact")
