"""The number to hit (TC-HIT-2): 10, and what size, fire control, range, cover, smoke and movement add or take off.

Each source of modifiers is a function of the aim; SOURCES has them in the order in which they are told. The printed
example (TC-HIT-13) has one of each: 10 + 1 + 1 + 2 - 3 - 6. Which way a unit faces changes nothing (TC-RANGE-5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.rules.techcommander.aiming.shot_declaration import HATCH, Aim
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import SIDES, Unit
from tabletop_tui.rules.techcommander.state.profiles import MOST_SIZE_BONUS
from tabletop_tui.rules.techcommander.state.shot_targets import Point
from tabletop_tui.table.bases import TINY

BASE = 10
HALF_MOVE, FULL_MOVE = -1, -4
BLIND = -6
"""Of a shot without line of sight (TC-NLOS-1)."""
SPOT_SEEN, SPOT_UNSEEN = -4, -8
"""Of Fire for Effect (TC-FFE-2)."""
SMOKE, SMOKE_DESIGNATED = -6, -3
DUG_IN = POSTED = HULL_DOWN = -2
ASSAULT = "assault"
"""A shot of a rallied assault, as in `Salvo.reaction`: no modifier for movement."""
FREE = "rallied-weapons-free"
JUMPS = {"pop-and-shoot": HALF_MOVE, "jump-assault": FULL_MOVE, FREE: HALF_MOVE}
"""What a shot from a jump takes, by the action (TC-POP-1, TC-JUMPASLT-1); in weapons free some only (TC-RALFREE-1)."""


def size(aim: Aim) -> Iterable[Modifier]:
    """The bigger the target, the easier it is hit (TC-HIT-3); a shield is of AC5 (TC-BUBBLE-9)."""
    ac = shot_targets.size(aim.target)
    yield Modifier(min(ac, MOST_SIZE_BONUS), f"AC{ac}", "TC-HIT-3")


def fire_control(aim: Aim) -> Iterable[Modifier]:
    """Of the weapon, unless it is lost or negated (TC-HIT-4, TC-GEAR-5, TC-RED-5, TC-ACT-5, TC-HIT-9)."""
    if not aim.unit.limps and aim.unit.crewed and not aim.applied("ecm"):
        yield Modifier(aim.weapon.fire_control, "fire control", "TC-HIT-4")


def ability(aim: Aim) -> Iterable[Modifier]:
    """Of the unit (TC-DATA-2)."""
    yield Modifier(aim.unit.sheet.card.bonus, aim.unit.sheet.card.ability, "TC-DATA-2")


def steps_beyond(aim: Aim) -> int:
    """The started steps of the range beyond the optimum; there is no longest range (TC-RANGE-4, TC-GEAR-9)."""
    beyond = aim.range - aim.weapon.opt
    return ceil(beyond / aim.weapon.per - TINY) if beyond > TINY and not aim.weapon.melee else 0


def range_penalty(aim: Aim) -> Iterable[Modifier]:
    """For each of them (TC-HIT-5)."""
    yield Modifier(-aim.weapon.drop * steps_beyond(aim), f"range {aim.range:.1f}", "TC-RANGE-4")


def ignores_cover(aim: Aim) -> bool:
    """Whether it is a missile at what its side designates (TC-LASER-2)."""
    return aim.weapon.missile and aim.designated


def cover_modifier(aim: Aim) -> Modifier:
    """By the hidden share (TC-COVER-1), which goes before TC-HIT-6, TC-HIT-7 and TC-HIT-8; -6 for blind fire."""
    if isinstance(aim.target, Point):
        if aim.hidden or aim.salvo.nlos:
            return Modifier(SPOT_UNSEEN, "place out of sight", "TC-FFE-2")
        return Modifier(SPOT_SEEN, "place in sight", "TC-FFE-2")
    if aim.weapon.melee or ignores_cover(aim):
        return Modifier(0, "", "")
    if aim.nlos:
        return Modifier(BLIND, "no line of sight", "TC-NLOS-1" if aim.hidden >= 1 else "TC-NLOS-2")
    band = aim.band
    return Modifier(band.modifier, f"{band.word}, {100 * aim.hidden:.0f}% hidden", band.rule)


def is_covered(aim: Aim) -> bool:
    """Whether the target has a cover modifier that counts; what a lobbed shot takes instead is none (TC-NLOS-2)."""
    return not aim.weapon.melee and not ignores_cover(aim) and aim.band.modifier < 0


def covered(aim: Aim) -> Iterable[Modifier]:
    yield cover_modifier(aim)


def smoked(aim: Aim) -> Iterable[Modifier]:
    """Smoke on the line; half as bad where the target is designated (TC-SMOKE-1, TC-SMOKE-9, TC-LASER-2)."""
    if aim.smoked:
        if aim.designated:
            yield Modifier(SMOKE_DESIGNATED, "smoke, designated", "TC-SMOKE-9")
        else:
            yield Modifier(SMOKE, "smoke", "TC-SMOKE-1")


def stance(aim: Aim) -> Iterable[Modifier]:
    """Dug in, posted up in cover, hull down: they add up (TC-DUG-3, TC-POSTUP-4, TC-HULL-2)."""
    target = aim.target
    if not isinstance(target, Unit):
        return
    if target.dug_in and not aim.at_friend:
        yield Modifier(DUG_IN, "dug in", "TC-DUG-3")
    if target.posted is not None and is_covered(aim):
        yield Modifier(POSTED, "posted up in cover", "TC-POSTUP-4")
    if aim.hull_down:
        yield Modifier(HULL_DOWN, "hull down", "TC-HULL-1")


def movement(aim: Aim) -> Iterable[Modifier]:
    """For what the shooter has moved in this action (TC-HIT-12, TC-ATTACK-1, TC-AUTO-1, TC-ATTACK-2)."""
    unit, jump = aim.unit, aim.jump
    if jump in JUMPS:
        if jump == FREE and not aim.salvo.raised:
            return  # it stands where it stood (TC-RALFREE-1)
        rule = "TC-JUMPASLT-1" if jump == "jump-assault" else "TC-POP-1"
        yield Modifier(JUMPS[jump], "from a jump", rule)
    elif aim.salvo.reaction == HATCH:
        if shot_targets.stand(aim.battle, unit).moved > TINY:
            yield Modifier(FULL_MOVE, "its carrier moved", "TC-UNBUT-3")
    elif aim.salvo.reaction == "readied":
        if unit.ready_moved and unit.readied == aim.battle.turn:
            yield Modifier(HALF_MOVE, "moved as it was readied", "TC-READY-2")
    elif unit.moved > TINY and aim.salvo.reaction != ASSAULT:  # TC-RALASLT-3
        yield moved(unit)


def moved(unit: Unit) -> Modifier:
    """Of a unit that has moved; all vehicles are stabilised (TC-VEH-4)."""
    if unit.sheet.kind == "vehicle":
        return Modifier(HALF_MOVE, "moved, stabilised", "TC-AUTO-1")
    if unit.moved <= unit.speed / 2 + TINY:
        return Modifier(HALF_MOVE, "moved half", "TC-HIT-12")
    return Modifier(FULL_MOVE, "moved more than half", "TC-HIT-12")


SOURCES: tuple[Callable[[Aim], Iterable[Modifier]], ...] = (
    size,
    fire_control,
    ability,
    range_penalty,
    covered,
    smoked,
    stance,
    movement,
)


def hit_tally(aim: Aim) -> Tally:
    """The number that a die must not pass, with all its reasons (TC-HIT-2).

    Where nothing may speak for a shot, only what counts against it is left (TC-OMEGA-3, TC-AMBUSH-4).
    """
    found = [one for source in SOURCES for one in source(aim) if one.value]
    counting = [one for one in found if one.value < 0] if aim.plain else found
    return Tally("To hit", BASE, "base", "TC-HIT-2", tuple(counting))


@lru_cache(maxsize=1 << 7)
def chance_of(number: int) -> float:
    """The chance of one die to hit on so much or less."""
    return need_of(Tally("To hit", number)).chance(SIDES)


def need_of(tally: Tally) -> Need:
    """This number or less hits; there is no automatic hit or miss (TC-HIT-2)."""
    return Need(tally, "at most")
