"""How a vehicle may drive, and what it comes upon, which is not forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from attrs import define, evolve, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import VehicleType
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import (
    FLOATS,
    acdc,
    band,
    bend,
    hull_of,
    is_dazed,
    pace,
    rough_for,
    slow,
    stands_firm,
)
from tabletop_tui.rules.crimsondusk.ways.movement_limits import CLOSE
from tabletop_tui.skirmish.driving_answers import REST, Drive, DriveField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving_paths import Arc, Footprint, Piece, Pose, Straight, Sweep, Way, round_base
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, grown, overlap
from tabletop_tui.table.region_cache import NOWHERE
from tabletop_tui.table.terrain_pieces import Piece as Terrain
from tabletop_tui.table.winding_ways import Gear

QUARTER = 90.0
"""By how much it may turn on the spot at a time, in degrees (CD-VEH-3) ..."""
FIRST = 1.0
"""... and how far it has to go before, in units."""
HINDERS = ("low", "high", "building", "barred")
"""What of the terrain a vehicle collides with."""
PAST = 1.0
"""What a way comes as near as this to, in units, it goes past (CD-PASS-3)."""


# ---------------------------------------------------------------- where it can drive
@define
class WayField(DriveField):
    """All of its speed; whatever it meets on the way it meets."""

    length_unit = UNIT
    rule = "CD-VEH-2"
    soft: tuple[Footprint, ...] = field(kw_only=True)
    """Ground on which its Ac/Dc is not raised; () where that makes no difference."""
    plain: VehicleLimits = field(kw_only=True)
    """What holds once any of the way leads over it."""
    dazed: bool = field(kw_only=True)
    fires: tuple[Footprint, ...] = field(default=(), kw_only=True)
    """Through these it does not drive, as long as there is another way."""

    def can_drive(self) -> bool:
        """Whether it is offered a way; straight on is looked at first, and the proof that there is none."""
        return self.refuse([f"straight={REST}"]) is None or (not self.is_hemmed_in() and super().can_drive())

    def bargains(self) -> Iterator[tuple[Gear, Sequence[Footprint]]]:
        """On firm ground, or over any if it may leave the firm."""
        if self.dazed:
            return  # straight on
        yield Gear(self.length, self.radius, self.spin, self.before_spin), (*self.soft, *self.fires)
        if self.plain.fine:
            spin = self.spin if self.plain.spins else 0.0
            yield Gear(self.length, self.plain.radius, spin, self.before_spin), self.fires

    def refuse_leaving(self) -> Refusal | None:
        return None

    def refuse_pieces(self, drive: Drive) -> Refusal | None:
        if self.dazed and any(isinstance(piece, Arc) for piece in drive.way.pieces):
            return Refusal("it cannot turn this turn", "CD-VDAM-5")
        refusal = super().refuse_pieces(drive)
        if refusal is None or not drive.arcs or "radius" not in refusal.why:
            return refusal
        return Refusal(refusal.why, "CD-VEH-4")

    def refuse_sweep(self, sweep: Sweep) -> Refusal | None:
        if any(sweep.clearance(fire) < -TINY for fire in self.fires):
            return Refusal("the way leads through fire", "CD-AMMO-6")
        if not any(sweep.clearance(body) < -TINY for body in self.soft):
            return None
        if not self.plain.fine:
            return Refusal(f"at {self.length:g} all of its way has to be firm ground", "CD-VEH-9")
        arcs = [piece for piece in sweep.way.pieces if isinstance(piece, Arc)]
        if any(arc.radius and arc.radius < self.plain.radius - TINY for arc in arcs):
            return Refusal(
                f"on other than firm ground the radius is at least {self.plain.radius:g} {UNIT.short}", "CD-VEH-4"
            )
        if not self.plain.spins and any(not arc.radius for arc in arcs):
            return Refusal("on other than firm ground it is too fast to turn on the spot", "CD-VEH-3")
        return None


@frozen
class VehicleLimits:
    """What a speed allows without firm ground."""

    fine: bool
    """Whether it may be that fast at all ..."""
    radius: float
    """... how tight it turns ..."""
    spins: bool
    """... and whether on the spot."""


def way_field(battle: Battle, unit: Unit, speed: int) -> WayField:
    """Where a vehicle can drive at a speed, in reverse below 0."""
    hull, table, firm = hull_of(unit), battle.table, hull_of(unit).firm
    low, high, _ = band(battle, unit, firm=False)
    far = abs(speed)
    plain = VehicleLimits(low <= speed <= high, bend(unit, far, False), slow(unit, far, False))
    raised = firm and acdc(unit, True) != acdc(unit, False)
    (x, y), spins = unit.models[0], slow(unit, far, firm)
    around = grown((x, y, x, y), far + unit.radius + PAST)
    near = [piece for piece in table.by_effect["rough"] if raised and overlap(piece.figure.box, around)]
    return WayField(
        Pose(x, y, hull.heading),
        round_base(unit.radius),
        float(far),
        bend(unit, far, firm),
        table.width,
        table.height,
        {},
        spin=QUARTER if spins else 0.0,
        before_spin=FIRST,
        backwards=speed < 0,
        soft=tuple(map(body_of_piece, near)),
        plain=plain,
        dazed=is_dazed(battle, unit),
    )


def declared_field(battle: Battle, unit: Unit) -> WayField:
    """Where it can drive at the speed that it has declared, judged by what it was allowed when it did so."""
    hull = hull_of(unit)
    found = way_field(battle, unit, hull.speed)
    slower = evolve(found.plain, fine=hull.fine)
    found = evolve(found, plain=slower)
    found = found if slower.fine or found.can_drive() else evolve(found, plain=evolve(slower, fine=True))
    around = evolve(found, fires=tuple(fires_near(battle, unit)))
    return around if around.fires and around.can_drive() else found


def fires_near(battle: Battle, unit: Unit) -> Iterator[Footprint]:
    """The fires in which a vehicle does not stand: through these it does not drive of its own will (CD-AMMO-6)."""
    for cloud in battle.clouds:
        if cloud.kind == "fire" and dist(cloud.spot, unit.models[0]) >= cloud.radius + unit.radius - TINY:
            yield Footprint((cloud.spot,), cloud.radius)


def speeds(battle: Battle, unit: Unit) -> tuple[int, int, str]:
    """The lowest and the highest speed that it can take up, and by which rule.

    What only firm ground allows counts if some way of that length keeps to it; then all shorter ones do.
    """

    def look() -> tuple[tuple[int, int, str], Box]:
        return _speeds(battle, unit), NOWHERE  # whatever else moves, this stays as it is

    return battle.find(("speeds", unit.id), look, own=(unit.models, unit.hull, is_dazed(battle, unit), battle.turn))


def _speeds(battle: Battle, unit: Unit) -> tuple[int, int, str]:
    low, high, rule = band(battle, unit, firm=False)
    if not unit.models or not stands_firm(battle, unit):
        return low, high, rule
    firm = evolve_firm(unit)
    lowest, highest, rule = band(battle, firm, firm=True)
    while highest > high and not way_field(battle, firm, highest).can_drive():
        highest -= 1
    while lowest < low and lowest and not way_field(battle, firm, lowest).can_drive():
        lowest += 1
    return lowest, max(lowest, highest), rule


def evolve_firm(unit: Unit) -> Unit:
    """A copy of a vehicle whose Ac/Dc is raised."""
    found = unit.clone()
    found.alter_hull(firm=True)
    return found


# ---------------------------------------------------------------- ways as they are kept
Leg = tuple[float, float]
"""A piece of a way: degrees and radius of a turn, or 0 and a length straight on."""
Legs = tuple[Leg, ...]


def legs_of(way: Way) -> Legs:
    return tuple((one.turn, one.radius) if isinstance(one, Arc) else (0.0, one.length) for one in way.pieces)


def pieces_of(legs: Legs) -> tuple[Piece, ...]:
    return tuple(Arc(turn, size) if turn else Straight(size) for turn, size in legs)


def rest_of(way: Way, driven: float) -> Legs:
    """What is left of a way after so much of it."""
    found: list[Piece] = []
    for piece in way.pieces:
        if driven >= piece.length - TINY and (piece.length or driven > 0):
            driven -= piece.length
        elif isinstance(piece, Arc) and piece.radius:
            found.append(evolve(piece, turn=piece.turn * (1 - max(0.0, driven) / piece.length)))
            driven = 0.0
        else:
            found.append(piece if isinstance(piece, Arc) else Straight(piece.length - max(0.0, driven)))
            driven = 0.0
    return legs_of(Way(way.start, tuple(found)))


# ---------------------------------------------------------------- what it comes upon
@frozen
class Meeting:
    """Something on the way of a vehicle."""

    after: float
    """So far along the way, in units."""
    kind: str
    """edge, model, vehicle, obstacle or rough."""
    unit: str = ""
    thing: str = ""
    """The id of a model or of a piece of terrain."""

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.unit}:{self.thing}"


def body_of_piece(piece: Terrain) -> Footprint:
    return Footprint(piece.points, 0.0, not piece.line)


def meetings(battle: Battle, unit: Unit, way: Way) -> list[Meeting]:
    """All that a vehicle meets on a way, in order; what it stands on or against at the start does not count."""
    sweep = Sweep(way, round_base(unit.radius - CLOSE))
    start = Sweep(Way(way.start, (Straight(0.0),)), sweep.base)
    found = []
    for kind, name, thing, body in _bodies(battle, unit):
        near = overlap(sweep.box, body.box)
        if near and start.clearance(body) >= -TINY and (after := sweep.met(body)) is not None:
            found.append(Meeting(after, kind, name, thing))
    return sorted(found, key=lambda one: (one.after, one.key))


def _bodies(battle: Battle, unit: Unit) -> Iterator[tuple[str, str, str, Footprint]]:
    table = battle.table
    corners: tuple[Spot, ...] = ((0.0, 0.0), (table.width, 0.0), (table.width, table.height), (0.0, table.height))
    yield "edge", "", "", Footprint((*corners, corners[0]), 0.0, False)
    for other in battle.on_table():
        if other.hull is not None and other.id != unit.id:
            yield "vehicle", other.id, "", Footprint(other.models, other.radius)
        elif other.hull is None:
            for man, spot in zip(other.men, other.models, strict=True):
                yield "model", other.id, man.id, Footprint((spot,), other.radius)
    for piece in hindering(battle, unit.type):
        yield "obstacle", "", piece.id, body_of_piece(piece)
    for piece in rough_for(battle, unit):
        if piece.id != hull_of(unit).freed:
            yield "rough", "", piece.id, body_of_piece(piece)


def hindering(battle: Battle, kind: VehicleType) -> list[Terrain]:
    """The pieces with which a vehicle collides (CD-VEH-7, CD-VEH-8, CD-VEH-13)."""
    pieces = {piece.id: piece for effect in HINDERS for piece in battle.table.by_effect[effect]}
    floats = kind.locomotion == "anti-grav"
    return [piece for piece in pieces.values() if not (floats and KINDS[piece.kind].height <= FLOATS)]


def passed_models(unit: Unit, way: Way, others: Sequence[Unit], reach: float = PAST) -> dict[str, list[str]]:
    """The models of some sections that a way goes past, by their section (CD-PASS-3, CD-VMEL-9)."""
    sweep = Sweep(way, round_base(unit.radius + reach))
    found = {
        one.id: [
            man.id
            for man, spot in zip(one.men, one.models, strict=True)
            if sweep.clearance(Footprint((spot,), one.radius)) <= TINY
        ]
        for one in others
        if one.hull is None and one.models
    }
    return {name: men for name, men in found.items() if men}


def way_text(unit: Unit) -> str:
    """How it may drive at the speed that it has declared."""
    hull = hull_of(unit)
    if slow(unit, pace(unit), hull.firm):
        return f"{counted(pace(unit), 'unit')}; after each {FIRST:g} it may turn on the spot, up to {QUARTER:g} degrees"
    return f"{pace(unit)} units, bends of radius {bend(unit, pace(unit), hull.firm):g} or wider"
