"""What hits and fights would come to, beforehand: exact chances of losses, Suppression, damage, the end of an assault.

Chances come from the tables by which hits are resolved, and stop where these do: no unit loses more models than it has,
nor takes more Suppression than it holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.previews import Chance, Preview, nobody_lines
from tabletop_tui.engine.sight_grades import CLEAR
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.damage.damage import KILL_POINTS, HitTable, assault_table, hit_counts, shooting_table
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import (
    COLLAPSE_FIREPOWER,
    Attack,
    crossfire,
    defence,
    firepower,
)
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import Order, no_target, sheltering, targets, weapons_for
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import MOST_SUPPRESSION, Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import UnitType
from tabletop_tui.table.points import spot_text

State = tuple[int, int]
"""Models left and Suppression points; of a vehicle 1 and its Damage points."""
Array = npt.NDArray[Any]
REST = 1e-6
"""A fight is followed until it has ended but for a chance like this."""


def state_of(unit: Unit) -> State:
    return (1, unit.damage) if unit.vehicle else (unit.left, unit.suppression)


# ---------------------------------------------------------------- one attack
@lru_cache(maxsize=1 << 10)
def marks(hits: odds.Chances, table: HitTable) -> dict[tuple[int, int], float]:
    """The chances of how many hits remove a model and how many only give a point, of a random number of hits."""
    chances, found = table.chances(), defaultdict[tuple[int, int], float](float)
    for number, p in enumerate(hits):
        for lost in range(number + 1 if p else 0):
            for points in range(number - lost + 1):
                nothing = number - lost - points
                ways = factorial(number) // (factorial(nothing) * factorial(points) * factorial(lost))
                found[lost, points] += p * ways * chances[0] ** nothing * chances[1] ** points * chances[2] ** lost
    return found


def after_hits(state: State, hits: odds.Chances, table: HitTable) -> dict[State, float]:
    """What becomes of infantry by a random number of hits (PMC-FIRE-10, PMC-ASSLT-10)."""
    (left, before), found = state, defaultdict[State, float](float)
    for (lost, points), p in marks(hits, table).items():
        models = min(lost, left)
        found[left - models, min(MOST_SUPPRESSION, before + points + KILL_POINTS * models)] += p
    return found


def damage_of(hits: odds.Chances, table: HitTable) -> odds.Chances:
    """The distribution of Damage points: each hit gives none, 1, or D3 (PMC-VEH-11)."""
    nothing, point, critical = table.chances()
    one = (nothing, point + critical / 3, critical / 3, critical / 3)
    total = [0.0] * (3 * len(hits))
    for number, p in enumerate(hits):
        for points, q in enumerate(odds.repeat(one, number)):
            total[points] += p * q
    return tuple(total)


@frozen
class Fate:
    """What becomes of an infantry unit by one attack: expected losses and Suppression, and the chances of the worst."""

    lost: float
    points: float
    suppressed: float
    """Suppressed or Broken."""
    broken: float
    destroyed: float


def fate_of(target: Unit, hits: odds.Chances, table: HitTable) -> Fate:
    """What becomes of an infantry unit after a random number of hits (PMC-SUPP-2, PMC-SUPP-3, PMC-STAT-3)."""
    lost = points = suppressed = broken = destroyed = 0.0
    for (left, suppression), p in after_hits(state_of(target), hits, table).items():
        lost += p * (target.left - left)
        points += p * (suppression - target.suppression)
        morale = target.type.morale_of(left)
        destroyed += p * (not left)
        suppressed += p * (left > 0 and suppression > morale)
        broken += p * (left > 0 and suppression > 2 * morale)
    return Fate(lost, points, suppressed, broken, destroyed)


# ---------------------------------------------------------------- a fight to its end
@frozen
class Outcome:
    """How an assault ends: the chances that each side is Broken and that it is destroyed."""

    target_broken: float = 0.0
    target_destroyed: float = 0.0
    broken: float = 0.0
    destroyed: float = 0.0

    @property
    def won(self) -> float:
        return self.target_broken + self.target_destroyed


@frozen(eq=False)
class States:
    """All the states in which a unit of a kind can be in a fight, numbered."""

    left: Array
    points: Array
    """Suppression, or a vehicle's damage."""
    broken: Array
    destroyed: Array
    bonus: Array
    """The model bonus."""

    def number(self, state: State) -> int:
        return int(np.flatnonzero((self.left == state[0]) & (self.points == state[1]))[0])


@lru_cache(maxsize=256)
def states_of(kind: UnitType) -> States:
    if kind.vehicle:
        damage = np.arange(kind.morale + 2)
        whole = np.ones_like(damage)
        return States(whole, damage, damage < 0, damage > kind.morale, 0 * whole)
    left, points = (grid.ravel() for grid in np.mgrid[: kind.size + 1, : MOST_SUPPRESSION + 1])
    morale = np.array([kind.morale_of(number) for number in left])
    bonus = np.array([kind.model_bonus(number) for number in left])
    return States(left, points, (left > 0) & (points > 2 * morale), left == 0, bonus)


