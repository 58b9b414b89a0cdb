"""What a shot of riflemen at a section needs, told in words: the sum of CD-HIT without a table."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told, so_told, taped
from tabletop_tui.rules.crimsondusk.aiming.to_hit import (
    LARGE,
    SMALL,
    Shooter,
    column,
    hit_tally,
    lost_power,
    seeks,
    target_tally,
)
from tabletop_tui.rules.crimsondusk.sight import cover, sight
from tabletop_tui.rules.crimsondusk.sight.cover import Status
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import (
    arms_of,
    gap_between,
    reaches,
    refuse_fire,
    refuse_reach,
)
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.profiles import BASE, QUALITIES, Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, need_of
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as, from_platform, platform

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


@frozen
class Marksman:
    """One who stands for those who shoot, and the vehicle from which they do, None on foot."""

    man: Man
    vehicle: Unit | None


def on_table(battle: Battle, shooter: str, target: str, weapon: str = "") -> TableShot:
    """A shot of one unit at another as both stand, by all who reach with one weapon. Refused where it has none."""
    unit, enemy = firing_as(battle, shooter), battle.units[target]
    arms = [(man, one) for man, one in arms_of(unit) if not (one.flame or one.blast)]
    if not arms:
        raise Refused(Refusal(f"{unit.does('has')} no weapon that rolls to hit", "CD-WPN-1"))
    refusal = refuse_reach(battle, unit, arms, enemy)
    reaching = [(man, one) for man, one in arms if reaches(battle, unit, man, one, enemy)]
    fired = weapon or Counter(one.id for _, one in reaching or arms).most_common(1)[0][0]
    firing = [man for man, one in reaching if one.id == fired] or [man for man, one in arms if one.id == fired]
    seen, numbers = sight.seen(battle, unit, enemy), [unit.number(man.id) or 0 for man in firing]
    gaps = [gap for number in numbers if (gap := gap_between(unit, number, enemy, seen[number])) is not None]
    eyes, in_view = [unit.models[number] for number in numbers], {other for number in numbers for other in seen[number]}
    man, covered = firing[0], cover.status(battle, enemy, eyes, in_view)
    told = so_told(
        weapon=fired,
        men=str(len(firing)),
        shooter=man.soldier.quality,
        target=column(enemy),
        range=taped(min(gaps, default=distance(unit, enemy))),
        camouflage=2 * sum(one.has("camouflage") for one in enemy.soldiers) > len(enemy.soldiers),
        moved=str(int(min((one.moved_before for one in enemy.men), default=0.0))),
        large=enemy.sheet.size > LARGE,
        small=enemy.sheet.size < SMALL,
        ran=enemy.ran_before,
        aimed=man.aimed == fired,
        scope=man.soldier.has("scope"),
        **{word: word == covered for word in STATUSES},
    )
    weapons = tuple(dict.fromkeys(one.id for _, one in arms))
    one = Marksman(man, platform(battle, battle.units[shooter]))
    return TableShot(one, enemy, told, weapons, refusal or refuse_fire(battle, unit, man, unit.weapon(man.id, fired)))


def asked(weapons: dict[str, Weapon], told: Told, table: TableShot | None = None) -> AskedShot:
    """What each die of such a shot needs. Refused where nobody could shoot so."""
    for one, other in (("concealed", "hidden"), ("large", "small")):
        if one in told and other in told:
            raise Refused(Refusal(f"a target is not {one} and {other} at once"))
    weapon, gap = weapons[told["weapon"]], float(told["range"])
    if gap > weapon.furthest:
        raise Refused(
            Refusal(f"{weapon.name}: {gap:g} {UNIT.short} is too far, it reaches {weapon.furthest:g}", "CD-SHOOT-3")
        )
    tally = _tally(weapon, gap, told, table)
    notes = []
    if gap > weapon.range:
        notes.append(f"Beyond {weapon.range}, the range: a hit only counts as a shot [CD-SHOOT-3]")
    if less := lost_power(tally):
        notes.append(f"More than {SIDES} is needed: P and AT of a hit are less by {less} [CD-IMP-1]")
    return AskedShot(int(told["men"]) * weapon.shots, SIDES, need_of(tally), tuple(notes))


def _tally(weapon: Weapon, gap: float, told: Told, table: TableShot | None) -> Tally:
    """The sum, by the functions of the game, for one who shoots and one who stands for the target."""
    traits = {"scope": 1} if "scope" in told else {}
    quality = next(name for name in QUALITIES if name == told["shooter"])
    one: Marksman | None = table.shooter if table else None
    shooting = Soldier(quality, sm=one.man.soldier.sm if one else 0, weapons=(weapon,), traits=traits)
    man = Man("A1-1", shooting, moved=float("moving" in told))
    worn = {"camouflage": 1} if "camouflage" in told else {}
    soldier = Soldier(next(name for name in QUALITIES if name == told["target"]), traits=worn)
    size = next((size for word, size in SIZES.items() if word in told), BASE)
    stands = Man("B1-1", soldier, moved_before=float(told["moved"]))
    target = Unit("B1", 1, Sheet("target", (soldier,), size=size), (stands,), ran_before="ran" in told)
    covered = [word for word in STATUSES if word in told]
    status: Status = covered[0] if covered else ""
    target.hull = table.target.hull if table else None
    shooter = Shooter(man.id, weapon.id, aimed="aimed" in told)
    tally = hit_tally(man, weapon, shooter, target, gap, target_tally(target, status))
    if one is None or one.vehicle is None or seeks(weapon, target):
        return tally
    return from_platform(one.vehicle, weapon, one.man, tally)
