"""A way as it goes up and down (TC-ELEV-1, TC-ELEV-2): surfaces, ladders, falls, what slows, breaches, jumps.

Of a way seen from above, its course says on which surface the unit is where. Whoever jumps goes over all that is not
higher than it may jump; all others change their level on ramps, steps and ladders, or fall over an edge. Borders are
exact, as parts of the way (`table/motion_intervals.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import does
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.surface_heights import bars, floors, height_of
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.hindrance import (
    BREACH,
    climb_lost,
    ignores_ground,
    near,
    share_lost,
    step_height,
)
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.intervals import Span
from tabletop_tui.table.motion_intervals import Path, path_of
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, box_of_leg, off, overlap

WIDEST = 4.0
"""The radius of the largest base, in centimetres: nothing that stands further off than that and its own matters."""
PEOPLE_REACH = 1.0
"""So near a ladder has to be where somebody climbs: half of his base, in centimetres."""


@frozen
class Change:
    """A unit comes on to another surface, after so many centimetres of its way."""

    at: float
    on: str
    fall: float = 0.0
    """How far it falls there, in centimetres (TC-FALL-1)."""


@frozen
class Loss:
    """A piece takes some of its speed, after so many centimetres."""

    at: float
    lost: float
    piece: str
    breach: bool = False


@frozen
class Course:
    """A way as it goes up and down."""

    changes: tuple[Change, ...] = ()
    """Its surfaces, the one on which it starts first."""
    losses: tuple[Loss, ...] = ()
    climbed: float = 0.0
    """Up and down ladders, in centimetres (TC-ELEV-3)."""
    rise: float = 0.0
    """How high it jumps over where it starts, in centimetres (TC-ELEV-1)."""
    refusal: Refusal | None = None

    @property
    def on(self) -> str:
        """The surface on which it ends."""
        return self.changes[-1].on

    def level(self, at: float) -> str:
        """The surface on which it is after so many centimetres."""
        return next(change.on for change in reversed(self.changes) if change.at <= at + TINY)

    @property
    def breached(self) -> tuple[str, ...]:
        """The pieces that it crashes through (TC-BREACH-1)."""
        return tuple(loss.piece for loss in self.losses if loss.breach)

    @property
    def falls(self) -> list[Change]:
        return [change for change in self.changes if change.fall]

    @property
    def lost(self) -> float:
        """All the speed that is lost on it."""
        return added(loss.lost for loss in self.losses)


@define(slots=False)
class Passage:
    """A unit, and all within a box that could matter to its way."""

    battle: Battle
    unit: Unit
    box: Box
    blocked: bool = True
    """Whether enemies are in its way: not of an overrun, nor of a way that was allowed before."""
    slowed: tuple[str, ...] = ()
    """The pieces that have slowed it in this move before, and do so no more (TC-HIND-3, TC-ELEV-6)."""

    @cached_property
    def near_by(self) -> list[Feature]:
        return [piece for piece in self.battle.standing() if overlap(piece.figure.box, self.box)]

    @cached_property
    def solid(self) -> list[Feature]:
        """The pieces that stop somebody somewhere (TC-MOVE-4)."""
        return [piece for piece in self.near_by if piece.type.blocks or piece.body.bottom > 0]

    @cached_property
    def weak(self) -> set[str]:
        """The pieces that it could crash through (TC-BREACH-1)."""
        return {piece.id for piece in self.solid if can_breach(self.unit, piece)}

    @cached_property
    def tops(self) -> list[Feature]:
        """The pieces on which one can be, ladders apart."""
        low = step_height(self.unit) + TINY
        steps = [piece for piece in self.near_by if piece.type.blocks and 0 < piece.body.top <= low]
        return [*steps, *(piece for piece in self.near_by if piece.type.stands and piece not in steps)]

    @cached_property
    def ladders(self) -> list[Feature]:
        return [piece for piece in self.near_by if piece.type.climbs == "ladder"]

    @cached_property
    def slowing(self) -> list[Feature]:
        return [piece for piece in self.near_by if share_lost(self.unit, piece) and piece.id not in self.slowed]

    @cached_property
    def enemies(self) -> list[Unit]:
        """Those that could be in its way (TC-MOVE-8)."""
        if not self.blocked:
            return []
        return [enemy for enemy in self.battle.enemies(self.unit.seat) if overlap(enemy.box, self.box)]

    @property
    def clearance(self) -> float:
        """Of the model, not of its base (TC-BASE-10): so wide its way has to be (TC-MOVE-5)."""
        return self.unit.sheet.width / 2

    @property
    def jumps(self) -> bool:
        return ignores_ground(self.unit)

    @property
    def foot(self) -> float:
        """How high it starts."""
        return self.battle.foot(self.unit)

    @property
    def start(self) -> str:
        """The surface on which it starts; of one that is no more, whatever is under it."""
        lost = self.unit.on != GROUND and self.unit.on in self.battle.ruins
        return GROUND if lost else self.unit.on

    # ------------------------------------------------------------------ jumping
    def jump(self, track: Sequence[Spot], on: str) -> Course:
        """The course of a jump that ends on a surface: as high as all that it goes over (TC-ELEV-1, TC-STAT-6).

        What goes down costs nothing, and the jets break the fall (TC-STAT-7); who flies is over everything (TC-MOVE-9).
        """
        foot, end = self.foot, height_of(self.battle, on)
        tops = [end, *(piece.body.top for piece in self.jumped(track, on)), *self.leapt(track)]
        length = path_of(tuple(track)).length
        flies = self.unit.sheet.card.locomotion == "flying"
        return Course((Change(0.0, self.start), Change(length, on)), rise=0.0 if flies else max(0.0, max(tops) - foot))

    def jumped(self, track: Sequence[Spot], on: str) -> Iterator[Feature]:
        """The pieces over which a way leads and under which it does not fit."""
        foot, height = self.foot, self.unit.sheet.height
        for piece in {*self.solid, *self.tops}:
            if piece.id in (on, self.unit.on) or piece.body.top <= foot:
                continue
            if piece.body.bottom < foot + height - TINY and self.touches(piece, track):
                yield piece

    def leapt(self, track: Sequence[Spot]) -> Iterator[float]:
        """How high enemies are over whom a way leads (TC-MOVE-8)."""
        for enemy in self.enemies:
            if enemy.on == self.unit.on and self.meets(enemy, track):
                yield self.battle.foot(enemy) + enemy.sheet.height

    # ------------------------------------------------------------------ what is on a way
    def touches(self, piece: Feature, track: Sequence[Spot]) -> bool:
        """Whether the model comes against a piece anywhere on its way."""
        reach = self.clearance
        return any(
            overlap(box_of_leg(a, b), piece.figure.box, reach) and piece.figure.comes_near(a, b, reach - TINY)
            for a, b in pairwise(track)
            if a != b
        )

    def meets(self, other: Unit, track: Sequence[Spot]) -> bool:
        keep = self.clearance + other.radius - CLOSE
        return any(
            overlap(box_of_leg(a, b), other.box, keep) and off(a, b, other.at) < keep
            for a, b in pairwise(track)
            if a != b
        )

    @cached_property
    def events(self) -> list[Feature]:
        """All pieces that could mean anything to a way."""
        return list(dict.fromkeys((*self.solid, *self.tops, *self.slowing)))

    def is_eventful(self, a: Spot, b: Spot) -> bool:
        """Whether a leg leads against, over or through anything at all."""
        reach, box = self.clearance, box_of_leg(a, b)
        for piece in self.events:
            if overlap(box, piece.figure.box, reach) and piece.figure.comes_near(a, b, reach):
                return True
        return any(self.meets(enemy, (a, b)) for enemy in self.enemies)

    # ------------------------------------------------------------------ walking
    def walk(self, track: Sequence[Spot], gentle: bool = False) -> Course:
        """The course of a way on foot, on legs, wheels or tracks; a `gentle` one crashes through nothing."""
        path = path_of(tuple(track))
        ascent = self.levels(path)
        course = Course(tuple(ascent.changes), (), ascent.climbed, 0.0, ascent.refusal)
        if course.refusal is not None:
            return course
        if (refusal := self.refuse_enemies(course, path)) is not None:
            return Course(course.changes, refusal=refusal)
        breaches = self.breaches(course, path, gentle)
        if isinstance(breaches, Refusal):
            return Course(course.changes, refusal=breaches)
        losses = [*ascent.losses, *breaches, *self.hindered(course, path)]
        return Course(course.changes, tuple(sorted(losses, key=lambda loss: loss.at)), ascent.climbed)

    def refuse_enemies(self, course: Course, path: Path) -> Refusal | None:
        """Why enemies do not let it through (TC-MOVE-8)."""
        for enemy in self.enemies:
            if self.meets(enemy, path.points) and self.is_level(course, path, enemy):
                return Refusal(f"{does(enemy.name, 'is')} in the way", "TC-MOVE-8")
        return None

    def breaches(self, course: Course, path: Path, gentle: bool) -> list[Loss] | Refusal:
        """What it crashes through (TC-BREACH-1), or why it cannot, or will not."""
        stood, found = {change.on for change in course.changes}, []
        for piece in self.solid:
            if piece.id in stood or not self.touches(piece, path.points):
                continue
            if parts := self.barred(course, path, piece):
                if gentle or not can_breach(self.unit, piece):
                    return Refusal(f"the {does(piece.called, 'is')} in the way", "TC-MOVE-4")
                found.append(Loss(parts[0][0] * path.length, BREACH * self.unit.full_speed, piece.id, True))
        return found

    def hindered(self, course: Course, path: Path) -> Iterator[Loss]:
        """What hinders it on the ground and on hills, each piece once (TC-HIND-3)."""
        for piece in self.slowing:
            touched = near(path, piece.figure, self.clearance - TINY)
            if parts := [part for part in touched if self.grounded(course, path, part)]:
                yield Loss(parts[0][0] * path.length, share_lost(self.unit, piece) * self.unit.full_speed, piece.id)

    def grounded(self, course: Course, path: Path, part: Span) -> bool:
        """Whether it is on the ground, or on a hill or ramp, somewhere in a part of its way."""
        return any(map(self.is_ground, self.levels_in(course, path, part)))

    def is_ground(self, on: str) -> bool:
        return on == GROUND or self.battle.table.piece(on).type.climbs == "ramp"

    def levels_in(self, course: Course, path: Path, part: Span) -> list[str]:
        """The surfaces on which it is in a part of its way."""
        begin, end = part[0] * path.length, part[1] * path.length
        return [course.level(begin), *(one.on for one in course.changes if begin < one.at < end)]

    def barred(self, course: Course, path: Path, piece: Feature) -> list[Span]:
        """On which parts of its way a piece stops the model (TC-MOVE-4)."""
        height, changes = self.unit.sheet.height, course.changes
        if len(changes) == 1 and not bars(piece, height_of(self.battle, changes[0].on), height):
            return []
        return [
            part
            for part in near(path, piece.figure, self.clearance - TINY)
            if any(bars(piece, height_of(self.battle, level), height) for level in self.levels_in(course, path, part))
        ]

    def is_level(self, course: Course, path: Path, enemy: Unit) -> bool:
        """Whether it is on the surface of an enemy where it comes against it."""
        parts = path.near(enemy.at, self.clearance + enemy.radius - CLOSE)
        return any(enemy.on in self.levels_in(course, path, part) for part in parts)

    def levels(self, path: Path) -> Ascent:
        """The surfaces along a way, what ramps and steps take, what is climbed, and why it leads nowhere."""
        events = sorted(
            (share, leaving, number, piece)
            for number, piece in enumerate(self.tops)
            for begin, end in path.on(piece.figure)
            for share, leaving in ((begin, False), (end, True))
            if not (leaving and share >= 1.0)
        )
        ascent = Ascent(self, path, [Change(0.0, self.start)])
        for share, leaving, _, piece in events:
            if leaving:
                ascent.leave(piece, share)
            else:
                ascent.enter(piece, share)
            if ascent.refusal is not None:
                break
        return ascent

    def way_up(self, on: str, piece: Feature, spot: Spot) -> str | Refusal | None:
        """How a unit on a surface comes on to a piece that its way leads over; None where it stays where it is."""
        here, top = height_of(self.battle, on), piece.body.top
        if on != GROUND and self.battle.table.piece(on).on == piece.id:
            return "off the ramp"
        if top <= here + TINY:
            return "step" if abs(top - here) <= TINY and on != GROUND and piece.type.climbs != "ramp" else None
        if piece.type.climbs == "ramp" and piece.body.bottom <= here + TINY:
            return "ramp"
        if top - here <= step_height(self.unit) + TINY:
            return "step"
        if self.unit.sheet.on_foot and self.ladder_to(piece, spot):
            return "climb"
        if piece.body.bottom >= here + self.unit.sheet.height - TINY or can_breach(self.unit, piece):
            return None
        if self.unit.sheet.on_foot:
            return Refusal(f"no ladder leads up the {piece.called} there", "TC-ELEV-3")
        return Refusal(f"no ramp leads up the {piece.called} there", "TC-ELEV-2")

    def ladder_to(self, piece: Feature, spot: Spot) -> bool:
        """Whether a ladder leads up a piece at a place (TC-ELEV-3)."""
        ladders = (one for one in self.ladders if one.on == piece.id)
        return any(one.figure.distance(spot) <= PEOPLE_REACH + TINY for one in ladders)


@define
class Ascent:
    """A way on foot, on legs, wheels or tracks, from the surface where it starts as far as it was followed."""

    around: Passage
    path: Path
    changes: list[Change]
    losses: list[Loss] = field(factory=list)
    climbed: float = 0.0
    refusal: Refusal | None = None
    over: list[Feature] = field(factory=list)
    """The pieces over or under which it is."""

    @property
    def on(self) -> str:
        return self.changes[-1].on

    def enter(self, piece: Feature, share: float) -> None:
        """It comes over or under a piece, and perhaps on to it."""
        self.over.append(piece)
        if piece.id == self.on:
            return
        at, way = share * self.path.length, self.around.way_up(self.on, piece, self.path.at(share))
        if isinstance(way, Refusal):
            self.refusal = way
        elif way is not None:
            if way == "climb":
                self.climbed += piece.body.top - height_of(self.around.battle, self.on)
            elif way != "off the ramp":
                self.slow(at, piece)
            self.changes.append(Change(at, piece.id))

    def leave(self, piece: Feature, share: float) -> None:
        """It leaves a piece: down a ramp, a step, a ladder, or over an edge (TC-FALL-1)."""
        self.over.remove(piece)
        if piece.id != self.on:
            return
        at, here = share * self.path.length, piece.body.top
        ramp = next((one for one in self.over if one.type.climbs == "ramp" and one.on == piece.id), None)
        if ramp is not None:
            self.slow(at, ramp)
            self.changes.append(Change(at, ramp.id))
            return
        under = [one for one in self.over if one.body.top <= here + TINY]
        down = max(under, key=lambda one: one.body.top, default=None)
        drop = here - (down.body.top if down is not None else 0.0)
        unit = self.around.unit
        if drop <= step_height(unit) or piece.type.climbs == "ramp":
            drop = 0.0
        elif unit.sheet.on_foot and self.around.ladder_to(piece, self.path.at(share)):
            self.climbed, drop = self.climbed + drop, 0.0
        self.changes.append(Change(at, down.id if down is not None else GROUND, drop))

    def slow(self, at: float, piece: Feature) -> None:
        """Ramps and steps hinder machines, each once (TC-ELEV-6)."""
        lost = climb_lost(self.around.unit) * self.around.unit.full_speed
        paid = (*self.around.slowed, *(loss.piece for loss in self.losses))
        if lost and piece.id not in paid:
            self.losses.append(Loss(at, lost, piece.id))


def can_breach(unit: Unit, piece: Feature) -> bool:
    """Whether a unit crashes through a piece that is in its way (TC-BREACH-1)."""
    return not unit.sheet.on_foot and not ignores_ground(unit) and 0 < piece.size < unit.ac


def passage(battle: Battle, unit: Unit, track: Sequence[Spot]) -> Passage:
    """A unit, and all around a way."""
    left, top, right, bottom = path_of(tuple(track)).box
    reach = unit.radius + WIDEST
    return Passage(battle, unit, (left - reach, top - reach, right + reach, bottom + reach), False)


def course_of(battle: Battle, unit: Unit, track: Sequence[Spot], on: str) -> Course:
    """The course of a way that was allowed, which ends on a surface."""
    around = passage(battle, unit, track)
    return around.jump(track, on) if around.jumps else around.walk(track)


def climbed(battle: Battle, unit: Unit, track: Sequence[Spot], on: str) -> float:
    """How far a unit climbs ladders on a way that was allowed; that counts as moved (TC-ELEV-3)."""
    people = unit.sheet.on_foot and on != unit.on and len(track) > 1
    return course_of(battle, unit, track, on).climbed if people else 0.0


def surface_at(battle: Battle, unit: Unit, track: Sequence[Spot], there: Spot, at: float) -> str:
    """The surface on which a unit is halted after so many centimetres of a way; of one who jumps, what is under it."""
    if len(track) < 2:
        return unit.on
    around = passage(battle, unit, track)
    if not around.jumps:
        return around.walk(track).level(at)
    under = [piece for piece in floors(battle, there) if piece.body.bottom < around.foot + unit.sheet.height - TINY]
    return under[-1].id if under else GROUND
