"""What an answer is worth to the seat that is asked, at once and by expectation: the valuation of a greedy player.

The unit of worth is a soldier of the enemy. Chances come from the same tallies and tables that a player sees.
"""

from __future__ import annotations

from math import dist

from tabletop_tui.engine import odds
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rulebook.answer_values import appraise as appraise
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, assault_bonus
from tabletop_tui.rules.pmc2640.computer.wanted_places import goals
from tabletop_tui.rules.pmc2640.damage.damage import assault_table, hit_counts, shooting_table
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.moving.reserves import IN_LINE, NO_MORE, ChooseClosestShot, ChooseReserve, PlaceReserve
from tabletop_tui.rules.pmc2640.orders.actions import (
    MOVE_EXTRA,
    ToAdvance,
    ToAssault,
    ToCheck,
    ToDemolish,
    ToDesignate,
    ToEnter,
    ToFire,
    ToLeave,
    ToMove,
)
from tabletop_tui.rules.pmc2640.orders.special_actions import LeaveBuilding, Mark
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import ChooseReaction, reactors
from tabletop_tui.rules.pmc2640.shooting.attack_odds import fate_of
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.markerlight_targets import gunners
from tabletop_tui.rules.pmc2640.shooting.shooting import ChooseWeapon
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import Order, targets, weapon_range, weapons_for
from tabletop_tui.rules.pmc2640.shooting.target_choice import DestroyPiece, HoldFire, ShootAt
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import half_of
from tabletop_tui.rules.pmc2640.turn.activation import ChooseCoordinated, ToCoordinate
from tabletop_tui.rules.pmc2640.turn.fleeing import TakeCover
from tabletop_tui.rules.pmc2640.turn.setup import FIRST, ChooseHalf, strength
from tabletop_tui.rules.pmc2640.turn.turn import ChooseRerolls, ChooseUnit
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.placing_without_move import StandField
from tabletop_tui.table.bases import centre

POINT = 0.3
"""A Suppression point on an enemy."""
SUPPRESSES, BREAKS = 1.5, 2.0
"""Keeping an enemy from acting next, and sending it running."""
DAMAGE = 1.0
"""A Damage point on a vehicle."""
COVER = 1.0
NEAR = 0.25
"""Each inch nearer to where a unit wants to be."""
CHECK = 6.0
COORDINATE, ENTER = 0.8, 0.4
LEAVE_GOAL, ARRIVED = -0.5, 2.0
"""Going away from the objective, and how near to it a unit is there, in inches."""
PIECE = 0.2
"""A wall or building without anybody behind it."""


# ---------------------------------------------------------------- shots and assaults
def shot_worth(battle: Battle, attack: Attack) -> float:
    """What a shot takes from the enemy, by expectation."""
    if attack.piece:
        hidden = battle.in_building(attack.piece)
        hits = hit_counts(firepower(battle, attack).total, defence(battle, attack).total)
        shooter = battle.units[attack.shooter]
        return odds.at_least(hits, 1) * (3.0 if hidden is not None and hidden.seat != shooter.seat else PIECE)
    target = battle.units[attack.target]
    hits = hit_counts(firepower(battle, attack).total, defence(battle, attack).total)
    table = shooting_table(target, crossfire(battle, battle.units[attack.shooter], target))
    if target.vehicle:
        return odds.mean(hits) * table.chances()[1] * DAMAGE + odds.mean(hits) * table.chances()[2] * 2 * DAMAGE
    fate = fate_of(target, hits, table)
    value = fate.lost + POINT * fate.points
    if not target.suppressed:
        value += SUPPRESSES * (fate.suppressed + fate.destroyed)
    if not target.broken:
        value += BREAKS * (fate.broken + fate.destroyed)
    return value


def best_shot(battle: Battle, unit: Unit, order: Order) -> float:
    """The worth of a unit's best shot now, 0 if there is none."""
    found = 0.0
    for target, refusal in targets(battle, unit, order):
        if refusal is None:
            for weapon in weapons_for(battle, unit, target, order):
                found = max(found, shot_worth(battle, Attack(unit.id, target.id, weapon, order)))
    return found


