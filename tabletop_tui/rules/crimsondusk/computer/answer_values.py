"""What an answer is worth to the seat that is asked, at once and by expectation: the valuation of a greedy player.

The unit of worth is a point of what models cost. Chances come from the same tallies that a player sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import dist

from tabletop_tui.engine import odds
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rulebook.answer_values import appraise as appraise_known
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import Salvo, salvos
from tabletop_tui.rules.crimsondusk.computer import blast_answer_values
from tabletop_tui.rules.crimsondusk.computer.vehicle_answer_values import eyes_on, short_of
from tabletop_tui.rules.crimsondusk.computer.wanted_places import CONTACT, wanted_range
from tabletop_tui.rules.crimsondusk.melee.melee_odds import charge_exchange, die_kills
from tabletop_tui.rules.crimsondusk.melee.melee_results import ChooseBreak, ChoosePursuit
from tabletop_tui.rules.crimsondusk.melee.strikes import attacks
from tabletop_tui.rules.crimsondusk.moving.going_to_ground import ground_tally
from tabletop_tui.rules.crimsondusk.moving.model_orders import Orders, aiming, firing, for_all, walking_and_firing
from tabletop_tui.rules.crimsondusk.moving.move_choice import ChooseMove
from tabletop_tui.rules.crimsondusk.orders.actions import (
    ByModel,
    ToAim,
    ToEnd,
    ToGround,
    ToMakeReady,
    ToMove,
    ToMoveAndShoot,
    ToRun,
    ToShoot,
    ToStand,
    ToWatch,
)
from tabletop_tui.rules.crimsondusk.orders.charging import ToCharge
from tabletop_tui.rules.crimsondusk.orders.reorganising import ToJoin, ToSplit, ToTakeCharge
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import FireNow
from tabletop_tui.rules.crimsondusk.shooting.pinning import ChooseAgain
from tabletop_tui.rules.crimsondusk.shooting.shooting import Divide, HoldFire, ShootAt
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import outlook
from tabletop_tui.rules.crimsondusk.sight import cover, sight
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import needs_test, pressing, targets
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import wanted_places
from tabletop_tui.rules.crimsondusk.state.points import soldier_points
from tabletop_tui.rules.crimsondusk.state.profiles import FEWEST, RUNNERS, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, helped, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.activation_order import ToActivate, ToHold
from tabletop_tui.rules.crimsondusk.turn.setup import DeployField, PlaceUnit
from tabletop_tui.rules.crimsondusk.turn.victory import points
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField
from tabletop_tui.rules.crimsondusk.ways.movement_limits import allowance, refuse_step
from tabletop_tui.table.bases import centre
from tabletop_tui.table.points import Spot, Spots

__all__ = ["appraise", "blast_answer_values"]
PIN = 0.25
"""What pinning an enemy is worth, as a share of what it has left."""
WIPED, HALVED = 0.3, 0.15
"""More for the last of a section, and for bringing it under half."""
NEAR = 0.35
"""Each unit nearer to where a section wants to be."""
COVER = 1.5
UNSEEN, WITH_FRIENDS = 4.0, 4.0
"""How near a section goes that sees nothing from where it is, and a leader to his sections."""
BEHIND = 0.1
"""Each unit that a leader is further from the enemy: he leads from behind his sections."""
WATCH, GROUND, READY = 0.6, 0.5, 1.5
AHEAD = 3.0
"""So much more it is worth to watch and wait for whoever is ahead."""
SHOT, FEAR = 0.1, 0.1
"""The shares of its own shots from a place, and of an enemy's best ones at it, that count where a section may go."""
AIMED = 0.5
"""An aimed shot takes two AP."""
MELEE = 0.8
WAITS = 0.5
"""The turn of a vehicle, and of those who ride: after good shots, before those who only move."""
BREAKS = 2.5
"""A section leaves a melee in which the enemy strikes so much harder."""


def appraise(game: Game[Battle], answer: Answer) -> float:
    """The worth of an answer; of what each model does the default is best."""
    if isinstance(game.question, Assign):
        return float(answer == game.question.default)
    return appraise_known(game, answer)


# ---------------------------------------------------------------- what units are worth
@lru_cache(maxsize=1 << 12)
def soldier_worth(soldier: Soldier) -> int:
    return soldier_points(soldier)


def unit_worth(unit: Unit) -> float:
    return float(sum(soldier_worth(soldier) for soldier in unit.soldiers))


