"""A vehicle drives (CD-VEH, CD-COLL): it takes up a speed, goes its way, and carries out what it meets there."""

from __future__ import annotations

from attrs import evolve, frozen

from tabletop_tui.engine.check import Check
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Number, Place, Question
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.rules.crimsondusk.battle import Battle, Unit
from tabletop_tui.rules.crimsondusk.damage import Hit
from tabletop_tui.rules.crimsondusk.driving_limits import (
    Legs,
    Meeting,
    WayField,
    declared_field,
    legs_of,
    meetings,
    pieces_of,
    rest_of,
    speeds,
    way_text,
)
from tabletop_tui.rules.crimsondusk.profiles import VehicleType
from tabletop_tui.rules.crimsondusk.ramming import Ram
from tabletop_tui.rules.crimsondusk.skill_tests import SIDES, helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.terrain import KINDS
from tabletop_tui.rules.crimsondusk.transports import FallOff, TakeUpPassers
from tabletop_tui.rules.crimsondusk.vehicle_damage import COLLISION, HitRider, HitVehicle
from tabletop_tui.rules.crimsondusk.vehicles import (
    BOGS,
    acdc,
    acdc_tally,
    bend,
    hull_of,
    pace,
    platform_tally,
    riders,
    slow,
    stands_firm,
)
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving import Pose, Sweep, Way
from tabletop_tui.table.points import spot_text
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.terrain_pieces import Piece

BACK = 0.03
"""How far before something solid it stops, in units: places are kept to the hundredth."""


# ---------------------------------------------------------------- speed
@frozen
class TakeSpeed(Step):
    title = "Take up speed"
    says = "A vehicle that acts takes up the speed at which it moves this turn; its owner says which, if there is any choice."
    unit: str
    rules = ("CD-VEH-1", "CD-VEH-2")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        low, high, rule = speeds(battle, unit)
        if low == high:
            declare(game, unit, low, rule)
        else:
            game.push(ChooseSpeed(unit.id))