def assault_worth(battle: Battle, unit: Unit, target: Unit) -> float:
    """What an assault wins less what it risks: both sides' first rolls, and the reaction fire before them."""
    if target.broken:
        return target.left + 2.0
    mine = odds.mean(hit_counts(assault_bonus(unit).total, target.type.defence))
    theirs = odds.mean(hit_counts(assault_bonus(target).total, unit.type.defence))
    fire = sum(
        shot_worth(battle, Attack(enemy.id, unit.id, "main", "reaction"))
        for enemy in reactors(battle, unit, target, ())
        if "main" in weapons_for(battle, enemy, unit, "reaction")
    )
    kill = assault_table(target.type).chances()[2]
    steady = target.morale * 2 + 1 - target.suppression
    return 3.0 * kill * (mine - theirs * 1.2) + (2.0 if mine * 1.5 >= steady else 0.0) - fire


# ---------------------------------------------------------------- where to be
def place_worth(battle: Battle, unit: Unit) -> float:
    """What it is worth to stand where a unit stands: near a goal, in cover."""
    near = min(max(0.0, dist(centre(unit.models), goal) - 1) for goal in goals(battle, unit))
    return -NEAR * near + (COVER if not unit.vehicle and sight.cover(battle, None, unit) else 0.0)


def nearest_enemy(battle: Battle, unit: Unit) -> float:
    return min((distances.distance(battle, unit, enemy) for enemy in battle.enemies(unit.seat)), default=99.0)


# ---------------------------------------------------------------- answers, in the order of a turn
@worth.register
def _(ask: ChooseHalf, game: Game[Battle], answer: Answer) -> float:
    return sum(strength(game.state.units[name]) for name, half in answer.items() if half == FIRST)


@worth.register
def _(ask: ChooseRerolls, game: Game[Battle], answer: Answer) -> float:
    return float(answer)


@worth.register
def _(ask: ChooseReserve, game: Game[Battle], answer: Answer) -> float:
    return {NO_MORE: 0.0, IN_LINE: 0.5}.get(answer, 1.0)


@worth.register
def _(ask: PlaceReserve, game: Game[Battle], answer: Answer) -> float:
    return _stand(game, ask, answer)


@worth.register
def _(ask: LeaveBuilding, game: Game[Battle], answer: Answer) -> float:
    return _stand(game, ask, answer)


def _stand(game: Game[Battle], ask: PlaceReserve | LeaveBuilding, answer: Answer) -> float:
    field = getattr(game.question, "field", None)
    assert isinstance(field, StandField)
    unit = game.state.units[ask.unit]
    return place_worth(game.state, unit.at(field.places(answer)[0]))


@worth.register
def _(ask: ChooseClosestShot, game: Game[Battle], answer: Answer) -> float:
    return float(answer != "hold")


@worth.register
def _(ask: ChooseUnit, game: Game[Battle], answer: Answer) -> float:
    """The unit with the best shot first; those that only move later."""
    if answer == "quit":
        return -10.0
    battle = game.state
    unit = battle.units[answer]
    return best_shot(battle, unit, "fire") + (0.5 if unit.type.markerlights else 0.0) - bool(unit.type.command) * 0.2


@worth.register
def _(ask: ChooseCoordinated, game: Game[Battle], answer: Answer) -> float:
    return 0.1 if answer == "enough" else 0.2 + best_shot(game.state, game.state.units[answer], "fire")


# ---------------------------------------------------------------- actions: what each promises before its details
@action_worth.register
def _(action: ToFire, game: Game[Battle]) -> float:
    return best_shot(action.battle, action.unit, "fire")


@action_worth.register
def _(action: ToAssault, game: Game[Battle]) -> float:
    battle, unit = action.battle, action.unit
    enemies = [
        e for e in battle.enemies(unit.seat) if distances.distance(battle, unit, e) <= unit.type.move + MOVE_EXTRA
    ]
    return max((assault_worth(battle, unit, enemy) for enemy in enemies), default=-1.0)


