"""Where a unit may go in one move (TC-MOVE-1, TC-MOVE-4, TC-MOVE-8): one set of checks for every movement."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property, partial
from itertools import compress, pairwise
from math import dist, inf

import numpy as np
from attrs import define, evolve, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import tenths
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.surface_heights import bars, floors, height_of, is_sound
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.elevation_profile import WIDEST, Course, Passage
from tabletop_tui.rules.techcommander.ways.standing_regions import standing_region
from tabletop_tui.rules.techcommander.ways.straight_move_sweep import INTO, Sweep, swept
from tabletop_tui.skirmish.room_search import RoomyMarchField, to_hundredths
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.corner_paths import Way, Ways, corners_of, outline
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.motion_intervals import path_of
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, spot_text, way_words
from tabletop_tui.table.polygons import Box, bounds, box_of, grown, overlap

ELSEWHERE = Refusal("no room there", "TC-BASE-11")


def inside(battle: Battle, radius: float, box: Box) -> bool:
    """Whether bases with their middles in a box are wholly on the table (TC-MOVE-7)."""
    table, edge, (left, top, right, bottom) = battle.table, radius - TINY, box
    return left >= edge and top >= edge and right <= table.width - edge and bottom <= table.height - edge


def refuse_place(
    battle: Battle, unit: Unit, spot: Spot, on: str | None = None, gone: Container[str] = ()
) -> Refusal | None:
    """Why the base of a unit cannot stand at a place, or None.

    `on` is the surface, its own where not said; the pieces in `gone` are no more by then.
    """
    on = unit.on if on is None else on
    if not inside(battle, unit.radius, (*spot, *spot)):
        return Refusal("off the table", "TC-MOVE-7")
    x, y = spot
    for other in battle.on_table():
        left, top, right, bottom = other.box
        keep = unit.radius + other.radius - CLOSE
        near = left - keep < x < right + keep and top - keep < y < bottom + keep
        if near and other.on == on and other.id != unit.id and dist(spot, other.at) < keep:
            return Refusal(f"on {other.name}", "TC-MOVE-8")
    if on != GROUND and (on in battle.ruins or not is_sound(battle.table.piece(on), spot, unit.sheet.width / 2)):
        return Refusal(f"it does not fit on the {battle.table.piece(on).called} there", "TC-OCC-1")
    level, height = height_of(battle, on), unit.sheet.height
    for piece in battle.standing():
        left, top, right, bottom = piece.figure.box
        if not (left - unit.radius < x < right + unit.radius and top - unit.radius < y < bottom + unit.radius):
            continue
        if piece.id == on or piece.id in gone or not bars(piece, level, height):
            continue
        if piece.figure.near(spot, (unit.radius if piece.type.blocks else unit.sheet.width / 2) - TINY):
            return Refusal(f"no room for its base beside the {piece.called}", "TC-BASE-11")
    return None


@define
class MoveField(RoomyMarchField):
    """Where a unit may go in one move: around, over or through what is in its way, to where its base finds room."""

    length_unit = UNIT
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    blocked: bool = field(default=True, kw_only=True)
    """Whether enemies are in its way; an overrun goes over them."""
    slowed: tuple[str, ...] = field(default=(), kw_only=True)
    """The pieces that have slowed it in this move before, which do so once only (TC-HIND-3)."""
    _courses: dict[Plan, Course] = field(factory=dict, init=False, repr=False)
    _completed: dict[Plan, tuple[Plan, Judgement]] = field(factory=dict, init=False, repr=False)
    _closed: set[tuple[Spot, Spot]] = field(factory=set, init=False, repr=False)
    """The last legs of which a sweep of the raster has found that they lead nowhere."""

    @cached_property
    def reachable(self) -> Box:
        """The box in which all lies that it could come upon."""
        return grown(bounds(self.models), self.allowance + self.radius + WIDEST)

    @cached_property
    def around(self) -> Passage:
        return Passage(self.battle, self.unit, self.reachable, self.blocked, self.slowed)

    # ------------------------------------------------------------------ surfaces
    def surfaces(self, spots: Sequence[str]) -> Sequence[str]:
        """The surfaces on which the unit would find room at the end of this answer, from below."""
        plan = self.parsed(spots)
        return [] if isinstance(plan, Refusal) else self.floors(plan.waypoints[-1])

    def floors(self, spot: Spot) -> list[str]:
        """The surfaces over a place on which its base finds room, from below."""
        found = [GROUND, *(piece.id for piece in floors(self.battle, spot))]
        return [on for on in found if refuse_place(self.battle, self.unit, spot, on) is None]

    def wanted(self, plan: Plan, spot: Spot) -> str:
        """The surface on which one who jumps comes down: as he says, else his own, else the lowest with room."""
        if plan.surface:
            return plan.surface
        if self.around.start != GROUND and self.battle.table.piece(self.around.start).holds(spot):
            return self.around.start
        found = self.floors(spot)
        return found[0] if found else GROUND

    def surface_of(self, plan: Plan) -> str:
        """On what it ends by a plan that is complete and allowed."""
        return self.course(plan).on

    def course(self, plan: Plan) -> Course:
        """How it goes up and down by a plan that is complete."""
        found = self._courses.get(plan)
        if found is None:
            (track,), (end,) = self.tracks(plan), self.ends(plan)
            found = self._courses[plan] = self.course_on(track, self.wanted(plan, end) if self.around.jumps else "")
        return found

    def course_on(self, track: Sequence[Spot], on: str) -> Course:
        """The course of a way; `on` is where one who jumps comes down."""
        return self.around.jump(track, on) if self.around.jumps else self.around.walk(track)

    # ------------------------------------------------------------------ judging
    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        (end,) = ends or self.ends(plan)
        (track,) = self.tracks(plan, (end,))
        if plan.surface and plan.surface != GROUND and plan.surface not in self.pieces:
            return Refusal(f"there is no {plan.surface!r} to stand on", "TC-OCC-1"), 0.0
        length = added(dist(a, b) for a, b in pairwise(track))
        if length < TINY and self.may_stay and self.unit.on == self.around.start and plan.surface in ("", self.unit.on):
            return None, 0.0
        if length > self.allowance + TINY:
            return self.too_far(length), length
        return self.judge_course(plan, track, end, length)

    @cached_property
    def pieces(self) -> set[str]:
        return {piece.id for piece in self.battle.standing() if piece.type.stands}

    def too_far(self, length: float) -> Refusal:
        return Refusal(UNIT.over(length, self.allowance), "TC-MOVE-1")

    def judge_course(self, plan: Plan, track: Sequence[Spot], end: Spot, length: float) -> Judgement:
        """What surfaces, obstacles and hindering ground say to a way."""
        if (refusal := self.refuse_edge(track)) is not None:
            return refusal, length
        course = self.course(plan)
        taken = length + course.climbed
        if course.refusal is not None:
            return course.refusal, taken
        if plan.surface and course.on != plan.surface:
            return Refusal(f"its way does not lead on to {plan.surface!r}", "TC-ELEV-2"), taken
        if (refusal := refuse_place(self.battle, self.unit, end, course.on, course.breached)) is not None:
            return refusal, taken
        if course.rise > self.allowance + TINY:
            return Refusal(UNIT.over(course.rise, self.allowance, "high"), "TC-ELEV-1"), taken
        return self.refuse_losses(course, taken), taken + course.lost

    def refuse_losses(self, course: Course, taken: float) -> Refusal | None:
        """Why it does not come so far: each loss leaves it less, and where nothing is left it stops (TC-HIND-6)."""
        if taken > self.allowance + TINY:
            return self.too_far(taken)
        lost = 0.0
        for loss in course.losses:
            lost += loss.lost
            ends = loss.breach and loss.at + lost >= self.allowance - TINY  # it breaches all the same, and stops
            if taken > loss.at + (INTO if ends else TINY) and taken + lost > self.allowance + TINY:
                left = max(0.0, self.allowance - lost)
                called = self.battle.table.piece(loss.piece).called
                why = UNIT.over(taken, left, f"through the {called}")
                return Refusal(why, "TC-BREACH-3" if loss.breach else "TC-HIND-3")
        return None

    def refuse_edge(self, track: Sequence[Spot]) -> Refusal | None:
        """Why a way may not leave the table: it may, briefly, alongside a feature at that edge (TC-MOVE-6)."""
        margin = self.unit.sheet.width / 2
        if inside(self.battle, margin, bounds(track)):
            return None
        out = Refusal("the way leads off the table", "TC-MOVE-7")
        table, far = self.battle.table, 2 * self.radius
        left, top, right, bottom = bounds(track)
        if left < -far or top < -far or right > table.width + far or bottom > table.height + far:
            return out
        edges = ((0, margin, -1), (1, margin, -1), (0, table.width - margin, 1), (1, table.height - margin, 1))
        for axis, limit, side in edges:
            for a, b in pairwise(track):
                if (part := beyond(a, b, axis, limit, side)) is not None and not self.alongside(part, axis, side):
                    return out
        return None

    def alongside(self, part: tuple[float, float], axis: int, side: int) -> bool:
        """Whether a feature that touches this edge lies where a way is beyond it; not a fence, which goes on."""
        table, far = self.battle.table, 2 * self.radius
        low, high = part
        for piece in self.battle.standing():
            box = piece.figure.box
            touches = box[axis] <= TINY if side < 0 else box[axis + 2] >= (table.width, table.height)[axis] - TINY
            across = 1 - axis
            if touches and not piece.line and box[across] - far <= low and high <= box[across + 2] + far:
                return True
        return False

    # ------------------------------------------------------------------ the way to a single place
    def judge_answer(self, plan: Plan) -> Judgement:
        return self.completed(plan)[1]

    def complete(self, plan: Plan) -> Plan:
        return self.completed(plan)[0]

    def goes_straight(self, plan: Plan) -> bool:
        return self.judge_plan(plan)[0] is None and self.is_gentle(plan)

    def completed(self, plan: Plan) -> tuple[Plan, Judgement]:
        """To a single place it goes straight where it can, else round corners, and through things only then."""
        found = self._completed.get(plan)
        if found is None:
            found = self._completed[plan] = self.led(plan)
        return found

    def led(self, plan: Plan) -> tuple[Plan, Judgement]:
        """The same, worked out."""
        judged = self.judge_plan(plan)
        if len(plan.waypoints) > 1 or not self.turns or (judged[0] is None and self.is_gentle(plan)):
            return self.cut_short(plan, judged)
        goal = plan.waypoints[0]
        if dist(self.middle, goal) > self.allowance + TINY or not self.might_end(goal):
            return self.cut_short(plan, judged)
        plainly = self.might_end(goal, ())
        for other in self.round_corners(plan, goal):
            if not plainly and not self.might_end(goal, self.touched(other)):
                continue
            if (by_it := self.judge_plan(other))[0] is None:
                return other, by_it
        return self.cut_short(plan, judged)

    def cut_short(self, plan: Plan, judged: Judgement) -> tuple[Plan, Judgement]:
        """A way into what it breaches with the last of its speed ends there (TC-BREACH-3)."""
        if judged[0] is None or judged[0].rule not in ("TC-BREACH-3", "TC-MOVE-1") or not self.around.weak:
            return plan, judged
        (track,) = self.tracks(plan)
        path = path_of(tuple(track))
        lost = 0.0
        for loss in self.around.walk(track).losses:
            lost += loss.lost
            if loss.breach and loss.at <= self.allowance + TINY and loss.at + lost >= self.allowance - TINY:
                for into in (INTO / 3, INTO * 2 / 3, INTO):
                    far = loss.at + into
                    passed = [leg[0] for (begin, _), leg in path.legs if 0 < begin * path.length < far]
                    end = to_hundredths(path.at(min(1.0, far / path.length)))
                    shorter = evolve(plan, waypoints=(*passed, end))
                    by_it = self.judge_plan(shorter)
                    if by_it[0] is None and loss.piece in self.course(shorter).breached:
                        return shorter, by_it
        return plan, judged

    @property
    def turns(self) -> bool:
        """Whether ways to single places are led round corners."""
        return not self.around.jumps

    def round_corners(self, plan: Plan, goal: Spot) -> Iterator[Plan]:
        """The ways over corners that may lead to a place, the shortest first."""
        most = self.allowance + TINY
        ways = [(cost + dist(way[-1], goal), cost, way) for cost, way, _ in self.ways.found()[1:]]
        for far, cost, way in sorted(ways):
            if far <= most and (way[-1], goal) not in self._closed and cost + self.leg(way, goal) <= most:
                yield evolve(plan, waypoints=(*way[1:], goal))

    def welcomes(self, spot: Spot) -> bool:
        """Whether the move may end there at all, whatever the way; a kind of move may have its own wishes."""
        return True

    @cached_property
    def plain(self) -> bool:
        """Whether it forbids no more than every move does, besides ends that it does not welcome; else each place is
        judged."""
        return type(self).judge_plan is MoveField.judge_plan

    def touched(self, plan: Plan) -> list[str]:
        """What it could crash through and comes against."""
        (track,), weak = self.tracks(plan), self.around.weak
        return [one.id for one in self.around.solid if one.id in weak and self.around.touches(one, track)]

    def might_end(self, spot: Spot, gone: Container[str] | None = None) -> bool:
        """Whether it could stand at a place on any surface; `gone` is what it crashes through, else all that it can."""
        floors = [piece.id for piece in self.around.tops if piece.holds(spot)]
        gone = self.around.weak if gone is None else gone
        return any(refuse_place(self.battle, self.unit, spot, on, gone) is None for on in (GROUND, *floors))

    def is_gentle(self, plan: Plan) -> bool:
        """Whether a way that was judged harms nothing and nobody: no fall, no breach."""
        course = self._courses.get(plan)
        return course is None or is_gentle(course)

    def falls_of(self, answer: Sequence[str]) -> list[float]:
        """How far it falls on the way of an answer that is allowed, edge by edge, in centimetres (TC-FALL-1)."""
        plan = self.read(answer)
        return [change.fall for change in self.course(self.complete(plan)).falls] if isinstance(plan, Plan) else []

    @cached_property
    def ways(self) -> Ways:
        """The shortest ways around all that is in the way or slows."""
        reach, (x, y) = self.around.clearance, self.middle
        pieces = {*self.around.solid, *self.around.slowing}
        shapes = [part for piece in pieces if piece.id != self.unit.on for part in piece.figure.parts]
        outlines = [outline(part, ((0.0, 0.0),), reach, True) for part in shapes]
        for enemy in self.around.enemies:
            outlines.append(outline((enemy.at,), ((0.0, 0.0),), self.around.clearance + enemy.radius, True))
        near = [polygon for polygon in outlines if overlap(box_of(polygon), (x, y, x, y), self.allowance)]
        return Ways((self.middle,), corners_of(near, self.may_turn), self.allowance, self.leg)

    def may_turn(self, spot: Spot) -> bool:
        return dist(self.middle, spot) <= self.allowance and inside(self.battle, self.around.clearance, (*spot, *spot))

    def leg(self, way: Way, end: Spot) -> float:
        """What going straight on to a place costs; infinite where something is in the way."""
        start = way[-1]
        if not self.around.is_eventful(start, end):
            return dist(start, end)
        course = self.around.walk((start, end), gentle=True)
        return inf if course.refusal is not None or not is_gentle(course) else dist(start, end) + course.lost

    # ------------------------------------------------------------------ looking for places
    def cost_of(self, plan: Plan) -> str:
        whole = self.complete(plan)
        refusal, taken = self.judge_plan(whole)
        said = f"{taken:.1f} of {tenths(self.allowance)} {self.length_unit.short}"
        if not self.allowance:  # it only turns
            said = f"faces {way_words(self.final_facing(whole))}"
        if refusal is not None:
            return said
        course = self.course(whole)
        names = [self.battle.table.piece(piece).called for piece in course.breached]
        falls = [f"falls {change.fall:g}" for change in course.falls]
        rises = [f"{course.rise:g} up"] if course.rise else []
        return ", ".join((said, *rises, *falls, *(f"through the {name}" for name in names)))

    def might_go(self, spot: Spot) -> bool:
        return super().might_go(spot) and inside(self.battle, self.radius, (*spot, *spot))

    def survey(self) -> Iterator[tuple[str, str] | None]:
        """The raster: what lies in the open is known for all of it at once, the rest is judged place by place."""
        table = self.battle.table
        left, top, right, bottom = grown((0.0, 0.0, table.width, table.height), TINY - self.radius)
        spots = [spot for spot in self.raster() if left <= spot[0] <= right and top <= spot[1] <= bottom]
        if self.may_stay and self.judge_answer(Plan((self.middle,)))[0] is None:
            yield spot_text(self.middle), "0"
        if not spots:
            return
        corners = [(cost, way[-1]) for cost, way, _ in self.ways.found()[1:]] if self.turns else []
        known = swept(Sweep(self.around, self.allowance), self.middle, spots, corners)
        self._closed = known.closed
        some = ~known.hopeless
        for spot, far in zip(compress(spots, some), known.taken[some].tolist(), strict=True):
            if spot == self.middle or not self.welcomes(spot):
                yield None
            elif self.plain and far == far:  # not nan
                yield spot_text(spot), f"{far:.0f}"
            else:
                refusal, cost = self.judge_answer(Plan((spot,))) if self.might_end(spot) else (ELSEWHERE, 0.0)
                yield (spot_text(spot), f"{cost:.0f}") if refusal is None else None
        yield from self.breaches()

    def breaches(self) -> Iterator[tuple[str, str] | None]:
        """The places of contact with what it breaches with the last of its speed, straight ahead."""
        for piece in self.around.solid:
            if piece.id in self.around.weak:
                plan, (refusal, cost) = self.completed(Plan((piece.centroid,)))
                if refusal is None and plan.waypoints != (piece.centroid,):
                    yield spot_text(plan.waypoints[-1]), f"{cost:.0f}"

    def rooms(self) -> Iterator[Room]:
        near = [piece.id for piece in self.around.near_by if piece.type.stands]
        for on in dict.fromkeys((self.around.start, GROUND, *near)):
            region = standing_region(self.battle, self.unit, self.reachable, on)
            yield Room(region, 1, self.radius, partial(self.has_room_on, on))

    def has_room_on(self, on: str, spot: Spot) -> bool:
        return refuse_place(self.battle, self.unit, spot, on) is None

    def otherwise(self) -> Iterator[list[str]]:
        """The spots again on every other surface there; then what is left where the raster has no place."""
        if self.around.jumps:
            yield from self.elsewhere()
        yield from super().otherwise()

    def covered(self, spots: Sequence[Spot]) -> Iterator[Spot]:
        """Those of some places that are in the box around a piece on which one can stand."""
        xs, ys = np.array(spots).reshape(-1, 2).T
        found = np.zeros(len(spots), bool)
        for left, top, right, bottom in (one.figure.box for one in self.battle.standing() if one.type.stands):
            found |= (left <= xs) & (xs <= right) & (top <= ys) & (ys <= bottom)
        return compress(spots, found)

    def elsewhere(self) -> Iterator[list[str]]:
        for spot in filter(self.might_go, self.covered(self.raster())):
            if floors(self.battle, spot) and len(found := self.floors(spot)) > 1:
                plan = Plan((spot,))
                for on in found:
                    if on != self.wanted(plan, spot) and self.judge_answer(evolve(plan, surface=on))[0] is None:
                        yield [spot_text(spot), f"on={on}"]


def is_gentle(course: Course) -> bool:
    """Whether a way harms nothing and nobody: no fall, no breach."""
    return not course.falls and not course.breached


def beyond(a: Spot, b: Spot, axis: int, limit: float, side: int) -> tuple[float, float] | None:
    """Which part of an edge a leg lies beyond, as places along the edge; None if it does not."""
    far_a, far_b = (a[axis] - limit) * side, (b[axis] - limit) * side
    if far_a <= TINY and far_b <= TINY:
        return None
    ends = [a if far_a > 0 else None, b if far_b > 0 else None]
    places = [end[1 - axis] for end in ends if end is not None]
    if len(places) < 2 and far_a != far_b:
        share = far_a / (far_a - far_b)
        places.append(a[1 - axis] + (b[1 - axis] - a[1 - axis]) * share)
    return min(places), max(places)


def move_field(battle: Battle, unit: Unit, share: float = 1.0, slowed: Sequence[str] = ()) -> MoveField:
    """Where a unit may go with this share of its speed; the pieces in `slowed` have slowed it in this move before."""
    base = (unit.models, unit.radius, unit.facing, share * unit.speed, 2 * unit.radius, True)
    return MoveField(*base, battle=battle, unit=unit, slowed=tuple(slowed))
