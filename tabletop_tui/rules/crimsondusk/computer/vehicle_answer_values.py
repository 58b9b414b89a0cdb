"""What answers about vehicles are worth to a greedy player, in points of what models cost."""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rules.crimsondusk.orders.vehicle_actions import (
    ToAimGuns,
    ToDrive,
    ToEndVehicle,
    ToFireGuns,
    ToShootAboard,
    ToSitStill,
    ToWatchFrom,
)
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import EXIT, wanted_places
from tabletop_tui.rules.crimsondusk.state.scenario import CONVOY
from tabletop_tui.rules.crimsondusk.state.setup_zones import far_edge, zone
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, gunners, rough_for
from tabletop_tui.rules.crimsondusk.vehicles.boarding_several_vehicles import ToDivide
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseSpeed, ChooseWay
from tabletop_tui.rules.crimsondusk.vehicles.transports import ToBoard, ToGetOff
from tabletop_tui.rules.crimsondusk.ways.driving_limits import WayField, hindering, meetings
from tabletop_tui.table.bases import centre
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece

NEAR = 0.35
FIRES, DRIVES, GETS_OFF, WATCHES, AIMS = 4.0, 2.0, 1.0, 0.5, -1.0
OFF_TABLE = -50.0
"""Nobody leaves the table who is not to."""
ROUND = 6.0
"""How much further it is round a piece of terrain, in units."""
MET = {"obstacle": 6.0, "vehicle": 6.0, "rough": 2.0, "model": 0.5}
"""How bad it is to run into what a way meets."""
REACH = 0.7
"""The share of the range of its guns to which a vehicle wants to come."""


def in_convoy(battle: Battle, unit: Unit) -> bool:
    return unit.seat == CONVOY and battle.scenario.mission == "convoy"


def eyes_on(battle: Battle, unit: Unit, middle: Spot) -> list[Spot]:
    """Where the enemy is; before any of it is placed, where it will be nearest."""
    if enemies := battle.enemies(unit.seat):
        return [centre(enemy.models) for enemy in enemies]
    left, top, right, bottom = zone(battle, 1 - unit.seat)
    x, y = middle
    return [(min(max(x, left), right), min(max(y, top), bottom))]


def wanted(battle: Battle, unit: Unit, spot: Spot) -> list[tuple[Spot, float]]:
    """Where a vehicle at a spot wants to be, each with how near will do.

    That is its mission's places, else in range of the enemy. One without guns is only good for a convoy, which goes
    straight on to the far edge; else it stays where it is.
    """
    if in_convoy(battle, unit):
        ahead = 0.0 if far_edge(battle, unit.seat) == "north" else battle.table.height
        return [((spot[0], ahead), unit.radius + EXIT)]
    guns = [float(gun.range) for _, gun in gunners(unit)]
    if not guns:
        return []
    near = REACH * max(guns)
    return wanted_places(battle, unit) or [(there, near) for there in eyes_on(battle, unit, spot)]


def short_of(battle: Battle, unit: Unit, spot: Spot) -> float:
    """How far it is from a place to where a vehicle wants to be, in units; further round what it would run into."""
    return min((way_to(battle, unit, spot, *place) for place in wanted(battle, unit, spot)), default=0.0)


def way_to(battle: Battle, unit: Unit, spot: Spot, there: Spot, near: float) -> float:
    gap = dist(spot, there) - near
    if gap <= 0:
        return 0.0
    x, y = (there[place] + (spot[place] - there[place]) * near / (gap + near) for place in (0, 1))
    return gap + ROUND * len(in_the_way(battle, unit, spot, (x, y)))


def in_the_way(battle: Battle, unit: Unit, a: Spot, b: Spot) -> list[Piece]:
    """What a vehicle would run into, or be bogged down in, on the straight way between two places."""
    pieces = {piece.id: piece for piece in (*hindering(battle, unit.type), *rough_for(battle, unit))}
    return [piece for piece in pieces.values() if piece.figure.comes_near(a, b, unit.radius)]


@worth.register
def _(ask: ChooseSpeed, game: Game[Battle], answer: Answer) -> float:
    """As fast as the way is long, within what it can still turn at; a convoy with a free way as fast as it can."""
    battle = game.state
    unit = battle.units[ask.unit]
    (spot,) = unit.models
    far = short_of(battle, unit, spot)
    straight = in_convoy(battle, unit) and not in_the_way(battle, unit, spot, wanted(battle, unit, spot)[0][0])
    return -abs(float(answer) - (far if straight else min(far, float(acdc(unit)))))


@worth.register
def _(ask: ChooseWay, game: Game[Battle], answer: Answer) -> float:
    """The nearer to where it wants to be the better, against nothing; off the table only by a convoy's far edge."""
    battle = game.state
    unit = battle.units[ask.unit]
    way = game.asked_field(ask, WayField).drive(answer).way
    x, y = way.end.spot
    on_table = 0 <= x <= battle.table.width and 0 <= y <= battle.table.height
    through = in_convoy(battle, unit) and 0 <= x <= battle.table.width and is_far(battle, unit, y)
    value = -NEAR * short_of(battle, unit, (x, y)) + (0.0 if on_table or through else OFF_TABLE)
    return value - sum(MET.get(met.kind, 0.0) for met in meetings(battle, unit, way))


def is_far(battle: Battle, unit: Unit, y: float) -> bool:
    """Whether that is beyond the edge of the enemy, and not beyond the own one."""
    return y <= 0 if far_edge(battle, unit.seat) == "north" else y >= battle.table.height


@action_worth.register
def _(action: ToFireGuns | ToShootAboard, game: Game[Battle]) -> float:
    return FIRES


@action_worth.register
def _(action: ToDrive, game: Game[Battle]) -> float:
    return DRIVES


@action_worth.register
def _(action: ToGetOff, game: Game[Battle]) -> float:
    return GETS_OFF


@action_worth.register
def _(action: ToWatchFrom, game: Game[Battle]) -> float:
    return WATCHES


@action_worth.register
def _(action: ToAimGuns | ToBoard | ToDivide, game: Game[Battle]) -> float:
    return AIMS


@action_worth.register
def _(action: ToEndVehicle | ToSitStill, game: Game[Battle]) -> float:
    return 0.01
