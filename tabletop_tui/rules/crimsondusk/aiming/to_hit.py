"""What a shot needs to hit (CD-HIT, CD-IMP-1), as a number with its reasons. Modifiers of the die are taken off it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.sight import cover
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import PAIR, QUALITIES, QUALITY_WORDS, Quality, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit

SHOOTING: dict[Quality, tuple[int, ...]] = {
    "Ir": (7, 7, 7, 8),
    "Rg": (6, 7, 7, 7),
    "Vt": (6, 6, 7, 7),
    "El": (5, 6, 6, 7),
}
"""By the quality of the shooter, then that of the target: Ir, Rg, Vt, El (CD-HIT-1)."""
SHORT = 4.0
"""Short range, in units, exactly that included (CD-HIT-11)."""
EVERY = 6.0
"""So many units that a target moved in the turn before are -1 (CD-HIT-8)."""
LARGE, SMALL = 2.0, 0.5
FACES = 10
SEEKING = "heat-seeking"


@frozen
class Shooter:
    """A model that fires in this AP, with which weapon."""

    man: str
    weapon: str
    gone: float = 0.0
    """How far it had gone this turn before this AP: if it is further now, it has moved in it (CD-TRAIT-17)."""
    aimed: bool = False
    missing: int = 0
    """How many of the crew of its heavy weapon are missing (CD-TRAIT-10)."""
    load: str = ""
    """The ammunition in place of the usual (CD-AMMO)."""


Shooters = tuple[Shooter, ...]


def column(target: Unit) -> Quality:
    """The quality that counts for a section as a target: its commonest, the worse of equals (CD-HIT-1)."""
    return commonest(target.soldiers)


@lru_cache(maxsize=1 << 12)
def commonest(soldiers: tuple[Soldier, ...]) -> Quality:
    """The commonest quality of some, the worse of equals."""
    counts = Counter(soldier.quality for soldier in soldiers)
    return max(QUALITIES, key=lambda quality: (counts[quality], -QUALITIES.index(quality)))


def against(battle: Battle, target: Unit, eyes: Collection[tuple[float, float]], seen: Collection[int]) -> Tally:
    """What of the number comes from the target, as these shooters see it."""
    return target_tally(target, cover.status(battle, target, tuple(eyes), seen))


def target_tally(target: Unit, status: cover.Status) -> Tally:
    """The same of a target of which it is known how well it is covered."""
    tally = Tally("To hit", 0)
    tally = tally.plus({"concealed": 1, "hidden": 2}.get(status, 0), status, cover.RULES.get(status, "CD-HIT-5"))
    soldiers = target.soldiers
    worn = 2 * sum(soldier.has("camouflage") for soldier in soldiers) > len(soldiers)
    tally = tally.plus(int(worn), "camouflaged", "CD-HIT-7")  # CD-EQ-CAMO
    fast = int(min((man.moved_before for man in target.men), default=0.0) / EVERY + 1e-9)
    tally = tally.plus(fast, f"moved {fast * EVERY:g} or more", "CD-HIT-8")
    tally = tally.plus(-int(target.sheet.size > LARGE), "large", "CD-HIT-9")
    tally = tally.plus(int(target.sheet.size < SMALL), "small", "CD-HIT-10")
    return tally.plus(-int(target.ran_before), "ran", "CD-HIT-12")


def hit_tally(man: Man, weapon: Weapon, shooter: Shooter, target: Unit, gap: float, target_side: Tally) -> Tally:
    """The number that each die of a shooter needs: all modifiers that apply are added up (CD-HIT-2)."""
    quality, other = man.soldier.quality, column(target)
    number = SHOOTING[quality][QUALITIES.index(other)]
    tally = Tally("To hit", number, f"{QUALITY_WORDS[quality]} at {QUALITY_WORDS[other]}", "CD-HIT-1")
    # Hail ignores that the target is concealed or hidden, and short range, but not camouflage (CD-TRAIT-13).
    ignored = ("CD-HIT-5", "CD-HIT-6") if weapon.hail else ("CD-HIT-8",) if seeks(weapon, target) else ()
    for modifier in target_side.modifiers:
        if modifier.rule not in ignored:
            tally = tally.plus(modifier.value, modifier.reason, modifier.rule)
    short = gap <= SHORT + 1e-6 and target.hull is None and not (weapon.pistol or weapon.hail)  # CD-TRAIT-1
    moved = man.moved > shooter.gone
    return (
        tally.plus(-man.soldier.sm, "shooting modifier", "CD-HIT-4")  # CD-CHAR-4
        .plus(int(short), "short range", "CD-HIT-11")
        .plus(-2 * shooter.aimed, "aimed", "CD-HIT-14")
        .plus(-weapon.to_hit, weapon.name, "CD-TRAIT-16")
        .plus(-int(man.soldier.has("scope") and weapon.to_hit <= 0), "scope", "CD-EQ-SCOPE")
        .plus(int(moved), "move and fire", "CD-TRAIT-17")
        .plus(int(weapon.id == PAIR), "two pistols", "CD-SR-GUNFIGHTER")
    )


def seeks(weapon: Weapon, target: Unit) -> bool:
    """Whether heat seeking munitions find the target: the speed of neither matters then (CD-AMMO-9)."""
    return SEEKING in weapon.ammunition and target.hull is not None


def lost_power(tally: Tally) -> int:
    """By how much P or AT of a hit is less, where more than a 10 was needed (CD-IMP-1)."""
    return max(0, tally.total - FACES)