@action_worth.register
def _(action: ToCheck, game: Game[Battle]) -> float:
    return CHECK


@action_worth.register
def _(action: ToDemolish, game: Game[Battle]) -> float:
    return 2 * CHECK


@action_worth.register
def _(action: ToCoordinate, game: Game[Battle]) -> float:
    return COORDINATE


@action_worth.register
def _(action: ToDesignate, game: Game[Battle]) -> float:
    return 1.0 if gunners(action.battle, action.unit) else 0.0


@action_worth.register
def _(action: ToEnter, game: Game[Battle]) -> float:
    return ENTER


@action_worth.register
def _(action: ToMove, game: Game[Battle]) -> float:
    return going_worth(action.battle, action.unit, action.allowance)


@action_worth.register
def _(action: ToLeave, game: Game[Battle]) -> float:
    return going_worth(action.battle, action.unit, action.unit.type.move)


@action_worth.register
def _(action: ToAdvance, game: Game[Battle]) -> float:
    """Besides the way, the shot at its end."""
    battle, unit = action.battle, action.unit
    value = going_worth(battle, unit, unit.type.move)
    if arrived(battle, unit) or nearest_enemy(battle, unit) > weapon_range(unit, "main") + unit.type.move:
        return value
    return value + max(0.3, best_shot(battle, unit, "advance"))


def going_worth(battle: Battle, unit: Unit, allowance: int) -> float:
    """Going somewhere: the inches it brings nearer; less than nothing for who stands where it should."""
    return LEAVE_GOAL if arrived(battle, unit) else NEAR * min(to_go(battle, unit), allowance)


def arrived(battle: Battle, unit: Unit) -> bool:
    """Whether a unit stands at the objective."""
    true = any(place.state == "true" for place in battle.locations.values())
    return true and to_go(battle, unit) <= ARRIVED


def to_go(battle: Battle, unit: Unit) -> float:
    """How far it is to the nearest goal, in inches; out of a building it is not known yet."""
    return min(dist(centre(unit.models), goal) for goal in goals(battle, unit)) if unit.models else 6.0


# ---------------------------------------------------------------- where to go, and at whom to shoot
@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    field = getattr(game.question, "field", None)
    assert isinstance(field, MoveField)
    unit = battle.units[ask.unit].at(field.places(answer)[0])
    value = place_worth(battle, unit)
    if ask.may_stay:  # an Advance: somebody should be in range at its end
        far = nearest_enemy(battle, unit)
        value += 0.5 * (far <= weapon_range(unit, "main")) + 0.3 * (far < half_of(weapon_range(unit, "main")))
    return value


@action_worth.register
def _(action: ShootAt, game: Game[Battle]) -> float:
    return max(shot_worth(action.battle, shot) for shot in action.shots())


@action_worth.register
def _(action: DestroyPiece | Mark, game: Game[Battle]) -> float:
    return shot_worth(action.battle, action.attack)


@action_worth.register
def _(action: HoldFire, game: Game[Battle]) -> float:
    return -1.0


@worth.register
def _(ask: ChooseWeapon, game: Game[Battle], answer: Answer) -> float:
    return shot_worth(game.state, ask.with_weapon(answer))


@worth.register
def _(ask: ChooseAssaulted, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    return assault_worth(battle, battle.units[ask.unit], battle.units[answer])


@worth.register
def _(ask: ChooseReaction, game: Game[Battle], answer: Answer) -> float:
    if answer == "wait":
        return 0.0
    battle = game.state
    weapons = weapons_for(battle, battle.units[answer], battle.units[ask.attacker], "reaction")
    return max(shot_worth(battle, Attack(answer, ask.attacker, weapon, "reaction")) for weapon in weapons)


@worth.register
def _(ask: TakeCover, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    unit = battle.units[ask.unit]
    field = getattr(game.question, "field", None)
    assert isinstance(field, MoveField)
    models = field.places(answer)[0]
    return COVER * (models != unit.models) - NEAR * dist(centre(models), centre(unit.models)) / 2
