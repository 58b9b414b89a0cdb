"""Shooting (MC-SHOOT): Stability with all its modifiers, the attack roll, Armour dice, and the odds of it all."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check, Checked
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import CRITICAL, Attack, Share, is_critical
from tabletop_tui.rules.mechcom.damage.damage import armour_dice
from tabletop_tui.rules.mechcom.damage.hit_side_effects import OfferFlurry, after_hits, reactor_heat
from tabletop_tui.rules.mechcom.shooting.attack_odds import LOST, damage_of, hits_of
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import Weapon
from tabletop_tui.table.hexes import Hex


def stability(battle: Battle, attacker: Model, weapon: Weapon, target: Model, tokens: int = 0) -> Tally:
    """The number that each attack die needs (MC-SHOOT-3), at most 6, for a natural six always hits (MC-SHOOT-4)."""
    perks = weapon.perks
    cover = sight.own_cover(battle, attacker, target) if perks.artillery else sight.cover(battle, attacker, target)
    higher = 0 if perks.artillery else height_bonus(battle, attacker, target)
    near = "" if perks.ultralight else enemy_near(battle, attacker)  # MC-PERK-15
    unseen = "Invisible" in target.conditions and battle.hostile(attacker.seat, target.seat)
    return stability_sum(attacker, weapon, Lie(cover, higher, bool(near), near, unseen), tokens)


@frozen
class Lie:
    """How attacker and target lie to each other, as far as it counts for Stability."""

    cover: sight.Cover = sight.OPEN
    higher: int = 0
    """What the attacker gains by standing higher (MC-ELEV-7)."""
    near: bool = False
    """Whether an enemy is in melee range of the attacker ..."""
    spot: Hex = ""
    """... and where."""
    unseen: bool = False
    """Whether the target is Invisible to the attacker."""


def stability_sum(attacker: Model, weapon: Weapon, lie: Lie, tokens: int = 0) -> Tally:
    """The same for an attacker and a target that lie so."""
    perks, cover = weapon.perks, lie.cover
    tally = attacker.tally("stability")
    if cover.grade == sight.HALF:
        tally = tally.plus(2, cover.reason, cover.rule, cover.spot)
    tally = tally.plus(-lie.higher, "height", "MC-ELEV-8")
    if lie.near:
        tally = tally.plus(2, "enemy in melee range", "MC-SHOOT-7", lie.spot)
    if lie.unseen:
        tally = tally.plus(2, "target Invisible", "MC-COND-7")
    if perks.heavy and attacker.moved:
        tally = tally.plus(2, "Heavy, has moved", "MC-PERK-9")
    if tokens:
        tally = tally.plus(-tokens, "Spot tokens" if tokens > 1 else "Spot token", "MC-STAT-7")
    return tally.plus(min(0, CRITICAL - tally.total), "a six always hits", "MC-SHOOT-4")


def height_bonus(battle: Battle, viewer: Model, target: Model) -> int:
    """1 for every two full levels above the target, nothing for one, or for being below (MC-ELEV-7, MC-GRID-3)."""
    return max(0, sight.level(battle, viewer) - sight.level(battle, target)) // 2


def enemy_near(battle: Battle, model: Model) -> Hex:
    """Where an enemy model in melee range is, '' for none; neutral ones and pieces do not count (MC-SHOOT-7)."""
    for spot in battle.map.grid.neighbours[model.hex]:
        other = battle.models.get(battle.at.get(spot, ""))
        if (
            other is not None
            and battle.hostile(model.seat, other.seat)
            and sight.adjacent_for_melee(battle, model, other)
        ):
            return spot
    return ""


def armour(target: Model, weapon: Weapon, bonus: int = 0) -> Tally:
    """The number at which the defender's dice let damage through (MC-SHOOT-5)."""
    tally = target.tally("armour")
    if weapon.perks.volatile:
        tally = tally.plus(-weapon.perks.volatile, "Volatile", "MC-PERK-16")
    return tally.plus(bonus, "reaction", "MC-TAG-4")


