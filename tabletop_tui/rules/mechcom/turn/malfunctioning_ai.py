"""The AI table (MC-AI): what a Malfunctioning model does instead of actions, of whatever faction it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_target
from tabletop_tui.rules.mechcom.attacking.declare_attack import Declare
from tabletop_tui.rules.mechcom.moving.move_field import no_move, path_cost
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import Weapon
from tabletop_tui.rules.mechcom.state.unit_refusals import always, gone, no_enemy
from tabletop_tui.table.hexes import DIRECTION_NAMES, Hex


@frozen
class ConsultTable(Step):
    title = "The AI table"
    says = "No enemy within Sensors: ahead in a random direction; none in range: toward the nearest; else attack."
    unit: str
    rules = ("MC-AI-1", "MC-AI-2", "MC-AI-3", "MC-AI-4", "MC-COND-9")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        model = battle.models[self.unit]
        sensed = [enemy for enemy in battle.enemies(model) if sight.senses(battle, model, enemy.hex)]
        if not sensed:
            wander(game, model)
        elif attacks := machine_attacks(battle, model):
            if len(attacks) == 1:
                game.push(*attacks[0].steps())
            else:
                game.push(ChooseMachineAttack(model.id))
        else:
            gap = {enemy.id: battle.map.grid.distance(model.hex, enemy.hex) for enemy in sensed}
            nearest = tuple(enemy.id for enemy in sensed if gap[enemy.id] == min(gap.values()))
            if len(nearest) == 1:
                game.push(Approach(model.id, nearest[0]))
            else:
                game.push(ChooseApproached(model.id, nearest))


def wander(game: Game[Battle], model: Model) -> None:
    """The whole Movement in a straight line along a direction rolled with a D6, numbered as for Blast (MC-AI-1)."""
    battle = game.state
    check = Check(model.seat or 0, f"{model.name} wanders", rules=("MC-AI-1",))
    face = game.check(check, lambda rolled: DIRECTION_NAMES[rolled.face - 1]).face
    go(game, model, battle.map.grid.straight(model.hex, face - 1), "MC-AI-1")


@frozen
class Approach(Step):
    title = "Approach"
    says = "The whole Movement along the straight line of hexes toward an enemy, as far as the ground allows."
    unit: str
    enemy: str
    path: tuple[Hex, ...] = ()
    """The way as far as it is settled."""
    rules = ("MC-AI-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        model, enemy = battle.models[self.unit], battle.models[self.enemy]
        if not self.path:
            game.emit(Event(f"{model.name} heads for {enemy.name}", self.rules, model.seat))
        if cannot_go(game, model, "MC-AI-2"):
            return
        path, left = list(self.path), model.sheet.stats.movement - path_cost(battle, model, (model.hex, *self.path))
        for sides in battle.map.grid.between(model.hex, enemy.hex)[len(path) :]:
            prices = enterable(battle, model, path[-1] if path else model.hex, sides, left)
            if len(prices) > 1:
                game.push(ChooseSide(evolve(self, path=tuple(path)), tuple(prices)))
                return
            if not prices:
                break
            ((spot, price),) = prices.items()
            path.append(spot)
            left -= price
        walk(game, model, path, "MC-AI-2")


@frozen
class ChooseSide(Ask):
    title = "Choose a side"
    says = "Where the straight line runs exactly between two hexes that can both be entered, the owner chooses."
    approach: Approach
    sides: tuple[Hex, ...]
    rules = ("MC-AI-2",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model, enemy = battle.models[self.approach.unit], battle.models[self.approach.enemy]
        options = [Option(spot, f"By {spot}", target=spot, rule="MC-AI-2") for spot in self.sides]
        prompt = f"{model.name} heads for {enemy.name} exactly between two hexes: by which?"
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(evolve(self.approach, path=(*self.approach.path, answer)))


def enterable(battle: Battle, model: Model, here: Hex, spots: Iterable[Hex], left: int) -> dict[Hex, int]:
    """Those of the hexes next to `here` that can be entered with the Movement that is left, each with its price."""
    steps = dict(battle.steps(model)[here])
    return {spot: steps[spot] for spot in spots if battle.free(spot) and steps.get(spot, left + 1) <= left}


def go(game: Game[Battle], model: Model, line: Iterable[Hex], rule: str) -> None:
    """Walk along a line until the Movement is used up or a hex cannot be entered or paid for."""
    battle = game.state
    if cannot_go(game, model, rule):
        return
    path: list[Hex] = []
    left, here = model.sheet.stats.movement, model.hex
    for spot in line:
        prices = enterable(battle, model, here, (spot,), left)
        if not prices:
            break
        path.append(spot)
        left -= prices[spot]
        here = spot
    walk(game, model, path, rule)


def cannot_go(game: Game[Battle], model: Model, rule: str) -> bool:
    """Whether a model cannot move at all; if so, that is told."""
    refusal = no_move(model)
    if refusal is not None:
        game.emit(Event(refusal.why, (rule, refusal.rule), model.seat))
    return refusal is not None


def walk(game: Game[Battle], model: Model, path: Sequence[Hex], rule: str) -> None:
    """Walk a path; one that is empty is told."""
    if path:
        game.push(Walk(model.id, tuple(path)))
    else:
        game.emit(Event(f"{model.name} cannot go that way", (rule,), model.seat))


@frozen
class MachineAttack(Action):
    """An attack of a Malfunctioning model, without Energy; Spot tokens may still be consumed by its owner."""

    called = "Attack of a machine"
    model: Model
    weapon: Weapon
    enemy: Model
    rule = "MC-AI-3"
    says = "It attacks this enemy with this weapon."

    @property
    def key(self) -> str:
        return f"{self.enemy.id}:{self.weapon.name}"

    @property
    def label(self) -> str:
        return f"{self.weapon.name} at {self.enemy.name}"

    @property
    def target(self) -> str:
        return self.enemy.id

    def steps(self) -> Sequence[Step]:
        return [Declare(Attack(self.model.id, self.weapon, 0, (Share(self.enemy.id, self.weapon.attacks),)))]


def machine_attacks(battle: Battle, model: Model) -> list[MachineAttack]:
    """The weapons with the enemies that each could legally attack; unarmed is not a weapon here (MC-AI-3)."""
    return [
        MachineAttack(model, weapon, enemy)
        for weapon in model.sheet.weapons
        if model.ammo_left(weapon) != 0
        for enemy in battle.enemies(model)
        if refuse_target(battle, model, weapon, enemy) is None
    ]


@frozen
class ChooseMachineAttack(AskAction):
    title = "Choose the attack"
    says = "With several weapons or enemies in range the owner chooses."
    unit: str
    rules = ("MC-AI-3",)

    def actions(self, game: Game[Battle]) -> Sequence[MachineAttack]:
        return machine_attacks(game.state, game.state.models[self.unit])

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.unit]
        prompt = f"{model.name} malfunctions and attacks: with what, whom?"
        loaded = [weapon for weapon in model.sheet.weapons if model.ammo_left(weapon) != 0]
        why_not = named(
            battle.models,
            no_enemy(battle, model, "MC-AI-3"),
            gone("MC-AI-3"),
            *(partial(refuse_target, battle, model, weapon) for weapon in loaded),
            always("cannot be attacked with that", "MC-AI-3"),
        )
        return Pick(model.seat or 0, prompt, self.options(game), about=model.id, rules=self.rules, why_not=why_not)


@frozen
class ChooseApproached(Ask):
    title = "Choose whom to approach"
    says = "Among enemies that are equally near the owner chooses whom the model heads for."
    unit: str
    nearest: tuple[str, ...]
    rules = ("MC-AI-2",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
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

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Approach(self.unit, answer))
