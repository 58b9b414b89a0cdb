"""What an answer is worth to the seat that is asked, at once and by expectation: the valuation of a greedy player.

The unit of worth is a point of the mission. Chances come from the same tallies that a player sees.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import dist

from tabletop_tui.engine import odds
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rulebook.answer_values import appraise as appraise
from tabletop_tui.rules.armymen.computer.wanted_places import wanted_range
from tabletop_tui.rules.armymen.damage.damage import BailOut, ChooseCasualty
from tabletop_tui.rules.armymen.melee.charging import ChargeAt, ChooseSide, likely_blows, refuse_charge
from tabletop_tui.rules.armymen.melee.melee_odds import melee_fates
from tabletop_tui.rules.armymen.moving.move_choice import ChooseMove
from tabletop_tui.rules.armymen.moving.transports import GetOut, MoveOnTable
from tabletop_tui.rules.armymen.reactions.guarded_march import LetPass, ToHalt
from tabletop_tui.rules.armymen.shooting.shooting import ChooseWeapon, PickShooters, ShootAt
from tabletop_tui.rules.armymen.shooting.shooting_limits import Fire, default_fire, usable
from tabletop_tui.rules.armymen.shooting.shooting_odds import fire_losses
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.turn.actions import ToAdvance, ToCharge, ToGetOut, ToGuard, ToHold, ToHunker, ToRush
from tabletop_tui.rules.armymen.turn.setup import PlaceUnit
from tabletop_tui.rules.armymen.turn.turn import ChooseUnit
from tabletop_tui.rules.armymen.ways.charge_field import SideField
from tabletop_tui.skirmish.unit_place_fields import MarchField, StandField
from tabletop_tui.table.bases import TINY, centre
from tabletop_tui.table.polygons import overlap

COVER = 4.0
NEAR = 0.4
"""Each inch nearer to where the longest weapon of a unit reaches the enemy."""
SHOT, FEAR = 0.1, 0.1
"""The shares of its own best shot from a place, and of an enemy's best one at it, that count where a unit may go."""
GUARD = 3.0
HUNKER = 1.0


