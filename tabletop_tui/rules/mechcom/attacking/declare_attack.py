"""Declaring an attack (MC-SHOOT-1, MC-MELEE-1): target, extra dice, shares and Spot tokens, all before any die.

An attack is declared piece by piece and paid for when it is whole; only then does anything on the table change.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.engine.previews import FUTILE, Preview
from tabletop_tui.engine.question import Answer, Number, Option, Pick, Question, Split, WhyNot, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import UNDECLARED, Attack, Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_target, targets
from tabletop_tui.rules.mechcom.attacking.resolve_attack import Carry, next_reaction
from tabletop_tui.rules.mechcom.melee.melee import preview_strike
from tabletop_tui.rules.mechcom.shooting.attack_odds import LOST
from tabletop_tui.rules.mechcom.shooting.shooting import preview_shot
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import Weapon
from tabletop_tui.rules.mechcom.state.unit_refusals import gone


@frozen
class Declare(Step):
    says = "An attack is declared piece by piece: the target, extra dice, tokens. Then it is made."
    attack: Attack
    rules = ("MC-SHOOT-1", "MC-MELEE-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"Declare {self.attack.weapon.name}"

    def run(self, game: Game[Battle]) -> None:
        game.push(next_declaration(game.state, self.attack))


def next_declaration(battle: Battle, attack: Attack) -> Step:
    """The next thing to settle before the dice: extra dice, targets, Spot tokens; or the attack itself."""
    attacker = battle.models[attack.attacker]
    perks = attack.weapon.perks
    spare = attacker.energy - attack.cost
    asks_extra = perks.barrage and attack.extra == UNDECLARED and attack.cost > 0 and spare > 0
    if asks_extra and (perks.multi or attack.shares):
        return ChooseExtraDice(attack, spare)
    if not attack.shares:
        legal = [model for model, refusal in targets(battle, attacker, attack.weapon) if refusal is None]
        if perks.multi and len(legal) > 1 and attack.dice > 1:
            return DivideDice(attack)
        return ChooseTarget(attack)
    for number, share in enumerate(attack.shares):
        if share.tokens == UNDECLARED:
            most = most_tokens(battle, attacker, attack.weapon, battle.models[share.target])
            if most:
                return ChooseTokens(attack, number, most)
    return Carry(attack)


def most_tokens(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> int:
    """How many of the target's Spot tokens may be consumed for a bonus (MC-STAT-7, MC-PERK-2, MC-PERK-12)."""
    if weapon.melee or weapon.perks.artillery or not battle.hostile(attacker.seat, target.seat):
        return 0
    return target.spot if weapon.perks.sniper else min(1, target.spot)


def why_no_target(battle: Battle, attacker: Model, weapon: Weapon) -> WhyNot:
    """Why a model is not even listed as a target of a weapon."""
    rule = "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1"
    return named(battle.models, gone(rule), lambda model: refuse_target(battle, attacker, weapon, model))


@frozen
class AttackOn(Action):
    """One model as the target."""

    battle: Battle
    attack: Attack
    model: Model
    refusal: Refusal | None
    rule = "MC-SHOOT-1"
    says = "The weapon in hand attacks it."

    @property
    def key(self) -> str:
        return self.model.id

    @property
    def label(self) -> str:
        return self.model.name

    @property
    def target(self) -> str:
        return self.model.id

    @property
    def group(self) -> str:
        return TERRAIN if self.model.neutral else ""

    def refuse(self) -> Refusal | None:
        return self.refusal

    @property
    def share(self) -> Share:
        return Share(self.model.id, self.attack.dice)

    @property
    def idle(self) -> str:
        known = self.preview()
        return FUTILE if known is not None and known.futile else ""

    def preview(self) -> Preview | None:
        return preview_share(self.battle, self.attack, self.share)

    def steps(self) -> Sequence[Step]:
        return [Declare(evolve(self.attack, shares=(self.share,)))]


