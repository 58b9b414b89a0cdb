"""What a charge would come to: the exact chances of the kills on both sides, everybody striking the nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import dist

from tabletop_tui.engine import odds
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.damage import Blow, death_chance, harm_after
from tabletop_tui.rules.crimsondusk.melee.strikes import REACH, Attack, attacks, blow_tally, can_fight, hit_of
from tabletop_tui.rules.crimsondusk.moving.entering_melee import behind_from
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, need_of
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.bases import TINY
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


def blow(battle: Battle, man: Man, attack: Attack, enemy: Unit, victim: Man, eye: Spot | None = None) -> Blow:
    """One die of a striker at his victim: the hits that it may be, each with its chance (CD-MEL-6)."""
    need = need_of(blow_tally(battle, man, attack, enemy, victim, eye))
    counts = Counter(hit_of(man.soldier, attack, face) for face in range(1, SIDES + 1) if need.counts(face))
    return tuple((hit, count / SIDES) for hit, count in counts.items())


def die_kills(battle: Battle, man: Man, attack: Attack, enemy: Unit, victim: Man) -> float:
    """The chance of one die of a striker to kill his victim (CD-MEL-6, CD-WND-1)."""
    return death_chance(victim, [blow(battle, man, attack, enemy, victim)], melee=True)


def blows(battle: Battle, man: Man, enemy: Unit, victim: Man, eye: Spot) -> list[Blow]:
    """All the dice of a man in his first turn of melee."""
    return [blow(battle, man, attack, enemy, victim, eye) for attack in attacks(man.soldier, first_turn=True)]


def nearest_in_reach(unit: Unit, number: int, enemy: Unit) -> int | None:
    """The enemy model that a man strikes if nothing is said; None if none is in his reach (CD-MEL-14)."""
    here = unit.models[number]
    most = REACH + unit.radius + enemy.radius + TINY
    near = [(dist(here, spot), enemy.men[other].id, other) for other, spot in enumerate(enemy.models)]
    return next((other for far, _, other in sorted(near) if far <= most), None)


def exchange(battle: Battle, unit: Unit, enemy: Unit) -> Exchange:
    """One turn of melee between two sections as they stand, the first of which strikes first."""
    struck: list[list[Blow]] = [[] for _ in enemy.men]
    for number, man in enumerate(unit.men):
        other = nearest_in_reach(unit, number, enemy)
        if other is not None and can_fight(battle, man):
            struck[other] += blows(battle, man, enemy, enemy.men[other], unit.models[number])
    falls = [death_chance(man, taken, melee=True) for man, taken in zip(enemy.men, struck, strict=True)]
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
    struck = unit.men[victim] if victim is not None else None
    lives, any_way = {(0, struck.harm if struck is not None else 0): 1.0}, [1.0]
    for number in strikers:
        man, fallen = enemy.men[number], falls[number]
        dealt = (
            blows(battle, man, unit, struck, enemy.models[number])
            if struck is not None and can_fight(battle, man)
            else []
        )
        after: dict[tuple[int, int], float] = {}
        for (count, harm), probability in lives.items():
            after[count + 1, harm] = after.get((count + 1, harm), 0.0) + probability * fallen
            for taken, alive in harm_after(struck, harm, dealt, melee=True).items() if struck else [(harm, 1.0)]:
                after[count, taken] = after.get((count, taken), 0.0) + probability * (1 - fallen) * alive
        lives, any_way = after, longer(any_way, 1 - fallen, fallen)
    both: Grid = {}
    for number, probability in enumerate(any_way):
        both[number, 0] = sum(likely for (count, _), likely in lives.items() if count == number)
        both[number, 1] = probability - both[number, 0]
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
