"""The number to hit (TC-HIT-2): 10, and what size, fire control, range, cover and movement add or take off.

Each source of modifiers is a function of the aim; SOURCES has them in the order in which they are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.rules.techcommander.profiles import MOST_SIZE_BONUS
from tabletop_tui.rules.techcommander.shots import Aim
from tabletop_tui.table.bases import TINY

BASE = 10
HALF_MOVE, FULL_MOVE = -1, -4


def size(aim: Aim) -> Iterable[Modifier]:
    """The bigger the target, the easier it is hit (TC-HIT-3)."""
    yield Modifier(min(aim.target.ac, MOST_SIZE_BONUS), f"AC{aim.target.ac}", "TC-HIT-3")


def fire_control(aim: Aim) -> Iterable[Modifier]:
    """Of the weapon, unless it is lost (TC-HIT-4, TC-RED-5, TC-ACT-5)."""
    if not aim.unit.limps and aim.unit.crewed:
        yield Modifier(aim.weapon.fire_control, "fire control", "TC-HIT-4")


def ability(aim: Aim) -> Iterable[Modifier]:
    """Of the unit (TC-DATA-2)."""
    yield Modifier(aim.unit.sheet.card.bonus, aim.unit.sheet.card.ability, "TC-DATA-2")


def steps_beyond(aim: Aim) -> int:
    """The started steps of the range beyond the optimum (TC-RANGE-4)."""
    beyond = aim.range - aim.weapon.opt
    return ceil(beyond / aim.weapon.per - TINY) if beyond > TINY else 0


def range_penalty(aim: Aim) -> Iterable[Modifier]:
    yield Modifier(-aim.weapon.drop * steps_beyond(aim), f"range {aim.range:.1f}", "TC-RANGE-4")


def covered(aim: Aim) -> Iterable[Modifier]:
    """By the hidden share (TC-COVER-1)."""
    band = aim.band
    yield Modifier(band.modifier, f"{band.word}, {100 * aim.hidden:.0f}% hidden", band.rule)


def movement(aim: Aim) -> Iterable[Modifier]:
    """For what the shooter has moved in this action (TC-HIT-12, TC-AUTO-1, TC-ATTACK-2)."""
    unit = aim.unit
    if unit.moved <= TINY:
        return
    if unit.sheet.kind == "vehicle":
        yield Modifier(HALF_MOVE, "moved, stabilised", "TC-AUTO-1")
    elif unit.moved <= unit.speed / 2 + TINY:
        yield Modifier(HALF_MOVE, "moved half", "TC-HIT-12")
    else:
        yield Modifier(FULL_MOVE, "moved more than half", "TC-HIT-12")


SOURCES: tuple[Callable[[Aim], Iterable[Modifier]], ...] = (
    size,
    fire_control,
    ability,
    range_penalty,
    covered,
    movement,
)


def hit_tally(aim: Aim) -> Tally:
    """The number that a die must not pass, with all its reasons (TC-HIT-2)."""
    tally = Tally("To hit", BASE, "base", "TC-HIT-2")
    for source in SOURCES:
        for one in source(aim):
            tally = tally.plus(one.value, one.reason, one.rule)
    return tally


def need_of(tally: Tally) -> Need:
    """This number or less hits; there is no automatic hit or miss (TC-HIT-2)."""
    return Need(tally, "at most")