@frozen
class ChooseTarget(AskAction):
    title = "Choose a target"
    says = "The attacker chooses the model to attack."
    attack: Attack
    rules = ("MC-SHOOT-1", "MC-MELEE-1", "MC-WEAP-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker = battle.models[self.attack.attacker]
        weapon = self.attack.weapon
        prompt, why_not = f"{attacker.name}: {weapon.name} at which target?", why_no_target(battle, attacker, weapon)
        options, about = self.options(game), attacker.id
        return Pick(attacker.seat or 0, prompt, options, about=about, rules=self.rules, why_not=why_not)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        found = targets(battle, battle.models[self.attack.attacker], self.attack.weapon)
        return [AttackOn(battle, self.attack, model, refusal) for model, refusal in found]


@frozen
class ChooseExtraDice(Ask):
    title = "Choose extra dice"
    says = "Barrage: 1 more Energy any number of times, each for one more die."
    attack: Attack
    spare: int
    rules = ("MC-PERK-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker = battle.models[self.attack.attacker]
        prompt = f"Barrage: how many extra dice, at 1 Energy each? ({self.spare} Energy to spare)"
        return Number(attacker.seat or 0, prompt, about=attacker.id, rules=self.rules, low=0, high=self.spare)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        shares = tuple(evolve(share, dice=self.attack.weapon.attacks + answer) for share in self.attack.shares)
        game.push(Declare(evolve(self.attack, extra=answer, shares=shares)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        attack = evolve(self.attack, extra=answer)
        if not attack.shares:
            return None
        return preview_share(game.state, attack, evolve(attack.shares[0], dice=attack.dice))


@frozen
class DivideDice(Ask):
    title = "Divide dice"
    says = "Multi: the dice may be divided among any number of valid targets, before they are rolled."
    attack: Attack
    rules = ("MC-PERK-10",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker = battle.models[self.attack.attacker]
        options = [
            Option(model.id, model.name, refusal, target=model.id, rule="MC-PERK-10")
            for model, refusal in targets(battle, attacker, self.attack.weapon)
        ]
        total, weapon = self.attack.dice, self.attack.weapon
        prompt = f"{attacker.name}: divide {counted_dice(total)} of {weapon.name} among the targets"
        why_not = why_no_target(battle, attacker, weapon)
        seat, about = attacker.seat or 0, attacker.id
        return Split(seat, prompt, about=about, rules=self.rules, total=total, options=options, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        shares = tuple(Share(target, dice) for target, dice in answer.items())
        game.push(Declare(evolve(self.attack, shares=shares)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        parts = [preview_share(game.state, self.attack, Share(target, dice)) for target, dice in answer.items()]
        known = [part for part in parts if part is not None]
        lines = tuple(line for part in known for line in part.lines)
        chances = tuple(chance for part in known for chance in part.chances)
        return Preview(lines, chances, sum(part.expected or 0 for part in known), LOST)


@frozen
class ChooseTokens(Ask):
    title = "Choose tokens"
    says = "Before rolling the attacker may consume a Spot token of the target (with Sniper any number) for the attack."
    attack: Attack
    number: int
    most: int
    rules = ("MC-STAT-7", "MC-PERK-12")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker = battle.models[self.attack.attacker]
        target = battle.models[self.attack.shares[self.number].target]
        prompt = f"Consume how many Spot tokens of {target.name} (at most {self.most})? Each makes hitting 1 easier"
        return Number(attacker.seat or 0, prompt, about=attacker.id, rules=self.rules, low=0, high=self.most)

    def share(self, answer: int) -> Share:
        return evolve(self.attack.shares[self.number], tokens=answer)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        shares = list(self.attack.shares)
        shares[self.number] = self.share(answer)
        game.push(Declare(evolve(self.attack, shares=tuple(shares))))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        return preview_share(game.state, self.attack, self.share(answer))


def preview_share(battle: Battle, attack: Attack, share: Share) -> Preview:
    """What this part of the attack needs, and its exact chances."""
    preview = preview_strike if attack.weapon.melee else preview_shot
    found, ability = preview(battle, attack, share), next_reaction(battle, attack, share, ())
    if ability is None:
        return found
    answer = Line("it may react", ability.name, rules=("MC-TAG-4",), mood="bad")
    return evolve(found, lines=(*found.lines, answer))
