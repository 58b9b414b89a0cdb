"""What answers about vehicles and blasts are worth to a greedy player, in points of what models cost."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.evaluation import action_worth, worth
from tabletop_tui.rules.crimsondusk.battle import Battle, Unit
from tabletop_tui.rules.crimsondusk.blast_limits import ShellField
from tabletop_tui.rules.crimsondusk.blasts import ChooseSpot
from tabletop_tui.rules.crimsondusk.driving import ChooseSpeed, ChooseWay
from tabletop_tui.rules.crimsondusk.driving_limits import WayField
from tabletop_tui.rules.crimsondusk.objectives import wanted_places
from tabletop_tui.rules.crimsondusk.terrain import CONVOY
from tabletop_tui.rules.crimsondusk.transports import ToBoard, ToGetOff
from tabletop_tui.rules.crimsondusk.vehicle_actions import (
    ToAimGuns,
    ToDrive,
    ToEndVehicle,
    ToFireGuns,
    ToShootAboard,
    ToSitStill,
    ToWatchFrom,
)
from tabletop_tui.rules.crimsondusk.vehicles import acdc, gunners
from tabletop_tui.table.bases import apart, centre
from tabletop_tui.table.points import Spot

NEAR = 0.35
FIRES, DRIVES, GETS_OFF, WATCHES, AIMS = 4.0, 2.0, 1.0, 0.5, -1.0
OFF_TABLE = -50.0
"""Nobody leaves the table who is not to."""
RING, FRIEND = 1.0, 2.0
"""The second rim of a blast, in units; and so much worse it is to catch a friend than it is good to catch an enemy."""
REACH = 0.7
"""The share of the range of its guns to which a vehicle wants to come."""


def wanted(battle: Battle, unit: Unit) -> list[tuple[Spot, float]]:
    """Where a vehicle wants to be, each with how near will do: its mission's places, else in range of the enemy."""
    if places := wanted_places(battle, unit):
        return places
    guns = [float(gun.range) for _, gun in gunners(unit)]
    near = REACH * max(guns) if guns else 8.0
    return [(centre(enemy.models), near) for enemy in battle.enemies(unit.seat)]


def short_of(battle: Battle, unit: Unit, spot: Spot) -> float:
    """How far it is from a place to where a vehicle wants to be, in units."""
    return min((max(0.0, apart(spot, there) - near) for there, near in wanted(battle, unit)), default=0.0)


@worth.register
def _(ask: ChooseSpeed, game: Game[Battle], answer: Answer) -> float:
    """As fast as the way is long, within what it can still turn at; a convoy as fast as it can."""
    battle = game.state
    unit = battle.units[ask.unit]
    far = short_of(battle, unit, unit.models[0])
    most = float(acdc(unit)) if unit.seat != CONVOY or battle.scenario.mission != "convoy" else far
    return -abs(float(answer) - min(far, most))


@worth.register
def _(ask: ChooseWay, game: Game[Battle], answer: Answer) -> float:
    """The nearer to where it wants to be the better; off the table never, but for a convoy by the far edge."""
    battle = game.state
    unit = battle.units[ask.unit]
    field = game.asked_field(ask, WayField)
    x, y = field.drive(answer).way.end.spot
    on_table = 0 <= x <= battle.table.width and 0 <= y <= battle.table.height
    return -NEAR * short_of(battle, unit, (x, y)) + (0.0 if on_table else OFF_TABLE)


@worth.register
def _(ask: ChooseSpot, game: Game[Battle], answer: Answer) -> float:
    """Where most of what lies under the blast is the enemy's."""
    battle, field = game.state, game.asked_field(ask, ShellField)
    seat, reach = battle.units[ask.unit].seat, field.weapon.blast / 2 + RING
    spots = field.template(answer).spots
    value = 0.0
    for unit in battle.on_table():
        under = sum(any(apart(model, spot) - unit.radius <= reach for spot in spots) for model in unit.models)
        value += under if unit.seat != seat else -FRIEND * under
    return value


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
def _(action: ToAimGuns | ToBoard, game: Game[Battle]) -> float:
    return AIMS


@action_worth.register
def _(action: ToEndVehicle | ToSitStill, game: Game[Battle]) -> float:
    return 0.01
