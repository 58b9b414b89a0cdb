"""What a shot of a unit needs, told in words: quality tests and Block dice without a table (AMC-SHOOT)."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.rulebook.shot_calculator import AskedShot, Effect, Fact, TableShot, Told, so_told, taped
from tabletop_tui.rules.armymen.files.force_composition import equip
from tabletop_tui.rules.armymen.shooting.block_dice import block_sum, lie_of
from tabletop_tui.rules.armymen.shooting.shooting_limits import default_fire, refuse_target, usable
from tabletop_tui.rules.armymen.shooting.shooting_odds import hit_chances, losses_by
from tabletop_tui.rules.armymen.sight.sight import distance
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.profiles import Catalogue, Choice
from tabletop_tui.rules.armymen.state.quality_tests import needed, words

COVER = "AMC-TERR-1"
OWN = "own"
"""The weapon with which a unit is sold."""
MOST_MEN = 20


def facts(sold: Catalogue) -> tuple[Fact, ...]:
    """What matters to a shot at a unit."""
    names = tuple(sold.units)
    ranged = tuple(name for name, weapon in sold.weapons.items() if weapon.range)
    return (
        Fact("shooter", "the type that shoots", "AMC-SHOOT-2", names[0], names),
        Fact("weapon", "what each who fires has", "AMC-SHOOT-1", OWN, (OWN, *ranged)),
        Fact("men", "how many fire it", "AMC-SHOOT-1", "1", most=MOST_MEN, whole=True),
        Fact("target", "the type that is shot at", "AMC-SHOOT-3", names[0], names),
        Fact("range", "how far it is, in inches", "AMC-SHOOT-1", "6", most=500),
        Fact("cover", "the target is in cover", "AMC-TERR-1"),
        Fact("below", "it is shot at from below", "AMC-TERR-6"),
        Fact("hunkered", "it has Hunkered", "AMC-ACT-3"),
        Fact("reaction", "the shot is a guard reaction", "AMC-GUARD-4"),
    )


def on_table(battle: Battle, shooter: str, target: str, weapon: str = "") -> TableShot:
    """A shot of one unit at another as both stand, by all who reach with one weapon. Refused where it has none."""
    unit, enemy = battle.units[shooter], battle.units[target]
    arms = tuple(one.id for one in unit.weapons if one.range)
    if not arms:
        raise Refused(Refusal(f"{unit.does('has')} no weapon to shoot with", "AMC-SHOOT-1"))
    reaching = usable(battle, unit, enemy)
    fire = [(number, name) for number, name in reaching if name == weapon] or default_fire(unit, reaching, enemy)
    fired = weapon or Counter(name for _, name in fire or ((0, arms[0]),)).most_common(1)[0][0]
    firing = [number for number, name in fire if name == fired]
    everybody = [number for number, held in enumerate(unit.arms) if fired in held]
    lie, rule = lie_of(battle, unit, enemy, [unit.models[number] for number in firing or everybody])
    told = so_told(
        weapon=fired,
        men=str(len(firing or everybody)),
        range=taped(distance(unit, enemy)),
        cover=bool(lie) and rule == COVER and not enemy.vehicle,
        below=bool(lie) and rule != COVER and not enemy.vehicle,
        hunkered=enemy.hunkered,
    )
    return TableShot(unit, enemy, told, arms, refuse_target(battle, unit, enemy))


def asked(sold: Catalogue, told: Told, table: TableShot | None = None) -> AskedShot:
    """What each die of such a shot needs. Refused where nobody could shoot so."""
    if table is None:
        unit, target = _unit("A1", 0, told["shooter"], sold), _unit("B1", 1, told["target"], sold)
        own = sold.units[told["shooter"]].weapon
    else:
        unit, target, own = table.shooter.clone(), table.target.clone(), ""
    named = own if told["weapon"] == OWN else told["weapon"]
    weapon = unit.sheet.weapons.get(named) or sold.weapons.get(named)
    if weapon is None or not weapon.range:
        name = unit.sheet.name
        raise Refused(Refusal(f"{name} comes without a weapon to shoot; tell one: weapon=NAME", "AMC-SHOOT-1"))
    gap, men = float(told["range"]), int(told["men"])
    if gap > weapon.range:
        raise Refused(Refusal(f"{weapon.name}: {gap:g} is too far, it reaches {weapon.range}", "AMC-SHOOT-1"))
    if target.vehicle and ("cover" in told or "below" in told):
        raise Refused(Refusal(f"{target.sheet.name} is a vehicle: neither cover nor height counts", "AMC-TERR-1"))
    unit.sheet = evolve(unit.sheet, weapons={**unit.sheet.weapons, weapon.id: weapon})
    fire = tuple((number, weapon.id) for number in range(men))
    target.hunkered = "hunkered" in told
    lie = ("cover", "AMC-TERR-1") if "cover" in told else ("shot at from below", "AMC-TERR-6") * ("below" in told)
    bonus = block_sum(unit, target, 0, "reaction" in told, *(lie or ("", "")))
    hits, lost = hit_chances(unit, target, fire), losses_by(unit, target, fire, bonus)
    notes = [
        f"With re-rolls a die hits and blocks so: {words(unit, shooting=True)}, {words(target)} [AMC-GEN-2]",
        f"The target rolls a die to block each hit{f' and {bonus.total} more' if bonus.total else ''} [AMC-SHOOT-3]",
    ]
    if unit.sheet.sniper and not target.vehicle:
        notes[-1] = f"Snipers: hits are blocked by {counted_dice(bonus.total)} alone [AMC-UNIT-9]"
    need = needed(unit, shooting=True)
    pool = f"{men} x {weapon.words} attacks"
    dice = men * (weapon.attacks or weapon.dice)
    effect, sums = Effect("unblocked hits", lost), (need, bonus)
    return AskedShot(dice, 6, Need(need), tuple(notes), hits=hits, sums=sums, pool=pool, effect=effect)


def _unit(name: str, seat: int, kind: str, sold: Catalogue) -> Unit:
    """A fresh unit of a type, as small as it is sold."""
    return Unit(name, seat, equip(Choice(kind, sold.units[kind].costs[0][0]), sold))
