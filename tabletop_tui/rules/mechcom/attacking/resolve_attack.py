"""Carrying out a declared attack: paying, the target's reactions (MC-TAG-4), the dice, what the wielder suffers."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from tabletop_tui.engine.events import Event, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind, decided, tell_passed_over
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_aim
from tabletop_tui.rules.mechcom.damage.damage import harm
from tabletop_tui.rules.mechcom.melee.melee import Strike
from tabletop_tui.rules.mechcom.moving.move_choice import ChooseMove
from tabletop_tui.rules.mechcom.moving.move_field import MoveField, no_move
from tabletop_tui.rules.mechcom.shooting.shooting import Fire
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import Ability, Evade, Shield


@frozen
class Carry(Step):
    says = "The Energy of an attack is paid, each target is attacked, then the weapon does what it does to its wielder."
    attack: Attack
    rules = ("MC-ACT-3", "MC-PERK-10")

    def describe(self, game: Game[Battle]) -> str:
        return f"Attack with {self.attack.weapon.name}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attack = self.attack
        attacker, weapon = battle.models[attack.attacker], attack.weapon
        attacker.energy -= attack.cost + max(0, attack.extra) * (attack.cost > 0)
        if weapon.perks.ammo:
            attacker.shots = {**attacker.shots, weapon.name: attacker.shots.get(weapon.name, 0) + 1}
        names = ", ".join(battle.models[share.target].name for share in attack.shares)
        spots = (attacker.hex, *(battle.models[share.target].hex for share in attack.shares))
        text = f"{attacker.name} attacks {names} with {weapon.name}"
        first = attack.shares[0].target if attack.shares else ""
        rules = ("MC-MELEE-1",) if weapon.melee else ("MC-SHOOT-1",)
        game.emit(Shot(text, rules, attacker.seat, attacker.id, first, spots))
        for share in attack.shares:
            consume_tokens(game, attack, share)
        steps: list[Step] = []
        for share in attack.shares:
            steps += [OfferReactions(attack, share), RollAttack(attack, share)]
        game.push(*steps, AfterAttack(attack))


def consume_tokens(game: Game[Battle], attack: Attack, share: Share) -> None:
    """Take the Spot tokens that were declared from the target; Artillery takes one to fire at all (MC-PERK-2)."""
    battle = game.state
    attacker, target = battle.models[attack.attacker], battle.models[share.target]
    perks = attack.weapon.perks
    tokens = max(0, share.tokens) + perks.artillery
    if tokens:
        target.spot -= tokens
        text = f"{attacker.name} consumes {counted(tokens, 'Spot token')} of {target.name}, {target.spot} left"
        rule = "MC-PERK-2" if perks.artillery else "MC-PERK-12" if perks.sniper else "MC-STAT-7"
        game.emit(Event(text, (rule,), attacker.seat))


def refuse_attack(battle: Battle, attack: Attack, share: Share) -> Refusal | None:
    """Why this part of an attack that is under way can no longer be rolled for, or None."""
    attacker, target = battle.models[attack.attacker], battle.models[share.target]
    for model in (attacker, target):
        if not model.hex:
            return Refusal(f"{model.name} is destroyed", "MC-STAT-10")
    return refuse_aim(battle, attacker, attack.weapon, target)


@frozen
class RollAttack(Step):
    says = "One target is attacked, if it is still there."
    attack: Attack
    share: Share
    armour: int = 0
    """What a reaction has added to the target's Armour."""
    rules = ("MC-SHOOT-2", "MC-MELEE-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"Roll {self.attack.weapon.name} at {self.share.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        refusal = refuse_attack(battle, self.attack, self.share)
        if refusal is not None:
            game.emit(Event(f"The attack on {target.name} fails: {refusal.why}", (refusal.rule,), attacker.seat))
            return
        if self.attack.weapon.melee:
            game.push(Strike(self.attack, self.share))
        else:
            game.push(Fire(self.attack, self.share, self.armour))


@frozen
class AfterAttack(Step):
    title = "After attack"
    says = "Backfire and Heat strike the wielder once an attack, hit or miss, however many targets it had."
    attack: Attack
    rules = ("MC-PERK-3", "MC-PERK-13")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, perks = battle.models[self.attack.attacker], self.attack.weapon.perks
        if perks.backfire and attacker.hex:
            harm(game, attacker, perks.backfire, None, ("MC-PERK-3",))
        if perks.superheated and attacker.hex:
            conditions.heat(game, attacker, 1, "MC-PERK-13")
        if self.attack.heat and attacker.hex:
            conditions.heat(game, attacker, self.attack.heat, "MC-SHEET-5")


# ---------------------------------------------------------------- reactions
EVADE = OfferKind("evade", "Evade", "when a model of yours that can get away is attacked", "MC-TAG-4")
SHIELD = OfferKind("shield", "Shield", "when a model of yours that can take cover is shot at", "MC-TAG-4")


@frozen
class OfferReactions(Step):
    title = "Reactions of the target"
    says = "Reactive abilities of the target whose trigger this attack is, one after the other while it still holds."
    attack: Attack
    share: Share
    offered: tuple[str, ...] = ()
    rules = ("MC-TAG-4",)
    declines = "let"

    def run(self, game: Game[Battle]) -> None:
        ability = next_reaction(game.state, self.attack, self.share, self.offered)
        if ability is None:
            return
        game.push(evolve(self, offered=(*self.offered, ability.name)))
        seat = game.state.models[self.share.target].seat or 0
        kind = EVADE if isinstance(ability.effect, Evade) else SHIELD
        match decided(game, seat, kind):
            case "ask":
                game.push(OfferReaction(self.attack, self.share, ability.name))
            case "use":
                react(game, self.attack, self.share, ability)
            case _:
                tell_passed_over(game, seat, kind)


def next_reaction(battle: Battle, attack: Attack, share: Share, offered: Collection[str]) -> Ability | None:
    """The next reactive ability that the target's owner may be asked about; none once the attack is undone."""
    target = battle.models[share.target]
    open_to = (
        ability
        for ability in target.sheet.abilities
        if ability.timing == "reactive"
        and ability.name not in offered
        and triggered(ability, attack)
        and refuse_reaction(battle, target, ability) is None
        and refuse_attack(battle, attack, share) is None
    )
    return next(open_to, None)


def triggered(ability: Ability, attack: Attack) -> bool:
    """Evade answers any attack, Shield a shot."""
    return isinstance(ability.effect, Evade) or (isinstance(ability.effect, Shield) and not attack.weapon.melee)


def refuse_reaction(battle: Battle, model: Model, ability: Ability) -> Refusal | None:
    """Why a model cannot react now: no Energy, no uses left, Malfunctioning, or unable to move."""
    if not model.hex:
        return Refusal(f"{model.name} is destroyed", "MC-STAT-10")
    if model.has("Malfunctioning"):
        return Refusal(f"{model.name} is Malfunctioning", "MC-TAG-4")
    if model.energy < ability.cost:
        return Refusal(f"{ability.cost} Energy needed, {model.energy} left", "MC-TAG-4")
    if model.uses_left(ability) == 0:
        return Refusal(f"{ability.name} is depleted", "MC-TAG-1")
    if isinstance(ability.effect, Evade):
        nowhere = Refusal(f"{model.name} has nowhere to go", "MC-MOVE-2")
        return no_move(model) or (None if MoveField(battle, model, ability.effect.hexes).cells() else nowhere)
    return None


def spend(model: Model, ability: Ability) -> None:
    """Pay an ability's cost and count the use (MC-ABIL-2, MC-TAG-1)."""
    model.energy -= ability.cost
    if ability.limit:
        model.uses = {**model.uses, ability.name: model.uses.get(ability.name, 0) + 1}


@frozen
class OfferReaction(Ask):
    says = "The owner of the target is asked whether to use a Reactive ability; its cost is paid at once."
    attack: Attack
    share: Share
    ability: str
    rules = ("MC-TAG-4",)

    def describe(self, game: Game[Battle]) -> str:
        return f"React with {self.ability}?"

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.share.target]
        ability = model.ability(self.ability)
        assert ability is not None
        refusal = refuse_reaction(battle, model, ability)
        attacker, cost = battle.models[self.attack.attacker], f"{ability.cost} Energy"
        options = [
            Option(
                "react", ability.name, refusal, cost, hotkey="t", rule="MC-TAG-4", says=ability.text, deliberate=True
            ),
            Option("let", "Do not react", hotkey="n", rule="MC-TAG-4", says="The attack goes on as it is."),
        ]
        prompt = f"{attacker.name} attacks {model.name} with {self.attack.weapon.name}: react?"
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer != "react":
            return
        ability = game.state.models[self.share.target].ability(self.ability)
        assert ability is not None
        react(game, self.attack, self.share, ability)


def react(game: Game[Battle], attack: Attack, share: Share, ability: Ability) -> None:
    """The target uses a Reactive ability; its cost is paid at once."""
    model = game.state.models[share.target]
    spend(model, ability)
    game.emit(Event(f"{model.name} reacts: {ability.name}", ("MC-TAG-4",), model.seat))
    if isinstance(ability.effect, Shield):
        _strengthen(game, attack, share, ability.effect.armour)
    elif isinstance(ability.effect, Evade):
        game.push(ChooseMove(model.id, 0, ability.effect.hexes))


def _strengthen(game: Game[Battle], attack: Attack, share: Share, armour: int) -> None:
    """Add to the Armour of the roll of this very attack, which waits on the agenda."""
    for number in range(len(game.agenda) - 1, -1, -1):
        step = game.agenda[number]
        if isinstance(step, RollAttack) and step.attack == attack and step.share == share:
            game.agenda[number] = evolve(step, armour=step.armour + armour)
            return
