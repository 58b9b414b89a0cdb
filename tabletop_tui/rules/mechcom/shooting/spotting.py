"""Spotting (MC-SPOT): 3 dice for Spot tokens on a model in Sensors and in sight."""

from __future__ import annotations

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.shooting.shooting import height_bonus
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.unit_refusals import gone, no_enemy

SPOT_COST = 3
SPOT_DICE = Tally("Spot dice", 3, "Spot", "MC-SPOT-1")
SIX = Tally("Spot", 6, "a six", "MC-SPOT-1")


def refuse_spot(battle: Battle, spotter: Model, target: Model) -> Refusal | None:
    """Why this model cannot be Spotted (MC-SPOT-1, MC-COND-7)."""
    if not sight.senses(battle, spotter, target.hex):
        sensors = spotter.tally("sensors").total
        return Refusal(f"{target.name} is outside Sensors {sensors}", "MC-SPOT-1")
    return refuse_sensed(battle, spotter, target)


def refuse_sensed(battle: Battle, spotter: Model, target: Model) -> Refusal | None:
    """The same of one that is within its Sensors."""
    if "Invisible" in target.conditions:
        return Refusal(f"{target.name} is Invisible", "MC-COND-7")
    return sight.no_sight(battle, spotter, target)


def spot_dice(battle: Battle, spotter: Model, target: Model) -> Tally:
    """How many dice are rolled (MC-SPOT-2)."""
    tally = SPOT_DICE
    cover = sight.cover(battle, spotter, target)
    if cover.grade == sight.HALF:
        tally = tally.plus(-1, cover.reason, cover.rule, cover.spot)
    return tally.plus(height_bonus(battle, spotter, target), "height", "MC-ELEV-7")


def refuse_spotting(battle: Battle, spotter: Model) -> Refusal | None:
    """Why the active model cannot Spot at all."""
    if spotter.energy < SPOT_COST:
        return Refusal(f"{SPOT_COST} Energy needed, {spotter.energy} left", "MC-ACT-5")
    if not can_spot(battle, spotter):
        return Refusal("no enemy within Sensors and in sight", "MC-SPOT-1")
    return None


def can_spot(battle: Battle, spotter: Model) -> bool:
    """Whether there is any model to Spot: refuse_spot for all enemies, without the reasons."""
    posts, distance = sight.sensor_posts(battle, spotter), battle.map.grid.distance
    sensed = (
        enemy for enemy in battle.enemies(spotter) if any(distance(post, enemy.hex) <= reach for post, reach in posts)
    )
    return any(refuse_sensed(battle, spotter, enemy) is None for enemy in sensed)


@frozen
class ChooseSpotTarget(Ask):
    title = "Choose whom to Spot"
    says = "The owner chooses the enemy model to Spot."
    unit: str
    rules = ("MC-SPOT-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        spotter = battle.models[self.unit]
        options = [
            Option(enemy.id, enemy.name, refuse_spot(battle, spotter, enemy), target=enemy.id, rule="MC-SPOT-1")
            for enemy in battle.enemies(spotter)
        ]
        distance = battle.map.grid.distance
        options.sort(key=lambda o: (o.refusal is not None, distance(spotter.hex, battle.models[o.key].hex)))
        prompt = f"{spotter.name}: Spot whom?"
        why_not = named(battle.models, no_enemy(battle, spotter, "MC-SPOT-1"), gone("MC-SPOT-1"))
        return Pick(spotter.seat or 0, prompt, options, about=spotter.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Spot(self.unit, answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        spotter, target = battle.models[self.unit], battle.models[answer]
        dice = spot_dice(battle, spotter, target)
        tokens = odds.repeat((5 / 6, 1 / 6), dice.total)
        lines = (
            Line("target", target.name, mood="head"),
            Line("dice", f"{dice.total}, each 6 a token", dice, dice.rules),
        )
        spots = (spotter.hex, *(group[0] for group in battle.map.grid.between(spotter.hex, target.hex)), target.hex)
        chances = (Chance("a token or more", odds.at_least(tokens, 1)),)
        return Preview(lines, chances, odds.mean(tokens), "Spot tokens", sight=spots)


@frozen
class Spot(Step):
    title = "Spot"
    says = "Roll; every 6 puts a Spot token on the target."
    unit: str
    target: str
    rules = ("MC-SPOT-1", "MC-SPOT-2", "MC-SPOT-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        spotter, target = battle.models[self.unit], battle.models[self.target]
        spotter.energy -= SPOT_COST
        dice = spot_dice(battle, spotter, target)
        why, rules = f"{spotter.name} Spots {target.name}", ("MC-SPOT-1", *dice.rules)
        tokens = game.check(
            Check(spotter.seat or 0, why, SIX, dice=dice.total, rules=rules, pool=dice, counts="Spot token", bulk=True)
        ).count
        if tokens:
            target.spot += tokens
            text = f"{counted(tokens, 'Spot token')} on {target.name}, {target.spot} now"
            game.emit(Event(text, ("MC-SPOT-3",), spotter.seat))
