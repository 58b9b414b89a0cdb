"""What answers are worth to the greedy player."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.evaluation import action_worth, appraise, worth
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.defences import Change
from tabletop_tui.rules.techcommander.movement import ChooseMove
from tabletop_tui.rules.techcommander.movement_limits import MoveField
from tabletop_tui.rules.techcommander.moving_actions import ToMove
from tabletop_tui.rules.techcommander.passing import ToPass
from tabletop_tui.rules.techcommander.shooting import (
    AimAt,
    ChooseWeapon,
    HoldFire,
    ToFire,
    ToLink,
    ToLoad,
    ToLob,
    ToSplit,
)
from tabletop_tui.rules.techcommander.shooting_actions import ToAttack
from tabletop_tui.table.bases import apart

__all__ = ["appraise"]
REACH = 18.0
"""So near to an enemy, in centimetres, most weapons are in range."""


@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    """Toward the nearest enemy until it is in range, and no further than need be."""
    unit = game.state.units[ask.unit]
    (end,), _ = game.asked_field(ask, MoveField).places(answer)
    enemies = [enemy for enemy in game.state.enemies(unit.seat) if not enemy.eliminated]
    nearest = min((apart(end, enemy.at) for enemy in enemies), default=0.0)
    return -max(0.0, nearest - REACH) - 0.05 * apart(end, unit.at)


@action_worth.register
def _(action: AimAt, game: Game[Battle]) -> float:
    return aim_worth(action)


def aim_worth(action: AimAt) -> float:
    """The life to be expected, more for whoever may fall."""
    foreseen = action.preview()
    target = action.behind or action.aim.target
    value = target.ac if isinstance(target, Unit) else 0.01
    kills = sum(chance.probability for chance in foreseen.chances if chance.what == "eliminated")
    return (foreseen.expected or 0.0) * value + 10 * kills * value


def best_shot(asked: ChooseWeapon, battle: Battle) -> float:
    """The best that the shot in hand could do."""
    salvo = asked.salvo(battle)
    targets = asked.targets(battle, salvo) if salvo is not None else []
    return max((aim_worth(one) for one in targets if one.refuse() is None), default=0.0)


@action_worth.register(ToFire | ToLink | ToLoad | ToLob)
def _(action: ToFire | ToLink | ToLoad | ToLob, game: Game[Battle]) -> float:
    """As much as the best shot with it, if that is better than the best one without."""
    (then,) = action.steps()
    assert isinstance(then, ChooseWeapon)
    best = best_shot(then, game.state)
    return best - 0.001 if best > best_shot(action.asked, game.state) + 0.01 else -1.0


@action_worth.register
def _(action: ToSplit | Change, game: Game[Battle]) -> float:
    return -1.0


@action_worth.register
def _(action: HoldFire, game: Game[Battle]) -> float:
    return 0.01


@action_worth.register
def _(action: ToAttack, game: Game[Battle]) -> float:
    return 2.0


@action_worth.register
def _(action: ToMove, game: Game[Battle]) -> float:
    return 1.0


@action_worth.register
def _(action: ToPass, game: Game[Battle]) -> float:
    return -1.0
