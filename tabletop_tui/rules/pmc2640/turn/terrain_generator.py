"""The terrain generator (PMC-SETUP-2 to PMC-SETUP-4): each area of 2 ft is rolled for, mixed and filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import dist, radians

import numpy as np
import shapely
from attrs import define, field
from numpy.typing import NDArray
from shapely import Point, STRtree, box
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.files.validation import AREA, EDGE_DEPTH, FREE_EDGE, edge_strip, free_share
from tabletop_tui.rules.pmc2640.state.battle import Battle
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.rules.pmc2640.state.terrain_state import LOCATION_RADIUS
from tabletop_tui.skirmish.unit_place_fields import Plan, Planned, plan_of
from tabletop_tui.table.bases import TINY, Spot, Spots
from tabletop_tui.table.clear_ground import shifts
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.formations import shifted, turned
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import place_words, spot_text
from tabletop_tui.table.region_shapes import Values

OPEN = 1


@frozen
class Group:
    """So many pieces of these kinds, in any mix."""

    kinds: tuple[str, ...]
    least: int
    most: int


ROWS: dict[int, tuple[str, tuple[Group, ...]]] = {
    OPEN: ("open terrain", ()),
    2: ("ruins or rubble", (Group(("ruins", "rubble"), 1, 3),)),
    3: ("contaminated oasis", (Group(("water",), 1, 1), Group(("woods",), 0, 2))),
    4: ("rocks", (Group(("rocks",), 1, 4),)),
    5: ("hills or woods", (Group(("hill", "woods"), 1, 3),)),
    6: ("survivors' settlement", (Group(("building",), 1, 2), Group(("low-wall", "medium-wall"), 0, 6))),
}
"""What each face of the D6 brings (PMC-SETUP-3)."""
SIZES = {
    "ruins": (4.0, 6.5),
    "rubble": (3.0, 5.0),
    "water": (4.0, 7.0),
    "woods": (4.0, 7.0),
    "rocks": (3.0, 5.0),
    "hill": (5.0, 7.0),
    "building": (3.5, 5.0),
    "low-wall": (3.0, 6.0),
    "medium-wall": (3.0, 6.0),
}
"""How far across the pieces of each kind are, in inches: at a roll of 1 and at a roll of 6."""
OUTLINES = {
    "ruins": (1.0, 0.8, 0.95, 0.75, 1.0, 0.85),
    "rubble": (1.0, 0.75, 0.9, 0.8, 0.95),
    "water": (1.0, 0.85, 0.95, 0.8, 0.9, 1.0, 0.75),
    "woods": (0.9, 1.0, 0.8, 0.95, 0.85, 1.0),
    "rocks": (1.0, 0.7, 0.9, 0.8, 1.0, 0.75),
    "hill": (1.0, 0.9, 0.95, 1.0, 0.85, 0.95, 0.9, 0.8),
}
"""The irregular pieces: how far each corner lies from the middle, as a share of half the size."""
DEPTH_OF_HOUSE = 0.75
TURN = 30
"""Degrees for each point of the die by which a piece is turned."""
ON_HILLS = ("woods", "rubble")
"""What may be placed on a hill; all else keeps clear of other terrain."""
DICE_STEP = AREA / 6


# ---------------------------------------------------------------- areas and pieces
def areas(table: TableMap) -> list[tuple[float, float]]:
    """The left upper corners of the areas, row by row."""
    return [
        (float(left), float(top))
        for top in range(0, int(table.height), AREA)
        for left in range(0, int(table.width), AREA)
    ]


def area_box(corner: tuple[float, float]) -> BaseGeometry:
    return box(*corner, corner[0] + AREA, corner[1] + AREA)


def present(table: TableMap, corner: tuple[float, float]) -> int:
    """How many pieces lay in an area before the battle: those whose middle is in it (PMC-SETUP-4)."""
    inside = area_box(corner)
    return sum(bool(inside.covers(Point(piece.middle))) for piece in table.pieces)


def outline(kind: str, size: int, turn: float) -> Spots:
    """The corners of a piece around its middle, for the faces of its dice."""
    least, most = SIZES[kind]
    across = least + (most - least) * (size - 1) / 5
    half = across / 2
    if KINDS[kind].category == "linear":
        corners: list[Spot] = [(-half, 0.0), (half, 0.0)]
    elif kind == "building":
        deep = half * DEPTH_OF_HOUSE
        corners = [(-half, -deep), (half, -deep), (half, deep), (-half, deep)]
    else:
        shares = OUTLINES[kind]
        angles = [radians(360 * number / len(shares)) for number in range(len(shares))]
        corners = [
            (half * share * cos(angle), half * share * sin(angle)) for share, angle in zip(shares, angles, strict=True)
        ]
    return shifted(turned(corners, turn), (0.0, 0.0))


def with_piece(table: TableMap, kind: str, points: Spots) -> TableMap:
    """The table with one piece more."""
    number = len(table.pieces) + 1
    while f"t{number}" in table.by_id:
        number += 1
    pieces = (*table.pieces, MapPiece(f"t{number}", kind, points))
    return TableMap(table.name, table.width, table.height, pieces, table.locations)


def mixes(group: Group, room: int) -> list[tuple[str, ...]]:
    """Every mix of a group's kinds that is allowed where at most `room` pieces more may be placed."""
    most = min(group.most, room)
    least = min(group.least, most)
    return [mix for count in range(least, most + 1) for mix in combinations_with_replacement(group.kinds, count)]