# ---------------------------------------------------------------- the roll
@frozen
class Fire(Step):
    title = "Fire"
    says = "Roll the dice of a shot at one target; sixes count twice."
    attack: Attack
    share: Share
    armour: int = 0
    hits: int = 0
    crits: int = 0
    dice: int | None = None
    """Flurry's extra dice; None for the first roll."""
    rules = ("MC-SHOOT-2", "MC-SHOOT-3", "MC-SHOOT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        weapon = self.attack.weapon
        need = stability(battle, attacker, weapon, target, max(0, self.share.tokens))
        why = f"{attacker.name} shoots at {target.name}"
        count = self.share.dice if self.dice is None else self.dice
        rolled = game.check(Check(attacker.seat or 0, why, need, dice=count, bulk=True, apart=is_critical), hits_words)
        crits = rolled.faces.count(CRITICAL)
        hits = rolled.count + crits
        reactor_heat(game, target, crits)
        total = evolve(self, hits=self.hits + hits, crits=self.crits + crits, dice=0)
        defend = Defend(self.attack, self.share, self.armour, total.hits, total.crits)
        if crits and weapon.perks.flurry:
            game.push(OfferFlurry(self.attack, evolve(total, dice=crits), defend, crits))
        else:
            game.push(defend)


@frozen
class Defend(Step):
    title = "Defend"
    says = "The defender rolls a die for each hit; then come the effects on hit and on crit."
    attack: Attack
    share: Share
    armour: int
    hits: int
    crits: int
    rules = ("MC-SHOOT-5", "MC-SHOOT-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        attacker, target = battle.models[self.attack.attacker], battle.models[self.share.target]
        weapon, spot, dealt = self.attack.weapon, target.hex, 0
        if self.hits:
            need = armour(target, weapon, self.armour)
            dealt = armour_dice(game, target, self.hits, weapon.damage, need, attacker, ("MC-WEAP-2",))
        after_hits(game, self.attack, self.share, spot, self.hits, self.crits, dealt)


# ---------------------------------------------------------------- the odds
def shot_damage(battle: Battle, attack: Attack, share: Share) -> odds.Chances:
    """The distribution of the damage of a shot."""
    attacker, target, weapon = battle.models[attack.attacker], battle.models[share.target], attack.weapon
    need = stability(battle, attacker, weapon, target, max(0, share.tokens))
    return damage_by(share.dice, need.total, armour(target, weapon).total, weapon)


def damage_by(dice: int, need: int, pierce: int, weapon: Weapon) -> odds.Chances:
    """The same by the numbers that both sides need."""
    return odds.scaled(damage_of(dice, need, pierce, weapon.perks.flurry), weapon.damage)


def preview_shot(battle: Battle, attack: Attack, share: Share) -> Preview:
    """The number needed, every modifier, and the exact chances of a shot before it is fired."""
    attacker, target, weapon = battle.models[attack.attacker], battle.models[share.target], attack.weapon
    need = stability(battle, attacker, weapon, target, max(0, share.tokens))
    pierce = armour(target, weapon)
    dice = share.dice
    hits = hits_of(dice, need.total, weapon.perks.flurry)
    damage = damage_by(dice, need.total, pierce.total, weapon)
    distance = battle.map.grid.distance(attacker.hex, target.hex)
    lines = [
        Line("target", target.name, mood="head"),
        Line("range", f"{distance} of {weapon.range}", rules=("MC-WEAP-1",)),
        Line("needs", f"{need.total}+ on {counted_dice(dice)}", need, need.rules),
        Line("armour", f"{pierce.total}+ costs {weapon.damage} each", pierce, ("MC-SHOOT-5", *pierce.rules)),
    ]
    chances = (
        Chance("at least one hit", odds.at_least(hits, 1)),
        Chance("any damage", odds.at_least(damage, 1)),
        Chance("destroys", odds.at_least(damage, target.integrity)),
    )
    spots = (attacker.hex, *(group[0] for group in battle.map.grid.between(attacker.hex, target.hex)), target.hex)
    lost = odds.mean(odds.capped(damage, target.integrity))
    return Preview(tuple(lines), chances, lost, LOST, sight=spots)


def hits_words(rolled: Checked) -> str:
    """What a roll to hit came to: 'no hit', '3 hits, 1 critical'; a six counts twice."""
    crits = rolled.faces.count(CRITICAL)
    return so_many(rolled.count + crits, "hit") + f", {crits} critical" * bool(crits)