@lru_cache(maxsize=1 << 10)
def struck(assault: int, kind: UnitType) -> Array:
    """For each state of a unit, by row, the chance of each other after one attack roll of so much (PMC-ASSLT-7)."""
    states, hits, table = states_of(kind), hit_counts(assault, kind.defence), assault_table(kind)
    count = len(states.left)
    found, rows = np.zeros((count, count)), np.arange(count)
    if kind.vehicle:
        for more, p in enumerate(damage_of(hits, table)):
            found[rows, np.minimum(count - 1, rows + more)] += p
        return found
    for (lost, points), p in marks(hits, table).items():
        models = np.minimum(lost, states.left)
        after = np.minimum(MOST_SUPPRESSION, states.points + points + KILL_POINTS * models)
        found[rows, (states.left - models) * (MOST_SUPPRESSION + 1) + after] += p
    return found


def fight(kind: UnitType, starts: Iterable[tuple[State, float]], foe: UnitType, foes: State) -> Outcome:
    """How an assault ends whose attackers come into contact in one of these states (PMC-ASSLT-11)."""
    mine, theirs = states_of(kind), states_of(foe)
    going = np.zeros((len(mine.left), len(theirs.left)))
    for state, p in starts:
        going[mine.number(state), theirs.number(foes)] += p
    target_broken = target_destroyed = broken = destroyed = 0.0
    while going.sum() > REST:
        for bonus in np.unique(mine.bonus):
            rows = mine.bonus == bonus
            going[rows] = going[rows] @ struck(kind.assault + int(bonus), foe)
        target_broken += going[:, theirs.broken].sum()
        target_destroyed += going[:, theirs.destroyed].sum()
        going[:, theirs.broken | theirs.destroyed] = 0.0
        for bonus in np.unique(theirs.bonus):
            columns = theirs.bonus == bonus
            going[:, columns] = struck(foe.assault + int(bonus), kind).T @ going[:, columns]
        broken += going[mine.broken].sum()
        destroyed += going[mine.destroyed].sum()
        going[mine.broken | mine.destroyed] = 0.0
    return Outcome(float(target_broken), float(target_destroyed), float(broken), float(destroyed))


def preview_attack(battle: Battle, attack: Attack) -> Preview:
    """Both sides of the roll with their reasons, and the exact chances of hits, losses and status."""
    plus, against = firepower(battle, attack), defence(battle, attack)
    hits = hit_counts(plus.total, against.total)
    lines = [
        Line("roll", f"D10 + {plus.total}", plus, plus.rules),
        Line("against", f"Defence {against.total}", against, against.rules),
    ]
    shooter = battle.units[attack.shooter]
    if attack.piece:
        head = Line("target", terrain_state.piece_name(battle, attack.piece), mood="head")
        first = [
            Line("first at", enemy.name, rules=("PMC-SR-6",)) for enemy in sheltering(battle, shooter, attack.piece)
        ]
        inside = battle.in_building(attack.piece)
        falls = f"{inside.name}, if destroyed: Firepower {COLLAPSE_FIREPOWER}" if inside else ""
        mood = "bad" if inside and inside.seat == shooter.seat else ""
        then = [Line("falls on", falls, rules=("PMC-SR-7",), mood=mood)] if inside else []
        return Preview((head, *lines, *first, *then), (Chance("destroyed", odds.at_least(hits, 1)),))
    target = battle.units[attack.target]
    table = shooting_table(target, crossfire(battle, shooter, target))
    if target.vehicle:
        damage = damage_of(hits, table)
        chances = [Chance("knocked out", odds.at_least(damage, target.type.morale - target.damage + 1))]
        expected, counts = odds.mean(damage), "Damage points"
    else:
        fate = fate_of(target, hits, table)
        lines.append(average(fate))
        chances = fate_chances(target, fate)
        expected, counts = fate.lost, "models lost"
    chances += [Chance(counted(number, "hit"), p, not number) for number, p in enumerate(hits) if p]
    lines.insert(0, Line("target", target.name, mood="head"))
    seen = () if attack.order == "indirect" else sight.sight_line(battle, shooter, target)
    return Preview(tuple(lines), tuple(chances), expected, counts, sight=tuple(map(spot_text, seen)), view=CLEAR.label)


def prospects(battle: Battle, shooter: Unit, order: Order) -> list[Line]:
    """Whom a unit could shoot at now, the nearest first, each with the chance of a hit or more, and of what matters."""
    found = []
    for enemy, refusal in targets(battle, shooter, order):
        if refusal is None:
            attack = Attack(shooter.id, enemy.id, weapons_for(battle, shooter, enemy, order)[0], order)
            hits = hit_counts(firepower(battle, attack).total, defence(battle, attack).total)
            first = preview_attack(battle, attack).chances[0]
            said = f"{odds.at_least(hits, 1):.0%}, {first.what.removesuffix(' or worse')} {first.probability:.0%}"
            found.append(Line(enemy.name, said, rules=("PMC-FIRE-2",)))
    head = Line("chance of a hit", rules=("PMC-FIRE-2",), mood="head")
    return [head, *found] if found else nobody_lines(no_target(battle, shooter, order))


def average(fate: Fate) -> Line:
    """The Suppression and the losses that are to be expected."""
    return Line("on average", f"{fate.points:.1f} Suppression, {fate.lost:.1f} models", rules=("PMC-FIRE-10",))


def fate_chances(target: Unit, fate: Fate) -> list[Chance]:
    """What becomes of the target, but for what it is already."""
    chances = [] if target.suppressed else [Chance("Suppressed or worse", fate.suppressed + fate.destroyed)]
    chances += [] if target.broken else [Chance("Broken", fate.broken)]
    return [*chances, Chance("destroyed", fate.destroyed)]
