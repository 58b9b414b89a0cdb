"""What answers are worth to the greedy player."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.evaluation import action_worth, appraise
from tabletop_tui.rules.techcommander.battle import Battle
from tabletop_tui.rules.techcommander.moving_actions import ToMove
from tabletop_tui.rules.techcommander.passing import ToPass
from tabletop_tui.rules.techcommander.shooting import AimAt, HoldFire
from tabletop_tui.rules.techcommander.shooting_actions import ToAttack

__all__ = ["appraise"]


@action_worth.register
def _(action: AimAt, game: Game[Battle]) -> float:
    """The life to be expected, more for whoever may fall."""
    foreseen = action.preview()
    kills = sum(chance.probability for chance in foreseen.chances if chance.what == "eliminated")
    return (foreseen.expected or 0.0) * action.aim.target.ac + 10 * kills * action.aim.target.ac


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
