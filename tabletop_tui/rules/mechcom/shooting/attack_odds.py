"""The exact chances of attacks: hits and damage of a shot, wins and damage of melee."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine import odds
from tabletop_tui.rules.mechcom.aiming.attack_base import CRITICAL

LOST = "Integrity lost"
"""What is expected of an attack."""


# ---------------------------------------------------------------- shooting
@lru_cache(maxsize=4096)
def hits_of(dice: int, needed: int, flurry: bool) -> odds.Chances:
    """The distribution of hits of a roll: a six is two hits, and with Flurry one more die each."""
    plain = odds.reaching(min(needed, CRITICAL)) - odds.reaching(CRITICAL)
    six = odds.reaching(CRITICAL)
    die: odds.Chances = (1 - plain - six, plain, six)
    if flurry:
        # One die with Flurry: each six adds two hits and another die, without end.
        tail, weight = die[:2], six
        total = list(die[:2])
        shift = 2
        while weight > odds.SMALL:
            total += [0.0] * (shift + 2 - len(total))
            for number, p in enumerate(tail):
                total[shift + number] += weight * p
            shift, weight = shift + 2, weight * six
        die = tuple(total)
    return odds.repeat(die, dice)


@lru_cache(maxsize=4096)
def damage_of(dice: int, needed: int, pierce: int, flurry: bool) -> odds.Chances:
    """The distribution of unblocked hits of a shot: `needed` to hit, Armour `pierce` to be overcome."""
    return odds.thin(hits_of(dice, needed, flurry), odds.reaching(pierce))


@lru_cache(maxsize=4096)
def lost_and_killed(damage: odds.Chances, integrity: int) -> tuple[float, float]:
    """The damage that is to be expected, no more than there is to lose, and the chance that it destroys."""
    return min(odds.mean(damage), integrity), odds.at_least(damage, integrity)


# ---------------------------------------------------------------- melee
UNARMED_DAMAGE: odds.Chances = (0.0, 1 / 3, 1 / 3, 1 / 3)
"""1D3 (MC-DICE-2)."""


@lru_cache(maxsize=4096)
def wins_of(dice: int, edge: int, flurry: bool) -> odds.Chances:
    """The distribution of winning dice, `edge` being the attacker's Strength less the defender's.

    The single defending die is shared by all attacking dice, so the six cases of it are weighed together.
    """
    total: list[float] = []
    for defence in range(1, 7):
        needed = defence + 1 - edge
        six = odds.reaching(CRITICAL) if needed <= CRITICAL else 0.0
        win = odds.reaching(needed)
        die: odds.Chances = (1 - win, win)
        if flurry and six:
            chain, weight, shift = list(die), 1.0, 0
            chain = [0.0]
            while weight > odds.SMALL:
                # `shift` sixes in a row, then a die that is no six.
                chain += [0.0] * (shift + 2 - len(chain))
                chain[shift] += weight * (1 - win)
                chain[shift + 1] += weight * (win - six)
                weight, shift = weight * six, shift + 1
            die = tuple(chain)
        for number, p in enumerate(odds.repeat(die, dice)):
            total += [0.0] * (number + 1 - len(total))
            total[number] += p / 6
    return tuple(total)


def damage_chances(wins: odds.Chances) -> odds.Chances:
    """Wins at 1D3 each, as a distribution of damage."""
    total: list[float] = []
    for number, p in enumerate(wins):
        for damage, q in enumerate(odds.repeat(UNARMED_DAMAGE, number)):
            total += [0.0] * (damage + 1 - len(total))
            total[damage] += p * q
    return tuple(total)
