"""What a weapon does in the hands of a section: its rate of fire, its crew, how far it reaches (CD-WPN, CD-TRAIT-8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, permutations
from math import ceil, dist

from attrs import evolve

from tabletop_tui.rules.crimsondusk.state.profiles import Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.bases import TINY

TEAM_REACH = 1.0
"""A man of a gun's team stands this near to its carrier or to another of the team, edge to edge (CD-TRAIT-8)."""
MOST_GUNS = 5
"""Of more guns the first choose first."""


def crew_needed(soldier: Soldier, weapon: Weapon | None) -> int:
    """How many models a heavy weapon takes in these hands, 0 for one that is none, or for no weapon (CD-TRAIT-8).

    Those in powered armour or a THAS, and monsters, carry it more easily (CD-EQ-POWERED, CD-EQ-THAS, CD-EQ-MONSTER-3).
    """
    heavy = weapon.heavy if weapon is not None else 0
    if soldier.has("thas") or soldier.has("monster"):
        heavy //= 2
    elif soldier.has("powered-armour"):
        heavy -= 1
    return max(0, heavy)


def heavy_of(soldier: Soldier) -> Weapon:
    """The heavy weapon that somebody carries, who has one."""
    return next(weapon for weapon in soldier.weapons if crew_needed(soldier, weapon))


def most_needed(soldier: Soldier) -> int:
    """How many models the heaviest weapon takes that somebody carries, 0 if he has no heavy one."""
    return max((crew_needed(soldier, weapon) for weapon in soldier.weapons), default=0)


def slowed(rof: int, missing: int) -> int:
    """The rate of fire with so many of the crew missing: below 1 it goes on with -2, -3 (CD-TRAIT-10)."""
    for _ in range(missing):
        rof = -2 if rof in (1, -1) else rof - 1
    return rof


def crewed(weapon: Weapon, missing: int) -> Weapon:
    """A weapon as slow as a crew with so many missing makes it (CD-TRAIT-10)."""
    return evolve(weapon, rof=slowed(weapon.rof, missing)) if missing else weapon


# ---------------------------------------------------------------- who serves it
def crew_of(unit: Unit, man: Man, busy: Collection[str] = ()) -> list[str]:
    """Who serves a man's heavy weapon besides him: those who do nothing else and stand beside it or one another.

    The same for firing, moving and making ready it (CD-TRAIT-8).
    """
    needed = most_needed(man.soldier)
    if not unit.models:  # in a vehicle all are beside each other
        beside = (one.id for one in unit.men if one.rides == man.rides and one.id not in (*busy, man.id))
        return list(beside)[: max(0, needed - 1)]
    free = {one.id: spot for one, spot in zip(unit.men, unit.models, strict=True) if one.id not in busy}
    free.pop(man.id, None)
    crew, spots = list[str](), [unit.spot_of(man.id)]
    near = TEAM_REACH + 2 * unit.radius + TINY
    while len(crew) < needed - 1:
        gaps = [(min(dist(spot, there) for there in spots), name) for name, spot in free.items()]
        if not gaps or min(gaps)[0] > near:
            break
        crew.append(min(gaps)[1])
        spots.append(free.pop(crew[-1]))
    return crew


Guns = Sequence[tuple[Man, Weapon]]
Crews = dict[str, list[str]]
"""Who serves the heavy weapon of a man besides him."""


def crews_of(unit: Unit, guns: Guns, busy: Collection[str] = ()) -> Crews:
    """Who serves these weapons in one AP, each of which is fired: nobody serves two, and as few as can be are missing.

    The guns of a vehicle need no crew: a ruling of ours (CD-W-TANKGUN).
    """
    heavy = [man for man, weapon in guns if crew_needed(man.soldier, weapon)] if unit.hull is None else []
    firing = [man.id for man, _ in guns]
    best: Crews = {}
    for order in permutations(heavy) if len(heavy) <= MOST_GUNS else [tuple(heavy)]:
        found: Crews = {}
        for man in order:
            found[man.id] = crew_of(unit, man, [*busy, *firing, *chain.from_iterable(found.values())])
        if not best or served(found) > served(best):
            best = found
    return best


def served(crews: Crews) -> int:
    return sum(map(len, crews.values()))


def missing_of(crews: Crews, man: Man, weapon: Weapon) -> int:
    """How many of those are missing that a weapon takes (CD-TRAIT-10); a gun of a vehicle is not among `crews`."""
    return max(0, crew_needed(man.soldier, weapon) - 1 - len(crews[man.id])) if man.id in crews else 0


def made_ready(unit: Unit, man: Man, crew: Collection[str]) -> Man:
    """A man with his heavy weapon after an AP in which he and this crew make it ready (CD-TRAIT-8, CD-TRAIT-9).

    All of his team have to do nothing else, or the AP comes to nothing. If they are fewer than moved it, each who is
    missing costs as many AP more as if he had been missing then.
    """
    if len(crew) < len(crew_of(unit, man)):
        return man
    needed, hands, movers = most_needed(man.soldier), 1 + len(crew), man.movers or movers_by(man)
    left = evolve(man, unready=man.unready - 1 + max(0, movers - hands) * needed, movers=0)
    fewest = min(hands, movers)
    return left if movers_by(left) == fewest else evolve(left, movers=fewest)


def movers_by(man: Man) -> int:
    """By how many a weapon was moved that still needs so many AP, the last of its team not counted apart."""
    needed = most_needed(man.soldier)
    return needed + 1 - ceil(man.unready / needed)
