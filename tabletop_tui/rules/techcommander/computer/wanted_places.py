"""Where a computer's unit wants to be: in range of the enemy, beside tokens, at points, where pieces can be shot at."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from operator import attrgetter

from tabletop_tui.rules.techcommander.computer.rough_shot_odds import hidden_at, volleys, worth_of
from tabletop_tui.rules.techcommander.deployment.deploy_fields import DeployField
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.victory.objectives import NEAR, left_to_destroy
from tabletop_tui.rules.techcommander.ways.base_contact_moves import ring
from tabletop_tui.rules.techcommander.ways.landing_places import RoomField
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.skirmish.candidate_places import Interest, interest
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

RANGE = 0.9
"""The share of the optimum range of its best weapon to which a unit wants to come."""
USUAL = 12.0
"""How near a unit goes that has nothing to shoot with, in centimetres."""
INSIDE = 3.0
"""So much further than need be it goes into the circle of a point."""
PULL, HUNT = 0.12, 0.05
"""What each centimetre is worth by which it is nearer to what is fought for, and to the enemy."""
USUAL_WORTH = 4.0
LOW = 1.0
"""Terrain that is not so high covers nobody, in centimetres."""
APART = 20
"""Around whom it repairs places are offered every so many degrees."""
SHELTER, SHELTERED_FROM = 0.35, 3
"""What it is worth to a unit of USUAL_WORTH to be wholly hidden, on the average of so many of the nearest enemies."""


def wanted_range(unit: Unit) -> float:
    """How near a unit wants to come to an enemy, in centimetres."""
    return max((RANGE * weapon.opt for weapon, _ in volleys(unit) if not weapon.melee), default=USUAL)


def attacks(battle: Battle, seat: int) -> bool:
    return battle.attacker is not None and battle.allied(battle.attacker, seat)


def wanted(battle: Battle, unit: Unit) -> list[tuple[Spot, float]]:
    """The places that are fought for, each with how near the middle of its base should come."""
    missions, found = battle.scenario.missions, list[tuple[Spot, float]]()
    if battle.scenario.game == "deathmatch":
        return [(battle.skull, unit.radius)] if battle.skull is not None and unit.sheet.on_foot else []
    if "recon" in missions:
        found += [(spot, unit.radius) for spot in battle.tokens if nearest_friend(battle, unit, spot)]
    if "control" in missions:
        found += [(spot, NEAR - INSIDE + unit.radius) for spot in battle.table.points]
    if "invasion" in missions and attacks(battle, unit.seat):
        for piece in left_to_destroy(battle):
            found.append((box_middle(piece.figure.box), wanted_range(unit)))
    return found


def nearest_friend(battle: Battle, unit: Unit, spot: Spot) -> bool:
    """Whether of all of its player's units this one is nearest to a place."""
    friends = [one for one in battle.side(unit.seat) if one.models and not one.eliminated]
    return not friends or min(friends, key=lambda one: dist(one.at, spot) / max(1.0, one.speed)) is unit


def shortfall(battle: Battle, unit: Unit, spot: Spot) -> float:
    """What it costs to be as far from everything as a place is, in the unit of worth."""
    places = wanted(battle, unit)
    enemies = [enemy for enemy in battle.enemies(unit.seat) if not enemy.eliminated]
    far = min((max(0.0, dist(spot, place) - near) for place, near in places), default=0.0)
    reach = wanted_range(unit)
    hunt = min((max(0.0, dist(spot, enemy.at) - enemy.radius - unit.radius - reach) for enemy in enemies), default=0.0)
    return PULL * far + HUNT * hunt


def shelter(battle: Battle, unit: Unit, spot: Spot) -> float:
    """How well a unit would be hidden from the nearest enemies."""
    enemies = [enemy for enemy in battle.enemies(unit.seat) if not enemy.eliminated]
    nearest = sorted(enemies, key=lambda enemy: dist(enemy.at, spot))[:SHELTERED_FROM]
    if not nearest or unit.hidden:
        return 0.0
    return (
        SHELTER
        * worth_of(unit)
        / USUAL_WORTH
        * sum(hidden_at(battle, one, unit, spot) for one in nearest)
        / len(nearest)
    )


def places_to_repair(battle: Battle, unit: Unit) -> Iterator[Spot]:
    """The places of contact with friends who have lost life, he who has lost most first (TC-REPAIR-1, TC-OOS-1).

    None for tools that reach further.
    """
    if not all(weapon.melee for weapon in unit.weapons().values() if weapon.repairs):
        return
    friends = [one for one in battle.on_table() if battle.allied(one.seat, unit.seat) and one is not unit]
    for one in sorted((one for one in friends if one.life < FULL_LIFE), key=lambda one: one.life):
        yield from sorted(
            ring(one.at, one.radius + unit.radius + CLOSE / 2, APART), key=lambda spot: dist(spot, unit.at)
        )


@interest.register(MoveField | DeployField | RoomField)
def _(field: MoveField | DeployField | RoomField) -> Interest:
    """Besides what is fought for, range and cover; before the enemy is on the table, to be far forward."""
    battle, unit = field.battle, field.unit
    table = battle.table
    foes = [enemy for enemy in battle.enemies(unit.seat) if not enemy.eliminated]
    enemies = tuple(enemy.at for enemy in foes)
    goals = tuple(wanted(battle, unit))
    if not goals and not enemies:
        goals = (((table.width / 2, table.height / 2), 0.0),)
    mends = battle.doing is not None and battle.doing.kind == "repair"
    contacts = tuple(places_to_repair(battle, unit)) if mends and isinstance(field, MoveField) else ()
    walls = [piece for piece in battle.standing() if piece.type.blocks and (piece.top or 0.0) >= LOW]
    return Interest(
        goals=goals,
        enemies=enemies,
        names=tuple(enemy.id for enemy in foes),
        range=wanted_range(unit),
        cover=walls,
        walls=walls,
        called=attrgetter("called"),
        contacts=contacts,
    )