# ---------------------------------------------------------------- shots
def shot_worth(battle: Battle, unit: Unit, target: Unit, shooters: Shooters) -> float:
    """What shots take from the enemy, by expectation; those that need a test go at the nearest if it fails."""
    return tested_worth(battle, unit, target, partial(fire_worth, battle, unit, shooters))


Fire = Callable[[Unit], tuple[float, list[Weapon]]]
"""What the same shots take from a target, and the weapons that reach it."""


def tested_worth(battle: Battle, unit: Unit, target: Unit, fire: Fire) -> float:
    """The worth of shots at a target, with what becomes of them if they need a test and it fails."""
    came, weapons = fire(target)
    if weapons and needs_test(battle, unit, weapons, target):
        passed = chance(helped(battle, unit, skill_tally(unit.quality)))
        nearest = pressing(battle, unit)
        came = passed * came + (1 - passed) * (fire(nearest)[0] if nearest is not None else 0.0)
    return came


def fire_worth(battle: Battle, unit: Unit, shooters: Shooters, target: Unit) -> tuple[float, list[Weapon]]:
    """What shots take from a target, no test asked, and the weapons that reach it."""
    shots = salvos(battle, unit, target, shooters)
    return (volley_worth(battle, unit, target, shots) if shots else 0.0), [shot.weapon for shot in shots]


