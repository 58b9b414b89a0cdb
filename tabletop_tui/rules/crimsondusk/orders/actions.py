"""What a section may do with its next AP (CD-AP): the usual things at once, or model by model; or it is done."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import NO_TARGET, Chance, Preview
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.melee.vehicle_melee import THERMAL
from tabletop_tui.rules.crimsondusk.moving.going_to_ground import Stand, TryGround, ground_tally
from tabletop_tui.rules.crimsondusk.moving.model_orders import (
    MEDIC,
    Choice,
    Order,
    Orders,
    aiming,
    firing,
    for_all,
    given,
    readying,
    refuse_all,
    running,
    told,
    treating,
    walking,
    walking_and_firing,
)
from tabletop_tui.rules.crimsondusk.orders import reorganising
from tabletop_tui.rules.crimsondusk.orders.charging import charges
from tabletop_tui.rules.crimsondusk.orders.demolition import ToDemolish
from tabletop_tui.rules.crimsondusk.orders.orders_by_model import ChooseOrders, could_order
from tabletop_tui.rules.crimsondusk.orders.spending_ap import SpendPoint, forget_work, spent_out
from tabletop_tui.rules.crimsondusk.reactions.overwatch import refuse_overwatch
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import gap_to, within_fire
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import BULKY, Soldier
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, words
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.vehicles.boarding_several_vehicles import dividing
from tabletop_tui.rules.crimsondusk.vehicles.transports import boarding
from tabletop_tui.rules.crimsondusk.ways.movement_limits import refuse_step
from tabletop_tui.table.bases import TINY

NEAREST = 12.0
"""No enemy in sight may be nearer to a section that goes to ground, in units (CD-GTG-2)."""


@frozen
class ChooseAction(AskAction):
    title = "Choose an action"
    says = "What the section does with its next AP, or what its owner does that takes none."
    unit: str
    rules = ("CD-AP-1", "CD-AP-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.name}, AP {unit.spent + 1} of {battle.points_of(unit)}: what does it do?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        usual: list[Action] = [kind(battle, unit) for kind in USUAL]
        if any(soldier.has(MEDIC) for soldier in unit.soldiers):
            usual.append(ToHeal(battle, unit))
        if any(soldier.has(THERMAL) for soldier in unit.soldiers):
            usual.append(ToDemolish(battle, unit))
        return [
            *usual,
            *charges(battle, unit),
            *(kind(battle, unit) for kind in WHOLE if not (kind is ToStand and not unit.ground)),
            *reorganising.actions(battle, unit),
            *boarding(battle, unit),
            *dividing(battle, unit),
            ToEnd(battle, unit),
        ]


# ---------------------------------------------------------------- all models the same
@frozen
class AllDo(UnitAction):
    """An AP in which every model that can does the same, and the others nothing."""

    none = "nobody can do that now"

    def choice(self) -> Choice:
        raise NotImplementedError

    def counts(self, order: Order) -> bool:
        """Whether an order is one of those that it takes at least one of."""
        return True

    def orders(self) -> Orders:
        found = for_all(self.battle, self.unit, self.choice())
        return found if any(map(self.counts, found)) else ()

    def refuse(self) -> Refusal | None:
        if any(map(self.counts, given(self.battle, self.unit, self.choice()))):
            return None
        return refuse_all(self.battle, self.unit, self.choice()) or Refusal(self.none, self.rule)

    @property
    def cost(self) -> str:
        return "1 AP"

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, self.orders())]

    def preview(self) -> Preview | None:
        return Preview((Line("with this AP", told(self.unit, self.orders()), rules=(self.rule,)),))


@frozen
class ToMove(AllDo):
    key, label, hotkey, rule = "move", "Move", "m", "CD-MOVE-1"
    says = "All walk; where to is asked next."

    def refuse(self) -> Refusal | None:
        return refuse_moving(self.battle, self.unit) or super().refuse()

    def choice(self) -> Choice:
        return walking


@frozen
class ToRun(AllDo):
    key, label, hotkey, rule = "run", "Run", "u", "CD-RUN-1"
    says = "All who may run go twice as far and do not shoot; the enemy has +1 to hit them next turn."
    none = "nobody of AV 9 or less who is upright can run"

    def refuse(self) -> Refusal | None:
        return refuse_moving(self.battle, self.unit) or super().refuse()

    def choice(self) -> Choice:
        return running

    def counts(self, order: Order) -> bool:
        return order.deed == "run"


def refuse_moving(battle: Battle, unit: Unit) -> Refusal | None:
    return refuse_step(battle, unit, battle.able(unit)[0])


@frozen
class ToShoot(AllDo):
    key, label, hotkey, rule, attacks = "shoot", "Shoot", "s", "CD-SHOOT-1", True
    says = "All who reach an enemy shoot; slow weapons are loaded. At whom is asked next."
    none = NO_TARGET

    def choice(self) -> Choice:
        return firing(self.battle, self.unit)

    def refuse(self) -> Refusal | None:
        refusal = super().refuse()
        if refusal is None or refusal.why != self.none:
            return refusal
        return nobody(self.none, self.rule, lambda: within_fire(self.battle, self.unit))


@frozen
class ToMoveAndShoot(AllDo):
    key, label, hotkey, rule, seldom = "move-shoot", "Move and shoot", "f", "CD-TRAIT-17", True
    says = "Those with weapons for it move and then shoot at -1; the others walk."
    none = "nobody of it has a weapon to move and fire"

    def refuse(self) -> Refusal | None:
        return refuse_moving(self.battle, self.unit) or super().refuse()

    def choice(self) -> Choice:
        return walking_and_firing

    def counts(self, order: Order) -> bool:
        return bool(order.weapon)


@frozen
class ToAim(AllDo):
    key, label, hotkey, rule = "aim", "Aim", "t", "CD-AIM-1"
    says = "All with a weapon that can be aimed: +2 to hit if they shoot with their next AP."
    none = "nobody has a weapon that can be aimed"

    def choice(self) -> Choice:
        return aiming


@frozen
class ToMakeReady(AllDo):
    key, label, hotkey, rule = "ready", "Make ready", "y", "CD-TRAIT-8"
    says = "The teams of heavy weapons that were moved make them ready."
    none = "no heavy weapon has to be made ready"

    def choice(self) -> Choice:
        return readying(self.unit)

    def counts(self, order: Order) -> bool:
        return order.deed == "ready"


@frozen
class ToHeal(AllDo):
    key, label, hotkey, rule = "heal", "Treat the fallen", "h", "CD-EQ-MEDI"
    says = "A medic works on a comrade; after 3 AP without a break a skill test brings him back."
    none = "no medic has anybody to treat near him"

    def choice(self) -> Choice:
        return treating


@frozen
class ByModel(UnitAction):
    """The same AP with an order for each model."""

    key, label, hotkey, rule, seldom = "each", "Model by model", "p", "CD-AP-2", True
    says = "Say of every model what it does in this AP."

    def refuse(self) -> Refusal | None:
        able = self.battle.able(self.unit)
        if len(able) < 2 and not any(has_choice(man.soldier) for man in able):
            return Refusal("it is a single model", "CD-AP-2")
        return None if could_order(self.battle, self.unit) else Refusal("no model can do anything", "CD-AP-2")

    def steps(self) -> Sequence[Step]:
        return [ChooseOrders(self.unit.id)]


def has_choice(soldier: Soldier) -> bool:
    """Whether somebody can shoot with other than his usual weapon, or at a place where nobody stands (CD-WPN-5)."""
    return len(soldier.at_hand) > 1 or any(weapon.blast for weapon in soldier.at_hand)


USUAL: tuple[type[UnitAction], ...] = (ToMove, ToRun, ToShoot, ToMoveAndShoot, ToAim, ToMakeReady, ByModel)


# ---------------------------------------------------------------- the section as a whole
@frozen
class ToGround(UnitAction):
    key, label, hotkey, rule, cost = "ground", "Go to ground", "g", "CD-GTG-1", "1 AP"
    says = "A skill test with +1; passed, it lies down: harder to hit, and it only crawls."

    def refuse(self) -> Refusal | None:
        return refuse_ground(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, ()), TryGround(self.unit.id)]

    def preview(self) -> Preview | None:
        tally = ground_tally(self.unit)
        line = Line("needs", words(tally), tally, ("CD-GTG-3",))
        return Preview((line,), (Chance("goes to ground", chance(tally)),))


def refuse_ground(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a section may not try to go to ground, or None (CD-GTG-2)."""
    if unit.ground and not unit.ground_part:
        return Refusal("it has gone to ground already", "CD-GTG-4")
    if unit.bulky:
        return Refusal(f"a model has an AV above {BULKY}", "CD-GTG-2")
    for enemy in battle.enemies(unit.seat):
        gaps = [gap for man in unit.men if (gap := gap_to(battle, unit, man, enemy)) is not None]
        if (far := min(gaps, default=inf)) < NEAREST - TINY:
            said = f"{enemy.does('is')} in sight {UNIT.said(far, NEAREST)} away"
            return Refusal(f"{said}; {NEAREST:g} are needed", "CD-GTG-2")
    return None


