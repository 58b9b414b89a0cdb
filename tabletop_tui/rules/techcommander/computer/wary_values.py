"""What answers are worth to whoever looks ahead: as to the greedy player, less what may be lost by standing there.

The greedy player asks of a place how well he shoots from it. Here it is also asked who could shoot at it: each enemy
with the best that it carries, from where it stands and, less surely, from half a move nearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, exp, radians

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rules.techcommander.aiming.ready_weapons import link_limit
from tabletop_tui.rules.techcommander.computer import answer_values
from tabletop_tui.rules.techcommander.computer.answer_values import then_shoots
from tabletop_tui.rules.techcommander.computer.rough_shot_odds import (
    KILL,
    Volley,
    best_at,
    best_from,
    hidden_at,
    worth_of,
)
from tabletop_tui.rules.techcommander.computer.wanted_places import shortfall
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing
from tabletop_tui.skirmish.unit_place_fields import heading
from tabletop_tui.table.deterministic_math import cos
from tabletop_tui.table.points import Spot

FEAR = 0.4
"""What may be lost to the enemies' fire counts for so much of itself: not all of them will fire at this unit."""
COMES = 0.4
"""The same of what an enemy could take who came nearer first, half hidden as a rule."""
HALF_HIDDEN = 0.3


def appraise(game: Game[Battle], answer: Answer) -> float:
    """The worth of an answer to the question that waits, in AC."""
    ask = game.agenda[-1]
    if isinstance(ask, ChooseMove):
        return place_worth(ask, game, answer)
    if isinstance(ask, ChooseFacing):
        return facing_worth(ask, game, answer)
    return answer_values.appraise(game, answer)


def place_worth(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    """Nearer to what is fought for, out of the enemies' fire, and to where the shot that follows is best."""
    battle = game.state
    unit = battle.units[ask.unit]
    (end,), _ = game.asked_field(ask, MoveField).places(answer)
    value = -shortfall(battle, unit, end) - 0.001 * dist(end, unit.at) - FEAR * danger(battle, unit, end)
    return value + best_from(battle, unit, end) if then_shoots(game, ask) else value


def facing_worth(ask: ChooseFacing, game: Game[Battle], answer: Answer) -> float:
    """Towards the nearest enemy: 1 for straight at it, -1 for the back."""
    battle = game.state
    unit = battle.units[ask.unit]
    _, facing = game.asked_field(ask, MoveField).places(answer)
    enemies = [enemy.at for enemy in battle.enemies(unit.seat) if not enemy.eliminated]
    nearest = min(enemies, key=lambda spot: dist(spot, unit.at), default=None)
    return cos(radians(facing - heading(unit.at, nearest))) if nearest is not None else 0.0


def danger(battle: Battle, unit: Unit, spot: Spot) -> float:
    """What the enemies may take of a unit at a place, in AC; never more than it is worth."""
    taken = sum(danger_from(battle, enemy, unit, spot) for enemy in battle.enemies(unit.seat) if not enemy.eliminated)
    whole = worth_of(unit) * (1.0 + KILL)
    return whole * (1.0 - exp(-taken / whole))


def danger_from(battle: Battle, enemy: Unit, unit: Unit, spot: Spot) -> float:
    """What one enemy may take with one volley: from where it stands, or, less surely, from half a move nearer."""
    carried = list(all_volleys(enemy))
    away = max(0.0, dist(spot, enemy.at) - unit.radius - enemy.radius)
    stays = best_at(carried, enemy, unit, away, 0.0, 0.0)
    if stays > 0.0:  # in the open nothing is worth less than behind cover
        stays = best_at(carried, enemy, unit, away, hidden_at(battle, enemy, unit, spot), 0.0)
    step = enemy.speed / 2
    nearest = min((weapon.min for weapon, _ in carried), default=0.0)
    comes = best_at(carried, enemy, unit, max(nearest, away - step), HALF_HIDDEN, step)
    return max(stays, COMES * comes)


def all_volleys(unit: Unit) -> Iterator[Volley]:
    """Each weapon that it carries, used this turn or not, with as many copies as may be linked."""
    if unit.abandoned:
        return
    carried = [weapon for copy, weapon in unit.weapons().items() if not weapon.repairs and unit.left(copy) != 0]
    for weapon in dict.fromkeys(carried):
        yield weapon, min(carried.count(weapon), link_limit(unit, weapon))
