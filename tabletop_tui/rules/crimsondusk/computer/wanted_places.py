"""What a section of a computer player may want of a place: what its mission wants, a good range, and cover."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.rules.crimsondusk.reactions.overwatch import common_weapon
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import wanted_places
from tabletop_tui.rules.crimsondusk.state.profiles import Soldier
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.setup import DeployField
from tabletop_tui.rules.crimsondusk.vehicles.transports import LandingField
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField
from tabletop_tui.skirmish.candidate_places import Interest, interest
from tabletop_tui.table.polygons import box_middle

REACH = 0.75
"""The share of the range of its usual weapon to which a section wants to come."""
CONTACT = 1.0
"""How near a section goes that wants a melee, in units."""


def wanted_range(unit: Unit) -> float:
    """How near a section wants to come to the enemy, in units."""
    weapon = common_weapon(unit)
    return CONTACT if weapon is None or seeks_melee(unit.soldiers) else REACH * weapon.range


@lru_cache(maxsize=1 << 12)
def seeks_melee(soldiers: tuple[Soldier, ...]) -> bool:
    """Whether some of these are made for it."""
    return any(soldier.has("savage-assault") or soldier.has("furious-assault") for soldier in soldiers)


@interest.register(MoveField | DeployField | LandingField)
def _(field: MoveField | DeployField | LandingField) -> Interest:
    return wants(field.battle, field.unit)


def wants(battle: Battle, unit: Unit) -> Interest:
    """What a section may want; before the enemy is on the table, to be far forward."""
    table = battle.table
    foes = [*battle.enemies(unit.seat)]
    enemies = tuple(box_middle(enemy.box) for enemy in foes)
    goals = tuple(wanted_places(battle, unit))
    if not goals and not enemies:
        goals = (((table.width / 2, table.height / 2), 0.0),)
    return Interest(
        goals=goals,
        enemies=enemies,
        names=tuple(enemy.id for enemy in foes),
        range=wanted_range(unit) if unit.hull is None else REACH * table.height,
        cover=() if unit.bulky else [*table.by_effect["conceals"], *table.by_effect["low"]],
        walls=[piece for piece in table.pieces if KINDS[piece.kind].high or KINDS[piece.kind].building],
        called=lambda piece: piece.name or KINDS[piece.kind].look.name,
    )
