"""What a vehicle does in its activation (CD-VTGT-2, CD-OW-8, CD-AIM-3), and those who ride in one (CD-PASS-9)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.moving.model_orders import MEDIC, Order, Orders, firing, for_all, refuse_all, told
from tabletop_tui.rules.crimsondusk.orders.actions import (
    EndActivation,
    ToAim,
    ToHeal,
    ToMakeReady,
    ToWatch,
    Watch,
    lost_points,
)
from tabletop_tui.rules.crimsondusk.orders.spending_ap import SpendPoint
from tabletop_tui.rules.crimsondusk.reactions.overwatch import refuse_overwatch
from tabletop_tui.rules.crimsondusk.shooting.buildings import shootable
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import in_range_of
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import (
    able_gunners,
    driver,
    hull_of,
    pace,
    parts_firing,
    platform_tally,
    rides_of,
)
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay, FreeItself, TakeSpeed
from tabletop_tui.rules.crimsondusk.vehicles.transports import ToGetOff


# ---------------------------------------------------------------- step by step
def next_of_vehicle(battle: Battle, unit: Unit) -> list[Step]:
    """What comes next in the activation of a vehicle; [] once it is over."""
    hull = hull_of(unit)
    if hull.declared != battle.turn:
        free: list[Step] = [FreeItself(unit.id)] if hull.bogged else []
        return [*free, TakeSpeed(unit.id)]
    if hull.driven != battle.turn or battle.able(unit):
        return [ChooseVehicleAction(unit.id)]
    return []


@frozen
class ChooseVehicleAction(AskAction):
    title = "Choose what the vehicle does"
    says = "It drives once, all of its speed; its gunners shoot with their AP before, or after."
    unit: str
    rules = ("CD-VTGT-2", "CD-VEH-2", "CD-AP-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        left = battle.points_of(unit) - unit.spent
        prompt = f"{unit.name}, speed {hull_of(unit).speed}, {left} AP: what does it do?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        return [*(kind(battle, unit) for kind in KINDS), *healing(battle, unit), ToEndVehicle(battle, unit)]


def healing(battle: Battle, unit: Unit) -> list[ToHeal]:
    """A medic aboard may treat those who fell there (CD-EQ-MEDI)."""
    return [ToHeal(battle, unit)] if any(man.soldier.has(MEDIC) for man in unit.hands) else []


@frozen
class ToDrive(UnitAction):
    key, label, hotkey, rule, cost = "drive", "Drive", "d", "CD-VEH-2", "free"
    says = "It moves exactly its speed; which way is asked next."

    def refuse(self) -> Refusal | None:
        if not hull_of(self.unit).speed:
            return Refusal("its speed is 0", "CD-VEH-2")
        if hull_of(self.unit).driven == self.battle.turn:
            return Refusal("it has moved this turn", "CD-VEH-2")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseWay(self.unit.id)]


@frozen
class GunsDo(UnitAction):
    """An AP in which every gunner who can does the same."""

    cost = "1 AP"
    none = ""

    def drives(self, man: Man) -> bool:
        """Whether a man drives in place of a stunned driver while it moves, and so does not shoot (CD-VTGT-2)."""
        return bool(pace(self.unit)) and man == driver(self.battle, self.unit)

    def orders(self) -> Orders:
        raise NotImplementedError

    def refuse(self) -> Refusal | None:
        return None if self.orders() else Refusal(self.none, self.rule)

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, self.orders())]

    def preview(self) -> Preview | None:
        moving = platform_tally(self.unit)
        lines = [Line("with this AP", told(self.unit, self.orders()), rules=(self.rule,))]
        if moving.total:
            lines.append(Line("moving", f"+{moving.total} to the number", moving, ("CD-HIT-13",)))
        return Preview(tuple(lines))


@frozen
class ToFireGuns(GunsDo):
    key, label, hotkey, rule = "shoot", "Shoot", "s", "CD-VTGT-2"
    says = "Each gunner fires his weapon, or loads a slow one; at whom is asked next."
    none = "no gunner reaches an enemy"

    def orders(self) -> Orders:
        able = [man for man in self.battle.able(self.unit) if not self.drives(man)]
        return tuple(
            Order(man.id, "fire", gun.id)
            for man, gun in able_gunners(self.battle, self.unit)
            if man in able and (man.loading == gun.id or in_range_of(self.battle, self.unit, man, gun))
        )


@frozen
class ToFireElsewhere(GunsDo):
    key, label, hotkey, rule = "elsewhere", "Shoot at a building or place", "b", "CD-BLDG-1"
    says = "Gunners who reach no enemy fire at a building, or with a blast at a place."
    none = "no gunner reaches a building, or has a weapon for a place"

    def orders(self) -> Orders:
        busy = {order.man for order in ToFireGuns(self.battle, self.unit).orders()}
        found = ((man, gun) for man, gun in able_gunners(self.battle, self.unit) if man in self.battle.able(self.unit))
        free = ((man, gun) for man, gun in found if man.id not in busy and not self.drives(man))
        return tuple(Order(man.id, "fire", gun.id) for man, gun in free if gun.blast or self.reaches_building(man, gun))

    def reaches_building(self, man: Man, gun: Weapon) -> bool:
        return bool(shootable(self.battle, self.unit, (Shooter(man.id, gun.id),)))


@frozen
class ToAimGuns(GunsDo):
    key, label, hotkey, rule = "aim", "Aim", "t", "CD-AIM-1"
    says = "The gunners with slow weapons aim: +2 to hit if they shoot with their next AP."
    none = "no gunner has a weapon that can be aimed"

    def refuse(self) -> Refusal | None:
        if pace(self.unit):
            return Refusal("nobody aims from a vehicle that moves", "CD-AIM-3")
        return super().refuse()

    def orders(self) -> Orders:
        able = self.battle.able(self.unit)
        return tuple(
            Order(man.id, "aim", gun.id)
            for man, gun in able_gunners(self.battle, self.unit)
            if man in able and gun.rof <= 1
        )


@frozen
class ToWatchFrom(UnitAction):
    key, label, hotkey, rule, cost = "overwatch", "Overwatch", "c", "CD-OW-8", "2 AP"
    says = "The gunners of a vehicle that stands wait for an enemy to come into sight and range."

    def refuse(self) -> Refusal | None:
        if pace(self.unit) or hull_of(self.unit).driven != self.battle.turn:
            return Refusal("it moves this turn", "CD-OW-8")
        return refuse_overwatch(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, ()), SpendPoint(self.unit.id, ()), Watch(self.unit.id)]


@frozen
class ToEndVehicle(UnitAction):
    key, label, hotkey, rule = "end", "End", "e", "CD-ACT-1"
    says = "The activation is over; AP that are left are lost."

    @property
    def warning(self) -> str:
        return f"{lost_points(self.battle, self.unit)}: end the activation?"

    def refuse(self) -> Refusal | None:
        if hull_of(self.unit).driven != self.battle.turn:
            return Refusal(f"it still has to move all of its {pace(self.unit)}", "CD-VEH-2")
        return None

    def steps(self) -> Sequence[Step]:
        return [EndActivation(self.unit.id)]


KINDS: tuple[type[UnitAction], ...] = (ToDrive, ToFireGuns, ToFireElsewhere, ToAimGuns, ToWatchFrom)


# ---------------------------------------------------------------- those aboard
@frozen
class ChooseAboard(AskAction):
    title = "Choose what those aboard do"
    says = "Those who ride get off, shoot if they ride in the open, or sit still."
    unit: str
    rules = ("CD-PASS-4", "CD-PASS-9")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        left = battle.points_of(unit) - unit.spent
        where = " and ".join(battle.units[ride].name for ride in rides_of(unit))
        prompt = f"{unit.name} aboard {where}, {left} AP: what does it do?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        return [*(kind(battle, unit) for kind in ABOARD), *healing(battle, unit), ToSitStill(battle, unit)]


def refuse_aboard(battle: Battle, unit: Unit) -> Refusal | None:
    """Why those who ride do nothing with their weapons, or None (CD-PASS-9)."""
    for name in rides_of(unit):
        vehicle = battle.units[name]
        if vehicle.gone:
            return Refusal("first it gets out of the wreck", "CD-VTGT-4")
        if not (unit.on_top or vehicle.type.exposed):
            return Refusal("those inside a closed vehicle do not shoot", "CD-PASS-9")
    return None


def refuse_steady(battle: Battle, unit: Unit, rule: str) -> Refusal | None:
    """The same for what needs a vehicle that stands (CD-AIM-3, CD-OW-8)."""
    moving = (battle.units[name] for name in rides_of(unit) if pace(battle.units[name]))
    if (vehicle := next(moving, None)) is not None:
        return Refusal(f"{vehicle.does('moves')}: speed {pace(vehicle)}", rule)
    return refuse_aboard(battle, unit)


@frozen
class ToShootAboard(UnitAction):
    key, label, hotkey, rule, cost = "shoot", "Shoot", "s", "CD-PASS-9", "1 AP"
    says = "All who reach an enemy shoot from the vehicle, with the modifier of its movement."

    def orders(self) -> Orders:
        parts = parts_firing(self.battle, self.unit)
        return tuple(order for part in parts for order in for_all(self.battle, part, firing(self.battle, part)))

    def refuse(self) -> Refusal | None:
        if (refusal := refuse_aboard(self.battle, self.unit)) is not None:
            return refusal
        if self.orders():
            return None
        parts = parts_firing(self.battle, self.unit)
        barred = (refuse_all(self.battle, part, firing(self.battle, part)) for part in parts)
        return next(filter(None, barred), None) or Refusal("nobody of it sees an enemy in reach", self.rule)

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, self.orders())]


@frozen
class ToAimAboard(ToAim):
    def refuse(self) -> Refusal | None:
        return refuse_steady(self.battle, self.unit, "CD-AIM-3") or super().refuse()


@frozen
class ToMakeReadyAboard(ToMakeReady):
    def refuse(self) -> Refusal | None:
        return refuse_aboard(self.battle, self.unit) or super().refuse()


@frozen
class ToWatchAboard(ToWatch):
    says = "Those who ride on a vehicle that stands wait for an enemy to come into sight and range; till it moves."
    deliberate = False

    def refuse(self) -> Refusal | None:
        return refuse_steady(self.battle, self.unit, "CD-OW-8") or super().refuse()


@frozen
class ToSitStill(UnitAction):
    key, label, hotkey, rule = "end", "Stay aboard", "e", "CD-ACT-1"
    says = "The activation is over; AP that are left are lost."

    def steps(self) -> Sequence[Step]:
        return [EndActivation(self.unit.id)]


ABOARD: tuple[type[UnitAction], ...] = (ToGetOff, ToShootAboard, ToAimAboard, ToMakeReadyAboard, ToWatchAboard)
