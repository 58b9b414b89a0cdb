"""The AI table (MC-AI): what a Malfunctioning model does instead of actions, of whatever faction it is."""

from __future__ import annotations

from functools import partial

from attrs import frozen

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.rules.mechcom import sight
from tabletop_tui.rules.mechcom.absence import always, gone, no_enemy
from tabletop_tui.rules.mechcom.attack import Attack, Share, refuse_target
from tabletop_tui.rules.mechcom.battle import Battle, Model
from tabletop_tui.rules.mechcom.declare import Declare
from tabletop_tui.rules.mechcom.move import Walk, no_move
from tabletop_tui.rules.mechcom.profiles import Weapon
from tabletop_tui.table.hexes import DIRECTION_NAMES, Hex


@frozen
class ConsultTable(Step):
    """No enemy within Sensors: ahead in a random direction; none in range: toward the nearest; else attack."""

    unit: str
    rules = ("MC-AI-1", "MC-AI-2", "MC-AI-3", "MC-AI-4", "MC-COND-9")
    title = "The AI table"

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        model = battle.models[self.unit]
        sensed = [enemy for enemy in battle.enemies(model) if sight.senses(battle, model, enemy.hex)]
        if not sensed:
            wander(game, model)
        elif attacks := machine_attacks(battle, model):
            if len(attacks) == 1:
                ((weapon, enemy),) = attacks
                game.push(machine_attack(model, weapon, enemy))
            else:
                game.push(ChooseMachineAttack(model.id))
        else:
            gap = {enemy.id: battle.map.grid.distance(model.hex, enemy.hex) for enemy in sensed}
            nearest = tuple(enemy.id for enemy in sensed if gap[enemy.id] == min(gap.values()))
            if len(nearest) == 1:
                game.push(Approach(model.id, nearest[0]))
            else:
                game.push(ChooseApproached(model.id, nearest))


def wander(game: Game, model: Model) -> None:
    """The whole Movement in a straight line along a direction rolled with a D6, numbered as for Blast (MC-AI-1)."""
    battle: Battle = game.state
    why = f"{model.name} wanders"
    (face,) = game.roll(Roll(model.seat or 0, why, 1))
    text = f"{why}: {face}, {DIRECTION_NAMES[face - 1]}"
    game.emit(Rolled(text, ("MC-AI-1",), model.seat, why, 6, (face,)))
    go(game, model, list(battle.map.grid.straight(model.hex, face - 1)), "MC-AI-1")


@frozen
class Approach(Step):
    """The whole Movement along the straight line of hexes toward an enemy, as far as the ground allows."""

    unit: str
    enemy: str
    rules = ("MC-AI-2",)

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        model, enemy = battle.models[self.unit], battle.models[self.enemy]
        game.emit(Event(f"{model.name} heads for {enemy.name}", self.rules, model.seat))
        line = [group[0] for group in battle.map.grid.between(model.hex, enemy.hex)]
        go(game, model, line, "MC-AI-2")


def go(game: Game, model: Model, line: list[Hex], rule: str) -> None:
    """Walk along a line until the Movement is used up or a hex cannot be entered or paid for."""
    battle: Battle = game.state
    refusal = no_move(model)
    if refusal is not None:
        game.emit(Event(refusal.why, (rule, refusal.rule), model.seat))
        return
    path, left, here = [], model.sheet.stats.movement, model.hex
    for spot in line:
        price = dict(battle.steps(model)[here]).get(spot)
        if price is None or price > left or not battle.free(spot):
            break
        path.append(spot)
        left -= price
        here = spot
    if path:
        game.push(Walk(model.id, tuple(path)))
    else:
        game.emit(Event(f"{model.name} cannot go that way", (rule,), model.seat))


def machine_attacks(battle: Battle, model: Model) -> list[tuple[Weapon, Model]]:
    """The weapons with the enemies that each could legally attack; unarmed is not a weapon here (MC-AI-3)."""
    return [
        (weapon, enemy)
        for weapon in model.sheet.weapons
        if model.ammo_left(weapon) != 0
        for enemy in battle.enemies(model)
        if refuse_target(battle, model, weapon, enemy) is None
    ]


def machine_attack(model: Model, weapon: Weapon, enemy: Model) -> Step:
    """One attack, without Energy; Spot tokens may still be consumed by its owner."""
    return Declare(Attack(model.id, weapon, 0, (Share(enemy.id, weapon.attacks),)))


@frozen
class ChooseMachineAttack(Ask):
    """With several weapons or enemies in range the owner chooses."""

    unit: str
    rules = ("MC-AI-3",)

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        model = battle.models[self.unit]
        options = [
            Option(f"{enemy.id}:{weapon.name}", f"{weapon.name} at {enemy.name}", target=enemy.id, rule="MC-AI-3")
            for weapon, enemy in machine_attacks(battle, model)
        ]
        prompt = f"{model.name} malfunctions and attacks: with what, whom?"
        loaded = [weapon for weapon in model.sheet.weapons if model.ammo_left(weapon) != 0]
        why_not = named(
            battle.models,
            no_enemy(battle, model, "MC-AI-3"),
            gone("MC-AI-3"),
            *(partial(refuse_target, battle, model, weapon) for weapon in loaded),
            always("cannot be attacked with that", "MC-AI-3"),
        )
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game, answer: Answer) -> None:
        battle: Battle = game.state
        model = battle.models[self.unit]
        enemy, _, name = answer.partition(":")
        weapon = model.weapon(name)
        assert weapon is not None
        game.push(machine_attack(model, weapon, battle.models[enemy]))


@frozen
class ChooseApproached(Ask):
    """Among enemies that are equally near the owner chooses whom the model heads for."""

    unit: str
    nearest: tuple[str, ...]
    rules = ("MC-AI-2",)

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        model = battle.models[self.unit]
        options = [Option(name, battle.models[name].name, target=name, rule="MC-AI-2") for name in self.nearest]
        prompt = f"{model.name} malfunctions: which enemy does it head for?"
        why_not = named(
            battle.models,
            no_enemy(battle, model, "MC-AI-2"),
            gone("MC-AI-2"),
            always("is not the nearest", "MC-AI-2"),
        )
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game, answer: Answer) -> None:
        game.push(Approach(self.unit, answer))
