"""The numbers of a vehicle: Ac/Dc, speeds, bends, who serves which gun, who rides in it (CD-VEH, CD-PASS)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, dist

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Locomotion, Weapon
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS
from tabletop_tui.rules.crimsondusk.state.units import Hull, Man, Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.terrain_pieces import Piece

ON_FIRM: dict[Locomotion, int] = {"wheeled": 2, "off-road": 1}
"""What firm ground adds to Ac/Dc (CD-VEH-9, CD-VEH-10)."""
BOGS: dict[Locomotion, int] = {"wheeled": 3, "off-road": 2, "tracked": 1, "hover": 3, "anti-grav": 3}
"""Up to which face it bogs down in rough ground (CD-VEH-5, CD-VEH-9, CD-VEH-10, CD-VEH-11)."""
FLOATS = 2.0
"""An anti-grav vehicle crosses whatever is no higher, in units (CD-VEH-13)."""
FEWEST_ON_TOP = 2
"""So many find room on top of any vehicle but a bike (CD-PASS-7)."""
PLATFORM = "CD-HIT-13"


def hull_of(unit: Unit) -> Hull:
    assert unit.hull is not None, unit.id
    return unit.hull


# ---------------------------------------------------------------- speed
def acdc_tally(unit: Unit, firm: bool | None = None) -> Tally:
    """Its Ac/Dc in this turn, or on firm ground or not (CD-VEH-9, CD-VEH-10, CD-VDAM-8)."""
    kind, hull = unit.type, hull_of(unit)
    tally, value = Tally("Ac/Dc", kind.acdc, kind.name, "CD-VEH-1"), kind.acdc
    for _ in range(hull.halvings):
        half = ceil(value / 2)
        tally, value = tally.plus(half - value, "damaged", "CD-VDAM-8"), half
    raised = hull.firm if firm is None else firm
    rule = "CD-VEH-9" if kind.locomotion == "wheeled" else "CD-VEH-10"
    return tally.plus(ON_FIRM.get(kind.locomotion, 0) * raised, "firm ground", rule)


def acdc(unit: Unit, firm: bool | None = None) -> int:
    return acdc_tally(unit, firm).total


def pace(unit: Unit) -> int:
    """How fast it is, forwards or in reverse, in units a turn."""
    return abs(hull_of(unit).speed)


def band(battle: Battle, unit: Unit, firm: bool) -> tuple[int, int, str]:
    """The lowest and the highest speed that it may take up, below 0 in reverse, and the rule (CD-VEH-1, CD-VEH-2).

    Whoever reversed stands, and goes on from there.
    """
    hull, step = hull_of(unit), acdc(unit, firm)
    now = max(0, hull.speed)
    low = max(0, now - 2 * step)
    if hull.stays == battle.turn > 0:
        return 0, 0, "CD-PASS-2"
    if hull.bogged:
        return 0, 0, "CD-VEH-5"
    if not hull.engine:
        return low, low, "CD-VDAM-9"
    if is_dazed(battle, unit):
        return low, now, "CD-VDAM-5"
    return (low if now else -step), min(unit.type.speed, now + step), "CD-VEH-1"


def is_dazed(battle: Battle, unit: Unit) -> bool:
    """Whether it goes straight on this turn, and no faster (CD-VDAM-5, CD-AMMO-8)."""
    return hull_of(unit).dazed == battle.turn > 0 or (bool(unit.crew) and driver(battle, unit) is None)


def driver(battle: Battle, unit: Unit) -> Man | None:
    """Who drives this turn: the first of the crew who is not stunned, for another may take over (CD-VDAM-7)."""
    return next((man for man in unit.crew if not battle.is_stunned(man)), None)


def bend(unit: Unit, speed: int, firm: bool) -> float:
    """The radius of its tightest bend at a speed, in units (CD-VEH-4)."""
    return float(unit.type.tr * max(1, speed // acdc(unit, firm)))


def slow(unit: Unit, speed: int, firm: bool) -> bool:
    """Whether it may turn on the spot at a speed (CD-VEH-3)."""
    return speed <= acdc(unit, firm)


def moves(battle: Battle, unit: Unit) -> bool:
    """Whether a vehicle moves in this turn, or has done so and stands by now; a wreck stands (CD-PASS-2, CD-PASS-4)."""
    return not unit.gone and (pace(unit) > 0 or any(body.moved > 0 for body in unit.men))


# ---------------------------------------------------------------- ground
def rough_for(battle: Battle, unit: Unit) -> list[Piece]:
    """The pieces in which it may bog down (CD-VEH-5, CD-VEH-12, CD-VEH-13)."""
    return [piece for piece in battle.table.by_effect["rough"] if not floats_over(unit, piece)]


def floats_over(unit: Unit, piece: Piece) -> bool:
    kind, way = KINDS[piece.kind], unit.type.locomotion
    return (way == "hover" and (kind.soft or kind.water)) or (way == "anti-grav" and kind.height <= FLOATS)


def stands_firm(battle: Battle, unit: Unit) -> bool:
    """Whether no part of it stands on rough ground (CD-VEH-9)."""
    rough = battle.table.by_effect["rough"]
    return not any(piece.touches(spot, unit.radius - TINY) for spot in unit.models for piece in rough)


# ---------------------------------------------------------------- guns
def gunners(unit: Unit) -> Iterator[tuple[Man, Weapon]]:
    """Who serves which weapon: each of the crew one, in order; the driver only if it does not move (CD-VTGT-2).

    Each fires all round: there are no arcs, and the AV is the same from every side (CD-VTGT-8).
    """
    hull = hull_of(unit)
    serving = unit.crew[1:] if hull.speed else (*unit.crew[1:], *unit.crew[:1])
    weapons = [weapon for number, weapon in enumerate(unit.sheet.mounted) if number not in hull.lost]
    yield from zip(serving, weapons, strict=False)


def able_gunners(battle: Battle, unit: Unit) -> list[tuple[Man, Weapon]]:
    """Those of them who can fire this turn: neither stunned nor kept from their guns (CD-WND-2, CD-VDAM-1)."""
    return [
        (man, gun) for man, gun in gunners(unit) if not 0 < man.gunless == battle.turn and not battle.is_stunned(man)
    ]


def platform_tally(unit: Unit) -> Tally:
    """What its movement is to those who shoot from it (CD-HIT-13)."""
    per = acdc(unit)
    return Tally("Moving platform", ceil(pace(unit) / per), f"speed {pace(unit)}, Ac/Dc {per}", PLATFORM)


def from_platform(unit: Unit, weapon: Weapon, man: Man, tally: Tally) -> Tally:
    """The number of a shot from a vehicle, with its movement and stabilisers (CD-HIT-13, CD-EQ-STABILISER)."""
    moving = platform_tally(unit)
    if not moving.total:
        return tally
    tally = tally.plus(moving.total, moving.source, PLATFORM)
    steady = weapon in unit.sheet.mounted and man.soldier.has("stabilisers")
    return tally.plus(-int(steady), "stabilisers", "CD-EQ-STABILISER")


# ---------------------------------------------------------------- those aboard
def ride_of(unit: Unit, man: Man) -> str:
    """The vehicle in or on which somebody rides, '' on foot (CD-PASS-5)."""
    return man.rides or unit.aboard


def rides_of(unit: Unit) -> tuple[str, ...]:
    """The vehicles among which a section is divided that rides, its first one first."""
    return tuple(dict.fromkeys(ride_of(unit, man) for man in unit.men)) if unit.aboard else ()


def men_aboard(battle: Battle, vehicle: Unit, on_top: bool | None = None) -> list[tuple[Unit, Man]]:
    """Those who ride in or on a vehicle, or only those on top or inside, with their sections."""
    return [
        (unit, man)
        for unit in battle.units.values()
        if unit.aboard and unit.living and (on_top is None or unit.on_top == on_top)
        for man in unit.men
        if ride_of(unit, man) == vehicle.id
    ]


def riders(battle: Battle, vehicle: Unit, on_top: bool | None = None) -> list[Unit]:
    """The sections of which somebody rides in or on a vehicle, or only those on top or inside."""
    return list({unit.id: unit for unit, _ in men_aboard(battle, vehicle, on_top)}.values())


def room_in(battle: Battle, vehicle: Unit, on_top: bool) -> int:
    """For how many models more there is room (CD-PASS-1, CD-PASS-7)."""
    kind = vehicle.type
    most = kind.seats if not on_top else 0 if kind.bike else max(FEWEST_ON_TOP, kind.seats)
    return most - len(men_aboard(battle, vehicle, on_top))


def exposed_men(battle: Battle, vehicle: Unit) -> list[tuple[Unit, Man]]:
    """Those who are hit along with it: all on a bike, else whoever rides on top (CD-PASS-8, CD-VDAM-12)."""
    if vehicle.type.bike:
        return [*((vehicle, man) for man in vehicle.crew), *men_aboard(battle, vehicle)]
    return men_aboard(battle, vehicle, on_top=True)


def platform(battle: Battle, unit: Unit) -> Unit | None:
    """The vehicle from which a unit shoots, be it itself; None on foot."""
    return unit if unit.hull is not None else battle.units[unit.aboard] if unit.aboard else None


def firing_as(battle: Battle, name: str, man: str = "") -> Unit:
    """A unit as it shoots: whoever rides does so from the place of his vehicle (CD-PASS-9).

    Of a section that is divided among several it is the part that rides with this man, or with the first of all.
    """
    unit = battle.units[name]
    if not unit.aboard:
        return unit
    ride = next((ride_of(unit, one) for one in unit.men if man in ("", one.id)), unit.aboard)
    vehicle, seen = battle.units[ride], unit.clone()
    seen.men = tuple(one for one in unit.men if ride_of(unit, one) == ride)
    seen.aboard, seen.models, seen.radius = ride, vehicle.models * seen.left, vehicle.radius
    return seen


def parts_firing(battle: Battle, unit: Unit) -> list[Unit]:
    """A unit as it shoots, in as many parts as it has vehicles in which it rides."""
    if not unit.aboard:
        return [unit]
    first = {ride_of(unit, man): man.id for man in reversed(unit.men)}
    return [firing_as(battle, unit.id, first[ride]) for ride in rides_of(unit)]


TOGETHER = 5.0
"""Vehicles among which a section is divided stay this near to one another, edge to edge, in units (CD-PASS-5)."""


def have_parted(battle: Battle, names: Sequence[str]) -> bool:
    """Whether vehicles are not all within reach of one another, be it by those between them (CD-PASS-6)."""
    near, rest = list(names[:1]), list(names[1:])
    for name in near:
        one = battle.units[name]
        close = [other for other in rest if gap_between(one, battle.units[other]) <= TOGETHER + TINY]
        near += close
        rest = [other for other in rest if other not in close]
    return bool(rest)


def gap_between(one: Unit, other: Unit) -> float:
    return dist(one.models[0], other.models[0]) - one.radius - other.radius
