"""What a unit of a computer player may want of a place: a good range to the enemy, and cover."""

from __future__ import annotations

from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.terrain import KINDS
from tabletop_tui.rules.armymen.ways.deploy_field import DeployField
from tabletop_tui.rules.armymen.ways.move_field import MoveField
from tabletop_tui.rules.armymen.ways.places_around_vehicle import AroundField
from tabletop_tui.skirmish.candidate_places import Interest, interest
from tabletop_tui.table.polygons import box_middle

REACH = 0.8
"""The share of its longest range to which a unit wants to come."""


def wanted_range(unit: Unit) -> float:
    """How near a unit wants to come to the enemy, in inches."""
    return REACH * max((unit.sheet.weapon(name).range for arms in unit.arms for name in arms), default=0)


@interest.register(MoveField | DeployField | AroundField)
def _(field: MoveField | DeployField | AroundField) -> Interest:
    return wants(field.battle, field.unit)


def wants(battle: Battle, unit: Unit) -> Interest:
    """What a unit may want; before the enemy is on the table, to be far forward."""
    table = battle.table
    foes = [*battle.enemies(unit.seat)]
    enemies = tuple(box_middle(enemy.box) for enemy in foes)
    middle = ((table.width / 2, table.height / 2), 0.0)
    return Interest(
        goals=() if enemies else (middle,),
        enemies=enemies,
        names=tuple(enemy.id for enemy in foes),
        range=wanted_range(unit),
        cover=() if unit.vehicle else table.by_effect["cover"],
        walls=table.by_effect["blocks_sight"],
        called=lambda piece: piece.name or KINDS[piece.kind].look.name,
    )
