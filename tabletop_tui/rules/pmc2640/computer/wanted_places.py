"""What a unit of a computer player may want of a place: the objective or the enemy, and cover."""

from __future__ import annotations

from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.placing_without_move import StandField
from tabletop_tui.skirmish.candidate_places import Interest, interest
from tabletop_tui.table.bases import centre
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

AT_GOAL, REACH = 1.0, 0.5
"""How near to a goal a unit wants to come, in inches; and the share of its range to an enemy."""


def goals(battle: Battle, unit: Unit) -> list[Spot]:
    """Where a unit wants to go: the objective or target, else the unchecked locations, else the enemy."""
    enemies = [centre(enemy.models) for enemy in battle.enemies(unit.seat) if enemy.models]
    return fought_for(battle) or enemies or [(battle.table.width / 2, battle.table.height / 2)]


def fought_for(battle: Battle) -> list[Spot]:
    """The target, the objective, or the locations where it may still be."""
    if battle.scenario.target and battle.scenario.target not in battle.rubble:
        return [battle.table.by_id[battle.scenario.target].middle]
    return objectives(battle)


def objectives(battle: Battle) -> list[Spot]:
    """Where the objective is, or may still be."""
    places = list(battle.locations.values())
    true = [place.spot for place in places if place.state == "true"]
    return true or [place.spot for place in places if not place.state]


@interest.register(MoveField | StandField)
def _(field: MoveField | StandField) -> Interest:
    battle, unit = field.battle, field.unit
    pieces = [piece for piece in battle.table.pieces if piece.id not in battle.destroyed]
    enemies = [enemy for enemy in battle.enemies(unit.seat) if enemy.models]
    return Interest(
        goals=tuple((spot, AT_GOAL) for spot in fought_for(battle)),
        enemies=tuple(box_middle(enemy.box) for enemy in enemies),
        names=tuple(enemy.id for enemy in enemies),
        range=REACH * unit.type.range,
        cover=() if unit.vehicle else [piece for piece in pieces if covers(piece)],
        walls=[piece for piece in pieces if piece.terrain.blocks_sight],
        called=lambda piece: piece.name or piece.terrain.name,
    )


def covers(piece: MapPiece) -> bool:
    """Whether one stands in or behind a piece better than in the open; buildings are entered by an action."""
    return piece.terrain.defence_bonus and piece.terrain.category != "building"