def fire_worth(battle: Battle, unit: Unit, target: Unit, fire: Fire, reaction: bool = False) -> float:
    """The points that a shot takes from the enemy, by expectation; a unit near its half is worth more."""
    if not fire:
        return 0.0
    lost, _ = fire_losses(battle, unit, target, fire, reaction)
    cost = target.sheet.cost
    if target.vehicle:
        return cost * odds.at_least(lost, 1) / 3
    half = max(1, target.left - target.sheet.size // 2)
    value = cost * odds.mean(lost) / target.sheet.size
    return value + cost * (0.5 * odds.at_least(lost, target.left) + 0.25 * odds.at_least(lost, half))


def best_shot(battle: Battle, unit: Unit) -> float:
    """The worth of a unit's best shot now, 0 if there is none."""
    return max((shot_worth(battle, unit, target) for target in battle.enemies(unit.seat)), default=0.0)


MOST_KEPT = 1 << 13
_kept: dict[Hashable, tuple[float, object]] = {}
"""What shots are worth, by all that it hangs on, with what has to live as long as its identity is part of that."""


def shot_worth(battle: Battle, unit: Unit, target: Unit) -> float:
    """The worth of a unit's usual shot at an enemy, 0 if there is none.

    It hangs on these two and the terrain alone (AMC-SHOOT-1), but for weapons that others spot for (AMC-UNIT-11).
    """
    if not overlap(unit.box, target.box, unit.sheet.longest + unit.radius + target.radius + TINY):
        return 0.0
    if unit.sheet.indirect:
        return _shot_worth(battle, unit, target)
    key = id(battle.table), _as_it_stands(unit), _as_it_stands(target)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = _shot_worth(battle, unit, target), (battle.table, unit.sheet, target.sheet)
    return found[0]


def _as_it_stands(unit: Unit) -> Hashable:
    return id(unit.sheet), unit.models, unit.arms, unit.facing, unit.hunkered


def _shot_worth(battle: Battle, unit: Unit, target: Unit) -> float:
    choices = usable(battle, unit, target)
    return fire_worth(battle, unit, target, default_fire(unit, choices, target)) if choices else 0.0


def charge_worth(battle: Battle, unit: Unit, target: Unit) -> float:
    """What a charge wins less what it risks, by expectation."""
    gone, lost = melee_fates(battle, unit, target, None if target.vehicle else likely_blows(battle, unit, target))
    return 0.8 * (gone * target.sheet.cost - lost * unit.sheet.cost)


# ---------------------------------------------------------------- where to be
def place_worth(battle: Battle, unit: Unit, models: tuple[tuple[float, float], ...]) -> float:
    """What it is worth to stand at these places: in range of the enemy, in cover, by shots from there and at it."""
    enemies = battle.enemies(unit.seat)
    middle = centre(models)
    if enemies:
        far = min(dist(middle, centre(enemy.models)) for enemy in enemies)
        value = -NEAR * max(0.0, far - wanted_range(unit))
        spots = [spot for enemy in enemies for spot in enemy.models[:1]]
        covered = sum(sight.covering(battle, spots, enemies[0].radius, spot) is not None for spot in models)
        hidden = not unit.vehicle and covered * 2 > len(models)
        there = unit.clone()
        there.models = models
        return value + COVER * hidden + SHOT * best_shot(battle, there) - FEAR * danger(battle, there)
    return -NEAR * abs(middle[1] - battle.table.height / 2)


def danger(battle: Battle, unit: Unit) -> float:
    """The worth of the best shot that an enemy has at a unit."""
    return max((shot_worth(battle, enemy, unit) for enemy in battle.enemies(unit.seat)), default=0.0)


# ---------------------------------------------------------------- answers, in the order of a round
@worth.register
def _(ask: PlaceUnit, game: Game[Battle], answer: Answer) -> float:
    return _stand(game, ask.unit, answer)


@worth.register
def _(ask: GetOut, game: Game[Battle], answer: Answer) -> float:
    return _stand(game, ask.unit, answer)


@worth.register
def _(ask: BailOut, game: Game[Battle], answer: Answer) -> float:
    return _stand(game, ask.unit, answer)


def _stand(game: Game[Battle], unit: str, answer: Answer) -> float:
    field = getattr(game.question, "field", None)
    assert isinstance(field, StandField)
    return place_worth(game.state, game.state.units[unit], field.places(answer)[0])


@worth.register
def _(ask: ChooseUnit, game: Game[Battle], answer: Answer) -> float:
    """The unit with the best shot first."""
    unit = game.state.units[answer]
    return best_shot(game.state, unit) if unit.models else -0.1


@action_worth.register
def _(action: ToHold, game: Game[Battle]) -> float:
    return best_shot(action.battle, action.unit)


@action_worth.register
def _(action: ToHunker, game: Game[Battle]) -> float:
    return HUNKER


@action_worth.register
def _(action: ToGuard, game: Game[Battle]) -> float:
    return GUARD


@action_worth.register
def _(action: ToAdvance, game: Game[Battle]) -> float:
    unit = action.unit
    return (0.9 * best_shot(action.battle, unit) if not unit.sheet.hold_only else 0.0) + 2.0


@action_worth.register
def _(action: ToRush, game: Game[Battle]) -> float:
    if best_shot(action.battle, action.unit):
        return 0.0
    return 3.5 if action.unit.weapons else 2.5


@action_worth.register
def _(action: ToCharge, game: Game[Battle]) -> float:
    battle, unit = action.battle, action.unit
    able = [enemy for enemy in battle.enemies(unit.seat) if refuse_charge(battle, unit, enemy) is None]
    return max(charge_worth(battle, unit, enemy) for enemy in able)


@action_worth.register
def _(action: ToGetOut, game: Game[Battle]) -> float:
    return 1.0


@action_worth.register
def _(action: MoveOnTable, game: Game[Battle]) -> float:
    return 1.0


@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    unit = battle.units[ask.unit]
    field = getattr(game.question, "field", None)
    assert isinstance(field, MarchField)
    return place_worth(battle, unit, field.places(answer)[0])


@action_worth.register
def _(action: ShootAt, game: Game[Battle]) -> float:
    return fire_worth(action.battle, action.unit, action.enemy, action.usual())


@action_worth.register
def _(action: PickShooters, game: Game[Battle]) -> float:
    return -1.0


@worth.register
def _(ask: ChooseWeapon, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    unit, target = battle.units[ask.unit], battle.units[ask.target]
    return fire_worth(battle, unit, target, ask.with_weapon(game, answer), ask.reaction)


@worth.register
def _(ask: ChooseCasualty, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "rest")


@action_worth.register
def _(action: LetPass, game: Game[Battle]) -> float:
    return 0.1


@action_worth.register
def _(action: ToHalt, game: Game[Battle]) -> float:
    probe = action.battle.clone()
    guard, unit = probe.units[action.guard.id], probe.units[action.unit.id]
    unit.models = action.march.at(action.at)
    fire = default_fire(guard, usable(probe, guard, unit, indirect=False), unit)
    return fire_worth(probe, guard, unit, fire, reaction=True)


@action_worth.register
def _(action: ChargeAt, game: Game[Battle]) -> float:
    return charge_worth(action.battle, action.unit, action.enemy)


@worth.register
def _(ask: ChooseSide, game: Game[Battle], answer: Answer) -> float:
    """A vehicle is charged from the rear, or else from a side; others from where most come into contact."""
    battle = game.state
    target, field = battle.units[ask.target], game.asked_field(ask, SideField)
    plan = field.meant(answer)
    if target.vehicle:
        return float(sight.ARCS.index(sight.arc_of(target, plan.waypoints[-1])))
    side = field.side(plan)
    return float(any(track[-1] == side for track in field.usual))
