"""What answers are worth to the greedy player, in AC: the enemy's that it takes, and its own that it keeps."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.reactions import Offered
from tabletop_tui.rulebook.answer_values import action_worth, appraise, worth
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.passing import ToPass
from tabletop_tui.rules.techcommander.activation.smoke_launching import LaunchSmoke
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.digging_in import ToDeclare
from tabletop_tui.rules.techcommander.aiming.return_fire import ToReturn
from tabletop_tui.rules.techcommander.anytime.group_questions import ToRally, ToTurn
from tabletop_tui.rules.techcommander.computer import deathmatch_answer_values
from tabletop_tui.rules.techcommander.computer.rough_shot_odds import KILL, best_from, worth_of
from tabletop_tui.rules.techcommander.computer.wanted_places import HUNT, PULL, attacks, shelter, shortfall
from tabletop_tui.rules.techcommander.deployment.deploy_fields import DeployField
from tabletop_tui.rules.techcommander.deployment.deployment import CONTENT, ChooseDeployed, Content, PlaceUnit
from tabletop_tui.rules.techcommander.deployment.hot_drops import AnnounceDrops
from tabletop_tui.rules.techcommander.deployment.raid_drops import ChoosePoint, PointField
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.reactions.covering_fire import FireAtMover
from tabletop_tui.rules.techcommander.shooting.attack_choices import (
    AimAt,
    ChooseWeapon,
    HoldFire,
    ToFire,
    ToLink,
    ToLoad,
    ToLob,
    ToSplit,
)
from tabletop_tui.rules.techcommander.shooting.defensive_gear_window import ApplyGear
from tabletop_tui.rules.techcommander.shooting.fire_or_change import Change, FireAllTheSame, Withdraw
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.turn.actions import ToMove
from tabletop_tui.rules.techcommander.turn.activation_order import ToName
from tabletop_tui.rules.techcommander.unit_actions.shooting_actions import ToAttack, ToFireAndCover
from tabletop_tui.rules.techcommander.unit_actions.stance_actions import ToDigIn, ToPostUp
from tabletop_tui.rules.techcommander.victory.objectives import left_to_destroy
from tabletop_tui.rules.techcommander.ways.dodging import ToDodge
from tabletop_tui.rules.techcommander.ways.move_field import MoveField

__all__ = ["appraise", "deathmatch_answer_values"]
OBJECTIVE = 4.0
"""What a piece that is to be destroyed is worth to whoever attacks it."""
HALF_SPEED = 0.5
DUG_IN, POSTED = 0.08, 0.1
"""What it is worth to wait, where there is nothing to shoot at and nowhere to go."""
AFTER_MOVING = 0.8
"""The worth of a shot after a move that has still to be made."""
ROUNDED = 1.0 + 1e-9
"""The sum of all chances may be so much."""
RAID_FROM = 28.0
"""So far from the nearest enemy a raid comes, in centimetres."""


# ---------------------------------------------------------------- shots
def value_of(target: Unit | Feature | object, battle: Battle, seat: int) -> float:
    """What the whole life of a target is worth to a player."""
    if isinstance(target, Unit):
        return worth_of(target)
    wanted = isinstance(target, Feature) and attacks(battle, seat) and target in left_to_destroy(battle)
    return OBJECTIVE if wanted else 0.0


@action_worth.register
def _(action: AimAt, game: Game[Battle]) -> float:
    return aim_worth(action)


def aim_worth(action: AimAt) -> float:
    """The life to be expected, more for whoever may fall."""
    outcome = action.outcome
    kills = outcome.ends.get("eliminated", 0.0) + outcome.ends.get("destroyed", 0.0)
    return worth_of_loss(action, outcome.expected, kills)


def most_worth(action: AimAt) -> float:
    """The same if every die hits."""
    aim, behind = shot_odds.struck(action.aim), action.behind
    lost = shot_odds.loss(aim, action.dice, behind)
    return worth_of_loss(action, lost, float(shot_odds.end(aim, lost, behind) in ("eliminated", "destroyed")))


def worth_of_loss(action: AimAt, lost: float, kills: float) -> float:
    """The worth of so much life, if whoever has it falls with this chance."""
    target = action.behind or action.aim.target
    life = target.life if isinstance(target, Unit) else FULL_LIFE
    value = value_of(target, action.aim.battle, action.aim.unit.seat)
    return value * (min(lost, max(0, life)) / FULL_LIFE + KILL * kills)


def best_shot(asked: ChooseWeapon, game: Game[Battle], best: float = 0.0) -> float:
    """The best that the shot in hand could do, if that is better than `best`, else this.

    Targets that cannot be worth as much, were every die to hit, are not looked at.
    """
    for one in aims(asked, game):
        if can_be_worth(one, best) and one.refuse() is None:
            best = max(best, aim_worth(one))
    return best


def can_be_worth(action: AimAt, least: float) -> bool:
    """Whether a shot could be worth more, were every die to hit; whoever loses all his life is not asked how much."""
    target = action.behind or action.aim.target
    whole = value_of(target, action.aim.battle, action.aim.unit.seat) * (1.0 + KILL)
    return ROUNDED * whole > least and ROUNDED * most_worth(action) > least


def aims(asked: ChooseWeapon, game: Game[Battle]) -> Iterable[AimAt]:
    """All that could be aimed at, in no order: those of the question that waits, or of one that would follow."""
    if game.agenda[-1] is asked:
        return (one for one in asked.actions_now(game) if isinstance(one, AimAt))
    salvo = asked.salvo(game.state)
    return () if salvo is None else asked.aims(game.state, salvo)


@action_worth.register(ToFire | ToLink | ToLoad | ToLob)
def _(action: ToFire | ToLink | ToLoad | ToLob, game: Game[Battle]) -> float:
    """As much as the best shot with it, if that is better than the best one without."""
    (then,) = action.steps()
    assert isinstance(then, ChooseWeapon)
    least = best_shot(action.asked, game) + 0.001
    best = best_shot(then, game, least)
    return best - 0.0001 if best > least else -1.0


@action_worth.register
def _(action: ToSplit | Change | Withdraw, game: Game[Battle]) -> float:
    return -1.0


@action_worth.register
def _(action: HoldFire, game: Game[Battle]) -> float:
    return 0.0001


@action_worth.register
def _(action: FireAllTheSame, game: Game[Battle]) -> float:
    return 1.0


# ---------------------------------------------------------------- reactions
@action_worth.register
def _(action: FireAtMover | ToReturn | ApplyGear | ToDodge | ToDeclare, game: Game[Battle]) -> float:
    return 1.0


@action_worth.register
def _(action: LaunchSmoke, game: Game[Battle]) -> float:
    """Smoke lies in the way of its own shots as well."""
    return -0.1


@action_worth.register
def _(action: Offered, game: Game[Battle]) -> float:
    return 0.1


@action_worth.register(ToRally | ToTurn)
def _(action: Action, game: Game[Battle]) -> float:
    """Both cost nothing and can be done again and again: the computer leaves groups and bases as they are."""
    return -2.0


# ---------------------------------------------------------------- who acts, and how
def shoots(battle: Battle, unit: Unit) -> float:
    """The worth of its best volley from where it stands."""
    return best_from(battle, unit, unit.at) if unit.models else 0.0


def going(battle: Battle, unit: Unit, share: float = 1.0) -> float:
    """What a move brings, if it leads straight to where the unit wants to be."""
    if not unit.models:
        return 0.0
    return min(shortfall(battle, unit, unit.at), share * unit.speed * (PULL + HUNT))


@action_worth.register
def _(action: ToName, game: Game[Battle]) -> float:
    """Whoever has the best shot first, then who has furthest to go."""
    return max(shoots(action.battle, unit) + 0.5 * going(action.battle, unit) for unit in action.units)


@action_worth.register
def _(action: ToAttack, game: Game[Battle]) -> float:
    """Where it can shoot at once it need not move; where it cannot, it may find somebody on its way."""
    now, move = shoots(action.battle, action.unit), going(action.battle, action.unit)
    return max(now, AFTER_MOVING * move + 0.01) + 0.3 * move


@action_worth.register
def _(action: ToFireAndCover, game: Game[Battle]) -> float:
    """A shot from here and half a move."""
    now = shoots(action.battle, action.unit)
    return now + 0.9 * going(action.battle, action.unit, HALF_SPEED) + 0.02 if now > 0 else -0.5


@action_worth.register
def _(action: ToMove, game: Game[Battle]) -> float:
    return going(action.battle, action.unit)


@action_worth.register
def _(action: ToDigIn, game: Game[Battle]) -> float:
    return -0.5 if action.unit.dug_in else DUG_IN


@action_worth.register
def _(action: ToPostUp, game: Game[Battle]) -> float:
    covers = action.unit.posted is not None
    return POSTED if not covers and going(action.battle, action.unit) <= 0.0 else -0.1


@action_worth.register
def _(action: UnitAction, game: Game[Battle]) -> float:
    return -0.2


@action_worth.register
def _(action: ToPass, game: Game[Battle]) -> float:
    return -1.0


# ---------------------------------------------------------------- where to
def then_shoots(game: Game[Battle], ask: Ask) -> bool:
    """Whether the unit fires after this move, in the same action."""
    below = game.agenda[-2] if len(game.agenda) > 1 else None
    return isinstance(below, ChooseWeapon)


@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    """Nearer to what is fought for, into cover, and to where the shot that follows is best."""
    battle = game.state
    unit = battle.units[ask.unit]
    (end,), _ = game.asked_field(ask, MoveField).places(answer)
    value = shelter(battle, unit, end) - shortfall(battle, unit, end) - 0.001 * dist(end, unit.at)
    return value + best_from(battle, unit, end) if then_shoots(game, ask) else value


# ---------------------------------------------------------------- before the battle
@worth.register
def _(ask: AnnounceDrops, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "done")


@worth.register
def _(ask: ChooseDeployed, game: Game[Battle], answer: Answer) -> float:
    """The largest first, while there is room."""
    return float(game.state.units[answer].ac)


@worth.register
def _(ask: PlaceUnit, game: Game[Battle], answer: Answer) -> float:
    """As near as may be to what is fought for, and to the middle."""
    battle = game.state
    unit = battle.units[ask.unit]
    (end,), _ = game.asked_field(ask, DeployField).places(answer)
    middle = (battle.table.width / 2, battle.table.height / 2)
    return shelter(battle, unit, end) - shortfall(battle, unit, end) - 0.02 * dist(end, middle)


@worth.register
def _(ask: Content, game: Game[Battle], answer: Answer) -> float:
    return float(answer == CONTENT)


@worth.register
def _(ask: ChoosePoint, game: Game[Battle], answer: Answer) -> float:
    """Not upon the enemy, and not so far that nobody comes in range."""
    (spot,) = game.asked_field(ask, PointField).template(answer).spots
    enemies = game.state.enemies(ask.seat)
    return -abs(min((dist(spot, enemy.at) for enemy in enemies), default=RAID_FROM) - RAID_FROM)
