"""A vehicle on its way (CD-VEH-2, CD-VEH-5, CD-VEH-7, CD-COLL): what it meets is carried out where it is met."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import evolve

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.collisions.ramming_infantry import Ram
from tabletop_tui.rules.crimsondusk.damage.building_damage import Crack, sections_of
from tabletop_tui.rules.crimsondusk.damage.damage import AllotHits, Allotted, Hit, Reach, RollDamage
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import COLLISION, HitRider, HitVehicle
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import VehicleType
from tabletop_tui.rules.crimsondusk.state.relocation import is_carried
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, called
from tabletop_tui.rules.crimsondusk.state.units import OFF, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import BOGS, acdc, hull_of, pace, ride_of, riders, rides_of
from tabletop_tui.rules.crimsondusk.ways.driving_limits import (
    Legs,
    Meeting,
    hindering,
    legs_of,
    meetings,
    pieces_of,
    rest_of,
)
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving_paths import Pose, Way
from tabletop_tui.table.motion_intervals import path_of
from tabletop_tui.table.points import place_words, spot_text, way_words
from tabletop_tui.table.terrain_pieces import Piece

BACK = 0.03
"""How far before something solid it stops, in units: places are kept to the hundredth."""


def hits_on(
    unit: Unit, hits: tuple[Hit, ...], among: tuple[str, ...], by: str, spread: bool = False, reach: Reach = ()
) -> list[Step]:
    """The steps that carry out the hits of a volley, on a vehicle or on a section; `spread` ones reach its crew."""
    if unit.hull is None:
        return [AllotHits(unit.id, hits, among, by, reach)]
    return [HitVehicle(unit.id, hits, by, spread), Settle(unit.id)]


def harm_on(unit: Unit, hits: Allotted, by: str) -> list[Step]:
    """The steps that carry out the hits of a blast or a flame, each on its model, and on the crew of a thin vehicle."""
    if unit.hull is None:
        return [RollDamage(unit.id, hits, by)]
    return [HitVehicle(unit.id, tuple(hit for _, hit in hits), by, spread=True), Settle(unit.id)]


def name_of(piece: Piece) -> str:
    return piece.name or KINDS[piece.kind].look.name


# ---------------------------------------------------------------- on the way
@frozen
class DriveOn(Step):
    says = "It goes on to the next thing that it meets, which is carried out there, or to the end of its way."
    unit: str
    start: tuple[float, float, float]
    """Where the way begins, and which way it leads there."""
    legs: Legs
    done: float = 0.0
    """So much of the way is behind it."""
    met: tuple[str, ...] = ()
    """What it has met."""
    faces: float = 0.0
    """The heading that it has as long as it does not veer."""
    reverse: bool = False
    adrift: bool = False
    """Whether nobody steers it: it runs out."""
    rules: ClassVar[tuple[str, ...]] = ("CD-VEH-2", "CD-VEH-7", "CD-COLL-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} drives on"

    @property
    def way(self) -> Way:
        return Way(Pose(*self.start), pieces_of(self.legs))

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        hull = hull_of(unit)
        if not unit.models or not hull.speed or (not self.adrift and (unit.gone or hull.adrift or hull.bogged)):
            return
        if hull.heading != self.faces:
            game.push(self.veered(unit))
            return
        way = self.way
        found = min(self.ahead(battle, unit, way), key=lambda one: (one.after, one.key), default=None)
        if found is None:
            self.put(game, unit, way.length)
            if self.adrift:
                unit.alter_hull(speed=0)
            return
        solid = is_solid(battle, found)
        at = max(self.done, found.after - (BACK if solid else 0.0))
        self.put(game, unit, at)
        on = evolve(self, done=at, met=(*self.met, found.key), faces=hull_of(unit).heading)
        game.push(*self.events(battle, unit, found, way), *([BreakThrough(on, found.thing)] if solid else [on]))

    def ahead(self, battle: Battle, unit: Unit, way: Way) -> Iterator[Meeting]:
        """What it still meets; nobody who runs out bogs down."""
        crossed = {key.partition("#")[0] for key in self.met}
        for one in meetings(battle, unit, way):
            known = one.key in self.met or (one.key.partition("#")[0] in crossed and not is_solid(battle, one))
            if not known and not (self.adrift and one.kind == "rough"):
                yield one

    def events(self, battle: Battle, unit: Unit, met: Meeting, way: Way) -> list[Step]:
        """What happens where it meets something."""
        return event_of(battle, unit, met, way)

    def stopping(self, battle: Battle, unit: Unit) -> list[Step]:
        """What happens where something solid stops it."""
        return []

    def veered(self, unit: Unit) -> DriveOn:
        """The rest of the way from where it stands, on in the direction in which it looks now (CD-VDAM-3)."""
        (x, y), heading = unit.models[0], hull_of(unit).heading
        start = (x, y, (heading + 180) % 360 if self.reverse else heading)
        return evolve(self, start=start, legs=rest_of(self.way, self.done), done=0.0, met=(), faces=heading)

    def put(self, game: Game[Battle], unit: Unit, at: float) -> None:
        """Put it where it is after so much of its way."""
        before, end = unit.models[0], self.way.upto(at).end if at > 0 else Pose(*self.start)
        if at >= self.way.length - TINY:
            end = self.way.end
        turned = evolve(end, heading=end.heading + 180) if self.reverse else end
        pose = turned.kept()
        unit.models = (pose.spot,)
        unit.alter_hull(heading=pose.heading)
        (body,) = unit.men
        unit.alter([body.id], moved=round(body.moved + max(0.0, at - self.done), 2))
        if pose.spot != before:
            for one in (unit, *riders(game.state, unit)):
                is_carried(one)
            text = f"{unit.does('drives')} to {place_words(pose.spot)}, facing {way_words(pose.heading)}"
            game.emit(Moved(text, ("CD-VEH-2",), unit.seat, unit.id, (spot_text(before), spot_text(pose.spot))))


def start_of(way: Way) -> tuple[float, float, float]:
    return way.start.x, way.start.y, way.start.heading


def crossable(battle: Battle, piece: str) -> bool:
    """Whether a vehicle goes on across a piece once it has collided with it: low walls and fences (CD-VEH-7)."""
    return KINDS[battle.table.piece(piece).kind].low


def is_solid(battle: Battle, met: Meeting) -> bool:
    """Whether a vehicle comes to a stop at what it meets."""
    return met.kind == "vehicle" or (met.kind == "obstacle" and not crossable(battle, met.thing))


def event_of(battle: Battle, unit: Unit, met: Meeting, way: Way) -> list[Step]:
    """What happens where a vehicle meets something."""
    if met.kind == "edge":
        return [LeaveTable(unit.id)]
    if met.kind == "model":
        return [Ram(unit.id, met.unit, met.thing, start_of(way), legs_of(way))]
    if met.kind == "vehicle":
        return [Collide(unit.id, met.unit)]
    if met.kind == "rough":
        return [EnterRough(unit.id, met.thing, start_of(way), legs_of(way), met.after, hull_of(unit).heading)]
    return [HitObstacle(unit.id, met.thing)]


@frozen
class Settle(Step):
    title = "Settle"
    says = "A vehicle that nobody steers any more runs out straight on by its Ac/Dc, and then stands."
    unit: str
    rules = ("CD-VTGT-5", "CD-VDAM-7")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.hull is None or not unit.hull.adrift or not unit.models:
            return
        (x, y), heading = unit.models[0], unit.hull.heading
        unit.alter_hull(adrift=False)
        legs = ((0.0, float(acdc(unit))),)
        game.push(DriveOn(unit.id, (x, y, heading), legs, faces=heading, adrift=True), Settle(unit.id))


@frozen
class BreakThrough(Step):
    title = "Break through"
    says = "A vehicle goes on where what it has driven into is destroyed, else it stops there."
    on: DriveOn
    thing: str
    """The piece of terrain, '' for another vehicle."""
    rules = ("CD-COLL-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.on.unit]
        broken = bool(self.thing) and all(piece.id != self.thing for piece in hindering(battle, unit.type))
        game.push(*([self.on] if broken else [*self.on.stopping(battle, unit), Halt(unit.id)]))


@frozen
class Halt(Step):
    title = "Halt"
    says = "A vehicle that has driven into something solid stops there."
    unit: str
    rules = ("CD-COLL-1",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.models:
            unit.alter_hull(speed=0, adrift=False)


@frozen
class LeaveTable(Step):
    title = "Leave the table"
    says = "Whatever drives off the table is out of the game with all aboard."
    unit: str
    rules = ("CD-VEH-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        side = edge_at(battle, unit)
        for one in (*take_away(battle, unit, OFF[side]), unit):
            if one.gone:
                text = f"{one.does('leaves')} the table by the {side} edge"
                game.emit(Status(text, self.rules, one.seat, one.id, "off the table"))
            else:
                game.emit(Event(f"{one.does('loses')} those aboard, {one.left} left", self.rules, one.seat))


def take_away(battle: Battle, unit: Unit, why: str) -> list[Unit]:
    """A vehicle is gone with all that ride in it: the sections that were in it, wholly or some of them (CD-VEH-2)."""
    found = [one for one in battle.units.values() if one.aboard and unit.id in (one.aboard, *rides_of(one))]
    for one in found:
        left = [man for man in one.men if ride_of(one, man) != unit.id]
        if not left:
            battle.remove(one, why)
            continue
        first = ride_of(one, left[0])
        rides = {man.id: ride_of(one, man) for man in left}
        one.men = tuple(evolve(man, rides="" if rides[man.id] == first else rides[man.id]) for man in left)
        one.aboard = first
    battle.remove(unit, why)
    return found


def edge_at(battle: Battle, unit: Unit) -> str:
    """The edge of the table that is nearest to a vehicle."""
    (x, y), table = unit.models[0], battle.table
    gaps = {"north": y, "south": table.height - y, "west": x, "east": table.width - x}
    return min(gaps, key=lambda side: gaps[side])


# ---------------------------------------------------------------- collisions
def collision(power: int) -> Hit:
    return Hit(power, 0, COLLISION)


def struck(unit: Unit, power: int, hurt: bool) -> list[Step]:
    """What a collision does to a vehicle and to the riders of a bike (CD-COLL-1, CD-COLL-3)."""
    riding: list[Step] = [HitRider(unit.id, collision(power), everybody=True)] if unit.type.bike else []
    return riding + ([HitVehicle(unit.id, (collision(power),), collided=True)] if hurt else [])


@frozen
class Collide(Step):
    says = "Two vehicles collide: each takes a hit with P of both speeds if the other's AV is at least its own."
    unit: str
    other: str
    rules = ("CD-COLL-1", "CD-COLL-2", "CD-COLL-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} collides with {self.other}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, other = battle.units[self.unit], battle.units[self.other]
        power = pace(unit) + (0 if other.gone else pace(other))
        game.emit(Event(f"{unit.does('collides')} with {other.name} with P {power}", self.rules, unit.seat))
        steps = [] if unit.gone else struck(unit, power, other.type.av >= unit.type.av)
        if not other.gone:
            steps += [*struck(other, power, unit.type.av >= other.type.av), Settle(other.id)]
        game.push(*steps)


@frozen
class HitObstacle(Step):
    title = "Hit an obstacle"
    says = "It drives into something: either takes a hit with P of its speed if the other has at least its own AV."
    unit: str
    piece: str
    rules = ("CD-COLL-1", "CD-VEH-7", "CD-VEH-8")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], battle.table.piece(self.piece)
        game.emit(Event(f"{unit.does('drives')} into {called(piece)} with P {pace(unit)}", self.rules, unit.seat))
        steps = [] if unit.gone else struck(unit, pace(unit), hurts(piece, unit.type))
        if is_hurt(piece, unit.type):
            near = min(sections_of(piece), key=lambda part: part.figure.distance(unit.models[0]))
            steps.append(Crack(unit.id, near.id, collision(pace(unit))))
        game.push(*steps)


def hurts(piece: Piece, kind: VehicleType) -> bool:
    """Whether a piece has at least the AV of a vehicle; trees and rocks always do (CD-COLL-1, CD-VEH-8)."""
    ground = KINDS[piece.kind]
    return ground.barred or ground.av >= kind.av


def is_hurt(piece: Piece, kind: VehicleType) -> bool:
    """Whether a vehicle has at least the AV of a piece that can be destroyed (CD-COLL-1)."""
    ground = KINDS[piece.kind]
    return bool(ground.dam) and kind.av >= ground.av


# ---------------------------------------------------------------- rough ground
@frozen
class EnterRough(Step):
    says = "It enters rough ground: on a low D10 it is stuck in the middle of its way across."
    unit: str
    piece: str
    start: tuple[float, float, float]
    legs: Legs
    done: float
    faces: float
    rules = ("CD-VEH-5", "CD-VEH-9", "CD-VEH-10", "CD-VEH-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} enters rough ground"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], battle.table.piece(self.piece)
        need = bog_need(unit)
        check = Check(unit.seat, f"{unit.name} in {name_of(piece)}", need, sides=SIDES, rules=self.rules)
        if not game.check(check, lambda came: "bogged" if came.passed else "goes on").passed:
            return
        unit.alter_hull(bogged=piece.id)
        game.emit(Status(f"{unit.does('is')} bogged down", ("CD-VEH-5",), unit.seat, unit.id, "bogged"))
        legs = legs_of(self.way.upto(self.middle(piece)))
        turned = abs(self.start[2] - self.faces) > 1 and not any(turn for turn, _ in legs)
        on = DriveOn(unit.id, self.start, legs, self.done, faces=self.faces, reverse=turned, adrift=True)
        game.push(on, Halt(unit.id))

    @property
    def way(self) -> Way:
        return Way(Pose(*self.start), pieces_of(self.legs))

    def middle(self, piece: Piece) -> float:
        """The mid-point of its way across; where only its rim comes over it, it stops there at once."""
        way = self.way
        share = self.done / way.length
        inside = [span for span in path_of(tuple(way.points())).on(piece.figure) if span[1] >= share]
        return max(self.done, sum(inside[0]) / 2 * way.length) if inside else self.done


def bog_need(unit: Unit) -> Need:
    """On what die it bogs down."""
    kind = unit.type.locomotion
    rule = {"off-road": "CD-VEH-10", "tracked": "CD-VEH-11"}.get(kind, "CD-VEH-5")
    return Need(Tally("Bogs down", BOGS[kind], kind, rule), "at most", harm="bogs down")