@frozen
class ToStand(UnitAction):
    key, label, hotkey, rule, cost = "stand", "Stand up", "d", "CD-GTG-4", "free"
    says = "It can run and walk again, and is seen more easily."

    def refuse(self) -> Refusal | None:
        if self.battle.is_pinned(self.unit):
            return Refusal("pinned: it stays down until its pinned turn is over", "CD-PIN-6")
        return None

    def steps(self) -> Sequence[Step]:
        return [Stand(self.unit.id)]


@frozen
class ToWatch(UnitAction):
    key, label, hotkey, rule, cost = "overwatch", "Overwatch", "c", "CD-OW-1", "2 AP"
    says = "Wait, and shoot once at an enemy that comes into sight and range; the activation is over."

    @property
    def deliberate(self) -> bool:
        """It ends the activation; where the section cannot walk either, that is better than a mere end."""
        return ToMove(self.battle, self.unit).refuse() is None

    def refuse(self) -> Refusal | None:
        return refuse_overwatch(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [SpendPoint(self.unit.id, ()), SpendPoint(self.unit.id, ()), Watch(self.unit.id)]


@frozen
class Watch(Step):
    title = "Watch"
    says = "The section is on overwatch."
    unit: str
    rules = ("CD-OW-1",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.overwatch = True
        game.emit(Status(f"{unit.does('goes')} on overwatch", self.rules, unit.seat, unit.id, "on overwatch"))


WHOLE: tuple[type[UnitAction], ...] = (ToGround, ToStand, ToWatch)


def lost_points(battle: Battle, unit: Unit) -> str:
    """What is given up by whoever ends the activation now: '2 AP are lost'."""
    left = battle.points_of(unit) - unit.spent
    return f"{left} AP {'is' if left == 1 else 'are'} lost"


@frozen
class ToEnd(UnitAction):
    key, hotkey, rule, seldom = "end", "e", "CD-ACT-1", True
    says = "The activation is over; AP that are left are lost."

    @property
    def label(self) -> str:
        return f"End: {lost_points(self.battle, self.unit)}"

    @property
    def warning(self) -> str:
        return f"{lost_points(self.battle, self.unit)}: end the activation?"

    def steps(self) -> Sequence[Step]:
        return [EndActivation(self.unit.id)]


@frozen
class EndActivation(Step):
    title = "End the activation"
    says = "Its owner lets the AP that are left go; what was aimed or half loaded is lost with them."
    unit: str
    rules = ("CD-ACT-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        forget_work(unit, spent_out(battle, unit))
        unit.spent = battle.points_of(unit)
        game.emit(Event(f"{unit.does('ends')} the activation", self.rules, unit.seat))
