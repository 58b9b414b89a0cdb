"""Melee (MC-MELEE): Strength against Strength, without cover, Stability, Spot tokens or Armour (MC-MELEE-7)."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.engine.wording import signed
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import CRITICAL, Attack, Share, is_critical
from tabletop_tui.rules.mechcom.damage.damage import harm
from tabletop_tui.rules.mechcom.damage.hit_side_effects import OfferFlurry, after_hits, reactor_heat
from tabletop_tui.rules.mechcom.shooting.attack_odds import LOST, damage_chances, wins_of
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import UNARMED, Weapon


def attacking_strength(battle: Battle, attacker: Model, target: Model) -> Tally:
    """The attacker's Strength, changed by height; the defender's is not (MC-ELEV-9)."""
    difference = sight.level(battle, attacker) - sight.level(battle, target)
    return attacker.tally("strength").plus(difference, "height", "MC-ELEV-9")


def defending_strength(target: Model, weapon: Weapon) -> Tally:
    """The defender's Strength against a weapon (MC-PERK-11)."""
    return target.tally("strength").plus(-weapon.perks.rend, "Rend", "MC-PERK-11")


@frozen
class Strike(Step):
    title = "Strike"
    says = "The defender rolls one D6, the attacker a D6 for each of its Attacks; both add Strength to every die."
    attack: Attack
    share: Share
    defence: int | None = None
    """The defending total, once rolled."""
    dice: int | None = None
    """Flurry's extra dice; None for the first roll."""
    wins: int = 0
    crits: int = 0
    rules = ("MC-MELEE-2", "MC-MELEE-3", "MC-MELEE-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        defence = self.defence
        if defence is None:
            defence = self.defend(game, attacker, target)
        strength = attacking_strength(battle, attacker, target)
        why = f"{attacker.name} strikes {target.name}"
        # A die wins if face + Strength is above the defending total.
        need = Tally("Die", defence + 1, f"to beat {defence}", "MC-MELEE-3").plus(
            -strength.total, f"Strength {strength.total}", "MC-STAT-8"
        )
        dice = self.share.dice if self.dice is None else self.dice
        rules = ("MC-MELEE-3", *strength.rules)
        apart = is_critical if need.total <= CRITICAL else None
        rolled = game.check(
            Check(attacker.seat or 0, why, need, dice=dice, rules=rules, counts="win", bulk=True, apart=apart)
        )
        wins = rolled.count
        crits = rolled.faces.count(CRITICAL) if apart is not None else 0
        reactor_heat(game, target, crits)
        total = evolve(self, defence=defence, wins=self.wins + wins, crits=self.crits + crits, dice=0)
        wound = Wound(self.attack, self.share, total.wins, total.crits)
        if crits and self.attack.weapon.perks.flurry:
            game.push(OfferFlurry(self.attack, evolve(total, dice=crits), wound, crits))
        else:
            game.push(wound)

    def defend(self, game: Game[Battle], attacker: Model, target: Model) -> int:
        strength = defending_strength(target, self.attack.weapon)
        roller = target.seat if target.seat is not None else attacker.seat or 0
        rules = ("MC-MELEE-2", *strength.rules)
        return game.check(Check(roller, f"{target.name} defends", adds=strength, rules=rules)).total


@frozen
class Wound(Step):
    title = "Wound"
    says = "Each winning die costs Integrity, the weapon's damage or 1D3 unarmed; then come effects on hit and on crit."
    attack: Attack
    share: Share
    wins: int
    crits: int
    rules = ("MC-MELEE-5", "MC-MELEE-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        weapon, spot = self.attack.weapon, target.hex
        damage = self.wins * weapon.damage
        if self.wins and weapon == UNARMED:
            why, rules = f"{attacker.name}'s unarmed damage", ("MC-MELEE-5", "MC-DICE-2")
            check = Check(attacker.seat or 0, why, dice=self.wins, rules=rules)
            damage = unarmed_damage(
                game.check(check, lambda rolled: f"{unarmed_damage(rolled.faces)} damage, as D3").faces
            )
        harm(game, target, damage, attacker, self.rules)
        after_hits(game, self.attack, self.share, spot, self.wins, self.crits, damage)


def unarmed_damage(faces: tuple[int, ...]) -> int:
    """1D3 a winning die, by the faces of D6s (MC-MELEE-5, MC-DICE-2)."""
    return sum((face + 1) // 2 for face in faces)


# ---------------------------------------------------------------- the odds
def strike_damage(battle: Battle, attack: Attack, share: Share) -> odds.Chances:
    """The distribution of the damage of a melee attack."""
    attacker, target, weapon = battle.models[attack.attacker], battle.models[share.target], attack.weapon
    edge = attacking_strength(battle, attacker, target).total - defending_strength(target, weapon).total
    return damage_of_wins(wins_of(share.dice, edge, weapon.perks.flurry), weapon)


def damage_of_wins(wins: odds.Chances, weapon: Weapon) -> odds.Chances:
    """The same by the winning dice."""
    return damage_chances(wins) if weapon == UNARMED else odds.scaled(wins, weapon.damage)


def preview_strike(battle: Battle, attack: Attack, share: Share) -> Preview:
    """Both Strengths with their modifiers, and the exact chances of a melee attack."""
    attacker, target, weapon = battle.models[attack.attacker], battle.models[share.target], attack.weapon
    mine, theirs = attacking_strength(battle, attacker, target), defending_strength(target, weapon)
    wins = wins_of(share.dice, mine.total - theirs.total, weapon.perks.flurry)
    damage, each = damage_of_wins(wins, weapon), "1D3" if weapon == UNARMED else str(weapon.damage)
    lines = (
        Line("target", target.name, mood="head"),
        Line("attack", f"{counted_dice(share.dice)} {signed(mine.total)}", mine, mine.rules),
        Line("defends", f"1 die {signed(theirs.total)}", theirs, theirs.rules),
        Line("damage", f"{each} a win, no Armour", rules=("MC-MELEE-5",)),
    )
    chances = (
        Chance("at least one win", odds.at_least(wins, 1)),
        Chance("destroys", odds.at_least(damage, target.integrity)),
    )
    return Preview(lines, chances, odds.mean(odds.capped(damage, target.integrity)), LOST)