def volley_worth(battle: Battle, unit: Unit, target: Unit, shots: Sequence[Salvo]) -> float:
    """What shots at a target take from it."""
    found = outlook(battle, unit, target, shots)
    value = unit_worth(target)
    half = max(1, target.left - target.start // 2)
    came = value * odds.mean(found.kills) / target.left
    came += value * (WIPED * odds.at_least(found.kills, target.left) + HALVED * odds.at_least(found.kills, half))
    if not battle.is_pinned(target):
        came += PIN * value * found.pinned
    return came


def best_shot(battle: Battle, unit: Unit, shooters: Shooters) -> float:
    """The worth of these shots at the best target, 0 if there is none."""
    known: dict[int, tuple[float, list[Weapon]]] = {}

    def fire(target: Unit) -> tuple[float, list[Weapon]]:
        """Found once: whatever is aimed at, after a failed test it is the nearest."""
        if id(target) not in known:
            known[id(target)] = fire_worth(battle, unit, shooters, target)
        return known[id(target)]

    return max((tested_worth(battle, unit, target, fire) for target in targets(battle, unit)), default=0.0)


def orders_worth(battle: Battle, unit: Unit, orders: Orders, moving: bool = False, aimed: bool = False) -> float:
    """The worth of the shots in these orders; of a slow weapon the share that this AP has in its shot."""
    shots = by_aps(unit, orders, moving, aimed)
    return sum(best_shot(battle, unit, tuple(ones)) / aps for aps, ones in shots.items())


def by_aps(unit: Unit, orders: Orders, moving: bool = False, aimed: bool = False) -> dict[int, list[Shooter]]:
    """The shots in these orders by the AP that each takes."""
    found: dict[int, list[Shooter]] = {}
    for order in orders:
        if order.weapon:
            man = unit.man(order.man)
            gone = man.moved - 1.0 if moving else man.moved
            shot = Shooter(man.id, order.weapon, gone, aimed or man.aimed == order.weapon)
            found.setdefault(man.soldier.weapon(order.weapon).aps, []).append(shot)
    return found


def shoots(battle: Battle, unit: Unit) -> float:
    """The worth of an AP of shooting where a section stands."""
    return orders_worth(battle, unit, for_all(battle, unit, firing(battle, unit)))


# ---------------------------------------------------------------- where to be
def place_worth(battle: Battle, unit: Unit, models: Spots) -> float:
    """What it is worth to stand there: near an objective or the enemy, in cover, by shots from there and at it."""
    middle = centre(models)
    if unit.hull is not None:
        return -NEAR * short_of(battle, unit, middle)
    value, eyes = -NEAR * shortfall(battle, unit, middle), eyes_on(battle, unit, middle)
    if unit.sheet.personality:
        value += BEHIND * min(dist(middle, eye) for eye in eyes)
    if not unit.bulky:
        value += COVER * sheltered(battle, unit, models, eyes)
    there = unit.clone()
    there.models = models
    return value + SHOT * shoots(battle, there) - FEAR * danger(battle, there)


def danger(battle: Battle, unit: Unit) -> float:
    """The worth of an AP of the shots of that enemy section which has the best ones at a unit."""
    sections = (enemy for enemy in battle.enemies(unit.seat) if enemy.hull is None)
    return max((shots_at(battle, enemy, unit) for enemy in sections), default=0.0)


def shots_at(battle: Battle, unit: Unit, target: Unit) -> float:
    """The worth of an AP of shooting at one enemy."""
    shots = by_aps(unit, for_all(battle, unit, firing(battle, unit)))
    return sum(shot_worth(battle, unit, target, tuple(ones)) / aps for aps, ones in shots.items())


def sheltered(battle: Battle, unit: Unit, models: Spots, eyes: list[Spot]) -> bool:
    """Whether most models would be in or behind something, each as seen from the nearest enemy."""
    nearest = ((spot, min(eyes, key=lambda eye: dist(eye, spot))) for spot in models)
    hidden = sum(cover.shelter(battle, unit, spot, eye) is not None for spot, eye in nearest)
    return 2 * hidden > len(models)


def shortfall(battle: Battle, unit: Unit, middle: Spot) -> float:
    """How far it is from a place to where a section wants to be, in units."""
    if places := wanted_places(battle, unit):
        return min(max(0.0, dist(middle, spot) - near) for spot, near in places)
    if unit.sheet.personality and any(not one.sheet.personality for one in battle.side(unit.seat)):
        near = (dist(middle, centre(friend.models)) for friend in sections(battle, unit))
        return max(0.0, min(near, default=0.0) - WITH_FRIENDS)  # before any of them is placed he is where he likes
    enemies = battle.enemies(unit.seat)
    if not enemies:
        return abs(middle[1] - battle.table.height / 2)
    return min(to_enemy(battle, unit, middle, enemy) for enemy in enemies)


def sections(battle: Battle, unit: Unit) -> list[Unit]:
    """The sections of its side that stand on the table, personalities left out."""
    return [one for one in battle.side(unit.seat) if one.models and not one.sheet.personality]


def to_enemy(battle: Battle, unit: Unit, middle: Spot, enemy: Unit) -> float:
    """How far it is to where a section has an enemy in sight and good range."""
    there = centre(enemy.models)
    far, wanted = dist(middle, there), wanted_range(unit)
    if far > wanted:
        return far - wanted
    if wanted > CONTACT and sight.blocked(sight.blinds_between(battle, unit, enemy, (middle, there)), middle, there):
        return max(1.0, far - UNSEEN)
    return 0.0


def going_worth(battle: Battle, unit: Unit, run: bool) -> float:
    """What an AP of going brings: the units that a section comes nearer to where it wants to be."""
    able = [man for man in battle.able(unit) if refuse_step(battle, unit, man) is None]
    if not able or not unit.models or battle.is_confused(unit):
        return 0.0
    pace = min(allowance(unit, man, run and man.soldier.av <= RUNNERS) for man in able)
    return NEAR * min(float(pace), shortfall(battle, unit, centre(unit.models)))


# ---------------------------------------------------------------- answers, in the order of a turn
@worth.register
def _(ask: PlaceUnit, game: Game[Battle], answer: Answer) -> float:
    field = game.asked_field(ask, DeployField)
    return place_worth(game.state, game.state.units[ask.unit], field.places(answer)[0])


@action_worth.register
def _(action: ToActivate, game: Game[Battle]) -> float:
    """The unit with the best shot first; an enemy one only if nothing else can be done."""
    if action.unit.seat != action.seat:
        return -10.0
    if not action.unit.models:
        return WAITS
    if action.unit.hull is not None:
        return WAITS + 0.01 * short_of(action.battle, action.unit, action.unit.models[0])
    return shoots(action.battle, action.unit) + 0.1 * going_worth(action.battle, action.unit, run=False)


@action_worth.register
def _(action: ToHold, game: Game[Battle]) -> float:
    return -1.0


@action_worth.register
def _(action: ToShoot, game: Game[Battle]) -> float:
    return orders_worth(action.battle, action.unit, action.orders())


@action_worth.register
def _(action: ToMove, game: Game[Battle]) -> float:
    return going_worth(action.battle, action.unit, run=False)


@action_worth.register
def _(action: ToRun, game: Game[Battle]) -> float:
    """Twice as far, but easier to hit: not where somebody can already be shot at."""
    return 0.8 * going_worth(action.battle, action.unit, run=True)


@action_worth.register
def _(action: ToMoveAndShoot, game: Game[Battle]) -> float:
    battle, unit = action.battle, action.unit
    shots = orders_worth(battle, unit, for_all(battle, unit, walking_and_firing), moving=True)
    return shots + going_worth(battle, unit, run=False) if shots else 0.0


@action_worth.register
def _(action: ToAim, game: Game[Battle]) -> float:
    """Half of the shot that comes next AP, if there is one more."""
    battle, unit = action.battle, action.unit
    if unit.spent + 2 > battle.points_of(unit) or any(man.aimed for man in unit.men):
        return -1.0
    return AIMED * orders_worth(battle, unit, for_all(battle, unit, aiming), aimed=True)


@action_worth.register
def _(action: ToMakeReady, game: Game[Battle]) -> float:
    return READY


@action_worth.register
def _(action: ToGround, game: Game[Battle]) -> float:
    """With the last AP, or where it wants to stay."""
    battle, unit = action.battle, action.unit
    last = unit.spent + 1 >= battle.points_of(unit)
    return GROUND * chance(ground_tally(unit)) if last else -0.5


@action_worth.register
def _(action: ToStand, game: Game[Battle]) -> float:
    """Only to go somewhere."""
    battle, unit = action.battle, action.unit
    if battle.serves_pin(unit) or shoots(battle, unit):
        return -1.0
    far = shortfall(battle, unit, centre(unit.models))
    return 0.2 + going_worth(battle, unit, run=False) if far > 0 else -1.0


@action_worth.register
def _(action: ToWatch, game: Game[Battle]) -> float:
    mine, theirs = points(action.battle)[:: 1 if action.unit.seat == 0 else -1]
    return WATCH * (AHEAD if mine > theirs else 1.0)


@action_worth.register
def _(action: ToEnd, game: Game[Battle]) -> float:
    return 0.01


@action_worth.register
def _(action: ByModel | HoldFire | Divide | ToSplit | ToTakeCharge, game: Game[Battle]) -> float:
    return -1.0


@action_worth.register
def _(action: ToJoin, game: Game[Battle]) -> float:
    """Sections below their minimum are better as one."""
    small = any(unit.left < FEWEST[unit.quality] for unit in action.joined)
    return 2.0 if small else -1.0


@action_worth.register
def _(action: ToCharge, game: Game[Battle]) -> float:
    """What the first turn of melee wins less what it costs, by expectation."""
    battle, unit, enemy = action.battle, action.unit, action.enemy
    came = charge_exchange(battle, unit, enemy, {name: way[-1] for name, way in action.ways})
    mine, theirs = unit_worth(unit) / unit.left, unit_worth(enemy) / enemy.left
    flees = 1 - chance(skill_tally(enemy.quality))
    breaks = 1 - chance(skill_tally(unit.quality))
    won = odds.mean(came.kills(0)) * theirs + came.won * flees * 0.5 * unit_worth(enemy)
    lost = odds.mean(came.kills(1)) * mine + came.lost * breaks * 0.5 * unit_worth(unit)
    return MELEE * (won - lost)


@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    field, unit = game.asked_field(ask, MoveField), battle.units[ask.unit]
    models = field.places(answer)[0]
    if len(models) < len(unit.models):  # the others stay where they are
        ends = dict(zip((man.id for man in field.men), models, strict=True))
        models = tuple(ends.get(man.id, spot) for man, spot in zip(unit.men, unit.models, strict=True))
    return place_worth(battle, unit, models)


@action_worth.register
def _(action: ShootAt, game: Game[Battle]) -> float:
    return shot_worth(action.battle, action.unit, action.enemy, action.shooters)


@action_worth.register
def _(action: FireNow, game: Game[Battle]) -> float:
    return shot_worth(action.battle, action.watcher, action.target_unit, action.shooters)


@worth.register
def _(ask: ChooseAgain, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "again")


# ---------------------------------------------------------------- melee
def striking(battle: Battle, unit: Unit, enemies: Iterable[Unit]) -> float:
    """The kills that a section makes in a turn of melee, if each of its men strikes a common enemy."""
    enemy = next(iter(enemies))
    victim = enemy.men[0]
    dice = ((man, attack) for man in unit.men for attack in attacks(man.soldier, first_turn=False))
    return sum(die_kills(battle, man, attack, enemy, victim) for man, attack in dice)


@worth.register
def _(ask: ChooseBreak, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    unit = battle.units[ask.unit]
    foes = ask.melee.side(battle, 1 - unit.seat)
    theirs = sum(striking(battle, foe, [unit]) for foe in foes)
    hopeless = theirs > BREAKS * striking(battle, unit, foes)
    return float((answer == "break") == hopeless)


@worth.register
def _(ask: ChoosePursuit, game: Game[Battle], answer: Answer) -> float:
    """Whoever still outnumbers them goes after them."""
    battle = game.state
    unit = battle.units[ask.pursuing.victors[0]]
    if answer == "consolidate":
        return 0.5
    return unit.left / max(1, unit.left + battle.units[answer].left)
