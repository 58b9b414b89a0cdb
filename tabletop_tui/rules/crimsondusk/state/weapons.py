"""What a weapon does in the hands of a section: its rate of fire, its crew, how far it reaches (CD-WPN, CD-TRAIT-8)."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from tabletop_tui.rules.crimsondusk.state.profiles import Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.bases import TINY, apart

TEAM_REACH = 1.0
"""A man of a gun's team stands this near to its carrier or to another of the team, edge to edge: a ruling of ours."""


def crew_needed(soldier: Soldier, weapon: Weapon) -> int:
    """How many models a heavy weapon takes in these hands, 0 for one that is none (CD-TRAIT-8).

    Those in powered armour or a THAS, and monsters, carry it more easily (CD-EQ-POWERED, CD-EQ-THAS, CD-EQ-MONSTER-3).
    """
    heavy = weapon.heavy
    if soldier.has("thas") or soldier.has("monster"):
        heavy //= 2
    elif soldier.has("powered-armour"):
        heavy -= 1
    return max(0, heavy)


def heavy_of(soldier: Soldier) -> Weapon:
    """The heavy weapon that somebody carries, who has one."""
    return next(weapon for weapon in soldier.weapons if crew_needed(soldier, weapon))


def team_of(unit: Unit, man: Man) -> list[str]:
    """Those who serve a man's heavy weapon with him: the nearest of his section, as many as it needs."""
    needed = max((crew_needed(man.soldier, weapon) for weapon in man.soldier.weapons), default=0)
    here = unit.spot_of(man.id)
    others = [(apart(here, spot), one.id) for one, spot in zip(unit.men, unit.models, strict=True) if one.id != man.id]
    return [name for _, name in sorted(others)[: max(0, needed - 1)]]


def slowed(rof: int, missing: int) -> int:
    """The rate of fire with so many of the crew missing: below 1 it goes on with -2, -3 (CD-TRAIT-10)."""
    for _ in range(missing):
        rof = -2 if rof in (1, -1) else rof - 1
    return rof


def crewed(weapon: Weapon, missing: int) -> Weapon:
    """A weapon as slow as a crew with so many missing makes it (CD-TRAIT-10)."""
    return evolve(weapon, rof=slowed(weapon.rof, missing)) if missing else weapon


def crew_of(unit: Unit, man: Man, busy: Collection[str]) -> list[str]:
    """Who serves a man's heavy weapon now: those of its team who do nothing else and stand beside it or one another."""
    needed = max((crew_needed(man.soldier, weapon) for weapon in man.soldier.weapons), default=0)
    if not unit.models:  # aboard a vehicle all are beside each other
        return [one.id for one in unit.men if one.id not in (*busy, man.id)][: max(0, needed - 1)]
    free = {one.id: spot for one, spot in zip(unit.men, unit.models, strict=True) if one.id not in busy}
    free.pop(man.id, None)
    crew, spots = list[str](), [unit.spot_of(man.id)]
    near = TEAM_REACH + 2 * unit.radius + TINY
    while len(crew) < needed - 1:
        gaps = [(min(apart(spot, there) for there in spots), name) for name, spot in free.items()]
        if not gaps or min(gaps)[0] > near:
            break
        crew.append(min(gaps)[1])
        spots.append(free.pop(crew[-1]))
    return crew


def missing_crew(unit: Unit, man: Man, weapon: Weapon, busy: Collection[str]) -> int:
    """How many of those are missing that a weapon takes, while these do something else (CD-TRAIT-10).

    The guns of a vehicle need none: a ruling of ours.
    """
    needed = 0 if unit.hull is not None else crew_needed(man.soldier, weapon)
    return max(0, needed - 1 - len(crew_of(unit, man, busy))) if needed else 0
