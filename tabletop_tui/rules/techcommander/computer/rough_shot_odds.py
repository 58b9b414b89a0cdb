"""What a shot from some place would come to, in the rough: quick enough to be asked of every place of a move.

The exact number is a matter of `to_hit` and `shot_odds`; this one knows range, cover, size, armour and movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, dist

from tabletop_tui.rules.techcommander.aiming.ready_weapons import link_limit, ready_copies
from tabletop_tui.rules.techcommander.aiming.to_hit import BASE, FULL_MOVE, HALF_MOVE
from tabletop_tui.rules.techcommander.damage.damage import armour
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE, Weapon
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import Silhouette
from tabletop_tui.table.points import Spot

Volley = tuple[Weapon, int]
"""Linked copies of a weapon: so many."""
COMMAND = 1.5
"""Whoever gives orders is worth so much more."""
KILL = 0.6
"""More for the last of its life, as a share of what it is worth."""


def worth_of(unit: Unit) -> float:
    """What a unit is worth, in AC."""
    return unit.ac * (COMMAND if unit.sheet.command else 1.0)


def volleys(unit: Unit) -> Iterator[Volley]:
    """Each weapon that it could fire now, with as many copies as may be linked."""
    ready = [unit.sheet.arms[copy] for copy in ready_copies(unit)]
    for weapon in dict.fromkeys(ready):
        yield weapon, min(ready.count(weapon), link_limit(unit, weapon))


def hidden_at(battle: Battle, enemy: Unit, unit: Unit, spot: Spot) -> float:
    """The share of a unit that an enemy would not see there, and about what the unit would not see of it."""
    there = Silhouette(spot, 0.0, unit.sheet.width, unit.sheet.height)
    return sight.share_hidden(battle, sight.eye_of(battle, enemy), there, (enemy, unit))


def moved_penalty(unit: Unit, far: float) -> int:
    """What a move of so many centimetres takes off."""
    if far <= TINY:
        return 0
    return HALF_MOVE if unit.sheet.kind == "vehicle" or far <= unit.speed / 2 + TINY else FULL_MOVE


def shot_at(weapon: Weapon, copies: int, unit: Unit, target: Unit, away: float, hidden: float, far: float) -> float:
    """The worth of the life that a volley would take, from so far away after so long a move."""
    band = sight.band(hidden)
    if weapon.melee or away < weapon.min or (band is sight.BLOCKED and not weapon.nlos) or target.hidden:
        return 0.0
    steps = ceil((away - weapon.opt) / weapon.per) if away > weapon.opt else 0
    number = BASE + target.ac + weapon.fire_control + unit.sheet.card.bonus + band.modifier
    number += moved_penalty(unit, far) - weapon.drop * steps
    chance = min(1.0, max(0.0, number / SIDES))
    damage = chance * weapon.shots * copies * weapon.damage - armour(target) * min(1.0, chance * weapon.shots * copies)
    life = max(0.0, damage / target.ac)
    share = min(1.0, life / max(1, target.life))
    return worth_of(target) * (min(life, target.life) / FULL_LIFE + KILL * share * share)


def best_from(battle: Battle, unit: Unit, spot: Spot) -> float:
    """The worth of the best volley that a unit could fire if it went there."""
    far, found = dist(unit.at, spot) if unit.models else 0.0, 0.0
    stays, ready = far <= TINY and unit.models, list(volleys(unit))
    for enemy in battle.enemies(unit.seat):
        if enemy.eliminated or enemy.hidden:
            continue
        away = max(0.0, dist(spot, enemy.at) - unit.radius - enemy.radius)
        if best_at(ready, unit, enemy, away, 0.0, far) > found:  # in the open nothing is worth less than behind cover
            hidden = sight.hidden(battle, unit, enemy) if stays else hidden_at(battle, enemy, unit, spot)
            found = max(found, best_at(ready, unit, enemy, away, hidden, far))
    return found


def best_at(ready: Sequence[Volley], unit: Unit, enemy: Unit, away: float, hidden: float, far: float) -> float:
    """The worth of the best of these volleys at one enemy."""
    return max((shot_at(weapon, copies, unit, enemy, away, hidden, far) for weapon, copies in ready), default=0.0)
