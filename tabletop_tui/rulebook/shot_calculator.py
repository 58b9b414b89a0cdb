"""A shot that is told in words, without a game: what of it matters to a rulebook, and how a line of it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.odds import Chances
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.wording import which
from tabletop_tui.records import frozen

Told = Mapping[str, str]
"""What was told of a shot, by the key of its fact; what was not told has its usual value."""
MOST_DICE = 200


@frozen
class Fact:
    """Something that matters to a shot: a word that is true of it, a choice, or a number."""

    key: str
    label: str
    rule: str
    usual: str = ""
    """Its value where it is not told; '' for a word that is true of the shot or not."""
    choices: tuple[str, ...] = ()
    """The values that there are; () where it is a number or a word."""
    most: float = 0.0
    """The largest number that it may be; 0 where it is no number."""
    whole: bool = False
    """Of a number: whether only a whole one makes sense."""


@frozen
class Effect:
    """What the hits come to: what is counted, and the chances of so much of it."""

    name: str
    chances: Chances


@frozen
class AskedShot:
    """What a shot needs, by the rulebook: how many dice, and what each has to show."""

    dice: int
    sides: int
    need: Need
    notes: tuple[str, ...] = ()
    """What else the rulebook says of it, each in a sentence."""
    lowest: int = 1
    hits: Chances = ()
    """The chances of so many hits, where a die may give more than one; () where each gives one."""
    sums: tuple[Tally, ...] = ()
    """The sums of which the number is made, where there are several."""
    pool: str = ""
    """How many dice in words, where a roll says how many."""
    effect: Effect | None = None
    """What comes of the hits, where the rulebook has the target answer them."""


@frozen
class TableShot:
    """A shot of one unit at another as both stand in a battle: what would be told of it, for the form to begin with."""

    shooter: Any
    target: Any
    told: Told
    weapons: tuple[str, ...] = ()
    """What the shooter could fire, as the fact `weapon` calls it; () where there is no such fact."""
    refusal: Refusal | None = None
    """Why it cannot be fired as they stand."""


@runtime_checkable
class AnswersShots(Protocol):
    """A rulebook that tells what a shot needs without a game."""

    def shot_facts(self, folders: Sequence[Path]) -> tuple[Fact, ...]:
        """What matters to a shot; the catalogues in these folders say which weapons there are."""
        ...

    def asked_shot(self, folders: Sequence[Path], told: Told, table: TableShot | None = None) -> AskedShot:
        """What such a shot needs; with a table the two units are those that stand there, and told is how.

        Refused where the rulebook has no such shot.
        """
        ...

    def table_shot(self, game: Game[Any], shooter: str, target: str, weapon: str = "") -> TableShot:
        """A shot of one unit of a battle at another, with this weapon or its usual one. Both stand on the table.

        Refused where it has nothing to shoot with.
        """
        ...


def taped(length: float) -> str:
    """A length as it is told: to the hundredth, exactly where that would put it on another side of a round number."""
    rounded = round(length, 2)
    exact = rounded != length and (rounded * 2).is_integer()
    return f"{length:.6f}".rstrip("0").rstrip(".") if exact else f"{rounded:g}"


def so_told(**facts: str | bool) -> dict[str, str]:
    """What is told of a shot: the facts with a value, and those that are true."""
    known = {key.replace("_", "-"): value for key, value in facts.items()}
    return {key: key if value is True else value for key, value in known.items() if value}


def told_of(words: Sequence[str], facts: Sequence[Fact]) -> dict[str, str]:
    """What words say of a shot (`concealed`, `range=11`), with the usual values of what they do not say.

    Refused, in a sentence, where a word is no fact, a value is none of it, or a fact is told twice.
    """
    known = {fact.key: fact for fact in facts}
    told: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        fact = known.get(key)
        if fact is None:
            raise Refused(Refusal(f"{key[:40]!r} is nothing that matters to a shot: {which(key[:40], list(known))}"))
        if key in told:
            raise Refused(Refusal(f"{key} is told twice"))
        if (why := why_not(fact, sign, value[:40])) != "":
            raise Refused(Refusal(f"{key}: {why}"))
        told[key] = value or key
    return {fact.key: fact.usual for fact in facts if fact.usual} | told


def why_not(fact: Fact, sign: str, value: str) -> str:
    """Why this is not what a fact may be; '' if it is."""
    if not fact.usual:
        return f"it is true or not, so type {fact.key!r} alone" if sign else ""
    if fact.choices:
        return "" if value in fact.choices else f"{value!r} is none of it: {which(value, fact.choices)}"
    number = _number(value, fact.whole)
    if number is None or not 0 <= number <= fact.most:
        return f"{value!r} is no {'whole ' * fact.whole}number from 0 to {fact.most:g}; type {fact.key}={fact.usual}"
    return ""


def _number(value: str, whole: bool) -> float | None:
    if not value.isascii() or not value.replace(".", "", int(not whole)).isdigit():
        return None
    return float(value)
