"""What hits do beyond damage (MC-SHOOT-6, MC-MELEE-6, MC-PERK): a flurry, conditions, heat, fire."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import HotReactor


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
