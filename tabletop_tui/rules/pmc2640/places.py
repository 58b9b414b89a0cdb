"""Where a unit can stand and go (PMC-COH, PMC-MOVE, PMC-TERR-7, PMC-VEH-5): one set of checks for every movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, degrees, radians, sin

from attrs import define, field, frozen
from shapely import LineString, Point

from tabletop_tui.engine.question import Chooser
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.pmc2640 import geometry as geo
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.tables import Piece
from tabletop_tui.table import plane
from tabletop_tui.table.plane import TINY, Spot, Spots, apart, centre, parse_spot, spot_text

CLEARANCE = 1.0
"""Between the models of different units (PMC-COH-2)."""
SPACING = 1.0
"""Between the middles of neighbours in a formation."""
PENALTY = {False: 1.0, True: 2.0}
"""What a wall or area terrain costs infantry and vehicles (PMC-TERR-7, PMC-VEH-8)."""
TRIES = 12
STEPS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7))
LATTICE = 1.0
"""The raster on which places are offered; any place between is as good."""


# ---------------------------------------------------------------- standing somewhere
def refuse_stand(battle: Battle, unit: Unit, models: Spots, touching: str = "") -> Refusal | None:
    """Why a unit's models cannot stand at these places; `touching` is the unit it may be in contact with."""
    radius, table = unit.type.radius, battle.table
    for x, y in models:
        if not (
            radius - TINY <= x <= table.width - radius + TINY and radius - TINY <= y <= table.height - radius + TINY
        ):
            return Refusal("off the table", "PMC-MOVE-5")
    for piece in geo.standing(battle):
        if (piece.terrain.impassable or piece.terrain.category == "linear") and _touches(piece, models, radius):
            return Refusal(f"on {piece.name or piece.terrain.name}", piece.terrain.rule)
    for wreck in battle.wrecks:
        if any(apart(spot, wreck.spot) < radius + wreck.radius - TINY for spot in models):
            return Refusal(f"on the wreck of {wreck.name}", "PMC-VEH-13")
    for other in battle.on_table():
        if other is unit or not other.models or other.id == touching:
            continue
        if plane.gap(models, radius, other.models, other.type.radius) < CLEARANCE - TINY:
            return Refusal(f"less than 1 in from {other.name}", "PMC-COH-2")
    if not unit.vehicle and not geo.coherent(models):
        return Refusal("out of coherency", "PMC-COH-1")
    return None


def _touches(piece: Piece, models: Spots, radius: float) -> bool:
    left, top, right, bottom = piece.box
    return any(
        left - radius < x < right + radius
        and top - radius < y < bottom + radius
        and piece.shape.distance(Point(x, y)) < radius - TINY
        for x, y in models
    )


@lru_cache(maxsize=512)
def block(count: int, radius: float, facing: float = 0.0) -> Spots:
    """The places of a compact formation around the origin."""
    return tuple(plane.turned(plane.formation("block", count, max(SPACING, 2 * radius)), facing))


# ---------------------------------------------------------------- a movement
@frozen
class Plan:
    """A movement as an answer says it: waypoints, then a formation, a turn, and models moved by themselves."""

    waypoints: tuple[Spot, ...]
    formation: str = "keep"
    turn: float = 0.0
    """Degrees clockwise, on from how the unit would stand or face else."""
    nudges: tuple[tuple[int, Spot], ...] = ()
    """For a model, counted from 0, how far it stands from its place in the formation."""

    def nudged(self, models: Sequence[Spot]) -> Spots:
        """The places with those models moved; a number that no model has moves none."""
        by = dict(self.nudges)
        return tuple(
            (round(x + by[number][0], 2), round(y + by[number][1], 2)) if number in by else (x, y)
            for number, (x, y) in enumerate(models)
        )


def plan_of(spots: Sequence[str]) -> Plan | Refusal:
    """Read an answer: places 'x,y', then perhaps 'form=line', 'turn=90', 'model3=0.5,-0.25' (the third model)."""
    waypoints: list[Spot] = []
    formation, turn = "keep", 0.0
    nudges: dict[int, Spot] = {}
    for text in spots:
        key, equals, value = text.partition("=")
        spot = parse_spot(value if equals else text)
        number = key.removeprefix("model")
        if not equals:
            if spot is None:
                return Refusal(f"{text!r} is no place; places are written x,y")
            waypoints.append(spot)
        elif key == "form" and value in plane.FORMATIONS:
            formation = value
        elif key == "turn" and value.lstrip("-").isdecimal() and len(value) < 5:
            turn = float(value)
        elif spot is not None and key != number and number.isdecimal() and len(number) < 3:
            nudges[int(number) - 1] = spot
        else:
            return Refusal(f"{text!r} is neither a place nor form=..., turn=... or model1=...")
    return Plan(tuple(waypoints), formation, turn, tuple(nudges.items())) if waypoints else Refusal("a place is wanted")


