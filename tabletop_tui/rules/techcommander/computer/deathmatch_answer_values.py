"""What answers are worth to the greedy player in a deathmatch: what to spawn, where, and what to do with chips."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rules.techcommander.anytime.air_strikes import ChooseSpot, SkyField, StrikeAt
from tabletop_tui.rules.techcommander.anytime.bombardment import caught
from tabletop_tui.rules.techcommander.anytime.kill_perks import Perk, ToAppeal, ToBoost, ToRaiseCap, ToScan
from tabletop_tui.rules.techcommander.computer.rough_shot_odds import KILL, worth_of
from tabletop_tui.rules.techcommander.computer.wanted_places import shelter, shortfall
from tabletop_tui.rules.techcommander.deployment.deploy_fields import DeployField
from tabletop_tui.rules.techcommander.deployment.spawning import ChooseSpawned, PlaceSpawned
from tabletop_tui.rules.techcommander.files.spawn_pool import stock
from tabletop_tui.rules.techcommander.skulls.claimer_moves import DECLINE, ChooseAnger
from tabletop_tui.rules.techcommander.skulls.skull_effects import ChooseGift, ChooseSpring
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.victory.wagers import NOBODY, ChooseWager

SEEKER = 0.8
"""What a trooper is worth who can go for the skull, where there is none yet."""
BRAVE = 3
"""Of so much AC a unit is trusted to win a wager."""


@worth.register
def _(ask: ChooseSpawned, game: Game[Battle], answer: Answer) -> float:
    """As much of the cap as can be, and somebody to fetch the skull."""
    known = stock(game.state, ask.seat)
    sheets = [known[key] for key in answer]
    seeks = any(sheet.on_foot for sheet in sheets) or any(unit.sheet.on_foot for unit in game.state.side(ask.seat))
    arms = sum(weapon.shots * weapon.damage for sheet in sheets for weapon in sheet.weapons)
    return sum(sheet.ac for sheet in sheets) + SEEKER * seeks + 0.005 * arms


@worth.register
def _(ask: PlaceSpawned, game: Game[Battle], answer: Answer) -> float:
    """Near to what is fought for, and in cover."""
    battle = game.state
    unit = battle.units[ask.unit]
    (end,), _ = game.asked_field(ask, DeployField).places(answer)
    return shelter(battle, unit, end) - shortfall(battle, unit, end)


@worth.register
def _(ask: ChooseWager, game: Game[Battle], answer: Answer) -> float:
    return 0.0 if answer == NOBODY else float(game.state.units[answer].ac - BRAVE)


@worth.register
def _(ask: ChooseAnger, game: Game[Battle], answer: Answer) -> float:
    return float(answer != DECLINE)


@worth.register
def _(ask: ChooseSpring, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "cap")


@worth.register
def _(ask: ChooseGift, game: Game[Battle], answer: Answer) -> float:
    return -worth_of(game.state.units[answer])


@worth.register
def _(ask: ChooseSpot, game: Game[Battle], answer: Answer) -> float:
    """Enemies who are caught, less friends."""
    battle = game.state
    spots = game.asked_field(ask, SkyField).template(answer).spots
    return sum(side(battle, unit, ask.seat) * unit.ac for unit in caught(battle, spots))


def side(battle: Battle, unit: Unit, seat: int) -> int:
    return -1 if battle.allied(unit.seat, seat) else 1


@action_worth.register
def _(action: StrikeAt, game: Game[Battle]) -> float:
    foreseen, target = action.preview(), action.unit
    kills = sum(chance.probability for chance in foreseen.chances)
    return worth_of(target) * ((foreseen.expected or 0.0) / FULL_LIFE + KILL * kills)


@action_worth.register
def _(action: Perk, game: Game[Battle]) -> float:
    """The dearer the better, once it can be paid."""
    return float(action.chips)


@action_worth.register
def _(action: ToRaiseCap, game: Game[Battle]) -> float:
    return 0.5


@action_worth.register
def _(action: ToBoost | ToAppeal | ToScan, game: Game[Battle]) -> float:
    return -1.0
