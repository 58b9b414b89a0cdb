"""What an answer is worth to the seat that is asked, at once and by expectation: the valuation of a greedy player.

The unit of worth is a point of the enemy's Integrity. Chances come from the same previews that a player sees.
"""

from __future__ import annotations

from itertools import islice

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.rulebook.answer_values import action_worth, worth
from tabletop_tui.rulebook.answer_values import appraise as appraise
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_target, weapons_of
from tabletop_tui.rules.mechcom.attacking.abilities import ChooseDeploySpot, Relief, attack_all
from tabletop_tui.rules.mechcom.attacking.declare_attack import ChooseExtraDice, ChooseTarget, ChooseTokens, DivideDice
from tabletop_tui.rules.mechcom.attacking.resolve_attack import OfferReaction
from tabletop_tui.rules.mechcom.damage.hit_side_effects import OfferFlurry
from tabletop_tui.rules.mechcom.melee.melee import strike_damage
from tabletop_tui.rules.mechcom.moving.move_choice import ChooseMove
from tabletop_tui.rules.mechcom.moving.move_field import MoveField, path_cost
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Contest, DecideContest
from tabletop_tui.rules.mechcom.moving.wanted_hexes import Way, carries, good_hexes, way_to_goal
from tabletop_tui.rules.mechcom.shooting.attack_odds import lost_and_killed
from tabletop_tui.rules.mechcom.shooting.shooting import shot_damage
from tabletop_tui.rules.mechcom.shooting.spotting import ChooseSpotTarget, refuse_spot, spot_dice
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.flags import PlaceDroppedFlag
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech
from tabletop_tui.rules.mechcom.state.profiles import (
    Ability,
    AttackAllWithin,
    Deploy,
    InflictAround,
    Restore,
    TakeCondition,
    VentHeat,
)
from tabletop_tui.rules.mechcom.turn.actions import ToAttack, ToClear, ToMove, ToPickUp, ToSpot, ToUse
from tabletop_tui.rules.mechcom.turn.malfunctioning_ai import ChooseSide, MachineAttack
from tabletop_tui.rules.mechcom.turn.turn import ChooseMech, ToActivate
from tabletop_tui.table.hexes import Hex

KILL = 4.0
"""Destroying a mech is worth this much beyond the Integrity it had left."""
TOKEN = 0.4
"""A Spot token on an enemy."""
ENERGY = 0.15
"""A point of Energy kept for later in the activation."""
FLAG = 8.0
BURN = 0.8
ACTIVATE = 0.3
"""A deployable that takes its action."""
DEPLOY = 0.45
HIDES_FROM = 8
"""So many hexes away is whoever may shoot before what was put down has served."""
LOOKED_AT = 8
"""So many hexes, good ones, are looked at before a move is chosen."""
FAR = 0.2
"""Each hex further from the middle, where a mech is set up."""
CARRIER = 5.0
"""Destroying a mech that carries a Flag is worth this much more."""


def attack_worth(battle: Battle, attack: Attack, share: Share) -> float:
    """Expected damage of one part of an attack, with the worth of destroying its target; scenery counts for little."""
    target = battle.models[share.target]
    if target.neutral:
        return 0.01
    damage = (strike_damage if attack.weapon.melee else shot_damage)(battle, attack, share)
    value, kill = lost_and_killed(damage, target.integrity)
    bonus = KILL if target.is_mech else KILL / 4
    return value + kill * (bonus + CARRIER * carries(battle, target))


# ---------------------------------------------------------------- attacks
@worth.register
def _(ask: ChooseTarget, game: Game[Battle], answer: Answer) -> float:
    return attack_worth(game.state, ask.attack, Share(answer, ask.attack.dice))


@worth.register
def _(ask: DivideDice, game: Game[Battle], answer: Answer) -> float:
    return sum(attack_worth(game.state, ask.attack, Share(target, dice)) for target, dice in answer.items())


@worth.register
def _(ask: ChooseExtraDice, game: Game[Battle], answer: Answer) -> float:
    if not ask.attack.shares:
        return float(answer * 0.2)
    attack = evolve(ask.attack, extra=answer)
    return attack_worth(game.state, attack, evolve(attack.shares[0], dice=attack.dice)) - float(answer) * ENERGY


@worth.register
def _(ask: ChooseTokens, game: Game[Battle], answer: Answer) -> float:
    return attack_worth(game.state, ask.attack, ask.share(answer)) - float(answer) * TOKEN / 2


