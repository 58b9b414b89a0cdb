"""What attacks of every kind share: what is declared, who can be attacked, what a weapon does beyond damage.

Shooting (`shooting`) and melee (`melee`) differ in how they roll; `declare_attack` asks for what is to be declared, and
`resolve_attack` carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import UNARMED, HotReactor, Weapon

CRITICAL = 6
"""The natural face that counts double in shooting and in an explosion, and is a crit in melee, too (MC-SHOOT-4)."""
ATTACK_COST = 3
UNDECLARED = -1


def is_critical(face: int) -> bool:
    return face == CRITICAL


@frozen
class Share:
    """One target of an attack, with the dice meant for it and the Spot tokens to consume."""

    target: str
    dice: int
    tokens: int = UNDECLARED


@frozen
class Attack:
    """An attack as far as it is declared."""

    attacker: str
    weapon: Weapon
    cost: int = ATTACK_COST
    """Energy; 0 for a deployable (MC-DEPLOY-3) and for the AI table (MC-COND-9)."""
    shares: tuple[Share, ...] = ()
    extra: int = UNDECLARED
    """Dice bought by Barrage."""
    heat: int = 0
    """Heat for the attacker afterwards, beyond Superheated (MC-SHEET-5)."""

    @property
    def dice(self) -> int:
        return self.weapon.attacks + max(0, self.extra)


# ---------------------------------------------------------------- who can be attacked
def refuse_target(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Refusal | None:
    """Why this weapon cannot be used on this target, or None (MC-SHOOT-1, MC-MELEE-1)."""
    refusal = refuse_aim(battle, attacker, weapon, target)
    if refusal is None and weapon.perks.artillery and not target.spot:
        return Refusal(f"Artillery needs a Spot token on {target.name}", "MC-PERK-2")
    return refusal


def refuse_aim(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Refusal | None:
    """The same of an attack that is paid for: an Artillery weapon has its Spot token already."""
    if battle.allied(attacker.seat, target.seat):
        return Refusal(f"{target.name} is a friend", "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1")
    if weapon.melee:
        return refuse_foe(battle, attacker, target)
    distance = battle.map.grid.distance(attacker.hex, target.hex)
    if distance > (weapon.range or 0):
        return Refusal(f"{target.name} is {distance} hexes away, the range is {weapon.range}", "MC-WEAP-1")
    return None if weapon.perks.artillery else sight.no_sight(battle, attacker, target)


def refuse_foe(battle: Battle, attacker: Model, target: Model) -> Refusal | None:
    if target.hex not in battle.map.grid.neighbours[attacker.hex]:
        return Refusal(f"{target.name} is not adjacent", "MC-MELEE-1")
    apart = abs(sight.level(battle, attacker) - sight.level(battle, target))
    return Refusal(f"{target.name} is {apart} levels apart", "MC-ELEV-10") if apart > 1 else None


def targets(battle: Battle, attacker: Model, weapon: Weapon) -> list[tuple[Model, Refusal | None]]:
    """Every model that is not a friend, with why it cannot be attacked; the legal ones first, then the near ones."""
    found = [
        (model, refuse_target(battle, attacker, weapon, model))
        for model in battle.models.values()
        if model.hex and not battle.allied(attacker.seat, model.seat)
    ]
    distance = battle.map.grid.distance
    # Scenery is offered only where it can be hit: a list of every far building would bury the enemy.
    shown = [(model, refusal) for model, refusal in found if refusal is None or not model.neutral]
    shown.sort(key=lambda pair: (pair[1] is not None, pair[0].neutral, distance(attacker.hex, pair[0].hex)))
    return shown


def has_target(battle: Battle, attacker: Model, weapon: Weapon, among: Iterable[Model] = ()) -> bool:
    """Whether this weapon could be used on anything now, or on any of these (the quick form of `targets`)."""
    reach = 1 if weapon.melee else weapon.range or 0
    distances = battle.map.grid.distances(attacker.hex)
    near = (model for model in among or battle.models.values() if model.hex and distances[model.hex] <= reach)
    foes = (model for model in near if not battle.allied(attacker.seat, model.seat))
    return any(refuse_target(battle, attacker, weapon, foe) is None for foe in foes)


def attackers(battle: Battle, model: Model) -> list[Model]:
    """The enemies that could attack a model where it stands, without moving first."""
    return [
        enemy
        for enemy in battle.enemies(model)
        if any(has_target(battle, enemy, weapon, [model]) for weapon in enemy.sheet.weapons)
    ]


def nearest(battle: Battle, model: Model) -> list[Model]:
    """The enemies of a model on the table, the nearest first."""
    distances = battle.map.grid.distances(model.hex)
    return sorted(battle.enemies(model), key=lambda enemy: distances[enemy.hex])


def within_fire(battle: Battle, model: Model) -> list[tuple[str, Refusal | None]]:
    """The enemies, the nearest first, each with why none of a model's weapons that are left can be used on it."""
    arms = [one for one in model.sheet.weapons if not one.melee and model.ammo_left(one) != 0]
    arms.sort(key=lambda weapon: -(weapon.range or 0))
    found: list[tuple[str, Refusal | None]] = []
    for enemy in nearest(battle, model) if arms else ():
        why = [refuse_target(battle, model, weapon, enemy) for weapon in arms]
        found.append((enemy.id, None if None in why else why[0]))
    return found


