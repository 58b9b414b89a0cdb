"""What a model may do when it is active: each action, said once (MC-ACT-5, MC-ACT-6, MC-DEPLOY-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Option
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import ATTACK_COST, Attack
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_weapon, weapons_of
from tabletop_tui.rules.mechcom.attacking.abilities import UseAbility, preview_ability, refuse_ability
from tabletop_tui.rules.mechcom.attacking.declare_attack import Declare
from tabletop_tui.rules.mechcom.moving.move_choice import MOVE_COST, ChooseMove
from tabletop_tui.rules.mechcom.moving.move_field import no_move
from tabletop_tui.rules.mechcom.shooting.spotting import SPOT_COST, ChooseSpotTarget, refuse_spotting
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model, Piece
from tabletop_tui.rules.mechcom.state.flags import FLAG_COST, PickUpFlag, refuse_pick_up
from tabletop_tui.rules.mechcom.state.profiles import UNARMED, Ability, Weapon

LETTERS = {
    "Acid": "d",
    "Autocannon": "c",
    "Big Bertha": "b",
    "Brood": "b",
    "Buzzkill Rifle": "b",
    "Carbine": "c",
    "Claws": "c",
    "Dazzler": "d",
    "Deploy Barricade": "b",
    "Deploy Sentry": "t",
    "Eel Lash": "q",
    "Firepot": "p",
    "Gauss": "g",
    "Harpoon": "h",
    "Howitzer": "h",
    "Junk Barricade": "b",
    "Longbow": "b",
    "Net": "n",
    "Plasma": "p",
    "Prometheus Flamethrower": "p",
    "Psi-lance": "p",
    "Rally": "y",
    "Reawaken": "k",
    "Reboot": "y",
    "Repeater": "p",
    "Scatter": "c",
    "Scrapgun": "p",
    "Searing Wave": "g",
    "Seers": "j",
    "Sentry Gun": "g",
    "Sidearm": "d",
    "Smoke": "k",
    "Snare": "n",
    "Snare Mine": "n",
    "Spines": "p",
    "Stinger": "t",
    "Tracer": "c",
    "Tri-barrel": "b",
    "Tri-maw": "t",
    "Unarmed": "u",
    "Uplink": "p",
    "Veil": "h",
    "Vent Coolant": "t",
    "Wrecking Saw": "g",
}
"""The letter of each weapon and ability that is printed, none twice on one mech; others go by numbers."""


CLEARS = {"Burned": "B", "Corroded": "C", "Hacked": "K"}


@frozen
class UnitAction(Action):
    """Something that the active model may do."""

    battle: Battle
    unit: Model
    price: ClassVar[int] = 0
    """What a mech pays for it, in Energy."""

    @property
    def energy(self) -> int:
        """What this model pays; for a deployable its activation was the whole price (MC-DEPLOY-3)."""
        return self.price if self.unit.is_mech else 0

    @property
    def cost(self) -> str:
        return f"{self.energy} Energy" if self.energy else ""


@frozen
class ToMove(UnitAction):
    rule, hotkey, price = "MC-MOVE-1", "m", MOVE_COST
    key, label = "move", "Move"
    says = "Goes up to its Movement in hexes; a level up costs 1 more."

    def refuse(self) -> Refusal | None:
        return refuse_move(self.battle, self.unit, self.energy)

    def steps(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, self.energy)]


@frozen
class ToMoveDeployable(ToMove):
    """The same as the one action of a deployable."""

    rule = "MC-DEPLOY-3"


@frozen
class ToSpot(UnitAction):
    rule, hotkey, price = "MC-SPOT-1", "s", SPOT_COST
    key, label = "spot", "Spot"
    says = "Roll for Spot tokens on an enemy within Sensors and in sight; they help those who shoot at it."

    def refuse(self) -> Refusal | None:
        return refuse_spotting(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [ChooseSpotTarget(self.unit.id)]


@frozen
class ToAttack(UnitAction):
    """An attack with one weapon; whom it strikes is declared next."""

    weapon: Weapon
    price, attacks = ATTACK_COST, True
    verb: ClassVar[str]

    @property
    def key(self) -> str:
        return f"{self.verb.lower()}:{self.weapon.name}"

    @property
    def label(self) -> str:
        return f"{self.verb} {self.weapon.name}"

    @property
    def hotkey(self) -> str:
        return LETTERS.get(self.weapon.name, "")

    def refuse(self) -> Refusal | None:
        return refuse_weapon(self.battle, self.unit, self.weapon, self.energy)

    def steps(self) -> Sequence[Step]:
        return [Declare(Attack(self.unit.id, self.weapon, self.energy))]

    def preview(self) -> Preview | None:
        return Preview(weapon_lines(self.weapon))


@frozen
class ToShoot(ToAttack):
    rule, verb = "MC-SHOOT-1", "Shoot"
    says = "Attack a target within range with this weapon."


@frozen
class ToStrike(ToAttack):
    rule, verb = "MC-MELEE-1", "Melee"
    says = "Match its Strength against that of an adjacent target, at most one level apart."


@frozen
class ToUse(UnitAction):
    """One of the abilities on its sheet that are actions."""

    ability: Ability
    rule = "MC-ACT-6"

    @property
    def key(self) -> str:
        return f"ability:{self.ability.name}"

    @property
    def label(self) -> str:
        return self.ability.name

    @property
    def hotkey(self) -> str:
        return LETTERS.get(self.ability.name, "")

    @property
    def deliberate(self) -> bool:
        """What can be used so many times only is used on purpose."""
        return bool(self.ability.limit)

    def option(self) -> Option:
        option = super().option()
        option.says = self.ability.text or "Use this ability of its sheet."
        return option

    @property
    def cost(self) -> str:
        return f"{self.ability.cost} Energy" if self.ability.cost else "no Energy"

    def refuse(self) -> Refusal | None:
        return refuse_ability(self.battle, self.unit, self.ability)

    def steps(self) -> Sequence[Step]:
        return [UseAbility(self.unit.id, self.ability.name)]

    def preview(self) -> Preview | None:
        return preview_ability(self.battle, self.unit, self.ability)


@frozen
class ToUseDeployable(ToUse):
    """The same as the one action of a deployable, which has no Energy to pay with."""

    rule, cost = "MC-DEPLOY-3", ""

    def refuse(self) -> Refusal | None:
        return refuse_ability(self.battle, self.unit, self.ability, free=True)

    def steps(self) -> Sequence[Step]:
        return [UseAbility(self.unit.id, self.ability.name, free=True)]


@frozen
class ToClear(UnitAction):
    """One of the conditions that Energy clears (MC-COND-3 to MC-COND-5)."""

    condition: str
    price = conditions.CLEAR_COST
    says = "Spend Energy to be rid of this condition."

    @property
    def key(self) -> str:
        return f"clear:{self.condition}"

    @property
    def label(self) -> str:
        return f"Clear {self.condition}"

    @property
    def hotkey(self) -> str:
        return CLEARS.get(self.condition, "")

    def option(self) -> Option:
        option = super().option()
        option.rule = conditions.RULES[self.condition]
        return option

    def refuse(self) -> Refusal | None:
        return conditions.may_clear(self.unit, self.condition)

    def steps(self) -> Sequence[Step]:
        return [conditions.ClearCondition(self.unit.id, self.condition)]


@frozen
class ToPickUp(UnitAction):
    """A Flag of an enemy that lies next to it."""

    flag: Piece
    hotkey = "f"
    rule, price = "MC-CTF-2", FLAG_COST
    says = "Take this Flag from an adjacent hex, to carry it home."

    @property
    def key(self) -> str:
        return f"flag:{self.flag.id}"

    @property
    def label(self) -> str:
        return f"Pick up {self.flag.name}"

    def refuse(self) -> Refusal | None:
        return refuse_pick_up(self.battle, self.unit, self.flag)

    def steps(self) -> Sequence[Step]:
        return [PickUpFlag(self.unit.id, self.flag.id)]


@frozen
class ToEnd(UnitAction):
    rule, hotkey = "MC-ACT-3", "e"
    key, label = "end", "End activation"
    says = "Take no more actions; Energy that is left can still pay for reactions."

    @property
    def warning(self) -> str:
        return f"{self.unit.energy} Energy is left, and there is something to do with it: end the activation?"

    def steps(self) -> Sequence[Step]:
        return []


def attacks_of(battle: Battle, model: Model) -> Iterator[ToAttack]:
    """An attack with each weapon, and one unarmed."""
    for weapon in weapons_of(model):
        yield ToStrike(battle, model, weapon) if weapon.melee else ToShoot(battle, model, weapon)


def deployable_actions(battle: Battle, child: Model) -> Iterator[UnitAction]:
    """What a deployable might do with its one action (MC-DEPLOY-3)."""
    yield ToMoveDeployable(battle, child)
    yield from attacks_of(battle, child)
    yield from (ToUseDeployable(battle, child, ability) for ability in abilities_of(child))


def any_allowed(actions: Iterable[Action]) -> bool:
    """Whether something can be done now; no further asked than the first that can."""
    return any(action.refuse() is None for action in actions)


def abilities_of(model: Model) -> Iterator[Ability]:
    """The abilities that are actions (MC-ACT-6): one that is Passive is always at work and never chosen (MC-TAG-2)."""
    return (ability for ability in model.sheet.abilities if ability.timing == "action")


def refuse_move(battle: Battle, model: Model, cost: int) -> Refusal | None:
    """Why a model cannot Move now, or None."""
    if model.energy < cost:
        return Refusal(f"{cost} Energy needed, {model.energy} left", "MC-ACT-5")
    refusal = no_move(model)
    if refusal is not None:
        return refusal
    # A neighbour that can be entered for the whole Movement is enough to know that there is somewhere to go.
    free, allowance = battle.at, model.sheet.stats.movement
    for spot, price in battle.steps(model)[model.hex]:
        if price <= allowance and spot not in free:
            return None
    return Refusal("no hex next to it can be entered", "MC-MOVE-2")


def weapon_lines(weapon: Weapon) -> tuple[Line, ...]:
    reach = "adjacent" if weapon.melee else f"range {weapon.range}"
    damage = "1D3" if weapon == UNARMED else str(weapon.damage)
    return (
        Line(
            weapon.name, f"{reach}, damage {damage}, {counted_dice(weapon.attacks)}", rules=("MC-SHEET-8",), mood="head"
        ),
    )
