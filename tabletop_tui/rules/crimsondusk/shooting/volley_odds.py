"""What a volley would come to: the exact chances of kills and of a pin, with hits allotted as they usually are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import prod

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import (
    Salvo,
    alike,
    any_of,
    part_in,
    reached_by_each,
    special_pinning,
)
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, death_chance, missed_least, one_each
from tabletop_tui.rules.crimsondusk.shooting.pinning import Nerve, is_non_com, nerve_of
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Soldier
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, chance, need_of
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit


@frozen
class Outlook:
    """The chances of a volley."""

    kills: odds.Chances
    pinned: float
    """That the target is pinned by it."""
    shots: int
    """The dice within range: so many count for pinning at least."""


def either(likely: float, one: Outlook, other: Outlook) -> Outlook:
    """The one with this probability, and else the other; the shots are those of the one."""
    pinned = likely * one.pinned + (1 - likely) * other.pinned
    return Outlook(odds.mixed(likely, one.kills, other.kills), pinned, one.shots)


UNHARMED = Outlook(odds.NOTHING, 0.0, 0)
"""Of a target at which nobody shoots."""


@frozen
class Group:
    """Equal dice of a volley: how many, how likely each hits, and what a hit is worth by its face."""

    dice: int
    hit: float
    beyond: bool
    hits: tuple[tuple[Hit, float], ...]
    """What a hit may be worth, each with its share of all hits."""
    pinning: bool = False
    among: tuple[str, ...] = ()
    """Who may take a hit, () where it is the same for all groups."""


def groups_of(salvos: Sequence[Salvo], reach: Sequence[tuple[str, ...]]) -> list[Group]:
    """Salvos that need the same for the same effect and reach the same models, together; `reach` is whom each does."""
    if len(set(reach)) == 1:
        return [group_of(group) for group in alike(salvos)]
    whom = {id(salvo): among for salvo, among in zip(salvos, reach, strict=True)}
    found = []
    for group in alike(salvos):
        for among in dict.fromkeys(whom[id(salvo)] for salvo in group):
            found.append(evolve(group_of([salvo for salvo in group if whom[id(salvo)] == among]), among=among))
    return found


def group_of(salvos: Sequence[Salvo]) -> Group:
    """Salvos that need the same for the same effect, as one group."""
    one, need = salvos[0], need_of(salvos[0].tally)
    worth: dict[Hit, float] = {}
    if one.critical:
        faces = [face for face in range(1, SIDES + 1) if need.counts(face)]
        for face in faces:
            worth[one.hit(face)] = worth.get(one.hit(face), 0.0) + 1 / len(faces)
    else:  # all faces are worth the same
        worth[one.hit(SIDES)] = 1.0
    dice = sum(salvo.dice for salvo in salvos)
    return Group(dice, chance(one.tally), one.beyond, tuple(worth.items()), one.weapon.pinning)


def outlook(battle: Battle, unit: Unit, target: Unit, salvos: Sequence[Salvo]) -> Outlook:
    """What these salvos would come to."""
    reach = reached_by_each(battle, unit, target, salvos)
    groups, reached = tuple(groups_of(salvos, reach)), any_of(target, reach)
    men = [target.man(name) for name in missed_least(target, reached)]
    part, models = part_in(target, reached)
    forced, penalty = special_pinning(salvos, ())
    before = target.shots_off if part == "off" else target.shots
    enough = 1 if forced or is_non_com(target) else max(1, models - before)
    return came(groups, standing(groups, men), target.left, enough, penalty, nerve_of(battle, target))


@lru_cache(maxsize=1 << 12)
def came(groups: tuple[Group, ...], men: Standing, left: int, enough: int, penalty: int, nerve: Nerve) -> Outlook:
    """What volleys come to that are alike: these men may be hit, `left` stand, and `enough` shots bring a test."""
    kills, pinned = [0.0] * (len(men) + 1), 0.0
    pin = cache(nerve.fails)  # asked anew for every number of hits
    shots = sum(group.dice for group in groups if not group.beyond)
    for probability, hits, fallen in falls(groups, men):
        received = shots + sum(number for group, number in zip(groups, hits, strict=True) if group.beyond)
        hurt = any(number and group.pinning for group, number in zip(groups, hits, strict=True))
        for lost, share in enumerate(fallen):
            kills[lost] += probability * share
            if received >= enough and lost < left:
                pinned += probability * share * pin(penalty + int(hurt), lost)
    return Outlook(tuple(kills), pinned, shots)


def outcomes(groups: Sequence[Group]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every number of hits of each group, with its chance."""
    each = [odds.repeat((1 - group.hit, group.hit), group.dice) for group in groups]
    for hits in product(*(range(len(chances)) for chances in each)):
        probability = prod(chances[number] for chances, number in zip(each, hits, strict=True))
        if probability > odds.SMALL:
            yield probability, hits


Standing = tuple[tuple[str, Soldier, int], ...]
"""The men who may be hit, in the order in which they are: the name, where it counts, the profile, and the damage."""


def standing(groups: Sequence[Group], men: Sequence[Man]) -> Standing:
    """What of these men counts for how many fall."""
    named = any(group.among for group in groups)
    return tuple([(man.id if named else "", man.soldier, man.harm) for man in men])


@lru_cache(maxsize=1 << 12)
def falls(groups: tuple[Group, ...], men: Standing) -> tuple[tuple[float, tuple[int, ...], odds.Chances], ...]:
    """Every number of hits of each group, its chance, and the chances of how many fall then.

    The same rifles fire at the same sections all through a battle, and again in each that is imagined.
    """
    fate = falling(groups, men)
    return tuple((chance, hits, kills_of(groups, hits, men, fate)) for chance, hits in outcomes(groups))


Falls = Callable[[int, tuple[int, ...]], float]
"""The chance of the man of this number to fall to one hit of each of these groups."""


def falling(groups: Sequence[Group], men: Standing) -> Falls:
    """How likely each man falls; found once for all who are alike."""

    @cache
    def fate(soldier: Soldier, harm: int, took: tuple[int, ...]) -> float:
        return death_chance(Man("", soldier, harm=harm), [groups[number].hits for number in took])

    return lambda number, took: fate(*men[number][1:], took)


def kills_of(groups: Sequence[Group], hits: Sequence[int], men: Standing, falls: Falls) -> odds.Chances:
    """The distribution of kills of so many hits of each group: each man has one before any has two (CD-HIT-15)."""
    if not men:
        return odds.NOTHING
    shot = tuple(place for place, count in enumerate(hits) if not groups[place].beyond for _ in range(count))
    if any(groups[place].among for place in shot):
        names, taken = [name for name, _, _ in men], dict[int, str]()
        while left := {number: groups[place].among for number, place in enumerate(shot) if number not in taken}:
            taken |= one_each(names, left)
        blows = [tuple(shot[number] for number in sorted(taken) if taken[number] == name) for name in names]
        return among(tuple(falls(number, took) for number, took in enumerate(blows)))
    return among(tuple(falls(number, shot[number :: len(men)]) for number in range(len(men))))


@lru_cache(maxsize=1 << 12)
def among(chances: tuple[float, ...]) -> odds.Chances:
    """How many of these happen, each by itself."""
    total: list[float] = [1.0]
    for single in chances:
        longer = [0.0] * (len(total) + 1)
        for number, probability in enumerate(total):
            longer[number] += probability * (1 - single)
            longer[number + 1] += probability * single
        total = longer
    return tuple(total)
