"""What a shot of riflemen at a section needs, told in words: the sum of CD-HIT without a table."""

from __future__ import annotations

from typing import get_args

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, Told
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, hit_tally, lost_power, target_tally
from tabletop_tui.rules.crimsondusk.sight.cover import Status
from tabletop_tui.rules.crimsondusk.state.profiles import BASE, QUALITIES, Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, need_of
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit

USUAL = "assault-rifle"
SIZES = {"small": BASE / 4, "large": 3 * BASE}
"""Diameters below and above those of CD-HIT-9 and CD-HIT-10."""


def facts(weapons: dict[str, Weapon]) -> tuple[Fact, ...]:
    """What matters to a shot at a section."""
    fired = tuple(name for name, weapon in weapons.items() if not (weapon.flame or weapon.blast))
    return (
        Fact("weapon", "the weapon of each who shoots", "CD-WPN-1", USUAL, fired),
        Fact("men", "how many shoot with it", "CD-WPN-2", "1", most=40, whole=True),
        Fact("shooter", "their quality", "CD-HIT-1", "Rg", QUALITIES),
        Fact("target", "the quality of the target", "CD-HIT-1", "Rg", QUALITIES),
        Fact("range", "how far it is, in units", "CD-HIT-11", "12", most=500),
        *[Fact(word, f"the target is {word}", "CD-HIT-5" if word == "concealed" else "CD-HIT-6") for word in STATUSES],
        Fact("camouflage", "most of the target wear camouflage", "CD-HIT-7"),
        Fact("moved", "units that the target moved in the turn before", "CD-HIT-8", "0", most=100, whole=True),
        Fact("large", "the target is large", "CD-HIT-9"),
        Fact("small", "the target is small", "CD-HIT-10"),
        Fact("ran", "the target ran in the turn before", "CD-HIT-12"),
        Fact("aimed", "the shooters have aimed", "CD-HIT-14"),
        Fact("moving", "the shooters move in the same AP", "CD-TRAIT-17"),
        Fact("scope", "they have scopes", "CD-EQ-SCOPE"),
    )


STATUSES: tuple[Status, ...] = tuple(word for word in get_args(Status) if word)


def asked(weapons: dict[str, Weapon], told: Told) -> AskedShot:
    """What each die of such a shot needs. Refused where nobody could shoot so."""
    for one, other in (("concealed", "hidden"), ("large", "small")):
        if one in told and other in told:
            raise Refused(Refusal(f"a target is not {one} and {other} at once"))
    weapon, gap = weapons[told["weapon"]], float(told["range"])
    if gap > weapon.furthest:
        raise Refused(Refusal(f"{weapon.name}: {gap:g} is too far, it reaches {weapon.furthest:g}", "CD-SHOOT-3"))
    tally = _tally(weapon, gap, told)
    notes = []
    if gap > weapon.range:
        notes.append(f"Beyond {weapon.range}, the range: a hit only counts as a shot [CD-SHOOT-3]")
    if less := lost_power(tally):
        notes.append(f"More than {SIDES} is needed: P and AT of a hit are less by {less} [CD-IMP-1]")
    return AskedShot(int(told["men"]) * weapon.shots, SIDES, need_of(tally), tuple(notes))


def _tally(weapon: Weapon, gap: float, told: Told) -> Tally:
    """The sum, by the functions of the game, for one who shoots and one who stands for the target."""
    traits = {"scope": 1} if "scope" in told else {}
    shooting = Soldier(next(name for name in QUALITIES if name == told["shooter"]), weapons=(weapon,), traits=traits)
    man = Man("A1-1", shooting, moved=float("moving" in told))
    worn = {"camouflage": 1} if "camouflage" in told else {}
    soldier = Soldier(next(name for name in QUALITIES if name == told["target"]), traits=worn)
    size = next((size for word, size in SIZES.items() if word in told), BASE)
    stands = Man("B1-1", soldier, moved_before=float(told["moved"]))
    target = Unit("B1", 1, Sheet("target", (soldier,), size=size), (stands,), ran_before="ran" in told)
    covered = [word for word in STATUSES if word in told]
    status: Status = covered[0] if covered else ""
    shooter = Shooter(man.id, weapon.id, aimed="aimed" in told)
    return hit_tally(man, weapon, shooter, target, gap, target_tally(target, status))
