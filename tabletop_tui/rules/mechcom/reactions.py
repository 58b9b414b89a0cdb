"""Reactive abilities (MC-TAG-4): offered to the owner of a target when their trigger happens."""

from __future__ import annotations

from attrs import evolve, frozen

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.mechcom.attack import Attack, RollAttack, Share
from tabletop_tui.rules.mechcom.battle import Battle, Model
from tabletop_tui.rules.mechcom.move import ChooseMove, MoveField, no_move
from tabletop_tui.rules.mechcom.profiles import Ability, Evade, Shield


def reactions_to(battle: Battle, attack: Attack, share: Share) -> list[Step]:
    """What the target's owner may be asked: one question for each reactive ability that this attack triggers."""
    target = battle.models[share.target]
    return [
        OfferReaction(attack, share, ability.name)
        for ability in target.sheet.abilities
        if ability.timing == "reactive"
        and triggered(ability, attack)
        and refuse_reaction(battle, target, ability) is None
    ]


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
    """The owner of the target is asked whether to use a Reactive ability; its cost is paid at once."""

    attack: Attack
    share: Share
    ability: str
    rules = ("MC-TAG-4",)

    def describe(self, game: Game) -> str:
        return f"React with {self.ability}?"

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        model = battle.models[self.share.target]
        ability = model.ability(self.ability)
        assert ability is not None
        refusal = refuse_reaction(battle, model, ability)
        attacker = battle.models[self.attack.attacker]
        options = [
            Option("react", f"{ability.name}: {ability.text}", refusal, f"{ability.cost} Energy", rule="MC-TAG-4"),
            Option("let", "Do not react", rule="MC-TAG-4"),
        ]
        prompt = f"{attacker.name} attacks {model.name} with {self.attack.weapon.name}: react?"
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules)

    def take(self, game: Game, answer: Answer) -> None:
        if answer != "react":
            return
        battle: Battle = game.state
        model = battle.models[self.share.target]
        ability = model.ability(self.ability)
        assert ability is not None
        spend(model, ability)
        game.emit(Event(f"{model.name} reacts: {ability.name}", self.rules, model.seat))
        if isinstance(ability.effect, Shield):
            _strengthen(game, self.attack, self.share, ability.effect.armour)
        elif isinstance(ability.effect, Evade):
            game.push(ChooseMove(model.id, 0, ability.effect.hexes))


def _strengthen(game: Game, attack: Attack, share: Share, armour: int) -> None:
    """Add to the Armour of the roll of this very attack, which waits on the agenda."""
    for number in range(len(game.agenda) - 1, -1, -1):
        step = game.agenda[number]
        if isinstance(step, RollAttack) and step.attack == attack and step.share == share:
            game.agenda[number] = evolve(step, armour=step.armour + armour)
            return