@define
class MoveField:
    """Where a unit can move within an allowance, as a Place question's field."""

    battle: Battle
    unit: Unit
    allowance: float
    may_stay: bool = False
    _cells: dict[str, str] | None = field(default=None, init=False)

    def places(self, spots: Sequence[str]) -> tuple[Spots, float]:
        """Where the models end and which way a vehicle faces; the answer must not be refused."""
        plan = plan_of(spots)
        assert isinstance(plan, Plan)
        return self._ends(plan), self._facing(plan)

    @property
    def forms(self) -> Sequence[str]:
        """How the models can stand around the spot: as they stand now, or in one of the formations."""
        return () if self.unit.vehicle else plane.FORMATIONS

    def stands(self, spots: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        plan = plan_of(spots)
        return [] if isinstance(plan, Refusal) else [(x, y, self.unit.type.radius) for x, y in self._ends(plan)]

    def _ends(self, plan: Plan) -> Spots:
        unit, end = self.unit, plan.waypoints[-1]
        if unit.vehicle:
            return plane.shifted([(0.0, 0.0)], end)
        x, y = centre(unit.models)
        if plan.formation == "keep":
            offsets = plane.turned([(u - x, v - y) for u, v in unit.models], plan.turn)
            return plan.nudged(plane.shifted(offsets, end))
        shape = plane.turned(plane.formation(plan.formation, len(unit.models), SPACING), plan.turn)
        return plan.nudged(assigned(unit.models, plane.shifted(shape, end), (end[0] - x, end[1] - y)))

    def _facing(self, plan: Plan) -> float:
        """A vehicle ends facing along its last leg, turned on from there by what the answer says."""
        if not self.unit.vehicle:
            return self.unit.facing
        course = [*self.unit.models, *plan.waypoints]
        headings = [heading(a, b) for a, b in pairwise(course) if apart(a, b) > TINY]
        return ((headings[-1] if headings else self.unit.facing) + plan.turn) % 360

    def _tracks(self, plan: Plan) -> list[list[Spot]]:
        """The way of each model."""
        ends, (x, y) = self._ends(plan), centre(self.unit.models)
        moves = [(u - x, v - y) for u, v in plan.waypoints[:-1]]
        return [
            [spot, *((spot[0] + dx, spot[1] + dy) for dx, dy in moves), end]
            for spot, end in zip(self.unit.models, ends, strict=True)
        ]

    def judge(self, spots: Sequence[str]) -> tuple[Refusal | None, float]:
        """Why this movement is refused (None if it is not), and the inches it takes."""
        plan = plan_of(spots)
        if isinstance(plan, Refusal):
            return plan, 0.0
        tracks, ends = self._tracks(plan), self._ends(plan)
        length = max(sum(apart(a, b) for a, b in pairwise(track)) for track in tracks)
        stays = length < TINY and self._facing(plan) == self.unit.facing
        if stays:
            return (None if self.may_stay else Refusal("a Move has to change something", "PMC-GEN-11")), 0.0
        taken = length + turning(self.unit, plan, self._facing(plan))
        if taken > self.allowance + TINY:
            return Refusal(f"{taken:.1f} in, {self.allowance:g} allowed", "PMC-MOVE-1"), taken
        refusal, penalty = crossings(self.battle, self.unit, tracks)
        taken += penalty
        if refusal is None and taken > self.allowance + TINY:
            refusal = Refusal(f"{taken:.1f} in with terrain, {self.allowance:g} allowed", "PMC-TERR-7")
        if refusal is None:
            refusal = refuse_stand(self.battle, self.unit, ends) or enemies_in_the_way(self.battle, self.unit, tracks)
        return refusal, taken

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        return self.judge(spots)[0]

    def cost(self, spots: Sequence[str]) -> str:
        return f"{self.judge(spots)[1]:.1f} of {self.allowance:g} in"

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        plan = plan_of(spots)
        if isinstance(plan, Refusal) or self.refuse(spots) is not None:
            return []
        return [spot_text(centre(self.unit.models)), *map(spot_text, plan.waypoints)]

    def cells(self) -> Mapping[str, str]:
        """The places of the raster that the middle of the unit can move to, with the inches it takes."""
        if self._cells is None:
            self._cells = dict(self._reachable())
        return self._cells

    def sample(self, chooser: Chooser) -> str:
        """A place by chance: a few tries within the allowance, and only then the whole raster."""
        x, y = centre(self.unit.models)
        reach = int(self.allowance)
        for _ in range(TRIES):
            spot = (float(round(x) + chooser.randint(-reach, reach)), float(round(y) + chooser.randint(-reach, reach)))
            if self.judge([spot_text(spot)])[0] is None:
                return spot_text(spot)
        found: str = chooser.choice(list(self.cells()))
        return found

    def _reachable(self) -> list[tuple[str, str]]:
        here = centre(self.unit.models)
        reach, found = ceil(self.allowance / LATTICE), []
        if self.may_stay:
            found.append((spot_text((round(here[0], 2), round(here[1], 2))), "0"))
        for column in range(-reach, reach + 1):
            for row in range(-reach, reach + 1):
                spot = (round(here[0]) + column * LATTICE, round(here[1]) + row * LATTICE)
                if TINY < apart(here, spot) <= self.allowance:
                    text = spot_text(spot)
                    refusal, taken = self.judge([text])
                    if refusal is None:
                        found.append((text, f"{taken:.0f}"))
        return found or list(self.steps())

    def steps(self) -> Iterator[tuple[str, str]]:
        """The places an inch away in eight directions: where the raster has none, one of them may still do."""
        x, y = centre(self.unit.models)
        texts = (spot_text((round(x + dx, 2), round(y + dy, 2))) for dx, dy in STEPS)
        return ((text, "1") for text in texts if self.judge([text])[0] is None)


def assigned(models: Spots, ends: Spots, by: Spot) -> Spots:
    """The ends in the order of the models, each model taking the nearest that is still free."""
    free, order = list(ends), []
    for x, y in models:
        pick = min(free, key=lambda end: apart(end, (x + by[0], y + by[1])))
        free.remove(pick)
        order.append(pick)
    return tuple(order)


def heading(a: Spot, b: Spot) -> float:
    """The direction from a to b, in degrees clockwise from north."""
    return round(degrees(atan2(b[0] - a[0], a[1] - b[1])) % 360, 1)


def turning(unit: Unit, plan: Plan, last: float) -> float:
    """What a vehicle's turns cost in inches: one cost up to 90 degrees, two beyond (PMC-VEH-5)."""
    if not unit.vehicle:
        return 0.0
    facing, total = unit.facing, 0.0
    headings = [heading(a, b) for a, b in pairwise([*unit.models, *plan.waypoints]) if apart(a, b) > TINY]
    for wanted in (*headings, last):
        angle = abs((wanted - facing + 180) % 360 - 180)
        total += 0 if angle < 0.1 else unit.type.turn_cost if angle <= 90 + TINY else 2 * unit.type.turn_cost
        facing = wanted
    return total


def crossings(battle: Battle, unit: Unit, tracks: list[list[Spot]]) -> tuple[Refusal | None, float]:
    """What terrain on the way forbids, and the inches it costs (PMC-TERR-3, PMC-TERR-7)."""
    lines = [LineString(track) if apart(track[0], track[-1]) > TINY or len(track) > 2 else None for track in tracks]
    left = min(x for track in tracks for x, _ in track) - unit.type.radius
    right = max(x for track in tracks for x, _ in track) + unit.type.radius
    top = min(y for track in tracks for _, y in track) - unit.type.radius
    bottom = max(y for track in tracks for _, y in track) + unit.type.radius
    penalty, slowed = 0.0, False
    for piece in geo.standing(battle):
        x0, y0, x1, y1 = piece.box
        if x1 < left or x0 > right or y1 < top or y0 > bottom:
            continue
        kind = piece.terrain
        hits = [line is not None and piece.shape.intersects(line) for line in lines]
        if kind.category == "linear":
            if not any(hits):
                continue
            if unit.vehicle:
                return Refusal(f"vehicles cannot cross a {kind.name}", "PMC-VEH-6"), 0.0
            if kind.impassable:
                return Refusal(f"a {kind.name} cannot be crossed", kind.rule), 0.0
            if not all(hits):
                return Refusal(f"the whole unit has to cross the {kind.name}, or none of it", "PMC-TERR-3"), 0.0
            penalty += PENALTY[unit.vehicle]
        elif kind.impassable:
            if any(line is not None and piece.shape.distance(line) < unit.type.radius - TINY for line in lines):
                return Refusal(f"{piece.name or kind.name} is in the way", kind.rule), 0.0
        elif kind.penalty and any(hits):
            slowed = True
    return None, penalty + (PENALTY[unit.vehicle] if slowed else 0.0)


def enemies_in_the_way(battle: Battle, unit: Unit, tracks: list[list[Spot]]) -> Refusal | None:
    """No model may pass within 1 in of an enemy, nor through a wreck (PMC-MOVE-4)."""
    longest = max(sum(apart(a, b) for a, b in pairwise(track)) for track in tracks)
    for enemy in battle.enemies(unit.seat):
        if not enemy.models:
            continue
        keep = unit.type.radius + enemy.type.radius + CLEARANCE - TINY
        near = plane.gap(unit.models, unit.type.radius, enemy.models, enemy.type.radius)
        if near < CLEARANCE - TINY or near > longest + CLEARANCE:
            continue  # It begins too near, after an assault, so that only where it ends matters; or it is far away.
        for track in tracks:
            for a, b in pairwise(track):
                if any(plane.nearest_on_segment(a, b, spot) < keep for spot in enemy.models):
                    return Refusal(f"the way leads within 1 in of {enemy.name}", "PMC-MOVE-4")
    for wreck in battle.wrecks:
        for track in tracks:
            if any(
                plane.nearest_on_segment(a, b, wreck.spot) < unit.type.radius + wreck.radius - TINY
                for a, b in pairwise(track)
            ):
                return Refusal(f"the wreck of {wreck.name} is in the way", "PMC-VEH-13")
    return None


# ---------------------------------------------------------------- other fields
@define
class CoverField(MoveField):
    """Where a Suppressed unit may go: only to terrain that covers or hides it, or nowhere (PMC-FLEE-6)."""

    allowance: float = field(init=False)
    may_stay: bool = field(default=True, init=False)

    def __attrs_post_init__(self) -> None:
        self.allowance = float(self.unit.type.move)

    def judge(self, spots: Sequence[str]) -> tuple[Refusal | None, float]:
        refusal, taken = super().judge(spots)
        if refusal is None and taken and not is_covered(self.battle, self.unit, self.places(spots)[0]):
            refusal = Refusal("neither a Defence bonus nor out of the enemy's sight", "PMC-FLEE-6")
        return refusal, taken


def is_covered(battle: Battle, unit: Unit, models: Spots | None = None) -> bool:
    """Whether a unit (at other places, if given) has a Defence bonus from terrain or is hidden from every enemy."""
    before = unit.models
    unit.models = before if models is None else models
    try:
        if geo.cover(battle, None, unit) is not None:
            return True
        enemies = battle.enemies(unit.seat)
        if enemies and all(geo.cover(battle, enemy, unit) for enemy in enemies):
            return True
        return all(geo.no_sight(battle, enemy, unit) is not None for enemy in enemies)
    finally:
        unit.models = before


@define
class StandField:
    """Places for a whole unit in a compact formation around a spot, without a way to them."""

    battle: Battle
    unit: Unit
    _cells: dict[str, str] | None = field(default=None, init=False)

    @property
    def forms(self) -> Sequence[str]:
        return () if self.unit.vehicle else plane.FORMATIONS[1:]

    def stands(self, spots: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        if isinstance(plan_of(spots), Refusal):
            return []
        return [(x, y, self.unit.type.radius) for x, y in self.places(spots)[0]]

    def places(self, spots: Sequence[str]) -> tuple[Spots, float]:
        plan = plan_of(spots)
        assert isinstance(plan, Plan)
        form = "block" if plan.formation == "keep" else plan.formation
        shape = plane.formation(form, self.unit.left, max(SPACING, 2 * self.unit.type.radius))
        ends = plane.shifted(plane.turned(shape, plan.turn), plan.waypoints[-1])
        return plan.nudged(ends), (self.facing() + plan.turn) % 360

    def facing(self) -> float:
        """How a vehicle faces unless the answer turns it."""
        return self.unit.facing

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        plan = plan_of(spots)
        if isinstance(plan, Refusal):
            return plan
        models = self.places(spots)[0]
        return self.refuse_here(models) or refuse_stand(self.battle, self.unit, models)

    def refuse_here(self, models: Spots) -> Refusal | None:
        """What the occasion forbids, besides what always holds."""
        raise NotImplementedError

    def candidates(self) -> list[Spot]:
        raise NotImplementedError

    def cells(self) -> Mapping[str, str]:
        if self._cells is None:
            texts = (spot_text(spot) for spot in self.candidates())
            self._cells = {text: "" for text in texts if self.refuse([text]) is None}
        return self._cells

    def sample(self, chooser: Chooser) -> str:
        candidates = self.candidates()
        for _ in range(TRIES):
            text = spot_text(chooser.choice(candidates))
            if self.refuse([text]) is None:
                return text
        found: str = chooser.choice(list(self.cells()))
        return found

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        return [] if self.refuse(spots) is not None else [text for text in spots if "=" not in text]

    def cost(self, spots: Sequence[str]) -> str:
        return ""


@define
class EdgeField(StandField):
    """Arriving from reserve: within some inches of the own edge and away from the enemy (PMC-RES-4, PMC-RES-5)."""

    depth: float = 4.0
    clearance: float = 12.0
    _crowded: bool | None = field(default=None, init=False)

    @property
    def crowded(self) -> bool:
        """Whether no place is far enough from the enemy, so that nearer ones are allowed; looked at once."""
        if self._crowded is None:
            self._crowded = all(self._too_near(models) is not None for models in self.standing())
        return self._crowded

    def standing(self) -> Iterator[Spots]:
        """Where the unit could stand along its edge, whoever is near."""
        for spot in self.candidates():
            models = self.places([spot_text(spot)])[0]
            if self._too_deep(models) is None and refuse_stand(self.battle, self.unit, models) is None:
                yield models

    @property
    def north(self) -> bool:
        return self.battle.edges[self.unit.seat] == "north"

    def facing(self) -> float:
        return 180.0 if self.north else 0.0

    def refuse_here(self, models: Spots) -> Refusal | None:
        refusal = self._too_deep(models)
        if refusal is None and (near := self._too_near(models)) is not None and not self.crowded:
            return near
        return refusal

    def _too_deep(self, models: Spots) -> Refusal | None:
        height, radius = self.battle.table.height, self.unit.type.radius
        if any((y if self.north else height - y) + radius > self.depth + TINY for _, y in models):
            return Refusal(f"not within {self.depth:g} in of the edge", "PMC-RES-4")
        return None

    def _too_near(self, models: Spots) -> Refusal | None:
        radius = self.unit.type.radius
        for enemy in self.battle.enemies(self.unit.seat):
            if enemy.models:
                # Two units within their coherency cannot be near if one model of each is so far away.
                sure = self.clearance + 2 * geo.ACROSS + 3 * (radius + enemy.type.radius)
                if apart(models[0], enemy.models[0]) > sure:
                    continue
                near = plane.gap(models, radius, enemy.models, enemy.type.radius)
            else:
                walls = geo.footprint(self.battle, enemy)
                near = min(float(walls.distance(Point(spot))) for spot in models) - radius
            if near < self.clearance - TINY:
                return Refusal(f"less than {self.clearance:g} in from {enemy.name}", "PMC-RES-4")
        return None

    def candidates(self) -> list[Spot]:
        table = self.battle.table
        rows = (1.0, 2.0, 3.0) if self.north else (table.height - 1, table.height - 2, table.height - 3)
        return [(float(x), y) for x in range(1, int(table.width)) for y in rows]


@define
class LeaveField(StandField):
    """Leaving a building: placed within some inches of it (PMC-BLDG-1)."""

    reach: float = 4.0

    def refuse_here(self, models: Spots) -> Refusal | None:
        walls = self.battle.table.by_id[self.unit.building].shape
        far = max(float(walls.distance(Point(spot))) for spot in models) - self.unit.type.radius
        return (
            Refusal(f"not within {self.reach:g} in of the building", "PMC-BLDG-1") if far > self.reach + TINY else None
        )

    def candidates(self) -> list[Spot]:
        left, top, right, bottom = self.battle.table.by_id[self.unit.building].box
        return [
            (float(x), float(y))
            for x in range(int(left - self.reach), int(right + self.reach) + 1)
            for y in range(int(top - self.reach), int(bottom + self.reach) + 1)
        ]


# ---------------------------------------------------------------- movements that the rules lay down
def away(unit: Unit, origin: Spot, inches: float) -> Spots:
    """The places after going straight away from a point."""
    x, y = centre(unit.models)
    far = apart((x, y), origin) or 1.0
    by = ((x - origin[0]) / far * inches, (y - origin[1]) / far * inches)
    return plane.shifted(unit.models, by)


def compass(unit: Unit, inches: float) -> list[Spots]:
    """The places after going in each of 24 directions."""
    return [
        plane.shifted(unit.models, (inches * sin(radians(angle)), -inches * cos(radians(angle))))
        for angle in range(0, 360, 15)
    ]