@frozen
class ChooseSpeed(Ask):
    title = "Choose speed"
    says = "How far the vehicle moves this turn, exactly: up to its Ac/Dc more than before, or up to twice that less."
    unit: str
    rules = ("CD-VEH-1", "CD-VEH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        low, high, _ = speeds(battle, unit)
        reverse = ", below 0 in reverse" if low < 0 else ""
        prompt = f"{unit.name}, speed {hull_of(unit).speed}: how fast now, {low} to {high}{reverse}?"
        return Number(unit.seat, prompt, low=low, high=high, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        declare(game, game.state.units[self.unit], answer, "CD-VEH-1")

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit = taken_up(battle, battle.units[self.unit], answer)
        firm, moving = hull_of(unit).firm, platform_tally(unit)
        turns = "on the spot, up to 90" if slow(unit, pace(unit), firm) else f"radius {bend(unit, pace(unit), firm):g}"
        shots = f"+{moving.total} to the number" if moving.total else "no modifier"
        lines = [
            Line("Ac/Dc", str(acdc(unit)), acdc_tally(unit), ("CD-VEH-1",)),
            Line("turns", turns, rules=("CD-VEH-3", "CD-VEH-4")),
            Line("its shots", shots, moving, ("CD-HIT-13",)),
        ]
        if pace(unit) > acdc(unit) and riders(battle, unit, on_top=True):
            lines.append(Line("on top", f"they fall off, P {pace(unit)}", rules=("CD-PASS-7",), mood="bad"))
        return Preview(tuple(lines))


def taken_up(battle: Battle, unit: Unit, speed: int) -> Unit:
    """A copy of a vehicle that has taken up a speed."""
    found = unit.clone()
    low, high, _ = plain_band(battle, unit)
    found.alter_hull(speed=speed, firm=stands_firm(battle, unit), fine=low <= speed <= high)
    return found


def plain_band(battle: Battle, unit: Unit) -> tuple[int, int, str]:
    return band_of(battle, unit, False)


def declare(game: Game[Battle], unit: Unit, speed: int, rule: str) -> None:
    """It moves at this speed this turn (CD-VEH-1); whoever rides on top of one that is too fast falls off."""
    battle = game.state
    before = hull_of(unit).speed
    unit.hull = taken_up(battle, unit, speed).hull
    unit.alter_hull(declared=battle.turn, driven=0 if speed else battle.turn)
    if speed or before:
        game.emit(Event(f"{unit.name} takes up speed {speed} (was {before})", (rule,), unit.seat))
    if pace(unit) > acdc(unit):
        game.push(*(FallOff(one.id) for one in riders(battle, unit, on_top=True)))


# ---------------------------------------------------------------- which way
@frozen
class ChooseWay(Ask):
    title = "Choose way"
    says = "All of its speed, straight or in bends; whatever is on the way is met there."
    unit: str
    rules = ("CD-VEH-2", "CD-VEH-3", "CD-VEH-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.name} drives where? {way_text(unit)}"
        field = declared_field(battle, unit)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, field = battle.units[self.unit], game.asked_field(self, WayField)
        way = field.drive(answer).way
        firm = hull_of(unit).firm and not any(Sweep(way, field.base).gap(body) < -TINY for body in field.soft)
        unit.alter_hull(firm=firm, driven=battle.turn)
        start = way.start.x, way.start.y, way.start.heading
        legs = legs_of(way)
        game.push(
            DriveOn(unit.id, start, legs, faces=hull_of(unit).heading, reverse=field.backwards),
            Settle(unit.id),
            TakeUpPassers(unit.id, start, legs),
        )

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit, field = battle.units[self.unit], game.asked_field(self, WayField)
        way = field.drive(answer).way
        lines = [Line("way", field.cost(answer), rules=(field.rule,))]
        lines += [met_line(battle, unit, one) for one in meetings(battle, unit, way)]
        return Preview(tuple(lines), path=tuple(field.path(answer)))


def met_line(battle: Battle, unit: Unit, met: Meeting) -> Line:
    """What it comes upon, where, and what that means."""
    after, speed = f"after {met.after:.1f}", pace(unit)
    if met.kind == "edge":
        return Line("leaves the table", after, rules=("CD-VEH-2",), mood="bad")
    if met.kind == "rough":
        name = name_of(battle.table.piece(met.thing))
        return Line(name, f"{after}: bogs down on 1 to {BOGS[unit.type.locomotion]}", rules=("CD-VEH-5",))
    if met.kind == "model":
        return Line(met.thing, f"{after}: rammed, P {speed}", rules=("CD-VMEL-1",))
    if met.kind == "vehicle":
        other = battle.units[met.unit]
        return Line(other.name, f"{after}: collision, P {speed + pace(other)}", rules=("CD-COLL-2",), mood="bad")
    name = name_of(battle.table.piece(met.thing))
    hurt = f", P {speed}" if hurts(battle.table.piece(met.thing), unit.type) else ", no harm"
    return Line(name, f"{after}: collision{hurt}", rules=("CD-COLL-1",), mood="bad")


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
    rules = ("CD-VEH-2", "CD-VEH-7", "CD-COLL-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} drives on"

    @property
    def way(self) -> Way:
        return Way(Pose(*self.start), pieces_of(self.legs))

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        hull = hull_of(unit)
        if not unit.models or not hull.speed or (not self.adrift and (unit.gone or hull.adrift)):
            return
        if hull.heading != self.faces:
            game.push(self.veered(unit))
            return
        way = self.way
        ahead = (one for one in meetings(battle, unit, way) if one.key not in self.met and one.after >= self.done - 0.5)
        found = next(ahead, None)
        if found is None:
            self.put(game, unit, way.length)
            if self.adrift:
                unit.alter_hull(speed=0)
            return
        solid = found.kind == "vehicle" or (found.kind == "obstacle" and not crossable(battle, found.thing))
        at = max(self.done, found.after - (BACK if solid else 0.0))
        self.put(game, unit, at)
        on = evolve(self, done=at, met=(*self.met, found.key), faces=hull_of(unit).heading)
        game.push(*event_of(battle, unit, found, way), *([Halt(unit.id)] if solid else [on]))

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
            text = f"{unit.name} drives to {spot_text(pose.spot)}, facing {pose.heading:g}"
            game.emit(Moved(text, ("CD-VEH-2",), unit.seat, unit.id, (spot_text(before), spot_text(pose.spot))))


def crossable(battle: Battle, piece: str) -> bool:
    """Whether a vehicle goes on across a piece once it has collided with it: low walls and fences (CD-VEH-7)."""
    return KINDS[battle.table.piece(piece).kind].low


def event_of(battle: Battle, unit: Unit, met: Meeting, way: Way) -> list[Step]:
    """What happens where a vehicle meets something."""
    if met.kind == "edge":
        return [LeaveTable(unit.id)]
    if met.kind == "model":
        start = way.start.x, way.start.y, way.start.heading
        return [Ram(unit.id, met.unit, met.thing, start, legs_of(way))]
    if met.kind == "vehicle":
        return [Collide(unit.id, met.unit)]
    if met.kind == "rough":
        return [TryGround(unit.id, met.thing, (way.start.x, way.start.y, way.start.heading), legs_of(way))]
    return [HitObstacle(unit.id, met.thing)]


@frozen
class Settle(Step):
    title = "Settle"
    says = "A vehicle that nobody steers any more runs out straight on by its Ac/Dc, and then stands."
    unit: str
    rules = ("CD-VTGT-5", "CD-VDAM-7")

    def do(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.hull is None or not unit.hull.adrift or not unit.models:
            return
        (x, y), heading = unit.models[0], unit.hull.heading
        unit.alter_hull(adrift=False)
        legs = ((0.0, float(acdc(unit))),)
        game.push(DriveOn(unit.id, (x, y, heading), legs, faces=heading, adrift=True), Settle(unit.id))


@frozen
class Halt(Step):
    title = "Halt"
    says = "A vehicle that has driven into something solid stops there."
    unit: str
    rules = ("CD-COLL-1",)

    def do(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.models:
            unit.alter_hull(speed=0, adrift=False)


@frozen
class LeaveTable(Step):
    title = "Leave the table"
    says = "Whatever drives off the table is out of the game with all aboard."
    unit: str
    rules = ("CD-VEH-2",)

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        side = edge_at(battle, unit)
        for one in (*(one for one in battle.units.values() if one.aboard == unit.id), unit):
            battle.remove(one, f"off by the {side} edge")
            text = f"{one.name} leaves the table by the {side} edge"
            game.emit(Status(text, self.rules, one.seat, one.id, "off the table"))


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

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, other = battle.units[self.unit], battle.units[self.other]
        power = pace(unit) + (0 if other.gone else pace(other))
        game.emit(Event(f"{unit.name} collides with {other.name}: P {power}", self.rules, unit.seat))
        steps = [] if unit.gone else struck(unit, power, other.type.av >= unit.type.av)
        if not other.gone:
            steps += [*struck(other, power, unit.type.av >= other.type.av), Settle(other.id)]
        game.push(*steps)


@frozen
class HitObstacle(Step):
    title = "Hit obstacle"
    says = "It drives into something: a hit with P of its speed if that has at least its AV; low things it crosses."
    unit: str
    piece: str
    rules = ("CD-COLL-1", "CD-VEH-7", "CD-VEH-8")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], battle.table.piece(self.piece)
        game.emit(Event(f"{unit.name} drives into {name_of(piece)}: P {pace(unit)}", self.rules, unit.seat))
        if not unit.gone:
            game.push(*struck(unit, pace(unit), hurts(piece, unit.type)))


def hurts(piece: Piece, kind: VehicleType) -> bool:
    """Whether a piece has at least the AV of a vehicle; trees and rocks always do (CD-COLL-1, CD-VEH-8)."""
    ground = KINDS[piece.kind]
    return ground.barred or ground.av >= kind.av


# ---------------------------------------------------------------- rough ground
@frozen
class TryGround(Step):
    says = "It enters rough ground: on a low D10 it is stuck in the middle of its way across."
    unit: str
    piece: str
    start: tuple[float, float, float]
    legs: Legs
    rules = ("CD-VEH-5", "CD-VEH-9", "CD-VEH-10", "CD-VEH-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} enters rough ground"

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], battle.table.piece(self.piece)
        need = bog_need(unit)
        check = Check(unit.seat, f"{unit.name} in {name_of(piece)}", need, sides=SIDES, rules=self.rules)
        if not game.check(check, lambda came: "bogged" if came.passed else "goes on").passed:
            return
        unit.alter_hull(bogged=piece.id, speed=0)
        pose = Way(Pose(*self.start), pieces_of(self.legs)).upto(self.middle(unit, piece)).end.kept()
        unit.models = (pose.spot,)
        game.emit(Status(f"{unit.name} is bogged down", ("CD-VEH-5",), unit.seat, unit.id, "bogged"))

    def middle(self, unit: Unit, piece: Piece) -> float:
        """The mid-point of its way across."""
        raise NotImplementedError


def bog_need(unit: Unit) -> Need:
    """On what die it bogs down."""
    kind = unit.type.locomotion
    rule = {"off-road": "CD-VEH-10", "tracked": "CD-VEH-11"}.get(kind, "CD-VEH-5")
    return Need(Tally("Bogs down", BOGS[kind], kind, rule), "at most", harm="bogs down")


@frozen
class FreeItself(Step):
    title = "Free itself"
    says = "A skill test of the crew frees a vehicle that is bogged down."
    unit: str
    rules = ("CD-VEH-6",)

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.name} frees itself", tally, self.rules):
            unit.alter_hull(bogged="", freed=hull_of(unit).bogged)
            game.emit(Status(f"{unit.name} is free", self.rules, unit.seat, unit.id, "bogged", False))