def in_words(mix: Sequence[str]) -> str:
    """'2 hills, 1 ruins'."""
    return ", ".join(f"{count} {name_of(kind, count)}" for kind, count in Counter(mix).items()) or "nothing"


def name_of(kind: str, count: int) -> str:
    """The name of so many pieces of a kind; ruins, rocks, woods, rubble and water have no other plural."""
    name = KINDS[kind].name
    return name if count == 1 or name.endswith(("s", "rubble", "water")) else f"{name}s"


# ---------------------------------------------------------------- rolling
@frozen
class GenerateTerrain(Step):
    title = "Terrain"
    says = "The terrain generator: from a random player on, the players roll in turn for the areas of the table."
    rules = ("PMC-SETUP-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Terrain", self.rules, level="phase"))
        check = Check(0, "who rolls for the first area", rules=self.rules)
        rolled = game.check(check, lambda rolled: battle.seat_names[rolled.face > 3])
        game.push(RollArea(0, int(rolled.face > 3), False))


@frozen
class RollArea(Step):
    title = "Roll for an area"
    says = "D6 for an area; a second 1 is rolled again."
    area: int
    seat: int
    opened: bool
    """Whether an area has come up open before."""
    rules = ("PMC-SETUP-2", "PMC-SETUP-3", "PMC-SETUP-4")

    def again(self, face: int) -> bool:
        """Whether the die is rolled again: a second area would be open."""
        return face == OPEN and self.opened

    def row(self, face: int) -> str:
        """What the die came to, in words."""
        return "rolled again" if self.again(face) else ROWS[face][0]

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        corners = areas(battle.table)
        if self.area == len(corners):
            return
        check = Check(self.seat, f"area {self.area + 1} of {len(corners)}", rules=("PMC-SETUP-3",))
        face = game.check(check, lambda rolled: self.row(rolled.face)).face
        if self.again(face):
            game.push(self)
            return
        most = sum(group.most for group in ROWS[face][1])
        room = max(0, most - present(battle.table, corners[self.area]))
        next_area = RollArea(self.area + 1, 1 - self.seat, self.opened or face == OPEN)
        game.push(Mix(self.area, self.seat, face, room, ()), next_area)


@frozen
class Mix(Step):
    title = "The mix of terrain"
    says = "The roller chooses how many pieces and which, kind by kind within the row; then they are placed."
    area: int
    seat: int
    face: int
    room: int
    """How many pieces may still be placed."""
    chosen: tuple[tuple[str, ...], ...]
    """What has been chosen for the groups of the row so far."""
    rules = ("PMC-SETUP-3", "PMC-SETUP-4")

    def run(self, game: Game[Battle]) -> None:
        groups = ROWS[self.face][1]
        if len(self.chosen) == len(groups):
            pieces = tuple(kind for mix in self.chosen for kind in mix)
            if pieces:
                game.push(ChoosePlacing(self.area, self.seat, pieces))
            return
        allowed = mixes(groups[len(self.chosen)], self.room)
        game.push(self.with_mix(allowed[0]) if len(allowed) == 1 else ChooseMix(self))

    def with_mix(self, mix: tuple[str, ...]) -> Mix:
        return Mix(self.area, self.seat, self.face, self.room - len(mix), (*self.chosen, mix))


