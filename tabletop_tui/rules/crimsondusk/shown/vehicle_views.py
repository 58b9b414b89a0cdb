"""What is shown of a vehicle: what is the matter with it, its card, and who rides in it."""

from __future__ import annotations

from tabletop_tui.engine.badges import Badge, Left, left_of
from tabletop_tui.engine.cards import Line
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITY_WORDS
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import (
    acdc,
    acdc_tally,
    exposed_men,
    hull_of,
    is_dazed,
    platform_tally,
    ride_of,
    riders,
    room_in,
    stands_firm,
)
from tabletop_tui.rules.crimsondusk.ways.driving_limits import WayField, evolve_firm, speeds, way_field

WRECK = Badge("Out of action", "WRK", letter="w")
BOGGED = Badge("Bogged down", "BOG", letter="b")
NO_ENGINE = Badge("Engine damaged", "ENG", letter="e")
DAZED = Badge("Cannot turn", "STR", letter="|")
SPEED = Badge("Speed #", "v#", mood="")
ABOARD = Badge("Aboard", "RIDE", mood="good", letter="r")
VEHICLE_RULES = {
    WRECK: "CD-VTGT-4",
    BOGGED: "CD-VEH-5",
    NO_ENGINE: "CD-VDAM-9",
    DAZED: "CD-VDAM-5",
    SPEED: "CD-VEH-1",
    ABOARD: "CD-PASS-1",
}


def vehicle_badges(battle: Battle, unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a vehicle, or with who rides in one."""
    if unit.hull is None:
        return (ABOARD,) if unit.aboard else ()
    if unit.gone:
        return (WRECK,)
    hull = unit.hull
    found = ((BOGGED, bool(hull.bogged)), (NO_ENGINE, not hull.engine), (DAZED, is_dazed(battle, unit)))
    moving = (SPEED.of(abs(hull.speed)),) if hull.speed else ()
    return (*(badge for badge, holds in found if holds), *moving)


def damage_left(unit: Unit) -> Left:
    """What a vehicle can still take before it is over its Dam."""
    return left_of(max(0, unit.type.dam - hull_of(unit).harm), unit.type.dam, "damage to take")


def vehicle_card(battle: Battle, unit: Unit) -> list[Line]:
    """The card of a vehicle: speed, armour, damage, crew, weapons, who is aboard."""
    hull, kind = hull_of(unit), unit.type
    low, high, rule = speeds(battle, unit) if unit.models else (0, 0, "CD-VEH-1")
    tally, moving = acdc_tally(unit), platform_tally(unit)
    told = hull.declared == battle.turn > 0 or not unit.models
    band = str(hull.speed) if told else f"{hull.speed}, next {low} to {high}"
    lines = [
        Line("Damage", f"{hull.harm} of {kind.dam}, next roll over {hull.harm // 10 * 10 + 10}", rules=("CD-VTGT-4",)),
        Line("Speed", f"{band}, at most {kind.speed}", rules=(rule,)),
        Line("Ac/Dc", str(acdc(unit)), tally, ("CD-VEH-1",)),
        Line("TR", str(kind.tr), rules=("CD-VEH-4",)),
        Line("AV", str(kind.av), rules=("CD-VTGT-3",)),
        Line("Crew", f"{len(unit.crew)} of {kind.crew} {QUALITY_WORDS[unit.quality]}", rules=("CD-PASS-1",)),
        Line("AP", f"{battle.points_of(unit) - unit.spent} of {battle.points_of(unit)}", rules=("CD-CHAR-3",)),
        Line("Runs on", kind.locomotion, rules=("CD-VEH-9",)),
    ]
    if moving.total:
        lines.append(Line("Its shots", f"+{moving.total} to the number", moving, ("CD-HIT-13",)))
    for number, weapon in enumerate(unit.sheet.mounted):
        lost = number in hull.lost
        value = "destroyed" if lost else f"{weapon.range} u, RoF {weapon.rof}, P {weapon.p}"
        at = f" AT {weapon.at}" if weapon.at and not lost else ""
        lines.append(Line(weapon.name, value + at, rules=("CD-WPN-1",), gear=True, mood="bad" if lost else ""))
    return [*lines, *aboard_lines(battle, unit)]


def aboard_lines(battle: Battle, unit: Unit) -> list[Line]:
    """Who rides in a vehicle, and how much room is left."""
    lines = [
        Line(one.name, f"{len(men)} {'on top' if one.on_top else 'inside'}", rules=("CD-PASS-7",))
        for one in riders(battle, unit)
        if (men := [man for man in one.men if ride_of(one, man) == unit.id])
    ]
    room = f"{room_in(battle, unit, False)} inside, {room_in(battle, unit, True)} on top"
    lines.append(Line("Room", room, rules=("CD-PASS-1",)))
    if exposed_men(battle, unit):
        lines.append(Line("In the open", "one is hit with it", rules=("CD-PASS-8",), mood="bad"))
    return lines


def reach_of_vehicle(battle: Battle, unit: Unit) -> WayField:
    """Where it gets at the highest speed that it can take up."""
    hull = hull_of(unit)
    if hull.declared == battle.turn > 0:
        return way_field(battle, unit, hull.speed)
    _, high, _ = speeds(battle, unit)
    return way_field(battle, evolve_firm(unit) if stands_firm(battle, unit) else unit, high)
