"""Blows in a melee (CD-MEL, CD-MWPN): who strikes when, with how many dice, what each needs and what a hit is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.sight.cover import sheltered
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import (
    FISTS,
    QUALITIES,
    QUALITY_WORDS,
    Blade,
    Quality,
    Soldier,
    Weapon,
)
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot

MELEE: dict[Quality, tuple[int, ...]] = {"Ir": (5, 6, 6, 7), "Rg": (5, 5, 6, 6), "Vt": (4, 5, 5, 6), "El": (4, 4, 5, 6)}
"""By the quality of the striker, then that of the target: Ir, Rg, Vt, El (CD-MEL-6).

The book's worked example repeats that of its table for shooting, and does not count (CD-MEL-7).
"""
REACH = 2.0
"""Edge to edge, in units, exactly that included (CD-MEL-14)."""
POWER = 4
"""P of a blow (CD-MWPN-1)."""
CHARGE = "charge"
"""The first stage of a turn of contact (CD-MEL-2); the others are the qualities, from the best (CD-MEL-3)."""


@frozen
class Melee:
    """The sections that fight one melee, and how many each seat has killed."""

    sections: tuple[str, ...]
    kills: tuple[int, ...] = (0, 0)

    def units(self, battle: Battle) -> list[Unit]:
        """Those that are left."""
        return [unit for name in self.sections if (unit := battle.units[name]).living]

    def side(self, battle: Battle, seat: int) -> list[Unit]:
        return [unit for unit in self.units(battle) if unit.seat == seat]

    def over(self, battle: Battle) -> bool:
        """Whether one side is wiped out."""
        return not all(self.side(battle, seat) for seat in (0, 1))


# ---------------------------------------------------------------- who strikes when
def stages(battle: Battle, melee: Melee) -> tuple[str, ...]:
    """The stages in which a melee is fought this turn (CD-MEL-2, CD-MEL-3)."""
    contact = any(unit.charged == battle.turn for unit in melee.units(battle))
    return (CHARGE, *QUALITIES[::-1]) if contact else QUALITIES[::-1]


def strikes_in(battle: Battle, unit: Unit, man: Man, stage: str) -> bool:
    """Whether a man strikes in a stage (CD-MEL-2, CD-MEL-3, CD-MEL-4, CD-SR-QUICK)."""
    if stage == CHARGE or unit.charged == battle.turn:
        return stage == CHARGE and unit.charged == battle.turn
    quick = man.soldier.traits.get("quick-strike", 0) if unit.met < battle.turn else 0
    band = QUALITIES.index(man.soldier.quality) + quick
    return QUALITIES[min(band, len(QUALITIES) - 1)] == stage


def can_fight(battle: Battle, man: Man) -> bool:
    """Whether a man strikes in melee: neither stunned nor blinded (CD-WND-2, CD-AMMO-7)."""
    return not (battle.is_stunned(man) or battle.is_flashed(man))


def strikers(battle: Battle, melee: Melee, unit: Unit, stage: str) -> list[str]:
    """The men of a section who strike in a stage: each who is not stunned and has an enemy in reach (CD-MEL-14)."""
    return [
        man.id
        for man in unit.men
        if strikes_in(battle, unit, man, stage)
        and can_fight(battle, man)
        and any(True for _ in victims(battle, melee, unit, man.id))
    ]


def victims(battle: Battle, melee: Melee, unit: Unit, name: str) -> Iterator[tuple[float, str, str]]:
    """The enemy models in a man's reach: how far from middle to middle, of which section, who."""
    here = unit.spot_of(name)
    for enemy in melee.side(battle, 1 - unit.seat):
        most = REACH + unit.radius + enemy.radius + TINY
        for man, spot in zip(enemy.men, enemy.models, strict=True):
            if (far := dist(here, spot)) <= most:
                yield far, enemy.id, man.id


# ---------------------------------------------------------------- with what
@frozen
class Attack:
    """One die of a striker: with what, what it adds to hit, and its P."""

    name: str
    hit: int
    p: int


