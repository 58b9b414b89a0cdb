"""The shots of a volley, looked at before they are fired: dice, numbers, whom they reach, what pins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import dist

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters, against, hit_tally, lost_power, seeks
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import gap_between, may_reach
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.units import Unit, part_of
from tabletop_tui.rules.crimsondusk.state.vehicles import from_platform, platform
from tabletop_tui.rules.crimsondusk.state.weapons import crewed
from tabletop_tui.table.bases import TINY


@frozen
class Salvo:
    """The shots of one model: how many dice, what each needs, and what a hit is worth."""

    shooter: Shooter
    weapon: Weapon
    dice: int
    tally: Tally
    beyond: bool
    """Beyond maximum range: a hit only counts as a shot (CD-SHOOT-3)."""

    critical: bool = False
    """Whether a natural 10 doubles its P (CD-SR-CRITSHOT)."""

    def hit(self, face: int) -> Hit:
        """A hit by a die with this face."""
        less = lost_power(self.tally)
        twice = 2 if self.critical and face == SIDES and not less else 1
        return Hit(twice * max(0, self.weapon.p - less), max(0, self.weapon.at - less), self.weapon.name)


def salvos(battle: Battle, unit: Unit, target: Unit, shooters: Shooters) -> list[Salvo]:
    """The shots of all of these who can shoot at a target, in their order."""
    numbered = ((one, unit.number(one.man)) for one in shooters)
    armed = ((one, number, weapon_of(unit, one)) for one, number in numbered if number is not None)
    near = [(one, number, weapon) for one, number, weapon in armed if may_reach(unit, weapon, target)]
    if not near:
        return []
    rows, firing = sight.seen(battle, unit, target), list[tuple[Shooter, int, Weapon, float]]()
    for one, number, weapon in near:
        gap = gap_between(unit, number, target, rows[number])
        if gap is not None and gap <= weapon.furthest + TINY:
            firing.append((one, number, weapon, gap))
    if not firing:
        return []
    eyes = [unit.models[number] for _, number, _, _ in firing]
    side = against(battle, target, eyes, {other for _, number, _, _ in firing for other in rows[number]})
    vehicle, found = platform(battle, unit), list[Salvo]()
    for one, _, weapon, gap in firing:
        man = unit.man(one.man)
        tally = hit_tally(man, weapon, one, target, gap, side)
        if vehicle is not None and not seeks(weapon, target):
            tally = from_platform(vehicle, weapon, man, tally)
        critical = man.soldier.has("critical-shot")
        found.append(Salvo(one, weapon, weapon.shots, tally, gap > weapon.range + TINY, critical))
    return found


def weapon_of(unit: Unit, shooter: Shooter) -> Weapon:
    """The weapon that is fired, with what is loaded into it, as fast as its crew can serve it (CD-TRAIT-10)."""
    loaded = unit.man(shooter.man).soldier.loaded(unit.weapon(shooter.man, shooter.weapon), shooter.load)
    return crewed(loaded, shooter.missing)


def part_in(target: Unit, reached: Sequence[str]) -> tuple[str, int]:
    """Which part of a split section was shot at, with its number of models; '' where it is whole (CD-REORG-7)."""
    parts = Counter(part_of(target.man(name)) for name in reached)
    all_of = Counter(map(part_of, target.men))
    if len(all_of) < 2 or not parts:
        return "", target.left
    part = max(parts, key=lambda name: (parts[name], name))
    return part, all_of[part]


def special_pinning(shots: Sequence[Salvo], struck: Collection[str]) -> tuple[bool, int]:
    """Whether a pinning weapon forces the test, and how much harder a hit of it makes it (CD-TRAIT-14, CD-TRAIT-15).

    `struck` are the weapons that have hit, be it beyond their range.
    """
    pinning = {one.weapon.name for one in shots if one.weapon.pinning}
    return bool(pinning), int(not pinning.isdisjoint(struck))


def alike(shots: Sequence[Salvo]) -> list[list[Salvo]]:
    """Salvos that need the same for the same effect, together."""
    groups: dict[tuple[object, ...], list[Salvo]] = {}
    for salvo in shots:
        groups.setdefault((salvo.weapon.id, salvo.tally, salvo.beyond, salvo.critical), []).append(salvo)
    return list(groups.values())


def in_reach(battle: Battle, unit: Unit, target: Unit, shots: Sequence[Salvo]) -> tuple[str, ...]:
    """The models of a target that the shooters can see within reach: those that can be hit (CD-HIT-15)."""
    return any_of(target, reached_by_each(battle, unit, target, shots))


def any_of(target: Unit, reach: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The models of a target, in their order, that are among those whom any shot reaches."""
    found = {name for names in reach for name in names}
    return tuple([man.id for man in target.men if man.id in found])


def reached_by_each(battle: Battle, unit: Unit, target: Unit, shots: Sequence[Salvo]) -> list[tuple[str, ...]]:
    """The same of each of them: those who may take a hit of his weapon."""
    if not shots:
        return []
    rows, found = sight.seen(battle, unit, target), dict[tuple[int, float], tuple[str, ...]]()
    keys = [(unit.place(salvo.shooter.man), salvo.weapon.range + unit.radius + target.radius + TINY) for salvo in shots]
    for key in keys:
        if key not in found:
            number, near = key
            here, others = unit.models[number], set(rows[number])
            pairs = enumerate(zip(target.men, target.models, strict=False))
            found[key] = tuple([man.id for other, (man, spot) in pairs if other in others and dist(here, spot) <= near])
    return [found[key] for key in keys]


def reach_the_same(battle: Battle, unit: Unit, target: Unit, group: Sequence[Salvo]) -> bool:
    """Whether it is all one which of these salvos a hit is of: all of them may hit the same models."""
    return len(set(map(frozenset, reached_by_each(battle, unit, target, group)))) == 1