@worth.register
def _(ask: OfferFlurry, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "roll")


@worth.register
def _(ask: OfferReaction, game: Game[Battle], answer: Answer) -> float:
    model = game.state.models[ask.share.target]
    danger = attack_worth(game.state, ask.attack, ask.share)
    return danger - model.energy * ENERGY / 2 if answer == "react" else danger / 2


@action_worth.register
def _(action: MachineAttack, game: Game[Battle]) -> float:
    attack = Attack(action.model.id, action.weapon)
    return attack_worth(game.state, attack, Share(action.enemy.id, action.weapon.attacks))


@worth.register
def _(ask: ChooseSide, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    model, path = battle.models[ask.approach.unit], (*ask.approach.path, answer)
    return -path_cost(battle, model, (model.hex, *path)) - BURN * (answer in battle.fires)


@worth.register
def _(ask: ChooseSpotTarget, game: Game[Battle], answer: Answer) -> float:
    battle = game.state
    return spot_worth(battle, battle.models[ask.unit], battle.models[answer])


def spot_worth(battle: Battle, spotter: Model, target: Model) -> float:
    tokens = odds.mean(odds.repeat((5 / 6, 1 / 6), spot_dice(battle, spotter, target).total))
    return tokens * TOKEN


# ---------------------------------------------------------------- choosing what to do
@action_worth.register
def _(action: ToAttack, game: Game[Battle]) -> float:
    battle, model, weapon = action.battle, action.unit, action.weapon
    attack = Attack(model.id, weapon)
    legal = [m for m in battle.enemies(model) if refuse_target(battle, model, weapon, m) is None]
    best = max((attack_worth(battle, attack, Share(m.id, weapon.attacks)) for m in legal), default=-1.0)
    return best - weapon.perks.backfire


@action_worth.register
def _(action: ToMove, game: Game[Battle]) -> float:
    return move_worth(action.battle, action.unit)


@action_worth.register
def _(action: ToSpot, game: Game[Battle]) -> float:
    battle, model = action.battle, action.unit
    seen = [enemy for enemy in battle.enemies(model) if refuse_spot(battle, model, enemy) is None]
    return max((spot_worth(battle, model, enemy) for enemy in seen), default=-1.0)


@action_worth.register
def _(action: ToPickUp, game: Game[Battle]) -> float:
    return FLAG


@action_worth.register
def _(action: ToClear, game: Game[Battle]) -> float:
    return BURN


@action_worth.register
def _(action: ToActivate, game: Game[Battle]) -> float:
    return ACTIVATE


@action_worth.register
def _(action: ToUse, game: Game[Battle]) -> float:
    return ability_worth(action.battle, action.unit, action.ability)


def ability_worth(battle: Battle, model: Model, ability: Ability) -> float:
    effect = ability.effect
    if isinstance(effect, AttackAllWithin):
        attack = attack_all(battle, model, effect, ability.name)
        gain = sum(attack_worth(battle, attack, share) for share in attack.shares)
        return gain - effect.heat * 0.3 if attack.shares else -1.0
    if isinstance(effect, VentHeat):
        return 0.3 * (model.heat - 2)
    if isinstance(effect, Deploy):
        return DEPLOY if serves(battle, model, effect) else -1.0
    if isinstance(effect, TakeCondition):
        return 0.45
    if isinstance(effect, Restore):
        return float(effect.integrity) * 0.7
    if isinstance(effect, InflictAround):
        return 1.0
    return 0.5


def serves(battle: Battle, model: Model, effect: Deploy) -> bool:
    """Whether what is deployed will be of use: it acts by itself, or an enemy is near enough to hide from."""
    entry = battle.squads[model.seat or 0].deployables[effect.what]
    if entry.weapons or entry.abilities:
        return True
    return any(
        enemy.is_mech and battle.map.grid.distance(model.hex, enemy.hex) <= HIDES_FROM
        for enemy in battle.enemies(model)
    )


@worth.register
def _(ask: ChooseMech, game: Game[Battle], answer: Answer) -> float:
    """Who carries a Flag goes first, then whoever can strike at once."""
    battle = game.state
    mech = battle.models[answer]
    eager = 0.1 * mech.has("Burned") + FLAG * carries(battle, mech)
    return place_worth(battle, mech, way_to_goal(battle, mech)) + eager


# ---------------------------------------------------------------- where to be
def place_worth(battle: Battle, model: Model, way: Way) -> float:
    """What a model could do from where it stands: its best attack, and how far it is, by `way`, from what it wants."""
    best, distance = 0.0, battle.map.grid.distance
    enemies = [(enemy, distance(model.hex, enemy.hex)) for enemy in battle.enemies(model)]
    for weapon in weapons_of(model):
        if model.ammo_left(weapon) == 0:
            continue
        attack, reach = Attack(model.id, weapon), 1 if weapon.melee else weapon.range or 0
        for enemy in [enemy for enemy, gap in enemies if gap <= reach]:
            if refuse_target(battle, model, weapon, enemy) is None:
                best = max(best, attack_worth(battle, attack, Share(enemy.id, weapon.attacks)))
    return best + way.worth(model.hex) - (BURN if model.hex in battle.fires else 0)


def at_hex(battle: Battle, model: Model, spot: Hex, way: Way) -> float:
    """place_worth as if the model stood at `spot`; the battle is left as it was."""
    before, moved = model.hex, model.moved
    battle.put(model, spot)
    model.moved = True
    value = place_worth(battle, model, way)
    if before:
        battle.put(model, before)
    else:
        battle.take_off(model)
    model.moved = moved
    return value


def move_worth(battle: Battle, model: Model) -> float:
    """How much better the best hex in reach is than this one."""
    probe = battle.clone()
    walker = probe.models[model.id]
    cells = list(MoveField(probe, walker, walker.sheet.stats.movement).cells())
    if not cells:
        return -1.0
    way = way_to_goal(probe, walker)
    some = islice(good_hexes(probe, walker, cells), LOOKED_AT)  # every hex would take too long for what it is worth
    return max(at_hex(probe, walker, spot, way) for spot in some) - place_worth(probe, walker, way) - 2 * ENERGY


@worth.register
def _(ask: ChooseMove, game: Game[Battle], answer: Answer) -> float:
    probe = game.state.clone()
    model = probe.models[ask.unit]
    burns = bool(probe.fires) and any(spot in probe.fires for spot in game.asked_field(ask, MoveField).path(answer)[1:])
    return at_hex(probe, model, answer[-1], way_to_goal(probe, model)) - BURN * (burns and not model.has("Burned"))


@worth.register
def _(ask: PlaceDroppedFlag, game: Game[Battle], answer: Answer) -> float:
    """The own Flag far from who would pick it up again, another's near to the own mechs."""
    battle = game.state
    owner, distance = battle.pieces[ask.flag].seat, battle.map.grid.distance
    own = battle.allied(owner, ask.seat)
    mechs = [mech for mech in battle.on_table() if mech.is_mech and battle.allied(mech.seat, ask.seat) != own]
    gap = min((distance(answer[-1], mech.hex) for mech in mechs), default=0)
    return float(gap if own else -gap)


@worth.register
def _(ask: PlaceMech, game: Game[Battle], answer: Answer) -> float:
    """In the front row, and not all in one place (explosions)."""
    battle = game.state.clone()
    model = battle.models[ask.unit]
    middle = f"{battle.map.columns // 2:02d}{battle.map.rows // 2:02d}"
    friends = [mech.hex for mech in battle.mechs(model.seat or 0)]
    crowd = sum(battle.map.grid.distance(answer[-1], spot) < 2 for spot in friends)
    return -FAR * battle.map.grid.distance(answer[-1], middle) - crowd * 0.3


@worth.register
def _(ask: ChooseDeploySpot, game: Game[Battle], answer: Answer) -> float:
    """Toward the enemy."""
    battle = game.state
    model = battle.models[ask.use.unit]
    return -min((battle.map.grid.distance(answer[-1], enemy.hex) for enemy in battle.enemies(model)), default=0)


@action_worth.register
def _(action: Relief, game: Game[Battle]) -> float:
    order = ("Stunned", "Malfunctioning", "Immobilized", "Burned", "Corroded", "Hacked", "Blinded", "Shocked")
    if action.condition == "Invisible":
        return -1.0
    return float(len(order) - order.index(action.condition)) if action.condition in order else 0.0


@worth.register
def _(ask: Contest, game: Game[Battle], answer: Answer) -> float:
    return float(answer == "roll")


@worth.register
def _(ask: DecideContest, game: Game[Battle], answer: Answer) -> float:
    """The mover wants to go on, the other to hold it."""
    wanted = "clear" if ask.winner == ask.walk.unit else "stop"
    return float(answer == wanted)
