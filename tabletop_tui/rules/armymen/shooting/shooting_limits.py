"""Who can fire what at whom (AMC-SHOOT-1), why not at the others, and what is fired as a rule."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.profiles import Weapon
from tabletop_tui.rules.armymen.state.terrain import KINDS, UNIT
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.polygons import bounds, overlap
from tabletop_tui.table.terrain_pieces import Piece

Fire = tuple[tuple[int, str], ...]
"""Which model, counted from 0, fires which weapon."""


def usable(battle: Battle, unit: Unit, target: Unit, indirect: bool = True) -> list[tuple[int, str]]:
    """Each model with each weapon that reaches the target from where it stands (AMC-SHOOT-1)."""
    return list(shots(battle, unit, target, indirect))


def shots(battle: Battle, unit: Unit, target: Unit, indirect: bool = True) -> Iterator[tuple[int, str]]:
    """The same, found one by one."""
    radii = unit.radius + target.radius + TINY
    reach = {name: unit.sheet.weapon(name).range + radii for arms in set(unit.arms) for name in arms}
    if not reach or not target.models or not overlap(unit.box, target.box, max(reach.values())):
        return
    furthest = {arms: max([reach[name] for name in arms], default=0.0) for arms in set(unit.arms)}
    spotters = sight.spotters(battle, unit) if indirect and unit.sheet.indirect else ()
    between = sight.blinds(battle, unit.box, target.box, *([bounds(spotters)] if spotters else []))
    for number, (spot, arms) in enumerate(zip(unit.models, unit.arms, strict=True)):
        near = [(far, there) for there in target.models if (far := dist(spot, there)) <= furthest[arms]]
        for far, there in sorted(near):
            if not between or any(sight.visible(between, eye, there) for eye in (spot, *spotters)):
                yield from ((number, name) for name in arms if far <= reach[name])
                break


def refuse_target(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why no model can fire at this unit, or None."""
    longest = max((weapon.range for weapon in unit.weapons), default=0)
    if not longest:
        return Refusal("it has no weapon to shoot with", "AMC-SHOOT-1")
    far = sight.distance(unit, target)
    if far > longest + TINY:
        return Refusal(f"{UNIT.said(far, longest)} away, the longest range is {longest}", "AMC-SHOOT-1")
    if any(shots(battle, unit, target)):
        return None
    hiding = sight.in_the_way(battle, unit, target)
    why = f"{name_of(hiding)} is in the way" if hiding is not None else "whoever sees it does not reach so far"
    return Refusal(why, "AMC-SHOOT-1")


def name_of(piece: Piece) -> str:
    return piece.name or KINDS[piece.kind].look.name


def within_fire(battle: Battle, unit: Unit) -> list[tuple[str, Refusal | None]]:
    """The enemy units, the nearest first, each with why no model can fire at it."""
    near = sorted(battle.enemies(unit.seat), key=lambda enemy: sight.distance(unit, enemy))
    return [(enemy.id, refuse_target(battle, unit, enemy)) for enemy in near]


def shooters_at(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that could shoot at a unit where it stands."""
    return [enemy for enemy in battle.enemies(unit.seat) if any(shots(battle, enemy, unit))]


def can_shoot(battle: Battle, unit: Unit) -> bool:
    longest = max((weapon.range for weapon in unit.weapons), default=0)
    near = (enemy for enemy in battle.enemies(unit.seat) if longest and sight.within(unit, enemy, longest))
    return any(any(shots(battle, unit, enemy)) for enemy in near)


def default_fire(unit: Unit, choices: list[tuple[int, str]], target: Unit) -> Fire:
    """Everything that can fire; of several weapons of a soldier the one that promises more (AMC-VEH-3)."""
    if unit.vehicle:
        return tuple(choices)
    best: dict[int, str] = {}
    weapon = unit.sheet.weapon
    for number, name in choices:
        if number not in best or promise(weapon(name), target) > promise(weapon(best[number]), target):
            best[number] = name
    return tuple(best.items())


def promise(weapon: Weapon, target: Unit) -> float:
    """The hits that a weapon's attacks are worth against such a target, if all hit."""
    attacks = weapon.attacks or 3.5 * weapon.dice
    return attacks * (2 if weapon.star else 0.5) if target.vehicle else attacks


def attacks_of(weapon: Weapon) -> str:
    """As in '1 attack' and 'D6* attacks'."""
    return f"{weapon.words} attack{'s' * (weapon.words != '1')}"