def attacks(soldier: Soldier, first_turn: bool, way: str = "") -> tuple[Attack, ...]:
    """The dice of a man in one turn of melee, used in this way; in the best one if none is named (CD-MEL-5)."""
    found = ways_to_strike(soldier, first_turn)
    return found[way or next(iter(found))]


@lru_cache(maxsize=1 << 10)
def ways_to_strike(soldier: Soldier, first_turn: bool) -> dict[str, tuple[Attack, ...]]:
    """How a man may use his dice, by what it is called, the best way first (CD-MEL-10, CD-MEL-11, CD-SR-FURIOUS).

    The furious have a die more, with either of their weapons.
    """
    furious = soldier.has("furious-assault") or (first_turn and soldier.has("savage-assault"))
    found: dict[str, tuple[Attack, ...]] = {}
    for arms in held(soldier):
        dice = tuple(attack_of(soldier, arm) for arm in arms)
        extras = sorted(dice, key=lambda attack: (attack.hit, attack.p), reverse=True) if furious else ()
        for way in [(*dice, extra) for extra in extras] or [dice]:
            found.setdefault(named(way), way)
    return found


def named(dice: Sequence[Attack]) -> str:
    """As in '2 Sword, 1 Pistol'; of a single die what it is made with."""
    counts = Counter(attack.name for attack in dice)
    return ", ".join(f"{count} {name}" for name, count in counts.items()) if len(dice) > 1 else dice[0].name


def held(soldier: Soldier) -> list[tuple[Blade | Weapon, ...]]:
    """What a man may strike with: something in each hand, if he has that much for it, or one of his blades."""
    single: list[Blade | Weapon] = [blade for blade in soldier.blades if blade.hands == 1]
    single += [weapon for weapon in soldier.weapons if weapon.pistol]
    blades = sorted(soldier.blades, key=lambda blade: (blade.hit, blade.p), reverse=True) or [FISTS]
    if len(single) < 2:
        return [(blade,) for blade in blades]
    return [*combinations(single, 2), *((blade,) for blade in blades if blade.hands > 1)]


def attack_of(soldier: Soldier, arm: Blade | Weapon) -> Attack:
    """P is 4 and what the weapon adds; a pistol has its own (CD-MWPN-1, CD-MEL-11, CD-EQ-POWERED, CD-EQ-THAS)."""
    armour = int(soldier.has("powered-armour") or soldier.has("thas"))
    if isinstance(arm, Weapon):
        return Attack(arm.name, 0, arm.p + armour)
    return Attack(arm.name, arm.hit, POWER + arm.p + armour)


def blow_tally(battle: Battle, man: Man, attack: Attack, enemy: Unit, victim: Man, eye: Spot | None = None) -> Tally:
    """The number that a die needs to hit a victim, and why; `eye` is where the striker stands, if that is known.

    Who was behind an obstacle when he was contacted is so towards those only who have it before them (CD-MEL-12).
    """
    behind = victim.behind and (eye is None or sheltered(battle, enemy, enemy.spot_of(victim.id), eye))
    quality, other = man.soldier.quality, victim.soldier.quality
    tally = Tally(
        "To strike",
        MELEE[quality][QUALITIES.index(other)],
        f"{QUALITY_WORDS[quality]} at {QUALITY_WORDS[other]}",
        "CD-MEL-6",
    )
    return (
        tally.plus(-man.soldier.mm, "melee modifier", "CD-MEL-8")  # CD-CHAR-4
        .plus(-attack.hit, attack.name, "CD-MEL-10")
        .plus(-int(battle.is_pinned(enemy, victim)), "pinned", "CD-MEL-9")
        .plus(2 * behind, "behind an obstacle", "CD-MEL-12")
    )


def hit_of(soldier: Soldier, attack: Attack, face: int) -> Hit:
    """A hit by a die with this face (CD-MWPN-6, CD-SR-CRITSTRIKE)."""
    twice = 2 if soldier.has("critical-strike") and face == 10 else 1
    return Hit(twice * attack.p, 0, attack.name)
