"""What it is worth to a greedy player to aim a blast at a place: enemies that it takes, less friends."""

from __future__ import annotations

from math import dist

import numpy as np

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rulebook.answer_values import worth
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import ShellField, shell_tally
from tabletop_tui.rules.crimsondusk.shooting.blast_odds import Values, around
from tabletop_tui.rules.crimsondusk.shooting.blasts import ChooseSpot
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance

RING, FRIEND = 1.0, 2.0
"""The second rim of a blast, in units; and so much worse it is to catch a friend than it is good to catch an enemy."""
SCATTERED = 30
"""Degrees between the ways that a shot may scatter, as far as a computer looks at them."""
AMONG_FRIENDS = 0.01
"""How bad it is to aim near one's own where nobody else is caught."""


@worth.register
def _(ask: ChooseSpot, game: Game[Battle], answer: Answer) -> float:
    """Where most of what lies under the blast is the enemy's, on the point and all round it where it may scatter to."""
    field = game.asked_field(ask, ShellField)
    (spot,) = field.template(answer).spots
    mark = field.mark(spot)
    if isinstance(mark, Refusal):
        return 0.0
    on = chance(shell_tally(field.battle, field.unit, ask.shooter, mark))
    value = on * catch(field, np.array([spot])) + (1 - on) * catch(field, around(spot, SCATTERED))
    friends = (dist(spot, there) for one in field.battle.side(field.unit.seat) for there in one.models)
    return value - AMONG_FRIENDS / (1.0 + min(friends, default=0.0))


def catch(field: ShellField, places: Values) -> float:
    """The enemies that a blast takes less its own side's models, on average over places where it may land."""
    value, reach = 0.0, field.weapon.blast / 2 + RING
    for unit in field.battle.on_table():
        away = np.linalg.norm(places[:, None, :] - np.array(unit.models)[None, :, :], axis=2)
        under = float((away <= reach + unit.radius).sum()) / len(places)
        value += under if unit.seat != field.unit.seat else -FRIEND * under
    return value