def refuse_weapon(battle: Battle, model: Model, weapon: Weapon, cost: int = ATTACK_COST) -> Refusal | None:
    """Why a model cannot attack with a weapon now, or None."""
    if model.energy < cost:
        return Refusal(f"{cost} Energy needed, {model.energy} left", "MC-ACT-5")
    if model.ammo_left(weapon) == 0:
        return Refusal("no ammunition left", "MC-PERK-1")
    if not has_target(battle, model, weapon):
        reach = "adjacent, at most one level apart" if weapon.melee else f"in sight within {weapon.range}"
        if weapon.perks.artillery:
            reach = f"with a Spot token within {weapon.range}"
        rule = "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1"
        return nobody(
            f"no target {reach}",
            rule,
            lambda: ((enemy.id, refuse_target(battle, model, weapon, enemy)) for enemy in nearest(battle, model)),
        )
    return None


def weapons_of(model: Model) -> list[Weapon]:
    """The weapons that a model may attack with as an action; unarmed is open to every model."""
    return [*model.sheet.weapons, UNARMED]


# ---------------------------------------------------------------- what follows the dice
@frozen
class OfferFlurry(Ask):
    title = "Offer a flurry"
    says = "Flurry: for each critical hit the attacker may roll one more die at once."
    attack: Attack
    then: Step
    """The step that rolls the extra dice and goes on."""
    otherwise: Step
    """The step that goes on without."""
    extra: int
    rules = ("MC-PERK-8",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker = battle.models[self.attack.attacker]
        options = [
            Option("roll", f"Roll {self.extra} more", rule="MC-PERK-8", hotkey="d", says="As many dice again, once."),
            Option("decline", "Decline", rule="MC-PERK-8", hotkey="n", says="Leaves it at these hits."),
        ]
        prompt = f"Flurry: {self.extra} critical {'hit' if self.extra == 1 else 'hits'}; roll as many extra dice?"
        return Pick(attacker.seat or 0, prompt, options, about=attacker.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(self.then if answer == "roll" else self.otherwise)


def after_hits(
    game: Game[Battle], attack: Attack, share: Share, target_hex: str, hits: int, crits: int, dealt: int
) -> None:
    """What a weapon does beyond damage: reactor heat, conditions, tracking, fire (MC-SHOOT-6, MC-MELEE-6)."""
    battle = game.state
    attacker, target = battle.models[attack.attacker], battle.models[share.target]
    perks = attack.weapon.perks
    if hits and battle.hostile(attacker.seat, target.seat):
        for condition in perks.conditions:
            conditions.inflict(game, target, condition, attacker, "MC-PERK-6")
        if crits:
            for condition in perks.critical_conditions:
                conditions.inflict(game, target, condition, attacker, "MC-PERK-7")
        if perks.tracker and dealt and target.hex:
            target.spot += dealt
            text = f"Tracker: {counted(dealt, 'Spot token')} on {target.name}, {target.spot} now"
            game.emit(Event(text, ("MC-PERK-14",), attacker.seat))
    if perks.blast and not hits:
        game.push(Blast(attack.attacker, target_hex, attack.weapon.melee))


def reactor_heat(game: Game[Battle], target: Model, crits: int) -> None:
    """Red-Hot Reactor: 1 Heat for each critical hit in an attack roll against it (MC-SHEET-4)."""
    if crits and any(isinstance(ability.effect, HotReactor) for ability in target.sheet.abilities):
        conditions.heat(game, target, crits, "MC-SHEET-4")


@frozen
class Blast(Step):
    title = "Blast"
    says = "A miss sets a hex on fire: in melee the target's, else the neighbour of it that a D6 names, clockwise."
    attacker: str
    spot: str
    melee: bool
    rules = ("MC-PERK-5",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker = battle.models[self.attacker]
        burning: str | None = self.spot
        if not self.melee:
            around = battle.map.grid.around[self.spot]
            check = Check(attacker.seat or 0, "Blast", rules=self.rules)
            burning = around[game.check(check, lambda rolled: around[rolled.face - 1] or "off the map").face - 1]
        if burning is not None:
            unlit = "is water and cannot burn" if battle.is_water(burning) else "burns already"
            lit = "is On Fire" if battle.set_fire(burning) else unlit
            game.emit(Event(f"{burning} {lit}", ("MC-PERK-5", "MC-TERR-13"), attacker.seat))
