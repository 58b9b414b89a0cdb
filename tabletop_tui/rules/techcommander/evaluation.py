"""What answers are worth to the greedy player."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.evaluation import action_worth, appraise, worth
from tabletop_tui.rules.techcommander.battle import Battle
from tabletop_tui.rules.techcommander.movement import ChooseMove
from tabletop_tui.rules.techcommander.movement_limits import MoveField
from tabletop_tui.rules.techcommander.moving_actions import ToMove
from tabletop_tui.rules.techcommander.passing import ToPass
from tabletop_tui.rules.techcommander.shooting import AimAt, HoldFire, ToFire
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
    """The life to be expected, more for whoever may fall."""
    foreseen = action.preview()
    kills = sum(chance.probability for chance in foreseen.chances if chance.what == "eliminated")
    return (foreseen.expected or 0.0) * action.aim.target.ac + 10 * kills * action.aim.target.ac


@action_worth.register
def _(action: ToFire, game: Game[Battle]) -> float:
    """All that it could do."""
    return 0.1 * action.weapon.shots * action.weapon.damage


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