@frozen
class ChooseMix(Ask):
    title = "Choose the mix"
    says = "The roller chooses one of the mixes that the row allows."
    mix: Mix
    rules = ("PMC-SETUP-3", "PMC-SETUP-4")

    def question(self, game: Game[Battle]) -> Question:
        mix = self.mix
        allowed = mixes(ROWS[mix.face][1][len(mix.chosen)], mix.room)
        options = [Option(key_of(kinds), sentence(in_words(kinds)), rule="PMC-SETUP-3") for kinds in allowed]
        before = in_words([kind for kinds in mix.chosen for kind in kinds])
        besides = f" besides {before}" if mix.chosen else ""
        prompt = f"Area {mix.area + 1}, {ROWS[mix.face][0]}: what is placed{besides}?"
        return Pick(mix.seat, prompt, options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        mix = self.mix
        allowed = mixes(ROWS[mix.face][1][len(mix.chosen)], mix.room)
        game.push(mix.with_mix(next(kinds for kinds in allowed if key_of(kinds) == answer)))


def key_of(mix: tuple[str, ...]) -> str:
    return "+".join(f"{count}-{kind}" for kind, count in Counter(mix).items()) or "none"


# ---------------------------------------------------------------- placing
@frozen
class ChoosePlacing(Ask):
    title = "Choose who places the pieces"
    says = "Whoever rolled places the pieces of the area, or lets the dice do it."
    area: int
    seat: int
    pieces: tuple[str, ...]
    rules = ("PMC-SETUP-2",)

    def question(self, game: Game[Battle]) -> Question:
        options = [
            Option("dice", "The dice place them", rule="PMC-SETUP-2", hotkey="d"),
            Option("mine", "I place each piece", rule="PMC-SETUP-2", hotkey="m"),
        ]
        prompt = f"Area {self.area + 1}: who places {in_words(self.pieces)}?"
        return Pick(self.seat, prompt, options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        for_me = answer == "dice"
        game.push(*(RollPiece(self.area, self.seat, kind, for_me) for kind in self.pieces))


@frozen
class RollPiece(Step):
    title = "Roll for a piece"
    says = "Dice for the size and turn of a piece, and for its place if the dice are to find it."
    area: int
    seat: int
    kind: str
    by_dice: bool
    rules = ("PMC-SETUP-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        name = KINDS[self.kind].name
        why = f"{name}: size, turn, column and row" if self.by_dice else f"{name}: size and turn"
        faces = game.check(Check(self.seat, why, dice=4 if self.by_dice else 2, rules=self.rules)).faces
        piece = PlacePiece(self.area, self.seat, self.kind, faces[0], faces[1])
        spots = piece.field(battle).cells()
        if not spots:
            game.emit(Event(f"There is no room for {name}", self.rules, self.seat))
        elif self.by_dice:
            left, top = areas(battle.table)[self.area]
            aim = (left + (faces[2] - 0.5) * DICE_STEP, top + (faces[3] - 0.5) * DICE_STEP)
            piece.take(game, [min(spots, key=lambda text: dist(aim, place_of(text)))])
        else:
            game.push(piece)


def place_of(text: str) -> Spot:
    plan = plan_of([text])
    assert isinstance(plan, Plan)
    return plan.waypoints[-1]


@frozen
class PlacePiece(Ask):
    title = "Place a piece"
    says = "The roller puts a piece anywhere in the area, turned as he likes."
    area: int
    seat: int
    kind: str
    size: int
    turn: int
    rules = ("PMC-SETUP-2",)

    def field(self, battle: Battle) -> TerrainField:
        return TerrainField(battle.table, areas(battle.table)[self.area], self.kind, self.size, self.turn * TURN)

    def question(self, game: Game[Battle]) -> Question:
        prompt = f"Area {self.area + 1}: where do you put the {name_of(self.kind, 1)}?"
        return Place(self.seat, prompt, rules=self.rules, field=self.field(game.state))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        field = self.field(battle)
        plan = field.meant(answer)
        battle.table = with_piece(battle.table, self.kind, field.points(plan))
        where = spot_text(plan.waypoints[0])
        game.emit(Event(f"{sentence(KINDS[self.kind].name)} placed at {place_words(where)}", self.rules, self.seat))


@define
class TerrainField(Planned):
    """The places of an area where the middle of a piece may lie."""

    table: TableMap
    corner: tuple[float, float]
    kind: str
    size: int
    turned: float
    forms: tuple[str, ...] = ()
    _tree: STRtree = field(init=False)

    def __attrs_post_init__(self) -> None:
        blockers = [piece.shape for piece in self.table.pieces if piece.kind != "hill" or self.kind not in ON_HILLS]
        blockers += [Point(spot).buffer(LOCATION_RADIUS) for spot in self.table.locations]
        self._tree = STRtree(blockers)

    def points(self, plan: Plan) -> Spots:
        """The corners of the piece."""
        return shifted(outline(self.kind, self.size, self.turned + plan.turn), plan.waypoints[-1])

    def bases(self, plan: Plan) -> Sequence[tuple[float, float, float]]:
        """The corners, so that one sees how the piece would lie."""
        return [(x, y, TINY) for x, y in self.points(plan)]

    def refuse_plan(self, plan: Plan) -> Refusal | None:
        points = self.points(plan)
        shape = MapPiece("", self.kind, points).shape
        if not area_box(self.corner).covers(shape):
            return Refusal("not wholly within the area", "PMC-SETUP-2")
        if len(self._tree.query(shape, predicate="intersects")):
            return Refusal("on other terrain or a location", "PMC-SETUP-2")
        return self._closes_edge(points)

    def _closes_edge(self, points: Spots) -> Refusal | None:
        """A ruling: half of either edge stays free, or units could not arrive there (PMC-RES-4)."""
        if not KINDS[self.kind].impassable:
            return None
        tops = [top for top in (0.0, self.table.height - EDGE_DEPTH) if _meets_strip(points, top)]
        if not tops:
            return None
        after = with_piece(self.table, self.kind, points)
        if all(free_share(after, top) >= FREE_EDGE for top in tops):
            return None
        return Refusal("too much of the edge would be closed", "PMC-RES-4")

    def cells(self) -> Mapping[str, str]:
        return _cells(self.table, self.corner, self.kind, self.size, self.turned)

    def places(self) -> list[Spot]:
        """Those of the raster, or else one wherever the piece lies clear."""
        left, top = self.corner
        lattice = [(left + x, top + y) for y in range(1, AREA) for x in range(1, AREA)]
        return self._free(lattice) or self._free(self._fits())

    def _free(self, spots: Sequence[Spot]) -> list[Spot]:
        """Those of the places that `refuse_plan` allows, asked of all at once."""
        if not spots:
            return []
        piece = outline(self.kind, self.size, self.turned)
        lines = np.array(piece) + np.array(spots)[:, None]
        if np.any(np.abs(lines * 100 % 1 - 0.5) < TINY):  # half of a hundredth: each is rounded as it always is
            lines = np.array([shifted(piece, spot) for spot in spots])
        lines = lines.round(2)
        shapes = (shapely.linestrings if KINDS[self.kind].category == "linear" else shapely.polygons)(lines)
        clear = shapely.covers(area_box(self.corner), shapes)
        clear[self._tree.query(shapes, predicate="intersects")[0]] = False
        clear[clear] = ~self._close_edges(lines[clear], shapes[clear])
        return [spots[number] for number in np.flatnonzero(clear).tolist()]

    def _close_edges(self, lines: Values, shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Which of many places would close too much of an edge, as `_closes_edge` says it of one."""
        found = np.zeros(len(lines), dtype=np.bool_)
        for top in (0.0, self.table.height - EDGE_DEPTH) if KINDS[self.kind].impassable else ():
            some = np.flatnonzero(np.any((lines[..., 1] >= top) & (lines[..., 1] <= top + EDGE_DEPTH), axis=1))
            strip, closed = edge_strip(self.table, top)
            shut = shapely.area(shapely.union(closed, shapely.intersection(shapes[some], strip)))
            share = 1 - shut / strip.area
            found[some] |= share < FREE_EDGE
            for number in some[np.abs(share - FREE_EDGE) < TINY].tolist():
                found[number] = self._closes_edge(tuple(map(tuple, lines[number].tolist()))) is not None
        return found

    def _fits(self) -> list[Spot]:
        """A place for each part of the ground where the piece lies clear, however small."""
        shape = MapPiece("", self.kind, outline(self.kind, self.size, self.turned)).shape
        free = shifts(shape, area_box(self.corner).bounds, list(self._tree.geometries))
        inside = [part.representative_point() for part in shapely.get_parts(free) if not part.is_empty]
        return [(round(spot.x, 2), round(spot.y, 2)) for spot in inside]


@by_identity(1 << 5)
def _cells(table: TableMap, corner: Spot, kind: str, size: int, turned: float) -> Mapping[str, str]:
    """Found once: whether there is room for a piece, and where it may be put."""
    return dict.fromkeys(map(spot_text, TerrainField(table, corner, kind, size, turned).places()), "")


def _meets_strip(points: Spots, top: float) -> bool:
    return any(top <= y <= top + EDGE_DEPTH for _, y in points)
