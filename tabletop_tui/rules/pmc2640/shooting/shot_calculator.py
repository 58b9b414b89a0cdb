"""What an attack by shooting needs, told in words: Firepower against Defence without a table (PMC-FIRE)."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.rulebook.shot_calculator import AskedShot, Fact, TableShot, Told, so_told, taped
from tabletop_tui.rules.pmc2640.damage.damage import attack_need, hits_of
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import (
    TERRAIN,
    Aim,
    Attack,
    aim_of,
    defence,
    firepower_sum,
)
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import refuse_both, weapons_for
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE, UnitType, half_of

SIDES = 10
ARCS = ("front", "side", "rear")


def facts(types: Mapping[str, UnitType]) -> tuple[Fact, ...]:
    """What matters to an attack by shooting at a unit."""
    first, names = next(iter(types)), tuple(types)
    return (
        Fact("shooter", "the type that shoots", "PMC-FIRE-3", first, names),
        Fact("men", "how many of it are left; 0 for all", "PMC-FIRE-4", "0", most=12, whole=True),
        Fact("target", "the type that is shot at", "PMC-FIRE-2", first, names),
        Fact("range", "how far it is, in inches", "PMC-FIRE-5", "12", most=500),
        Fact("fire", "the order is Fire!", "PMC-FIRE-6"),
        Fact("auxiliary", "with auxiliary weapons", "PMC-AUX-1"),
        Fact("crossfire", "the target is in Crossfire", "PMC-XFIRE-1"),
        Fact("basic", "with Basic Firepower", "PMC-BASIC-1"),
        Fact("terrain", "terrain covers the target", "PMC-TERR-8"),
        Fact("above", "the target is shot at from above", "PMC-AREA-4"),
        Fact("arc", "the arc of a vehicle that is hit", "PMC-VEH-2", "front", ARCS),
    )


def on_table(battle: Battle, shooter: str, target: str, weapon: str = "") -> TableShot:
    """An attack by the order Fire! as both units stand, with auxiliary weapons where only these reach."""
    unit, enemy = battle.units[shooter], battle.units[target]
    auxiliary = weapons_for(battle, unit, enemy, "fire") == ["auxiliary"]
    aim = aim_of(battle, attack := Attack(shooter, target, "auxiliary" if auxiliary else "main"))
    told = so_told(
        men=str(unit.left),
        range=taped(distances.distance(battle, unit, enemy)),
        fire=True,
        auxiliary=auxiliary,
        crossfire=aim.crossfire,
        basic=aim.basic,
        terrain=any(modifier.value == TERRAIN for modifier in defence(battle, attack).modifiers),
        above=bool(aim.above),
        arc=aim.arc,
    )
    return TableShot(unit, enemy, told, (), refuse_both(battle, unit, enemy, "fire"))


def asked(types: Mapping[str, UnitType], told: Told, table: TableShot | None = None) -> AskedShot:
    """What such an attack needs. Refused where nobody could shoot so."""
    kind, target = (table.shooter.type, table.target.type) if table else (types[told["shooter"]], types[told["target"]])
    gap = float(told["range"])
    reach = AUXILIARY_RANGE if "auxiliary" in told else kind.range
    if gap > reach:
        raise Refused(Refusal(f"{gap:g} is too far, it reaches {reach}", "PMC-FIRE-1"))
    left = int(told["men"]) or kind.size
    if left > kind.size:
        raise Refused(Refusal(f"{kind.name} has no more than {kind.size} models", "PMC-FIRE-4"))
    if target.vehicle and ("crossfire" in told or "terrain" in told):
        raise Refused(Refusal(f"{target.name} is a vehicle: neither Crossfire nor terrain counts", "PMC-VEH-9"))
    aim = Aim(
        basic="basic" in told or (kind.basic_only and "auxiliary" not in told),
        crossfire="crossfire" in told,
        near=gap < half_of(reach),
        fire="fire" in told,
        arc=told["arc"] if target.vehicle else "",
        above="PMC-AREA-4" if "above" in told else "",
    )
    plus = firepower_sum(kind, left, "auxiliary" if "auxiliary" in told else "main", aim)
    against = Tally("Defence", target.defence, target.name, "PMC-FIRE-2")
    against = against.plus(TERRAIN * ("terrain" in told), "terrain", "PMC-TERR-8")
    hits = [hits_of(face, plus.total, against.total) for face in range(SIDES)]
    chances = tuple(hits.count(number) / SIDES for number in range(max(hits) + 1))
    return AskedShot(1, SIDES, attack_need(plus, against), lowest=0, hits=chances, sums=(plus, against))
