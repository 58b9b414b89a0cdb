"""What a charge would come to: the exact chances of the kills on both sides, everybody striking the nearest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from tabletop_tui.engine import odds
from tabletop_tui.rules.crimsondusk.battle import Battle, Man, Unit
from tabletop_tui.rules.crimsondusk.damage import kill_chance
from tabletop_tui.rules.crimsondusk.movement import behind_from
from tabletop_tui.rules.crimsondusk.skill_tests import SIDES, need_of
from tabletop_tui.rules.crimsondusk.strikes import REACH, Attack, attacks, blow_tally, hit_of
from tabletop_tui.table.bases import TINY, apart
from tabletop_tui.table.points import Spot

Grid = dict[tuple[int, int], float]
"""The chance of each pair of numbers: killed by those who strike first, killed by the others."""


@frozen
class Exchange:
    """One turn of melee in which one side strikes before the other (CD-MEL-2)."""

    both: Grid

    def kills(self, side: int) -> odds.Chances:
        """How many the side that strikes first (0), or the other (1), kills."""
        found = [0.0] * (1 + max(pair[side] for pair in self.both))
        for pair, probability in self.both.items():
            found[pair[side]] += probability
        return tuple(found)

    @property
    def won(self) -> float:
        """That the side that strikes first kills more (CD-MWIN-1)."""
        return sum(probability for (mine, theirs), probability in self.both.items() if mine > theirs)

    @property
    def lost(self) -> float:
        """That it kills fewer."""
        return sum(probability for (mine, theirs), probability in self.both.items() if mine < theirs)


def die_kills(battle: Battle, man: Man, attack: Attack, enemy: Unit, victim: Man) -> float:
    """The chance of one die of a striker to kill its victim (CD-MEL-6, CD-WND-1)."""
    need = need_of(blow_tally(battle, man, attack, enemy, victim))
    faces = [face for face in range(1, SIDES + 1) if need.counts(face)]
    return sum(kill_chance(victim.soldier, hit_of(man.soldier, attack, face), melee=True) for face in faces) / SIDES


def strike_kills(battle: Battle, unit: Unit, man: Man, enemy: Unit, victim: Man, first_turn: bool) -> float:
    """The chance of a man to kill a victim with all his dice."""
    lives = 1.0
    for attack in attacks(man.soldier, first_turn):
        lives *= 1 - die_kills(battle, man, attack, enemy, victim)
    return 1 - lives


def nearest_in_reach(unit: Unit, number: int, enemy: Unit) -> int | None:
    """The enemy model that a man strikes if nothing is said; None if none is in his reach (CD-MEL-14)."""
    here = unit.models[number]
    most = REACH + unit.radius + enemy.radius + TINY
    near = [(apart(here, spot), enemy.men[other].id, other) for other, spot in enumerate(enemy.models)]
    return next((other for far, _, other in sorted(near) if far <= most), None)


def exchange(battle: Battle, unit: Unit, enemy: Unit) -> Exchange:
    """One turn of melee between two sections as they stand, the first of which strikes first."""
    falls = [0.0] * enemy.left
    for number, man in enumerate(unit.men):
        other = nearest_in_reach(unit, number, enemy)
        if other is not None and battle.can_fight(man):
            kills = strike_kills(battle, unit, man, enemy, enemy.men[other], first_turn=True)
            falls[other] = 1 - (1 - falls[other]) * (1 - kills)
    total: Grid = {(0, 0): 1.0}
    for victim, strikers in struck_back(unit, enemy).items():
        total = times(total, group(battle, unit, enemy, victim, strikers, falls))
    return Exchange(total)


def struck_back(unit: Unit, enemy: Unit) -> dict[int | None, list[int]]:
    """Who of the struck section strikes whom of the others; under None those who reach nobody."""
    found: dict[int | None, list[int]] = {}
    for number in range(enemy.left):
        found.setdefault(nearest_in_reach(enemy, number, unit), []).append(number)
    return found


def group(
    battle: Battle, unit: Unit, enemy: Unit, victim: int | None, strikers: Sequence[int], falls: Sequence[float]
) -> Grid:
    """What becomes of all who strike one man, and of him: each strikes only if he is still there."""
    lives, any_way = [1.0], [1.0]
    for number in strikers:
        man, stands = enemy.men[number], 1 - falls[number]
        kills = 0.0
        if victim is not None and battle.can_fight(man):
            kills = strike_kills(battle, enemy, man, unit, unit.men[victim], first_turn=True)
        lives = longer(lives, stands * (1 - kills), falls[number])
        any_way = longer(any_way, stands, falls[number])
    both: Grid = {}
    for number, probability in enumerate(lives):
        both[number, 0] = probability
        both[number, 1] = any_way[number] - probability
    return {pair: probability for pair, probability in both.items() if probability > odds.SMALL}


def longer(chances: Sequence[float], stays: float, falls: float) -> list[float]:
    """The same with one more man, who stays with one chance and falls with the other."""
    found = [0.0] * (len(chances) + 1)
    for number, probability in enumerate(chances):
        found[number] += probability * stays
        found[number + 1] += probability * falls
    return found


def times(one: Grid, other: Grid) -> Grid:
    """The sums of two independent pairs of numbers."""
    found: Grid = {}
    for (a, b), p in one.items():
        for (c, d), q in other.items():
            if (share := p * q) > odds.SMALL:
                found[a + c, b + d] = found.get((a + c, b + d), 0.0) + share
    return found


def charge_exchange(battle: Battle, unit: Unit, enemy: Unit, ends: Mapping[str, Spot]) -> Exchange:
    """The first turn of melee after a charge that ends at these places, if everybody dares to go."""
    charging, struck = unit.clone(), enemy.clone()
    charging.put(ends)
    struck.alter(behind_from(battle, charging, struck), behind=True)
    return exchange(battle, charging, struck)
