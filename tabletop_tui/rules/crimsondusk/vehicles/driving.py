"""A vehicle drives (CD-VEH, CD-COLL): it takes up a speed, goes its way, and carries out what it meets there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Number, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import (
    DriveOn,
    Settle,
    event_of,
    hurts,
    is_hurt,
    name_of,
    start_of,
)
from tabletop_tui.rules.crimsondusk.melee.vehicle_melee import ChooseRaid
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import (
    Appear,
    Intrude,
    covered_parts,
    firers,
    seen_parts,
    watched_by,
    watchers,
)
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import (
    BOGS,
    acdc,
    acdc_tally,
    band,
    bend,
    hull_of,
    pace,
    platform_tally,
    riders,
    slow,
    stands_firm,
)
from tabletop_tui.rules.crimsondusk.vehicles.transports import FallOff, TakeUpPassers
from tabletop_tui.rules.crimsondusk.ways.driving_limits import (
    Legs,
    Meeting,
    WayField,
    declared_field,
    legs_of,
    meetings,
    passed_models,
    pieces_of,
    speeds,
    way_text,
)
from tabletop_tui.table.bases import HUNDREDTH, TINY
from tabletop_tui.table.driving_paths import Pose, Sweep, Way
from tabletop_tui.table.intervals import Span
from tabletop_tui.table.motion_intervals import Path, path_of
from tabletop_tui.table.points import Spots

WATCH = "watch"
"""What it meets where an enemy on overwatch comes to see it."""
SMALL = 0.5
"""Ways are looked along in steps of so much, in units."""


# ---------------------------------------------------------------- speed
@frozen
class TakeSpeed(Step):
    title = "Take up speed"
    says = "A vehicle that acts takes up the speed at which it moves this turn; its owner may have a choice."
    unit: str
    rules = ("CD-VEH-1", "CD-VEH-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        low, high, rule = speeds(battle, unit)
        if low == high:
            declare(game, unit, low, rule)
        else:
            game.push(ChooseSpeed(unit.id))


@frozen
class ChooseSpeed(Ask):
    title = "Choose a speed"
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
    low, high, _ = band(battle, unit, firm=False)
    found.alter_hull(speed=speed, firm=stands_firm(battle, unit), fine=low <= speed <= high)
    return found


def declare(game: Game[Battle], unit: Unit, speed: int, rule: str) -> None:
    """It moves at this speed this turn (CD-VEH-1); whoever rides on top of one that is too fast falls off."""
    battle = game.state
    before = hull_of(unit).speed
    unit.hull = taken_up(battle, unit, speed).hull
    unit.alter_hull(declared=battle.turn, driven=0 if speed else battle.turn)
    if speed or before:
        changed = f"{unit.does('goes')} from speed {before} to {speed}"
        text = changed if speed != before else f"{unit.does('stays')} at speed {speed}"
        game.emit(Event(text, (rule,), unit.seat))
    if pace(unit) > acdc(unit):
        game.push(*(FallOff(one.id) for one in riders(battle, unit, on_top=True)))


@frozen
class DrivePast(Step):
    title = "Drive past"
    says = "A bike may strike one model that it has gone past, once a turn."
    unit: str
    start: tuple[float, float, float]
    legs: Legs
    rules = ("CD-VMEL-9",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.gone or not unit.models or not unit.type.bike or hull_of(unit).raided == battle.turn:
            return
        way = Way(Pose(*self.start), pieces_of(self.legs))
        enemies = [one for one in battle.enemies(unit.seat) if not one.fighting]
        found = passed_models(unit, driven_part(way, unit), enemies)
        if models := tuple((name, man) for name, men in found.items() for man in men):
            game.push(ChooseRaid(unit.id, models))


def driven_part(way: Way, unit: Unit) -> Way:
    """What a vehicle has driven of a way, if it was stopped on it."""
    return way.upto(min(way.length, unit.men[0].moved))


# ---------------------------------------------------------------- under overwatch
@frozen
class DriveWatched(DriveOn):
    says = "It goes on to the next thing that it meets; enemies on overwatch may fire where it comes into their sight."
    rules = ("CD-VEH-2", "CD-VEH-7", "CD-COLL-1", "CD-VMEL-4")

    def ahead(self, battle: Battle, unit: Unit, way: Way) -> Iterator[Meeting]:
        yield from super().ahead(battle, unit, way)
        paths, start = (path_of(fine_points(way)),), self.done / way.length
        for watcher in watchers(battle, unit.seat):
            for begin, end in self.watched(battle, watcher, unit, paths):
                found = Meeting(min(way.length, begin * way.length + HUNDREDTH), WATCH, watcher.id, f"{begin:.3f}")
                if end >= start and found.key not in self.met:
                    yield found

    def watched(self, battle: Battle, watcher: Unit, unit: Unit, paths: Sequence[Path]) -> Iterator[Span]:
        """Where it comes into the sight of whoever is on overwatch; where more of him see it, and its end (CD-OW-4)."""
        parts = covered_parts(battle, watcher, unit, paths)
        first = min((part for part in parts if part[0] > 0), default=None)
        if first is None:
            return
        yield from (part for part in parts if part[0] > 0)
        for spans in seen_parts(battle, watcher, firers(battle, watcher), unit, paths).values():
            yield from (part for part in spans[:1] if part[0] > first[0])
        if parts[-1][1] >= 1:
            yield 1.0, 1.0

    def events(self, battle: Battle, unit: Unit, met: Meeting, way: Way) -> list[Step]:
        if met.kind == WATCH:
            return [Intrude(met.unit, unit.id)]
        steps = event_of(battle, unit, met, way)
        if met.kind != "obstacle":
            return steps
        return [*steps, Appear(unit.id, tuple(watched_by(battle, unit)))]  # where a wall falls it comes into sight

    def stopping(self, battle: Battle, unit: Unit) -> list[Step]:
        return [Appear(unit.id, self.unasked(battle, unit))]

    def unasked(self, battle: Battle, unit: Unit) -> tuple[str, ...]:
        """Those on overwatch into whose sight it has not come on this way; the others are asked again where it ends."""
        asked = {key.split(":")[1] for key in self.met if key.startswith(WATCH)}
        return tuple(one.id for one in watchers(battle, unit.seat) if one.id not in asked)


def fine_points(way: Way) -> Spots:
    """Places along a way, so many that its arcs are followed to the hundredth."""
    count = max(1, ceil(way.length / SMALL))
    return tuple(way.upto(way.length * number / count).end.spot for number in range(count + 1))


# ---------------------------------------------------------------- which way
@frozen
class ChooseWay(Ask):
    title = "Choose a way"
    says = "All of its speed, straight or in bends; whatever is on the way is met there."
    unit: str
    rules = ("CD-VEH-2", "CD-VEH-3", "CD-VEH-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.does('drives')} where? {way_text(unit)}"
        field = declared_field(battle, unit)
        warn = partial(self.warning, game)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, game: Game[Battle], answer: Answer) -> str:
        """What is asked before it leaves the table or comes to harm."""
        battle = game.state
        unit = battle.units[self.unit]
        way = game.asked_field(self, WayField).drive(answer).way
        harm = [line for met in meetings(battle, unit, way) if (line := met_line(battle, unit, met)).mood == "bad"]
        return f"{unit.name} meets {harm[0].label} {harm[0].value}. Does it drive so?" if harm else ""

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, field = battle.units[self.unit], game.asked_field(self, WayField)
        way = field.drive(answer).way
        firm = hull_of(unit).firm and not any(Sweep(way, field.base).clearance(body) < -TINY for body in field.soft)
        unit.alter_hull(firm=firm, driven=battle.turn)
        start, legs = start_of(way), legs_of(way)
        game.push(
            DriveWatched(unit.id, start, legs, faces=hull_of(unit).heading, reverse=field.backwards),
            Settle(unit.id),
            DrivePast(unit.id, start, legs),
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
    after, speed = f"after {UNIT.said(met.after)}", pace(unit)
    if met.kind == "edge":
        return Line("the edge of the table", after, rules=("CD-VEH-2",), mood="bad")
    if met.kind == "rough":
        name = name_of(battle.table.piece(met.thing))
        return Line(name, f"{after}: bogs down on 1 to {BOGS[unit.type.locomotion]}", rules=("CD-VEH-5",))
    if met.kind == "model":
        friend = battle.units[met.unit].seat == unit.seat
        return Line(met.thing, f"{after}: rammed, P {speed}", rules=("CD-VMEL-1",), mood="bad" if friend else "")
    if met.kind == "vehicle":
        other = battle.units[met.unit]
        return Line(other.name, f"{after}: collision, P {speed + pace(other)}", rules=("CD-COLL-2",), mood="bad")
    name = name_of(battle.table.piece(met.thing))
    piece = battle.table.piece(met.thing)
    harm, breaks = hurts(piece, unit.type), is_hurt(piece, unit.type)
    hurt = f"P {speed}" if harm else "no harm"
    done = f"; P {speed} to the {name}" if breaks else ""
    return Line(name, f"{after}: collision, {hurt}{done}", rules=("CD-COLL-1",), mood="bad" if harm else "")


@frozen
class FreeItself(Step):
    title = "Free itself"
    says = "A skill test of the crew frees a vehicle that is bogged down."
    unit: str
    rules = ("CD-VEH-6",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('frees')} itself", tally, self.rules):
            unit.alter_hull(bogged="", freed=hull_of(unit).bogged)
            game.emit(Status(f"{unit.does('is')} free", self.rules, unit.seat, unit.id, "bogged", False))
